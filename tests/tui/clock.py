"""A clock that jumps: what waits for a while waits for no time, and in the right order."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from koikoi.engine.actions import Seat
from koikoi.engine.view import PlayerView
from koikoi.store.settings import Motion
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Frame
from koikoi.tui.page import Page
from koikoi.tui.seating import Seating
from koikoi.tui.tablepage import TablePage
from tests.tui.scenes import NAMES, TAGS

_Result = TypeVar("_Result")

TWO_NAMES = ("East", "West")


class _Jumping(selectors.DefaultSelector):
    """Waits for nothing, and tells how long it would have waited."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("everything waits, and nothing will ever come")
        self.now += max(timeout, 0)
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop on which time passes only where everything waits for it."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds that have been waited for."""
        return self._jumping.now


def jump(course: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Runs a course to its end; nothing of it may be left behind."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:

        async def whole() -> _Result:
            result = await course()
            await asyncio.sleep(0)
            left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            assert left == []
            return result

        return runner.run(whole())


class Desk:
    """Stands for the program around a table: keeps every picture that is shown.

    Attributes:
        brush: What is painted with.
        size: The terminal's columns and rows.
        frames: The pictures, each with the seconds since the loop began.
        watch: Called after each picture.
        opened: How often something was asked.
    """

    def __init__(self, brush: Brush, size: tuple[int, int] = (80, 24)) -> None:
        self.brush = brush
        self.size = size
        self.frames: list[tuple[float, Frame]] = []
        self.watch: Callable[[], None] = lambda: None
        self.opened = 0

    def repaint(self, page: Page) -> None:
        """Keeps the picture of a page."""
        at = asyncio.get_running_loop().time()
        self.frames.append((at, page.frame(*self.size, None)))
        self.watch()

    def opens(self, page: Page) -> None:
        """Lets a page take answers."""
        self.opened += 1
        page.open_since = asyncio.get_running_loop().time()

    def do(self, command: str, page: Page) -> None:
        """Does nothing."""


async def _at_once(_: PlayerView) -> None:
    """Reads a result."""


def seated(
    desk: Desk,
    look: Callable[[Seat | None], PlayerView],
    motion: Motion = "full",
    *,
    viewer: Seat | None = 0,
    pace: float = 1.0,
) -> TablePage:
    """A table at a desk."""
    names, tags = (NAMES, TAGS) if viewer is not None else (TWO_NAMES, TWO_NAMES)
    return TablePage(
        desk,
        Seating(names, tags, viewer),
        look,
        lambda: 0.0 if motion == "none" else pace,
        lambda: motion,
        lambda _: False,
        _at_once,
    )
