"""The rules in play as a readable page, made from a ``Rules`` value and nothing else.

Every section is a heading with sentences, for plain lines as well as for screens. A sentence is
there only where the rules make it true: options that cannot matter under the others (what a dealt
hand brings where it brings nothing) are left out.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from koikoi.engine.cards import LIGHTNING
from koikoi.engine.rules import Rules
from koikoi.text import names
from koikoi.text.catalogue import N_, Text
from koikoi.text.entry import Entry
from koikoi.text.options import preset_of, rules_name, rules_source
from koikoi.text.rules_calls import calls_section
from koikoi.text.rules_deal import deal_section
from koikoi.text.rules_examples import examples_section
from koikoi.text.rules_yaku import yaku_section

Section: TypeAlias = tuple[str, list[str]]
"""A heading and its sentences."""

Illustrated: TypeAlias = tuple[str, list[Entry]]
"""The same with the cards that sentences are about."""

_FIRST_DEALERS: Final = {
    "draw": N_(
        "For the first deal each player turns a card: the earlier month deals, and within a month"
        " the dearer card."
    ),
    "random": N_("Chance decides who deals first."),
    "first": N_("The first player deals first."),
    "second": N_("The second player deals first."),
}

_SILENT: Final = {
    "standard": N_(
        "What a call of koi-koi brings and what an exhausted round is worth stand on pages beside"
        " the yaku page; here they are as the Wikipedia article has them."
    ),
    "wikipedia": N_(
        "The copy of the article that was used breaks off before the dealt hands; here they are"
        " as in the standard rules."
    ),
}
_ELSEWHERE: Final = N_("Where the source is silent, the values are those of the standard rules.")


def rules_page(text: Text, rules: Rules, *, examples: bool = True) -> list[Section]:
    """The page of these rules, section by section.

    Args:
        text: The language.
        rules: The rules in play.
        examples: Whether scores are worked out as well; without these every sentence stands alone.
    """
    return [
        (heading, [entry.said for entry in entries])
        for heading, entries in illustrated_page(text, rules, examples=examples)
    ]


def illustrated_page(text: Text, rules: Rules, *, examples: bool = True) -> list[Illustrated]:
    """The same page with the cards of its sentences, for who can show them."""
    worked = examples_section(text, rules) if examples else []
    return [
        (text.t("The match"), _entries(_match(text, rules))),
        (text.t("The deal"), _entries(deal_section(text, rules))),
        (text.t("A turn"), _entries(_turn(text, rules))),
        (text.t("The yaku"), yaku_section(text, rules)),
        (text.t("Koi-koi and shōbu"), _entries(calls_section(text, rules))),
        *([(text.t("Worked examples"), worked)] if worked else []),
        (text.t("An exhausted round"), _entries(_exhausted(text, rules))),
        (text.t("Where these rules come from"), _entries(_source(text, rules))),
    ]


def _entries(sentences: list[str]) -> list[Entry]:
    return [Entry(said) for said in sentences]


def _match(text: Text, rules: Rules) -> list[str]:
    first, last = names.month(text, 1), names.month(text, rules.rounds)
    said = [
        text.n(
            "A match under the rules “{rules}” has {count} round.",
            "A match under the rules “{rules}” has {count} rounds.",
            rules.rounds,
            rules=rules_name(text, rules),
        )
    ]
    if rules.rounds == 1:
        said.append(text.t("Its month is {month}.", month=first))
    else:
        said.append(
            text.t("Each round has its month, from {first} on to {last}.", first=first, last=last)
        )
    said += _scoring(text, rules)
    said.append(text.t(_FIRST_DEALERS[rules.first_dealer]))
    if rules.rounds > 1:
        said += _next_dealer(text, rules)
    said.append(text.t("Whoever resigns loses the match."))
    return said


def _scoring(text: Text, rules: Rules) -> list[str]:
    if not rules.starting_points:
        return [
            text.t("The scores count up from 0."),
            text.t("Whoever has more after the last round wins; equal scores are a draw."),
        ]
    return [
        text.n(
            "Each player starts with {count} point.",
            "Each player starts with {count} points.",
            rules.starting_points,
        ),
        text.t("What the winner of a round scores, the other player pays."),
        text.t("When a player has no points left, the match is over at once."),
        text.t("Otherwise whoever has more after the last round wins; equal scores are a draw."),
    ]


def _next_dealer(text: Text, rules: Rules) -> list[str]:
    if rules.next_dealer == "alternates":
        return [text.t("After that the players deal in turn, whoever wins.")]
    said = [text.t("The winner of a round deals the next one.")]
    if rules.exhausted_dealer == "stays":
        said.append(text.t("After a round without a winner the same player deals again."))
    else:
        said.append(text.t("After a round without a winner the other player deals."))
    return said


def _turn(text: Text, rules: Rules) -> list[str]:
    said = [
        text.t("The dealer, called oya, plays first; then the players take turns."),
        text.t("In your turn you play a card from your hand."),
        text.t("If no card of its month is on the field, it stays there."),
        text.t("If there is one, it takes it; of two you choose one; three it takes together."),
        text.t("Which card you play is up to you, but a card that matches has to take."),
        text.t("Then the top card of the stock is turned over and does the same."),
    ]
    if rules.lightning_wild:
        month = names.month(text, LIGHTNING.month)
        said += [
            text.t(
                "The {card}, played or drawn, takes any one card on the field, and has to if there"
                " is one; three cards of {month} it takes together.",
                card=names.card_name(text, LIGHTNING),
                month=month,
            ),
            text.t("When it lies on the field, only {month} matches it.", month=month),
        ]
    else:
        lightning = names.card_name(text, LIGHTNING)
        said.append(text.t("The {card} takes what any plain would take.", card=lightning))
    return said


def _exhausted(text: Text, rules: Rules) -> list[str]:
    said = [
        text.t(
            "When all hand cards are played and nobody has stopped, the round is exhausted,"
            " whatever was called before."
        )
    ]
    points = rules.exhausted_points
    if not points:
        said.append(text.t("Then nobody scores."))
    elif rules.starting_points:
        said.append(
            text.n(
                "Then the other player pays the dealer {count} point.",
                "Then the other player pays the dealer {count} points.",
                points,
            )
        )
    else:
        said.append(
            text.n(
                "Then the dealer scores {count} point.",
                "Then the dealer scores {count} points.",
                points,
            )
        )
    return said


def _source(text: Text, rules: Rules) -> list[str]:
    source, name = rules_source(text, rules), preset_of(rules)
    said = [
        text.t("The source of these rules: {source}.", source=source.rstrip("."))
        if source
        else text.t("These rules name no source.")
    ]
    if name is not None:
        said.append(text.t(_SILENT.get(name, _ELSEWHERE)))
    said.append(
        text.t(
            "The same under all rules of this game: yaku are counted once in a turn, after the"
            " drawn card, and a decision comes only when they have risen."
        )
    )
    return said
