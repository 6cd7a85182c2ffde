"""What the big screen shows in turn: the board, tables that are played, the computer at play.

It changes only for a reason, and holds what it shows long enough to be read: the board, then the
table that is worth looking at, then the board again. Where nobody plays, the computer plays a round
against itself between two boards; it thinks only while that is on the screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from koikoi.host.boardnews import BoardNews
from koikoi.host.boardpage import BoardPage
from koikoi.host.onlooker import LiveTable, Onlooker
from koikoi.table.thoughts import Thinker
from koikoi.tui.demo import Demo, Plan
from koikoi.tui.motion import PACES

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class BoardSource(Protocol):
    """Who knows what the big screen tells."""

    def news(self) -> BoardNews:
        """What there is to tell now."""

    async def changed(self) -> None:
        """Waits until there is something else to tell, from the moment of the call on."""

    def live(self) -> LiveTable | None:
        """The table that is worth looking at now; ``None`` where nobody plays."""


class Attract(NamedTuple):
    """What is played where nobody plays.

    Attributes:
        plan: What.
        thinker: Who thinks.
    """

    plan: Plan
    thinker: Thinker


class Holds(NamedTuple):
    """For how many seconds everything is held.

    Attributes:
        board: The board.
        table: A table that is played.
        result: The result of one of its rounds.
        settles: How long changes are gathered before they are shown.
    """

    board: float = 20.0
    table: float = 60.0
    result: float = 7.0
    settles: float = 1.0


HOLDS = Holds()


def board_course(
    source: BoardSource, attract: Attract | None, holds: Holds = HOLDS
) -> Callable[[Host], Awaitable[None]]:
    """The course of a program that is a big screen; it ends where it is left.

    Args:
        source: Who knows what it tells.
        attract: What is played where nobody plays; ``None`` for nothing.
        holds: For how long everything is held.
    """

    async def course(host: Host) -> None:
        await BigScreen(host, source, attract, holds).run()

    return course


class BigScreen:
    """Shows everything in turn.

    Args:
        host: Who shows pages.
        source: Who knows what is told.
        attract: What is played where nobody plays.
        holds: For how long everything is held.
    """

    def __init__(
        self, host: Host, source: BoardSource, attract: Attract | None, holds: Holds
    ) -> None:
        self._host = host
        self._source = source
        self._attract = attract
        self._holds = holds
        self._left = asyncio.Event()

    async def run(self) -> None:
        """Shows everything in turn until it is left."""
        showing = asyncio.ensure_future(self._show())
        leaving = asyncio.ensure_future(self._left.wait())
        try:
            await asyncio.wait([showing, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            showing.cancel()
            leaving.cancel()
            await asyncio.wait([showing, leaving])
        if not showing.cancelled():
            showing.result()

    async def _show(self) -> None:
        await self._board()
        while self._attract is None:
            await self._tables()
            await self._board()
        await self._tables()
        plan, thinker = self._attract
        await Demo(self._host, plan, thinker, aside=self._aside, any_key=False).run()
        self._left.set()

    async def _aside(self, over: bool) -> None:
        """Shows the board after a round of the computer's, and as soon as people play."""
        if over or self._source.live() is not None:
            await self._board()
            await self._tables()

    async def _tables(self) -> None:
        """Shows tables as long as people play, and the board after each."""
        while (table := self._source.live()) is not None:
            looking = Onlooker(self._host, table, self._pace, self._holds.result, self._left.set)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._holds.table):
                    await looking.watch()
            await self._board()

    def _pace(self) -> float:
        return PACES[self._host.settings.pace]

    async def _board(self) -> None:
        """Shows the board for a while, as it is and as it changes."""
        page = BoardPage(self._host, self._source.news())
        following = asyncio.ensure_future(self._follow(page))
        done = asyncio.get_running_loop().call_later(self._holds.board, page.close)
        try:
            if await self._host.show(page) == "leave":
                self._left.set()
        finally:
            done.cancel()
            following.cancel()
            await asyncio.wait([following])

    async def _follow(self, page: BoardPage) -> None:
        while True:
            page.show(self._source.news())
            await self._source.changed()
            await asyncio.sleep(self._holds.settles)
