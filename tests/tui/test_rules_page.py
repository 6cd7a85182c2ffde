"""The rules on the screen: the same sentences, the cards of yaku, page by page by keys or mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.store.ownrules import own_path, save_rules
from koikoi.store.settings import Settings
from koikoi.text.catalogue import load
from koikoi.text.rules_page import rules_page
from koikoi.tui.board import Board
from koikoi.tui.rulewords import chips, rules_sheet, sections
from koikoi.tui.sheet import Sheet, line_width, text_width
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, MONO, Fill
from koikoi.tui.uistate import Does
from tests.tui.pages import own
from tests.tui.person import Person, setup, sitting
from tests.tui.scenes import SIZES, brush_of

EVERY = [(60, 20), *SIZES]


def words_of(sheet: Sheet) -> str:
    """All words of a page, without how they are broken into lines."""
    rows = ["".join(span.said for span in line) for line in sheet.lines if isinstance(line, tuple)]
    return " ".join(" ".join(rows).split())


@pytest.mark.parametrize("name", PRESET_NAMES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_screen_says_what_the_command_says(name: str, width: int) -> None:
    page = words_of(rules_sheet(preset(name), brush_of(), text_width(width)))
    for heading, sentences in rules_page(load(), preset(name)):
        for said in (heading, *sentences):
            assert said in page


def test_a_yaku_has_its_cards_in_their_colours() -> None:
    sheet = rules_sheet(preset("standard"), brush_of(), text_width(80))
    rows = ["".join(span.said for span in line) for line in sheet.lines if isinstance(line, tuple)]
    at = next(row for row, said in enumerate(rows) if said.startswith("Flower Viewing (Hanami) is"))
    line = sheet.lines[at + 1]
    assert isinstance(line, tuple)
    assert [(span.said, span.fill) for span in line if span.fill is not None] == [
        ("★3 Curt", Fill.LIGHT),
        ("◆9 Cup", Fill.ANIMAL),
    ]


@pytest.mark.parametrize("glyphs", list(GlyphSet))
@pytest.mark.parametrize("width", [40, 56, 76, 100])
def test_cards_have_room_and_none_is_missing(glyphs: GlyphSet, width: int) -> None:
    for theme in (DARK, MONO):
        for count in (1, 5, 10, 11, 25, 48):
            lines = chips((1 << count) - 1, brush_of(theme, glyphs), width)
            assert all(line_width(line) <= width for line in lines)
            assert sum(span.fill is not None for line in lines for span in line) == count


def first_row(person: Person) -> str:
    return person.rows[2].strip()


async def open_rules(person: Person) -> None:
    """From the title screen over the setup page."""
    await person.press("n")
    await person.until_seen("New game", "Opponent")
    await person.press("p")
    await person.until_seen("Rules: ")


@pytest.mark.parametrize("size", EVERY)
async def test_every_section_is_reached_by_keys(size: tuple[int, int], home: Path) -> None:
    headings = [heading for heading, _ in rules_page(load(), preset("standard"))]
    async with sitting(home, size=size) as person:
        await open_rules(person)
        seen = set()
        for _ in headings:
            seen |= {heading for heading in headings if person.sees(f"\n  {heading} ")}
            await person.press("right")
        assert seen == set(headings)


async def test_the_whole_page_is_read_by_the_mouse_alone(home: Path) -> None:
    brush = brush_of()
    sheet = rules_sheet(preset("standard"), brush, text_width(60), "")
    async with sitting(home, size=(60, 20)) as person:
        await open_rules(person)
        read: list[str] = []
        while True:
            rows = [row.rstrip() for row in person.rows[2:-1]]
            read += rows
            before = person.frame
            await person.click_on(Does("pagedown"))
            await person.settled()
            if person.frame is before or person.rows[2:-1] == before.text()[2:-1]:
                break
        said = " ".join(" ".join(read).split())
        for line in sheet.lines:
            assert isinstance(line, tuple)
            assert "".join(span.said for span in line).strip() in said
        # From the end the sections begin again.
        await person.click_on(Does("right"))
        await person.until(lambda: first_row(person) == "The match")
        await person.click_on(Does("right"))
        await person.until(lambda: first_row(person) == "The deal")


async def test_the_wheel_scrolls(home: Path) -> None:
    async with sitting(home) as person:
        await open_rules(person)
        top = person.rows[2:5]
        board = person.app.screen.query_one(Board)
        for kind, moved in ((events.MouseScrollDown, True), (events.MouseScrollUp, False)):
            before = person.frame
            board.post_message(kind(board, 5, 5, 0, 0, 0, False, False, False))
            await person.changed(before)
            assert (person.rows[2:5] != top) == moved


async def test_help_leads_to_the_rules_of_a_new_match(home: Path) -> None:
    async with sitting(home, settings=Settings(motion="none", rules="nintendo")) as person:
        await person.press("l")
        await person.until_seen("How to play", "Presets side by side")
        await person.press("question_mark")
        await person.until_seen("one card away", "r the rules")
        await person.press("r")
        await person.until_seen("Rules: Nintendo")
        await person.press("escape")
        await person.until_seen("one card away")


async def test_help_leads_to_the_rules_of_the_match(home: Path) -> None:
    async with sitting(home, setup("yakuza")) as person:
        await person.until_asked()
        plies = person.plies
        await person.press("question_mark")
        await person.until_seen("one card away")
        await person.press("r")
        await person.until_seen("Rules of this match", "rules “Yakuza”")
        await person.press("escape")
        await person.until_seen("one card away")
        await person.press("escape")
        await person.until_asked()
        assert person.plies == plies


async def test_rules_that_cannot_be_used_say_why(home: Path) -> None:
    save_rules(own_path("mine"), own(), {})
    broken = own_path("mine").read_text(encoding="utf-8").replace("goko = 10", "goko = 99")
    own_path("mine").write_text(broken, encoding="utf-8")
    async with sitting(home, settings=Settings(motion="none", rules="mine")) as person:
        await person.press("n")
        await person.until_seen("Opponent")
        await person.press("p")
        await person.until_seen("These rules cannot be used", "“goko” is 99")
        await person.press("escape")
        await person.until_seen("Opponent")
        await person.press("enter")
        await person.until_seen("“goko” is 99")
        assert person.at_title


def test_sections_are_found_whatever_the_width() -> None:
    for width in (30, 56, 100):
        sheet = rules_sheet(preset("standard"), brush_of(), width)
        headings = rules_page(load(), preset("standard"))
        assert len(sections(sheet)) == len(headings)
