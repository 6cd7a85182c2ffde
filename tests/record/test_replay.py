from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import KoiKoi, Play, Resign, Shobu, Take, other
from koikoi.engine.cards import CARDS
from koikoi.engine.deck import Deck
from koikoi.engine.errors import ReasonCode
from koikoi.engine.events import MatchOutcome, Redealt
from koikoi.engine.flow import apply
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.state import MatchState, Phase
from koikoi.record.errors import DigestMismatch, Fault, IllegalInRecord, RecordError
from koikoi.record.record import ActionEntry, MatchRecord
from koikoi.record.replay import final_state, replay, replayed
from tests.record.playing import (
    DEALT_DECK,
    VOID_DECK,
    Move,
    first_seed_with_redeal,
    match,
    record_of,
    recorded,
    short,
    stacked_deck,
)

START, MOVES = match(short(rounds=2), "replay")
RECORD = record_of(START, MOVES)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.sampled_from([0.0, 0.02]))
def test_a_replay_has_every_state_action_and_event_of_the_match(
    name: str, seed: int, resign: float
) -> None:
    start, moves = match(short(name), str(seed), resign=resign)
    first, *steps = replay(record_of(start, moves))
    assert first == (start, None, start.history)
    assert len(steps) == len(moves)
    for step, move in zip(steps, moves, strict=True):
        assert (step.state, step.action) == (move.after, move.action)
        assert step.action is not None
        assert step.action.ply == move.before.ply
        assert step.events == step.state.history[-len(step.events) :]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.data())
def test_an_unfinished_match_goes_on_from_the_final_state_of_its_record(
    name: str, seed: int, data: st.DataObject
) -> None:
    start, moves = match(short(name, 2), str(seed))
    count = data.draw(st.integers(0, len(moves) - 1))
    assert final_state(record_of(start, moves[:count])) == moves[count].before


def test_a_replay_is_a_sequence_of_its_steps() -> None:
    played = replay(RECORD)
    assert len(played) == len(MOVES) + 1
    assert played[0].state == START
    assert played[-1].state == played.final == MOVES[-1].after
    assert played[1:3] == played.steps[1:3]
    assert list(played) == list(replayed(RECORD))


def test_a_match_with_stacked_decks_replays_to_the_same_states() -> None:
    decks: dict[tuple[int, int], Deck] = {
        (0, 0): stacked_deck(ko="12L 1L"),
        (1, 0): VOID_DECK,
        (1, 1): stacked_deck(ko="8L 9A"),
        (3, 0): DEALT_DECK,
    }
    start, moves = match(short(), "stacked", decks=decks)
    final = final_state(record_of(start, moves))
    assert final == moves[-1].after
    assert final.stacked == start.stacked


def test_a_match_whose_seed_redeals_replays_with_the_redeal() -> None:
    rules = short(rounds=1)
    record = recorded(rules, first_seed_with_redeal(rules))
    assert len(record.rounds[0].decks) == 2
    first = replay(record)[0]
    assert [type(event) for event in first.events].count(Redealt) == 1
    assert first.state.stacked == ()


def test_a_match_replays_from_its_decks_whatever_the_seed_would_deal() -> None:
    # The first dealer is no matter of the seed here.
    record = recorded(replace(short(), first_dealer="second"), "one")
    other_seed = replace(record, header=replace(record.header, seed="two"))
    for ours, theirs in zip(replay(other_seed), replay(record), strict=True):
        assert ours.state.round == theirs.state.round


def with_action(ply: int, **changes: object) -> MatchRecord:
    actions = [
        replace(entry, **changes) if entry.ply == ply else entry  # type: ignore[arg-type]
        for entry in RECORD.actions
    ]
    assert tuple(actions) != RECORD.actions
    return replace(RECORD, actions=tuple(actions))


@pytest.mark.parametrize("ply", [0, 7, RECORD.actions[-1].ply])
def test_a_digest_that_differs_stops_the_replay_with_ply_expected_and_found(ply: int) -> None:
    record = with_action(ply, digest="0" * 16)
    with pytest.raises(DigestMismatch) as caught:
        replay(record)
    error = caught.value
    found = next(entry.digest for entry in RECORD.actions if entry.ply == ply)
    assert (error.ply, error.expected, error.found) == (ply + 1, "0" * 16, found)
    assert (error.code, error.line) == (Fault.OTHER_DIGEST, ply + 3)
    assert str(error) == (
        f"line {ply + 3}: at ply {ply + 1} the digest is {found}, the record says {'0' * 16}"
    )
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.ply, str(copy)) == (error.ply, str(error))
    steps = replayed(record)
    assert [next(steps).state.ply for _ in range(ply + 1)] == list(range(ply + 1))
    with pytest.raises(DigestMismatch):
        next(steps)


@pytest.mark.parametrize("number", [1, 2])
def test_the_digest_of_a_deal_is_checked_as_well(number: int) -> None:
    rounds = [replace(r, digest="f" * 16) if r.number == number else r for r in RECORD.rounds]
    with pytest.raises(DigestMismatch) as caught:
        replay(replace(RECORD, rounds=tuple(rounds)))
    ply = RECORD.rounds[number - 1].ply
    assert caught.value.ply == (0 if number == 1 else ply + 1)
    assert caught.value.line == (2 if number == 1 else ply + 3)


def test_without_a_check_digests_and_result_do_not_matter() -> None:
    record = replace(with_action(3, digest="0" * 16), result=None)
    assert replay(record, check=False).final == MOVES[-1].after


def test_an_exchanged_card_of_the_stock_is_found_by_the_digests() -> None:
    deck = list(RECORD.rounds[0].decks[0])
    deck[30], deck[40] = deck[40], deck[30]
    rounds = (replace(RECORD.rounds[0], decks=(tuple(deck),)), *RECORD.rounds[1:])
    with pytest.raises(DigestMismatch) as caught:
        replay(replace(RECORD, rounds=rounds))
    assert caught.value.ply == 0


def illegal(action: Play | Take | KoiKoi | Shobu, ply: int = 0) -> IllegalInRecord:
    with pytest.raises(IllegalInRecord) as caught:
        replay(with_action(ply, action=replace(action, ply=ply)))
    assert caught.value.code is Fault.ILLEGAL
    assert (caught.value.ply, caught.value.line) == (ply, ply + 3)
    return caught.value


def test_an_illegal_action_is_told_with_its_ply_and_the_reason_of_the_engine() -> None:
    hand = START.round.hands[START.round.oya]
    stranger = next(card for card in CARDS if not hand >> card & 1)
    error = illegal(Play(stranger))
    assert error.reason.code is ReasonCode.NOT_IN_HAND
    assert error.reason.card == stranger
    assert str(error) == (f"line 3: the action play {stranger} at ply 0 is not legal: not_in_hand")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.ply, copy.reason, str(copy)) == (error.ply, error.reason, str(error))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Take(CARDS[0]), ReasonCode.NOTHING_TO_TAKE),
        (KoiKoi(), ReasonCode.NO_DECISION_OPEN),
        (Shobu(), ReasonCode.NO_DECISION_OPEN),
    ],
)
def test_an_action_of_another_phase_is_illegal(
    action: Take | KoiKoi | Shobu, reason: ReasonCode
) -> None:
    assert illegal(action).reason.code is reason


def test_an_action_after_the_end_of_the_match_is_illegal() -> None:
    extra = ActionEntry(RECORD.plies, 0, Shobu(RECORD.plies), "0" * 16)
    with pytest.raises(IllegalInRecord) as caught:
        replay(replace(RECORD, actions=(*RECORD.actions, extra)))
    assert caught.value.reason.code is ReasonCode.MATCH_OVER


def test_a_deal_in_the_middle_of_a_round_is_illegal() -> None:
    deal = replace(RECORD.rounds[1], ply=3)
    actions = [
        entry
        if entry.ply < 3
        else replace(entry, ply=entry.ply + 1, action=replace(entry.action, ply=entry.ply + 1))
        for entry in RECORD.actions
    ]
    record = replace(RECORD, rounds=(RECORD.rounds[0], deal), actions=tuple(actions))
    with pytest.raises(IllegalInRecord) as caught:
        replay(record)
    assert (caught.value.ply, caught.value.reason.code) == (3, ReasonCode.ROUND_NOT_OVER)
    assert str(caught.value).startswith("line 6: the action next at ply 3")


def test_an_action_of_the_wrong_seat_is_refused() -> None:
    right = RECORD.actions[4].seat
    with pytest.raises(RecordError) as caught:
        replay(with_action(4, seat=other(right)))
    error = caught.value
    assert (error.code, error.line) == (Fault.WRONG_SEAT, 7)
    assert error.params == {"ply": 4, "found": other(right), "expected": right}


def test_either_seat_may_resign_at_any_time() -> None:
    for phase in (Phase.PLAY, Phase.ROUND_OVER, Phase.DECIDE):
        index = next(n for n, move in enumerate(MOVES) if move.before.phase is phase)
        for seat in (0, 1):
            action = Resign(1 if seat else 0)
            final = resigned(index, action)
            assert final.to_act is None
            assert final.result is not None
            assert final.result.outcome is MatchOutcome.RESIGNED
            assert final.result.winner == 1 - seat


def resigned(index: int, action: Resign) -> MatchState:
    """The final state of the match's record if it is given up at this point."""
    before = MOVES[index].before
    after, _ = apply(before, action)
    return final_state(record_of(START, [*MOVES[:index], Move(before, action, after, ())]))


@pytest.mark.parametrize("number", [1, 2])
def test_a_deal_by_another_player_than_the_rules_say_is_refused(number: int) -> None:
    rounds = [replace(r, oya=other(r.oya)) if r.number == number else r for r in RECORD.rounds]
    with pytest.raises(RecordError) as caught:
        replay(replace(RECORD, rounds=tuple(rounds)))
    right = RECORD.rounds[number - 1].oya
    assert caught.value.code is Fault.OTHER_OYA
    assert caught.value.params == {"round": number, "found": other(right), "expected": right}


def test_a_deal_with_too_many_or_too_few_decks_is_refused() -> None:
    first = RECORD.rounds[0]
    for decks, found, expected in (
        ((*first.decks, VOID_DECK), 2, 1),
        ((VOID_DECK,), 1, 2),
        ((VOID_DECK, VOID_DECK), 2, 3),
    ):
        record = replace(RECORD, rounds=(replace(first, decks=decks), *RECORD.rounds[1:]))
        with pytest.raises(RecordError) as caught:
            replay(record)
        assert caught.value.code is Fault.OTHER_ATTEMPTS
        assert caught.value.params == {"round": 1, "found": found, "expected": expected}


def test_a_result_that_is_not_how_the_match_ended_is_refused() -> None:
    assert RECORD.result is not None
    a, b = RECORD.result.scores
    wrong = [
        None,
        replace(RECORD.result, outcome=MatchOutcome.RESIGNED),
        replace(RECORD.result, scores=(a + 1, b)),
        replace(RECORD.result, winner=None if RECORD.result.winner is not None else 0),
    ]
    for result in wrong:
        with pytest.raises(RecordError) as caught:
            replay(replace(RECORD, result=result))
        assert (caught.value.code, caught.value.line) == (Fault.OTHER_RESULT, len(MOVES) + 3)
        assert str(caught.value).isprintable()
    early = replace(record_of(START, MOVES[:5]), result=RECORD.result)
    with pytest.raises(RecordError, match="the match ends as unfinished, the record says finished"):
        replay(early)


def test_a_match_that_is_out_of_points_ends_with_that_result() -> None:
    rules = replace(preset("koikoi-japan"), starting_points=1)
    record = recorded(rules, "poor")
    assert record.result is not None
    assert record.result.outcome is MatchOutcome.OUT_OF_POINTS
    assert replay(record).final.scores == record.result.scores
