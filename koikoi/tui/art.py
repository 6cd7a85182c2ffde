"""The pictures of the cards, from the text file that is built of their scenes and grids.

A picture is made of cells with a glyph and two colours of a fixed palette of 64. The file's format
is told in ``assets/art/README.md``; it holds every size in two forms. A size is read when a card
of it is first drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from koikoi.assets import MissingAsset, asset
from koikoi.engine.cards import CARDS, Card

FILE: Final = "art/cards.txt"

SIZES: Final = {(6, 4): "S", (8, 5): "N", (10, 7): "M", (14, 10): "L", (28, 20): "X"}
"""Columns and rows of the pictures, and what the file calls each size."""

UPPER_HALF: Final = "▀"

_GLYPHS: Final = {".": " ", **{glyph: glyph for glyph in "▘▝▖▗▌▐▀▄▚▞▛▜▙▟█"}}
"""The glyphs in the file, and what is drawn for them."""
_COLOUR: Final = re.compile("#[0-9a-f]{6}")


class Form(StrEnum):
    """What a picture is made of."""

    QUADRANTS = "quadrants"
    """Glyphs that divide a cell in four."""
    HALVES = "halves"
    """The upper half block alone, which every console has."""


class Colour(NamedTuple):
    """A colour of the palette.

    Attributes:
        true: ``#rrggbb``.
        xterm: Its number in the xterm palette of 256 colours, chosen by hand or mixed of such.
        name: Its name in the sources; mixed ones are called ``mid1`` and so on.
    """

    true: str
    xterm: int
    name: str


class Dot(NamedTuple):
    """A cell of a picture.

    Attributes:
        glyph: A block glyph, or a blank.
        fg: The glyph's colour, by its place in the palette.
        bg: The colour behind it, likewise.
    """

    glyph: str
    fg: int
    bg: int


Picture: TypeAlias = tuple[tuple[Dot, ...], ...]
"""The rows of a picture."""


class BrokenPictures(Exception):
    """The file of the pictures is missing, or is not what was built."""


@contextmanager
def _careful() -> Iterator[None]:
    """Makes one error of everything that can be wrong with the file."""
    try:
        yield
    except (MissingAsset, OSError, ValueError, KeyError, IndexError) as error:
        raise BrokenPictures from error


@lru_cache(maxsize=1)
def palette() -> tuple[Colour, ...]:
    """The colours, in the order of their keys.

    Raises:
        BrokenPictures: They cannot be read.
    """
    with _careful():
        colours = tuple(
            Colour(hexadecimal.lower(), int(number), name)
            for _, hexadecimal, number, name in map(str.split, _section("palette"))
        )
        if not colours or not all(_COLOUR.fullmatch(one.true) for one in colours):
            raise ValueError
    return colours


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
    """The place in the palette of every key."""
    return {line[0]: place for place, line in enumerate(_section("palette"))}


@cache
def picture(card: Card, width: int, height: int, form: Form) -> Picture:
    """The picture of a card.

    Args:
        card: The card.
        width: Columns.
        height: Rows; both as in ``SIZES``.
        form: What it is made of.

    Raises:
        BrokenPictures: It cannot be read.
    """
    with _careful():
        rows = _rows(card, width, height, form)
        if len(rows) != height or any(len(row) != width for row in rows):
            raise ValueError
    return rows


def check() -> None:
    """Reads every picture.

    Raises:
        BrokenPictures: Not all of them can be read.
    """
    palette()
    for width, height in SIZES:
        for form in Form:
            for card in CARDS:
                picture(card, width, height, form)


def _rows(card: Card, width: int, height: int, form: Form) -> Picture:
    start = card * (height + 1) + 1  # the first line of each names the card
    lines = _section(f"{SIZES[width, height]} {form.value} {width} {height}")
    read = _quadrants if form is Form.QUADRANTS else _halves
    return tuple(read(line) for line in lines[start : start + height])


def _quadrants(line: str) -> tuple[Dot, ...]:
    places = _places()
    glyphs, above, behind = line.split()
    return tuple(
        Dot(_GLYPHS[glyph], places[fg], places[bg])
        for glyph, fg, bg in zip(glyphs, above, behind, strict=True)
    )


def _halves(line: str) -> tuple[Dot, ...]:
    places = _places()
    upper, lower = line.split()
    return tuple(
        Dot(" " if top == bottom else UPPER_HALF, places[top], places[bottom])
        for top, bottom in zip(upper, lower, strict=True)
    )


@cache
def _section(name: str) -> list[str]:
    """The lines of a part of the file, read when they are first wanted."""
    return _read(name)


def _read(name: str) -> list[str]:
    """Reads a part of the file."""
    found = asset(FILE).read_text(encoding="utf-8")
    start = found.index(f"\n= {name}\n") + len(name) + 4
    end = found.find("\n= ", start)
    return found[start : end if end >= 0 else None].splitlines()
