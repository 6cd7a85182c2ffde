"""What the card trainer remembers: the file, files that are not right, a disk that fails."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koikoi.store.drafts
import koikoi.store.learnt
from koikoi.store.learnt import (
    MAX_BOX,
    MAX_FILE_SIZE,
    Learnt,
    LearntFault,
    NewerLearnt,
    _read,
    forget_learnt,
    keep_learnt,
    learnt_path,
    load_learnt,
)
from koikoi.store.places import HOME_VARIABLE

BOXES = {"month 1L": 3, "worth sanko 5": 1}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def file(home: Path) -> Path:
    """The file, which is not there; its folder is."""
    home.mkdir(0o700)
    return home / "trainer.json"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_without_a_file_nothing_is_known_and_nothing_is_made(home: Path) -> None:
    assert load_learnt() == Learnt({})
    assert not home.exists()


def test_what_is_kept_is_loaded_again(home: Path) -> None:
    assert keep_learnt(BOXES) is None
    assert load_learnt() == Learnt(BOXES)
    assert names(home) == ["trainer.json"]
    assert learnt_path() == home / "trainer.json"


def test_an_answer_changes_its_fact_alone() -> None:
    keep_learnt(BOXES)
    keep_learnt({"month 1L": 4})  # by another terminal
    keep_learnt({"kind 3L": 3})
    assert load_learnt().boxes == {"month 1L": 4, "worth sanko 5": 1, "kind 3L": 3}


def test_all_can_be_forgotten() -> None:
    keep_learnt(BOXES)
    assert forget_learnt() is None
    assert load_learnt() == Learnt({})


def test_the_file_is_for_its_owner_only(home: Path) -> None:
    keep_learnt(BOXES)
    assert stat.S_IMODE(learnt_path().stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "elsewhere" / "trainer.json"
    file.symlink_to(kept)
    keep_learnt(BOXES)
    assert file.is_symlink()
    assert json.loads(kept.read_text())["boxes"] == BOXES


# Files that are not right.

FOREIGN = [
    b"",
    b"\0\xff",
    b"[1, 2]",
    b"null",
    b'{"boxes": {"month 1L": 3}}',
    b'{"koikoi-trainer": true, "boxes": {}}',
    b'{"koikoi-trainer": 0, "boxes": {}}',
    b'{"koikoi-trainer": "1", "boxes": {}}',
    b'{"koikoi-trainer": 1}',
    b'{"koikoi-trainer": 1, "boxes": [3]}',
    b'{"koikoi-trainer": 1, "boxes": {"month 1L": 3}',
    b'{"koikoi-trainer": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
    b" " * (MAX_FILE_SIZE + 1),
]


@pytest.mark.parametrize("data", FOREIGN, ids=range(len(FOREIGN)))
def test_a_foreign_file_stays_until_something_is_kept_and_is_kept_beside_it(
    data: bytes, file: Path
) -> None:
    file.write_bytes(data)
    assert load_learnt() == Learnt({}, LearntFault.DAMAGED)
    assert file.read_bytes() == data
    aside = keep_learnt({"month 1L": 3})
    assert aside == file.with_name("trainer.json.bad")
    assert aside.read_bytes() == data
    assert load_learnt() == Learnt({"month 1L": 3})


@given(data=st.binary(max_size=200))
def test_no_bytes_break_it(data: bytes) -> None:
    assert _read(data).fault in (LearntFault.DAMAGED, LearntFault.NEWER, None)


@pytest.mark.parametrize("box", [0, -1, MAX_BOX + 1, 2.0, True, "3", None, [3], {}])
def test_a_value_that_is_no_box_costs_that_value_only(box: object, file: Path) -> None:
    document = {"koikoi-trainer": 1, "boxes": {**BOXES, "month 2A": box}}
    file.write_text(json.dumps(document))
    assert load_learnt() == Learnt(BOXES)
    assert keep_learnt({"month 1L": 4}) is None
    assert load_learnt().boxes == {**BOXES, "month 1L": 4}


def test_facts_of_other_rules_are_kept(file: Path) -> None:
    file.write_text('{"koikoi-trainer": 1, "boxes": {"worth mine 99": 2}}')
    keep_learnt(BOXES)
    assert load_learnt().boxes == {**BOXES, "worth mine 99": 2}


def test_what_a_newer_version_wrote_stays_as_it_is(file: Path) -> None:
    written = '{"koikoi-trainer": 2, "boxes": "in another form"}'
    file.write_text(written)
    assert load_learnt() == Learnt({}, LearntFault.NEWER)
    with pytest.raises(NewerLearnt):
        keep_learnt(BOXES)
    with pytest.raises(NewerLearnt):
        forget_learnt()
    assert file.read_text() == written
    assert names(file.parent) == ["trainer.json"]


def test_what_is_no_file_is_not_opened(file: Path) -> None:
    os.mkfifo(file)  # opening it would wait for ever
    assert load_learnt().fault is LearntFault.DAMAGED
    assert keep_learnt(BOXES) == file.with_name("trainer.json.bad")
    assert load_learnt() == Learnt(BOXES)


def test_a_folder_in_the_place_of_the_file_is_kept(file: Path) -> None:
    file.mkdir()
    (file / "precious").write_text("x")
    aside = keep_learnt(BOXES)
    assert aside is not None
    assert names(aside) == ["precious"]


# A disk that fails.


@pytest.mark.parametrize(
    "before", [None, b"foreign", json.dumps({"koikoi-trainer": 1, "boxes": {}}).encode()]
)
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    before: bytes | None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if before is not None:
        file.write_bytes(before)

    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(koikoi.store.drafts, "_sync", full)
    with pytest.raises(OSError, match="No space left"):
        keep_learnt(BOXES)
    assert names(file.parent) == ([] if before is None else ["trainer.json"])
    assert before is None or file.read_bytes() == before


@pytest.mark.parametrize("place", ["set_aside", "replace"])
def test_a_last_step_that_fails_leaves_no_draft(
    place: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("foreign")

    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    if place == "replace":
        monkeypatch.setattr(Path, "replace", refused)
    else:
        monkeypatch.setattr(koikoi.store.learnt, "set_aside", refused)
    with pytest.raises(PermissionError):
        keep_learnt(BOXES)
    assert [path.read_text() for path in file.parent.iterdir()] == ["foreign"]


def test_a_file_that_the_system_refuses_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("{}")

    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    assert load_learnt() == Learnt({}, LearntFault.UNREADABLE, "Permission denied")


def test_a_folder_that_cannot_be_made_is_told(home: Path) -> None:
    home.write_text("no folder")
    assert load_learnt().fault is LearntFault.UNREADABLE
    with pytest.raises(OSError, match=r"exists|directory"):
        keep_learnt(BOXES)
