"""Choices by a seed, the same on every machine and Python version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from koikoi.engine.deck import Stream

T = TypeVar("T")

_BYTES = 4


class Chance:
    """Choices that depend on a text and on nothing else.

    Args:
        seed: The text; equal texts give equal choices.
    """

    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, each as likely as the others; ``limit`` is above 0."""
        ceiling = (1 << 8 * _BYTES) // limit * limit
        while True:
            value = 0
            for _ in range(_BYTES):
                value = value << 8 | self._stream.byte()
            if value < ceiling:
                return value % limit

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of the items, each as likely as its weight says.

        Args:
            items: The items, at least one.
            weights: A weight for each, 1 or more.
        """
        at = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            at -= weight
            if at < 0:
                return item
        raise AssertionError("the weights are those of the items")
