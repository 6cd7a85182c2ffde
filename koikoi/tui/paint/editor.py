"""The rules editor: the list of options, and all about the chosen one beside or below it. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.cells import cell_len

from koikoi.engine.rules import OPTION_BY_KEY
from koikoi.text.options import option_name
from koikoi.tui.brush import Brush
from koikoi.tui.editorwords import (
    ROWS,
    Entry,
    Heading,
    Look,
    detail,
    group_words,
    hints,
    title,
    value_words,
)
from koikoi.tui.frame import Canvas, Frame, Rect, cut
from koikoi.tui.paint.lines import footer
from koikoi.tui.sheet import Chosen, Line, Pressed, prose
from koikoi.tui.theme import Fill, Ground, Tone

_BESIDE: Final = 100
"""Columns from which on all about an option stands beside the list."""
_LIST: Final = (52, 80)
"""The least and the greatest columns of the list then."""
_VALUE: Final = 26
"""Columns of a value, the two arrows included."""
_SIGNS: Final = 5
"""Columns of the pointer and of the marks before an option's name."""


class Areas(NamedTuple):
    """Where the parts of the editor are.

    Attributes:
        options: The list.
        about: All about the chosen option.
        rule: The line between them, one row or one column.
    """

    options: Rect
    about: Rect
    rule: Rect


def areas(width: int, height: int) -> Areas:
    """The parts on a terminal of this size, which is at least 60×20."""
    if width >= _BESIDE:
        across = min(max(width * 11 // 20, _LIST[0]), _LIST[1])
        rows = height - 3
        return Areas(
            Rect(1, 1, across - 2, rows),
            Rect(across + 2, 1, min(width - across - 3, 80), rows),
            Rect(across, 1, 1, rows),
        )
    about = (height - 3) * 9 // 20
    rows = height - 3 - about
    return Areas(
        Rect(1, 1, width - 2, rows),
        Rect(2, rows + 2, width - 4, about),
        Rect(0, rows + 1, width, 1),
    )


def top_for(chosen: str, top: int, rows: int) -> int:
    """The first row of the list such that an option is seen with those next to it.

    So whoever clicks on the last one that is seen comes to the end; between two options there may
    be a heading.
    """
    at = ROWS.index(Entry(chosen))
    last = max(len(ROWS) - rows, 0)
    top = min(max(top, at + 3 - rows), at - 2)
    return max(0, min(top, last))


def paint_editor(look: Look, width: int, height: int, brush: Brush) -> Frame:
    """The editor.

    Args:
        look: What it shows.
        width: Columns of the terminal.
        height: Rows of the terminal.
        brush: Inks, signs, language.
    """
    canvas = Canvas(width, height, brush.ink(Tone.TEXT, Ground.PANEL))
    _header(canvas, look, brush)
    parts = areas(width, height)
    rows = ROWS[look.top : look.top + parts.options.height]
    for y, row in enumerate(rows, parts.options.y):
        area = Rect(parts.options.x, y, parts.options.width, 1)
        if isinstance(row, Heading):
            said = group_words(row.key, brush)
            canvas.put(area.x, y, cut(said, area.width), brush.ink(Tone.ACCENT, bold=True))
        else:
            _option(canvas, look, row.key, area, brush)
    wall = brush.glyphs.rule if parts.rule.height == 1 else brush.glyphs.wall
    canvas.fill(parts.rule, brush.ink(Tone.LINE, Ground.PANEL), wall)
    _about(canvas, look, parts.about, brush)
    _said(canvas, look, height, brush)
    footer(canvas, Rect(0, height - 1, width, 1), hints(look, brush), brush)
    return canvas.frame()


def _header(canvas: Canvas, look: Look, brush: Brush) -> None:
    ink = brush.fill(Fill.HEADER)
    canvas.fill(Rect(0, 0, canvas.width, 1), ink)
    said = brush.t("Esc close")
    at = canvas.width - 2 - cell_len(said)
    canvas.put(2, 0, title(look.draft, brush, at - 4), ink._replace(bold=True))
    canvas.put(at, 0, said, ink)
    canvas.zone(Rect(at, 0, cell_len(said), 1), Pressed("escape"))


def _option(canvas: Canvas, look: Look, key: str, area: Rect, brush: Brush) -> None:
    """A row of the list: pointer, marks, name, value."""
    mine = key == look.chosen
    ink = brush.fill(Fill.FOCUS) if mine else brush.ink(Tone.TEXT, Ground.PANEL)
    if mine:
        canvas.fill(area, ink)
    canvas.zone(area, Chosen(key))
    draft, glyphs = look.draft, brush.glyphs
    wrong = draft.problem(key) is not None
    sign = f" {glyphs.pointer if mine else ' '}"
    x = canvas.put(area.x, area.y, sign, ink)
    tone = Tone.BAD if wrong else Tone.WARN
    mark = f"{glyphs.near if wrong else ' '}{'*' if draft.differs(key) else ' '} "
    x = canvas.put(x, area.y, mark, ink if mine else brush.ink(tone, Ground.PANEL, bold=True))
    value_at = area.right - _VALUE
    name = cut(glyphs.words(option_name(brush.text, key)), value_at - x - 1, glyphs.dots)
    bold = not mine and draft.differs(key)
    canvas.put(x, area.y, name, ink._replace(bold=True) if bold else ink)
    _value(canvas, look, key, Rect(value_at, area.y, _VALUE, 1), brush)


def _value(canvas: Canvas, look: Look, key: str, area: Rect, brush: Brush) -> None:
    """A value; the chosen one has arrows to click on."""
    mine, glyphs = key == look.chosen, brush.glyphs
    ink = brush.fill(Fill.FOCUS) if mine else brush.ink(Tone.ACCENT, Ground.PANEL)
    if mine and look.typing:
        # The end of what is typed is what its writer looks at.
        said = glyphs.words(look.typed)
        while cell_len(said) > area.width - 3:
            said = said[1:]
        canvas.put(area.x + 2, area.y, f"{said}_", ink._replace(underline=True))
        return
    said = cut(value_words(look.draft, key, brush), area.width - 5, glyphs.dots)
    if not mine:
        canvas.put(area.x + 2, area.y, said, ink)
        return
    steps = OPTION_BY_KEY[key].type != "text"
    left, right = glyphs.left_right[0], glyphs.left_right[1]
    x = canvas.put(area.x, area.y, f"{left} " if steps else "  ", ink)
    end = canvas.put(x, area.y, said, ink)
    canvas.zone(Rect(x, area.y, area.right - x, 1), Pressed("enter"))
    if steps:
        canvas.put(end, area.y, f" {right}", ink)
        canvas.zone(Rect(area.x, area.y, 2, 1), Pressed("left"))
        canvas.zone(Rect(end, area.y, 3, 1), Pressed("right"))


def _about(canvas: Canvas, look: Look, area: Rect, brush: Brush) -> None:
    """All about the chosen option, as far as it has room; the rest is a page away."""
    lines = detail(look.draft, look.chosen, brush, area.width)
    more = len(lines) > area.height
    for y, line in enumerate(lines[: area.height - 1 if more else area.height], area.y):
        _put(canvas, line, area._replace(y=y, height=1), brush)
    if more:
        said = brush.t("{dots} Tab tells all about it", dots=brush.glyphs.dots)
        y = area.bottom - 1
        canvas.put(area.x, y, cut(said, area.width), brush.ink(Tone.MUTE, Ground.PANEL))
    canvas.zone(area, Pressed("tab"))


def _put(canvas: Canvas, line: Line, area: Rect, brush: Brush) -> None:
    x = area.x
    for span in line:
        said = cut(span.said, area.right - x)
        x = canvas.put(x, area.y, said, brush.ink(span.tone, Ground.PANEL, bold=span.bold))


def _said(canvas: Canvas, look: Look, height: int, brush: Brush) -> None:
    """What is to be said, in the row above the footer, or as many as it needs."""
    if not look.said:
        return
    ink = brush.fill(Fill.MATCH)
    lines = prose(brush.glyphs.words(look.said), max(canvas.width - 4, 1))
    for y, (line,) in enumerate(lines, height - 1 - len(lines)):
        canvas.fill(Rect(0, y, canvas.width, 1), ink)
        canvas.put(2, y, line.said, ink)
