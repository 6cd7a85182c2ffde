"""``koikoi yaku``: which yaku cards make, what they score, and what is one card away."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING

from koikoi.cli.checks import in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.engine.cards import Card, Mask, cards_of, codes_of, mask_of, parse_cards
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown, round_score
from koikoi.engine.tally import YakuTally, tally
from koikoi.engine.yaku import YakuId, scorer
from koikoi.store.ownrules import named_rules
from koikoi.text import figures, names
from koikoi.text.problems import shown
from koikoi.text.score import breakdown_sentences

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

MAX_CALLS = 8

_WIDEST_CODE = 20


@dataclass(frozen=True, slots=True)
class _Question:
    """Everything but the pile."""

    rules: Rules
    month: int
    calls: int
    opponent_calls: int
    field: Mask


def run(args: argparse.Namespace, text: Text) -> int:
    """Answers for the cards given, or for every line of the input."""
    question = _question(args, text)
    if args.cards == ["-"]:
        return _every_line(question, text)
    pile = _pile(args.cards, question, text)
    made, score = _answer(pile, question)
    output = Output(sys.stdout)
    if args.json:
        output.json(_document(pile, question, made, score))
    else:
        for sentence in _sentences(question, made, score, text):
            output.say(sentence)
    return 0


def _question(args: argparse.Namespace, text: Text) -> _Question:
    in_range(text, "month", args.month, 1, 12)
    in_range(text, "calls", args.calls, 0, MAX_CALLS)
    in_range(text, "opponent-calls", args.opponent_calls, 0, MAX_CALLS)
    rules = named_rules(args.rules)
    field = _cards(args.field.replace(",", " ").split(), text)
    return _Question(rules, args.month, args.calls, args.opponent_calls, field)


def _cards(codes: list[str], text: Text) -> Mask:
    try:
        return mask_of(parse_cards(codes))
    except ValueError as error:
        raise UsageError(card_problem(codes, text)) from error


def card_problem(codes: list[str], text: Text) -> str:
    """The sentence for card codes that cannot be read: the first unknown or repeated one."""
    seen: set[str] = set()
    for code in codes:
        try:
            (card,) = parse_cards([code])
        except ValueError:
            return text.t(
                "“{code}” is no card; a card is a month from 1 to 12 and L, A, R, P1, P2 or P3, "
                "such as 1L or 12P3.",
                code=shown(code, _WIDEST_CODE),
            )
        if card.code in seen:
            return text.t("The card {code} is named twice.", code=card.code)
        seen.add(card.code)
    raise AssertionError(codes)


def _pile(codes: list[str], question: _Question, text: Text) -> Mask:
    # A pile may also be one argument with blanks or commas in it.
    pile = _cards([part for code in codes for part in code.replace(",", " ").split()], text)
    both = pile & question.field
    if both:
        raise UsageError(
            text.t(
                "The card {code} cannot be captured and on the field.", code=cards_of(both)[0].code
            )
        )
    return pile


def _answer(pile: Mask, question: _Question) -> tuple[YakuTally, Breakdown]:
    made = tally(
        pile,
        question.rules,
        month=question.month,
        calls=question.calls,
        field=question.field,
    )
    score = round_score(question.rules, made.made, question.calls, question.opponent_calls)
    return made, score


def _every_line(question: _Question, text: Text) -> int:
    write = sys.stdout.write
    if isinstance(sys.stdin, TextIOWrapper):
        # What is no text is no card either, and is told with its line.
        sys.stdin.reconfigure(errors="replace")
    for number, line in enumerate(sys.stdin, start=1):
        try:
            pile = _pile(line.removeprefix("\ufeff").split(), question, text)
        except UsageError as error:
            sys.stdout.flush()
            raise UsageError(
                text.t("Line {number}: {problem}", number=number, problem=error)
            ) from error
        write(json.dumps(_document(pile, question, *_answer(pile, question))) + "\n")
    return 0


def _document(
    pile: Mask, question: _Question, made: YakuTally, score: Breakdown
) -> dict[str, object]:
    return {
        "rules": question.rules.name,
        "cards": codes_of(cards_of(pile)),
        "month": question.month,
        "yaku": [{"id": line.id.value, "points": line.points} for line in made.made],
        "total": made.total,
        "one_away": [
            {"id": yaku_id.value, "cards": codes_of(cards)}
            for yaku_id, cards in _one_away(question, made)
        ],
        "score": {
            "added": score.added,
            "factors": [
                {"cause": factor.cause.value, "factor": factor.factor} for factor in score.factors
            ],
            "multiplier": score.multiplier,
            "points": score.points,
        },
    }


def _sentences(question: _Question, made: YakuTally, score: Breakdown, text: Text) -> list[str]:
    sentences = [
        text.t(
            "{yaku}: {points}",
            yaku=names.yaku(text, line.id),
            points=figures.points(text, line.points),
        )
        for line in made.made
    ]
    if not sentences:
        sentences.append(text.t("These cards make no yaku."))
    else:
        sentences.append(
            text.n(
                "The round scores {count} point.", "The round scores {count} points.", score.points
            )
        )
        sentences += breakdown_sentences(text, question.rules, score)[1:]
    for yaku_id, cards in _one_away(question, made):
        labels = text.either(names.card_labels(text, cards, codes=True))
        sentences.append(
            text.t("{yaku} needs {cards}.", yaku=names.yaku(text, yaku_id), cards=labels)
        )
    return sentences


def _one_away(question: _Question, made: YakuTally) -> Iterator[tuple[YakuId, list[Card]]]:
    """The yaku that one card makes, with the cards that do.

    A card that makes a larger yaku in its place, as beside the Rain a third light makes four, is
    told at that one.
    """
    own = scorer(question.rules)
    for line in made.one_away:
        cards = [
            card
            for card in cards_of(line.completing)
            if any(
                after.id is line.id
                for after in own.made(
                    made.captured | 1 << card, question.month, question.calls, question.field
                )
            )
        ]
        if cards:
            yield line.id, cards
