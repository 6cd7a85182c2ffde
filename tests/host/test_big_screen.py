"""What the big screen shows in turn: the board, tables that are played, the computer at play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

import koikoi.tui.demo
from koikoi.ai.baseline import GreedyAgent
from koikoi.engine.actions import Action, Resign, Seat
from koikoi.engine.cards import cards_of
from koikoi.engine.flow import new_match
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.host.boardcourse import Attract, Holds, board_course
from koikoi.host.boardnews import BoardNews
from koikoi.host.boardpage import BoardPage
from koikoi.host.onlooker import LiveTable
from koikoi.match.player import Answer
from koikoi.match.session import Session
from koikoi.store.settings import Settings
from koikoi.tui.demo import Plan
from koikoi.tui.demopage import DemoPage
from koikoi.tui.game import Start
from koikoi.tui.page import Page
from koikoi.tui.uistate import HandCard
from koikoi.tui.visit import VisitPage
from tests.host.boards import news
from tests.tui.conftest import home
from tests.tui.person import TICK, Person, sitting
from tests.tui.scenes import StubFaces, known
from tests.tui.thinkers import RULES, QuickThinker, rounds

__all__ = ["home"]

STILL = Settings(motion="none")
LONG = 3600.0
AT_ONCE = Holds(TICK, LONG, TICK, 0.0)
STAYS = Holds(LONG, LONG, LONG, 0.0)


class Table(Session):
    """A table with two players who act when they are told to."""

    def __init__(self, count: int = 1) -> None:
        self.names = ("Ume", "Matsu")
        self._turns = asyncio.Semaphore(0)
        super().__init__(new_match(rounds(count), "spring"), (_Guest(0, self), _Guest(1, self)))

    def acts(self, turns: int = 1) -> None:
        """Lets the next decisions be taken."""
        for _ in range(turns):
            self._turns.release()

    async def waits(self) -> None:
        """Waits until a decision may be taken."""
        await self._turns.acquire()


class _Guest:
    def __init__(self, seat: Seat, table: Table) -> None:
        self.name = table.names[seat]
        self._table = table

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        await self._table.waits()
        return Answer(GreedyAgent().choose(seen, legal))

    async def ready(self, seen: PlayerView) -> Resign | None:
        del seen
        await self._table.waits()
        return None


class Source:
    """Tells what it is told to tell."""

    def __init__(self, table: Table | None = None) -> None:
        self.told = news()
        self.table = table
        self.waiting = 0
        self._changes = asyncio.Event()

    def news(self) -> BoardNews:
        return self.told

    async def changed(self) -> None:
        self._changes = asyncio.Event()
        self.waiting += 1
        await self._changes.wait()

    def tells(self, told: BoardNews) -> None:
        self.told = told
        self._changes.set()

    def live(self) -> LiveTable | None:
        return None if self.table is None or self.table.over else self.table


def on_top(person: Person, kind: type[Page]) -> Callable[[], bool]:
    """Whether a page of a kind is on the screen."""
    return lambda: bool(person.app._pages) and isinstance(person.app._pages[-1], kind)


def start(source: Source, attract: Attract | None = None, holds: Holds = AT_ONCE) -> Start:
    return Start(course=board_course(source, attract, holds))


def moved_on(table: Table, page: VisitPage, ply: int) -> Callable[[], bool]:
    """Whether a table shows more than so many actions, or its match is over."""
    return lambda: table.over or page.seen.ply > ply


async def test_it_shows_changes_and_paints_nothing_where_there_are_none(home: Path) -> None:
    source = Source()
    async with sitting(home, start(source, holds=STAYS), settings=STILL) as person:
        await person.until_seen("17 people here")
        source.tells(source.told._replace(present=18))
        await person.until_seen("18 people here")
        still, asked = person.frame, source.waiting
        source.tells(source.told)
        await person.until(lambda: source.waiting > asked)
        await person.settled()
        assert person.frame is still


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c"])
async def test_only_what_leaves_a_page_does_anything(key: str, home: Path) -> None:
    async with sitting(home, start(Source(), holds=STAYS), settings=STILL) as person:
        await person.until(on_top(person, BoardPage))
        still = person.frame
        await person.press("x", "enter", "space", "y", "t", "question_mark")
        await person.pilot.click(offset=(30, 3))
        await person.settled()
        assert person.frame is still
        assert person.app.is_running
        await person.type(key)
        await person.ended()
    assert person.app.return_code == 0


async def test_a_table_that_is_played_is_shown_and_no_hidden_card_of_it(home: Path) -> None:
    table = Table()
    playing = asyncio.ensure_future(table.run())
    faces = StubFaces()
    async with sitting(home, start(Source(table)), settings=STILL) as person:
        await person.until(on_top(person, VisitPage))
        person.app._brush = person.app.brush._replace(faces=faces)
        assert person.sees("Ume", "Matsu")
        public: set[object] = set()
        while not table.over:
            seen = table.view(None)
            assert seen.hand == 0
            assert person.zones(HandCard) == []
            public |= known(seen)
            public |= {event.card for event in seen.history if hasattr(event, "card")}
            person.app.picture()
            assert faces.drawn <= public
            hidden = {c for seat in (0, 1) for c in cards_of(table.view(seat).hand)}
            assert not faces.drawn & hidden
            before = seen.ply
            table.acts()
            page = person.app._pages[-1]
            assert isinstance(page, VisitPage)
            assert page.seen.seat is None
            assert page.seen.hand == 0
            await person.until(moved_on(table, page, before))
        await person.until(on_top(person, BoardPage))
    await playing


async def test_a_watcher_holds_nobody_up(home: Path) -> None:
    table = Table(2)
    slow = Settings(motion="full", pace="slow")
    async with sitting(home, start(Source(table)), settings=slow) as person:
        await person.until(on_top(person, VisitPage))
        table.acts(200)
        assert await table.run()
        assert table.view(None).phase is Phase.MATCH_OVER


async def test_whoever_leaves_the_table_leaves_the_screen(home: Path) -> None:
    table = Table()
    async with sitting(home, start(Source(table)), settings=STILL) as person:
        await person.until(on_top(person, VisitPage))
        await person.press("x", "y", "l", "question_mark")
        assert on_top(person, VisitPage)()
        await person.type("q")
        await person.ended()
        assert table._listeners == []
    assert person.app.return_code == 0


async def test_where_nobody_plays_the_computer_does_until_somebody_does(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_CHOICE", "_ONLY"):
        monkeypatch.setattr(koikoi.tui.demo, name, 0.0)
    monkeypatch.setattr(koikoi.tui.demo, "_ROUND", LONG)
    source, thinker = Source(), QuickThinker()
    attract = Attract(Plan(rounds(3), ("5", "4"), "spring"), thinker)
    async with sitting(home, start(source, attract), settings=STILL) as person:
        await person.until_seen("End of the round")
        assert person.footer.startswith("q leave")
        await person.press("x", "up")
        assert person.sees("End of the round")
        source.table = Table()
        await person.press("right")
        await person.until(on_top(person, VisitPage))
        assert {seen.number for *_, seen in thinker.asked} == {1}
        assert not on_top(person, DemoPage)()
        await person.type("q")
        await person.ended()
    assert person.app.return_code == 0


async def test_the_computer_goes_on_with_its_match_after_the_board(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_CHOICE", "_ONLY", "_ROUND", "_MATCH"):
        monkeypatch.setattr(koikoi.tui.demo, name, 0.0)
    thinker = QuickThinker()
    attract = Attract(Plan(RULES, ("5", "4"), None), thinker)
    async with sitting(home, start(Source(), attract), settings=STILL) as person:
        seeds: set[str] = set()
        while len(seeds) < 4:
            await person.until(lambda: bool(thinker.asked))
            seeds |= {seed for _, seed, _ in thinker.asked}
