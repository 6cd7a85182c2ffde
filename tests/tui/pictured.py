"""Faces with pictures for tests, and what is seen of a card that they draw."""

from __future__ import annotations

import gettext
from typing import Final

from rich.cells import cell_len

from koikoi.engine.cards import Card, cards_of
from koikoi.engine.state import field_cards
from koikoi.engine.view import PlayerView
from koikoi.store.settings import Blocks
from koikoi.text.catalogue import Text
from koikoi.tui.art import Form
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.drawn import DrawnFaces
from koikoi.tui.faces import Faces, TextFaces
from koikoi.tui.frame import Canvas, Cell, Ink, Rect, Row
from koikoi.tui.sheet import Sheet
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, DARK_256, LIGHT, LIGHT_256, Theme, xterm
from tests.tui.scenes import ENGLISH

COLOURFUL: Final = [DARK, LIGHT, DARK_256, LIGHT_256]
XTERM: Final = {xterm(number) for number in range(16, 256)}
OUTSIDE: Final = Cell("~", Ink("#010203", "#030201"))
"""What no face draws."""


class Wide(gettext.NullTranslations):
    """A language with nothing but characters two columns wide; every message is one too many."""

    def gettext(self, message: str) -> str:
        return self._wide(message)

    def pgettext(self, context: str, message: str) -> str:
        return self._wide(message)

    @staticmethod
    def _wide(message: str) -> str:
        # Odd and even numbers of columns: where a caption is cut differs.
        return ("花" * len(message)) if len(message) % 2 else "x" + "札" * len(message)


TEXTS: Final = {"english": ENGLISH, "wide": Text.from_translations(Wide(), "xx")}


def faces_of(
    theme: Theme = DARK,
    form: Form = Form.QUADRANTS,
    *,
    glyphs: GlyphSet | None = None,
    text: Text = ENGLISH,
    kanji: bool = True,
) -> DrawnFaces:
    """Faces of pictures of a form; halves are those of text consoles unless told otherwise."""
    signs = glyphs or (GlyphSet.FULL if form is Form.QUADRANTS else GlyphSet.SAFE)
    blocks: Blocks = "half" if form is Form.HALVES else "auto"
    faces = make_brush(theme, signs, text, blocks=blocks, kanji=kanji).faces
    assert isinstance(faces, DrawnFaces)
    return faces


def rows_of(
    faces: DrawnFaces | TextFaces, card: Card, size: tuple[int, int], *, faint: bool = False
) -> tuple[Row, ...]:
    """A card of these columns and picture rows, and its caption."""
    canvas = Canvas(size[0], size[1] + 1, OUTSIDE.ink)
    faces.face(canvas, Rect(0, 0, size[0], size[1] + 1), card, faint=faint)
    return canvas.frame().rows


def caption_of(faces: DrawnFaces, card: Card, size: tuple[int, int], *, faint: bool = False) -> str:
    return "".join(cell.char for cell in rows_of(faces, card, size, faint=faint)[-1])


def is_whole(row: Row) -> bool:
    """Whether every wide character has its empty second cell, and nothing else is empty."""
    place = 0
    while place < len(row):
        columns = cell_len(row[place].char)
        if columns not in (1, 2):
            return False
        if columns == 2 and (place + 1 == len(row) or row[place + 1].char != ""):
            return False
        place += columns
    return True


def around() -> Canvas:
    """A canvas with something on every cell that no face draws."""
    canvas = Canvas(36, 28, Ink())
    canvas.fill(Rect(0, 0, 36, 28), OUTSIDE.ink, OUTSIDE.char)
    return canvas


def fills_exactly(canvas: Canvas, place: Rect) -> None:
    """All cells of a place were drawn on, and no other."""
    for y, row in enumerate(canvas.frame().rows):
        assert is_whole(row)
        for x, cell in enumerate(row):
            touched = cell.char != OUTSIDE.char and cell.ink != OUTSIDE.ink
            assert touched == place.holds(x, y), (x, y, cell)
            assert touched or cell == OUTSIDE, (x, y, cell)


# What pages draw.


DRAWN: Final = make_brush(DARK, GlyphSet.FULL, ENGLISH)
"""A brush with pictures."""


class Noting:
    """Faces that note what they drew.

    Attributes:
        drawn: The cards.
        places: Where each of them was drawn.
    """

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self.pictured = faces.pictured
        self.drawn: list[Card] = []
        self.places: list[Rect] = []

    def face(
        self, canvas: Canvas, place: Rect, card: Card, *, chosen: bool = False, faint: bool = False
    ) -> None:
        self.drawn.append(card)
        self.places.append(place)
        self._faces.face(canvas, place, card, chosen=chosen, faint=faint)

    def back(self, canvas: Canvas, place: Rect, caption: str) -> None:
        self._faces.back(canvas, place, caption)

    def blank(self, canvas: Canvas, place: Rect) -> None:
        self._faces.blank(canvas, place)


def noting() -> tuple[Brush, Noting]:
    """A brush with pictures, and what it draws."""
    faces = Noting(DRAWN.faces)
    return DRAWN._replace(faces=faces), faces


def open_cards(seen: PlayerView) -> list[Card]:
    """The cards that one can look at, in the order of the keys."""
    first = [seen.in_play] if seen.in_play is not None else []
    return [*first, *cards_of(seen.hand), *field_cards(seen.slots)]


def texts(sheet: Sheet) -> list[str]:
    """The lines of a page that are words."""
    return ["".join(span.said for span in line) for line in sheet.lines if isinstance(line, tuple)]
