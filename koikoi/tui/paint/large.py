"""Large letters, to be read from the back of a room: a font of dots, in whatever a terminal has.

The font has what commands and addresses are made of. A dot is as large as there is room for: two
cells wide and one high, a cell, half of one, or a quarter; without block glyphs it is a sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from koikoi.tui.frame import Canvas, Ink, Rect
from koikoi.tui.glyphs import Glyphs
from koikoi.tui.terminal import GlyphSet

Dots: TypeAlias = tuple[str, ...]
"""Rows of dots, ``#`` for one that is set; all of one length."""

HEIGHT: Final = 8
"""Rows of a letter: seven, and one for what hangs below the line."""
_APART: Final = 1
"""Rows between two lines."""

_FONT: Final = """
a .... .... .##. ...# .### #..# .###
b #... #... ###. #..# #..# #..# ###.
c ... ... .## #.. #.. #.. .##
d ...# ...# .### #..# #..# #..# .###
e .... .... .##. #..# #### #... .###
f .## #.. ### #.. #.. #.. #..
g .... .... .### #..# #..# .### ...# .##.
h #... #... ###. #..# #..# #..# #..#
i # . # # # # #
j .# .. .# .# .# .# .# #.
k #... #... #..# #.#. ##.. #.#. #..#
l #. #. #. #. #. #. .#
m ..... ..... ####. #.#.# #.#.# #.#.# #.#.#
n .... .... ###. #..# #..# #..# #..#
o .... .... .##. #..# #..# #..# .##.
p .... .... ###. #..# #..# ###. #... #...
q .... .... .### #..# #..# .### ...# ...#
r ... ... #.# ##. #.. #.. #..
s .... .... .### #... .##. ...# ###.
t .#. .#. ### .#. .#. .#. ..#
u .... .... #..# #..# #..# #..# .###
v ..... ..... #...# #...# .#.#. .#.#. ..#..
w ..... ..... #.#.# #.#.# #.#.# #.#.# .#.#.
x .... .... #..# #..# .##. #..# #..#
y .... .... #..# #..# #..# .### ...# .##.
z .... .... #### ..#. .#.. #... ####
0 .##. #..# #..# #..# #..# #..# .##.
1 .#. ##. .#. .#. .#. .#. ###
2 .##. #..# ...# ..#. .#.. #... ####
3 .##. #..# ...# .##. ...# #..# .##.
4 #..# #..# #..# #### ...# ...# ...#
5 #### #... ###. ...# ...# #..# .##.
6 .##. #... #... ###. #..# #..# .##.
7 #### ...# ...# ..#. ..#. .#.. .#..
8 .##. #..# #..# .##. #..# #..# .##.
9 .##. #..# #..# .### ...# ...# .##.
- ... ... ... ... ### ... ...
. . . . . . . #
@ ...... .####. #....# #.##.# #.##.# #.#### #..... .####.
: . . . # . # .
_ .... .... .... .... .... .... .... ####
/ ...# ...# ..#. ..#. .#.. .#.. #...
"""
_BLANK: Final = 3
"""Columns of a blank between two words."""


@cache
def font() -> dict[str, Dots]:
    """The dots of every letter."""
    letters: dict[str, Dots] = {" ": ("." * _BLANK,) * HEIGHT}
    for line in _FONT.split("\n"):
        letter, *rows = line.split() or [""]
        if letter:
            rows += ["." * len(rows[0])] * (HEIGHT - len(rows))
            letters[letter] = tuple(rows)
    return letters


class Dot(Enum):
    """How large a dot is: columns and rows of a cell, in halves of one."""

    DOUBLE = (4, 2)
    CELL = (2, 2)
    HALF = (2, 1)
    QUARTER = (1, 1)


_DOTS: Final = {
    GlyphSet.FULL: (Dot.DOUBLE, Dot.HALF, Dot.QUARTER),
    GlyphSet.SAFE: (Dot.DOUBLE, Dot.HALF),
    # A sign alone is as good a dot as two, and leaves letters the shape that they have.
    GlyphSet.ASCII: (Dot.DOUBLE, Dot.CELL),
}
"""What dots of a set of signs can be, the largest first."""


class Lettering(NamedTuple):
    """Words in large letters.

    Attributes:
        dot: How large their dots are.
        lines: The dots of every line.
        width: Columns of cells.
        height: Rows of cells.
    """

    dot: Dot
    lines: tuple[Dots, ...]
    width: int
    height: int


def lettering(said: str, width: int, height: int, glyphs: Glyphs) -> Lettering | None:
    """Words in the largest letters that there is room for.

    Args:
        said: The words; they may be broken at blanks.
        width: Columns that there are.
        height: Rows that there are.
        glyphs: The signs of the terminal.

    Returns:
        ``None`` where they have to be written in letters of the usual size.
    """
    if not said or any(letter not in font() for letter in said):
        return None
    for dot in _DOTS[glyphs.name]:
        for lines in _broken(said, width * 2 // dot.value[0]):
            found = _measured(dot, lines)
            if found.width <= width and found.height <= height:
                return found
    return None


def _broken(said: str, columns: int) -> Iterator[tuple[str, ...]]:
    """The words in one line, and in as few more as they need."""
    yield (said,)
    lines: list[str] = []
    for word in said.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and len(_dotted(longer)[0]) <= columns:
            lines[-1] = longer
        else:
            lines.append(word)
    yield tuple(lines)


def _dotted(line: str) -> Dots:
    """The dots of a line."""
    letters = [font()[letter] for letter in line]
    return tuple(".".join(letter[row] for letter in letters) for row in range(HEIGHT))


def _measured(dot: Dot, said: tuple[str, ...]) -> Lettering:
    lines = [_dotted(line) for line in said]
    lines[:-1] = [(*line, *_APART * ("." * len(line[0]),)) for line in lines[:-1]]
    # What hangs below the last line counts only where something does.
    while lines[-1] and "#" not in lines[-1][-1]:
        lines[-1] = lines[-1][:-1]
    across, down = dot.value
    width = max(len(line[0]) for line in lines)
    height = sum(-(-len(line) * down // 2) for line in lines)
    return Lettering(dot, tuple(lines), -(-width * across // 2), height)


def letter(canvas: Canvas, area: Rect, found: Lettering, glyphs: Glyphs, ink: Ink) -> None:
    """Writes large letters, in the middle of an area's columns."""
    y = area.y
    for dots in found.lines:
        across, down = found.dot.value
        width = -(-len(dots[0]) * across // 2)
        x = area.x + (area.width - width) // 2
        for row, cells in enumerate(_cells(dots, found.dot, glyphs.block)):
            canvas.put(x, y + row, cells, ink)
        y += -(-len(dots) * down // 2)


_QUARTERS: Final = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""Blocks by which quarters they have: 8 top left, 4 top right, 2 bottom left, 1 bottom right."""


def _cells(dots: Dots, dot: Dot, block: str) -> Iterator[str]:
    """The rows of cells that show a line's dots."""
    across, down = dot.value
    if down == 2:
        wide = across // 2
        for row in dots:
            yield "".join((block if one == "#" else " ") * wide for one in row)
        return
    for top in range(0, len(dots), 2):
        upper = dots[top]
        lower = dots[top + 1] if top + 1 < len(dots) else "." * len(upper)
        if across == 2:  # a dot is as wide as a cell: both of its halves are alike
            upper, lower = ("".join(one * 2 for one in row) for row in (upper, lower))
        yield "".join(
            _QUARTERS[sum(8 >> place for place, one in enumerate(quarters) if one == "#")]
            for quarters in _quarters(upper, lower)
        )


def _quarters(upper: str, lower: str) -> Iterator[str]:
    for x in range(0, len(upper), 2):
        yield upper[x : x + 2].ljust(2, ".") + lower[x : x + 2].ljust(2, ".")
