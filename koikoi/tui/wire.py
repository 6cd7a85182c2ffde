"""What is sent to the terminal when a frame follows another: the cells that changed, and no more.

Textual's compositor sends every changed row from its first column on, and each run of one style
with its whole style before and a reset behind it. Here the cursor jumps to what changed, and only
those parts of a style are sent that differ from the ones before. The first frame, and the first one
of another size, are Textual's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem

from koikoi.tui.frame import Cell, Frame, Ink, Row
from koikoi.tui.terminal import Colours
from koikoi.tui.theme import xterm

_SYSTEMS: Final = {
    Colours.TRUECOLOR: ColorSystem.TRUECOLOR,
    Colours.EXTENDED: ColorSystem.EIGHT_BIT,
    Colours.BASIC: ColorSystem.STANDARD,
}
_XTERM: Final = {xterm(number): number for number in range(16, 256)}
"""The numbers of the xterm palette; the library's own mapping misses the light greys by one."""
_JUMP: Final = 3
"""So many unchanged cells are rather sent again than jumped over: a jump costs some 7 bytes, and a
cell between one and all of a style."""
_PLAIN: Final = Ink()
_BELOW: Final = "\v\b"
"""From behind a cell to the one below it; a jump is four times as long. A vertical tab is a line
feed for every terminal since the VT100, and no terminal driver adds a carriage return to it."""


@lru_cache(maxsize=1024)
def colour_of(name: str, colours: Colours) -> Color | None:
    """A colour as the terminal has it, ``None`` for its own and where it has none.

    Args:
        name: As in :class:`koikoi.tui.frame.Ink`.
        colours: What the terminal can show.
    """
    if not name or colours is Colours.NONE:
        return None
    if colours is Colours.EXTENDED and name in _XTERM:
        return Color.from_ansi(_XTERM[name])
    return Color.parse(name).downgrade(_SYSTEMS[colours])


@lru_cache(maxsize=512)
def _colour(name: str, colours: Colours, *, foreground: bool) -> str:
    """The parameters that choose a colour; empty where the terminal has none."""
    if colours is Colours.NONE:
        return ""
    if not name:
        return "39" if foreground else "49"
    chosen = colour_of(name, colours)
    assert chosen is not None
    return ";".join(chosen.get_ansi_codes(foreground=foreground))


def _change(before: Ink, after: Ink, colours: Colours) -> str:
    """The sequence that leads from one ink to another."""
    parameters = []
    lighter = (before.bold and not after.bold) or (before.dim and not after.dim)
    if lighter:
        parameters.append("22")  # ends both
    for on, had, has in (
        ("1", before.bold and not lighter, after.bold),
        ("2", before.dim and not lighter, after.dim),
    ):
        if has and not had:
            parameters.append(on)
    for on, off, had, has in (
        ("4", "24", before.underline, after.underline),
        ("7", "27", before.reverse, after.reverse),
    ):
        if had != has:
            parameters.append(on if has else off)
    if before.fg != after.fg:
        parameters.append(_colour(after.fg, colours, foreground=True))
    if before.bg != after.bg:
        parameters.append(_colour(after.bg, colours, foreground=False))
    said = ";".join(part for part in parameters if part)
    return f"\x1b[{said}m" if said else ""


def spans(before: Row, after: Row) -> Iterator[tuple[int, int]]:
    """The parts of a row that differ: first column, and the one after the last.

    Parts begin and end at whole characters, and those with few cells between them are one.
    """
    start = end = -1
    for x, (was, now) in enumerate(zip(before, after, strict=True)):
        if was == now:
            continue
        if start >= 0 and x - end > _JUMP:
            yield _whole(before, after, start, end)
            start = -1
        if start < 0:
            start = x
        end = x + 1
    if start >= 0:
        yield _whole(before, after, start, end)


def _whole(before: Row, after: Row, start: int, end: int) -> tuple[int, int]:
    """A part, grown to the whole of the wide characters that it cuts, old and new ones."""
    while start and "" in (before[start].char, after[start].char):
        start -= 1
    while end < len(after) and "" in (before[end].char, after[end].char):
        end += 1
    return start, end


def _shows_on_blanks(pen: Ink, ink: Ink) -> bool:
    """Whether more than the colour behind a blank can be seen."""
    return pen.reverse or ink.reverse or pen.underline or ink.underline


def _parts(before: Frame, after: Frame) -> Iterator[tuple[int, int, int]]:
    """What differs: row, first column, and the one after the last."""
    for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        if old != new:
            for start, end in spans(old, new):
                yield y, start, end


def _columns(parts: Iterable[tuple[int, int, int]], after: Frame) -> dict[tuple[int, int], int]:
    """Single cells of one ink that stand one below the other, such as the bars beside a card.

    Returns:
        The height of each such column, by its first row and its column; the last column of the
        terminal has none, since nothing can be stepped back from it.
    """
    single = {(y, start) for y, start, end in parts if end - start == 1 and end < after.width}
    heights: dict[tuple[int, int], int] = {}
    for y, x in sorted(single):
        ink, height = after.rows[y][x].ink, 1
        if (y - 1, x) in single and after.rows[y - 1][x].ink == ink:
            continue  # it belongs to the one above
        while (y + height, x) in single and after.rows[y + height][x].ink == ink:
            height += 1
        if height > 1:
            heights[y, x] = height
    return heights


def update(before: Frame, after: Frame, colours: Colours) -> str:
    """The bytes that turn one frame into the next of the same size, as text; empty for none.

    Args:
        before: What the terminal shows.
        after: What it is to show.
        colours: What it can show.
    """
    sent: list[str] = []
    pen = _PLAIN

    def put(cell: Cell) -> None:
        nonlocal pen
        ink = cell.ink
        if cell.char == " " and not _shows_on_blanks(pen, ink):
            ink = pen._replace(bg=ink.bg)  # nothing else of it would be seen
        if ink != pen:
            sent.append(_change(pen, ink, colours))
            pen = ink
        sent.append(cell.char)

    parts = tuple(_parts(before, after))
    heights = _columns(parts, after)
    row = column = -1  # where the cursor is
    below = {(y + step, x) for (y, x), height in heights.items() for step in range(1, height)}
    for y, start, end in parts:
        if (y, start) in below and end - start == 1:
            continue  # it came with the column that it belongs to
        # On the way on in a row the distance is shorter to tell than the place.
        ahead = start - column if y == row else -1
        sent.append(f"\x1b[{ahead}C" if ahead > 0 else f"\x1b[{y + 1};{start + 1}H")
        for cell in after.rows[y][start:end]:
            put(cell)
        height = heights.get((y, start), 1)
        for step in range(1, height):
            sent.append(_BELOW)
            put(after.rows[y + step][start])
        row, column = y + height - 1, end
    if sent:
        sent.append("\x1b[0m\x1b[H")
    return "".join(sent)
