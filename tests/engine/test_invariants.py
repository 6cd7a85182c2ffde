"""What holds in every match: random play under every preset and under random rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings

from koikoi.engine.actions import Action, KoiKoi, Play, Seat, Take, other
from koikoi.engine.cards import CARDS, FULL_DECK, mask_of
from koikoi.engine.deck import Stream
from koikoi.engine.draft import CALL, DEAL, NO_CARD, STOP, Draft
from koikoi.engine.events import MatchEnded, RoundEnded, RoundOutcome, TurnStarted
from koikoi.engine.flow import apply, legal_actions, legal_codes, new_match, step
from koikoi.engine.fold import Folder
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import (
    EMPTY,
    PLAYER_PHASES,
    MatchState,
    Phase,
    RoundResult,
    field_cards,
)
from koikoi.engine.view import determinize, redact, view
from tests.engine.midround import STANDARD
from tests.engine.strategies import random_rules, seeds
from tests.engine.walk import COURSES, Course, walk

ROUNDS = 1000
"""Rounds that every preset plays in place."""


def check_cards(draft: Draft) -> None:
    """All 48 cards are in exactly one place each, the card in play included."""
    waiting = 0 if draft.in_play == NO_CARD else 1 << draft.in_play
    stock = mask_of(draft.deck[24 + draft.drawn :])
    places = (*draft.hands, draft.field, *draft.captured, stock, waiting)
    assert sum(places) == FULL_DECK
    assert sum(place.bit_count() for place in places) == 48
    on_slots = [card for card in draft.slots if card != EMPTY]
    assert mask_of(on_slots) == draft.field
    assert len(on_slots) == draft.field.bit_count()
    most = 18 if draft.rules.field_four == "keep" else 17
    assert len(draft.slots) <= most
    assert (waiting != 0) == (draft.phase in (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN))


def check_turn(draft: Draft) -> None:
    """The turn, the stock and the hands fit each other, and the mover can move."""
    before_draw = draft.phase in (Phase.PLAY, Phase.CHOOSE_PLAYED)
    assert 0 <= draft.turn < 16
    assert draft.drawn == draft.turn + (not before_draw)
    assert draft.mover == (draft.oya + draft.turn) % 2
    mine, theirs = (draft.hands[seat].bit_count() for seat in (draft.mover, 1 - draft.mover))
    if draft.phase is Phase.PLAY:
        assert mine >= 1
        assert mine == 8 - draft.turn // 2
        # Equal at the oya's turn; at the ko's turn the oya has played one more.
        assert theirs == mine - (draft.mover != draft.oya)
    elif draft.phase is Phase.DECIDE:
        assert mine >= 1
    codes = legal_codes(draft)
    assert codes
    assert codes == sorted(set(codes)) or codes == [CALL, STOP]


def check_scores(draft: Draft) -> None:
    """Scores are whole numbers, and in zero-sum matches they move from one player to the other."""
    start = draft.rules.starting_points
    assert all(type(score) is int for score in draft.scores)
    for seat in (0, 1):
        assert draft.scores[seat] == start + sum(line.points[seat] for line in draft.results)
    if start:
        assert sum(draft.scores) == 2 * start


def expected_next_oya(rules: Rules, line: RoundResult) -> Seat:
    """Who deals after a round, in words of the rules."""
    if rules.next_dealer == "alternates":
        return other(line.oya)
    if line.winner is not None:
        return line.winner
    return other(line.oya) if rules.exhausted_dealer == "switches" else line.oya


def check_round_end(draft: Draft) -> None:
    """A round ends after n turns with 24 − n cards in the stock; its line tells who won what."""
    line = draft.results[-1]
    rules = draft.rules
    gain = line.points[0] - line.points[1]
    if line.outcome is RoundOutcome.DEALT:
        turns = 0
    elif line.outcome is RoundOutcome.EXHAUSTED:
        turns = 16
        assert line.winner is None
        assert not any(draft.hands)
        assert abs(gain) == rules.exhausted_points * (2 if rules.starting_points else 1)
    else:
        turns = draft.turn + 1
        assert line.winner == draft.mover
        assert gain > 0 if line.winner == 0 else gain < 0
    assert draft.drawn == turns
    assert len(draft.deck[24 + draft.drawn :]) == 24 - turns
    assert (line.number, line.oya) == (draft.number, draft.oya)


def check_match_end(draft: Draft) -> None:
    """The match is over after its last round or without points, and not a round later."""
    ruined = draft.rules.starting_points > 0 and min(draft.scores) <= 0
    over = ruined or draft.number == draft.rules.rounds
    assert (draft.phase is Phase.MATCH_OVER) == over
    assert (draft.result is not None) == over
    if draft.result is not None:
        first, second = draft.scores
        assert draft.result.winner == (None if first == second else int(second > first))


def check(draft: Draft) -> None:
    check_cards(draft)
    check_scores(draft)
    if draft.phase in PLAYER_PHASES:
        check_turn(draft)
    else:
        check_round_end(draft)
        check_match_end(draft)
    if draft.rules.call_limit == "per_player":
        assert max(draft.calls) <= draft.rules.call_limit_count
    elif draft.rules.call_limit == "per_round":
        assert sum(draft.calls) <= draft.rules.call_limit_count


def play_in_place(rules: Rules, seed: str) -> Iterator[Draft]:
    """A random match on one draft; the draft at every rest."""
    chance = Stream(f"in place/{seed}")
    draft = Draft.thaw(new_match(rules, seed))
    yield draft
    while codes := legal_codes(draft):
        dealing = draft.phase is Phase.ROUND_OVER
        step(draft, codes[chance.below(len(codes))])
        if dealing:
            number = draft.number - 1
            assert draft.oya == expected_next_oya(rules, draft.results[number - 1])
        yield draft


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_thousand_random_rounds_in_place_break_nothing(name: str) -> None:
    rounds, matches = 0, 0
    while rounds < ROUNDS:
        for draft in play_in_place(preset(name), f"{name} {matches}"):
            check(draft)
        assert draft.phase is Phase.MATCH_OVER
        rounds += len(draft.results)
        matches += 1


def code_of(action: Action) -> int:
    """The code of an action in a draft."""
    if isinstance(action, Play | Take):
        return action.card
    return CALL if isinstance(action, KoiKoi) else STOP


def check_both_ways(course: Course | Rules, seed: str) -> None:
    """Plays with ``apply`` and in place at once, and compares the states at every rest."""
    draft: Draft | None = None
    for state, action, events in walk(course, seed):
        if draft is None or action is None:
            draft = Draft.thaw(state)
        else:
            step(draft, code_of(action))
            assert events
        assert replace(draft.freeze(), history=()) == replace(state, history=())
        assert legal_codes(draft) == [code_of(action) for action in legal_actions(state)]
        check(Draft.thaw(state))
        check_result_lines(state)


def check_result_lines(state: MatchState) -> None:
    """The announced end of a round is the line of the score sheet, and names the next dealer."""
    for event in state.history:
        if isinstance(event, RoundEnded):
            line = state.results[-1]
            assert (
                RoundResult(event.number, event.oya, event.outcome, event.winner, event.points)
                == line
            )
            assert event.scores == state.scores
            assert all(type(points) is int for points in event.points)
            over = state.phase is Phase.MATCH_OVER
            assert event.next_oya == (None if over else expected_next_oya(state.rules, line))
        elif isinstance(event, MatchEnded):
            assert state.result is not None
            assert (event.outcome, event.winner) == (state.result.outcome, state.result.winner)
        elif isinstance(event, TurnStarted):
            assert event.turn < 16


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())
def test_apply_and_the_machine_in_place_give_the_same_states(course: Course) -> None:
    for seed in ("both ways", "there and back", "to and fro"):
        check_both_ways(course, seed)


@given(random_rules(), seeds())
@settings(max_examples=150, deadline=None)
def test_random_rules_break_nothing(rules: Rules, seed: str) -> None:
    check_both_ways(rules, seed)


@given(random_rules(), seeds())
@settings(max_examples=50, deadline=None)
def test_random_rules_keep_views_folds_and_completed_matches_together(
    rules: Rules, seed: str
) -> None:
    folders = [Folder(seat) for seat in (0, 1)]
    chance = Stream(seed)
    for state, _, events in walk(replace(rules, rounds=min(rules.rounds, 3)), seed):
        for seat, folder in enumerate(folders):
            for event in events:
                folder.see(redact(event, folder.seat))
            seen = view(state, folder.seat)
            assert folder.view == seen
            assert view(determinize(seen, chance), folder.seat) == seen
            assert seen.hand == state.round.hands[seat]


@given(random_rules(), seeds())
@settings(max_examples=60, deadline=None)
def test_every_legal_action_applies_under_random_rules(rules: Rules, seed: str) -> None:
    for state, _, _ in walk(replace(rules, rounds=1), seed):
        for action in legal_actions(state):
            after, events = apply(state, action)
            assert after.ply == state.ply + 1
            assert events


def test_copy_of_a_draft_is_independent() -> None:
    draft = Draft.thaw(new_match(STANDARD, "copy"), log=[])
    before = replace(draft.freeze(), history=())
    twin = draft.copy()
    assert twin.log is None
    while codes := legal_codes(twin):
        step(twin, codes[0])
    assert replace(draft.freeze(), history=()) == before
    assert twin.phase is Phase.MATCH_OVER


def test_deal_is_the_code_between_rounds() -> None:
    for draft in play_in_place(STANDARD, "codes"):
        if draft.phase is Phase.ROUND_OVER:
            assert legal_codes(draft) == [DEAL]
        elif draft.phase is Phase.MATCH_OVER:
            assert legal_codes(draft) == []
        elif draft.phase is Phase.PLAY:
            assert mask_of(legal_codes(draft)) == draft.hands[draft.mover]


def test_field_cards_are_listed_by_their_places() -> None:
    assert field_cards((5, EMPTY, 2, 47, EMPTY)) == (CARDS[5], CARDS[2], CARDS[47])
