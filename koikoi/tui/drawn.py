"""Cards as pictures: the faces for terminals with colours and block glyphs."""

from __future__ import annotations

from functools import cache
from typing import Final

from rich.cells import cell_len

from koikoi.engine.cards import Card, Kind
from koikoi.text import names, short
from koikoi.text.catalogue import Text
from koikoi.tui.art import SIZES, BrokenPictures, Form, palette, picture
from koikoi.tui.faces import TextFaces
from koikoi.tui.frame import Canvas, Ink, Rect, Row, aligned, cell, padded
from koikoi.tui.glyphs import Glyphs
from koikoi.tui.theme import Fill, Ground, Theme, mixed, xterm

_PAPER: Final = 0
"""The place of the paper in the palette."""
_CHIP: Final = (5, 3)
"""Columns and rows of a card on the smallest table, too few for a picture."""
_FAINT: Final = 0.42
"""How far the picture of a card that takes nothing goes towards the table."""


class DrawnFaces:
    """Cards as pictures with a caption, which says all that matters.

    A place that no picture fits gets a text card.

    Args:
        theme: The inks; one with colours.
        glyphs: The signs.
        text: The language of the names.
        form: What the pictures are made of.
        kanji: Whether captions with room for it name the plant in kanji.

    Raises:
        BrokenPictures: The palette cannot be read. A single picture that cannot be read becomes a
            text card.
    """

    pictured = True

    def __init__(
        self, theme: Theme, glyphs: Glyphs, text: Text, form: Form, *, kanji: bool
    ) -> None:
        self._theme = theme
        self._glyphs = glyphs
        self._text = text
        self._form = form
        self._kanji = kanji
        self._written = TextFaces(theme, glyphs, text)
        self._colours = tuple(
            xterm(colour.xterm) if theme.is_xterm else colour.true for colour in palette()
        )
        self._faces: dict[tuple[Card, int, int, bool], tuple[Row, ...] | None] = {}
        """What was drawn already; ``None`` for a picture that cannot be read."""

    def face(
        self, canvas: Canvas, place: Rect, card: Card, *, chosen: bool = False, faint: bool = False
    ) -> None:
        """Draws a card; see :class:`koikoi.tui.faces.Faces`."""
        if (place.width, place.height - 1) == _CHIP:
            self._chip(canvas, place, card, faint=faint)
            return
        if (place.width, place.height - 1) not in SIZES:
            self._written.face(canvas, place, card, chosen=chosen, faint=faint)
            return
        key = (card, place.width, place.height, faint)
        if key not in self._faces:
            self._faces[key] = self._drawn(card, place, faint=faint)
        if (rows := self._faces[key]) is None:
            self._written.face(canvas, place, card, chosen=chosen, faint=faint)
        else:
            canvas.paste(place.x, place.y, rows)

    def _chip(self, canvas: Canvas, place: Rect, card: Card, *, faint: bool) -> None:
        """A card of the smallest table: paper with its month and kind, no picture."""
        paper = self._theme.fill(Fill.PAPER)
        if faint:
            paper = paper._replace(bg=_towards_table(self._theme, paper.bg), bold=False)
        canvas.fill(place._replace(height=place.height - 1), paper)
        canvas.put(place.x + 1, place.y + 1, f"{card.month:>2}{card.kind.value}", paper)
        canvas.paste(place.x, place.bottom - 1, (self._caption(card, place, faint=faint),))

    def back(self, canvas: Canvas, place: Rect, caption: str) -> None:
        """Draws a card that lies face down: a weave between two edges."""
        picture_ = place._replace(height=place.height - 1)
        weave = self._theme.fill(Fill.BACK)
        canvas.fill(picture_, weave, self._glyphs.back)
        edge = self._theme.fill(Fill.EDGE)
        canvas.fill(picture_._replace(width=1), edge)
        canvas.fill(picture_._replace(x=picture_.right - 1, width=1), edge)
        below = aligned(self._glyphs.words(caption), place.width)
        canvas.put(place.x, picture_.bottom, below, self._theme.on(Ground.TABLE))

    def blank(self, canvas: Canvas, place: Rect) -> None:
        """Draws a card that is being turned over."""
        picture_ = place._replace(height=place.height - 1)
        canvas.fill(picture_, Ink(bg=self._colours[_PAPER]))
        below = place._replace(y=picture_.bottom, height=1)
        canvas.fill(below, self._theme.on(Ground.TABLE))

    def _drawn(self, card: Card, place: Rect, *, faint: bool) -> tuple[Row, ...] | None:
        """The rows of a card, its caption the last."""
        try:
            rows = self._picture(card, place, faint=faint)
        except BrokenPictures:
            return None
        return (*rows, self._caption(card, place, faint=faint))

    def _picture(self, card: Card, place: Rect, *, faint: bool) -> tuple[Row, ...]:
        colours = self._colours
        if faint:
            colours = tuple(_towards_table(self._theme, colour) for colour in colours)
        return tuple(
            tuple(
                # Where nothing but the ground is seen, its ink alone says so: fewer bytes.
                cell(" ", Ink(bg=colours[dot.bg]))
                if dot.glyph == " "
                else cell(dot.glyph, Ink(colours[dot.fg], colours[dot.bg]))
                for dot in row
            )
            for row in picture(card, place.width, place.height - 1, self._form)
        )

    def _caption(self, card: Card, place: Rect, *, faint: bool) -> Row:
        ink = self._theme.of_card(card)._replace(bold=True)
        if faint:
            ink = ink._replace(bg=_towards_table(self._theme, ink.bg), bold=False)
        canvas = Canvas(place.width, 1, ink)
        canvas.put(0, 0, self._said(card, place.width), ink)
        return canvas.frame().rows[0]

    def _said(self, card: Card, width: int) -> str:
        """Number and name, and at the right the sign of the kind, or the plant's kanji."""
        month = f"{card.month:>2}"
        brief = self._glyphs.words(short.card_4(self._text, card))
        if width < len(month) + 4:
            return padded(brief, width)
        if width < 8:
            return padded(month + brief, width)
        sign = self._glyphs.kind(card.kind)
        if width < 10:
            return padded(f"{month} {brief}", width - 1) + sign
        right = self._kanji_of(card, width) or sign
        name = self._glyphs.words(self._name(card, width))
        if cell_len(name) > width - 3:
            name = self._glyphs.words(short.card_10(self._text, card))
        if cell_len(name) > width - 3:
            name = brief
        said = f"{month} {name}"
        if cell_len(said) + cell_len(right) + (right != sign) > width:
            right = sign
        if cell_len(said) + cell_len(right) > width:
            return padded(said, width)
        return padded(said, width - cell_len(right)) + right

    def _name(self, card: Card, width: int) -> str:
        """The longest name that is short enough."""
        plain = card.kind is Kind.PLAIN and card.code != "11P1"
        if card.ribbon is not None:
            said = names.ribbon(self._text, card.ribbon)
            return said[:1].upper() + said[1:]
        if plain and width >= 14 and card.code != "12P3":
            return names.plant(self._text, card.month).lower()
        return short.card_10(self._text, card) if plain else names.card_name(self._text, card)

    def _kanji_of(self, card: Card, width: int) -> str:
        """The plant in kanji, where there is room and the language itself does not write it so."""
        kanji = short.kanji_2(card.month)
        other = kanji != names.plant(self._text, card.month)
        return kanji if self._kanji and width >= 14 and other else ""


def _towards_table(theme: Theme, colour: str) -> str:
    return _mixed(colour, theme.grounds[Ground.TABLE], exact=not theme.is_xterm)


@cache
def _mixed(colour: str, table: str, *, exact: bool) -> str:
    return mixed(colour, table, _FAINT, exact=exact)
