"""An agent in a seat: halts, the mark of the deadline, faults, and what the log says of them."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.ai import Agent, Halt, weights
from koikoi.ai.baseline import GreedyAgent, RandomAgent
from koikoi.ai.network import BadWeights
from koikoi.ai.weights import shipped
from koikoi.assets import MissingAsset
from koikoi.engine.actions import Action
from koikoi.engine.cards import CARDS
from koikoi.engine.flow import legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, view
from koikoi.match.player import DEADLINE_MARK, SAFETY_SECONDS, AgentFailed, AgentPlayer, Answer
from koikoi.match.session import FALLBACK_MARK, Fault, Session
from tests.ai.chance import eager_choices
from tests.ai.levels import quick
from tests.match.table import RULES, Book, Heard, Scripted

CODES = re.compile(r"\b(?:1[0-2]|[1-9])(?:L|A|R|P[1-3])\b")


class Thoughtful:
    """An agent that thinks until it is told to stop."""

    name = "thoughtful"

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.ended = threading.Event()

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        raise AssertionError("nobody halts it there")

    def think(self, seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Action:
        self.begun.set()
        while not halt.due:
            pass
        self.ended.set()
        return legal[-1]


async def decide(agent: Agent, seconds: float = SAFETY_SECONDS) -> Answer:
    state = new_match(RULES, "decide")
    player = AgentPlayer(agent, agent.name, seconds)
    answer = await player.decide(view(state, state.to_act), legal_actions(state))
    assert answer.action in legal_actions(state)
    return answer


# The deadline ------------------------------------------------------------------------------------


async def test_a_thought_that_the_deadline_cuts_short_is_marked() -> None:
    assert (await decide(Thoughtful(), seconds=0.0)).marks == (DEADLINE_MARK,)


async def test_a_search_that_the_deadline_cuts_short_answers_and_is_marked() -> None:
    assert (await decide(quick("5"), seconds=0.0)).marks == (DEADLINE_MARK,)


@pytest.mark.parametrize("name", ["1", "2", "3", "4"])
async def test_levels_that_do_not_search_are_never_cut_short(name: str) -> None:
    assert (await decide(quick(name), seconds=0.0)).marks == ()


async def test_a_thought_that_ends_in_time_has_no_mark() -> None:
    assert (await decide(quick("5"), seconds=3600.0)).marks == ()


@pytest.mark.parametrize("agent", [RandomAgent("a"), GreedyAgent("a")])
async def test_agents_that_cannot_be_halted_are_asked_as_ever(agent: Agent) -> None:
    assert not hasattr(agent, "think")
    action, marks = await decide(agent, seconds=0.0)
    state = new_match(RULES, "decide")
    assert action == agent.choose(view(state, state.to_act), legal_actions(state))
    assert marks == ()


async def test_the_record_marks_the_choices_that_the_deadline_cut_short() -> None:
    """Of a whole match: those where there was something to think about, and no others."""
    book = Book()
    state = new_match(RULES, "marks")
    cut = AgentPlayer(quick("5", "cut"), "cut", seconds=0.0)
    session = Session(state, (cut, Scripted()), recorder=book)
    assert await session.run()
    marks = [marks for _, _, marks in book.lines]
    assert set(marks) == {(), (DEADLINE_MARK,)}
    again = Book()
    whole = AgentPlayer(quick("5", "cut"), "whole", seconds=3600.0)
    assert await Session(state, (whole, Scripted()), recorder=again).run()
    assert {marks for _, _, marks in again.lines} == {()}


# What has to be loaded first ---------------------------------------------------------------------


class Sleeper:
    """An agent that has something to load."""

    name = "sleeper"

    def __init__(self, error: Exception | None = None) -> None:
        self.done: list[str] = []
        self._error = error

    def wake(self, rules: Rules) -> None:
        self.done.append(f"awake for {rules.name}")
        if self._error is not None:
            raise self._error

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        raise AssertionError("it is asked to think")

    def think(self, seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Action:
        self.done.append("thought")
        halt.due  # noqa: B018 - asks, as who thinks does
        return legal[0]


async def test_loading_comes_before_the_thought_and_takes_none_of_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("koikoi.ai.agent.monotonic", lambda: now[0])
    agent = Sleeper()
    load = agent.wake

    def wake(rules: Rules) -> None:
        load(rules)
        now[0] += 3600

    monkeypatch.setattr(agent, "wake", wake)
    assert (await decide(agent, seconds=1.0)).marks == ()
    assert agent.done == ["awake for standard", "thought"]


async def test_an_agent_that_cannot_load_has_failed() -> None:
    agent = Sleeper(OSError("the path is nobody's business"))
    with pytest.raises(AgentFailed, match=r"^OSError$"):
        await decide(agent)
    assert agent.done == ["awake for standard"]


# Thoughts that nobody waits for ------------------------------------------------------------------


async def test_a_cancelled_thought_is_halted() -> None:
    agent = Thoughtful()
    asked = asyncio.ensure_future(decide(agent, seconds=3600.0))
    await asyncio.to_thread(agent.begun.wait)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    # It would think for an hour otherwise.
    assert await asyncio.to_thread(agent.ended.wait, 60)


async def test_a_thought_beyond_the_seats_limit_is_halted_and_the_table_moves() -> None:
    agent, ear, book = Thoughtful(), Heard(), Book()
    thinking = AgentPlayer(agent, "thoughtful", seconds=3600.0)
    state = new_match(replace(RULES, rounds=1), "late")
    session = Session(state, (thinking, Scripted()), recorder=book, limits=(0.0, None))
    session.subscribe(ear, None)
    assert await session.run()
    assert {notice.fault for notice in ear.notices} == {Fault.LATE}
    assert {marks for _, _, marks in book.lines} == {(), (FALLBACK_MARK,)}


async def test_the_event_loop_is_free_while_an_agent_thinks() -> None:
    agent = Thoughtful()
    asked = asyncio.ensure_future(decide(agent, seconds=3600.0))
    steps = 0
    while not agent.begun.is_set():
        await asyncio.sleep(0)
        steps += 1
    # The agent still thinks, and here goes on what else there is.
    assert not asked.done()
    assert not agent.ended.is_set()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


def test_an_answer_after_the_end_of_the_loop_is_dropped() -> None:
    agent = Thoughtful()

    async def leave() -> None:
        asked = asyncio.ensure_future(decide(agent, seconds=3600.0))
        await asyncio.to_thread(agent.begun.wait)
        asked.cancel()

    with asyncio.Runner() as runner:
        runner.run(leave())
    assert agent.ended.wait(60)


# Faults ------------------------------------------------------------------------------------------


@pytest.fixture
def log() -> Iterator[list[logging.LogRecord]]:
    """What the game's log is given, wherever another test has it go."""
    records: list[logging.LogRecord] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    logger, ear = logging.getLogger("koikoi"), Ear()
    logger.addHandler(ear)
    yield records
    logger.removeHandler(ear)


@pytest.fixture
def _no_weights_kept() -> Iterator[None]:
    shipped.cache_clear()
    yield
    shipped.cache_clear()


async def played_without_weights(log: list[logging.LogRecord], error: type[Exception]) -> None:
    """Every choice of the agent is the table's, and each is a line in the log."""
    ear, book = Heard(), Book()
    broken = AgentPlayer(quick("5", "broken", None), "broken")
    session = Session(new_match(RULES, "broken"), (broken, Scripted()), recorder=book)
    session.subscribe(ear, 1)
    assert await session.run()
    mended = [number for number, line in enumerate(book.lines) if line[2] == (FALLBACK_MARK,)]
    assert mended
    assert len(ear.notices) == len(mended) == len(log)
    assert {(notice.fault, notice.detail) for notice in ear.notices} == {
        (Fault.CRASHED, error.__name__)
    }
    for record in log:
        told = record.getMessage()
        assert record.levelno == logging.WARNING
        assert record.exc_info is None
        assert re.fullmatch(
            rf"ply \d+: seat 0 crashed \({error.__name__}\); the table moved for it", told
        )
        assert not CODES.search(told)
        assert not any(card.code in told for card in CARDS)


@pytest.mark.usefixtures("_no_weights_kept")
async def test_without_weights_the_table_moves_for_the_agent(
    monkeypatch: pytest.MonkeyPatch, log: list[logging.LogRecord]
) -> None:
    def missing(name: str) -> Path:
        raise MissingAsset(name)

    monkeypatch.setattr(weights, "asset", missing)
    await played_without_weights(log, MissingAsset)


@pytest.mark.usefixtures("_no_weights_kept")
async def test_with_corrupt_weights_the_table_moves_for_the_agent(
    monkeypatch: pytest.MonkeyPatch, log: list[logging.LogRecord], tmp_path: Path
) -> None:
    path = tmp_path / "network.npz"
    path.write_bytes(b"PK\x03\x04 and no more")
    monkeypatch.setattr(weights, "asset", lambda _: path)
    await played_without_weights(log, BadWeights)


async def test_of_what_an_agent_raised_no_more_than_its_kind_is_told() -> None:
    class Leaky:
        name = "leaky"

        def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
            raise ValueError(f"I hold {[card.code for card in CARDS if seen.hand >> card & 1]}")

    with pytest.raises(AgentFailed) as failed:
        await decide(Leaky())
    assert str(failed.value) == "ValueError"
    assert not CODES.search(repr(failed.value))


async def test_every_kind_of_choice_is_answered_through_the_player() -> None:
    asked = set()
    player = AgentPlayer(quick("5", "kinds"), "kinds", seconds=3600.0)
    for state in eager_choices(preset("standard"), "kinds", 6):
        if state.phase not in asked:
            asked.add(state.phase)
            seen, legal = view(state, state.to_act), legal_actions(state)
            answer = await player.decide(seen, legal)
            assert answer.action == quick("5", "kinds").choose(seen, legal)
            assert await player.ready(seen) is None
    assert asked >= {Phase.PLAY, Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN, Phase.DECIDE}
    assert player.name == "kinds"
