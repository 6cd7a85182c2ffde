"""The strips of captured cards: by kind, with the count always shown."""

from __future__ import annotations

from typing import Final, NamedTuple

from koikoi.engine.actions import Seat
from koikoi.engine.cards import (
    ANIMALS,
    LIGHTS,
    PLAINS,
    RIBBONS,
    Card,
    Kind,
    Ribbon,
    cards_of,
)
from koikoi.engine.tally import tally_view
from koikoi.engine.view import PlayerView
from koikoi.text import short
from koikoi.text.catalogue import NP_
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Ink, Rect, cut
from koikoi.tui.layout import Layout, SizeName
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import Captures, UiState

GROUPS: Final = (
    (Kind.LIGHT, LIGHTS),
    (Kind.ANIMAL, ANIMALS),
    (Kind.RIBBON, RIBBONS),
    (Kind.PLAIN, PLAINS),
)
"""The kinds in their fixed order, with their cards."""

_NAME_WIDTH: Final = 8
_FAN_HEIGHT: Final = 5
_FAN_CARD: Final = 6
_LETTERS: Final = {
    Ribbon.POEM: NP_("ribbon, 1 column", "p"),
    Ribbon.RED: NP_("ribbon, 1 column", "r"),
    Ribbon.BLUE: NP_("ribbon, 1 column", "b"),
}


class _Chip(NamedTuple):
    """A captured card in a few columns."""

    said: str
    ink: Ink


def strip(
    canvas: Canvas,
    seen: PlayerView,
    ui: UiState,
    layout: Layout,
    brush: Brush,
    seat: Seat,
    area: Rect,
) -> None:
    """The captures of a seat, with its name, its hidden cards or its points."""
    _owner(canvas, seen, ui, brush, seat, area, long=layout.name is SizeName.L)
    groups = [(kind, cards_of(seen.captured[seat] & mask)) for kind, mask in GROUPS]
    start = area.x + 1 + _NAME_WIDTH + 1
    if area.height >= _FAN_HEIGHT:
        _fan(canvas, groups, Rect(start + 3, area.y, area.right - start - 3, area.height), brush)
    elif area.height == 3:
        rows = (groups[:2], groups[2:3], groups[3:])
        for row, of in enumerate(rows):
            _row(canvas, of, Rect(start, area.y + row, area.right - start, 1), brush, long=True)
    else:
        for row, of in enumerate((groups[:2], groups[2:])):
            _row(canvas, of, Rect(start, area.y + row, area.right - start, 1), brush, long=False)
    canvas.zone(area, Captures(seat))


def _owner(
    canvas: Canvas,
    seen: PlayerView,
    ui: UiState,
    brush: Brush,
    seat: Seat,
    area: Rect,
    *,
    long: bool,
) -> None:
    """Name, hidden hand or points."""
    strip_ink = brush.ink(Tone.TEXT, Ground.STRIP, bold=True)
    width = _NAME_WIDTH + (3 if long else 0)
    name = brush.glyphs.words(ui.names[seat])
    canvas.put(area.x + 1, area.y, cut(name, width, brush.glyphs.dots), strip_ink)
    row = area.y + 1
    if seat != ui.seat:
        held = seen.hand_sizes[seat]
        ink = brush.fill(Fill.BACK)._replace(bg=brush.theme.grounds[Ground.STRIP])
        canvas.put(area.x + 1, row, brush.glyphs.down * held, ink)
        row += 1
    if row < area.bottom:
        points = tally_view(seen, seat).total
        said = brush.text.p("points, in brief", "{number} pt", number=points)
        tone = Tone.GOOD if points else Tone.MUTE
        canvas.put(area.x + 1, row, brush.glyphs.words(said), brush.ink(tone, Ground.STRIP))
    if row + 1 < area.bottom and seen.calls[seat]:
        said = brush.text.t("koi-koi ×{count}", count=seen.calls[seat])
        canvas.put(
            area.x + 1, row + 1, brush.glyphs.words(said), brush.ink(Tone.WARN, Ground.STRIP)
        )


def _row(
    canvas: Canvas,
    groups: list[tuple[Kind, tuple[Card, ...]]],
    area: Rect,
    brush: Brush,
    *,
    long: bool,
) -> None:
    """One row of groups. The second starts at the middle where the first leaves it room."""
    forms = [_chips(kind, cards, brush, long=long) for kind, cards in groups]
    wide = sum(_width(chips) for chips in forms) + len(forms) - 1
    if long and wide > area.width:
        forms = [_chips(kind, cards, brush, long=False) for kind, cards in groups]
    x = area.x
    middle = area.x + area.width * 2 // 5
    for index, chips in enumerate(forms):
        rest = sum(_width(later) + 1 for later in forms[index + 1 :])
        if index:
            x = max(x, min(middle, area.right - _width(chips) - rest))
        # A group that comes first must leave its successor the sign and a chip or two.
        limit = area.right - (min(rest, 12) if index + 1 < len(forms) else 0)
        x = _group(canvas, chips, Rect(x, area.y, limit - x, 1), brush) + 1


def _chips(kind: Kind, cards: tuple[Card, ...], brush: Brush, *, long: bool) -> list[_Chip]:
    """A group: its sign with the count first, then its cards."""
    sign = _Chip(
        f"{brush.glyphs.kind(kind)}{len(cards)}",
        brush.ink(brush.theme.of_kind(kind), Ground.STRIP),
    )
    return [
        sign,
        *(_Chip(_said(card, brush, long=long), brush.theme.of_card(card)) for card in cards),
    ]


def _said(card: Card, brush: Brush, *, long: bool) -> str:
    if long:
        return brush.glyphs.words(f"{card.month} {short.card_10(brush.text, card)}")
    if card.ribbon is not None:
        letter = brush.text.p("ribbon, 1 column", _LETTERS[card.ribbon])
        return f"{card.month}{letter}"
    return f"{card.month:>2}"


def _width(chips: list[_Chip]) -> int:
    return sum(len(chip.said) + 1 for chip in chips)


def _group(canvas: Canvas, chips: list[_Chip], area: Rect, brush: Brush) -> int:
    """Writes a group as far as it fits; returns the column after it."""
    x = area.x
    for index, chip in enumerate(chips):
        last = index == len(chips) - 1
        if x + len(chip.said) + (0 if last else 2) > area.right:
            return canvas.put(x, area.y, brush.glyphs.dots, brush.ink(Tone.MUTE, Ground.STRIP))
        x = canvas.put(x, area.y, chip.said, chip.ink) + 1
    return x


def _fan(
    canvas: Canvas, groups: list[tuple[Kind, tuple[Card, ...]]], area: Rect, brush: Brush
) -> None:
    """The cards as a fan: small cards, each covering the last one but for its left edge."""
    count = sum(len(cards) for _, cards in groups)
    if not count:
        return
    breaks = 2 * (sum(1 for _, cards in groups if cards) - 1)
    free = area.width - breaks - _FAN_CARD
    step = max(3, min(_FAN_CARD + 1, free // max(count - 1, 1)))
    x = area.x
    for _, cards in groups:
        for card in cards:
            if x + _FAN_CARD > area.right:
                return
            brush.faces.face(canvas, Rect(x, area.y, _FAN_CARD, _FAN_HEIGHT), card)
            x += step
        x += 2 if cards else 0
