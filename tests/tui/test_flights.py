"""Where a card that moves is painted, and bars where no column is free."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from koikoi.engine.cards import CARDS, Card, cards_of
from koikoi.tui.frame import Rect
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import BASIC, DARK, LIGHT, MONO, Theme
from koikoi.tui.uistate import STOCK, Area, Flight, HandCard, Mark, Spot
from tests.tui.scenes import (
    SIZES,
    Scene,
    StubFaces,
    area_of,
    brush_of,
    crowd,
    layout_of,
    painted,
    text_in,
    the_others_turn,
)

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


class TurnedFaces(StubFaces):
    """Faces that also remember cards which are being turned over."""

    def __init__(self) -> None:
        super().__init__()
        self.blanks: list[Rect] = []
        self.places: dict[Card, Rect] = {}

    def face(
        self, canvas: object, place: Rect, card: Card, *, chosen: bool = False, faint: bool = False
    ) -> None:
        super().face(canvas, place, card, chosen=chosen, faint=faint)
        self.places[card] = place

    def blank(self, canvas: object, place: Rect) -> None:
        self.blanks.append(place)


SPOTS = [
    *(Spot(Area.FIELD, place) for place in (0, 7, 8, 14)),
    *(Spot(Area.CARD, place) for place in (0, 7, 14)),
    STOCK,
    Spot(Area.HAND, 0),
    Spot(Area.HAND, 7),
    Spot(Area.SIDE, 0),
    Spot(Area.SIDE, 1),
]


def flown(size: tuple[int, int], flight: Flight) -> Rect:
    """Where a card on its way is painted."""
    faces = TurnedFaces()
    scene = the_others_turn()
    ui = scene.ui._replace(flight=flight)
    painted(Scene(scene.seen, ui), size, brush_of()._replace(faces=faces))
    return faces.places[flight.card]


CARD = Card.parse("6A")


@every_size
def test_a_card_flies_within_the_table_from_one_spot_to_the_other(size: tuple[int, int]) -> None:
    divided = layout_of(size)
    table_area = Rect(0, divided.theirs.y, divided.field.width, divided.hand.bottom)
    ends = [(spot, SPOTS[-1 - place], part) for place, spot in enumerate(SPOTS) for part in (0, 1)]
    for start, end, part in (*product(SPOTS, SPOTS, (0.3, 0.75)), *ends):
        place = flown(size, Flight(CARD, start, end, part))
        assert place.width == divided.card_width
        assert place.height == divided.slot_height
        assert table_area.x <= place.x
        assert place.right <= table_area.right
        assert table_area.y <= place.y
        assert place.bottom <= divided.hand.bottom


@every_size
def test_a_slide_begins_at_the_hand_and_ends_half_over_the_card_it_takes(
    size: tuple[int, int],
) -> None:
    divided = layout_of(size)
    for place, half in ((0, 1), (5, 1), (7, -1)):
        start, end = Spot(Area.HAND, 3), Spot(Area.CARD, place)
        assert flown(size, Flight(CARD, start, end, 0)) == divided.hand_place(3)
        there = flown(size, Flight(CARD, start, end, 1))
        below = divided.field_place(place)
        assert there.y == below.y
        assert there.x - below.x == half * (divided.card_width // 2)
    assert flown(size, Flight(CARD, STOCK, Spot(Area.FIELD, 3), 0)) == divided.stock_place()
    theirs = flown(size, Flight(CARD, Spot(Area.SIDE, 1), STOCK, 0))
    assert theirs.y == divided.theirs.y
    own = flown(size, Flight(CARD, Spot(Area.SIDE, 0), STOCK, 0))
    assert own.y == divided.hand.y


@every_size
def test_the_card_that_flies_lies_above_everything(size: tuple[int, int]) -> None:
    scene = the_others_turn()
    ui = scene.ui._replace(flight=Flight(CARD, Spot(Area.HAND, 0), Spot(Area.FIELD, 0), 0.5))
    brush = brush_of()
    frame = painted(Scene(scene.seen, ui), size, brush)
    place = flown(size, ui.flight) if ui.flight else Rect(0, 0, 0, 0)
    alone = painted(Scene(replace(scene.seen, slots=(), field=0, hand=0), ui), size, brush)
    assert text_in(frame, place) == text_in(alone, place)


def test_a_card_that_is_turned_over_shows_neither_side() -> None:
    scene, faces = the_others_turn(), TurnedFaces()
    ui = scene.ui._replace(turning=True)
    painted(Scene(scene.seen, ui), brush=brush_of()._replace(faces=faces))
    assert faces.blanks == [layout_of((80, 24)).stock_place()]
    assert faces.backs == 0


def test_the_cards_beside_a_gap_keep_their_places_and_numbers() -> None:
    scene, divided = the_others_turn(), layout_of((80, 24))
    hand = cards_of(scene.seen.hand)
    frame = painted(Scene(scene.seen, scene.ui._replace(gap=1)))
    for index, card in enumerate(hand):
        place = index if index < 1 else index + 1
        area = area_of(frame, HandCard(card))
        assert area.x == divided.hand_place(place).x
        assert f" {place + 1} " in text_in(frame, Rect(area.x, divided.keys.y, area.width, 1))


def test_a_drawn_card_is_seen_also_where_the_field_is_full() -> None:
    scene = crowd(18)
    frame = painted(Scene(scene.seen, scene.ui._replace(in_play=Card.parse("6R"), spot=STOCK)))
    assert "6 R" in text_in(frame, layout_of((80, 24)).stock_place(crowded=True))


# Bars where no column is free.

THEMES = [DARK, LIGHT, BASIC, MONO]


@every_size
@pytest.mark.parametrize("count", [16, 17, 18])
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_bars_on_a_crowded_field_leave_captions_and_neighbours_alone(
    count: int, theme: Theme, size: tuple[int, int]
) -> None:
    scene, brush, divided = crowd(count), brush_of(theme), layout_of(size)
    plain = painted(Scene(scene.seen, scene.ui._replace(marks=())), size, brush)
    step = divided.field_step(crowded=True)
    owned = []
    for place in range(count):
        area = divided.field_place(place, crowded=True)
        own = area._replace(width=min(step, area.width), height=area.height - 1)
        if place >= 16 or place in (7, 15):
            own = area._replace(height=area.height - 1)
        owned.append(own)
    # One of three places at a time: both neighbours of a marked card have no mark.
    for first in range(3):
        places = range(first, count, 3)
        seen: dict[int, set[str]] = {place: set() for place in places}
        for mark in Mark:
            marks = tuple((CARDS[scene.seen.slots[place]], mark) for place in places)
            frame = painted(Scene(scene.seen, scene.ui._replace(marks=marks)), size, brush)
            changed = {
                (x, y)
                for y in range(divided.field.y, divided.field.bottom)
                for x in range(divided.field.width)
                if frame.rows[y][x] != plain.rows[y][x]
            }
            for place in places:
                own = owned[place]
                within = {at for at in changed if own.holds(*at)}
                assert within
                changed -= within
                cells = frame.rows[own.y][own.x : own.right]
                seen[place].add(str(cells) if theme.colourful else text_in(frame, own))
            assert not changed
        assert {len(ways) for ways in seen.values()} == {len(Mark)}


def test_a_crowded_field_needs_signs_that_every_terminal_has() -> None:
    scene, brush = crowd(16), brush_of(MONO, GlyphSet.ASCII)
    marks = tuple((CARDS[number], Mark.GOOD) for number in scene.seen.slots)
    frame = painted(Scene(scene.seen, scene.ui._replace(marks=marks)), brush=brush)
    assert "".join(frame.text()).isascii()
