"""A page on which a few characters are typed: a name, the code of a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from koikoi.tui.brush import Brush
from koikoi.tui.letters import sign_of
from koikoi.tui.page import Room
from koikoi.tui.sheet import BLANK, Line, Sheet, Span, prose
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

_LONGEST: Final = 24
"""Characters that are taken, where nobody says otherwise."""

_SIGNS: Final = " -_.'"
"""Signs that may be part of a name."""


class EntryPage(SheetPage):
    """Asks for a few characters; it ends with them, or with ``None``.

    Args:
        room: Who shows it.
        title: What is asked for.
        note: What is to be known of it; asked again whenever it is painted.
        typed: What stands there at first.
        longest: How many characters are taken.
        signs: Whether any sign is taken, and not only those of people's names.
    """

    def __init__(
        self,
        room: Room,
        title: str,
        note: Callable[[], str],
        typed: str = "",
        *,
        longest: int = _LONGEST,
        signs: bool = False,
    ) -> None:
        super().__init__(room, self._built)
        self._longest, self._signs = longest, signs
        self._title = title
        self._note = note
        self._typed = typed

    def _built(self, width: int) -> Sheet:
        return entry_sheet(self._title, self._typed, self._note(), self.room.brush, width)

    def press(self, key: str, at: float) -> None:
        """Takes a character, takes one back, or ends."""
        if at < self.open_since:
            return
        if key == "enter":
            if self._typed.strip():
                self.close(self._typed.strip())
        elif key == "backspace":
            self._type(self._typed[:-1])
        elif key in ("ctrl+u", "ctrl+w"):
            self._type("")
        elif key in ("escape", "ctrl+c", "ctrl+q"):
            self.close()
        elif (sign := sign_of(key)) and (self._signs or _may_be_typed(sign)):
            self._type((self._typed + sign)[: self._longest])

    def _type(self, typed: str) -> None:
        self._typed = typed
        self.room.repaint(self)


def _may_be_typed(sign: str) -> bool:
    return len(sign) == 1 and (sign in _SIGNS or unicodedata.category(sign)[0] in "LN")


def entry_sheet(title: str, typed: str, note: str, brush: Brush, width: int) -> Sheet:
    """The page: what has been typed, and what is to be known of it."""
    text = brush.text
    said = brush.glyphs.words(typed)
    while cell_len(said) > max(width - 3, 1):
        said = said[1:]  # the end is what its writer looks at
    lines: list[Line] = [
        (Span("> "), Span(said, bold=True), Span("_", Tone.ACCENT)),
        BLANK,
        *prose(brush.glyphs.words(note), width, Tone.MUTE),
    ]
    hints = (
        KeyHint(text.t("Enter"), text.t("go on"), "enter"),
        KeyHint(text.t("Esc"), text.t("back"), "escape"),
    )
    return Sheet(brush.glyphs.words(title), tuple(lines), hints)
