"""Rules values: their options, their checks and what the checks report."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import subprocess
import sys
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from koikoi.engine.rules import (
    OPTION_BY_KEY,
    OPTIONS,
    Option,
    ProblemCode,
    Rules,
    RulesError,
    RulesProblem,
    Viewing,
    check_rules,
)

VALID: dict[str, Any] = {
    "name": "table",
    "source": "",
    "goko": 10,
    "shiko": 8,
    "ame_shiko": 7,
    "sanko": 5,
    "hanami": 1,
    "hanami_called": 3,
    "tsukimi": 2,
    "tsukimi_called": 4,
    "viewing": "always",
    "rain_spoils_viewing": "no",
    "inoshikacho": 5,
    "akatan": 6,
    "aotan": 9,
    "extra_card": True,
    "chofuku": 11,
    "chofuku_mode": "replaces",
    "tane": 1,
    "tan": 1,
    "kasu": 1,
    "family": "add",
    "sake_cup": "both",
    "tsukifuda": 0,
    "teshi": "points",
    "teshi_points": 6,
    "kuttsuki": "redeal",
    "kuttsuki_points": 6,
    "both_dealt": "dealer",
    "field_four": "redeal",
    "field_pairs": "redeal",
    "field_three": "keep",
    "double_from": 7,
    "call_bonus": "opponent_called",
    "bonus_stacking": "multiply",
    "call_limit": "per_player",
    "call_limit_count": 2,
    "exhausted_points": 1,
    "exhausted_dealer": "stays",
    "next_dealer": "winner",
    "first_dealer": "draw",
    "rounds": 12,
    "starting_points": 0,
    "lightning_wild": False,
}

CHOICES = {
    "viewing": "always, with_other_yaku, never",
    "rain_spoils_viewing": "no, captured_rain, willow_on_field",
    "chofuku_mode": "replaces, adds",
    "family": "add, void, best",
    "sake_cup": "animal, both, both_twice, plain",
    "teshi": "points, redeal, off",
    "kuttsuki": "points, redeal, off",
    "both_dealt": "dealer, nobody, both",
    "field_four": "redeal, dealer_takes, keep",
    "field_pairs": "redeal, keep",
    "field_three": "keep, redeal",
    "call_bonus": "none, opponent_called, per_call, own_calls",
    "bonus_stacking": "multiply, add, highest",
    "call_limit": "none, per_player, per_round",
    "exhausted_dealer": "stays, switches",
    "next_dealer": "winner, alternates",
    "first_dealer": "draw, random, first, second",
}

POINTS = (
    "goko shiko ame_shiko sanko inoshikacho akatan aotan chofuku tane tan kasu tsukifuda hanami "
    "hanami_called tsukimi tsukimi_called teshi_points kuttsuki_points exhausted_points double_from"
)

RANGES = {
    **dict.fromkeys(POINTS.split(), (0, 50)),
    "starting_points": (0, 999),
    "rounds": (1, 12),
    "call_limit_count": (0, 8),
}


def problems_with(**changes: object) -> list[RulesProblem]:
    return check_rules({**VALID, **changes})


def without(*keys: str) -> dict[str, object]:
    return {key: value for key, value in VALID.items() if key not in keys}


def test_every_field_has_one_option_in_the_same_order() -> None:
    fields = [field.name for field in dataclasses.fields(Rules)]
    assert [option.key for option in OPTIONS] == fields == list(VALID)
    assert list(OPTION_BY_KEY.items()) == list(zip(fields, OPTIONS, strict=True))


def test_the_type_of_a_field_is_that_of_its_option() -> None:
    plain_types = {str: "text", int: "integer", bool: "boolean"}
    for key, hint in get_type_hints(Rules).items():
        option = OPTION_BY_KEY[key]
        if option.type == "choice":
            assert get_origin(hint) is not None, key
            assert option.choices == get_args(hint), key
        else:
            assert option.type == plain_types[hint], key


def test_every_field_is_documented_once() -> None:
    # Cleaned, since Python 3.13 does so by itself.
    attributes = (inspect.getdoc(Rules) or "").partition("Attributes:")[2].splitlines()
    documented = [
        line.strip().partition(":")[0]
        for line in attributes
        if line.startswith(" " * 4) and not line.startswith(" " * 5)
    ]
    assert documented == list(VALID)


def test_integers_have_the_ranges_of_the_rules() -> None:
    ranges = {o.key: (o.low, o.high) for o in OPTIONS if o.type == "integer"}
    assert ranges == RANGES


def test_choices_are_the_words_of_the_rules() -> None:
    assert {o.key: o.allowed for o in OPTIONS if o.type == "choice"} == CHOICES


def test_a_choice_takes_its_words_from_its_type() -> None:
    assert OPTION_BY_KEY["viewing"].choices == get_args(Viewing)


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        (Option("x", "integer", 3, 9), "3-9"),
        (Option("x", "text", 1, 60), "1-60"),
        (Option("x", "boolean"), "true, false"),
        (Option("x", "choice", choices=("a", "b")), "a, b"),
    ],
)
def test_allowed_values_are_told_without_words(option: Option, allowed: str) -> None:
    assert option.allowed == allowed


def test_valid_values_have_no_problems() -> None:
    assert check_rules(VALID) == []


@pytest.mark.parametrize(("key", "word"), [(k, w) for k in CHOICES for w in CHOICES[k].split(", ")])
def test_every_word_of_a_choice_is_accepted(key: str, word: str) -> None:
    count = 0 if word == "none" and key == "call_limit" else 2
    assert problems_with(**{key: word, "call_limit_count": count}) == []


@pytest.mark.parametrize("key", [key for key in RANGES if key != "call_limit_count"])
def test_both_ends_of_a_range_are_accepted_and_nothing_beyond(key: str) -> None:
    low, high = RANGES[key]
    assert problems_with(**{key: low}) == problems_with(**{key: high}) == []
    for value in (low - 1, high + 1):
        assert problems_with(**{key: value}) == [
            RulesProblem(ProblemCode.OUT_OF_RANGE, key, value, f"{low}-{high}")
        ]


@pytest.mark.parametrize(
    ("key", "value", "code", "allowed"),
    [
        ("goko", True, ProblemCode.WRONG_TYPE, "0-50"),
        ("goko", False, ProblemCode.WRONG_TYPE, "0-50"),
        ("goko", 5.0, ProblemCode.WRONG_TYPE, "0-50"),
        ("goko", "5", ProblemCode.WRONG_TYPE, "0-50"),
        ("goko", None, ProblemCode.WRONG_TYPE, "0-50"),
        ("extra_card", 1, ProblemCode.WRONG_TYPE, "true, false"),
        ("extra_card", "true", ProblemCode.WRONG_TYPE, "true, false"),
        ("family", 1, ProblemCode.WRONG_TYPE, "add, void, best"),
        ("family", ["add"], ProblemCode.WRONG_TYPE, "add, void, best"),
        ("family", "Add", ProblemCode.NOT_A_CHOICE, "add, void, best"),
        ("family", "", ProblemCode.NOT_A_CHOICE, "add, void, best"),
        ("name", 5, ProblemCode.WRONG_TYPE, "1-60"),
        ("name", "", ProblemCode.BAD_TEXT, "1-60"),
        ("name", "   ", ProblemCode.BAD_TEXT, "1-60"),
        ("name", "x" * 61, ProblemCode.BAD_TEXT, "1-60"),
        ("name", "two\nlines", ProblemCode.BAD_TEXT, "1-60"),
        ("name", "\x1b[31mred", ProblemCode.BAD_TEXT, "1-60"),
        ("name", "back\u202ewards", ProblemCode.BAD_TEXT, "1-60"),
        ("source", "x" * 201, ProblemCode.BAD_TEXT, "0-200"),
        ("source", "a\tb", ProblemCode.BAD_TEXT, "0-200"),
        ("call_limit_count", 9, ProblemCode.OUT_OF_RANGE, "0-8"),
        ("call_limit_count", -1, ProblemCode.OUT_OF_RANGE, "0-8"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    key: str, value: object, code: ProblemCode, allowed: str
) -> None:
    assert problems_with(**{key: value}) == [RulesProblem(code, key, value, allowed)]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "x"),
        ("name", "x" * 60),
        ("name", "花札の卓"),
        ("source", ""),
        ("source", "é" * 200),
    ],
)
def test_texts_may_have_any_printable_characters_up_to_their_length(key: str, value: str) -> None:
    assert problems_with(**{key: value}) == []


@pytest.mark.parametrize(
    ("limit", "count", "allowed"),
    [
        ("none", 0, None),
        ("per_player", 1, None),
        ("per_round", 8, None),
        ("none", 1, "0"),
        ("per_player", 0, "1-8"),
        ("per_round", 0, "1-8"),
    ],
)
def test_no_call_limit_and_a_count_of_zero_go_together(
    limit: str, count: int, allowed: str | None
) -> None:
    expected = []
    if allowed is not None:
        code = ProblemCode.CALL_LIMIT_COUNT
        expected = [RulesProblem(code, "call_limit_count", count, allowed)]
    assert problems_with(call_limit=limit, call_limit_count=count) == expected


@pytest.mark.parametrize(
    ("values", "code", "key"),
    [
        ({**VALID, "call_limit": "x", "call_limit_count": 0}, "not_a_choice", "call_limit"),
        ({**VALID, "call_limit_count": 99}, "out_of_range", "call_limit_count"),
        (without("call_limit"), "missing_key", "call_limit"),
        (without("call_limit_count"), "missing_key", "call_limit_count"),
    ],
)
def test_a_broken_call_limit_is_reported_once(
    values: dict[str, object], code: str, key: str
) -> None:
    assert [(p.code, p.key) for p in check_rules(values)] == [(code, key)]


@pytest.mark.parametrize(
    ("key", "suggestion"),
    [("gokou", "goko"), ("tsukifudas", "tsukifuda"), ("Rounds", "rounds"), ("zzz", ""), ("", "")],
)
def test_an_unknown_key_comes_with_the_nearest_one(key: str, suggestion: str) -> None:
    assert problems_with(**{key: 3}) == [
        RulesProblem(ProblemCode.UNKNOWN_KEY, key, 3, suggestion=suggestion)
    ]


def test_a_missing_key_is_named_with_what_is_allowed() -> None:
    assert check_rules(without("family")) == [
        RulesProblem(ProblemCode.MISSING_KEY, "family", allowed="add, void, best")
    ]


def test_all_problems_are_reported_at_once_unknown_keys_last() -> None:
    values = {
        "goku": 1,
        **without("sanko"),
        "name": "",
        "goko": True,
        "viewing": "sometimes",
        "call_limit": "none",
        "rounds": 13,
        "extra": 2,
    }
    assert [(p.key, p.code) for p in check_rules(values)] == [
        ("name", ProblemCode.BAD_TEXT),
        ("goko", ProblemCode.WRONG_TYPE),
        ("sanko", ProblemCode.MISSING_KEY),
        ("viewing", ProblemCode.NOT_A_CHOICE),
        ("rounds", ProblemCode.OUT_OF_RANGE),
        ("call_limit_count", ProblemCode.CALL_LIMIT_COUNT),
        ("goku", ProblemCode.UNKNOWN_KEY),
        ("extra", ProblemCode.UNKNOWN_KEY),
    ]


def test_the_error_names_key_value_and_what_is_allowed_for_every_problem() -> None:
    values = {**without("tan"), "goko": True, "family": "ad", "roundz": 3, "zzz": 0}
    with pytest.raises(RulesError) as caught:
        Rules.from_mapping(values)
    assert caught.value.problems == tuple(check_rules(values))
    assert str(caught.value).splitlines() == [
        "not a valid set of rules:",
        "  goko = true: wrong type (allowed: 0-50)",
        "  missing key 'tan' (allowed: 0-50)",
        "  family = 'ad': not a choice (allowed: add, void, best)",
        "  unknown key 'roundz' = 3, did you mean 'rounds'?",
        "  unknown key 'zzz' = 0",
    ]


def nested_tables(depth: int) -> dict[str, object]:
    table: dict[str, object] = {}
    for _ in range(depth):
        table = {"a": table}
    return table


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (False, "false"),
        (7, "7"),
        ("a\x1b[31m\n", r"'a\x1b[31m\n'"),
        ("x" * 58, f"'{'x' * 58}'"),
        ("x" * 59, f"'{'x' * 58}…"),
        (16**5000, "…"),
        (nested_tables(100_000), "…"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_shown_on_one_short_harmless_line(value: object, shown: str) -> None:
    assert RulesProblem(ProblemCode.WRONG_TYPE, "goko", value).shown_value == shown


def test_a_mapping_becomes_rules_and_the_same_mapping_again() -> None:
    shuffled = dict(reversed(VALID.items()))
    mapping = Rules.from_mapping(shuffled).to_mapping()
    assert list(mapping.items()) == list(VALID.items())
    assert all(type(mapping[key]) is type(VALID[key]) for key in VALID)


def test_equal_values_make_equal_rules_with_the_same_hash() -> None:
    rules = Rules.from_mapping(VALID)
    same = Rules(**VALID)
    assert rules == same
    assert hash(rules) == hash(same)
    assert rules != dataclasses.replace(rules, rounds=3)


def test_rules_are_checked_when_they_are_constructed() -> None:
    with pytest.raises(RulesError, match="rounds = 0: out of range"):
        Rules(**{**VALID, "rounds": 0})


def test_rules_are_checked_when_they_are_changed_by_replacement() -> None:
    rules = Rules.from_mapping(VALID)
    assert dataclasses.replace(rules, rounds=6).rounds == 6
    with pytest.raises(RulesError) as caught:
        dataclasses.replace(rules, rounds=True, call_limit="none")
    assert [p.key for p in caught.value.problems] == ["rounds", "call_limit_count"]


def test_rules_do_not_change() -> None:
    rules = Rules.from_mapping(VALID)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.rounds = 3  # type: ignore[misc]


def test_rules_and_their_errors_travel_between_processes() -> None:
    rules = Rules.from_mapping(VALID)
    assert pickle.loads(pickle.dumps(rules)) == rules
    error = RulesError(tuple(check_rules({})))
    copy = pickle.loads(pickle.dumps(error))
    assert copy.problems == error.problems


def test_importing_the_rules_loads_no_parser_clock_or_randomness() -> None:
    code = (
        "import sys; before = set(sys.modules); import koikoi.engine.rules; "
        "print(*sorted({'random', 'asyncio', 'tomllib', 'difflib'} & (set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
