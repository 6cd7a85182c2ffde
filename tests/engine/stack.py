"""Stacked decks, scripted play and piles, so that a rule's corner is a few card codes.

A deal is written as far as it matters, and the rest is filled in so that it adds nothing to it:
no month twice in a hand or on the field, where the deck still permits that.

>>> state = deal(table(), oya="3P1", field="3L 3R", stock="9A")
>>> state, events = follow(state, "3P1 3L")
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Shobu, Take
from koikoi.engine.cards import CARDS, PLAINS, Card, cards_of, mask_of
from koikoi.engine.deck import Deck
from koikoi.engine.events import Event
from koikoi.engine.flow import apply, new_match
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.yaku import scorer

SEED = "stacked"
"""The seed of every match made here: what is not stacked is the same in every run."""


def cards(codes: str) -> tuple[Card, ...]:
    """The cards of codes with blanks between them."""
    return tuple(Card.parse(code) for code in codes.split())


def mask(codes: str) -> int:
    """The cards of codes with blanks between them, as a set."""
    return mask_of(cards(codes))


def table(name: str = "standard", /, **changes: Any) -> Rules:
    """A preset with other values for some options; seat 0 deals first unless changed too."""
    return dataclasses.replace(preset(name), **{"first_dealer": "first", **changes})


def made(rules: Rules, captured: str, month: int = 12, calls: int = 0, field: str = "") -> str:
    """The yaku of a pile in words, ``hanami 5, tane 1``; checks that the total is their sum."""
    pile, lying = mask(captured), mask(field)
    yaku = scorer(rules).made(pile, month, calls, lying)
    assert sum(entry.points for entry in yaku) == scorer(rules).total(pile, month, calls, lying)
    return ", ".join(f"{entry.id} {entry.points}" for entry in yaku)


def plains(count: int) -> str:
    """The codes of the first ``count`` plains, of 24."""
    return " ".join(str(card) for card in cards_of(PLAINS)[:count])


def stack_deck(*, ko: str = "", field: str = "", oya: str = "", stock: str = "") -> Deck:
    """A whole deck that begins every part with the given cards and fills in the others.

    Raises:
        ValueError: A part has too many cards, or a card is given twice.
    """
    parts = [list(cards(codes)) for codes in (ko, field, oya)]
    given = [card for part in (*parts, cards(stock)) for card in part]
    if len(set(given)) != len(given) or max(map(len, parts)) > 8 or len(stock.split()) > 24:
        raise ValueError("a card is given twice, or a part has too many cards")
    rest = [card for card in CARDS if card not in given]
    for part in parts:
        while len(part) < 8:
            part.append(_next_filler(part, rest))
    return (*parts[0], *parts[1], *parts[2], *cards(stock), *rest)


def _next_filler(part: Iterable[Card], rest: list[Card]) -> Card:
    """Takes the card out of ``rest`` whose month the part has least of; plains first."""
    months = [card.month for card in part]
    filler = min(rest, key=lambda card: (months.count(card.month), card.kind != "P", card))
    rest.remove(filler)
    return filler


def deal(
    rules: Rules, *, ko: str = "", field: str = "", oya: str = "", stock: str = ""
) -> MatchState:
    """A match whose first round is dealt from :func:`stack_deck`."""
    return new_match(rules, SEED, decks=[stack_deck(ko=ko, field=field, oya=oya, stock=stock)])


def follow(state: MatchState, moves: str) -> tuple[MatchState, tuple[Event, ...]]:
    """Makes moves one after the other; returns the last state and all events on the way.

    Args:
        state: Where to begin.
        moves: Card codes (played, or taken where a choice is open), ``koi``, ``stop``, ``next``,
            with blanks between them.
    """
    events: list[Event] = []
    for move in moves.split():
        state, more = apply(state, _action(state, move))
        events += more
    return state, tuple(events)


def _action(state: MatchState, move: str) -> Action:
    match move:
        case "koi":
            return KoiKoi()
        case "stop":
            return Shobu()
        case "next":
            return NextRound()
        case _ if state.phase in (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN):
            return Take(Card.parse(move))
        case _:
            return Play(Card.parse(move))


PLAIN_DECK = stack_deck()
"""A deck that deals nothing special."""

# Dealt hands; TESHI, KUTTSUKI and OTHER_TESHI have no card in common.
TESHI = "3L 3R 3P1 3P2 5A 6A 7A 10A"
TWO_FOURS = "3L 3R 3P1 3P2 8L 8A 8P1 8P2"
FOUR_AND_TWO_PAIRS = "3L 3R 3P1 3P2 5A 5R 10A 10R"
KUTTSUKI = "1L 1P1 2A 2P1 4A 4P1 9A 9P1"
OTHER_TESHI = "12L 12P1 12P2 12P3 2R 4R 9R 11R"

# Fields: four of a month (or of two), four pairs, three of a month (or of two).
FOUR = "8L 8A 8P1 8P2 1P1 2P1 4P1 5P1"
TWO_FOUR = "8L 8A 8P1 8P2 12L 12P1 12P2 12P3"
PAIRS = "1L 1P1 2A 2P1 8L 8P1 12L 12P1"
THREE = "1L 1R 1P1 2P1 4P1 5P1 6P1 7P1"
TWO_THREE = "1L 1R 1P1 12L 12P1 12P2 4P1 5P1"
AUGUST = mask("8L 8A 8P1 8P2")
