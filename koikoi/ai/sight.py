"""A player's view as a batch of one round, in which the other hand and the stock are empty."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from koikoi.ai.batch import Batch, Options, Rounds
from koikoi.ai.piles import Masks
from koikoi.engine.actions import Action, KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import Mask
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView


class Sight(NamedTuple):
    """What a player who has to choose sees.

    Attributes:
        batch: The round, one row; the player is the batch's mover.
        phase: What is to be chosen.
        unseen: The cards in the other hand and the stock.
        other_cards: How many cards the other player holds.
        lead: The oya's score minus the ko's.
        left: Rounds left after this one.
    """

    batch: Batch
    phase: Phase
    unseen: Mask
    other_cards: int
    lead: int
    left: int

    def options(self) -> Options:
        """The ways to go on at a choice of a card or a target, in the order of the cards."""
        if self.phase is Phase.PLAY:
            return self.batch.play_options()
        return self.batch.draw_options()


def sight(seen: PlayerView) -> Sight:
    """What the player sees who has to choose now.

    Args:
        seen: The view of that player.

    Raises:
        ValueError: The view is of somebody who has nothing to choose.
    """
    if seen.seat is None or seen.to_act != seen.seat:
        raise ValueError("this view is not of the player who has to choose")
    me = seen.seat
    roles = seen.oya, 1 - seen.oya
    own, none = _mask(seen.hand), _mask(0)
    rounds = Rounds(
        hands=(none, own) if seen.turn & 1 else (own, none),
        captured=(_mask(seen.captured[roles[0]]), _mask(seen.captured[roles[1]])),
        decided=(_mask(seen.decided[roles[0]]), _mask(seen.decided[roles[1]])),
        calls=(np.array([seen.calls[roles[0]]]), np.array([seen.calls[roles[1]]])),
        field=_mask(seen.field),
        deck=np.zeros((1, 48), np.int8),
        month=np.array([seen.month]),
        drawn=np.array([-1 if seen.in_play is None else int(seen.in_play)]),
    )
    batch = Batch.at(seen.rules, seen.turn, rounds)
    return Sight(
        batch=batch,
        phase=seen.phase,
        unseen=seen.unseen,
        other_cards=seen.hand_sizes[1 - me],
        lead=seen.scores[roles[0]] - seen.scores[roles[1]],
        left=seen.rules.rounds - seen.number,
    )


def _mask(cards: Mask) -> Masks:
    return np.array([cards], np.uint64)


def action_of(seen: PlayerView, options: Options, chosen: int, legal: tuple[Action, ...]) -> Action:
    """The legal action that begins, or is, this option."""
    if seen.phase is Phase.PLAY:
        wanted: Action = next(
            action
            for action in legal
            if isinstance(action, Play) and action.card == int(options.card[chosen])
        )
        return wanted
    taken = seen.field & ~int(options.field[chosen])
    return next(
        action for action in legal if isinstance(action, Take) and 1 << action.card == taken
    )


def decision(legal: tuple[Action, ...], *, call: bool) -> Action:
    """Koi-koi or shobu among the legal actions."""
    wanted = KoiKoi if call else Shobu
    return next(action for action in legal if isinstance(action, wanted))
