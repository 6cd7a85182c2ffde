"""Whole matches by plain lines: to the end, recorded, provable, the same every time."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import koikoi.ai
import koikoi.table.setup
from koikoi.engine.actions import Action, Play
from koikoi.engine.cards import CARDS
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.view import PlayerView
from koikoi.record.reader import load
from tests.cli.conftest import CommandLine
from tests.cli.person import Always, Asked


class Chance:
    """Answers with any of the choices."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def __call__(self, asked: Asked) -> str:
        if asked.kind == "ready":
            return self._random.choice(["", "1"])
        return self._random.choice(list(asked.choices))


def holds(cli: CommandLine, record: Path) -> None:
    """The record is accepted by everybody who reads it."""
    verified = cli("verify", str(record), "--json")
    assert verified.code == 0
    assert verified.json["over"] is True
    assert verified.json["problems"] == []
    replayed = cli("replay", "--check", str(record), "--json")
    assert replayed.code == 0
    assert replayed.json["finished"] is True


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_the_first_choice_every_time_plays_a_whole_match(cli: CommandLine, rules: str) -> None:
    match = ("--level", "greedy", "--rules", rules, "--seed", "spring")
    played = cli("play", "--plain", *match, stdin="1\n" * 500)
    assert played.code == 0
    assert played.lines[-1] == f"The match is recorded in {cli.record}"
    result = load(cli.record).result
    assert result is not None
    assert "The seed was “spring”." in played.lines
    holds(cli, cli.record)


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_random_answers_play_a_whole_match(cli: CommandLine, rules: str) -> None:
    played = cli.play(Chance(f"answers {rules}"), "--rules", rules, "--seed", f"chance {rules}")
    assert played.code == 0
    holds(cli, cli.record)


# A computer that fails ---------------------------------------------------------------------------


class Failing:
    """A computer that does not do what it should."""

    name = "greedy"

    def __init__(self, answer: Callable[[PlayerView], Action]) -> None:
        self._answer = answer

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        return self._answer(seen)


def crash(seen: PlayerView) -> Action:
    raise RuntimeError("out of \x1b[31mideas\n")


def cheat(seen: PlayerView) -> Action:
    return Play(next(card for card in CARDS if not seen.hand >> card & 1))


@pytest.mark.parametrize(
    ("answer", "limit", "notice"),
    [
        (crash, 30.0, r"Computer failed \(RuntimeError\); the table plays instead\."),
        (cheat, 30.0, r"Computer answered against the rules; the table plays instead\."),
        (cheat, 0.0, r"Computer did not answer in time; the table plays instead\."),
    ],
)
def test_a_computer_that_fails_is_told_and_the_match_goes_on(
    cli: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[[PlayerView], Action],
    limit: float,
    notice: str,
) -> None:
    monkeypatch.setattr(koikoi.ai, "load", lambda *_: Failing(answer))
    monkeypatch.setattr(koikoi.table.setup, "THINKING_LIMIT", limit)
    played = cli.play(Always(), "--seed", "failing", "--rounds", "2")
    assert played.code == 0
    told = [line for line in played.lines if re.fullmatch(notice, line)]
    record = load(cli.record)
    fallbacks = [action for action in record.actions if "fallback" in action.marks]
    assert len(told) == len(fallbacks) > 5
    holds(cli, cli.record)
