"""A session: what it asks, what it remembers, what it comes to."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.lesson.boxes import GAP, HIGHEST
from koikoi.lesson.quiz import Question
from koikoi.lesson.trainer import Answered, Trainer
from tests.text.moments import any_rules, patient

STANDARD = preset("standard")


def session(trainer: Trainer, right: list[bool]) -> list[Question]:
    """Answers the questions rightly or not, and returns them."""
    asked = []
    for is_right in right:
        question = trainer.question
        asked.append(question)
        wrong = (question.right + 1) % len(question.options)
        trainer.answer(question.right if is_right else wrong)
        if not trainer.over:
            trainer.go_on()
    return asked


def keys(questions: list[Question]) -> list[str]:
    return [question.fact.key for question in questions]


@pytest.mark.parametrize("name", PRESET_NAMES)
@given(right=st.lists(st.booleans(), min_size=1, max_size=20), seed=st.text("ab", max_size=4))
def test_a_session_asks_as_many_questions_as_it_has(
    name: str, right: list[bool], seed: str
) -> None:
    trainer = Trainer(preset(name), {}, seed, len(right))
    assert trainer.number == 1
    asked = session(trainer, right)
    assert trainer.over
    summary = trainer.summary()
    assert (summary.asked, summary.right) == (len(right), sum(right))
    assert len(summary.weakest) <= 3
    for at, question in enumerate(asked):
        recent = keys(asked)[max(at - GAP, 0) : at]
        assert question.fact.key not in recent


def test_the_same_seed_memory_and_answers_ask_the_same() -> None:
    right = [True, False, True, True, False, True, True, True]
    boxes = {"month 1L": 1, "worth sanko 5": 4}
    first, again, other = (
        session(Trainer(STANDARD, boxes, seed, 8), right) for seed in ("a", "a", "b")
    )
    assert first == again
    assert keys(first) != keys(other)


def test_what_was_missed_is_asked_again_in_the_same_session() -> None:
    asked = session(Trainer(STANDARD, {}, "seed", 6), [True, False, True, True, True, True])
    assert keys(asked)[1] == keys(asked)[1 + GAP + 1]
    assert keys(asked).count(keys(asked)[1]) == 2


def test_answers_move_their_facts() -> None:
    trainer = Trainer(STANDARD, {}, "seed", 3)
    question = trainer.question
    done = trainer.answer(question.right)
    assert done == Answered(question, question.right, 0, 3)
    assert done.right
    assert (trainer.waits, trainer.number) == (False, 1)
    trainer.go_on()
    assert (trainer.waits, trainer.number) == (True, 2)
    wrong = (trainer.question.right + 1) % len(trainer.question.options)
    missed = trainer.answer(wrong)
    assert (missed.before, missed.after, missed.right) == (0, 1, False)
    assert missed.answer == missed.question.options[wrong]


def test_the_summary_tells_how_it_moved() -> None:
    trainer = Trainer(STANDARD, {}, "seed", 4)
    session(trainer, [True, True, True, False])
    summary = trainer.summary()
    assert (summary.up, summary.down) == (3, 0)
    assert 0 == summary.before < summary.after < 1
    assert len(summary.weakest) == 3
    assert summary.weakest[0] == trainer.answered[-1].question, "what was missed comes first"


def test_what_was_known_and_is_missed_is_known_less_well() -> None:
    everything = {fact.key: HIGHEST for fact in Trainer(STANDARD, {}, "", 1)._facts}
    trainer = Trainer(STANDARD, everything, "seed", 1)
    session(trainer, [False])
    summary = trainer.summary()
    assert (summary.up, summary.down) == (0, 1)
    assert summary.after < summary.before == 1


def test_what_is_known_is_not_among_the_weakest() -> None:
    everything = {fact.key: HIGHEST for fact in Trainer(STANDARD, {}, "", 1)._facts}
    trainer = Trainer(STANDARD, everything, "seed", 2)
    session(trainer, [True, True])
    assert trainer.summary().weakest == ()


def test_boxes_that_there_are_not_are_passed_over() -> None:
    odd = {"month 1L": 99, "month 2A": 0, "month 3L": -1, "something else": 2}
    trainer = Trainer(STANDARD, odd, "seed", 1)
    session(trainer, [True])
    assert trainer.summary().before == 0


def test_a_session_that_is_left_at_once_comes_to_nothing() -> None:
    summary = Trainer(STANDARD, {}, "seed", 10).summary()
    assert (summary.asked, summary.right, summary.weakest) == (0, 0, ())


def test_the_weakest_facts_are_asked_first_of_all() -> None:
    facts = Trainer(STANDARD, {}, "", 1)._facts
    boxes = {fact.key: HIGHEST for fact in facts} | {fact.key: 1 for fact in facts[:5]}
    asked = session(Trainer(STANDARD, boxes, "seed", 10), [True] * 10)
    assert {fact.key for fact in facts[:5]} <= set(keys(asked))


@settings(patient, max_examples=25)
@given(rules=any_rules(), right=st.lists(st.booleans(), min_size=1, max_size=12))
def test_under_any_rules_there_is_something_to_ask(rules: Rules, right: list[bool]) -> None:
    trainer = Trainer(rules, {}, "seed", len(right))
    assert len(session(trainer, right)) == len(right)
