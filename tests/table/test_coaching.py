"""What the coach says in one sentence: who played better, and what luck did."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from koikoi.table import coaching
from koikoi.text.catalogue import load

NAMES = ("You", "Shika")


@dataclass
class Told:
    """A review with given sums: what each lost, the luck and the points of seat 0."""

    lost: tuple[float, float]
    luck: float
    won: int

    def playing(self, seat: int) -> float:
        return self.lost[1 - seat] - self.lost[seat]

    def deal_luck(self, seat: int) -> float:
        return self.luck if seat == 0 else -self.luck

    def draw_luck(self, seat: int) -> float:
        return 0.0

    def points(self, seat: int) -> int:
        return self.won if seat == 0 else -self.won


@pytest.mark.parametrize(
    ("review", "said"),
    [
        (
            Told((2.0, 5.5), -30.0, -9),
            "You played better than Shika, by 3.5 points, and lost: luck was −30.0.",
        ),
        (
            Told((5.5, 2.0), 30.0, 9),
            "You played worse than Shika, by 3.5 points, and won: luck was +30.0.",
        ),
        (
            Told((5.5, 2.0), -1.0, -9),
            "You: −3.5 points by playing and −1.0 by luck, against Shika.",
        ),
        (
            Told((2.0, 2.0), 0.0, 9),
            "You: +0.0 points by playing and +0.0 by luck, against Shika.",
        ),
    ],
)
def test_the_summary_tells_playing_from_luck(review: Told, said: str) -> None:
    assert coaching.summary(load(), review, 0, NAMES) == said  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "said"), [(1.26, "+1.3"), (-0.44, "−0.4"), (-0.04, "+0.0"), (0.0, "+0.0")]
)
def test_signs(number: float, said: str) -> None:
    assert coaching.signed(number) == said
