"""Questions: one right answer and no second one, plausible wrong ones, no place that tells."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.cards import CARDS, LIGHTNING, SAKE_CUP, Card, Kind, mask_of
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.tally import tally
from koikoi.engine.yaku import YakuId
from koikoi.lesson.chance import Chance
from koikoi.lesson.facts import FACES, Fact, Topic, face_of, facts_of
from koikoi.lesson.quiz import MOST_OPTIONS, Ask, Question, askable, question_for
from tests.lesson.asking import all_questions, is_right, questions
from tests.text.moments import any_rules, patient

SEEDS = st.text("abcdef0123", min_size=1, max_size=8)
few = settings(patient, max_examples=25)

each_preset = pytest.mark.parametrize("name", PRESET_NAMES)


def check(question: Question) -> None:
    """What holds for every question."""
    options = question.options
    assert 2 <= len(options) <= MOST_OPTIONS
    assert len(set(options)) == len(options)
    right = [place for place, option in enumerate(options) if is_right(question, option)]
    assert right == [question.right], question
    cards = [one for one in options if isinstance(one, Card)]
    assert len({face_of(one) for one in cards}) == len(cards), "two that look alike"


@each_preset
@given(seed=SEEDS, place=st.integers(0, 89))
def test_one_answer_is_right_and_no_other(name: str, seed: str, place: int) -> None:
    rules = preset(name)
    facts = facts_of(rules)
    question = question_for(facts[place % len(facts)], rules, Chance(seed))
    assert question is not None
    check(question)


@few
@given(rules=any_rules(), seed=SEEDS)
def test_under_any_rules_one_answer_is_right_and_no_other(rules: Rules, seed: str) -> None:
    for question in questions(rules, seed):
        if question.fact.yaku is not None:
            check(question)


@each_preset
def test_there_is_a_question_for_every_fact(name: str) -> None:
    rules = preset(name)
    assert askable(rules) == facts_of(rules)
    assert len({fact.key for fact in facts_of(rules)}) == len(facts_of(rules))


def test_every_kind_of_question_is_asked() -> None:
    assert {question.ask for question in all_questions()} == set(Ask)


def test_facts_are_those_of_the_cards_that_look_different_and_of_the_yaku_in_play() -> None:
    assert len(FACES) == 37
    standard, wikipedia = preset("standard"), preset("wikipedia")
    yaku = {fact.yaku for fact in facts_of(standard) if fact.yaku is not None}
    assert yaku == {line.id for line in tally(0, standard).lines}
    assert YakuId.TSUKIFUDA not in yaku
    assert Fact(Topic.CARDS, yaku=YakuId.TSUKIFUDA) in facts_of(wikipedia)


def test_what_the_rules_decide_is_another_fact_where_they_decide_otherwise() -> None:
    keys = [{fact.key for fact in facts_of(preset(name))} for name in ("standard", "wikipedia")]
    assert "worth sanko 5" in keys[0] - keys[1]
    assert "worth sanko 6" in keys[1] - keys[0]
    assert "kind 9A animal" in keys[0] - keys[1]
    assert "month 1P1" in keys[0] & keys[1]
    assert "worth shiko 8" in keys[0] & keys[1]


def test_the_same_seed_asks_the_same() -> None:
    rules = preset("standard")
    assert list(questions(rules, "a")) == list(questions(rules, "a"))
    assert list(questions(rules, "a")) != list(questions(rules, "b"))


@pytest.mark.parametrize("ask", list(Ask))
def test_the_right_answer_is_as_often_at_every_place(ask: Ask) -> None:
    asked = [question for question in all_questions() if question.ask is ask]
    most = max(len(question.options) for question in asked)
    whole = [question for question in asked if len(question.options) == most]
    places = Counter(question.right for question in whole)
    assert set(places) == set(range(most))
    if len(whole) > 60:
        share = len(whole) / most
        assert all(0.5 * share < count < 1.6 * share for count in places.values()), places


# Wrong answers that one could think.


def _near(question: Question, other: int) -> bool:
    assert question.fact.card is not None
    return (other - question.fact.card.month) % 12 in (1, 2, 10, 11)


def test_wrong_months_are_neighbours_or_look_alike() -> None:
    for question in all_questions():
        if question.ask is Ask.MONTH:
            wrong = [one for one in question.options if one != question.answer]
            assert all(isinstance(one, int) for one in wrong)
            assert sum(_near(question, int(one)) for one in wrong) >= 2


def test_cards_of_the_same_month_are_asked_among_cards_that_are_as_likely() -> None:
    for question in all_questions():
        if question.ask is not Ask.SAME_MONTH:
            continue
        cards = [one for one in question.options if isinstance(one, Card)]
        right = question.answer
        assert isinstance(right, Card)
        assert question.fact.card != right
        assert len({one.month for one in cards}) == len(cards)
        # A name with its plant in it shows nothing where all or none of the answers have one.
        figures = {one.kind in (Kind.LIGHT, Kind.ANIMAL) or one == LIGHTNING for one in cards}
        assert len(figures) == 1
        asked = question.fact.card
        assert asked is not None
        plant_named = asked.kind in (Kind.RIBBON, Kind.PLAIN) and asked != LIGHTNING
        assert not (plant_named and figures == {False})


@pytest.mark.parametrize("ask", [Ask.COMPLETES, Ask.ODD])
def test_wrong_cards_share_their_kind_or_month_with_the_right_one(ask: Ask) -> None:
    for question in all_questions():
        if question.ask is not ask:
            continue
        cards = [one for one in question.options if isinstance(one, Card)]
        right = question.answer
        assert isinstance(right, Card)
        others = [one for one in cards if one != right]
        assert any(one.kind is right.kind or one.month == right.month for one in others)


def test_the_rain_is_what_three_lights_are_mixed_up_with() -> None:
    rain = Card.parse("11L")
    asked = [one for one in all_questions() if one.fact.yaku in (YakuId.SANKO, YakuId.SHIKO)]
    odd = [one for one in asked if one.ask is Ask.ODD]
    assert odd
    assert all(one.answer == rain for one in odd)
    completes = [one for one in asked if one.ask is Ask.COMPLETES]
    assert any(rain in one.options for one in completes)


def test_wrong_points_are_near_and_never_nothing() -> None:
    for question in all_questions():
        if question.ask is Ask.POINTS:
            numbers = [one for one in question.options if isinstance(one, int)]
            assert min(numbers) >= 1
            assert isinstance(question.answer, int)
            near = [one for one in numbers if str(one) != question.fact.value]
            assert all(abs(one - question.answer) <= 7 for one in near)


def test_further_cards_are_asked_about_too_and_what_they_would_not_bring() -> None:
    asked = [one for one in all_questions() if one.ask is Ask.POINTS]
    more = [one for one in asked if str(one.answer) != one.fact.value]
    assert more
    assert all(int(one.fact.value) in one.options for one in more)


def test_wrong_yaku_have_cards_that_are_missing() -> None:
    for question in all_questions():
        if question.ask is not Ask.MAKES:
            continue
        lines = tally(mask_of(question.shown), question.rules, month=question.month or 1)
        for option in question.options:
            line = lines.line(YakuId(str(option)))
            assert line is not None
            assert (line.missing == 0) == (option == question.answer)


def test_the_cup_counts_as_the_rules_say() -> None:
    counts = {
        name: question_for(
            Fact(Topic.KIND, SAKE_CUP, value=preset(name).sake_cup), preset(name), Chance("cup")
        )
        for name in ("standard", "nintendo")
    }
    assert [one.answer for one in counts.values() if one is not None] == ["animal", "both"]


def test_faces_stand_for_the_cards_that_look_like_them() -> None:
    assert {card.code: face_of(card).code for card in CARDS if face_of(card) != card} == {
        f"{month}P2": f"{month}P1" for month in range(1, 13) if month != 11
    }
