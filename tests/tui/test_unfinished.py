"""Continue on the title screen: one match at once, several to choose from, busy and broken ones."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

import koikoi.record.writer
import koikoi.store.matches
from koikoi.record.writer import RecordWriter
from koikoi.store.places import matches_dir
from koikoi.table.resuming import unfinished_matches
from koikoi.text.catalogue import load as catalogue
from koikoi.tui.brush import make_brush
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.sheet import Chosen, Item, Painted, paint_sheet, text_width
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import MONO
from koikoi.tui.unfinished import list_sheet, played_sheet, remove_sheet
from tests.tui.person import Person, sitting
from tests.tui.shelves import is_at, left, to_question

LIST = "Unfinished matches"
BUSY = "is being played elsewhere"


@pytest.fixture
def busy() -> Iterator[ExitStack]:
    """Other tables, which are left at the end."""
    with ExitStack() as tables:
        yield tables


async def open_list(person: Person) -> None:
    await person.press("c")
    await person.until_seen(LIST)


# One.


async def test_one_match_goes_on_at_once(home: Path) -> None:
    path = left("one", 10)
    async with sitting(home) as person:
        await person.press("c")
        await to_question(person)
        assert is_at(person, path)


async def test_without_one_the_title_says_so(home: Path) -> None:
    async with sitting(home) as person:
        await person.press("c")
        await person.until_seen("There is no unfinished match.")
        assert person.at_title


# Several.


async def test_enter_twice_goes_on_with_the_newest(home: Path) -> None:
    left("old", 10)
    newest = left("new", 30)
    left("between", 20)
    async with sitting(home) as person:
        await person.press("right", "enter")
        await person.until_seen(LIST)
        await person.press("enter")
        await to_question(person)
        assert is_at(person, newest)


async def test_an_older_one_is_chosen_by_keys_or_mouse(home: Path) -> None:
    old, _ = left("old", 10), left("new", 30)
    for click in (False, True):
        async with sitting(home) as person:
            await open_list(person)
            if click:
                await person.click_on(Chosen(old.name))
            else:
                await person.press("down", "enter")
            await to_question(person)
            assert is_at(person, old)
            await person.press("q", "l")
            await person.until(lambda: person.at_title)
            os.utime(old, (10, 10))


async def test_the_list_tells_date_opponent_rules_round_and_score(home: Path) -> None:
    left("two", 86_400 * 40, moves=30, two=True)
    left("one", 86_400 * 41)
    async with sitting(home) as person:
        await open_list(person)
        rows = [row for row in person.rows if "1970-02" in row]
        assert len(rows) == 2
        assert "Computer" in rows[0]
        assert "1/3" in rows[0]
        assert "0–0" in rows[0]
        assert "East and West" in rows[1]
        await person.press("escape")
        await person.until(lambda: person.at_title)


def test_the_longest_round_and_score_have_room(home: Path) -> None:
    left("one", 86_400 * 41)
    (one,) = unfinished_matches(catalogue()).matches
    rules = replace(one.seen.rules, rounds=12)
    one = one._replace(seen=replace(one.seen, rules=rules, number=12, scores=(120, 99)))
    brush = make_brush(MONO, GlyphSet.FULL, catalogue(), pictures=False)
    (item,) = list_sheet((one,), (), brush, text_width(60)).items
    said = item.line[0].said
    assert said.startswith("1970-02-11 ")
    assert said.endswith("12/12  120–99")
    assert "Compute" in said
    assert len(said) <= text_width(60) - 3


async def test_a_match_of_two_goes_on_behind_its_curtain(home: Path) -> None:
    left("two", 10, two=True)
    async with sitting(home) as person:
        await person.press("c")
        await person.until(lambda: person.where is Where.CURTAIN)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_no_line_of_the_pages_is_cut(width: int, glyphs: GlyphSet, home: Path) -> None:
    left("two", 86_400 * 40, moves=30, two=True)
    left("one", 86_400 * 41)
    shelf = unfinished_matches(catalogue())
    brush = make_brush(MONO, glyphs, catalogue(), pictures=False)
    room = text_width(width)
    short_path = Path("matches") / "20261130T120000-ab12cd34.koikoi.jsonl"
    for sheet in (
        list_sheet(shelf.matches, ("Something is to be said.",), brush, room),
        played_sheet(short_path, brush, room),
        remove_sheet(shelf.matches[0]._replace(path=short_path), brush, room),
    ):
        frame = paint_sheet(sheet, width, 24, brush, chosen=sheet.items[0].name)
        said = "\n".join(frame.text())
        for line in sheet.lines:
            assert not isinstance(line, Painted)
            spans = line.line if isinstance(line, Item) else line
            assert "".join(span.said for span in spans).rstrip() in said


# Busy ones.


async def test_a_match_that_is_played_elsewhere_is_told_and_can_be_watched(
    home: Path, busy: ExitStack
) -> None:
    path = left("one", 10)
    before = path.read_bytes()
    busy.enter_context(RecordWriter.resume(path))
    async with sitting(home) as person:
        await person.press("c")
        await person.until_seen(BUSY, "Watch it", "New game")
        await person.press("enter")
        await person.until(lambda: person.where is Where.VISIT)
        assert is_at(person, path)
        await person.press("escape")
        await person.until(lambda: person.at_title)
    assert path.read_bytes() == before


async def test_a_new_match_can_be_started_instead(home: Path, busy: ExitStack) -> None:
    path = left("one", 10)
    busy.enter_context(RecordWriter.resume(path))
    async with sitting(home) as person:
        await person.press("c")
        await person.until_seen(BUSY)
        await person.press("n")
        await person.until_seen("First dealer")
        await person.press("enter")
        await to_question(person)
        assert not is_at(person, path)
        assert len(person.records) == 2


async def test_an_older_match_can_be_continued_instead(home: Path, busy: ExitStack) -> None:
    old, new = left("old", 10), left("new", 30)
    busy.enter_context(RecordWriter.resume(new))
    async with sitting(home) as person:
        await open_list(person)
        assert person.sees("being played now")
        await person.press("enter")
        await person.until_seen(BUSY)
        await person.press("escape")
        await person.until_seen(LIST)
        await person.press("down", "enter")
        await to_question(person)
        assert is_at(person, old)


async def test_who_asks_for_a_busy_match_on_the_command_line_is_asked_what_to_do(
    home: Path, busy: ExitStack
) -> None:
    path = left("one", 10)
    busy.enter_context(RecordWriter.resume(path))
    async with sitting(home, Start(played=path)) as person:
        await person.until_seen(BUSY)
        await person.press("w")
        await person.until(lambda: person.where is Where.VISIT)
        await person.press("q")
        await person.until(lambda: person.at_title)
    start = Start(played=path, notices=("Another one is damaged.",))
    async with sitting(home, start) as person:
        await person.until_seen(BUSY)
        await person.press("escape")
        await person.until(lambda: person.at_title)
        assert person.sees("Another one is damaged.")


async def test_a_match_that_another_table_takes_meanwhile_is_not_touched(
    home: Path, busy: ExitStack
) -> None:
    path, _ = left("one", 30), left("other", 10)
    async with sitting(home) as person:
        await open_list(person)
        busy.enter_context(RecordWriter.resume(path))
        await person.press("enter")
        await person.until_seen(BUSY)


# Removed ones.


async def test_a_match_is_removed_only_once_that_has_been_answered(home: Path) -> None:
    old, new = left("old", 10), left("new", 30)
    data = new.read_bytes()
    async with sitting(home) as person:
        await open_list(person)
        for way_out in ("escape", "enter", "k"):
            await person.press("d")
            await person.until_seen("Remove the match?")
            await person.press(way_out)
            await person.until_seen(LIST)
            assert new.exists()
        await person.press("d", "r")
        await person.until_seen("The match is kept in")
        assert not new.exists()
        kept = matches_dir() / "removed" / new.name
        assert kept.read_bytes() == data
        await person.press("enter")
        await to_question(person)
        assert is_at(person, old)


async def test_a_match_that_is_being_played_cannot_be_removed(home: Path, busy: ExitStack) -> None:
    left("old", 10)
    new = left("new", 30)
    busy.enter_context(RecordWriter.resume(new))
    async with sitting(home) as person:
        await open_list(person)
        await person.press("delete")
        await person.until_seen("A match that is being played cannot be removed.")
        assert new.exists()


async def test_a_match_that_cannot_be_removed_stays_and_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left("old", 10)
    new = left("new", 30)

    def refuse(path: Path) -> Path:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(koikoi.store.matches, "remove", refuse)
    async with sitting(home) as person:
        await open_list(person)
        await person.press("d", "r")
        await person.until_seen(LIST, os.strerror(errno.EROFS))
        assert new.exists()


async def test_the_last_one_that_is_removed_leads_back_to_the_title(home: Path) -> None:
    left("old", 10)
    left("new", 30)
    async with sitting(home) as person:
        await open_list(person)
        await person.press("d", "r")
        await person.until_seen("The match is kept in")
        await person.press("d", "r")
        await person.until(lambda: person.at_title)
        assert person.records == []
