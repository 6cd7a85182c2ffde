"""The characters on the screen: chosen on the page of a new game, named at the table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from koikoi.ai.levels import CHARACTERS, Character
from koikoi.engine.presets import preset
from koikoi.engine.state import Phase
from koikoi.engine.view import view
from koikoi.store.settings import Settings
from koikoi.table.setup import Setup
from koikoi.text.opponents import opponent
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Frame
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.menus import Wish, altered, setup_sheet, subtitle
from koikoi.tui.seating import tag, tags_of
from koikoi.tui.sheet import paint_sheet, text_width
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, MONO
from koikoi.tui.uistate import Mood
from tests.tui.person import STILL, sitting
from tests.tui.scenes import (
    ENGLISH,
    SIZES,
    Scene,
    a_turn,
    brush_of,
    called,
    deciding,
    painted,
    playing,
    the_others_turn,
    ui_of,
)
from tests.tui.shelves import to_question

LEAST = (60, 20)
CHOICES = ("1", "2", "3", "4", "5", "")
"""What can be chosen, in this order; two people are the last."""

each_character = pytest.mark.parametrize("character", CHARACTERS, ids=lambda one: one.key)
every_size = pytest.mark.parametrize("size", [LEAST, *SIZES], ids=lambda at: f"{at[0]}x{at[1]}")


def wish(level: str) -> Wish:
    return Wish(level, "standard", 0, "rules")


def new_game(level: str, size: tuple[int, int], brush: Brush) -> Frame:
    """The page of a new game."""
    sheet = setup_sheet(wish(level), brush, text_width(size[0]))
    return paint_sheet(sheet, *size, brush, chosen="opponent")


# The page of a new game.


@every_size
@pytest.mark.parametrize("glyphs", list(GlyphSet))
@each_character
def test_a_level_is_chosen_by_name_and_manner(
    character: Character, glyphs: GlyphSet, size: tuple[int, int]
) -> None:
    brush = brush_of(MONO if glyphs is GlyphSet.ASCII else DARK, glyphs)
    rows = new_game(str(character.level), size, brush).text()
    one = opponent(ENGLISH, character.key)
    spelled = brush.glyphs.words
    said = " ".join(" ".join(rows).split())
    assert spelled(f"Level {one.level}: {one.title}") in said
    assert spelled(one.manner) in said
    assert all(cell_len(row) == size[0] for row in rows)
    assert glyphs is not GlyphSet.ASCII or "".join(rows).isascii()


@every_size
def test_the_page_stands_still_while_opponents_are_looked_at(size: tuple[int, int]) -> None:
    brush = brush_of()
    rules = [
        [row.lstrip().startswith("Rules") for row in new_game(level, size, brush).text()]
        for level in (*CHOICES, "greedy")
    ]
    assert all(one == rules[0] for one in rules)


def test_how_one_plays_stands_right_below_the_name() -> None:
    rows = new_game("3", (80, 24), brush_of()).text()
    at = next(number for number, row in enumerate(rows) if "Shika the Deer" in row)
    assert rows[at + 1].index("A good club player") == rows[at].index("Level 3")


@pytest.mark.parametrize("by", [1, -1])
def test_two_people_are_the_last_choice_after_all_levels(by: int) -> None:
    found, level = [], CHOICES[0]
    for _ in CHOICES:
        found.append(level)
        changed = altered(wish(level), "opponent", by)
        assert changed is not None
        level = changed.level
    assert level == CHOICES[0]
    assert found == [CHOICES[0], *CHOICES[1:][::by]]


@pytest.mark.parametrize(("level", "after"), [("shika", "4"), ("hoo:points", ""), ("greedy", "2")])
def test_from_a_name_the_choice_goes_on_as_from_its_level(level: str, after: str) -> None:
    changed = altered(wish(level), "opponent", 1)
    assert changed is not None
    assert changed.level == after


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("5", "Level 5: Hōō the Phoenix; rules “Standard”; 12 rounds"),
        ("hoo", "Level 5: Hōō the Phoenix; rules “Standard”; 12 rounds"),
        ("greedy", "the computer, greedy; rules “Standard”; 12 rounds"),
        ("", "two people at this screen; rules “Standard”; 12 rounds"),
    ],
)
def test_the_title_tells_who_would_play(level: str, said: str) -> None:
    assert subtitle(wish(level), brush_of()) == said


async def test_keys_choose_a_level_and_it_is_remembered(home: Path) -> None:
    kept: list[Settings] = []
    settings = replace(STILL, first="you")  # nobody thinks before the first question
    async with sitting(home, settings=settings, keep=kept.append) as person:
        await person.press("n", "down")
        assert person.sees("Level 2: Chō the Butterfly", "Knows most yaku")
        await person.press("right", "right", "right")
        assert person.sees("Level 5: Hōō the Phoenix", "Reads your plays")
        await person.press("enter")
        await person.until_asked()
        assert person.record.header.players[1].agent == "hoo"
    assert kept[-1].level == "5"


# The table.


def against(level: str) -> Setup:
    """A match whose first question is the person's."""
    return Setup(replace(preset("standard"), first_dealer="first"), level, "who plays")


@each_character
async def test_the_table_calls_a_level_by_its_name(home: Path, character: Character) -> None:
    one = opponent(ENGLISH, character.key)
    async with sitting(home, against(str(character.level))) as person:
        await person.until_asked()
        assert f"You 0 – 0 {one.name} " in person.rows[0]
        assert person.rows[1].startswith(f" {one.name} ")
        assert f" {one.tag.upper()} " in person.rows[1]
        assert not person.sees("Computer")
        assert not person.sees("CPU")
        await person.press("l")
        assert person.sees(f"You play against {one.title}, level {one.level}.", one.manner)


@every_size
@pytest.mark.parametrize("glyphs", list(GlyphSet))
@each_character
def test_no_name_at_the_table_is_chopped(
    character: Character, glyphs: GlyphSet, size: tuple[int, int]
) -> None:
    one = opponent(ENGLISH, character.key)
    brush = brush_of(MONO if glyphs is GlyphSet.ASCII else DARK, glyphs)
    name = brush.glyphs.words(one.name).casefold()
    for seen in (a_turn().seen, rich().seen, deciding().seen, called().seen):
        mood = Mood.DECIDE if seen.phase is Phase.DECIDE else Mood.PLAY
        ui = ui_of(seen, mood, Where.PLAY, names=("You", one.name), tags=("You", one.tag))
        said = " ".join(painted(Scene(seen, ui._replace(log=())), size, brush).text()).casefold()
        words = re.findall(r"[^\W\d_]{3,}\.?", said)
        begun = {word for word in words if name.startswith(word.removesuffix("."))}
        assert begun
        assert all(word.removesuffix(".") == name or word.endswith(".") for word in begun), begun


def rich() -> Scene:
    """A turn against somebody whose points have two digits, which leave a name less room."""
    piles = {"pile": "7R", "rival_pile": "1L 3L 8L 9A"}
    state = playing(hand="9P1 3R 5A 12P1", field="3P1", rival_hand="6P1", **piles)
    return Scene(view(state, 0), ui_of(view(state, 0), Mood.PLAY, Where.PLAY))


async def test_the_table_spells_names_in_ascii_where_it_has_to(home: Path) -> None:
    settings = replace(STILL, glyphs="ascii")
    async with sitting(home, against("5"), settings=settings) as person:
        await person.until_asked()
        assert person.sees("You 0 - 0 Hoo ", "YOU   HOO")
        assert "".join(person.rows).isascii()


async def test_an_agent_by_name_stays_the_computer(home: Path) -> None:
    async with sitting(home, against("greedy")) as person:
        await person.until_asked()
        assert "You 0 – 0 Computer " in person.rows[0]
        assert person.sees("CPU")


async def test_a_match_goes_on_with_the_name_that_it_was_begun_with(home: Path) -> None:
    async with sitting(home, against("4")) as person:
        await person.until_asked()
        await person.press("q", "l")
    async with sitting(home, Start()) as person:
        await person.press("c")
        await to_question(person)
        assert "You 0 – 0 Tsuru " in person.rows[0]
        await person.press("l")
        assert person.sees("You play against Tsuru the Crane, level 4.")


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("East", "East"),
        ("Deep Thought", "DT"),
        ("Stockfish", "Stoc."),
        ("guest-ab3d", "ab3d"),
        ("guest-ab3d5fg", "ab3d."),
        ("鳳凰", "鳳凰"),
        ("ウグイス", "ウグ."),
    ],
)
def test_a_name_is_abbreviated_to_five_columns_and_reads_so(name: str, short: str) -> None:
    assert tag(name) == short
    assert cell_len(short) <= 5


@pytest.mark.parametrize(
    ("names", "tags"),
    [
        (("Alexander", "Alexandra"), ("Al.er", "Al.ra")),
        (("Alexander", "Alexander2"), ("Alex.", "Ale.2")),
        (("Sato Keiko", "Sato Ken"), ("Sa.ik", "Sat.n")),
        (("さくらこ", "さくらみ"), ("さ.こ", "さ.み")),
        (("guest-ab3d5fg", "guest-ab3d5fh"), ("ab3.g", "ab3.h")),
        (("Aki", "Aki"), ("Aki", "Aki")),
    ],
)
def test_two_names_of_one_beginning_are_told_apart_in_five_columns(
    names: tuple[str, str], tags: tuple[str, str]
) -> None:
    assert tags_of(names, ENGLISH) == tags
    assert all(cell_len(tag) <= 5 for tag in tags)


@pytest.mark.parametrize("size", [(60, 20), *SIZES])
def test_a_name_stands_whole_or_by_its_tag_wherever_it_stands(size: tuple[int, int]) -> None:
    names = ("guest-ab3d", "guest-ab7k")
    tags = tags_of(names, ENGLISH)
    scene = the_others_turn()
    ui = scene.ui._replace(names=names, tags=tags, mood=Mood.VISIT, log=())
    rows = painted(replace(scene, ui=ui), size).text()
    said = "\n".join(rows)
    assert said.count("guest") == sum(map(said.count, names))
    for name, short in zip(names, tags, strict=True):
        assert re.search(rf"^ ({name}|{short}) ", said, re.MULTILINE)
