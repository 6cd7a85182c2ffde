"""What is sent to the terminal when a frame follows another: the cells that changed, and no more.

Textual's compositor sends every changed row from its first column on, and each run of one style
with its whole style before and a reset behind it. Here the cursor jumps to what changed, only
those parts of a style are sent that differ from the ones before (:mod:`koikoi.tui.pen`), and what
is written in one style is written together. The first frame, and the first one of another size,
are Textual's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from koikoi.tui.frame import Frame, Ink, Row
from koikoi.tui.pen import PLAIN, stroke
from koikoi.tui.terminal import Colours

END: Final = "\x1b[m"
"""What every difference ends with, and nothing in it has."""

_JUMP: Final = 3
"""So many unchanged cells are rather sent again than jumped over: a jump costs some 7 bytes, and a
cell between one and all of a style."""
_UP: Final = "\x1bM"
_BELOW: Final = "\x1b[B\b"
_ABOVE: Final = _UP + "\b"
"""From behind a cell to the one below or above it; a jump is twice as long. To go down by a line
feed, a vertical tab or its own sequence would be as short as to go up; but consoles of Windows add
a carriage return to the first two or do not know the third, and the terminal of Emacs writes two
letters for the second."""
_FEW: Final = 32
"""So many pieces at most are put into an order that needs fewer bytes than the one down the screen:
as many as a key changes. The time for it grows faster than their number."""


class _Piece(NamedTuple):
    """Cells that are written one after the other in one ink.

    Attributes:
        y: Row of the first.
        x: Its column.
        text: The characters.
        ink: What it is written in; of blanks only the colour behind them counts.
        blank: Whether there are blanks only.
        width: Columns, if they go to the right.
        height: Rows, if they stand one below the other.
    """

    y: int
    x: int
    text: str
    ink: Ink
    blank: bool
    width: int = 1
    height: int = 1


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


def _pieces(before: Frame, after: Frame) -> Iterator[_Piece]:
    """What differs, down the screen, each piece of one ink as far as can be seen."""
    parts = tuple(_parts(before, after))
    heights = _columns(parts, after)
    below = {(y + step, x) for (y, x), height in heights.items() for step in range(1, height)}
    for y, start, end in parts:
        if end - start > 1:
            yield from _runs(after.rows[y], y, start, end)
        elif (y, start) not in below:  # otherwise it comes with the column that it belongs to
            height = heights.get((y, start), 1)
            text = "".join([after.rows[y + step][start].char for step in range(height)])
            blank = text.count(" ") == height
            yield _Piece(y, start, text, after.rows[y][start].ink, blank, height=height)


def _runs(row: Row, y: int, start: int, end: int) -> Iterator[_Piece]:
    """A part of a row in pieces. Blanks go with what stands beside them on the same ground."""

    def piece(until: int) -> _Piece:
        text = "".join([cell.char for cell in row[first:until]])
        return _Piece(y, first, text, ink, blank, until - first)

    first, ink, blank = start, row[start].ink, True
    for x in range(start, end):
        cell = row[x]
        is_blank = cell.char == " "
        if cell.ink != ink:
            if not ((is_blank or blank) and _alike(cell.ink, ink)):
                yield piece(x)
                first, ink, blank = x, cell.ink, True
            elif not is_blank:
                ink = cell.ink
        blank = blank and is_blank
    yield piece(end)


def _alike(one: Ink, two: Ink) -> bool:
    """Whether blanks look the same in two inks."""
    if one.underline or two.underline or one.reverse != two.reverse:
        return one == two
    if one.reverse:  # what is seen is the colour in front, and that may depend on bold and dim
        return one._replace(bg="") == two._replace(bg="")
    return one.bg == two.bg


@lru_cache(maxsize=1 << 13)
def _move(row: int, column: int, y: int, x: int) -> str:
    """From one place to another; all from 0, and a row of -1 is not known."""
    to = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"
    if row < 0:
        return to
    # The distance is often shorter to tell than the place.
    across = _steps(y - row, "B", "A")
    ways = [to, across + _steps(x - column, "C", "D"), "\r" + across + _steps(x, "C", "D")]
    if x < column:
        ways.append(across + "\b" * (column - x))
    return min(ways, key=len)


def _steps(count: int, onwards: str, back: str) -> str:
    """Some rows or columns on or, below 0, back."""
    if not count:
        return ""
    if count == -1 and back == "A":
        return _UP
    many = str(abs(count)) if abs(count) > 1 else ""
    return f"\x1b[{many}{onwards if count > 0 else back}"


def _put(row: int, column: int, piece: _Piece) -> tuple[str, str, int]:
    """How a piece comes to where it belongs: the way there, what is written, the row then."""
    way, low = _move(row, column, piece.y, piece.x), piece.y + piece.height - 1
    if piece.height == 1:
        return way, piece.text, low
    down, up = _BELOW.join(piece.text), _ABOVE.join(reversed(piece.text))
    climb = _move(row, column, low, piece.x)
    if len(climb) + len(up) <= len(way) + len(down):
        return climb, up, piece.y
    return way, down, low


def _written(pieces: Iterable[_Piece], width: int, colours: Colours) -> Iterator[str]:
    """What is sent for pieces in their order: for each its place, its ink, and its characters."""
    pen = PLAIN
    row = column = -1  # where the cursor is
    for piece in pieces:
        way, text, row = _put(row, column, piece)
        said, pen = stroke(pen, piece.ink, colours, blank=piece.blank)
        yield from (way, said, text)
        column = piece.x + piece.width
        if column >= width:
            row = -1  # behind the last column terminals differ


def _ordered(pieces: list[_Piece], width: int, colours: Colours) -> list[_Piece]:
    """Pieces in an order that needs few bytes: what is of one ink is brought together.

    Some 3 in 100 bytes are to be had beyond it, in ten times the time.
    """

    def length(order: list[_Piece]) -> int:
        return sum(map(len, _written(order, width, colours)))

    least = length(pieces)

    def shorter(order: list[_Piece]) -> bool:
        """Takes an order if it is."""
        nonlocal pieces, least
        now = length(order)
        if taken := now < least:
            pieces, least = order, now
        return taken

    for first, second in combinations(range(len(pieces)), 2):
        one, two = pieces[first], pieces[second]
        if one.ink == two.ink or ((one.blank or two.blank) and _alike(one.ink, two.ink)):
            before, between, behind = (
                pieces[:first],
                pieces[first + 1 : second],
                pieces[second + 1 :],
            )
            if between and not shorter([*before, one, two, *between, *behind]):
                shorter([*before, *between, one, two, *behind])
    for second in range(1, len(pieces)):
        one, two = pieces[second - 1 : second + 1]
        shorter([*pieces[: second - 1], two, one, *pieces[second + 1 :]])
    return pieces


def update(before: Frame, after: Frame, colours: Colours) -> str:
    """The bytes that turn one frame into the next of the same size, as text; empty for none.

    Args:
        before: What the terminal shows.
        after: What it is to show.
        colours: What it can show.
    """
    pieces = list(_pieces(before, after))
    if not pieces:
        return ""
    if len(pieces) <= _FEW:
        pieces = _ordered(pieces, after.width, colours)
    return "".join(_written(pieces, after.width, colours)) + END
