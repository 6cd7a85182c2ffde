"""What everything on the table is painted with."""

from __future__ import annotations

from typing import NamedTuple

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
    """

    theme: Theme
    glyphs: Glyphs
    faces: Faces
    text: Text

    def ink(self, tone: Tone, ground: Ground = Ground.PANEL, *, bold: bool = False) -> Ink:
        """A tone on a ground."""
        return self.theme.on(ground, tone, bold=bold)

    def fill(self, fill: Fill) -> Ink:
        """A fill."""
        return self.theme.fill(fill)

    def t(self, message: str, /, **params: object) -> str:
        """A message, in the letters that the terminal has; see :meth:`Text.t`."""
        return self.glyphs.words(self.text.t(message, **params))

    def n(self, singular: str, plural: str, count: int, /, **params: object) -> str:
        """A message that depends on a number, likewise; see :meth:`Text.n`."""
        return self.glyphs.words(self.text.n(singular, plural, count, **params))

    def p(self, context: str, message: str, /, **params: object) -> str:
        """A word that alone is ambiguous, likewise; see :meth:`Text.p`."""
        return self.glyphs.words(self.text.p(context, message, **params))


def make_brush(theme: Theme, glyph_set: GlyphSet, text: Text) -> Brush:
    """A brush with text cards."""
    glyphs = SETS[glyph_set]
    return Brush(theme, glyphs, TextFaces(theme, glyphs, text), text)
