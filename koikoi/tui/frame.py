"""A picture of the screen as plain data: rows of styled cells, and what can be clicked on it.

Nothing here knows Textual. A cell is a character and its ink; the second cell of a character that
is two columns wide holds the empty string.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len


class Ink(NamedTuple):
    """How a character is written.

    Attributes:
        fg: The colour of the character: ``#rrggbb``, one of the names of the 16 colours such as
            ``bright_yellow``, or empty for the terminal's own.
        bg: The colour behind it, likewise.
        bold: Bold.
        dim: Faint.
        reverse: Both colours exchanged.
        underline: Underlined.
    """

    fg: str = ""
    bg: str = ""
    bold: bool = False
    dim: bool = False
    reverse: bool = False
    underline: bool = False


class Cell(NamedTuple):
    """One column of one row."""

    char: str
    ink: Ink


Row: TypeAlias = tuple[Cell, ...]


@lru_cache(maxsize=1 << 14)
def cell(char: str, ink: Ink) -> Cell:
    """A cell; the same object again where it can be, since a picture has thousands of few kinds.

    A host has the pictures of all who are there.
    """
    return Cell(char, ink)


class Rect(NamedTuple):
    """A rectangle of cells; ``x`` and ``y`` from 0 at the top left."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column that is no longer in it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row that is no longer in it."""
        return self.y + self.height

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell is in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class Zone(NamedTuple):
    """A part of the picture that a click means something on.

    Attributes:
        area: Where it is.
        target: What it is, in the words of whoever painted it.
    """

    area: Rect
    target: object


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture.

    Attributes:
        width: Columns.
        rows: The rows, each of ``width`` cells.
        zones: What can be clicked; later ones lie on top.
    """

    width: int
    rows: tuple[Row, ...]
    zones: tuple[Zone, ...] = ()

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def at(self, x: int, y: int) -> object | None:
        """What is clicked at a cell, ``None`` for nothing."""
        for zone in reversed(self.zones):
            if zone.area.holds(x, y):
                return zone.target
        return None

    def text(self) -> list[str]:
        """The characters of every row, for tests and for screen readers of pictures."""
        return ["".join(cell.char for cell in row) for row in self.rows]


def cut(text: str, width: int, mark: str = "") -> str:
    """The text in at most so many columns.

    Args:
        text: One line.
        width: Columns, 0 or more.
        mark: What stands for what was cut off, such as ``…``.
    """
    if cell_len(text) <= width:
        return text
    room = width - cell_len(mark)
    if room < 0:
        return ""
    kept = []
    for char in text:
        room -= cell_len(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept) + mark


def padded(text: str, width: int) -> str:
    """The text, cut or filled with blanks to exactly so many columns."""
    text = cut(text, width)
    return text + " " * (width - cell_len(text))


def aligned(text: str, width: int) -> str:
    """The text at the right end of exactly so many columns."""
    text = cut(text, width)
    return " " * (width - cell_len(text)) + text


_BLANK: Final = " "


@dataclass(slots=True)
class Canvas:
    """What a frame is painted on. Whatever lies outside is not painted, and is no error.

    Attributes:
        width: Columns.
        height: Rows.
        ground: The ink of cells that nothing was painted on.
    """

    width: int
    height: int
    ground: Ink
    _rows: list[list[Cell]] = field(init=False)
    _zones: list[Zone] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        blank = cell(_BLANK, self.ground)
        self._rows = [[blank] * self.width for _ in range(self.height)]

    @classmethod
    def over(cls, frame: Frame) -> Canvas:
        """A canvas that a frame is painted on already; what it had to click on is gone."""
        canvas = cls(frame.width, 0, Ink())
        canvas.height = frame.height
        canvas._rows = [list(row) for row in frame.rows]
        return canvas

    def put(self, x: int, y: int, text: str, ink: Ink) -> int:
        """Writes a text from a cell on; returns the column after it.

        A character of two columns that would stick out at the right is left away.
        """
        if text.isascii():
            if 0 <= y < self.height:
                row = self._rows[y]
                start, end = max(x, 0), min(x + len(text), self.width)
                if start < end:
                    self._mend(row, start, end)
                    row[start:end] = [cell(char, ink) for char in text[start - x : end - x]]
            return x + len(text)
        for char in text:
            columns = cell_len(char)
            if 0 <= y < self.height and x >= 0 and x + columns <= self.width and columns:
                row = self._rows[y]
                self._mend(row, x, x + columns)
                row[x] = cell(char, ink)
                if columns == 2:
                    row[x + 1] = cell("", ink)
            x += columns
        return x

    def _mend(self, row: list[Cell], start: int, end: int) -> None:
        """Takes away the other half of a wide character that is about to be painted over."""
        if row[start].char == "" and start:
            row[start - 1] = cell(_BLANK, row[start - 1].ink)
        if end < self.width and row[end].char == "":
            row[end] = cell(_BLANK, row[end].ink)

    def paste(self, x: int, y: int, rows: Sequence[Row]) -> None:
        """Lays rows of cells down, all of one width, with their upper left cell at a place."""
        for top, cells in enumerate(rows, y):
            start, end = max(x, 0), min(x + len(cells), self.width)
            if 0 <= top < self.height and start < end:
                row = self._rows[top]
                self._mend(row, start, end)
                row[start:end] = cells[start - x : end - x]
                if row[start].char == "":
                    row[start] = cell(_BLANK, row[start].ink)
                if end - x < len(cells) and cells[end - x].char == "":
                    row[end - 1] = cell(_BLANK, row[end - 1].ink)

    def fill(self, area: Rect, ink: Ink, char: str = _BLANK) -> None:
        """Fills a rectangle with one character of one column."""
        one = cell(char, ink)
        start, end = max(area.x, 0), min(area.right, self.width)
        if start >= end:
            return
        for y in range(max(area.y, 0), min(area.bottom, self.height)):
            row = self._rows[y]
            self._mend(row, start, end)
            row[start:end] = [one] * (end - start)

    def zone(self, area: Rect, target: object) -> None:
        """Makes a rectangle mean something when it is clicked."""
        self._zones.append(Zone(area, target))

    def frame(self) -> Frame:
        """The picture as it is now."""
        return Frame(self.width, tuple(tuple(row) for row in self._rows), tuple(self._zones))
