"""Pages of words: nothing cut, and what has to be seen at once is."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from koikoi.tui.sheet import Item, Painted, paint_sheet, rows_shown, text_width
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import (
    BASIC,
    DARK,
    DARK_256,
    LIGHT,
    LIGHT_256,
    MONO,
)
from tests.tui.pages import SHEETS, page, quit_dialog, title
from tests.tui.scenes import (
    SCENES,
    SIZES,
    a_turn,
    brush_of,
    painted,
)

ENDS = [(80, 24), (160, 48)]
CROWDS = [8, 16, 17, 18]
THEMES = [DARK, LIGHT, DARK_256, LIGHT_256, BASIC, MONO]
BRUSHES = [brush_of(theme, glyphs) for theme in (DARK, MONO) for glyphs in GlyphSet]

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
every_scene = pytest.mark.parametrize("name", SCENES)


# Pages.


@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_the_help_page_needs_no_scrolling(glyphs: GlyphSet) -> None:
    sheet = SHEETS["help"](brush_of(DARK, glyphs), text_width(80))
    assert len(sheet.lines) <= rows_shown(24) == 21


@pytest.mark.parametrize(
    "name", ["round", "match", "yaku", "card", "setup", "setup-two", "options"]
)
def test_what_has_to_be_seen_at_once_needs_no_scrolling(name: str) -> None:
    sheet = SHEETS[name](brush_of(), text_width(80))
    assert len(sheet.lines) <= rows_shown(24)


@pytest.mark.parametrize("width", [60, 80, 100, 120, 160, 200])
@pytest.mark.parametrize("name", SHEETS)
def test_no_line_of_a_page_is_cut(name: str, width: int) -> None:
    room = text_width(width)
    for line in SHEETS[name](brush_of(), room).lines:
        assert not isinstance(line, Painted)  # these pages have text cards
        spans = line.line if isinstance(line, Item) else line
        said = "".join(span.said for span in spans).rstrip()
        assert cell_len(said) <= room - (3 if isinstance(line, Item) else 0), said


def test_a_long_page_says_how_far_it_has_been_read() -> None:
    brush = brush_of()
    sheet = SHEETS["rules"](brush, text_width(80))
    total, shown = len(sheet.lines), rows_shown(24)
    assert total > shown
    read = []
    for top in range(0, total, shown):
        frame = paint_sheet(sheet, 80, 24, brush, top=top)
        assert f"{min(top + shown, total)}/{total}" in frame.text()[1]
        read += [row.rstrip() for row in frame.text()[2:-1]]
    said = ["".join(span.said for span in line).rstrip() for line in sheet.lines]  # type: ignore[union-attr]
    assert [row.strip() for row in read if row.strip()] == [
        row.strip() for row in said if row.strip()
    ]


def test_the_dialog_leaves_the_table_readable_around_it() -> None:
    frame, below = quit_dialog((80, 24), brush_of()), painted(a_turn())
    changed = [(x, y) for y in range(23) for x in range(80) if frame.rows[y][x] != below.rows[y][x]]
    assert 0 < len(changed) < 80 * 24 // 4
    for word in ("Go on", "Save and leave", "Resign the match"):
        assert word in "\n".join(frame.text())


def test_the_title_says_what_a_new_match_would_be_or_what_has_happened() -> None:
    quiet, told = title((80, 24), brush_of()), title((80, 24), brush_of(), "Nothing is saved.")
    assert "Level 2: Chō the Butterfly; rules" in "\n".join(quiet.text())
    assert "Nothing is saved." in "\n".join(told.text())


@pytest.mark.parametrize("size", [(60, 20), *SIZES])
def test_the_title_has_room_for_all_that_is_said(size: tuple[int, int]) -> None:
    said = " ".join(f"word{number}" for number in range(50))
    rows = title(size, brush_of(), said).text()
    shown = " ".join(" ".join(row.split()) for row in rows)
    assert said in shown
    for entry in ("New game", "Continue", "Quit"):
        assert entry in shown


@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_pages_are_as_wide_as_any_terminal(glyphs: GlyphSet) -> None:
    brush = brush_of(MONO, glyphs)
    for width in (80, 81, 99, 123, 200):
        for name in SHEETS:
            frame = page(name, (width, 24), brush)
            assert all(cell_len(row) == width for row in frame.text())
