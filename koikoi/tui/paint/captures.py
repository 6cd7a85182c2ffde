"""The strips of captured cards: by kind, with the count always shown."""

from __future__ import annotations

from enum import StrEnum, auto
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

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
from koikoi.tui.paint.fan import COVERED, HEIGHT, WIDTH, fan
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import Captures, UiState

GROUPS: Final = (
    (Kind.LIGHT, LIGHTS),
    (Kind.ANIMAL, ANIMALS),
    (Kind.RIBBON, RIBBONS),
    (Kind.PLAIN, PLAINS),
)
"""The kinds in their fixed order, with their cards."""

_FAN_SIGN: Final = 2
"""Columns of a group's sign and count at the left of its cards."""
_LEAST_COVERED: Final = 2
"""The same of a pile that is greater than any in play: just its month."""
RIBBON_LETTERS: Final = {
    Ribbon.POEM: NP_("ribbon, 1 column", "p"),
    Ribbon.RED: NP_("ribbon, 1 column", "r"),
    Ribbon.BLUE: NP_("ribbon, 1 column", "b"),
}
"""The colour of a ribbon beside its month."""

# Columns of the block at the left with name, hidden hand and points.
_OWNER: Final = {
    SizeName.XS: 6,
    SizeName.S: 8,
    SizeName.N: 8,
    SizeName.M: 11,
    SizeName.L: 11,
}
_STATE: Final = 5
"""Columns of the hidden hand or the points in a strip of one row."""


class _Form(StrEnum):
    """How a captured card is written in a strip of words, the longest first."""

    NAME = auto()
    BRIEF = auto()
    NUMBER = auto()


class _Chip(NamedTuple):
    """A captured card, or the sign and count of a group, in a few columns."""

    said: str
    ink: Ink

    @property
    def width(self) -> int:
        """Its columns."""
        return cell_len(self.said)


_Group: TypeAlias = tuple[Kind, tuple[Card, ...]]


def strip(
    canvas: Canvas,
    seen: PlayerView,
    ui: UiState,
    layout: Layout,
    brush: Brush,
    seat: Seat,
    area: Rect,
) -> None:
    """The captures of a seat, with its name, its hidden cards or its points.

    A strip of five rows shows the cards as a fan. One of three has a row for lights and animals,
    one for ribbons, one for plains, with names as far as these fit. One of two has a row for lights
    and animals, and one for ribbons and plains. However much there is, all four counts are there.
    """
    used = _owner(canvas, seen, ui, layout, brush, seat, area)
    groups = [(kind, cards_of(seen.captured[seat] & mask)) for kind, mask in GROUPS]
    start = area.x + 1 + used + 1
    room = Rect(start, area.y, area.right - start, area.height)
    if area.height >= HEIGHT:
        _fan(canvas, groups, room, brush)
    else:
        for row, of in enumerate(_rows(groups, area.height)):
            _row(canvas, of, room._replace(y=area.y + row, height=1), brush, area.height)
    canvas.zone(area, Captures(seat))


def _rows(groups: list[_Group], count: int) -> list[list[_Group]]:
    """Which groups share a row."""
    if count >= 3:
        return [groups[:2], groups[2:3], groups[3:]]
    return [groups[:2], groups[2:]] if count == 2 else [groups]


def _owner(
    canvas: Canvas,
    seen: PlayerView,
    ui: UiState,
    layout: Layout,
    brush: Brush,
    seat: Seat,
    area: Rect,
) -> int:
    """Name, hidden hand or points, calls; returns the columns that they have."""
    width = _OWNER[layout.name]
    name = brush.glyphs.words(ui.names[seat])
    if layout.name is SizeName.XS or cell_len(name) > width:
        name = brush.glyphs.words(ui.tags[seat])
    strip_ink = brush.ink(Tone.TEXT, Ground.STRIP, bold=True)
    canvas.put(area.x + 1, area.y, cut(name, width), strip_ink)
    brief = area.height == 1 or seen.hand_sizes[seat] > width
    hidden = seat != ui.seat and not layout.rival.height
    lines = _state(seen, brush, seat, hidden=hidden, brief=brief)
    if area.height == 1:
        said, ink = lines[0]
        canvas.put(area.x + 1 + width + 1, area.y, cut(said, _STATE), ink)
        return width + 1 + _STATE
    for row, (said, ink) in enumerate(lines[: area.height - 1], 1):
        canvas.put(area.x + 1, area.y + row, cut(said, width), ink)
    return width


def _state(
    seen: PlayerView, brush: Brush, seat: Seat, *, hidden: bool, brief: bool
) -> list[tuple[str, Ink]]:
    """What stands below a name, the most important first."""
    lines = []
    if hidden:
        held = seen.hand_sizes[seat]
        ink = brush.fill(Fill.BACK)._replace(bg=brush.theme.grounds[Ground.STRIP])
        if brief:
            ink = brush.ink(Tone.MUTE, Ground.STRIP)
        lines.append((f"{brush.glyphs.down}{held}" if brief else brush.glyphs.down * held, ink))
    points = tally_view(seen, seat).total
    said = brush.p("points, in brief", "{number} pt", number=points)
    lines.append((said, brush.ink(Tone.GOOD if points else Tone.MUTE, Ground.STRIP)))
    if seen.calls[seat]:
        said = brush.t("koi-koi ×{count}", count=seen.calls[seat])
        lines.append((said, brush.ink(Tone.WARN, Ground.STRIP)))
    return lines


def _row(canvas: Canvas, groups: list[_Group], area: Rect, brush: Brush, rows: int) -> None:
    """One row of groups. The second of two starts at the middle where there is room for that."""
    forms = list(_Form) if rows >= 3 else [_Form.NUMBER]
    for form in forms:
        chips = [_chips(kind, cards, brush, form) for kind, cards in groups]
        if sum(map(_width, chips)) + len(chips) - 1 <= area.width:
            break
    shares = _shares([_width(of) for of in chips], area.width - len(chips) + 1)
    x = area.x
    for index, (of, share) in enumerate(zip(chips, shares, strict=True)):
        if index == 1 and len(chips) == 2:
            x = max(x, min(area.x + area.width * 2 // 5, area.right - share))
        _group(canvas, of, Rect(x, area.y, share, 1), brush)
        x += share + 1


def _shares(widths: list[int], room: int) -> list[int]:
    """The columns of every group of a row: all that are not complete get the same.

    In every row that there is this is enough for a sign, a count and the dots.
    """
    shares = [0] * len(widths)
    while (left := room - sum(shares)) > 0 and shares != widths:
        short = [index for index, share in enumerate(shares) if share < widths[index]]
        for index in short[:left]:
            shares[index] += min(max(left // len(short), 1), widths[index] - shares[index])
    return shares


def _chips(kind: Kind, cards: tuple[Card, ...], brush: Brush, form: _Form) -> list[_Chip]:
    """A group: its sign with the count first, then its cards."""
    sign = _Chip(
        f"{brush.glyphs.kind(kind)}{len(cards)}",
        brush.ink(brush.theme.of_kind(kind), Ground.STRIP),
    )
    return [sign, *(_Chip(_said(card, brush, form), brush.theme.of_card(card)) for card in cards)]


def _said(card: Card, brush: Brush, form: _Form) -> str:
    if form is _Form.NAME:
        return brush.glyphs.words(f"{card.month} {short.card_10(brush.text, card)}")
    if form is _Form.BRIEF:
        return brush.glyphs.words(f"{card.month} {short.card_4(brush.text, card)}")
    if card.ribbon is not None:
        letter = brush.p("ribbon, 1 column", RIBBON_LETTERS[card.ribbon])
        return f"{card.month}{letter}"
    return f"{card.month:>2}"


def _width(chips: list[_Chip]) -> int:
    return sum(chip.width + 1 for chip in chips) - 1


def _group(canvas: Canvas, chips: list[_Chip], area: Rect, brush: Brush) -> None:
    """Writes a group as far as it fits; dots stand for the rest."""
    x, dots = area.x, brush.glyphs.dots
    for index, chip in enumerate(chips):
        last = index == len(chips) - 1
        if x + chip.width + (0 if last else 1 + cell_len(dots)) > area.right:
            canvas.put(x, area.y, cut(dots, area.right - x), brush.ink(Tone.MUTE, Ground.STRIP))
            return
        x = canvas.put(x, area.y, chip.said, chip.ink) + 1


def _fan(canvas: Canvas, groups: list[_Group], area: Rect, brush: Brush) -> None:
    """The cards as a fan: small cards, each covering the last one but for its left edge.

    Of a covered card the month is to be seen in the caption. Left of a group stand its sign and its
    count, so that these are there also where nothing has been taken yet.
    """
    step = _fan_step(groups, area.width)
    x = area.x
    for kind, cards in groups:
        ink = brush.ink(brush.theme.of_kind(kind), Ground.STRIP, bold=bool(cards))
        canvas.put(x, area.y, brush.glyphs.kind(kind), ink)
        canvas.put(x, area.y + 1, str(len(cards)), ink)
        x += _FAN_SIGN
        x = fan(canvas, cards, Rect(x, area.y, area.right - x, HEIGHT), step, brush)
        x += 1


def _fan_step(groups: list[_Group], width: int) -> int:
    """Columns from one card of the fan to the next, so that all groups have room."""
    free = width - len(groups) * (_FAN_SIGN + 1) + 1
    covered = 0
    for _, cards in groups:
        if cards:
            free -= WIDTH
            covered += len(cards) - 1
    step = min(free // max(covered, 1), WIDTH + 1)
    return step if step >= COVERED else _LEAST_COVERED
