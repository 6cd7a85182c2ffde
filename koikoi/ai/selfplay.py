"""Rounds that the network plays against itself, as lessons for its next version.

The target of a position is the distribution of how its round ends, by TD(λ): going back from the
end, it is λ of the target of the next position and 1 - λ of what the network itself expects there
(Sutton 1988, with distributions in the place of values).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from koikoi.ai.batch import Batch, Options
from koikoi.ai.deals import random_deals
from koikoi.ai.features import Positions
from koikoi.ai.network import RuledNetwork
from koikoi.ai.outcomes import CLASSES, class_of, point_worths
from koikoi.ai.piles import Bools, Floats, Ints
from koikoi.ai.policies import ValuePolicy, after_play, between_turns
from koikoi.engine.rules import Rules


class Lessons(NamedTuple):
    """Positions under one set of rules, and how their rounds are expected to end.

    Attributes:
        rows: Look-ups, ``(n, LOOKUPS)``.
        figures: Figures, ``(n, FIGURES)``.
        targets: Chances of the outcomes, ``(n, CLASSES)``.
    """

    rows: npt.NDArray[np.int16]
    figures: npt.NDArray[np.float16]
    targets: npt.NDArray[np.float16]


@dataclass(frozen=True)
class Manner:
    """How the network plays when it plays to learn.

    Attributes:
        trace: λ, 0 to 1.
        temperature: The scale in points of the noise on every value.
        straying: The share of plays and decisions that are made by chance.
        kept: The share of positions that become lessons.
    """

    trace: float = 0.8
    temperature: float = 0.25
    straying: float = 0.03
    kept: float = 0.4


class _Moment(NamedTuple):
    role: int
    rounds: Ints
    rows: npt.NDArray[np.int32]
    figures: Floats
    chances: Floats


class _Learner(ValuePolicy):
    """The network's policy with noise; remembers what it saw of the cards it played."""

    def __init__(
        self, network: RuledNetwork, worths: Floats, manner: Manner, rng: np.random.Generator
    ) -> None:
        super().__init__(network, worths)
        self._own = network
        self._manner = manner
        self._rng = rng

    def choose(self, batch: Batch, options: Options) -> tuple[Ints, _Moment]:
        """The options that are played, and the positions after them."""
        rows, figures = self._own.encoder.encode(after_play(batch, options))
        chances = self._own.chances_of(rows, figures)
        values = chances @ self.worths[batch.mover]
        rng, manner = self._rng, self._manner
        values += manner.temperature * rng.gumbel(size=len(values)).astype(np.float32)
        strays = (rng.random(batch.size) < manner.straying)[options.rows]
        values[strays] += 1000 * rng.random(int(strays.sum()), np.float32)
        chosen = options.best(values)
        moment = _Moment(batch.mover, batch.rows, rows[chosen], figures[chosen], chances[chosen])
        return chosen, moment

    def call(self, batch: Batch, rows: Ints) -> Bools:
        going, stopping = self.call_worths(batch, rows)
        rng, manner = self._rng, self._manner
        gain = going - stopping + manner.temperature * rng.normal(size=len(rows))
        strays = rng.random(len(rows)) < manner.straying
        called: Bools = np.where(strays, rng.random(len(rows)) < 0.5, gain > 0)
        return called


def lessons(
    network: RuledNetwork, rules: Rules, count: int, manner: Manner, rng: np.random.Generator
) -> tuple[Lessons, int]:
    """Plays rounds and makes lessons of them.

    Args:
        network: The network under these rules.
        rules: The rules.
        count: How many rounds are dealt; those that a dealt hand decides are left out.
        manner: How to play.
        rng: Deals, strays, and picks the lessons.

    Returns:
        The lessons, and how many rounds they are of.
    """
    deals = random_deals(rules, count, rng)
    decks = deals.decks[~deals.decided]
    batch = Batch(rules, decks, rng.integers(1, 13, len(decks)))
    policy = _Learner(network, point_worths(rules.exhausted_points), manner, rng)
    moments: list[_Moment] = []
    while batch.size:
        options = batch.play_options()
        chosen, moment = policy.choose(batch, options)
        moments.append(moment)
        batch.play(options, chosen)
        batch.draw_turn(policy)
        if batch.size:
            roles = 1 - batch.mover, batch.mover
            moments += [_seen(network, batch, between_turns(batch, r), r) for r in roles]
    return _lessons(batch.points, moments, manner, rng), len(decks)


def _seen(network: RuledNetwork, batch: Batch, seen: Positions, role: int) -> _Moment:
    rows, figures = network.encoder.encode(seen)
    return _Moment(role, batch.rows, rows, figures, network.chances_of(rows, figures))


def _lessons(
    points: npt.NDArray[np.int32],
    moments: list[_Moment],
    manner: Manner,
    rng: np.random.Generator,
) -> Lessons:
    """Goes back through the rounds and gives every position its target."""
    count = len(points)
    expected = np.zeros((2, count, CLASSES), np.float32)
    for role, won in enumerate((points, -points)):
        expected[role, np.arange(count), class_of(won)] = 1
    parts = []
    for moment in reversed(moments):
        targets = expected[moment.role, moment.rounds]
        kept = rng.random(len(targets)) < manner.kept
        parts.append(
            (
                moment.rows[kept].astype(np.int16),
                moment.figures[kept].astype(np.float16),
                targets[kept].astype(np.float16),
            )
        )
        targets *= manner.trace
        targets += (1 - manner.trace) * moment.chances
        expected[moment.role, moment.rounds] = targets
    return Lessons(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
