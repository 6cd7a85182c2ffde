"""When a duel that may stop early does so: once its interval is narrow enough.

The width is looked at after fixed numbers of pairs only, so that a duel stops at the same pair
whatever the machine and the number of processes. Looking again and again at an interval until it
is narrow makes it cover a little less often than the 95 % of one that is looked at once; few looks,
the first one not before ``FIRST`` pairs, keep that small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from koikoi.arena.duel import PairResult
from koikoi.arena.interval import estimate

FIRST: Final = 20
"""After how many pairs a duel may stop first."""


def looks(pairs: int) -> Iterator[int]:
    """The numbers of pairs after which a duel may stop: 20, 40, … 200, 220, 242, … below ``pairs``.

    From 200 on they grow by a tenth, so that a long duel plays a tenth too much at most.
    """
    number = FIRST
    while number < pairs:
        yield number
        number += max(FIRST, number // 10)


def is_narrow(pairs: Sequence[PairResult], width: float) -> bool:
    """Whether the 95 % interval of points a round is at most ``width`` wide to either side.

    Where the luck of the draw is known, it is the interval of the points without it.
    """
    fair = [pair.points_without_luck for pair in pairs]
    known = [points for points in fair if points is not None]
    if len(known) < len(fair):
        known = [pair.points_per_round for pair in pairs]
    reach = estimate(known).reach
    return reach is not None and reach <= width


class Stop:
    """Finds out when enough has been played, from pairs that come in any order.

    Args:
        pairs: How many pairs are played at most.
        width: How wide the interval may be to either side; ``None`` for a duel that plays them all.
    """

    def __init__(self, pairs: int, width: float | None) -> None:
        self.looks: Final = () if width is None else tuple(looks(pairs))
        self._width = width
        self._next = 0
        self._known: dict[int, PairResult] = {}
        self._complete: list[PairResult] = []

    def after(self, pairs: Sequence[PairResult]) -> int | None:
        """The number of pairs that are enough, or ``None``.

        Args:
            pairs: Further pairs that have been played.
        """
        if self._width is None:
            return None
        self._known |= {pair.number: pair for pair in pairs}
        while (pair := self._known.pop(len(self._complete) + 1, None)) is not None:
            self._complete.append(pair)
        while self._next < len(self.looks) and self.looks[self._next] <= len(self._complete):
            number = self.looks[self._next]
            self._next += 1
            if is_narrow(self._complete[:number], self._width):
                return number
        return None
