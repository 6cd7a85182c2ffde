"""What readers refuse: one small record, changed in one place."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from koikoi.engine.presets import preset
from koikoi.engine.rules import ProblemCode, RulesProblem
from koikoi.record import RecordError, dumps, loads
from koikoi.record.errors import Fault
from tests.record.playing import (
    match,
    record_of,
    short,
    stacked_deck,
)

RULES = replace(preset(), rounds=1)

LINES = dumps(
    record_of(*match(short(rounds=2), "five", decks={(2, 0): stacked_deck(ko="1L")}))
).splitlines()
ROUND_2 = next(n for n, line in enumerate(LINES) if '"round": 2' in line)
RESULT = len(LINES) - 1
Change = Callable[[dict[str, Any]], None]


def with_line(number: int, change: Change) -> str:
    values = json.loads(LINES[number])
    change(values)
    lines = [*LINES]
    lines[number] = json.dumps(values)
    return "\n".join(lines) + "\n"


def put(key: str, value: object) -> Change:
    return lambda values: values.update({key: value})


def drop(key: str) -> Change:
    return lambda values: values.pop(key)


def test_keys_that_are_not_known_are_ignored_in_every_line() -> None:
    extra = {"later": {"deep": [1.5, None]}, "zeal": "x"}
    text = "".join(json.dumps(json.loads(line) | extra) + "\n" for line in LINES)
    assert dumps(loads(text)).splitlines() == LINES
    in_player = with_line(0, lambda header: header["players"][0].update(extra))
    assert dumps(loads(in_player)).splitlines() == LINES


def test_marks_of_later_versions_are_kept() -> None:
    record = loads(with_line(2, put("marks", ["undo-asked", "puzzle_move"])))
    assert record.actions[0].marks == ("undo-asked", "puzzle_move")


def test_the_record_of_another_format_says_which_formats_can_be_read() -> None:
    with pytest.raises(RecordError) as caught:
        loads(with_line(0, put("koikoi", 2)))
    assert caught.value.code is Fault.UNKNOWN_VERSION
    assert str(caught.value) == "line 1: the record has format 2, this program reads 1"


TOP: list[tuple[int, str]] = [
    *((0, key) for key in ("app", "rules", "players", "seed", "commitment", "started")),
    *((1, key) for key in ("oya", "decks", "ply", "digest")),
    *((2, key) for key in ("ply", "seat", "digest")),
    *((RESULT, key) for key in ("winner", "scores")),
]


@pytest.mark.parametrize(("number", "key"), TOP)
def test_a_missing_key_is_named_with_its_line(number: int, key: str) -> None:
    text = with_line(number, drop(key))
    if number == RESULT:
        text += LINES[RESULT] + "\n"  # In the last line it would be a torn one.
    with pytest.raises(RecordError) as caught:
        loads(text)
    error = caught.value
    assert (error.code, error.line, error.params) == (Fault.MISSING_KEY, number + 1, {"key": key})
    assert str(error) == f"line {number + 1}: {key} is missing"


DECK = json.loads(LINES[1])["decks"][0]
HUGE = 10**4000
BAD_TIMES = [
    "",
    "2026-11-30",
    "2026-11-30T12:00:00",
    "2026-11-30T12:00:00+00:00",
    "2026-13-30T12:00:00Z",
    "2026-02-30T12:00:00Z",
    "2026-11-30T25:00:00Z",
    "0000-01-01T00:00:00Z",
    "２026-11-30T12:00:00Z",
]
BAD_STACKS: list[object] = [
    [[1, 0]],
    [[0, 0, DECK]],
    [[13, 0, DECK]],
    [[1, -1, DECK]],
    [["1", 0, DECK]],
    [[True, 0, DECK]],
    [[1, HUGE, DECK]],
    [[1, 0, DECK[:-1]]],
    [[1, 0, DECK], [1, 0, DECK]],
    [{"round": 1}],
]
BAD_DECKS: list[object] = [
    [[]],
    DECK,
    [DECK[:-1]],
    [[*DECK[:-1], DECK[0]]],
    [[*DECK[:-1], "13L"]],
    [[*DECK[:-1], 47]],
    [[*DECK, "1L"]],
    [{}],
    [None],
]
BAD: dict[tuple[int, str], list[object]] = {
    (0, "koikoi"): [None, "1", 1.0, True, -1, HUGE, [], {}],
    (0, "app"): [None, 1, "", "x" * 101, "\x00", "\ud800"],
    (0, "rules"): [None, [], "standard", {str(n): n for n in range(200)}],
    (0, "players"): [None, {}, [], [{}], [1, 2], [[], []], "ab"],
    (0, "seed"): [None, "", 5, "x" * 201, "a\nb", "\udfff"],
    (0, "commitment"): [None, "", "0" * 63, "G" * 64, "A" * 64, 10**63],
    (0, "started"): [None, 0, *BAD_TIMES],
    (0, "dealer_deck"): [[], DECK[:-1], "deck", {}],
    (0, "stacked"): [None, {}, *BAD_STACKS],
    (1, "round"): [None, "1", 0, 13, HUGE, 1.0, True],
    (1, "oya"): [None, 2, -1, "0", False, 0.0],
    (1, "decks"): [None, [], *BAD_DECKS],
    (2, "ply"): [None, "0", -1, 0.0, False, HUGE, 10**6],
    (2, "seat"): [None, 2, "1", True, [0]],
    (2, "action"): [None, "", "next", "play", "play 13L", 5, ["play 1L"]],
    (2, "digest"): [None, "", "0" * 15, "0" * 17, "A" * 16, 10**15],
    (2, "marks"): [None, "hint", [1], ["Hint"], ["a"] * 9, {}, [None]],
    (RESULT, "result"): [None, "", "won", 1, [], {}],
    (RESULT, "winner"): ["0", 2, True, []],
    (RESULT, "scores"): [None, [], [1], [1, 2, 3], [1.5, 2], [HUGE, 0], [True, 0], "ab"],
}


# In no language: a range, a list, a pattern or an example.
ALLOWED = {
    (0, "koikoi"): "0-999999",
    (0, "app"): "1-100",
    (0, "rules"): "{…}",
    (0, "players"): "[{…}, {…}]",
    (0, "seed"): "1-200",
    (0, "commitment"): "[0-9a-f]{64}",
    (0, "started"): "2026-11-30T12:00:00Z",
    (0, "dealer_deck"): "[48]",
    (0, "stacked"): "[[1, 0, [48]], …]",
    (1, "round"): "1-12",
    (1, "oya"): "0-1",
    (1, "decks"): "[[48], …]",
    (2, "ply"): "0-100000",
    (2, "seat"): "0-1",
    (2, "action"): "play 1L, take 1L, koikoi, shobu, resign",
    (2, "digest"): "[0-9a-f]{16}",
    (2, "marks"): '["[a-z][a-z_-]{0,19}", …] 0-8',
    (RESULT, "result"): "finished, out_of_points, resigned",
    (RESULT, "winner"): "0-1",
    (RESULT, "scores"): "[0, 0]",
}


@pytest.mark.parametrize(
    ("number", "key", "value"),
    [(number, key, value) for (number, key), values in BAD.items() for value in values],
    ids=lambda value: str(value)[:20],
)
def test_a_bad_value_is_named_with_its_line_and_not_repeated(
    number: int, key: str, value: object
) -> None:
    # Integers of more digits than Python reads would be no JSON to it.
    text = with_line(number, put(key, value)).replace(str(HUGE), "9" * 100)
    with pytest.raises(RecordError) as caught:
        loads(text)
    error = caught.value
    assert (error.code, error.line) == (Fault.BAD_VALUE, number + 1)
    assert error.params == {"key": key, "allowed": ALLOWED[number, key]}
    assert str(error).startswith(f"line {number + 1}: {key} is wrong (allowed: ")


@pytest.mark.parametrize(
    ("key", "value"), [("name", "\x1b[2J"), ("agent", None), ("level", "3"), ("level", True)]
)
def test_a_bad_value_of_a_player_is_named_with_the_player(key: str, value: object) -> None:
    with pytest.raises(RecordError, match=rf"line 1: players\.1\.{key} is wrong"):
        loads(with_line(0, lambda header: header["players"][1].update({key: value})))


def test_rules_with_a_problem_tell_all_their_problems() -> None:
    def spoil(header: dict[str, Any]) -> None:
        header["rules"]["goko"] = 99
        del header["rules"]["tan"]

    with pytest.raises(RecordError) as caught:
        loads(with_line(0, spoil))
    error = caught.value
    assert (error.code, error.line) == (Fault.BAD_RULES, 1)
    problems = error.params["problems"]
    assert isinstance(problems, tuple)
    assert all(isinstance(problem, RulesProblem) for problem in problems)
    assert [p.code for p in problems] == [ProblemCode.OUT_OF_RANGE, ProblemCode.MISSING_KEY]
    assert "goko = 99" in str(error)


@pytest.mark.parametrize(
    ("number", "change", "key", "found", "expected"),
    [
        (2, put("ply", 1), "ply", 1, 0),
        (5, put("ply", 2), "ply", 2, 3),
        (ROUND_2, put("ply", 0), "ply", 0, ROUND_2 - 2),
        (ROUND_2, put("round", 3), "round", 3, 2),
        (ROUND_2, put("round", 1), "round", 1, 2),
    ],
)
def test_rounds_and_plies_follow_each_other_without_a_gap(
    number: int, change: Change, key: str, found: int, expected: int
) -> None:
    with pytest.raises(RecordError) as caught:
        loads(with_line(number, change))
    error = caught.value
    assert (error.code, error.line) == (Fault.OUT_OF_ORDER, number + 1)
    assert error.params == {"key": key, "found": found, "expected": expected}


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        ([], Fault.INCOMPLETE_START, None),
        (LINES[:1], Fault.INCOMPLETE_START, None),
        ([LINES[0], *LINES[2:]], Fault.INCOMPLETE_START, 2),
        ([LINES[0], LINES[ROUND_2]], Fault.INCOMPLETE_START, 2),
        (LINES[1:], Fault.NO_RECORD, 1),
        (["{}", *LINES[1:]], Fault.NO_RECORD, 1),
        (["[1]", *LINES[1:]], Fault.NOT_JSON, 1),
        (["hello"], Fault.NOT_JSON, 1),
        ([LINES[0], LINES[0], *LINES[1:]], Fault.UNKNOWN_LINE, 2),
        ([*LINES[:4], '{"chat": "hi"}', *LINES[4:]], Fault.UNKNOWN_LINE, 5),
        ([*LINES[:4], "", *LINES[4:]], Fault.NOT_JSON, 5),
        ([*LINES, LINES[-1]], Fault.AFTER_RESULT, len(LINES) + 1),
        ([*LINES[:4], LINES[-1], *LINES[4:]], Fault.AFTER_RESULT, 6),
        ([*LINES[:3], *LINES[4:]], Fault.OUT_OF_ORDER, 4),
        ([*LINES[:3], LINES[2], *LINES[3:]], Fault.OUT_OF_ORDER, 4),
    ],
)
def test_lines_that_make_no_record_together_are_told(
    lines: list[str], code: Fault, line: int | None
) -> None:
    with pytest.raises(RecordError) as caught:
        loads("".join(line + "\n" for line in lines))
    assert (caught.value.code, caught.value.line) == (code, line)


def test_a_record_with_windows_line_ends_is_the_same_record() -> None:
    assert loads("\r\n".join(LINES) + "\r\n") == loads("\n".join(LINES) + "\n")


@pytest.mark.parametrize("code", Fault)
def test_every_fault_has_a_sentence_and_can_be_copied(code: Fault) -> None:
    names = "limit version known key allowed problems found expected ply action reason round"
    params = dict.fromkeys(names.split(), "x\n" * 200)
    error = RecordError(code, 7, **params)
    assert str(error).startswith("line 7: ")
    assert str(error).isprintable()
    assert len(str(error)) < 300
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.line, copy.params) == (error.code, error.line, error.params)
