"""The picture: whatever is painted wherever, every row has as many columns as the terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.geometry import Region

from koikoi.tui.board import strip_of
from koikoi.tui.frame import (
    Canvas,
    Cell,
    Frame,
    Ink,
    Rect,
    Row,
    Zone,
    aligned,
    cut,
    padded,
)
from koikoi.tui.terminal import Colours
from koikoi.tui.wire import spans, update
from tests.tui.pictured import is_whole

PLAIN, OTHER = Ink(), Ink("#ffffff", "#000000", bold=True)

WORDS = st.text(st.sampled_from("ab 8▐★ō松梅桐鳳"), max_size=12)
INKS = st.sampled_from([PLAIN, OTHER, Ink(reverse=True)])
PLACE = st.integers(-6, 26)
SPAN = st.integers(-2, 26)


@st.composite
def canvases(draw: st.DrawFn, width: int = 20, height: int = 4) -> Canvas:
    """A canvas that anything has been painted on, inside and outside of it."""
    canvas = Canvas(width, height, PLAIN)
    for _ in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            canvas.put(draw(PLACE), draw(st.integers(-2, 6)), draw(WORDS), draw(INKS))
        else:
            area = Rect(draw(PLACE), draw(st.integers(-2, 6)), draw(SPAN), draw(SPAN))
            canvas.fill(area, draw(INKS), draw(st.sampled_from("x▒ ")))
    return canvas


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


# What is sent from one picture to the next.


def changes(before: Frame, after: Frame) -> list[Region]:
    """The spans of all rows that are sent."""
    return [
        Region(start, y, end - start, 1)
        for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        for start, end in spans(old, new)
    ]


def patched(before: Frame, after: Frame) -> tuple[Row, ...]:
    """What a terminal that shows ``before`` shows once it got the spans that changed."""
    rows = [list(row) for row in before.rows]
    for region in changes(before, after):
        assert region.height == 1
        rows[region.y][region.x : region.right] = after.rows[region.y][region.x : region.right]
    return tuple(tuple(row) for row in rows)


@given(canvases(), canvases())
def test_the_changed_spans_turn_one_picture_into_the_next(before: Canvas, after: Canvas) -> None:
    assert patched(before.frame(), after.frame()) == after.frame().rows


@given(canvases(), canvases())
def test_changed_spans_are_whole_characters_and_begin_and_end_with_a_change(
    before: Canvas, after: Canvas
) -> None:
    old, new = before.frame(), after.frame()
    last: tuple[int, int] | None = None
    for region in changes(old, new):
        row, was = new.rows[region.y], old.rows[region.y]
        assert 0 <= region.x < region.right <= new.width
        assert "" not in (row[region.x].char, was[region.x].char)
        assert region.right == len(row) or row[region.right].char != ""
        changed = [x for x in range(region.x, region.right) if row[x] != was[x]]
        # An unchanged first half may stand before a changed second one.
        assert changed[0] <= region.x + 1
        assert changed[-1] >= region.right - 2
        assert last is None or (region.y, region.x) > last
        last = (region.y, region.right)


@given(canvases())
def test_nothing_is_sent_for_the_same_picture(canvas: Canvas) -> None:
    assert list(changes(canvas.frame(), canvas.frame())) == []


def test_changes_that_are_near_are_one_span_and_those_far_apart_two() -> None:
    before = Canvas(40, 1, PLAIN)
    near, far = Canvas.over(before.frame()), Canvas.over(before.frame())
    for x in (3, 6):
        near.put(x, 0, "x", PLAIN)
    for x in (3, 30):
        far.put(x, 0, "x", PLAIN)
    assert [(r.x, r.width) for r in changes(before.frame(), near.frame())] == [(3, 4)]
    assert [(r.x, r.width) for r in changes(before.frame(), far.frame())] == [(3, 1), (30, 1)]


def test_ink_alone_is_a_change() -> None:
    before, after = Canvas(4, 1, PLAIN), Canvas(4, 1, PLAIN)
    before.put(1, 0, "a", PLAIN)
    after.put(1, 0, "a", OTHER)
    assert [(r.x, r.width) for r in changes(before.frame(), after.frame())] == [(1, 1)]


def test_what_can_be_clicked_is_no_change_of_the_picture() -> None:
    frame = Canvas(4, 1, PLAIN).frame()
    zoned = Frame(4, frame.rows, (Zone(Rect(0, 0, 4, 1), "all"),))
    assert list(changes(frame, zoned)) == []


# The bytes themselves, played on a terminal of a few lines.


def played(shown: Frame, sent: str) -> tuple[Row, ...]:
    """What a terminal that shows a frame shows after these bytes."""
    rows = [list(row) for row in shown.rows]
    x = y = 0
    ink = Ink()
    at = 0
    for found in re.finditer(r"\x1b\[([\d;]*)([HmC])|(.)", sent, re.DOTALL):
        assert found.start() == at, "something between is no sequence and no character"
        at = found.end()
        if found[2] == "H":
            y, x = (int(part) - 1 for part in found[1].split(";")) if found[1] else (0, 0)
        elif found[2] == "m":
            ink = inked(ink, found[1])
        elif found[2] == "C":
            assert x < len(rows[y]), "nothing is told from the last column on"
            x += int(found[1])
        elif found[3] == "\v":
            y += 1
            assert y < len(rows), "nothing scrolls"
        elif found[3] == "\b":
            assert x < len(rows[y]), "nothing is stepped back from the last column"
            x -= 1
        else:
            rows[y][x] = Cell(found[3], ink)
            x += 1
            if cell_len(found[3]) == 2:
                rows[y][x] = Cell("", ink)
                x += 1
    return tuple(tuple(row) for row in rows)


def inked(ink: Ink, parameters: str) -> Ink:
    """The ink after a sequence of it."""
    numbers = [int(one) for one in parameters.split(";")]
    while numbers:
        code = numbers.pop(0)
        if code in (38, 48):
            assert numbers.pop(0) == 2
            colour = "#{:02x}{:02x}{:02x}".format(*tuple(numbers.pop(0) for _ in range(3)))
            ink = ink._replace(fg=colour) if code == 38 else ink._replace(bg=colour)
        else:
            ink = {
                0: Ink(),
                1: ink._replace(bold=True),
                2: ink._replace(dim=True),
                22: ink._replace(bold=False, dim=False),
                4: ink._replace(underline=True),
                24: ink._replace(underline=False),
                7: ink._replace(reverse=True),
                27: ink._replace(reverse=False),
                39: ink._replace(fg=""),
                49: ink._replace(bg=""),
            }[code]
    return ink


def visible(cell: Cell) -> object:
    """What of a cell can be seen: of a blank only what is behind it."""
    ink = cell.ink
    if cell.char == " " and not (ink.reverse or ink.underline):
        return " ", ink.bg
    return cell


@given(canvases(), canvases())
def test_the_bytes_that_are_sent_turn_one_picture_into_the_next(
    before: Canvas, after: Canvas
) -> None:
    old, new = before.frame(), after.frame()
    rows = played(old, update(old, new, Colours.TRUECOLOR))
    assert [[visible(cell) for cell in row] for row in rows] == [
        [visible(cell) for cell in row] for row in new.rows
    ]


bars = st.lists(
    st.tuples(
        st.integers(0, 11),
        st.integers(0, 5),
        st.integers(1, 6),
        st.sampled_from("▐▌ x"),
        st.sampled_from([Ink("#112233"), Ink("#112233", bold=True), Ink(bg="#445566")]),
    ),
    max_size=6,
)


@given(bars, bars)
def test_bars_that_stand_in_columns_are_sent_downwards(before: list[Any], after: list[Any]) -> None:
    def frame(drawn: list[Any]) -> Frame:
        canvas = Canvas(12, 6, Ink())
        for x, y, height, char, ink in drawn:
            for row in range(y, min(y + height, 6)):
                canvas.put(x, row, char, ink)
        return canvas.frame()

    old, new = frame(before), frame(after)
    rows = played(old, update(old, new, Colours.TRUECOLOR))
    assert [[visible(cell) for cell in row] for row in rows] == [
        [visible(cell) for cell in row] for row in new.rows
    ]


@pytest.mark.parametrize(("x", "downwards"), [(0, True), (10, True), (11, False)])
def test_a_bar_costs_a_few_bytes_a_row_but_in_the_last_column(x: int, downwards: bool) -> None:
    canvas = Canvas(12, 6, Ink())
    old = canvas.frame()
    for row in range(6):
        canvas.put(x, row, "▐", Ink("#112233"))
    sent = update(old, canvas.frame(), Colours.TRUECOLOR)
    assert sent.count("\v\b▐") == (5 if downwards else 0)
    assert sent.count("▐") == 6


@given(canvases(), canvases())
def test_without_colours_no_byte_chooses_one(before: Canvas, after: Canvas) -> None:
    sent = update(before.frame(), after.frame(), Colours.NONE)
    chosen = [code for found in re.findall(r"\x1b\[([\d;]*)m", sent) for code in found.split(";")]
    assert set(chosen) <= {"", "0", "1", "2", "22", "4", "24", "7", "27"}
