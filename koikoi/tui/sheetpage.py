"""Pages of words on the screen: read, scrolled, chosen from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from koikoi.engine.cards import Card
from koikoi.tui.frame import Frame
from koikoi.tui.page import Page, Room
from koikoi.tui.sheet import (
    WIDEST,
    Chosen,
    Pressed,
    Sheet,
    paint_dialog,
    paint_sheet,
    picture_area,
    room_beside,
    rows_shown,
)
from koikoi.tui.uistate import Does

_CLOSES: Final = ("escape", "q", "ctrl+c", "ctrl+q")


class SheetPage(Page):
    """A page of words; it ends with the name of the chosen item, or with ``None``.

    Args:
        room: Who shows it.
        build: Makes the sheet for a number of columns; called again whenever something changes.
        dialog: Whether it is a box over the page below.
        closable: Whether Escape ends it without a choice.
        alter: Called with an item's name and -1 or 1 when left or right is pressed on it; items
            that it alters are not chosen by Enter but altered.
        other: Takes the keys that mean nothing here.
        at_end: Whether the end is shown first.
        entered: The item that Enter takes wherever one is; empty for the chosen one.
    """

    widest = WIDEST
    """The most columns of its lines."""

    def __init__(
        self,
        room: Room,
        build: Callable[[int], Sheet],
        *,
        dialog: bool = False,
        closable: bool = True,
        alter: Callable[[str, int], bool] | None = None,
        other: Callable[[str], None] | None = None,
        at_end: bool = False,
        entered: str = "",
    ) -> None:
        super().__init__(room)
        self.dialog = dialog
        self._build = build
        self._closable = closable
        self._alter = alter
        self._other = other
        self._entered = entered
        self._chosen = ""
        self._top = 0
        self._ends = at_end
        self._size = (80, 24)
        self._sheet: Sheet | None = None

    @property
    def chosen(self) -> str:
        """The chosen item."""
        return self._chosen

    def choose(self, name: str) -> None:
        """Chooses an item; where there is none of this name, the first one is chosen."""
        self._chosen = name

    def beside(self) -> Card | None:
        """The card whose picture stands beside the lines; here none."""
        return None

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the sheet for this size."""
        self._size = (width, height)
        card = self.beside()
        area = None if card is None else picture_area(width, height, self.room.brush)
        sheet = self._sheet = self._build(room_beside(width, area, self.widest).width)
        if sheet.items and all(item.name != self._chosen for item in sheet.items):
            self._chosen = sheet.items[0].name
        last = max(len(sheet.lines) - rows_shown(height, len(sheet.head)), 0)
        # Whoever reads the end goes on reading the end when the size changes.
        self._top = last if self._ends else max(0, min(self._top, last))
        self._ends = last > 0 and self._top == last
        if self.dialog and below is not None:
            return paint_dialog(sheet, below, self.room.brush, chosen=self._chosen)
        return paint_sheet(
            sheet,
            width,
            height,
            self.room.brush,
            top=self._top,
            chosen=self._chosen,
            card=card,
            widest=self.widest,
        )

    def press(self, key: str, at: float) -> None:
        """Moves, scrolls, chooses or ends."""
        if at < self.open_since or self._sheet is None:
            return
        page = rows_shown(self._size[1], len(self._sheet.head))
        scrolls = {
            "up": -1,
            "down": 1,
            "pageup": -page,
            "pagedown": page,
            "home": -9999,
            "end": 9999,
        }
        items = self._sheet.items
        if key in _CLOSES and self._closable:
            self.close()
        elif key in ("up", "down", "tab", "shift+tab") and items:
            self._move(-1 if key in ("up", "shift+tab") else 1)
        elif key in scrolls:
            self.go(self._top + scrolls[key])
        elif key in ("left", "right"):
            self._altered(self._chosen, -1 if key == "left" else 1)
        elif key in ("enter", "space"):
            self._take(self._entered or self._chosen)
        else:
            for item in items:
                if key in item.keys:
                    self._take(item.name)
                    return
            if self._other is not None:
                self._other(key)

    def click(self, target: object, at: float) -> None:
        """Takes a click on an item or on a hint."""
        if at < self.open_since:
            return
        if isinstance(target, Chosen):
            self._chosen = target.name
            self._take(target.name)
        elif isinstance(target, Pressed):
            self.press(target.key, at)
        elif isinstance(target, Does):
            self.press(target.command, at)

    def turn(self, by: int, at: float) -> None:
        """Scrolls as a wheel is turned, so many lines down."""
        if at >= self.open_since:
            self.go(self._top + by)

    def go(self, top: int) -> None:
        """Shows the page from this line on, as far as it goes."""
        self._ends = False
        self._top = top
        self.room.repaint(self)

    def _move(self, by: int) -> None:
        assert self._sheet is not None
        names = [item.name for item in self._sheet.items]
        if self._chosen in names:
            self._chosen = names[(names.index(self._chosen) + by) % len(names)]
        else:
            self._chosen = names[0 if by > 0 else -1]
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Scrolls until the chosen item is seen."""
        assert self._sheet is not None
        row = next(
            row
            for row, line in enumerate(self._sheet.lines)
            if getattr(line, "name", None) == self._chosen
        )
        shown = rows_shown(self._size[1], len(self._sheet.head))
        self._ends = False
        self._top = min(max(self._top, row - shown + 1), row)
        self.room.repaint(self)

    def _altered(self, name: str, by: int) -> bool:
        if self._alter is None or not self._alter(name, by):
            return False
        self.room.repaint(self)
        return True

    def _take(self, name: str) -> None:
        assert self._sheet is not None
        if not self._sheet.items:
            self.close()
        elif any(item.name == name for item in self._sheet.items) and not self._altered(name, 1):
            self.close(name)
