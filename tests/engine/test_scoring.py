"""What a round brings: what calls add, every multiplier with its cause, how they stack."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.events import RoundEnded, RoundOutcome
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import BonusStacking, CallBonus, Rules
from koikoi.engine.scoring import (
    Breakdown,
    Factor,
    FactorCause,
    round_score,
    stack,
    unmultiplied,
)
from koikoi.engine.yaku import MadeYaku, YakuId, scorer
from tests.engine.midround import midround, only
from tests.engine.stack import follow, mask, table

STACKINGS = get_args(BonusStacking)


def worth(points: int) -> tuple[MadeYaku, ...]:
    """Two yaku with so many points together, or one where a second has none."""
    yaku = (MadeYaku(YakuId.HANAMI, points - 1), MadeYaku(YakuId.KASU, 1))
    return yaku if points > 1 else yaku[1:]


def score(rules: Rules, captured: str, own: int = 0, opponent: int = 0) -> Breakdown:
    """The round score of a pile in December, as the winner of a round gets it."""
    return round_score(rules, scorer(rules).made(mask(captured), 12, own), own, opponent)


# ---------------------------------------------------------------- calls, doubling, stacking

# One row a situation, doubling from 8: the bonus, own and opponent's calls, the sum of the yaku;
# then what is added, the factors, and the multipliers that stacking makes of them (multiply, add,
# highest).
SITUATIONS = [
    ("none", 0, 0, 5, 0, "", (1, 1, 1)),
    ("none", 0, 0, 7, 0, "", (1, 1, 1)),
    ("none", 0, 0, 8, 0, "high_score 2", (2, 2, 2)),
    ("none", 0, 0, 40, 0, "high_score 2", (2, 2, 2)),
    ("none", 3, 2, 5, 0, "", (1, 1, 1)),
    ("none", 5, 2, 8, 0, "high_score 2", (2, 2, 2)),
    ("opponent_called", 0, 0, 5, 0, "", (1, 1, 1)),
    ("opponent_called", 4, 0, 5, 0, "", (1, 1, 1)),
    ("opponent_called", 0, 1, 5, 0, "opponent_called 2", (2, 2, 2)),
    ("opponent_called", 0, 6, 5, 0, "opponent_called 2", (2, 2, 2)),
    ("opponent_called", 3, 1, 7, 0, "opponent_called 2", (2, 2, 2)),
    ("opponent_called", 1, 0, 8, 0, "high_score 2", (2, 2, 2)),
    ("opponent_called", 0, 1, 8, 0, "high_score 2, opponent_called 2", (4, 3, 2)),
    ("opponent_called", 2, 3, 20, 0, "high_score 2, opponent_called 2", (4, 3, 2)),
    ("per_call", 0, 0, 5, 0, "", (1, 1, 1)),
    ("per_call", 1, 0, 5, 0, "all_calls 2", (2, 2, 2)),
    ("per_call", 0, 1, 5, 0, "all_calls 2", (2, 2, 2)),
    ("per_call", 2, 1, 5, 0, "all_calls 4", (4, 4, 4)),
    ("per_call", 5, 2, 7, 0, "all_calls 8", (8, 8, 8)),
    ("per_call", 0, 0, 8, 0, "high_score 2", (2, 2, 2)),
    ("per_call", 1, 0, 8, 0, "high_score 2, all_calls 2", (4, 3, 2)),
    ("per_call", 1, 1, 8, 0, "high_score 2, all_calls 3", (6, 4, 3)),
    ("per_call", 4, 1, 8, 0, "high_score 2, all_calls 6", (12, 7, 6)),
    ("own_calls", 0, 0, 5, 0, "", (1, 1, 1)),
    ("own_calls", 0, 4, 5, 0, "", (1, 1, 1)),
    ("own_calls", 1, 0, 5, 1, "", (1, 1, 1)),
    ("own_calls", 2, 1, 5, 2, "", (1, 1, 1)),
    ("own_calls", 3, 0, 5, 3, "", (1, 1, 1)),
    ("own_calls", 4, 0, 5, 0, "own_calls 2", (2, 2, 2)),
    ("own_calls", 5, 3, 5, 0, "own_calls 3", (3, 3, 3)),
    ("own_calls", 7, 0, 5, 0, "own_calls 5", (5, 5, 5)),
    # The sum of the yaku alone decides about doubling, but what is doubled holds what calls add.
    ("own_calls", 3, 0, 7, 3, "", (1, 1, 1)),
    ("own_calls", 2, 0, 8, 2, "high_score 2", (2, 2, 2)),
    ("own_calls", 4, 0, 8, 0, "high_score 2, own_calls 2", (4, 3, 2)),
    ("own_calls", 6, 0, 8, 0, "high_score 2, own_calls 4", (8, 5, 4)),
]


def factors(text: str) -> tuple[Factor, ...]:
    pairs = [pair.split() for pair in text.split(", ") if pair]
    return tuple(Factor(FactorCause(cause), int(factor)) for cause, factor in pairs)


@pytest.mark.parametrize("stacking", STACKINGS)
@pytest.mark.parametrize(
    ("bonus", "own", "opponent", "base", "added", "causes", "multipliers"), SITUATIONS
)
def test_every_factor_is_named_and_stacks_as_the_rules_say(
    stacking: str,
    bonus: str,
    own: int,
    opponent: int,
    base: int,
    added: int,
    causes: str,
    multipliers: tuple[int, int, int],
) -> None:
    rules = table(call_bonus=bonus, bonus_stacking=stacking, double_from=8)
    multiplier = multipliers[STACKINGS.index(stacking)]
    assert round_score(rules, worth(base), own, opponent) == Breakdown(
        yaku=worth(base),
        base=base,
        added=added,
        factors=factors(causes),
        multiplier=multiplier,
        points=(base + added) * multiplier,
    )


def test_the_situations_cover_every_call_bonus_with_and_without_doubling() -> None:
    assert STACKINGS == ("multiply", "add", "highest")
    assert {(row[0], "high" in row[5]) for row in SITUATIONS} == {
        (bonus, doubled) for bonus in get_args(CallBonus) for doubled in (False, True)
    }


@pytest.mark.parametrize(
    ("factors", "multiplied", "added", "highest"),
    [
        ([], 1, 1, 1),
        ([2], 2, 2, 2),
        ([2, 2], 4, 3, 2),
        ([2, 5], 10, 6, 5),
        ([3, 2], 6, 4, 3),
        ([2, 2, 2], 8, 4, 2),
    ],
)
def test_multipliers_stack_in_three_ways(
    factors: list[int], multiplied: int, added: int, highest: int
) -> None:
    found = [stack(factors, table(bonus_stacking=stacking)) for stacking in STACKINGS]
    assert found == [multiplied, added, highest]


@pytest.mark.parametrize("limit", [0, 1, 7, 8, 50])
def test_the_score_doubles_from_exactly_the_sum_of_the_rules(limit: int) -> None:
    rules = table(double_from=limit)
    for base in range(1, 60):
        doubled = limit > 0 and base >= limit
        assert round_score(rules, worth(base), 0, 0).points == base * (2 if doubled else 1), base


@pytest.mark.parametrize("bonus", get_args(CallBonus))
def test_own_calls_raise_the_own_score_only_per_call_and_by_own_calls(bonus: str) -> None:
    rules = table(call_bonus=bonus)
    scores = {round_score(rules, worth(5), own, 0).points for own in range(8)}
    assert (len(scores) > 1) == (bonus in ("per_call", "own_calls"))


# ---------------------------------------------------------------- the presets

FOUR_LIGHTS = "1L 3L 8L 12L"
RAIN_LIGHTS = "1L 3L 8L 11L"
INOSHIKACHO = "6A 7A 10A"
SEVEN = "6A 7A 10A 2A 4A"

# preset, captured, own calls, opponent's calls, points, factors
ROUND_SCORES = [
    ("standard", FOUR_LIGHTS, 0, 0, 16, "high_score 2"),
    ("standard", RAIN_LIGHTS, 0, 0, 7, ""),
    ("standard", INOSHIKACHO, 0, 0, 5, ""),
    ("standard", INOSHIKACHO, 0, 1, 10, "opponent_called 2"),
    ("standard", INOSHIKACHO, 0, 3, 10, "opponent_called 2"),
    ("standard", INOSHIKACHO, 2, 0, 5, ""),
    ("standard", FOUR_LIGHTS, 0, 1, 32, "high_score 2, opponent_called 2"),
    ("standard", FOUR_LIGHTS, 1, 2, 32, "high_score 2, opponent_called 2"),
    ("standard", SEVEN, 0, 0, 16, "high_score 2"),
    ("nintendo", FOUR_LIGHTS, 0, 0, 16, "high_score 2"),
    ("nintendo", RAIN_LIGHTS, 0, 0, 14, "high_score 2"),
    ("nintendo", RAIN_LIGHTS, 0, 1, 28, "high_score 2, opponent_called 2"),
    ("nintendo", SEVEN, 0, 0, 14, "high_score 2"),
    ("nintendo", "6A 7A 10A 2A", 0, 0, 6, ""),
    ("nintendo", "6A 7A 10A 2A", 0, 1, 12, "opponent_called 2"),
    ("wikipedia", "1L 3L 8L", 0, 0, 6, ""),
    ("wikipedia", RAIN_LIGHTS, 0, 0, 14, "high_score 2"),
    ("wikipedia", RAIN_LIGHTS, 0, 1, 28, "high_score 2, opponent_called 2"),
    ("koikoi-japan", "3L 9A", 0, 0, 1, ""),
    ("koikoi-japan", "3L 9A", 1, 0, 4, ""),
    ("koikoi-japan", "3L 8L 9A", 2, 0, 8, ""),
    ("koikoi-japan", "3L 9A", 0, 2, 1, ""),
    ("koikoi-japan", FOUR_LIGHTS, 0, 1, 8, ""),
    ("koikoi-japan", INOSHIKACHO, 1, 0, 6, ""),
    ("koikoi-japan", INOSHIKACHO, 3, 0, 8, ""),
    ("koikoi-japan", INOSHIKACHO, 4, 0, 10, "own_calls 2"),
    ("koikoi-japan", INOSHIKACHO, 5, 2, 15, "own_calls 3"),
    ("fuda-wiki", RAIN_LIGHTS, 0, 1, 28, "high_score 2, opponent_called 2"),
    ("fuda-wiki", "6A 7A 10A 2A 4A", 0, 1, 10, "opponent_called 2"),
    ("yakuza", "6A 7A 10A 2A 4A", 0, 0, 6, ""),
    ("yakuza", "6A 7A 10A 2A 4A 5A", 0, 0, 14, "high_score 2"),
]


@pytest.mark.parametrize(("name", "captured", "own", "opponent", "points", "causes"), ROUND_SCORES)
def test_round_scores_of_the_presets(
    name: str, captured: str, own: int, opponent: int, points: int, causes: str
) -> None:
    breakdown = score(preset(name), captured, own, opponent)
    assert (breakdown.points, breakdown.factors) == (points, factors(causes))


@pytest.mark.parametrize("points", [1, 6, 8, 50])
def test_nothing_multiplies_a_dealt_hand(points: int) -> None:
    yaku = (MadeYaku(YakuId.TESHI, points),)
    assert unmultiplied(yaku) == Breakdown(yaku, points, 0, (), 1, points)


# ---------------------------------------------------------------- in a match

_WON: list[tuple[dict[str, Any], int, int, int, tuple[int, int]]] = [
    # changes to standard, own calls, rival's calls, points of the breakdown, change of the scores
    ({}, 0, 0, 5, (5, 0)),
    ({}, 1, 0, 5, (5, 0)),
    ({}, 0, 2, 10, (10, 0)),
    ({"double_from": 5}, 0, 2, 20, (20, 0)),
    ({"double_from": 5, "bonus_stacking": "add"}, 0, 2, 15, (15, 0)),
    ({"call_bonus": "per_call"}, 1, 2, 20, (20, 0)),
    ({"call_bonus": "own_calls"}, 2, 2, 7, (7, 0)),
    ({"call_bonus": "own_calls"}, 4, 2, 10, (10, 0)),
    ({"starting_points": 30}, 0, 1, 10, (10, -10)),
    ({"starting_points": 3}, 0, 0, 5, (5, -5)),
]


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize(("changes", "own", "rival", "points", "change"), _WON)
def test_the_winner_of_a_round_books_the_breakdown(
    changes: dict[str, Any], own: int, rival: int, points: int, change: tuple[int, int], winner: int
) -> None:
    # The Deer completes inoshikacho; whatever was decided before, nothing was made then.
    state = midround(
        table(**changes),
        hand="10P1 1P1 2P1 3P1",
        field="10A 4R",
        stock="12L",
        pile="6A 7A",
        called_with="6A 7A",
        calls=own,
        rival_calls=rival,
        mover=0 if winner == 0 else 1,
    )
    state, events = follow(state, "10P1 stop")
    (ended,) = only(events, RoundEnded)
    mine = ended.breakdowns[winner]
    assert mine is not None
    assert mine == round_score(table(**changes), mine.yaku, own, rival)
    assert (mine.base, mine.points) == (5, points)
    assert ended.breakdowns[1 - winner] is None
    assert ended.winner == winner
    assert ended.points == (change if winner == 0 else change[::-1])
    start = state.rules.starting_points
    assert state.scores == ended.scores == (start + ended.points[0], start + ended.points[1])


# ---------------------------------------------------------------- what holds for every score

BONUS_RULES = st.builds(
    lambda name, **changes: dataclasses.replace(preset(name), **changes),
    st.sampled_from(PRESET_NAMES),
    double_from=st.integers(0, 50),
    call_bonus=st.sampled_from(get_args(CallBonus)),
    bonus_stacking=st.sampled_from(STACKINGS),
)


@given(BONUS_RULES, st.integers(1, 150), st.integers(0, 7), st.integers(0, 7))
def test_a_breakdown_always_adds_up_in_whole_points(
    rules: Rules, base: int, own: int, opponent: int
) -> None:
    breakdown = round_score(rules, worth(base), own, opponent)
    numbers = (breakdown.base, breakdown.added, breakdown.multiplier, breakdown.points)
    assert all(type(number) is int for number in numbers)
    assert all(type(entry.factor) is int and entry.factor >= 2 for entry in breakdown.factors)
    assert breakdown.base == base == sum(entry.points for entry in breakdown.yaku)
    assert breakdown.points == (breakdown.base + breakdown.added) * breakdown.multiplier
    assert breakdown.points >= base
    assert (breakdown.multiplier == 1) == (not breakdown.factors)
    assert len({entry.cause for entry in breakdown.factors}) == len(breakdown.factors)


@pytest.mark.parametrize("oya", [0, 1])
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("standard", (1, 0)),
        ("nintendo", (0, 0)),
        ("wikipedia", (1, 0)),
        ("koikoi-japan", (1, -1)),
        ("fuda-wiki", (0, 0)),
        ("yakuza", (0, 0)),
    ],
)
def test_an_exhausted_round_pays_the_oya_whatever_was_called(
    name: str, points: tuple[int, int], oya: int
) -> None:
    # The ko plays the last card, had called once with an inoshikacho, and does not rise again.
    state = midround(
        table(name),
        hand="1P1",
        field="4R",
        stock="12L",
        pile="6A 7A 10A",
        called_with="6A 7A 10A",
        calls=1,
        mover=1 if oya == 0 else 0,
        ko=True,
    )
    _, events = follow(state, "1P1")
    (ended,) = only(events, RoundEnded)
    assert (ended.outcome, ended.winner, ended.oya) == (RoundOutcome.EXHAUSTED, None, oya)
    assert ended.points == (points if oya == 0 else points[::-1])
    assert ended.breakdowns == (None, None)
