"""Whole matches by plain lines: to the end, recorded, provable, the same every time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from koikoi.engine.presets import PRESET_NAMES
from koikoi.record.reader import load
from tests.cli.conftest import CommandLine
from tests.cli.person import Asked


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
    played = cli("play", "--plain", "--rules", rules, "--seed", "spring", stdin="1\n" * 500)
    assert played.code == 0
    assert played.lines[-1] == f"The match is recorded in {cli.record}"
    result = load(cli.record).result
    assert result is not None
    assert f"“{'spring'}”" in played.out
    holds(cli, cli.record)


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_random_answers_play_a_whole_match(cli: CommandLine, rules: str) -> None:
    played = cli.play(Chance(f"answers {rules}"), "--rules", rules, "--seed", f"chance {rules}")
    assert played.code == 0
    holds(cli, cli.record)
