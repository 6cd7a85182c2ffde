"""Bots that do as they should, bots that come late, and the end of both."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from koikoi.arena import bot as bot_module
from koikoi.arena.bot import BotMaker, BotRefused
from koikoi.arena.duel import Duel, pair_seed, play_match
from koikoi.arena.effort import AgentFault, Fault
from koikoi.arena.processes import run_duel
from koikoi.engine.flow import legal_actions
from koikoi.engine.view import view
from tests.arena.odd import first, raising
from tests.arena.zoo import GREEDY, RULES, Zoo, duel, effort, program
from tests.engine.walk import rests

# Tame ones ---------------------------------------------------------------------------------------


def test_a_bot_plays_as_an_agent_in_this_process_does(zoo: Zoo) -> None:
    result = duel(zoo.maker(program()), pairs=2)
    here = run_duel(Duel(first, GREEDY, RULES, "zoo"), 2)
    assert result.pairs == here.pairs
    assert result.a.effort.faults == 0
    assert result.a.effort.decisions == here.a.effort.decisions
    assert result.a.effort.nanoseconds > 0


def test_a_process_is_kept_for_all_matches(zoo: Zoo) -> None:
    assert effort(zoo.maker(program()), pairs=3).faults == 0
    assert zoo.starts() == 1


def test_a_bot_may_leave_after_a_match(zoo: Zoo) -> None:
    assert effort(zoo.maker(program(end="break")), pairs=2).faults == 0
    assert zoo.starts() == 4


def test_both_players_may_be_the_same_bot(zoo: Zoo) -> None:
    maker = zoo.maker(program())
    result = run_duel(Duel(maker, maker, RULES), 2)
    assert (result.a.effort.faults, result.b.effort.faults) == (0, 0)
    assert result.a.win_rate.mean == 0.5
    assert zoo.starts() == 2


def test_every_process_that_plays_has_bots_of_its_own(zoo: Zoo) -> None:
    maker = zoo.maker(program())
    alone = run_duel(Duel(maker, GREEDY, RULES), 6)
    spread = run_duel(Duel(maker, GREEDY, RULES), 6, jobs=2)
    assert spread.pairs == alone.pairs
    assert spread.a.effort.faults == 0
    assert 2 <= zoo.starts() <= 3


def test_a_bot_hears_everything_that_its_seat_may_know_and_nothing_else(
    zoo: Zoo, tmp_path: Path
) -> None:
    """Every line that it got is kept, and compared with the match."""
    heard = tmp_path / "heard"
    source = program(start=f"out = open({str(heard)!r}, 'w')")
    source = source.replace("json.loads(line)\n", "json.loads(line); out.write(line)\n", 1)
    maker = zoo.maker(source)
    result = run_duel(Duel(maker, GREEDY, RULES, "a secret"), 1)
    assert result.a.effort.faults == 0
    text = heard.read_text()
    assert "a secret" not in text
    assert pair_seed("a secret", 1) not in text
    messages = [json.loads(line) for line in text.splitlines()]
    kinds = [message["type"] for message in messages]
    starts = [place for place, kind in enumerate(kinds) if kind == "hello"]
    assert len(starts) == kinds.count("end") == 2
    assert kinds[-1] == "end"
    assert [messages[start]["seat"] for start in starts] == [0, 1]
    assert kinds.count("act") == result.a.effort.decisions
    for start, stop in zip(starts, (starts[1], len(messages)), strict=True):
        events = [event for message in messages[start + 1 : stop] for event in message["events"]]
        types = [event["type"] for event in events]
        # Each event once, those between two rounds too.
        assert types.count("match_started") == 1
        assert types.count("round_ended") == 2
        assert "match_ended" not in types
        own = messages[start]["seat"]
        for event in events:
            if event["type"] == "round_dealt":
                assert event["hands"][1 - own] is None
        asked = [message for message in messages[start:stop] if message["type"] == "act"]
        assert all(message["view"]["seat"] == own for message in asked)
        # What was said since the start ends as the history in the view does.
        told: list[Any] = []
        for message in messages[start + 1 : stop - 1]:
            told += message["events"]
            history = message["view"]["history"]
            assert told[-len(history) :] == history


def test_makers_go_to_other_processes_without_their_bots(zoo: Zoo) -> None:
    maker = zoo.maker(program(), seconds=7)
    duel(maker)
    again = pickle.loads(pickle.dumps(maker))
    assert (again.words, again.name) == (maker.words, maker.name)
    assert (again.seconds, again.hello_seconds) == (7, maker.hello_seconds)
    assert again("x").name == "a bot"


# Those that there can be no duel with ------------------------------------------------------------


def test_a_program_that_there_is_not_is_refused() -> None:
    with pytest.raises(BotRefused) as caught:
        duel(BotMaker(["/no/such/program"], "ghost"))
    assert (caught.value.name, caught.value.version) == ("ghost", "")
    assert caught.value.reason == "No such file or directory"


def test_a_word_that_cannot_be_one_is_refused() -> None:
    with pytest.raises(BotRefused, match="null"):
        duel(BotMaker([sys.executable, "\0"]))


@pytest.mark.parametrize("jobs", [1, 2])
def test_another_version_is_refused(zoo: Zoo, jobs: int) -> None:
    maker = zoo.maker(program(hello="hello(2)"))
    with pytest.raises(BotRefused) as caught:
        run_duel(Duel(GREEDY, maker, RULES), 2, jobs=jobs)
    assert (caught.value.name, caught.value.version, caught.value.reason) == ("a bot", "2", "")


# What comes late, without a clock ----------------------------------------------------------------


Line: TypeAlias = Callable[[int], bytes | Fault]
"""Makes a line, or a fault in its place, from the number of the question that is open."""


class Scripted:
    """A process that says what it is told to: lines, or faults.

    Args:
        lines: What it says.
    """

    def __init__(self, lines: list[Line]) -> None:
        self._lines = [lambda _: b'{"type": "hello", "koikoi-bot": 1}', *lines]
        self.ply = 0
        self.sent: list[dict[str, Any]] = []
        self.ended = False
        self.last_words = ""

    def send(self, line: str) -> None:
        self.sent.append(json.loads(line))
        self.ply = self.sent[-1].get("ply", self.ply)

    def next_line(self, _deadline: float) -> bytes:
        line = self._lines.pop(0)(self.ply)
        if isinstance(line, Fault):
            raise AgentFault(line)
        return line

    def end(self, _grace: float = 0.0) -> None:
        self.ended = True

    def hang_up(self) -> None:
        pass

    def kill(self) -> None:
        pass


def nonsense(number: int) -> bytes:
    """An answer that is illegal nearly always, and so shows which question it was taken for."""
    return json.dumps({"type": "do", "ply": number, "action": "resign"}).encode()


def faults(lines: list[Line], monkeypatch: pytest.MonkeyPatch) -> list[Fault]:
    """What is wrong with the first decisions of a bot that says this."""
    child = Scripted(lines)
    monkeypatch.setattr(bot_module, "Child", lambda _: child)
    agent = BotMaker(["none"])("x")
    states = [state for state in rests(RULES, "late") if state.to_act == 0]
    agent.begin(view(states[0], 0))
    found = []
    for state in states:
        if not child._lines and not child.ended:
            break
        with pytest.raises(AgentFault) as caught:
            agent.choose(view(state, 0), legal_actions(state))
        found.append(caught.value.fault)
    return found


def late(_ply: int) -> Fault:
    return Fault.LATE


def test_a_late_answer_is_dropped_and_the_next_one_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plies: list[int] = []

    def late_noted(ply: int) -> Fault:
        plies.append(ply)
        return Fault.LATE

    lines: list[Line] = [late_noted, lambda _: nonsense(plies[0]), nonsense]
    assert faults(lines, monkeypatch) == [Fault.LATE, Fault.ILLEGAL]
    # It may come only once: nothing more is owed for that question.
    lines = [late_noted, lambda _: nonsense(plies[1]), late, lambda _: nonsense(plies[1])]
    assert faults(lines, monkeypatch) == [Fault.LATE, Fault.LATE, Fault.STALE]


def test_what_was_owed_in_a_match_is_not_owed_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    welcome = b'{"type": "hello", "koikoi-bot": 1}'
    *_, over = rests(RULES, "owed")
    first, second, third = [state for state in rests(RULES, "owed") if state.to_act == 0][:3]
    lines: list[Line] = [late, late]
    # One answer comes before the next hello, the other one after it, to another question.
    lines += [lambda _: nonsense(second.ply), lambda _: welcome, lambda _: nonsense(third.ply)]
    child = Scripted(lines)
    monkeypatch.setattr(bot_module, "Child", lambda _: child)
    maker = BotMaker(["none"])
    found = []
    for states in ([second, third], [first]):
        agent = maker("x")
        agent.begin(view(first, 0))
        for state in states:
            with pytest.raises(AgentFault) as caught:
                agent.choose(view(state, 0), legal_actions(state))
            found.append(caught.value.fault)
        agent.end(view(over, 0))
    assert found == [Fault.LATE, Fault.LATE, Fault.STALE]


def test_a_bot_that_is_late_now_and_then_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Line] = [late, late, nonsense, late, late, nonsense]
    expected = [Fault.LATE] * 2 + [Fault.ILLEGAL] + [Fault.LATE] * 2 + [Fault.ILLEGAL]
    assert faults(lines, monkeypatch) == expected


def test_a_bot_that_is_late_in_a_row_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(faults([late, late, late], monkeypatch)) == {Fault.LATE}


# Ends --------------------------------------------------------------------------------------------


def test_what_ends_a_match_ends_its_bots(zoo: Zoo) -> None:
    maker = zoo.maker(program())
    with pytest.raises(KeyboardInterrupt):
        play_match(RULES, "stop", (maker("x"), raising(KeyboardInterrupt())("y")))
    assert zoo.starts() == 1
    assert zoo.all_gone()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_duel_leaves_no_bot(zoo: Zoo, jobs: int) -> None:
    def interrupt(_done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_duel(Duel(zoo.maker(program()), GREEDY, RULES), 1000, jobs=jobs, progress=interrupt)
    assert zoo.starts() >= 1
    assert zoo.all_gone()


def test_a_bot_that_will_not_end_ends_with_the_process_that_played_with_it(zoo: Zoo) -> None:
    maker = zoo.maker(program() + "\nwhile True: signal.pause()")
    assert run_duel(Duel(maker, GREEDY, RULES), 2, jobs=2).a.effort.faults == 0
    assert zoo.all_gone()


def test_a_maker_can_be_used_again_once_its_bots_are_dismissed(zoo: Zoo) -> None:
    maker = zoo.maker(program())
    assert duel(maker).pairs == duel(maker).pairs
    assert zoo.starts() == 2
