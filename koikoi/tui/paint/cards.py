"""The cards on the field and in the hand, their bars, letters and keys."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from koikoi.engine.actions import other
from koikoi.engine.cards import CARDS, Card, cards_of
from koikoi.engine.flow import matching
from koikoi.engine.view import PlayerView
from koikoi.text import short
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Ink, Rect, cut, padded
from koikoi.tui.layout import CROWDED, HAND, PER_ROW, PLACES, Layout, is_crowded, offered
from koikoi.tui.paint.captures import RIBBON_LETTERS
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import (
    LETTERS,
    STOCK,
    Area,
    FieldCard,
    HandCard,
    Mark,
    Mood,
    Spot,
    UiState,
)

_TONES: Final = {Mark.FOCUS: Tone.ACCENT, Mark.TARGET: Tone.MATCH, Mark.GOOD: Tone.GOOD}
_NINTH: Final = {PER_ROW - 1: 2 * PER_ROW, 2 * PER_ROW - 1: 2 * PER_ROW + 1}
"""The places of the ninth column, by those left of them."""
_LEGS: Final = 2
"""Rows of the card that the mark of the chosen one reaches down."""
_FOOT: Final = 3
_FOOT_SHARE: Final = 0.4
"""Rows beside a target that are marked at least, and their share of all."""
_NAMED: Final = 6
"""Columns of a card from which on its name stands beside its month."""
_SIGNED: Final = 8
"""Columns of a card from which on the sign of its kind stands beside its name."""


def field(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """The field, the stock, and a card in play at its spot."""
    crowded = _crowded(seen, ui)
    _stock(canvas, seen, ui, layout, brush, crowded=crowded)
    lettered = _lettered(seen, ui)
    lying = [
        (CARDS[number], place, layout.field_place(place, crowded=crowded))
        for place, number in enumerate(seen.slots)
        if number >= 0
    ]
    for card, _, area in lying:
        brush.faces.face(canvas, area, card, chosen=ui.inspecting and ui.focus == card)
        canvas.zone(area, FieldCard(card))
    for card, place, area in lying:
        chosen = card == (ui.focus if ui.inspecting else ui.target)
        mark = Mark.FOCUS if chosen else ui.mark(card)
        if crowded:
            seen_part = area._replace(width=area.width - _covered(seen, ui, layout, place))
            _edged(canvas, seen_part, mark, brush)
        else:
            _barred(canvas, area, mark, brush)
        if card in lettered:
            _letter(canvas, area, LETTERS[lettered.index(card)], card == ui.target, brush)
    if ui.in_play is not None and ui.spot is not None:
        area = _place(ui.spot, ui, layout, crowded=crowded)
        brush.faces.face(canvas, area, ui.in_play)
        (_edged if crowded else _barred)(canvas, area, ui.mark(ui.in_play), brush)


def _crowded(seen: PlayerView, ui: UiState) -> bool:
    """Whether the cards have to move together, for what lies there or is about to."""
    spots = [ui.spot] if ui.flight is None else [ui.flight.start, ui.flight.end]
    comes = any(spot and spot.area is Area.FIELD and spot.number >= CROWDED for spot in spots)
    return comes or is_crowded(seen.slots)


def _place(spot: Spot, ui: UiState, layout: Layout, *, crowded: bool) -> Rect:
    """Where a spot is on this screen."""
    if spot.area is Area.STOCK:
        return layout.stock_place(crowded=crowded)
    if spot.area is Area.HAND:
        return layout.hand_place(spot.number)
    if spot.area is Area.SIDE:
        x = (layout.field.width - layout.card_width) // 2
        y = layout.hand.y if spot.number == ui.seat else layout.theirs.y
        return Rect(x, y, layout.card_width, layout.slot_height)
    area = layout.field_place(min(spot.number, PLACES - 1), crowded=crowded)
    if spot.area is Area.CARD:
        # Half of the card below stays to be seen, and at the edge the other half.
        half = area.width // 2
        over = area.right + half + 1 > layout.field.right
        area = area._replace(x=area.x + (-half if over else half))
    return area


def _covered(seen: PlayerView, ui: UiState, layout: Layout, place: int) -> int:
    """The columns of a card on a crowded field that the next one in its row lies on."""
    beside = _NINTH.get(place, place + 1)
    taken = beside < len(seen.slots) and seen.slots[beside] >= 0
    if beside == PLACES - 1 and ui.spot == STOCK:
        taken = True
    if place >= 2 * PER_ROW or not taken:
        return 0
    return max(layout.card_width - layout.field_step(crowded=True), 0)


def _stock(
    canvas: Canvas,
    seen: PlayerView,
    ui: UiState,
    layout: Layout,
    brush: Brush,
    *,
    crowded: bool,
) -> None:
    """The stock, where the field leaves it room."""
    if crowded and len(seen.slots) >= PLACES and seen.slots[PLACES - 1] >= 0:
        return
    area = layout.stock_place(crowded=crowded)
    if ui.turning:
        brush.faces.blank(canvas, area)
        return
    caption = brush.text.t("Stock {count}", count=seen.stock_size)
    if cell_len(caption) > layout.card_width:
        caption = str(seen.stock_size)
    brush.faces.back(canvas, area, caption)


def _lettered(seen: PlayerView, ui: UiState) -> tuple[Card, ...]:
    """The targets to choose from, in the order of their letters; none outside a choice."""
    found = offered(seen, ui.picked) if ui.mood is Mood.TARGET else ()
    return found if len(found) == 2 else ()


def _letter(canvas: Canvas, area: Rect, letter: str, chosen: bool, brush: Brush) -> None:
    label, ink = brush.label(letter, chosen=chosen)
    canvas.put(area.x, area.y, label, ink)


def _barred(canvas: Canvas, area: Rect, mark: Mark | None, brush: Brush) -> None:
    """The bars left and right of a card, and the tick of one that is being taken."""
    if mark is not None:
        sides = Rect(area.x - 1, area.y, area.width + 2, area.height)
        _bars(canvas, _foot(sides, mark, brush), mark, brush)
        _tick(canvas, area.right - 2, area.y, mark, brush)


def _foot(area: Rect, mark: Mark, brush: Brush) -> Rect:
    """The rows that bars stand beside: of a target the lowest, with its name between them.

    The targets change with every card that a player looks at, and a slow line carries all of it.
    """
    if mark is not Mark.TARGET or not brush.theme.colourful:
        return area
    height = min(area.height, max(_FOOT, round(area.height * _FOOT_SHARE)))
    return area._replace(y=area.bottom - height, height=height)


def _edged(canvas: Canvas, area: Rect, mark: Mark | None, brush: Brush) -> None:
    """The same on a crowded field, where no column is free: the bars are the card's own edges.

    They leave the caption alone, so that nothing of a card is lost that tells which it is.
    """
    if mark is not None:
        art = area._replace(height=area.height - 1)
        _bars(canvas, _foot(art, mark, brush), mark, brush)
        _tick(canvas, area.right - 3, area.y, mark, brush)


def _bars(canvas: Canvas, area: Rect, mark: Mark, brush: Brush) -> None:
    """Bars in the first and the last column of an area."""
    glyphs, ink = brush.glyphs, brush.ink(_TONES[mark], Ground.TABLE, bold=True)
    if brush.theme.colourful:
        left, right = glyphs.bar_left, glyphs.bar_right
    else:
        left, right = {
            Mark.FOCUS: (glyphs.focus_left, glyphs.focus_right),
            Mark.TARGET: (glyphs.target_left, glyphs.target_right),
            Mark.GOOD: (glyphs.good, glyphs.good),
        }[mark]
    canvas.fill(area._replace(width=1), ink, left)
    canvas.fill(Rect(area.right - 1, area.y, 1, area.height), ink, right)


def _tick(canvas: Canvas, x: int, y: int, mark: Mark, brush: Brush) -> None:
    if mark is Mark.GOOD:
        canvas.put(x, y, brush.glyphs.made, brush.ink(Tone.GOOD, bold=True))


def hand(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """The hand with its keys; backs while it is hidden."""
    if ui.shown_hand:
        _held(canvas, seen, ui, layout, brush)
        return
    for index in range(seen.hand_sizes[ui.seat]):
        brush.faces.back(canvas, layout.hand_place(index), "")


def rival(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """The other hand at the top edge of the table, a row high: each card by its month and name."""
    if not layout.rival.height:
        return
    held = cards_of(ui.rival)
    for index in range(seen.hand_sizes[other(ui.seat)]):
        area = layout.hand_place(index)._replace(y=layout.rival.y, height=1)
        if not held:
            canvas.fill(area, brush.fill(Fill.BACK), brush.glyphs.back)
            continue
        card = held[index]
        ink = brush.theme.of_card(card)._replace(bold=True)
        canvas.put(area.x, area.y, padded(_in_a_row(card, area.width, brush), area.width), ink)
        mark = ui.mark(card)
        if mark is not None:
            _bars(canvas, area._replace(x=area.x - 1, width=area.width + 2), mark, brush)
        canvas.zone(area, HandCard(card))


def _in_a_row(card: Card, width: int, brush: Brush) -> str:
    """A card in a single row: its month, and its name where there is room for one."""
    month = f"{card.month:>2}"
    brief = brush.glyphs.words(short.card_4(brush.text, card))
    if width < _NAMED:
        colour = RIBBON_LETTERS.get(card.ribbon) if card.ribbon is not None else None
        letter = "" if colour is None else brush.p("ribbon, 1 column", colour)
        return f"{month}{card.kind.value}{letter}"
    if width < _SIGNED:
        return month + brief
    long = brush.glyphs.words(short.card_10(brush.text, card))
    name = long if cell_len(long) <= width - len(month) - 3 else brief
    return padded(f"{month} {name}", width - 1) + brush.glyphs.kind(card.kind)


def flying(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """The card that is on its way, above all else."""
    if ui.flight is None:
        return
    crowded = _crowded(seen, ui)
    start = _place(ui.flight.start, ui, layout, crowded=crowded)
    end = _place(ui.flight.end, ui, layout, crowded=crowded)
    part = ui.flight.progress
    x, y = round(start.x + (end.x - start.x) * part), round(start.y + (end.y - start.y) * part)
    brush.faces.face(canvas, end._replace(x=x, y=y), ui.flight.card)


def _held(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """The cards of the hand, each at its place; a gap stays where one has just left."""
    asked = ui.mood is Mood.PLAY or ui.picked is not None
    for index, card in enumerate(cards_of(seen.hand)[:HAND]):
        place = index + 1 if ui.gap is not None and ui.gap <= index else index
        area = layout.hand_place(place)
        matches = matching(seen.rules, seen.field, card)[0].bit_count()
        chosen = asked and not ui.inspecting and card == (ui.picked or ui.focus)
        # Also while the other player moves: a card that the move lights up is seen at once.
        # At the koi-koi question all that counts is whether to go on with this hand.
        faint = seen.to_act is not None and not matches and ui.mood is not Mood.DECIDE
        brush.faces.face(canvas, area, card, chosen=chosen, faint=faint)
        key = Rect(area.x, layout.keys.y, area.width, layout.keys.height)
        if key.height:
            _key(canvas, key, place + 1, matches, chosen, asked, brush)
        if chosen and key.height and brush.theme.colourful:
            _legs(canvas, area, brush)
        else:
            _barred(canvas, area, Mark.FOCUS if chosen else ui.mark(card), brush)
        canvas.zone(Rect(area.x, key.y, area.width, key.height + area.height), HandCard(card))


def _legs(canvas: Canvas, area: Rect, brush: Brush) -> None:
    """What the filled key above the chosen card goes on in, beside the upper part of the card."""
    ink = brush.ink(Tone.ACCENT)
    for x in (area.x - 1, area.right):
        canvas.fill(Rect(x, area.y, 1, _LEGS), ink._replace(bg=ink.fg))


def _key(
    canvas: Canvas, area: Rect, number: int, matches: int, chosen: bool, asked: bool, brush: Brush
) -> None:
    """The number of a hand card, and how many field cards it can take."""
    glyphs = brush.glyphs
    takes = glyphs.match * min(matches, 3) if matches else glyphs.none
    label = f" {number} {takes} " if asked or chosen else f" {number} "
    if chosen:
        label = padded(f" {label}", area.width + 2)
        canvas.put(area.x - 1, area.y, label, brush.fill(Fill.FOCUS))
        return
    mute = brush.ink(Tone.MUTE, Ground.STRIP)
    ink: Ink = brush.fill(Fill.MATCH) if asked and matches else mute
    canvas.put(area.x, area.y, cut(label, area.width), ink)
