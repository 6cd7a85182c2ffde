"""The phases of a match: what may be done in each, and what follows."""

from __future__ import annotations

import pickle
from functools import cache

import pytest

from koikoi.engine.actions import (
    SEATS,
    Action,
    KoiKoi,
    NextRound,
    Play,
    Resign,
    Seat,
    Shobu,
    Take,
    other,
)
from koikoi.engine.cards import CARDS, Card
from koikoi.engine.deck import commitment
from koikoi.engine.errors import IllegalAction, Reason, ReasonCode, StaleAction
from koikoi.engine.events import (
    MatchEnded,
    MatchOutcome,
    MatchStarted,
    OyaDrawn,
    Resigned,
    RoundDealt,
    RoundEnded,
    TurnStarted,
)
from koikoi.engine.flow import apply, legal_actions, new_match, offered_targets, why_illegal
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.state import PLAYER_PHASES, MatchResult, MatchState, Phase
from tests.engine.midround import STANDARD, legal_words, midround, only
from tests.engine.stack import cards, deal, follow, table
from tests.engine.walk import rests, walk

OTHER_PLIES = (-1, 1)


@cache
def resting_at(phase: Phase) -> MatchState:
    """The first rest of this phase in a random match."""
    return next(state for state in rests(STANDARD, "phases") if state.phase is phase)


def every_action(ply: int | None) -> list[Action]:
    """Everything that could be pressed."""
    return [
        *(Play(card, ply) for card in CARDS),
        *(Take(card, ply) for card in CARDS),
        KoiKoi(ply),
        Shobu(ply),
        NextRound(ply),
        *(Resign(seat, ply) for seat in SEATS),
    ]


def _legal(state: MatchState, action: Action) -> bool:
    if isinstance(action, Resign):
        return state.phase is not Phase.MATCH_OVER
    return action in legal_actions(state)


# The start ---------------------------------------------------------------------------------------


def test_match_starts_with_the_events_up_to_the_first_turn() -> None:
    state = new_match(STANDARD, "spring")
    assert [type(event) for event in state.history] == [
        MatchStarted,
        OyaDrawn,
        RoundDealt,
        TurnStarted,
    ]
    assert state.history[0] == MatchStarted(STANDARD, commitment("spring"))
    assert state.history[3] == TurnStarted(0, 0)
    assert (state.phase, state.to_act, state.ply) == (Phase.PLAY, 0, 0)
    assert (state.round.number, state.round.month, state.round.turn) == (1, 1, 0)
    assert state.results == ()
    assert state.result is None


@pytest.mark.parametrize("oya", SEATS)
def test_oya_plays_first_and_players_alternate(oya: Seat) -> None:
    rules = table(first_dealer="first" if oya == 0 else "second")
    for state in rests(rules, "alternate"):
        if state.phase in PLAYER_PHASES:
            assert state.to_act == (state.round.oya + state.round.turn) % 2
    assert new_match(rules, "alternate").to_act == oya


# Which actions are legal, and what a refused one does --------------------------------------------


@pytest.mark.parametrize("phase", Phase)
def test_every_key_in_every_phase_is_legal_or_refused_without_a_trace(phase: Phase) -> None:
    state = resting_at(phase)
    before = pickle.dumps(state)
    for ply in (None, state.ply):
        for action in every_action(ply):
            reason = why_illegal(state, action)
            assert (reason is None) == _legal(state, action)
            if reason is None:
                after, events = apply(state, action)
                assert after != state
                assert events
                assert after.ply == state.ply + 1
            else:
                with pytest.raises(IllegalAction) as caught:
                    apply(state, action)
                assert caught.value.reason == reason
                assert not isinstance(caught.value, StaleAction)
            assert pickle.dumps(state) == before


@pytest.mark.parametrize("late", OTHER_PLIES)
@pytest.mark.parametrize("phase", Phase)
def test_action_that_answers_another_ply_is_stale_whatever_it_is(phase: Phase, late: int) -> None:
    state = resting_at(phase)
    before = pickle.dumps(state)
    stale = Reason(ReasonCode.STALE, ply=state.ply + late, expected=state.ply)
    for action in every_action(state.ply + late):
        assert why_illegal(state, action) == stale
        with pytest.raises(StaleAction) as caught:
            apply(state, action)
        assert caught.value.reason == stale
    assert pickle.dumps(state) == before


def test_action_for_ply_0_is_stale_later() -> None:
    state = resting_at(Phase.DECIDE)
    assert state.ply > 0
    with pytest.raises(StaleAction):
        apply(state, KoiKoi(ply=0))


def test_ply_is_no_part_of_an_action_and_is_filled_in_where_actions_are_listed() -> None:
    state = resting_at(Phase.DECIDE)
    assert KoiKoi() == KoiKoi(ply=7)
    assert [action.ply for action in legal_actions(state)] == [state.ply] * 2


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_apply_leaves_the_old_state_as_it_was(name: str) -> None:
    for state in rests(table(name), "unchanged"):
        before = pickle.dumps(state)
        for action in legal_actions(state):
            apply(state, action)
        assert pickle.dumps(state) == before


@pytest.mark.parametrize(
    ("phase", "kind"),
    [
        (Phase.PLAY, Play),
        (Phase.CHOOSE_PLAYED, Take),
        (Phase.CHOOSE_DRAWN, Take),
    ],
)
def test_legal_cards_are_listed_in_card_order(phase: Phase, kind: type[Play] | type[Take]) -> None:
    actions = legal_actions(resting_at(phase))
    assert len(actions) >= 2
    listed = [action.card for action in actions if isinstance(action, kind)]
    assert len(listed) == len(actions)
    assert listed == sorted(listed)


def test_what_may_be_done_at_a_decision_between_rounds_and_at_the_end() -> None:
    assert legal_words(resting_at(Phase.DECIDE)) == "KoiKoi Shobu"
    assert legal_words(resting_at(Phase.ROUND_OVER)) == "NextRound"
    assert legal_words(resting_at(Phase.MATCH_OVER)) == ""


@pytest.mark.parametrize("phase", Phase)
def test_only_a_player_phase_has_a_player_to_act(phase: Phase) -> None:
    state = resting_at(phase)
    assert (state.to_act is not None) == (phase in PLAYER_PHASES)
    choosing = phase in (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN)
    assert (state.round.in_play is not None) == choosing
    assert bool(offered_targets(state)) == choosing


@pytest.mark.parametrize("phase", [Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN])
def test_no_card_is_offered_any_more_when_the_match_is_over(phase: Phase) -> None:
    state, _ = apply(resting_at(phase), Resign(0))
    assert offered_targets(state) == ()


# Why an action is refused ------------------------------------------------------------------------


@cache
def _table_at(phase: Phase) -> MatchState:
    """A small table at this phase: the hand and what can be taken are known."""
    playing = midround(hand="1P2 8P1", field="1L 1R 2A 2R", stock="2P1", pile="3L 9A")
    states = {Phase.PLAY: playing}
    states[Phase.CHOOSE_PLAYED], _ = follow(playing, "1P2")
    states[Phase.CHOOSE_DRAWN], _ = follow(playing, "1P2 1L")
    states[Phase.DECIDE], _ = follow(playing, "1P2 1L 2A")
    states[Phase.ROUND_OVER], _ = follow(playing, "1P2 1L 2A stop")
    states[Phase.MATCH_OVER], _ = apply(playing, Resign(0))
    assert all(state.phase is at for at, state in states.items())
    return states[phase]


C = Card.parse

REFUSALS: list[tuple[Phase, Action, Reason]] = [
    (Phase.PLAY, Play(C("3L")), Reason(ReasonCode.NOT_IN_HAND, card=C("3L"))),
    (Phase.PLAY, Play(C("1L")), Reason(ReasonCode.NOT_IN_HAND, card=C("1L"))),
    (Phase.PLAY, Take(C("1L")), Reason(ReasonCode.NOTHING_TO_TAKE, card=C("1L"))),
    (Phase.PLAY, KoiKoi(), Reason(ReasonCode.NO_DECISION_OPEN)),
    (Phase.PLAY, Shobu(), Reason(ReasonCode.NO_DECISION_OPEN)),
    (Phase.PLAY, NextRound(), Reason(ReasonCode.ROUND_NOT_OVER)),
    (
        Phase.CHOOSE_PLAYED,
        Play(C("8P1")),
        Reason(ReasonCode.TARGET_NEEDED, card=C("1P2"), cards=cards("1L 1R")),
    ),
    (
        Phase.CHOOSE_PLAYED,
        Take(C("2A")),
        Reason(ReasonCode.NOT_A_TARGET, card=C("2A"), cards=cards("1L 1R")),
    ),
    (Phase.CHOOSE_PLAYED, Shobu(), Reason(ReasonCode.NO_DECISION_OPEN)),
    (Phase.CHOOSE_PLAYED, NextRound(), Reason(ReasonCode.ROUND_NOT_OVER)),
    (
        Phase.CHOOSE_DRAWN,
        Play(C("8P1")),
        Reason(ReasonCode.TARGET_NEEDED, card=C("2P1"), cards=cards("2A 2R")),
    ),
    (
        Phase.CHOOSE_DRAWN,
        Take(C("1R")),
        Reason(ReasonCode.NOT_A_TARGET, card=C("1R"), cards=cards("2A 2R")),
    ),
    (Phase.CHOOSE_DRAWN, KoiKoi(), Reason(ReasonCode.NO_DECISION_OPEN)),
    (Phase.DECIDE, Play(C("8P1")), Reason(ReasonCode.DECISION_NEEDED)),
    (Phase.DECIDE, Take(C("1R")), Reason(ReasonCode.DECISION_NEEDED)),
    (Phase.DECIDE, NextRound(), Reason(ReasonCode.ROUND_NOT_OVER)),
    (Phase.ROUND_OVER, Play(C("8P1")), Reason(ReasonCode.ROUND_OVER)),
    (Phase.ROUND_OVER, Take(C("1R")), Reason(ReasonCode.ROUND_OVER)),
    (Phase.ROUND_OVER, KoiKoi(), Reason(ReasonCode.ROUND_OVER)),
    (Phase.ROUND_OVER, Shobu(), Reason(ReasonCode.ROUND_OVER)),
    (Phase.MATCH_OVER, Play(C("8P1")), Reason(ReasonCode.MATCH_OVER)),
    (Phase.MATCH_OVER, KoiKoi(), Reason(ReasonCode.MATCH_OVER)),
    (Phase.MATCH_OVER, NextRound(), Reason(ReasonCode.MATCH_OVER)),
    (Phase.MATCH_OVER, Resign(1), Reason(ReasonCode.MATCH_OVER)),
    (Phase.PLAY, Play(C("8P1"), ply=99), Reason(ReasonCode.STALE, ply=99, expected=0)),
]


@pytest.mark.parametrize(("phase", "action", "reason"), REFUSALS)
def test_refusal_says_why(phase: Phase, action: Action, reason: Reason) -> None:
    assert why_illegal(_table_at(phase), action) == reason


def test_every_reason_is_among_the_refusals() -> None:
    assert {reason.code for _, _, reason in REFUSALS} == set(ReasonCode)


def test_refusal_survives_pickling_with_its_reason() -> None:
    for kind in (IllegalAction, StaleAction):
        error = kind(Reason(ReasonCode.STALE, ply=1, expected=2))
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind
        assert again.reason == error.reason
        assert str(again) == "stale"


# Between rounds ----------------------------------------------------------------------------------


def test_next_round_is_dealt_by_the_named_oya_onto_an_empty_table() -> None:
    steps = iter(walk(STANDARD, "next"))
    before = next(step.state for step in steps if step.state.phase is Phase.ROUND_OVER)
    (ended,) = only(before.history, RoundEnded)
    state, events = apply(before, NextRound())
    now = state.round
    assert isinstance(events[0], RoundDealt)
    assert events == state.history
    assert (now.number, now.month, now.oya, now.mover) == (2, 2, ended.next_oya, ended.next_oya)
    assert (now.turn, now.drawn, now.captured, now.calls, now.decided) == (
        *(0, 0),
        *((0, 0), (0, 0), (0, 0)),
    )
    assert now.hands[0].bit_count() == now.hands[1].bit_count() == now.field.bit_count() == 8
    assert state.scores == before.scores == ended.scores
    assert state.results == before.results


def test_history_holds_the_events_of_the_round_and_no_more() -> None:
    seen: list[object] = []
    for state, _, events in walk(STANDARD, "history"):
        if isinstance(events[0], RoundDealt):
            seen = []
        seen += events
        assert list(state.history) == seen


@pytest.mark.parametrize("rounds", [1, 2, 3, 6, 12])
def test_match_has_as_many_rounds_as_the_rules_say_and_is_over_straight_after(rounds: int) -> None:
    *_, (state, _, events) = walk(table(rounds=rounds), "length")
    assert state.phase is Phase.MATCH_OVER
    assert [line.number for line in state.results] == list(range(1, rounds + 1))
    ended, over = events[-2:]
    assert isinstance(ended, RoundEnded)
    assert ended.next_oya is None
    assert isinstance(over, MatchEnded)
    assert over.outcome is MatchOutcome.FINISHED
    assert (over.scores, over.seed) == (state.scores, "length")


# Resigning ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.MATCH_OVER])
def test_either_player_can_resign_in_every_phase(phase: Phase, seat: Seat) -> None:
    before = resting_at(phase)
    state, events = apply(before, Resign(seat, before.ply))
    assert events == (
        Resigned(seat),
        MatchEnded(
            outcome=MatchOutcome.RESIGNED,
            winner=other(seat),
            scores=before.scores,
            seed="phases",
            hands=before.round.hands,
            stock=before.round.stock,
        ),
    )
    assert state.result == MatchResult(MatchOutcome.RESIGNED, other(seat))
    assert (state.phase, state.to_act, state.ply) == (Phase.MATCH_OVER, None, before.ply + 1)
    assert state.scores == before.scores
    assert state.results == before.results
    assert legal_actions(state) == ()


def test_resigning_is_never_listed() -> None:
    for state in rests(STANDARD, "resign"):
        assert not any(isinstance(action, Resign) for action in legal_actions(state))


def test_leader_who_resigns_has_lost() -> None:
    state = midround(hand="1P2 8P1", field="1L", stock="2P1", scores=(40, 3))
    state, _ = apply(state, Resign(0))
    assert state.scores == (40, 3)
    assert state.result == MatchResult(MatchOutcome.RESIGNED, 1)


def test_plain_card_numbers_of_stacked_decks_become_cards() -> None:
    state = deal(STANDARD, oya="1L")
    assert all(type(card) is Card for card in state.round.deck)
