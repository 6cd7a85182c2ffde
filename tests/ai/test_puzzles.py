"""Positions with one clearly right decision; how they were found is told by ``find_puzzles``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import koikoi.ai
from koikoi.engine.flow import apply, legal_actions
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState
from koikoi.engine.view import view
from koikoi.record.notation import action_text
from koikoi.record.position import parse_position

KINDS = ("yaku", "deny", "call", "stop")


class Puzzle(NamedTuple):
    kind: str
    right: tuple[str, ...]
    margin: float
    state: MatchState


def _read(line: str) -> Puzzle:
    kind, rules, margin, right, position = line.split(maxsplit=4)
    own = replace(preset(rules), starting_points=0)
    answers = tuple(right.replace("_", " ").split("|"))
    return Puzzle(kind, answers, float(margin), parse_position(position, own))


PUZZLES = [
    _read(line)
    for line in Path(__file__).with_name("puzzles.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@cache
def solved(level: int) -> tuple[bool, ...]:
    agent = koikoi.ai.load(level, "puzzles")
    answers = []
    for puzzle in PUZZLES:
        seen = view(puzzle.state, puzzle.state.to_act)
        answers.append(action_text(agent.choose(seen, legal_actions(puzzle.state))))
    return tuple(a in puzzle.right for a, puzzle in zip(answers, PUZZLES, strict=True))


def test_there_are_at_least_forty_and_ten_of_each_kind() -> None:
    kinds = Counter(puzzle.kind for puzzle in PUZZLES)
    assert len(PUZZLES) >= 40
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 10


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_what_is_right_is_legal_and_something_else_is_too(puzzle: Puzzle) -> None:
    legal = {action_text(action): action for action in legal_actions(puzzle.state)}
    assert len(legal) > len(puzzle.right)
    for answer in puzzle.right:
        apply(puzzle.state, legal[answer])
    assert puzzle.margin >= 0.8


def test_level_5_solves_nine_of_ten() -> None:
    assert sum(solved(5)) >= 0.9 * len(PUZZLES)


def test_level_1_solves_visibly_fewer() -> None:
    assert sum(solved(1)) <= 0.7 * len(PUZZLES)
    assert sum(solved(1)) < sum(solved(3)) <= sum(solved(5))
