"""A match that is looked through on the screen: by keys alone, by mouse alone, from other pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.engine.actions import Play
from koikoi.engine.presets import preset
from koikoi.record import dumps
from koikoi.record.errors import RecordError
from koikoi.record.record import MatchRecord
from koikoi.record.reel import Reel, wind
from koikoi.store.settings import Settings
from koikoi.text import names
from koikoi.tui.game import Start
from koikoi.tui.readings import Host
from koikoi.tui.replaypage import ReplayPage, show_replay, show_saved
from koikoi.tui.sheet import Chosen, Pressed
from koikoi.tui.uistate import Captures, Does, FieldCard, HandCard, RoundOf
from tests.tui.person import STILL, Person, setup, sitting
from tests.tui.replays import RUNNING, WHOLE
from tests.tui.scenes import ENGLISH

REEL = wind(WHOLE)
SIZES = ((60, 20), (80, 24), (160, 48))


@asynccontextmanager
async def looking_through(
    home: Path,
    source: Reel | MatchRecord | Path = REEL,
    ply: int = 0,
    *,
    size: tuple[int, int] = (80, 24),
    settings: Settings = STILL,
) -> AsyncIterator[Person]:
    async def course(host: Host) -> None:
        await show_replay(host, source, ply)
        await asyncio.Event().wait()  # the program stays, so that its end needs no waiting for

    async with sitting(home, Start(course=course), size=size, settings=settings) as person:
        await person.until(lambda: isinstance(top(person), ReplayPage))
        yield person


def top(person: Person) -> object:
    """The page on top."""
    pages = person.app._pages
    return pages[-1] if pages else None


def page_of(person: Person) -> ReplayPage:
    page = person.app._pages[0]
    assert isinstance(page, ReplayPage)
    return page


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_whole_match_is_gone_through_by_keys(home: Path, size: tuple[int, int]) -> None:
    async with looking_through(home, size=size) as person:
        for place in range(1, REEL.last + 1):
            await person.press("right")
            assert page_of(person).position == place
            assert person.sees(f"{place}/{REEL.last}")
        for place in reversed(range(REEL.last)):
            await person.press("left")
            assert page_of(person).position == place
        await person.type("q")
        await person.until(lambda: not person.app._pages)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_whole_match_is_gone_through_by_mouse(home: Path, size: tuple[int, int]) -> None:
    async with looking_through(home, size=size) as person:
        for place in range(1, REEL.last + 1):
            await person.click_on(Does("next"))
            assert page_of(person).position == place
        await person.click_on(Does("back"))
        assert page_of(person).position == REEL.last - 1
        await person.click_on(Does("flip"))
        assert page_of(person).side == 1
        await person.click_on(Does("leave"))
        await person.until(lambda: not person.app._pages)


async def test_the_list_of_rounds_leads_to_one(home: Path) -> None:
    async with looking_through(home) as person:
        await person.press("g")
        await person.until_seen("Rounds", "February", "March")
        await person.press("down", "enter")
        await person.until(lambda: page_of(person).position == REEL.starts()[1])
        await person.click_on(Does("rounds"))
        await person.until_seen("Rounds")
        await person.click_on(Chosen("3"))
        await person.until(lambda: page_of(person).position == REEL.starts()[2])
        # The round on the table is chosen already; leaving the list changes nothing.
        await person.press("g")
        await person.until_seen("▸  3  March")
        await person.press("escape")
        await person.until(lambda: top(person) is page_of(person))
        assert page_of(person).position == REEL.starts()[2]


async def test_everything_can_be_done_by_mouse_from_the_list_of_keys(home: Path) -> None:
    async with looking_through(home, size=(60, 20)) as person:
        await person.click_on(Does("help"))
        await person.until_seen("Keys", "the next action")
        await person.click_on(Chosen("question"))
        await person.until(lambda: page_of(person).position == REEL.questions()[0])
        await person.click_on(Does("help"))
        await person.until_seen("Keys")
        await person.click_on(Pressed("escape"))
        await person.until(lambda: top(person) is page_of(person))
        assert page_of(person).position == REEL.questions()[0]


async def test_rounds_are_clicked_below_the_log(home: Path) -> None:
    async with looking_through(home) as person:
        await person.click_on(RoundOf(3))
        assert page_of(person).position == REEL.starts()[2]


async def test_what_can_be_read_over_a_table_can_be_read_here(home: Path) -> None:
    async with looking_through(home, ply=8) as person:
        for key, words in (
            ("y", ("Yaku", "worth")),
            ("c", ("Captured cards",)),
            ("l", ("What happened",)),
            ("r", ("Rules of this match",)),
            ("o", ("Options",)),
            ("tab", ("Counts for",)),
        ):
            await person.press(key)
            await person.until_seen(*words)
            await person.press("escape")
            await person.until(lambda: top(person) is page_of(person))


async def test_a_card_and_a_pile_are_clicked(home: Path) -> None:
    async with looking_through(home, ply=4) as person:
        await person.press("h")
        for kind in (HandCard, FieldCard):
            for zone in (person.zones(kind)[0], person.zones(kind)[-1]):
                await person.click(zone)
                await person.until_seen("Counts for")
                await person.press("tab")
                await person.until(lambda: top(person) is page_of(person))
        await person.click_on(Captures(1))
        await person.until_seen("Captured cards")


async def test_the_card_that_is_played_is_looked_at_first(home: Path) -> None:
    async with looking_through(home) as person:
        action = REEL.steps[1].action
        await person.press("h", "tab")
        await person.until_seen("Counts for")
        assert isinstance(action, Play)
        assert names.card_name(ENGLISH, action.card) in person.rows[2]


async def test_theme_and_faces_change_at_once(home: Path) -> None:
    async with looking_through(home) as person:
        before = person.frame
        await person.answer("t")
        assert person.app.settings.theme == "light"
        assert person.frame.text() == before.text()


async def test_every_size_is_repainted_with_the_same_place(home: Path) -> None:
    async with looking_through(home, ply=7) as person:
        for size in ((160, 48), (60, 20), (59, 20), (100, 30)):
            await person.pilot.resize_terminal(*size)
            await person.settled()
            assert len(person.rows) == size[1]
            assert person.sees(f"7/{REEL.last}") or person.sees("need 60×20")


async def test_a_file_or_a_record_is_opened_at_a_ply(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.koikoi.jsonl"
    file.write_text(dumps(RUNNING), encoding="utf-8")
    async with looking_through(home, file, 10_000) as person:
        assert page_of(person).position == RUNNING.plies
        assert person.sees("Here the match waits for")
    async with looking_through(home, WHOLE, 9) as person:
        assert page_of(person).position == 9


async def test_a_match_without_people_is_opened_with_both_hands(home: Path) -> None:
    players = tuple(replace(player, agent="greedy") for player in WHOLE.header.players)
    record = replace(WHOLE, header=replace(WHOLE.header, players=(players[0], players[1])))
    async with looking_through(home, record) as person:
        assert page_of(person).shot().open == (True, True)
    async with looking_through(home, WHOLE) as person:
        assert page_of(person).shot().open == (True, False)


async def test_a_file_that_is_no_record_is_the_caller_s_to_tell(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.koikoi.jsonl"
    file.write_text("{}\n", encoding="utf-8")
    said: list[str] = []
    async with sitting(home) as person:
        with pytest.raises(RecordError):
            await show_replay(person.app, file)
        with pytest.raises(FileNotFoundError):
            await show_replay(person.app, tmp_path / "nowhere")
        await show_saved(person.app, file, said.append)
        assert person.at_title
    assert said == ["This is not the record of a match of koi-koi."]


async def test_a_match_can_be_looked_through_once_it_is_over(home: Path) -> None:
    rules = replace(preset("standard"), rounds=1)
    async with sitting(home, setup(rules)) as person:
        await person.until_asked()
        await person.press("q")
        await person.until_seen("Resign")
        await person.press("r")
        await person.until_seen("End of the match", "p replay")
        await person.click_on(Does("p"))
        await person.until(lambda: isinstance(top(person), ReplayPage))
        page = top(person)
        assert isinstance(page, ReplayPage)
        assert page.position == 0
        await person.press("end")
        assert page.position == person.plies
        assert page.shot().open == (True, False)
        await person.press("q")
        await person.until_seen("End of the match", "p replay")


async def test_the_result_of_a_round_has_no_replay(home: Path) -> None:
    rules = replace(preset("standard"), rounds=2)
    async with sitting(home, setup(rules)) as person:
        while not person.sees("End of the round"):
            await person.until_asked()
            if person.sees("End of the round"):
                break
            await person.answer("s" if "s stop" in person.footer else "right", "enter")
        assert not person.sees("replay")
        await person.press("p")
        assert person.sees("End of the round")
