"""A terminal of cells that takes a difference of two pictures to the letter, and how cells look.

Whatever terminals do not do alike is an error here: to step from behind the last column, to leave
the screen, to write half a wide character over.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from rich.cells import cell_len

from koikoi.tui.frame import Cell, Frame, Ink
from koikoi.tui.pen import colour_of
from koikoi.tui.terminal import Colours

_SENT: Final = re.compile(
    r"\x1b\[(?P<given>[\d;]*)(?P<final>[HmABCD])|\x1b(?P<up>M)|(?P<char>[^\x1b])", re.DOTALL
)
_STEPS: Final = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}

Look: TypeAlias = object
"""What can be seen of a cell; equal where two look the same on every terminal."""


def look(cell: Cell, colours: Colours) -> Look:
    """What can be seen of a cell of a picture."""
    ink = cell.ink
    return _seen(cell.char, ink._replace(fg=_code(ink.fg, colours), bg=_code(ink.bg, colours)))


def _code(name: str, colours: Colours) -> str:
    """A colour as the parameters that choose it in front."""
    colour = colour_of(name, colours)
    return "" if colour is None else ";".join(colour.get_ansi_codes())


def _seen(char: str, ink: Ink) -> Look:
    """What can be seen of a character in an ink whose colours are parameters."""
    if char == "":
        return ""
    # One of the first 16 colours, and the terminal's own, may be another where it is bold.
    plain = ";" in ink.fg
    front = (ink.fg, ink.dim, ink.bold and not plain)
    back = (ink.bg, False, False)
    if ink.reverse:
        front, back = back, front
    if char == " " and not ink.underline:
        return char, back
    return char, front, back, ink.bold, ink.dim, ink.underline


class Cells:
    """A terminal that shows a picture.

    Args:
        shown: The picture.
        colours: What the terminal can show.

    Attributes:
        looks: What can be seen of every cell.
    """

    def __init__(self, shown: Frame, colours: Colours) -> None:
        self.looks = [[look(cell, colours) for cell in row] for row in shown.rows]
        self._width, self._height = shown.width, shown.height
        self._x = self._y = -1
        self._ink = Ink()

    def feed(self, sent: str) -> None:
        """Takes what is sent."""
        place = 0
        while place < len(sent):
            found = _SENT.match(sent, place)
            assert found is not None, "neither a sequence of ours nor a character"
            place = found.end()
            given, final, char = found["given"], found["final"], found["char"]
            if final == "H":
                row, _, column = given.partition(";")
                self._go(int(column or 1) - 1, int(row) - 1)
            elif final == "m":
                self._ink = inked(self._ink, given)
            elif found["up"]:
                self._step("", "A", None)
            elif final or char in "\r\b":
                self._step(given, final, char)
            else:
                self._put(char)

    def _go(self, x: int, y: int) -> None:
        assert 0 <= x < self._width, "left the screen sideways"
        assert 0 <= y < self._height, "left the screen upwards or downwards"
        self._x, self._y = x, y

    def _step(self, given: str, final: str | None, char: str | None) -> None:
        assert 0 <= self._x < self._width, "a step from behind the last column, or from nowhere"
        assert given != "0", "no step, which terminals take for one"
        if char == "\r":
            self._go(0, self._y)
        else:
            across, down = _STEPS[final or "D"]
            count = int(given or 1)
            self._go(self._x + across * count, self._y + down * count)

    def _put(self, char: str) -> None:
        assert char >= " ", "a control character that is not one of ours"
        width = cell_len(char)
        row = self.looks[self._y]
        end = self._x + width
        assert 0 <= self._x < end <= self._width, "written over the edge"
        if row[self._x] == "":
            row[self._x - 1] = "half a character"
        if end < self._width and row[end] == "":
            row[end] = "half a character"
        row[self._x : end] = [_seen(char, self._ink), *[""] * (width - 1)]
        self._x = end


def inked(ink: Ink, parameters: str) -> Ink:
    """The ink after a sequence of it, with colours as the parameters that choose them in front."""
    numbers = [int(one or 0) for one in parameters.split(";")]
    while numbers:
        code = numbers.pop(0)
        if code in (38, 48):
            more = [numbers.pop(0) for _ in range({5: 2, 2: 4}[numbers[0]])]
            colour = ";".join(map(str, [38, *more]))
            ink = ink._replace(fg=colour) if code == 38 else ink._replace(bg=colour)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            ink = ink._replace(fg=str(code))
        elif 40 <= code <= 47 or 100 <= code <= 107:
            ink = ink._replace(bg=str(code - 10))
        else:
            ink = {
                0: Ink(),
                1: ink._replace(bold=True),
                2: ink._replace(dim=True),
                22: ink._replace(bold=False, dim=False),
                4: ink._replace(underline=True),
                24: ink._replace(underline=False),
                7: ink._replace(reverse=True),
                27: ink._replace(reverse=False),
                39: ink._replace(fg=""),
                49: ink._replace(bg=""),
            }[code]
    return ink
