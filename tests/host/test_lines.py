"""A line that drops costs nothing: seats are kept, and questions are asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from koikoi.engine.actions import Seat
from koikoi.engine.state import Phase
from koikoi.host.tables import HostedTable
from koikoi.tui.resultpage import ResultPage
from tests.host.client import eventually
from tests.host.houses import (
    Hall,
    against_computer,
    begin_match,
    open_house,
    play,
)


async def test_in_every_phase_a_new_login_is_asked_the_same(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Ume") as ume:
        async with hall.comes("Aki") as first:
            table = await begin_match(first, ume)
            aki = first
            met: set[Phase] = set()
            lines = []
            while len(met) < 5:
                # Phases in which Aki is asked, and Ume's turn: in each of them the line drops once.
                await play(another(hall, met), aki, ume)
                phase = hall_phase(hall)
                met.add(phase)
                if phase is Phase.MATCH_OVER:
                    break
                seen = table.view(0)
                await aki.drop()
                await ume.until(lambda: table.chairs[0] and not table.chairs[0].there)
                aki = hall.comes("Aki")
                await aki.__aenter__()
                lines.append(aki)
                await eventually(lambda: table.chairs[0] and table.chairs[0].there)
                assert table.view(0) == seen
                if phase is Phase.ROUND_OVER or seen.to_act == 0:
                    await aki.is_asked()
            await play(table.over.is_set, aki, ume)
            assert {Phase.PLAY, Phase.ROUND_OVER} <= met
            for one in lines:
                await one.__aexit__(None, None, None)
        (record,) = hall.records()
        assert record.finished


def another(hall: Hall, met: set[Phase]) -> Callable[[], bool]:
    return lambda: hall_phase(hall) not in met


def hall_phase(hall: Hall) -> Phase:
    tables = list(hall.lobby.tables.values())
    return tables[0].view(None).phase if tables else Phase.MATCH_OVER


async def test_after_a_while_the_computer_sits_in_until_its_person_is_back(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Ume") as ume:
        async with hall.comes("Aki") as aki:
            table = await begin_match(aki, ume)
            await play(lambda: aki.asked, ume, aki)
            await aki.drop()
        await ume.shows("The line of Aki has dropped; their seat is kept")
        ply = table.view(None).ply
        too_long_away(table, 0)
        await ume.hears("The computer plays for Aki now")
        await play(lambda: table.view(None).ply > ply + 6, ume)
        hall.thinking.held.clear()
        await play(lambda: hall.thinking.waits, ume)
        async with hall.comes("Aki") as aki:
            # At once, and not only when the computer has moved.
            await aki.is_asked()
            await ume.hears("Aki is back")
            hall.thinking.held.set()
            await play(table.over.is_set, aki, ume)
        marks = [entry.marks for entry in hall.records()[0].actions]
        assert ("away",) in marks
        assert marks[-1] == () != marks[ply]


async def test_who_comes_back_to_one_who_has_long_gone_plays_the_computer(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall:
        async with hall.comes("Aki") as aki, hall.comes("Ume") as ume:
            table = await begin_match(aki, ume)
            await ume.drop()
            await aki.drop()
        too_long_away(table, 1)
        assert table.running
        async with hall.comes("Aki") as aki:
            await aki.hears("The computer plays for Ume now")
            await play(table.over.is_set, aki)


async def test_where_everybody_has_gone_the_match_rests_and_goes_on_from_the_lobby(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as hall:
        async with hall.comes("Aki") as aki, hall.comes("Ume") as ume:
            table = await begin_match(aki, ume)
            await play(lambda: table.view(None).ply > 5, aki, ume)
            await aki.drop()
            await ume.drop()
        seen = [table.view(seat) for seat in (0, 1)]
        too_long_away(table, 0)
        too_long_away(table, 1)
        async with hall.comes("Ume") as ume:  # while it is still being put away
            await ume.press("g", "Go on against Aki")
            again = await hall.alone()
            assert again is not table
            assert table.rested.is_set()
            assert [again.view(seat) for seat in (0, 1)] == seen
            async with hall.comes("Aki") as aki:
                await ume.hears("Aki is back")
                await play(again.over.is_set, aki, ume)
        (record,) = hall.records()
        assert record.finished


async def test_a_second_login_takes_over_and_the_first_is_told(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Ume") as ume,
        hall.comes("Aki") as first,
    ):
        table = await begin_match(first, ume)
        await play(lambda: first.asked, ume, first)
        first.terminal.type("q")
        await first.sheet("esign")
        async with hall.comes("Aki", size=(100, 30)) as second:
            await second.is_asked()
            await first.terminal.gone()
            assert first.terminal.got.endswith(b"You have come in from another terminal.\r\n")
            assert table.chairs[0] is not None
            assert table.chairs[0].there
            assert not [said for said in ume.story if "Aki is back" in said or "dropped" in said]
            assert len(hall.lobby.guests) == 2
            await play(table.over.is_set, second, ume)


async def test_who_lets_the_other_wait_may_be_replaced_and_may_play_on(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki, hall.comes("Ume") as ume:
        table = await begin_match(aki, ume)
        await play(lambda: aki.asked, ume, aki)
        assert list(table._slow) == [0]  # nobody else is waited for
        waited_too_long(table, 0)
        await ume.sheet("Aki lets you wait")
        await aki.press("\r")
        await play(lambda: table.view(None).to_act == 1, aki)
        await ume.is_asked()  # the question has gone by itself
        assert not ume.shown("lets you wait")

        await play(lambda: aki.asked, ume)
        aki.terminal.type("l")  # they read something
        await aki.sheet("Esc")
        waited_too_long(table, 0)
        await ume.take("replace", "Aki lets you wait")
        await ume.hears("The computer plays for Aki now")
        await aki.shows("The computer plays for you")
        ply = table.view(None).ply
        await play(lambda: table.view(None).ply > ply + 4, ume)
        assert aki.shown("The computer plays for you")
        await aki.press("\x1b")
        await ume.hears("Aki plays again")
        await play(table.over.is_set, aki, ume)


async def test_nobody_is_replaced_who_has_just_moved(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki, hall.comes("Ume") as ume:
        table = await begin_match(aki, ume)
        await play(lambda: aki.asked, ume, aki)
        waited_too_long(table, 0)
        page = await ume.sheet("Aki lets you wait")
        assert table.chairs[0] is not None
        page.close("replace")  # the key and the move come at the same time
        table.chairs[0].waiting = False
        await asyncio.sleep(0.02)
        assert table.chairs[0].stand_in is None
        table.chairs[0].waiting = True


async def test_who_does_not_read_the_result_of_a_round_lets_the_other_wait(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki, hall.comes("Ume") as ume:
        table = await begin_match(aki, ume)
        await play(lambda: isinstance(aki.page, ResultPage), aki, ume)
        await aki.until(lambda: isinstance(ume.page, ResultPage) and aki.asked)
        waited_too_long(table, 0)
        assert isinstance(ume.page, ResultPage)  # who reads themselves is not asked
        ume.terminal.type("\r")
        await ume.shows("Aki is still reading the result")
        await eventually(lambda: table.chairs[1] and not table.chairs[1].waiting)
        waited_too_long(table, 0)
        await ume.take("replace", "Aki lets you wait")
        await play(lambda: table.view(None).number == 2, ume)
        await aki.take("take", "The computer plays for you")
        await play(table.over.is_set, aki, ume)


async def test_one_who_is_replaced_and_alone_finds_the_match_resting(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki:
        async with hall.comes("Ume") as ume:
            table = await begin_match(aki, ume)
            await play(lambda: aki.asked, ume, aki)
            waited_too_long(table, 0)
            await ume.take("replace", "Aki lets you wait")
            await aki.shows("The computer plays for you")
            await ume.drop()
        too_long_away(table, 1)
        await aki.shows("The match rests: g goes on with it.", "Go on against Ume")


async def test_a_line_that_drops_while_a_match_ends_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        ended, going = asyncio.Event(), asyncio.Event()
        real = hall.lobby.ended

        async def slowly(table: HostedTable) -> None:
            ended.set()
            await going.wait()
            await real(table)

        monkeypatch.setattr(hall.lobby, "ended", slowly)
        table = await against_computer(aki)
        await play(ended.is_set, aki)
        assert not table.running
        await aki.drop()
        assert not table._timers
        async with hall.comes("Aki") as again:
            await again.press("g", "Go on against")
            going.set()
            await again.shows("This match is over.")
        assert len(hall.register.results_of(aki.person.id)) == 1


def too_long_away(table: HostedTable, seat: Seat) -> None:
    """The time is over for which somebody's seat is kept."""
    table._timers[seat].cancel()
    table._gone(seat)


def waited_too_long(table: HostedTable, seat: Seat) -> None:
    """The time is over after which somebody lets the other one wait."""
    table._slow[seat].cancel()
    table._lingers(seat)
