"""Cards as pictures: each fills its place, its caption says all that matters, and who gets them.

Drawings change; nothing here knows what any of them shows.
"""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from koikoi.engine.cards import CARDS, Card
from koikoi.store.settings import Blocks
from koikoi.text import short
from koikoi.tui import drawn
from koikoi.tui.art import SIZES, Dot, Form, Picture, palette
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.drawn import DrawnFaces
from koikoi.tui.faces import TextFaces
from koikoi.tui.frame import Canvas, Cell, Frame, Ink, Rect, Row
from koikoi.tui.pen import colour_of
from koikoi.tui.terminal import Colours, GlyphSet
from koikoi.tui.theme import (
    BASIC,
    DARK,
    DARK_256,
    LIGHT,
    LIGHT_256,
    MONO,
    Fill,
    Ground,
    Theme,
    xterm,
)
from tests.tui.goldens import FOLDER, compare
from tests.tui.pictured import (
    COLOURFUL,
    OUTSIDE,
    TEXTS,
    XTERM,
    around,
    caption_of,
    faces_of,
    fills_exactly,
    is_whole,
    rows_of,
)
from tests.tui.scenes import ENGLISH, a_target, a_turn, layout_of, painted

each_theme = pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: SIZES[size])
each_form = pytest.mark.parametrize("form", list(Form))


# Places.


@each_size
@each_form
@each_theme
def test_a_card_fills_its_place_and_nothing_else(
    theme: Theme, form: Form, size: tuple[int, int]
) -> None:
    faces, place = faces_of(theme, form), Rect(3, 2, size[0], size[1] + 1)
    cards = CARDS if size != (28, 20) else CARDS[::5]
    for card in cards:
        for faint in (False, True):
            for chosen in (False, True):
                canvas = around()
                faces.face(canvas, place, card, chosen=chosen, faint=faint)
                fills_exactly(canvas, place)


@each_theme
def test_every_cell_of_a_card_has_the_colours_that_are_seen_of_it(theme: Theme) -> None:
    for size in SIZES:
        faces = faces_of(theme)
        for card in CARDS[::5]:
            for row in rows_of(faces, card, size):
                for cell in row:
                    assert cell.ink.bg
                    assert cell.ink.fg or cell.char == " "


@each_theme
@each_form
def test_backs_and_blanks_fill_their_place_and_nothing_else(theme: Theme, form: Form) -> None:
    faces = faces_of(theme, form)
    for width, height in SIZES:
        place = Rect(3, 2, width, height + 1)
        canvas = around()
        faces.back(canvas, place, "24")
        fills_exactly(canvas, place)
        canvas = around()
        faces.blank(canvas, place)
        fills_exactly(canvas, place)


@each_size
@given(x=st.integers(-30, 40), y=st.integers(-24, 30), card=st.sampled_from(CARDS))
def test_a_card_that_sticks_out_is_cut_at_the_edge(
    size: tuple[int, int], x: int, y: int, card: Card
) -> None:
    canvas = around()
    faces_of(kanji=False).face(canvas, Rect(x, y, size[0], size[1] + 1), card)
    frame = canvas.frame()
    assert (frame.width, frame.height) == (36, 28)
    for row_y, row in enumerate(frame.rows):
        assert len(row) == 36
        for cell_x, cell in enumerate(row):
            inside = Rect(x, y, size[0], size[1] + 1).holds(cell_x, row_y)
            assert (cell == OUTSIDE) is not inside


def test_a_card_that_is_cut_leaves_no_half_of_a_kanji() -> None:
    faces, card = faces_of(), Card.parse("1L")
    assert "松" in caption_of(faces, card, (14, 10))
    for x in range(-14, 36):
        canvas = around()
        faces.face(canvas, Rect(x, 2, 14, 11), card)
        assert all(is_whole(row) for row in canvas.frame().rows), x


def test_what_covers_half_of_a_kanji_takes_the_other_half_away() -> None:
    faces, card = faces_of(), Card.parse("1L")
    canvas = around()
    faces.face(canvas, Rect(0, 0, 14, 11), card)
    faces.face(canvas, Rect(13, 0, 14, 11), card)
    (caption,) = (row for row in canvas.frame().rows if "松" in {cell.char for cell in row})
    assert is_whole(caption)
    assert [cell.char for cell in caption].count("松") == 1


@pytest.mark.parametrize("size", [(5, 4), (4, 3), (7, 4), (6, 5), (14, 11), (28, 10), (30, 20)])
@each_theme
def test_a_place_that_no_picture_fits_gets_a_text_card(theme: Theme, size: tuple[int, int]) -> None:
    brush = make_brush(theme, GlyphSet.FULL, ENGLISH)
    written = TextFaces(theme, brush.glyphs, ENGLISH)
    for card in CARDS:
        for faint in (False, True):
            for chosen in (False, True):
                one, two = around(), around()
                place = Rect(3, 2, size[0], size[1] + 1)
                brush.faces.face(one, place, card, chosen=chosen, faint=faint)
                written.face(two, place, card, chosen=chosen, faint=faint)
                assert one.frame() == two.frame()
                fills_exactly(one, place)


CHIP: Final = (5, 3)
"""A card of the smallest table, which has no room for a picture."""


@each_theme
@pytest.mark.parametrize("text", TEXTS)
def test_the_smallest_cards_are_paper_with_month_and_kind(theme: Theme, text: str) -> None:
    faces, place = faces_of(theme, text=TEXTS[text]), Rect(3, 2, CHIP[0], CHIP[1] + 1)
    for card in CARDS:
        for faint in (False, True):
            for chosen in (False, True):
                canvas = around()
                faces.face(canvas, place, card, chosen=chosen, faint=faint)
                fills_exactly(canvas, place)
            *paper, caption = rows_of(faces, card, CHIP, faint=faint)
            said = "".join(cell.char for row in paper for cell in row)
            assert said.strip() == f"{card.month}{card.kind.value}"
            assert is_whole(caption)
            assert len({cell.ink for row in paper for cell in row}) == 1


def test_the_smallest_cards_have_their_shortest_name_below_them() -> None:
    faces = faces_of()
    for card in CARDS:
        assert caption_of(faces, card, CHIP).strip() == short.card_4(ENGLISH, card)


def test_a_card_is_the_same_wherever_and_however_often_it_is_drawn() -> None:
    faces = faces_of()
    first = rows_of(faces, CARDS[5], (8, 5))
    assert rows_of(faces, CARDS[5], (8, 5), faint=True) != first
    rows_of(faces, CARDS[6], (8, 5))
    rows_of(faces, CARDS[5], (6, 4))
    assert rows_of(faces, CARDS[5], (8, 5)) == first


# What lies face down.


@each_theme
def test_a_back_tells_its_caption_and_no_card(theme: Theme) -> None:
    faces = faces_of(theme)
    for width, height in SIZES:
        canvas = Canvas(width, height + 1, Ink())
        faces.back(canvas, Rect(0, 0, width, height + 1), "24")
        *weave, caption = canvas.frame().rows
        assert "".join(cell.char for cell in caption) == "24".rjust(width)
        assert set(weave) == {weave[0]}
        edge, woven = theme.fill(Fill.EDGE), theme.fill(Fill.BACK)
        assert weave[0][0].ink == weave[0][-1].ink == edge
        assert {cell.ink for cell in weave[0][1:-1]} == {woven}
        assert {cell.char for cell in weave[0][1:-1]} == {"▚"}


def test_the_caption_of_a_back_is_cut_to_its_columns() -> None:
    canvas = Canvas(6, 5, Ink())
    faces_of().back(canvas, Rect(0, 0, 6, 5), "Stock 24")
    assert cell_len(canvas.frame().text()[-1]) == 6


@each_theme
def test_a_card_that_is_being_turned_over_is_paper_without_a_caption(theme: Theme) -> None:
    canvas = Canvas(6, 5, Ink())
    faces_of(theme).blank(canvas, Rect(0, 0, 6, 5))
    *paper, caption = canvas.frame().rows
    colour = palette()[0]
    assert colour.name == "paper"
    ground = xterm(colour.xterm) if theme.is_xterm else colour.true
    assert {cell for row in paper for cell in row} == {Cell(" ", Ink(bg=ground))}
    assert {cell.char for cell in caption} == {" "}
    assert {cell.ink.bg for cell in caption} == {theme.grounds[Ground.TABLE]}


# Colours.


def colours_in(rows: tuple[Row, ...]) -> set[str]:
    return {colour for row in rows for cell in row for colour in cell.ink[:2] if colour}


@pytest.mark.parametrize("theme", [DARK_256, LIGHT_256], ids=lambda theme: theme.name)
@each_form
@pytest.mark.parametrize("faint", [False, True])
def test_256_colours_are_exactly_those_of_the_palette(
    theme: Theme, form: Form, faint: bool
) -> None:
    faces = faces_of(theme, form)
    used = set()
    for size in SIZES:
        for card in CARDS:
            used |= colours_in(rows_of(faces, card, size, faint=faint))
    assert used <= XTERM


def test_every_colour_of_the_xterm_palette_is_sent_by_its_own_number() -> None:
    sent = {}
    for number in range(16, 256):
        colour = colour_of(xterm(number), Colours.EXTENDED)
        assert colour is not None
        sent[number] = colour.get_ansi_codes()[-1]
    assert {number: code for number, code in sent.items() if code != str(number)} == {}


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_all_colours_of_a_card_are_those_of_the_palette(theme: Theme) -> None:
    faces, known = faces_of(theme), {colour.true for colour in palette()}
    for size in SIZES:
        for card in CARDS:
            *drawing, _ = rows_of(faces, card, size)
            assert colours_in(tuple(drawing)) <= known


@each_theme
@each_size
def test_a_card_that_takes_nothing_is_nearer_to_the_table(
    theme: Theme, size: tuple[int, int]
) -> None:
    faces = faces_of(theme)
    table = theme.grounds[Ground.TABLE]
    for card in CARDS:
        plain, faint = (rows_of(faces, card, size, faint=faint) for faint in (False, True))
        assert [[cell.char for cell in row] for row in plain] == [
            [cell.char for cell in row] for row in faint
        ]
        distances = [
            sum(_apart(cell.ink.bg, table) for row in rows for cell in row)
            for rows in (plain, faint)
        ]
        assert distances[1] < distances[0] * 0.85, card.code


def _apart(one: str, two: str) -> int:
    return sum(
        abs(a - b) for a, b in zip(bytes.fromhex(one[1:]), bytes.fromhex(two[1:]), strict=True)
    )


# Who gets pictures.


@pytest.mark.parametrize("glyphs", list(GlyphSet))
@pytest.mark.parametrize("theme", [*COLOURFUL, BASIC, MONO], ids=lambda theme: theme.name)
@pytest.mark.parametrize("pictures", [True, False])
def test_pictures_need_colours_block_glyphs_and_a_player_who_wants_them(
    theme: Theme, glyphs: GlyphSet, pictures: bool
) -> None:
    brush = make_brush(theme, glyphs, ENGLISH, pictures=pictures)
    can = theme in COLOURFUL and glyphs in (GlyphSet.FULL, GlyphSet.SAFE)
    assert isinstance(brush.faces, DrawnFaces if pictures and can else TextFaces)
    assert brush.faces.pictured == (pictures and can)
    assert (brush.theme, brush.glyphs.name, brush.text) == (theme, glyphs, ENGLISH)


def glyphs_drawn(brush: Brush, size: tuple[int, int] = (10, 7)) -> set[str]:
    assert isinstance(brush.faces, DrawnFaces)
    return {
        cell.char for card in CARDS for row in rows_of(brush.faces, card, size)[:-1] for cell in row
    }


@pytest.mark.parametrize(
    ("glyphs", "blocks", "halved"),
    [
        (GlyphSet.FULL, "auto", False),
        (GlyphSet.FULL, "half", True),
        (GlyphSet.FULL, "quarter", False),
        (GlyphSet.SAFE, "auto", True),
        (GlyphSet.SAFE, "half", True),
        (GlyphSet.SAFE, "quarter", False),
    ],
)
def test_quarters_are_drawn_where_the_signs_have_them_or_the_player_says_so(
    glyphs: GlyphSet, blocks: Blocks, halved: bool
) -> None:
    used = glyphs_drawn(make_brush(DARK, glyphs, ENGLISH, blocks=blocks))
    if halved:
        assert used == {"▀", " "}
    else:
        assert used > {"▀", " "}
        assert used <= {*" ▘▝▖▗▌▐▀▄▚▞▛▜▙▟█"}


@pytest.mark.parametrize(
    ("glyphs", "kanji", "shown"),
    [
        (GlyphSet.FULL, True, True),
        (GlyphSet.FULL, False, False),
        (GlyphSet.SAFE, True, False),
        (GlyphSet.SAFE, False, False),
    ],
)
def test_kanji_are_written_where_they_are_wanted_and_there(
    glyphs: GlyphSet, kanji: bool, shown: bool
) -> None:
    faces = make_brush(DARK, glyphs, ENGLISH, kanji=kanji).faces
    assert isinstance(faces, DrawnFaces)
    assert ("松" in caption_of(faces, Card.parse("1P1"), (14, 10))) == shown


# The table with pictures, which are stood in for: a drawing may change, its place may not.

TABLES: Final = {
    "XS": (60, 20),
    "S": (80, 24),
    "N": (100, 30),
    "M": (120, 36),
    "L": (160, 48),
}


def stand_in(card: Card, width: int, height: int, form: Form) -> Picture:
    del card, form
    return ((Dot("▚", 0, 1),) * width,) * height


@pytest.mark.parametrize("name", TABLES)
def test_the_table_with_pictures_looks_as_it_did(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn, "picture", stand_in)
    size = TABLES[name]
    assert layout_of(size).name == name
    brush = make_brush(DARK, GlyphSet.FULL, ENGLISH)
    frames = [painted(scene, size, brush) for scene in (a_turn(), a_target("8P2"))]
    # What is right of the table has no pictures.
    width = layout_of(size).field.width
    compare(f"drawn-{name}", [Frame(width, tuple(r[:width] for r in f.rows)) for f in frames])


def test_no_other_picture_of_a_drawn_table_lies_in_the_folder() -> None:
    assert {file.stem for file in FOLDER.glob("drawn-*")} == {f"drawn-{name}" for name in TABLES}
