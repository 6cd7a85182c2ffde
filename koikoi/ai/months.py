"""Where the four cards of a month lie, as a row number of the network's table.

Plains of one month that nothing tells apart are folded: their states share a row. The Lightning
can be wild, but November has no other plain.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from koikoi.engine.cards import CARDS, Kind

PLACES: Final = 5
"""Unseen, one's hand, the field, one's pile, the other's pile."""
MONTH_STATES: Final = PLACES**4
"""The states of a month: the places of its cards as digits, its first card's the lowest."""


def _month_rows() -> tuple[npt.NDArray[np.int32], int]:
    """For every month and state of its cards the table's row, and how many rows there are."""
    rows = np.zeros((12, MONTH_STATES), np.int32)
    count = 0
    for month in range(12):
        cards = CARDS[4 * month : 4 * month + 4]
        plains = [place for place, card in enumerate(cards) if card.kind is Kind.PLAIN]
        known: dict[tuple[int, ...], int] = {}
        for state in product(range(PLACES), repeat=4):
            folded = list(state)
            for place, where in zip(plains, sorted(state[p] for p in plains), strict=True):
                folded[place] = where
            row = known.setdefault(tuple(folded), count + len(known))
            rows[month, sum(where * PLACES**n for n, where in enumerate(state))] = row
        count += len(known)
    return rows, count


_ROWS, MONTH_ROWS = _month_rows()
"""How many rows of the table the months take."""
ROW_OF_STATE: Final = _ROWS.reshape(-1)
"""The row of each state of each month, at ``MONTH_STATES * month + state``."""


def month_places() -> npt.NDArray[np.int32]:
    """For each month's row of the table the places of its four cards: ``5 * card + place``.

    Equal plains come in the order of their places.
    """
    places = np.zeros((MONTH_ROWS, 4), np.int32)
    for month in range(12):
        # Later states overwrite earlier ones of the same row: any of them will do.
        for state in range(MONTH_STATES):
            where = [state // PLACES**n % PLACES for n in range(4)]
            row = _ROWS[month, state]
            places[row] = [PLACES * (4 * month + n) + at for n, at in enumerate(where)]
    return places
