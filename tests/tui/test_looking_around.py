"""The list of commands, and the table under a result."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.tui.game import Start
from koikoi.tui.keys import Where, listed
from tests.tui.person import Person, setup, sitting, table_of
from tests.tui.tables import stacked

DEAL = {"oya": "2P1 8L 9P1 3R", "field": "2A 8A 8P2 9A", "stock": "1P1"}


async def choose(person: Person, name: str) -> None:
    """Chooses a command from the list."""
    await person.press("ctrl+p")
    await person.until_seen("Commands")
    names = [command.name for command in listed(table_of(person).choice.where)]
    await person.press(*["down"] * names.index(name), "enter")


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("yaku", "not seen yet"),
        ("captures", "Captured cards"),
        ("log", "What happened"),
        ("rules", "Rules of this match"),
        ("help", "one card away"),
        ("options", "Options"),
        ("inspect", "The others of its month"),
        ("quit", "Leave the match?"),
    ],
)
async def test_what_is_chosen_from_the_list_is_done(name: str, seen: str, home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await person.until_asked()
        await choose(person, name)
        await person.until_seen(seen)
        await person.press("escape")
        await person.until(lambda: person.where is Where.PLAY)
        assert person.plies == 0


async def test_a_card_can_be_played_from_the_list(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await person.until_asked()
        await choose(person, "enter")
        await person.until(lambda: person.plies > 0)


async def test_the_list_has_what_works_now_and_nothing_else(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await person.until_asked()
        await person.press("ctrl+p")
        await person.until_seen("Commands", "yaku", "inspect", "theme")
        assert not person.sees("koi-koi ")
        await person.press("escape")
        assert person.where is Where.PLAY


async def test_the_table_can_be_looked_at_under_a_result(home: Path) -> None:
    async with sitting(home, setup("standard", "under")) as person:
        while not person.sees("End of the round"):
            await person.until_asked()
            if person.sees("End of the round"):
                break
            keys = {Where.DECIDE: "s", Where.PICKED: "a", Where.DRAWN: "a"}
            before = person.frame
            await person.press(keys.get(person.where or Where.PLAY, "enter"))
            await person.changed(before)
        result = person.rows
        await person.press("tab")
        assert person.sees("KOI-KOI", "YAKU", "The round is over")
        # Any key brings the result back, and does nothing else.
        await person.press("enter")
        assert person.rows == result
        await person.press("enter")
        await person.until(lambda: person.sees("Round 2/"))


async def test_the_options_open_over_a_result(home: Path) -> None:
    async with sitting(home, setup("standard", "under")) as person:
        await person.until_asked()
        await person.press("q")
        await person.until_seen("Leave the match?")
        await person.press("r")
        await person.until_seen("End of the match")
        await person.press("o")
        await person.until_seen("Options", "Kanji")
        await person.press("escape")
        await person.until_seen("End of the match")


async def test_the_end_of_the_log_stays_in_sight_whatever_the_size(home: Path) -> None:
    async with sitting(home, setup("nintendo", "log")) as person:
        await person.until_asked()
        for number in range(60):
            table_of(person).say(f"Line {number}")
        await person.press("l")
        await person.until_seen("What happened", "Line 59")
        for size in ((100, 30), (60, 20), (80, 24)):
            await person.pilot.resize_terminal(*size)
            await person.settled()
            assert person.sees("Line 59")
        await person.press("up", "up")
        assert not person.sees("Line 59")
