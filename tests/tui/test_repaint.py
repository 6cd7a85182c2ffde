"""What is sent when the whole screen is painted: once, in its size, in colours that there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from rich.color import ColorSystem
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from koikoi.store.settings import Settings
from koikoi.tui.board import Board, style_of
from koikoi.tui.brush import make_brush
from koikoi.tui.driver import TableDriver
from koikoi.tui.frame import Canvas, Frame, Ink
from koikoi.tui.terminal import Colours, GlyphSet
from koikoi.tui.theme import theme_for
from koikoi.tui.wire import update
from tests.tui.pages import all_pages
from tests.tui.person import STILL, Person, setup, sitting
from tests.tui.scenes import ENGLISH, SCENES, painted
from tests.tui.screen import Screen, colour_codes

PICTURE, OTHER = "\x1b[1;1H\x1b[48;2;1;2;3mone", "\x1b[1;1H\x1b[48;2;1;2;3mtwo"
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""Around every picture, where a terminal knows synchronized updates."""


# The driver: one picture, once.


class Line:
    """A driver without a terminal, and what it would have written.

    Attributes:
        driver: The driver.
        sent: What reached the library's driver.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[str] = []
        monkeypatch.setattr(LinuxDriver, "write", lambda _, data: self.sent.append(data))
        monkeypatch.setattr(TableDriver, "__init__", lambda _: None)
        make: Any = TableDriver
        self.driver: TableDriver = make()
        self.driver.forget()

    def write(self, *data: str) -> list[str]:
        """Writes; returns what was sent of it."""
        before = len(self.sent)
        for part in data:
            self.driver.write(part)
        return self.sent[before:]


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(monkeypatch)


def test_the_same_picture_twice_in_a_row_is_sent_once(line: Line) -> None:
    assert line.write(PICTURE, PICTURE, PICTURE) == [PICTURE]


def test_a_picture_is_sent_again_after_another(line: Line) -> None:
    assert line.write(PICTURE, OTHER, PICTURE, PICTURE) == [PICTURE, OTHER, PICTURE]


@pytest.mark.parametrize("between", [BEGIN, END, "\x1b]11;?\x1b\\", "\x1b]0;KOI-KOI\x07"])
def test_what_changes_no_cell_makes_no_picture_new(line: Line, between: str) -> None:
    assert line.write(PICTURE, between, PICTURE, between) == [PICTURE, between, between]


def test_synchronized_updates_are_always_sent_whole(line: Line) -> None:
    sent = line.write(BEGIN, PICTURE, END, BEGIN, PICTURE, END)
    assert sent == [BEGIN, PICTURE, END, BEGIN, END]


@pytest.mark.parametrize("between", ["\x1b[?1049h", "\x1b[2J", "\x1b[?25l", "x"])
def test_whatever_may_change_cells_makes_every_picture_new(line: Line, between: str) -> None:
    assert line.write(PICTURE, between, PICTURE) == [PICTURE, between, PICTURE]


def test_what_is_forgotten_is_sent_again(line: Line) -> None:
    line.write(PICTURE)
    line.driver.forget()
    assert line.write(PICTURE, PICTURE) == [PICTURE]


def test_a_whole_picture_is_noted_until_it_is_forgotten(line: Line) -> None:
    painted = []
    for part in ("\x1b[3;4Hx", BEGIN, PICTURE, "\x1b[3;4Hx"):
        line.write(part)
        painted.append(line.driver.painted)
    line.driver.forget()
    assert [*painted, line.driver.painted] == [False, False, True, True, False]


# The board: nothing of the old size, and a difference only where the terminal has the rest.


def noted_lines(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Size, Size]]:
    """The sizes of frame and board whenever the library asks the board for a row."""
    seen: list[tuple[Size, Size]] = []
    render = Board.render_line

    def noted(board: Board, y: int) -> Any:
        if board.frame is not None:
            seen.append((Size(board.frame.width, board.frame.height), board.size))
        return render(board, y)

    monkeypatch.setattr(Board, "render_line", noted)
    return seen


async def test_after_a_resize_no_row_of_the_old_size_is_painted(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(home, setup(seed="sizes")) as person:
        await person.until_asked()
        seen = noted_lines(monkeypatch)
        for size in ((160, 48), (60, 20), (100, 30), (40, 10), (80, 24)):
            seen.clear()
            await person.pilot.resize_terminal(*size)
            await person.pilot.rest()
            assert (person.frame.width, person.frame.height) == size
            assert set(seen) == {(Size(*size), Size(*size))}


def board_of(person: Person) -> Board:
    return person.app.screen.query_one(Board)


def noted_sends(person: Person, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the board itself sends from now on."""
    sent: list[str] = []
    monkeypatch.setattr(board_of(person), "_send", sent.append)
    return sent


async def test_a_frame_that_the_library_is_about_to_paint_is_not_sent_as_well(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(home) as person:
        sent, lines = noted_sends(person, monkeypatch), noted_lines(monkeypatch)
        board, frame = board_of(person), person.frame
        board.take(frame, Colours.TRUECOLOR)
        board.show(frame, Colours.TRUECOLOR)
        await person.pilot.rest()
        assert not sent
        assert not lines
        # Another one, while the library has not painted yet, is the library's as a whole.
        board.take(frame, Colours.TRUECOLOR)
        board.show(changed(frame), Colours.TRUECOLOR)
        await person.pilot.rest()
        assert not sent
        assert len(lines) == 24


async def test_once_the_library_has_painted_the_difference_is_enough(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(home) as person:
        sent, lines = noted_sends(person, monkeypatch), noted_lines(monkeypatch)
        board, frame = board_of(person), person.frame
        board.show(frame, Colours.TRUECOLOR)
        assert sent == []
        board.show(changed(frame), Colours.TRUECOLOR)
        assert sent == [update(frame, changed(frame), Colours.TRUECOLOR)]
        await person.pilot.rest()
        assert not lines


@pytest.mark.parametrize("colours", [one for one in Colours if one is not Colours.TRUECOLOR])
async def test_the_same_frame_in_other_colours_is_painted_anew(
    home: Path, monkeypatch: pytest.MonkeyPatch, colours: Colours
) -> None:
    async with sitting(home) as person:
        sent, lines = noted_sends(person, monkeypatch), noted_lines(monkeypatch)
        board_of(person).show(person.frame, colours)
        await person.pilot.rest()
        assert not sent
        assert len(lines) == 24


def changed(frame: Frame) -> Frame:
    """A frame with one other cell."""
    canvas = Canvas.over(frame)
    canvas.put(0, 0, "x", Ink("#ffffff", "#000000"))
    return canvas.frame()


# Colours, while they change.


def is_allowed(code: tuple[int, ...], colours: Colours) -> bool:
    """Whether a terminal that shows so many colours knows this one."""
    if colours is Colours.TRUECOLOR:
        return code in ((38, 2), (48, 2))
    if colours is Colours.EXTENDED:
        return len(code) == 3 and code[2] >= 16
    if colours is Colours.BASIC:
        return len(code) == 1  # colour_codes gives 30-49 and 90-107 only
    return False


def wrong(parameters: list[str], colours: Colours) -> set[tuple[int, ...]]:
    return {code for code in colour_codes(parameters) if not is_allowed(code, colours)}


def brush_settings(colours: Colours) -> Iterator[Any]:
    """Every brush for a terminal of so many colours."""
    for dark in (True, False):
        for pictures in (True, False):
            yield make_brush(
                theme_for(colours, dark=dark), GlyphSet.FULL, ENGLISH, pictures=pictures
            )


def frames_in(colours: Colours) -> Iterator[Frame]:
    for brush in brush_settings(colours):
        for make in SCENES.values():
            yield painted(make(), (80, 24), brush)
        yield from (frame for _, frame in all_pages((80, 24), brush))


@pytest.mark.parametrize("colours", list(Colours))
def test_a_difference_chooses_colours_that_the_terminal_has(colours: Colours) -> None:
    before = Canvas(80, 24, Ink()).frame()
    screen = Screen(80, 24)
    for frame in frames_in(colours):
        screen.feed(update(before, frame, colours).encode())
        before = frame
    assert wrong(screen.colours, colours) == set()
    assert any(colour_codes(screen.colours)) == (colours is not Colours.NONE)
    assert any(screen.colours)


@pytest.mark.parametrize("colours", list(Colours))
def test_a_whole_picture_chooses_colours_that_the_terminal_has(colours: Colours) -> None:
    inks = {cell.ink for frame in frames_in(colours) for row in frame.rows for cell in row}
    screen = Screen(80, 24)
    for ink in inks:
        # The library is told that the terminal has all colours.
        drawn = style_of(ink, colours).render("x", color_system=ColorSystem.TRUECOLOR)
        screen.feed(drawn.encode())
    assert wrong(screen.colours, colours) == set()
    assert any(colour_codes(screen.colours)) == (colours is not Colours.NONE)


@pytest.mark.parametrize("colours", [Colours.EXTENDED, Colours.BASIC, Colours.NONE])
def test_frames_of_another_theme_are_sent_in_colours_that_the_terminal_has(
    colours: Colours,
) -> None:
    """Between two frames the colours may have become fewer; what is sent must not tell."""
    frame = painted(
        SCENES["turn"](),
        (80, 24),
        make_brush(theme_for(Colours.TRUECOLOR, dark=True), GlyphSet.FULL, ENGLISH),
    )
    screen = Screen(80, 24)
    screen.feed(update(Canvas(80, 24, Ink()).frame(), frame, colours).encode())
    assert wrong(screen.colours, colours) == set()


ROUND: Final = ("truecolor", "256", "16", "none", "truecolor")


async def test_options_change_colours_and_cards_at_once(home: Path) -> None:
    async with sitting(home, setup(seed="colours")) as person:
        await person.until_asked()
        shown = []
        for name in ROUND:
            person.app.prefer(replace(person.app.settings, colours=name))
            await person.settled()
            assert board_of(person)._colours is Colours(name)
            assert person.app.brush.theme is theme_for(Colours(name), dark=True)
            assert person.app.brush.faces.pictured == (name in ("truecolor", "256"))
            shown.append(person.frame)
        assert shown[0] == shown[-1]
        assert len({frame.rows for frame in shown}) == 4


async def test_what_the_command_line_says_of_colours_stays(home: Path) -> None:
    async with sitting(home, settings=Settings(motion="none", colours="16")) as person:
        assert board_of(person)._colours is Colours.BASIC
        person.app._forced_colours = True
        person.app.prefer(replace(STILL, colours="none"))
        await person.settled()
        assert board_of(person)._colours is Colours.TRUECOLOR


async def test_another_card_in_mind_takes_300_bytes_on_a_line_of_256_colours(home: Path) -> None:
    """The aim of ``koikoi bench host``, which measures it at tables of their own."""
    sizes = []
    for seed in ("one", "two", "three", "four", "five", "six"):
        start = setup(seed=seed)
        async with sitting(
            home, start, settings=replace(STILL, colours="256"), size=(120, 40)
        ) as person:
            await person.until_asked()
            shown = person.frame
            for key in ("right", "left", *["right"] * 6):
                await person.press(key)
                sizes.append(len(update(shown, person.frame, Colours.EXTENDED).encode()))
                shown = person.frame
    assert sum(sizes) / len(sizes) <= 300
    assert max(sizes) <= 600
