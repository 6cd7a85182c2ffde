"""The history on the screen: figures, list and each match, by keys alone and by mouse alone."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from koikoi.store import history as history_module
from koikoi.store.history import CaughtUp, History
from koikoi.store.tables import PastMatch
from koikoi.tui import readings
from koikoi.tui.sheet import Chosen, Pressed
from koikoi.tui.terminal import Colours, GlyphSet
from koikoi.tui.uistate import Does
from tests.store.pasts import TSURU, TWO_PEOPLE, YOU, a_match, copied, days, golden_names, put
from tests.tui.person import MODE, Person, setup, sitting

EMPTY = "There is no finished match against the computer yet; play the first one."
PLAIN = MODE._replace(colours=Colours.NONE, glyphs=GlyphSet.ASCII)


def matches_of(home: Path) -> tuple[PastMatch, ...]:
    with History(home / "history.sqlite3", home / "matches") as history:
        return history.matches()


def some_matches(home: Path) -> None:
    """Two matches against level 3, one against level 4, one of two people."""
    folder = home / "matches"
    put(folder, a_match("first"))
    put(folder, a_match("second", started=a_match("first").header.started + days(1)))
    put(folder, a_match("crane", players=(YOU, TSURU), rules="nintendo"))
    put(folder, a_match("two", players=TWO_PEOPLE))


async def opened(person: Person) -> None:
    """Opens the history from the title screen."""
    await person.press("h")
    await person.until_seen("History;", "Tab matches")


# By keys and by mouse.


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)])
async def test_by_keys_from_the_title_to_a_match_and_back(
    home: Path, size: tuple[int, int]
) -> None:
    copied(home / "matches", golden_names())
    async with sitting(home, size=size) as person:
        await opened(person)
        assert person.sees("5 matches against the computer", "1", "forfeited")
        await person.press("tab")
        assert person.sees("Day", "Against", "Result", "forfeited")
        await person.press("down", "down", "enter")
        await person.until_seen("A past match", "Month", "Won by")
        await person.press("escape")
        await person.until_seen("Day", "Against")
        await person.press("tab")
        assert person.sees("Win rate")
        await person.press("enter")  # leads on to the matches as well
        assert person.sees("Day", "Against")
        await person.press("escape")
        await person.until_seen("New game", "Learn")


async def test_by_mouse_from_the_title_to_a_match_and_back(home: Path) -> None:
    some_matches(home)
    async with sitting(home) as person:
        await person.click_on(Chosen("history"))
        await person.until_seen("History;", "Tab matches")
        await person.click_on(Does("tab"))
        await person.until_seen("Day", "Against")
        await person.click_on(Does("l"))
        await person.until_seen("level: 3 Shika")
        (first, second) = person.zones(Chosen)
        await person.click(second)
        await person.until_seen("A past match", "Won by")
        await person.click_on(Does("escape"))
        await person.until_seen("Day", "Against")
        assert [zone.target for zone in person.zones(Chosen)] == [first.target, second.target]
        await person.click_on(Pressed("escape"))
        await person.until(lambda: person.at_title)


async def test_without_colours_and_in_ascii_everything_is_there(home: Path) -> None:
    copied(home / "matches", golden_names())
    async with sitting(home, mode=PLAIN) as person:
        await opened(person)
        assert person.sees("##")
        for keys in (["tab"], ["enter"]):
            assert "".join(person.rows).isascii()
            await person.press(*keys)
        await person.until_seen("A past match")
        assert "".join(person.rows).isascii()


async def test_the_entry_that_was_left_is_chosen_again(home: Path) -> None:
    async with sitting(home) as person:
        await opened(person)
        await person.press("escape")
        await person.until(lambda: person.at_title)
        await person.press("enter")
        await person.until_seen("History;")


# What is shown.


async def test_an_empty_history_has_one_friendly_sentence(home: Path) -> None:
    async with sitting(home) as person:
        await opened(person)
        assert person.sees(EMPTY)
        await person.press("tab")
        assert person.sees("There is no such match.")
        await person.press("enter", "pagedown", "end", "down", "l", "r")
        assert person.sees("There is no such match.")


async def test_one_key_asks_for_a_level_another_for_rules(home: Path) -> None:
    some_matches(home)
    async with sitting(home) as person:
        await opened(person)
        for said in ("level: 3 Shika", "level: 4 Tsuru", "level: all"):
            await person.press("l")
            await person.until_seen(said)
            assert person.sees("1 match against the computer") == ("Tsuru" in said)
        await person.press("tab")
        assert len(person.zones(Chosen)) == 4
        await person.press("r")
        await person.until_seen("rules: Nintendo")
        assert len(person.zones(Chosen)) == 1
        await person.type("r", "r")  # faster than the figures come
        await person.until_seen("rules: all")
        assert len(person.zones(Chosen)) == 4


async def test_matches_of_two_people_are_listed_and_not_counted(home: Path) -> None:
    put(home / "matches", a_match("two", players=TWO_PEOPLE))
    async with sitting(home) as person:
        await person.press("h")
        await person.until_seen("East/West", "won")
        await person.press("tab")
        assert person.sees(EMPTY)
        await person.press("tab", "enter")
        await person.until_seen("A past match", "East against West")


async def test_a_long_list_is_gone_through_by_screens(home: Path) -> None:
    start = a_match("0").header.started
    for number in range(40):
        put(home / "matches", a_match(str(number % 3), started=start + days(number)), str(number))
    async with sitting(home, size=(60, 20)) as person:
        await opened(person)
        await person.press("tab", "pagedown")
        assert person.sees("▸ 2026-12-23")
        await person.press("end")
        assert person.sees("▸ 2026-11-30")
        await person.press("pageup", "home")
        assert person.sees("▸ 2027-01-08", "Against")
        await person.press("down", "up")
        assert person.sees("Against")


async def test_a_damaged_history_is_told_of(home: Path) -> None:
    some_matches(home)
    (home / "history.sqlite3").write_text("nonsense " * 99)
    async with sitting(home) as person:
        await opened(person)
        assert person.sees("The history was damaged and has been made again from the records")
        assert person.sees("3 matches against the computer")


async def test_records_that_cannot_be_looked_at_are_told_of(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> list[Path]:
        raise PermissionError(13, "Permission denied", "matches")

    monkeypatch.setattr(history_module, "record_files", fail)
    async with sitting(home) as person:
        await opened(person)
        assert person.sees("The file matches cannot be used: Permission denied.", EMPTY)


async def test_the_page_says_how_far_reading_is_and_can_be_left_meanwhile(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    going = threading.Event()

    def read(
        _: History, progress: Callable[[int, int], None], stopped: Callable[[], bool]
    ) -> tuple[CaughtUp, tuple[PastMatch, ...]]:
        progress(20, 300)
        while not stopped():
            going.wait(0.001)
        ended.set()
        return CaughtUp(0, ()), ()

    monkeypatch.setattr(History, "read", read)
    async with sitting(home) as person:
        await person.press("h")
        await person.until_seen("The history is being read: 20 of 300 records.")
        await person.press("tab", "enter", "l", "r", "down")
        assert person.sees("The history is being read: 20 of 300 records.")
        await person.press("escape")
        await person.until(lambda: person.at_title)
        await person.until(ended.is_set)


# Counting at the end of a match.


async def test_a_match_on_the_screen_counts_at_once(home: Path) -> None:
    async with sitting(home, setup()) as person:
        await person.until_asked()
        await person.press("q", "r")
        await person.until_seen("End of the match")
        (match,) = matches_of(home)
        assert match.facts.ending(0) == "forfeited"
        await person.press("enter")
        await person.until(lambda: person.at_title)
        await opened(person)
        assert person.sees("1 match against the computer", "1", "forfeited")


# What else can be done with a match.


def openers(seen: list[tuple[str, Path]]) -> Callable[[str], Callable[[Path], Awaitable[None]]]:
    def opener(name: str) -> Callable[[Path], Awaitable[None]]:
        async def open_(path: Path) -> None:
            seen.append((name, path))

        return open_

    return opener


async def test_nothing_is_offered_that_there_is_not(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_matches(home)
    real = readings.Readings
    monkeypatch.setattr(readings, "Readings", lambda host, *_, **__: real(host))
    async with sitting(home) as person:
        await opened(person)
        await person.press("tab", "enter")
        await person.until_seen("A past match")
        assert person.footer == "Esc back"
        await person.press("p", "h")
        assert person.sees("A past match")


async def test_replay_and_coach_are_opened_with_the_record(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_matches(home)
    seen: list[tuple[str, Path]] = []
    opener = openers(seen)
    real = readings.Readings

    def wired(host: Any, *_: Any, **__: Any) -> readings.Readings:
        return real(host, opener("replay"), opener("coach"))

    monkeypatch.setattr(readings, "Readings", wired)
    async with sitting(home) as person:
        await opened(person)
        await person.press("tab", "enter")
        await person.until_seen("A past match", "p replay", "h coach")
        await person.press("p")
        await person.until(lambda: len(seen) == 1)
        await person.until_seen("A past match")
        await person.click_on(Does("h"))
        await person.until(lambda: len(seen) == 2)
    path = home / "matches" / "second.koikoi.jsonl"
    assert seen == [("replay", path), ("coach", path)]
