"""The engine's matches, played at the same time on a second table that was written apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Take
from koikoi.engine.cards import CARDS, Mask, cards_of, codes_of
from koikoi.engine.deck import seeded_deck
from koikoi.engine.flow import legal_actions
from koikoi.engine.rules import Rules
from koikoi.engine.state import EMPTY, MatchState, Phase
from tests.engine.second_table import ORDER, SecondTable, month_of
from tests.engine.strategies import random_rules, seeds
from tests.engine.walk import COURSES, Course, walk

WANTED = {
    Phase.PLAY: "play",
    Phase.CHOOSE_PLAYED: "take",
    Phase.CHOOSE_DRAWN: "take",
    Phase.DECIDE: "decide",
    Phase.ROUND_OVER: "deal",
    Phase.MATCH_OVER: "nothing",
}


def word_of(action: Action) -> str:
    if isinstance(action, Play | Take):
        return action.card.code
    if isinstance(action, NextRound):
        return "next"
    return "koi" if isinstance(action, KoiKoi) else "stop"


def codes(cards: Mask) -> set[str]:
    return set(codes_of(cards_of(cards)))


def compare(state: MatchState, table: SecondTable) -> None:
    now = state.round
    assert WANTED[state.phase] == table.want
    assert [word_of(action) for action in legal_actions(state)] == table.options()
    assert (now.number, now.oya, now.attempt) == (table.number, table.oya, table.attempt)
    assert [codes(hand) for hand in now.hands] == table.hands
    assert [codes(pile) for pile in now.captured] == table.piles
    assert codes_of(now.stock) == table.stock
    assert [None if card == EMPTY else CARDS[card].code for card in now.slots] == table.places
    assert ("" if now.in_play is None else now.in_play.code) == table.waiting
    assert list(now.calls) == table.calls
    assert list(state.scores) == table.scores
    if state.to_act is not None:
        assert state.to_act == table.who
    else:
        assert state.results[-1].winner == table.winner


def play_on_both(course: Course | Rules, seed: str) -> None:
    rules, decks = course if isinstance(course, Course) else (course, {})

    def deck_of(number: int, attempt: int) -> list[str]:
        return codes_of(decks.get((number, attempt)) or seeded_deck(seed, number, attempt))

    table: SecondTable | None = None
    for state, action, _ in walk(course, seed):
        if table is None or action is None:
            table = SecondTable(rules, deck_of, oya=state.round.oya)
        else:
            table.move(word_of(action))
        compare(state, table)


def test_the_second_table_has_the_48_cards_in_order() -> None:
    assert [card.code for card in CARDS] == ORDER
    assert [card.month for card in CARDS] == [month_of(code) for code in ORDER]


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())
def test_both_tables_agree_on_every_course(course: Course) -> None:
    for seed in ("here", "there"):
        play_on_both(course, seed)


@given(random_rules(), seeds())
@settings(max_examples=200, deadline=None)
def test_both_tables_agree_under_random_rules(rules: Rules, seed: str) -> None:
    play_on_both(rules, seed)
