"""What is on the screen, row by row, and that no colour alone tells anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from koikoi.engine.cards import CARDS, cards_of
from koikoi.engine.view import view
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Frame, Rect
from koikoi.tui.layout import PLACES, SizeName
from koikoi.tui.paint import too_small
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import (
    BASIC,
    DARK,
    DARK_256,
    LIGHT,
    LIGHT_256,
    MONO,
    Fill,
    Theme,
    Tone,
)
from koikoi.tui.uistate import Captures, Decision, FieldCard, HandCard, Mark, Words
from tests.tui.goldens import FOLDER, compare
from tests.tui.pages import EDITORS, SHEETS, all_pages
from tests.tui.scenes import (
    SCENES,
    SIZES,
    Scene,
    StubFaces,
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
    painted,
    playing,
    text_in,
    the_others_turn,
)

Pictures: TypeAlias = Callable[[tuple[int, int], Brush], Iterator[tuple[str, Frame]]]
"""Makes pictures of a size, each with its name."""

LEAST = (60, 20)
ENDS = [(80, 24), (160, 48)]
CROWDS = [8, 16, 17, 18]
THEMES = [DARK, LIGHT, DARK_256, LIGHT_256, BASIC, MONO]
BRUSHES = [brush_of(theme, glyphs) for theme in (DARK, MONO) for glyphs in GlyphSet]

every_size = pytest.mark.parametrize(
    "size", [LEAST, *SIZES], ids=lambda size: f"{size[0]}x{size[1]}"
)
every_scene = pytest.mark.parametrize("name", SCENES)


# Pictures.


@every_scene
def test_the_table_looks_as_it_did(name: str) -> None:
    sizes = SIZES if name == "turn" else ENDS
    compare(f"table-{name}", [painted(SCENES[name](), size) for size in sizes])


@pytest.mark.parametrize("count", CROWDS)
def test_the_field_looks_as_it_did_however_many_cards_lie_there(count: int) -> None:
    compare(f"table-field-{count}", [painted(crowd(count), size) for size in SIZES])


def test_the_least_table_looks_as_it_did() -> None:
    scenes = [*(scene() for scene in SCENES.values()), *map(crowd, CROWDS)]
    wider = [(72, 22), (79, 40), (100, 20)]
    compare(
        "table-least",
        [
            *(painted(scene, LEAST) for scene in scenes),
            *(painted(scene, size) for size in wider for scene in (a_turn(), deciding())),
        ],
    )


def test_the_table_looks_as_it_did_in_ascii_without_colours() -> None:
    brush = brush_of(MONO, GlyphSet.ASCII)
    scenes = [a_turn(), a_target(), deciding(), a_drawn_card()]
    compare("table-ascii", [painted(scene, brush=brush) for scene in scenes])


def test_the_table_looks_as_it_did_on_a_console() -> None:
    brush = brush_of(BASIC, GlyphSet.SAFE)
    compare("table-console", [painted(scene, brush=brush) for scene in (a_turn(), a_target())])


@pytest.mark.parametrize("name", [*SHEETS, *EDITORS, "title", "quit"])
def test_the_page_looks_as_it_did(name: str) -> None:
    brush = brush_of()
    compare(f"page-{name}", [dict(all_pages(size, brush))[name] for size in ENDS])


def test_no_other_picture_lies_in_the_folder() -> None:
    names = {f"table-{name}" for name in SCENES} | {f"table-field-{count}" for count in CROWDS}
    names |= {"table-ascii", "table-console", "table-least", "demo-thought", "large-letters"}
    names |= {"quiz-words", "quiz-ascii"}
    names |= {f"page-{name}" for name in [*SHEETS, *EDITORS, "title", "quit"]}
    # Tables with drawn cards are those of the tests of drawn cards.
    found = {file.stem for file in FOLDER.iterdir() if not file.stem.startswith("drawn-")}
    assert found == names


# What holds for every picture.


def every_table(size: tuple[int, int], brush: Brush) -> Iterator[tuple[str, Frame]]:
    scenes = {name: scene() for name, scene in SCENES.items()}
    scenes |= {str(count): crowd(count) for count in CROWDS}
    for name, scene in scenes.items():
        yield name, painted(scene, size, brush)


every_picture = pytest.mark.parametrize("pictures", [every_table, all_pages])


@every_size
@every_picture
@pytest.mark.parametrize(
    "brush", BRUSHES, ids=lambda brush: f"{brush.theme.name}-{brush.glyphs.name}"
)
def test_every_row_has_all_columns_and_only_signs_that_the_terminal_has(
    size: tuple[int, int], pictures: Pictures, brush: Brush
) -> None:
    for name, frame in pictures(size, brush):
        assert (frame.width, frame.height) == size, name
        for row in frame.text():
            assert cell_len(row) == size[0], (name, row)
            assert row.isprintable(), (name, row)
            if brush.glyphs.name is GlyphSet.ASCII:
                assert row.isascii(), (name, row)


@every_picture
@pytest.mark.parametrize("theme", [BASIC, MONO], ids=lambda theme: theme.name)
def test_only_colours_that_the_terminal_has_are_asked_for(pictures: Pictures, theme: Theme) -> None:
    allowed = {c for fill in Fill for c in theme.fill(fill)[:2]} | {
        c for tone in Tone for c in theme.tones[tone][:2]
    }
    for name, frame in pictures((80, 24), brush_of(theme)):
        for row in frame.rows:
            for cell in row:
                assert {cell.ink.fg, cell.ink.bg} <= allowed, name


@every_picture
@pytest.mark.parametrize("theme", [DARK, LIGHT, DARK_256, LIGHT_256], ids=lambda theme: theme.name)
def test_nothing_is_left_to_the_terminals_own_colours(pictures: Pictures, theme: Theme) -> None:
    for name, frame in pictures((80, 24), brush_of(theme)):
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
    for words in ("Hanami", " s  stop, take 5 ", " k  koi-koi "):
        assert words in prompt


def replace_mood(scene: Scene) -> Scene:
    """The same moment, with nothing asked."""
    return Scene(scene.seen, scene.ui._replace(mood=the_others_turn().ui.mood))


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
    for size in ((59, 20), (60, 19), (200, 10), (38, 1), (10, 3)):
        frame = too_small(*size, brush_of())
        assert (frame.width, frame.height) == size
        said = "\n".join(frame.text()).strip()
        assert f"Terminal {size[0]}×{size[1]}, need 60×20".startswith(said)
        assert size[0] < 38 or "60×20" in said


# Anything at all on the table.

ANY_SIZE = st.tuples(st.integers(60, 200), st.integers(20, 60))


def is_whole(frame: Frame, size: tuple[int, int]) -> bool:
    """Whether a picture has all its rows and columns, and all its clicks inside of it."""
    return (
        (frame.width, frame.height) == size
        and all(len(row) == size[0] for row in frame.rows)
        and all(cell_len(row) == size[0] for row in frame.text())
        and all(
            0 <= zone.area.x < zone.area.right <= size[0]
            and 0 <= zone.area.y < zone.area.bottom <= size[1]
            for zone in frame.zones
        )
    )


@given(ANY_SIZE, st.sampled_from([*SCENES, *CROWDS, 15]))
def test_a_table_of_any_size_has_all_its_rows_and_columns(
    size: tuple[int, int], name: str | int
) -> None:
    scene = SCENES[name]() if isinstance(name, str) else crowd(name)
    frame = painted(scene, size, brush_of()._replace(faces=StubFaces()))
    assert is_whole(frame, size)
    divided = layout_of(size)
    prompt = text_in(frame, divided.prompt)
    assert brush_of().glyphs.pointer in prompt
    assert "help" in text_in(frame, divided.header)


@given(st.data())
def test_any_table_is_painted_within_its_rows(data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(48)))
    hand, field, piles = (data.draw(st.integers(0, top)) for top in (8, PLACES, 22))
    size = data.draw(ANY_SIZE)
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
    ui = scene.ui._replace(focus=focus, marks=tuple((CARDS[c], Mark.TARGET) for c in lying))
    frame = painted(Scene(seen, ui), size, brush_of()._replace(faces=StubFaces()))
    assert is_whole(frame, size)
