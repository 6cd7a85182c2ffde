"""Chance for agents, the same with every version of numpy.

numpy promises that the raw numbers of a bit generator stay the same, not what its methods make of
them; so the little that agents need is made here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from koikoi.ai.piles import Bools, Ints

_FRACTION_BITS = 53


class Dice:
    """A stream of numbers by chance.

    Args:
        seed: Whole numbers from 0; equal ones give equal streams everywhere.
    """

    def __init__(self, seed: Sequence[int]) -> None:
        self._bits = np.random.PCG64(list(seed))

    def fractions(self, *shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """Numbers from 0 to below 1."""
        raw = self._bits.random_raw(int(np.prod(shape)))
        numbers = (raw >> np.uint64(64 - _FRACTION_BITS)) * 2.0**-_FRACTION_BITS
        return np.asarray(numbers, np.float64).reshape(shape)

    def orders(self, rows: Ints) -> Ints:
        """The columns of each row in an order by chance."""
        order = np.argsort(self.fractions(*rows.shape), axis=1, kind="stable")
        shuffled: Ints = np.take_along_axis(rows, order, axis=1)
        return shuffled

    def order(self, items: Ints) -> Ints:
        """The items in an order by chance."""
        shuffled: Ints = items[np.argsort(self.fractions(len(items)), kind="stable")]
        return shuffled

    def happens(self, share: float) -> bool:
        """Whether something happens that does so in this share of all cases."""
        return bool(self.fractions(1)[0] < share)

    def events(self, count: int, share: float) -> Bools:
        """The same for several cases at once."""
        happened: Bools = self.fractions(count) < share
        return happened
