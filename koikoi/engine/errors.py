"""Why an action is refused, as a code with parameters; the sentences are made in ``text``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from koikoi.engine.cards import Card


class ReasonCode(StrEnum):
    """Why an action is not legal now."""

    MATCH_OVER = "match_over"
    """The match is over."""
    ROUND_OVER = "round_over"
    """The round is over; only the next deal can follow."""
    ROUND_NOT_OVER = "round_not_over"
    """The next round cannot be dealt before this one is over."""
    NOT_IN_HAND = "not_in_hand"
    """``card`` is not in the hand of the player to move."""
    TARGET_NEEDED = "target_needed"
    """The card in play, ``card``, first has to take one of ``cards``."""
    NOT_A_TARGET = "not_a_target"
    """``card`` cannot be taken now; ``cards`` can."""
    NOTHING_TO_TAKE = "nothing_to_take"
    """No choice between field cards is open; a hand card is to be played."""
    DECISION_NEEDED = "decision_needed"
    """The player has to choose koi-koi or shobu first."""
    NO_DECISION_OPEN = "no_decision_open"
    """Koi-koi and shobu can only be called right after the yaku rose."""
    STALE = "stale"
    """The action answers ply ``ply``, the match is at ply ``expected``."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason code with what it speaks of; which fields are set is said at the codes."""

    code: ReasonCode
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    ply: int | None = None
    expected: int | None = None


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the state is unchanged.

    Attributes:
        reason: Why.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code.value)
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Reason]]:
        return type(self), (self.reason,)


class StaleAction(IllegalAction):
    """An action that answers another ply than the match is at."""
