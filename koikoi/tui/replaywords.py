"""What is said of a match that is looked through. Pure."""

from __future__ import annotations

from typing import Final

from koikoi.engine.actions import KoiKoi, NextRound, Play, Resign, Seat, Shobu, Take, other
from koikoi.engine.cards import cards_of
from koikoi.engine.events import Event, MatchEnded, MatchStarted, RoundEnded
from koikoi.engine.flow import matching
from koikoi.engine.state import Phase
from koikoi.engine.view import redact
from koikoi.record.reel import Chapter, Reel, Shot
from koikoi.table.trouble import record_trouble
from koikoi.text import brief, names, short
from koikoi.text.brief import BriefTeller
from koikoi.text.catalogue import Text
from koikoi.text.events import Narrator
from koikoi.text.voice import Voice
from koikoi.tui.brush import Brush
from koikoi.tui.frame import aligned
from koikoi.tui.paint.advice import stop_now
from koikoi.tui.seating import Seating
from koikoi.tui.sheet import Item, Sheet, Span, choosing_hints, column
from koikoi.tui.theme import Tone

_MOST_OFFERED: Final = 3
"""So many cards to choose from are named; the wild Lightning can take more."""


def brief_lines(reel: Reel, seating: Seating, text: Text) -> tuple[tuple[str, ...], ...]:
    """What happened on the way to each position, in brief, as a watcher tells it."""
    teller = BriefTeller(Voice(text, seating.names, None))
    return tuple(
        tuple(line for event in step.events if (line := teller.line(redact(event, None))))
        for step in reel.steps
    )


def story(reel: Reel, position: int, seating: Seating, text: Text) -> list[str]:
    """What has happened up to a position, in full sentences, as a watcher tells it."""
    narrator = Narrator(text, seating.names, None)
    told: list[str] = []
    for step in reel.steps[: position + 1]:
        for event in step.events:
            shown: Event = redact(event, None)
            told += narrator.sentences(shown)
            if isinstance(shown, MatchStarted | RoundEnded | MatchEnded):
                told += narrator.details(shown)
    if position == reel.last and reel.fault is not None:
        told.append(record_trouble(text, reel.fault))
    return told


def prompt(reel: Reel, position: int, shot: Shot, seating: Seating, text: Text, last: str) -> str:
    """What is done next.

    A choice is told where the hand of who takes it lies open; of a hidden hand only that it is its
    player's turn.

    Args:
        reel: The match.
        position: The position.
        shot: What is to be seen there.
        seating: Who sits where.
        text: The language.
        last: What happened last, in brief.
    """
    step = reel.following(position)
    if step is None:
        return _at_the_end(reel, shot, seating, text, last)
    if isinstance(step.action, Resign):
        return text.t("{name} resigns the match", name=seating.names[step.action.seat])
    if isinstance(step.action, NextRound):
        return last
    seat = shot.seen.to_act
    assert seat is not None  # whoever acts otherwise was to act
    if not shot.open[seat]:
        return _turn(shot, seat, seating, text)
    return _choice(shot, seat, step.action, seating.names[seat], text)


def _at_the_end(reel: Reel, shot: Shot, seating: Seating, text: Text, last: str) -> str:
    seat = shot.seen.to_act
    if reel.fault is not None:
        return text.t("The record is damaged from here on; l tells why")
    if reel.over or seat is None:
        return last
    return text.t("Here the match waits for {name}", name=seating.names[seat])


def _turn(shot: Shot, seat: Seat, seating: Seating, text: Text) -> str:
    """Whose turn it is to do what."""
    seen, name = shot.seen, seating.names[seat]
    if seen.phase is Phase.DECIDE:
        yaku = brief.yaku_row(text, stop_now(seen, seat)[0])
        return text.t("{name} has {yaku}: stop or koi-koi?", name=name, yaku=yaku)
    if seen.in_play is not None:
        card = short.card_brief(text, seen.in_play)
        return text.t("{name} is to choose what {card} takes", name=name, card=card)
    return text.t("{name} is to play a card", name=name)


def _choice(shot: Shot, seat: Seat, action: object, name: str, text: Text) -> str:
    """What is chosen."""
    seen = shot.seen
    if isinstance(action, Play):
        return _played(shot, action, name, text)
    if isinstance(action, Take):
        assert seen.in_play is not None
        card, taken = (short.card_brief(text, one) for one in (seen.in_play, action.card))
        return text.t("{name} takes {taken} with {card}", name=name, taken=taken, card=card)
    assert isinstance(action, KoiKoi | Shobu)
    made, score = stop_now(seen, seat)
    yaku = brief.yaku_row(text, made)
    if isinstance(action, KoiKoi):
        return text.t("{name} has {yaku} and calls koi-koi", name=name, yaku=yaku)
    return text.n(
        "{name} has {yaku} and stops: {count} point",
        "{name} has {yaku} and stops: {count} points",
        score.points,
        name=name,
        yaku=yaku,
    )


def _played(shot: Shot, action: Play, name: str, text: Text) -> str:
    card = short.card_brief(text, action.card)
    matches, choice = matching(shot.seen.rules, shot.seen.field, action.card)
    found = cards_of(matches)
    if not found:
        return text.t("{name}: {card} takes nothing", name=name, card=card)
    if not choice:
        taken = brief.taken_cards(text, found)
    elif len(found) <= _MOST_OFFERED:
        same = all(one.month == action.card.month for one in found)
        named = brief.target if same else short.card_brief
        taken = text.either([named(text, one) for one in found])
    else:
        return text.t("{name}: {card} takes any card", name=name, card=card)
    return text.t("{name}: {card} takes {taken}", name=name, card=card, taken=taken)


def refusal(reel: Reel, seating: Seating, text: Text) -> str:
    """Why a hand stays hidden in a round that is not over."""
    if reel.person is None:
        return text.t("The round goes on: both hands stay hidden")
    name = seating.names[other(reel.person)]
    return text.t("The round goes on: {name}'s hand stays hidden", name=name)


def rounds_sheet(reel: Reel, side: Seat, seating: Seating, brush: Brush) -> Sheet:
    """The rounds to choose from, each with what it brought both sides."""
    items = tuple(
        Item(str(chapter.number), _round(chapter, side, seating, brush))
        for chapter in reel.chapters
    )
    return Sheet(brush.t("Rounds"), items, choosing_hints(brush, brush.text.t("back")))


def _round(chapter: Chapter, side: Seat, seating: Seating, brush: Brush) -> tuple[Span, ...]:
    month = names.calendar_month(brush.text, chapter.number)
    head = (
        Span(aligned(str(chapter.number), 2) + "  ", Tone.ACCENT, bold=True),
        Span(column(brush.glyphs.words(month), 11)),
    )
    if chapter.result is None:
        return (*head, Span(brush.t("not over"), Tone.MUTE))
    spans = list(head)
    for seat in (side, other(side)):
        name = brush.glyphs.words(seating.names[seat])
        points = chapter.result.points[seat]
        said = f"{points:+}" if points else brush.glyphs.none
        spans += [
            Span(f"{name} ", Tone.MUTE),
            Span(aligned(said, 4) + "   ", Tone.GOOD if points > 0 else Tone.MUTE),
        ]
    return tuple(spans)
