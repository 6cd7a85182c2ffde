"""The pages of words of a match: help, log, rules, yaku, results. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.events import MatchEnded, RoundEnded
from koikoi.engine.tally import Standing, TallyLine, YakuTally, tally_view
from koikoi.engine.view import PlayerView
from koikoi.text import names, short
from koikoi.text.catalogue import N_
from koikoi.text.events import Narrator
from koikoi.text.opponents import fairness
from koikoi.tui.brush import Brush
from koikoi.tui.cardwords import revealed
from koikoi.tui.keys import Where, help_rows, listed, shown
from koikoi.tui.paint.panel import place_signs, standing_cell
from koikoi.tui.sheet import (
    BLANK,
    Item,
    Line,
    Painted,
    Sheet,
    Span,
    choosing_hints,
    column,
    prose,
    reading_hints,
)
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

End: TypeAlias = RoundEnded | MatchEnded
"""The events that end something."""


def help_sheet(brush: Brush, width: int) -> Sheet:
    """The turn in short, and all keys."""
    text = brush.text
    turn = (
        text.t("Your card takes a field card of its month; so does the card you then draw."),
        text.t("Captured cards make yaku. After each new one: stop and score, or koi-koi."),
        text.t("Who scores first after a koi-koi takes it all; the other yaku bring nothing."),
    )
    lines: list[Line] = [line for said in turn for line in prose(brush.glyphs.words(said), width)]
    lines.append(BLANK)
    for keys, said in help_rows(brush.glyphs, text):
        key = column(brush.glyphs.words(keys), 8)
        first, *rest = prose(brush.glyphs.words(said), max(width - 8, 1))
        lines.append((Span(key, Tone.ACCENT, bold=True), *first))
        lines += [(Span(" " * 8), *more) for more in rest]
    lines += _signs(brush, width)
    for said in fairness(text):
        lines += prose(brush.glyphs.words(said), width, Tone.MUTE)
    rules = KeyHint(text.t("r"), text.t("the rules"), "r")
    return Sheet(brush.t("Help"), tuple(lines), (rules, *reading_hints(brush)))


def _signs(brush: Brush, width: int) -> list[Line]:
    """What the signs of the table mean."""
    text, glyphs = brush.text, brush.glyphs
    cards = text.t(
        "{match} takes a card, {none} takes none; {light} light {animal} animal {ribbon} ribbon"
        " {plain} plain",
        match=glyphs.match,
        none=glyphs.none,
        light=glyphs.light,
        animal=glyphs.animal,
        ribbon=glyphs.ribbon,
        plain=glyphs.plain,
    )
    tally = text.t(
        "{made} made, {near} one card away, {lost} out of reach; ×2: what a win would count",
        made=glyphs.made,
        near=glyphs.near,
        lost=glyphs.lost,
    )
    return [
        line
        for said in (cards, tally)
        for line in prose(brush.glyphs.words(said), width, Tone.MUTE, indent=2)
    ]


def commands_sheet(where: Where, brush: Brush) -> Sheet:
    """All that can be done in a state, to choose from."""
    text, items = brush.text, []
    for command in listed(where):
        key = column(brush.glyphs.words(shown(command, brush.glyphs, text)), 8)
        spans = (Span(key, Tone.ACCENT, bold=True), Span(brush.t(command.word)))
        items.append(Item(command.name, spans))
    return Sheet(brush.t("Commands"), tuple(items), choosing_hints(brush, text.t("back")))


def log_sheet(story: Sequence[str], brush: Brush, width: int) -> Sheet:
    """What has happened in the match, in full sentences."""
    lines = [line for said in story for line in prose(brush.glyphs.words(said), width, indent=2)]
    return Sheet(brush.t("What happened"), tuple(lines), reading_hints(brush))


def yaku_sheet(
    seen: PlayerView, seat: Seat, tags: tuple[str, str], brush: Brush, width: int
) -> Sheet:
    """How all yaku of both players stand, and where their cards are."""
    tallies = tally_view(seen, 0), tally_view(seen, 1)
    lines: list[Line] = []
    head = (
        Span(column(brush.t("Yaku"), 11), Tone.ACCENT, bold=True),
        Span(column(brush.t("worth"), 6), Tone.ACCENT, bold=True),
        Span(column(brush.glyphs.words(tags[seat]), 7), Tone.ACCENT, bold=True),
        Span(column(brush.glyphs.words(tags[other(seat)]), 7), Tone.ACCENT, bold=True),
        Span(brush.t("cards"), Tone.ACCENT, bold=True),
    )
    lines.append(head)
    for line in tallies[seat].lines:
        rival = tallies[other(seat)].line(line.id)
        assert rival is not None  # both tallies are of the same rules
        lines.append(_yaku_line(line, rival, tallies[seat], brush, width))
    lines.append(BLANK)
    glyphs = brush.glyphs
    legend = (
        (glyphs.made, Tone.GOOD, brush.t("yours")),
        (glyphs.lost, Tone.MUTE, brush.t("theirs")),
        (glyphs.in_hand, Tone.ACCENT, brush.t("in your hand")),
        (glyphs.on_field, Tone.MATCH, brush.t("on the field")),
        (glyphs.unseen, Tone.MUTE, brush.t("not seen yet")),
    )
    spans = [Span(f"{sign} {said}  ", tone) for sign, tone, said in legend]
    if sum(cell_len(span.said) for span in spans) - 2 > width:
        lines.append(tuple(spans[:3]))
        spans = spans[3:]
    lines.append(tuple(spans))
    return Sheet(brush.t("Yaku"), tuple(lines), reading_hints(brush))


def _yaku_line(
    line: TallyLine, rival: TallyLine, tally: YakuTally, brush: Brush, width: int
) -> Line:
    own, own_tone = standing_cell(line, brush)
    theirs, their_tone = standing_cell(rival, brush)
    name = brush.glyphs.words(short.yaku_9(brush.text, line.id))
    worth = line.points or line.worth
    return (
        Span(column(name, 11), bold=line.standing is Standing.MADE),
        Span(column(str(worth), 6), Tone.MUTE),
        Span(column(own, 7), own_tone, bold=own_tone is not Tone.TEXT),
        Span(column(theirs, 7), their_tone),
        *_card_spans(line, tally, brush, width - _STANDINGS),
    )


_MOST_CARDS: Final = 5
_STANDINGS: Final = 31
"""Columns of a yaku's line before its cards."""


def _card_spans(line: TallyLine, tally: YakuTally, brush: Brush, width: int) -> tuple[Span, ...]:
    """Where each card of a yaku is; of one that many cards can make, how many there are where.

    Cards have their names where all of these have room, else their months alone.
    """
    signs = place_signs(brush)
    cards = cards_of(line.cards)
    if len(cards) <= _MOST_CARDS:
        found = [(card, *signs[tally.place(card)]) for card in cards]
        named = [f"{sign}{card.month} {_name(card, brush)}" for card, sign, _ in found]
        if sum(map(cell_len, named)) + 2 * (len(named) - 1) > width:
            named = [f"{sign}{card.month}" for card, sign, _ in found]
        return tuple(
            Span(f"{said}  ", tone) for said, (_, _, tone) in zip(named, found, strict=True)
        )
    places = [tally.place(card) for card in cards]
    return tuple(
        Span(f"{sign}{places.count(place)}  ", tone)
        for place, (sign, tone) in signs.items()
        if places.count(place)
    )


def _name(card: Card, brush: Brush) -> str:
    return brush.glyphs.words(short.card_4(brush.text, card))


class After(NamedTuple):
    """What there is to a match that is over.

    Attributes:
        shared: Lines to be passed on, such as the result of a daily deal.
        kept: Whether it is recorded as a whole, so that it can be looked through and rated.
        last: Whether no round follows, though the match is not over.
    """

    shared: Sequence[str] = ()
    kept: bool = False
    last: bool = False


NOTHING_AFTER: Final = After()


def result_sheet(
    seen: PlayerView,
    ends: Sequence[End],
    narrator: Narrator,
    seat: Seat,
    labels: tuple[str, str],
    brush: Brush,
    width: int,
    after: After = NOTHING_AFTER,
) -> Sheet:
    """The end of a round, and of the match where it is one: points, breakdown, what was hidden.

    Args:
        seen: The view after it.
        ends: The events that say how it ended.
        narrator: Who says it.
        seat: Whose side is told first.
        labels: What the seats are called.
        brush: Inks, signs, language.
        width: Columns of a line.
        after: What there is to a match that is over.
    """
    lines: list[Line | Painted] = []
    later: list[Line | Painted] = []
    told = {event: narrator.sentences(event) for event in ends}
    # How the match ended is what is looked for first.
    for event in sorted(ends, key=lambda event: isinstance(event, RoundEnded)):
        first, *others = told[event]
        lines += prose(brush.glyphs.words(first), width, Tone.ACCENT, bold=True)
        for sentence in others:
            lines += prose(brush.glyphs.words(sentence), width)
        if isinstance(event, RoundEnded):
            lines += _yaku_table(event, labels, brush, width)
        if isinstance(event, RoundEnded) and brush.faces.pictured:
            later = [*revealed(event, seat, labels, brush, width), *later]
            continue
        for sentence in narrator.details(event):
            later += prose(brush.glyphs.words(sentence), width, Tone.MUTE, indent=2)
    lines += [BLANK, *score_lines(seen, seat, labels, brush, width), BLANK]
    for said in after.shared:
        lines += [*prose(brush.glyphs.words(said), width, Tone.ACCENT), BLANK]
    lines += later
    over = any(isinstance(event, MatchEnded) for event in ends)
    title = brush.t("End of the match") if over else brush.t("End of the round")
    go_on = brush.text.t("go on") if over or after.last else brush.text.t("next round")
    kept = (
        KeyHint(brush.text.t("h"), brush.text.t("coach"), "h"),
        KeyHint(brush.text.t("p"), brush.text.t("replay"), "p"),
    )
    hints = (
        KeyHint(brush.text.t("Enter"), go_on, "enter"),
        *(kept if after.kept else ()),
        KeyHint(brush.text.t("Tab"), brush.text.t("table"), "tab"),
        KeyHint(brush.glyphs.up_down, brush.text.t("scroll"), "down"),
        KeyHint(brush.text.t("l"), brush.text.t("log"), "l"),
        *((KeyHint(brush.text.t("q"), brush.text.t("quit"), "q"),) if not over else ()),
    )
    return Sheet(title, tuple(lines), hints, closing=False)


def _yaku_table(event: RoundEnded, labels: tuple[str, str], brush: Brush, width: int) -> list[Line]:
    """The yaku that counted, one a line."""
    widest = max(cell_len(brush.glyphs.words(label)) for label in labels)
    room = min(42, width - 4 - 12 - widest)
    lines: list[Line] = []
    for seat in SEATS:
        breakdown = event.breakdowns[seat]
        if breakdown is None:
            continue
        for made in breakdown.yaku:
            name = brush.glyphs.words(names.yaku(brush.text, made.id))
            points = brush.n("{count} point", "{count} points", made.points)
            sign = f"  {brush.glyphs.made} "
            lines.append(
                (
                    Span(sign, Tone.GOOD),
                    Span(column(name, room)),
                    Span(column(points, 12), Tone.GOOD),
                    Span(brush.glyphs.words(labels[seat]), Tone.MUTE),
                )
            )
    return lines


def score_lines(
    seen: PlayerView, seat: Seat, labels: tuple[str, str], brush: Brush, width: int
) -> list[Line]:
    """The score sheet: every round's points and the sums, in two parts where there is no room."""
    results = seen.results
    each = max((width - _NAMED - _SUM) // _CELL, 1)
    lines: list[Line] = []
    for first in range(0, max(len(results), 1), each):
        part = results[first : first + each]
        last = first + each >= len(results)
        head = [Span(f"{result.number:>{_CELL}}", Tone.MUTE) for result in part]
        total = (Span(brush.t("  sum")),) if last else ()
        lines.append((Span(column(brush.t("Round"), _NAMED), Tone.MUTE), *head, *total))
        for who in (seat, other(seat)):
            cells = []
            for result in part:
                points = result.points[who]
                tone = Tone.GOOD if points > 0 else Tone.MUTE
                cells.append(Span(f"{points or brush.glyphs.none:>{_CELL}}", tone))
            name = column(brush.glyphs.words(labels[who]), _NAMED)
            total = (Span(f"{seen.scores[who]:>{_SUM}}", bold=True),) if last else ()
            lines.append((Span(name), *cells, *total))
    return lines


_NAMED: Final = 12
_CELL: Final = 4
_SUM: Final = 5
"""Columns of a name, of a round's points, of a sum."""

QUIT_ITEMS: Final = (
    ("go_on", ("g", "escape"), N_("Go on")),
    ("leave", ("l",), N_("Save and leave")),
    ("resign", ("r",), N_("Resign the match")),
)


def quit_sheet(brush: Brush, resigning: str | None, saved: bool = True) -> Sheet:
    """The question before a match is left.

    Args:
        brush: Inks, signs, language.
        resigning: Who would resign: a name where two people share the screen, empty where it is
            clear, ``None`` where nobody can.
        saved: Whether the match is on the disk up to here.
    """
    items = []
    for name, keys, message in QUIT_ITEMS:
        said = brush.t(message)
        if name == "leave" and not saved:
            said = brush.t("Leave (the match is not saved up to here)")
        if name == "resign":
            if resigning is None:
                continue
            if resigning:
                said = brush.t("{name} resigns the match", name=resigning)
        items.append(Item(name, (Span(f"{keys[0]}  {said}"),), keys))
    hints = choosing_hints(brush, brush.text.t("go on"))
    return Sheet(brush.t("Leave the match?"), tuple(items), hints)
