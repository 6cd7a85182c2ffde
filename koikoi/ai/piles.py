"""What many piles are worth at once: the engine's scorer as look-ups over arrays.

Every figure comes from :class:`koikoi.engine.yaku.Scorer` and
:func:`koikoi.engine.scoring.round_score`, asked once for every set of cards that matters, so there
is one source of the rules. A pile is a 48-bit mask in a ``uint64``; arrays are one-dimensional and
of the same length unless said otherwise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from koikoi.engine.cards import (
    ANIMALS,
    CURTAIN,
    LIGHTS,
    MONTH_MASKS,
    MOON,
    PLAINS,
    RAIN,
    RIBBONS,
    SAKE_CUP,
    cards_of,
)
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.yaku import MadeYaku, YakuId, scorer

Masks: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float32]
Doubles: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]

MOST_CALLS: Final = 8
"""More calls than a player can make in a round: seven decisions with cards left in the hand."""

_FULL_PAGE: Final = 1 << 16
_LIGHT_CARDS: Final = tuple(map(int, cards_of(LIGHTS)))
_RIBBON_CARDS: Final = tuple(map(int, cards_of(RIBBONS)))
_ANIMAL_CARDS: Final = tuple(map(int, cards_of(ANIMALS)))
SPECIAL_CARDS: Final = (*_LIGHT_CARDS, *_ANIMAL_CARDS, *_RIBBON_CARDS)
"""The 24 cards that are no plains: lights, animals, ribbons, each in card order."""

_ANIMALS_AT: Final = 5
_RIBBONS_AT: Final = 14
_PLAINS_AT: Final = 24


def cards_matrix(cards: Masks) -> npt.NDArray[np.uint8]:
    """Masks as rows of 48 zeros and ones."""
    octets = np.ascontiguousarray(cards, "<u8").view(np.uint8).reshape(-1, 8)[:, :6]
    return np.unpackbits(octets, axis=1, bitorder="little")


def months_of(cards: Masks) -> Masks:
    """All cards of the months of which at least one card is there."""
    ones = np.uint64(0x111111111111)
    found = (cards | cards >> np.uint64(1) | cards >> np.uint64(2) | cards >> np.uint64(3)) & ones
    months: Masks = found * np.uint64(15)
    return months


def month_masks(months: Ints) -> Masks:
    """The cards of each month, 1 to 12."""
    masks: Masks = _MONTHS[months]
    return masks


_MONTHS: Final = np.array([0, *MONTH_MASKS], np.uint64)


@lru_cache(maxsize=4)
def _pages(cup_is_animal: bool, cup_plains: int) -> npt.NDArray[np.uint32]:
    """For each third of a pile, 16 bits, what it adds to the packed numbers of its groups.

    Bits 0-4 are the lights, 5-13 the animals, 14-23 the ribbons, from 24 on the plains' number.
    """
    parts = [0] * 48
    for place, card in enumerate(SPECIAL_CARDS):
        parts[card] = 1 << place
    for card in map(int, cards_of(PLAINS)):
        parts[card] = 1 << _PLAINS_AT
    if not cup_is_animal:
        parts[SAKE_CUP] = 0
    parts[SAKE_CUP] += cup_plains << _PLAINS_AT
    pages = np.zeros((3, _FULL_PAGE), np.uint32)
    numbers = np.arange(_FULL_PAGE)
    for page in range(3):
        for bit in range(16):
            pages[page] += ((numbers >> bit & 1) * parts[16 * page + bit]).astype(np.uint32)
    return pages


class Piles:
    """The worth of piles under one set of rules. Get one from :func:`piles`.

    Attributes:
        rules: The rules in play.
        light_points: Points of every set of lights, ``(32,)``.
        animal_points: Points of every set of cards that count as animals, ``(512,)``.
        ribbon_points: Points of every set of ribbons, ``(1024,)``.
        plain_points: Points by the number of plains, ``(32,)``.
    """

    def __init__(self, rules: Rules) -> None:
        own = scorer(rules)
        self.rules = rules
        self._pages = _pages(rules.sake_cup != "plain", own.cup_plains)
        self.light_points = _points(_LIGHT_CARDS, own.lights)
        self.animal_points = _points(_ANIMAL_CARDS, own.animals)
        self.ribbon_points = _points(_RIBBON_CARDS, own.ribbons)
        self.plain_points = np.array(
            [sum(points for _, points in own.plains(count)) for count in range(32)], np.int32
        )
        self._viewing = rules.viewing != "never" and any(
            (rules.hanami, rules.hanami_called, rules.tsukimi, rules.tsukimi_called)
        )
        self._hanami = np.array([rules.hanami, rules.hanami_called], np.int32)
        self._tsukimi = np.array([rules.tsukimi, rules.tsukimi_called], np.int32)
        self._added, self._multiplier = _call_tables(rules)

    def groups(self, pile: Masks) -> npt.NDArray[np.uint32]:
        """The pile as a packed number: lights, animals, ribbons, number of plains.

        Bits 0-4 are the lights, 5-13 the animals, 14-23 the ribbons (in the order of
        ``SPECIAL_CARDS``), from 24 on the number of cards that count as plains.
        """
        pages = self._pages
        thirds = np.ascontiguousarray(pile, "<u8").view("<u2").reshape(-1, 4)
        packed: npt.NDArray[np.uint32] = (
            pages[0][thirds[:, 0]] + pages[1][thirds[:, 1]] + pages[2][thirds[:, 2]]
        )
        return packed

    def total(self, pile: Masks, month: Ints, calls: Ints, field: Masks) -> npt.NDArray[np.int32]:
        """The sum of the yaku of each pile, as :meth:`koikoi.engine.yaku.Scorer.total` finds it.

        Args:
            pile: The captured cards.
            month: The month of each round, 1 to 12.
            calls: The calls of the piles' holders.
            field: The cards on the fields.
        """
        return self.total_of(self.groups(pile), pile, month, calls, field)

    def total_of(
        self,
        groups: npt.NDArray[np.uint32],
        pile: Masks,
        month: Ints,
        calls: Ints,
        field: Masks,
    ) -> npt.NDArray[np.int32]:
        """As :meth:`total`, with the piles' :meth:`groups` known."""
        points: npt.NDArray[np.int32] = (
            self.light_points[groups & 31]
            + self.animal_points[groups >> _ANIMALS_AT & 511]
            + self.ribbon_points[groups >> _RIBBONS_AT & 1023]
            + self.plain_points[groups >> _PLAINS_AT]
        )
        rules = self.rules
        if rules.tsukifuda:
            whole = month_masks(month) & ~pile == 0
            points = points + rules.tsukifuda * whole
        if self._viewing:
            cup = pile >> np.uint64(SAKE_CUP) & np.uint64(1) != 0
            if cup.any():
                points = points + self._viewings(pile, calls, field, cup, points > 0)
        return points.astype(np.int32, copy=False)

    def _viewings(
        self, pile: Masks, calls: Ints, field: Masks, cup: Bools, beside: Bools
    ) -> npt.NDArray[np.int32]:
        rules = self.rules
        called = (calls > 0).astype(np.intp)
        one = np.uint64(1)
        points = self._hanami[called] * (pile >> np.uint64(CURTAIN) & one).astype(np.int32)
        points += self._tsukimi[called] * (pile >> np.uint64(MOON) & one).astype(np.int32)
        counts = cup
        if rules.viewing == "with_other_yaku":
            counts = counts & beside
        if rules.rain_spoils_viewing == "captured_rain":
            counts = counts & (pile >> np.uint64(RAIN) & one == 0)
        elif rules.rain_spoils_viewing == "willow_on_field":
            counts = counts & (field & np.uint64(MONTH_MASKS[10]) == 0)
        result: npt.NDArray[np.int32] = points * counts
        return result

    def payoff(
        self, total: npt.NDArray[np.int32], own_calls: Ints, other_calls: Ints
    ) -> npt.NDArray[np.int32]:
        """What stopping brings, as :func:`koikoi.engine.scoring.round_score` finds it.

        Args:
            total: The sums of the yaku.
            own_calls: The calls of those who stop.
            other_calls: The calls of the others.
        """
        line = self.rules.double_from
        high = (total >= line).astype(np.intp) if line else np.zeros(len(total), np.intp)
        points: npt.NDArray[np.int32] = (total + self._added[own_calls]) * self._multiplier[
            high, own_calls, other_calls
        ]
        return points


def _points(cards: tuple[int, ...], made: object) -> npt.NDArray[np.int32]:
    assert callable(made)
    table = []
    for number in range(1 << len(cards)):
        mask = sum(1 << card for place, card in enumerate(cards) if number >> place & 1)
        table.append(sum(points for _, points in made(mask)))
    return np.array(table, np.int32)


def _call_tables(rules: Rules) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """What calls add, by own calls; and the multiplier, by high score, own and other calls."""
    added = np.zeros(MOST_CALLS, np.int32)
    multiplier = np.ones((2, MOST_CALLS, MOST_CALLS), np.int32)
    for high in range(2):
        # Only whether the sum reaches the line matters to the factors.
        base = rules.double_from if high else 0
        for own in range(MOST_CALLS):
            for others in range(MOST_CALLS):
                line = round_score(rules, (MadeYaku(YakuId.KASU, base),), own, others)
                multiplier[high, own, others] = line.multiplier
                added[own] = line.added
    return added, multiplier


@lru_cache(maxsize=64)
def piles(rules: Rules) -> Piles:
    """The tables of the given rules, shared by everybody who asks."""
    return Piles(rules)
