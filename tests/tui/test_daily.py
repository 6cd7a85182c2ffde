"""The daily deal on the screen: from the title screen to the line with its result."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from koikoi.table import daily
from koikoi.tui.frame import Frame
from koikoi.tui.paint.title import TITLE_ITEMS, paint_title
from koikoi.tui.sheet import Chosen
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, MONO
from tests.tui.person import Person, sitting
from tests.tui.scenes import SIZES, brush_of

DAY = "2026-11-30"
LEAST = (60, 20)

every_size = pytest.mark.parametrize("size", [LEAST, *SIZES], ids=lambda at: f"{at[0]}x{at[1]}")


@pytest.fixture(autouse=True)
def the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: date.fromisoformat(DAY))


def menu(frame: Frame) -> dict[str, str]:
    """What stands where each entry of the title screen can be clicked."""
    rows = frame.text()
    return {
        zone.target.name: rows[zone.area.y][zone.area.x : zone.area.right]
        for zone in frame.zones
        if isinstance(zone.target, Chosen)
    }


@every_size
@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_every_entry_of_the_title_has_room(glyphs: GlyphSet, size: tuple[int, int]) -> None:
    brush = brush_of(MONO if glyphs is GlyphSet.ASCII else DARK, glyphs)
    found = menu(paint_title(*size, brush, "daily", "what would be played", ""))
    assert list(found) == [name for name, _, _ in TITLE_ITEMS]
    assert found["daily"] == f" {brush.glyphs.pointer} Daily deal "
    for name, _, said in TITLE_ITEMS:
        assert found[name].strip(f" {brush.glyphs.pointer}") == said


@pytest.mark.parametrize("size", [LEAST, (80, 24)])
async def test_the_page_says_what_counts_and_leads_to_the_table(
    home: Path, size: tuple[int, int]
) -> None:
    async with sitting(home, size=size) as person:
        await person.press("d")
        assert person.sees(f"Daily deal of {DAY}", "Start", "The first match that you begin counts")
        assert person.sees("good faith.")
        await person.press("escape")
        assert not person.records
        await person.press("d", "enter")
        await person.until_asked()
        assert person.record.header.seed == f"koikoi-daily-v1/{DAY}"
        await person.press("l", "home")
        assert person.sees(f"The daily deal of {DAY}: this match counts.")


async def back_at_title(person: Person) -> None:
    """Waits for the title screen."""
    await person.until(lambda: person.at_title)


async def resigned(person: Person) -> None:
    """Gives the match up, and reads its result."""
    await person.until_asked()
    await person.press("q", "r")
    await person.until_seen("End of the match")


async def test_a_mouse_alone_plays_it(home: Path) -> None:
    async with sitting(home) as person:
        await person.click_on(Chosen("daily"))
        await person.until_seen(f"Daily deal of {DAY}")
        await person.click_on(Chosen("play"))
        await person.until_asked()
        assert len(person.records) == 1


async def test_the_result_stands_on_the_page_of_the_end_and_on_that_of_the_deal(
    home: Path,
) -> None:
    line = f"Koi-Koi daily {DAY}: resigned at 0:0 vs Shika"
    async with sitting(home) as person:
        await person.press("d", "enter")
        await resigned(person)
        assert person.sees(line)
        await person.press("enter")
        await back_at_title(person)
        await person.press("d")
        assert person.sees(line, f"koikoi daily --date {DAY} --result prints this line.")
        assert person.sees("Play it again, as a repeat")
        await person.press("enter")
        await resigned(person)
        assert person.sees(f"Koi-Koi daily {DAY}, a repeat: resigned at 0:0 vs Shika")


async def test_a_match_that_was_left_is_gone_on_with(home: Path) -> None:
    async with sitting(home) as person:
        await person.press("d", "enter")
        await person.until_asked()
        await person.press("q", "l")
        await back_at_title(person)
        assert person.sees(f"The match is saved; koikoi daily --date {DAY} goes on with it.")
        await person.press("d")
        assert person.sees("Go on with it")
        await person.press("enter")
        await resigned(person)
        assert person.record.finished
        await person.press("enter")
        await back_at_title(person)
        await person.press("d", "enter")
        await person.until_asked()
        await person.press("q", "l")
        await back_at_title(person)
        await person.press("d")
        assert person.sees("Go on with the repeat")


async def test_other_matches_have_no_line(home: Path) -> None:
    async with sitting(home) as person:
        await person.press("n", "enter")
        await resigned(person)
        assert not person.sees("Koi-Koi daily")
