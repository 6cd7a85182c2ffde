"""The coach on the screen: it thinks, it tells, and it can be left at any moment."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from koikoi.record.errors import Fault, RecordError
from koikoi.review.budget import BUDGETS
from koikoi.review.coach import Halted
from koikoi.table import advisers
from koikoi.table.advisers import Busy, NoNetwork
from koikoi.tui.coachpage import coach
from tests.review.matches import recorded
from tests.review.test_judge import QUICK
from tests.tui.person import PATIENCE, Person, sitting

LABELS = ("You", "Shika")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "small", QUICK)
    monkeypatch.setattr(advisers, "_MOST_JOBS", 1)


def begun(person: Person, **how: Any) -> asyncio.Task[None]:
    return asyncio.ensure_future(coach(person.app, recorded(rounds=2), 0, LABELS, **how))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 48)])
async def test_the_coach_tells_totals_and_the_dearest_decisions(
    size: tuple[int, int], home: Path
) -> None:
    async with sitting(home, size=size) as person:
        course = begun(person)
        await person.until_seen("Decisions", "lost per decision")
        await person.press("1")
        await person.until_seen("Better:", "A decision")
        await person.press("escape")
        await person.until_seen("The coach", "Decisions")
        await person.press("escape")
        await course
        await person.until_seen("New game", "Quit")


async def test_the_other_players_mistakes_can_be_looked_at(home: Path) -> None:
    async with sitting(home) as person:
        course = begun(person)
        await person.until_seen("What cost most (You)")
        await person.answer("x")
        await person.until_seen("What cost most (Shika)")
        await person.press("escape")
        await course


async def test_a_match_can_be_shown_from_a_decision_on(home: Path) -> None:
    shown: list[int] = []

    async def replay(ply: int) -> None:
        shown.append(ply)

    async with sitting(home) as person:
        course = begun(person, replay=replay)
        await person.until_seen("Decisions")
        await person.press("1")
        await person.until_seen("replay")
        await person.press("p")
        await person.until_seen("Decisions")
        assert len(shown) == 1
        await person.press("escape")
        await course


async def test_leaving_ends_the_thinking(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = Event()

    def judged(record: Any, how: Any, progress: Any, halt: Any) -> Any:
        progress(1, 3)
        while not halt.due:
            Event().wait(0.001)
        ended.set()
        raise Halted

    monkeypatch.setattr("koikoi.review.verdict.verdict", judged)
    async with sitting(home) as person:
        course = begun(person)
        await person.until_seen("1 of 3 decisions")
        await person.press("escape")
        await course
        await person.until_seen("New game", "Quit")
    assert ended.wait(PATIENCE)


async def test_a_record_that_cannot_be_replayed_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(*_: Any) -> Any:
        raise RecordError(Fault.AFTER_RESULT, 7)

    monkeypatch.setattr("koikoi.review.verdict.verdict", judged)
    async with sitting(home) as person:
        course = begun(person)
        await person.until_seen("stands after the result")
        await person.press("escape")
        await course


async def test_without_the_network_the_coach_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koikoi.ai.weights.usable", lambda: False)
    async with sitting(home) as person:
        course = begun(person)
        await person.until_seen("needs the network's weights")
        await person.press("escape")
        await course


async def test_other_processes_think_for_the_screen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisers, "_MOST_JOBS", 2)
    async with sitting(home) as person:
        course = begun(person)
        await person.until_seen("Decisions", "lost per decision")
        await person.press("escape")
        await course


async def test_a_coach_that_breaks_down_leaves_the_game_as_it_was(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("koikoi.review.verdict.verdict", judged)
    async with sitting(home) as person:
        course = begun(person)
        await person.until_seen("The coach broke down")
        await person.press("escape")
        await course


async def test_a_key_between_two_pages_ends_nothing(home: Path) -> None:
    async with sitting(home) as person:
        app = person.app
        (title,) = app._pages
        app._pages.clear()
        await person.type("q", "ctrl+c", "escape")
        app._pages.append(title)
        await person.settled()
        assert app.is_running
        await person.answer("down")
        await person.until_seen("New game")


class Crowded:
    """Advisers whom others have asked before."""

    own = False

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.before = 2

    async def hint(self, *_: object) -> None:
        raise Busy

    async def review(self, _record: Any, _progress: Any, queued: Any) -> Any:
        queued(self.before)
        await self.may.wait()
        raise Busy


async def test_the_coach_tells_how_many_matches_come_first_and_that_there_are_too_many(
    home: Path,
) -> None:
    async with sitting(home) as person:
        person.app.advisers = crowded = Crowded()
        course = begun(person)
        await person.until_seen("looks at 2 other matches first", "Yours follows by itself")
        crowded.may.set()
        await person.until_seen("too many matches to look at")
        await person.press("escape")
        await course


class Broken:
    """Advisers that cannot think."""

    def __init__(self, error: Exception, *, own: bool) -> None:
        self._error, self.own = error, own

    async def hint(self, *_: object) -> None:
        return None

    async def review(self, *_: object) -> Any:
        raise self._error


@pytest.mark.parametrize("error", [NoNetwork(), ZeroDivisionError()], ids=["network", "broken"])
@pytest.mark.parametrize("own", [True, False], ids=["own", "host"])
async def test_only_who_has_the_machine_is_sent_to_look_what_is_wrong_with_it(
    error: Exception, own: bool, home: Path
) -> None:
    async with sitting(home) as person:
        person.app.advisers = Broken(error, own=own)
        course = begun(person)
        await person.until_seen("The coach")
        if own:
            await person.until_seen("koikoi doctor")
        else:
            await person.until_seen("whoever runs this host can find out why")
        await person.press("escape")
        await course


async def test_no_figures_are_shown_before_there_are_any(home: Path) -> None:
    async with sitting(home) as person:
        person.app.advisers = waiting = Crowded()
        waiting.before = 0
        course = begun(person)
        await person.until_seen("The coach plays every decision on")
        assert not person.sees("0 of 0")
        waiting.may.set()
        await person.until_seen("too many matches to look at")
        await person.press("escape")
        await course
