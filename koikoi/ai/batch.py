"""Many rounds at once, in lock step: the second form of the rules, for training and search.

A :class:`Batch` holds rounds under one set of rules that are all at the same turn; one step is the
same few array operations for all of them, without a branch per round. Players are their *roles*:
0 is the oya, who has the even turns, 1 the ko. The engine's state machine is the authority; a
differential test plays the same decks with the same choices in both (``koikoi bench ai --check``
plays 100,000).
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from koikoi.ai.deals import fours_of, masks_of
from koikoi.ai.piles import Bools, Doubles, Floats, Ints, Masks, Piles, cards_matrix, piles
from koikoi.engine.cards import LIGHTNING
from koikoi.engine.rules import Rules

TURNS: Final = 16
"""The turns of a round that nobody ends."""

_ONE: Final = np.uint64(1)
_NIBBLE: Final = np.uint64(15)


class Options(NamedTuple):
    """Ways to go on, several for each round, sorted by round, card and target.

    Attributes:
        rows: The place of the round in the batch.
        first: For each round of ``asked`` where its options begin.
        asked: The places of the rounds that have options, ascending.
        card: The card that is played, or was drawn.
        hand: The mover's hand afterwards.
        field: The field afterwards.
        pile: The mover's pile afterwards.
    """

    rows: Ints
    first: Ints
    asked: Ints
    card: Ints
    hand: Masks
    field: Masks
    pile: Masks

    def best(self, values: Floats | Doubles) -> Ints:
        """For each round of ``asked`` the number of its first option with the greatest value."""
        most = np.maximum.reduceat(values, self.first)
        counts = np.diff(np.append(self.first, len(values)))
        places = np.where(values == np.repeat(most, counts), np.arange(len(values)), len(values))
        best: Ints = np.minimum.reduceat(places, self.first)
        return best

    def some(self, chosen: Ints) -> Options:
        """These options of a batch of one round."""
        return Options(
            rows=self.rows[chosen],
            first=self.first,
            asked=self.asked,
            card=self.card[chosen],
            hand=self.hand[chosen],
            field=self.field[chosen],
            pile=self.pile[chosen],
        )


class Rounds(NamedTuple):
    """Rounds under way, one row each; pairs are of the oya and the ko.

    Attributes:
        hands: The hands.
        captured: The piles.
        decided: The piles at the last decisions, 0 before any.
        calls: The calls.
        field: The cards on the field.
        deck: The decks, ``(n, 48)``; only the cards that are still to be drawn matter.
        month: The months, 1 to 12.
        drawn: The card that was drawn last, or waits for its target.
    """

    hands: tuple[Masks, Masks]
    captured: tuple[Masks, Masks]
    decided: tuple[Masks, Masks]
    calls: tuple[Ints, Ints]
    field: Masks
    deck: npt.NDArray[np.int8]
    month: Ints
    drawn: Ints


class Policy(Protocol):
    """Chooses for the mover of all rounds of a batch."""

    def play(self, batch: Batch, options: Options, /) -> Floats | Doubles:
        """A value for each way to play a hand card; the greatest of a round is played."""

    def draw(self, batch: Batch, options: Options, /) -> Floats | Doubles:
        """A value for each card that the drawn card can take, where there are several."""

    def call(self, batch: Batch, rows: Ints, /) -> Bools:
        """Whether to call koi-koi, for the rounds at these places, where it is a choice."""


class Batch:
    """Rounds in lock step; the arrays hold those that are not over, one row each.

    Args:
        rules: The rules.
        decks: Decks ``(n, 48)`` as the engine deals them, none of which the rules void.
        months: The month of each round, 1 to 12.

    Attributes:
        rules: The rules.
        piles: What piles are worth.
        turn: The turn of all rounds, 0 to 15; 16 when none is left.
        rows: The number of each round that is not over, as dealt.
        hands: The hands of oya and ko.
        captured: Their piles.
        decided: Their piles at their last decision, 0 before any.
        calls: Their calls.
        field: The cards on the field.
        drawn: The card that was drawn last.
        deck: The decks.
        month: The months.
        points: For each round as dealt, what the oya won of it (negative: the ko's points);
            0 while it goes on and after an exhausted round.
        exhausted: For each round as dealt, whether it ended without a winner.
        final: For each round as dealt, the piles of oya and ko at its end; 0 while it goes on.
    """

    def __init__(self, rules: Rules, decks: npt.NDArray[np.int8], months: Ints) -> None:
        count = len(decks)
        self.rules = rules
        self.piles: Piles = piles(rules)
        self.turn = 0
        # The deck deals to the ko first: cards 0 to 7.
        self.hands = [masks_of(decks[:, 16:24]), masks_of(decks[:, :8])]
        self.field = masks_of(decks[:, 8:16])
        self.captured = [np.zeros(count, np.uint64), np.zeros(count, np.uint64)]
        self.decided = [np.zeros(count, np.uint64), np.zeros(count, np.uint64)]
        self.calls: list[Ints] = [np.zeros(count, np.int64), np.zeros(count, np.int64)]
        self.deck = decks
        self.month: Ints = np.asarray(months, np.int64)
        self.drawn: Ints = np.zeros(count, np.int64)
        self.rows: Ints
        self.points: npt.NDArray[np.int32]
        self.exhausted: Bools
        self.final: tuple[Masks, Masks]
        self._number_anew()
        if rules.field_four == "dealer_takes":
            fours = fours_of(self.field) * _NIBBLE
            self.field = self.field & ~fours
            self.captured[0] = fours

    @property
    def mover(self) -> int:
        """Whose turn it is: 0 for the oya, 1 for the ko."""
        return self.turn & 1

    @property
    def size(self) -> int:
        """How many rounds are not over."""
        return len(self.rows)

    def play_options(self) -> Options:
        """Every way for the mover to play a card, of all rounds."""
        hand = self.hands[self.mover]
        rows, cards = np.nonzero(cards_matrix(hand))
        return self._options(rows, cards, hand[rows] & ~(_ONE << cards.astype(np.uint64)))

    def draw_options(self) -> Options:
        """Every way to take with the drawn card, of all rounds."""
        return self._options(np.arange(self.size), self.drawn, self.hands[self.mover])

    def _options(self, rows: Ints, cards: Ints, hand: Masks) -> Options:
        field = self.field[rows]
        taken, choice = matching(self.rules, field, cards)
        counts = np.where(choice, np.bitwise_count(taken).astype(np.int64), 1)
        if choice.any():
            repeat = np.repeat(np.arange(len(rows)), counts)
            before = np.cumsum(counts) - counts
            nth = np.arange(len(repeat)) - before[repeat]
            rows, cards, hand, field = rows[repeat], cards[repeat], hand[repeat], field[repeat]
            taken = np.where(choice[repeat], _nth_card(taken[repeat], nth), taken[repeat])
        card = _ONE << cards.astype(np.uint64)
        captures = taken != 0
        asked = np.flatnonzero(np.diff(rows, prepend=-1)) if len(rows) else rows
        return Options(
            rows=rows,
            first=asked,
            asked=rows[asked],
            card=cards,
            hand=hand,
            field=np.where(captures, field & ~taken, field | card),
            pile=self.captured[self.mover][rows] | np.where(captures, taken | card, np.uint64(0)),
        )

    def play(self, options: Options, chosen: Ints) -> None:
        """Plays hand cards: of each round the option with this number; draws the next cards."""
        mover = self.mover
        self.hands[mover] = options.hand[chosen]
        self.field = options.field[chosen]
        self.captured[mover] = options.pile[chosen]
        self.drawn = self.deck[:, 24 + self.turn].astype(np.int64)

    def settle(self, options: Options, chosen: Ints) -> None:
        """Settles the drawn cards: of each round the option with this number."""
        self.field = options.field[chosen]
        self.captured[self.mover] = options.pile[chosen]

    def standing(self) -> tuple[npt.NDArray[np.int32], Bools, Bools]:
        """What the yaku check of the mover finds.

        Returns:
            The sums of the piles' yaku, whether they rose since the last decision, and whether
            the mover may then choose between koi-koi and shobu.
        """
        mover = self.mover
        calls, decided = self.calls[mover], self.decided[mover]
        total = self.piles.total(self.captured[mover], self.month, calls, self.field)
        before = np.zeros(self.size, np.int32)
        again = np.flatnonzero(decided)
        if len(again):
            before[again] = self.piles.total(
                decided[again], self.month[again], calls[again], self.field[again]
            )
        rose = total > before
        return total, rose, rose & self.may_call()

    def may_call(self) -> Bools:
        """Whether the mover may call koi-koi after a rise."""
        hand_left: Bools = self.hands[self.mover] != 0
        limit = self.rules.call_limit
        if limit == "none":
            return hand_left
        used = self.calls[self.mover]
        if limit == "per_round":
            used = self.calls[0] + self.calls[1]
        allowed: Bools = hand_left & (used < self.rules.call_limit_count)
        return allowed

    def finish_turn(self, total: npt.NDArray[np.int32], rose: Bools, called: Bools) -> None:
        """Books calls and ended rounds, and goes on to the next turn.

        Args:
            total: The sums of the yaku of the mover's piles.
            rose: Whether they rose.
            called: Whether the mover calls koi-koi; only where that is a choice.
        """
        mover = self.mover
        if called.any():
            self.calls[mover] = self.calls[mover] + called
            self.decided[mover] = np.where(called, self.captured[mover], self.decided[mover])
        over = rose & ~called
        ended = np.flatnonzero(over)
        if len(ended):
            points = self.piles.payoff(
                total[ended], self.calls[mover][ended], self.calls[1 - mover][ended]
            )
            self.points[self.rows[ended]] = -points if mover else points
            self._lay_down(ended)
            self.keep(~over)
        self.turn += 1
        if self.turn == TURNS:
            self.exhausted[self.rows] = True
            self._lay_down(np.arange(self.size))
            self.keep(np.zeros(self.size, np.bool_))

    def _lay_down(self, ended: Ints) -> None:
        for role in (0, 1):
            self.final[role][self.rows[ended]] = self.captured[role][ended]

    def keep(self, kept: Bools | Ints) -> None:
        """Leaves only these rounds in the batch."""
        self.rows = self.rows[kept]
        self.hands = [hand[kept] for hand in self.hands]
        self.captured = [pile[kept] for pile in self.captured]
        self.decided = [pile[kept] for pile in self.decided]
        self.calls = [calls[kept] for calls in self.calls]
        self.field = self.field[kept]
        self.deck = self.deck[kept]
        self.month = self.month[kept]
        self.drawn = self.drawn[kept]

    @classmethod
    def at(cls, rules: Rules, turn: int, rounds: Rounds) -> Batch:
        """A batch of rounds that are under way.

        Args:
            rules: The rules.
            turn: The turn of all of them.
            rounds: The rounds; they are numbered as they come.
        """
        batch = cls.__new__(cls)
        batch.rules, batch.piles, batch.turn = rules, piles(rules), turn
        batch.hands = list(rounds.hands)
        batch.captured = list(rounds.captured)
        batch.decided = list(rounds.decided)
        batch.calls = list(rounds.calls)
        batch.field, batch.deck = rounds.field, rounds.deck
        batch.month, batch.drawn = rounds.month, rounds.drawn
        batch._number_anew()
        return batch

    def picked(self, rows: Ints) -> Batch:
        """Another batch with the rounds at these places, which may repeat; it counts anew."""
        other = Batch.__new__(Batch)
        other.rules, other.piles, other.turn = self.rules, self.piles, self.turn
        other.hands = [hand[rows] for hand in self.hands]
        other.captured = [pile[rows] for pile in self.captured]
        other.decided = [pile[rows] for pile in self.decided]
        other.calls = [calls[rows] for calls in self.calls]
        other.field = self.field[rows]
        other.deck = self.deck[rows]
        other.month = self.month[rows]
        other.drawn = self.drawn[rows]
        other._number_anew()
        return other

    def _number_anew(self) -> None:
        count = len(self.field)
        self.rows = np.arange(count)
        self.points = np.zeros(count, np.int32)
        self.exhausted = np.zeros(count, np.bool_)
        self.final = np.zeros(count, np.uint64), np.zeros(count, np.uint64)

    def play_turn(self, policy: Policy) -> None:
        """Plays a whole turn of every round."""
        options = self.play_options()
        self.play(options, options.best(policy.play(self, options)))
        self.draw_turn(policy)

    def draw_turn(self, policy: Policy) -> None:
        """Settles the drawn card, checks the yaku and goes on to the next turn."""
        options = self.draw_options()
        chosen = options.first
        if len(options.rows) > self.size:
            chosen = options.best(self._draw_values(policy, options))
        self.settle(options, chosen)
        total, rose, choice = self.standing()
        called = np.zeros(self.size, np.bool_)
        rows = np.flatnonzero(choice)
        if len(rows):
            called[rows] = policy.call(self, rows)
        self.finish_turn(total, rose, called)

    def _draw_values(self, policy: Policy, options: Options) -> Doubles:
        """Values of the options; only those of rounds that have several are asked for."""
        counts = np.diff(np.append(options.first, len(options.rows)))
        several = np.repeat(counts > 1, counts)
        values = np.zeros(len(several))
        values[several] = policy.draw(self, _some(options, several, counts > 1))
        return values


def _some(options: Options, several: Bools, rounds: Bools) -> Options:
    counts = np.diff(np.append(options.first, len(options.rows)))[rounds]
    return Options(
        rows=options.rows[several],
        first=np.cumsum(counts) - counts,
        asked=options.asked[rounds],
        card=options.card[several],
        hand=options.hand[several],
        field=options.field[several],
        pile=options.pile[several],
    )


def play_rounds(batch: Batch, policies: tuple[Policy, Policy]) -> Batch:
    """Plays all rounds to their ends, the oya by the first policy, the ko by the second."""
    while batch.size:
        batch.play_turn(policies[batch.mover])
    return batch


def matching(rules: Rules, field: Masks, cards: Ints) -> tuple[Masks, Bools]:
    """As :func:`koikoi.engine.flow.matching`, for many fields and cards."""
    matches = field & (_NIBBLE << (cards & 60).astype(np.uint64))
    counts = np.bitwise_count(matches)
    choice: Bools = counts == 2
    if rules.lightning_wild:
        wild = (cards == LIGHTNING) & (counts < 3)
        matches = np.where(wild, field, matches)
        choice = np.where(wild, np.bitwise_count(field) > 1, choice)
    return matches, choice


def _nth_card(cards: Masks, nth: Ints) -> Masks:
    """The n-th card of each mask, the lowest being the 0th."""
    rest = cards
    for place in range(int(nth.max())):
        rest = np.where(nth > place, rest & (rest - _ONE), rest)
    lowest: Masks = rest & (~rest + _ONE)
    return lowest
