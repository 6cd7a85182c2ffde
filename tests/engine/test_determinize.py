"""Deals that fit what a seat knows: searches play on from these."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from koikoi.engine.actions import SEATS, Action, NextRound, Resign, Seat, other
from koikoi.engine.cards import CARDS, Card, Mask, cards_of, mask_of
from koikoi.engine.deck import Stream, seeded_deck
from koikoi.engine.events import CardDrawn, RoundDealt
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.rules import Rules
from koikoi.engine.state import PLAYER_PHASES, MatchState, Phase
from koikoi.engine.view import Shuffler, determinize, view
from tests.engine.midround import STANDARD
from tests.engine.stack import deal, follow, mask, table
from tests.engine.walk import COURSES, Course, rests, walk

each_course = pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())
each_seat = pytest.mark.parametrize("seat", SEATS)
each_chance = pytest.mark.parametrize(
    "chance", [Stream, random.Random], ids=["the engine's stream", "Python's random"]
)


@each_chance
@each_seat
@each_course
def test_completed_match_has_the_same_view(
    course: Course, seat: Seat, chance: Callable[[str], Shuffler]
) -> None:
    rng = chance("complete")
    for state in rests(course, "determinize"):
        seen = view(state, seat)
        assert view(determinize(seen, rng), seat) == seen


@each_seat
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.MATCH_OVER])
def test_completed_match_has_the_same_view_after_a_resignation(phase: Phase, seat: Seat) -> None:
    for state in rests(STANDARD, "resigned"):
        if state.phase is phase:
            after, _ = apply(state, Resign(1))
            seen = view(after, seat)
            completed = determinize(seen, Stream("resigned"))
            assert view(completed, seat) == seen
            assert completed.round.hands == after.round.hands


@each_seat
@each_course
def test_completed_match_is_whole(course: Course, seat: Seat) -> None:
    """48 cards in their places, the own hand among them, and the legal actions of the real one."""
    rng = Stream("whole")
    for state in rests(course, "determinize"):
        completed = determinize(view(state, seat), rng)
        now = completed.round
        assert sorted(now.deck) == list(CARDS)
        assert now.hands[seat] == state.round.hands[seat]
        waiting = 0 if now.in_play is None else 1 << now.in_play
        places = (*now.hands, now.field, *now.captured, mask_of(now.stock), waiting)
        assert sum(places) == (1 << 48) - 1
        assert sum(place.bit_count() for place in places) == 48
        assert now.mover == state.round.mover
        if state.to_act == seat or state.to_act is None:
            assert legal_actions(completed) == legal_actions(state)


class _Round(NamedTuple):
    """A rest, how its round was started, and what was done in the round since."""

    state: MatchState
    before: MatchState | None
    actions: tuple[Action, ...]


def _rounds(course: Course, seed: str) -> Iterator[_Round]:
    before: MatchState | None = None
    last: MatchState | None = None
    actions: list[Action] = []
    for state, action, _ in walk(course, seed):
        if isinstance(action, NextRound):
            before, actions = last, []
        elif action is not None:
            actions.append(action)
        last = state
        yield _Round(state, before, tuple(actions))


@each_seat
@each_course
def test_completed_deck_deals_exactly_what_happened(course: Course, seat: Seat) -> None:
    """The round replayed from that deck, with the actions of the real round, comes out there."""
    rng = Stream("replay")
    for place, (state, before, actions) in enumerate(_rounds(course, "replay")):
        if place % 3:
            continue
        completed = determinize(view(state, seat), rng)
        now = completed.round
        decks = {**course.decks, (now.number, now.attempt): now.deck}
        if before is None:
            again = new_match(state.rules, state.seed, decks=decks)
        else:
            stacked = tuple((*key, deck) for key, deck in decks.items())
            again, _ = apply(replace(before, stacked=stacked), NextRound())
        for action in actions:
            assert again.to_act != seat or action in legal_actions(again)
            again, _ = apply(again, action)
        assert again.round == now
        assert (again.phase, again.ply, again.scores) == (
            completed.phase,
            completed.ply,
            completed.scores,
        )
        assert view(again, seat) == view(completed, seat) == view(state, seat)
        assert _last_deal(again) == _last_deal(completed)


def _last_deal(state: MatchState) -> RoundDealt:
    return [event for event in state.history if isinstance(event, RoundDealt)][-1]


@each_seat
def test_play_goes_on_from_a_completed_match(seat: Seat) -> None:
    chance = Stream("goes on")
    for state in rests(Course(table(rounds=2), {}), "goes on"):
        completed = determinize(view(state, seat), chance)
        while actions := legal_actions(completed):
            completed, _ = apply(completed, actions[chance.below(len(actions))])
        assert completed.phase is Phase.MATCH_OVER
        assert len(completed.results) == 2


# The hidden cards are dealt fairly ---------------------------------------------------------------

UNDEALT = table(teshi="off", kuttsuki="off")
"""No hand is impossible here, so that the other hand is exactly uniform."""


def _chi_square(counts: Counter[Card], cells: Mask, total: int) -> float:
    expected = total / cells.bit_count()
    return sum((counts[card] - expected) ** 2 / expected for card in cards_of(cells))


def _many(seat: Seat, turns: int, rules: Rules) -> tuple[MatchState, list[MatchState]]:
    """A rest after so many turns, and 4,000 matches that fit it."""
    state = next(
        state
        for state in rests(rules, "fair")
        if state.round.turn == turns and state.phase is Phase.PLAY
    )
    rng = Stream("fair")
    return state, [determinize(view(state, seat), rng) for _ in range(4000)]


@pytest.mark.parametrize("rules", [UNDEALT, STANDARD], ids=["dealt hands off", "dealt hands on"])
@pytest.mark.parametrize("turns", [0, 1, 7])
@each_seat
def test_every_unseen_card_is_as_likely_in_the_other_hand_and_at_each_place_of_the_stock(
    seat: Seat, turns: int, rules: Rules
) -> None:
    state, completed = _many(seat, turns, rules)
    unseen = view(state, seat).unseen
    size = state.round.hands[other(seat)].bit_count()
    in_hand = Counter(card for one in completed for card in cards_of(one.round.hands[other(seat)]))
    # Cards of one hand are drawn without replacement, which only makes the statistic smaller.
    bound = unseen.bit_count() + 4 * (2 * unseen.bit_count()) ** 0.5
    assert set(in_hand) == set(cards_of(unseen))
    assert _chi_square(in_hand, unseen, 4000 * size) < bound
    for place in (0, 1, len(state.round.stock) - 1):
        here = Counter(one.round.stock[place] for one in completed)
        assert set(here) == set(cards_of(unseen))
        assert _chi_square(here, unseen, 4000) < bound


def test_unseen_cards_are_the_other_hand_and_the_stock() -> None:
    state = next(rests(STANDARD, "unseen"))
    assert view(state, 0).unseen == state.round.hands[1] | mask_of(state.round.stock)


def test_equal_chance_gives_equal_deals_and_the_view_alone_decides() -> None:
    seen = view(next(rests(STANDARD, "equal")), 0)
    first = determinize(seen, Stream("a"))
    assert first == determinize(seen, Stream("a"))
    assert first != determinize(seen, Stream("b"))


# Hands that the other player cannot have been dealt ----------------------------------------------

_JANUARY = mask("1L 1R 1P1 1P2")


def _january_is_played(rules: Rules) -> MatchState:
    """The ko (seat 1) has played three January cards; nobody has seen the fourth."""
    state = deal(
        rules,
        ko="1L 1R 1P1 2P1 3P1 4P1 6A 7A",
        field="5P1 6P1 7P1 8P1 9P1 10P1 11R 12P1",
        oya="2A 3L 4A 5R 6R 7R 8A 9R",
        stock="5P2 6P2 7P2 8P2 9P2 10P2 11A",
    )
    state, _ = follow(state, "2A 1L 3L 1R 4A 1P1")
    assert state.phase is Phase.PLAY
    assert view(state, 0).unseen & _JANUARY == mask("1P2")
    return state


def _others_dealt(state: MatchState, times: int = 300) -> list[Mask]:
    """The ko's dealt hand in matches that fit the oya's view."""
    rng = Stream("impossible")
    seen = view(state, 0)
    dealt = [_last_deal(determinize(seen, rng)).hands[1] for _ in range(times)]
    return [hand for hand in dealt if hand is not None]


@pytest.mark.parametrize(
    "rules",
    [table(), table(teshi="redeal"), table("koikoi-japan")],
    ids=["teshi scores", "teshi is redealt", "koikoi-japan"],
)
def test_other_hand_was_never_a_teshi_where_the_round_would_not_have_come_so_far(
    rules: Rules,
) -> None:
    hands = _others_dealt(_january_is_played(rules))
    assert len(hands) == 300
    assert not any(hand & _JANUARY == _JANUARY for hand in hands)


@pytest.mark.parametrize(
    "rules",
    [table(teshi="off"), table(teshi="points", teshi_points=0)],
    ids=["off", "worth nothing"],
)
def test_other_hand_may_have_been_a_teshi_where_that_means_nothing(rules: Rules) -> None:
    hands = _others_dealt(_january_is_played(rules))
    assert any(hand & _JANUARY == _JANUARY for hand in hands)


_PAIRS = "1L 1R 2A 2R 3L 3R 4A"


def _pairs_are_played(rules: Rules) -> MatchState:
    """The ko has played all its cards but one; with a fourth April card it was a kuttsuki."""
    state = deal(
        rules,
        ko=f"{_PAIRS} 5A",
        field="5P1 6P1 7P1 8P1 9P1 10P1 11R 12P1",
        oya="1P1 1P2 2P1 2P2 3P1 3P2 5R 4P1",
        stock="5P2 6P2 7P2 8P2 9P2 10P2 11A 12P2 6A 7A 9A 10A 12L 8A",
    )
    own = [card.code for card in cards_of(state.round.hands[0])]
    for theirs in _PAIRS.split():
        state, _ = follow(state, own.pop(0))
        while state.phase is not Phase.PLAY or state.to_act == 0:
            state, _ = apply(state, legal_actions(state)[0])
        state, _ = follow(state, theirs)
        while state.phase in PLAYER_PHASES and (state.phase is not Phase.PLAY or state.to_act):
            state, _ = apply(state, legal_actions(state)[0])
    assert view(state, 0).hand_sizes == (1, 1)
    return state


@pytest.mark.parametrize(
    ("rules", "possible"),
    [
        (table(), False),
        (table(kuttsuki="redeal"), False),
        (table(kuttsuki="off"), True),
        (table(kuttsuki_points=0), True),
        (table("koikoi-japan"), True),
    ],
    ids=["scores", "redealt", "off", "worth nothing", "koikoi-japan"],
)
def test_other_hand_was_a_kuttsuki_only_where_that_means_nothing(
    rules: Rules, possible: bool
) -> None:
    state = _pairs_are_played(rules)
    fourth = view(state, 0).unseen & mask("4R 4P2")
    assert fourth
    found = any(hand & mask("4R 4P2") for hand in _others_dealt(state))
    assert found == possible


def test_watchers_view_cannot_be_completed() -> None:
    seen = view(next(rests(STANDARD, "watcher")), None)
    with pytest.raises(ValueError, match="watcher"):
        determinize(seen, Stream("watcher"))


def test_completed_match_does_not_know_the_seed_before_the_end() -> None:
    for state in rests(Course(table(rounds=2), {}), "not known"):
        completed = determinize(view(state, 0), Stream("seed"))
        if state.phase is Phase.MATCH_OVER:
            assert completed.seed == "not known"
        else:
            assert completed.seed != "not known"
            assert completed.commitment == state.commitment
            deck = completed.round.deck
            assert deck != seeded_deck("not known", state.round.number, state.round.attempt)
        drawn = [event.card for event in completed.history if isinstance(event, CardDrawn)]
        assert list(completed.round.deck[24 : 24 + len(drawn)]) == drawn
