"""What everything on the table is painted with."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from koikoi.store.settings import Blocks
from koikoi.text.catalogue import Text
from koikoi.tui.faces import Faces, TextFaces
from koikoi.tui.frame import Ink
from koikoi.tui.glyphs import SETS, Glyphs
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import Fill, Ground, Theme, Tone


class Brush(NamedTuple):
    """Inks, signs, faces and language of one screen.

    Attributes:
        theme: The inks.
        glyphs: The signs.
        faces: The cards.
        text: The language.
        kanji: Whether kanji are written where there is room for them.
    """

    theme: Theme
    glyphs: Glyphs
    faces: Faces
    text: Text
    kanji: bool = False

    def ink(self, tone: Tone, ground: Ground = Ground.PANEL, *, bold: bool = False) -> Ink:
        """A tone on a ground."""
        return self.theme.on(ground, tone, bold=bold)

    def fill(self, fill: Fill) -> Ink:
        """A fill."""
        return self.theme.fill(fill)

    def label(self, key: str, *, chosen: bool) -> tuple[str, Ink]:
        """The key of an answer, in three columns; a sign tells the chosen one beside the colour."""
        sign = self.glyphs.pointer if chosen else " "
        return f"{sign}{key} ", self.fill(Fill.FOCUS if chosen else Fill.MATCH)

    def t(self, message: str, /, **params: object) -> str:
        """A message, in the letters that the terminal has; see :meth:`Text.t`."""
        return self.glyphs.words(self.text.t(message, **params))

    def n(self, singular: str, plural: str, count: int, /, **params: object) -> str:
        """A message that depends on a number, likewise; see :meth:`Text.n`."""
        return self.glyphs.words(self.text.n(singular, plural, count, **params))

    def p(self, context: str, message: str, /, **params: object) -> str:
        """A word that alone is ambiguous, likewise; see :meth:`Text.p`."""
        return self.glyphs.words(self.text.p(context, message, **params))


def make_brush(
    theme: Theme,
    glyph_set: GlyphSet,
    text: Text,
    *,
    pictures: bool = True,
    blocks: Blocks = "auto",
    kanji: bool = True,
) -> Brush:
    """A brush for one screen.

    Args:
        theme: The inks.
        glyph_set: Which signs.
        text: The language.
        pictures: Whether cards are drawn as pictures where colours and signs allow it.
        blocks: What these are made of; ``auto`` is what the signs have.
        kanji: Whether the largest captions have kanji where the signs allow it.
    """
    glyphs = SETS[glyph_set]
    full = glyph_set is GlyphSet.FULL
    kanji = kanji and full
    faces: Faces = TextFaces(theme, glyphs, text)
    if pictures and theme.colourful and glyph_set is not GlyphSet.ASCII:
        # Only now: who plays with text cards needs no pictures.
        from koikoi.tui.art import BrokenPictures, Form
        from koikoi.tui.drawn import DrawnFaces

        quarters = full if blocks == "auto" else blocks == "quarter"
        form = Form.QUADRANTS if quarters else Form.HALVES
        # Without the file of the pictures the match goes on; koikoi doctor tells what is missing.
        with suppress(BrokenPictures):
            faces = DrawnFaces(theme, glyphs, text, form, kanji=kanji)
    return Brush(theme, glyphs, faces, text, kanji)
