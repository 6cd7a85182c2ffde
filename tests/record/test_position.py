from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import Resign
from koikoi.engine.events import MatchOutcome
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from koikoi.record.digest import digest
from koikoi.record.notation import NotationError, parse_action
from koikoi.record.position import ImpossiblePosition, parse_position, position_text
from tests.record.playing import at_phase, match, short, stacked_deck

RULES = replace(preset(), first_dealer="first")
DECK = stacked_deck(
    ko="1P2 2P2 3P2 4P2 6P2 7P2 8P2 9P2",
    field="1P1 2P1 2A 3P1 4P1 6P1 7P1 8P1",
    oya="1L 2R 3L 5A 5R 9A 9R 10A",
)

START = (
    "round=1 attempt=0 oya=0 turn=0 mover=0 phase=play ply=0 scores=0,0 calls=0,0"
    " hands=1L,2R,3L,5A,5R,9A,9R,10A/1P2,2P2,3P2,4P2,6P2,7P2,8P2,9P2"
    " field=1P1,2P1,2A,3P1,4P1,6P1,7P1,8P1 piles=-/- decided=-/- inplay=-"
    " stock=1R,3R,4A,4R,5P1,5P2,6A,6R,7A,7R,8L,8A,9P1,10R,10P1,10P2,11L,11A,11R,11P1,12L,12P1,"
    "12P2,12P3 ended=- result=-"
)
AFTER_CRANE = (
    "round=1 attempt=0 oya=0 turn=1 mover=1 phase=play ply=1 scores=0,0 calls=0,0"
    " hands=2R,3L,5A,5R,9A,9R,10A/1P2,2P2,3P2,4P2,6P2,7P2,8P2,9P2"
    " field=1R,2P1,2A,3P1,4P1,6P1,7P1,8P1 piles=1L,1P1/- decided=-/- inplay=-"
    " stock=3R,4A,4R,5P1,5P2,6A,6R,7A,7R,8L,8A,9P1,10R,10P1,10P2,11L,11A,11R,11P1,12L,12P1,"
    "12P2,12P3 ended=- result=-"
)


def test_a_position_is_one_line_that_never_changes_its_form() -> None:
    state = new_match(RULES, "seed", decks=[DECK])
    assert position_text(state) == START
    state, _ = apply(state, parse_action("play 1L"))
    assert position_text(state) == AFTER_CRANE


def test_a_digest_is_the_beginning_of_the_hash_of_the_position_and_never_changes() -> None:
    state = new_match(RULES, "seed", decks=[DECK])
    assert digest(state) == sha256(START.encode()).hexdigest()[:16] == "fe6a5b62c28cf664"


def test_a_test_of_the_rules_is_one_line_before_and_one_after() -> None:
    state, _ = apply(parse_position(START, RULES), parse_action("play 1L"))
    assert position_text(state) == AFTER_CRANE


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.sampled_from([0.0, 0.05]))
def test_every_position_of_a_match_survives_its_text(name: str, seed: int, resign: float) -> None:
    rules = short(name, 2)
    start, moves = match(rules, str(seed), resign=resign)
    for state in (start, *(move.after for move in moves)):
        text = position_text(state)
        read = parse_position(text, rules, seed=state.seed)
        assert position_text(read) == text
        ours, theirs = read.round, state.round
        assert replace(ours, deck=theirs.deck) == theirs
        assert sorted(ours.deck) == sorted(theirs.deck)
        assert (read.phase, read.ply, read.result) == (state.phase, state.ply, state.result)
        assert legal_actions(read) == legal_actions(state)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.data())
def test_a_match_goes_on_from_a_position_as_from_the_match(
    name: str, seed: int, data: st.DataObject
) -> None:
    rules = short(name, 2)
    _, moves = match(rules, str(seed))
    begin = data.draw(st.integers(0, len(moves) - 1))
    state = parse_position(position_text(moves[begin].before), rules, seed=str(seed))
    for move in moves[begin:]:
        state, _ = apply(state, move.action)
        assert position_text(state) == position_text(move.after)


def test_a_position_can_be_viewed_by_both_seats_and_a_watcher() -> None:
    state = parse_position(START, RULES)
    assert view(state, 0).hand == state.round.hands[0]
    assert view(state, 1).hand_sizes == (8, 8)
    assert view(state, None).hand == 0


def test_fields_may_come_in_any_order_and_case_and_usual_ones_may_be_left_out() -> None:
    state = parse_position(START, RULES)
    swapped = " ".join(reversed(START.upper().split()))
    assert parse_position(swapped, RULES) == state
    usual = {"round", "attempt", "ply", "scores", "calls", "piles", "decided", "inplay"}
    usual |= {"ended", "result"}
    few = " ".join(part for part in START.split() if part.partition("=")[0] not in usual)
    assert len(few.split()) == 7
    assert parse_position(few, RULES) == state


def changed(text: str, **fields: str) -> str:
    values = dict(part.split("=", 1) for part in text.split())
    return " ".join(f"{name}={value}" for name, value in (values | fields).items())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        START.replace("oya=0 ", ""),
        START + " oya=0",
        START + " colour=red",
        changed(START, oya="2"),
        changed(START, oya="-1"),
        changed(START, round="first"),
        changed(START, round="²"),
        changed(START, ply="1e3"),
        changed(START, ply="9" * 5000),
        changed(START, phase="playing"),
        changed(START, scores="1"),
        changed(START, scores="1,2,3"),
        changed(START, scores="1,--2"),
        changed(START, hands="-"),
        changed(START, hands="1L,1L/-"),
        changed(START, field=""),
        changed(START, field="1L,,1R"),
        changed(START, inplay="13L"),
        changed(START, stock="1L;1R"),
        changed(START, ended="shobu:0"),
        changed(START, ended="won:0:1,0"),
        changed(START, result="finished"),
        changed(START, result="finished:2"),
        changed(START, result="lost:0"),
    ],
)
def test_text_that_is_no_position_is_an_error_of_notation(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(text, RULES)


FIRST_HAND = "1L,2R,3L,5A,5R,9A,9R,10A"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"piles": "12P3/-"}, "exactly one place"),
        ({"stock": START.split("stock=")[1].split(",12P3")[0]}, "exactly one place"),
        ({"inplay": "1L"}, "exactly one place"),
        ({"stock": "1L" + START.split("stock=1R")[1].split(" ")[0]}, "exactly one place"),
        ({"decided": "1L/-"}, "own pile"),
        ({"mover": "1"}, "turn and the phase"),
        ({"turn": "1"}, "turn and the phase"),
        ({"turn": "99"}, "turn and the phase"),
        ({"phase": "decide"}, "turn and the phase"),
        ({"phase": "choose_played"}, "turn and the phase"),
        ({"phase": "round_over"}, "turn and the phase"),
        ({"phase": "round_over", "ended": "exhausted:-:1,0"}, "turn and the phase"),
        ({"phase": "round_over", "ended": "shobu:0:1,0"}, "turn and the phase"),
        ({"phase": "match_over"}, "a match has a result"),
        ({"phase": "match_over", "result": "finished:0"}, "a round has a result"),
        ({"result": "resigned:0"}, "a match has a result"),
        ({"ended": "dealt:0:6,0"}, "a round has a result"),
        ({"round": "13"}, "no such round"),
        ({"round": "0"}, "no such round"),
    ],
)
def test_a_position_that_no_match_can_be_in_is_refused(change: dict[str, str], why: str) -> None:
    with pytest.raises(ImpossiblePosition, match=why):
        parse_position(changed(START, **change), RULES)


def test_a_card_in_play_needs_something_to_choose() -> None:
    state, _ = apply(new_match(RULES, "seed", decks=[DECK]), parse_action("play 2R"))
    assert state.phase is Phase.CHOOSE_PLAYED
    text = position_text(state)
    assert parse_position(text, RULES).round == replace(
        state.round, deck=parse_position(text, RULES).round.deck
    )
    alone = text.replace("2P1,2A,", "2P1,-,").replace("piles=-/", "piles=2A/")
    with pytest.raises(ImpossiblePosition, match="nothing to choose"):
        parse_position(alone, RULES)
    decided = text.replace("phase=choose_played", "phase=match_over result=resigned:1").replace(
        "result=-", ""
    )
    assert parse_position(decided, RULES).result is not None


def test_a_decision_needs_a_card_in_the_hand() -> None:
    _, moves = match(RULES, "three")
    text = position_text(at_phase(moves, Phase.DECIDE))
    assert parse_position(text, RULES).phase is Phase.DECIDE
    exhausted = next(
        move.after
        for seed in range(100)
        for move in match(RULES, str(seed))[1]
        if move.after.round.turn == 15 and move.after.phase is Phase.ROUND_OVER
    )
    over = position_text(exhausted)
    forced = over.replace("phase=round_over", "phase=decide")
    forced = " ".join("ended=-" if part.startswith("ended=") else part for part in forced.split())
    with pytest.raises(ImpossiblePosition, match="no decision"):
        parse_position(forced, RULES)


def resting_states() -> list[MatchState]:
    _, moves = match(RULES, "three")
    return [
        at_phase(moves, phase)
        for phase in (
            Phase.PLAY,
            Phase.CHOOSE_PLAYED,
            Phase.CHOOSE_DRAWN,
            Phase.DECIDE,
            Phase.ROUND_OVER,
        )
    ]


@pytest.mark.parametrize("state", resting_states(), ids=lambda state: str(state.phase))
def test_a_resignation_is_a_position_wherever_it_comes(state: MatchState) -> None:
    over, _ = apply(state, Resign(1))
    read = parse_position(position_text(over), RULES)
    assert read.phase is Phase.MATCH_OVER
    assert read.result is not None
    assert read.result.outcome is MatchOutcome.RESIGNED
    assert position_text(read) == position_text(over)


@pytest.mark.parametrize(
    "change",
    [
        {"round": "2"},
        {"attempt": "1"},
        {"oya": "1", "mover": "1", "hands": "/".join(reversed(START.split()[9][6:].split("/")))},
        {"ply": "1"},
        {"scores": "0,1"},
        {"scores": "0,-1"},
        {"calls": "0,1"},
        {"field": "2P1,1P1,2A,3P1,4P1,6P1,7P1,8P1"},
        {"stock": START.split("stock=")[1].split(" ")[0].replace("1R,3R", "3R,1R")},
    ],
    ids="+".join,
)
def test_positions_that_differ_in_anything_have_different_digests(change: dict[str, str]) -> None:
    other = parse_position(changed(START, **change), RULES)
    assert digest(other) != digest(parse_position(START, RULES))
