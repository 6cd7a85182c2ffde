"""Continue on the title screen: one match at once, several to choose from, busy and broken ones."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import koikoi.record.writer
import koikoi.store.matches
from koikoi.record import dumps, load
from koikoi.record.record import RecordPlayer
from koikoi.record.writer import RecordWriter
from koikoi.store.places import matches_dir
from koikoi.table.resuming import unfinished_matches
from koikoi.text.catalogue import load as catalogue
from koikoi.tui.brush import make_brush
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.sheet import Chosen, Item, Painted, paint_sheet, text_width
from koikoi.tui.tablepage import TablePage
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import MONO
from koikoi.tui.unfinished import list_sheet, played_sheet, remove_sheet
from tests.record.playing import match, record_of, short
from tests.tui.person import Person, sitting, table_of
from tests.tui.test_every_phase import put_a_file_where_matches_go

GREEDY = (RecordPlayer("Player", "human"), RecordPlayer("Computer", "greedy"))
TWO = (RecordPlayer("East", "human"), RecordPlayer("West", "human"))
LIST = "Unfinished matches"
BUSY = "is being played elsewhere"


def left(name: str, written: int, moves: int = 4, two: bool = False) -> Path:
    """A match that was left after some actions, so many seconds after the epoch."""
    folder = matches_dir()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.koikoi.jsonl"
    start, made = match(short(rounds=3), name)
    record = record_of(start, made[:moves], TWO if two else GREEDY)
    path.write_text(dumps(record), encoding="utf-8")
    os.utime(path, (written, written))
    return path


@pytest.fixture
def busy() -> Iterator[ExitStack]:
    """Other tables, which are left at the end."""
    with ExitStack() as tables:
        yield tables


def is_at(person: Person, path: Path) -> bool:
    """Whether the table is that of a record."""
    return table_of(person).seen.commitment == load(path).header.commitment


def is_there(path: Path) -> bool:
    """Whether anything has this name, a link to nothing too."""
    return os.path.lexists(path)


async def to_question(person: Person) -> None:
    """Waits until something is asked at a table: until then the title may still be there."""
    await person.until(
        lambda: (
            bool(person.app._pages)
            and isinstance(person.app._pages[0], TablePage)
            and person.where not in (None, Where.WATCH, Where.OVER)
        )
    )


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
        assert "1 of 3" in rows[0]
        assert "0–0" in rows[0]
        assert "East and West" in rows[1]
        await person.press("escape")
        await person.until(lambda: person.at_title)


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
    async with sitting(home, Start(played=path)) as person:
        await person.until_seen(BUSY)
        await person.press("escape")
        await person.until(lambda: person.at_title)


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


# Broken ones.


FOREIGN = {
    "empty": b"",
    "garbage": b"garbage\n" * 50,
    "other JSON": b'{"hello": "world"}\n',
    "binary": bytes(range(256)) * 20,
    "huge": b"\n" * (16 * 1024 * 1024 + 1),
    "truncated": b'{"koikoi": 1, "app": "0',
}


def make_foreign(kind: str, bad: Path, good: Path) -> None:
    if kind == "folder":
        bad.mkdir()
    elif kind == "pipe":
        os.mkfifo(bad)
    elif kind == "link":
        bad.symlink_to("nowhere")
    elif kind == "newer":
        bad.write_bytes(good.read_bytes().replace(b'"koikoi": 1', b'"koikoi": 9', 1))
    else:
        bad.write_bytes(FOREIGN[kind])


@pytest.mark.parametrize("kind", [*FOREIGN, "folder", "pipe", "link", "newer"])
async def test_a_foreign_file_is_told_kept_and_in_nobodys_way(kind: str, home: Path) -> None:
    good = left("good", 10)
    bad = good.with_name("bad.koikoi.jsonl")
    make_foreign(kind, bad, good)
    async with sitting(home) as person:
        await person.press("c")
        await to_question(person)
        assert is_at(person, good)
        await person.press("l")
        assert person.sees("The saved match in" if kind == "newer" else "A saved match is damaged")
        await person.press("escape")
    # What another version wrote stays for it.
    assert not is_there(bad) or kind == "newer"
    assert is_there(bad if kind == "newer" else bad.with_name(bad.name + ".bad"))
    good.unlink()
    async with sitting(home) as person:
        await person.press("c")
        await person.until_seen("There is no unfinished match." if kind != "newer" else "format 9")
        await person.press("n")
        await person.until_seen("First dealer")
        await person.press("enter")
        await to_question(person)
        assert len([path for path in person.records if path != bad]) == 1


async def test_a_read_only_disk_is_told_and_a_new_match_is_possible(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left("one", 10)

    def refuse(path: Path, *_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(koikoi.record.writer, "_open", refuse)
    async with sitting(home, size=(160, 48)) as person:
        await person.press("c")
        await person.until_seen(os.strerror(errno.EROFS))
        assert person.at_title
        await person.press("n", "enter")
        await to_question(person)
        await person.press("l")
        assert person.sees("This match is not saved", os.strerror(errno.EROFS))


async def test_a_folder_that_cannot_be_read_is_told(home: Path) -> None:
    put_a_file_where_matches_go(home)
    async with sitting(home, size=(160, 48)) as person:
        await person.press("c")
        await person.until_seen(os.strerror(errno.ENOTDIR))
        assert person.at_title
