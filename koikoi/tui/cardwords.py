"""The pages that show cards: the captured ones, one card, what a round's end reveals. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from koikoi.engine.actions import Seat, other
from koikoi.engine.cards import Card, Mask, cards_of
from koikoi.engine.events import RoundEnded
from koikoi.engine.tally import Place, YakuTally, tally_view
from koikoi.engine.view import PlayerView
from koikoi.text import names, short
from koikoi.text.catalogue import NP_
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Rect, cut, padded
from koikoi.tui.paint.captures import GROUPS
from koikoi.tui.paint.fan import HEIGHT, fan, fan_step, fan_width
from koikoi.tui.paint.panel import place_signs, standing_cell
from koikoi.tui.sheet import BLANK, Line, Painted, Sheet, Span, column, prose, reading_hints
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

_MONTH_CARD: Final = (8, 6)
_MONTH_STEP: Final = 15

_PLACES: Final = {
    Place.CAPTURED: NP_("place of a card", "yours"),
    Place.OPPONENT: NP_("place of a card", "theirs"),
    Place.HAND: NP_("place of a card", "in your hand"),
    Place.IN_PLAY: NP_("place of a card", "in play"),
    Place.FIELD: NP_("place of a card", "on the field"),
    Place.UNSEEN: NP_("place of a card", "not seen yet"),
}


def _fans(parts: Sequence[tuple[int, Sequence[Card]]], brush: Brush, width: int) -> list[Painted]:
    """A row of fans as lines of a page: the columns where each begins, and its cards."""
    canvas = Canvas(width, HEIGHT, brush.ink(Tone.TEXT))
    ends = [*(start - 2 for start, _ in parts[1:]), width]
    for (start, cards), end in zip(parts, ends, strict=True):
        area = Rect(start, 0, end - start, HEIGHT)
        fan(canvas, cards, area, fan_step(len(cards), area.width), brush)
    return [Painted(row) for row in canvas.frame().rows]


def captures_sheet(
    seen: PlayerView, seat: Seat, titles: tuple[str, str], brush: Brush, width: int
) -> Sheet:
    """The captured cards of both players, as pictures where there are such, and by name."""
    lines: list[Line | Painted] = []
    for who in (seat, other(seat)):
        if lines:
            lines.append(BLANK)
        title = brush.glyphs.words(titles[who])
        lines.append((Span(title, Tone.ACCENT, bold=True),))
        pile = [card for _, mask in GROUPS for card in cards_of(seen.captured[who] & mask)]
        if not pile:
            lines += prose(brush.t("No card has been taken yet"), width, Tone.MUTE)
            continue
        if brush.faces.pictured:
            lines += _fans([(0, pile)], brush, width)
        lines += _kinds(seen.captured[who], brush, width)
    return Sheet(brush.t("Captured cards"), tuple(lines), reading_hints(brush))


def _kinds(pile: Mask, brush: Brush, width: int) -> list[Line]:
    """The cards of a pile, a kind a line, and in one line the kinds of which there is none."""
    lines: list[Line] = []
    missing = []
    for kind, mask in GROUPS:
        cards = cards_of(pile & mask)
        counted = brush.glyphs.words(names.counted(brush.text, kind, len(cards)))
        said = f"{brush.glyphs.kind(kind)} {counted}"
        if not cards:
            missing.append(said)
            continue
        row = brush.text.row(f"{card.month} {short.card_brief(brush.text, card)}" for card in cards)
        lines += prose(f"{said}: {brush.glyphs.words(row)}", width, indent=4)
    return [*lines, *prose("  ".join(missing), width, Tone.MUTE)] if missing else lines


def card_sheet(seen: PlayerView, seat: Seat, card: Card, brush: Brush, width: int) -> Sheet:
    """All about a card: what it is, which yaku it serves, where the others of its month are."""
    text = brush.text
    kind = (
        names.ribbon(text, card.ribbon) if card.ribbon is not None else names.kind(text, card.kind)
    )
    said = text.t(
        "{month}, {kind}; in Japanese {romaji}",
        month=names.month(text, card.month),
        kind=kind,
        romaji=card.romaji,
    )
    lines: list[Line | Painted] = [
        (Span(brush.glyphs.words(names.card_name(text, card)), Tone.ACCENT, bold=True),),
        *prose(brush.glyphs.words(said), width),
        BLANK,
        (Span(brush.t("Counts for"), Tone.ACCENT, bold=True),),
    ]
    tally = tally_view(seen, seat)
    for line in tally.lines:
        if not line.cards >> card & 1:
            continue
        cell, tone = standing_cell(line, brush)
        name = brush.glyphs.words(names.yaku(text, line.id))
        points = brush.n("{count} point", "{count} points", line.points or line.worth)
        first, *rest = prose(f"{name}, {points}", max(width - 8, 1))
        lines.append((Span(column(cell, 8), tone), *first))
        lines += [(Span(" " * 8), *more) for more in rest]
    lines += [BLANK, (Span(brush.t("The others of its month"), Tone.ACCENT, bold=True),)]
    others = [one for one in cards_of(0b1111 << 4 * (card.month - 1)) if one != card]
    if brush.faces.pictured and width >= _MONTH_STEP * len(others) - 2:
        lines += _month(others, tally, brush, width)
    else:
        lines += [_where(one, tally, brush, width) for one in others]
    hints = (
        KeyHint(brush.glyphs.left_right, text.t("next card"), "right"),
        *reading_hints(brush),
    )
    return Sheet(brush.t("Card"), tuple(lines), hints)


def _where(card: Card, tally: YakuTally, brush: Brush, width: int) -> Line:
    """A card of the month, and where it is."""
    place = tally.place(card)
    sign, tone = place_signs(brush)[place]
    where = brush.p("place of a card", _PLACES[place])
    room = min(28, width - 2 - cell_len(where))
    label = brush.glyphs.words(names.card_label(brush.text, card))
    if cell_len(label) >= room:
        label = brush.glyphs.words(short.card_brief(brush.text, card))
    name = column(label, room)
    return (Span(f"{sign} ", tone), Span(name), Span(where, tone))


def _month(
    cards: Sequence[Card], tally: YakuTally, brush: Brush, width: int
) -> list[Line | Painted]:
    """The other cards of a month as pictures, and below each where it is."""
    canvas = Canvas(width, _MONTH_CARD[1], brush.ink(Tone.TEXT))
    spans = []
    signs = place_signs(brush)
    for index, card in enumerate(cards):
        place = tally.place(card)
        area = Rect(index * _MONTH_STEP, 0, *_MONTH_CARD)
        brush.faces.face(canvas, area, card, faint=place is Place.OPPONENT)
        where = brush.p("place of a card", _PLACES[place])
        spans.append(Span(column(where, _MONTH_STEP), signs[place][1]))
    return [*(Painted(row) for row in canvas.frame().rows), tuple(spans)]


def revealed(
    event: RoundEnded, seat: Seat, labels: tuple[str, str], brush: Brush, width: int
) -> list[Line | Painted]:
    """What was hidden until a round's end: the other player's hand, the next cards of the stock.

    Args:
        event: The end of the round.
        seat: Whose side is at the bottom; the other player's hand is shown.
        labels: What the seats are called.
        brush: Inks, signs, faces, language.
        width: Columns of a line.
    """
    held = cards_of(event.hands[other(seat)])
    head = cut(brush.t("{name} still held", name=labels[other(seat)]), width // 2 - 2)
    # The stock has at least half of the line; its next cards are what matters.
    start = max(fan_width(len(held), width // 2 - 2), cell_len(head)) + 2 if held else 0
    parts: list[tuple[int, Sequence[Card]]] = []
    said = ""
    if held:
        parts.append((0, held))
        said = padded(head, start)
    if event.stock:
        parts.append((start, event.stock))
        said += brush.t("Next in the stock")
    if not parts:
        return []
    return [(Span(said, Tone.MUTE),), *_fans(parts, brush, width)]
