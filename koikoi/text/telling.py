"""The events of a match as sentences, each told by the module that knows its part of the game.

A turn's sentence joins what is two events to the engine: that a card was played or drawn, and what
became of it. So the events have to come in their order, and a :class:`Memory` goes along with
them. A listener who joins in the middle of a turn still gets whole sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    DealtYaku,
    Event,
    FieldFourTaken,
    KoiKoiCalled,
    MatchEnded,
    MatchOutcome,
    MatchStarted,
    OyaDrawn,
    Redealt,
    Resigned,
    RoundDealt,
    RoundEnded,
    ShobuCalled,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.rules import Rules
from koikoi.text import dealing, ending, turns
from koikoi.text.turns import Origin
from koikoi.text.voice import Voice


@dataclass(slots=True)
class Memory:
    """What the events so far have said that a later one needs.

    Attributes:
        rules: The rules in play, once they are known.
        card: The card that was played or drawn and is not told yet.
        origin: Where it came from.
        dealt: Who was dealt a winning hand this round.
        revealed: Whether the end of the round has shown what was left.
    """

    rules: Rules | None = None
    card: Card | None = None
    origin: Origin = Origin.TOLD
    dealt: set[Seat] = field(default_factory=set)
    revealed: bool = False

    def take(self, card: Card) -> Origin:
        """Where this card came from, if that is still to be told; it is told with this."""
        origin = self.origin if self.card == card else Origin.TOLD
        self.card, self.origin = None, Origin.TOLD
        return origin


# The event types differ from entry to entry, which no type of a table can say.
_Teller: TypeAlias = Callable[[Voice, Memory, Any], list[str]]


def _match_started(voice: Voice, memory: Memory, event: MatchStarted) -> list[str]:
    memory.rules = event.rules
    return dealing.match_started(voice, event)


def _round_dealt(voice: Voice, memory: Memory, event: RoundDealt) -> list[str]:
    memory.dealt.clear()
    memory.revealed = False
    return dealing.round_dealt(voice, event)


def _dealt_yaku(voice: Voice, memory: Memory, event: DealtYaku) -> list[str]:
    memory.dealt.add(event.seat)
    return [dealing.dealt_yaku(voice, event)]


def _card_played(_voice: Voice, memory: Memory, event: CardPlayed) -> list[str]:
    memory.card, memory.origin = event.card, Origin.HAND
    return []


def _card_drawn(_voice: Voice, memory: Memory, event: CardDrawn) -> list[str]:
    memory.card, memory.origin = event.card, Origin.STOCK
    return []


def _round_ended(voice: Voice, memory: Memory, event: RoundEnded) -> list[str]:
    memory.revealed = True
    both = len(memory.dealt) == 2
    return ending.round_ended(voice, event, memory.rules, both_dealt=both)


TELLERS: Final[dict[type, _Teller]] = {
    MatchStarted: _match_started,
    OyaDrawn: lambda voice, _, event: dealing.oya_drawn(voice, event),
    RoundDealt: _round_dealt,
    Redealt: lambda voice, _, event: [dealing.redealt(voice, event)],
    FieldFourTaken: lambda voice, _, event: [dealing.field_four_taken(voice, event)],
    DealtYaku: _dealt_yaku,
    TurnStarted: lambda voice, _, event: [turns.turn_started(voice, event)],
    CardPlayed: _card_played,
    CardDrawn: _card_drawn,
    TargetsOffered: lambda voice, memory, event: [
        turns.targets_offered(voice, event, memory.take(event.card))
    ],
    CardPlaced: lambda voice, memory, event: [
        turns.card_placed(voice, event, memory.take(event.card))
    ],
    CardsCaptured: lambda voice, memory, event: [
        turns.cards_captured(voice, event, memory.take(event.card))
    ],
    YakuMade: lambda voice, _, event: [turns.yaku_made(voice, event)],
    KoiKoiCalled: lambda voice, _, event: [turns.koikoi_called(voice, event)],
    ShobuCalled: lambda voice, _, event: [turns.shobu_called(voice, event)],
    RoundEnded: _round_ended,
    Resigned: lambda voice, _, event: [ending.resigned(voice, event)],
    MatchEnded: lambda voice, _, event: ending.match_ended(voice, event),
}
"""What tells each event."""


def tell(voice: Voice, memory: Memory, event: Event) -> list[str]:
    """The sentences of an event, none where a later one tells it; the memory goes on with it."""
    return TELLERS[type(event)](voice, memory, event)


def details(voice: Voice, memory: Memory, event: Event) -> list[str]:
    """Sentences beside those of an event, for who wants to know: proofs and what was hidden.

    Args:
        voice: Who hears them.
        memory: The memory as it is before or after :func:`tell` was given this event.
        event: The event.
    """
    if isinstance(event, MatchStarted):
        return [dealing.commitment(voice, event)]
    if isinstance(event, RoundEnded):
        return ending.leftovers(voice, event.hands, event.stock)
    if isinstance(event, MatchEnded):
        shown = []
        # After a round that was played to its end, its own event has shown them.
        if event.outcome is MatchOutcome.RESIGNED and not memory.revealed:
            shown = ending.leftovers(voice, event.hands, event.stock)
        return [*shown, *ending.seed_revealed(voice, event)]
    return []
