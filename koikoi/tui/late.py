"""When whoever only looks at a table is late, and has to be brought to where it is.

A turn is shown while the next one is played. Where more wait, what is shown ends, and nothing moves
until the last turn that has been played is to be shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from koikoi.engine.events import Event, MatchEnded, RoundEnded, TurnStarted

_MOST: Final = 1
"""Turns that may wait while one is shown."""


def ends_turn(events: Iterable[Event]) -> bool:
    """Whether a turn, a round or the match is over after these events."""
    return any(isinstance(event, TurnStarted | RoundEnded | MatchEnded) for event in events)


class Late:
    """Knows whether a screen is late.

    Attributes:
        now: Whether it is.
    """

    def __init__(self) -> None:
        self.now = False

    def weigh(self, waiting: int) -> bool:
        """Says how many turns wait; returns whether the screen is late."""
        if waiting > _MOST:
            self.now = True
        elif not waiting:
            self.now = False
        return self.now
