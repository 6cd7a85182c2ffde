"""Paints the table: a view and what is chosen become a frame. Pure; nothing here knows Textual."""

from __future__ import annotations

from rich.cells import cell_len

from koikoi.engine.actions import other
from koikoi.engine.view import PlayerView
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Frame, Rect, cut
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH, Layout
from koikoi.tui.paint import captures, cards, lines, note, panel, slim
from koikoi.tui.theme import Ground, Tone
from koikoi.tui.uistate import Mood, UiState


def paint(seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> Frame:
    """The whole table.

    Args:
        seen: What is shown; nothing that it does not hold can be on the picture.
        ui: What is chosen, asked and on the move.
        layout: Where everything is.
        brush: Inks, signs, faces, language.
    """
    canvas = Canvas(layout.width, layout.height, brush.ink(Tone.TEXT, Ground.PANEL))
    play = Rect(0, 1, layout.field.width, layout.footer.y - 1)
    canvas.fill(play, brush.ink(Tone.TEXT, Ground.TABLE))
    strips = (layout.rival, layout.theirs, layout.prompt, layout.keys, layout.own, layout.log)
    for strip in strips:
        canvas.fill(strip, brush.ink(Tone.TEXT, Ground.STRIP))
    canvas.fill(layout.rule, brush.ink(Tone.LINE, Ground.PANEL), brush.glyphs.wall)
    lines.header(canvas, seen, ui, layout, brush)
    cards.rival(canvas, seen, ui, layout, brush)
    captures.strip(canvas, seen, ui, layout, brush, other(ui.seat), layout.theirs)
    cards.field(canvas, seen, ui, layout, brush)
    note.note(canvas, ui, layout, brush)
    lines.prompt(canvas, seen, ui, layout, brush)
    cards.hand(canvas, seen, ui, layout, brush)
    captures.strip(canvas, seen, ui, layout, brush, ui.seat, layout.own)
    told = False
    if layout.has_wide_panel:
        told = panel.panel(canvas, seen, ui, layout, brush)
    else:
        slim.panel(canvas, seen, ui, layout, brush)
    log = layout.log
    if ui.mood is Mood.DECIDE and not told:
        # Nobody answers the question without having read what hangs on it.
        log = lines.stakes(canvas, seen, ui, log, brush)
    lines.log(canvas, ui, log, brush)
    lines.rounds(canvas, ui, layout.rounds, brush)
    lines.footer(canvas, layout.footer, ui.hints, brush)
    cards.flying(canvas, seen, ui, layout, brush)
    return canvas.frame()


def too_small(width: int, height: int, brush: Brush) -> Frame:
    """What is shown where the table does not fit: how much it needs. The match goes on later."""
    canvas = Canvas(width, height, brush.ink(Tone.TEXT, Ground.PANEL))
    said = brush.text.t(
        "Terminal {width}×{height}, need {least_width}×{least_height}",
        width=width,
        height=height,
        least_width=MIN_WIDTH,
        least_height=MIN_HEIGHT,
    )
    said = cut(brush.glyphs.words(said), width)
    canvas.put((width - cell_len(said)) // 2, height // 2, said, brush.ink(Tone.WARN, Ground.PANEL))
    return canvas.frame()
