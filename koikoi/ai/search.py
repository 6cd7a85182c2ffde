"""Looking ahead: many ways the hidden cards may lie, a few turns of each, then the network.

For every option the same worlds are played on, so that their luck cancels out. Options that fall
behind are dropped and the others get the more worlds (sequential halving, Karnin et al. 2013). In
a world both players play what the network finds best with the cards they hold there. How many
worlds there are is a number, never a time: the same position gives the same choice on every
machine. A halt ends a search early, with the best so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from koikoi.ai.agent import Halt
from koikoi.ai.batch import TURNS, Batch, Options
from koikoi.ai.deals import masks_of
from koikoi.ai.dice import Dice
from koikoi.ai.outcomes import CLASSES, class_of, point_worths
from koikoi.ai.past import PastPlay, likelihoods
from koikoi.ai.piles import Doubles, Floats, Ints, Masks
from koikoi.ai.policies import ValuePolicy, Valuer, between_turns, on_grid
from koikoi.ai.sight import Sight
from koikoi.engine.cards import cards_of
from koikoi.engine.state import Phase

_ROWS_AT_ONCE: Final = 512
"""Rows that are played on together; a halt is looked for between them."""


@dataclass(frozen=True)
class Effort:
    """How far a search looks.

    Attributes:
        worlds: Worlds for each option in the first stage; 0 for no search.
        stages: Stages; each has twice the worlds of the one before, for half of the options.
        turns: Turns that are played on after the player's own.
        call_worlds: Worlds for a decision between koi-koi and shobu.
        hands: Hands of the other player that are weighed by its plays; 0 for no weighing.
        trust: How many worlds the network's own value of an option counts as much as.
        doubt: By how many standard errors an option may be behind the best and not be dropped.
    """

    worlds: int = 32
    stages: int = 3
    turns: int = 4
    call_worlds: int = 256
    hands: int = 256
    trust: float = 8.0
    doubt: float = 2.5


class Worlds(NamedTuple):
    """Ways the hidden cards may lie.

    Attributes:
        hands: The other player's hands, ``(n,)``.
        stock: The stocks, the next card first, ``(n, cards)``.
    """

    hands: Masks
    stock: Ints


class Futures(NamedTuple):
    """What becomes of a round, one row for each course of it.

    Attributes:
        chances: The chance of every class of outcome for the player, ``(n, CLASSES)``.
        own: The player's piles as far as the round was played on.
        theirs: The other player's.
    """

    chances: Doubles
    own: Masks
    theirs: Masks


class Search:
    """One player's thoughts at one decision.

    Args:
        sight: What the player sees.
        policy: How both play on, and what outcomes are worth to them.
        effort: How far to look.
        plays: What the other player has played.
        dice: Deal the worlds.
        halt: Says when to stop.
    """

    def __init__(
        self,
        sight: Sight,
        policy: ValuePolicy,
        effort: Effort,
        plays: list[PastPlay],
        dice: Dice,
        halt: Halt,
    ) -> None:
        self._sight = sight
        self._policy = policy
        self._network: Valuer = policy.network
        self._effort = effort
        self._plays = plays
        self._dice = dice
        self._halt = halt
        self._weighed: tuple[Ints, Doubles] | None = None

    def options(self, options: Options, prior: Floats | Doubles) -> Doubles:
        """What the options are worth to the mover.

        Args:
            options: At least two.
            prior: What the network thinks of them.
        """
        trust = self._effort.trust
        total = prior.astype(np.float64) * trust
        weight = np.full(len(prior), max(trust, 1e-9))
        values = prior.astype(np.float64)
        alive = np.argsort(-prior, kind="stable")
        worlds = self._effort.worlds
        for _ in range(self._effort.stages):
            found = self.sampled(options.some(alive), worlds)
            if found is None:
                break
            total[alive] += found.sum(axis=1)
            weight[alive] += worlds
            values[alive] = total[alive] / weight[alive]
            alive = self._kept(alive, values, found)
            if len(alive) == 1:
                break
            worlds *= 2
        # The dropped ones never come before those that stay.
        ranked = np.full(len(prior), -np.inf, np.float64)
        ranked[alive] = values[alive]
        return on_grid(ranked)

    def _kept(self, alive: Ints, values: Doubles, found: Doubles) -> Ints:
        """The better half of the options, the best first, without those that are clearly worse.

        Args:
            alive: The options that were sampled.
            values: What all options are worth by now.
            found: The worths of ``alive`` in this stage's worlds.
        """
        order = np.argsort(-values[alive], kind="stable")
        behind = found[order[0]] - found[order]
        error = behind.std(axis=1) / np.sqrt(max(found.shape[1] - 1, 1))
        near = behind.mean(axis=1) <= self._effort.doubt * error
        near[0] = True
        half = max(2, (len(alive) + 1) // 2)
        kept: Ints = alive[order[near][:half]]
        return kept

    def call(self) -> tuple[float, float] | None:
        """What koi-koi and shobu are worth; ``None`` where the halt came first."""
        going = self.going(self._effort.call_worlds)
        if going is None:
            return None
        _, stopping = self._policy.call_worths(self._sight.batch, np.zeros(1, np.int64))
        return float(going.mean()), float(stopping[0])

    def going(self, worlds: int) -> Doubles | None:
        """What koi-koi is worth in so many worlds, ``(worlds,)``; ``None`` if halted."""
        start = self._called(worlds)
        return None if start is None else self._found(start, self._worth)

    def sampled(self, options: Options, worlds: int) -> Doubles | None:
        """What the options are worth in the same worlds, ``(options, worlds)``.

        Returns:
            ``None`` if the halt came first.
        """
        start = self._chosen(options, worlds)
        worths = None if start is None else self._found(start, self._worth)
        return None if worths is None else worths.reshape(-1, worlds)

    def going_futures(self, worlds: int) -> Futures | None:
        """What becomes of the round after koi-koi, one row for each world; ``None`` if halted."""
        start = self._called(worlds)
        return None if start is None else self._futures(start)

    def futures(self, options: Options, worlds: int) -> Futures | None:
        """What becomes of the round after each option in the same worlds, option by option.

        Returns:
            ``None`` if the halt came first.
        """
        start = self._chosen(options, worlds)
        return None if start is None else self._futures(start)

    def _called(self, worlds: int) -> Batch | None:
        """The round after koi-koi in so many worlds; ``None`` if halted."""
        batch = self._sight.batch
        mover = batch.mover
        dealt = self._worlds(worlds)
        if dealt is None:
            return None
        start = batch.picked(np.zeros(worlds, np.int64))
        start.calls[mover] = start.calls[mover] + 1
        start.decided[mover] = start.captured[mover]
        self._place(start, dealt)
        start.turn += 1
        return start

    def _chosen(self, options: Options, worlds: int) -> Batch | None:
        """The round after each option in the same worlds; ``None`` if halted."""
        dealt = self._worlds(worlds)
        if dealt is None:
            return None
        batch = self._sight.batch
        mover = batch.mover
        count = len(options.card)
        start = batch.picked(np.zeros(count * worlds, np.int64))
        option = np.repeat(np.arange(count), worlds)
        start.hands[mover] = options.hand[option]
        start.field = options.field[option]
        start.captured[mover] = options.pile[option]
        self._place(start, dealt)
        return start

    def _found(self, start: Batch, find: Callable[[Batch], Doubles]) -> Doubles | None:
        """What is found once rounds have been played on, a row each; ``None`` if halted."""
        parts = []
        for first in range(0, start.size, _ROWS_AT_ONCE):
            part = start.picked(np.arange(first, min(first + _ROWS_AT_ONCE, start.size)))
            if not self._play_on(part):
                return None
            parts.append(find(part))
        return np.concatenate(parts)

    def _play_on(self, batch: Batch) -> bool:
        """Ends the player's turn and plays some more turns; ``False`` if halted."""
        policy = self._policy
        if batch.turn % 2 == self._sight.batch.mover:
            self._end_turn(batch)
        last = min(batch.turn + self._effort.turns, TURNS)
        while batch.turn < last and batch.size:
            if self._halt.due:
                return False
            batch.play_turn(policy)
        return True

    def _worth(self, batch: Batch) -> Doubles:
        """What rounds that have been played on are worth to the player."""
        mover = self._sight.batch.mover
        worths = self._policy.worths[mover]
        ended = batch.points if mover == 0 else -batch.points
        values: Doubles = worths[class_of(ended)].astype(np.float64)
        if batch.size:
            seen = between_turns(batch, mover)
            values[batch.rows] = self._network.chances(seen) @ worths
        return values

    def _futures(self, start: Batch) -> Futures | None:
        piles: list[list[Masks]] = [[], []]

        def look(batch: Batch) -> Doubles:
            mover = self._sight.batch.mover
            ended = batch.points if mover == 0 else -batch.points
            found = np.zeros((len(ended), CLASSES))
            found[np.arange(len(ended)), class_of(ended)] = 1.0
            if batch.size:
                found[batch.rows] = self._network.chances(between_turns(batch, mover))
            for role, last in enumerate((mover, 1 - mover)):
                pile = batch.final[last].copy()
                pile[batch.rows] = batch.captured[last]
                piles[role].append(pile)
            return found

        chances = self._found(start, look)
        if chances is None:
            return None
        return Futures(chances, np.concatenate(piles[0]), np.concatenate(piles[1]))

    def _end_turn(self, batch: Batch) -> None:
        if self._sight.phase is not Phase.CHOOSE_DRAWN:
            batch.drawn = batch.deck[:, 24 + batch.turn].astype(np.int64)
            batch.draw_turn(self._policy)
            return
        total, rose, choice = batch.standing()
        called = np.zeros(batch.size, np.bool_)
        rows = np.flatnonzero(choice)
        if len(rows):
            called[rows] = self._policy.call(batch, rows)
        batch.finish_turn(total, rose, called)

    def _place(self, batch: Batch, worlds: Worlds) -> None:
        """Puts the worlds' hidden cards into a batch whose rows go through them again and again."""
        sight = self._sight
        count = len(worlds.hands)
        times = batch.size // count
        batch.hands[1 - sight.batch.mover] = np.tile(worlds.hands, times)
        # At a choice of what the drawn card takes, and at a decision, it has left the stock.
        drawn = sight.batch.turn + (sight.phase in (Phase.CHOOSE_DRAWN, Phase.DECIDE))
        deck = np.zeros((count, 48), np.int8)
        deck[:, 24 + drawn :] = worlds.stock
        batch.deck = np.tile(deck, (times, 1))

    def _worlds(self, count: int) -> Worlds | None:
        """Deals the unseen cards, hands that fit the other player's plays the more often.

        ``None`` if halted.
        """
        if self._halt.due:
            return None
        size = self._sight.other_cards
        if not (self._effort.hands and self._plays and size):
            dealt = self._dealt(count)
            return Worlds(masks_of(dealt[:, :size]), dealt[:, size:])
        if self._weighed is None:
            self._weighed = self._weigh()
            if self._weighed is None:
                return None
        dealt, edges = self._weighed
        # Systematic resampling: each hand as often as its share, with one throw for all.
        throws = (np.arange(count) + float(self._dice.fractions(1)[0])) / count
        chosen = np.minimum(np.searchsorted(edges, throws), len(dealt) - 1)
        cards = dealt[self._dice.order(chosen)]
        # A hand that comes twice comes with two stocks.
        stock = self._dice.orders(cards[:, size:])
        return Worlds(masks_of(cards[:, :size]), stock)

    def _dealt(self, count: int) -> Ints:
        """The unseen cards in so many orders by chance."""
        unseen = np.array([int(card) for card in cards_of(self._sight.unseen)])
        return self._dice.orders(np.tile(unseen, (count, 1)))

    def _weigh(self) -> tuple[Ints, Doubles] | None:
        """Orders of the unseen cards, the other hand first, and the sums of their shares so far."""
        batch = self._sight.batch
        dealt = self._dealt(self._effort.hands)
        hands = masks_of(dealt[:, : self._sight.other_cards])
        worths = point_worths(batch.rules.exhausted_points)
        likely = likelihoods(self._network, batch, self._plays, hands, worths, self._halt)
        return None if likely is None else (dealt, np.cumsum(likely / likely.sum()))
