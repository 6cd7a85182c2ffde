"""Rules that are being made: what their values become, what is wrong with them, what differs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTION_BY_KEY, OPTIONS, ProblemCode, Rules
from koikoi.table.rulesdraft import differing, draft_of, nearest, typed_number
from tests.text.moments import any_rules, variants

STANDARD = preset("standard")
CHANGING = [option.key for option in OPTIONS if option.type != "text"]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_draft_of_a_preset_is_that_preset(name: str) -> None:
    draft = draft_of(preset(name))
    assert draft.rules == draft.base == preset(name)
    assert (draft.changed, draft.problems, draft.unsaved) == ([], [], False)


@pytest.mark.parametrize("key", CHANGING)
@pytest.mark.parametrize("by", [1, -1])
def test_steps_reach_every_value_of_an_option(key: str, by: int) -> None:
    draft, option = draft_of(preset("nintendo")), OPTION_BY_KEY[key]
    if option.type == "integer":
        draft = draft.put(key, option.low if by > 0 else option.high)
    count = len(option.choices) or (2 if option.type == "boolean" else option.high - option.low + 1)
    found = []
    for _ in range(count):
        found.append(draft.values[key])
        assert draft.problem(key) is None or key == "call_limit_count"
        draft = draft.stepped(key, by)
    assert len(set(found)) == count
    last = option.high if by > 0 else option.low
    # A number stays where it ends, and a choice begins again.
    assert draft.values[key] == (last if option.type == "integer" else found[0])


def test_a_limit_brings_a_number_and_no_limit_takes_it_away() -> None:
    draft = draft_of(STANDARD).stepped("call_limit", 1)
    assert (draft.values["call_limit"], draft.values["call_limit_count"]) == ("per_player", 1)
    draft = draft.put("call_limit_count", 5).stepped("call_limit", 1)
    assert (draft.values["call_limit"], draft.values["call_limit_count"]) == ("per_round", 5)
    draft = draft.stepped("call_limit", 1)
    assert (draft.values["call_limit"], draft.values["call_limit_count"]) == ("none", 0)
    assert draft.problems == []


def test_what_contradicts_is_a_problem_and_what_is_legible_does_without() -> None:
    draft = draft_of(STANDARD).put("call_limit_count", 3).put("kasu", 2)
    assert [problem.code for problem in draft.problems] == [ProblemCode.CALL_LIMIT_COUNT]
    assert draft.rules is None
    assert draft.legible == replace(STANDARD, kasu=2)


@pytest.mark.parametrize(
    ("key", "value"), [("goko", 51), ("goko", -1), ("name", ""), ("name", "x" * 61), ("rounds", 0)]
)
def test_a_wrong_value_is_told_and_can_be_put_right(key: str, value: object) -> None:
    draft = draft_of(STANDARD).put(key, value)
    assert [problem.key for problem in draft.problems] == [key]
    assert draft.problem(key) is not None
    assert draft.legible == STANDARD
    assert draft.reset(key).rules == STANDARD


def test_a_number_that_is_too_large_steps_back_into_its_range() -> None:
    assert draft_of(STANDARD).put("goko", 99).stepped("goko", 1).values["goko"] == 50
    assert draft_of(STANDARD).put("goko", 99).stepped("goko", -1).values["goko"] == 50


def test_what_differs_can_be_reset_alone_or_all_together() -> None:
    draft = draft_of(STANDARD).put("goko", 12).put("kasu", 3).put("name", "mine")
    assert draft.changed == ["goko", "kasu"]
    assert draft.unsaved
    assert draft.reset("goko").changed == ["kasu"]
    every = draft.reset_all()
    assert every.rules == replace(STANDARD, name="mine")


def test_own_rules_are_compared_with_the_preset_they_are_nearest_to() -> None:
    for name in PRESET_NAMES:
        mine = replace(preset(name), name="mine", rounds=5, kasu=9)
        assert nearest(mine) == preset(name)
        assert draft_of(mine, "mine").changed == ["kasu", "rounds"]


def test_another_preset_can_be_compared_with() -> None:
    draft = draft_of(STANDARD)
    seen = []
    for _ in PRESET_NAMES:
        seen.append(draft.base.name)
        assert draft.changed == differing(draft.base, STANDARD)
        draft = draft.beside(1)
    assert sorted(seen) == sorted(PRESET_NAMES)
    assert draft.base == STANDARD
    assert draft.rules == STANDARD


def test_saved_rules_are_not_unsaved_until_they_change_again() -> None:
    draft = draft_of(STANDARD).put("goko", 12).kept_as("mine")
    assert not draft.unsaved
    assert draft.name == "mine"
    assert draft.stepped("goko", 1).unsaved
    assert not draft.stepped("goko", 1).stepped("goko", -1).unsaved


@given(any_rules())
def test_any_rules_can_be_drafted(rules: Rules) -> None:
    draft = draft_of(rules, "mine")
    assert draft.rules == rules
    assert draft.reset_all().changed == []


def test_every_option_can_be_made_what_a_variant_has() -> None:
    for key, changed in variants(STANDARD):
        draft = draft_of(STANDARD)
        for option, value in changed.to_mapping().items():
            if value != draft.values[option]:
                draft = draft.put(option, value)
        assert draft.rules == changed
        assert key in draft.changed or key in ("name", "source")


@given(st.text("0123456789", max_size=12))
def test_what_is_typed_is_a_number_of_few_digits(typed: str) -> None:
    number = typed_number(OPTION_BY_KEY["goko"], typed)
    assert number == (int(typed[:3]) if typed else None)
