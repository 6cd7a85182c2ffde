"""How many ways a match can go from fixed decks: any change of the rules of play moves a number.

``OPENINGS`` counts the sequences of actions of each length from the deal. ``ENDINGS`` plays every
way in which a late round can end and adds up how they end. The numbers were counted by the engine
in place, and again by the second table of these tests, which was written apart from it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from koikoi.engine.cards import codes_of
from koikoi.engine.deck import Deck, seeded_deck
from koikoi.engine.draft import CALL, Draft
from koikoi.engine.events import RoundOutcome
from koikoi.engine.flow import apply, legal_actions, legal_codes, new_match, step
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from tests.engine.second_table import SecondTable
from tests.engine.stack import SEED, stack_deck, table

# The three decks: a random one, one with three of a month on the field, and one rich in choices
# (pairs on the field) that keeps the Lightning near.
DECKS: dict[str, Deck] = {
    "random": seeded_deck("perft", 1),
    "three": stack_deck(field="8L 8A 8P1 3L 3R 12L 1P1 5A", ko="8P2 3P1", oya="3P2 1L 9A"),
    "pairs": stack_deck(
        field="2A 2R 6A 6R 11L 11R 9A 10A", oya="2P1 6P1 11P1", ko="2P2 6P2 11A", stock="9R 10R"
    ),
}
RULES: dict[str, Rules] = {
    "standard": table(),
    "nintendo": table("nintendo"),
    "koikoi-japan, wild": table("koikoi-japan", lightning_wild=True),
}


def perft(draft: Draft, depth: int) -> int:
    """The number of sequences of exactly so many actions."""
    if depth == 0:
        return 1
    total = 0
    for code in legal_codes(draft):
        after = draft.copy()
        step(after, code)
        total += perft(after, depth - 1)
    return total


def perft_by_apply(state: MatchState, depth: int) -> int:
    """The same, by way of frozen states."""
    if depth == 0:
        return 1
    return sum(
        perft_by_apply(apply(state, action)[0], depth - 1) for action in legal_actions(state)
    )


def perft_on_second_table(game: SecondTable, depth: int) -> int:
    """The same, on the second table."""
    if depth == 0:
        return 1
    total = 0
    for word in game.options():
        after = game.twin()
        after.move(word)
        total += perft_on_second_table(after, depth - 1)
    return total


def start(rules: Rules, deck: Deck) -> MatchState:
    return new_match(rules, SEED, decks=[deck])


OPENINGS: dict[tuple[str, str], tuple[int, ...]] = {
    ("random", "standard"): (8, 64, 448, 3136, 6272),
    ("random", "nintendo"): (8, 64, 448, 3136, 6272),
    ("random", "koikoi-japan, wild"): (8, 64, 448, 3136, 6272),
    ("three", "standard"): (8, 58, 373, 2366, 12933),
    ("three", "nintendo"): (8, 58, 373, 2366, 12933),
    ("three", "koikoi-japan, wild"): (8, 58, 373, 2366, 12933),
    ("pairs", "standard"): (8, 46, 253, 1336, 6792),
    ("pairs", "nintendo"): (8, 46, 253, 1336, 6792),
    ("pairs", "koikoi-japan, wild"): (8, 52, 301, 1742, 9572),
}
"""Sequences of one to five actions, by deck and rules."""

ENDINGS: dict[tuple[str, str], tuple[int, int, int, int]] = {
    ("random", "standard"): (867, 206, 366, 890),
    ("random", "nintendo"): (839, 31, 205, 1374),
    ("random", "koikoi-japan, wild"): (867, 88, 253, 1722),
    ("three", "standard"): (2213, 0, 29944, 4668),
    ("three", "nintendo"): (1014, 0, 6404, 2238),
    ("three", "koikoi-japan, wild"): (2213, 0, 7757, 2877),
    ("pairs", "standard"): (2543, 0, 0, 134074),
    ("pairs", "nintendo"): (275, 0, 0, 6306),
    ("pairs", "koikoi-japan, wild"): (2543, 0, 12, 57476),
}
"""Ways to end, exhausted rounds among them, and all points that seat 0 and seat 1 gain in them."""

each_opening = pytest.mark.parametrize(("deck", "rules"), OPENINGS)


@each_opening
def test_openings_have_the_known_number_of_sequences(deck: str, rules: str) -> None:
    draft = Draft.thaw(start(RULES[rules], DECKS[deck]))
    counts = tuple(perft(draft, depth) for depth in range(1, len(OPENINGS[deck, rules]) + 1))
    assert counts == OPENINGS[deck, rules]


@each_opening
def test_apply_counts_the_same_openings(deck: str, rules: str) -> None:
    state = start(RULES[rules], DECKS[deck])
    counts = tuple(perft_by_apply(state, depth) for depth in range(1, 5))
    assert counts == OPENINGS[deck, rules][:4]


@each_opening
def test_second_table_counts_the_same_openings(deck: str, rules: str) -> None:
    game = SecondTable(RULES[rules], lambda *_: codes_of(DECKS[deck]), oya=0)
    counts = tuple(perft_on_second_table(game, depth) for depth in range(1, 4))
    assert counts == OPENINGS[deck, rules][:3]


TURNS_BEFORE = 8
"""Turns that are played before the endings are counted, by the last legal card and koi-koi."""


@cache
def _late(rules: str, deck: str) -> Draft:
    draft = Draft.thaw(start(RULES[rules], DECKS[deck]))
    while draft.turn < TURNS_BEFORE:
        step(draft, CALL if draft.phase is Phase.DECIDE else legal_codes(draft)[-1])
    assert (draft.phase, draft.number) == (Phase.PLAY, 1)
    return draft


def endings(draft: Draft, found: Counter[str]) -> None:
    """Adds up every way in which the round of this draft can end."""
    if draft.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        line = draft.results[-1]
        found["ways"] += 1
        found["exhausted"] += line.outcome is RoundOutcome.EXHAUSTED
        found["first"] += max(0, line.points[0])
        found["second"] += max(0, line.points[1])
        return
    for code in legal_codes(draft):
        after = draft.copy()
        step(after, code)
        endings(after, found)


def endings_on_second_table(game: SecondTable, found: Counter[str]) -> None:
    """The same, on the second table."""
    if game.want in ("deal", "nothing"):
        start_points = game.rules.starting_points
        found["ways"] += 1
        found["exhausted"] += game.winner is None
        found["first"] += max(0, game.scores[0] - start_points)
        found["second"] += max(0, game.scores[1] - start_points)
        return
    for word in game.options():
        after = game.twin()
        after.move(word)
        endings_on_second_table(after, found)


each_ending = pytest.mark.parametrize(("deck", "rules"), ENDINGS)


@each_ending
def test_late_rounds_end_in_the_known_number_of_ways(deck: str, rules: str) -> None:
    found: Counter[str] = Counter()
    endings(_late(rules, deck), found)
    counted = found["ways"], found["exhausted"], found["first"], found["second"]
    assert counted == ENDINGS[deck, rules]


@each_ending
def test_second_table_counts_the_same_endings(deck: str, rules: str) -> None:
    game = SecondTable(RULES[rules], lambda *_: codes_of(DECKS[deck]), oya=0)
    while len(game.stock) > 24 - TURNS_BEFORE or game.want != "play":
        game.move("koi" if game.want == "decide" else game.options()[-1])
    found: Counter[str] = Counter()
    endings_on_second_table(game, found)
    counted = found["ways"], found["exhausted"], found["first"], found["second"]
    assert counted == ENDINGS[deck, rules]
