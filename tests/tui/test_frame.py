"""The picture: whatever is painted wherever, every row has as many columns as the terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from koikoi.tui.board import strip_of
from koikoi.tui.frame import (
    Canvas,
    Cell,
    Frame,
    Rect,
    aligned,
    cut,
    padded,
)
from koikoi.tui.terminal import Colours
from tests.tui.canvases import OTHER, PLACE, PLAIN, WORDS, canvases
from tests.tui.pictured import is_whole


@given(canvases())
def test_every_row_has_all_columns_whatever_is_painted(canvas: Canvas) -> None:
    frame = canvas.frame()
    assert (frame.width, frame.height) == (20, 4)
    for row, text in zip(frame.rows, frame.text(), strict=True):
        assert len(row) == 20
        assert cell_len(text) == 20
        assert is_whole(row)


@given(canvases())
def test_a_row_is_sent_as_it_is(canvas: Canvas) -> None:
    for row in canvas.frame().rows:
        strip = strip_of(row, Colours.TRUECOLOR)
        assert strip.text == "".join(cell.char for cell in row)
        assert strip.cell_length == len(row)


@given(canvases(), PLACE, st.integers(-2, 6), WORDS)
def test_a_text_ends_after_its_columns_whether_it_is_seen_or_not(
    canvas: Canvas, x: int, y: int, said: str
) -> None:
    assert canvas.put(x, y, said, PLAIN) == x + cell_len(said)


@given(canvases(), st.integers(-3, 22), WORDS)
def test_a_text_changes_its_own_columns_and_the_halves_it_cuts_only(
    canvas: Canvas, x: int, said: str
) -> None:
    before = canvas.frame()
    end = canvas.put(x, 1, said, OTHER)
    after = canvas.frame()
    assert [before.rows[y] for y in (0, 2, 3)] == [after.rows[y] for y in (0, 2, 3)]
    for place, (was, now) in enumerate(zip(before.rows[1], after.rows[1], strict=True)):
        # A wide character that is cut loses its other half, to a blank of its own ink.
        halved = now == Cell(" ", was.ink) and (cell_len(was.char) == 2 or was.char == "")
        assert was == now or x <= place < end or (halved and x - 1 <= place <= end)


def test_a_wide_character_that_sticks_out_is_left_away() -> None:
    canvas = Canvas(4, 1, PLAIN)
    canvas.put(-1, 0, "松松松", PLAIN)
    assert canvas.frame().text() == [" 松 "]


def test_painting_over_half_of_a_wide_character_takes_the_other_half_away() -> None:
    canvas = Canvas(6, 1, PLAIN)
    canvas.put(0, 0, "松松松", PLAIN)
    canvas.put(1, 0, "x", PLAIN)
    canvas.fill(Rect(4, 0, 1, 1), PLAIN, "y")
    assert canvas.frame().text() == [" x松y "]


@pytest.mark.parametrize("said", ["★", "★★", "松", "x", "xx"])
@pytest.mark.parametrize("at", range(-1, 7))
def test_no_character_leaves_half_of_another_behind(at: int, said: str) -> None:
    for first in (0, 1):
        canvas = Canvas(6, 1, PLAIN)
        canvas.put(first, 0, "松松", PLAIN)
        canvas.put(at, 0, said, PLAIN)
        (row,) = canvas.frame().rows
        assert is_whole(row)
        assert cell_len("".join(cell.char for cell in row)) == 6


@pytest.mark.parametrize("area", [Rect(-3, -3, 2, 9), Rect(4, 0, 3, 1), Rect(0, 2, 4, 1)])
def test_what_lies_outside_is_not_painted(area: Rect) -> None:
    canvas = Canvas(4, 2, PLAIN)
    canvas.fill(area, OTHER, "x")
    canvas.put(area.x, area.y, "x" * area.width, OTHER)
    assert canvas.frame() == Canvas(4, 2, PLAIN).frame()


def test_later_zones_lie_on_top() -> None:
    canvas = Canvas(6, 2, PLAIN)
    canvas.zone(Rect(0, 0, 6, 2), "below")
    canvas.zone(Rect(2, 0, 2, 1), "above")
    frame = canvas.frame()
    assert [frame.at(x, 0) for x in range(7)] == ["below"] * 2 + ["above"] * 2 + ["below"] * 2 + [
        None
    ]
    assert frame.at(2, 1) == "below"


def test_a_canvas_over_a_frame_keeps_its_cells_and_none_of_its_zones() -> None:
    canvas = Canvas(6, 2, PLAIN)
    canvas.put(0, 0, "松ab", OTHER)
    canvas.zone(Rect(0, 0, 6, 2), "below")
    frame = canvas.frame()
    over = Canvas.over(frame)
    assert over.frame() == Frame(6, frame.rows)
    over.put(0, 0, "xxxxxx", PLAIN)
    assert frame.text()[0] == "松ab  "


@given(WORDS, st.integers(0, 14), st.sampled_from(["", "…", "."]))
def test_a_text_is_cut_to_its_columns(said: str, width: int, mark: str) -> None:
    short = cut(said, width, mark)
    assert cell_len(short) <= width
    if cell_len(said) <= width:
        assert short == said
    else:
        assert short == "" or short.endswith(mark)
        assert said.startswith(short.removesuffix(mark) if mark else short)
        # Not more is lost than what a wide character more would need.
        assert cell_len(short) >= width - 1 or width < cell_len(mark)


@given(WORDS, st.integers(0, 14))
def test_padding_fills_the_columns_exactly(said: str, width: int) -> None:
    left, right = padded(said, width), aligned(said, width)
    assert cell_len(left) == cell_len(right) == width
    kept = cut(said, width)
    assert left.startswith(kept)
    assert right.endswith(kept)
