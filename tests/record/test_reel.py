"""A match to look through: its positions, rounds and decisions, and what may be seen there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.events import MatchOutcome
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.state import PLAYER_PHASES, Phase
from koikoi.engine.view import view
from koikoi.record.errors import DigestMismatch, Fault, RecordError
from koikoi.record.record import (
    PERSON,
    MatchRecord,
    RecordPlayer,
    Result,
)
from koikoi.record.reel import Hands, Reel, earlier, later, wind
from koikoi.record.replay import replay
from tests.record.playing import DEALT_DECK, match, record_of, short

START, MOVES = match(short(rounds=3), "reel")
WHOLE = record_of(START, MOVES)
REEL = wind(WHOLE)
TWO_PEOPLE = (RecordPlayer("East", PERSON), RecordPlayer("West", PERSON))
NOBODY = (RecordPlayer("Greedy", "greedy"), RecordPlayer("Chance", "random"))


def running(count: int = 0) -> MatchRecord:
    """The match while its last round is played, so many actions before its end."""
    return record_of(START, MOVES[: len(MOVES) - (count or 5)])


def spoiled(record: MatchRecord, ply: int) -> MatchRecord:
    """The record with a wrong digest behind the action of a ply."""
    actions = tuple(
        replace(entry, digest="0" * len(entry.digest)) if entry.ply == ply else entry
        for entry in record.actions
    )
    assert actions != record.actions
    return replace(record, actions=actions)


# Positions ---------------------------------------------------------------------------------------


def test_a_position_is_a_ply() -> None:
    assert REEL.last == len(MOVES)
    assert [step.state.ply for step in REEL.steps] == list(range(REEL.last + 1))
    assert REEL.steps == replay(WHOLE).steps
    assert REEL.over
    assert REEL.fault is None


def test_a_number_beyond_the_match_is_its_nearest_position() -> None:
    assert [REEL.within(number) for number in (-3, 0, 7, 10**6)] == [0, 0, 7, REEL.last]


def test_what_follows_is_what_was_done_next() -> None:
    for position, move in enumerate(MOVES):
        step = REEL.following(position)
        assert step is not None
        assert (step.action, step.state) == (
            replace(move.action, ply=move.before.ply),
            move.after,
        )
    assert REEL.following(REEL.last) is None


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.sampled_from([0.0, 0.02]))
def test_every_position_is_in_exactly_one_round(name: str, seed: int, resign: float) -> None:
    start, moves = match(short(name), str(seed), resign=resign)
    reel = wind(record_of(start, moves))
    places = [
        position for chapter in reel.chapters for position in range(chapter.first, chapter.last + 1)
    ]
    assert places == list(range(reel.last + 1))
    for chapter in reel.chapters:
        assert reel.round_start(chapter.number) == chapter.first
        for position in (chapter.first, chapter.last):
            assert reel.chapter(position) is chapter
            assert reel.steps[position].state.round.number == chapter.number
    results = reel.steps[-1].state.results
    assert [one.result for one in reel.chapters if one.result is not None] == list(results)
    assert reel.starts() == tuple(chapter.first for chapter in reel.chapters)
    for number in (0, -1, len(reel.chapters) + 1):
        assert reel.round_start(number) is None


def test_decisions_are_where_a_seat_has_to_choose() -> None:
    both = sorted([*REEL.decisions(0), *REEL.decisions(1)])
    assert both == [
        position for position, step in enumerate(REEL.steps) if step.state.phase in PLAYER_PHASES
    ]
    for seat in SEATS:
        assert all(REEL.steps[place].state.to_act == seat for place in REEL.decisions(seat))
    phases = {REEL.steps[place].state.phase for place in REEL.decisions(0)}
    assert phases == set(PLAYER_PHASES)


def test_questions_are_decisions_about_koi_koi() -> None:
    assert REEL.questions()
    decided = [move.before.ply for move in MOVES if move.before.phase is Phase.DECIDE]
    assert list(REEL.questions()) == decided


def test_the_next_and_the_last_of_some_places_lie_on_both_sides_of_a_position() -> None:
    places = (2, 5, 9)
    assert [later(places, at) for at in (0, 2, 8, 9, 12)] == [2, 5, 9, None, None]
    assert [earlier(places, at) for at in (0, 2, 3, 9, 12)] == [None, None, 2, 5, 9]


# What is to be seen ------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", Hands)
@pytest.mark.parametrize("side", SEATS)
def test_a_match_that_is_over_shows_the_hands_that_are_asked_for(side: Seat, hands: Hands) -> None:
    for position, step in enumerate(REEL.steps):
        shot = REEL.shot(position, side, hands)
        assert not shot.refused
        assert shot.open[side] is (hands is not Hands.NONE)
        assert shot.open[other(side)] is (hands is Hands.BOTH)
        assert shot.seen == view(step.state, side if shot.open[side] else None)
        held = step.state.round.hands[other(side)]
        assert shot.rival == (held if hands is Hands.BOTH else 0)


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_a_position_looks_alike_from_wherever_it_is_reached(data: st.DataObject) -> None:
    fresh = wind(WHOLE)
    places = data.draw(st.lists(st.integers(0, REEL.last), min_size=2, max_size=12))
    hands = data.draw(st.sampled_from(Hands))
    side = data.draw(st.sampled_from(SEATS))
    seen = [REEL.shot(place, side, hands) for place in places]
    assert [fresh.shot(place, side, hands) for place in reversed(places)] == seen[::-1]


def hidden_hands(reel: Reel, position: int) -> set[Seat]:
    """The seats whose hands can be shown in no way."""
    shots = [reel.shot(position, side, hands) for side in SEATS for hands in Hands]
    return {seat for seat in SEATS if not any(shot.open[seat] for shot in shots)}


@pytest.mark.parametrize(
    ("players", "hidden"),
    [
        ((RecordPlayer("East", PERSON), RecordPlayer("Tsuru", "tsuru")), {1}),
        ((RecordPlayer("Tsuru", "tsuru"), RecordPlayer("East", PERSON)), {0}),
        (TWO_PEOPLE, {0, 1}),
        (NOBODY, {0, 1}),
    ],
    ids=["person first", "person second", "two people", "nobody"],
)
def test_of_a_round_that_goes_on_only_the_one_person_s_hand_is_shown(
    players: tuple[RecordPlayer, RecordPlayer], hidden: set[Seat]
) -> None:
    record = running()
    reel = wind(replace(record, header=replace(record.header, players=players)))
    assert not reel.over
    assert [chapter.revealed for chapter in reel.chapters] == [True, True, False]
    for position in range(reel.last + 1):
        expected = hidden if reel.chapter(position).number == 3 else set()
        assert hidden_hands(reel, position) == expected
        for side in SEATS:
            for hands in Hands:
                shot = reel.shot(position, side, hands)
                assert shot.seen.seed is None
                assert shot.seen.seat in (side, None)
                assert shot.seen.seat not in expected
                assert not shot.rival or other(side) not in expected


def test_a_hand_that_has_to_stay_hidden_is_refused() -> None:
    reel = wind(running())
    assert reel.person == 0
    refused = {
        (side, hands)
        for side in SEATS
        for hands in Hands
        if reel.shot(reel.last, side, hands).refused
    }
    assert refused == {(0, Hands.BOTH), (1, Hands.BOTH), (1, Hands.OWN)}
    # From the other side the person's own hand is still theirs to see.
    assert reel.shot(reel.last, 1, Hands.BOTH).rival


def test_a_round_that_is_over_is_shown_before_the_next_is_dealt() -> None:
    count = next(
        number for number, move in enumerate(MOVES, 1) if move.after.phase is Phase.ROUND_OVER
    )
    reel = wind(record_of(START, MOVES[:count]))
    assert not reel.over
    assert not reel.shot(0, 0, Hands.BOTH).refused


def test_a_resigned_match_has_no_secrets() -> None:
    start, moves = match(short(rounds=3), "give up", resign=0.2)
    reel = wind(record_of(start, moves))
    assert reel.steps[-1].state.result is not None
    assert reel.steps[-1].state.result.outcome is MatchOutcome.RESIGNED
    assert not hidden_hands(reel, reel.last)


def test_a_round_that_the_deal_decided_has_one_position() -> None:
    start, moves = match(short(rounds=2), "dealt", decks={(1, 0): DEALT_DECK})
    reel = wind(record_of(start, moves))
    assert reel.chapters[0][:4] == (1, 0, 0, True)
    assert not reel.shot(0, 0, Hands.BOTH).refused


# Damaged records ---------------------------------------------------------------------------------


def test_a_record_that_is_damaged_in_the_middle_is_shown_up_to_there() -> None:
    ply = WHOLE.actions[len(WHOLE.actions) // 2].ply
    reel = wind(spoiled(WHOLE, ply))
    assert isinstance(reel.fault, DigestMismatch)
    assert reel.last == ply
    assert reel.steps == REEL.steps[: ply + 1]


def test_the_round_in_which_a_record_is_damaged_keeps_its_secrets() -> None:
    ply = WHOLE.actions[-3].ply
    reel = wind(spoiled(WHOLE, ply))
    assert WHOLE.finished
    assert hidden_hands(reel, reel.last) == {1}
    assert hidden_hands(reel, 0) == set()


def test_a_result_that_was_written_behind_a_running_match_opens_nothing() -> None:
    record = replace(running(), result=Result(MatchOutcome.FINISHED, None, (0, 0)))
    assert record.finished
    reel = wind(record)
    assert reel.fault is not None
    assert reel.fault.code is Fault.OTHER_RESULT
    assert hidden_hands(reel, reel.last) == {1}


def test_a_record_whose_first_deal_is_another_cannot_be_shown() -> None:
    first = replace(WHOLE.rounds[0], digest="0" * 16)
    with pytest.raises(RecordError):
        wind(replace(WHOLE, rounds=(first, *WHOLE.rounds[1:])))


def test_what_is_hidden_is_not_in_the_text_of_a_reel() -> None:
    said = repr(wind(running()))
    assert "deck" not in said
    assert "hands" not in said
    assert WHOLE.header.seed not in said
