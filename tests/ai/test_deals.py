"""What the deal decides in the batch engine is what it decides in the engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.ai import deals, differential
from koikoi.ai.batch import Batch
from koikoi.ai.deals import dealt_points, random_deals, void
from koikoi.engine import dealt
from koikoi.engine.cards import FULL_DECK, cards_of
from koikoi.engine.deal import dealt_yaku
from koikoi.engine.deck import Deck
from koikoi.engine.flow import new_match
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from tests.ai.chance import rule_sets
from tests.engine.stack import (
    FOUR,
    FOUR_AND_TWO_PAIRS,
    KUTTSUKI,
    OTHER_TESHI,
    PAIRS,
    TESHI,
    THREE,
    TWO_FOUR,
    TWO_FOURS,
    TWO_THREE,
    mask,
    stack_deck,
    table,
)

STANDARD = preset("standard")
OTHER_KUTTSUKI = "3L 3P1 5A 5P1 6A 6P1 10A 10P1"

SPECIAL = {
    "nothing": stack_deck(),
    "a four on the field": stack_deck(field=FOUR),
    "two fours on the field": stack_deck(field=TWO_FOUR),
    "pairs on the field": stack_deck(field=PAIRS),
    "a three on the field": stack_deck(field=THREE),
    "two threes on the field": stack_deck(field=TWO_THREE),
    "the oya's teshi": stack_deck(oya=TESHI),
    "the ko's teshi": stack_deck(ko=TESHI),
    "the oya's two fours": stack_deck(oya=TWO_FOURS),
    "the ko's four and two pairs": stack_deck(ko=FOUR_AND_TWO_PAIRS),
    "the oya's kuttsuki": stack_deck(oya=KUTTSUKI),
    "the ko's kuttsuki": stack_deck(ko=KUTTSUKI),
    "two teshi": stack_deck(oya=TESHI, ko=OTHER_TESHI),
    "two kuttsuki": stack_deck(oya=KUTTSUKI, ko=OTHER_KUTTSUKI),
    "the oya's teshi, the ko's kuttsuki": stack_deck(oya=TESHI, ko=KUTTSUKI),
    "the oya's kuttsuki, the ko's teshi": stack_deck(oya=KUTTSUKI, ko=TESHI),
}


def rows(*decks: Deck) -> npt.NDArray[np.int8]:
    return np.array([[int(card) for card in deck] for deck in decks], np.int8)


SPECIAL_ROWS = rows(*SPECIAL.values())


def redealing(**changes: Any) -> Rules:
    """Rules that void nothing but what is said."""
    nothing = dict.fromkeys(("field_four", "field_pairs", "field_three"), "keep")
    return table(**{**nothing, "teshi": "off", "kuttsuki": "off", **changes})


@given(st.lists(st.integers(0, FULL_DECK), min_size=1, max_size=5))
def test_fours_and_threes_are_found_as_the_engine_finds_them(cards: list[int]) -> None:
    many = np.array(cards, np.uint64)
    assert (deals.fours_of(many) != 0).tolist() == [bool(dealt.fours(one)) for one in cards]
    assert (deals.threes_of(many) != 0).tolist() == [bool(dealt.threes(one)) for one in cards]


@given(st.permutations(range(12)), st.lists(st.integers(0, 5), min_size=4, max_size=8))
def test_four_pairs_are_found_as_the_engine_finds_them(order: list[int], kinds: list[int]) -> None:
    """Eight cards of a few months each: pairs, and nearly pairs."""
    shapes = (0b0011, 0b1010, 0b1001, 0b0001, 0b0111, 0b1111)
    cards = sum(shapes[kind] << 4 * month for month, kind in zip(order, kinds, strict=False))
    eight = sum(1 << card for card in cards_of(cards)[:8])
    if eight.bit_count() == 8:
        found = deals.are_four_pairs(np.array([eight], np.uint64))
        assert found.tolist() == [bool(dealt.four_pairs(eight))]


FOURS_IN_HAND = {
    *("the oya's teshi", "the ko's teshi", "the oya's two fours", "the ko's four and two pairs"),
    *("two teshi", "the oya's teshi, the ko's kuttsuki", "the oya's kuttsuki, the ko's teshi"),
}


@pytest.mark.parametrize(
    ("rules", "voided"),
    [
        (redealing(), set()),
        (redealing(field_four="redeal"), {"a four on the field", "two fours on the field"}),
        (redealing(field_pairs="redeal"), {"pairs on the field"}),
        (redealing(field_three="redeal"), {"a three on the field", "two threes on the field"}),
        (redealing(teshi="redeal"), FOURS_IN_HAND),
        (redealing(kuttsuki="redeal"), {name for name in SPECIAL if "kuttsuki" in name}),
    ],
)
def test_special_deals_are_void_as_the_rules_say(rules: Rules, voided: set[str]) -> None:
    found = void(rules, SPECIAL_ROWS)
    assert {name for name, is_void in zip(SPECIAL, found, strict=True) if is_void} == voided
    assert differential.void_differences(rules, SPECIAL_ROWS) == []


def test_deals_are_void_under_any_rules_as_in_the_engine() -> None:
    rng = np.random.default_rng(5)
    for rules in rule_sets(20, 40):
        decks = np.argsort(rng.random((40, 48)), axis=1).astype(np.int8)
        both = np.concatenate((decks, SPECIAL_ROWS))
        assert differential.void_differences(rules, both) == []


def test_a_deal_that_only_one_engine_voids_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    none = np.zeros(len(SPECIAL), np.bool_)
    monkeypatch.setattr("koikoi.ai.deals.are_four_pairs", lambda _: none)
    rules = redealing(kuttsuki="redeal")
    wrong = differential.void_differences(rules, SPECIAL_ROWS)
    assert {list(SPECIAL)[number] for number in wrong} == {
        name for name in SPECIAL if "kuttsuki" in name
    }


@pytest.mark.parametrize("both", ["dealer", "nobody", "both"])
@pytest.mark.parametrize(("teshi", "kuttsuki"), [(4, 8), (0, 8), (6, 0), (50, 1), (0, 0), (6, 6)])
def test_dealt_hands_bring_what_they_bring_in_the_engine(
    both: str, teshi: int, kuttsuki: int
) -> None:
    rules = redealing(
        teshi="points",
        kuttsuki="points",
        teshi_points=teshi,
        kuttsuki_points=kuttsuki,
        both_dealt=both,
    )
    found = dealt_points(rules, SPECIAL_ROWS)
    assert found.decks is SPECIAL_ROWS
    for deck, points, decided in zip(SPECIAL.values(), found.points, found.decided, strict=True):
        state = new_match(rules, "dealt", decks=[deck])
        result = state.results[0].points if state.results else (0, 0)
        # Seat 0 deals.
        assert points == result[0] - result[1]
        assert decided == bool(state.results)


def test_random_deals_are_as_many_as_asked_for_and_none_is_void() -> None:
    for rules in rule_sets(5, 15):
        rng = np.random.default_rng(6)
        found = random_deals(rules, 300, rng)
        assert found.decks.shape == (300, 48)
        assert (np.sort(found.decks, axis=1) == np.arange(48)).all()
        assert not void(rules, found.decks).any()
        hands = [[mask_of_row(deck[low : low + 8]) for low in (16, 0)] for deck in found.decks]
        decided = [any(dealt_yaku(rules, hand) for hand in pair) for pair in hands]
        assert found.decided.tolist() == decided


def mask_of_row(cards: npt.NDArray[np.int8]) -> int:
    return sum(1 << int(card) for card in cards)


def test_the_same_chance_deals_the_same() -> None:
    one, other = (random_deals(STANDARD, 50, np.random.default_rng(7)) for _ in range(2))
    assert (one.decks == other.decks).all()


def test_the_dealer_takes_fours_before_the_first_turn() -> None:
    decks = rows(SPECIAL["two fours on the field"])
    taking = Batch(redealing(field_four="dealer_takes"), decks, np.array([1]))
    assert taking.field.tolist() == [0]
    assert taking.captured[0].tolist() == [mask(TWO_FOUR)]
    assert taking.captured[1].tolist() == [0]
    keeping = Batch(redealing(field_four="keep"), decks, np.array([1]))
    assert keeping.field.tolist() == [mask(TWO_FOUR)]
