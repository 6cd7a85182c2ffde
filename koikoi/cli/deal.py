"""``koikoi deal``: what a seed deals."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.output import Output
from koikoi.engine.cards import codes_of, mask_of
from koikoi.engine.deal import dealt_yaku, draw_for_oya, redeal_cause
from koikoi.engine.deck import (
    DEALER_ROUND,
    Deck,
    commitment,
    seeded_deck,
)
from koikoi.engine.events import DealtYaku, Redealt
from koikoi.engine.rules import Rules
from koikoi.store.ownrules import named_rules
from koikoi.text import names
from koikoi.text.events import Narrator

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_LAST_ROUND = 12
_LAST_ATTEMPT = 99


def run(args: argparse.Namespace, text: Text) -> int:
    """Prints the deal that stands, or the attempt that is asked for."""
    _check(args, text)
    rules = named_rules(args.rules)
    output = Output(sys.stdout)
    if args.round == DEALER_ROUND:
        _draw(args, text, output)
        return 0
    attempt = args.attempt
    if attempt is None:
        attempt = 0
        while _void(rules, seeded_deck(args.seed, args.round, attempt)) is not None:
            attempt += 1
    deck = seeded_deck(args.seed, args.round, attempt)
    if args.json:
        output.json(_document(args, rules, attempt, deck))
        return 0
    for sentence in _sentences(args, rules, attempt, text):
        output.say(sentence)
    return 0


def _check(args: argparse.Namespace, text: Text) -> None:
    a_seed(text, args.seed)
    in_range(text, "round", args.round, DEALER_ROUND, _LAST_ROUND)
    in_range(text, "attempt", args.attempt or 0, 0, _LAST_ATTEMPT)


def _void(rules: Rules, deck: Deck) -> Redealt | None:
    """The redeal that the rules ask for, with the oya in seat 0."""
    hands = [mask_of(deck[16:24]), mask_of(deck[:8])]
    cause = redeal_cause(rules, 0, hands, mask_of(deck[8:16]))
    return None if cause is None else Redealt(*cause, attempt=1)


def _dealt(rules: Rules, deck: Deck) -> list[DealtYaku]:
    """The dealt hands that score, with the oya in seat 0."""
    found = dealt_yaku(rules, mask_of(deck[16:24])), dealt_yaku(rules, mask_of(deck[:8]))
    return [
        DealtYaku(0 if place == 0 else 1, *scored)
        for place, scored in enumerate(found)
        if scored is not None
    ]


def _draw(args: argparse.Namespace, text: Text, output: Output) -> None:
    """The draw for the first dealer."""
    deck = seeded_deck(args.seed, DEALER_ROUND)
    draws, oya = draw_for_oya(deck)
    if args.json:
        output.json(
            {
                "seed": args.seed,
                "commitment": commitment(args.seed),
                "round": DEALER_ROUND,
                "draws": [codes_of(pair) for pair in draws],
                "oya": oya,
            }
        )
        return
    for first, second in draws:
        output.say(
            text.t(
                "The first player turns {card}, the second player turns {other}.",
                card=names.card_label(text, first),
                other=names.card_label(text, second),
            )
        )
    output.say(
        text.t("The second player deals first.") if oya else text.t("The first player deals first.")
    )


def _document(
    args: argparse.Namespace, rules: Rules, attempt: int, deck: Deck
) -> dict[str, object]:
    void = _void(rules, deck)
    return {
        "seed": args.seed,
        "commitment": commitment(args.seed),
        "rules": rules.name,
        "round": args.round,
        "attempt": attempt,
        "ko": codes_of(deck[:8]),
        "field": codes_of(deck[8:16]),
        "oya": codes_of(deck[16:24]),
        "stock": codes_of(deck[24:]),
        "void": None if void is None else void.cause.value,
        "dealt": [
            {"hand": "ko" if event.seat else "oya", "id": event.yaku.id.value}
            for event in _dealt(rules, deck)
        ],
    }


def _sentences(args: argparse.Namespace, rules: Rules, attempt: int, text: Text) -> list[str]:
    t = text.t
    narrator = Narrator(text, (t("The dealer"), t("The other player")), None, codes=True)
    sentences = []
    first = 0 if args.attempt is None else attempt
    for number in range(first, attempt + 1):
        deck = seeded_deck(args.seed, args.round, number)
        sentences += [
            t("Round {number}, attempt {attempt}.", number=args.round, attempt=number),
            t("The other player's hand: {cards}.", cards=_row(text, deck[:8])),
            t("The field: {cards}.", cards=_row(text, deck[8:16])),
            t("The dealer's hand: {cards}.", cards=_row(text, deck[16:24])),
        ]
        void = _void(rules, deck)
        if void is not None:
            sentences += narrator.sentences(void)
            continue
        sentences.append(
            t("The stock: {cards}.", cards=text.row(names.card_labels(text, deck[24:], codes=True)))
        )
        for event in _dealt(rules, deck):
            sentences += narrator.sentences(event)
    return sentences


def _row(text: Text, cards: Deck) -> str:
    return text.row(names.card_labels(text, sorted(cards), codes=True))
