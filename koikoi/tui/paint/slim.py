"""The panel of a few columns beside the smallest table: the own tally, and what threatens.

The other player's state has one column: a sign where one of their yaku is made or one card away.
The page of the tally tells the rest.
"""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from koikoi.engine.actions import other
from koikoi.engine.tally import Standing, TallyLine, tally_view
from koikoi.engine.view import PlayerView
from koikoi.text import short
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Rect, aligned, cut
from koikoi.tui.layout import Layout
from koikoi.tui.paint import advice, musing
from koikoi.tui.paint.advice import LIGHT_YAKU
from koikoi.tui.paint.panel import asked_about, raise_of, rows_of, standing_cell
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import Does, UiState

_POINTS: Final = 4
"""Columns of what raises a seat's points."""


def panel(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """Own tally, points of both, stock, and what the chosen card would make."""
    area = layout.panel
    tallies = (tally_view(seen, 0), tally_view(seen, 1))
    _title(canvas, ui, area, brush)
    y = area.y + 1
    for own, rival in rows_of(tallies, ui.seat):
        _yaku(canvas, Rect(area.x, y, area.width, 1), own, rival, ui, brush)
        y += 1
    canvas.zone(Rect(area.x, area.y, area.width, y - area.y), Does("yaku"))
    for seat in (ui.seat, other(ui.seat)):
        raised, tone = raise_of(seen, seat, tallies[seat], brush)
        points = f"{tallies[seat].total}{aligned(raised, max(_POINTS, cell_len(raised) + 1))}"
        name = cut(brush.glyphs.words(ui.tags[seat]), area.width - cell_len(points) - 1, ".")
        canvas.put(area.x, y, name, brush.ink(Tone.TEXT))
        bold = tone is not Tone.TEXT
        canvas.put(area.right - cell_len(points), y, points, brush.ink(tone, bold=bold))
        y += 1
    stock = brush.t("Stock {count}", count=seen.stock_size)
    canvas.put(area.x, y, cut(stock, area.width), brush.ink(Tone.MUTE))
    _brings(canvas, seen, ui, Rect(area.x, y + 1, area.width, area.bottom - y - 1), brush)


def _title(canvas: Canvas, ui: UiState, area: Rect, brush: Brush) -> None:
    """The own name above the own column, and the other's first letter above the signs."""
    ink = brush.ink(Tone.ACCENT, bold=True)
    own, rival = (brush.glyphs.words(ui.tags[seat]).upper() for seat in (ui.seat, other(ui.seat)))
    said = brush.t("YAKU")
    canvas.put(area.x, area.y, cut(said, area.width - 2), ink)
    name = cut(own, area.width - 2 - cell_len(said) - 1, ".")
    canvas.put(area.right - 2 - cell_len(name), area.y, name, ink)
    canvas.put(area.right - 1, area.y, cut(rival, 1), ink)


def _yaku(
    canvas: Canvas, area: Rect, own: TallyLine, rival: TallyLine, ui: UiState, brush: Brush
) -> None:
    """A yaku: its name, how far the own pile is, and a sign for the other player."""
    if own.id in LIGHT_YAKU:
        name = brush.p("yaku, 9 columns", "Lights")
    else:
        name = brush.glyphs.words(short.yaku_9(brush.text, own.id))
    made = own.standing is Standing.MADE
    said, tone = standing_cell(own, brush)
    if made:
        said = f"{brush.glyphs.made}{own.points}"  # without a word for the points
    right = area.right - 1
    bold = made or bool(own.completing)
    room = area.width - 1 - cell_len(said) - 1
    canvas.put(area.x, area.y, cut(name, room), brush.ink(Tone.TEXT, bold=bold))
    ink = brush.ink(tone, bold=tone in (Tone.GOOD, Tone.WARN))
    ink = ink._replace(reverse=(ui.seat, own.id) in ui.risen)
    canvas.put(right - cell_len(said), area.y, said, ink)
    if rival.standing is Standing.MADE:
        risen = (other(ui.seat), rival.id) in ui.risen
        ink = brush.ink(Tone.BAD, bold=True)._replace(reverse=risen)
        canvas.put(right, area.y, brush.glyphs.made, ink)
    elif rival.standing is Standing.OPEN and rival.completing:
        canvas.put(right, area.y, brush.glyphs.near, brush.ink(Tone.WARN, bold=True))


def _brings(canvas: Canvas, seen: PlayerView, ui: UiState, area: Rect, brush: Brush) -> None:
    """What the chosen card would make or advance, in brief; or what somebody thinks."""
    if ui.musing is not None:
        for row, line in enumerate(musing.brief_lines(ui, area.width, area.height, brush)):
            canvas.put(area.x, area.y + row, line.said, brush.ink(line.tone, bold=line.bold))
        return
    card = asked_about(seen, ui)
    if card is None:
        return
    # The line with the card's own name is not shown.
    told = advice.what_if(seen, ui, card, brush, area.height + 1)
    lines = [line for line in told if line.brief]
    y = area.y
    if lines and len(lines) < area.height:
        canvas.fill(area._replace(height=1), brush.ink(Tone.LINE), brush.glyphs.rule)
        y += 1
    lines = lines[: max(area.bottom - y, 0)]
    while lines and lines[-1].heads:
        lines.pop()
    for row, line in enumerate(lines, y):
        said = cut(brush.glyphs.words(line.brief), area.width, brush.glyphs.dots)
        canvas.put(area.x, row, said, brush.ink(line.tone, bold=line.bold))
