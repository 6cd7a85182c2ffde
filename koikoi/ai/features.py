"""What the value network sees of a position, from one player's side, as numbers.

A position has two parts. *Look-ups*: row numbers of one table, 22 for each position: for each of
the twelve months where its four cards lie (in one's hand, on the field, in either pile, unseen),
and for both piles together the standing of every yaku. *Figures*: what depends on the points of
the rules in play: worths of the piles, and what the cards within and out of reach would add. The
rules themselves are a third, constant part (:mod:`koikoi.ai.rulesight`).

Plains of one month that nothing tells apart share their look-ups.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from koikoi.ai.months import MONTH_ROWS, MONTH_STATES, PLACES, ROW_OF_STATE
from koikoi.ai.piles import SPECIAL_CARDS, Floats, Ints, Masks, Piles, month_masks, months_of, piles
from koikoi.engine.cards import (
    BLUE_RIBBONS,
    BOAR,
    BUTTERFLIES,
    CURTAIN,
    DEER,
    FULL_DECK,
    MOON,
    POEM_RIBBONS,
    SAKE_CUP,
    mask_of,
)
from koikoi.engine.rules import Rules

AFTER_PLAY: Final = 0
"""The mode of a position after one's own card was played, before the draw."""
AFTER_TURN: Final = 1
"""The mode of a position after one's own turn."""
BEFORE_TURN: Final = 2
"""The mode of a position after the other player's turn."""

MODES: Final = 3
_TURNS: Final = 16


class Positions(NamedTuple):
    """Positions under one set of rules, from one side, one row each.

    Attributes:
        hand: One's hand.
        field: The field.
        mine: One's pile.
        theirs: The other's pile.
        my_calls: One's calls.
        their_calls: The other's calls.
        my_decided: One's pile at one's last decision, 0 before any.
        their_decided: The other's.
        turn: The turn that was last played in, 0 to 15.
        mode: ``AFTER_PLAY``, ``AFTER_TURN`` or ``BEFORE_TURN``.
        month: The round's month, 1 to 12.
    """

    hand: Masks
    field: Masks
    mine: Masks
    theirs: Masks
    my_calls: Ints
    their_calls: Ints
    my_decided: Masks
    their_decided: Masks
    turn: Ints
    mode: Ints
    month: Ints


_MONTH_OFFSETS: Final = np.arange(12, dtype=np.int32) * MONTH_STATES

_OTHER_TABLES: Final = (
    ("phase", MODES * _TURNS),
    ("calls", 16),
    ("lights", 243),
    ("viewings", 27),
    ("animals", 100),
    ("inoshikacho", 16),
    ("ribbons", 121),
    ("akatan", 16),
    ("aotan", 16),
    ("plains", 256),
)


def _starts() -> tuple[dict[str, int], int]:
    starts = {}
    row = MONTH_ROWS
    for name, size in _OTHER_TABLES:
        starts[name] = row
        row += size
    return starts, row


_START, TABLE_ROWS = _starts()
"""How many rows the table of look-ups has."""
LOOKUPS: Final = 12 + len(_OTHER_TABLES)
"""How many rows of it a position looks up."""

# A byte of a mask is two months; both states come as one number, the upper in the high half.
_NIBBLE_STATE: Final = [
    sum(PLACES**place for place in range(4) if nibble >> place & 1) for nibble in range(16)
]
_BYTE_STATE: Final = np.array(
    [_NIBBLE_STATE[byte & 15] | _NIBBLE_STATE[byte >> 4] << 16 for byte in range(256)], np.uint32
)


def _bit_sums(values: list[int]) -> npt.NDArray[np.int32]:
    numbers = np.arange(1 << len(values))
    sums = np.zeros(len(numbers), np.int32)
    for place, value in enumerate(values):
        sums += ((numbers >> place & 1) * value).astype(np.int32)
    return sums


_LIGHT_CARDS: Final = SPECIAL_CARDS[:5]
_ANIMAL_CARDS: Final = SPECIAL_CARDS[5:14]
_RIBBON_CARDS: Final = SPECIAL_CARDS[14:]
_TERNARY: Final = _bit_sums([3**place for place in range(5)])
_ANIMAL_COUNT: Final = _bit_sums([1] * 9)
_BOAR_DEER_BUTTERFLIES: Final = mask_of((BOAR, DEER, BUTTERFLIES))
_INO_COUNT: Final = _bit_sums([_BOAR_DEER_BUTTERFLIES >> card & 1 for card in _ANIMAL_CARDS])
_RIBBON_COUNT: Final = _bit_sums([1] * 10)
_POEM_COUNT: Final = _bit_sums([POEM_RIBBONS >> card & 1 for card in _RIBBON_CARDS])
_BLUE_COUNT: Final = _bit_sums([BLUE_RIBBONS >> card & 1 for card in _RIBBON_CARDS])

_CUP_PLACE: Final = SPECIAL_CARDS.index(SAKE_CUP)

_MY_REACH: Final = 5
_THEIR_REACH: Final = 4
FIGURES: Final = 2 * (_MY_REACH + _THEIR_REACH) + 21
"""How many figures a position has."""

_POINTS: Final = np.float32(0.1)
"""Points are seen in tens."""


class Encoder:
    """Turns positions under one set of rules into look-ups and figures."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        own = piles(rules)
        self._piles: Piles = own
        animals = _gains(own.animal_points, 9)
        if rules.sake_cup == "plain":
            animals[:, _CUP_PLACE - 5] = 0
        self._reaches = (
            _reach_table(_gains(own.light_points, 5)),
            _reach_table(animals),
            _reach_table(_gains(own.ribbon_points, 10)),
            _viewing_table(rules),
        )
        following = np.append(own.plain_points[1:], own.plain_points[-1])
        self._plain_gain = (following - own.plain_points).astype(np.float32)

    def encode(self, seen: Positions) -> tuple[npt.NDArray[np.int32], Floats]:
        """The positions as numbers.

        Returns:
            Rows of the table, ``(n, LOOKUPS)``, and figures, ``(n, FIGURES)``.
        """
        mine, theirs = self._piles.groups(seen.mine), self._piles.groups(seen.theirs)
        return self._lookups(seen, mine, theirs), self._figures(seen, mine, theirs)

    def _lookups(
        self, seen: Positions, mine: npt.NDArray[np.uint32], theirs: npt.NDArray[np.uint32]
    ) -> npt.NDArray[np.int32]:
        count = len(seen.hand)
        rows = np.empty((count, LOOKUPS), np.int32)
        places = np.stack((seen.hand, seen.field, seen.mine, seen.theirs))
        states = _BYTE_STATE[places.astype("<u8").view(np.uint8).reshape(4, count, 8)[:, :, :6]]
        both = states[0] + 2 * states[1] + 3 * states[2] + 4 * states[3]
        month_states = np.empty((count, 12), np.int32)
        month_states[:, 0::2] = both & 0xFFFF
        month_states[:, 1::2] = both >> 16
        rows[:, :12] = ROW_OF_STATE[month_states + _MONTH_OFFSETS]
        lights = mine & 31, theirs & 31
        animals = mine >> 5 & 511, theirs >> 5 & 511
        ribbons = mine >> 14 & 1023, theirs >> 14 & 1023
        plains = np.minimum(mine >> 24, 15), np.minimum(theirs >> 24, 15)
        calls = np.minimum(seen.my_calls, 3), np.minimum(seen.their_calls, 3)
        viewings = [
            (seen.mine >> np.uint64(card) & np.uint64(1)).astype(np.int32)
            + 2 * (seen.theirs >> np.uint64(card) & np.uint64(1)).astype(np.int32)
            for card in (SAKE_CUP, CURTAIN, MOON)
        ]
        values = (
            seen.mode * _TURNS + seen.turn,
            calls[0] * 4 + calls[1],
            _TERNARY[lights[0]] + 2 * _TERNARY[lights[1]],
            viewings[0] * 9 + viewings[1] * 3 + viewings[2],
            _ANIMAL_COUNT[animals[0]] * 10 + _ANIMAL_COUNT[animals[1]],
            _INO_COUNT[animals[0]] * 4 + _INO_COUNT[animals[1]],
            _RIBBON_COUNT[ribbons[0]] * 11 + _RIBBON_COUNT[ribbons[1]],
            _POEM_COUNT[ribbons[0]] * 4 + _POEM_COUNT[ribbons[1]],
            _BLUE_COUNT[ribbons[0]] * 4 + _BLUE_COUNT[ribbons[1]],
            plains[0] * 16 + plains[1],
        )
        for place, ((name, _), value) in enumerate(zip(_OTHER_TABLES, values, strict=True), 12):
            rows[:, place] = value
            rows[:, place] += _START[name]
        return rows

    def _figures(
        self, seen: Positions, mine: npt.NDArray[np.uint32], theirs: npt.NDArray[np.uint32]
    ) -> Floats:
        figures = np.zeros((len(seen.hand), FIGURES), np.float32)
        hand, field = seen.hand, seen.field
        unseen = np.uint64(FULL_DECK) & ~(hand | field | seen.mine | seen.theirs)
        met, held = months_of(field), months_of(hand)
        my_reach = (hand & met, field & held, hand & ~met, field & ~held, unseen)
        their_reach = (field, unseen & met, unseen & ~met, hand)
        at = 0
        for pile, groups, calls, reach in (
            (seen.mine, mine, seen.my_calls, my_reach),
            (seen.theirs, theirs, seen.their_calls, their_reach),
        ):
            bases = self._reach_bases(pile, groups, calls)
            for place, cards in enumerate(reach, at):
                total, most = self._within(bases, cards)
                figures[:, place] = total
                figures[:, place + len(reach)] = most
            at += 2 * len(reach)
        best = np.maximum(figures[:, 5], figures[:, 6]), figures[:, 14].copy()
        self._worths(seen, (mine, theirs), best, figures[:, at:])
        figures[:, :at] *= _POINTS
        return figures

    def _reach_bases(
        self, pile: Masks, groups: npt.NDArray[np.uint32], calls: Ints
    ) -> tuple[npt.NDArray[np.intp], ...]:
        """Where in each table the rows of these piles begin."""
        return (
            (groups & 31).astype(np.intp) << 5,
            (groups >> 5 & 511).astype(np.intp) << 9,
            (groups >> 14 & 1023).astype(np.intp) << 10,
            _viewing_code(pile) + 8 * (calls > 0) << 3,
        )

    def _within(
        self, bases: tuple[npt.NDArray[np.intp], ...], cards: Masks
    ) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
        """What the cards in reach would add to a pile: together, and the dearest of them."""
        groups = self._piles.groups(cards)
        lights, animals, ribbons, viewings = self._reaches
        parts = (
            lights[bases[0] + (groups & 31)],
            animals[bases[1] + (groups >> 5 & 511)],
            ribbons[bases[2] + (groups >> 14 & 1023)],
            viewings[bases[3] + _viewing_code(cards)],
        )
        total = (parts[0] >> 8) + (parts[1] >> 8) + (parts[2] >> 8) + (parts[3] >> 8)
        most = np.maximum(
            np.maximum(parts[0] & 255, parts[1] & 255), np.maximum(parts[2] & 255, parts[3] & 255)
        )
        return total, most

    def _worths(
        self,
        seen: Positions,
        groups: tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]],
        best: tuple[Floats, Floats],
        out: Floats,
    ) -> None:
        """The figures of the piles' worths, the calls and the month."""
        rules, own = self.rules, self._piles
        line = np.float32(rules.double_from)
        sides = (
            (seen.mine, seen.my_calls, seen.their_calls, seen.my_decided),
            (seen.theirs, seen.their_calls, seen.my_calls, seen.their_decided),
        )
        for side, (pile, calls, other_calls, decided) in enumerate(sides):
            total = own.total_of(groups[side], pile, seen.month, calls, seen.field)
            now = own.payoff(total, calls, other_calls)
            added = best[side].astype(np.int32)
            then = own.payoff(total + added, calls, other_calls)
            at = 10 * side
            out[:, at] = total * _POINTS
            out[:, at + 1] = now * _POINTS
            out[:, at + 2] = then * _POINTS
            if line:
                out[:, at + 3] = total >= line
                out[:, at + 4] = np.maximum(line - total, 0) * _POINTS
            again = np.flatnonzero(decided)
            if len(again):
                before = own.total(
                    decided[again], seen.month[again], calls[again], seen.field[again]
                )
                out[again, at + 5] = before * _POINTS
                out[again, at + 6] = total[again] > before
            out[:, at + 7] = self._plain_gain[groups[side] >> 24] * _POINTS
            if rules.tsukifuda:
                count = np.bitwise_count(pile & month_masks(seen.month))
                out[:, at + 8] = count * np.float32(rules.tsukifuda / 40)
            out[:, at + 9] = self._may_call(calls, other_calls)
        out[:, 20] = 1.0

    def _may_call(self, calls: Ints, other_calls: Ints) -> npt.NDArray[np.bool_] | bool:
        limit = self.rules.call_limit
        if limit == "none":
            return True
        used = calls if limit == "per_player" else calls + other_calls
        left: npt.NDArray[np.bool_] = used < self.rules.call_limit_count
        return left


def _gains(points: npt.NDArray[np.int32], cards: int) -> npt.NDArray[np.int32]:
    """What each card adds to each set of its group, ``(2**cards, cards)``; held ones nothing."""
    numbers = np.arange(1 << cards)
    columns = [points[numbers | 1 << card] - points for card in range(cards)]
    gains: npt.NDArray[np.int32] = np.stack(columns, axis=1)
    return gains


def _reach_table(gains: npt.NDArray[np.int32]) -> npt.NDArray[np.uint16]:
    """For each pile of a group and each set of cards in reach what these would add, flat.

    The high byte is the sum over the cards, the low one the most that one of them adds, both at
    most 255.
    """
    held, cards = gains.shape
    worth = np.clip(gains, 0, 255).astype(np.uint16)
    total = np.zeros((held, 1 << cards), np.uint16)
    most = np.zeros((held, 1 << cards), np.uint16)
    for card in range(cards):
        one = worth[:, card : card + 1]
        # The sets with this card are those without it, once more.
        without, with_it = slice(1 << card), slice(1 << card, 2 << card)
        np.add(total[:, without], one, out=total[:, with_it])
        np.maximum(most[:, without], one, out=most[:, with_it])
    table: npt.NDArray[np.uint16] = (np.minimum(total, 255) << 8 | most).astype(np.uint16)
    return table.reshape(-1)


def _viewing_table(rules: Rules) -> npt.NDArray[np.uint16]:
    """As :func:`_reach_table` for the viewings; piles are :func:`_viewing_code`, 8 more if called.

    Rain and other yaku beside are left to the network.
    """
    gains = np.zeros((16, 3), np.int32)
    if rules.viewing != "never":
        for called in range(2):
            curtain = rules.hanami_called if called else rules.hanami
            moon = rules.tsukimi_called if called else rules.tsukimi
            for code in range(8):
                held = [bool(code >> place & 1) for place in range(3)]
                line = gains[8 * called + code]
                if held[2]:
                    line[0] = 0 if held[0] else curtain
                    line[1] = 0 if held[1] else moon
                else:
                    line[2] = curtain * held[0] + moon * held[1]
    return _reach_table(gains)


def _viewing_code(cards: Masks) -> npt.NDArray[np.intp]:
    """Which of Curtain (1), Moon (2) and Sake cup (4) are there."""
    code: Masks = cards >> np.uint64(CURTAIN) & np.uint64(1)
    code = code | cards >> np.uint64(MOON - 1) & np.uint64(2)
    code = code | cards >> np.uint64(SAKE_CUP - 2) & np.uint64(4)
    return code.astype(np.intp)


@lru_cache(maxsize=64)
def encoder(rules: Rules) -> Encoder:
    """The encoder of the given rules, shared by everybody who asks."""
    return Encoder(rules)
