from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs
import pytest

from koikoi.store.places import (
    HOME_VARIABLE,
    config_dir,
    data_dir,
    made,
    matches_dir,
    state_dir,
)

PLACES = [data_dir, config_dir, state_dir]


@pytest.mark.parametrize("place", PLACES)
def test_with_koikoi_home_everything_is_below_that_folder(
    place: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    assert callable(place)
    assert place() == tmp_path / "home"
    assert matches_dir() == tmp_path / "home" / "matches"


def test_a_relative_koikoi_home_is_below_the_working_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME_VARIABLE, "here")
    assert data_dir() == tmp_path / "here"


@pytest.mark.parametrize("value", ["", None])
def test_without_koikoi_home_the_platform_says_where(
    value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is None:
        monkeypatch.delenv(HOME_VARIABLE, raising=False)
    else:
        monkeypatch.setenv(HOME_VARIABLE, value)
    assert data_dir() == platformdirs.user_data_path("koikoi", appauthor=False)
    assert config_dir() == platformdirs.user_config_path("koikoi", appauthor=False)
    assert state_dir() == platformdirs.user_state_path("koikoi", appauthor=False)
    assert matches_dir() == data_dir() / "matches"


def test_asking_for_a_place_makes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    matches_dir()
    assert list(tmp_path.iterdir()) == []


def test_every_folder_that_is_made_is_for_its_owner_only(tmp_path: Path) -> None:
    before = stat.S_IMODE(tmp_path.stat().st_mode)
    folder = tmp_path / "a" / "b" / "c"
    assert made(folder) == folder
    for part in (folder, folder.parent, folder.parent.parent):
        assert stat.S_IMODE(part.stat().st_mode) == 0o700
    assert stat.S_IMODE(tmp_path.stat().st_mode) == before


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o755)
    assert made(folder) == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


@pytest.mark.parametrize("name", ["file", "file/below", "dangling"])
def test_a_folder_that_cannot_be_made_is_an_operating_system_error(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    with pytest.raises(OSError, match=r"File exists|Not a directory"):
        made(tmp_path / name)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_a_folder_in_a_place_that_is_not_writable_is_an_operating_system_error(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        made(tmp_path / "new")
