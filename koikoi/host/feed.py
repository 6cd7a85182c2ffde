"""What a table tells one screen, at that screen's own pace.

A table never waits for a screen: what happens waits in line until it has been shown, and a screen
that is late does not show how it went.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from koikoi.engine.actions import Seat
from koikoi.engine.events import Event
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.match.session import Notice
from koikoi.store.settings import Motion
from koikoi.tui.late import Late, ends_turn
from koikoi.tui.tablepage import TablePage


class _Batch(NamedTuple):
    """Events that have happened, or a notice, and the view after them."""

    events: tuple[Event, ...]
    seen: PlayerView
    notice: Notice | None = None


class Feed:
    """Takes down what happens at a table, and shows it.

    Args:
        seen: What the screen may show now.
        pace: How much longer or shorter everything is held.
        motion: How much moves.
    """

    def __init__(
        self, seen: PlayerView, pace: Callable[[], float], motion: Callable[[], Motion]
    ) -> None:
        self.seen = seen
        self._pace = pace
        self._motion = motion
        self._late = Late()
        self._turns = 0
        self._line: asyncio.Queue[_Batch] = asyncio.Queue()
        self._page: TablePage | None = None
        self._idle = asyncio.Event()
        self._more = asyncio.Event()

    def look(self, seat: Seat | None) -> PlayerView:
        """What the screen may show, as far as it has come."""
        del seat
        return self.seen

    @property
    def behind(self) -> bool:
        """Whether the table has gone on by much since."""
        return self._late.now

    def pace(self) -> float:
        """How much longer or shorter everything is held; not at all where it lags behind."""
        return 0.0 if self._late.now else self._pace()

    def motion(self) -> Motion:
        """How much moves; nothing where it lags behind."""
        return "none" if self._late.now else self._motion()

    # What the session tells: it is only taken down.

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        """Is known already: whoever comes looks at the table."""

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Takes events down."""
        self._take(_Batch(events, seen))

    async def notice(self, notice: Notice) -> None:
        """Takes down that the table moves for a player."""
        self._take(_Batch((), self.seen, notice))

    def _take(self, batch: _Batch) -> None:
        self._idle.clear()
        self._more.set()
        self._line.put_nowait(batch)
        if ends_turn(batch.events):
            self._turns += 1
            if self._late.weigh(self._turns) and self._page is not None:
                self._page.hurry()

    # What is shown.

    async def follow(
        self, page: TablePage, after: Callable[[PlayerView], Awaitable[object]], *, resumed: bool
    ) -> None:
        """Shows everything as it comes, until the match is over.

        Args:
            page: The table on the screen.
            after: Called after each batch with what is seen then.
            resumed: Whether the match goes on, and does not just begin.
        """
        self._page = page
        await page.begin(self.seen, resumed=resumed)
        while self.seen.phase is not Phase.MATCH_OVER:
            if self._line.empty():
                self._idle.set()
                self._more.clear()
            batch = await self._line.get()
            if self._line.empty():
                self._more.clear()
            self._turns -= ends_turn(batch.events)
            self._late.weigh(self._turns)
            if batch.notice is not None:
                await page.notice(batch.notice)
                continue
            self.seen = batch.seen
            await page.hear(batch.events, batch.seen)
            await after(batch.seen)
        self._idle.set()

    async def caught_up(self) -> None:
        """Waits until everything that has happened is on the screen."""
        await self._idle.wait()

    async def more(self) -> None:
        """Waits until more has happened than what is being shown."""
        await self._more.wait()


class Rounds:
    """Listens for what is seen of a table from afar: the round, and how it stands.

    Args:
        changed: Called when that is otherwise.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._last: tuple[int, tuple[int, int], bool] | None = None

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        """Is known already."""

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Tells of another round, of points, and of the end."""
        del events
        now = (seen.number, seen.scores, seen.phase is Phase.MATCH_OVER)
        if now != self._last:
            self._last = now
            self._changed()

    async def notice(self, notice: Notice) -> None:
        """Is nothing that is seen from afar."""
