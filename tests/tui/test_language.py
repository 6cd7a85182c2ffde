"""Every word on the screen is a message: in a made-up language no English is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.engine.cards import CARDS
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.rules import OPTION_BY_KEY
from koikoi.tui.brush import Brush
from koikoi.tui.game import Start
from koikoi.tui.paint import too_small
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from koikoi.tui.uistate import Decision, Mood
from tests.text.pseudo import pseudo_text
from tests.tui.pages import all_pages
from tests.tui.person import Person, sitting
from tests.tui.pupil import STEPS, do_by_keys, lesson_of, reach
from tests.tui.scenes import ENGLISH, SCENES, SIZES, Scene, brush_of, crowd, deciding, painted

NAMES = ("Ōé", "Žö")
"""Names that no language's message could hold by itself; no letter of them is ASCII."""

# What is the same in every language: codes of cards, the names of presets, of the program and of
# its command, keys of options in rules files, Japanese names of cards, the seed of a test, the
# folder of removed matches.
_SAME = re.compile(
    r"\b[0-9a-f]{64}\b|\b\d{1,2}P?[LARP123]\b|\bSHA-256\b|\b(?:"
    + "|".join(
        {"stacked", "koikoi", "verify", "removed", *PRESET_NAMES, *OPTION_BY_KEY}
        | {word for card in CARDS for word in card.romaji.split()}
    )
    + r")\b"
)


def brush() -> Brush:
    text, _ = pseudo_text()
    return brush_of(DARK, GlyphSet.FULL, text)


def scenes() -> Iterator[tuple[str, Scene]]:
    """Every moment."""
    for name, make in SCENES.items():
        yield name, make()
    for count in (8, 16, 17, 18):
        yield str(count), crowd(count)
    asked = deciding()
    for decision in Decision:
        yield decision.value, Scene(asked.seen, asked.ui._replace(decision=decision))


def english(rows: list[str]) -> list[str]:
    """The words of a picture that came past the catalogue."""
    return [word for row in rows for word in re.findall(r"[A-Za-z]{2,}", _SAME.sub(" ", row))]


def test_words_that_came_past_the_catalogue_are_seen() -> None:
    assert english(["⟦≈⟧  9P1 ★ 8 L │ 8 P│  ⟦≈⟧"]) == []
    assert english(["⟦≈⟧ Moon"]) == ["Moon"]
    assert "Your" in english(painted(SCENES["turn"](), brush=brush_of(text=ENGLISH)).text())


@pytest.mark.parametrize("size", [(60, 20), *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_english_is_left_on_the_table(size: tuple[int, int]) -> None:
    for name, scene in scenes():
        ui = scene.ui._replace(names=NAMES, tags=NAMES, log=())
        frame = painted(Scene(scene.seen, ui), size, brush())
        assert english(frame.text()) == [], name


@pytest.mark.parametrize("size", [(60, 20), *SIZES])
def test_no_english_is_left_on_any_page(size: tuple[int, int]) -> None:
    # The names that the pages of the tests are made with.
    given = ("You", "Computer", "CPU", "East", "West", "Tsuru", "house", "rules")
    left = {}
    for name, frame in all_pages(size, brush()):
        # The table below these has words that the tests put there.
        if name not in ("quit", "leave-lesson"):
            left[name] = [
                word
                for word in english(frame.text())
                # In narrow columns names are cut, and a number of the seed's proof is wrapped.
                if not any(one.startswith(word) for one in given) and set(word) - set("abcdef")
            ]
    assert {name: words for name, words in left.items() if words} == {}


def test_no_english_is_left_where_the_terminal_is_too_small() -> None:
    assert english(too_small(70, 20, brush()).text()) == []


async def test_no_english_is_left_in_a_match_and_its_menus(home: Path) -> None:
    text, _ = pseudo_text()

    def check(person: Person) -> None:
        assert english(person.rows) == [], "\n".join(person.rows)

    async with sitting(home, text=text) as person:
        check(person)
        for key in ("o", "question_mark", "n"):
            await person.press(key)
            check(person)
            await person.press("escape")
        # What a level plays changes with the network's weights.
        person.app.settings = replace(person.app.settings, level="greedy")
        await person.press("n", "n")
        await person.until_asked()
        check(person)
        for key in ("y", "l", "c", "r", "question_mark", "o", "i"):
            await person.press(key)
            check(person)
            await person.press("escape")
        for _ in range(30):
            await person.until_asked()
            check(person)
            await person.press("a", "s", "right", "enter")
        await person.press("q")
        check(person)


async def test_no_english_is_left_in_the_lessons(home: Path) -> None:
    text, _ = pseudo_text()
    async with sitting(home, Start(learnt="first"), text=text, size=(120, 36)) as person:
        for step in STEPS:
            await reach(person, step)
            assert english(person.rows) == [], step.name
            await do_by_keys(person, step)
        await person.until(lambda: len(person.app._pages) == 2)  # the result over the table
        assert english(person.rows) == []
    async with sitting(home, Start(learnt="koikoi"), text=text, size=(120, 36)) as person:
        for _ in range(5):
            await person.until(lambda: lesson_of(person).choice.mood is Mood.DECIDE)
            assert english(person.rows) == []
            await person.press("k")
            await person.until(lambda: lesson_of(person).choice.mood is Mood.TOLD)
            assert english(person.rows) == []
            await person.answer("enter")
        await person.until(lambda: isinstance(person.app._pages[-1], SheetPage))
        assert english(person.rows) == []
