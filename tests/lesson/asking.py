"""Questions of every kind for the tests, and what an answer to one is worth by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from koikoi.engine.cards import MONTH_MASKS, SAKE_CUP, Card, mask_of
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.yaku import YAKU, Family, YakuId, scorer
from koikoi.lesson.chance import Chance
from koikoi.lesson.facts import facts_of
from koikoi.lesson.quiz import Answer, Ask, Question, question_for

SEEDS: Final = ("one", "two", "three", "four", "five", "six")


def questions(rules: Rules, seed: str) -> Iterator[Question]:
    """A question for every fact under these rules."""
    for fact in facts_of(rules):
        question = question_for(fact, rules, Chance(f"{seed}/{fact.key}"))
        if question is not None:
            yield question


@cache
def all_questions() -> tuple[Question, ...]:
    """Many questions of every kind, under every preset."""
    return tuple(
        question
        for name in PRESET_NAMES
        for seed in SEEDS
        for question in questions(preset(name), f"{name}/{seed}")
    )


def one_of_each() -> dict[Ask, Question]:
    """A question of each kind, and of a yaku those with most cards."""
    found: dict[Ask, Question] = {}
    for question in all_questions():
        known = found.setdefault(question.ask, question)
        if len(question.shown) > len(known.shown):
            found[question.ask] = question
    return found


def part_of(card: Card, yaku: YakuId, rules: Rules, month: int) -> bool:
    """Whether a card can be part of a yaku."""
    if yaku is YakuId.TSUKIFUDA:
        return bool(MONTH_MASKS[month - 1] >> card & 1)
    if card == SAKE_CUP and yaku is YakuId.TANE:
        return rules.sake_cup != "plain"
    if card == SAKE_CUP and yaku is YakuId.KASU:
        return rules.sake_cup != "animal"
    return bool(YAKU[yaku].cards >> card & 1)


def is_right(question: Question, answer: Answer) -> bool:
    """Whether an answer is right: by the cards' table and the scorer, not by the question."""
    ask, rules, month = question.ask, question.rules, question.month or 1
    yaku, pile = question.fact.yaku, mask_of(question.shown)
    if yaku is None:
        return _of_a_card(question, answer)
    if ask is Ask.POINTS:
        return answer == scorer(rules).total(pile, month)
    if ask is Ask.MAKES:
        return answer in {made.id for made in scorer(rules).made(pile, month)}
    assert isinstance(answer, Card)
    if ask is Ask.ODD:
        return not part_of(answer, yaku, rules, month)
    assert ask is Ask.COMPLETES
    assert not pile >> answer & 1
    if YAKU[yaku].family is Family.VIEWINGS:
        # Some rules let one count beside other yaku or after a call only: it is complete all the
        # same.
        return not YAKU[yaku].cards & ~(pile | 1 << answer)
    return yaku in {made.id for made in scorer(rules).made(pile | 1 << answer, month)}


def _of_a_card(question: Question, answer: Answer) -> bool:
    ask, card = question.ask, question.fact.card
    assert card is not None
    if ask is Ask.MONTH:
        return answer == card.month
    if ask is Ask.SAME_MONTH:
        assert isinstance(answer, Card)
        return answer.month == card.month
    if ask is Ask.CUP:
        return answer == question.rules.sake_cup
    return answer is (card.kind if ask is Ask.KIND else card.ribbon)
