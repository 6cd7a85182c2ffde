"""What marks say, and that colour alone says nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.engine.cards import CARDS, Card
from koikoi.engine.state import Phase
from koikoi.tui.frame import Canvas, Frame, Ink, Rect
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import (
    BASIC,
    DARK,
    DARK_256,
    LIGHT,
    LIGHT_256,
    MONO,
    Ground,
    Theme,
    Tone,
)
from koikoi.tui.uistate import Decision, Does, Mark, Words
from tests.tui.scenes import (
    SCENES,
    SIZES,
    Scene,
    a_drawn_card,
    a_target,
    a_turn,
    brush_of,
    deciding,
    drawn_in,
    layout_of,
    looking,
    painted,
    text_in,
    the_others_turn,
    wild,
)

ENDS = [(80, 24), (160, 48)]
CROWDS = [8, 16, 17, 18]
THEMES = [DARK, LIGHT, DARK_256, LIGHT_256, BASIC, MONO]
BRUSHES = [brush_of(theme, glyphs) for theme in (DARK, MONO) for glyphs in GlyphSet]

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
every_scene = pytest.mark.parametrize("name", SCENES)


# Marks.


def inks(frame: Frame, area: Rect) -> set[Ink]:
    return {
        cell.ink for row in frame.rows[area.y : area.bottom] for cell in row[area.x : area.right]
    }


def bars(frame: Frame, area: Rect) -> tuple[str, str, Ink]:
    """The bar left and right of a card, all of one sign and one ink."""
    left = Rect(area.x - 1, area.y, 1, area.height)
    right = Rect(area.right, area.y, 1, area.height)
    (ink,) = inks(frame, left) | inks(frame, right)
    signs = [set(text_in(frame, side).split("\n")) for side in (left, right)]
    (one,), (two,) = signs
    return one, two, ink


each_theme = pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
colourful = pytest.mark.parametrize("theme", THEMES[:4], ids=lambda theme: theme.name)


@every_size
@each_theme
def test_bars_tell_what_is_chosen_and_what_it_can_take(theme: Theme, size: tuple[int, int]) -> None:
    brush = brush_of(theme)
    frame, divided = painted(a_turn("9P1"), size, brush), layout_of(size)
    chosen, taken = divided.hand_place(3), divided.field_place(5)
    accent, match = (brush.ink(tone, Ground.TABLE, bold=True) for tone in (Tone.ACCENT, Tone.MATCH))
    if theme.colourful:
        # Its name stands between them.
        foot = taken._replace(y=taken.bottom - 3, height=3)
        assert bars(frame, foot)[:2] == ("▐", "▌")
        assert bars(frame, foot)[2] == match
        assert frame.rows[taken.y][taken.x - 1].char == " "
    else:
        assert bars(frame, chosen) == ("[", "]", accent)
        assert bars(frame, taken) == (">", "<", match)
    # No other card has any.
    for place in (0, 1, 2, 3, 7, 8):
        area = divided.field_place(place)
        for y in range(area.y, area.bottom):
            assert frame.rows[y][area.x - 1].char in (" ", "▌", "<")


@every_size
@colourful
def test_the_key_of_the_chosen_card_goes_on_at_its_sides(
    theme: Theme, size: tuple[int, int]
) -> None:
    brush = brush_of(theme)
    frame, divided = painted(a_turn("9P1"), size, brush), layout_of(size)
    accent, card = theme.tones[Tone.ACCENT].fg, divided.hand_place(3)
    key = divided.keys.y
    for x in (card.x - 1, card.right):
        behind = [frame.rows[y][x].ink.bg for y in range(key, card.bottom)]
        assert behind[:3] == [accent] * 3
        assert set(behind[3:]) == {theme.grounds[Ground.TABLE]}
    assert {cell.ink.bg for cell in frame.rows[key][card.x : card.right]} == {accent}
    # The keys of the others have nothing at their sides.
    for index in (0, 1):
        other = divided.hand_place(index)
        for y in (key, other.y):
            assert accent not in {frame.rows[y][x].ink.bg for x in (other.x - 1, other.right)}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_card_that_is_taken_has_bars_and_a_tick(theme: Theme) -> None:
    scene, brush = the_others_turn(), brush_of(theme)
    taken = Card.parse("9A")
    ui = scene.ui._replace(marks=((taken, Mark.GOOD),))
    frame, area = painted(Scene(scene.seen, ui), brush=brush), layout_of((80, 24)).field_place(5)
    left, right, ink = bars(frame, area)
    assert (left, right) == (("▐", "▌") if theme.colourful else ("+", "+"))
    assert ink == brush.ink(Tone.GOOD, Ground.TABLE, bold=True)
    assert "✓" in text_in(frame, area).split("\n")[0]


def test_targets_have_their_letters_on_the_card_and_in_the_prompt() -> None:
    frame, divided = painted(a_target()), layout_of((80, 24))
    # In the order of their places.
    assert text_in(frame, divided.field_place(0)).startswith(" a ")
    assert text_in(frame, divided.field_place(2)).startswith(" b ")
    assert text_in(frame, divided.prompt).split("takes:")[1].split() == ["a", "plain", "b", "Geese"]
    assert {zone.target for zone in frame.zones} >= {Does("take a"), Does("take b")}


def test_a_chosen_target_has_the_bars_of_what_is_chosen() -> None:
    brush = brush_of(MONO)
    frame, divided = painted(a_target("8P2"), brush=brush), layout_of((80, 24))
    assert bars(frame, divided.field_place(0))[:2] == ("[", "]")
    assert bars(frame, divided.field_place(2))[:2] == (">", "<")


def test_more_targets_than_two_have_bars_and_no_letters() -> None:
    scene = wild()
    brush = brush_of(MONO)
    frame, divided = painted(scene, brush=brush), layout_of((80, 24))
    assert len(scene.ui.marks) == 9
    for place in range(8):
        area = divided.field_place(place)
        # The column between two targets is the right one's.
        assert frame.rows[area.y][area.x - 1].char == ">"
        assert not text_in(frame, area).startswith(" ")
    assert "any card" in text_in(frame, divided.prompt)


def test_the_drawn_card_lies_where_the_stock_is() -> None:
    scene = a_drawn_card()
    brush = brush_of(MONO)
    frame, divided = painted(scene, brush=brush), layout_of((80, 24))
    assert "8 P" in text_in(frame, divided.stock_place())
    assert bars(frame, divided.stock_place())[:2] == ("[", "]")


def test_a_looked_at_card_is_marked_and_no_hand_card_is() -> None:
    brush = brush_of(MONO)
    scene = looking()
    frame, divided = painted(scene, brush=brush), layout_of((80, 24))
    assert bars(frame, divided.field_place(7))[:2] == ("[", "]")
    for index in range(5):
        area = divided.hand_place(index)
        assert frame.rows[area.y][area.x - 1].char == " "


def test_a_hand_card_tells_how_many_it_can_take() -> None:
    frame, divided = painted(a_turn("3R")), layout_of((80, 24))
    keys = text_in(frame, divided.keys).split()
    assert keys == ["1", "▲", "2", "–", "3", "▲▲", "4", "▲", "5", "–"]


def test_a_hand_card_that_takes_nothing_steps_back() -> None:
    faces = drawn_in(a_turn())
    assert faces.faint == {Card.parse("5A"), Card.parse("12P1")}
    assert faces.chosen == {Card.parse("8L")}
    # Also while the other player moves, so that a card that can be played again lights up at once.
    assert drawn_in(the_others_turn()).faint
    # At the koi-koi question the whole hand stays lit.
    assert not drawn_in(deciding()).faint
    over = a_turn().seen
    scene = Scene(replace(over, phase=Phase.ROUND_OVER, to_act=None), the_others_turn().ui)
    assert not drawn_in(scene).faint


# In grey, and to people who do not see some colours.


def shades(frame: Frame) -> list[tuple[str, bool]]:
    """A picture without its colours: letters, and what is bold."""
    return [(cell.char, cell.ink.bold) for row in frame.rows for cell in row]


def test_nothing_that_matters_is_told_by_colour_alone() -> None:
    brush = brush_of(MONO)
    base = a_turn()
    frames = [
        painted(scene, brush=brush).text()
        for scene in (base, a_turn("9P1"), a_turn("5A"), looking(), a_target(), a_target("8P2"))
    ]
    assert len({tuple(frame) for frame in frames}) == len(frames)


@pytest.mark.parametrize("decision", list(Decision))
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_chosen_answer_is_seen(decision: Decision, theme: Theme) -> None:
    scene, brush = deciding(), brush_of(theme)
    ui = scene.ui._replace(decision=decision)
    frame = painted(Scene(scene.seen, ui), brush=brush)
    plain = painted(scene, brush=brush)
    areas = {
        one: next(zone.area for zone in frame.zones if zone.target == Words(one))
        for one in Decision
    }
    for one, area in areas.items():
        assert (inks(frame, area) != inks(plain, area)) == (one is decision)


@every_size
@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_all_cards_but_twins_are_told_apart_by_their_letters(
    size: tuple[int, int], glyphs: GlyphSet
) -> None:
    brush, divided = brush_of(MONO, glyphs), layout_of(size)
    place = Rect(0, 0, divided.card_width, divided.card_height + 1)
    seen: dict[tuple[str, ...], Card] = {}
    for card in CARDS:
        canvas = Canvas(place.width, place.height, Ink())
        brush.faces.face(canvas, place, card)
        rows = tuple(canvas.frame().text())
        if rows in seen:
            twin = seen[rows]
            assert (twin.month, twin.kind) == (card.month, card.kind)
            assert "12P3" not in (card.code, twin.code), "the yellow one is no twin"
        seen[rows] = card
        # Month, kind and plant stand on every card.
        assert str(card.month) in rows[1]
        assert card.kind.value in rows[1]


@every_size
def test_every_face_stays_in_its_place(size: tuple[int, int]) -> None:
    divided = layout_of(size)
    place = Rect(2, 2, divided.card_width, divided.card_height + 1)
    for brush in BRUSHES:
        for card in CARDS:
            canvas = Canvas(place.width + 4, place.height + 4, Ink("#123456"))
            brush.faces.face(canvas, place, card, chosen=True)
            frame = canvas.frame()
            outside = [
                frame.rows[y][x]
                for y in range(frame.height)
                for x in range(frame.width)
                if not place.holds(x, y)
            ]
            assert all(cell == (" ", Ink("#123456")) for cell in outside)


@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_piles_tell_kinds_and_ribbons_by_signs_and_letters(glyphs: GlyphSet) -> None:
    brush = brush_of(MONO, glyphs)
    seen = a_turn().seen
    pile = sum(1 << Card.parse(code) for code in ["1L", "2A", "1R", "4R", "6R", "1P1"])
    scene = Scene(replace(seen, captured=(pile, 0)), a_turn().ui)
    strip = text_in(painted(scene, brush=brush), layout_of((80, 24)).own)
    for sign in (brush.glyphs.light, brush.glyphs.animal, brush.glyphs.plain):
        assert f"{sign}1" in strip
    assert f"{brush.glyphs.ribbon}3 1p 4r 6b" in strip
