"""The card trainer in words, in English and in any other language."""

from __future__ import annotations

from collections.abc import Iterator

from koikoi.engine.presets import preset
from koikoi.lesson import quizwords
from koikoi.lesson.quiz import Ask, Question
from koikoi.lesson.trainer import Answered, Trainer
from koikoi.text import names
from koikoi.text.catalogue import Text, load
from tests.lesson.asking import all_questions, one_of_each
from tests.text.pseudo import pseudo_text
from tests.text.test_every_sentence import _past_the_catalogue, _say_faults

ENGLISH = load()


def sentences(text: Text, question: Question) -> Iterator[str]:
    """All sentences about a question."""
    if cards := quizwords.cards_said(text, question):
        yield cards
    yield quizwords.prompt(text, question)
    yield quizwords.explanation(text, question)
    for place in range(len(question.options)):
        for pictured in (True, False):
            yield quizwords.verdict(text, Answered(question, place, 0, 1), pictured=pictured)


def summed_up(text: Text) -> Iterator[str]:
    """All sentences about a session."""
    trainer = Trainer(preset("standard"), {}, "seed", 2)
    trainer.answer(0)
    yield from quizwords.result(text, trainer.summary())
    trainer.go_on()
    trainer.answer(0)
    yield from quizwords.result(text, trainer.summary())
    yield from quizwords.weakest(text, trainer.summary())


def test_every_sentence_reads_like_one() -> None:
    said = [one for question in all_questions() for one in sentences(ENGLISH, question)]
    assert _say_faults([*said, *summed_up(ENGLISH)]) == []


def test_no_sentence_and_no_answer_bypasses_the_catalogue() -> None:
    text, _ = pseudo_text()
    for question in all_questions():
        said = list(sentences(text, question))
        said += [quizwords.answer_words(text, question, one) for one in question.options]
        assert _past_the_catalogue(said) == []
    assert _past_the_catalogue(summed_up(text)) == []


def test_answers_to_one_question_read_otherwise() -> None:
    for question in all_questions():
        for pictured in (True, False):
            words = [
                quizwords.answer_words(ENGLISH, question, one, pictured=pictured)
                for one in question.options
            ]
            assert len(set(words)) == len(words), words


def test_a_name_that_says_its_plant_is_not_asked_for_it() -> None:
    for question in all_questions():
        if question.ask is not Ask.MONTH:
            continue
        card = question.shown[0]
        plant = names.plant(ENGLISH, card.month)
        said = plant.casefold() in quizwords.cards_said(ENGLISH, question).casefold()
        answers = [quizwords.answer_words(ENGLISH, question, one) for one in question.options]
        assert any(plant in one for one in answers) == (not said)
        seen = [
            quizwords.answer_words(ENGLISH, question, one, pictured=True)
            for one in question.options
        ]
        assert any(plant in one for one in seen)


def test_the_question_does_not_say_its_answer() -> None:
    for question in all_questions():
        if question.ask in (Ask.MONTH, Ask.KIND, Ask.RIBBON, Ask.SAME_MONTH):
            asked = quizwords.cards_said(ENGLISH, question) + quizwords.prompt(ENGLISH, question)
            answer = quizwords.answer_words(ENGLISH, question, question.answer)
            assert answer not in asked.replace("kind of card", "")


def test_an_explanation_says_the_right_answer() -> None:
    for ask, question in one_of_each().items():
        said = quizwords.explanation(ENGLISH, question).casefold()
        answer = quizwords.answer_words(ENGLISH, question, question.answer).casefold()
        if ask in (Ask.COMPLETES, Ask.ODD):
            continue  # they say what the yaku is made of; the answer stands before
        if ask is Ask.POINTS:
            assert "points" in said
        else:
            assert answer in said


def test_the_cup_is_explained_where_it_counts_otherwise() -> None:
    said = {
        quizwords.explanation(ENGLISH, question)
        for question in all_questions()
        if question.rules.name == "nintendo" and question.fact.key == "cards kasu"
    }
    assert any("at the same time as a plain" in one for one in said)


def test_a_round_has_to_be_told_where_its_month_matters() -> None:
    months = [one for one in all_questions() if one.month]
    assert {one.fact.key.split()[1] for one in months} == {"tsukifuda"}
    for one in months:
        assert names.month(ENGLISH, one.month) in quizwords.prompt(ENGLISH, one)
