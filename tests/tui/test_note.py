"""What a lesson says on the table fits there, in every language that there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from koikoi.engine.actions import Play
from koikoi.engine.flow import legal_actions
from koikoi.engine.view import view
from koikoi.lesson.decisions import CALL, STOP, decisions
from koikoi.lesson.script import Ask
from koikoi.lesson.why import why_not
from koikoi.text.catalogue import Text, available, load
from koikoi.tui.glyphs import SETS
from koikoi.tui.layout import layout
from koikoi.tui.learnwords import judged_sentence
from koikoi.tui.paint.note import note_area, note_lines, note_width
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from koikoi.tui.uistate import Mood, Note
from tests.tui.pupil import SCRIPT, STEPS
from tests.tui.scenes import Scene, a_turn, brush_of, layout_of, painted

SIZES = [(60, 20), (70, 22), (80, 24), (100, 30), (120, 36), (160, 48)]


def notes(text: Text, glyphs: GlyphSet) -> Iterator[Note]:
    """Everything that a lesson can say."""
    signs = SETS[glyphs]._asdict()
    for step in STEPS:
        said = text.t(step.said, **signs)
        if not isinstance(step, Ask):
            yield Note(said)
            continue
        task = text.t(step.task, **signs)
        yield Note(said, task)
        yield from (Note(text.t(why), task) for why in step.wrongs.values())
        state = SCRIPT.before(SCRIPT.entries.index(step))
        seen = view(state, 0)
        for action in legal_actions(state):
            if action != step.action and isinstance(action, Play):
                yield Note(why_not(text, seen, step, action, None), task)
    for one in decisions():
        yield from (Note(judged_sentence(one, given, text)) for given in (STOP, CALL))


@pytest.mark.parametrize("lang", available())
@pytest.mark.parametrize("glyphs", list(GlyphSet))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_note_has_room(size: tuple[int, int], glyphs: GlyphSet, lang: str) -> None:
    text = load(lang)
    brush, area = brush_of(DARK, glyphs, text), note_area(layout_of(size))
    for note in notes(text, glyphs):
        told, task = note_lines(note, note_width(area), brush)
        assert len(told) + len(task) <= area.height, (told, task)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_note_lies_beside_the_stock_and_above_the_prompt(size: tuple[int, int]) -> None:
    found = layout(*size)
    assert found is not None
    area = note_area(found)
    assert area.right < found.stock_place().x
    assert area.bottom == found.prompt.y
    assert area.y >= found.field_place(0).bottom


def test_of_a_note_that_is_too_long_the_task_is_what_is_kept() -> None:
    scene = a_turn()
    note = Note("told " * 80, "the task at the end")
    ui = scene.ui._replace(note=note, mood=Mood.PLAY)
    rows = painted(Scene(scene.seen, ui), (60, 20)).text()
    assert any("the task at the end" in row for row in rows)


def test_a_warning_is_told_by_more_than_its_words_only_where_there_are_colours() -> None:
    scene = a_turn()
    frames = [
        painted(Scene(scene.seen, scene.ui._replace(note=Note("said", warns=warns))), (80, 24))
        for warns in (False, True)
    ]
    assert frames[0].text() == frames[1].text()
    assert frames[0] != frames[1]
