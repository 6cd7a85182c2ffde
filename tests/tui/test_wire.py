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

from koikoi.tui.frame import Canvas, Frame, Ink, Rect, Row, Zone
from koikoi.tui.pen import PLAIN, stroke
from koikoi.tui.terminal import Colours
from koikoi.tui.theme import xterm
from koikoi.tui.wire import END, spans, update
from tests.tui.canvases import WORDS, canvases
from tests.tui.cells import Cells

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
ANY = canvases(INKS, INKS[:2])


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


@given(ANY, ANY)
def test_the_changed_spans_turn_one_picture_into_the_next(before: Canvas, after: Canvas) -> None:
    assert patched(before.frame(), after.frame()) == after.frame().rows


@given(ANY, ANY)
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


@given(ANY)
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


# The bytes themselves, on a terminal of a few lines.


def check(before: Frame, after: Frame, colours: Colours) -> None:
    """A terminal that shows one picture shows the next after what is sent."""
    terminal, wanted = Cells(before, colours), Cells(after, colours)
    terminal.feed(update(before, after, colours))
    assert terminal.looks == wanted.looks


COLOURS: Final = {
    Colours.TRUECOLOR: ("", GOLD, NIGHT, "#d4213a"),
    Colours.EXTENDED: ("", GOLD, NIGHT, "#d4213a"),
    Colours.BASIC: ("", "red", "white", "bright_yellow"),
    Colours.NONE: ("", "red", "white", "bright_yellow"),
}


@st.composite
def changed(draw: st.DrawFn) -> tuple[Frame, Frame, Colours]:
    """Two pictures of any size and inks, the second mostly painted over the first."""
    colours = draw(st.sampled_from(list(Colours)))
    colour, seldom = st.sampled_from(COLOURS[colours]), st.sampled_from([False, False, True])
    ink = st.builds(Ink, colour, colour, seldom, seldom, seldom, seldom)
    inks = st.sampled_from(draw(st.lists(ink, min_size=1, max_size=5)))
    width, height = draw(st.sampled_from([1, 2, 3, 9, 24])), draw(st.sampled_from([1, 2, 5, 11]))

    def painted(canvas: Canvas) -> Frame:
        for _ in range(draw(st.integers(0, 7))):
            x, y = draw(st.integers(-2, width - 1)), draw(st.integers(0, height - 1))
            kind = draw(st.sampled_from(["word", "area", "bar", "end"]))
            if kind == "word":
                canvas.put(x, y, draw(WORDS), draw(inks))
            elif kind == "end":
                word = draw(WORDS)
                canvas.put(width - cell_len(word), y, word, draw(inks))
            else:
                across = draw(st.integers(1, 9)) if kind == "area" else 1
                area = Rect(x, y, across, draw(st.integers(1, 9)))
                canvas.fill(area, draw(inks), draw(st.sampled_from("▐x ")))
        return canvas.frame()

    before = painted(Canvas(width, height, draw(inks)))
    other = Canvas(width, height, draw(inks))
    after = painted(draw(st.sampled_from([Canvas.over(before), other])))
    return before, after, colours


@given(changed())
def test_the_bytes_that_are_sent_turn_one_picture_into_the_next(
    pictures: tuple[Frame, Frame, Colours],
) -> None:
    before, after, colours = pictures
    check(before, after, colours)
    check(after, before, colours)


@given(ANY, ANY, st.sampled_from(Colours))
def test_so_they_do_with_whatever_stands_on_a_screen(
    before: Canvas, after: Canvas, colours: Colours
) -> None:
    check(before.frame(), after.frame(), colours)


@pytest.mark.parametrize("colours", [Colours.BASIC, Colours.NONE])
@pytest.mark.parametrize("ink", [Ink(reverse=True), Ink("red", "white", reverse=True)])
def test_a_reversed_blank_that_is_bold_or_faint_is_another_one(ink: Ink, colours: Colours) -> None:
    # A reversed blank has the colour in front, which bold and faint change.
    for other in (ink._replace(bold=True), ink._replace(dim=True)):
        canvas = Canvas(30, 1, ink)
        old = canvas.frame()
        canvas.put(2, 0, "Round 1", ink)
        canvas.put(9, 0, "     ", other)
        check(old, canvas.frame(), colours)


def pictures() -> Iterator[tuple[Frame, Frame]]:
    """Pairs of pictures with so many differences that they are sent down the screen."""
    for step in (2, 5, 7):
        canvas = Canvas(60, 12, OTHER)
        old = canvas.frame()
        for place in range(0, 720, step):
            canvas.put(place % 60, place // 60, "x ▐"[place % 3], INKS[place % len(INKS)])
        yield old, canvas.frame()


@pytest.mark.parametrize("colours", [Colours.TRUECOLOR, Colours.EXTENDED])
def test_many_differences_are_sent_too(colours: Colours) -> None:
    for old, new in pictures():
        for before, after in ((old, new), (new, old)):
            check(before, after, colours)


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
def test_bars_that_stand_in_columns_are_sent_from_cell_to_cell(
    before: list[Any], after: list[Any]
) -> None:
    def frame(drawn: list[Any]) -> Frame:
        canvas = Canvas(12, 6, Ink())
        for x, y, height, char, ink in drawn:
            for row in range(y, min(y + height, 6)):
                canvas.put(x, row, char, ink)
        return canvas.frame()

    check(frame(before), frame(after), Colours.TRUECOLOR)


@pytest.mark.parametrize(("x", "upwards"), [(0, True), (10, True), (11, False)])
def test_a_bar_costs_a_few_bytes_a_row_but_in_the_last_column(x: int, upwards: bool) -> None:
    canvas = Canvas(12, 6, Ink())
    old = canvas.frame()
    for row in range(6):
        canvas.put(x, row, "▐", Ink("#112233"))
    sent = update(old, canvas.frame(), Colours.TRUECOLOR)
    assert sent.count("\x1bM\b▐") == (5 if upwards else 0)
    assert sent.count("▐") == 6


@given(changed())
def test_of_few_colours_faint_and_the_end_of_bold_may_end_everything(
    pictures: tuple[Frame, Frame, Colours],
) -> None:
    # So they do in the terminal of Emacs, which knows neither.
    before, after, colours = pictures
    if colours in (Colours.BASIC, Colours.NONE):
        sent = update(before, after, colours)
        for parameters in re.findall(r"\x1b\[([\d;]+)m", sent):
            codes = parameters.split(";")
            assert "22" not in codes
            assert "2" not in codes or codes[:2] == ["0", "2"]


def test_nothing_is_sent_that_some_terminals_write_as_letters() -> None:
    # Of all control characters those two are what no terminal and no driver takes otherwise.
    for before, after in pictures():
        for colours in Colours:
            sent = update(before, after, colours)
            assert {char for char in sent if char < " "} <= {"\x1b", "\r", "\b"}


@given(ANY, ANY)
def test_without_colours_no_byte_chooses_one(before: Canvas, after: Canvas) -> None:
    sent = update(before.frame(), after.frame(), Colours.NONE)
    chosen = [code for found in re.findall(r"\x1b\[([\d;]*)m", sent) for code in found.split(";")]
    assert set(chosen) <= {"", "0", "1", "2", "22", "4", "24", "7", "27"}
