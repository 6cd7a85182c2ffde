"""How the yaku of a pile stand: made, how far from it and where the missing cards are, or lost."""

from __future__ import annotations

from typing import Final

from koikoi.engine.actions import Seat
from koikoi.engine.cards import RAIN, Mask, cards_of, mask_of
from koikoi.engine.rules import Rules
from koikoi.engine.tally import Place, Standing, TallyLine, YakuTally, tally_view
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import YAKU, YakuId
from koikoi.text import figures, names
from koikoi.text.catalogue import N_, NN_, NP_
from koikoi.text.voice import CountedLine, Line, Plural, Voice

MOST_NAMED: Final = 4
"""So many cards at one place are named; more are counted."""

_TOTAL: Final = CountedLine(
    NN_("Your yaku come to {count} point.", "Your yaku come to {count} points."),
    NN_("The yaku of {name} come to {count} point.", "The yaku of {name} come to {count} points."),
)
_NOTHING: Final = Line(N_("You have no yaku yet."), N_("{name} has no yaku yet."))
_LOST: Final = Line(
    N_("{yaku} can no longer be made: {other} has {cards}."),
    N_("{yaku} can no longer be made: you have {cards}."),
    N_("{yaku} can no longer be made: {other} has {cards}."),
)
_SPOILED_BY_PILE: Final = Line(
    N_("{yaku} does not count, because you have {card}."),
    N_("{yaku} does not count, because {name} has {card}."),
)
_WAITS_FOR_CALL: Final = Line(
    N_("{yaku} counts once you have called koi-koi."),
    N_("{yaku} counts once {name} has called koi-koi."),
)
_OVER_WITH_CALL: Final = Line(
    N_("{yaku} no longer counts, because you have called koi-koi."),
    N_("{yaku} no longer counts, because {name} has called koi-koi."),
)

# Where a card can still be that completes a yaku; what the other player has captured cannot.
_PLACES: Final = {
    Place.HAND: NP_("place", "{cards} in your hand"),
    Place.FIELD: NP_("place", "{cards} on the field"),
    Place.IN_PLAY: NP_("place", "{cards} in play"),
    Place.UNSEEN: NP_("place", "{cards} not seen yet"),
}
# Only one card at a time is in play.
_COUNTS: Final[dict[Place, Plural]] = {
    Place.HAND: NN_("{count} card in your hand", "{count} cards in your hand"),
    Place.FIELD: NN_("{count} card on the field", "{count} cards on the field"),
    Place.UNSEEN: NN_("{count} card not seen yet", "{count} cards not seen yet"),
}


def tally_sentences(voice: Voice, seen: PlayerView, seat: Seat) -> tuple[str, ...]:
    """How all yaku of a player stand, as the owner of the view may know it.

    Args:
        voice: Says it to the owner of the view.
        seen: The view.
        seat: The player whose pile it is.
    """
    counted = tally_view(seen, seat)
    called = seen.calls[seat] > 0
    lines = (
        tally_line(voice, counted, line, seat, seen.rules, called=called) for line in counted.lines
    )
    return (tally_total(voice, counted, seat), *lines)


def tally_total(voice: Voice, tally: YakuTally, seat: Seat) -> str:
    """The sum of a player's yaku."""
    if not tally.total:
        return voice.say(_NOTHING, seat)
    return voice.count(_TOTAL, seat, tally.total)


def tally_line(
    voice: Voice, tally: YakuTally, line: TallyLine, seat: Seat, rules: Rules, *, called: bool
) -> str:
    """How one yaku stands.

    Args:
        voice: Says it to the viewer for whom the tally was made.
        tally: The whole tally.
        line: One of its lines.
        seat: The player whose pile it is.
        rules: The rules in play.
        called: Whether that player has called koi-koi this round.
    """
    text, yaku = voice.text, names.yaku(voice.text, line.id)
    if line.standing is Standing.MADE:
        return text.n(
            "{yaku} counts {count} point.", "{yaku} counts {count} points.", line.points, yaku=yaku
        )
    if line.standing is Standing.OPEN:
        return _open(voice, tally, line, yaku)
    if line.standing is Standing.LOST:
        return voice.say(_LOST, seat, yaku=yaku, cards=_theirs(voice, tally, line))
    if line.standing is Standing.COVERED:
        return _covered(voice, tally, line, yaku)
    if line.standing is Standing.WAITING:
        return _waiting(voice, line, seat, yaku)
    return _spoiled(voice, line, seat, rules, yaku, called=called)


def _open(voice: Voice, tally: YakuTally, line: TallyLine, yaku: str) -> str:
    text = voice.text
    if line.completing:
        places = text.either(_places(voice, tally, line.completing, any_one=True))
        if not line.worth:
            return text.t("{yaku} needs one more card: {places}.", yaku=yaku, places=places)
        return text.t(
            "{yaku} needs one more card for {points}: {places}.",
            yaku=yaku,
            points=figures.points(text, line.worth),
            places=places,
        )
    missing = line.cards & ~tally.captured
    if line.cards.bit_count() > line.need:
        return text.t(
            "{yaku} has {have} of {need} cards.", yaku=yaku, have=line.have, need=line.need
        )
    return text.t(
        "{yaku} has {have} of {need} cards; missing are {places}.",
        yaku=yaku,
        have=line.have,
        need=line.need,
        places=text.join(_places(voice, tally, missing, any_one=False)),
    )


def _places(voice: Voice, tally: YakuTally, cards: Mask, *, any_one: bool) -> list[str]:
    """The cards by where they are, the nearest place first."""
    text, said = voice.text, []
    for place, pattern in _PLACES.items():
        here = mask_of(card for card in cards_of(cards) if tally.place(card) is place)
        if here.bit_count() > MOST_NAMED:
            said.append(text.n(*_COUNTS[place], here.bit_count()))
        elif here:
            named = voice.any_of(here) if any_one else voice.cards(here)
            said.append(text.p("place", pattern, cards=named))
    return said


def _theirs(voice: Voice, tally: YakuTally, line: TallyLine) -> str:
    """The cards of a yaku that the other player has."""
    cards = line.cards & tally.opponent
    if cards.bit_count() > MOST_NAMED:
        text, count = voice.text, cards.bit_count()
        return text.n("{count} of its cards", "{count} of its cards", count)
    return voice.cards(cards)


def _covered(voice: Voice, tally: YakuTally, line: TallyLine, yaku: str) -> str:
    text, family = voice.text, YAKU[line.id].family
    beside = [made.id for made in tally.made if YAKU[made.id].family is family]
    if YakuId.CHOFUKU in beside and line.id in (YakuId.AKATAN, YakuId.AOTAN):
        beside = [YakuId.CHOFUKU]
    if not beside:
        return text.t("{yaku} would not count: a dearer yaku of its kind would.", yaku=yaku)
    return text.t(
        "{yaku} does not count beside {others}.",
        yaku=yaku,
        others=text.join(names.yaku(text, made) for made in beside),
    )


def _waiting(voice: Voice, line: TallyLine, seat: Seat, yaku: str) -> str:
    if line.worth:
        return voice.text.t("{yaku} counts once there is another yaku beside it.", yaku=yaku)
    return voice.say(_WAITS_FOR_CALL, seat, yaku=yaku)


def _spoiled(
    voice: Voice, line: TallyLine, seat: Seat, rules: Rules, yaku: str, *, called: bool
) -> str:
    if called and not line.worth:
        return voice.say(_OVER_WITH_CALL, seat, yaku=yaku)
    if rules.rain_spoils_viewing == "captured_rain":
        return voice.say(_SPOILED_BY_PILE, seat, yaku=yaku, card=voice.card(RAIN))
    return voice.text.t(
        "{yaku} does not count while a card of {month} is on the field.",
        yaku=yaku,
        month=names.month(voice.text, RAIN.month),
    )
