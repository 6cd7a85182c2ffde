"""What the deal itself decides: four of a month, three of a month, four pairs.

All functions work on masks without a loop over the months: the cards of a month are four
neighbouring bits, so the counts of all months are sums inside those groups.
"""

from __future__ import annotations

from typing import Final

from koikoi.engine.cards import Mask

_ONES: Final = 0x1111_1111_1111
_PAIRS: Final = 0x5555_5555_5555
_TWOS: Final = 0x3333_3333_3333


def _counts(cards: Mask) -> int:
    """The number of cards of each month, four bits a month, January lowest."""
    pairs = cards - (cards >> 1 & _PAIRS)
    return (pairs & _TWOS) + (pairs >> 2 & _TWOS)


def _months(flags: int) -> tuple[int, ...]:
    return tuple(month + 1 for month in range(12) if flags >> 4 * month & 1)


def fours(cards: Mask) -> tuple[int, ...]:
    """The months of which all four cards are there (teshi, when they are a dealt hand)."""
    flags = cards & cards >> 1 & cards >> 2 & cards >> 3 & _ONES
    return _months(flags) if flags else ()


def threes(cards: Mask) -> tuple[int, ...]:
    """The months of which exactly three cards are there."""
    counts = _counts(cards)
    flags = counts & counts >> 1 & _ONES
    return _months(flags) if flags else ()


def four_pairs(cards: Mask) -> tuple[int, ...]:
    """The four months of eight cards that are pairs of different months, else nothing."""
    counts = _counts(cards)
    # A count of 2 is the bits 0010; 1, 3 and 4 each have a bit of 0101.
    if counts & _PAIRS or counts.bit_count() != 4:
        return ()
    return _months(counts >> 1)
