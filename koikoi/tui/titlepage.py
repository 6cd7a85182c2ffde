"""The title screen as a page."""

from __future__ import annotations

from collections.abc import Callable

from koikoi.tui.frame import Frame
from koikoi.tui.page import Page, Room
from koikoi.tui.paint.title import TITLE_ITEMS, paint_title
from koikoi.tui.sheet import Chosen
from koikoi.tui.uistate import Does


class TitlePage(Page):
    """The menu that the game opens with; it ends with the name of the chosen entry.

    Args:
        room: Who shows it.
        subtitle: Tells what a new match would be.
        message: What is to be said.
        chosen: The entry that is chosen at first.
    """

    def __init__(
        self, room: Room, subtitle: Callable[[], str], message: str = "", chosen: str = "new"
    ) -> None:
        super().__init__(room)
        self._subtitle = subtitle
        self._message = message
        self._chosen = chosen

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the title screen."""
        del below
        brush = self.room.brush
        return paint_title(width, height, brush, self._chosen, self._subtitle(), self._message)

    def press(self, key: str, at: float) -> None:
        """Moves in the menu, or takes an entry."""
        if at < self.open_since:
            return
        names = [name for name, _, _ in TITLE_ITEMS]
        if key in ("left", "right", "up", "down", "tab", "shift+tab"):
            by = 1 if key in ("right", "down", "tab") else -1
            self._chosen = names[(names.index(self._chosen) + by) % len(names)]
            self.room.repaint(self)
        elif key in ("enter", "space"):
            self.close(self._chosen)
        elif key == "t":
            self.room.do("theme", self)
        else:
            for name, keys, _ in TITLE_ITEMS:
                if key in keys:
                    self.close(name)

    def click(self, target: object, at: float) -> None:
        """Takes a click on an entry."""
        if at < self.open_since:
            return
        if isinstance(target, Chosen):
            self.close(target.name)
        elif isinstance(target, Does):
            if target.command in (name for name, _, _ in TITLE_ITEMS):
                self.close(target.command)
            else:
                self.press(target.command, at)
