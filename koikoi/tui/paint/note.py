"""What a lesson says, on the table itself: above the prompt, where the eyes are anyway.

It takes the lower row of the field beside the stock. Lessons are made so that no card lies there.
"""

from __future__ import annotations

from typing import Final

from koikoi.text.cells import wrapped
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Rect
from koikoi.tui.layout import PER_ROW, Layout
from koikoi.tui.theme import Ground, Tone
from koikoi.tui.uistate import Does, Mood, Note, UiState

_WIDEST: Final = 76
"""Longer lines are hard to read."""


def note_area(layout: Layout) -> Rect:
    """The room that a lesson has for what it says."""
    first, stock = layout.field_place(PER_ROW), layout.stock_place()
    return Rect(first.x, first.y, min(stock.x - 1 - first.x, _WIDEST), first.height)


def note_lines(note: Note, width: int, brush: Brush) -> tuple[list[str], list[str]]:
    """What is told and what is to be done, in lines of at most so many columns."""
    told, task = (
        list(wrapped(brush.glyphs.words(said), width)) if said else []
        for said in (note.said, note.task)
    )
    return told, task


def note_width(area: Rect) -> int:
    """The columns of its lines: beside a bar and a blank, and before a blank."""
    return area.width - 3


def note(canvas: Canvas, ui: UiState, layout: Layout, brush: Brush) -> None:
    """What a lesson says now, at the bottom of its room; what does not fit is in the log."""
    if ui.note is None:
        return
    room = note_area(layout)
    told, task = note_lines(ui.note, note_width(room), brush)
    told = told[: max(room.height - len(task), 0)]
    height = min(len(told) + len(task), room.height)
    area = Rect(room.x, room.bottom - height, room.width, height)
    canvas.fill(area, brush.ink(Tone.TEXT, Ground.PANEL))
    bar = brush.ink(Tone.WARN if ui.note.warns else Tone.ACCENT, Ground.PANEL, bold=True)
    for row, said in enumerate((*told, *task)[:height]):
        ink = brush.ink(Tone.WARN if ui.note.warns else Tone.TEXT, Ground.PANEL)
        if row >= len(told):
            ink = brush.ink(Tone.ACCENT, Ground.PANEL, bold=True)
        canvas.put(area.x, area.y + row, brush.glyphs.bar_left, bar)
        canvas.put(area.x + 2, area.y + row, said, ink)
    if ui.mood is Mood.TOLD:
        canvas.zone(area, Does("go_on"))
