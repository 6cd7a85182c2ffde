"""Watchers and the big screen: they see what everybody may see, and hold up nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koikoi.engine.state import Phase
from koikoi.host.bigscreen import Screen
from koikoi.host.feed import Rounds
from koikoi.tui.resultpage import ResultPage
from koikoi.tui.visit import VisitPage
from tests.host.client import Client
from tests.host.houses import against_computer, begin_match, open_house, play
from tests.host.secrecy import Kept


async def test_a_watcher_sees_no_hand_until_the_round_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept(monkeypatch)
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki") as aki,
        hall.comes("Ume", size=(120, 40)) as ume,
        hall.comes("Ren", size=(60, 20)) as ren,
    ):
        table = await begin_match(aki, ume)
        await ren.take(f"watch {table.noted.id}")
        await ren.until(lambda: isinstance(ren.page, VisitPage))
        await ren.shows("Aki", "Ume")
        table.subscribe(Rounds(lambda: None), None)  # as the big screen does, which is nobody
        assert table.watchers == 1
        assert [stay.doing for stay in hall.stays()].count("watching") == 1
        await play(lambda: table.view(None).phase is Phase.ROUND_OVER, aki, ume)
        await ren.until(lambda: isinstance(ren.page, ResultPage), "the result")
        await play(lambda: table.view(None).number == 2, aki, ume)
        await ren.until(lambda: isinstance(ren.page, VisitPage), "play to go on")
        await play(table.over.is_set, aki, ume)
        await ren.until(lambda: isinstance(ren.page, ResultPage), "the result")
        assert not hall.lobby.live()
        ren.terminal.type("\r")
        await ren.shows("Play against the computer")
        assert table.watchers == 0
    kept.check()
    assert len(kept.views[None]) > 8


async def test_watchers_leave_and_are_told_when_the_match_rests(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Ren") as ren:
        async with hall.comes("Aki") as aki:
            table = await against_computer(aki)
            await ren.take(f"watch {table.noted.id}")
            await ren.until(lambda: isinstance(ren.page, VisitPage))
            ren.terminal.type("\x1b")
            await ren.shows("Aki and", "round 1/2")
            await ren.until(lambda: not ren.shown("watches"))
            await ren.take(f"watch {table.noted.id}")
            await ren.until(lambda: table.watchers == 1)
            await aki.drop()
        table._timers[0].cancel()
        table._gone(0)
        await ren.shows("The match that you watched rests now.")
        assert not ren.shown("Aki and")


async def test_a_watcher_who_does_not_read_holds_up_nobody(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki") as aki,
        hall.comes("Ren", size=(160, 48)) as ren,
    ):
        table = await against_computer(aki)
        await ren.take(f"watch {table.noted.id}")
        await ren.until(lambda: table.watchers == 1)
        ren.terminal.channel.pause_reading()
        await play(table.over.is_set, aki)
        ren.terminal.channel.resume_reading()
        await ren.until(lambda: isinstance(ren.page, ResultPage), "the result")


async def test_nothing_is_sent_to_who_looks_while_nothing_changes(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki") as aki,
        hall.comes("Ume") as ume,
        hall.comes("Ren") as ren,
    ):
        table = await begin_match(aki, ume)
        await ren.shows("Aki and Ume", "round 1/2, 0:0")
        await asyncio.sleep(0.1)
        before = len(ren.terminal.got)
        await play(lambda: table.view(None).ply > 4, aki, ume)
        for _ in range(3):
            hall.lobby.changed()
            await asyncio.sleep(0.01)
        assert len(ren.terminal.got) == before
        await play(lambda: table.view(None).number == 2, aki, ume)
        await ren.shows("round 2/2")


async def test_the_big_screen_knows_when_a_match_ends_and_hides_hands(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki", rounds=3) as aki,
        hall.comes("Ume") as ume,
        Client(hall.port, user="board") as projector,
    ):
        board = await projector.terminal((120, 40))
        await board.shows("Night", "To play, type this", "2 people here")
        screen = Screen(hall.lobby, hall.house.join)
        assert screen.news().standings == ()
        change = asyncio.ensure_future(screen.changed())
        table = await begin_match(aki, ume)
        await change
        assert [row.names for row in screen.news().tables] == [("Aki", "Ume")]
        assert screen.news().present == 2
        assert screen.live() is table
        await board.shows("Aki")
        change = asyncio.ensure_future(screen.changed())
        await play(table.over.is_set, aki, ume)
        await change
        assert screen.news().tables == ()
        assert {row.name for row in screen.news().standings} == {"Aki", "Ume"}
        assert sum(float(row.score) for row in screen.news().standings) == 3
        assert screen.live() is None
        status = await hall.house.status()
        assert sorted(one.doing for one in status.here) == ["board", "playing", "playing"]
