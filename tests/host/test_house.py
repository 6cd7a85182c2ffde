"""People in a house: they wait for each other, play, come back, and are told what happens."""

from __future__ import annotations

from pathlib import Path

from koikoi.host.pasts import history_of
from koikoi.host.tables import HostedTable
from tests.host.client import eventually
from tests.host.houses import (
    Somebody,
    against_computer,
    begin_match,
    both_read,
    open_house,
    play,
)


async def test_two_people_play_a_match_by_keys_and_it_counts(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki", rounds=3) as aki,
        hall.comes("Ume", size=(120, 36)) as ume,
    ):
        await aki.shows("Night: welcome, Aki", "1 other is here: Ume")
        table = await begin_match(aki, ume)
        assert table.names == ("Aki", "Ume")
        await aki.press("l", "Round 1")
        await aki.shows("You play against Ume")
        await aki.press("\x1b")
        await play(table.over.is_set, aki, ume)
        await both_read(aki, ume)
        for one, rival in ((aki, "Ume"), (ume, "Aki")):
            await one.sheet("The match is over")
            await one.take("lobby")
            await one.shows("Play against the computer")
            await one.press("b")
            await one.shows("Night: who leads", "Aki", "Ume")
            await one.press("\x1b")
            await one.press("y", "Play against the computer")
            await one.press("\t", "scored")  # one's own figures come first
            await one.shows(rival, "Day")
            await one.press("\x1b")
        rows = hall.register.leaderboard("Night")
        assert {(row.name, row.matches) for row in rows} == {("Aki", 1), ("Ume", 1)}
        assert sum(row.difference for row in rows) == 0
        assert hall.register.open_tables() == []
        (record,) = hall.records()
        assert record.finished
        await eventually(lambda: not hall.lobby.noted)
        for seat, one in enumerate((aki, ume)):
            with history_of(hall.lobby, one.person.id, tmp_path) as history:
                (match,) = history.matches()
            assert match.facts.own == seat, "it is told as one's own"


async def test_whoever_types_the_code_sits_down_and_both_may_play_again(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki") as aki,
        hall.comes("Ume") as ume,
    ):
        await aki.press("p", "another person")
        await aki.press("\r", "Start")
        await aki.sheet("Waiting for somebody")
        (offer,) = hall.lobby.offers
        await ume.press("c", "by its code")
        await ume.press("zzzz\r", "The code of the table")
        await ume.shows("No table that waits for somebody has this code.")
        await ume.press("c", "by its code")
        await ume.press(" ".join(offer.code.upper()), "The code of the table")
        await ume.press("\r", " ".join(offer.code.upper()))
        table = await hall.alone()
        await resigned(aki, table, ume)
        await both_read(aki, ume)
        await aki.take("again", "Play again")
        await aki.shows("Waiting for Ume.")
        await ume.shows("Aki wants to play again.")
        await ume.take("again", "Play again")
        second = await hall.alone()
        assert second is not table
        assert second.noted.rematch_of == table.noted.id
        await eventually(lambda: all(chair is not None and chair.there for chair in second.chairs))
        await resigned(ume, second, aki)
        await both_read(aki, ume)
        await aki.take("again", "Play again")
        await ume.take("lobby", "Aki wants to play again.")
        await aki.shows("Ume has gone.")
        await aki.take("lobby")
        await aki.shows("Play against the computer", "1 other is here: Ume")
        results = hall.register.results_of(aki.person.id)
        assert [result.ending.value for result in results] == ["forfeit", "forfeit"]
        assert {result.winner for result in results} == {0, 1}


async def test_two_sit_down_with_one_at_once_and_one_gets_the_seat(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki") as aki,
        hall.comes("Ume") as ume,
        hall.comes("Ren") as ren,
    ):
        await aki.press("p", "another person")
        await aki.press("\r", "Start")
        await aki.sheet("Waiting for somebody")
        for one in (ume, ren):
            await one.shows("Aki: Standard")
        ume.terminal.type("\x1b[B" * 4 + "\r")
        ren.terminal.type("\x1b[B" * 4 + "\r")
        table = await hall.alone()
        late = ren if table.seat_of(ume.person.id) is not None else ume
        await late.shows("Play against the computer")
        await late.until(lambda: not late.shown("Standard, 2 rounds"))


async def test_a_match_against_the_computer_is_left_and_gone_on_with(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki:
        table = await against_computer(aki)
        await play(lambda: table.view(0).ply > 4 and aki.asked, aki)
        seen = table.view(0)
        await aki.press("q")
        await aki.take("leave", "leave")
        await aki.press("g", "Go on against")
        await aki.is_asked()
        assert hall.table is table
        assert table.view(0) == seen
        await aki.press("h")
        await aki.until(lambda: hall.thinking.asked)
        await play(table.over.is_set, aki)
        await both_read(aki)
        await aki.take("again", "Play again")
        await eventually(lambda: table.again is not None)
        (result,) = hall.register.results_of(aki.person.id)
        assert result.sides[1].level == 1
        assert result.sides[1].name == table.names[1]


async def asked_first(one: Somebody, other: Somebody) -> tuple[Somebody, Somebody]:
    """Who is asked first, and who looks on."""
    await eventually(lambda: one.asked or other.asked)
    return (one, other) if one.asked else (other, one)


async def test_against_a_person_there_are_no_hints(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki") as aki,
        hall.comes("Ume") as ume,
    ):
        table = await begin_match(aki, ume)
        one, _ = await asked_first(aki, ume)
        assert not one.shown("h hint")
        assert one.shown("y yaku")
        await one.press("h")
        await one.shows("There are no hints against another person")
        assert not hall.thinking.asked
        assert table.saver.hints == [0, 0]


async def test_whoever_resigns_while_the_other_thinks_is_told_when_it_holds(
    tmp_path: Path,
) -> None:
    async with (
        open_house(tmp_path) as hall,
        hall.comes("Aki") as aki,
        hall.comes("Ume") as ume,
    ):
        table = await begin_match(aki, ume)
        rival, one = await asked_first(aki, ume)
        await one.press("q", "KOI-KOI")
        await one.take("resign", "esign")
        await one.shows("You resign as soon as it is your turn.")
        assert not table.over.is_set()
        await play(table.over.is_set, rival)


async def resigned(one: Somebody, table: HostedTable, rival: Somebody) -> None:
    """Somebody gives their match up, as soon as it is their turn."""
    await one.press("q", "KOI-KOI")
    await one.take("resign", "esign")
    await play(table.over.is_set, rival)
