"""What holds for every picture in a language with letters of two columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from koikoi.text import catalogue
from koikoi.text.catalogue import Text, available, load
from koikoi.text.template import TEMPLATE
from koikoi.text.translations import places
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Frame
from koikoi.tui.sheet import Item, Painted, Sheet
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from tests.text.tongues import install_all, wide

WIDE = "zh"
"""A language that Babel knows to have one form for all numbers; nothing of it is spoken here."""
LANGUAGES = (WIDE, *places(TEMPLATE.parent))
"""A made-up language of wide letters, then those of the game."""


def spoken(lang: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[Text]:
    """One of these languages, for as long as a test runs."""
    if lang == WIDE:
        install_all(folder, monkeypatch, WIDE, wide)
    assert lang in available()
    yield load(lang)
    catalogue._load.cache_clear()


def brush_of(text: Text, *, pictures: bool = False) -> Brush:
    """What everything is painted with."""
    return make_brush(DARK, GlyphSet.FULL, text, pictures=pictures)


def misplaced(frame: Frame, width: int) -> list[str]:
    """The rows that have not as many columns as they should, or half a letter."""
    wrong = []
    for row in frame.rows:
        said = "".join(cell.char for cell in row)
        halves = [
            at
            for at, cell in enumerate(row)
            if (cell_len(cell.char) == 2) != (at + 1 < len(row) and row[at + 1].char == "")
        ]
        if len(row) != width or cell_len(said) != width or halves:
            wrong.append(said)
    return wrong


def too_wide(sheet: Sheet, width: int) -> list[str]:
    """The lines of a page that are cut where they are shown in so many columns."""
    cut = []
    for line in sheet.lines:
        if isinstance(line, Painted):
            continue
        spans = line.line if isinstance(line, Item) else line
        said = "".join(span.said for span in spans).rstrip()
        if cell_len(said) > width - (3 if isinstance(line, Item) else 0):
            cut.append(said)
    return cut
