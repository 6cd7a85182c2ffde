"""How cards look: the protocol of a set of faces, and the text cards.

A face fills a card's place, its caption included. The bars beside a card, the letters of targets
and the keys of the hand are the table's, the same for every set of faces.
"""

from __future__ import annotations

from typing import Protocol

from rich.cells import cell_len

from koikoi.engine.cards import Card, Kind
from koikoi.text import names, short
from koikoi.text.catalogue import Text
from koikoi.tui.frame import Canvas, Ink, Rect, aligned, cut, padded
from koikoi.tui.glyphs import Glyphs
from koikoi.tui.theme import Fill, Ground, Theme, Tone


class Faces(Protocol):
    """A set of card faces."""

    pictured: bool
    """Whether cards are pictures, so that a row of them tells more than their names."""

    def face(
        self, canvas: Canvas, place: Rect, card: Card, *, chosen: bool = False, faint: bool = False
    ) -> None:
        """Draws a card.

        Args:
            canvas: What it is drawn on.
            place: Its place; the last row is the caption's.
            card: The card.
            chosen: Whether it is the one that the player has chosen.
            faint: Whether it steps back, since it takes nothing.
        """

    def back(self, canvas: Canvas, place: Rect, caption: str) -> None:
        """Draws a card that lies face down, with a caption."""

    def blank(self, canvas: Canvas, place: Rect) -> None:
        """Draws a card that is being turned over: paper with nothing on it, and no caption."""


class TextFaces:
    """Cards as boxes with month, letter and name; they need neither colours nor pictures.

    Args:
        theme: The inks.
        glyphs: The signs.
        text: The language of the names.
    """

    pictured = False

    def __init__(self, theme: Theme, glyphs: Glyphs, text: Text) -> None:
        self._theme = theme
        self._glyphs = glyphs
        self._text = text

    def face(
        self, canvas: Canvas, place: Rect, card: Card, *, chosen: bool = False, faint: bool = False
    ) -> None:
        """Draws a card as a box; see :class:`Faces`."""
        theme = self._theme
        if chosen:
            ink = theme.fill(Fill.PAPER)
        else:
            ink = theme.on(Ground.PANEL, Tone.MUTE if faint else Tone.TEXT)
        picture = place._replace(height=place.height - 1)
        self._box(canvas, picture, ink, heavy=chosen)
        for row, line in enumerate(self._lines(card, place.width - 2, picture.height - 2)):
            canvas.put(place.x + 1, place.y + 1 + row, self._glyphs.words(line), ink)
        caption = theme.of_card(card)
        if faint:
            caption = caption._replace(dim=True)
        said = self._glyphs.words(self._caption(card, place.width))
        canvas.put(place.x, place.bottom - 1, padded(said, place.width), caption)

    def back(self, canvas: Canvas, place: Rect, caption: str) -> None:
        """Draws a card that lies face down."""
        picture = place._replace(height=place.height - 1)
        canvas.fill(picture, self._theme.fill(Fill.BACK), self._glyphs.back)
        canvas.put(
            place.x,
            place.bottom - 1,
            aligned(self._glyphs.words(caption), place.width),
            self._theme.on(Ground.TABLE),
        )

    def blank(self, canvas: Canvas, place: Rect) -> None:
        """Draws a card that is being turned over."""
        picture = place._replace(height=place.height - 1)
        self._box(canvas, picture, self._theme.on(Ground.PANEL), heavy=False)
        below = place._replace(y=picture.bottom, height=1)
        canvas.fill(below, self._theme.on(Ground.TABLE))

    def _box(self, canvas: Canvas, area: Rect, ink: Ink, *, heavy: bool) -> None:
        signs = self._glyphs.heavy if heavy else self._glyphs.box
        top_left, top_right, low_left, low_right, across, down = tuple(signs)
        inner = area.width - 2
        canvas.fill(area, ink)
        canvas.put(area.x, area.y, top_left + across * inner + top_right, ink)
        for y in range(area.y + 1, area.bottom - 1):
            canvas.put(area.x, y, down, ink)
            canvas.put(area.right - 1, y, down, ink)
        canvas.put(area.x, area.bottom - 1, low_left + across * inner + low_right, ink)

    def _lines(self, card: Card, width: int, height: int) -> list[str]:
        """The rows inside the box: month and letter, the name, and the kind where there is room."""
        lines = [""] * height
        lines[0] = f"{card.month:>2}" + aligned(card.kind.value, width - 2)
        plain = card.kind is Kind.PLAIN and card.code not in ("11P1", "12P3")
        if height == 1:
            return lines  # the caption has the name
        if width < 6:
            lines[1] = "" if plain else short.card_4(self._text, card)
        elif height < 5:
            lines[1] = "" if plain else self._name(card, width)
        else:
            name = short.plant_6(self._text, card.month)
            lines[height // 2] = _middle(name if plain else self._name(card, width), width)
            lines[-1] = _middle(cut(names.kind(self._text, card.kind), width), width)
        return lines

    def _name(self, card: Card, width: int) -> str:
        """The longest of the card's names that fits."""
        long = short.card_10(self._text, card)
        return long if cell_len(long) <= width else short.card_4(self._text, card)

    def _caption(self, card: Card, width: int) -> str:
        plant = short.plant_6(self._text, card.month)
        if width < 6:
            return short.card_4(self._text, card)
        if width < 8:
            return plant
        if width < 10:
            return f"{card.month:>2}{plant}"
        sign = self._glyphs.kind(card.kind)
        full = names.plant(self._text, card.month)
        named = f"{card.month:>2} {full if cell_len(full) <= width - 4 else plant}"
        return padded(cut(named, width - 1), width - 1) + sign


def _middle(text: str, width: int) -> str:
    return " " * ((width - cell_len(text)) // 2) + text
