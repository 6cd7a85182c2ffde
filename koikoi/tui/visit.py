"""Watching a match that is played elsewhere: its record is followed, and shown on a table.

Nobody sits at this table: both hands are hidden until a round is over, and nothing can be answered.
While nothing happens the record is looked at, and nothing is sent to the terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi.engine.actions import Seat
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, redact, view
from koikoi.record.errors import RecordError
from koikoi.record.follow import Follower
from koikoi.record.replay import Step
from koikoi.store.settings import Motion
from koikoi.table.trouble import trouble
from koikoi.text.catalogue import Text
from koikoi.tui.late import Late, ends_turn
from koikoi.tui.page import Room
from koikoi.tui.seating import Seating, named, tags_of
from koikoi.tui.tablepage import TablePage
from koikoi.tui.uistate import Mood, UiState

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

POLL: Final = 0.25
"""Seconds between two looks at the record."""

_ENDS: Final = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class VisitPage(TablePage):
    """The table of a match that others play.

    Args:
        room: Who shows it.
        seating: Who sits where; nobody looks at the screen for either.
        look: What a watcher may know now.
        pace: How much longer or shorter everything is held.
        motion: How much moves.
    """

    def __init__(
        self,
        room: Room,
        seating: Seating,
        look: Callable[[Seat | None], PlayerView],
        pace: Callable[[], float],
        motion: Callable[[], Motion],
    ) -> None:
        super().__init__(room, seating, look, pace, motion, lambda _: False, _nothing)
        self.resting = ""
        """What the prompt says where nobody is playing."""
        self.choice.rest(Mood.VISIT)

    def welcome(self) -> str:
        """Says who is watched."""
        first, second = self.seating.names
        return self.room.brush.text.t(
            "You are watching {first} and {second}", first=first, second=second
        )

    def ui(self) -> UiState:
        """What is shown beside the view."""
        ui = super().ui()
        return ui._replace(banner=ui.banner or self.resting)

    def respoken(self) -> None:
        """Tells everything again; whether somebody plays is said at the next look."""
        super().respoken()
        self.resting = ""

    def leave(self) -> None:
        """Ends the visit."""
        self.on_leave()
        self.close("leave")


async def _nothing(_: PlayerView) -> None:
    """Nobody acknowledges anything here."""


class Visit:
    """Shows what a follower reads until the match is over.

    Args:
        follower: Reads the record.
        text: The language.
        result: Shows the result of a round, or of the match, until it has been read.
    """

    def __init__(
        self,
        follower: Follower,
        text: Text,
        result: Callable[[PlayerView], Awaitable[None]],
    ) -> None:
        self._follower = follower
        self._text = text
        self._result = result
        self._state: MatchState = follower.news()[-1].state
        self._late = Late()

    def look(self, seat: Seat | None) -> PlayerView:
        """What a watcher may know; nobody else looks here."""
        del seat
        return view(self._state, None)

    def paced(self, pace: Callable[[], float]) -> Callable[[], float]:
        """The pace, and none at all where the table has fallen behind."""
        return lambda: 0.0 if self._late.now else pace()

    def moving(self, motion: Callable[[], Motion]) -> Callable[[], Motion]:
        """How much moves; nothing does where the table has fallen behind."""
        return lambda: "none" if self._late.now else motion()

    async def follow(self, page: VisitPage) -> str:
        """Shows the match until it is over; returns what is to be said then, if anything is."""
        try:
            await page.begin(self.look(None), resumed=True)
            if self._state.phase in _ENDS:
                await self._result(self.look(None))
            while not self._follower.finished:
                steps = await asyncio.to_thread(self._follower.news)
                if steps:
                    await self._show(page, steps)
                else:
                    await self._rest(page)
        except (OSError, RecordError) as error:
            return trouble(error, self._text)
        return ""

    async def _show(self, page: VisitPage, steps: tuple[Step, ...]) -> None:
        page.resting = ""
        waiting = sum(ends_turn(step.events) for step in steps)
        for step in steps:
            waiting -= ends_turn(step.events)
            self._late.weigh(waiting)
            self._state = step.state
            await page.hear(tuple(redact(event, None) for event in step.events), self.look(None))
            over = step.state.phase in _ENDS
            if over and (step is steps[-1] or not self._late.now):
                await self._result(self.look(None))

    async def _rest(self, page: VisitPage) -> None:
        """Waits a moment, and says where nobody plays any more."""
        said = ""
        if not await asyncio.to_thread(lambda: self._follower.played):
            said = self._text.t("Nobody is playing this match now; Esc leaves")
        if said != page.resting:
            page.resting = said
            page.room.repaint(page)
        await asyncio.sleep(POLL)


async def visited(
    path: Path,
    host: Host,
    pace: Callable[[], float],
    result: Callable[[PlayerView], Awaitable[None]],
    opened: Callable[[VisitPage | None], None],
) -> str:
    """Shows a match that is played elsewhere until it is over or the watcher leaves.

    Args:
        path: Its record.
        host: Who shows pages.
        pace: How much longer or shorter everything is held.
        result: Shows the result of a round, or of the match, until it has been read.
        opened: Is told the table that is shown, and ``None`` once it is not any more.

    Returns:
        What is to be said, if anything is.
    """
    text = host.brush.text
    try:
        follower = Follower(path)
    except (RecordError, OSError) as error:
        return trouble(error, text)
    with follower:
        visit = Visit(follower, text, result)
        first, second = follower.record.header.players
        names = first.name, second.name

        def seated() -> Seating:
            called = named(names, text)
            return Seating(called, tags_of(called, text), None)

        motion = visit.moving(lambda: host.motion)
        page = VisitPage(host, seated(), visit.look, visit.paced(pace), motion)
        page.seated = seated
        opened(page)
        try:
            return await _shown(visit, page, host)
        finally:
            opened(None)


async def _shown(visit: Visit, page: VisitPage, host: Host) -> str:
    shown = asyncio.ensure_future(host.show(page))
    following = asyncio.ensure_future(visit.follow(page))
    try:
        await asyncio.wait([shown, following], return_when=asyncio.FIRST_COMPLETED)
        return following.result() if following.done() else ""
    finally:
        following.cancel()
        page.close()
        await asyncio.wait([shown, following])
