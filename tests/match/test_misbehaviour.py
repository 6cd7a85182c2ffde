"""Players, agents and listeners that misbehave: the table goes on, and nothing hidden is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence

import pytest

from koikoi.engine.actions import Action, Play, Resign
from koikoi.engine.cards import CARDS, CardSet
from koikoi.engine.events import Event, MatchOutcome
from koikoi.engine.flow import new_match
from koikoi.engine.state import MatchState
from koikoi.engine.view import PlayerView
from koikoi.match.player import AgentPlayer, Answer, LeaveTable
from koikoi.match.session import Fault, Session
from tests.match.table import RULES, Book, Heard, Scripted


class AnAgent:
    """An agent that does what it is told."""

    name = "odd"

    def __init__(self, do: Callable[[PlayerView], object]) -> None:
        self._do = do

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        return self._do(seen)  # type: ignore[return-value]


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError


def raising(error: BaseException) -> Callable[[PlayerView], object]:
    def do(seen: PlayerView) -> object:
        raise error

    return do


@pytest.mark.parametrize(
    ("do", "fault"),
    [
        (lambda _: None, Fault.ILLEGAL),
        (lambda _: "play 1L", Fault.ILLEGAL),
        (lambda _: Play(-1), Fault.ILLEGAL),  # type: ignore[arg-type]
        (lambda _: Play(99), Fault.ILLEGAL),  # type: ignore[arg-type]
        (lambda _: Play("1L"), Fault.ILLEGAL),  # type: ignore[arg-type]
        (lambda _: Play(None), Fault.ILLEGAL),  # type: ignore[arg-type]
        (lambda _: Play(1.5), Fault.ILLEGAL),  # type: ignore[arg-type]
        (lambda _: Resign(7), Fault.ILLEGAL),  # type: ignore[arg-type]
        (lambda seen: seen, Fault.ILLEGAL),
        (raising(StopIteration()), Fault.CRASHED),
        (raising(SystemExit(3)), Fault.CRASHED),
        (raising(KeyboardInterrupt()), Fault.CRASHED),
        (raising(GeneratorExit()), Fault.CRASHED),
        (raising(asyncio.CancelledError()), Fault.CRASHED),
        (raising(BaseException()), Fault.CRASHED),
        (raising(Unspeakable()), Fault.CRASHED),
    ],
)
async def test_whatever_an_agent_does_the_table_goes_on(
    do: Callable[[PlayerView], object], fault: Fault
) -> None:
    ear = Heard()
    odd = AgentPlayer(AnAgent(do), "odd")
    session = Session(new_match(RULES, "odd"), (odd, Scripted()), recorder=Book())
    session.subscribe(ear, None)
    assert await session.run()
    assert {notice.fault for notice in ear.notices} == {fault}


@pytest.mark.parametrize("marks", [("UPPER CASE",), ("hint",) * 9, (5,), "hint", None])
async def test_an_answer_with_marks_that_are_none_is_illegal(marks: object) -> None:
    class Marker(Scripted):
        async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
            return Answer(legal[0], marks)  # type: ignore[arg-type]

    ear = Heard()
    session = Session(new_match(RULES, "marks"), (Marker(), Scripted()), recorder=Book())
    session.subscribe(ear, None)
    assert await session.run()
    assert {notice.fault for notice in ear.notices} == {Fault.ILLEGAL}


@pytest.mark.parametrize("answer", ["x", 1, Resign(1), Resign(0, ply=99), Play(CARDS[0])])
async def test_whatever_ready_answers_the_next_round_comes_or_the_player_resigns(
    answer: object,
) -> None:
    class Odd(Scripted):
        async def ready(self, seen: PlayerView) -> Resign | None:
            return answer  # type: ignore[return-value]

    session = Session(new_match(RULES, "ready"), (Odd(), Scripted()))
    assert await session.run()
    result = session.view(None).result
    assert result is not None
    resigns = isinstance(answer, Resign) and answer.seat == 0
    assert (result.outcome is MatchOutcome.RESIGNED) == resigns


async def test_what_an_exception_says_of_a_hand_is_told_to_nobody() -> None:
    def leak(seen: PlayerView) -> object:
        raise KeyError(tuple(CardSet(seen.hand)))

    ear = Heard()
    leaky = AgentPlayer(AnAgent(leak), "leaky")
    session = Session(new_match(RULES, "leak"), (leaky, Scripted()))
    session.subscribe(ear, 1)
    await session.run()
    assert {(notice.detail, notice.reason) for notice in ear.notices} == {("KeyError", None)}


async def test_a_listener_that_raises_is_dropped_and_nobody_else_misses_anything() -> None:
    class Deaf(Heard):
        async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
            raise BrokenPipeError

    deaf, ear = Deaf(), Heard()
    session = Session(new_match(RULES, "deaf"), (Scripted(), Scripted()))
    session.subscribe(deaf, None)
    session.subscribe(ear, None)
    assert await session.run()
    assert [(lost, type(error)) for lost, error in session.failures] == [(deaf, BrokenPipeError)]
    assert ear.views[-1] == session.view(None)


async def test_a_listener_whose_person_has_gone_ends_the_sitting() -> None:
    class Gone(Heard):
        async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
            raise LeaveTable

    session = Session(new_match(RULES, "gone"), (Scripted(), Scripted()))
    session.subscribe(Gone(), 0)
    assert not await session.run()


async def test_a_session_cancelled_while_it_writes_rests_where_its_record_does() -> None:
    writing, finish = threading.Event(), threading.Event()

    class Slow(Book):
        def append(
            self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
        ) -> None:
            super().append(before, action, after, marks)
            writing.set()
            finish.wait()

    book = Slow()
    session = Session(new_match(RULES, "slow"), (Scripted(), Scripted()), recorder=book)
    running = asyncio.ensure_future(session.run())
    await asyncio.to_thread(writing.wait)
    running.cancel()
    asyncio.get_running_loop().call_soon(finish.set)
    with pytest.raises(asyncio.CancelledError):
        await running
    assert session.view(None).ply == len(book.lines) == 1
    assert await session.run()
    assert [ply for ply, _, _ in book.lines] == list(range(len(book.lines)))
