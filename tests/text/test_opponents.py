"""The characters in words: the ones that the levels have, and short enough for where they stand."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from koikoi.ai.levels import CHARACTERS, Character
from koikoi.ai.styles import STYLES
from koikoi.text.ascii import ascii_form
from koikoi.text.catalogue import load
from koikoi.text.opponents import fairness, introduction, opponent, opponents, with_level

ENGLISH = load()

each_character = pytest.mark.parametrize("character", CHARACTERS, ids=lambda one: one.key)


@each_character
def test_a_character_is_called_as_its_level_says(character: Character) -> None:
    one = opponent(ENGLISH, character.key)
    assert (one.level, one.name) == (character.level, character.name)
    assert one.title == f"{character.name} the {character.english}"
    assert with_level(ENGLISH, one) == f"Level {character.level}: {one.title}"


def test_all_characters_are_told_the_weakest_first() -> None:
    expected = [opponent(ENGLISH, one.key) for one in CHARACTERS]
    assert list(opponents(ENGLISH)) == expected
    assert [one.level for one in expected] == sorted(one.level for one in expected)


@each_character
def test_what_is_told_of_a_character_fits_where_it_stands(character: Character) -> None:
    one = opponent(ENGLISH, character.key)
    assert cell_len(one.tag) <= 5
    abbreviated = one.tag.endswith(".") and one.name.startswith(one.tag[:-1])
    assert one.tag == one.name or abbreviated
    assert cell_len(with_level(ENGLISH, one)) <= 33
    assert cell_len(one.manner) <= 53


@each_character
def test_a_character_can_be_written_without_macrons(character: Character) -> None:
    one = opponent(ENGLISH, character.key)
    for said in (one.name, one.tag, one.title, one.manner):
        assert "?" not in ascii_form(said)
    # What players may type for it is how it is written without.
    assert ascii_form(one.name).lower() == character.key


def test_who_sits_down_is_introduced_with_level_and_manner() -> None:
    assert introduction(ENGLISH, "shika") == (
        "You play against Shika the Deer, level 3.",
        "A good club player; your plans often go unnoticed.",
    )


def test_there_is_no_character_of_another_name() -> None:
    with pytest.raises(KeyError):
        opponent(ENGLISH, "greedy")


def test_why_the_computer_can_be_trusted_is_told_with_the_command_that_proves_it() -> None:
    told = fairness(ENGLISH)
    assert "sees only what you would" in told[0]
    assert "koikoi verify" in told[1]
    # Both stand on the page of help, which has no room for more.
    assert max(map(cell_len, told)) <= 76


def test_what_is_told_of_a_character_is_true_to_its_style() -> None:
    one, two, three, four, five = (STYLES[one.level] for one in CHARACTERS)
    # "Loves lights and koi-koi; forgets you have a pile."
    families = {"tane", "tan", "kasu", "inoshikacho", "akatan", "aotan"}
    assert families < set(one.unknown)
    assert not {"sanko", "hanami", "tsukimi"}.intersection(one.unknown)
    assert one.lapses == 1
    # "Knows most yaku, seldom looks across, calls gladly."
    assert 0 < len(two.unknown) < len(one.unknown)
    assert 0.5 < two.lapses < 1
    assert one.eager > two.eager > three.eager
    # "A good club player; your plans often go unnoticed."
    assert three.unknown == ()
    assert 0.5 < three.lapses < two.lapses
    # "Misses nothing, plays for the match, a turn ahead."
    assert (four.unknown, four.lapses, four.for_match, four.effort) == ((), 0, True, None)
    # "Reads your plays, looks turns ahead; the strongest."
    assert five.effort is not None
    assert five.effort.turns > 1
    assert five.effort.hands > 1
