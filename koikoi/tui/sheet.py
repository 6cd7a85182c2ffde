"""Pages of words: their model, and how they are painted, whole or as a dialog over the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from rich.cells import cell_len

from koikoi.engine.cards import Card
from koikoi.text.cells import wrapped
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Frame, Ink, Rect, Row, cut, padded
from koikoi.tui.paint.lines import footer
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import KeyHint

WIDEST: Final = 100
"""Longer lines are hard to read; the rest of a wide terminal stays empty."""

_ILLUSTRATION: Final = 28
_PICTURES: Final = {(_ILLUSTRATION, 20): 50, (14, 10): 44}
"""The sizes of the picture beside a page's lines, and the columns that these need beside it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A few words in one ink.

    Attributes:
        said: The words, in letters that the terminal has.
        tone: Their tone.
        bold: Whether they are bold.
        fill: A fill instead of the tone.
    """

    said: str
    tone: Tone = Tone.TEXT
    bold: bool = False
    fill: Fill | None = None


Line: TypeAlias = tuple[Span, ...]


BLANK: Final[Line] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A line that can be chosen.

    Attributes:
        name: What choosing it means.
        line: How it reads.
        keys: Keys that choose it at once.
    """

    name: str
    line: Line
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Painted:
    """A line that is painted already: a row of what is no words.

    Attributes:
        row: Its cells.
    """

    row: Row


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of words.

    Attributes:
        title: What stands at its top.
        lines: Its lines, not wider than the page.
        hints: The keys that work.
        closing: The command that a click on its title bar's right end means, if it can be closed.
        head: Lines that stay above the others wherever these are scrolled to.
    """

    title: str
    lines: tuple[Line | Item | Painted, ...]
    hints: tuple[KeyHint, ...] = ()
    closing: bool = True
    head: tuple[Line, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """The lines that can be chosen."""
        return tuple(line for line in self.lines if isinstance(line, Item))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A click on an item."""

    name: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A click on a hint of the footer: as if its key were pressed."""

    key: str


def prose(
    said: str, width: int, tone: Tone = Tone.TEXT, *, bold: bool = False, indent: int = 0
) -> tuple[Line, ...]:
    """A sentence as lines of a sheet."""
    return tuple((Span(line, tone, bold),) for line in wrapped(said, width, indent))


def reading_hints(brush: Brush) -> tuple[KeyHint, ...]:
    """The keys of a page that is only read; scrolling is shown only where there is more to read."""
    return (
        KeyHint(brush.glyphs.up_down, brush.text.t("scroll"), "down"),
        KeyHint(brush.text.t("Esc"), brush.text.t("back"), "escape"),
    )


def choosing_hints(brush: Brush, back: str) -> tuple[KeyHint, ...]:
    """The keys of a list to choose from; ``back`` is what Escape does."""
    return (
        KeyHint(brush.glyphs.up_down, brush.text.t("choose"), "down"),
        KeyHint(brush.text.t("Enter"), brush.text.t("ok"), "enter"),
        KeyHint(brush.text.t("Esc"), back, "escape"),
    )


def text_width(width: int, widest: int = WIDEST) -> int:
    """The columns of a page's lines on a terminal of so many columns."""
    return max(min(width - 4, widest), 1)


def rows_shown(height: int, head: int = 0) -> int:
    """How many lines of a page a terminal of so many rows shows below those of its head."""
    return max(height - 3 - head, 1)


def room_beside(width: int, area: Rect | None, widest: int = WIDEST) -> Rect:
    """The columns of a page's lines, beside its picture where it has one; of the first line."""
    if area is None:
        return Rect(2, 2, text_width(width, widest), 1)
    return Rect(area.right + 3, 2, text_width(width, widest) - area.width - 3, 1)


def picture_area(width: int, height: int, brush: Brush) -> Rect | None:
    """Where the large picture of a card is at the left of a page; ``None`` without room for one.

    Args:
        width: Columns of the terminal.
        height: Rows of the terminal.
        brush: The faces; text cards need less room.
    """
    for (columns, rows), least in _PICTURES.items():
        if columns == _ILLUSTRATION and not brush.faces.pictured:
            continue
        if width >= columns + least and height >= rows + 4:
            return Rect(2, 2, columns, rows + 1)
    return None


def paint_sheet(
    sheet: Sheet,
    width: int,
    height: int,
    brush: Brush,
    *,
    top: int = 0,
    chosen: str = "",
    card: Card | None = None,
    widest: int = WIDEST,
) -> Frame:
    """A page that fills the terminal.

    Args:
        sheet: The page.
        width: Columns of the terminal.
        height: Rows of the terminal.
        brush: Inks, signs, language.
        top: The first line that is shown.
        chosen: The name of the chosen item.
        card: A card whose picture stands at the left where there is room for it.
        widest: The most columns of its lines.
    """
    canvas = Canvas(width, height, brush.ink(Tone.TEXT, Ground.PANEL))
    title_bar(canvas, sheet.title, brush.t("Esc close") if sheet.closing else "", brush)
    shown = rows_shown(height, len(sheet.head))
    area = None if card is None else picture_area(width, height, brush)
    if card is not None and area is not None:
        brush.faces.face(canvas, area, card)
    room = room_beside(width, area, widest)
    for row, line in enumerate((*sheet.head, *sheet.lines[top : top + shown])):
        _line(canvas, line, room._replace(y=room.y + row), brush, chosen)
    _more(canvas, sheet, top, shown, brush)
    scrolls = bool(sheet.items) or len(sheet.lines) > shown
    hints = [hint for hint in sheet.hints if scrolls or hint.command != "down"]
    footer(canvas, Rect(0, height - 1, width, 1), hints, brush)
    return canvas.frame()


def title_bar(canvas: Canvas, title: str, closing: str, brush: Brush) -> None:
    """The first row of a page.

    Args:
        canvas: What it is drawn on.
        title: What the page is about.
        closing: What its right end says, where a click closes the page; empty where none does.
        brush: Inks, signs, language.
    """
    header = brush.fill(Fill.HEADER)
    canvas.fill(Rect(0, 0, canvas.width, 1), header)
    canvas.put(2, 0, cut(title, canvas.width - 12), header._replace(bold=True))
    if closing:
        at = canvas.width - 2 - cell_len(closing)
        canvas.put(at, 0, closing, header)
        canvas.zone(Rect(at, 0, cell_len(closing), 1), Pressed("escape"))


def _more(canvas: Canvas, sheet: Sheet, top: int, shown: int, brush: Brush) -> None:
    """How far the page has been read, where it is longer than the terminal."""
    if len(sheet.lines) <= shown:
        return
    said = brush.t(
        "{up_down} {last}/{count}",
        up_down=brush.glyphs.up_down,
        last=min(top + shown, len(sheet.lines)),
        count=len(sheet.lines),
    )
    at = canvas.width - 2 - cell_len(said)
    canvas.put(at, 1, said, brush.ink(Tone.MUTE, Ground.PANEL))


def _line(
    canvas: Canvas, line: Line | Item | Painted, area: Rect, brush: Brush, chosen: str
) -> None:
    if isinstance(line, Painted):
        canvas.paste(area.x, area.y, (line.row[: area.width],))
        return
    if isinstance(line, Item):
        mine = line.name == chosen
        ink = brush.fill(Fill.FOCUS)
        if mine:
            canvas.fill(area, ink)
        sign = brush.glyphs.pointer if mine else " "
        x = canvas.put(area.x, area.y, f" {sign} ", ink if mine else brush.ink(Tone.TEXT))
        _spans(canvas, line.line, x, area, brush, ink if mine else None)
        canvas.zone(area, Chosen(line.name))
        return
    _spans(canvas, line, area.x, area, brush, None)


def _spans(canvas: Canvas, line: Line, x: int, area: Rect, brush: Brush, ink: Ink | None) -> None:
    for span in line:
        said = cut(span.said, area.right - x)
        own = brush.ink(span.tone, Ground.PANEL, bold=span.bold)
        if span.fill is not None:
            own = brush.fill(span.fill)
        x = canvas.put(x, area.y, said, ink or own)


def line_width(line: Line | Item | Painted) -> int:
    """The columns of a line."""
    if isinstance(line, Painted):
        return len(line.row)
    return sum(cell_len(span.said) for span in (line.line if isinstance(line, Item) else line))


def paint_dialog(sheet: Sheet, below: Frame, brush: Brush, *, chosen: str = "") -> Frame:
    """A page as a box in the middle of what is below it, which stays readable around it.

    Args:
        sheet: The page.
        below: What is below.
        brush: Inks, signs, language.
        chosen: The name of the chosen item.
    """
    inner = max([cell_len(sheet.title) + 2, *(line_width(line) + 4 for line in sheet.lines)])
    width = min(inner + 4, below.width)
    height = min(len(sheet.lines) + 4, below.height)
    area = Rect((below.width - width) // 2, (below.height - height) // 2, width, height)
    canvas = Canvas.over(below)
    ink = brush.ink(Tone.ACCENT, Ground.PANEL)
    canvas.fill(area, brush.ink(Tone.TEXT, Ground.PANEL))
    _frame(canvas, area, ink, brush)
    title = cut(f" {sheet.title} ", width - 4)
    canvas.put(area.x + 2, area.y, title, brush.ink(Tone.ACCENT, Ground.PANEL, bold=True))
    for row, line in enumerate(sheet.lines[: height - 4]):
        _line(canvas, line, Rect(area.x + 2, area.y + 2 + row, width - 4, 1), brush, chosen)
    if sheet.hints:
        footer(canvas, Rect(0, below.height - 1, below.width, 1), sheet.hints, brush)
    return canvas.frame()


def _frame(canvas: Canvas, area: Rect, ink: Ink, brush: Brush) -> None:
    top_left, top_right, low_left, low_right, across, down = tuple(brush.glyphs.box)
    inner = area.width - 2
    canvas.put(area.x, area.y, top_left + across * inner + top_right, ink)
    for y in range(area.y + 1, area.bottom - 1):
        canvas.put(area.x, y, down, ink)
        canvas.put(area.right - 1, y, down, ink)
    canvas.put(area.x, area.bottom - 1, low_left + across * inner + low_right, ink)


def column(said: str, width: int) -> str:
    """Words as a cell of a table, with a blank after it."""
    return padded(said, width - 1) + " "
