"""What the deal itself decides, for many deals at once: redeals and dealt hands.

Source: the engine's :mod:`koikoi.engine.deal`; the differential test compares both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from koikoi.ai.piles import Bools, Ints, Masks
from koikoi.engine.rules import Rules

_ONE: Final = np.uint64(1)
_ONES: Final = np.uint64(0x111111111111)


def masks_of(cards: npt.NDArray[np.int8] | Ints) -> Masks:
    """The cards of each row as a mask."""
    masks: Masks = np.bitwise_or.reduce(_ONE << cards.astype(np.uint64), axis=1)
    return masks


def fours_of(cards: Masks) -> Masks:
    """The lowest bit of every month of which all four cards are there."""
    flags: Masks = cards & cards >> _ONE & cards >> np.uint64(2) & cards >> np.uint64(3) & _ONES
    return flags


def threes_of(cards: Masks) -> Masks:
    """A bit for every month of which exactly three cards are there."""
    counts = _month_counts(cards)
    flags: Masks = counts & counts >> _ONE & _ONES
    return flags


def are_four_pairs(cards: Masks) -> Bools:
    """Whether eight cards are four pairs of different months."""
    counts = _month_counts(cards)
    odd = counts & np.uint64(0x555555555555)
    pairs: Bools = (odd == 0) & (np.bitwise_count(counts) == 4)
    return pairs


def _month_counts(cards: Masks) -> Masks:
    pairs = cards - (cards >> _ONE & np.uint64(0x555555555555))
    twos = np.uint64(0x333333333333)
    counts: Masks = (pairs & twos) + (pairs >> np.uint64(2) & twos)
    return counts


class Deals(NamedTuple):
    """Decks that the rules do not void, and what the deal itself decides.

    Attributes:
        decks: The decks, ``(n, 48)``.
        points: What a dealt hand wins the oya at once (negative: the ko).
        decided: Whether a dealt hand ended the round.
    """

    decks: npt.NDArray[np.int8]
    points: npt.NDArray[np.int32]
    decided: Bools


def void(rules: Rules, decks: npt.NDArray[np.int8]) -> Bools:
    """Whether the rules void each deal, as :func:`koikoi.engine.deal.redeal_cause` says."""
    field = masks_of(decks[:, 8:16])
    found = np.zeros(len(decks), np.bool_)
    if rules.field_four == "redeal":
        found |= fours_of(field) != 0
    if rules.field_pairs == "redeal":
        found |= are_four_pairs(field)
    if rules.field_three == "redeal":
        found |= threes_of(field) != 0
    for low in (0, 16):
        hand = masks_of(decks[:, low : low + 8])
        if rules.teshi == "redeal":
            found |= fours_of(hand) != 0
        if rules.kuttsuki == "redeal":
            found |= are_four_pairs(hand)
    return found


def dealt_points(rules: Rules, decks: npt.NDArray[np.int8]) -> Deals:
    """What the dealt hands of decks that are not void decide.

    Source: ``both_dealt`` of the rules. Where both score, or nobody, it comes to 0 points here.
    """
    worth = []
    for low in (16, 0):
        hand = masks_of(decks[:, low : low + 8])
        points = np.zeros(len(decks), np.int32)
        if rules.kuttsuki == "points":
            points[are_four_pairs(hand)] = rules.kuttsuki_points
        if rules.teshi == "points" and rules.teshi_points:
            points[fours_of(hand) != 0] = rules.teshi_points
        worth.append(points)
    oya, ko = worth
    both = (oya > 0) & (ko > 0)
    points = oya - ko
    if rules.both_dealt == "dealer":
        points = np.where(both, oya, points)
    elif rules.both_dealt == "nobody":
        points = np.where(both, 0, points)
    return Deals(decks, points.astype(np.int32), (oya > 0) | (ko > 0))


def random_deals(rules: Rules, count: int, rng: np.random.Generator) -> Deals:
    """So many random deals that the rules do not void, dealt hands among them."""
    return deals_of(
        rules, count, lambda more: np.argsort(rng.random((more, 48), np.float32), axis=1)
    )


def deals_of(rules: Rules, count: int, orders: Callable[[int], npt.NDArray[np.int64]]) -> Deals:
    """So many deals that the rules do not void, from orders of the 48 cards.

    Args:
        rules: The rules.
        count: How many.
        orders: Gives so many orders, ``(n, 48)``, each time others.
    """
    decks = np.empty((0, 48), np.int8)
    while len(decks) < count:
        more = (count - len(decks)) * 11 // 8 + 16
        shuffled = orders(more).astype(np.int8)
        decks = np.concatenate([decks, shuffled[~void(rules, shuffled)]])
    return dealt_points(rules, decks[:count])
