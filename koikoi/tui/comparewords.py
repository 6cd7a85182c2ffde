"""Sets of rules side by side as a table: how it is divided, and its lines. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from koikoi.engine.rules import Rules
from koikoi.text.cells import wrapped
from koikoi.text.comparing import Row, compared, heads, sources
from koikoi.tui.brush import Brush
from koikoi.tui.frame import padded
from koikoi.tui.sheet import BLANK, Line, Sheet, Span, prose
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

WIDEST: Final = 160
"""A table may be wider than lines that are read."""

_LABEL: Final = (20, 34)
"""The least and the greatest columns of an option's name."""
_CELL: Final = (15, 26)
"""The least and the greatest columns of a value, the blank behind it included."""


class Grid(NamedTuple):
    """How a table is divided.

    Attributes:
        label: Columns of an option's name.
        cell: Columns of a value.
        across: How many sets of rules have room beside each other.
    """

    label: int
    cell: int
    across: int


def _label(width: int) -> int:
    return min(max(width * 3 // 10, _LABEL[0]), _LABEL[1])


def _room(width: int) -> int:
    """How many values have room beside each other."""
    return max((width - _label(width)) // _CELL[0], 1)


def grid(width: int, count: int) -> Grid:
    """The division for so many columns and so many sets of rules.

    Where not all have room, the table is one of several with about as many sets in each.
    """
    across = -(-count // -(-count // _room(width)))
    return Grid(_label(width), min((width - _label(width)) // across, _CELL[1]), across)


def lines_of(cells: Sequence[str], widths: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Cells as lines, each of which has a part of every cell, as wide as its column."""
    parts = [
        list(wrapped(cell, max(width - 1, 1))) for cell, width in zip(cells, widths, strict=True)
    ]
    for line in zip_longest(*parts, fillvalue=""):
        yield tuple(padded(part, width) for part, width in zip(line, widths, strict=True))


def table(
    label: str, names: Sequence[str], rows: Sequence[Row], divided: Grid, words: Callable[..., str]
) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """A table of options and values.

    Args:
        label: What stands above the options.
        names: What stands above the values.
        rows: The options.
        divided: How it is divided.
        words: Writes words in the letters that there are.

    Yields:
        Whether a line belongs to the heading, and its cells.
    """
    widths = [divided.label, *[divided.cell] * len(names)]
    for line in lines_of([words(label), *map(words, names)], widths):
        yield True, line
    for row in rows:
        for line in lines_of([words(row.name), *map(words, row.values)], widths):
            yield False, line


class Beside(NamedTuple):
    """What is looked at side by side.

    Attributes:
        rules: All sets of rules.
        first: Which of them stands at the left.
        second: Which of the others stands beside it; those after it follow as far as there is room.
        whole: Whether options are there that do not differ.
    """

    rules: tuple[Rules, ...]
    first: int = 0
    second: int = 1
    whole: bool = False

    def shown(self, width: int) -> list[int]:
        """Which of them have room, from left to right."""
        count = len(self.rules)
        across = min(_room(width), count)
        others = [(self.second + by) % count for by in range(count)]
        return [self.first, *[one for one in others if one != self.first][: across - 1]]

    def turned(self, by: int) -> Beside:
        """With others beside the first."""
        second = (self.second + by) % len(self.rules)
        if second == self.first:
            second = (second + by) % len(self.rules)
        return self._replace(second=second)

    def led(self) -> Beside:
        """With another one at the left."""
        first = (self.first + 1) % len(self.rules)
        led = self._replace(first=first)
        return led.turned(1) if first == self.second else led


def beside_sheet(beside: Beside, brush: Brush, width: int) -> Sheet:
    """The page of rules side by side."""
    text, words = brush.text, brush.glyphs.words
    rules = [beside.rules[one] for one in beside.shown(width)]
    found = compared(text, rules, whole=beside.whole)
    every = heads(text, beside.rules)
    names = [every[one] for one in beside.shown(width)]
    head: list[Line] = []
    lines: list[Line] = []
    for heading, cells in table(text.t("Option"), names, found, grid(width, len(rules)), words):
        tones = (Tone.ACCENT, Tone.ACCENT) if heading else (Tone.MUTE, Tone.TEXT)
        label, *values = cells
        line = [Span(value, tones[1], bold=heading) for value in values]
        (head if heading else lines).append((Span(label, tones[0], bold=heading), *line))
    if not found:
        lines += prose(brush.t("These rules do not differ."), width)
    lines.append(BLANK)
    for said in sources(text, rules):
        lines += prose(words(said), width, Tone.MUTE, indent=2)
    hints = _hints(beside, len(rules), brush)
    return Sheet(brush.t("Presets side by side"), tuple(lines), hints, head=tuple(head))


def _hints(beside: Beside, across: int, brush: Brush) -> tuple[KeyHint, ...]:
    text = brush.text
    whole = text.t("what differs") if beside.whole else text.t("all options")
    turns = (
        KeyHint(brush.glyphs.left_right, text.t("others"), "right"),
        KeyHint(text.t("Tab"), text.t("the left one"), "tab"),
    )
    return (
        *(turns if across < len(beside.rules) else ()),
        KeyHint(text.t("a"), whole, "a"),
        KeyHint(brush.glyphs.up_down, text.t("scroll"), "down"),
        KeyHint(text.t("PgDn"), text.t("next page"), "pagedown"),
        KeyHint(text.t("PgUp"), text.t("page back"), "pageup"),
        KeyHint(text.t("Esc"), text.t("back"), "escape"),
    )
