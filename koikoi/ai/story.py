"""What everybody sees of a round, followed through its events."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.engine.cards import MONTH_MASKS, Mask, mask_of
from koikoi.engine.events import (
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    Event,
    FieldFourTaken,
    KoiKoiCalled,
    RoundDealt,
)


class Standing(NamedTuple):
    """How a round stands, for everybody to see; pairs are of the oya and the ko.

    Attributes:
        turn: The turn, 0 to 15; -1 before the first card was played.
        field: The cards on the field.
        captured: The piles.
        decided: The piles at the last decisions, 0 before any.
        calls: The calls.
    """

    turn: int
    field: Mask
    captured: tuple[Mask, Mask]
    decided: tuple[Mask, Mask]
    calls: tuple[int, int]


class Story:
    """Follows one round after the other."""

    def __init__(self) -> None:
        self._begin(0)

    def _begin(self, field: Mask) -> None:
        self._turn = -1
        self._field = field
        self._captured = [0, 0]
        self._decided = [0, 0]
        self._calls = [0, 0]

    def hear(self, event: Event) -> None:
        """Follows an event, redacted or not."""
        role = self._turn & 1
        if isinstance(event, RoundDealt):
            self._begin(mask_of(event.field))
        elif isinstance(event, FieldFourTaken):
            taken = sum(MONTH_MASKS[month - 1] for month in event.months)
            self._field ^= taken
            self._captured[0] |= taken
        elif isinstance(event, CardPlayed):
            self._turn += 1
        elif isinstance(event, CardPlaced):
            self._field |= 1 << event.card
        elif isinstance(event, CardsCaptured):
            taken = mask_of(event.taken)
            self._field &= ~taken
            self._captured[role] |= taken | 1 << event.card
        elif isinstance(event, KoiKoiCalled):
            self._calls[role] += 1
            self._decided[role] = self._captured[role]

    @property
    def standing(self) -> Standing:
        """How the round stands now."""
        captured, decided, calls = self._captured, self._decided, self._calls
        return Standing(
            self._turn,
            self._field,
            (captured[0], captured[1]),
            (decided[0], decided[1]),
            (calls[0], calls[1]),
        )
