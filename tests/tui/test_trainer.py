"""The card trainer on the screen: by keys, by the mouse alone, at every size, on a full disk."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import koikoi.store.drafts
from koikoi.engine.presets import preset
from koikoi.lesson.boxes import HIGHEST
from koikoi.lesson.facts import facts_of
from koikoi.lesson.quiz import Question
from koikoi.lesson.trainer import Trainer
from koikoi.store.learnt import keep_learnt, learnt_path, load_learnt
from koikoi.store.settings import Settings
from koikoi.table.training import VisitMemory
from koikoi.tui.game import Start
from koikoi.tui.readings import Host
from koikoi.tui.sheet import Chosen, Pressed
from koikoi.tui.terminal import ColourReason, Colours, GlyphReason, GlyphSet, Mode
from koikoi.tui.trainerpage import QuizPage, TrainerCourse
from koikoi.tui.uistate import Does
from tests.text.pseudo import pseudo_text
from tests.tui.person import Person, sitting
from tests.tui.scenes import SIZES
from tests.tui.test_language import english

STANDARD = preset("standard")
PLAIN = Mode(Colours.NONE, GlyphSet.ASCII, ColourReason.CHOSEN, GlyphReason.CHOSEN)


@asynccontextmanager
async def training(
    home: Path, *, size: tuple[int, int] = (80, 24), **given: Any
) -> AsyncIterator[Person]:
    """A person at the trainer."""
    wanted = {name: given.pop(name) for name in ("settings", "text", "mode") if name in given}

    async def course(host: Host) -> None:
        await TrainerCourse(host, **given).run()

    async with sitting(home, Start(course=course), size=size, **wanted) as person:
        await person.until(lambda: bool(person.app._pages))
        yield person


def quiz(person: Person) -> QuizPage:
    page = person.app._pages[-1]
    assert isinstance(page, QuizPage)
    return page


def question(person: Person) -> Question:
    return quiz(person).asked.question


async def answer(person: Person, *, right: bool = True) -> None:
    """Answers by the key of the answer, and goes on."""
    asked = question(person)
    place = asked.right if right else (asked.right + 1) % len(asked.options)
    await person.press(str(place + 1))
    assert person.sees("Right:" if right else "Wrong;")
    await person.press("enter")


def gone_on(person: Person, asked: Question) -> bool:
    """Whether something else is on the screen than a question."""
    page = person.app._pages[-1]
    return not isinstance(page, QuizPage) or page.asked.question is not asked


# A session.


async def test_a_session_by_keys(home: Path) -> None:
    async with training(home, seed="spring") as person:
        assert person.sees("Card trainer", "10 questions", "20 questions", "Known under the rules")
        await person.press("enter")
        assert person.sees("Card trainer: 1/10, 0 right, rules “Standard”")
        for number in range(10):
            assert person.sees(f"{number + 1}/10")
            await answer(person, right=number != 4)
        assert person.sees("what came of it", "9 of 10 questions answered right.")
        assert person.sees("Known least of what was asked")
        await person.press("enter")
        assert person.sees("10 questions", "Forget what I know")
        await person.press("escape")
        await person.left()
    assert len(load_learnt().boxes) == 9, "the missed fact came again"


async def test_twenty_questions_have_a_key(home: Path) -> None:
    async with training(home) as person:
        await person.press("2")
        assert person.sees("1/20")


async def test_arrows_choose_and_enter_answers(home: Path) -> None:
    async with training(home, count=2) as person:
        asked = question(person)
        await person.press("enter")
        assert question(person) == asked, "nothing is chosen yet"
        assert not person.sees("Right:")
        await person.press(*["down"] * (asked.right + 1))
        assert quiz(person).asked.chosen == asked.right
        await person.press("enter")
        assert person.sees("Right:")
        await person.press("down", "1", "x")
        assert person.sees("Right:"), "an answer is given once"
        await person.press("space")
        assert person.sees("2/2")
        count = len(question(person).options)
        await person.press("up")
        assert quiz(person).asked.chosen == count - 1
        await person.press("right")
        assert quiz(person).asked.chosen == 0
        await person.press("left", "space")
        assert person.sees("Right:") or person.sees("Wrong;")


async def test_keys_without_an_answer_do_nothing(home: Path) -> None:
    async with training(home, count=2) as person:
        before = person.rows
        await person.press("5", "9", "0", "x", "²", "f1")
        assert person.rows == before


async def test_what_is_typed_before_a_question_is_seen_does_not_answer_it(home: Path) -> None:
    async with training(home, count=3) as person:
        await person.press("1")
        await person.type("enter", "1", "1", "1")
        await person.settled()
        page = quiz(person)
        assert len(page._trainer.answered) == 1
        assert page._trainer.number == 2


@pytest.mark.parametrize("size", [(60, 20), *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_session_by_the_mouse_alone(home: Path, size: tuple[int, int]) -> None:
    async with training(home, size=size, seed="mouse") as person:
        await person.click_on(Chosen("10"))
        for _ in range(10):
            asked = question(person)
            await person.click_on(Chosen(str(asked.right)))
            await person.until(lambda: person.sees("Right:"))
            await person.click_on(Does("enter"))
            await person.until(partial(gone_on, person, asked))
        assert person.sees("10 of 10 questions answered right.")
        await person.click_on(Pressed("escape"))
        await person.until_seen("10 questions")
        await person.click_on(Pressed("escape"))
        await person.left()


async def test_a_click_anywhere_goes_on_once_answered(home: Path) -> None:
    async with training(home, count=2) as person:
        await person.click_on(Chosen("0"))
        await person.pilot.click(offset=(70, 20))
        await person.until_seen("2/2")


@pytest.mark.parametrize("key", ["escape", "q", "ctrl+c"])
async def test_it_ends_at_any_time_and_tells_what_was_answered(home: Path, key: str) -> None:
    async with training(home) as person:
        await person.press("enter")
        await answer(person)
        await person.press(key)
        assert person.sees("1 of 1 question answered right.")
        await person.press("escape")
        assert person.sees("10 questions")
    assert len(load_learnt().boxes) == 1


async def test_leaving_before_any_answer_leads_back_at_once(home: Path) -> None:
    async with training(home) as person:
        await person.press("enter", "escape")
        assert person.sees("10 questions", "20 questions")
    assert not learnt_path().exists()


async def test_the_size_may_change_at_any_moment(home: Path) -> None:
    async with training(home, count=3) as person:
        for width, height in ((60, 20), (160, 48), (80, 24)):
            await person.pilot.resize_terminal(width, height)
            await person.until(lambda width=width: len(person.rows[0]) >= width - 2)  # type: ignore[misc]
            assert person.sees("1/3")


async def test_without_colours_and_in_ascii(home: Path) -> None:
    async with training(home, mode=PLAIN, size=(60, 20)) as person:
        await person.press("enter")
        for right in (True, False, True):
            await answer(person, right=right)
            assert all(" " <= char <= "~" for row in person.rows for char in row)
        await person.press("q")
        assert all(" " <= char <= "~" for row in person.rows for char in row)


async def test_no_english_is_left_in_another_language(home: Path) -> None:
    text, _ = pseudo_text()
    keep_learnt({"month 1L": 3})
    async with training(home, text=text) as person:
        assert english(person.rows) == []
        await person.press("f")
        assert english(person.rows) == []
        await person.press("escape", "1")
        for _ in range(4):
            assert english(person.rows) == []
            await person.press("1")
            assert english(person.rows) == []
            await person.press("enter")
        await person.press("q")
        assert english(person.rows) == []


# What is remembered.


async def test_every_answer_is_on_the_disk_before_the_session_ends(home: Path) -> None:
    async with training(home, count=3) as person:
        fact = question(person).fact.key
        await person.press(str(question(person).right + 1))
        await person.until(lambda: load_learnt().boxes == {fact: 3})


async def test_the_weakest_are_asked(home: Path) -> None:
    facts = facts_of(STANDARD)
    keep_learnt({fact.key: HIGHEST for fact in facts})
    weak = {"month 8A", "cards sanko", "kind 3L"}
    keep_learnt(dict.fromkeys(weak, 1))
    async with training(home, count=4, seed="weak") as person:
        asked = set()
        for _ in range(4):
            asked.add(question(person).fact.key)
            await answer(person)
    assert weak <= asked


async def test_what_is_known_is_shown_and_forgotten_only_after_asking(home: Path) -> None:
    keep_learnt({fact.key: HIGHEST for fact in facts_of(STANDARD)})
    async with training(home) as person:
        assert person.sees("Known under the rules “Standard”: 100 %.", " 1 Pine", "Gokō", "■■■■")
        await person.press("f")
        assert person.sees("Forget what you know?", "Keep it", "Forget everything")
        await person.press("enter")
        assert person.sees("100 %")
        await person.press("f", "escape")
        assert person.sees("100 %")
        await person.press("f", "y")
        await person.until_seen("“Standard”: 0 %.")
        assert not person.sees("■")
        assert not person.sees("Forget what I know")
    assert load_learnt().boxes == {}


async def test_the_questions_are_about_the_rules_played_last(home: Path) -> None:
    async with training(home, settings=Settings(motion="none", rules="yakuza")) as person:
        assert person.sees("rules “Yakuza")


async def test_rules_that_are_gone_are_told(home: Path) -> None:
    async with training(home, settings=Settings(motion="none", rules="gone.toml")) as person:
        assert person.sees("The rules “gone.toml” cannot be read", "“Standard”")


async def test_a_full_disk_is_told_once_and_the_session_goes_on(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(koikoi.store.drafts, "_sync", full)
    said = "What you know cannot be noted: No space left on device."
    async with training(home) as person:
        await person.press("enter")
        await person.press("1")
        await person.until_seen("cannot be noted")
        await person.press("enter")
        for _ in range(9):
            await answer(person)
        assert person.sees("of 10 questions answered right.", said)
        await person.press("enter")
        assert "\n".join(person.rows).count("cannot be noted") == 1
    assert load_learnt().boxes == {}


def damage() -> None:
    learnt_path().parent.mkdir(0o700, exist_ok=True)
    learnt_path().write_text("nonsense")


async def test_a_damaged_file_is_told_and_kept(home: Path) -> None:
    damage()
    async with training(home) as person:
        assert "is damaged; it is kept" in " ".join(" ".join(person.rows).split())
        await person.press("enter")
        await answer(person)
        await person.press("q")
    assert (home / "trainer.json.bad").read_text() == "nonsense"
    assert len(load_learnt().boxes) == 1


async def test_a_memory_of_a_visit_lasts_for_it_and_writes_nothing(home: Path) -> None:
    memory = VisitMemory()
    async with training(home, memory=memory) as person:
        await person.press("enter")
        await answer(person)
        await person.press("q", "enter")
        assert person.sees("Forget what I know")
    assert len(memory.load()[0]) == 1
    assert not learnt_path().exists()


class Broken(VisitMemory):
    def keep(self, changes: Mapping[str, int]) -> str:
        raise RuntimeError("broken")


async def press_with_a_broken_memory(home: Path) -> None:
    async with training(home, memory=Broken()) as person:
        await person.type("enter")
        await person.settled()
        await person.type("1")
        await person.ended()
        assert isinstance(person.app.crash, RuntimeError)


async def test_a_memory_that_breaks_ends_the_program(home: Path) -> None:
    with pytest.raises((AssertionError, RuntimeError)):
        await press_with_a_broken_memory(home)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_title_screen_leads_to_it_and_back(home: Path, size: tuple[int, int]) -> None:
    async with sitting(home, size=size) as person:
        await person.press("l", "c")
        await person.until_seen("Card trainer", "10 questions")
        await person.press("escape")
        await person.until_seen("First round", "Card trainer")
        await person.click_on(Chosen("cards"))
        await person.until_seen("20 questions")


async def test_the_program_may_end_in_the_middle(home: Path) -> None:
    async with training(home) as person:
        await person.press("enter", "1")
        person.app.exit()
        await person.ended()
    assert len(load_learnt().boxes) == 1


async def test_the_seed_asks_what_the_session_says(home: Path) -> None:
    trainer = Trainer(STANDARD, {}, "spring", 10)
    async with training(home, count=10, seed="spring") as person:
        assert question(person) == trainer.question
