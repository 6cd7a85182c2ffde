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
