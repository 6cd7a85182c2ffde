"""A question of the card trainer, painted: all of it at every size, and nothing given away."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.cells import cell_len

from koikoi.engine.cards import Card
from koikoi.lesson import quizwords
from koikoi.lesson.quiz import OF_CARDS, UNNAMED, Ask, Question
from koikoi.lesson.trainer import Answered
from koikoi.text import names, short
from koikoi.text.catalogue import Text, load
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Canvas, Ink, Rect, Row
from koikoi.tui.paint.quiz import paint_quiz
from koikoi.tui.sheet import (
    Chosen,
    Item,
    Pressed,
    line_width,
    picture_area,
    rows_shown,
    text_width,
)
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from tests.lesson.asking import all_questions, one_of_each
from tests.text.pseudo import pseudo_text
from tests.tui.goldens import compare
from tests.tui.pages import SHEETS
from tests.tui.quizzes import BRUSHES, after, before, missed, page, wide_text, words_of
from tests.tui.scenes import SIZES
from tests.tui.test_language import english

ENGLISH = load()
ALL_SIZES = [(60, 20), *SIZES]
EACH = one_of_each()
LONGEST = {
    ask: max(
        (one for one in all_questions() if one.ask is ask),
        key=lambda one: len(quizwords.explanation(ENGLISH, one)) + 20 * len(one.shown),
    )
    for ask in Ask
}
"""Of every kind the question that says most."""

every_size = pytest.mark.parametrize("size", ALL_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
every_ask = pytest.mark.parametrize("ask", list(Ask))
every_brush = pytest.mark.parametrize("brush", BRUSHES.values(), ids=BRUSHES)


@every_size
@every_ask
@every_brush
def test_all_that_is_said_has_room(ask: Ask, size: tuple[int, int], brush: Brush) -> None:
    for question in (EACH[ask], LONGEST[ask]):
        done = Answered(question, 0, 0, 1)
        said = [
            quizwords.prompt(ENGLISH, question),
            quizwords.verdict(ENGLISH, done, pictured=brush.faces.pictured),
            quizwords.explanation(ENGLISH, question),
        ]
        frame = page(after(question, 0), size, brush)
        shown = _right_column(_cells(frame.rows), question, size, brush)
        for sentence in said:
            assert brush.glyphs.words(sentence) in shown, "\n".join(frame.text())
        assert "Enter go on" in frame.text()[-1]


def _right_column(rows: list[str], question: Question, size: tuple[int, int], brush: Brush) -> str:
    """The words of a page, without what stands in the picture beside them."""
    start = 2
    if question.fact.card is not None:
        area = picture_area(*size, brush)
        assert area is not None
        start = area.right + 3
    return " ".join(" ".join(row[start:] for row in rows[1:-1]).split())


@every_size
@every_ask
@every_brush
def test_every_row_is_as_wide_as_the_terminal(
    ask: Ask, size: tuple[int, int], brush: Brush
) -> None:
    for asked in (before(EACH[ask], 1), missed(EACH[ask])):
        frame = page(asked, size, brush)
        assert frame.height == size[1]
        assert all(cell_len(row) == size[0] for row in frame.text())


@every_size
@every_ask
@every_brush
def test_every_answer_can_be_pressed_and_reads_in_full(
    ask: Ask, size: tuple[int, int], brush: Brush
) -> None:
    question = EACH[ask]
    frame = page(before(question), size, brush)
    targets = [zone.target for zone in frame.zones if isinstance(zone.target, Chosen)]
    assert targets == [Chosen(str(at)) for at in range(len(question.options))]
    areas = [zone.area for zone in frame.zones if isinstance(zone.target, Chosen)]
    assert all(area.right <= size[0] and area.bottom < size[1] for area in areas)
    drawn = ask in OF_CARDS and brush.faces.pictured
    for area, answer in zip(areas, question.options, strict=True):
        words = quizwords.answer_words(ENGLISH, question, answer, pictured=brush.faces.pictured)
        rows = [row[area.x : area.right] for row in frame.text()[area.y : area.bottom]]
        if not drawn:
            assert brush.glyphs.words(words) in " ".join(" ".join(rows).split())


@every_ask
def test_nothing_moves_when_a_question_is_answered(ask: Ask) -> None:
    for size in ALL_SIZES:
        for brush in BRUSHES.values():
            question = EACH[ask]
            rows = [page(one, size, brush).text() for one in (before(question), missed(question))]
            asked = brush.glyphs.words(quizwords.prompt(ENGLISH, question)).split()[0]
            places = [[asked in row for row in one] for one in rows]
            assert places[0] == places[1]


# Nothing is given away.


@pytest.mark.parametrize("ask", UNNAMED)
@every_size
def test_in_pictures_nothing_names_the_card_before_the_answer(
    ask: Ask, size: tuple[int, int]
) -> None:
    brush = BRUSHES["pictures"]
    for question in [one for one in all_questions() if one.ask is ask][:20]:
        card = question.shown[0]
        area = picture_area(*size, brush)
        assert area is not None
        own = Canvas(area.width, area.height, Ink())
        brush.faces.face(own, Rect(0, 0, area.width, area.height), card)
        rows = own.frame().rows
        frame = page(before(question), size, brush)
        shown = [row[area.x : area.right] for row in frame.rows[area.y : area.bottom]]
        assert shown[:-1] == list(rows[:-1]), "the picture"
        assert "".join(cell.char for cell in shown[-1]).strip() == "", "no caption"
        done = page(missed(question), size, brush)
        assert done.rows[area.bottom - 1][area.x : area.right] == rows[-1], "now with its caption"


@pytest.mark.parametrize("name", ["words", "ascii"])
def test_a_text_card_says_no_more_than_its_name_before_the_answer(name: str) -> None:
    brush = BRUSHES[name]
    for question in all_questions():
        if question.ask not in UNNAMED or question.rules.name != "standard":
            continue
        frame = page(before(question), (80, 24), brush)
        area = picture_area(80, 24, brush)
        assert area is not None
        inside = [row[area.x + 1 : area.right - 1] for row in frame.text()[3 : area.bottom - 2]]
        said = " ".join(" ".join(inside).split())
        card = question.shown[0]
        long, brief = names.card_name(ENGLISH, card), short.card_brief(ENGLISH, card)
        if question.ask is Ask.RIBBON:
            long = names.month(ENGLISH, card.month)
            brief = names.calendar_month(ENGLISH, card.month)
        assert said == (brief if "Chrysanthemum" in long else long)


def test_cards_to_choose_from_have_no_names_where_these_would_tell() -> None:
    brush = BRUSHES["pictures"]
    question = EACH[Ask.SAME_MONTH]
    asked, done = (
        words_of(page(one, (120, 36), brush)) for one in (before(question), missed(question))
    )
    for option in question.options:
        assert isinstance(option, Card)
        begins = short.card_10(ENGLISH, option)[:4]
        assert f"{option.month} {begins}" in done
        assert begins not in asked


@every_ask
@every_brush
def test_before_the_answer_nothing_tells_the_right_one(ask: Ask, brush: Brush) -> None:
    """The same page but for the place of the right answer looks the same."""
    question = EACH[ask]
    for wrong in range(len(question.options)):
        lying = Question(
            question.ask,
            question.fact,
            question.rules,
            question.shown,
            question.options,
            wrong,
            question.month,
        )
        size = (160, 48)  # where the size of cards does not depend on how long an answer is
        assert page(before(question), size, brush) == page(before(lying), size, brush)


# What the answer shows, without colours too.


@every_ask
@every_brush
def test_signs_tell_the_right_answer_and_the_given_one(ask: Ask, brush: Brush) -> None:
    question = EACH[ask]
    asked = missed(question)
    assert asked.done is not None
    said = words_of(page(asked, (100, 30), brush))
    assert f"{brush.glyphs.made}{question.right + 1}" in said
    assert f"{brush.glyphs.lost}{asked.done.given + 1}" in said
    right = words_of(page(after(question, question.right), (100, 30), brush))
    assert f"{brush.glyphs.made}{question.right + 1}" in right
    assert f"{brush.glyphs.lost}1" not in right


@every_brush
def test_the_chosen_answer_has_a_pointer(brush: Brush) -> None:
    for question in EACH.values():
        for chosen in range(len(question.options)):
            said = words_of(page(before(question, chosen), (80, 24), brush))
            assert f"{brush.glyphs.pointer}{chosen + 1}" in said


def test_after_the_answer_a_press_anywhere_goes_on() -> None:
    frame = page(missed(EACH[Ask.MONTH]), (80, 24), BRUSHES["pictures"])
    assert frame.at(40, 12) == Pressed("enter")
    assert frame.at(78, 0) is None or frame.at(75, 0) == Pressed("escape")
    assert not [zone for zone in frame.zones if isinstance(zone.target, Chosen)]


@every_size
def test_ascii_has_nothing_else(size: tuple[int, int]) -> None:
    for question in EACH.values():
        for asked in (before(question, 0), missed(question)):
            for row in page(asked, size, BRUSHES["ascii"]).text():
                assert all(" " <= char <= "~" for char in row)


# Other languages.


def other(text: Text, *, pictures: bool) -> Brush:
    return make_brush(DARK, GlyphSet.FULL, text, pictures=pictures)


@pytest.mark.parametrize("pictures", [True, False])
@every_size
def test_no_english_is_left(size: tuple[int, int], pictures: bool) -> None:
    brush = other(pseudo_text()[0], pictures=pictures)
    for question in EACH.values():
        for asked in (before(question), missed(question)):
            frame = paint_quiz(asked._replace(title="⟦≈⟧"), *size, brush)
            assert english(frame.text()) == []


@pytest.mark.parametrize("pictures", [True, False])
@every_size
@every_ask
def test_a_language_of_wide_letters_has_room(
    ask: Ask, size: tuple[int, int], pictures: bool
) -> None:
    brush, text = other(wide_text(), pictures=pictures), wide_text()
    for question in (EACH[ask], LONGEST[ask]):
        frame = page(after(question, 0), size, brush)
        assert all(cell_len(row) == size[0] for row in frame.text())
        done = after(question, 0).done
        assert done is not None
        said = quizwords.prompt(text, question).replace(" ", "")
        shown = _right_column(_cells(frame.rows), question, size, brush).replace(" ", "")
        assert said in shown
        for sentence in (
            quizwords.verdict(text, done, pictured=pictures),
            quizwords.explanation(text, question),
        ):
            assert sentence.replace(" ", "") in shown


def _cells(rows: Sequence[Row]) -> list[str]:
    """Rows in which a wide letter is followed by a blank, so that columns can be counted."""
    return ["".join(cell.char or " " for cell in row) for row in rows]


@pytest.mark.parametrize("name", ["words", "ascii"])
def test_questions_look_as_they_did(name: str) -> None:
    frames = [
        page(asked, size, BRUSHES[name])
        for size in ((60, 20), (80, 24))
        for question in EACH.values()
        for asked in (before(question, 1), missed(question))
    ]
    compare(f"quiz-{name}", frames)


# The pages around the questions.

AROUND = ("trainer", "trainer-forget", "trainer-summary")


@pytest.mark.parametrize("name", AROUND)
@every_size
def test_pages_around_the_questions_hold_wide_letters(name: str, size: tuple[int, int]) -> None:
    room = text_width(size[0])
    for line in SHEETS[name](other(wide_text(), pictures=False), room).lines:
        assert line_width(line) <= room - (3 if isinstance(line, Item) else 0)


def test_the_page_it_begins_with_needs_no_scrolling_on_the_smallest_terminal() -> None:
    for brush in BRUSHES.values():
        assert len(SHEETS["trainer"](brush, text_width(60)).lines) <= rows_shown(20)
