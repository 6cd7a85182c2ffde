"""The course of a demonstration: the computer plays itself, match after match, until it is left.

Nothing is recorded. Who thinks is for whoever begins it to say, and so is what happens between two
moves and after a round: a big screen shows something else then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from os import urandom
from typing import TYPE_CHECKING, Final, NamedTuple

from koikoi.ai.agent import agent_seed
from koikoi.ai.levels import character
from koikoi.engine.actions import Action, Resign, Seat
from koikoi.engine.flow import new_match
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer, LeaveTable
from koikoi.match.session import Session
from koikoi.store.settings import Pace
from koikoi.table.thoughts import Thinker, thought
from koikoi.text.catalogue import Text
from koikoi.text.opponents import opponent
from koikoi.tui import words
from koikoi.tui.demopage import BOTTOM, TOP, DemoPage, Glance
from koikoi.tui.guard import Guard
from koikoi.tui.motion import PACES
from koikoi.tui.seating import Seating, known_tag, tag
from koikoi.tui.sheet import Sheet

if TYPE_CHECKING:
    from koikoi.review.hint import Hint
    from koikoi.tui.readings import Host

_CHOICE: Final = 2.4
"""Seconds for which a choice is shown before it is taken."""
_ONLY: Final = 0.7
"""The same where there was no other one."""
_ROUND: Final = 7.0
"""Seconds for the result of a round."""
_MATCH: Final = 12.0
"""Seconds for the result of a match."""


class Plan(NamedTuple):
    """What is played.

    Attributes:
        rules: The rules.
        agents: The level or agent of both seats.
        seed: The seed of the first match, from which those of the others follow; ``None`` for
            seeds by chance.
        pace: How fast; ``None`` for as the player prefers.
    """

    rules: Rules
    agents: tuple[str, str]
    seed: str | None = None
    pace: Pace | None = None

    def seed_of(self, number: int) -> str:
        """The seed of a match, which are counted from 0."""
        if self.seed is None:
            return urandom(16).hex()
        return f"{self.seed}/{number}" if number else self.seed


async def _at_once(_: bool) -> None:
    """Nothing happens between two moves."""


class Demo:
    """Plays, and shows it.

    Args:
        host: Who shows pages.
        plan: What is played.
        thinker: Who thinks.
        aside: Awaited before every decision, and after every result that was shown, which it is
            told; whatever it shows lies over the table.
        any_key: Whether keys that mean nothing else end it.
    """

    def __init__(
        self,
        host: Host,
        plan: Plan,
        thinker: Thinker,
        *,
        aside: Callable[[bool], Awaitable[None]] = _at_once,
        any_key: bool = True,
    ) -> None:
        self._host = host
        self._plan = plan
        self._thinker = thinker
        self._aside = aside
        self._any_key = any_key
        self._left = asyncio.Event()
        self._page: DemoPage | None = None
        self._shown: set[asyncio.Future[str | None]] = set()
        self._seating = _seating(plan.agents, host.brush.text)

    async def run(self) -> None:
        """Plays until it is left."""
        playing = asyncio.ensure_future(self._play())
        leaving = asyncio.ensure_future(self._left.wait())
        try:
            await asyncio.wait([playing, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            playing.cancel()
            leaving.cancel()
            await asyncio.wait([playing, leaving])
        if not playing.cancelled():
            playing.result()

    def leave(self) -> None:
        """Ends it."""
        self._left.set()

    async def _play(self) -> None:
        number = 0
        try:
            while await self._match(self._plan.seed_of(number)):
                number += 1
        finally:
            if self._page is not None:
                self._page.end()
            if self._shown:
                await asyncio.wait(self._shown)

    async def _match(self, seed: str) -> bool:
        """Plays a match; returns whether it came to its end."""
        host = self._host
        state = new_match(self._plan.rules, seed)
        first, second = (
            _Player(self, seat, self._seating.names[seat], agent_seed(seed, seat))
            for seat in (BOTTOM, TOP)
        )
        session = Session(state, (first, second))
        page = DemoPage(
            host,
            self._seating,
            session.view,
            self._pace,
            lambda: host.motion,
            self.leave,
            any_key=self._any_key,
        )
        before, self._page = self._page, page
        self._show(page)
        if before is not None:
            before.end()
        session.subscribe(Guard(page, host.failed), BOTTOM)
        if not await session.run():
            return False
        await self.result(session.view(BOTTOM), _MATCH)
        return True

    def _show(self, page: DemoPage | Glance) -> None:
        shown = asyncio.ensure_future(self._host.show(page))
        self._shown.add(shown)
        shown.add_done_callback(self._shown.discard)

    def _pace(self) -> float:
        return PACES[self._plan.pace or self._host.settings.pace]

    async def decide(
        self, seat: Seat, seed: str, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        """Has a decision thought out, and shows it before it is taken."""
        await self._aside(False)
        page, agent = self._page, self._plan.agents[seat]
        assert page is not None  # a match is shown before it is played
        weighing = asyncio.ensure_future(self._weighed(seen, legal))
        try:
            answer = await self._thinker.choose(agent, seed, seen, legal)
            hint = await weighing
        finally:
            weighing.cancel()
        try:
            said = thought(
                self._host.brush.text, page.seating.names[seat], seen, answer.action, hint
            )
            page.muse(seat, answer.action, said)
        except Exception as error:
            self._host.failed(error)
            raise LeaveTable from error
        await page.linger(_CHOICE if len(legal) > 1 else _ONLY)
        return answer

    async def _weighed(self, seen: PlayerView, legal: tuple[Action, ...]) -> Hint | None:
        return await self._thinker.hint(seen, legal) if len(legal) > 1 else None

    async def result(self, seen: PlayerView, seconds: float = _ROUND) -> None:
        """Shows the result of a round, or of the match, for a while."""
        table = self._page
        assert table is not None  # it has just been played
        host = self._host
        narrator, names = table.narrator, table.seating.names
        ends = [event for event in table.ended if isinstance(event, words.End)]

        def build(width: int) -> Sheet:
            sheet = words.result_sheet(seen, ends, narrator, BOTTOM, names, host.brush, width)
            return replace(sheet, hints=table.hints())

        page = Glance(host, table, build)
        self._show(page)
        try:
            await table.linger(seconds)
        finally:
            page.close()
        await self._aside(True)


class _Player:
    """A computer player whose decisions are shown before they are taken."""

    def __init__(self, demo: Demo, seat: Seat, name: str, seed: str) -> None:
        self._demo = demo
        self._seat = seat
        self._name = name
        self._seed = seed

    @property
    def name(self) -> str:
        """The name that others read."""
        return self._name

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Thinks, and shows it."""
        return await self._demo.decide(self._seat, self._seed, seen, legal)

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Waits until the result has been shown long enough."""
        if self._seat == BOTTOM:
            await self._demo.result(seen)
        return None


def _seating(agents: tuple[str, str], text: Text) -> Seating:
    """What two agents are called; the same one on both sides is numbered."""
    first, second = (_name(agent, text) for agent in agents)
    if first == second:
        names = (f"{first} 1", f"{second} 2")
        return Seating(names, (tag(names[0]), tag(names[1])), None)
    return Seating((first, second), (known_tag(first, text), known_tag(second, text)), None)


def _name(agent: str, text: Text) -> str:
    played = character(agent)
    return agent if played is None else opponent(text, played.key).name
