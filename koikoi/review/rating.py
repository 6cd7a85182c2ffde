"""How well somebody played, in terms of the computer's levels.

A level's loss per decision was measured over matches between levels, by the judge itself
(``koikoi bench coach``). It is told in spreads of a round: what a decision costs grows with what a
round is worth, and so it holds for any rules.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np

from koikoi.ai.equity import equity
from koikoi.ai.network import Network
from koikoi.ai.outcomes import point_worths
from koikoi.engine.rules import Rules

LEVEL_LOSSES: Final = {1: 0.0803, 2: 0.0503, 3: 0.0353, 4: 0.0108, 5: 0.0050}
"""What a decision of each level costs on average, in spreads of a round."""

LEAST: Final = 20
"""From how many decisions on a level can be told."""


def spread(network: Network, rules: Rules) -> float:
    """The standard deviation of the points of a round between equals."""
    outcomes = equity(network, rules).outcomes
    points = point_worths(rules.exhausted_points)[0].astype(np.float64)
    mean = float(outcomes @ points)
    return sqrt(float(outcomes @ (points - mean) ** 2))


def level_of(network: Network, rules: Rules, lost: float, decisions: int) -> float | None:
    """The level whose decisions cost as much, 0.5 to 5.5, between two of them in proportion.

    Args:
        network: What knows the spread of a round.
        rules: The rules.
        lost: Points lost per decision.
        decisions: Over how many.

    Returns:
        ``None`` where there are fewer than ``LEAST`` decisions.
    """
    if decisions < LEAST:
        return None
    loss = lost / spread(network, rules)
    levels = sorted(LEVEL_LOSSES)
    losses = [LEVEL_LOSSES[level] for level in levels]
    # np.interp wants the losses to rise: from the strongest level down.
    found = float(np.interp(loss, losses[::-1], levels[::-1]))
    if loss > losses[0]:
        # Beyond the weakest, by how many times it costs as much.
        found = max(1.0 - 0.5 * (loss / losses[0] - 1.0), 0.5)
    elif loss < losses[-1]:
        found = 5.5 - 0.5 * loss / losses[-1]
    return found
