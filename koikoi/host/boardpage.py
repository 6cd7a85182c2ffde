"""The big screen as a page: it is only looked at, and given anew whenever something changes."""

from __future__ import annotations

from koikoi.host.boardnews import BoardNews
from koikoi.host.boardpaint import paint_board
from koikoi.tui.demopage import LEAVES
from koikoi.tui.frame import Frame
from koikoi.tui.page import Page, Room
from koikoi.tui.uistate import Does


class BoardPage(Page):
    """The big screen; it ends with ``leave`` where whoever is at its keyboard leaves it.

    Args:
        room: Who shows it.
        news: What it tells.
    """

    def __init__(self, room: Room, news: BoardNews) -> None:
        super().__init__(room)
        self._news = news

    def show(self, news: BoardNews) -> None:
        """Tells something else from now on; nothing is painted where nothing has changed."""
        if news != self._news:
            self._news = news
            self.room.repaint(self)

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints it."""
        del below
        return paint_board(self._news, width, height, self.room.brush)

    def press(self, key: str, at: float) -> None:
        """Takes a key: nothing but leaving does anything."""
        if key in LEAVES and at >= self.open_since:
            self.close("leave")

    def click(self, target: object, at: float) -> None:
        """Takes a click on the hint."""
        if target == Does("q"):
            self.press("q", at)
