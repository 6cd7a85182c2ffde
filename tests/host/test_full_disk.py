"""A disk that is full while people play: it is told, and once there is room nothing is missing."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

import koikoi.record.writer
from koikoi.host.database import RegisterError
from koikoi.store.history import Fault
from tests.host.houses import Hall, Somebody, against_computer, open_house, play


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def said_of_saving(hall: Hall) -> list[str]:
    events = [line["event"] for line in hall.log.lines]
    return [event for event in events if event in ("not saved", "saved again")]


async def test_what_was_played_on_a_full_disk_is_saved_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        table = await against_computer(aki)
        with monkeypatch.context() as patch:
            patch.setattr(koikoi.record.writer, "_write", full)
            await play(lambda: table.view(0).ply > 2 and aki.asked, aki)
            assert said_of_saving(hall) == ["not saved"]
        await play(table.over.is_set, aki)
        assert said_of_saving(hall) == ["not saved", "saved again"]
        (record,) = hall.records()
        assert record.finished
        assert not aki.shown("could not be saved")


async def test_a_match_whose_end_is_not_saved_says_so_in_its_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        table = await against_computer(aki)
        monkeypatch.setattr(koikoi.record.writer, "_write", full)
        await play(table.over.is_set, aki)
        await aki.shows("The end of this match could not be saved.")


async def test_the_end_of_a_match_is_written_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as hall:
        async with hall.comes("Aki", rounds=1) as aki:
            table = await against_computer(aki)
            with monkeypatch.context() as patch:
                patch.setattr(koikoi.record.writer, "_write", full)
                await play(table.over.is_set, aki)
                await aki.reads()
                await aki.take("lobby")
                await aki.sheet("Learn")
                assert not hall.records()[0].finished
            assert hall.lobby.matches_of(aki.person.id) == []
            # Whatever else is saved, this is too.
            await aki.press("n", "Play against the computer")
            await aki.press("\r", "Start")
            await aki.until(lambda: hall.lobby.tables, "another match")
            another = hall.table
            await aki.is_asked()
            await another.rest()
            await aki.sheet("Learn")
        assert sorted(one.finished for one in hall.records()) == [False, True]
    await counts_once(tmp_path, aki, resting=1)


async def counts_once(folder: Path, one: Somebody, resting: int = 0) -> None:
    """After another start the match counts once, and nobody can go on with it."""
    for _ in range(2):
        async with open_house(folder) as hall:
            assert len(hall.register.results_of(one.person.id)) == 1
            assert len(hall.lobby.noted) == resting
            assert sum(record.finished for record in hall.records()) == 1


async def test_on_a_disk_that_stays_full_a_match_ends_in_the_room_that_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserve = tmp_path / "reserve"
    write = os.write

    def full_but_for_the_reserve(descriptor: int, data: bytes) -> int:
        return full() if reserve.exists() else write(descriptor, data)

    async with open_house(tmp_path) as hall:
        assert reserve.stat().st_size > 500_000
        monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, 0))
        async with hall.comes("Aki", rounds=1) as aki:
            table = await against_computer(aki)
            monkeypatch.setattr(koikoi.record.writer, "_write", full_but_for_the_reserve)
            await play(table.over.is_set, aki)
            await aki.reads()
            await aki.sheet("again")
            assert hall.records()[0].finished
        assert not reserve.exists()
    await counts_once(tmp_path, aki)
    monkeypatch.undo()
    async with open_house(tmp_path):
        assert reserve.exists()


async def test_on_a_full_disk_a_match_counts_in_the_room_that_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserve = tmp_path / "reserve"
    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        add = hall.register.add_result
        monkeypatch.setattr(
            hall.register,
            "add_result",
            lambda *given: unusable_now() if reserve.exists() else add(*given),
        )
        table = await against_computer(aki)
        await play(table.over.is_set, aki)
        await aki.until(lambda: hall.register.results_of(aki.person.id), "the result")
        assert hall.log.of("not counted") == []


async def test_what_was_played_before_a_match_rested_unsaved_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        table = await against_computer(aki)
        await aki.is_asked()
        saved = hall.records()[0]
        with monkeypatch.context() as patch:
            patch.setattr(koikoi.record.writer, "_write", full)
            await play(
                lambda: table.view(0).ply > len(list(saved.entries())) + 3 and aki.asked, aki
            )
            await table.rest()
            ply = table.view(0).ply
            await aki.press("g", "Go on against")
            again = await hall.alone()
            assert again is not table
            assert again.view(0).ply >= ply
        await play(again.over.is_set, aki)
        assert hall.records()[0].finished
        await aki.reads()
        await aki.take("lobby")
        await aki.sheet("Learn")
    await counts_once(tmp_path, aki)


async def test_an_end_that_nothing_could_be_written_of_does_not_count_and_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
            table = await against_computer(aki)
            await play(lambda: table.view(0).ply > 2 and aki.asked, aki)
            patch.setattr(koikoi.record.writer, "_write", full)
            patch.setattr(hall.register, "add_result", unusable_now)
            await play(table.over.is_set, aki)
            await aki.shows("The end of this match could not be saved.")
        assert len(hall.log.of("moves lost")) == 1
    async with open_house(tmp_path) as hall, hall.comes("Aki", rounds=1) as aki:
        assert hall.register.results_of(aki.person.id) == []
        await aki.press("g", "Go on against")
        table = await hall.alone()
        await play(table.over.is_set, aki)
    await counts_once(tmp_path, aki)


def unusable_now(*_: object) -> bool:
    raise RegisterError(Fault.FULL, Path("register"))
