"""The ways to go on, tried in ever more worlds; those that fall behind are tried in fewer."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from koikoi.ai.batch import Options
from koikoi.ai.equity import Equity
from koikoi.ai.outcomes import CLASSES, point_worths
from koikoi.ai.piles import Bools, Doubles, Floats, Ints
from koikoi.ai.search import Effort, Search


class Scales(NamedTuple):
    """What classes of outcome are worth to the player, ``(CLASSES,)`` each.

    Attributes:
        points: In points.
        match: As the chance to win the match.
        worth: As they are compared.
        point: What a point is worth, in ``worth``.
    """

    points: Doubles
    match: Doubles
    worth: Doubles
    point: float


POINT: Final = 0.002
"""What a point counts beside the chance to win the match."""

_LEAST: Final = 0.5
"""The least that a point is worth at any score, of what it is worth in the first round."""


def worths_of(table: Equity, lead: int, left: int) -> Floats:
    """What every class of outcome is worth to oya and ko, ``(2, CLASSES)``.

    Args:
        table: Knows the chances to win the match.
        lead: The oya's score minus the ko's.
        left: Rounds left after this one.
    """
    points = point_worths(table.rules.exhausted_points)
    worths: Floats = (table.match_chances(lead, left) + POINT * points).astype(np.float32)
    return worths


def scales_of(table: Equity, lead: int, left: int, role: int) -> Scales:
    """The scales of a role at a score; arguments as :func:`worths_of`.

    What a point is worth is the slope of a line through all ways in which a round ends, and at
    least half of what it is in the first round: where nothing hangs on a round any more, what is
    lost in it counts for little.
    """
    points = point_worths(table.rules.exhausted_points)[role].astype(np.float64)
    match = table.match_chances(lead, left)[role]
    worth = worths_of(table, lead, left)[role].astype(np.float64)
    first = worths_of(table, 0, table.rules.rounds - 1)[role].astype(np.float64)
    shares = table.outcomes if role == 0 else table.outcomes[::-1]
    point = max(_slope(shares, points, worth), _LEAST * _slope(shares, points, first))
    return Scales(points, match, worth, point)


def _slope(shares: Doubles, points: Doubles, worth: Doubles) -> float:
    away = points - shares @ points
    return float((shares * away) @ worth) / float(shares @ away**2)


class Trials:
    """The ways to go on, tried in ever more worlds; the ones that fall behind in fewer.

    Args:
        search: Plays worlds on.
        scales: What outcomes are worth.
        options: The ways.
        prior: What the network thinks of them.
        effort: How far to look.
    """

    def __init__(
        self, search: Search, scales: Scales, options: Options, prior: Doubles, effort: Effort
    ) -> None:
        self._search = search
        self._scales = scales
        self._options = options
        self._prior = prior
        self._effort = effort
        count = len(prior)
        self._chances: list[list[Doubles]] = [[] for _ in range(count)]
        self._worths: list[list[Doubles]] = [[] for _ in range(count)]
        self._values = prior.copy()
        self._alive: Ints = np.argsort(-prior, kind="stable")

    def run(self, wanted: Bools) -> bool:
        """Tries them; ``False`` where the halt came before all had been tried once.

        Args:
            wanted: Which ways stay to the end whatever they are worth.
        """
        worlds = self._effort.worlds
        for stage in range(self._effort.stages):
            if not self._try(worlds):
                return stage > 0
            self._drop(wanted)
            if len(self._alive) == 1:
                break
            worlds *= 2
        return True

    def _try(self, worlds: int) -> bool:
        found = self._search.futures(self._options.some(self._alive), worlds)
        if found is None:
            return False
        chances = found.chances.reshape(len(self._alive), worlds, CLASSES)
        for place, at in enumerate(self._alive):
            self._chances[at].append(chances[place])
            self._worths[at].append(chances[place] @ self._scales.worth)
            tried = np.concatenate(self._worths[at])
            trust = self._effort.trust
            self._values[at] = (self._prior[at] * trust + tried.sum()) / (trust + len(tried))
        return True

    def _drop(self, wanted: Bools) -> None:
        """Keeps the better half but for those that are clearly worse, and what is wanted."""
        order = self._alive[np.argsort(-self._values[self._alive], kind="stable")]
        best = self._worths[order[0]][-1]
        half = max(2, (len(order) + 1) // 2)
        kept = []
        for place, at in enumerate(order):
            lag = best - self._worths[at][-1]
            near = lag.mean() <= self._effort.doubt * standard_error(lag)
            if place == 0 or wanted[at] or (place < half and near):
                kept.append(at)
        self._alive = np.array(kept)

    def order(self) -> list[int]:
        """All ways, the best first; one that was dropped comes behind all that were not."""
        stayed = np.zeros(len(self._values), np.bool_)
        stayed[self._alive] = True
        best = max(self._alive, key=lambda at: (self._values[at], -at))
        rest = sorted(
            (at for at in range(len(self._values)) if at != best),
            key=lambda at: (-self._values[at], at),
        )
        return [int(best), *rest]

    def behind(self, at: int) -> tuple[float, float]:
        """How much worse than the best a way is, and the standard error in points."""
        best = self.order()[0]
        both = min(len(np.concatenate(self._worths[way])) for way in (best, at))
        lag = np.concatenate(self._worths[best])[:both] - np.concatenate(self._worths[at])[:both]
        error = standard_error(lag) / self._scales.point
        return float(self._values[best] - self._values[at]), error

    def chances(self, at: int) -> Doubles:
        """The chance of every class of outcome after a way, in all its worlds."""
        return np.concatenate(self._chances[at])


def standard_error(values: Doubles) -> float:
    """The standard error of the mean of some values."""
    return float(values.std() / np.sqrt(max(len(values) - 1, 1)))
