"""The tables of piles say what the engine's scorer says, under any rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.ai.piles import MOST_CALLS, SPECIAL_CARDS, month_masks, months_of, piles
from koikoi.ai.rulesets import varied_rules
from koikoi.engine.cards import CARDS, FULL_DECK, MONTH_MASKS, PLAINS, SAKE_CUP, Kind, cards_of
from koikoi.engine.presets import preset
from koikoi.engine.rules import OPTIONS, Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.yaku import MadeYaku, YakuId, scorer
from tests.ai.chance import PRESETS, calls_and_months, rule_sets, tables, wild_rules

SETS = rule_sets(20, 40)


def assert_totals(rules: Rules, seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    lying = tables(rng, count)
    calls, _, months = calls_and_months(rng, count)
    found = piles(rules).total(lying.mine, months, calls, lying.field)
    own = scorer(rules)
    expected = [
        own.total(int(pile), int(month), int(called), int(field))
        for pile, month, called, field in zip(lying.mine, months, calls, lying.field, strict=True)
    ]
    assert found.tolist() == expected, rules


def test_total_of_a_pile_is_the_scorers_under_every_preset() -> None:
    for rules in PRESETS.values():
        assert_totals(rules, 1, 1000)


def test_total_of_a_pile_is_the_scorers_under_any_rules() -> None:
    for number, rules in enumerate(SETS):
        assert_totals(rules, number, 100)


@pytest.mark.parametrize("sake_cup", ["animal", "both", "both_twice", "plain"])
def test_whole_deck_and_nothing_are_worth_what_the_scorer_says(sake_cup: str) -> None:
    rules = Rules.from_mapping({**preset("standard").to_mapping(), "sake_cup": sake_cup})
    found = piles(rules).total(
        np.array([FULL_DECK, 0], np.uint64),
        np.array([3, 3]),
        np.array([0, 0]),
        np.array([0, 0], np.uint64),
    )
    assert found.tolist() == [scorer(rules).total(FULL_DECK, 3), 0]


def test_payoff_is_the_score_of_the_round_under_any_rules() -> None:
    calls = np.arange(MOST_CALLS)
    own, others = (grid.reshape(-1) for grid in np.meshgrid(calls, calls))
    for rules in SETS:
        line = rules.double_from
        for total in sorted({1, 5, max(1, line - 1), max(1, line), line + 1, 60}):
            paid = piles(rules).payoff(np.full(len(own), total, np.int32), own, others)
            made = (MadeYaku(YakuId.KASU, total),)
            expected = [
                round_score(rules, made, int(mine), int(theirs)).points
                for mine, theirs in zip(own, others, strict=True)
            ]
            assert paid.tolist() == expected, (rules, total)


def test_groups_of_a_pile_name_its_special_cards_and_count_its_plains() -> None:
    lying = tables(np.random.default_rng(3), 200)
    for cup, plains in (("animal", 0), ("both", 1), ("both_twice", 2), ("plain", 1)):
        rules = Rules.from_mapping({**preset("standard").to_mapping(), "sake_cup": cup})
        for pile, packed in zip(lying.mine.tolist(), piles(rules).groups(lying.mine), strict=True):
            special = [card for place, card in enumerate(SPECIAL_CARDS) if packed >> place & 1]
            has_cup = pile >> SAKE_CUP & 1
            animal = [int(SAKE_CUP)] if has_cup and cup != "plain" else []
            others = [c for c in SPECIAL_CARDS if pile >> c & 1 and c != SAKE_CUP]
            assert sorted(special) == sorted([*others, *animal])
            assert packed >> 24 == (pile & PLAINS).bit_count() + (plains if has_cup else 0)


def test_special_cards_are_all_but_the_plains_each_once() -> None:
    assert len(set(SPECIAL_CARDS)) == len(SPECIAL_CARDS) == 24
    assert all(CARDS[card].kind is not Kind.PLAIN for card in SPECIAL_CARDS)


@given(st.integers(0, FULL_DECK))
def test_months_of_cards_are_whole(cards: int) -> None:
    whole = sum({MONTH_MASKS[card.month - 1] for card in cards_of(cards)})
    assert months_of(np.array([cards], np.uint64)).tolist() == [whole]


def test_month_masks_are_the_cards_of_the_month() -> None:
    assert month_masks(np.arange(1, 13)).tolist() == list(MONTH_MASKS)


def test_piles_may_be_any_slice_of_an_array() -> None:
    rng = np.random.default_rng(4)
    lying = tables(rng, 60)
    rules = preset("standard")
    zeros = np.zeros(20, np.int64)
    pile, field = lying.mine[::-3], lying.field[::-3]
    found = piles(rules).total(pile, zeros + 1, zeros, field)
    assert found.tolist() == [scorer(rules).total(int(cards), 1) for cards in pile]


# The rules by chance that these and other tests use ----------------------------------------------


def test_wild_rules_take_every_choice_and_both_ends_of_all_points() -> None:
    rng = np.random.default_rng(20)
    sets = [wild_rules(rng).to_mapping() for _ in range(120)]
    for option in OPTIONS:
        seen = {values[option.key] for values in sets}
        if option.type == "choice":
            assert seen == set(option.choices)
        elif option.type == "boolean":
            assert seen == {False, True}
        elif option.type == "integer":
            assert {option.low, option.high} <= seen
            assert len(seen) >= min(8, option.high - option.low)


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_varied_rules_are_rules_near_a_preset(seed: int) -> None:
    rules = varied_rules(np.random.default_rng(seed)).to_mapping()
    changes = [
        sum(rules[key] != value for key, value in near.to_mapping().items())
        for near in PRESETS.values()
    ]
    # Name and source, eight options, the count of the call limit, the Lightning.
    assert min(changes) <= 12
