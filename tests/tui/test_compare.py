"""Presets side by side on the screen: which stand there, and what of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.store.ownrules import own_path, save_rules
from koikoi.text.options import preset_name
from koikoi.tui.comparewords import Beside, beside_sheet, grid
from koikoi.tui.sheet import line_width
from koikoi.tui.uistate import Does
from tests.tui.pages import NAMED, own
from tests.tui.person import Person, sitting
from tests.tui.scenes import ENGLISH, brush_of

RULES = tuple(preset(name) for name in PRESET_NAMES)
NAMES = [preset_name(ENGLISH, name) for name in PRESET_NAMES]
AREAS = [(60, 2), (80, 3), (120, 5), (160, 6)]


async def open_table(person: Person) -> None:
    await person.press("n")
    await person.until_seen("Opponent")
    await person.press("c")
    await person.until_seen("Presets side by side")


def names_on(person: Person) -> list[str]:
    """The names in the heading of the table."""
    head = person.rows[2]
    return sorted((name for name in NAMES if name in head), key=head.index)


@pytest.mark.parametrize(("width", "across"), AREAS)
async def test_as_many_stand_there_as_have_room(width: int, across: int, home: Path) -> None:
    async with sitting(home, size=(width, 24)) as person:
        await open_table(person)
        assert names_on(person) == NAMES[:across]


@pytest.mark.parametrize("mouse", [False, True])
async def test_any_two_can_stand_side_by_side(mouse: bool, home: Path) -> None:
    async with sitting(home, size=(60, 20)) as person:
        await open_table(person)
        seen = set()
        for _ in NAMES:
            for _ in NAMES:
                pair = names_on(person)
                seen.add(tuple(pair))
                before = person.frame
                if mouse:
                    await person.click_on(Does("right"))
                else:
                    await person.press("right")
                await person.changed(before)
            before = person.frame
            if mouse:
                await person.click_on(Does("tab"))
            else:
                await person.press("tab")
            await person.changed(before)
        assert seen == {(one, other) for one in NAMES for other in NAMES if one != other}


async def test_the_heading_stays_and_the_source_is_at_the_end(home: Path) -> None:
    async with sitting(home, size=(60, 20)) as person:
        await open_table(person)
        head = person.rows[2]
        await person.press("end")
        assert person.rows[2] == head
        assert person.sees("Standard: The yaku page of", "Nintendo: Nintendo's leaflet")


async def test_all_options_are_there_on_wish(home: Path) -> None:
    async with sitting(home) as person:
        await open_table(person)
        assert not person.sees("Four Lights (Shikō)")
        await person.press("a")
        assert person.sees("Four Lights (Shikō)")
        await person.press("a")
        assert not person.sees("Four Lights (Shikō)")


async def test_own_rules_stand_beside_the_presets(home: Path) -> None:
    save_rules(own_path(NAMED), own(), {})
    own_path("broken").write_text("", encoding="utf-8")
    async with sitting(home, size=(60, 20)) as person:
        await open_table(person)
        await person.press("left")
        assert NAMED in person.rows[2]
        await person.press("left")
        assert names_on(person) == ["Standard", "Yakuza"]


@pytest.mark.parametrize("width", [40, 56, 76, 100, 116, 156])
@pytest.mark.parametrize("whole", [False, True])
def test_the_table_has_room_and_nothing_is_cut(width: int, whole: bool) -> None:
    for first in range(len(RULES)):
        beside = Beside(RULES, first, whole=whole)
        beside = beside.turned(1) if first == beside.second else beside
        sheet = beside_sheet(beside, brush_of(), width)
        assert all(line_width(line) <= width for line in (*sheet.head, *sheet.lines))
        if whole:
            said = "".join(
                span.said for line in sheet.lines if isinstance(line, tuple) for span in line
            )
            assert all(word in said for word in ("Lightning", "Rounds", "Tsukifuda"))


@pytest.mark.parametrize("count", range(2, 12))
@pytest.mark.parametrize("width", range(40, 161, 8))
def test_a_table_is_divided_into_what_has_room(width: int, count: int) -> None:
    divided = grid(width, count)
    assert divided.label + divided.cell * divided.across <= max(width, 40)
    assert divided.across <= count
