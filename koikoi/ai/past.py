"""What the other player has done this round, and how likely that was with each possible hand.

A hand is the likelier, the better the plays seen fit it: at each of them the network values what
could have been played from that hand, and a player chooses the better the more often. (Bayes' rule,
with the network as the model of the other player; the share of ``_ODD`` keeps a player who plays
otherwise from being thought impossible.)
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from koikoi.ai.agent import Halt
from koikoi.ai.batch import Batch
from koikoi.ai.features import Positions
from koikoi.ai.piles import Doubles, Floats, Masks
from koikoi.ai.policies import Valuer, after_play
from koikoi.ai.story import Story
from koikoi.engine.cards import Mask
from koikoi.engine.events import CardPlaced, CardPlayed, CardsCaptured
from koikoi.engine.view import PlayerView

_ODD: Final = 0.15
"""The share of plays for which the network is no model."""
_TEMPERATURE: Final = 0.5
"""How many points a value may lie below the best and still be played e times less often."""


class PastPlay(NamedTuple):
    """A card that the other player played from the hand.

    Attributes:
        turn: The turn.
        field: The field before it.
        captured: The piles of oya and ko before it.
        decided: Their piles at their last decisions.
        calls: Their calls.
        card: The card.
        after: The field after it was settled.
        later: This card and all that the player has played from the hand since.
    """

    turn: int
    field: Mask
    captured: tuple[Mask, Mask]
    decided: tuple[Mask, Mask]
    calls: tuple[int, int]
    card: int
    after: Mask
    later: Mask


def past_plays(seen: PlayerView) -> list[PastPlay]:
    """The other player's plays of this round, the first one first."""
    story = Story()
    plays: list[PastPlay] = []
    opened: PastPlay | None = None
    for event in seen.history:
        story.hear(event)
        if isinstance(event, CardPlayed) and event.seat != seen.seat:
            opened = PastPlay(*story.standing, card=event.card, after=0, later=0)
        elif opened is not None and isinstance(event, CardPlaced | CardsCaptured):
            # The card from the hand is settled; a drawn one that follows it was not played.
            plays.append(opened._replace(after=story.standing.field))
            opened = None
    later = 0
    for place in range(len(plays) - 1, -1, -1):
        later |= 1 << plays[place].card
        plays[place] = plays[place]._replace(later=later)
    return plays


def likelihoods(
    network: Valuer,
    batch: Batch,
    plays: list[PastPlay],
    hands: Masks,
    worths: Floats,
    halt: Halt,
) -> Doubles | None:
    """How likely the plays were with each hand, up to a common factor.

    Args:
        network: The model of the other player.
        batch: The round as the player sees it, one row.
        plays: The other player's plays.
        hands: What the other player may hold now, ``(n,)``.
        worths: What each class of outcome is worth to oya and ko, in points.
        halt: Says when to stop.

    Returns:
        A figure for each hand, 1 for the likeliest; ``None`` where the halt came first.
    """
    logs = np.zeros(len(hands))
    for play in plays:
        if halt.due:
            return None
        logs += np.log(_likelihood(network, batch, play, hands, worths))
    logs -= logs.max()
    likely: Doubles = np.exp(logs)
    return likely


def _likelihood(
    network: Valuer, batch: Batch, play: PastPlay, hands: Masks, worths: Floats
) -> Doubles:
    count = len(hands)
    then = batch.picked(np.zeros(count, np.int64))
    then.turn = play.turn
    role = then.mover
    then.hands[role] = hands | np.uint64(play.later)
    then.field = np.full(count, play.field, np.uint64)
    for side in range(2):
        then.captured[side] = np.full(count, play.captured[side], np.uint64)
        then.decided[side] = np.full(count, play.decided[side], np.uint64)
        then.calls[side] = np.full(count, play.calls[side])
    options = then.play_options()
    seen: Positions = after_play(then, options)
    values = network.chances(seen) @ worths[role]
    counts = np.diff(np.append(options.first, len(values)))
    best = np.repeat(np.maximum.reduceat(values, options.first), counts)
    share = np.exp((values - best) / _TEMPERATURE)
    whole = np.add.reduceat(share, options.first)
    was = (options.card == play.card) & (options.field == np.uint64(play.after))
    # Exactly one option of each hand is the play that was seen.
    chosen = share[was] / whole
    likely: Doubles = (1 - _ODD) * chosen + _ODD / counts
    return likely
