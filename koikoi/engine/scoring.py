"""What a round brings: yaku, what calls add, every multiplier with its cause.

Source: ``call_bonus``, ``double_from`` and ``bonus_stacking`` of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import prod

from koikoi.engine.rules import Rules
from koikoi.engine.yaku import MadeYaku


class FactorCause(StrEnum):
    """Why a score is multiplied."""

    HIGH_SCORE = "high_score"
    """The sum of the yaku reached ``double_from``."""
    OPPONENT_CALLED = "opponent_called"
    """The other player had called koi-koi."""
    ALL_CALLS = "all_calls"
    """``call_bonus = per_call``: one more for every call of either player."""
    OWN_CALLS = "own_calls"
    """``call_bonus = own_calls``, four calls or more."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One multiplier of a round's score."""

    cause: FactorCause
    factor: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How a player's points of a round come about.

    Attributes:
        yaku: The yaku that count.
        base: Their sum.
        added: Points added for the winner's own calls (``call_bonus = own_calls``).
        factors: Every multiplier with its cause.
        multiplier: What the factors make together under ``bonus_stacking``.
        points: ``(base + added) * multiplier``.
    """

    yaku: tuple[MadeYaku, ...]
    base: int
    added: int
    factors: tuple[Factor, ...]
    multiplier: int
    points: int


def round_score(
    rules: Rules, yaku: tuple[MadeYaku, ...], own_calls: int, opponent_calls: int
) -> Breakdown:
    """The score of a player who stops with these yaku.

    Args:
        rules: The rules in play.
        yaku: The yaku that count, as :meth:`Scorer.made` lists them.
        own_calls: The player's koi-koi calls this round.
        opponent_calls: The other player's.
    """
    base = sum(made.points for made in yaku)
    added = 0
    factors = []
    if rules.double_from and base >= rules.double_from:
        factors.append(Factor(FactorCause.HIGH_SCORE, 2))
    if rules.call_bonus == "opponent_called" and opponent_calls:
        factors.append(Factor(FactorCause.OPPONENT_CALLED, 2))
    elif rules.call_bonus == "per_call" and own_calls + opponent_calls:
        factors.append(Factor(FactorCause.ALL_CALLS, 1 + own_calls + opponent_calls))
    elif rules.call_bonus == "own_calls" and own_calls >= 4:
        factors.append(Factor(FactorCause.OWN_CALLS, own_calls - 2))
    elif rules.call_bonus == "own_calls":
        added = own_calls
    multiplier = stack([factor.factor for factor in factors], rules)
    return Breakdown(
        yaku=yaku,
        base=base,
        added=added,
        factors=tuple(factors),
        multiplier=multiplier,
        points=(base + added) * multiplier,
    )


def stack(factors: list[int], rules: Rules) -> int:
    """What several multipliers make together under ``bonus_stacking``; 1 for none."""
    if rules.bonus_stacking == "add":
        return 1 + sum(factor - 1 for factor in factors)
    if rules.bonus_stacking == "highest":
        return max(factors, default=1)
    return prod(factors)


def unmultiplied(yaku: tuple[MadeYaku, ...]) -> Breakdown:
    """The score of a dealt hand, which nothing multiplies."""
    points = sum(made.points for made in yaku)
    return Breakdown(yaku=yaku, base=points, added=0, factors=(), multiplier=1, points=points)
