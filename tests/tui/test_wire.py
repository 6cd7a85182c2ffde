"""What is sent from one picture to the next: it makes the one of the other, in few bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.geometry import Region

from koikoi.tui.frame import Canvas, Cell, Frame, Ink, Rect, Row, Zone
from koikoi.tui.pen import PLAIN, stroke
from koikoi.tui.terminal import Colours
from koikoi.tui.theme import xterm
from koikoi.tui.wire import END, spans, update

GOLD, NIGHT = xterm(221), xterm(233)
"""Colours that a terminal of 256 colours has exactly, as one of all colours does."""
OTHER: Final = Ink(GOLD, NIGHT, bold=True)
INKS: Final = [
    PLAIN,
    OTHER,
    Ink(NIGHT, GOLD, bold=True),
    Ink(GOLD, NIGHT),
    Ink(NIGHT, GOLD, dim=True),
    Ink(GOLD, NIGHT, underline=True),
    Ink(bg=GOLD),
    Ink(reverse=True),
    Ink(GOLD, reverse=True),
    Ink(NIGHT, GOLD, reverse=True),
]
WORDS = st.text(st.sampled_from("ab 8▐★ō松梅桐鳳"), max_size=12)
"""Blanks among them."""
PLACE = st.integers(-6, 26)
SPAN = st.integers(-2, 26)
EXACT = pytest.mark.parametrize("colours", [Colours.TRUECOLOR, Colours.EXTENDED])


@st.composite
def canvases(draw: st.DrawFn, width: int = 20, height: int = 4) -> Canvas:
    """A canvas that anything has been painted on, inside and outside of it."""
    canvas = Canvas(width, height, draw(st.sampled_from(INKS[:2])))
    inks = st.sampled_from(INKS)
    for _ in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            canvas.put(draw(PLACE), draw(st.integers(-2, 6)), draw(WORDS), draw(inks))
        else:
            area = Rect(draw(PLACE), draw(st.integers(-2, 6)), draw(SPAN), draw(SPAN))
            canvas.fill(area, draw(inks), draw(st.sampled_from("x▒ ")))
    return canvas


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
            row, _, column = found[1].partition(";")
            y, x = int(row) - 1, int(column or 1) - 1
        elif found[2] == "m":
            ink = inked(ink, found[1])
        elif found[3] == "\r":
            x = 0
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
    numbers = [int(one or 0) for one in parameters.split(";")]
    while numbers:
        code = numbers.pop(0)
        if code in (38, 48):
            if numbers.pop(0) == 2:
                colour = "#{:02x}{:02x}{:02x}".format(*tuple(numbers.pop(0) for _ in range(3)))
            else:
                colour = xterm(numbers.pop(0))
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
    if cell.char == " " and not ink.underline:
        return " ", (ink.fg or "in front") if ink.reverse else ink.bg
    if ink.reverse and ink.fg and ink.bg and not ink.dim and not ink.underline:
        ink = ink._replace(fg=ink.bg, bg=ink.fg, reverse=False)
    return cell.char, ink


def seen(rows: tuple[Row, ...]) -> list[list[object]]:
    """What of rows can be seen."""
    return [[visible(cell) for cell in row] for row in rows]


@EXACT
@given(canvases(), canvases())
def test_the_bytes_that_are_sent_turn_one_picture_into_the_next(
    colours: Colours, before: Canvas, after: Canvas
) -> None:
    old, new = before.frame(), after.frame()
    assert seen(played(old, update(old, new, colours))) == seen(new.rows)


def pictures() -> Iterator[tuple[Frame, Frame]]:
    """Pairs of pictures with so many differences that they are sent down the screen."""
    for step in (2, 5, 7):
        canvas = Canvas(60, 12, OTHER)
        old = canvas.frame()
        for place in range(0, 720, step):
            canvas.put(place % 60, place // 60, "x ▐"[place % 3], INKS[place % len(INKS)])
        yield old, canvas.frame()


@EXACT
def test_many_differences_are_sent_too(colours: Colours) -> None:
    for old, new in pictures():
        for before, after in ((old, new), (new, old)):
            assert seen(played(before, update(before, after, colours))) == seen(after.rows)


def test_a_difference_ends_with_a_sign_that_is_nowhere_else_in_it() -> None:
    for old, new in pictures():
        sent = update(old, new, Colours.TRUECOLOR)
        assert sent.endswith(END)
        assert sent.count(END) == 1
        assert update(new, new, Colours.TRUECOLOR) == ""


def test_what_is_written_in_one_ink_is_written_together() -> None:
    canvas = Canvas(60, 9, PLAIN)
    old = canvas.frame()
    for row in range(8):
        canvas.put(9 * row % 40, row, "some text", (OTHER, Ink(xterm(81), xterm(22)))[row % 2])
    sent = update(old, canvas.frame(), Colours.EXTENDED)
    assert sent.count("m") - sent.count("some") == 3, "one ink, then the other, and the end"


def test_colours_are_exchanged_where_that_is_shorter() -> None:
    canvas = Canvas(40, 1, OTHER)
    old = canvas.frame()
    canvas.put(0, 0, "one", OTHER)
    canvas.put(3, 0, "two", Ink(NIGHT, GOLD, bold=True))
    assert "\x1b[7mtwo" in update(old, canvas.frame(), Colours.EXTENDED)


@given(st.sampled_from(INKS), st.sampled_from(INKS), st.booleans())
def test_no_way_to_an_ink_is_longer_than_to_say_all_of_it(pen: Ink, ink: Ink, blank: bool) -> None:
    for colours in Colours:
        said, now = stroke(pen, ink, colours, blank=blank)
        assert len(said) <= len(stroke(PLAIN, ink, colours).said) + len("\x1b[22;24;27;39;49m")
        assert stroke(now, ink, colours, blank=blank).said == ""


@given(st.sampled_from(INKS), st.sampled_from(INKS), st.booleans())
def test_of_sixteen_colours_none_is_exchanged(pen: Ink, ink: Ink, blank: bool) -> None:
    # In front they are often brighter than behind.
    said, now = stroke(pen, ink, Colours.BASIC, blank=blank)
    assert now.reverse == ink.reverse
    assert said or (now.bg == ink.bg and (blank or now == ink))


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
    assert seen(played(old, update(old, new, Colours.TRUECOLOR))) == seen(new.rows)


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
