"""The caption of a card with a picture: it says all that matters, in exactly its columns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.cells import cell_len

from koikoi.engine.cards import CARDS, Card, Kind
from koikoi.text import names, short
from koikoi.text.catalogue import Text
from koikoi.tui.art import SIZES, Form
from koikoi.tui.brush import make_brush
from koikoi.tui.drawn import DrawnFaces
from koikoi.tui.frame import Row
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, Theme
from tests.tui.pictured import COLOURFUL, TEXTS, caption_of, faces_of, is_whole, rows_of
from tests.tui.scenes import ENGLISH

each_theme = pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: SIZES[size])


def every_caption(size: tuple[int, int], text: Text) -> Iterator[tuple[Card, Row]]:
    for form in Form:
        for glyphs in (GlyphSet.FULL, GlyphSet.SAFE):
            for kanji in (False, True):
                faces = faces_of(form=form, glyphs=glyphs, text=text, kanji=kanji)
                for card in CARDS:
                    for faint in (False, True):
                        yield card, rows_of(faces, card, size, faint=faint)[-1]


@each_size
@pytest.mark.parametrize("text", TEXTS)
def test_a_caption_has_all_its_columns_and_begins_with_the_month(
    size: tuple[int, int], text: str
) -> None:
    # Halves with all signs are what `blocks = half` gives; the safe signs have halves only.
    for card, caption in every_caption(size, TEXTS[text]):
        said = "".join(cell.char for cell in caption)
        assert len(caption) == size[0]
        assert is_whole(caption), said
        assert cell_len(said) == size[0], said
        assert said.startswith(f"{card.month:>2}"), said
        assert said[2:].strip(), "a name, or what there is room for of it"


def names_of(card: Card) -> set[str]:
    """What a card may be called, in small letters."""
    found = {
        short.card_4(ENGLISH, card),
        short.card_10(ENGLISH, card),
        names.card_name(ENGLISH, card),
    }
    if card.ribbon is not None:
        found.add(names.ribbon(ENGLISH, card.ribbon))
    if card.kind is Kind.PLAIN and card.code != "11P1":
        found.add(names.plant(ENGLISH, card.month))
    return {name.casefold() for name in found}


@each_size
def test_a_caption_has_a_whole_name_of_its_card(size: tuple[int, int]) -> None:
    brush = make_brush(DARK, GlyphSet.FULL, ENGLISH, kanji=False)
    assert isinstance(brush.faces, DrawnFaces)
    for card in CARDS:
        said = caption_of(brush.faces, card, size)[2:].removesuffix(brush.glyphs.kind(card.kind))
        assert said.strip().casefold() in names_of(card), said


@pytest.mark.parametrize("size", [(14, 10), (28, 20)], ids=lambda size: SIZES[size])
def test_the_yellow_paulownia_is_called_yellow(size: tuple[int, int]) -> None:
    assert "yellow" in caption_of(faces_of(), Card.parse("12P3"), size).casefold()


@each_size
def test_captions_tell_all_cards_apart_but_plain_twins(size: tuple[int, int]) -> None:
    faces = faces_of()
    said: dict[str, Card] = {}
    for card in CARDS:
        twin = said.setdefault(caption_of(faces, card, size), card)
        assert twin == card or (twin.month, twin.kind) == (card.month, Kind.PLAIN)
        assert twin == card or "11P1" not in (card.code, twin.code)


@each_size
def test_captions_of_plains_alone_begin_small(size: tuple[int, int]) -> None:
    faces = faces_of()
    for card in CARDS:
        name = caption_of(faces, card, size)[2:].strip()
        plain = card.kind is Kind.PLAIN and card.code != "11P1"
        assert name[0].islower() == plain, name


@pytest.mark.parametrize("size", [(8, 5), (10, 7), (14, 10), (28, 20)], ids=lambda s: SIZES[s])
@pytest.mark.parametrize("glyphs", [GlyphSet.FULL, GlyphSet.SAFE])
def test_the_sign_of_the_kind_ends_a_caption_that_has_room_for_it(
    size: tuple[int, int], glyphs: GlyphSet
) -> None:
    brush = make_brush(DARK, glyphs, ENGLISH, kanji=False)
    assert isinstance(brush.faces, DrawnFaces)
    without = set()
    for card in CARDS:
        said = caption_of(brush.faces, card, size)
        if not said.endswith(brush.glyphs.kind(card.kind)):
            # Only a name that takes the rest of the columns leaves no room for it.
            assert cell_len(said.rstrip()) == size[0], said
            without.add(card.code)
    if size[0] in (8, 28):
        assert without == set()


@pytest.mark.parametrize("size", [(14, 10), (28, 20)], ids=lambda s: SIZES[s])
def test_kanji_end_the_largest_captions_where_they_have_room_and_are_wanted(
    size: tuple[int, int],
) -> None:
    with_kanji, without = faces_of(kanji=True), faces_of(kanji=False)
    named = 0
    for card in CARDS:
        said = caption_of(with_kanji, card, size)
        plain = caption_of(without, card, size)
        assert plain.isascii() or plain[-1] in "★◆▮·"
        if said.endswith(short.kanji_2(card.month)):
            named += 1
            # The rest of the caption says the same with and without.
            assert said[:-1].rstrip() == plain.rstrip("★◆▮· ")
        else:
            assert said == plain
    assert named == 48 if size[0] == 28 else named > 30


@pytest.mark.parametrize("size", [(6, 4), (8, 5), (10, 7)], ids=lambda s: SIZES[s])
def test_small_captions_have_no_kanji(size: tuple[int, int]) -> None:
    faces = faces_of()
    for card in CARDS:
        said = caption_of(faces, card, size)
        assert len(said) == cell_len(said)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: SIZES[size])
def test_captions_of_consoles_have_the_signs_of_their_code_page_only(size: tuple[int, int]) -> None:
    faces = faces_of(form=Form.HALVES)
    for card in CARDS:
        for row in rows_of(faces, card, size):
            for cell in row:
                assert cell.char.encode("cp437")


@each_theme
def test_a_caption_is_written_in_the_fill_of_its_card(theme: Theme) -> None:
    for size in SIZES:
        faces = faces_of(theme)
        for card in CARDS:
            (ink,) = {cell.ink for cell in rows_of(faces, card, size)[-1]}
            assert ink == theme.of_card(card)._replace(bold=True)
