"""The lesson of koi-koi decisions at the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.lesson.decisions import CALL, STOP, decisions
from koikoi.store.settings import load_settings, save_settings
from koikoi.text.catalogue import load
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.learnwords import judged_lines, judged_sentence
from koikoi.tui.terminal import ColourReason, Colours, GlyphReason, GlyphSet, Mode
from koikoi.tui.uistate import Decision, Does, Words
from tests.tui.person import MODE, STILL, Person, sitting
from tests.tui.pupil import note_shown

KOIKOI = Start(learnt="koikoi")
ALL = decisions()
RIGHT = "".join(one.answer for one in ALL)
PLAIN = Mode(Colours.NONE, GlyphSet.ASCII, ColourReason.COLORTERM, GlyphReason.UTF8)
SIZES = [(60, 20), (80, 24), (100, 30), (120, 36), (160, 48)]


async def asked(person: Person, number: int) -> None:
    """Waits for a decision, from 1."""
    await person.until(lambda: person.where is Where.DECIDE and person.sees(f"Decision {number}/5"))


async def judged(person: Person, number: int, given: str) -> None:
    """Waits for what the coach says, whole."""
    said = judged_sentence(ALL[number - 1], given, person.app.brush.text)
    meant = " ".join(person.app.brush.glyphs.words(said).split())
    await person.until(lambda: note_shown(person) == meant)


@pytest.mark.parametrize("mode", [MODE, PLAIN], ids=["full", "plain"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("wrong", [False, True])
async def test_every_decision_is_judged_and_shown_whole(
    size: tuple[int, int], wrong: bool, mode: Mode, home: Path
) -> None:
    async with sitting(home, KOIKOI, size=size, mode=mode) as person:
        for number, one in enumerate(ALL, start=1):
            await asked(person, number)
            given = one.answer if not wrong else (CALL if one.answer == STOP else STOP)
            await person.press(given)
            await judged(person, number, given)
            if size[0] >= 80:
                lines = judged_lines(one.judged, person.app.brush)
                assert person.sees("COACH", *(line.rstrip() for line in lines))
            await person.press("enter")
        await person.until_seen(f"as the coach does in {0 if wrong else 5} of 5")
        assert person.records == []


async def test_it_is_done_by_mouse(home: Path) -> None:
    async with sitting(home, KOIKOI) as person:
        for number in range(1, 6):
            await asked(person, number)
            await person.click_on(Words(Decision.STOP))
            await judged(person, number, STOP)
            await person.click_on(Does("go_on"))
        await person.until_seen("as the coach does in")


@pytest.mark.parametrize("number", range(1, 6))
async def test_it_is_left_and_goes_on_at_the_same_decision(number: int, home: Path) -> None:
    async with sitting(home, KOIKOI, keep=save_settings) as person:
        for before in range(1, number):
            await asked(person, before)
            await person.press(RIGHT[before - 1])
            await judged(person, before, RIGHT[before - 1])
            await person.press("enter")
        await asked(person, number)
        await person.press("q", "l")
        await person.left()
    settings, _ = load_settings()
    async with sitting(home, KOIKOI, settings=settings) as person:
        if number > 1:
            await person.until_seen(f"Go on with decision {number} of 5")
            await person.press("enter")
        await asked(person, number)
        assert person.app.settings.koikoi_or_stop == RIGHT[: number - 1]


async def test_what_was_answered_stays_where_the_coach_is_left(home: Path) -> None:
    async with sitting(home, KOIKOI) as person:
        await asked(person, 1)
        await person.press("k")
        await judged(person, 1, CALL)
        await person.press("q", "l")
        await person.left()
        assert person.app.settings.koikoi_or_stop == "k"


async def test_it_begins_again_on_wish(home: Path) -> None:
    async with sitting(home, KOIKOI, settings=replace(STILL, koikoi_or_stop="sk")) as person:
        await person.until_seen("Go on with decision 3 of 5")
        await person.press("b")
        await asked(person, 1)
        await person.press("s", "enter")
        await asked(person, 2)
        await person.press("q", "b")
        await asked(person, 1)
        assert person.app.settings.koikoi_or_stop == ""


async def test_it_can_be_looked_at_again_once_it_is_done(home: Path) -> None:
    async with sitting(home, KOIKOI, settings=replace(STILL, koikoi_or_stop=RIGHT)) as person:
        await person.until_seen("See again what the coach said", "Begin again")
        await person.press("enter")
        await person.until_seen("as the coach does in 5 of 5")
        await person.press("escape")
        await person.left()


@pytest.mark.parametrize("kept", ["x", "ssssss", "s k"])
async def test_answers_that_make_no_sense_are_none(kept: str, home: Path) -> None:
    async with sitting(home, KOIKOI, settings=replace(STILL, koikoi_or_stop=kept)) as person:
        await asked(person, 1)


async def test_the_keys_that_look_work(home: Path) -> None:
    async with sitting(home, KOIKOI) as person:
        await asked(person, 1)
        for key in ("y", "c", "l", "question_mark", "o", "r", "tab"):
            await person.press(key)
            assert person.at_page or key == "tab", key
            await person.press("escape")
            await asked(person, 1)
        await person.press("h")
        await person.until_seen("No hints here")


def test_every_verdict_is_worded() -> None:
    text = load()
    for one in ALL:
        told = {judged_sentence(one, given, text) for given in (STOP, CALL)}
        assert len(told) == 2
        assert sum("too" in said.split("(")[0] for said in told) == 1
