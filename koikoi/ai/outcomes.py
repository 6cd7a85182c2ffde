"""How a round can end, in classes, and what each class is worth to a player.

The network gives a distribution over the classes: the points that a player loses or wins in a
round, small sums one by one and large ones in steps, and in the middle the exhausted round. What
counts is then one product with the worths of the classes: points, or the chance to win the match.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from koikoi.ai.piles import Floats, Ints

STEPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 52, 72, 104)
"""The points of the classes of a won round; a sum between two of them counts as the nearer one."""

EXHAUSTED: Final = len(STEPS)
"""The class of the exhausted round."""

CLASSES: Final = 2 * len(STEPS) + 1
"""Losses, the greatest first; the exhausted round; wins, the smallest first."""

_MOST: Final = STEPS[-1]
_STEP_OF: Final = np.array(
    [min(range(len(STEPS)), key=lambda step: abs(STEPS[step] - points)) for points in range(_MOST)]
    + [len(STEPS) - 1]
)


def class_of(points: npt.NDArray[np.int32]) -> Ints:
    """The class of a round that brings a player so many points (negative: costs); 0: exhausted."""
    steps = _STEP_OF[np.minimum(np.abs(points), _MOST)]
    classes: Ints = np.where(
        points == 0,
        EXHAUSTED,
        np.where(points > 0, EXHAUSTED + 1 + steps, EXHAUSTED - 1 - steps),
    )
    return classes


def point_worths(exhausted_points: int) -> Floats:
    """The points of each class for the oya and the ko, ``(2, CLASSES)``.

    Args:
        exhausted_points: What the oya gets of an exhausted round.
    """
    won = np.array(STEPS, np.float32)
    one = np.concatenate((-won[::-1], [0], won)).astype(np.float32)
    worths = np.stack((one, one))
    worths[:, EXHAUSTED] = exhausted_points, -exhausted_points
    return worths
