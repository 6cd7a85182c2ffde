"""Rounds that are under way, laid as a test needs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from koikoi.engine.actions import Play, Seat, Take, other
from koikoi.engine.cards import CARDS, Card, mask_of
from koikoi.engine.events import Event
from koikoi.engine.flow import legal_actions, new_match
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from tests.engine.stack import SEED, cards, mask, table

_Kind = TypeVar("_Kind")

STANDARD = table()
"""The standard rules, with seat 0 as the first dealer."""


def midround(
    rules: Rules = STANDARD,
    *,
    hand: str,
    field: str,
    stock: str,
    pile: str = "",
    rival_hand: str = "",
    rival_pile: str = "",
    called_with: str = "",
    calls: int = 0,
    rival_calls: int = 0,
    mover: Seat = 0,
    ko: bool = False,
    number: int = 1,
    scores: tuple[int, int] | None = None,
) -> MatchState:
    """A round under way, at the turn of a player who holds exactly ``hand``.

    All 48 cards are there: the rival's hand and the rest of the stock are filled up from the
    cards that are not named, and those left over lie in the rival's pile. Only the history is
    another round's.

    Args:
        rules: The rules.
        hand: The whole hand of the player to move; its size says how late in the round it is.
        field: The whole field, in the order of its places.
        stock: The next cards of the stock.
        pile: The mover's whole pile.
        rival_hand: Cards in the other hand.
        rival_pile: Cards in the other pile.
        called_with: The mover's pile at the last decision.
        calls: The mover's calls.
        rival_calls: The other player's calls.
        mover: The seat to move.
        ko: Whether the mover is the ko, not the oya.
        number: The round, and its month.
        scores: The scores before the round, if they are not those of the start.
    """
    mine, lying, next_cards, own, theirs = map(cards, (hand, field, stock, pile, rival_pile))
    held = cards(rival_hand)
    rest = _others([*mine, *lying, *next_cards, *own, *theirs, *held])
    turn = 2 * (8 - len(mine)) + ko
    held += tuple(rest.pop() for _ in range(len(mine) - ko - len(held)))
    draws = [*next_cards, *(rest.pop() for _ in range(24 - turn - len(next_cards)))]
    used = [card for card in CARDS if card not in draws]
    state = new_match(rules, SEED)

    def pair(of_mover: int, of_rival: int) -> tuple[int, int]:
        return (of_mover, of_rival) if mover == 0 else (of_rival, of_mover)

    return replace(
        state,
        phase=Phase.PLAY,
        scores=scores or state.scores,
        round=replace(
            state.round,
            number=number,
            oya=other(mover) if ko else mover,
            deck=(*used, *draws),
            hands=pair(mask_of(mine), mask_of(held)),
            slots=lying,
            field=mask_of(lying),
            captured=pair(mask_of(own), mask_of((*theirs, *rest))),
            turn=turn,
            drawn=turn,
            mover=mover,
            in_play=None,
            calls=pair(calls, rival_calls),
            decided=pair(mask(called_with), 0),
        ),
    )


def _others(named: list[Card]) -> list[Card]:
    """The cards that are not named, the last one first."""
    assert len(set(named)) == len(named), "a card is named twice"
    return [card for card in reversed(CARDS) if card not in named]


def only(events: Iterable[Event], kind: type[_Kind]) -> list[_Kind]:
    """The events of this kind."""
    return [event for event in events if isinstance(event, kind)]


def legal_words(state: MatchState) -> str:
    """The legal actions, short: the codes of the cards, or the words of what else can be done."""
    return " ".join(
        action.card.code if isinstance(action, Play | Take) else type(action).__name__
        for action in legal_actions(state)
    )
