"""The lobby where something goes wrong: one sentence, and it goes on."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import koikoi.host.lobby
from koikoi.engine.presets import preset
from koikoi.host.database import RegisterError
from koikoi.host.ledger import OpenSeat
from koikoi.host.lobby import MOST_RESTING, TooMany
from koikoi.host.stay import Stay
from koikoi.host.tables import HostedTable
from koikoi.store.history import Fault
from koikoi.store.settings import Settings
from tests.host.client import Client, eventually
from tests.host.houses import (
    KEYS,
    Hall,
    Somebody,
    against_computer,
    begin_match,
    open_house,
    play,
)

RULES = preset("standard")


async def test_a_full_disk_is_told_and_whoever_waits_waits_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path / "secret place"))

    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki, hall.comes("Ume") as ume:
        await aki.press("p", "another person")
        await aki.press("\r", "Start")
        await aki.sheet("Waiting for somebody")
        (offer,) = hall.lobby.offers
        with monkeypatch.context() as patch:
            patch.setattr(koikoi.host.lobby, "begun", full)
            await ume.take(f"join {offer.code}")
            await ume.shows("The match cannot be recorded just now: No space left on device.")
            assert not ume.shown("secret place")
            await ume.press("n")
            await ume.press("\r", "Start")
            await ume.shows("The match cannot be recorded just now: No space left on device.")
        assert aki.shown("Waiting for somebody")
        await ume.take(f"join {offer.code}")
        table = await hall.alone()
        assert table.names == ("Aki", "Ume")
    assert len(list(hall.lobby.folder.iterdir())) == 1


USES = (
    *("by_key", "enrol", "rename", "claim", "forget", "keys_of", "link_code", "link"),
    *("settings_of", "keep_settings", "note_table", "drop_table", "open_tables"),
    *("add_result", "results_of", "leaderboard"),
)
UNUSABLE = "The register cannot be used just now."


@contextmanager
def unusable(hall: Hall) -> Iterator[set[str]]:
    """A register that cannot be used, with what it was to be used for."""
    used: set[str] = set()

    def broken(name: str) -> Callable[..., Any]:
        def call(*_: object, **__: object) -> None:
            used.add(name)
            raise RegisterError(Fault.FULL, hall.lobby.folder)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in USES:
            patch.setattr(hall.register, name, broken(name))
        yield used


async def test_a_match_ends_without_the_register_and_counts_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        table = await against_computer(aki)
        await play(lambda: table.view(0).ply > 3 and aki.asked, aki)
        with unusable(hall) as used:
            await play(table.over.is_set, aki)
            await aki.reads()
            await aki.take("again")
            await aki.shows(UNUSABLE)
            await aki.press("n", "Learn")
            await aki.press("\r", "Start")
            await aki.press("b", "Learn")
            await aki.press("y", "Learn")
            await aki.press("\x1b", "no finished match")
            await aki.press("o", "Learn")
            await aki.press("\x1b[C", "Options")  # another theme
            await eventually(lambda: {"keep_settings", "results_of", "leaderboard"} <= used)
        assert {"add_result", "note_table"} <= used
        assert hall.register.results_of(aki.person.id) == []
    # What could not be noted left no record either.
    assert len(list(hall.lobby.folder.iterdir())) == 1
    async with open_house(tmp_path) as hall:
        assert len(hall.register.results_of(aki.person.id)) == 1
        assert not hall.lobby.noted


async def test_no_page_and_no_login_breaks_where_the_register_does(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki:
        with unusable(hall) as used:
            await aki.press("m", "Learn")
            for key in ("k", "c", "n"):
                await aki.press(key, "Forget me: name")
                if key != "k":
                    await aki.press("x\r", "Enter go on")
                await aki.sheet(UNUSABLE)
            await aki.press("f", "Forget me: name")
            await aki.take("forget", "Forget me?")
            await aki.press("\x1b", "Forget me: name")
            await aki.press("c", "Learn")
            async with Client(hall.port, user="board") as projector:
                board = await projector.terminal()
                await board.shows("To play")
            async with Client(hall.port, user="new", key=[KEYS["Aki"]]) as late:
                terminal = await late.terminal()
                await terminal.gone()
                assert b"The register cannot be used just now; please come again." in terminal.got
        assert used == {
            *("by_key", "enrol", "keys_of", "link_code", "link", "rename", "forget"),
            "leaderboard",
        }
        assert aki.shown("The code of the table")


async def test_a_damaged_record_is_told_and_set_aside(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall:
        async with hall.comes("Aki") as aki:
            for _ in range(2):
                table = await against_computer(aki)
                await aki.press("q", "Uguisu")
                await aki.take("leave", "ave")
                await table.rest()
        one, two = (hall.lobby.folder / noted.record for noted in hall.lobby.noted.values())
        one.write_bytes(one.read_bytes().replace(b"commit", b"omit"))
        two.unlink()
        async with hall.comes("Aki") as aki:
            await aki.press("g", "Go on against")
            await aki.shows("The record of this match is damaged or gone, so it cannot go on.")
            await aki.press("g", "Go on against")
            await aki.until(lambda: not aki.shown("Go on against"))
            assert aki.shown("damaged or gone")
            await against_computer(aki)
        assert hall.register.open_tables() == [hall.table.noted]
        assert [path.name for path in hall.lobby.folder.glob("*.bad*")] != []


async def test_a_match_that_was_over_counts_at_the_next_start_or_when_it_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(_: HostedTable) -> None:
        """The host is killed before the result is noted."""

    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        for again in (False, True):
            with monkeypatch.context() as patch:
                patch.setattr(hall.lobby, "ended", killed)
                table = await against_computer(aki)
                await play(table.over.is_set, aki)
            hall.lobby.tables.clear()
            await aki.reads()
            await aki.take("lobby")
            assert hall.register.results_of(aki.person.id) == []
            if again:
                assert await hall.house.settle() == 0
            else:
                await aki.press("g", "Go on against")
                await aki.shows("This match is over.")
            (result,) = hall.register.results_of(aki.person.id)
            assert result.sides[0].points == table.view(None).scores[0]
            assert not hall.register.open_tables()
            hall.register._database.write(lambda found: found.execute("DELETE FROM results"))


async def test_nobody_has_more_than_so_many_matches_that_are_not_over(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki, hall.comes("Ume") as ume:
        seats = hall.lobby.against(aki.person, "1")
        for _ in range(MOST_RESTING):
            await (await hall.lobby.begin(RULES, seats)).rest()
        for keys in ("n", "p"):
            await aki.press(keys, "Play against the computer")
            await aki.press("\r", "Start")
            await aki.shows("Too many matches are not over; end some of them first.")
        await ume.press("p")
        await ume.press("\r", "Start")
        await ume.sheet("Waiting for somebody")
        (offer,) = hall.lobby.offers
        with pytest.raises(TooMany):
            await hall.lobby.join(offer, aki.person)
        assert list(hall.lobby.offers) == [offer]  # whoever waits waits on
        assert ume.shown("Waiting for somebody")


async def test_what_somebody_offers_ends_with_their_line(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Ume") as ume:
        async with hall.comes("Aki") as aki:
            await aki.press("p", "another person")
            await aki.press("\r", "Start")
            await ume.shows("Aki: Standard")
            await aki.press("\x1b", "Waiting for somebody")
            await ume.until(lambda: not ume.shown("Standard, 2 rounds"))
            await aki.press("p", "another person")
            await aki.press("\r", "Start")
            await ume.shows("Aki: Standard")
            await aki.drop()
        await ume.shows("Nobody else is here now.")
        assert not ume.shown("Standard, 2 rounds")
        assert not list(hall.lobby.offers)


async def test_whoever_waited_and_dropped_as_somebody_sat_down_finds_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Ume") as ume:
        async with hall.comes("Aki") as aki:
            await aki.press("p", "another person")
            await aki.press("\r", "Start")
            await ume.shows("Aki: Standard")
            (offer,) = hall.lobby.offers
            await hall.lobby._opening.acquire()  # a slow disk
            await ume.take(f"join {offer.code}")
            await eventually(lambda: not list(hall.lobby.offers))
            await aki.drop()
            hall.lobby._opening.release()
        table = await hall.alone()
        await ume.until(lambda: table.chairs[1] and table.chairs[1].there)
        async with hall.comes("Aki") as aki:
            await aki.until(lambda: table.chairs[0] and table.chairs[0].there)
            await play(table.over.is_set, aki, ume)


async def test_a_match_that_is_begun_for_somebody_who_has_gone_is_put_away(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as hall:
        async with hall.comes("Aki") as aki:
            await hall.lobby._opening.acquire()
            await aki.press("n")
            await aki.press("\r", "Start")
            await aki.until(lambda: hall.lobby._setting_up)
            await aki.drop()
            hall.lobby._opening.release()
        await eventually(lambda: hall.lobby.tables)
        table = hall.table
        assert not table.running
        table._stop()
        await table.rest()
        assert not hall.lobby.tables
        async with hall.comes("Aki") as aki:
            await aki.press("g", "Go on against")
            assert (await hall.alone()).noted == table.noted


async def test_who_is_forgotten_or_becomes_somebody_else_takes_no_match_with_them(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Ume", rounds=1) as ume:
        async with hall.comes("Aki", rounds=1) as aki, hall.comes("Ren", rounds=1) as ren:
            gone = aki.person.id
            table = await begin_match(aki, ume)
            other = await hall.lobby.begin(RULES, hall.lobby.against(ren.person, "1"))
            await aki.press("q", "Ume")
            await aki.take("leave", "ave")
            code = hall.register.link_code(aki.person.id)
            await ren.press("m", "Play against the computer")
            await ren.press("c", "Forget me: name")
            await ren.press(f"{code}\r", "Enter go on")
            await ren.shows("You are Aki now.")
            assert other.seat_of(gone) == 0
            await aki.terminal.gone()  # the same person has come in another way
            hall.lobby.tables.pop(other.noted.id)
            await other.rest()
            assert await hall.house.forget("Aki")
            await ren.terminal.gone()
        assert table.seat_of(gone) is None
        assert table.names == ("Somebody", "Ume")
        assert not (tmp_path / "players" / str(gone)).exists()
        await play(lambda: table.view(None).to_act == 0 or table.over.is_set(), ume)
        table._timers[0].cancel()
        table._gone(0)
        await play(table.over.is_set, ume)
        (result,) = hall.register.results_of(ume.person.id)
        assert result.sides[0].person is None


async def test_names_codes_and_guests(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Ume") as ume:
        async with Somebody(hall, None, user="whoever") as guest:
            await guest.shows("welcome, guest-")
            await guest.press("m")
            for typed, said in (
                ("ume", "Somebody has this name, or one that looks like it."),
                ("--", "This name cannot be had"),
            ):
                await guest.press("n", "Forget me: name")
                await guest.press(f"{typed}\r", "Enter go on")
                await guest.shows(said)
            await guest.press("n", "Forget me: name")
            await guest.press("Kiku\x7f\r", "Enter go on")
            await guest.shows("You are Kik, and known by 0 keys.")
            await guest.press("\x1b")
            await ume.shows("1 other is here: Kik")
            await guest.press("m", "welcome, Kik")
            await guest.press("c", "Forget me: name")
            await guest.press("abcd\r", "Enter go on")
            await guest.shows("This code is wrong, or too old.")
            await guest.press("f", "Forget me: name")
            await guest.take("keep", "Forget me?")
            await guest.press("f", "Forget me: name")
            await guest.take("forget", "Forget me?")
            await guest.terminal.gone()
            assert guest.terminal.got.endswith(b"You are forgotten here.\r\n")
        await ume.shows("Nobody else is here now.")


async def test_a_stay_that_is_told_twice_to_end_ends_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki:
        (stay,) = hall.stays()
        assert isinstance(stay, Stay)
        stay.end("First.")
        stay.end("Second.")
        await aki.terminal.gone()
        assert aki.terminal.got.endswith(b"First.\r\n")
        assert not hall.lobby.guests


async def test_a_match_with_which_nobody_can_go_on_is_cleared_away_at_a_start(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki:
        guest = hall.register.enrol("", None)
        mixed = (OpenSeat(guest.id, guest.name), OpenSeat(aki.person.id, "Aki"))
        kept = await hall.lobby.begin(RULES, mixed)
        await (await hall.lobby.begin(RULES, hall.lobby.against(guest, "1"))).rest()
        await kept.rest()
        assert await hall.house.settle() == 1
        assert list(hall.lobby.noted) == [kept.noted.id]


async def test_what_is_said_to_somebody_in_the_lobby_is_shown_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki") as aki:
        await aki.shows("Play against the computer")
        hall.house.server.announce("The line closes within 1 minute.")
        await aki.shows("The line closes within 1 minute.")


async def test_a_visitor_learns_and_goes_on_where_they_left(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall:
        async with hall.comes("Aki") as aki:
            await aki.press("l", "Your name and keys")
            await aki.press("f", "First round")
            await aki.press("\r", "Twelve months")
            await aki.press("\r", "Four kinds")
            await aki.press("q", "Play the Crane")
            await aki.press("l", "Leave the lesson?")
            await aki.sheet("Begun; it goes on where you left it.")
            assert not hall.lobby.noted
            await eventually(lambda: hall.register.settings_of(aki.person.id).first_round)
        async with Somebody(hall, aki.known, key=[KEYS["Aki"]], user="Aki") as aki:
            await aki.press("l", "Your name and keys")
            await aki.press("f", "First round")
            await aki.press("g", "Go on at step 3")
            await aki.shows("Play the Crane")


async def test_the_match_after_a_lesson_is_one_of_the_house(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall:
        aki = hall.comes("Aki")
        hall.register.keep_settings(aki.person.id, Settings(motion="none", first_round="stop"))
        async with aki:
            await aki.press("l", "Your name and keys")
            await aki.press("f", "First round")
            await aki.press("g", "Go on at step 16")
            await aki.press("s", "much to lose")
            await aki.press("\r", "End of the round")
            await aki.press("p", "Well done")
            table = await hall.alone()
            assert table.names == ("Aki", "Uguisu")
            assert table.view(0).rules.rounds == 3
