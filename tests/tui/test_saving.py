"""Saving on the screen: nothing is shown before it is on the disk, and a failing disk is told."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import koikoi.record.writer
import koikoi.store.drafts
from koikoi.record import load
from koikoi.record.replay import final_state
from koikoi.store.settings import save_settings, settings_path
from koikoi.tui.app import KoikoiApp
from koikoi.tui.board import Board
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.tablepage import TablePage
from tests.tui.person import STILL, setup, sitting, table_of
from tests.tui.tables import stacked
from tests.tui.test_every_phase import DEAL, play, put_a_file_where_matches_go, to_play
from tests.tui.test_whole_matches import by_keys, rounds, to_the_title

NO_SPACE = os.strerror(errno.ENOSPC)
READ_ONLY = os.strerror(errno.EROFS)


class Disk:
    """What the writer of records reaches the disk by; fails while ``broken`` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken: int | None = None
        self.fail_at_result = False
        for name, real in (("_open", os.open), ("_write", os.write)):
            monkeypatch.setattr(koikoi.record.writer, name, self._failing(real))

    def _failing(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(first: Any, second: Any, *more: Any) -> int:
            ends = self.fail_at_result and isinstance(second, bytes) and b'"result"' in second
            if self.broken is not None or ends:
                number = self.broken or errno.ENOSPC
                raise OSError(number, os.strerror(number))
            return real(first, second, *more)

        return call


@pytest.fixture
def disk(home: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


# Before it is shown.


async def test_nothing_is_shown_that_has_not_been_brought_to_the_disk(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    safe = -1
    """The last ply that was in the file when it was brought to the disk."""
    shown: set[int] = set()

    def sync(_: int) -> None:
        nonlocal safe
        for path in (home / "matches").glob("*.koikoi.jsonl"):
            safe = load(path).plies

    def paints(board: Board, *given: Any) -> None:
        app = board.app
        assert isinstance(app, KoikoiApp)
        for page in app._pages:
            if isinstance(page, TablePage):
                assert page.seen.ply <= safe
                shown.add(page.seen.ply)
        show(board, *given)

    async def hears(page: TablePage, events: Any, seen: Any) -> None:
        assert seen.ply <= safe
        await hear(page, events, seen)

    show, hear = Board.show, TablePage.hear
    monkeypatch.setattr(koikoi.record.writer, "_sync", sync)
    monkeypatch.setattr(Board, "show", paints)
    monkeypatch.setattr(TablePage, "hear", hears)
    settings = replace(STILL, level="greedy", rounds=1)
    async with sitting(home, settings=settings) as person:
        assert safe == -1
        await person.press("n", "enter")
        await to_play(person)
        await to_the_title(person, by_keys, "shown")
    # From the first deal on, which is on the disk before there is a table, to the end.
    assert 0 in shown
    assert max(shown) == safe == person.record.plies


# A disk that fails.


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
async def test_a_disk_that_fails_in_the_middle_is_told_and_the_match_goes_on(
    number: int, disk: Disk, home: Path
) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await to_play(person)
        disk.broken = number
        await play(person, "2P1")
        await person.until(lambda: table_of(person).seen.ply > 1)
        await person.until_asked()
        assert person.plies == 0
        await person.press("l")
        assert person.sees("This match is not saved from here on", os.strerror(number))
        await person.press("escape", "q")
        assert person.sees("Leave (the match is not saved up to here)")
        await person.press("g")
        # Once there is room, all of it is saved.
        disk.broken = None
        for number in range(9):
            await person.until_asked()
            if person.plies > 2:
                break
            await by_keys(person, Random(f"room {number}"))
        await person.press("l")
        assert person.sees("This match is saved again")
        await person.press("escape", "q")
        assert person.sees("Save and leave")
        await person.press("l")
        await person.left()
    assert "goes on with it" in person.app.game.farewell


async def test_who_leaves_an_unsaved_match_is_told_what_is_kept(disk: Disk, home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await to_play(person)
        disk.broken = errno.ENOSPC
        await play(person, "2P1")
        await person.until(lambda: table_of(person).seen.ply > 1)
        await person.press("q", "l")
        await person.left()
    assert "The beginning of the match is saved" in person.app.game.farewell
    assert final_state(person.record).ply == 0


async def test_a_disk_that_fails_at_the_result_is_told_and_the_end_is_shown(
    disk: Disk, home: Path
) -> None:
    async with sitting(home, setup(rounds("standard", 1), "end")) as person:
        disk.fail_at_result = True
        for number in range(100):
            await person.until_asked()
            if person.sees("The match is over"):
                break
            await by_keys(person, Random(f"end {number}"))
        await person.press("l")
        assert person.sees("This match is not saved from here on", NO_SPACE)
        await person.press("escape", "enter")
        await person.until(lambda: person.at_title)
        assert person.sees("The beginning of the match is saved in")
    # Everything but the last action is there, and can be played on.
    assert not person.record.finished


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
async def test_a_match_that_cannot_be_begun_on_the_disk_is_played_and_told(
    number: int, disk: Disk, home: Path
) -> None:
    disk.broken = number
    async with sitting(home, setup()) as person:
        await person.until_asked()
        assert person.records == []
        await person.press("l")
        assert person.sees("This match is not saved", os.strerror(number))
        await person.press("escape")
        disk.broken = None
        for number in range(9):
            await person.until_asked()
            if person.records:
                break
            await by_keys(person, Random(f"begun {number}"))
        assert person.plies > 0


async def test_a_home_that_cannot_be_made_is_told(home: Path) -> None:
    put_a_file_where_matches_go(home)
    async with sitting(home, setup()) as person:
        await person.until_asked()
        await person.press("q")
        assert person.sees("Leave (the match is not saved up to here)")
        await person.press("l")
        await person.left()
    assert person.app.game.farewell == "The match was not saved."


# Settings.


def fails(_: object) -> None:
    raise OSError(errno.ENOSPC, NO_SPACE)


async def test_options_that_cannot_be_saved_hold_and_are_told_at_the_table(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(koikoi.store.drafts, "_sync", fails)
    async with sitting(home, Start(table=stacked(**DEAL)), keep=save_settings) as person:
        await to_play(person)
        await person.press("t", "t", "t")
        assert person.app.settings.theme == "light"
        await person.press("l")
        assert "\n".join(person.rows).count(f"The options cannot be saved: {NO_SPACE}.") == 1
        await person.press("escape")
        assert person.where is Where.PLAY
    assert not settings_path().exists()


async def test_options_that_cannot_be_saved_are_told_on_the_title_screen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(koikoi.store.drafts, "_sync", fails)
    async with sitting(home, keep=save_settings) as person:
        await person.press("o", "right", "escape")
        await person.until(lambda: person.at_title)
        assert person.sees(f"The options cannot be saved: {NO_SPACE}.")


async def test_options_that_could_not_be_read_are_kept_and_that_is_told(home: Path) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("theme = nonsense")
    async with sitting(home, keep=save_settings) as person:
        await person.press("o", "right", "escape")
        await person.until(lambda: person.at_title)
        assert person.sees("The options that could not be read are kept in")
    aside = settings_path().with_name("settings.toml.bad")
    assert aside.read_text() == "theme = nonsense"
