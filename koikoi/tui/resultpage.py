"""The page of a result; the table as it was at the end can be looked at under it."""

from __future__ import annotations

from typing import Final

from koikoi.tui.frame import Frame
from koikoi.tui.sheetpage import SheetPage

OVER_KEYS: Final = {
    "q": "quit",
    "ctrl+c": "quit",
    "ctrl+q": "quit",
    "escape": "quit",
    "l": "log",
    "t": "theme",
    "question_mark": "help",
    "y": "yaku",
    "c": "captures",
    "o": "options",
    "v": "faces",
    "p": "replay",
    "h": "coach",
}
"""What keys do on the page of a result."""


class ResultPage(SheetPage):
    """The result of a round or of a match."""

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the result, or nothing over the table."""
        if self.dialog and below is not None:
            return below
        return super().frame(width, height, below)

    def press(self, key: str, at: float) -> None:
        """Shows the table, or the result again whatever is pressed."""
        if at < self.open_since:
            return
        if self.dialog or key == "tab":
            self.dialog = not self.dialog
            self.room.repaint(self)
        else:
            super().press(key, at)

    def click(self, target: object, at: float) -> None:
        """Takes a click on a hint; on the table any brings the result back."""
        if self.dialog:
            self.press("tab", at)
        else:
            super().click(target, at)
