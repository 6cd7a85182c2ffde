"""The luck of a round: of its deal, and of every draw.

The luck of a deal is what two careful players make of it on average, less what they make of any
deal. They are the network's, a turn ahead; the stock is shuffled anew for every course, so that
nothing of the draws that came is in it. The luck of the draws is :func:`koikoi.ai.luck.luck`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from koikoi.ai.batch import Batch
from koikoi.ai.deals import dealt_points
from koikoi.ai.dice import Dice
from koikoi.ai.equity import equity
from koikoi.ai.exact import exact
from koikoi.ai.network import Network
from koikoi.ai.outcomes import point_worths
from koikoi.ai.piles import Doubles
from koikoi.ai.policies import ValuePolicy, between_turns
from koikoi.engine.deck import Deck
from koikoi.engine.rules import Rules

_COURSES: Final = 128
"""Ways the stock may lie for each deal."""
_TURNS: Final = 4
"""Turns that are played before the network values what has come of a deal."""
_SEED: Final = 20_261_130


class Deal(NamedTuple):
    """A deal: the round's number, from 1, and its deck."""

    round: int
    deck: Deck


def deal_luck(network: Network, rules: Rules, deals: Sequence[Deal]) -> Doubles:
    """How much more than any deal each of these brings the oya, in points of the round.

    Args:
        network: Plays and values.
        rules: The rules.
        deals: Deals that the rules do not void.

    Returns:
        The luck of each deal, ``(len(deals),)``.
    """
    worths = point_worths(rules.exhausted_points)
    usual = float(equity(network, rules).outcomes @ worths[0])
    decks = np.array([deal.deck for deal in deals], np.int8).reshape(-1, 48)
    decided = dealt_points(rules, decks)
    found = decided.points.astype(np.float64)
    played = np.flatnonzero(~decided.decided)
    if len(played):
        months = np.array([deal.round for deal in deals])[played]
        policy = ValuePolicy(exact(network, rules), worths)
        found[played] = _values(policy, rules, decks[played], months)
    return found - usual


def _values(
    policy: ValuePolicy, rules: Rules, decks: npt.NDArray[np.int8], months: npt.NDArray[np.int64]
) -> Doubles:
    """What the oya may expect of each deal, its stock in any order."""
    dice = Dice([_SEED])
    courses = np.repeat(decks, _COURSES, axis=0)
    courses[:, 24:] = dice.orders(courses[:, 24:].astype(np.int64))
    batch = Batch(rules, courses, np.repeat(months, _COURSES))
    while batch.size and batch.turn < _TURNS:
        batch.play_turn(policy)
    values = batch.points.astype(np.float64)
    values[batch.exhausted] = policy.worths[0][len(policy.worths[0]) // 2]
    if batch.size:
        sides = [
            policy.chances(between_turns(batch, role)) @ policy.worths[role] for role in (0, 1)
        ]
        # Each side knows one hand; what both expect together knows the whole deal.
        values[batch.rows] = (sides[0] - sides[1]) / 2
    means: Doubles = values.reshape(len(decks), _COURSES).mean(axis=1)
    return means
