"""What a match comes to: by hand for known records, and what holds for all."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import SEATS, KoiKoi
from koikoi.engine.events import MatchOutcome, RoundOutcome
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.yaku import YakuId
from koikoi.record import MatchRecord, dumps
from koikoi.record.errors import RecordError
from koikoi.record.reader import loads
from koikoi.store.facts import (
    CallEnd,
    CallFact,
    Ending,
    RoundFact,
    YakuFact,
    facts_of,
    identity_of,
)
from tests.record.playing import AGENTS, recorded, short
from tests.store.pasts import TWO_PEOPLE, a_match, golden

SHOBU = RoundOutcome.SHOBU


def test_a_known_match_comes_to_what_a_reader_of_it_counts() -> None:
    """``koikoi replay`` tells this match; the figures are read off there."""
    facts = facts_of(golden("house-rules"))
    assert facts.own == 0
    assert facts.scores == (7, 17)
    assert facts.ending(0) is Ending.LOST
    assert facts.ending(1) is Ending.WON
    akatan, tan = YakuFact(1, YakuId.AKATAN, 7, True), YakuFact(1, YakuId.TAN, 1, True)
    assert facts.rounds == (
        RoundFact(1, 1, SHOBU, 1, (0, 16), (akatan, tan)),
        RoundFact(2, 0, SHOBU, 0, (3, 0), (YakuFact(0, YakuId.KASU, 3, True),)),
        RoundFact(3, 1, SHOBU, 1, (0, 1), (YakuFact(1, YakuId.KASU, 1, True),)),
        RoundFact(4, 0, SHOBU, 0, (4, 0), (YakuFact(0, YakuId.KASU, 2, True),)),
    )
    # Plains for 1 point were there to be taken; with one more plain and the call it became 4.
    assert facts.calls == (CallFact(4, 0, 1, CallEnd.WON, 4),)
    assert facts.marked(0, "hint") == 2
    assert facts.marked(1, "hint") == 7
    assert facts.marked(0, "fallback") == 0


def test_a_call_is_lost_where_the_other_player_wins_the_round() -> None:
    calls = facts_of(golden("out-of-points")).calls
    assert calls[0] == CallFact(1, 0, 5, CallEnd.LOST, -1)
    assert [call.end for call in calls[1:]] == [CallEnd.WON] * 3
    assert [call.had for call in calls[1:]] == [1, 9, 17]


def test_a_call_whose_round_brings_no_more_is_for_nothing() -> None:
    """Under these rules the viewings, 5 points each, count 1 after a call."""
    rules = replace(short(rounds=1), hanami_called=1, tsukimi_called=1)
    facts = facts_of(recorded(rules, "23"))
    assert facts.calls == (
        CallFact(1, 0, 5, CallEnd.EVEN, 3),
        CallFact(1, 0, 2, CallEnd.WON, 3),
    )


def test_a_yaku_that_did_not_win_the_round_was_made_and_did_not_count() -> None:
    first = facts_of(golden("out-of-points")).rounds[0]
    assert YakuFact(0, YakuId.AOTAN, 5, False) in first.yaku
    assert first.winner == 1


def test_a_match_that_was_given_up_is_forfeited_by_one_and_conceded_to_the_other() -> None:
    facts = facts_of(golden("resigned"))
    assert facts.outcome is MatchOutcome.RESIGNED
    assert (facts.ending(0), facts.ending(1)) == (Ending.FORFEITED, Ending.CONCEDED)


def test_a_draw_is_a_draw_for_both() -> None:
    facts = facts_of(golden("koikoi-japan"))
    assert [facts.ending(seat) for seat in SEATS] == [Ending.DRAWN] * 2


def test_only_a_match_of_one_person_has_a_seat_of_their_own() -> None:
    assert facts_of(a_match("one")).own == 0
    swapped = a_match("one", players=(AGENTS[0], TWO_PEOPLE[0]))
    assert facts_of(swapped).own == 1
    assert facts_of(a_match("one", players=TWO_PEOPLE)).own is None
    assert facts_of(a_match("one", players=AGENTS)).own is None


def test_an_unfinished_match_comes_to_nothing() -> None:
    with pytest.raises(ValueError, match="not over"):
        facts_of(golden("unfinished"))


def test_a_record_that_does_not_replay_comes_to_nothing() -> None:
    record = a_match("forged")
    assert record.result is not None
    forged = replace(record, result=replace(record.result, scores=(99, 0)))
    with pytest.raises(RecordError):
        facts_of(forged)


def _with_calls(seed: int) -> MatchRecord:
    """A match of chance in which somebody calls, given up a little later."""
    for number in range(1000):
        record = recorded(short(rounds=2), f"{seed}.{number}", resign=0.05)
        last = record.actions[-2:]
        if len(last) == 2 and isinstance(last[0].action, KoiKoi):
            return record
    raise AssertionError("nobody calls")


def test_a_call_in_a_round_that_was_given_up_is_open() -> None:
    facts = facts_of(_with_calls(1))
    assert facts.calls[-1].end is CallEnd.OPEN
    assert facts.calls[-1].number == len(facts.rounds) + 1


@settings(max_examples=40)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10_000), st.sampled_from([0.0, 0.02]))
def test_points_of_the_rounds_sum_up_to_the_scores(name: str, seed: int, resign: float) -> None:
    facts = facts_of(recorded(short(name), f"sum {seed}", resign=resign))
    for seat in SEATS:
        gained = sum(one.points[seat] for one in facts.rounds)
        assert facts.starting + gained == facts.scores[seat]
        marks = sum(1 for one in facts.calls if one.seat == seat)
        assert marks == len([call for call in facts.calls if call.seat == seat])


@settings(max_examples=40)
@given(st.integers(0, 10_000))
def test_what_became_of_a_call_fits_the_round(seed: int) -> None:
    facts = facts_of(recorded(short("standard"), f"calls {seed}"))
    rounds = {one.number: one for one in facts.rounds}
    for call in facts.calls:
        ended = rounds[call.number]
        assert call.got == ended.points[call.seat]
        assert (call.end is CallEnd.LOST) == (ended.winner != call.seat)
        assert call.had > 0
        if call.end is CallEnd.WON:
            assert call.got > call.had


# What tells a match from others.


def test_a_match_is_the_same_however_its_record_is_written() -> None:
    record = a_match("same")
    again = loads(dumps(record).replace('": ', '":'))
    assert identity_of(again) == identity_of(record)
    assert identity_of(loads(dumps(record) + '{"torn": ')) == identity_of(record)


def test_a_record_whose_last_line_was_lost_is_the_same_match() -> None:
    text = dumps(a_match("lost"))
    cut = text[: text.rstrip().rindex("\n") + 1]
    assert identity_of(loads(cut)) == identity_of(loads(text))


def test_matches_that_differ_in_anything_played_are_two() -> None:
    record = a_match("one")
    others = [
        a_match("two"),
        replace(record, header=replace(record.header, players=TWO_PEOPLE)),
        replace(record, actions=record.actions[:-1], result=None),
        a_match("one", started=record.header.started.replace(second=1)),
    ]
    found = {identity_of(one) for one in (record, *others)}
    assert len(found) == 1 + len(others)


def test_chance_does_not_enter_the_identity() -> None:
    random.seed(5)
    assert identity_of(a_match("x")) == identity_of(a_match("x"))
