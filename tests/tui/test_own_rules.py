"""Rules of the player's own on the screen: made, kept, played, renamed, removed, never lost."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

import koikoi.store.drafts
from koikoi.engine.presets import PRESET_NAMES, load_rules, preset
from koikoi.engine.rules import Rules
from koikoi.store.ownrules import named_rules, own_names, own_path, save_rules
from koikoi.store.settings import load_settings, save_settings
from koikoi.text.catalogue import load
from koikoi.text.options import preset_name
from koikoi.tui.game import Start
from koikoi.tui.learnsheets import learn
from koikoi.tui.ownrulespage import OwnRules
from koikoi.tui.readings import Host
from koikoi.tui.setuppage import asked_setup
from koikoi.tui.sheet import Chosen
from koikoi.tui.tableside import Tableside
from koikoi.tui.uistate import Does
from tests.tui.pages import own
from tests.tui.person import Person, sitting
from tests.tui.test_editor import editing, go_to, page_of

MINE = replace(own(), name="mine", kasu=3)


async def _course(host: Host) -> None:
    await OwnRules(host).run()


LIST = Start(course=_course)
"""The program with the list of the player's own rules, and nothing else."""


def kept(rules: Rules = MINE) -> Rules:
    save_rules(own_path(rules.name), rules, {})
    return rules


async def changed(person: Person, key: str = "goko") -> None:
    """Changes something."""
    await go_to(person, key)
    await person.press("right")
    assert page_of(person).draft.unsaved


async def named(person: Person, name: str) -> None:
    """Saves under a name."""
    await person.press("s")
    await person.until_seen("Name of the rules")
    await person.press("ctrl+u", *("space" if sign == " " else sign for sign in name))
    await person.press("enter")


# Saving.


async def test_new_rules_are_offered_a_name_that_is_free(home: Path) -> None:
    async with sitting(home, editing(preset("nintendo"))) as person:
        await changed(person)
        await person.press("s")
        await person.until_seen("> my Nintendo_", "Their file is in")
        await person.click_on(Does("enter"))
        await person.until_seen("The rules are saved in", "1 option other than Nintendo")
        assert named_rules("my Nintendo").goko == 11
        assert not page_of(person).draft.unsaved
    async with sitting(home, editing(preset("nintendo"))) as person:
        await person.press("s")
        await person.until_seen("> my Nintendo 2_")


async def test_a_name_that_cannot_be_had_is_asked_for_again(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await changed(person)
        for name, said in (
            ("standard", "A preset has this name; choose another one."),
            ("a.toml", "A name cannot end in “.toml”"),
        ):
            await named(person, name)
            await person.until_seen(said, "Name of the rules")
            await person.press("escape")
            await person.until_seen("all keys")
        assert own_names() == ()
        assert page_of(person).draft.unsaved


@pytest.mark.parametrize("answer", ["w", "n", "escape"])
async def test_nothing_is_written_over_unasked(answer: str, home: Path) -> None:
    kept()
    async with sitting(home, editing(preset("standard"))) as person:
        await changed(person)
        await named(person, "mine")
        await person.until_seen("There are rules called “mine” already.")
        assert named_rules("mine") == MINE
        await person.press(answer)
        if answer == "w":
            await person.until_seen("The rules are saved in")
            assert named_rules("mine") == replace(preset("standard"), name="mine", goko=11)
            return
        await person.until_seen("Name of the rules" if answer == "n" else "all keys")
        assert named_rules("mine") == MINE


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
async def test_a_disk_that_does_not_take_it_costs_nothing(
    code: int, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(_: int) -> None:
        raise OSError(code, os.strerror(code))

    async with sitting(home, editing(preset("standard"))) as person:
        await changed(person)
        with monkeypatch.context() as patch:
            patch.setattr(koikoi.store.drafts, "_sync", refuses)
            await named(person, "mine")
            await person.until_seen(f"The rules cannot be saved: {os.strerror(code)}.")
            draft = page_of(person).draft
            assert (draft.values["goko"], draft.unsaved) == (11, True)
            # Leaving still asks, and saving then fails as well without losing anything.
            await person.press("q")
            await person.until_seen("What you have changed is not saved.")
            await person.press("s")
            await person.until_seen("Name of the rules")
            await person.press("enter")
            await person.until_seen("The rules cannot be saved:", "all keys")
            assert page_of(person).draft.values["goko"] == 11
        assert own_names() == ()
        await person.press("s")
        await person.until_seen("Name of the rules")
        await person.press("enter")
        await person.until_seen("The rules are saved in")


async def test_a_file_is_saved_in_its_place_or_under_a_name(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    save_rules(file, MINE, {})
    async with sitting(home, editing(MINE, file=file), size=(160, 48)) as person:
        await changed(person)
        await person.press("s")
        await person.until_seen("Save where?", "table.toml")
        await person.press("f")
        await person.until_seen("The rules are saved in")
        assert load_rules(file) == replace(MINE, goko=11)
        assert own_names() == ()
        await person.press("s")
        await person.until_seen("Save where?")
        await person.press("n")
        await person.until_seen("> mine_")
        await person.press("enter")
        await person.until_seen(str(own_path("mine")))
        assert named_rules("mine") == replace(MINE, goko=11)


# Leaving.


@pytest.mark.parametrize(("answer", "left"), [("g", False), ("escape", False), ("d", True)])
async def test_leaving_asks_where_something_is_not_saved(
    answer: str, left: bool, home: Path
) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await changed(person)
        await person.press("escape")
        await person.until_seen("Leave the editor?", "Save and leave")
        await person.press(answer)
        if left:
            await person.left()
        else:
            await person.until_seen("all keys")
            assert page_of(person).draft.values["goko"] == 11
    assert own_names() == ()


async def test_saving_and_leaving_is_one_answer(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await changed(person)
        await person.press("q")
        await person.until_seen("Leave the editor?")
        await person.press("s")
        await person.until_seen("Name of the rules")
        await person.press("enter")
        await person.left()
    assert own_names() == ("my Standard",)


async def test_who_has_changed_nothing_is_not_asked(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await person.press("q")
        await person.left()


# The list.


async def test_rules_are_made_from_any_preset_and_changed_again(home: Path) -> None:
    async with sitting(home, LIST) as person:
        await person.until_seen("There are no rules of your own yet.")
        await person.click_on(Chosen("new yakuza"))
        await person.until_seen("Rules “yakuza”")
        await changed(person, "kasu")
        await named(person, "ours")
        await person.until_seen("The rules are saved in")
        await person.press("q")
        await person.until_seen("New rules, from a preset", "1 option other than Yakuza")
        await person.click_on(Chosen("own ours"))
        await person.until_seen("Rules “ours”")
        assert page_of(person).draft.base == preset("yakuza")


async def test_rules_are_renamed(home: Path) -> None:
    kept()
    kept(replace(MINE, name="taken"))
    async with sitting(home, LIST) as person:
        await person.press("n")
        await person.until_seen("Another name for the rules “mine”")
        await person.press("ctrl+u", *"taken", "enter")
        await person.until_seen("There are rules called “taken” already.")
        await person.press("n")
        await person.until_seen("Another name for the rules “mine”")
        await person.press("ctrl+u", *"ours", "enter")
        await person.until(
            lambda: person.sees("New rules, from", "ours") and own_names()[0] != "mine"
        )
    assert named_rules("ours") == replace(MINE, name="ours")
    assert own_names() == ("ours", "taken")


@pytest.mark.parametrize("answer", ["k", "r"])
async def test_rules_are_removed_once_it_is_meant(answer: str, home: Path) -> None:
    kept()
    async with sitting(home, LIST) as person:
        await person.press("d")
        await person.until_seen("Remove the rules?", "would no longer be offered")
        await person.press(answer)
        await person.until_seen("New rules, from a preset")
        if answer == "k":
            assert own_names() == ("mine",)
            return
        await person.until_seen("The rules are kept in")
    assert own_names() == ()
    assert load_rules(home / "rules" / "removed" / "mine.toml") == MINE


async def test_presets_can_be_neither_renamed_nor_removed(home: Path) -> None:
    async with sitting(home, LIST) as person:
        before = person.rows
        await person.press("d", "n", "delete")
        assert person.rows == before


async def test_rules_that_are_wrong_say_why_and_stay(home: Path) -> None:
    kept()
    broken = own_path("mine").read_text(encoding="utf-8").replace("goko = 10", "goko = 99")
    own_path("mine").write_text(broken, encoding="utf-8")
    async with sitting(home, LIST) as person:
        await person.until_seen("cannot be used; Enter tells why")
        await person.press("enter")
        await person.until_seen("“goko” is 99, which is too low or too high;")
    assert own_path("mine").read_text(encoding="utf-8") == broken


# Played.


async def test_a_new_match_offers_own_rules_and_leads_to_them(home: Path) -> None:
    async with sitting(home, keep=save_settings) as person:
        await person.press("n")
        await person.until_seen("Opponent", "e own rules")
        await person.press("e")
        await person.until_seen("There are no rules of your own yet.")
        await person.click_on(Chosen("new nintendo"))
        await person.until_seen("Rules “nintendo”")
        await changed(person, "tane")
        await named(person, "ours")
        await person.until_seen("The rules are saved in")
        await person.press("q")
        await person.until_seen("New rules, from a preset")
        await person.press("escape")
        # What was made is what the match would be played by.
        await person.until_seen("New game", "← ours →")
        await person.press("down", "down", "right")
        assert person.sees("← Standard →")
        await person.press("left")
        assert person.sees("← ours →")
        await person.press("enter")
        await person.until_asked()
    assert load_settings()[0].rules == "ours"
    assert person.record.header.rules == replace(preset("nintendo"), name="ours", tane=2)


async def test_somebody_who_plays_at_a_host_makes_and_is_offered_presets_alone(home: Path) -> None:
    kept()

    async def course(host: Host) -> None:
        await asked_setup(host)  # as a host's lobby asks

    async with sitting(home, Start(course=course)) as person:
        await person.until_seen("Opponent", "c compare")
        assert not person.sees("own rules")
        await person.press("e", "down", "down")
        for name in PRESET_NAMES:
            assert person.sees(f"← {preset_name(load(), name)} →")
            await person.press("right")
        assert person.sees("← Standard →")
        await person.press("c")
        await person.until_seen("Presets side by side")
        await person.press("left")
        assert person.sees("Yakuza")
        assert not person.sees("mine")


async def test_learn_leads_to_own_rules_and_the_next_match_is_played_by_them(home: Path) -> None:
    async with sitting(home, keep=save_settings) as person:
        await person.press("l")
        await person.until_seen("Learn", "Rules of your own")
        await person.click_on(Chosen("own"))
        await person.until_seen("There are no rules of your own yet.")
        await person.click_on(Chosen("new nintendo"))
        await person.until_seen("Rules “nintendo”")
        await named(person, "ours")
        await person.until_seen("The rules are saved in")
        await person.press("q")
        await person.until_seen("New rules, from a preset")
        await person.press("escape")
        await person.until_seen("Learn", "Card trainer")
        await person.press("escape")
        await person.until_seen("rules “ours”")
        assert person.at_title
    assert load_settings()[0].rules == "ours"


async def test_learn_at_a_host_has_presets_alone(home: Path) -> None:
    kept()

    async def course(host: Host) -> None:
        await learn(host, Tableside(host), own=False)  # as a host's lobby does

    async with sitting(home, Start(course=course)) as person:
        await person.until_seen("Presets side by side")
        assert not person.sees("Rules of your own")
        await person.press("r")
        assert person.sees("Presets side by side", "Card trainer")
        await person.click_on(Chosen("beside"))
        await person.until_seen("Option")
        await person.press("left")
        assert person.sees("Yakuza")
        assert not person.sees("mine")
