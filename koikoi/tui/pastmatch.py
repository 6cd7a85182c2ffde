"""The page of one past match. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.events import RoundOutcome
from koikoi.store.facts import FALLBACK, HINT, CallEnd, MatchFacts, RoundFact
from koikoi.store.figures import level_of
from koikoi.store.tables import PastMatch
from koikoi.table import past
from koikoi.text import names
from koikoi.text.catalogue import NP_
from koikoi.text.problems import shown
from koikoi.tui.brush import Brush
from koikoi.tui.frame import aligned
from koikoi.tui.pastsheets import heading, side_of, told_lines
from koikoi.tui.sheet import BLANK, Line, Sheet, Span, column, prose
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

_CALL_ENDS: Final = {
    CallEnd.WON: NP_("call", "won"),
    CallEnd.EVEN: NP_("call", "for nothing"),
    CallEnd.LOST: NP_("call", "lost"),
    CallEnd.OPEN: NP_("call", "undecided"),
}


def match_sheet(match: PastMatch, brush: Brush, width: int, hooks: Sequence[KeyHint] = ()) -> Sheet:
    """A match, round by round.

    Args:
        match: The match.
        brush: Inks, signs, language.
        width: Columns of a line.
        hooks: Keys of what else can be done with it.
    """
    facts, text = match.facts, brush.text
    seat = side_of(facts)
    first, second = facts.players
    told = [
        past.result(text, facts, seat),
        text.t(
            "{first} against {second} on {day}, under the rules “{rules}”.",
            first=text.t("You") if facts.own == 0 else shown(first.name),
            second=text.t("you") if facts.own == 1 else shown(second.name),
            day=past.day(facts),
            rules=past.rules_title(text, facts.rules),
        ),
    ]
    if facts.own is not None:
        level = past.level_name(text, level_of(facts))
        told.append(text.t("Level: {level}.", level=level))
        if hints := facts.marked(seat, HINT):
            told.append(text.n("{count} hint was used.", "{count} hints were used.", hints))
        if moves := facts.marked(seat, FALLBACK):
            told.append(past.by_the_table(text, moves))
    lines = [*prose(brush.glyphs.words(told[0]), width, Tone.ACCENT, bold=True)]
    lines += [*told_lines(told[1:], brush, width), BLANK]
    lines += _rounds(facts, seat, brush, width)
    return Sheet(brush.t("A past match"), tuple(lines), _reading(brush, hooks))


def _rounds(facts: MatchFacts, seat: Seat, brush: Brush, width: int) -> Iterator[Line]:
    labels = _labels(facts, brush)
    yield (
        heading(brush.t("Month"), 11),
        heading(brush.t("Won by"), 14),
        Span(aligned(brush.t("points"), 9), Tone.ACCENT, bold=True),
        Span(aligned(brush.t("score"), 9), Tone.ACCENT, bold=True),
    )
    scores = [facts.starting, facts.starting]
    for one in facts.rounds:
        scores = [scores[who] + one.points[who] for who in SEATS]
        tone = Tone.TEXT
        if facts.own is not None and one.winner is not None:
            tone = Tone.GOOD if one.winner == seat else Tone.BAD
        points, score = (
            brush.glyphs.words(past.score(brush.text, pair[seat], pair[other(seat)]))
            for pair in (one.points, scores)
        )
        yield (
            Span(column(brush.glyphs.words(names.calendar_month(brush.text, one.number)), 11)),
            Span(column(_winner(one, labels, brush), 14), tone),
            Span(f"{points:>9}"),
            Span(f"{score:>9}", Tone.MUTE),
        )
        yield from _details(facts, one, labels, brush, width)


def _labels(facts: MatchFacts, brush: Brush) -> tuple[str, str]:
    """What the seats are called."""
    first, second = (
        brush.text.t("You") if facts.own == seat else shown(facts.players[seat].name)
        for seat in SEATS
    )
    return first, second


def _winner(one: RoundFact, labels: tuple[str, str], brush: Brush) -> str:
    if one.outcome is RoundOutcome.EXHAUSTED:
        return brush.t("exhausted")
    return brush.t("nobody") if one.winner is None else brush.glyphs.words(labels[one.winner])


def _details(
    facts: MatchFacts, one: RoundFact, labels: tuple[str, str], brush: Brush, width: int
) -> Iterator[Line]:
    """The yaku that brought the points of a round, and the calls in it."""
    text = brush.text
    counted = [names.yaku_name(text, made.id) for made in one.yaku if made.counted]
    told = [text.row(counted)] if counted else []
    for call in facts.calls:
        if call.number == one.number:
            end = text.p("call", _CALL_ENDS[call.end])
            told.append(text.t("{name} called koi-koi: {end}", name=labels[call.seat], end=end))
    for said in told:
        indent = Span("  ")
        for line in prose(brush.glyphs.words(said), width - 2, Tone.MUTE, indent=2):
            yield (indent, *line)


def _reading(brush: Brush, hooks: Sequence[KeyHint]) -> tuple[KeyHint, ...]:
    text = brush.text
    return (
        *hooks,
        KeyHint(brush.glyphs.up_down, text.t("scroll"), "down"),
        KeyHint(text.t("Esc"), text.t("back"), "escape"),
    )
