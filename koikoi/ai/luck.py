"""The luck of the draw, so that a duel or a match can be told without it.

Before a card is drawn, every card of the stock is as likely to come as any other. What the network
expects after the one that came, minus the mean of what it expects after each that could have come,
is luck: zero on average whatever the network thinks, since the mean is over the true stock. Taken
off the points it leaves their mean as it is and most of their scatter behind (AIVAT, Burch et al.
2018, of which this is the chance part).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from koikoi.ai.batch import Batch, Options, Rounds
from koikoi.ai.exact import exact
from koikoi.ai.network import Network
from koikoi.ai.outcomes import point_worths
from koikoi.ai.piles import Doubles, Masks
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.story import Story
from koikoi.ai.weights import shipped, usable
from koikoi.engine.actions import Seat
from koikoi.engine.cards import Mask
from koikoi.engine.events import CardDrawn, CardPlayed, Event, RoundDealt
from koikoi.engine.rules import Rules


class Draw(NamedTuple):
    """A moment just before a card is drawn, with everything that only the table knows.

    Attributes:
        round: The number of the round, from 1.
        seat: Who draws.
        turn: The turn, 0 to 15; the oya has the even ones.
        hand: The hand of who draws.
        field: The field.
        captured: The piles of oya and ko.
        decided: Their piles at their last decisions.
        calls: Their calls.
        stock: The cards that can come; the first of them does.
    """

    round: int
    seat: Seat
    turn: int
    hand: Mask
    field: Mask
    captured: tuple[Mask, Mask]
    decided: tuple[Mask, Mask]
    calls: tuple[int, int]
    stock: tuple[int, ...]


class DrawBook:
    """Writes down every draw of a match, from its unredacted events.

    Attributes:
        draws: The draws so far.
    """

    def __init__(self) -> None:
        self.draws: list[Draw] = []
        self._story = Story()
        self._round = 0
        self._hands = [0, 0]

    def hear(self, events: Sequence[Event], deck: Sequence[int]) -> None:
        """Follows the events of an action.

        Args:
            events: The events, in their order.
            deck: The deck of the round in which they happened.
        """
        for event in events:
            self._story.hear(event)
            if isinstance(event, RoundDealt):
                self._round = event.number
                self._hands = [event.hands[0] or 0, event.hands[1] or 0]
            elif isinstance(event, CardPlayed):
                self._hands[event.seat] ^= 1 << event.card
            elif isinstance(event, CardDrawn):
                self._note(event, deck)

    def _note(self, event: CardDrawn, deck: Sequence[int]) -> None:
        now = self._story.standing
        self.draws.append(
            Draw(
                round=self._round,
                seat=event.seat,
                hand=self._hands[event.seat],
                stock=tuple(map(int, deck[24 + now.turn :])),
                **now._asdict(),
            )
        )


def pair_luck(rules: Rules, books: tuple[DrawBook, DrawBook]) -> tuple[float, float] | None:
    """How much of the score's difference was luck of the draw in a mirrored pair of matches.

    Args:
        rules: The rules of both matches.
        books: The draws of the first and of the second.

    Returns:
        The luck of seat 0 in the first match and of seat 1 in the second, in points of the
        score's difference; ``None`` where the weights of the network cannot be read.
    """
    if not usable():
        return None
    network = shipped()
    # One call for both: most of what it takes is the same for many draws as for few.
    draws = [*books[0].draws, *books[1].draws]
    brought = luck(network, rules, draws)
    # Where the loser pays, a point is two of the difference.
    point = 2 if rules.starting_points else 1
    first = len(books[0].draws)
    of_seat_0 = np.array([point if draw.seat == 0 else -point for draw in draws])
    return (
        float((of_seat_0 * brought)[:first].sum()),
        float((-of_seat_0 * brought)[first:].sum()),
    )


def luck(network: Network, rules: Rules, draws: Sequence[Draw]) -> Doubles:
    """How much more than expected each draw brought who drew, in points of the round.

    Args:
        network: What expects it.
        rules: The rules of all draws.
        draws: The draws, of any rounds.

    Returns:
        The luck of each draw, ``(len(draws),)``.
    """
    policy = ValuePolicy(exact(network, rules), point_worths(rules.exhausted_points))
    brought = np.zeros(len(draws))
    for turn in range(16):
        places = [place for place, draw in enumerate(draws) if draw.turn == turn]
        # The last card of the stock at a turn is never the only one: 24 cards serve 16 turns.
        if places:
            brought[places] = _luck_at(policy, rules, turn, [draws[place] for place in places])
    return brought


def _luck_at(policy: ValuePolicy, rules: Rules, turn: int, draws: list[Draw]) -> Doubles:
    cards = 24 - turn
    batch = _batch(rules, turn, draws).picked(np.repeat(np.arange(len(draws)), cards))
    batch.drawn = np.array([card for draw in draws for card in draw.stock])
    options = batch.draw_options()
    values = policy.draw(batch, options)
    after = _best(values, options).reshape(len(draws), cards)
    result: Doubles = after[:, 0] - after.mean(axis=1)
    return result


def _best(values: Doubles, options: Options) -> Doubles:
    best: Doubles = np.maximum.reduceat(values, options.first)
    return best


def _batch(rules: Rules, turn: int, draws: list[Draw]) -> Batch:
    count = len(draws)
    own = _masks([draw.hand for draw in draws])
    none = np.zeros(count, np.uint64)
    rounds = Rounds(
        hands=(none, own) if turn & 1 else (own, none),
        captured=_pair([draw.captured for draw in draws]),
        decided=_pair([draw.decided for draw in draws]),
        calls=(
            np.array([draw.calls[0] for draw in draws]),
            np.array([draw.calls[1] for draw in draws]),
        ),
        field=_masks([draw.field for draw in draws]),
        deck=np.zeros((count, 48), np.int8),
        month=np.array([draw.round for draw in draws]),
        drawn=np.zeros(count, np.int64),
    )
    return Batch.at(rules, turn, rounds)


def _masks(cards: list[Mask]) -> Masks:
    return np.array(cards, np.uint64)


def _pair(piles: list[tuple[Mask, Mask]]) -> tuple[Masks, Masks]:
    return _masks([pile[0] for pile in piles]), _masks([pile[1] for pile in piles])
