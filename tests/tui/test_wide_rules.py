"""Rules in a language whose letters are two columns wide: nothing sticks out."""

from __future__ import annotations

import gettext
from functools import cache
from string import Formatter

import pytest
from rich.cells import cell_len

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.text.catalogue import Text
from koikoi.tui.comparewords import WIDEST, Beside, beside_sheet
from koikoi.tui.ownrulespage import own_rules_sheet
from koikoi.tui.rulewords import rules_sheet
from koikoi.tui.sheet import Sheet, line_width, paint_sheet, text_width
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from tests.tui.pages import EDITORS, OWN, editor
from tests.tui.scenes import SIZES, brush_of

EVERY = [(60, 20), *SIZES]


@cache
def wide(message: str) -> str:
    """The message with a wide letter for every second of its own, as other scripts are shorter."""
    said = ""
    for literal, name, _, _ in Formatter().parse(message):
        said += "".join("花" for letter in literal[::2] if letter.strip())
        said += "" if name is None else f"{{{name}}}"
    return said


class Wide(gettext.NullTranslations):
    """The made-up language."""

    def gettext(self, message: str) -> str:
        return wide(message)

    def pgettext(self, context: str, message: str) -> str:
        return wide(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return wide(msgid1 if n == 1 else msgid2)


BRUSH = brush_of(DARK, GlyphSet.FULL, Text.from_translations(Wide(), "xw"))


@pytest.mark.parametrize("size", EVERY)
@pytest.mark.parametrize("name", EDITORS)
def test_the_editor_fills_the_screen(name: str, size: tuple[int, int]) -> None:
    frame = editor(size, BRUSH, **EDITORS[name])
    assert {cell_len(row) for row in frame.text()} == {size[0]}


@pytest.mark.parametrize("size", EVERY)
def test_pages_have_room(size: tuple[int, int]) -> None:
    rules = tuple(preset(name) for name in PRESET_NAMES)
    room = text_width(size[0], WIDEST)
    sheets: list[tuple[Sheet, int]] = [
        (beside_sheet(Beside(rules, whole=True), BRUSH, room), room),
        (rules_sheet(preset("nintendo"), BRUSH, text_width(size[0])), text_width(size[0])),
        (own_rules_sheet(OWN, (), BRUSH, text_width(size[0])), text_width(size[0])),
    ]
    for sheet, width in sheets:
        assert all(line_width(line) <= width for line in (*sheet.head, *sheet.lines))
        frame = paint_sheet(sheet, *size, BRUSH, widest=WIDEST)
        assert {cell_len(row) for row in frame.text()} == {size[0]}
