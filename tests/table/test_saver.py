"""What saves a match: goes on unsaved where the disk fails, and catches up once it works again."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import koikoi.record.writer
from koikoi.engine.actions import Action
from koikoi.engine.flow import apply, legal_actions
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState
from koikoi.record import load
from koikoi.record.replay import final_state
from koikoi.store.matches import noted_hint
from koikoi.table.hints import hints_of
from koikoi.table.setup import Setup, Table, new_table
from koikoi.text.catalogue import load as catalogue
from koikoi.text.catalogue import spoken

AGAIN = "This match is saved again, with all that was played meanwhile."
ERRORS = [errno.ENOSPC, errno.EROFS, errno.EIO]

each_error = pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)


class Disk:
    """Every call of the writer that reaches the disk, and that fails while ``broken`` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken: int | None = None
        self.synced = 0
        for name, real in (("_open", os.open), ("_write", os.write), ("_sync", self._sync)):
            monkeypatch.setattr(koikoi.record.writer, name, self._failing(real))

    def _sync(self, _: int) -> None:
        self.synced += 1

    def _failing(self, real: object) -> object:
        def call(*given: object) -> object:
            if self.broken is not None:
                raise OSError(self.broken, os.strerror(self.broken))
            assert callable(real)
            return real(*given)

        return call


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    return Disk(monkeypatch)


@pytest.fixture
def told() -> list[str]:
    return []


def begun(told: list[str]) -> Table:
    table = new_table(Setup(preset("standard"), "greedy", "saver"), catalogue(), "koikoi go on")
    table.saver.tell = told.append
    return table


def played(table: Table, state: MatchState, count: int) -> MatchState:
    """Plays so many actions, each given to the saver."""
    for _ in range(count):
        action: Action = legal_actions(state)[0]
        after, _ = apply(state, action)
        table.saver.append(state, action, after)
        state = after
    return state


def record_of(home: Path) -> Path:
    (path,) = (home / "matches").glob("*.koikoi.jsonl")
    return path


@each_error
def test_what_a_full_disk_kept_out_is_written_once_it_has_room(
    number: int, disk: Disk, told: list[str], tmp_path: Path
) -> None:
    table = begun(told)
    state = played(table, table.state, 5)
    path = record_of(tmp_path / "home")
    disk.broken = number
    state = played(table, state, 4)
    assert load(path).plies == 5
    assert len(told) == 1
    assert told[0].startswith(f"This match is not saved from here on: {os.strerror(number)}.")
    saved = [table.saver.saved]
    disk.broken = None
    state = played(table, state, 1)
    assert told[1:] == [AGAIN]
    assert [*saved, table.saver.saved] == [False, True]
    assert final_state(load(path)) == state
    # And so on, however often.
    disk.broken = number
    state = played(table, state, 2)
    disk.broken = None
    state = played(table, state, 1)
    assert len(told) == 4
    assert final_state(load(path)) == state
    table.saver.close()


@each_error
def test_a_record_that_could_not_be_begun_is_begun_once_the_disk_takes_it(
    number: int, disk: Disk, told: list[str], tmp_path: Path
) -> None:
    disk.broken = number
    table = begun(told)
    assert spoken(table.notices[-1]).startswith(f"This match is not saved: {os.strerror(number)}.")
    state = played(table, table.state, 3)
    saved = [table.saver.saved]
    assert told == []
    disk.broken = None
    state = played(table, state, 1)
    assert told == [AGAIN]
    assert [*saved, table.saver.saved] == [False, True]
    path = record_of(tmp_path / "home")
    assert final_state(load(path)) == state
    table.saver.close()


def test_a_folder_that_can_be_made_later_has_the_match_from_its_first_card(
    disk: Disk, told: list[str], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.write_text("a file where the folder should be")
    table = begun(told)
    state = played(table, table.state, 3)
    home.unlink()
    state = played(table, state, 1)
    assert final_state(load(record_of(home))) == state
    table.saver.close()


@pytest.mark.parametrize("over", [False, True])
def test_who_leaves_has_it_tried_once_more(
    over: bool, disk: Disk, told: list[str], tmp_path: Path
) -> None:
    table = begun(told)
    state = played(table, table.state, 2)
    disk.broken = errno.ENOSPC
    state = played(table, state, 2)
    disk.broken = None
    said = table.saver.kept() if over else table.saver.farewell()
    assert said.startswith("The match is ")
    assert final_state(load(record_of(tmp_path / "home"))) == state
    table.saver.close()


def test_who_leaves_while_the_disk_is_full_is_told_what_is_saved(
    disk: Disk, told: list[str], tmp_path: Path
) -> None:
    table = begun(told)
    state = played(table, table.state, 2)
    disk.broken = errno.EROFS
    played(table, state, 2)
    assert table.saver.farewell() == (
        "The beginning of the match is saved; koikoi go on goes on from there."
    )
    assert len(told) == 1
    table.saver.close()
    assert load(record_of(tmp_path / "home")).plies == 2


def test_the_first_deal_is_on_the_disk_before_there_is_a_table(
    disk: Disk, told: list[str], tmp_path: Path
) -> None:
    table = begun(told)
    # The file, and the folder that has its name.
    assert disk.synced == 2
    assert final_state(load(record_of(tmp_path / "home"))) == table.state
    table.saver.close()


def test_the_folders_of_a_first_match_are_brought_to_the_disk_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path] = []
    monkeypatch.setattr(
        koikoi.store.places,
        "_sync",
        lambda descriptor: folders.append(Path(f"/proc/self/fd/{descriptor}").readlink()),
    )
    if not Path("/proc/self/fd").exists():
        pytest.skip("what a descriptor leads to cannot be told here")
    home = tmp_path / "deep" / "home"
    monkeypatch.setenv("KOIKOI_HOME", str(home))
    table = new_table(Setup(preset("standard"), "greedy", "saver"), catalogue(), "")
    table.saver.close()
    assert folders == [tmp_path, tmp_path / "deep", home]


def test_a_hint_whose_move_the_full_disk_refuses_stays_noted_until_it_is_written(
    disk: Disk, told: list[str], tmp_path: Path
) -> None:
    table = begun(told)
    state = played(table, table.state, 1)
    path = record_of(tmp_path / "home")
    table.saver.hint_shown(state.ply)
    hinted = state.ply
    disk.broken = errno.ENOSPC
    state = played(table, state, 1)
    assert noted_hint(path) == hinted
    disk.broken = None
    played(table, state, 1)
    assert noted_hint(path) is None
    assert sum(hints_of(load(path))) == sum(table.saver.hints) == 1
    table.saver.close()
