"""The strips of captured cards: whatever has been taken, nothing of it is told wrong or lost."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from koikoi.engine.cards import CARDS, Card, Mask, cards_of
from koikoi.engine.tally import tally_view
from koikoi.tui.frame import Canvas, Frame, Ink, Rect
from koikoi.tui.layout import Layout
from koikoi.tui.paint import captures
from koikoi.tui.paint.captures import GROUPS
from koikoi.tui.uistate import Captures
from tests.engine.stack import mask
from tests.tui.scenes import SIZES, Scene, a_turn, brush_of, layout_of, text_in

STRIPS = [(60, 20), (60, 22), (79, 24), *SIZES]
"""Sizes with strips of one, two, three and five rows."""
FULL_FAN = 28
"""So many cards of one side have room for their months, each with a blank after it."""

every_strip = pytest.mark.parametrize("size", STRIPS, ids=lambda size: f"{size[0]}x{size[1]}")


@dataclass(slots=True)
class Watched(Canvas):
    """A canvas that remembers where every text was written."""

    put_areas: list[Rect] = field(default_factory=list)

    def put(self, x: int, y: int, text: str, ink: Ink) -> int:
        self.put_areas.append(Rect(x, y, cell_len(text), 1))
        return Canvas.put(self, x, y, text, ink)


def with_piles(own: Mask, rival: Mask = 0, calls: tuple[int, int] = (0, 0)) -> Scene:
    scene = a_turn()
    return Scene(replace(scene.seen, captured=(own, rival), calls=calls), scene.ui)


def strip(scene: Scene, size: tuple[int, int]) -> tuple[Watched, Layout]:
    """The strip of the own captures, alone on an empty screen."""
    divided, brush = layout_of(size), brush_of()
    canvas = Watched(*size, Ink(fg="ground"))
    captures.strip(canvas, scene.seen, scene.ui, divided, brush, 0, divided.own)
    return canvas, divided


def shown(frame: Frame, divided: Layout) -> str:
    return text_in(frame, divided.own)


def counts(frame: Frame, divided: Layout) -> list[int]:
    """The four counts as they are to be seen, in the order of the kinds."""
    glyphs = brush_of().glyphs
    said = shown(frame, divided)
    found = []
    for kind, _ in GROUPS:
        sign = re.escape(glyphs.kind(kind))
        if divided.own.height >= 5:
            signs, numbers, *_ = said.split("\n")
            # Two columns: the sign above, the number below it.
            (place,) = (hit.start() for hit in re.finditer(rf"(?<=\s){sign} ", signs))
            found.append(int(numbers[place : place + 2]))
        else:
            (hit,) = re.finditer(rf"(?<=\s){sign}(\d+)(?=\s)", said)
            found.append(int(hit[1]))
    return found


piles = st.sets(st.sampled_from(CARDS)).map(lambda cards: sum(1 << card for card in cards))


@given(piles, st.sampled_from(STRIPS))
def test_all_four_counts_are_there_whatever_has_been_taken(
    pile: Mask, size: tuple[int, int]
) -> None:
    canvas, divided = strip(with_piles(pile), size)
    expected = [(pile & cards).bit_count() for _, cards in GROUPS]
    assert counts(canvas.frame(), divided) == expected


@given(piles, st.sampled_from(STRIPS), st.integers(0, 8))
def test_nothing_leaves_its_strip(pile: Mask, size: tuple[int, int], calls: int) -> None:
    canvas, divided = strip(with_piles(pile, calls=(calls, 0)), size)
    for area in canvas.put_areas:
        assert divided.own.x < area.x
        assert area.right <= divided.own.right
        assert divided.own.y <= area.y < divided.own.bottom
    for y, row in enumerate(canvas.frame().rows):
        for x, cell in enumerate(row):
            assert divided.own.holds(x, y) or cell.ink == canvas.ground


@given(piles, st.sampled_from([size for size in STRIPS if size != (160, 48)]), st.integers(0, 8))
def test_nothing_in_a_strip_of_words_lies_over_another(
    pile: Mask, size: tuple[int, int], calls: int
) -> None:
    canvas, _ = strip(with_piles(pile, calls=(calls, 0)), size)
    for one, two in combinations(sorted(canvas.put_areas), 2):
        if one.y == two.y:
            assert one.right <= two.x


@given(piles, st.sampled_from([(60, 20), (60, 22), (80, 24), (100, 30)]))
def test_dots_stand_for_what_has_no_room_and_for_nothing_else(
    pile: Mask, size: tuple[int, int]
) -> None:
    canvas, divided = strip(with_piles(pile), size)
    glyphs = brush_of().glyphs
    rows = shown(canvas.frame(), divided).split("\n")
    first = [glyphs.light, glyphs.ribbon] if len(rows) == 2 else [glyphs.light]
    groups = " ".join(row[row.index(sign) :] for row, sign in zip(rows, first, strict=True))
    chips = re.findall(r"(?<=\s)\d{1,2}[prb]?(?=\s|$)", groups)
    assert (glyphs.dots in groups) == (len(chips) < pile.bit_count())


@given(piles.filter(lambda pile: pile.bit_count() <= FULL_FAN))
def test_the_month_of_every_covered_card_is_to_be_seen(pile: Mask) -> None:
    canvas, divided = strip(with_piles(pile), (160, 48))
    captions = shown(canvas.frame(), divided).split("\n")[-1]
    months = [int(number) for number in re.findall(r"\d+", captions)]
    groups = [cards_of(pile & cards) for _, cards in GROUPS]
    covered = [card.month for cards in groups for card in cards[:-1]]
    assert months in ([], covered)
    if not months:
        # Nothing is covered: all names of plants are whole.
        assert len(captions.split()) == pile.bit_count()


def test_the_greatest_pile_keeps_counts_and_months_as_far_as_there_is_room() -> None:
    everything = sum(1 << card for card in CARDS)
    canvas, divided = strip(with_piles(everything), (160, 48))
    assert counts(canvas.frame(), divided) == [5, 9, 10, 24]
    captions = shown(canvas.frame(), divided).split("\n")[-1]
    assert captions.split()[0] == "1"


@pytest.mark.parametrize(
    ("pile", "said"),
    [
        ("3L 8L 9A", ["3 Curtain", "8 Moon", "9 Sake cup"]),
        # Five lights and four animals have no room for long names, but for short ones.
        ("1L 3L 8L 11L 12L 2A 4A 5A 6A", ["1 Cran", "12 Phnx", "6 Bfly"]),
        # All lights and animals: just their months.
        ("1L 3L 8L 11L 12L 2A 4A 5A 6A 7A 8A 9A 10A 11A", [" 1  3  8 11 12 ", " 2  4  5  6  7"]),
    ],
)
def test_names_give_way_to_short_ones_and_these_to_numbers(pile: str, said: list[str]) -> None:
    canvas, divided = strip(with_piles(mask(pile)), (120, 36))
    row = shown(canvas.frame(), divided).split("\n")[0]
    assert "…" not in row
    for words in said:
        assert words in row


@every_strip
def test_the_strip_tells_points_or_the_hidden_hand(size: tuple[int, int]) -> None:
    scene = with_piles(mask("3L 9A"), mask("1L"), calls=(1, 0))
    canvas, divided = strip(scene, size)
    assert tally_view(scene.seen, 0).total == 5
    said = shown(canvas.frame(), divided)
    assert re.search(r"(?<=\s)5 pt(?=\s)", said)
    assert "You" in said
    assert ("koi-koi ×1" in said) == (divided.own.height >= 3)
    captures.strip(canvas, scene.seen, scene.ui, divided, brush_of(), 1, divided.theirs)
    other = text_in(canvas.frame(), divided.theirs)
    held = scene.seen.hand_sizes[1]
    assert ("▒" * held if divided.theirs.height > 1 else f"▒{held}") in other
    zones = {zone.target: zone.area for zone in canvas.frame().zones}
    assert zones == {Captures(0): divided.own, Captures(1): divided.theirs}


@given(st.lists(st.sampled_from(CARDS), min_size=2, unique=True))
def test_cards_of_a_fan_stand_in_the_order_of_their_kinds(cards: list[Card]) -> None:
    canvas, divided = strip(with_piles(sum(1 << card for card in cards)), (160, 48))
    signs = shown(canvas.frame(), divided).split("\n")[0]
    places = [signs.index(brush_of().glyphs.kind(kind), 11) for kind, _ in GROUPS]
    assert all(left < right for left, right in pairwise(places))
