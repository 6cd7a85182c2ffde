"""Charts of a terminal's letters; pure."""

from __future__ import annotations

from typing import Final

BLOCK: Final = "█"
ASCII_BLOCK: Final = "#"


def bar(count: int, most: int, width: int, sign: str = BLOCK) -> str:
    """A bar whose length tells a number.

    Args:
        count: The number; 0 and less have no bar, every other at least one sign.
        most: The number whose bar fills the width.
        width: The columns of the longest bar, 1 or more.
        sign: What it is made of, one column wide.
    """
    if count <= 0 or most <= 0:
        return ""
    return sign * max(1, min(width, round(width * count / most)))


def parts(counts: tuple[int, ...], width: int) -> tuple[int, ...]:
    """The columns of each part of a bar that is filled as a whole, together the whole width.

    Every number above 0 has a column at least, as long as there are as many columns.

    Args:
        counts: The numbers, none below 0.
        width: The columns of the bar.
    """
    whole = sum(counts)
    if not whole:
        return tuple(0 for _ in counts)
    columns = [max(1, round(width * count / whole)) if count else 0 for count in counts]
    while sum(columns) > width:
        columns[columns.index(max(columns))] -= 1
    if sum(columns) < width:
        columns[columns.index(max(columns))] += width - sum(columns)
    return tuple(columns)
