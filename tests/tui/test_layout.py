"""Where everything is on the table: the cell budgets of the design, and every size between."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.cards import CARDS, Card
from koikoi.tui.frame import Rect
from koikoi.tui.layout import (
    CROWDED,
    HAND,
    MIN_HEIGHT,
    MIN_WIDTH,
    PLACES,
    WIDE_PANEL,
    WIDEST_PANEL,
    Layout,
    SizeName,
    free_place,
    is_crowded,
    layout,
    place_of,
)

SIZES = st.tuples(st.integers(MIN_WIDTH, 260), st.integers(MIN_HEIGHT, 90))
ALL = [(60, 20), (80, 24), (100, 30), (120, 36), (160, 48)]


def made(width: int, height: int) -> Layout:
    found = layout(width, height)
    assert found is not None
    return found


def parts(divided: Layout) -> dict[str, Rect]:
    """All areas that share the terminal out."""
    names = (
        "header",
        "theirs",
        "field",
        "prompt",
        "keys",
        "hand",
        "own",
        "log",
        "footer",
        "rule",
        "panel",
    )
    return {name: getattr(divided, name) for name in names}


def overlap(one: Rect, two: Rect) -> bool:
    return one.x < two.right and two.x < one.right and one.y < two.bottom and two.y < one.bottom


def within(one: Rect, outer: Rect) -> bool:
    return (
        outer.x <= one.x
        and outer.y <= one.y
        and one.right <= outer.right
        and one.bottom <= outer.bottom
    )


def rows(area: Rect) -> tuple[int, int]:
    """The first and the last row of an area."""
    return area.y, area.bottom - 1


# The design's table: play columns, rule, panel's text, and the rows of every part.
BUDGETS = {
    (60, 20): {
        "name": "XS",
        "card": (5, 3),
        "play": 49,
        "panel": (49, 59),
        "text": 11,
        "theirs": (1, 1),
        "field": (2, 9),
        "prompt": (10, 10),
        "keys": (11, 11),
        "hand": (12, 15),
        "own": (16, 16),
        "log": (17, 18),
        "footer": (19, 19),
    },
    (80, 24): {
        "name": "S",
        "card": (6, 4),
        "play": 57,
        "panel": (58, 79),
        "text": 20,
        "theirs": (1, 2),
        "field": (3, 12),
        "prompt": (13, 13),
        "keys": (14, 14),
        "hand": (15, 19),
        "own": (20, 21),
        "log": (22, 22),
        "footer": (23, 23),
    },
    (100, 30): {
        "name": "N",
        "card": (8, 5),
        "play": 73,
        "panel": (74, 99),
        "text": 24,
        "theirs": (1, 2),
        "field": (3, 14),
        "prompt": (15, 15),
        "keys": (16, 16),
        "hand": (17, 22),
        "own": (23, 24),
        "log": (25, 28),
        "footer": (29, 29),
    },
    (120, 36): {
        "name": "M",
        "card": (10, 7),
        "play": 89,
        "panel": (90, 119),
        "text": 28,
        "theirs": (1, 3),
        "field": (4, 19),
        "prompt": (20, 20),
        "keys": (21, 21),
        "hand": (22, 29),
        "own": (30, 32),
        "log": (33, 34),
        "footer": (35, 35),
    },
    (160, 48): {
        "name": "L",
        "card": (14, 10),
        "play": 121,
        "panel": (122, 159),
        "text": 36,
        "theirs": (1, 5),
        "field": (6, 27),
        "prompt": (28, 28),
        "keys": (29, 29),
        "hand": (30, 40),
        "own": (41, 45),
        "log": (46, 46),
        "footer": (47, 47),
    },
}


@pytest.mark.parametrize("size", ALL)
def test_every_size_keeps_its_budget(size: tuple[int, int]) -> None:
    divided, budget = made(*size), BUDGETS[size]
    assert divided.name == budget["name"]
    assert (divided.card_width, divided.card_height) == budget["card"]
    areas = parts(divided)
    for name in ("theirs", "field", "prompt", "keys", "hand", "own", "log", "footer"):
        assert rows(areas[name]) == budget[name], name
    for name in ("theirs", "field", "prompt", "keys", "hand", "own"):
        assert (areas[name].x, areas[name].width) == (0, budget["play"]), name
    # Below a panel that is too narrow for sentences the log goes from edge to edge.
    log_width = 60 if size == (60, 20) else budget["play"]
    assert (areas["log"].x, areas["log"].width) == (0, log_width)
    assert areas["header"] == Rect(0, 0, size[0], 1)
    assert areas["footer"].width == size[0]
    assert areas["rule"].x == budget["play"]
    assert areas["panel"].width == budget["text"]
    first, last = budget["panel"]  # type: ignore[misc]  # of a table of unlike values
    assert first <= areas["panel"].x  # type: ignore[has-type]
    assert areas["panel"].right - 1 <= last  # type: ignore[has-type]


@pytest.mark.parametrize(
    ("width", "height", "name"),
    [
        (60, 20, "XS"),
        (60, 60, "XS"),
        (79, 24, "XS"),
        (79, 40, "XS"),
        (80, 23, "XS"),
        (200, 20, "XS"),
        (80, 24, "S"),
        (99, 60, "S"),
        (300, 29, "S"),
        (100, 30, "N"),
        (119, 80, "N"),
        (119, 36, "N"),
        (120, 35, "N"),
        (120, 36, "M"),
        (159, 48, "M"),
        (160, 47, "M"),
        (160, 48, "L"),
        (400, 120, "L"),
    ],
)
def test_a_size_is_used_from_both_its_measures_on(width: int, height: int, name: str) -> None:
    assert made(width, height).name is SizeName(name)


@pytest.mark.parametrize(
    ("width", "height"), [(59, 20), (60, 19), (59, 19), (500, 10), (40, 100), (1, 1), (0, 0)]
)
def test_a_smaller_terminal_has_no_table(width: int, height: int) -> None:
    assert layout(width, height) is None


@given(SIZES)
def test_the_areas_lie_inside_the_terminal_and_none_over_another(size: tuple[int, int]) -> None:
    divided = made(*size)
    areas = parts(divided)
    terminal = Rect(0, 0, *size)
    for name, area in areas.items():
        assert within(area, terminal), name
        assert area.width > 0 or name == "rule", name
        assert area.height > 0, name
    for (name, one), (other, two) in combinations(areas.items(), 2):
        assert not overlap(one, two), (name, other)


@given(SIZES)
def test_no_row_of_the_table_is_lost(size: tuple[int, int]) -> None:
    divided = made(*size)
    covered = [divided.header, divided.theirs, divided.field, divided.prompt, divided.keys]
    covered += [divided.hand, divided.own, divided.log, divided.footer]
    for above, below in pairwise(covered):
        assert above.bottom == below.y
    assert covered[-1].bottom == size[1]


@given(SIZES)
def test_columns_that_are_left_over_go_to_the_panel_up_to_its_widest(size: tuple[int, int]) -> None:
    divided = made(*size)
    least = next(one for one in reversed(ALL) if size[0] >= one[0] and size[1] >= one[1])
    text = BUDGETS[least]["text"]
    assert isinstance(text, int)
    # The least table has no room for a line and two margins; the panel of a wider one gives it.
    given_away = min(size[0] - least[0], 3) if least == ALL[0] else 0
    assert divided.panel.width == min(text + size[0] - least[0] - given_away, WIDEST_PANEL)


@given(SIZES)
def test_a_line_and_a_blank_lie_between_table_and_panel_where_there_is_room(
    size: tuple[int, int],
) -> None:
    divided = made(*size)
    assert divided.rule.width == (size[0] > MIN_WIDTH)
    assert divided.panel.x - divided.rule.right == (size[0] > MIN_WIDTH + 1)
    assert divided.panel.right == size[0] or size[0] > MIN_WIDTH + 2


@given(SIZES)
def test_the_log_has_all_columns_where_the_panel_has_none_for_sentences(
    size: tuple[int, int],
) -> None:
    divided = made(*size)
    assert divided.has_wide_panel == (divided.panel.width >= WIDE_PANEL)
    if divided.has_wide_panel:
        assert divided.log.width == divided.field.width
        assert divided.panel.bottom == divided.footer.y
    else:
        assert divided.name is SizeName.XS
        assert divided.log.width == size[0]
        assert divided.panel.bottom == divided.log.y


@given(SIZES)
def test_the_log_has_two_rows_on_the_least_table_and_one_elsewhere(size: tuple[int, int]) -> None:
    divided = made(*size)
    assert divided.log.height >= (2 if divided.name is SizeName.XS else 1)


@pytest.mark.parametrize(("height", "rows"), [(20, 1), (21, 1), (22, 2), (60, 2)])
def test_the_strips_of_the_least_table_have_two_rows_where_there_is_room(
    height: int, rows: int
) -> None:
    divided = made(60, height)
    assert (divided.theirs.height, divided.own.height) == (rows, rows)


def places(divided: Layout, count: int) -> list[Rect]:
    """The places of a field of so many cards, and of the stock where there is room for it."""
    crowded = count > CROWDED
    found = [divided.field_place(place, crowded=crowded) for place in range(count)]
    return found if count == PLACES else [*found, divided.stock_place(crowded=crowded)]


@given(SIZES, st.integers(0, PLACES))
def test_every_card_of_the_field_lies_on_the_field(size: tuple[int, int], count: int) -> None:
    divided = made(*size)
    for place in places(divided, count):
        assert within(place, divided.field)
        # A free column at each side holds the bars.
        assert place.x >= 1
        assert place.right + 1 <= divided.field.right


@given(SIZES, st.integers(0, CROWDED))
def test_no_card_lies_over_another_as_long_as_the_field_has_sixteen_places(
    size: tuple[int, int], count: int
) -> None:
    for one, two in combinations(places(made(*size), count), 2):
        assert not overlap(one, two)
        if one.y == two.y:
            assert max(one.x, two.x) > min(one.right, two.right)


@given(SIZES, st.booleans())
def test_a_step_leads_from_one_card_of_the_field_to_the_next(
    size: tuple[int, int], crowded: bool
) -> None:
    divided = made(*size)
    step = divided.field_step(crowded=crowded)
    for left, right in pairwise(range(CROWDED // 2)):
        one, two = (divided.field_place(place, crowded=crowded) for place in (left, right))
        assert (two.x - one.x, two.y) == (step, one.y)


@given(SIZES, st.integers(CROWDED + 1, PLACES))
def test_cards_of_a_crowded_field_overlap_by_a_column_at_most(
    size: tuple[int, int], count: int
) -> None:
    for one, two in combinations(places(made(*size), count), 2):
        assert one != two
        if one.y == two.y:
            assert abs(one.x - two.x) >= one.width - 1


@given(SIZES)
def test_all_eight_cards_of_the_hand_lie_side_by_side_in_it(size: tuple[int, int]) -> None:
    divided = made(*size)
    found = [divided.hand_place(index) for index in range(HAND)]
    for place in found:
        assert within(place, divided.hand)
        assert (place.width, place.height) == (divided.card_width, divided.card_height + 1)
        assert place.x >= 1
        assert place.right + 1 <= divided.hand.right
    for left, right in pairwise(found):
        assert left.right + 1 == right.x


def slots(*cards: int) -> tuple[int, ...]:
    return cards


def test_the_field_is_crowded_once_a_card_lies_where_the_stock_would() -> None:
    assert not is_crowded(slots(*range(8)))
    assert not is_crowded(slots(*range(15)))
    assert is_crowded(slots(*range(16)))
    assert is_crowded((*[-1] * 15, 3))
    assert not is_crowded((*range(15), -1))


def test_the_next_card_gets_the_lowest_free_place() -> None:
    assert free_place(()) == 0
    assert free_place((3, -1, 5)) == 1
    assert free_place((3, 4, 5)) == 3


def test_a_card_is_found_at_its_place() -> None:
    assert place_of((3, -1, 5), Card(5)) == 2
    assert place_of((3, -1, 5), CARDS[4]) is None
