"""The cards on the field and in the hand, their bars, letters and keys."""

from __future__ import annotations

from typing import Final

from koikoi.engine.cards import CARDS, Card, cards_of
from koikoi.engine.flow import matching
from koikoi.engine.view import PlayerView
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Ink, Rect, padded
from koikoi.tui.layout import HAND, Layout, is_crowded
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import LETTERS, FieldCard, HandCard, InStock, Mark, Mood, UiState

_TONES: Final = {Mark.FOCUS: Tone.ACCENT, Mark.TARGET: Tone.MATCH, Mark.GOOD: Tone.GOOD}


def field(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """The field, the stock, and a card in play at its spot."""
    crowded = is_crowded(seen.slots) or (isinstance(ui.spot, int) and ui.spot >= 15)
    _stock(canvas, seen, ui, layout, brush, crowded=crowded)
    lettered = _lettered(seen, ui)
    barred: list[tuple[Rect, Card]] = []
    for place, number in enumerate(seen.slots):
        if number < 0:
            continue
        card, area = CARDS[number], layout.field_place(place, crowded=crowded)
        chosen = ui.inspecting and ui.focus == card
        brush.faces.face(canvas, area, card, chosen=chosen)
        canvas.zone(area, FieldCard(card))
        barred.append((area, card))
    if ui.in_play is not None and isinstance(ui.spot, int):
        area = layout.field_place(ui.spot, crowded=crowded)
        brush.faces.face(canvas, area, ui.in_play)
        barred.append((area, ui.in_play))
    for area, card in barred:
        chosen = card == (ui.focus if ui.inspecting else ui.target)
        mark = Mark.FOCUS if chosen else ui.mark(card)
        _marked(canvas, area, mark, brush)
        if card in lettered:
            _letter(canvas, area, LETTERS[lettered.index(card)], card == ui.target, brush)


def _stock(
    canvas: Canvas,
    seen: PlayerView,
    ui: UiState,
    layout: Layout,
    brush: Brush,
    *,
    crowded: bool,
) -> None:
    area = layout.stock_place(crowded=crowded)
    if ui.spot is InStock.STOCK and ui.in_play is not None:
        brush.faces.face(canvas, area, ui.in_play)
        _marked(canvas, area, ui.mark(ui.in_play), brush)
    elif not (crowded and len(seen.slots) >= 18 and seen.slots[17] >= 0):
        caption = brush.text.t("Stock {count}", count=seen.stock_size)
        if len(caption) > layout.card_width:
            caption = str(seen.stock_size)
        brush.faces.back(canvas, area, caption)


def _lettered(seen: PlayerView, ui: UiState) -> tuple[Card, ...]:
    """The targets to choose from, in the order of their letters; none outside a choice."""
    offered = targets(seen, ui) if ui.mood is Mood.TARGET else ()
    return offered if len(offered) == 2 else ()


def targets(seen: PlayerView, ui: UiState) -> tuple[Card, ...]:
    """The field cards that the card picked up, or the card in play, can take, in card order."""
    card = ui.picked if ui.picked is not None else seen.in_play
    if card is None:
        return ()
    return cards_of(matching(seen.rules, seen.field, card)[0])


def _letter(canvas: Canvas, area: Rect, letter: str, chosen: bool, brush: Brush) -> None:
    ink = brush.fill(Fill.FOCUS if chosen else Fill.MATCH)
    canvas.put(area.x, area.y, f" {letter} ", ink)


def _marked(canvas: Canvas, area: Rect, mark: Mark | None, brush: Brush) -> None:
    """The bars left and right of a card, and the tick of one that is being taken."""
    if mark is None:
        return
    glyphs, ink = brush.glyphs, brush.ink(_TONES[mark], Ground.TABLE, bold=True)
    if brush.theme.colourful:
        left, right = glyphs.bar_left, glyphs.bar_right
    else:
        left, right = {
            Mark.FOCUS: (glyphs.focus_left, glyphs.focus_right),
            Mark.TARGET: (glyphs.target_left, glyphs.target_right),
            Mark.GOOD: (glyphs.good, glyphs.good),
        }[mark]
    canvas.fill(Rect(area.x - 1, area.y, 1, area.height), ink, left)
    canvas.fill(Rect(area.right, area.y, 1, area.height), ink, right)
    if mark is Mark.GOOD:
        canvas.put(area.right - 2, area.y, glyphs.made, brush.ink(Tone.GOOD, bold=True))


def hand(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """The hand with its keys; backs while it is hidden."""
    if not ui.shown_hand:
        for index in range(seen.hand_sizes[ui.seat]):
            brush.faces.back(canvas, layout.hand_place(index), "")
        return
    asked = ui.mood is Mood.PLAY or ui.picked is not None
    for index, card in enumerate(cards_of(seen.hand)[:HAND]):
        area = layout.hand_place(index)
        matches = matching(seen.rules, seen.field, card)[0].bit_count()
        chosen = asked and not ui.inspecting and card == (ui.picked or ui.focus)
        brush.faces.face(canvas, area, card, chosen=chosen, faint=asked and not matches)
        key = Rect(area.x, layout.keys.y, area.width, 1)
        _key(canvas, key, index + 1, matches, chosen, asked, brush)
        if chosen:
            _marked(canvas, area, Mark.FOCUS, brush)
        canvas.zone(Rect(area.x, key.y, area.width, area.height + 1), HandCard(card))


def _key(
    canvas: Canvas, area: Rect, number: int, matches: int, chosen: bool, asked: bool, brush: Brush
) -> None:
    """The number of a hand card, and how many field cards it can take."""
    glyphs = brush.glyphs
    takes = glyphs.match * min(matches, 3) if matches else glyphs.none
    if chosen:
        label = padded(f" {number} {takes}", area.width + 2)
        canvas.put(area.x - 1, area.y, f" {label}"[: area.width + 2], brush.fill(Fill.FOCUS))
        return
    strip = brush.ink(Tone.MUTE, Ground.STRIP)
    if not asked:
        canvas.put(area.x, area.y, f" {number} ", strip)
        return
    key_ink: Ink = brush.fill(Fill.MATCH) if matches else strip
    canvas.put(area.x, area.y, f" {number} ", key_ink)
    takes_ink = brush.ink(Tone.MATCH, Ground.STRIP) if matches else strip
    canvas.put(area.x + 3, area.y, takes, takes_ink)
