"""Large letters: whole, and as large as there is room for."""

from __future__ import annotations

import string

import pytest

from koikoi.tui.frame import Canvas, Frame, Ink, Rect
from koikoi.tui.glyphs import SETS
from koikoi.tui.paint.large import HEIGHT, Dot, font, letter, lettering
from koikoi.tui.terminal import GlyphSet
from tests.tui.goldens import compare

JOIN = "ssh -p 2222 192.168.1.20"
ALL = "abcdefghijklm nopqrstuvwxyz 0123456789 -.@:_/"


def written(said: str, size: tuple[int, int], glyphs: GlyphSet) -> Frame:
    """Words on a canvas of this size."""
    signs = SETS[glyphs]
    found = lettering(said, *size, signs)
    assert found is not None
    assert (found.width, found.height) <= size
    canvas = Canvas(size[0], found.height, Ink())
    letter(canvas, Rect(0, 0, size[0], found.height), found, signs, Ink())
    return canvas.frame()


def test_every_letter_of_an_address_has_a_picture_of_its_own() -> None:
    letters = font()
    assert set(letters) == {*string.ascii_lowercase, *string.digits, *" -.@:_/"}
    for name, dots in letters.items():
        assert len(dots) == HEIGHT
        assert len({len(row) for row in dots}) == 1
        assert set("".join(dots)) <= {"#", "."}
        assert name == " " or "#" in "".join(dots)
    assert len(set(letters.values())) == len(letters)


def test_all_letters_as_they_are() -> None:
    compare(
        "large-letters",
        [
            written(ALL, (118, 24), GlyphSet.FULL),
            written(JOIN, (58, 5), GlyphSet.FULL),
            written(JOIN, (78, 9), GlyphSet.SAFE),
            written(JOIN, (116, 16), GlyphSet.ASCII),
        ],
    )


@pytest.mark.parametrize(
    ("size", "glyphs", "dot", "lines"),
    [
        ((56, 5), GlyphSet.FULL, Dot.QUARTER, 1),
        ((76, 9), GlyphSet.FULL, Dot.HALF, 2),
        ((116, 9), GlyphSet.FULL, Dot.HALF, 1),
        ((116, 16), GlyphSet.FULL, Dot.DOUBLE, 2),
        ((76, 9), GlyphSet.SAFE, Dot.HALF, 2),
        ((116, 16), GlyphSet.ASCII, Dot.DOUBLE, 2),
        ((116, 8), GlyphSet.ASCII, Dot.CELL, 1),
    ],
)
def test_letters_are_as_large_as_there_is_room_for(
    size: tuple[int, int], glyphs: GlyphSet, dot: Dot, lines: int
) -> None:
    found = lettering(JOIN, *size, SETS[glyphs])
    assert found is not None
    assert (found.dot, len(found.lines)) == (dot, lines)
    assert found.width <= size[0]
    assert found.height <= size[1]


@pytest.mark.parametrize(
    ("said", "size", "glyphs"),
    [
        (JOIN, (56, 5), GlyphSet.SAFE),  # no quarters
        (JOIN, (76, 9), GlyphSet.ASCII),
        ("ssh -p 2222 " + "a" * 70, (156, 20), GlyphSet.FULL),
        ("ssh -p 2222 Höst", (156, 20), GlyphSet.FULL),
        ("", (156, 20), GlyphSet.FULL),
    ],
)
def test_without_room_or_letters_it_is_left_to_usual_ones(
    said: str, size: tuple[int, int], glyphs: GlyphSet
) -> None:
    assert lettering(said, *size, SETS[glyphs]) is None


@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_only_signs_of_the_set_are_used(glyphs: GlyphSet) -> None:
    used = set("".join(written(JOIN, (116, 16), glyphs).text()))
    used |= set("".join(written(JOIN, (116, 9), glyphs).text()))
    if glyphs is GlyphSet.ASCII:
        assert used == {" ", "#"}
    elif glyphs is GlyphSet.SAFE:
        assert used <= set(" █▀▄")
