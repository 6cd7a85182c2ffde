"""The events of a match in brief, for a line of some 55 columns beside the cards themselves.

Full sentences are :class:`koikoi.text.events.Narrator`'s. These are for people who see the table:
cards have their brief names, and what the table shows is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from koikoi.engine.cards import Card, Kind
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
    OyaCause,
    OyaDrawn,
    RedealCause,
    Redealt,
    Resigned,
    RoundDealt,
    RoundEnded,
    ShobuCalled,
    ShobuCause,
    YakuMade,
)
from koikoi.engine.yaku import MadeYaku
from koikoi.text import names, short
from koikoi.text.catalogue import N_, NN_, Text
from koikoi.text.voice import CountedLine, Line, Voice

_MOST_TAKEN: Final = 2
"""So many taken cards are named; more are a whole month."""

_MOST_YAKU: Final = 2
"""So many yaku are named in a line; of more there is a number."""

_PLAYS: Final = Line(N_("You play {card}"), N_("{name} plays {card}"))
_DRAWS: Final = Line(N_("You draw {card}"), N_("{name} draws {card}"))
_TOOK: Final = {
    True: Line(N_("You played {card}, took {taken}"), N_("{name} played {card}, took {taken}")),
    False: Line(N_("You drew {card}, took {taken}"), N_("{name} drew {card}, took {taken}")),
}
_LEFT: Final = {
    True: Line(N_("You played {card}: no match"), N_("{name} played {card}: no match")),
    False: Line(N_("You drew {card}: no match"), N_("{name} drew {card}: no match")),
}
_MADE: Final = CountedLine(
    NN_("You made {yaku}: {count} point", "You made {yaku}: {count} points"),
    NN_("{name} made {yaku}: {count} point", "{name} made {yaku}: {count} points"),
)
_CALLED: Final = Line(N_("You called koi-koi!"), N_("{name} called koi-koi!"))
_STOPPED: Final = Line(N_("You stopped: shōbu!"), N_("{name} stopped: shōbu!"))
_FORCED: Final = Line(N_("Shōbu for you: no call is left"), N_("Shōbu for {name}: no call is left"))
_DEALS: Final = Line(
    N_("Round {number}, {month}: you deal and begin"),
    N_("Round {number}, {month}: {name} deals and begins"),
)
_OYA: Final = Line(
    N_("You deal: {first} against {second}"),
    N_("{name} deals: {first} against {second}"),
)
_OYA_BY_RULE: Final = Line(N_("You deal the first round"), N_("{name} deals the first round"))
_WON: Final = CountedLine(
    NN_("You won the round and {count} point", "You won the round and {count} points"),
    NN_("{name} won the round and {count} point", "{name} won the round and {count} points"),
)
_RESIGNED: Final = Line(N_("You resigned"), N_("{name} resigned"))
_WON_MATCH: Final = Line(N_("You win the match"), N_("{name} wins the match"))
_DEALT: Final = CountedLine(
    NN_("You were dealt {yaku}: {count} point", "You were dealt {yaku}: {count} points"),
    NN_("{name} was dealt {yaku}: {count} point", "{name} was dealt {yaku}: {count} points"),
)
_TAKES_FOUR: Final = Line(
    N_("You deal and take all of {months} from the field"),
    N_("{name} deals and takes all of {months} from the field"),
)
_REDEALS: Final = {
    RedealCause.FIELD_FOUR: N_("All of {months} on the field: dealt anew"),
    RedealCause.FIELD_THREE: N_("Three of {months} on the field: dealt anew"),
    RedealCause.FIELD_PAIRS: N_("Four pairs on the field: dealt anew"),
    RedealCause.TESHI: N_("All of {months} in one hand: dealt anew"),
    RedealCause.KUTTSUKI: N_("Four pairs in one hand: dealt anew"),
}


class BriefTeller:
    """Says events in brief. Give it every event in order, redacted for its listener.

    Args:
        voice: Who hears it.
    """

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._from_hand = True

    def now(self, event: Event) -> str | None:
        """What happens in an event while it is shown, ``None`` where nothing is to be said."""
        voice = self._voice
        if isinstance(event, CardPlayed):
            return voice.say(_PLAYS, event.seat, card=short.card_brief(voice.text, event.card))
        if isinstance(event, CardDrawn):
            return voice.say(_DRAWS, event.seat, card=short.card_brief(voice.text, event.card))
        return self.line(event)

    def line(self, event: Event) -> str | None:
        """What happened in an event, ``None`` where another event tells it."""
        if isinstance(event, CardPlayed | CardDrawn):
            self._from_hand = isinstance(event, CardPlayed)
            return None
        if isinstance(event, CardsCaptured):
            line = _TOOK[self._from_hand]
            text = self._voice.text
            card, taken = short.card_brief(text, event.card), taken_cards(text, event.taken)
            return self._voice.say(line, event.seat, card=card, taken=taken)
        if isinstance(event, CardPlaced):
            card = short.card_brief(self._voice.text, event.card)
            return self._voice.say(_LEFT[self._from_hand], event.seat, card=card)
        teller = _TELLERS.get(type(event))
        return None if teller is None else teller(self._voice, event)


def _oya_drawn(voice: Voice, event: OyaDrawn) -> str:
    if event.cause is not OyaCause.DRAW:
        return voice.say(_OYA_BY_RULE, event.oya)
    own = voice.seat or 0
    pair = event.draws[-1]
    first, second = (short.card_brief(voice.text, pair[seat]) for seat in (own, 1 - own))
    return voice.say(_OYA, event.oya, first=first, second=second)


def _round_dealt(voice: Voice, event: RoundDealt) -> str:
    month = names.calendar_month(voice.text, event.month)
    return voice.say(_DEALS, event.oya, number=event.number, month=month)


def _redealt(voice: Voice, event: Redealt) -> str:
    return voice.text.t(_REDEALS[event.cause], months=_plants(voice.text, event.months))


def _dealt_yaku(voice: Voice, event: DealtYaku) -> str:
    yaku = short.yaku_9(voice.text, event.yaku.id)
    return voice.count(_DEALT, event.seat, event.yaku.points, yaku=yaku)


def _yaku_made(voice: Voice, event: YakuMade) -> str:
    yaku = yaku_row(voice.text, event.yaku)
    return voice.count(_MADE, event.seat, event.total, yaku=yaku)


def _shobu_called(voice: Voice, event: ShobuCalled) -> str:
    line = _FORCED if event.cause is ShobuCause.NO_CALL_LEFT else _STOPPED
    return voice.say(line, event.seat)


def _round_ended(voice: Voice, event: RoundEnded) -> str:
    if event.winner is None:
        return voice.text.t("Nobody won the round")
    return voice.count(_WON, event.winner, event.points[event.winner])


def _match_ended(voice: Voice, event: MatchEnded) -> str:
    if event.winner is None:
        return voice.text.t("The match is a draw")
    return voice.say(_WON_MATCH, event.winner)


# The event types differ from entry to entry, which no type of a table can say.
_TELLERS: Final[dict[type, Callable[[Voice, Any], str]]] = {
    OyaDrawn: _oya_drawn,
    RoundDealt: _round_dealt,
    Redealt: _redealt,
    FieldFourTaken: lambda voice, event: voice.say(
        _TAKES_FOUR, event.seat, months=_plants(voice.text, event.months)
    ),
    DealtYaku: _dealt_yaku,
    YakuMade: _yaku_made,
    KoiKoiCalled: lambda voice, event: voice.say(_CALLED, event.seat),
    ShobuCalled: _shobu_called,
    RoundEnded: _round_ended,
    Resigned: lambda voice, event: voice.say(_RESIGNED, event.seat),
    MatchEnded: _match_ended,
}


def taken_cards(text: Text, cards: Sequence[Card]) -> str:
    """Taken cards: ``Moon``, or ``all of Pampas`` where they are the rest of a month."""
    if len(cards) > _MOST_TAKEN and len({card.month for card in cards}) == 1:
        return text.t("all of {plant}", plant=short.plant_6(text, cards[0].month))
    return text.row(short.card_brief(text, card) for card in cards)


def target(text: Text, card: Card) -> str:
    """A field card where its month is known: ``Moon``, ``blue ribbon``, ``plain``."""
    if card.ribbon is not None:
        return names.ribbon(text, card.ribbon)
    if card.kind is Kind.PLAIN and card.code not in ("11P1", "12P3"):
        return names.kind(text, card.kind)
    return short.card_brief(text, card)


def yaku_row(text: Text, made: Sequence[MadeYaku]) -> str:
    """Yaku in a row: ``Hanami, Tan``; ``Hanami, Tan +2`` where more would not leave room."""
    named = text.row(short.yaku_9(text, one.id) for one in made[:_MOST_YAKU])
    if len(made) <= _MOST_YAKU:
        return named
    return text.t("{yaku} +{count}", yaku=named, count=len(made) - _MOST_YAKU)


def _plants(text: Text, months: Sequence[int]) -> str:
    return text.join(short.plant_6(text, month) for month in months)
