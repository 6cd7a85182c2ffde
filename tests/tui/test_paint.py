"""What is on the screen, row by row, and that no colour alone tells anything."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from koikoi.engine.cards import CARDS, Card, cards_of
from koikoi.engine.view import view
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Frame, Ink, Rect
from koikoi.tui.layout import PLACES, SizeName
from koikoi.tui.paint import too_small
from koikoi.tui.sheet import paint_sheet, rows_shown, text_width
from koikoi.tui.terminal import GlyphSet
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
    Tone,
)
from koikoi.tui.uistate import Captures, Decision, Does, FieldCard, HandCard, Mark, Words
from tests.tui.goldens import FOLDER, compare
from tests.tui.pages import SHEETS, all_pages, page, quit_dialog, title
from tests.tui.scenes import (
    SCENES,
    SIZES,
    Scene,
    a_curtain,
    a_drawn_card,
    a_target,
    a_turn,
    area_of,
    brush_of,
    crowd,
    deciding,
    drawn_in,
    known,
    layout_of,
    looking,
    painted,
    playing,
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


# Pictures.


@every_scene
def test_the_table_looks_as_it_did(name: str) -> None:
    sizes = SIZES if name == "turn" else ENDS
    compare(f"table-{name}", [painted(SCENES[name](), size) for size in sizes])


@pytest.mark.parametrize("count", CROWDS)
def test_the_field_looks_as_it_did_however_many_cards_lie_there(count: int) -> None:
    compare(f"table-field-{count}", [painted(crowd(count), size) for size in SIZES])


def test_the_table_looks_as_it_did_in_ascii_without_colours() -> None:
    brush = brush_of(MONO, GlyphSet.ASCII)
    scenes = [a_turn(), a_target(), deciding(), a_drawn_card()]
    compare("table-ascii", [painted(scene, brush=brush) for scene in scenes])


def test_the_table_looks_as_it_did_on_a_console() -> None:
    brush = brush_of(BASIC, GlyphSet.SAFE)
    compare("table-console", [painted(scene, brush=brush) for scene in (a_turn(), a_target())])


@pytest.mark.parametrize("name", [*SHEETS, "title", "quit"])
def test_the_page_looks_as_it_did(name: str) -> None:
    brush = brush_of()
    compare(f"page-{name}", [dict(all_pages(size, brush))[name] for size in ENDS])


def test_no_other_picture_lies_in_the_folder() -> None:
    names = {f"table-{name}" for name in SCENES} | {f"table-field-{count}" for count in CROWDS}
    names |= {"table-ascii", "table-console"}
    names |= {f"page-{name}" for name in [*SHEETS, "title", "quit"]}
    assert {file.stem for file in FOLDER.iterdir()} == names


# What holds for every picture.


def every_frame(size: tuple[int, int], brush: Brush) -> list[tuple[str, Frame]]:
    scenes = {name: scene() for name, scene in SCENES.items()}
    scenes |= {str(count): crowd(count) for count in CROWDS}
    frames = [(name, painted(scene, size, brush)) for name, scene in scenes.items()]
    return [*frames, *all_pages(size, brush)]


@every_size
@pytest.mark.parametrize(
    "brush", BRUSHES, ids=lambda brush: f"{brush.theme.name}-{brush.glyphs.name}"
)
def test_every_row_has_all_columns_and_only_signs_that_the_terminal_has(
    size: tuple[int, int], brush: Brush
) -> None:
    for name, frame in every_frame(size, brush):
        assert (frame.width, frame.height) == size, name
        for row in frame.text():
            assert cell_len(row) == size[0], (name, row)
            assert row.isprintable(), (name, row)
            if brush.glyphs.name is GlyphSet.ASCII:
                assert row.isascii(), (name, row)


@pytest.mark.parametrize("theme", [BASIC, MONO], ids=lambda theme: theme.name)
def test_only_colours_that_the_terminal_has_are_asked_for(theme: Theme) -> None:
    allowed = {c for fill in Fill for c in theme.fill(fill)[:2]} | {
        c for tone in Tone for c in theme.tones[tone][:2]
    }
    for name, frame in every_frame((80, 24), brush_of(theme)):
        for row in frame.rows:
            for cell in row:
                assert {cell.ink.fg, cell.ink.bg} <= allowed, name


@pytest.mark.parametrize("theme", [DARK, LIGHT, DARK_256, LIGHT_256], ids=lambda theme: theme.name)
def test_nothing_is_left_to_the_terminals_own_colours(theme: Theme) -> None:
    for name, frame in every_frame((80, 24), brush_of(theme)):
        for row in frame.rows:
            for cell in row:
                assert cell.ink.fg, name
                assert cell.ink.bg, name


@every_size
@every_scene
def test_every_click_means_something_inside_the_picture(name: str, size: tuple[int, int]) -> None:
    for zone in painted(SCENES[name](), size).zones:
        assert 0 <= zone.area.x < zone.area.right <= size[0]
        assert 0 <= zone.area.y < zone.area.bottom <= size[1]


@every_size
def test_every_corner_of_a_card_is_the_card(size: tuple[int, int]) -> None:
    scene = a_turn()
    frame, divided = painted(scene, size), layout_of(size)
    targets: list[tuple[Rect, object]] = [
        (divided.hand_place(index), HandCard(card))
        for index, card in enumerate(cards_of(scene.seen.hand))
    ]
    targets += [
        (divided.field_place(place), FieldCard(CARDS[card]))
        for place, card in enumerate(scene.seen.slots)
        if card >= 0
    ]
    for area, target in targets:
        for x in (area.x, area.right - 1):
            for y in (area.y, area.bottom - 1):
                assert frame.at(x, y) == target


@every_size
@pytest.mark.parametrize("count", CROWDS)
def test_every_card_of_a_crowded_field_can_be_clicked(count: int, size: tuple[int, int]) -> None:
    scene = crowd(count)
    frame = painted(scene, size)
    cards = [CARDS[card] for card in scene.seen.slots]
    assert len(cards) == count
    for card in cards:
        area = area_of(frame, FieldCard(card))
        assert frame.at(area.x + 1, area.y + 1) == FieldCard(card)


# What must be seen.


@every_size
@every_scene
def test_hand_field_and_piles_are_seen_in_every_mood(name: str, size: tuple[int, int]) -> None:
    scene = SCENES[name]()
    drawn = drawn_in(scene, size)
    if scene.ui.shown_hand:
        assert set(cards_of(scene.seen.hand)) <= drawn.drawn
    assert set(cards_of(scene.seen.field)) <= drawn.drawn
    captured = set(cards_of(scene.seen.captured[0] | scene.seen.captured[1]))
    if layout_of(size).name is SizeName.L:
        assert captured <= drawn.drawn
    frame = painted(scene, size)
    for seat in (0, 1):
        assert any(zone.target == Captures(seat) for zone in frame.zones)


@every_size
@every_scene
def test_no_card_is_seen_that_the_person_may_not_know(name: str, size: tuple[int, int]) -> None:
    scene = SCENES[name]()
    allowed = known(scene.seen)
    if scene.ui.in_play is not None:
        allowed.add(scene.ui.in_play)
    assert drawn_in(scene, size).drawn <= allowed


@every_size
def test_the_koi_koi_question_covers_nothing(size: tuple[int, int]) -> None:
    asked = deciding()
    frame, divided = painted(asked, size), layout_of(size)
    before = painted(replace_mood(asked), size)
    for area in (divided.theirs, divided.field, divided.hand, divided.own, divided.header):
        assert text_in(frame, area) == text_in(before, area)
    assert drawn_in(asked, size).drawn == drawn_in(replace_mood(asked), size).drawn
    prompt = text_in(frame, divided.prompt)
    assert "Hanami" in prompt
    assert " s  stop" in prompt
    assert " k  koi-koi" in prompt
    advice = text_in(frame, divided.panel)
    for word in ("STOP 5", "KOI-KOI", "RISK"):
        assert word in advice


def replace_mood(scene: Scene) -> Scene:
    """The same moment, with nothing asked."""
    return Scene(scene.seen, replace(scene.ui, mood=the_others_turn().ui.mood))


@pytest.mark.parametrize("decision", list(Decision))
def test_both_answers_can_be_clicked(decision: Decision) -> None:
    frame = painted(deciding())
    (zone,) = [zone for zone in frame.zones if zone.target == Words(decision)]
    assert zone.area.y == layout_of((80, 24)).prompt.y
    assert ("stop" if decision is Decision.STOP else "koi") in text_in(frame, zone.area)


@every_size
def test_at_the_curtain_no_hand_is_seen(size: tuple[int, int]) -> None:
    # Whoever's view it were, nothing of a hand would be shown.
    state = playing()
    held = set(cards_of(state.round.hands[0] | state.round.hands[1]))
    for seat in (None, 0, 1):
        scene = Scene(view(state, seat), a_curtain().ui)
        faces = drawn_in(scene, size)
        assert not faces.drawn & held
        assert not any(isinstance(zone.target, HandCard) for zone in painted(scene, size).zones)
        assert faces.backs >= scene.seen.hand_sizes[scene.ui.seat]


def test_a_terminal_that_is_too_small_is_told_what_it_needs() -> None:
    for size in ((60, 20), (79, 24), (200, 10), (38, 1), (10, 3)):
        frame = too_small(*size, brush_of())
        assert (frame.width, frame.height) == size
        said = "\n".join(frame.text()).strip()
        assert f"Terminal {size[0]}×{size[1]}, need 80×24".startswith(said)
        assert size[0] < 38 or "80×24" in said


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


@every_size
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_bars_tell_what_is_chosen_and_what_it_can_take(theme: Theme, size: tuple[int, int]) -> None:
    brush = brush_of(theme)
    frame, divided = painted(a_turn("9P1"), size, brush), layout_of(size)
    chosen, taken = divided.hand_place(3), divided.field_place(5)
    signs = ("▐", "▌"), ("▐", "▌")
    if not theme.colourful:
        signs = ("[", "]"), (">", "<")
    accent, match = (brush.ink(tone, Ground.TABLE, bold=True) for tone in (Tone.ACCENT, Tone.MATCH))
    assert bars(frame, chosen) == (*signs[0], accent)
    assert bars(frame, taken) == (*signs[1], match)
    # No other card has any.
    for place in (0, 1, 2, 3, 7, 8):
        area = divided.field_place(place)
        assert frame.rows[area.y][area.x - 1].char in (" ", signs[1][1])


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_card_that_is_taken_has_bars_and_a_tick(theme: Theme) -> None:
    scene, brush = the_others_turn(), brush_of(theme)
    taken = Card.parse("9A")
    ui = replace(scene.ui, marks=((taken, Mark.GOOD),))
    frame, area = painted(Scene(scene.seen, ui), brush=brush), layout_of((80, 24)).field_place(5)
    left, right, ink = bars(frame, area)
    assert (left, right) == (("▐", "▌") if theme.colourful else ("+", "+"))
    assert ink == brush.ink(Tone.GOOD, Ground.TABLE, bold=True)
    assert "✓" in text_in(frame, area).split("\n")[0]


def test_targets_have_their_letters_on_the_card_and_in_the_prompt() -> None:
    frame, divided = painted(a_target()), layout_of((80, 24))
    assert text_in(frame, divided.field_place(2)).startswith(" a ")
    assert text_in(frame, divided.field_place(0)).startswith(" b ")
    assert text_in(frame, divided.prompt).split("takes:")[1].split() == ["a", "Geese", "b", "plain"]
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
    # Nothing steps back while nothing of the hand can be played.
    assert not drawn_in(the_others_turn()).faint
    assert not drawn_in(deciding()).faint


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
    ui = replace(scene.ui, decision=decision)
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


# Pages.


@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_the_help_page_needs_no_scrolling(glyphs: GlyphSet) -> None:
    sheet = SHEETS["help"](brush_of(DARK, glyphs), text_width(80))
    assert len(sheet.lines) <= rows_shown(24) == 21


@pytest.mark.parametrize(
    "name", ["round", "match", "yaku", "card", "setup", "setup-two", "options"]
)
def test_what_has_to_be_seen_at_once_needs_no_scrolling(name: str) -> None:
    sheet = SHEETS[name](brush_of(), text_width(80))
    assert len(sheet.lines) <= rows_shown(24)


@pytest.mark.parametrize("width", [80, 100, 120, 160, 200])
@pytest.mark.parametrize("name", SHEETS)
def test_no_line_of_a_page_is_cut(name: str, width: int) -> None:
    room = text_width(width)
    for line in SHEETS[name](brush_of(), room).lines:
        spans = line if isinstance(line, tuple) else line.line
        said = "".join(span.said for span in spans).rstrip()
        assert cell_len(said) <= room - (0 if isinstance(line, tuple) else 3), said


def test_a_long_page_says_how_far_it_has_been_read() -> None:
    brush = brush_of()
    sheet = SHEETS["rules"](brush, text_width(80))
    total, shown = len(sheet.lines), rows_shown(24)
    assert total > shown
    read = []
    for top in range(0, total, shown):
        frame = paint_sheet(sheet, 80, 24, brush, top=top)
        assert f"{min(top + shown, total)}/{total}" in frame.text()[1]
        read += [row.rstrip() for row in frame.text()[2:-1]]
    said = ["".join(span.said for span in line).rstrip() for line in sheet.lines]  # type: ignore[union-attr]
    assert [row.strip() for row in read if row.strip()] == [
        row.strip() for row in said if row.strip()
    ]


def test_the_dialog_leaves_the_table_readable_around_it() -> None:
    frame, below = quit_dialog((80, 24), brush_of()), painted(a_turn())
    changed = [(x, y) for y in range(23) for x in range(80) if frame.rows[y][x] != below.rows[y][x]]
    assert 0 < len(changed) < 80 * 24 // 4
    for word in ("Go on", "Save and leave", "Resign the match"):
        assert word in "\n".join(frame.text())


def test_the_title_says_what_a_new_match_would_be_or_what_has_happened() -> None:
    quiet, told = title((80, 24), brush_of()), title((80, 24), brush_of(), "Nothing is saved.")
    assert "level 2" in "\n".join(quiet.text())
    assert "Nothing is saved." in "\n".join(told.text())


@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_pages_are_as_wide_as_any_terminal(glyphs: GlyphSet) -> None:
    brush = brush_of(MONO, glyphs)
    for width in (80, 81, 99, 123, 200):
        for name in SHEETS:
            frame = page(name, (width, 24), brush)
            assert all(cell_len(row) == width for row in frame.text())


# Anything at all on the table.


@given(st.data())
def test_any_table_is_painted_within_its_rows(data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(48)))
    hand, field, piles = (data.draw(st.integers(0, top)) for top in (8, PLACES, 22))
    size = data.draw(st.sampled_from(SIZES))
    scene = a_turn()
    lying = order[8 : 8 + field]
    rest = order[26 : 26 + piles]
    held = sum(1 << card for card in order[:hand])
    seen = replace(
        scene.seen,
        hand=held,
        hand_sizes=(hand, hand),
        slots=tuple(lying),
        field=sum(1 << card for card in lying),
        captured=(sum(1 << c for c in rest[::2]), sum(1 << c for c in rest[1::2])),
        calls=(data.draw(st.integers(0, 5)), data.draw(st.integers(0, 5))),
        stock_size=data.draw(st.integers(0, 24)),
    )
    focus = CARDS[order[0]] if hand else None
    ui = replace(scene.ui, focus=focus, marks=tuple((CARDS[c], Mark.TARGET) for c in lying))
    frame = painted(Scene(seen, ui), size)
    assert all(cell_len(row) == size[0] for row in frame.text())
    assert frame.height == size[1]
