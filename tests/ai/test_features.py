"""What the network sees: what the engine says, card by card, and nothing of other positions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.ai.features import FIGURES, LOOKUPS, TABLE_ROWS, Positions, encoder
from koikoi.ai.months import MONTH_ROWS, PLACES, month_places
from koikoi.ai.piles import Masks
from koikoi.ai.rulesight import RULE_FIGURES, rule_figures
from koikoi.engine.cards import CARDS, Kind
from koikoi.engine.presets import preset
from koikoi.engine.rules import OPTIONS, Option, Rules
from tests.ai.chance import PRESETS, rule_sets
from tests.ai.nets import NETWORK
from tests.ai.seeing import figures, positions, rows_of
from tests.engine.strategies import random_rules

STANDARD = preset("standard")
SETS = rule_sets(8, 32)

EVEN_PLAINS = [
    [int(card) for card in CARDS if card.month == month and card.kind is Kind.PLAIN]
    for month in range(1, 13)
]
"""The plains of each month; nothing tells those of a month apart."""


def one_of(seen: Positions, row: int) -> Positions:
    return rows_of(seen, slice(row, row + 1))


def exchanged(seen: Positions, rng: np.random.Generator) -> Positions:
    """The positions with the plains of every month in other places among themselves."""
    order = np.arange(48)
    for plains in EVEN_PLAINS:
        order[plains] = rng.permutation(plains)

    def moved(cards: Masks) -> Any:
        bits = cards[:, None] >> order.astype(np.uint64) & np.uint64(1)
        return (bits << np.arange(48, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)

    masks = ("hand", "field", "mine", "theirs", "my_decided", "their_decided")
    return seen._replace(**{name: moved(getattr(seen, name)) for name in masks})


# Look-ups ----------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(random_rules(), st.integers(0, 2**32))
def test_positions_are_rows_of_the_table_and_finite_figures(rules: Rules, seed: int) -> None:
    seen = positions(np.random.default_rng(seed), 30)
    rows, found = encoder(rules).encode(seen)
    assert rows.shape == (30, LOOKUPS)
    assert found.shape == (30, FIGURES)
    assert rows.min() >= 0
    assert rows.max() < TABLE_ROWS
    assert np.isfinite(found).all()
    # Lessons are kept as half-precision numbers, their rows in 16 bits.
    assert np.isfinite(found.astype(np.float16)).all()
    assert rows.max() < 1 << 15


def test_every_look_up_has_rows_of_its_own() -> None:
    seen = positions(np.random.default_rng(1), 3000)
    rows, _ = encoder(STANDARD).encode(seen)
    ends = sorted((int(column.min()), int(column.max())) for column in rows.T)
    assert all(one[1] < other[0] for one, other in pairwise(ends))
    # Every place that a position can have for a look-up of its own is seen.
    assert len({int(row) for row in rows[:, 12]}) == 48


def test_plains_that_nothing_tells_apart_give_the_same_sight() -> None:
    rng = np.random.default_rng(2)
    seen = positions(rng, 400)
    others = exchanged(seen, rng)
    assert (seen.hand != others.hand).any()
    for rules in SETS[:20]:
        rows, found = encoder(rules).encode(seen)
        rows_then, found_then = encoder(rules).encode(others)
        assert (rows == rows_then).all()
        assert (found == found_then).all()
        own = NETWORK.under(rules)
        assert (own.chances(seen) == own.chances(others)).all()


def test_any_other_card_makes_another_sight() -> None:
    """Exchanging a card in the hand for any unseen one that is not its equal is seen."""
    seen = one_of(positions(np.random.default_rng(3), 1), 0)._replace(
        hand=np.array([0b1000_0000_0001_0000_0001], np.uint64),
        field=np.zeros(1, np.uint64),
        mine=np.zeros(1, np.uint64),
        theirs=np.zeros(1, np.uint64),
    )
    looks: dict[bytes, list[int]] = {}
    for card in range(1, 48):
        if int(seen.hand[0]) >> card & 1:
            continue
        hand = seen.hand ^ np.uint64(1) ^ np.uint64(1 << card)
        rows, _ = encoder(STANDARD).encode(seen._replace(hand=hand))
        looks.setdefault(rows.tobytes(), []).append(card)
    for alike in looks.values():
        assert len(alike) == 1 or any(set(alike) <= set(plains) for plains in EVEN_PLAINS)


def test_rows_of_the_months_know_where_their_cards_lie() -> None:
    places = month_places()
    assert places.shape == (MONTH_ROWS, 4)
    seen = positions(np.random.default_rng(4), 200)
    rows, _ = encoder(STANDARD).encode(seen)
    zones = (seen.hand, seen.field, seen.mine, seen.theirs)
    for row in range(200):
        for month in range(12):
            where = {}
            for card in range(4 * month, 4 * month + 4):
                at = [n for n, zone in enumerate(zones, 1) if int(zone[row]) >> card & 1]
                where[card] = at[0] if at else 0
            found = {int(p) // PLACES: int(p) % PLACES for p in places[rows[row, month]]}
            plains = EVEN_PLAINS[month]
            assert {c: p for c, p in found.items() if c not in plains} == {
                c: p for c, p in where.items() if c not in plains
            }
            assert sorted(found[c] for c in plains) == sorted(where[c] for c in plains)


# Figures -----------------------------------------------------------------------------------------


def test_figures_are_what_the_engine_says_card_by_card() -> None:
    rng = np.random.default_rng(5)
    for rules in SETS:
        seen = positions(rng, 12)
        _, found = encoder(rules).encode(seen)
        slow = [figures(rules, seen, row) for row in range(12)]
        np.testing.assert_allclose(found, slow, rtol=1e-5, atol=1e-5, err_msg=repr(rules))


@pytest.mark.parametrize("name", PRESETS)
def test_a_position_is_seen_alone_as_among_a_thousand(name: str) -> None:
    rules = PRESETS[name]
    seen = positions(np.random.default_rng(6), 1000)
    rows, found = encoder(rules).encode(seen)
    own = NETWORK.under(rules)
    chances = own.chances(seen)
    for row in (0, 1, 255, 256, 257, 512, 700, 999):
        alone = one_of(seen, row)
        rows_alone, found_alone = encoder(rules).encode(alone)
        assert (rows_alone[0] == rows[row]).all()
        assert (found_alone[0] == found[row]).all()
        np.testing.assert_allclose(own.chances(alone)[0], chances[row], rtol=2e-4, atol=1e-6)


def test_positions_are_left_as_they_are() -> None:
    seen = positions(np.random.default_rng(7), 50)
    before = [column.copy() for column in seen]
    encoder(STANDARD).encode(seen)
    assert all((one == other).all() for one, other in zip(before, seen, strict=True))


def test_no_positions_are_seen_as_none() -> None:
    seen = rows_of(positions(np.random.default_rng(8), 1), slice(0, 0))
    rows, found = encoder(STANDARD).encode(seen)
    assert rows.shape == (0, LOOKUPS)
    assert found.shape == (0, FIGURES)


# The rules ---------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(random_rules())
def test_figures_of_rules_are_so_many_and_small(rules: Rules) -> None:
    found = rule_figures(rules)
    assert found.shape == (RULE_FIGURES,)
    assert found.min() >= 0
    assert found.max() <= 2


SEEN_ELSEWHERE = {
    # What the deal decides is over before a position, and what follows a round comes after it.
    *("name", "source", "teshi", "teshi_points", "kuttsuki", "kuttsuki_points", "both_dealt"),
    *("field_four", "field_pairs", "field_three", "exhausted_dealer", "next_dealer"),
    *("first_dealer", "rounds", "starting_points"),
}


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.type != "text"], ids=lambda o: o.key)
def test_rules_that_matter_within_a_round_are_seen_and_no_others(option: Option) -> None:
    looks = set()
    for value in option.choices or ((False, True) if option.type == "boolean" else (1, 2, 5)):
        values = {**STANDARD.to_mapping(), "call_limit": "per_round", "call_limit_count": 2}
        values[option.key] = value
        if values["call_limit"] == "none":
            values["call_limit_count"] = 0
        looks.add(rule_figures(Rules.from_mapping(values)).tobytes())
    assert (len(looks) == 1) == (option.key in SEEN_ELSEWHERE)
