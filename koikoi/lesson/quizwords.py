"""The card trainer in words: questions, answers, what explains them, what a session came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from koikoi.engine.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    LIGHTS,
    PLAINS,
    POEM_RIBBONS,
    RIBBONS,
    SAKE_CUP,
    Card,
    Kind,
    Ribbon,
    cards_of,
    mask_of,
)
from koikoi.engine.yaku import YakuId, scorer
from koikoi.lesson.quiz import Answer, Ask, Question
from koikoi.lesson.trainer import Answered, Summary
from koikoi.text import figures, names
from koikoi.text.catalogue import N_, NN_, Text
from koikoi.text.options import option_value
from koikoi.text.rules_yaku import cup_sentence, yaku_sentence

_ASKED: Final = {
    Ask.MONTH: N_("Which month does this card belong to?"),
    Ask.SAME_MONTH: N_("Which card is of the same month?"),
    Ask.KIND: N_("Which kind of card is this?"),
    Ask.RIBBON: N_("Which ribbon is that of {month}?"),
    Ask.CUP: N_("What does this card count as under these rules?"),
    Ask.COMPLETES: N_("Which card completes {yaku}?"),
    Ask.MAKES: N_("Which yaku do these cards make?"),
    Ask.POINTS: N_("How many points are these cards worth?"),
    Ask.ODD: N_("Which of these cards is no part of {yaku}?"),
}
_KINDS: Final = {
    Kind.LIGHT: (
        LIGHTS,
        NN_("{card} is the only light.", "{card} is a light, one of {count}."),
    ),
    Kind.ANIMAL: (
        ANIMALS,
        NN_("{card} is the only animal.", "{card} is an animal, one of {count}."),
    ),
    Kind.RIBBON: (
        RIBBONS,
        NN_("{card} is the only ribbon.", "{card} is a ribbon, one of {count}."),
    ),
    Kind.PLAIN: (
        PLAINS,
        NN_("{card} is the only plain.", "{card} is a plain, one of {count}."),
    ),
}
_RIBBONS: Final = {
    Ribbon.POEM: (POEM_RIBBONS, N_("The poem ribbons are those of {months}.")),
    Ribbon.BLUE: (BLUE_RIBBONS, N_("The blue ribbons are those of {months}.")),
    Ribbon.RED: (
        RIBBONS & ~POEM_RIBBONS & ~BLUE_RIBBONS,
        N_("The red ribbons without writing are those of {months}."),
    ),
}


def prompt(text: Text, question: Question) -> str:
    """What is asked of the cards that are shown; before it the month, where it matters."""
    fact = question.fact
    asked = text.t(
        _ASKED[question.ask],
        yaku="" if fact.yaku is None else names.yaku(text, fact.yaku),
        month="" if fact.card is None else names.month(text, fact.card.month),
    )
    if not question.month:
        return asked
    month = text.t("The round is that of {month}.", month=names.month(text, question.month))
    return text.sentences((month, asked))


def cards_said(text: Text, question: Question) -> str:
    """Which cards are shown, where they are not seen; empty where the question says enough."""
    if not question.shown or question.ask is Ask.RIBBON:
        return ""
    cards = names.joined_cards(text, question.shown)
    return text.n(
        "The card is {cards}.", "The cards are {cards}.", len(question.shown), cards=cards
    )


def answer_words(text: Text, question: Question, answer: Answer, *, pictured: bool = False) -> str:
    """How an answer reads.

    Args:
        text: The language.
        question: The question.
        answer: One of its answers.
        pictured: Whether the card that is asked about is seen; otherwise its name may say the
            plant, and the answers must not.
    """
    ask = question.ask
    if isinstance(answer, Card):
        return names.card_name(text, answer)
    if isinstance(answer, YakuId):
        return names.yaku(text, answer)
    if isinstance(answer, Kind):
        return names.kind(text, answer)
    if isinstance(answer, Ribbon):
        return names.ribbon(text, answer)
    if isinstance(answer, str):
        return option_value(text, "sake_cup", answer)
    if ask is Ask.POINTS:
        return figures.points(text, answer)
    if pictured or not _says_plant(text, question.shown[0]):
        return names.month(text, answer)
    return names.calendar_month(text, answer)


def _says_plant(text: Text, card: Card) -> bool:
    plant = names.plant(text, card.month)
    return plant.casefold() in names.card_name(text, card).casefold()


def verdict(text: Text, done: Answered, *, pictured: bool = False) -> str:
    """Whether an answer is right, and which one is."""
    question = done.question
    answer = answer_words(text, question, question.answer, pictured=pictured)
    if done.right:
        return text.t("Right: {answer}.", answer=answer)
    return text.t("Wrong; right is {answer}.", answer=answer)


def explanation(text: Text, question: Question) -> str:
    """Why the right answer is right."""
    ask, fact, rules = question.ask, question.fact, question.rules
    if ask is Ask.CUP:
        return cup_sentence(text, rules)
    if fact.card is not None:
        return _about_card(text, question, fact.card)
    assert fact.yaku is not None  # a fact is about a card or a yaku
    if ask is Ask.POINTS:
        made = scorer(rules).made(mask_of(question.shown), question.month or 1)
        said = text.t("They make {yaku}.", yaku=figures.yaku_points(text, made))
        worth = rules.to_mapping()[fact.yaku.value]
        if any(one.id is fact.yaku and one.points != worth for one in made):
            # Cards beyond the yaku's own: the sum alone would pass for what it is worth.
            said = text.sentences((said, yaku_sentence(text, rules, fact.yaku)))
    else:
        said = yaku_sentence(text, rules, fact.yaku)
    cards = (*question.shown, *(one for one in question.options if isinstance(one, Card)))
    counting = fact.yaku in (YakuId.TANE, YakuId.KASU) and rules.sake_cup != "animal"
    if counting and SAKE_CUP in cards:
        return text.sentences((said, cup_sentence(text, rules)))
    return said


def _about_card(text: Text, question: Question, card: Card) -> str:
    name = names.card_name(text, card)
    if question.ask is Ask.KIND:
        mask, form = _KINDS[card.kind]
        return text.n(*form, mask.bit_count(), card=name)
    if question.ask is Ask.RIBBON:
        assert card.ribbon is not None
        mask, message = _RIBBONS[card.ribbon]
        return text.t(message, months=names.months(text, [one.month for one in cards_of(mask)]))
    month = names.month(text, card.month)
    if question.ask is Ask.SAME_MONTH:
        assert isinstance(question.answer, Card)
        other = names.card_name(text, question.answer)
        return text.t("{card} and {other} belong to {month}.", card=name, other=other, month=month)
    return text.t("{card} belongs to {month}.", card=name, month=month)


def result(text: Text, summary: Summary) -> tuple[str, ...]:
    """What a session came to: how many were right, and how that moved what is known."""
    return (
        text.n(
            "{right} of {count} question answered right.",
            "{right} of {count} questions answered right.",
            summary.asked,
            right=summary.right,
        ),
        text.t(
            "Known better than before: {up}; less well: {down}.", up=summary.up, down=summary.down
        ),
        text.t(
            "Of all there is to know you know {after} %; before it was {before} %.",
            after=percent(summary.after),
            before=percent(summary.before),
        ),
    )


def weakest(text: Text, summary: Summary) -> Sequence[str]:
    """The facts that are known least of those that were asked."""
    said = []
    for question in summary.weakest:
        yaku = question.fact.yaku
        told = None if yaku is None else yaku_sentence(text, question.rules, yaku)
        said.append(told or explanation(text, question))
    return list(dict.fromkeys(said))


def percent(share: float) -> int:
    """A share as a whole percentage."""
    return round(100 * share)
