"""What is said before the first turn of a round: match, first dealer, deals, dealt hands."""

from __future__ import annotations

from typing import Final

from koikoi.engine.actions import other
from koikoi.engine.cards import Card
from koikoi.engine.events import (
    DealtYaku,
    FieldFourTaken,
    MatchStarted,
    OyaCause,
    OyaDrawn,
    RedealCause,
    Redealt,
    RoundDealt,
)
from koikoi.engine.yaku import YakuId
from koikoi.text import names
from koikoi.text.catalogue import N_, NN_
from koikoi.text.figures import points
from koikoi.text.options import rules_name
from koikoi.text.voice import CountedLine, Line, Plural, Voice

_TURNED: Final = Line(
    N_("You turned {card} and {other} turned {other_card}."),
    N_("{name} turned {card} and {other} turned {other_card}."),
)
_EARLIER: Final = Line(
    N_("{early} comes before {late}, so you deal first."),
    N_("{early} comes before {late}, so {name} deals first."),
)
_DEARER: Final = Line(
    N_("Both cards are of {month}, but {card} is the dearer one, so you deal first."),
    N_("Both cards are of {month}, but {card} is the dearer one, so {name} deals first."),
)
_OYA: Final = {
    OyaCause.RANDOM: Line(
        N_("Chance decides that you deal first."),
        N_("Chance decides that {name} deals first."),
    ),
    OyaCause.FIRST: Line(
        N_("By these rules the first player deals first, and that is you."),
        N_("By these rules the first player deals first, and that is {name}."),
    ),
    OyaCause.SECOND: Line(
        N_("By these rules the second player deals first, and that is you."),
        N_("By these rules the second player deals first, and that is {name}."),
    ),
}

_FIRST_DEAL: Final = Line(
    N_("Round {number}, {month}: you deal, and so you play first."),
    N_("Round {number}, {month}: {name} deals and plays first."),
)
_NEXT_DEAL: Final = Line(
    N_("You deal round {number} again; this is deal {deal}."),
    N_("{name} deals round {number} again; this is deal {deal}."),
)

_FIELD_REDEALS: Final[dict[RedealCause, Plural]] = {
    RedealCause.FIELD_FOUR: NN_(
        "All four cards of {months} lie on the field, so this deal is void.",
        "All the cards of {months} lie on the field, so this deal is void.",
    ),
    RedealCause.FIELD_THREE: NN_(
        "Three cards of {months} lie on the field, so this deal is void.",
        "Three cards each of {months} lie on the field, so this deal is void.",
    ),
}
_TESHI_REDEAL: Final = CountedLine(
    NN_(
        "You were dealt all four cards of {months}, so this deal is void.",
        "You were dealt all the cards of {months}, so this deal is void.",
    ),
    NN_(
        "{name} was dealt all four cards of {months}, so this deal is void.",
        "{name} was dealt all the cards of {months}, so this deal is void.",
    ),
)
_KUTTSUKI_REDEAL: Final = Line(
    N_("You were dealt four pairs, of {months}, so this deal is void."),
    N_("{name} was dealt four pairs, of {months}, so this deal is void."),
)
_FIELD_TAKEN: Final = CountedLine(
    NN_(
        "As the dealer you take all four cards of {months} from the field.",
        "As the dealer you take all the cards of {months} from the field.",
    ),
    NN_(
        "As the dealer, {name} takes all four cards of {months} from the field.",
        "As the dealer, {name} takes all the cards of {months} from the field.",
    ),
)
_TESHI: Final = CountedLine(
    NN_(
        "You were dealt {yaku}, all four cards of {months}, worth {points}.",
        "You were dealt {yaku}, all the cards of {months}, worth {points}.",
    ),
    NN_(
        "{name} was dealt {yaku}, all four cards of {months}, worth {points}.",
        "{name} was dealt {yaku}, all the cards of {months}, worth {points}.",
    ),
)
_KUTTSUKI: Final = Line(
    N_("You were dealt {yaku}, of {months}, worth {points}."),
    N_("{name} was dealt {yaku}, of {months}, worth {points}."),
)


def match_started(voice: Voice, event: MatchStarted) -> list[str]:
    """The length of the match, its rules and, where they are given, the points at the start."""
    text, rules = voice.text, event.rules
    said = [
        text.n(
            "A match of {count} round begins, under the rules “{rules}”.",
            "A match of {count} rounds begins, under the rules “{rules}”.",
            rules.rounds,
            rules=rules_name(text, rules),
        )
    ]
    if rules.starting_points:
        said.append(
            text.n(
                "Each player starts with {count} point.",
                "Each player starts with {count} points.",
                rules.starting_points,
            )
        )
    return said


def commitment(voice: Voice, event: MatchStarted) -> str:
    """That the decks are fixed, with the number that proves it later."""
    return voice.text.t(
        "The decks are fixed by the match's seed; its SHA-256 is {commitment}.",
        commitment=event.commitment,
    )


def oya_drawn(voice: Voice, event: OyaDrawn) -> list[str]:
    """How the first dealer is found, with every pair of cards that is turned for it."""
    if event.cause is not OyaCause.DRAW:
        return [voice.say(_OYA[event.cause], event.oya)]
    said = []
    for place, pair in enumerate(event.draws, start=1):
        seat = voice.seat or 0
        said.append(
            voice.say(
                _TURNED,
                seat,
                card=voice.card(pair[seat]),
                other_card=voice.card(pair[other(seat)]),
            )
        )
        if place < len(event.draws):
            said.append(voice.text.t("The cards are alike, so both players turn again."))
    said.append(_draw_decided(voice, event, event.draws[-1]))
    return said


def _draw_decided(voice: Voice, event: OyaDrawn, pair: tuple[Card, Card]) -> str:
    won, lost = pair[event.oya], pair[other(event.oya)]
    if won.month == lost.month:
        month = names.month(voice.text, won.month)
        return voice.say(_DEARER, event.oya, month=month, card=voice.card(won))
    early, late = (names.month(voice.text, card.month) for card in (won, lost))
    return voice.say(_EARLIER, event.oya, early=early, late=late)


def round_dealt(voice: Voice, event: RoundDealt) -> list[str]:
    """The round, its dealer, the listener's own hand and the field."""
    text = voice.text
    if event.attempt:
        deal = event.attempt + 1
        said = [voice.say(_NEXT_DEAL, event.oya, number=event.number, deal=deal)]
    else:
        month = names.month(text, event.month)
        said = [voice.say(_FIRST_DEAL, event.oya, number=event.number, month=month)]
    # Also an event that was not redacted tells a listener no other hand.
    hand = None if voice.seat is None else event.hands[voice.seat]
    if hand is not None:
        said.append(text.t("You hold {cards}.", cards=voice.cards(hand)))
    said.append(text.t("On the field lie {cards}.", cards=voice.cards(event.field)))
    return said


def redealt(voice: Voice, event: Redealt) -> str:
    """Why the deal is void."""
    text, cause, seat, count = voice.text, event.cause, event.seat, len(event.months)
    months = names.months(text, event.months)
    if cause is RedealCause.FIELD_PAIRS:
        return text.t("The field is four pairs, of {months}, so this deal is void.", months=months)
    if cause in _FIELD_REDEALS:
        return text.n(*_FIELD_REDEALS[cause], count, months=months)
    assert seat is not None  # what a hand causes comes with whose hand it is
    if cause is RedealCause.TESHI:
        return voice.count(_TESHI_REDEAL, seat, count, months=months)
    return voice.say(_KUTTSUKI_REDEAL, seat, months=months)


def field_four_taken(voice: Voice, event: FieldFourTaken) -> str:
    """What the dealer takes before the first turn."""
    months = names.months(voice.text, event.months)
    return voice.count(_FIELD_TAKEN, event.seat, len(event.months), months=months)


def dealt_yaku(voice: Voice, event: DealtYaku) -> str:
    """A dealt hand that wins; what it brings is said when the round ends."""
    text, made = voice.text, event.yaku
    months = names.months(text, event.months)
    yaku, worth = names.yaku(text, made.id), points(text, made.points)
    if made.id is YakuId.TESHI:
        count = len(event.months)
        return voice.count(_TESHI, event.seat, count, yaku=yaku, months=months, points=worth)
    return voice.say(_KUTTSUKI, event.seat, yaku=yaku, months=months, points=worth)
