"""The big screen as it looks."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len

from koikoi.host.boardpaint import paint_board
from koikoi.tui.frame import Frame
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, LIGHT, MONO
from koikoi.tui.uistate import Does
from tests.host.boards import KEY, NAMES, news, standings
from tests.tui.goldens import compare
from tests.tui.scenes import brush_of

GOLDEN = Path(__file__).with_name("golden")
SIZES = [(60, 20), (80, 24), (120, 36), (160, 48)]
BRUSHES = [brush_of(theme, glyphs) for theme in (DARK, LIGHT, MONO) for glyphs in GlyphSet]
COUNTS = [(0, 0), (1, 1), (5, 3), (12, 40)]

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def board(
    size: tuple[int, int], counts: tuple[int, int] = (5, 3), glyphs: GlyphSet = GlyphSet.FULL
) -> Frame:
    return paint_board(news(*counts), *size, brush_of(DARK, glyphs))


def text(frame: Frame) -> str:
    return "\n".join(frame.text())


def test_the_board_looks_as_it_did() -> None:
    compare("board", [board(size) for size in SIZES], GOLDEN)


def test_a_full_and_an_empty_board_look_as_they_did() -> None:
    compare(
        "board-counts",
        [board(size, counts) for size in SIZES[:2] for counts in COUNTS[::3]],
        GOLDEN,
    )


def test_the_board_in_ascii_looks_as_it_did() -> None:
    compare("board-ascii", [board(size, glyphs=GlyphSet.ASCII) for size in SIZES[:3]], GOLDEN)


@every_size
@pytest.mark.parametrize("brush", BRUSHES, ids=lambda b: f"{b.theme.name}-{b.glyphs.name}")
def test_rows_are_as_wide_as_the_terminal(size: tuple[int, int], brush: object) -> None:
    for counts in COUNTS:
        frame = paint_board(news(*counts), *size, brush)  # type: ignore[arg-type]
        assert frame.height == size[1]
        for row in frame.text():
            assert cell_len(row) == size[0]
            if brush.glyphs.name is GlyphSet.ASCII:  # type: ignore[attr-defined]
                assert row.isascii()


@every_size
def test_whoever_looks_learns_how_to_join_and_whom_to_trust(size: tuple[int, int]) -> None:
    said = text(board(size))
    assert "To play, type this in a terminal:" in said
    assert KEY in said
    assert "Hanafuda night" in said
    assert "17 people here" in said


@every_size
def test_what_does_not_fit_is_counted(size: tuple[int, int]) -> None:
    rows = text(board(size, (60, 40))).split("\n")
    shown = [row for row in rows if " – " in row]
    more = next(row for row in rows if "more" in row)
    assert f"and {40 - len(shown)} more" in more
    places = [row for row in rows if row.strip().split(".")[0].isdecimal()]
    assert f"and {60 - len(places)} more" in more


@every_size
def test_a_name_that_is_too_long_is_cut_by_its_cells(size: tuple[int, int]) -> None:
    given = news()
    long = tuple(one._replace(name="花" * 80) for one in standings(3))
    tables_ = tuple(one._replace(names=("花" * 80, "x" * 200)) for one in given.tables)
    given = given._replace(event="e" * 300, standings=long, tables=tables_)
    frame = paint_board(given, *size, brush_of())
    assert all(cell_len(row) == size[0] for row in frame.text())
    assert "40" in text(frame)
    assert "17 people here" in text(frame)


def test_who_is_to_move_is_told_by_a_sign_and_not_by_colour_alone() -> None:
    rows = board((80, 24), (0, 3)).text()
    first = next(row for row in rows if NAMES[0] in row)
    second = next(row for row in rows if NAMES[1] in row)
    assert first.index("▸") < first.index(NAMES[0])
    assert second.index(NAMES[1][:5]) < second.index("▸")


def test_nothing_but_leaving_can_be_clicked() -> None:
    assert {zone.target for zone in board((120, 36)).zones} == {Does("q")}


def test_a_command_that_is_too_long_is_written_in_usual_letters() -> None:
    given = news()._replace(join="ssh -p 2222 " + "a" * 50)
    said = text(paint_board(given, 80, 24, brush_of()))
    assert given.join in said


@pytest.mark.parametrize(("leaders", "played"), list(product((0, 1), (0, 1))))
def test_where_there_is_nothing_that_is_said(leaders: int, played: int) -> None:
    said = text(board((80, 24), (leaders, played)))
    assert ("Nobody has finished a match yet." in said) == (not leaders)
    assert ("Nobody is playing now" in said) == (not played)
