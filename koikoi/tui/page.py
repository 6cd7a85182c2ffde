"""What fills the screen: the protocol of pages, and pages of words."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Protocol

from koikoi.tui.brush import Brush
from koikoi.tui.frame import Frame


class Room(Protocol):
    """What pages need of the program that shows them."""

    @property
    def brush(self) -> Brush:
        """Inks, signs, faces and language as they are now."""

    def repaint(self, page: Page) -> None:
        """Shows the screen anew, because this page has changed."""

    def opens(self, page: Page) -> None:
        """Lets a page take keys once what it shows now has reached the terminal."""

    def do(self, command: str, page: Page) -> None:
        """Does what is not the page's own business: help, options, theme."""


class Page:
    """Something that fills the screen, or lies over what does.

    Attributes:
        open_since: When it began to take answers, by the library's clock; whatever was typed
            before was typed at something else.
        result: What it ends with.
    """

    dialog = False
    """Whether it lies over the page below, which then goes on being shown around it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.open_since = inf
        self.result: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """What it shows on a terminal of this size, over what is below it."""
        raise NotImplementedError

    @property
    def unsaved(self) -> bool:
        """Whether leaving the program now would lose something that nobody has been asked about."""
        return False

    def respoken(self) -> None:
        """Is told that another language is spoken, before it is painted in it."""

    def press(self, key: str, at: float) -> None:
        """Takes a key that was pressed at a time."""
        raise NotImplementedError

    def click(self, target: object, at: float) -> None:
        """Takes a click on something of its frame."""
        raise NotImplementedError

    def turn(self, by: int, at: float) -> None:
        """Takes a turn of the wheel by so many lines; what does not scroll does nothing."""

    def close(self, result: str | None = None) -> None:
        """Ends the page."""
        if not self.result.done():
            self.result.set_result(result)
