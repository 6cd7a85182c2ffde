"""Sentences in columns: how wide letters are, and where a line may end.

A line ends between words, and beside a letter of two columns, as Chinese and Japanese are written
without blanks: except where a sign would begin a line that belongs to what is before it, or end one
that belongs to what follows (kinsoku), and not inside a number with what it counts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

_WITH_THE_ONE_BEFORE: Final = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々ー〜～‐–…‥）］｝〕〉》」』】〙〗〟’”»"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ%％)]},.:;!?"
)
"""What begins no line."""
_WITH_THE_NEXT: Final = frozenset("（［｛〔〈《「『【〘〖〝‘“«([{")
"""What ends none."""


@lru_cache(maxsize=4096)
def _width(letter: str) -> int:
    if unicodedata.east_asian_width(letter) in "WF":
        return 2
    return 0 if unicodedata.category(letter) in ("Mn", "Me", "Cf") else 1


def width(said: str) -> int:
    """The columns that a sentence takes on a terminal."""
    return len(said) if said.isascii() else sum(map(_width, said))


def split(said: str, columns: int) -> tuple[str, str]:
    """As much of a sentence as so many columns hold, at least one letter, and the rest of it."""
    room = columns
    for place, letter in enumerate(said):
        room -= _width(letter)
        if room < 0 and place:
            return said[:place], said[place:]
    return said, ""


def wrapped(
    said: str, columns: int, indent: int = 0, *, whole_words: bool = False
) -> Iterator[str]:
    """A sentence in lines of at most so many columns, broken in words only where it has to be.

    Args:
        said: The sentence.
        columns: Columns, 2 or more, so that any letter has room.
        indent: Blanks before every line but the first.
        whole_words: Whether a word that is longer than a line stays whole, as a path that is to be
            copied.
    """
    line, margin = "", " " * max(0, min(indent, columns - 2))
    for gap, part in _parts(said):
        longer = line + gap + part if line.strip() else line + part
        if width(longer) <= columns:
            line = longer
            continue
        if line.strip():
            yield line
            line = margin
        rest = part
        while (
            not whole_words
            and width(line + rest) > columns
            and (cut := split(rest, columns - width(line)))[1]
        ):
            yield line + cut[0]
            line, rest = margin, cut[1]
        line += rest
    yield line


def _parts(said: str) -> Iterator[tuple[str, str]]:
    """What is not broken, each with what stands before it where it does not begin a line."""
    gap = ""
    for word in said.split(" "):
        for part in (word,) if word.isascii() else _pieces(word):
            yield gap, part
            gap = ""
        gap = " "


def _pieces(word: str) -> Iterator[str]:
    """A word without blanks, cut wherever a line may end in it."""
    start = 0
    for place in range(1, len(word)):
        before, letter = word[place - 1], word[place]
        if (
            2 in (_width(before), _width(letter))
            and _width(letter)
            and letter not in _WITH_THE_ONE_BEFORE
            and before not in _WITH_THE_NEXT
            and not (before.isdigit() and _width(letter) == 2)
        ):
            yield word[start:place]
            start = place
    yield word[start:]
