"""The state of a match, frozen. It holds everything, hidden cards and the seed included.

Only a session, the record and tests hold a :class:`MatchState`; players, agents and watchers get a
:class:`koikoi.engine.view.PlayerView`.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as _field
from enum import StrEnum
from typing import Final, TypeAlias

from koikoi.engine.actions import Seat
from koikoi.engine.cards import CARDS, Card, Mask
from koikoi.engine.deck import Deck
from koikoi.engine.events import Event, MatchOutcome, RoundOutcome
from koikoi.engine.rules import Rules

EMPTY: Final = -1
"""A field place without a card."""

StackedDecks: TypeAlias = tuple[tuple[int, int, Deck], ...]
"""Decks given instead of seeded ones: round, attempt, deck."""


class Phase(StrEnum):
    """Where a match rests: where somebody has to choose, or has chosen for the last time."""

    PLAY = "play"
    """The player to move plays a hand card."""
    CHOOSE_PLAYED = "choose_played"
    """The played card can take several field cards."""
    CHOOSE_DRAWN = "choose_drawn"
    """The drawn card can take several field cards."""
    DECIDE = "decide"
    """The player to move chooses between koi-koi and shobu."""
    ROUND_OVER = "round_over"
    """The next round waits for everybody's acknowledgement."""
    MATCH_OVER = "match_over"


PLAYER_PHASES: Final = frozenset(
    (Phase.PLAY, Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN, Phase.DECIDE)
)
"""The phases in which a player is to act."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One line of the score sheet.

    Attributes:
        number: The round, from 1.
        oya: Who dealt it.
        outcome: How it ended.
        winner: Who won it, ``None`` if nobody or both.
        points: What it changed in the scores of seat 0 and 1.
    """

    number: int
    oya: Seat
    outcome: RoundOutcome
    winner: Seat | None
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, and who won it (``None``: a draw)."""

    outcome: MatchOutcome
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class RoundState:
    """The round in play.

    Attributes:
        number: The round, from 1; also its month.
        oya: The dealer's seat.
        attempt: Redeals before this deal.
        deck: The whole deck of this deal.
        hands: The hands of seat 0 and 1.
        slots: The card at each place of the field, ``EMPTY`` where there is none.
        field: The cards on the field.
        captured: The piles of seat 0 and 1.
        turn: The turn of the round, 0 to 15, or the one that ended it; 16 once all are over.
        drawn: Cards drawn from the stock.
        mover: Whose turn it is.
        in_play: The card that waits for a choice of its target, or ``None``.
        calls: Koi-koi calls of seat 0 and 1.
        decided: Each seat's pile at its last decision, 0 before any.
    """

    number: int
    oya: Seat
    attempt: int
    deck: Deck = _field(repr=False)
    hands: tuple[Mask, Mask] = _field(repr=False)
    slots: tuple[int, ...]
    field: Mask
    captured: tuple[Mask, Mask]
    turn: int
    drawn: int
    mover: Seat
    in_play: Card | None
    calls: tuple[int, int]
    decided: tuple[Mask, Mask]

    @property
    def month(self) -> int:
        """The round's month, 1 to 12."""
        return self.number

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards left in the stock, the next one first."""
        return self.deck[24 + self.drawn :]


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at rest. What is hidden is left out of its ``repr``, so that no log tells it.

    Attributes:
        rules: The rules in play.
        seed: The secret seed.
        commitment: The seed's SHA-256, shown before the match.
        stacked: Decks that were given instead of seeded ones.
        ply: Actions so far.
        phase: What is to be done next.
        scores: The scores of seat 0 and 1.
        results: The rounds that are over.
        round: The round in play, or the last one.
        result: How the match ended, ``None`` before.
        history: Every event of this round, unredacted (of the match's start, in round 1).
    """

    rules: Rules
    seed: str = _field(repr=False)
    commitment: str
    stacked: StackedDecks = _field(repr=False)
    ply: int
    phase: Phase
    scores: tuple[int, int]
    results: tuple[RoundResult, ...]
    round: RoundState
    result: MatchResult | None
    history: tuple[Event, ...] = _field(repr=False)

    @property
    def to_act(self) -> Seat | None:
        """Who has to choose now, ``None`` between rounds and at the end."""
        return self.round.mover if self.phase in PLAYER_PHASES else None


def field_cards(slots: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards at the places of a field, in the order of the places."""
    return tuple(CARDS[card] for card in slots if card != EMPTY)
