"""The rules editor: every option by keys and by mouse, what is wrong, and what each change does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from rich.cells import cell_len
from textual import events

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTION_BY_KEY, OPTIONS, Option, Rules, RuleValue
from koikoi.store.ownrules import named_rules, own_names
from koikoi.table.rulesdraft import draft_of
from koikoi.text.catalogue import load
from koikoi.text.options import option_name, option_value
from koikoi.tui.editing import Editing
from koikoi.tui.editorpage import EditorPage
from koikoi.tui.editorwords import ROWS, Entry
from koikoi.tui.game import Start
from koikoi.tui.paint.editor import areas, top_for
from koikoi.tui.readings import Host
from koikoi.tui.sheet import Chosen, Pressed
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import BASIC, DARK, LIGHT, MONO
from koikoi.tui.uistate import Does
from tests.tui.pages import EDITORS, editor
from tests.tui.person import Person, sitting
from tests.tui.scenes import SIZES, brush_of

ENGLISH = load()
EVERY: Final = [(60, 20), *SIZES]
KEYS: Final = [option.key for option in OPTIONS]


def editing(rules: Rules, name: str = "", file: Path | None = None) -> Start:
    """The program with the editor of these rules, and nothing else."""

    async def course(host: Host) -> None:
        await Editing(host, draft_of(rules, name), file).run()

    return Start(course=course)


def page_of(person: Person) -> EditorPage:
    page = person.app._pages[0]
    assert isinstance(page, EditorPage)
    return page


def value_of(person: Person, key: str) -> object:
    return page_of(person).draft.values[key]


def row_of(person: Person, key: str) -> str:
    """The row of an option, which has to be on the screen."""
    (zone,) = [zone for zone in person.frame.zones if zone.target == Chosen(key)]
    row = person.frame.rows[zone.area.y]
    return "".join(cell.char for cell in row[zone.area.x : zone.area.right])


async def go_to(person: Person, key: str) -> None:
    """By keys alone, from wherever the person is."""
    await person.press("home")
    await person.type(*["down"] * KEYS.index(key))
    await person.settled()


async def pointed_at(person: Person, key: str) -> None:
    """By the mouse alone: clicks on the last row that is seen until the option is."""
    for _ in range(len(KEYS)):
        rows = [zone.target.name for zone in person.zones(Chosen)]
        if key in rows:
            await person.click_on(Chosen(key))
            await person.settled()
            return
        await person.click_on(Chosen(rows[-1]))
        await person.settled()
    raise AssertionError(key)


def other_way(option: Option, value: object) -> tuple[str, str]:
    """The key that changes a value, and the one that changes it back."""
    at_end = option.type == "integer" and value == option.high
    return ("left", "right") if at_end else ("right", "left")


# Reached and changed.


@pytest.mark.parametrize("size", [(60, 20), (160, 48)])
async def test_every_option_is_reached_and_changed_by_keys(
    size: tuple[int, int], home: Path
) -> None:
    async with sitting(home, editing(preset("nintendo")), size=size) as person:
        for option in OPTIONS:
            assert page_of(person).look.chosen == option.key
            assert option_name(ENGLISH, option.key)[:20] in row_of(person, option.key)
            if option.type == "text":
                await person.press("enter", "x", "enter")
                assert str(value_of(person, option.key)).endswith("x")
            else:
                before = value_of(person, option.key)
                there, back = other_way(option, before)
                await person.press(there)
                assert value_of(person, option.key) != before
                await person.press(back)
                assert value_of(person, option.key) == before
            await person.press("down")
        assert page_of(person).look.chosen == KEYS[0]


@pytest.mark.parametrize("size", [(60, 20), (160, 48)])
async def test_every_option_is_reached_and_changed_by_mouse(
    size: tuple[int, int], home: Path
) -> None:
    async with sitting(home, editing(preset("nintendo")), size=size) as person:
        for option in OPTIONS[2:]:
            await pointed_at(person, option.key)
            before = value_of(person, option.key)
            there, back = other_way(option, before)
            await person.click_on(Pressed(there))
            await person.settled()
            assert value_of(person, option.key) != before
            await person.click_on(Pressed(back))
            await person.settled()
            assert value_of(person, option.key) == before


@pytest.mark.parametrize("option", [one for one in OPTIONS if one.type == "choice"], ids=str)
async def test_a_value_is_chosen_from_all_that_there_are(option: Option, home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        for by_mouse in (False, True):
            for value in option.choices:
                await go_to(person, option.key)
                before = str(value_of(person, option.key))
                await person.press("enter")
                await person.until(lambda: not person.sees("all keys"))
                assert person.sees(option_value(ENGLISH, option.key, value))
                if by_mouse:
                    await person.click_on(Chosen(value))
                else:
                    # The present value is chosen at first.
                    at = option.choices.index(before)
                    steps = (option.choices.index(value) - at) % len(option.choices)
                    await person.press(*["down"] * steps, "enter")
                await person.until(lambda: person.sees("all keys"))
                assert value_of(person, option.key) == value


async def test_numbers_are_typed_and_each_digit_takes_effect(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await go_to(person, "starting_points")
        await person.press("2")
        assert value_of(person, "starting_points") == 2
        assert person.sees("Each player starts with 2 points.")
        await person.press("5", "0")
        assert value_of(person, "starting_points") == 250
        await person.press("backspace")
        assert value_of(person, "starting_points") == 25
        await person.press("enter")
        assert value_of(person, "starting_points") == 25
        await person.press("7", "escape")
        assert value_of(person, "starting_points") == 25
        await person.press("7", "down")
        assert value_of(person, "starting_points") == 7
        assert page_of(person).look.chosen == "lightning_wild"


async def test_numbers_are_typed_by_the_mouse_alone(home: Path) -> None:
    async with sitting(home, editing(preset("standard")), size=(60, 20)) as person:
        await pointed_at(person, "starting_points")
        await person.click_on(Pressed("enter"))
        for digit in "120":
            await person.settled()
            await person.click_on(Does(digit))
        await person.settled()
        await person.click_on(Does("enter"))
        await person.settled()
        assert value_of(person, "starting_points") == 120
        assert not page_of(person).look.typing


async def test_texts_are_typed_with_any_sign(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await go_to(person, "source")
        await person.press("enter", "ctrl+u")
        await person.press("M", "y", "space", "花", "question_mark", "comma", "backspace", "enter")
        assert value_of(person, "source") == "My 花?"
        assert person.sees("The source of these rules: My 花?")


# What is said.


async def test_what_is_wrong_is_said_at_once_and_keeps_it_from_being_saved(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await go_to(person, "goko")
        await person.press("9", "9")
        said = "“goko” is 99, which is too low or too high; it has to be a whole number"
        assert person.sees(f"! {said}")
        assert " !* Five Lights" in row_of(person, "goko").replace("▸", " ")
        await person.press("enter")
        await go_to(person, "name")
        await person.press("s")
        # It says why, and goes where it is.
        assert page_of(person).look.chosen == "goko"
        assert person.sees(said)
        assert own_names() == ()
        await person.press("r")
        assert not person.sees("too high")


async def test_what_contradicts_is_said_and_can_be_put_right(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await go_to(person, "call_limit_count")
        await person.press("3")
        assert person.sees(
            "“call_limit_count” is 3, but “call_limit” sets no limit; it has to be 0"
        )
        await person.press("up", "right")
        assert page_of(person).draft.problems == []
        assert person.sees("In a round each player may call koi-koi 3 times.")


async def test_what_a_change_does_is_said_in_words(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await go_to(person, "exhausted_points")
        assert person.sees("▸ Then the dealer scores 1 point.")
        await person.press("left")
        assert person.sees("Standard has: 1 point.", "+ Then nobody scores.")
        assert person.sees("- Then the dealer scores 1 point.")
        assert "* Dealer's points" in row_of(person, "exhausted_points")


async def test_what_changes_nothing_says_so(home: Path) -> None:
    async with sitting(home, editing(preset("koikoi-japan"))) as person:
        await go_to(person, "teshi_points")
        assert person.sees("Beside the other options it changes nothing here.")


async def test_all_about_an_option_is_a_page_away(home: Path) -> None:
    async with sitting(home, editing(preset("standard")), size=(60, 20)) as person:
        await go_to(person, "call_bonus")
        await person.press("right")
        assert person.sees("Tab tells all about it")
        await person.click_on(Pressed("tab"))
        await person.until_seen("About the option", "raises the multiplier")
        await person.press("escape")
        await person.until_seen("all keys")
        assert page_of(person).look.chosen == "call_bonus"


# Back to the base.


async def test_one_option_or_all_are_as_the_preset_has_them_again(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        for key in ("goko", "kasu", "rounds"):
            await go_to(person, key)
            await person.press("left")
        assert page_of(person).draft.changed == ["goko", "kasu", "rounds"]
        assert person.sees("3 options other than Standard")
        await person.press("r")
        assert page_of(person).draft.changed == ["goko", "kasu"]
        await person.press("n")
        assert page_of(person).look.chosen == "goko"
        await person.press("n")
        assert page_of(person).look.chosen == "kasu"
        await person.press("R")
        await person.until_seen("Reset all options?", "2 options would be again")
        await person.press("k")
        await person.until_seen("all keys")
        assert len(page_of(person).draft.changed) == 2
        await person.press("R")
        await person.until_seen("Reset all options?")
        await person.press("r")
        await person.until_seen("like Standard")
        assert page_of(person).draft.rules == preset("standard")


async def test_another_preset_can_be_compared_with(home: Path) -> None:
    async with sitting(home, editing(preset("standard"))) as person:
        await person.press("b")
        assert person.sees("9 options other than Nintendo")
        assert page_of(person).draft.rules == preset("standard")


async def test_all_keys_are_listed_and_do_what_they_say(home: Path) -> None:
    async with sitting(home, editing(preset("standard")), size=(60, 20)) as person:
        await go_to(person, "goko")
        await person.click_on(Does("question_mark"))
        await person.until_seen("Keys", "the whole page of these rules")
        await person.click_on(Chosen("right"))
        await person.until_seen("all keys")
        assert value_of(person, "goko") == 11
        await person.press("question_mark")
        await person.until_seen("Keys")
        await person.click_on(Chosen("p"))
        await person.until_seen("Rules: standard")
        await person.press("escape")
        await person.until_seen("all keys")
        await person.press("question_mark")
        await person.until_seen("Keys")
        await person.click_on(Chosen("q"))
        await person.until_seen("Leave the editor?")


# Pictures.


@pytest.mark.parametrize("size", EVERY)
@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_it_fills_every_terminal_and_writes_what_that_has(
    size: tuple[int, int], glyphs: GlyphSet
) -> None:
    for theme in (DARK, LIGHT, BASIC, MONO):
        for changes in EDITORS.values():
            frame = editor(size, brush_of(theme, glyphs), **changes)
            rows = frame.text()
            assert len(rows) == size[1]
            assert {cell_len(row) for row in rows} == {size[0]}
            if glyphs is GlyphSet.ASCII:
                said = "".join(rows).replace("Žö", "").replace("⟦Ž⟧", "")
                assert said.isascii()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("size", EVERY)
def test_the_chosen_option_is_seen_with_its_neighbours(key: str, size: tuple[int, int]) -> None:
    rows = areas(*size).options.height
    for before in range(len(ROWS)):
        top = top_for(key, before, rows)
        shown = ROWS[top : top + rows]
        at = ROWS.index(Entry(key))
        assert set(ROWS[max(at - 2, 0) : at + 3]) <= set(shown)
        assert 0 <= top <= max(len(ROWS) - rows, 0)


@pytest.mark.parametrize("size", EVERY)
def test_its_parts_lie_beside_each_other(size: tuple[int, int]) -> None:
    parts = areas(*size)
    cells: set[tuple[int, int]] = set()
    for part in parts:
        own = {(x, y) for x in range(part.x, part.right) for y in range(part.y, part.bottom)}
        assert not own & cells
        cells |= own
    assert all(0 <= x < size[0] and 0 < y < size[1] - 1 for x, y in cells)


# Round trip.


@pytest.mark.parametrize("name", PRESET_NAMES)
async def test_what_is_edited_is_what_the_file_has(name: str, home: Path) -> None:
    values: dict[str, RuleValue] = {}
    draft = draft_of(preset(name))
    async with sitting(home, editing(preset(name)), size=(160, 48)) as person:
        for option in OPTIONS[2:]:
            await go_to(person, option.key)
            if option.key == "call_limit_count":
                continue
            await person.press("right")
            draft = draft.stepped(option.key, 1)
        await person.press("s")
        await person.until_seen("Name of the rules")
        await person.press("ctrl+u", *"mine", "enter")
        await person.until_seen("The rules are saved in")
        values = page_of(person).draft.values  # type: ignore[assignment]
    assert named_rules("mine") == Rules.from_mapping(values)
    assert dict(values) == {**draft.values, "name": "mine"}
    assert replace(named_rules("mine"), name=name) != preset(name)
    assert set(OPTION_BY_KEY) == set(values)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_what_is_not_saved_is_not_left_where_there_is_no_room_to_ask(
    key: str, home: Path
) -> None:
    async with sitting(home, editing(preset("nintendo"))) as person:
        await go_to(person, "goko")
        await person.press("right")
        await person.pilot.resize_terminal(59, 19)
        await person.press(key)
        await person.pilot.resize_terminal(80, 24)
        await person.until_seen("not saved")
        assert person.app.return_code is None
        await person.press("left")
        await person.pilot.resize_terminal(59, 19)
        person.app.post_message(events.Key(key, None))
        await person.ended()
