"""The calculation of a score names every factor with its cause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.rules import RuleValue
from koikoi.engine.scoring import Factor, FactorCause, round_score
from koikoi.engine.yaku import YakuId
from koikoi.text.catalogue import load
from koikoi.text.score import breakdown_sentences
from tests.text.moments import STANDARD, made, rules_like

ONE = made((YakuId.SANKO, 5))
TWO = made((YakuId.AKATAN, 5), (YakuId.AOTAN, 5))

CASES: list[tuple[dict[str, RuleValue], int, int, str]] = [
    ({}, 0, 0, "(5 + 5) × 2 = 20: ×2 because the yaku come to 8 points or more."),
    (
        {},
        0,
        3,
        (
            "(5 + 5) × 2 × 2 = 40: ×2 because the yaku come to 8 points or more and ×2 because the"
            " loser had called koi-koi."
        ),
    ),
    ({"double_from": 0}, 2, 0, "5 + 5 = 10."),
    (
        {"bonus_stacking": "add"},
        0,
        1,
        (
            "(5 + 5) × 3 = 30: ×2 because the yaku come to 8 points or more and ×2 because the"
            " loser had called koi-koi; added up, the multipliers make ×3."
        ),
    ),
    (
        {"bonus_stacking": "highest"},
        0,
        1,
        (
            "(5 + 5) × 2 = 20: ×2 because the yaku come to 8 points or more and ×2 because the"
            " loser had called koi-koi; only the highest multiplier counts, ×2."
        ),
    ),
    (
        {"call_bonus": "per_call", "double_from": 0},
        1,
        2,
        "(5 + 5) × 4 = 40: ×4 because koi-koi was called 3 times.",
    ),
    (
        {"call_bonus": "per_call", "double_from": 0},
        0,
        1,
        "(5 + 5) × 2 = 20: ×2 because koi-koi was called once.",
    ),
    (
        {"call_bonus": "own_calls"},
        1,
        0,
        (
            "(5 + 5 + 1) × 2 = 22: +1 because the winner had called koi-koi once and ×2 because the"
            " yaku come to 8 points or more."
        ),
    ),
    (
        {"call_bonus": "own_calls", "double_from": 0},
        3,
        0,
        "5 + 5 + 3 = 13: +3 because the winner had called koi-koi 3 times.",
    ),
    (
        {"call_bonus": "own_calls", "bonus_stacking": "add"},
        5,
        0,
        (
            "(5 + 5) × 4 = 40: ×2 because the yaku come to 8 points or more and ×3 because the"
            " winner had called koi-koi 5 times; added up, the multipliers make ×4."
        ),
    ),
]


@pytest.mark.parametrize(("changes", "own", "opponent", "said"), CASES)
def test_the_calculation_reads_right(
    changes: dict[str, RuleValue], own: int, opponent: int, said: str
) -> None:
    rules = rules_like(STANDARD, **changes)
    assert breakdown_sentences(load(), rules, round_score(rules, TWO, own, opponent))[1:] == (said,)


def test_one_yaku_without_a_factor_needs_no_calculation() -> None:
    assert breakdown_sentences(load(), STANDARD, round_score(STANDARD, ONE, 0, 0)) == (
        "What counts is Three Lights (Sankō) for 5 points.",
    )


@pytest.mark.parametrize("cause", FactorCause)
def test_every_cause_of_a_factor_has_words_of_its_own(cause: FactorCause) -> None:
    def said(of: FactorCause) -> str:
        score = round_score(rules_like(STANDARD, double_from=0), ONE, 0, 0)
        multiplied = score.__class__(ONE, 5, 0, (Factor(of, 2),), 2, 10)
        return breakdown_sentences(load(), STANDARD, multiplied)[1]

    assert said(cause).startswith("5 × 2 = 10: ×2 because")
    assert said(cause) not in [said(other) for other in FactorCause if other is not cause]


@given(
    bonus=st.sampled_from(["none", "opponent_called", "per_call", "own_calls"]),
    stacking=st.sampled_from(["multiply", "add", "highest"]),
    double_from=st.integers(0, 12),
    own=st.integers(0, 7),
    opponent=st.integers(0, 7),
)
def test_the_formula_is_true_and_ends_in_the_points(
    bonus: str, stacking: str, double_from: int, own: int, opponent: int
) -> None:
    rules = rules_like(STANDARD, call_bonus=bonus, bonus_stacking=stacking, double_from=double_from)
    score = round_score(rules, TWO, own, opponent)
    (sentence,) = breakdown_sentences(load(), rules, score)[1:]
    left, _, right = sentence.rstrip(".").partition(" = ")
    result = int(right.partition(":")[0])
    value = 1
    for factor in left.replace("(", "").replace(")", "").split(" × "):
        value *= sum(int(term) for term in factor.split(" + "))
    assert value == result == score.points
    assert sentence.count(" because ") == len(score.factors) + bool(score.added)
