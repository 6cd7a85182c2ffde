"""The session: order of things, redaction, faults, limits, leaving, resigning, going on."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

import koikoi.ai
from koikoi.ai.agent import Agent
from koikoi.engine.actions import Action, NextRound, Play, Resign, Seat
from koikoi.engine.cards import CARDS
from koikoi.engine.events import Event, MatchEnded, MatchOutcome, Resigned, RoundDealt, RoundEnded
from koikoi.engine.flow import apply, new_match
from koikoi.engine.fold import Folder
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, view
from koikoi.match.player import AgentPlayer, Answer, LeaveTable
from koikoi.match.session import Fault, Listener, Session
from tests.match.table import RULES, Book, Heard, Scripted


async def test_a_match_runs_to_its_end_and_everybody_hears_the_same() -> None:
    session = Session(new_match(RULES, "run"), (Scripted(), Scripted()))
    ears: list[tuple[Heard, Seat | None]] = [(Heard(), 0), (Heard(), 1), (Heard(), None)]
    for ear, seat in ears:
        session.subscribe(ear, seat)
    assert await session.run()
    assert session.over
    for ear, seat in ears:
        assert ear.resumed is False
        assert isinstance(ear.events[-1], MatchEnded)
        # What was heard rebuilds every view, and holds no hidden hand.
        folder = Folder(seat)
        for event in ear.events:
            folder.see(event)
        assert folder.view == ear.views[-1] == session.view(seat)
        for event in ear.events:
            if isinstance(event, RoundDealt):
                assert [hand is not None for hand in event.hands] == [seat == 0, seat == 1]


async def test_players_are_asked_with_their_own_view_only() -> None:
    players = Scripted(), Scripted()
    await Session(new_match(RULES, "views"), players).run()
    for seat, player in enumerate(players):
        assert player.asked
        assert all(seen.seat == seat == seen.to_act for seen in player.asked)


async def test_both_players_acknowledge_between_rounds() -> None:
    players = Scripted(), Scripted()
    await Session(new_match(RULES, "ready"), players).run()
    assert [player.readied for player in players] == [1, 1]


async def test_every_action_is_recorded_before_it_is_heard() -> None:
    book = Book()
    heard: list[int] = []

    class Late(Heard):
        async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
            heard.append(len(book.lines) - seen.ply)

    session = Session(new_match(RULES, "order"), (Scripted(), Scripted()), recorder=book)
    session.subscribe(Late(), None)
    await session.run()
    assert set(heard) == {0}
    assert [ply for ply, _, _ in book.lines] == list(range(len(book.lines)))


class Crash(Scripted):
    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        raise RuntimeError("out of ideas")


class Cheat(Scripted):
    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        return Answer(Play(next(card for card in CARDS if not seen.hand >> card & 1)))


class Dealer(Scripted):
    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        return Answer(NextRound())


class Stale(Scripted):
    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        return Answer(replace(legal[0], ply=seen.ply - 1))


class Babble(Scripted):
    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        return "1L"  # type: ignore[return-value]


class Framer(Scripted):
    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        return Answer(Resign(1 if seen.seat == 0 else 0))


class Sleeper(Scripted):
    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError("nobody wakes it")


@pytest.mark.parametrize(
    ("player", "fault"),
    [
        (Crash, Fault.CRASHED),
        (Cheat, Fault.ILLEGAL),
        (Dealer, Fault.ILLEGAL),
        (Stale, Fault.ILLEGAL),
        (Babble, Fault.ILLEGAL),
        (Framer, Fault.ILLEGAL),
        (Sleeper, Fault.LATE),
    ],
)
async def test_the_table_moves_for_a_player_that_does_not(
    player: type[Scripted], fault: Fault
) -> None:
    book, ear = Book(), Heard()
    session = Session(
        new_match(RULES, "faults"), (player(), Scripted()), recorder=book, limits=(0, None)
    )
    if fault is not Fault.LATE:
        session = Session(new_match(RULES, "faults"), (player(), Scripted()), recorder=book)
    session.subscribe(ear, 1)
    own = Heard()
    session.subscribe(own, 0)
    assert await session.run()
    assert ear.notices
    assert {notice.fault for notice in ear.notices} == {fault}
    assert {notice.seat for notice in ear.notices} == {0}
    marked = [action for _, action, marks in book.lines if marks == ("fallback",)]
    assert marked == [notice.action for notice in ear.notices]
    if player is Crash:
        assert ear.notices[0].detail == "RuntimeError"
    # Why it was illegal is for the player's own side: it speaks of what is not in the hand.
    assert all(notice.reason is None for notice in ear.notices)
    if player in (Cheat, Stale):
        assert all(notice.reason is not None for notice in own.notices)


async def test_a_player_that_crashes_between_rounds_counts_as_ready() -> None:
    class Nervous(Scripted):
        async def ready(self, seen: PlayerView) -> Resign | None:
            raise RuntimeError("no")

    assert await Session(new_match(RULES, "nervous"), (Nervous(), Scripted())).run()


async def test_marks_of_a_player_reach_the_record() -> None:
    class Hinted(Scripted):
        async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
            return Answer(legal[0], ("hint",))

    book = Book()
    await Session(new_match(RULES, "marks"), (Hinted(), Scripted()), recorder=book).run()
    assert {marks for _, _, marks in book.lines} == {("hint",), ()}


async def test_a_player_who_leaves_leaves_the_match_unfinished_and_it_goes_on_the_same() -> None:
    def agents() -> tuple[AgentPlayer, AgentPlayer]:
        return tuple(AgentPlayer(koikoi.ai.load("greedy", name), name) for name in "ab")  # type: ignore[return-value]

    whole = Session(new_match(RULES, "leave"), agents())
    await whole.run()

    class Leaver(AgentPlayer):
        def __init__(self, agent: Agent, name: str) -> None:
            super().__init__(agent, name)
            self.left = 0

        async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
            self.left += 1
            if self.left == 4:
                raise LeaveTable
            return await super().decide(seen, legal)

    book = Book()
    leaver = Leaver(koikoi.ai.load("greedy", "a"), "a")
    first = Session(new_match(RULES, "leave"), (leaver, agents()[1]), recorder=book)
    assert not await first.run()
    assert not first.over
    state = new_match(RULES, "leave")
    for _, action, _ in book.lines:
        state, _ = apply(state, action)
    assert view(state, 0) == first.view(0)
    ear = Heard()
    second = Session(state, agents())
    second.subscribe(ear, 0)
    await second.run()
    assert ear.resumed is True
    assert second.view(0) == whole.view(0)


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_player_may_resign_at_a_question(seat: Seat) -> None:
    class Loser(Scripted):
        async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
            return Answer(Resign(seat)) if seen.seat == seat else Answer(legal[0])

    ear = Heard()
    session = Session(new_match(RULES, "resign"), (Loser(), Loser()))
    session.subscribe(ear, None)
    assert await session.run()
    assert Resigned(seat) in ear.events
    result = session.view(None).result
    assert result is not None
    assert result.outcome is MatchOutcome.RESIGNED
    assert result.winner == 1 - seat


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_player_may_resign_between_rounds_while_the_other_still_reads(seat: Seat) -> None:
    class Reader(Scripted):
        async def ready(self, seen: PlayerView) -> Resign | None:
            if seen.seat == seat:
                return Resign(seat)
            await asyncio.Event().wait()
            return None

    session = Session(new_match(RULES, "between"), (Reader(), Reader()))
    assert await session.run()
    result = session.view(None).result
    assert result is not None
    assert result.winner == 1 - seat


async def test_a_player_may_leave_between_rounds() -> None:
    class Guest(Scripted):
        async def ready(self, seen: PlayerView) -> Resign | None:
            raise LeaveTable

    session = Session(new_match(RULES, "guest"), (Scripted(), Guest()))
    assert not await session.run()
    assert session.view(None).phase is Phase.ROUND_OVER


async def test_a_recorder_that_fails_stops_the_match_before_the_action() -> None:
    book, ear = Book(fail_at=3), Heard()
    session = Session(new_match(RULES, "full"), (Scripted(), Scripted()), recorder=book)
    session.subscribe(ear, 0)
    with pytest.raises(OSError, match="No space left"):
        await session.run()
    assert session.view(0).ply == 3
    assert ear.views[-1].ply == 3


async def test_a_cancelled_session_rests_at_its_last_action() -> None:
    arrived = asyncio.Event()

    class Thinker(Scripted):
        async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
            if len(self.asked) < 3:
                return Answer(legal[0])
            arrived.set()
            await asyncio.Event().wait()
            raise AssertionError

    session = Session(new_match(RULES, "cancel"), (Thinker(), Scripted()))
    running = asyncio.ensure_future(session.run())
    await arrived.wait()
    ply = session.view(0).ply
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert session.view(0).ply == ply


async def test_a_listener_can_be_taken_away() -> None:
    session = Session(new_match(RULES, "ears"), (Scripted(), Scripted()))
    ear: Listener = Heard()
    session.subscribe(ear, 0)
    session.unsubscribe(ear)
    await session.run()
    assert isinstance(ear, Heard)
    assert ear.resumed is None


async def test_an_agent_that_raises_is_a_crash_of_its_player() -> None:
    class Broken:
        name = "broken"

        def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
            raise ZeroDivisionError("oops")

    ear = Heard()
    session = Session(new_match(RULES, "agent"), (AgentPlayer(Broken(), "broken"), Scripted()))
    session.subscribe(ear, None)
    assert await session.run()
    assert {notice.detail for notice in ear.notices} == {"ZeroDivisionError"}


async def test_the_hidden_cards_come_with_the_end_of_the_round_only() -> None:
    ear = Heard()
    session = Session(new_match(RULES, "hidden"), (Scripted(), Scripted()))
    session.subscribe(ear, 0)
    await session.run()
    ended = [event for event in ear.events if isinstance(event, RoundEnded)]
    assert len(ended) == 2
    assert all(len(event.stock) + sum(map(int.bit_count, event.hands)) >= 8 for event in ended)
