"""What happens in a match, one frozen value each. Nobody compares states to learn what happened.

Three events hold hidden cards or the seed: :class:`RoundDealt` (both hands) is redacted for a
seat by :func:`koikoi.engine.view.redact`; :class:`RoundEnded` and :class:`MatchEnded` come when
nothing is hidden any more. All others are public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card, Mask
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown
from koikoi.engine.yaku import MadeYaku


class OyaCause(StrEnum):
    """How the first dealer was found."""

    DRAW = "draw"
    RANDOM = "random"
    FIRST = "first"
    SECOND = "second"


class RedealCause(StrEnum):
    """Why a deal is void."""

    FIELD_FOUR = "field_four"
    FIELD_PAIRS = "field_pairs"
    FIELD_THREE = "field_three"
    TESHI = "teshi"
    KUTTSUKI = "kuttsuki"


class ShobuCause(StrEnum):
    """Why a round ended with shobu."""

    CHOSEN = "chosen"
    """The player stopped."""
    HAND_EMPTY = "hand_empty"
    """No hand card is left: there is nothing to choose."""
    NO_CALL_LEFT = "no_call_left"
    """``call_limit`` is used up: there is nothing to choose."""


class RoundOutcome(StrEnum):
    """How a round ended."""

    SHOBU = "shobu"
    DEALT = "dealt"
    """A dealt hand decided it."""
    EXHAUSTED = "exhausted"
    """All hand cards were played and nobody stopped."""


class MatchOutcome(StrEnum):
    """How a match ended."""

    FINISHED = "finished"
    """All rounds were played."""
    OUT_OF_POINTS = "out_of_points"
    """A player had no points left (``starting_points`` > 0)."""
    RESIGNED = "resigned"
    """A player gave up."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins; ``commitment`` is the SHA-256 of its secret seed."""

    rules: Rules
    commitment: str


@dataclass(frozen=True, slots=True)
class OyaDrawn:
    """The first dealer is known.

    ``draws`` holds, for ``cause = draw``, the cards that seat 0 and seat 1 turned, pair by pair
    (a further pair after each tie); else nothing.
    """

    cause: OyaCause
    draws: tuple[tuple[Card, Card], ...]
    oya: Seat


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A deal; ``attempt`` counts the redeals before it.

    ``hands`` are the hands of seat 0 and 1, ``None`` where hidden; ``field`` is in dealing order,
    which is also the place of each card.
    """

    number: int
    oya: Seat
    attempt: int
    hands: tuple[Mask | None, Mask | None]
    field: tuple[Card, ...]

    @property
    def month(self) -> int:
        """The round's month: round n is played in month n."""
        return self.number


@dataclass(frozen=True, slots=True)
class Redealt:
    """The last deal is void; deal ``attempt`` of the round follows.

    ``seat`` is whose hand it was, ``None`` for the field; ``months`` are those that made it void.
    """

    cause: RedealCause
    seat: Seat | None
    months: tuple[int, ...]
    attempt: int


@dataclass(frozen=True, slots=True)
class FieldFourTaken:
    """The oya (``seat``) took all four field cards of each of ``months`` before the first turn."""

    seat: Seat
    months: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealtYaku:
    """A player was dealt teshi or kuttsuki, of these months."""

    seat: Seat
    yaku: MadeYaku
    months: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn begins; ``turn`` is 0 to 15."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A hand card was played."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The top card of the stock was turned over."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TargetsOffered:
    """The card in play can take any one of ``targets``; the player has to choose."""

    seat: Seat
    card: Card
    targets: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """The card in play matched nothing and stays on the field, at place ``slot``."""

    seat: Seat
    card: Card
    slot: int


@dataclass(frozen=True, slots=True)
class CardsCaptured:
    """The card in play took field cards; all of them are in the player's pile now."""

    seat: Seat
    card: Card
    taken: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class YakuMade:
    """A player's yaku rose.

    Attributes:
        seat: The player.
        yaku: All yaku that the player has now.
        total: Their sum before any multiplier.
        baseline: The sum it had to exceed: 0, or the pile at the last decision recounted.
        asked: Whether the player now chooses between koi-koi and shobu.
    """

    seat: Seat
    yaku: tuple[MadeYaku, ...]
    total: int
    baseline: int
    asked: bool


@dataclass(frozen=True, slots=True)
class KoiKoiCalled:
    """A player plays on; ``calls`` are that player's calls this round, this one included."""

    seat: Seat
    calls: int


@dataclass(frozen=True, slots=True)
class ShobuCalled:
    """A player stops, or has to."""

    seat: Seat
    cause: ShobuCause


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over and nothing of it is hidden any more.

    Attributes:
        number: The round, from 1.
        oya: Who dealt it.
        outcome: How it ended.
        winner: Who won it; ``None`` for an exhausted round and for dealt hands of both players
            that count for nobody or for both.
        breakdowns: How seat 0's and seat 1's points came about, ``None`` where there are none.
        points: What it changed in the scores of seat 0 and 1.
        scores: The scores after it.
        hands: The cards left in the hands.
        stock: The cards left in the stock, in the order in which they would have been drawn.
        next_oya: Who deals the next round, ``None`` if the match is over.
    """

    number: int
    oya: Seat
    outcome: RoundOutcome
    winner: Seat | None
    breakdowns: tuple[Breakdown | None, Breakdown | None]
    points: tuple[int, int]
    scores: tuple[int, int]
    hands: tuple[Mask, Mask]
    stock: tuple[Card, ...]
    next_oya: Seat | None


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gave up the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; the seed is no secret any more.

    Attributes:
        outcome: How it ended.
        winner: Who won it, ``None`` for a draw.
        scores: The final scores.
        seed: The seed whose commitment was shown at the start.
        hands: The hands at that moment; after a last round they are those of its ``RoundEnded``.
        stock: The stock at that moment.
    """

    outcome: MatchOutcome
    winner: Seat | None
    scores: tuple[int, int]
    seed: str
    hands: tuple[Mask, Mask]
    stock: tuple[Card, ...]


Event: TypeAlias = (
    MatchStarted
    | OyaDrawn
    | RoundDealt
    | Redealt
    | FieldFourTaken
    | DealtYaku
    | TurnStarted
    | CardPlayed
    | CardDrawn
    | TargetsOffered
    | CardPlaced
    | CardsCaptured
    | YakuMade
    | KoiKoiCalled
    | ShobuCalled
    | RoundEnded
    | Resigned
    | MatchEnded
)
