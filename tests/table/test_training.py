"""What the card trainer needs of the machine, and what is said where it cannot have it."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest

import koikoi.store.drafts
from koikoi.engine.presets import preset
from koikoi.store.learnt import learnt_path, load_learnt
from koikoi.store.ownrules import own_path, save_rules
from koikoi.table.training import Memory, OwnMemory, VisitMemory, new_seed, preferred_rules
from koikoi.text.catalogue import load

ENGLISH = load()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("kind", [lambda: OwnMemory(ENGLISH), VisitMemory])
def test_a_memory_keeps_and_forgets(kind: type[VisitMemory]) -> None:
    memory: Memory = kind()
    assert memory.load() == ({}, "")
    assert memory.keep({"month 1L": 3}) == ""
    assert memory.keep({"month 2A": 1}) == ""
    assert memory.load() == ({"month 1L": 3, "month 2A": 1}, "")
    assert memory.forget() == ""
    assert memory.load() == ({}, "")


def test_the_memory_of_a_visit_writes_nothing(home: Path) -> None:
    VisitMemory().keep({"month 1L": 3})
    assert list(home.iterdir()) == []


def test_a_damaged_file_is_told() -> None:
    learnt_path().write_text("nonsense")
    boxes, said = OwnMemory(ENGLISH).load()
    assert not boxes
    assert "trainer.json is damaged; it is kept" in said
    assert OwnMemory(ENGLISH).keep({"month 1L": 3}) == ""
    assert load_learnt().boxes == {"month 1L": 3}


def test_a_file_of_a_newer_version_is_told_and_stays() -> None:
    learnt_path().write_text('{"koikoi-trainer": 2}')
    memory = OwnMemory(ENGLISH)
    for said in (memory.load()[1], memory.keep({"month 1L": 3}), memory.forget()):
        assert said.startswith("A newer version of the game has written ")
    assert learnt_path().read_text() == '{"koikoi-trainer": 2}'


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(koikoi.store.drafts, "_sync", full)
    memory = OwnMemory(ENGLISH)
    for said in (memory.keep({"month 1L": 3}), memory.forget()):
        assert said == "What you know cannot be noted: No space left on device."


def test_a_file_that_cannot_be_read_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("KOIKOI_HOME", str(home / "file"))
    boxes, said = OwnMemory(ENGLISH).load()
    assert not boxes
    assert said.startswith("What you know cannot be read from ")


def test_the_rules_are_those_that_were_played_last() -> None:
    assert preferred_rules("yakuza", ENGLISH) == (preset("yakuza"), "")
    mine = replace(preset("yakuza"), name="mine", rounds=3)
    save_rules(own_path("mine"), mine, {})
    assert preferred_rules("mine", ENGLISH) == (mine, "")


@pytest.mark.parametrize("name", ["gone.toml", "no such preset"])
def test_where_those_are_gone_the_usual_ones_are_asked_about_and_that_is_told(name: str) -> None:
    rules, said = preferred_rules(name, ENGLISH)
    assert rules == preset("standard")
    assert f"The rules “{name}” cannot be read" in said


def test_seeds_differ() -> None:
    assert len({new_seed() for _ in range(20)}) == 20
