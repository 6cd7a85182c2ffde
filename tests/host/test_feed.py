"""Whoever watches keeps up with the table, however fast it plays and however slow they like it."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from koikoi.ai.baseline import GreedyAgent
from koikoi.engine.events import Event, TurnStarted
from koikoi.engine.flow import legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, view
from koikoi.host.feed import Feed
from koikoi.tui.seating import Seating
from koikoi.tui.visit import VisitPage
from tests.tui.clock import TWO_NAMES, Desk, jump
from tests.tui.scenes import brush_of
from tests.tui.test_motion_table import Match

SLOW = 2.0
"""The pace of somebody who likes everything to be held for long."""


async def nothing(_: PlayerView) -> None:
    """Nothing more is shown after a batch of events."""


def next_batch(match: Match) -> tuple[tuple[Event, ...], PlayerView]:
    """The next action, as the computer would do it."""
    state = match.state
    legal = legal_actions(state)
    if state.to_act is None:
        return match.do(legal[0])
    return match.do(GreedyAgent().choose(view(state, state.to_act), legal))


class Watched:
    """A match that is watched by somebody slow.

    Attributes:
        lags: By how many turns the screen was behind, at each picture.
        moved: The plies in whose batches something was held.
    """

    def __init__(self) -> None:
        self.match = Match(new_match(preset("standard"), "fast"), None)
        self.desk = Desk(brush_of())
        self.feed = Feed(self.match.look(None), lambda: SLOW, lambda: "full")
        self.page = VisitPage(
            self.desk,
            Seating(TWO_NAMES, TWO_NAMES, None),
            self.feed.look,
            self.feed.pace,
            self.feed.motion,
        )
        self.lags: list[int] = []
        self.moved: set[int] = set()
        self._turns = {0: 0}
        self.desk.watch = self._note

    def _note(self) -> None:
        self.lags.append(self._turns[self.match.state.ply] - self._turns[self.feed.seen.ply])
        if self.page._held.on:
            self.moved.add(self.feed.seen.ply)

    async def acts(self) -> None:
        """The table goes on by an action."""
        turn = self._turns[self.match.state.ply]
        events, seen = next_batch(self.match)
        turn += any(isinstance(event, TurnStarted) for event in events)
        self._turns[self.match.state.ply] = turn
        await self.feed.hear(events, seen)


async def goes_on(seconds: float, actions: int) -> Watched:
    """A table that acts every so often, until its watcher has seen everything."""
    watched = Watched()
    following = asyncio.ensure_future(watched.feed.follow(watched.page, nothing, resumed=True))
    for _ in range(actions):
        await watched.acts()
        if seconds:
            await asyncio.sleep(seconds)
        if watched.match.state.phase is Phase.MATCH_OVER:
            break
    await watched.feed.caught_up()
    watched.page._patience.end()
    following.cancel()
    await asyncio.wait([following])
    return watched


@pytest.mark.parametrize("seconds", [0.05, 0.5, 1.5])
def test_a_slow_watcher_is_never_more_than_two_turns_behind_a_fast_table(seconds: float) -> None:
    watched = jump(partial(goes_on, seconds, 60))
    assert max(watched.lags) <= 2
    assert watched.page.seen == watched.match.look(None)


def test_who_was_behind_sees_the_last_turn_move() -> None:
    watched = jump(partial(goes_on, 0.0, 40))
    assert watched.match.state.ply in watched.moved
    assert len(watched.moved - {0}) < 3


def test_who_keeps_up_misses_nothing_that_moves() -> None:
    watched = jump(partial(goes_on, 60.0, 20))
    assert watched.moved >= set(range(1, 21))
    assert max(watched.lags) <= 1
