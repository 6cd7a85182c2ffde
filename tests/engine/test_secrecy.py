"""What a seat cannot know changes nothing that it is shown, and is in nothing that it is shown."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TypeAlias

import pytest

from koikoi.ai import Agent, load
from koikoi.engine.actions import SEATS, Action, Resign, Seat
from koikoi.engine.cards import CARDS, Card, Mask, cards_of, codes_of
from koikoi.engine.deck import Stream, commitment
from koikoi.engine.events import MatchEnded, MatchStarted, OyaDrawn, RoundDealt, RoundEnded
from koikoi.engine.flow import apply, legal_actions
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.tally import tally_view
from koikoi.engine.view import PlayerView, determinize, redact, view
from koikoi.match.session import fallback
from tests.engine.permute import SECRET_SEED, hidden_from, is_revealed, permuted, twins
from tests.engine.walk import COURSES, Course, rests, walk

WATCHER = None
EVERYBODY: tuple[Seat | None, ...] = (*SEATS, WATCHER)

Observer: TypeAlias = Callable[[PlayerView, tuple[Action, ...]], object]
"""Something that is given what a seat is given, and the legal actions when it is to act."""

OBSERVERS: dict[str, Observer] = {
    "the view itself": lambda seen, _: seen,
    "the legal actions": lambda _, legal: legal,
    "the text of the view": lambda seen, legal: repr((seen, legal)),
    "the hash of the view": lambda seen, _: hash(seen),
    "the tallies": lambda seen, _: [tally_view(seen, seat) for seat in SEATS],
    "a deal that fits the view": lambda seen, _: (
        None if seen.seat is None else determinize(seen, Stream("fits"))
    ),
}
"""What may look at a view; the agents join below."""


def _choice(agent: Agent) -> Observer:
    """What an agent would do, where there is something to do."""
    return lambda seen, legal: agent.choose(seen, legal) if legal else None


# The levels are observed in tests/ai/test_blind.py, with less effort than they make in a match.
OBSERVERS |= {
    f"the agent {name}": _choice(load(name, seed="an agent's own")) for name in ("random", "greedy")
}
OBSERVERS["the move that the table makes"] = lambda seen, legal: (
    fallback(seen, legal) if legal else None
)

SEED = "a seed that nobody may see"

each_course = pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())
for_everybody = pytest.mark.parametrize("seat", EVERYBODY)


def leaves(value: object) -> Iterator[object]:
    """Everything that a value is made of, through all fields of all its dataclasses."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from leaves(getattr(value, field.name))
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from leaves(item)
    elif isinstance(value, dict):
        yield from leaves(list(value.items()))
    else:
        yield value


def shown_cards(value: object) -> Mask:
    """The cards that a value names, as cards or in masks.

    An integer is a mask where it is larger than any score, count or ply.
    """
    shown = 0
    for leaf in leaves(value):
        if isinstance(leaf, Card):
            shown |= 1 << leaf
        elif isinstance(leaf, int) and leaf >= 1 << 12:
            shown |= leaf
    return shown


# Exchanging what is hidden -----------------------------------------------------------------------


@cache
def _twins(name: str, seat: Seat | None) -> tuple[tuple[MatchState, MatchState], ...]:
    return tuple(twins(COURSES[name], seat))


@pytest.mark.parametrize("observe", OBSERVERS.values(), ids=OBSERVERS.keys())
@for_everybody
@pytest.mark.parametrize("name", COURSES)
def test_exchanged_hidden_cards_change_nothing(
    name: str, seat: Seat | None, observe: Observer
) -> None:
    for state, twin in _twins(name, seat):
        acts = state.to_act is not None and state.to_act == seat
        legal = legal_actions(state) if acts else ()
        twins_legal = legal_actions(twin) if acts else ()
        assert observe(view(twin, seat), twins_legal) == observe(view(state, seat), legal)


@for_everybody
@pytest.mark.parametrize("name", COURSES)
def test_twins_differ_in_what_is_hidden_and_in_nothing_else(name: str, seat: Seat | None) -> None:
    """The test of the test above: without a difference it would prove nothing."""
    moved = 0
    for state, twin in _twins(name, seat):
        assert (twin.seed == SECRET_SEED) == (state.phase is not Phase.MATCH_OVER)
        now, then = state.round, twin.round
        assert hidden_from(twin, seat) == hidden_from(state, seat)
        assert sorted(then.deck) == list(CARDS)
        assert then.stock == then.deck[24 + then.drawn :]
        if seat is not None:
            assert then.hands[seat] == now.hands[seat]
        moved += now.hands != then.hands
        assert now.slots == then.slots
        assert now.captured == then.captured
    assert moved or name == "a dealt hand ends the match"


def test_permuting_reaches_every_hidden_card() -> None:
    state = next(rests(COURSES["standard"], "reach"))
    chance = Stream("reach")
    hands, tops = 0, 0
    for _ in range(200):
        twin = permuted(state, 0, chance)
        hands |= twin.round.hands[1]
        tops |= 1 << twin.round.stock[0]
    assert hands == tops == hidden_from(state, 0)


# What is shown -----------------------------------------------------------------------------------


@for_everybody
@each_course
def test_view_names_no_card_in_the_other_hand_or_the_stock(
    course: Course, seat: Seat | None
) -> None:
    for state in rests(course, SEED):
        hidden = hidden_from(state, seat)
        seen = view(state, seat)
        current = [event for event in seen.history if _is_of_this_deck(event, seen)]
        assert not shown_cards(current) & hidden
        rest = [getattr(seen, field.name) for field in fields(seen) if field.name != "history"]
        assert not shown_cards(rest) & hidden
        named = set(re.findall(r"Card\.parse\('(\w+)'\)", repr((current, rest))))
        assert not named & set(codes_of(cards_of(hidden)))


def _is_of_this_deck(event: object, seen: PlayerView) -> bool:
    """The draw for the first dealer and void deals show cards of other decks."""
    if isinstance(event, RoundDealt):
        return event.attempt == seen.attempt
    return not isinstance(event, OyaDrawn)


@for_everybody
@each_course
def test_deals_show_a_seat_its_own_hand_and_a_watcher_none(
    course: Course, seat: Seat | None
) -> None:
    """For ever: neither the end of the round nor a void deal changes it."""
    deals = 0
    for state, _, events in walk(course, SEED):
        unredacted = [event for event in state.history if isinstance(event, RoundDealt)]
        shown = [event for event in view(state, seat).history if isinstance(event, RoundDealt)]
        for event, seen in zip(unredacted, shown, strict=True):
            for owner in SEATS:
                assert seen.hands[owner] == (event.hands[owner] if owner == seat else None)
            deals += 1
        assert view(state, seat).history[-len(events) :] == tuple(
            redact(event, seat) for event in events
        )
    assert deals


@each_course
def test_watcher_sees_no_hand(course: Course) -> None:
    for state in rests(course, SEED):
        seen = view(state, WATCHER)
        assert seen.hand == 0
        assert seen.hand_sizes == tuple(hand.bit_count() for hand in state.round.hands)


@for_everybody
@each_course
def test_hands_and_stock_are_laid_open_when_the_round_has_ended_and_not_before(
    course: Course, seat: Seat | None
) -> None:
    for state in rests(course, SEED):
        ended = [event for event in view(state, seat).history if isinstance(event, RoundEnded)]
        over = state.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        assert bool(ended) == over == is_revealed(state)
        for event in ended:
            assert event.hands == state.round.hands
            assert event.stock == state.round.stock


@for_everybody
@each_course
def test_seed_is_shown_at_the_end_and_in_nothing_before(course: Course, seat: Seat | None) -> None:
    for state in rests(course, SEED):
        seen = view(state, seat)
        over = state.phase is Phase.MATCH_OVER
        assert seen.seed == (SEED if over else None)
        ended = [event for event in seen.history if isinstance(event, MatchEnded)]
        assert [event.seed for event in ended] == ([SEED] if over else [])
        texts = [leaf for leaf in leaves(seen) if isinstance(leaf, str)]
        assert any(SEED in text for text in texts) == over
        assert seen.commitment == commitment(SEED)


def test_commitment_is_shown_at_the_start() -> None:
    seen = view(next(rests(COURSES["standard"], SEED)), 0)
    (started,) = [event for event in seen.history if isinstance(event, MatchStarted)]
    assert started.commitment == seen.commitment == commitment(SEED)


@for_everybody
def test_resigning_lays_the_cards_open_only_with_the_end_of_the_match(seat: Seat | None) -> None:
    for state in rests(COURSES["standard"], SEED):
        if state.phase is Phase.MATCH_OVER:
            continue
        after, (resigned, ended) = apply(state, Resign(0))
        assert not shown_cards(resigned)
        assert isinstance(ended, MatchEnded)
        assert (ended.hands, ended.stock) == (state.round.hands, state.round.stock)
        assert view(after, seat).history[-2:] == (resigned, ended)
        assert view(after, seat).hand == view(state, seat).hand
        assert view(after, seat).seed == SEED


# Views as values ---------------------------------------------------------------------------------


@for_everybody
@each_course
def test_views_are_values(course: Course, seat: Seat | None) -> None:
    seen = None
    for state in rests(course, SEED):
        before, seen = seen, view(state, seat)
        for again in (
            view(state, seat),
            pickle.loads(pickle.dumps(seen)),
            copy.copy(seen),
            copy.deepcopy(seen),
        ):
            assert again == seen
            assert hash(again) == hash(seen)
        assert seen != before
        assert seen.unseen == hidden_from(state, seat) or is_revealed(state)


@pytest.mark.parametrize("name", ["hand", "seed", "history"])
def test_views_cannot_be_changed(name: str) -> None:
    seen = view(next(rests(COURSES["standard"], SEED)), 0)
    with pytest.raises(AttributeError):
        setattr(seen, name, None)
