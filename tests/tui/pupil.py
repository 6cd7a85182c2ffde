"""A person who is taught the first round."""

from __future__ import annotations

from koikoi.engine.actions import KoiKoi, Play
from koikoi.engine.cards import Card, cards_of
from koikoi.lesson.first import first_round
from koikoi.lesson.script import Ask, Say, Step
from koikoi.tui.keys import Where
from koikoi.tui.layout import layout, offered
from koikoi.tui.lessonpage import LessonPage
from koikoi.tui.paint.note import note_area
from koikoi.tui.uistate import LETTERS, Decision, Does, FieldCard, HandCard, Mood, Words
from tests.tui.person import Person

SCRIPT = first_round()
STEPS = SCRIPT.steps


def lesson_of(person: Person) -> LessonPage:
    """The table of the lesson."""
    page = next(page for page in person.app._pages if isinstance(page, LessonPage))
    assert isinstance(page, LessonPage)
    return page


def note_shown(person: Person) -> str:
    """What stands in the note on the screen, on one line."""
    frame = person.frame
    found = layout(frame.width, frame.height)
    assert found is not None
    area, bar = note_area(found), person.app.brush.glyphs.bar_left
    rows = [row[area.x : area.right] for row in person.rows[area.y : area.bottom]]
    return " ".join(" ".join(row[1:] for row in rows if row.startswith(bar)).split())


def note_meant(person: Person, step: Step) -> str:
    """What has to stand there at a step."""
    page = lesson_of(person)
    said = [page.filled(step.said)]
    if isinstance(step, Ask):
        said.append(page.filled(step.task))
    return " ".join(person.app.brush.glyphs.words(" ".join(said)).split())


async def reach(person: Person, step: Step) -> None:
    """Waits until a step is on the screen."""
    mood = {Mood.TOLD} if isinstance(step, Say) else {Mood.PLAY, Mood.DECIDE}

    def there() -> bool:
        pages = [page for page in person.app._pages if isinstance(page, LessonPage)]
        return (
            bool(pages)
            and pages[-1].choice.mood in mood
            and pages[-1].note is not None
            and note_shown(person) == note_meant(person, step)
        )

    await person.until(there)


async def do_by_keys(person: Person, step: Step) -> int:
    """Does what a step asks for with keys; returns how many actions that took."""
    if isinstance(step, Say):
        await person.press("enter")
        return 1
    if not isinstance(step.action, Play):
        await person.press("k" if isinstance(step.action, KoiKoi) else "s")
        return 1
    presses = await play_key(person, step.action.card)
    if step.takes is None:
        return presses
    await person.until(lambda: person.where is Where.PICKED)
    page = lesson_of(person)
    await person.press(LETTERS[offered(page.seen, step.action.card).index(step.takes)])
    return presses + 1


async def play_key(person: Person, card: Card) -> int:
    """Plays a card with its key, whatever is chosen; returns how often that was pressed."""
    page = lesson_of(person)
    key = str(cards_of(page.seen.hand).index(card) + 1)
    chosen = page.choice.focus == card or person.app.settings.quick_play
    await person.press(*([key] if chosen else [key, key]))
    return 1 if chosen else 2


async def do_by_mouse(person: Person, step: Step) -> None:
    """Does what a step asks for with the mouse."""
    if isinstance(step, Say):
        await person.click_on(Does("go_on"))
    elif not isinstance(step.action, Play):
        stops = not isinstance(step.action, KoiKoi)
        await person.click_on(Words(Decision.STOP if stops else Decision.CALL))
    else:
        if lesson_of(person).choice.focus != step.action.card:
            await person.click_on(HandCard(step.action.card))
        await person.click_on(HandCard(step.action.card))
        if step.takes is not None:
            await person.until(lambda: person.where is Where.PICKED)
            await person.click_on(FieldCard(step.takes))
    await person.settled()


async def learn_up_to(person: Person, name: str) -> None:
    """Does everything before a step."""
    for step in STEPS:
        await reach(person, step)
        if step.name == name:
            return
        await do_by_keys(person, step)
    raise AssertionError(name)


async def learn_all(person: Person) -> int:
    """Does the whole lesson; returns how many actions it took."""
    done = 0
    for step in STEPS:
        await reach(person, step)
        done += await do_by_keys(person, step)
    return done
