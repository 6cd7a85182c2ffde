"""What the program that finds the koi-koi decisions offers are positions, and so are its twins."""

from __future__ import annotations

from functools import cache

import pytest

from koikoi.ai.weights import shipped
from koikoi.engine.actions import Shobu
from koikoi.engine.flow import apply
from koikoi.engine.state import EMPTY, MatchState, Phase
from koikoi.lesson import choosing
from koikoi.lesson.choosing import (
    MOST_FIELD,
    MOST_POINTS,
    ROUNDS,
    SEED,
    SOURCES,
    Candidate,
    found,
    played,
)
from koikoi.lesson.decisions import STOP, Because, decisions
from koikoi.record.position import parse_position, position_text
from koikoi.review.budget import BUDGETS
from koikoi.review.judge import Judge
from tests.lesson.test_decisions import near

MATCHES = 12


@cache
def states() -> tuple[MatchState, ...]:
    """The decisions of a few matches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "MATCHES", MATCHES)
        return tuple(played())


@cache
def candidates(because: Because) -> tuple[Candidate, ...]:
    """Those of these matches, and of the five that were found in many more."""
    five = [
        judged.state()
        for one in decisions()
        for judged in (one.judged, one.twin)
        if judged is not None and not judged.undoubled
    ]
    return tuple(one for state in (*states(), *five) for one in SOURCES[because](state))


def test_the_decisions_of_matches_are_taken_where_a_match_is_open() -> None:
    assert len(states()) > 10
    for state in states():
        assert (state.phase, state.to_act) == (Phase.DECIDE, 0)
        assert state.round.number in ROUNDS
        assert len(state.round.slots) <= MOST_FIELD
        assert EMPTY not in state.round.slots
        assert choosing._made(state) <= MOST_POINTS


@pytest.mark.parametrize("because", list(Because))
def test_every_candidate_and_its_twin_is_a_position(because: Because) -> None:
    assert candidates(because)
    for one in candidates(because):
        for state in (one.state, one.twin):
            if state is not None:
                again = parse_position(position_text(state), state.rules)
                assert again.round.hands == state.round.hands
                assert again.round.stock == state.round.stock


def test_candidates_turn_on_what_they_are_offered_for() -> None:
    for one in candidates(Because.HELD):
        assert near(one.state) & one.state.round.hands[0]
        assert one.twin is not None
        assert not near(one.twin) & one.twin.round.hands[0]
    for one in candidates(Because.THREAT):
        assert near(one.state)
        assert one.twin is not None
        assert not near(one.twin)
    for one in candidates(Because.LAST):
        stopped, _ = apply(one.state, Shobu())
        assert stopped.result is not None
        assert stopped.result.winner == 0


@pytest.mark.parametrize("one", decisions(), ids=lambda one: one.because)
def test_the_five_are_clear_enough_to_be_taken(one: object) -> None:
    (decision,) = (each for each in decisions() if each == one)
    twin = None if decision.twin is None else decision.twin.state()
    judge = Judge(shipped(), BUDGETS["small"], SEED)
    again = found(judge, Candidate(decision.judged.state(), twin, decision.answer))
    assert again is not None
    assert again.margin > 1


def test_what_the_coach_does_otherwise_is_not_taken() -> None:
    (late,) = (one for one in decisions() if one.because is Because.LATE)
    judge = Judge(shipped(), BUDGETS["small"], SEED)
    assert late.answer == STOP
    assert found(judge, Candidate(late.judged.state(), None, "k")) is None
