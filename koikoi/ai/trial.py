"""Whole batches against each other: a quick measure of strength while something is being made."""

from __future__ import annotations

import numpy as np

from koikoi.ai.batch import Batch, Policy, play_rounds
from koikoi.ai.deals import random_deals
from koikoi.engine.rules import Rules


def mirrored_rounds(
    policies: tuple[Policy, Policy], rules: Rules, count: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Plays each deal twice with the seats exchanged.

    Args:
        policies: Who is measured, and against whom.
        rules: The rules.
        count: How many deals; those that a dealt hand decides are left out.
        rng: Deals.

    Returns:
        The points a round that the first wins of the second, and half the width of their 95 %
        interval.
    """
    deals = random_deals(rules, count, rng)
    decks = deals.decks[~deals.decided]
    months = rng.integers(1, rules.rounds + 1, len(decks))
    first, second = policies
    ahead = play_rounds(Batch(rules, decks, months), (first, second))
    behind = play_rounds(Batch(rules, decks, months), (second, first))
    gained = (oya_points(ahead) - oya_points(behind)) / 2
    return float(gained.mean()), float(1.96 * gained.std(ddof=1) / len(gained) ** 0.5)


def oya_points(batch: Batch) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What each round of a batch that is over brought the oya."""
    bonus = batch.rules.exhausted_points * batch.exhausted
    points: np.ndarray[tuple[int], np.dtype[np.float64]] = (batch.points + bonus).astype(float)
    return points
