"""The first round at the table: every step can be reached, missed, left and taken up again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.engine.actions import Play, Shobu
from koikoi.engine.flow import legal_actions, matching
from koikoi.lesson.script import OVER, Ask, Say
from koikoi.store.settings import load_settings, save_settings
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.layout import offered
from koikoi.tui.terminal import ColourReason, Colours, GlyphReason, GlyphSet, Mode
from koikoi.tui.uistate import LETTERS
from tests.tui.person import STILL, Person, sitting, table_of
from tests.tui.pupil import (
    SCRIPT,
    STEPS,
    do_by_keys,
    do_by_mouse,
    learn_all,
    learn_up_to,
    lesson_of,
    note_meant,
    note_shown,
    play_key,
    reach,
)

FIRST = Start(learnt="first")
SIZES = [(60, 20), (70, 22), (80, 24), (100, 30), (120, 36), (160, 48)]
PLAIN = Mode(Colours.NONE, GlyphSet.ASCII, ColourReason.COLORTERM, GlyphReason.UTF8)
ASKS = [step for step in STEPS if isinstance(step, Ask)]

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
every_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)


async def to_the_end(person: Person) -> None:
    """From the last step to what follows."""
    await person.until_seen("End of the round")
    said = " ".join(" ".join(person.rows).split())
    assert "would have made Uguisu's Aotan!" in said  # without scrolling
    await person.press("enter")
    await person.until_seen("Well done")


@every_size
async def test_every_step_is_reached_by_keys_and_shown_whole(
    size: tuple[int, int], home: Path
) -> None:
    async with sitting(home, FIRST, size=size) as person:
        actions = await learn_all(person) + 2  # the result, and what follows
        assert actions <= 30
        await to_the_end(person)
        assert person.app.settings.first_round == OVER


@every_size
async def test_every_step_is_reached_by_mouse(size: tuple[int, int], home: Path) -> None:
    async with sitting(home, FIRST, size=size) as person:
        for step in STEPS:
            await reach(person, step)
            await do_by_mouse(person, step)
        await to_the_end(person)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_every_step_is_shown_whole_without_colours_in_ascii(
    size: tuple[int, int], home: Path
) -> None:
    async with sitting(home, FIRST, size=size, mode=PLAIN) as person:
        for step in STEPS:
            await reach(person, step)
            assert "\n".join(person.rows).isascii()
            await do_by_keys(person, step)
        await to_the_end(person)


@pytest.mark.parametrize("motion", ["calm", "full"])
async def test_it_is_played_with_motion_too(motion: str, home: Path) -> None:
    settings = replace(STILL, motion=motion, pace="quick")  # type: ignore[arg-type]
    async with sitting(home, FIRST, settings=settings) as person:

        async def hurry() -> None:
            while person.where in (Where.WATCH, None):
                await person.type("x")

        for step in STEPS:
            await hurry()
            await reach(person, step)
            await do_by_keys(person, step)


async def test_it_is_played_with_quick_play(home: Path) -> None:
    async with sitting(home, FIRST, settings=replace(STILL, quick_play=True)) as person:
        await learn_all(person)
        await to_the_end(person)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.name)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_every_wrong_action_is_explained_whole_and_can_be_tried_again(
    size: tuple[int, int], ask: Ask, home: Path
) -> None:
    settings = replace(STILL, first_round=ask.name)
    async with sitting(home, FIRST, settings=settings, size=size) as person:
        await resume(person)
        await reach(person, ask)
        page = lesson_of(person)
        before = page.seen
        for action in legal_actions(SCRIPT.before(SCRIPT.entries.index(ask))):
            if action == ask.action:
                continue
            if isinstance(action, Play):
                await play_key(person, action.card)
                if matching(before.rules, before.field, action.card)[1]:
                    await person.press("a")
            else:
                await person.press("s" if isinstance(action, Shobu) else "k")
            await corrected(person, ask)
            assert page.seen is before
        if ask.takes is not None:
            assert isinstance(ask.action, Play)
            wrong = next(c for c in offered(before, ask.action.card) if c != ask.takes)
            await play_key(person, ask.action.card)
            await person.press(LETTERS[offered(before, ask.action.card).index(wrong)])
            await corrected(person, ask)
        await do_by_keys(person, ask)
        await person.until(lambda: page.seen is not before)


async def corrected(person: Person, ask: Ask) -> None:
    """Waits for the explanation, which has the task below it."""
    page = lesson_of(person)
    note = page.note
    assert note is not None
    assert note.warns
    said = " ".join(person.app.brush.glyphs.words(f"{note.said} {note.task}").split())
    await person.until(lambda: note_shown(person) == said)
    assert page.filled(ask.task) in said
    page.note = note._replace(warns=False)


async def resume(person: Person) -> None:
    """Goes on where the lesson was left, where it asks."""
    if person.app.settings.first_round not in ("", STEPS[0].name):
        await person.until_seen("Go on at step")
        await person.press("enter")


@every_step
async def test_it_is_left_and_goes_on_at_the_same_step(step: object, home: Path) -> None:
    assert isinstance(step, Say | Ask)
    async with sitting(home, FIRST, keep=save_settings) as person:
        await learn_up_to(person, step.name)
        seen = lesson_of(person).seen
        await person.press("q")
        await person.until_seen("Leave the lesson?", "go on here another time")
        await person.press("l")
        await person.left()
    settings, problems = load_settings()
    assert problems == ()
    async with sitting(home, FIRST, settings=settings, keep=save_settings) as person:
        await resume(person)
        await reach(person, step)
        again = lesson_of(person).seen
        assert (again.hand, again.slots, again.captured, again.ply) == (
            *(seen.hand, seen.slots, seen.captured, seen.ply),
        )
        for later in STEPS[STEPS.index(step) :]:
            await reach(person, later)
            await do_by_keys(person, later)
        await to_the_end(person)


@every_step
async def test_every_key_that_only_looks_works_as_usual(step: object, home: Path) -> None:
    assert isinstance(step, Say | Ask)
    async with sitting(home, FIRST, settings=replace(STILL, first_round=step.name)) as person:
        await resume(person)
        await reach(person, step)
        pages = {"y": "Yaku", "c": "Captured", "l": "What happened", "question_mark": "Help"}
        pages |= {"o": "Options", "r": "Rules of this match"}
        for key, title in pages.items():
            await person.press(key)
            assert person.at_page, key
            assert title.lower() in " ".join(person.rows[:6]).lower(), key
            await person.press("escape")
            await reach(person, step)
        await person.press("t", "t", "full_stop")
        for key in ("tab", "i"):
            await person.press(key)
            assert person.at_page, key
            await person.press("escape")
            await reach(person, step)
        await reach(person, step)
        # What was said stands in the log as well.
        await person.press("l", "end")
        words = " ".join(" ".join(person.rows).split())
        assert note_meant(person, step)[-20:] in words


async def test_the_log_tells_all_that_was_said(home: Path) -> None:
    async with sitting(home, FIRST) as person:
        await learn_up_to(person, "tally")
        story = lesson_of(person).story
        for step in STEPS[: [one.name for one in STEPS].index("tally") + 1]:
            assert lesson_of(person).filled(step.said) in story


async def test_it_begins_again_on_wish(home: Path) -> None:
    async with sitting(home, FIRST) as person:
        await learn_up_to(person, "stays")
        await person.press("q", "b")
        await reach(person, STEPS[0])
        assert person.app.settings.first_round == ""
        await learn_up_to(person, "stays")
        await person.press("q", "l")
        await person.left()
    settings = person.app.settings
    async with sitting(home, FIRST, settings=settings) as person:
        await person.until_seen("Go on at step 5")
        await person.press("b")
        await reach(person, STEPS[0])


async def test_going_on_is_what_escape_means_where_it_asks_to_leave(home: Path) -> None:
    async with sitting(home, FIRST) as person:
        await learn_up_to(person, "stays")
        await person.press("q", "escape")
        await reach(person, next(step for step in STEPS if step.name == "stays"))


async def test_a_card_that_is_to_be_chosen_is_not_chosen_yet(home: Path) -> None:
    async with sitting(home, FIRST, settings=replace(STILL, first_round="three")) as person:
        await resume(person)
        step = next(step for step in STEPS if step.name == "three")
        await reach(person, step)
        assert not person.sees("+ Akatan 5 pt")
        before = lesson_of(person).seen
        await person.press("enter")  # that is another card
        assert lesson_of(person).seen is before
        await person.press("1")
        assert person.sees("+ Akatan 5 pt")
        await person.press("1")
        await person.until(lambda: lesson_of(person).seen is not before)


async def test_hints_are_refused_in_it(home: Path) -> None:
    async with sitting(home, FIRST) as person:
        await learn_up_to(person, "capture")
        await person.press("h")
        await person.until_seen("No hints here")


async def test_nothing_of_it_counts_and_a_real_match_with_hints_follows(home: Path) -> None:
    settings = replace(STILL, hints=False)
    async with sitting(home, FIRST, settings=settings) as person:
        await learn_all(person)
        await to_the_end(person)
        assert person.records == []
        assert person.sees("Play the match")
        await person.press("enter")
        await person.until_asked()
        assert person.app.settings.hints
        record = person.record
        assert record.header.rules.rounds == 3
        assert record.header.players[1].level == 1
        assert table_of(person).hinter.refusal == ""


async def test_the_end_leads_to_the_next_lesson_or_back(home: Path) -> None:
    async with sitting(home, settings=replace(STILL, first_round="stop")) as person:
        await person.press("l", "f")
        await resume(person)
        await reach(person, STEPS[-1])
        await do_by_keys(person, STEPS[-1])
        await to_the_end(person)
        await person.press("b")
        await person.until_seen("Learn", "First round", "Done; it can be played again.")
        await person.press("escape")
        await person.until(lambda: person.at_title)


async def test_the_result_is_left_like_the_table(home: Path) -> None:
    async with sitting(home, settings=replace(STILL, first_round="stop")) as person:
        await person.press("l", "f")
        await resume(person)
        await reach(person, STEPS[-1])
        await do_by_keys(person, STEPS[-1])
        await person.until_seen("End of the round")
        await person.press("q", "l")
        await person.until_seen("Learn", "First round")


# How one comes to it.


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_list_leads_to_the_rules_too(size: tuple[int, int], home: Path) -> None:
    async with sitting(home, Start(), size=size) as person:
        await person.until_seen("Learn", "Quit")
        await person.press("l")
        await person.until_seen("Presets side by side", "Rules of your own")
        await person.press("p")
        await person.until_seen("Nintendo")
        await person.press("escape")
        await person.until_seen("Rules of your own", "First round")
        await person.press("e")
        await person.until_seen("Nintendo")
        await person.press("escape")
        await person.until_seen("Rules of your own", "First round")


async def test_learn_opens_a_list_from_the_title_screen(home: Path) -> None:
    async with sitting(home) as person:
        for key in ("l", "question_mark"):
            await person.press(key)
            await person.until_seen("First round", "Koi-koi or stop", "How to play")
            await person.press("escape")
            await person.until(lambda: person.at_title)
        await person.press("l", "question_mark")
        await person.until_seen("Help")


async def test_somebody_new_is_led_to_the_lessons_until_they_have_begun(home: Path) -> None:
    async with sitting(home, Start(newcomer=True), keep=save_settings) as person:
        await person.until_seen("New to flower cards?", "▸ Learn")
        assert not load_settings()[0].welcomed
        await person.press("enter")
        await person.until_seen("First round")
        assert load_settings()[0].welcomed
        await person.press("escape")
        await person.until(lambda: person.at_title)
        assert not person.sees("New to flower cards?")
    known = replace(STILL, welcomed=True)
    async with sitting(home, Start(newcomer=True), settings=known) as person:
        await person.until_seen("▸ New game")
    begun = replace(known, first_round=STEPS[2].name)
    async with sitting(home, Start(newcomer=True), settings=begun) as person:
        await person.until_seen("Your first round goes on under Learn", "▸ Learn")
    async with sitting(home, Start(), settings=begun) as person:
        await person.until_seen("▸ New game")


@pytest.mark.parametrize("size", SIZES)
async def test_the_welcome_has_room_on_every_title_screen(
    size: tuple[int, int], home: Path
) -> None:
    async with sitting(home, Start(newcomer=True), size=size) as person:
        await person.until_seen("New to flower cards?", "five minutes.")


async def test_leaving_the_lesson_ends_the_command(home: Path) -> None:
    async with sitting(home, FIRST) as person:
        await reach(person, STEPS[0])
        await person.press("q", "l")
        await person.left()
