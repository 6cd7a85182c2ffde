"""A disk that is full while people play: it is told, and once there is room nothing is missing."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

import koikoi.record.writer
from tests.host.houses import Hall, against_computer, open_house, play


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
