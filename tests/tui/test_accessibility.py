"""For eyes that see little contrast or few colours: nothing is too faint, or told by hue alone.

A picture in grey is what somebody sees who sees no colours at all, and the strictest of all
simulations: whatever is told apart there is told apart by everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import pytest

from koikoi.engine.cards import CARDS, Card, Kind, Ribbon, cards_of
from koikoi.engine.flow import matching
from koikoi.tui.art import SIZES
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Cell, Frame, Ink, Rect
from koikoi.tui.layout import Layout
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import BASIC, DARK, DARK_256, LIGHT, LIGHT_256, MONO, Theme, Tone
from koikoi.tui.uistate import Decision, Mark, Words
from tests.tui.pages import all_pages
from tests.tui.pictured import caption_of, faces_of, rows_of
from tests.tui.scenes import (
    ENGLISH,
    SCENES,
    Scene,
    a_drawn_card,
    a_target,
    a_turn,
    deciding,
    layout_of,
    looking,
    painted,
    text_in,
    the_others_turn,
)
from tests.tui.scenes import (
    SIZES as TERMINALS,
)
from tests.tui.test_theme import READABLE, contrast, luminance

SEEN: Final = 3.0
"""The least contrast of what is no text, WCAG 2.2, success criterion 1.4.11 (AA)."""
STEPPED_BACK: Final = 3.0
"""The least contrast of the caption of a card that takes nothing, which is text that may be
missed: what it says stands on the card's page and in the prompt as well."""

LEAST: Final = (60, 20)
COLOURFUL: Final = [DARK, LIGHT, DARK_256, LIGHT_256]
FEW: Final = [BASIC, MONO]
NO_LETTERS: Final = set(" ▘▝▖▗▌▐▀▄▚▞▛▜▙▟█▒─│┌┐└┘┏┓┗┛━┃")
"""What draws pictures, bars, boxes and backs."""

each_theme = pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
every_theme = pytest.mark.parametrize("theme", [*COLOURFUL, *FEW], ids=lambda theme: theme.name)
each_faces = pytest.mark.parametrize("pictures", [True, False], ids=["drawn", "text"])
each_terminal = pytest.mark.parametrize(
    "size", [LEAST, *TERMINALS], ids=lambda size: f"{size[0]}x{size[1]}"
)


def brush_of(theme: Theme, *, pictures: bool = True) -> Brush:
    return make_brush(theme, GlyphSet.FULL, ENGLISH, pictures=pictures)


def cells_in(frame: Frame, area: Rect) -> list[Cell]:
    rows = frame.rows[area.y : area.bottom]
    return [cell for row in rows for cell in row[area.x : area.right]]


def apart(one: str, two: str) -> float:
    """The contrast between two colours, 1 to 21."""
    return contrast(Ink(one, two))


def told_apart(one: Cell, two: Cell) -> bool:
    """Whether two cells differ to somebody who sees no colours, and whose terminal has no bold."""
    if one.char != two.char or one.ink.reverse != two.ink.reverse:
        return True
    if not one.ink.bg or not two.ink.bg:
        return False
    written = one.char != " " and apart(one.ink.fg, two.ink.fg) >= SEEN
    return written or apart(one.ink.bg, two.ink.bg) >= SEEN


def differ(one: Frame, two: Frame, area: Rect) -> bool:
    """Whether an area of two pictures differs to somebody who sees no colours."""
    pairs = zip(cells_in(one, area), cells_in(two, area), strict=True)
    return any(told_apart(a, b) for a, b in pairs)


def test_grey_is_the_luminance_of_a_colour() -> None:
    red, green = Cell("x", Ink("#ffffff", "#b00000")), Cell("x", Ink("#ffffff", "#006a00"))
    assert abs(luminance("#b00000") - luminance("#006a00")) < 0.05
    assert red != green
    assert not told_apart(red, green)
    assert told_apart(red, Cell("y", red.ink))
    assert told_apart(red, Cell("x", Ink("#ffffff", "#000000")._replace(reverse=True)))
    assert told_apart(Cell(" ", Ink("", "#ffffff")), Cell(" ", Ink("", "#000000")))


# Contrast.


def tables(theme: Theme, *, pictures: bool) -> Iterator[tuple[str, Scene, Frame, Layout]]:
    brush = brush_of(theme, pictures=pictures)
    for size in (LEAST, (80, 24), (120, 36), (160, 48)):
        for name, make in SCENES.items():
            scene = make()
            yield name, scene, painted(scene, size, brush), layout_of(size)


def stepping_back(scene: Scene, divided: Layout) -> list[Rect]:
    """The places of the cards of the hand that take nothing."""
    found = []
    for index, card in enumerate(cards_of(scene.seen.hand)):
        if not matching(scene.seen.rules, scene.seen.field, card)[0]:
            found.append(divided.hand_place(index))
    return found


@each_theme
@each_faces
def test_all_that_is_written_on_the_table_can_be_read(theme: Theme, pictures: bool) -> None:
    faint = {}
    for name, scene, frame, divided in tables(theme, pictures=pictures):
        places = stepping_back(scene, divided)
        for y, row in enumerate(frame.rows):
            for x, cell in enumerate(row):
                if not cell.char or cell.char in NO_LETTERS:
                    continue
                back = any(place.holds(x, y) for place in places)
                least = STEPPED_BACK if back else READABLE
                if contrast(cell.ink) < least:
                    faint[name, x, y] = (cell, contrast(cell.ink))
    assert faint == {}


@each_theme
@each_faces
def test_all_that_is_written_on_pages_can_be_read(theme: Theme, pictures: bool) -> None:
    faint = {}
    brush = brush_of(theme, pictures=pictures)
    for size in ((80, 24), (160, 48)):
        for name, frame in all_pages(size, brush):
            if name in ("quit", "leave-lesson"):
                continue  # what is around the dialog is the table
            for row in frame.rows:
                for cell in row:
                    if cell.char and cell.char not in NO_LETTERS and contrast(cell.ink) < READABLE:
                        faint[name, cell.char] = cell
    assert faint == {}


@each_theme
@pytest.mark.parametrize("size", [(5, 3), *SIZES], ids=str)
def test_captions_can_be_read_also_of_cards_that_step_back(
    theme: Theme, size: tuple[int, int]
) -> None:
    faces = faces_of(theme)
    for card in CARDS:
        for faint, least in ((False, READABLE), (True, STEPPED_BACK)):
            (ink,) = {cell.ink for cell in rows_of(faces, card, size, faint=faint)[-1]}
            assert contrast(ink) >= least, (card.code, faint)
            assert not ink.dim, "how faint that is would be the terminal's choice"


@each_theme
def test_the_month_on_the_smallest_cards_can_be_read(theme: Theme) -> None:
    faces = faces_of(theme)
    for faint in (False, True):
        *paper, _ = rows_of(faces, CARDS[0], (5, 3), faint=faint)
        assert {contrast(cell.ink) >= READABLE for row in paper for cell in row} == {True}


@each_theme
@each_faces
@each_terminal
def test_bars_are_seen_beside_a_card(theme: Theme, pictures: bool, size: tuple[int, int]) -> None:
    brush = brush_of(theme, pictures=pictures)
    frame, divided = painted(a_turn(), size, brush), layout_of(size)
    for place in (divided.field_place(0), divided.field_place(2)):
        for x in (place.x - 1, place.right):
            column = cells_in(frame, Rect(x, place.bottom - 3, 1, 3))
            assert {cell.char for cell in column} <= {"▐", "▌"}
            assert min(contrast(cell.ink) for cell in column) >= SEEN
    chosen = divided.hand_place(2)
    for x in (chosen.x - 1, chosen.right):
        upper, lower = (frame.rows[y][x].ink.bg for y in (chosen.y, chosen.bottom - 1))
        assert apart(upper, lower) >= SEEN
    # There is nothing in the gap between two cards without bars.
    gap = divided.field_place(5)
    assert {cell.char for cell in cells_in(frame, gap._replace(x=gap.x - 1, width=1))} == {" "}


# In grey.


@each_theme
@each_faces
@each_terminal
def test_what_is_chosen_has_its_whole_key_row_filled(
    theme: Theme, pictures: bool, size: tuple[int, int]
) -> None:
    """The fills of what is chosen and of what takes something are nearly one grey."""
    brush = brush_of(theme, pictures=pictures)
    frame, divided = painted(a_turn(), size, brush), layout_of(size)

    def behind(index: int) -> list[str]:
        place = divided.hand_place(index)
        row = frame.rows[divided.keys.y]
        return [cell.ink.bg for cell in row[place.x - 1 : place.right + 1]]

    chosen = behind(2)
    assert len(set(chosen)) == 1
    for other in (0, 4):
        # Of any other card at most what stands in it is filled, and never the sides.
        sides = behind(other)[0], behind(other)[-1]
        assert all(apart(chosen[0], side) >= SEEN for side in sides)


@each_theme
@each_terminal
def test_a_chosen_text_card_has_a_heavy_box(theme: Theme, size: tuple[int, int]) -> None:
    brush, divided = brush_of(theme, pictures=False), layout_of(size)
    for scene, place in (
        (a_turn(), divided.hand_place(2)),
        (looking(), divided.field_place(7)),
    ):
        assert text_in(painted(scene, size, brush), place).startswith("┏")


@every_theme
@each_faces
@each_terminal
def test_a_hand_card_says_with_signs_what_it_takes(
    theme: Theme, pictures: bool, size: tuple[int, int]
) -> None:
    scene, divided = a_turn(), layout_of(size)
    frame = painted(scene, size, brush_of(theme, pictures=pictures))
    for index, card in enumerate(cards_of(scene.seen.hand)):
        place = divided.hand_place(index)
        said = text_in(frame, Rect(place.x, divided.keys.y, place.width, 1)).split()
        count = matching(scene.seen.rules, scene.seen.field, card)[0].bit_count()
        assert said == [str(index + 1), "▲" * count or "–"]


@every_theme
@each_faces
@each_terminal
def test_what_is_taken_has_a_tick(theme: Theme, pictures: bool, size: tuple[int, int]) -> None:
    scene, brush, divided = the_others_turn(), brush_of(theme, pictures=pictures), layout_of(size)
    ui = scene.ui._replace(marks=((Card.parse("9A"), Mark.GOOD),))
    frame = painted(Scene(scene.seen, ui), size, brush)
    places = [divided.field_place(place) for place in range(9)]
    ticked = [place for place in places if "✓" in text_in(frame, place).split("\n")[0]]
    assert ticked == [divided.field_place(5)]
    (tick,) = (cell for cell in cells_in(frame, ticked[0]) if cell.char == "✓")
    assert not theme.colourful or contrast(tick.ink) >= READABLE


@every_theme
@each_faces
@each_terminal
def test_targets_have_letters(theme: Theme, pictures: bool, size: tuple[int, int]) -> None:
    frame = painted(a_target(), size, brush_of(theme, pictures=pictures))
    divided = layout_of(size)
    assert text_in(frame, divided.field_place(0)).startswith(" a ")
    assert text_in(frame, divided.field_place(2)).startswith(" b ")


CHOICES: Final = [(theme, pictures) for theme in (*COLOURFUL, *FEW) for pictures in (True, False)]


@pytest.mark.parametrize(("theme", "pictures"), CHOICES)
def test_the_chosen_target_is_told_from_the_other(theme: Theme, pictures: bool) -> None:
    brush, divided = brush_of(theme, pictures=pictures), layout_of((80, 24))
    frames = [
        painted(Scene(scene.seen, scene.ui._replace(what_if=False)), brush=brush)
        for scene in (a_target("8A"), a_target("8P2"))
    ]
    places = [divided.field_place(0), divided.field_place(2), divided.prompt]
    bars = [Rect(place.x - 1, place.y, place.width + 2, place.height) for place in places]
    assert any(differ(frames[0], frames[1], area) for area in bars)


@pytest.mark.parametrize(("theme", "pictures"), CHOICES)
def test_the_chosen_answer_is_told_from_the_other(theme: Theme, pictures: bool) -> None:
    scene, brush = deciding(), brush_of(theme, pictures=pictures)
    frames = [
        painted(Scene(scene.seen, scene.ui._replace(decision=decision)), brush=brush)
        for decision in Decision
    ]
    areas = [zone.area for zone in frames[0].zones if isinstance(zone.target, Words)]
    assert len(areas) == 2
    assert any(differ(frames[0], frames[1], area) for area in areas)


@every_theme
@each_faces
@each_terminal
def test_moments_differ_by_characters_alone(
    theme: Theme, pictures: bool, size: tuple[int, int]
) -> None:
    brush = brush_of(theme, pictures=pictures)
    scenes = [a_turn(), a_turn("9P1"), a_turn("5A"), looking(), a_target(), a_drawn_card()]
    scenes += [the_others_turn(), deciding()]
    frames = [painted(scene, size, brush).text() for scene in scenes]
    assert all(one != two for one, two in combinations(frames, 2))


# Cards by their words.


@pytest.mark.parametrize("size", SIZES, ids=lambda size: SIZES[size])
def test_ribbons_are_told_by_words(size: tuple[int, int]) -> None:
    words = {Ribbon.POEM: "Poe", Ribbon.RED: "Red", Ribbon.BLUE: "Blue"}
    faces = faces_of()
    for card in CARDS:
        said = caption_of(faces, card, size)
        told = [ribbon for ribbon, word in words.items() if word in said]
        assert told == ([card.ribbon] if card.ribbon is not None else []), said


@pytest.mark.parametrize("size", [(5, 3), *SIZES], ids=str)
def test_no_caption_of_one_kind_is_that_of_another(size: tuple[int, int]) -> None:
    faces = faces_of()
    said = {kind: {caption_of(faces, c, size) for c in CARDS if c.kind is kind} for kind in Kind}
    for one, two in combinations(Kind, 2):
        assert not said[one] & said[two]


@each_theme
@each_faces
@each_terminal
def test_piles_tell_kinds_by_signs(theme: Theme, pictures: bool, size: tuple[int, int]) -> None:
    brush = brush_of(theme, pictures=pictures)
    divided = layout_of(size)
    said = text_in(painted(a_turn(), size, brush), divided.own)
    for sign in (brush.glyphs.light, brush.glyphs.animal, brush.glyphs.ribbon, brush.glyphs.plain):
        assert sign in said


def test_tones_that_matter_come_with_signs_of_their_own() -> None:
    """Which yaku is made, near or lost stands in the tally as a sign too."""
    frame, divided = painted(a_turn(), (80, 24), brush_of(DARK)), layout_of((80, 24))
    panel = text_in(frame, divided.panel)
    near, lost = DARK.tones[Tone.WARN].fg, brush_of(DARK).glyphs.lost
    assert "!1/2" in panel
    assert lost in panel
    warned = [cell.char for cell in cells_in(frame, divided.panel) if cell.ink.fg == near]
    assert "!" in warned
