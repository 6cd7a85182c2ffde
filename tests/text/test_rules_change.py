"""What an option does in words, and rules side by side."""

from __future__ import annotations

import pytest

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTIONS, Option, RuleValue
from koikoi.text.catalogue import load
from koikoi.text.comparing import compared, heads, sources
from koikoi.text.option_notes import GROUPS
from koikoi.text.rules_change import change, said_of, with_option
from tests.text.moments import STANDARD, rules_like, variants

ENGLISH = load()


@pytest.mark.parametrize(
    ("changes", "gone", "come"),
    [
        (
            {"kasu": 2},
            ("Plains (Kasu) is worth 1 point: any ten plains, and each further plain adds 1.",),
            ("Plains (Kasu) is worth 2 points: any ten plains, and each further plain adds 1.",),
        ),
        (
            {"exhausted_points": 0},
            ("Then the dealer scores 1 point.",),
            ("Then nobody scores.",),
        ),
        ({"tsukifuda": 0}, (), ()),
    ],
)
def test_a_change_is_told_by_the_sentences_that_change(
    changes: dict[str, RuleValue], gone: tuple[str, ...], come: tuple[str, ...]
) -> None:
    assert change(ENGLISH, STANDARD, rules_like(STANDARD, **changes)) == (gone, come)


def test_that_rules_are_a_preset_no_more_is_no_change_of_an_option() -> None:
    told = change(ENGLISH, STANDARD, rules_like(STANDARD, rounds=11))
    assert told.come[0] == "A match under the rules “Standard” has 11 rounds."
    assert not any("source" in said for said in (*told.gone, *told.come))


def test_every_change_that_matters_is_told() -> None:
    silent = {
        key for key, other in variants(STANDARD) if change(ENGLISH, STANDARD, other).come == ()
    }
    assert silent == set()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_what_is_said_of_an_option_is_gone_where_it_is_otherwise(option: Option) -> None:
    key = option.key
    told = said_of(ENGLISH, STANDARD, key)
    assert told
    others = [rules for changed, rules in variants(STANDARD) if changed == key]
    assert any(set(told) & set(change(ENGLISH, STANDARD, other).gone) for other in others)


def test_the_two_options_of_the_limit_go_together() -> None:
    limited = with_option(STANDARD, "call_limit", "per_round")
    assert (limited.call_limit, limited.call_limit_count) == ("per_round", 1)
    assert with_option(limited, "call_limit_count", 0) == STANDARD
    counted = with_option(STANDARD, "call_limit_count", 3)
    assert (counted.call_limit, counted.call_limit_count) == ("per_player", 3)
    assert with_option(counted, "call_limit", "none") == STANDARD


def test_groups_begin_with_options_in_their_order() -> None:
    keys = [option.key for option in OPTIONS]
    assert sorted(GROUPS, key=keys.index) == list(GROUPS)
    assert next(iter(GROUPS)) == keys[0]


# Side by side.


def test_rows_are_what_differs_in_words() -> None:
    rows = compared(ENGLISH, [preset("standard"), preset("nintendo")])
    assert [row.key for row in rows] == [
        *("family", "sake_cup", "both_dealt", "field_pairs", "double_from"),
        *("call_limit", "call_limit_count", "exhausted_points", "exhausted_dealer"),
    ]
    assert rows[0].values == ("all count", "Tane and Tan give way")


def test_all_rows_tell_which_differ() -> None:
    rows = compared(ENGLISH, [preset(name) for name in PRESET_NAMES], whole=True)
    assert [row.key for row in rows] == [option.key for option in OPTIONS[2:]]
    few = compared(ENGLISH, [preset(name) for name in PRESET_NAMES])
    assert few == [row for row in rows if row.differs]


def test_rules_of_one_name_are_told_apart() -> None:
    mine = rules_like(STANDARD, name="mine", source="")
    rules = [STANDARD, mine, rules_like(mine, kasu=2)]
    assert heads(ENGLISH, rules) == ["Standard", "mine (1)", "mine (2)"]
    assert sources(ENGLISH, rules)[1] == "mine (1): no source is named."
