"""Leaving a match and going on: at every question, after every action, in every phase."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import koikoi.table.setup
from koikoi.engine.flow import new_match
from koikoi.engine.state import Phase
from koikoi.record.reader import load
from koikoi.record.replay import replay
from tests.cli.conftest import CommandLine, Result
from tests.cli.person import Asked, Habit
from tests.engine.stack import stack_deck

MATCH = ("--level", "greedy", "--seed", "leave 63", "--rounds", "2")
HABIT = "habit 1"
KINDS = {"play", "picked", "drawn", "decide", "ready"}
SAVED = "The match is saved; koikoi play --plain --continue goes on with it."


def written(record: Path) -> tuple[dict[str, Any], list[str]]:
    """A record without the time at which it was begun."""
    header, *rest = record.read_text(encoding="utf-8").splitlines()
    head = json.loads(header)
    del head["started"]
    return head, rest


def ending(result: Result) -> list[str]:
    """The last round's result and the end of the match, without the record's path."""
    lines = result.lines[:-1]
    scores = [number for number, line in enumerate(lines) if line.startswith("The score: ")]
    assert lines[-4].startswith("The match is over")
    return lines[scores[-1] :]


@pytest.fixture
def whole(cli: CommandLine) -> Result:
    """The match without an interruption, in the home of ``cli``."""
    return cli.play(Habit(HABIT), *MATCH)


def test_a_match_left_at_any_question_goes_on_as_if_it_had_not_been(
    cli: CommandLine, whole: Result
) -> None:
    assert {asked.kind for asked in whole.asked} == KINDS
    for answers in range(len(whole.asked)):
        other = cli.at(f"left after {answers}")
        left = other.play(Habit(HABIT, times=answers), *MATCH)
        assert left.code == 0
        assert left.lines[-1] == SAVED
        resumed = other.play(Habit(HABIT), "--continue")
        assert resumed.code == 0
        assert ending(resumed) == ending(whole)
        assert written(other.record) == written(cli.record)
        # The question that was open is asked again; of a picked card nothing was played yet.
        open_question = left.asked[-1]
        if open_question.kind == "picked":
            assert resumed.asked[0].kind == "play"
            assert resumed.asked[1].prompt == open_question.prompt
        else:
            assert resumed.asked[0].prompt == open_question.prompt
            assert resumed.asked[0].choices == open_question.choices
        # From the next question on everything is told as it was.
        rest = len(resumed.asked) - 2
        if rest > 0:
            assert [asked.heard for asked in resumed.asked[2:]] == [
                asked.heard for asked in whole.asked[-rest:]
            ]


def test_a_match_that_breaks_off_after_any_action_goes_on_as_if_it_had_not(
    cli: CommandLine, whole: Result
) -> None:
    lines = cli.record.read_bytes().splitlines(keepends=True)
    phases = [step.state.phase for step in replay(load(cli.record))]
    assert set(phases) == set(Phase)
    # Behind header and first deal every line is an action; the result is written with the last.
    assert len(lines) == len(phases) + 2
    for actions, phase in enumerate(phases[:-1]):
        other = cli.at(f"{actions} actions")
        other.matches.mkdir(parents=True)
        (other.matches / cli.record.name).write_bytes(b"".join(lines[: actions + 2]))
        resumed = other.play(Habit(HABIT), "--continue")
        assert resumed.code == 0
        assert ending(resumed) == ending(whole)
        assert written(other.record) == written(cli.record)
        if phase is Phase.CHOOSE_PLAYED:
            # What lies on the table cannot be put back.
            assert not any(label.startswith("Put ") for label in resumed.asked[0].choices.values())


def test_the_end_of_a_round_is_told_again_with_what_it_builds_on(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That both players were dealt a winning hand was told before the round's end."""
    decks = {(2, 0): stack_deck(oya="6A 6R 6P1 6P2", ko="7A 7R 7P1 7P2")}
    monkeypatch.setattr(koikoi.table.setup, "new_match", partial(new_match, decks=decks))
    habit = Habit(HABIT)
    rounds = iter([""])

    def answer(asked: Asked) -> str | None:
        return next(rounds, None) if asked.kind == "ready" else habit(asked)

    left = cli.play(answer, "--seed", "both", "--rounds", "3").asked[-1]
    assert left.kind == "ready"
    end = left.heard[
        left.heard.index("Both players were dealt a winning hand; the dealer's counts.") :
    ]
    assert len(end) > 4
    resumed = cli.play(answer, "--continue").asked[0]
    assert resumed.heard[-len(end) :] == end
    assert len(resumed.heard) == len(end) + 2
