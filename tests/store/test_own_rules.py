"""Rules of the player's own: their names, their files, and disks that do not take them."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import koikoi.store.drafts
from koikoi.engine.presets import (
    PRESET_NAMES,
    UnknownPreset,
    load_rules,
    preset,
    rules_to_toml,
)
from koikoi.engine.rules import Rules, RulesError
from koikoi.store.ownrules import (
    LONGEST,
    BadName,
    NameFault,
    is_own,
    name_fault,
    named_rules,
    own_names,
    own_path,
    remove_rules,
    rename_rules,
    rules_folder,
    save_rules,
)
from koikoi.store.places import HOME_VARIABLE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def rules_called(name: str) -> Rules:
    return replace(preset("nintendo"), name=name, kasu=2)


def kept(name: str) -> Rules:
    """Rules of the player's own, saved."""
    rules = rules_called(name)
    save_rules(own_path(name), rules, {})
    return rules


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Names.


@pytest.mark.parametrize("name", ["mine", "Friday's rules", "花札 1", "a.b", "x" * LONGEST])
def test_rules_are_found_by_their_name(name: str) -> None:
    rules = kept(name)
    assert own_names() == (name,)
    assert is_own(name)
    assert named_rules(name) == rules
    assert own_path(name).parent == rules_folder()


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", NameFault.EMPTY),
        ("  ", NameFault.EMPTY),
        ("x" * (LONGEST + 1), NameFault.TOO_LONG),
        ("花" * LONGEST + "é" * 11, NameFault.TOO_LONG),
        ("a/b", NameFault.SIGN),
        ("..\\up", NameFault.SIGN),
        ("what?", NameFault.SIGN),
        ("a\x1b", NameFault.SIGN),
        ("a\udcff", NameFault.SIGN),
        ("CON", NameFault.DEVICE),
        ("lpt1.mine", NameFault.DEVICE),
        (".hidden", NameFault.EDGE),
        ("-rf", NameFault.EDGE),
        ("end.", NameFault.EDGE),
        (" mine", NameFault.EDGE),
        ("standard", NameFault.PRESET),
        ("Standard", NameFault.PRESET),
        ("mine.toml", NameFault.FILE),
    ],
)
def test_a_name_that_files_or_commands_cannot_have_is_refused(name: str, fault: NameFault) -> None:
    assert name_fault(name) is fault
    assert not is_own(name)
    with pytest.raises(BadName):
        own_path(name)


def test_what_else_lies_in_the_folder_is_no_rules() -> None:
    kept("b")
    kept("A")
    folder = rules_folder()
    for name in ("standard.toml", "notes.txt", ".b.toml.draft", ".toml"):
        (folder / name).write_text("", encoding="utf-8")
    (folder / "folder.toml").mkdir()
    assert own_names() == ("A", "b")


def test_without_a_folder_there_are_none_and_none_is_made(home: Path) -> None:
    assert own_names() == ()
    assert named_rules("standard") == preset("standard")
    assert not home.exists()


def test_an_unknown_name_tells_which_there_are() -> None:
    kept("mine")
    with pytest.raises(UnknownPreset) as refused:
        named_rules("yours")
    assert refused.value.allowed == (*PRESET_NAMES, "mine")


def test_files_go_by_their_path(tmp_path: Path) -> None:
    kept("mine")
    other = tmp_path / "mine.toml"
    save_rules(other, replace(preset("yakuza"), name="other"), {})
    assert named_rules(str(other)).name == "other"
    assert named_rules("mine").name == "mine"


def test_rules_that_are_wrong_are_listed_and_refused() -> None:
    kept("mine")
    own_path("mine").write_text("goko = 99", encoding="utf-8")
    assert own_names() == ("mine",)
    with pytest.raises(RulesError):
        named_rules("mine")


# Saving.


def test_nothing_is_written_over_unasked() -> None:
    rules = kept("mine")
    with pytest.raises(FileExistsError):
        save_rules(own_path("mine"), replace(rules, kasu=9), {})
    assert named_rules("mine") == rules
    save_rules(own_path("mine"), replace(rules, kasu=9), {}, over=True)
    assert named_rules("mine").kasu == 9
    assert files(rules_folder()) == ["mine.toml"]


def test_a_file_that_comes_meanwhile_is_not_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_path("mine")

    def meanwhile(_: int) -> None:
        path.write_text("theirs", encoding="utf-8")

    monkeypatch.setattr(koikoi.store.drafts, "_sync", meanwhile)
    with pytest.raises(FileExistsError):
        save_rules(path, rules_called("mine"), {})
    assert path.read_text(encoding="utf-8") == "theirs"
    assert files(rules_folder()) == ["mine.toml"]


def refuse_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)


def test_a_disk_without_links_keeps_rules_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_links(monkeypatch)
    rules = kept("mine")
    assert named_rules("mine") == rules
    assert files(rules_folder()) == ["mine.toml"]
    with pytest.raises(FileExistsError):
        kept("mine")


def fails(monkeypatch: pytest.MonkeyPatch, code: int = errno.ENOSPC) -> Callable[..., None]:
    def full(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(koikoi.store.drafts, "_sync", full)
    return full


@pytest.mark.parametrize("over", [False, True])
def test_a_full_disk_leaves_everything_as_it_was(
    over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = kept("mine")
    fails(monkeypatch)
    with pytest.raises(OSError, match="No space"):
        save_rules(own_path("mine" if over else "new"), rules_called("new"), {}, over=over)
    assert files(rules_folder()) == ["mine.toml"]
    assert named_rules("mine") == rules


def test_a_file_in_the_place_of_the_folder_is_told_as_that(home: Path) -> None:
    home.mkdir()
    rules_folder().write_text("", encoding="utf-8")
    assert own_names() == ()
    assert not is_own("mine")
    with pytest.raises(NotADirectoryError) as refused:
        save_rules(own_path("mine"), rules_called("mine"), {})
    assert refused.value.filename == str(rules_folder())
    assert rules_folder().read_text(encoding="utf-8") == ""


def test_a_link_stays_one_where_it_is_written_over(tmp_path: Path) -> None:
    target = tmp_path / "target.toml"
    save_rules(target, rules_called("mine"), {})
    rules_folder().mkdir(parents=True)
    own_path("mine").symlink_to(target)
    save_rules(own_path("mine"), replace(rules_called("mine"), kasu=7), {}, over=True)
    assert own_path("mine").is_symlink()
    assert load_rules(target).kasu == 7


# Renaming, removing.


def test_renamed_rules_are_found_by_the_new_name_only() -> None:
    rules = kept("mine")
    rename_rules("mine", replace(rules, name="ours"), {})
    assert own_names() == ("ours",)
    assert named_rules("ours") == replace(rules, name="ours")


def test_a_name_that_is_taken_is_not_taken_again() -> None:
    rules, others = kept("mine"), kept("ours")
    with pytest.raises(FileExistsError):
        rename_rules("mine", replace(rules, name="ours"), {})
    assert (named_rules("mine"), named_rules("ours")) == (rules, others)


def test_removed_rules_are_kept_beside_the_others() -> None:
    for count in ("", ".2", ".3"):
        rules = kept("mine")
        path = remove_rules("mine")
        assert path == rules_folder() / "removed" / f"mine{count}.toml"
        assert load_rules(path) == rules
        assert own_names() == ()


def test_rules_have_the_name_that_they_are_asked_for_by(home: Path, tmp_path: Path) -> None:
    changed = replace(preset("nintendo"), rounds=3)
    kept("house")
    own_path("house").write_text(rules_to_toml(changed), encoding="utf-8")
    assert named_rules("house") == replace(changed, name="house")
    # Nor can a file that lies elsewhere pass for a preset that it differs from.
    for name, called in (("mine", "mine"), ("standard", "own rules")):
        file = tmp_path / f"{name}.toml"
        file.write_text(rules_to_toml(changed), encoding="utf-8")
        assert named_rules(str(file)) == replace(changed, name=called)
    file.write_text(rules_to_toml(preset("nintendo")), encoding="utf-8")
    assert named_rules(str(file)) == preset("nintendo")
