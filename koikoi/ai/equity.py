"""The chance to win the match: what the points of a round are worth at a given score.

For one set of rules the network says how a round between equals ends, as the oya sees it. From the
last round backwards that gives the chance to win for every lead and number of rounds left, as the
match equity tables of backgammon do; the worth of a class of outcome is the chance that it leaves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from koikoi.ai.batch import Batch
from koikoi.ai.deals import deals_of
from koikoi.ai.dice import Dice
from koikoi.ai.exact import exact
from koikoi.ai.network import Network
from koikoi.ai.outcomes import CLASSES, EXHAUSTED, STEPS, class_of, point_worths
from koikoi.ai.piles import Floats
from koikoi.ai.policies import after_play
from koikoi.engine.rules import Rules

_DEALS: Final = 1024
"""Deals over which the outcome of a round is averaged."""
_SEED: Final = 20_260_401
_WIDEST: Final = 300
"""A lead beyond which more does not matter, where the scores count up."""
_POINT: Final = 1e-5
"""What a point counts beside the chance to win: enough to play on where that is settled."""


class Equity:
    """Chances to win under one set of rules. Get one from :func:`equity`.

    Attributes:
        outcomes: The chance of each class in a round between equals, for the oya.
    """

    def __init__(self, network: Network, rules: Rules) -> None:
        self.rules = rules
        self.outcomes: npt.NDArray[np.float64] = _round_outcomes(network, rules)
        # Who loses pays: a point is then two of the difference.
        self._step = 2 if rules.starting_points else 1
        self._widest = 2 * rules.starting_points or _WIDEST
        self._points = np.array([-step for step in reversed(STEPS)] + [0] + list(STEPS))
        self._points[EXHAUSTED] = rules.exhausted_points
        self._table = self._filled()

    def _filled(self) -> npt.NDArray[np.float64]:
        """``[left, lead + widest]``: the chance of the next oya, who leads by so much."""
        widest = self._widest
        leads = np.arange(-widest, widest + 1)
        table = np.empty((self.rules.rounds + 1, len(leads)))
        table[0] = (np.sign(leads) + 1) / 2
        for left in range(1, len(table)):
            chances = np.zeros(len(leads))
            for cls in range(CLASSES):
                chances += self.outcomes[cls] * self._after(table[left - 1], leads, cls)
            table[left] = chances
            if self.rules.starting_points:
                # Somebody has nothing left: the match is over.
                table[left, 0], table[left, -1] = 0, 1
        return table

    def _after(
        self, table: npt.NDArray[np.float64], leads: npt.NDArray[np.int64], cls: int
    ) -> npt.NDArray[np.float64]:
        """The chance of this round's oya after an outcome, for each of its leads before."""
        widest = self._widest
        after = np.clip(leads + self._step * self._points[cls], -widest, widest)
        if _deals_again(self.rules, cls):
            return np.asarray(table[after + widest])
        return np.asarray(1 - table[widest - after])

    def worths(self, lead: int, left: int) -> Floats:
        """What each class of this round is worth to oya and ko, ``(2, CLASSES)``.

        The chance to win the match, and very little for each point: enough to play on where the
        match is settled.

        Args:
            lead: The oya's score minus the ko's.
            left: Rounds left after this one.
        """
        worths = self.match_chances(lead, left).astype(np.float32)
        return worths + np.float32(_POINT) * point_worths(self.rules.exhausted_points)

    def match_chances(self, lead: int, left: int) -> npt.NDArray[np.float64]:
        """The chance to win the match after each class of this round, ``(2, CLASSES)``.

        Args:
            lead: The oya's score minus the ko's.
            left: Rounds left after this one.
        """
        widest = self._widest
        now = np.array([min(max(lead, -widest), widest)])
        oya = np.array([self._after(self._table[left], now, cls)[0] for cls in range(CLASSES)])
        # The ko's classes are the oya's from the other end.
        return np.stack((oya, 1 - oya[::-1]))

    def chance(self, lead: int, left: int) -> float:
        """The chance to win of the player who deals the next of ``left`` rounds.

        Args:
            lead: That player's score minus the other's.
            left: Rounds left, 0 to the length of the match.
        """
        widest = self._widest
        return float(self._table[left, min(max(lead, -widest), widest) + widest])


def _deals_again(rules: Rules, cls: int) -> bool:
    """Whether the oya of a round with this outcome deals the next one."""
    if rules.next_dealer == "alternates":
        return False
    if cls == EXHAUSTED:
        return rules.exhausted_dealer == "stays"
    return cls > EXHAUSTED


def _round_outcomes(network: Network, rules: Rules) -> npt.NDArray[np.float64]:
    dice = Dice([_SEED])
    deck = np.arange(48)
    deals = deals_of(rules, _DEALS, lambda count: dice.orders(np.tile(deck, (count, 1))))
    outcomes = np.zeros(CLASSES)
    np.add.at(outcomes, class_of(deals.points[deals.decided]), 1.0)
    decks = deals.decks[~deals.decided]
    batch = Batch(rules, decks, np.arange(len(decks)) % rules.rounds + 1)
    options = batch.play_options()
    chances = exact(network, rules).chances(after_play(batch, options))
    best = options.best(chances @ point_worths(rules.exhausted_points)[0])
    outcomes += chances[best].sum(axis=0)
    shares: npt.NDArray[np.float64] = outcomes / outcomes.sum()
    return shares


@lru_cache(maxsize=16)
def equity(network: Network, rules: Rules) -> Equity:
    """The chances to win under these rules, by this network; shared by everybody who asks."""
    return Equity(network, rules)
