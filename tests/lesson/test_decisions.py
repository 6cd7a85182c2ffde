"""The five koi-koi decisions are what they are said to be, and the coach still says so."""

from __future__ import annotations

import pytest

from koikoi.ai.agent import Halt
from koikoi.ai.weights import shipped
from koikoi.engine.actions import KoiKoi, Play, Shobu
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.flow import apply, legal_actions
from koikoi.engine.state import EMPTY, MatchState, Phase
from koikoi.engine.tally import tally_view
from koikoi.engine.view import view
from koikoi.lesson.choosing import SEED, Found, written
from koikoi.lesson.decisions import (
    CALL,
    DECISIONS,
    REASONS,
    STOP,
    TWINS,
    Because,
    Decision,
    Judged,
    decisions,
    letter,
)
from koikoi.record.position import position_text
from koikoi.review.budget import BUDGETS
from koikoi.review.judge import Judge
from koikoi.tui.layout import PER_ROW

ALL = decisions()
BY = {one.because: one for one in ALL}

every_one = pytest.mark.parametrize("one", ALL, ids=lambda one: one.because)


def near(state: MatchState) -> int:
    """What the other player wants for its yaku that one card completes."""
    wanted = 0
    for line in tally_view(view(state, 0), 1).one_away:
        wanted |= line.completing
    return wanted


def states(because: Because) -> tuple[MatchState, MatchState]:
    one = BY[because]
    assert one.twin is not None
    return one.judged.state(), one.twin.state()


def test_there_are_five_for_five_reasons() -> None:
    assert [one.because for one in ALL] == list(Because)
    assert len(ALL) == DECISIONS
    assert set(REASONS) == set(Because)
    assert {one.because for one in ALL if one.twin is not None} == set(TWINS)
    assert {one.answer for one in ALL} == {STOP, CALL}


@every_one
def test_each_is_a_koi_koi_decision_of_the_first_seat_with_room_for_the_note(one: Decision) -> None:
    for judged in (one.judged, one.twin):
        if judged is not None:
            state = judged.state()
            assert (state.phase, state.to_act) == (Phase.DECIDE, 0)
            assert len(state.round.slots) <= PER_ROW
            assert EMPTY not in state.round.slots
            assert legal_actions(state) == (KoiKoi(), Shobu())
            assert tally_view(view(state, 0), 0).total > 0


@every_one
def test_a_call_can_be_played_on(one: Decision) -> None:
    state, _ = apply(one.judged.state(), KoiKoi())
    assert state.phase is Phase.PLAY
    assert all(isinstance(action, Play) for action in legal_actions(state))


@every_one
def test_the_coach_decides_as_is_told_and_otherwise_in_the_twin(one: Decision) -> None:
    judge = Judge(shipped(), BUDGETS["small"], SEED)

    def decided(judged: Judged) -> str:
        state = judged.state()
        judgement = judge.judge(view(state, 0), legal_actions(state), Halt())
        assert judgement is not None
        return letter(judgement.best.action)

    assert decided(one.judged) == one.answer
    if one.twin is not None:
        assert decided(one.twin) == (CALL if one.answer == STOP else STOP)


@every_one
def test_the_figures_say_the_same_as_the_answer(one: Decision) -> None:
    stop, call = one.judged.stop, one.judged.call
    if one.because is Because.LAST:
        # The points say otherwise: it is the match that decides.
        assert (stop.chance, call.points > stop.points) == (1.0, True)
        assert call.chance < 1
    else:
        assert (stop.points > call.points) == (one.answer == STOP)
    assert (stop.won, stop.lost) == (1, 0)


def test_late_is_at_most_two_turns_before_the_end() -> None:
    assert BY[Because.LATE].judged.state().round.hands[0].bit_count() <= 2


def test_the_card_that_is_held_is_the_only_difference_to_its_twin() -> None:
    state, twin = states(Because.HELD)
    wanted = near(state)
    assert wanted
    assert not wanted & ~state.round.hands[0]
    gone = cards_of(state.round.hands[0] & ~twin.round.hands[0])
    assert len(gone) == 1
    assert wanted >> gone[0] & 1
    assert near(twin) & ~twin.round.hands[0]
    assert twin.round.captured == state.round.captured
    assert twin.round.slots == state.round.slots


def test_the_threat_is_the_only_difference_to_its_twin() -> None:
    state, twin = states(Because.THREAT)
    assert near(state)
    assert not near(state) & state.round.hands[0]
    assert not near(twin)
    assert len(cards_of(state.round.captured[1] & ~twin.round.captured[1])) == 1
    assert twin.round.hands == state.round.hands
    assert twin.round.captured[0] == state.round.captured[0]


def test_what_counts_double_is_the_only_difference_to_its_twin() -> None:
    state, twin = states(Because.DOUBLE)
    assert position_text(state) == position_text(twin)
    assert (state.rules.double_from, twin.rules.double_from) == (8, 0)
    assert tally_view(view(state, 0), 0).total < 8


def test_the_last_round_is_the_only_difference_to_its_twin() -> None:
    state, twin = states(Because.LAST)
    assert (state.round.number, twin.round.number) == (12, 1)
    stopped, _ = apply(state, Shobu())
    assert stopped.result is not None
    assert stopped.result.winner == 0
    assert (twin.round.hands, twin.round.captured) == (state.round.hands, state.round.captured)


def test_the_file_is_read_as_it_was_written() -> None:
    found = {one.because: Found(one.judged, one.twin, one.answer, 0.0) for one in ALL}
    import tomllib

    read = tomllib.loads(written(found))["decision"]
    assert [one["because"] for one in read] == [one.because for one in ALL]
    assert [one["judged"]["position"] for one in read] == [one.judged.position for one in ALL]
    assert [tuple(one["judged"]["call"].values()) for one in read] == [
        tuple(one.judged.call) for one in ALL
    ]


def test_only_answers_have_letters() -> None:
    assert (letter(Shobu()), letter(KoiKoi())) == (STOP, CALL)
    with pytest.raises(ValueError, match="no answer"):
        letter(Play(Card.parse("1L")))
