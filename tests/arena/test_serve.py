"""Our agents as bots: question in, answer out, and every other line told with its number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import Any

import pytest

import koikoi.ai
from koikoi.ai.agent import Agent
from koikoi.arena.protocol import (
    Problem,
    ProtocolError,
    act_line,
    end_line,
    hello_line,
)
from koikoi.arena.serve import serve
from koikoi.engine.flow import legal_actions
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.view import view
from tests.arena.odd import Sleepy, answering, raising
from tests.engine.walk import rests

RULES = preset("standard")
GREEDY = partial(koikoi.ai.load, "greedy")


def lines(seat: int = 0, seed: str = "serve") -> Iterator[str]:
    """What a table writes in a match."""
    assert seat in (0, 1)
    yield hello_line(RULES, 1 if seat else 0, "chance", 5)
    for state in rests(RULES, seed):
        seen = view(state, 1 if seat else 0)
        if state.to_act == seat:
            yield act_line(seen, seen.history, legal_actions(state))
    yield end_line(seen, seen.history)


def answers(asked: list[str], make: Any = GREEDY) -> list[dict[str, Any]]:
    """What is answered."""
    said: list[str] = []
    serve(BytesIO("".join(asked).encode()), said.append, make)
    assert all(line.endswith("}\n") and line.isascii() for line in said)
    return [json.loads(line) for line in said]


def error(asked: list[str], make: Any = GREEDY) -> ProtocolError:
    """Why a line is not understood."""
    with pytest.raises(ProtocolError) as caught:
        answers(asked, make)
    return caught.value


def test_every_question_has_one_answer() -> None:
    asked = [*lines(0), *lines(1)]
    hellos = [number for number, line in enumerate(asked) if '"hello"' in line]
    said = answers(asked)
    assert len(said) == len(asked) - 2
    assert said[0] == {"type": "hello", "koikoi-bot": 1}
    assert len(hellos) == [message["type"] for message in said].count("hello") == 2
    asks = [json.loads(line) for line in asked if '"legal"' in line]
    does = [message for message in said if message["type"] == "do"]
    for ask, answer in zip(asks, does, strict=True):
        assert answer == {"type": "do", "ply": ask["ply"], "action": answer["action"]}
        assert answer["action"] in ask["legal"]


def test_the_tables_seed_makes_the_agent() -> None:
    seeds: list[str] = []

    def make(seed: str) -> Agent:
        seeds.append(seed)
        return GREEDY(seed)

    answers(list(lines()), make)
    assert seeds == ["chance"]


def test_what_an_agent_has_to_load_is_loaded_before_hello_is_answered() -> None:
    loaded: list[Rules] = []

    def make(_: str) -> Sleepy:
        return Sleepy(loaded.append, lambda _, legal: legal[0])

    (said,) = answers([next(lines())], make)
    assert said["type"] == "hello"
    assert loaded == [RULES]


def test_the_end_of_the_input_is_the_end_anywhere() -> None:
    asked = list(lines())
    for count in (0, 1, 2, len(asked)):
        answers(asked[:count])
    assert len(answers([*asked[:1], asked[1].rstrip("\n")])) == 2


def test_a_match_may_be_taken_up_in_the_middle() -> None:
    asked = list(lines())
    assert answers([asked[0], *asked[9:]])[1:] == answers(asked)[9:]


@pytest.mark.parametrize(
    ("order", "number", "key", "allowed"),
    [([1], 1, "act", "hello"), ([-1], 1, "end", "hello"), ([0, 1, -1, 1], 4, "act", "hello")],
)
def test_a_match_begins_with_hello(order: list[int], number: int, key: str, allowed: str) -> None:
    asked = list(lines())
    found = error([asked[place] for place in order])
    assert (found.problem, found.line) == (Problem.OUT_OF_PLACE, number)
    assert (found.key, found.allowed) == (key, allowed)


def test_questions_have_to_be_those_of_the_match() -> None:
    asked = list(lines())
    assert error([next(lines(1)), asked[1]]).key == "view.seat"
    other = hello_line(preset("nintendo"), 0, "x", 5)
    assert error([other, asked[1]]).key == "view.rules"


@pytest.mark.parametrize(
    ("make", "name"),
    [(raising(KeyError("a hidden card")), "KeyError"), (answering(None), "legal")],
)
def test_a_view_in_which_the_agent_finds_nothing_is_refused(make: Any, name: str) -> None:
    asked = list(lines())
    found = error(asked[:2], make)
    assert (found.problem, found.key, found.line) == (Problem.NO_MOVE, name, 2)
    assert "hidden" not in str(found)


def test_a_long_line_is_not_read_to_its_end() -> None:
    class Endless(BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size < 2_000_000
            return b"x" * size

    with pytest.raises(ProtocolError) as caught:
        serve(Endless(), print, GREEDY)
    assert (caught.value.problem, caught.value.line) == (Problem.TOO_LONG, 1)
