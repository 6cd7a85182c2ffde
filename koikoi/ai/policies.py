"""How whole batches are played: by chance, by the yardstick, and by the value network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from koikoi.ai.baseline import CALL_BELOW, CALL_WITH_CARDS, POINT, WEIGHTS
from koikoi.ai.batch import TURNS, Batch, Options
from koikoi.ai.features import AFTER_PLAY, AFTER_TURN, BEFORE_TURN, Positions
from koikoi.ai.outcomes import EXHAUSTED, class_of
from koikoi.ai.piles import Bools, Doubles, Floats, Ints, cards_matrix

_WEIGHTS: Final = np.array(WEIGHTS, np.float32)

_GRID: Final = float(1 << 24)
"""Values that differ by less than a part in this many are equal: sums that are added up in
another order differ by far less, and real differences are far greater."""


@dataclass(frozen=True, eq=False)
class ChancePolicy:
    """Plays anything."""

    rng: np.random.Generator

    def play(self, _batch: Batch, options: Options, /) -> Floats:
        """By chance."""
        return self.rng.random(len(options.rows), np.float32)

    def draw(self, _batch: Batch, options: Options, /) -> Floats:
        """By chance."""
        return self.rng.random(len(options.rows), np.float32)

    def call(self, _batch: Batch, rows: Ints, /) -> Bools:
        """By chance."""
        return self.rng.random(len(rows)) < 0.5


@dataclass(frozen=True, eq=False)
class GreedyPolicy:
    """What :class:`koikoi.ai.baseline.GreedyAgent` does, but for its choices between equals."""

    rng: np.random.Generator

    def play(self, batch: Batch, options: Options) -> Floats:
        """The gain of each way to play, or what giving the card away costs."""
        captured = options.pile != batch.captured[batch.mover][options.rows]
        gains = self._gains(batch, options)
        away = -np.floor(_WEIGHTS[options.card] * 7 / 10)
        chance = self.rng.random(len(gains), np.float32) * np.float32(0.5)
        values: Floats = np.where(captured, gains, away).astype(np.float32)
        values += chance
        return values

    def draw(self, batch: Batch, options: Options) -> Floats:
        """The gain of each way to take."""
        return self._gains(batch, options)

    def call(self, batch: Batch, rows: Ints) -> Bools:
        """Below six points with five cards or more."""
        mover = batch.mover
        total = batch.piles.total(
            batch.captured[mover][rows],
            batch.month[rows],
            batch.calls[mover][rows],
            batch.field[rows],
        )
        cards = np.bitwise_count(batch.hands[mover][rows])
        called: Bools = (total < CALL_BELOW) & (cards >= CALL_WITH_CARDS)
        return called

    def _gains(self, batch: Batch, options: Options) -> Floats:
        mover, rows = batch.mover, options.rows
        before = batch.captured[mover]
        month, calls = batch.month, batch.calls[mover]
        had = batch.piles.total(before, month, calls, batch.field)
        has = batch.piles.total(options.pile, month[rows], calls[rows], options.field)
        gained = options.pile & ~before[rows]
        gains: Floats = cards_matrix(gained).astype(np.float32) @ _WEIGHTS
        gains += POINT * (has - had[rows]).astype(np.float32)
        return gains


class Valuer(Protocol):
    """A network under some rules: :class:`koikoi.ai.network.RuledNetwork` or its exact form."""

    def chances(self, seen: Positions, /) -> Floats | Doubles:
        """The chance of every class of outcome, ``(n, CLASSES)``; each row sums to 1."""


class ValuePolicy:
    """Plays what the network finds best, one turn ahead.

    Args:
        network: The network under the batch's rules.
        worths: What each class of outcome is worth to the oya and to the ko, ``(2, CLASSES)``.
    """

    def __init__(self, network: Valuer, worths: Floats) -> None:
        self.network = network
        self.worths = worths

    def chances(self, seen: Positions) -> Floats | Doubles:
        """The chances of every class of outcome, as the policy expects them."""
        return self.network.chances(seen)

    def values(self, seen: Positions, role: int) -> Doubles:
        """What the positions are worth to a role, on the grid on which values are compared."""
        return on_grid(self.chances(seen) @ self.worths[role])

    def play(self, batch: Batch, options: Options) -> Doubles:
        """The worth of each way to play a card, before the draw is known."""
        return self.values(after_play(batch, options), batch.mover)

    def draw(self, batch: Batch, options: Options) -> Doubles:
        """The worth of each way to take, with the better of koi-koi and shobu where one comes."""
        mover = batch.mover
        worths = self.worths[mover]
        trial = taken_trial(batch, options)
        total, rose, choice = trial.standing()
        paid = trial.piles.payoff(total, trial.calls[mover], trial.calls[1 - mover])
        stop = on_grid(worths[class_of(paid)])
        values: Doubles = np.where(rose, stop, worths[EXHAUSTED]).astype(np.float64)
        if batch.turn == TURNS - 1:
            return values
        goes_on = np.flatnonzero(~rose | choice)
        if len(goes_on):
            seen = after_turn(trial, goes_on, choice[goes_on])
            worth = self.values(seen, mover)
            stops = np.where(rose[goes_on], values[goes_on], -np.inf)
            values[goes_on] = np.maximum(worth, stops)
        return values

    def call(self, batch: Batch, rows: Ints) -> Bools:
        """Whether going on is worth more than stopping."""
        going, stopping = self.call_worths(batch, rows)
        called: Bools = going > stopping
        return called

    def call_worths(self, batch: Batch, rows: Ints) -> tuple[Doubles, Doubles]:
        """What koi-koi and shobu are worth to the mover, for the rounds at these places."""
        mover = batch.mover
        worths = self.worths[mover]
        calls, others = batch.calls[mover][rows], batch.calls[1 - mover][rows]
        total = batch.piles.total(
            batch.captured[mover][rows], batch.month[rows], calls, batch.field[rows]
        )
        stopping = on_grid(worths[class_of(batch.piles.payoff(total, calls, others))])
        seen = after_turn(batch, rows, np.ones(len(rows), np.bool_))
        return self.values(seen, mover), stopping


def on_grid(values: Floats | Doubles) -> Doubles:
    """Values rounded so that what is equal but for rounding is equal."""
    rounded: Doubles = np.rint(values * _GRID) / _GRID
    return rounded


def after_play(batch: Batch, options: Options) -> Positions:
    """The mover's positions after each way to play a card, before the draw."""
    mover, rows = batch.mover, options.rows
    return Positions(
        hand=options.hand,
        field=options.field,
        mine=options.pile,
        theirs=batch.captured[1 - mover][rows],
        my_calls=batch.calls[mover][rows],
        their_calls=batch.calls[1 - mover][rows],
        my_decided=batch.decided[mover][rows],
        their_decided=batch.decided[1 - mover][rows],
        turn=np.full(len(rows), batch.turn),
        mode=np.full(len(rows), AFTER_PLAY),
        month=batch.month[rows],
    )


def after_turn(batch: Batch, rows: Ints, calling: Bools) -> Positions:
    """The mover's positions after its turn, with one more call where it is calling."""
    mover = batch.mover
    pile = batch.captured[mover][rows]
    return Positions(
        hand=batch.hands[mover][rows],
        field=batch.field[rows],
        mine=pile,
        theirs=batch.captured[1 - mover][rows],
        my_calls=batch.calls[mover][rows] + calling,
        their_calls=batch.calls[1 - mover][rows],
        my_decided=np.where(calling, pile, batch.decided[mover][rows]),
        their_decided=batch.decided[1 - mover][rows],
        turn=np.full(len(rows), batch.turn),
        mode=np.full(len(rows), AFTER_TURN),
        month=batch.month[rows],
    )


def between_turns(batch: Batch, role: int) -> Positions:
    """The positions of a role between two turns: after ``batch.turn - 1``, before the next."""
    last = batch.turn - 1
    count = batch.size
    return Positions(
        hand=batch.hands[role],
        field=batch.field,
        mine=batch.captured[role],
        theirs=batch.captured[1 - role],
        my_calls=batch.calls[role],
        their_calls=batch.calls[1 - role],
        my_decided=batch.decided[role],
        their_decided=batch.decided[1 - role],
        turn=np.full(count, last),
        mode=np.full(count, AFTER_TURN if last % 2 == role else BEFORE_TURN),
        month=batch.month,
    )


def taken_trial(batch: Batch, options: Options) -> Batch:
    """The batch with one row for each option, as if all of them had been chosen."""
    trial = batch.picked(options.rows)
    trial.field = options.field
    trial.captured[batch.mover] = options.pile
    return trial
