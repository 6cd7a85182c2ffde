"""The language is an option: another one is spoken at once, on everything that is on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.store.settings import Settings
from koikoi.text import catalogue
from koikoi.text.catalogue import load
from koikoi.tui.game import Start
from koikoi.tui.learnsheets import THINGS, Thing
from koikoi.tui.readings import Host
from koikoi.tui.replaypage import show_replay
from koikoi.tui.tablepage import TablePage
from koikoi.tui.terminal import GlyphSet
from tests.text.pseudo import pseudo
from tests.text.tongues import install_all
from tests.tui.person import MODE, STILL, Person, setup, sitting
from tests.tui.replays import WHOLE
from tests.tui.test_language import english

# A language that Babel knows, for its plural; nothing of it is spoken here.
MADE_UP = "sw"


@pytest.fixture(autouse=True)
def languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    install_all(tmp_path / "locale", monkeypatch, MADE_UP, pseudo)
    yield
    catalogue._load.cache_clear()


def speak(person: Person, lang: str) -> None:
    """What the page of options does."""
    person.app.prefer(replace(person.app.settings, language=lang))


async def checked(person: Person) -> None:
    """Nothing of the other language is left in either, and nothing is lost on the way."""
    before = person.rows
    assert english(before)
    speak(person, MADE_UP)
    await person.settled()
    assert person.rows != before
    assert english(person.rows) == [], "\n".join(person.rows)
    speak(person, "en")
    await person.settled()
    assert person.rows == before


def asks(person: Person) -> bool:
    """Whether the table waits for an answer that has not been given, or a result lies over it."""
    page = person.app._pages[-1] if person.app._pages else None
    if page is None or not isinstance(page, TablePage):
        return page is not None
    return page._answer is not None and not page._answer.done()


async def moved(person: Person) -> None:
    """Answers somehow, and waits for the next question."""
    await person.until(lambda: asks(person))
    page = person.app._pages[-1]
    if isinstance(page, TablePage):
        answer = page._answer
        for key in ("a", "s", "right", "enter", "enter"):
            if page._answer is answer:
                await person.press(key)
        await person.until(lambda: page._answer is not answer)
    else:
        await person.press("enter")
        await person.until(lambda: page not in person.app._pages)
    await person.until(lambda: asks(person))


async def test_the_option_changes_the_language_at_once_and_is_saved(home: Path) -> None:
    kept: list[Settings] = []
    async with sitting(home, keep=kept.append) as person:
        await person.press("o")
        assert "English, by the system" in person.rows[2]
        await person.press("right")
        assert "English, by the system" not in person.rows[2]
        assert kept[-1].language == "en"
        await person.press("right")
        assert english(person.rows) == []
        assert kept[-1].language == MADE_UP
        await person.press("escape")
        assert english(person.rows) == []
        await person.press("o", "left")
        assert kept[-1].language == "en"
        assert person.sees("Options", "Language", "English")
        await person.press("left")
        assert kept[-1].language == "auto"


async def test_the_title_and_its_pages_speak_it_at_once(home: Path) -> None:
    async with sitting(home) as person:
        await checked(person)
        for key in ("o", "question_mark", "n"):
            await person.press(key)
            await checked(person)
            await person.press("escape")


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_table_speaks_it_in_the_middle_of_a_match(
    home: Path, size: tuple[int, int]
) -> None:
    async with sitting(home, setup(), size=size) as person:
        await person.until(lambda: asks(person))
        for _ in range(12):
            await checked(person)
            await moved(person)
        for key in ("y", "l", "c", "r", "question_mark", "o", "i", "q", "colon"):
            await person.press(key)
            await checked(person)
            await person.press("escape")


async def test_a_match_that_goes_on_tells_its_past_in_it(home: Path) -> None:
    async with sitting(home, setup()) as person:
        for _ in range(3):
            await moved(person)
        assert person.plies
    async with sitting(home) as person:
        await person.type("c")
        await person.until(lambda: asks(person) and not person.at_title)
        await moved(person)
        await checked(person)
        await person.press("l")
        await checked(person)


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: thing.name)
async def test_everything_to_learn_speaks_it(home: Path, thing: Thing) -> None:
    async with sitting(home) as person:
        await person.press("l")
        await checked(person)
        title = person.app._pages[-1]
        await person.type("question_mark" if thing.key == "?" else thing.key)
        await person.until(lambda: person.app._pages[-1:] not in ([], [title]))
        await person.pilot.rest()
        await checked(person)
        # What is edited are the words of a file, which are nobody's language.
        for key in () if thing.own else ("enter", "right", "down"):
            await person.press(key)
            await person.pilot.rest()
            await checked(person)


async def test_a_replay_speaks_it(home: Path) -> None:
    async def course(host: Host) -> None:
        await show_replay(host, WHOLE, 7)

    async with sitting(home, Start(course=course)) as person:
        await person.until_seen("7/56")
        await checked(person)
        for key in ("right", "y", "l", "question_mark"):
            await person.press(key)
            await checked(person)
            await person.press("escape" if key != "right" else "right")


async def test_signs_without_its_letters_are_english_and_the_options_say_so(home: Path) -> None:
    mode = MODE._replace(glyphs=GlyphSet.ASCII)
    async with sitting(home, mode=mode, settings=replace(STILL, language=MADE_UP)) as person:
        await person.press("o")
        assert person.sees("cannot be shown with these signs; English is used.")
        assert all(row.isascii() for row in person.rows)
        await person.press("down", "down", "right")
        assert person.app.settings.glyphs == "full"


async def test_the_options_say_so_too_where_the_system_asks_for_it(home: Path) -> None:
    mode = MODE._replace(glyphs=GlyphSet.ASCII)
    async with sitting(home, mode=mode, text=load(MADE_UP)) as person:
        await person.press("o")
        assert person.sees("cannot be shown with these signs; English is used.")
        await person.press("right")  # English, which they have
        assert not person.sees("cannot be shown with these signs")


async def test_a_language_that_has_gone_is_the_usual_one(home: Path) -> None:
    async with sitting(home, settings=replace(STILL, language="tlh")) as person:
        assert person.at_title
        await person.press("o")
        assert "English, by the system" in person.rows[2]


async def test_what_is_said_before_a_match_is_told_again(home: Path) -> None:
    async with sitting(home, setup(level="1")) as person:
        await person.until(lambda: asks(person))
        await person.press("l")
        assert person.sees("You play against")
        assert person.sees("Loves lights and koi-koi")
        speak(person, MADE_UP)
        await person.settled()
        assert not person.sees("You play against")
        assert not person.sees("Loves lights and koi-koi")
        speak(person, "en")
        await person.settled()
        assert person.sees("You play against")
