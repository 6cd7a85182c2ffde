"""The figures of a player's matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.yaku import YakuId
from koikoi.record.record import RecordPlayer
from koikoi.store.facts import Ending, MatchFacts, facts_of
from koikoi.store.figures import (
    ENOUGH,
    Figures,
    Group,
    MonthPoints,
    Wanted,
    YakuFigure,
    against_computer,
    figures,
    level_of,
    rate,
)
from koikoi.store.tables import PastMatch
from tests.record.playing import AGENTS, STARTED
from tests.store.pasts import AGAINST_SHIKA, TWO_PEOPLE, YOU, a_match, golden


def past(*facts: MatchFacts) -> tuple[PastMatch, ...]:
    return tuple(PastMatch(one, Path(one.identity)) for one in facts)


def of(*names: str) -> Figures:
    """The figures of golden records."""
    return figures(past(*(facts_of(golden(name)) for name in names)))


HOUSE = facts_of(golden("house-rules"))


def ended(winner: int | None, *, resigned: bool = False, day: int = 0) -> MatchFacts:
    """A match that ended in a way, without its rounds."""
    from koikoi.engine.events import MatchOutcome

    outcome = MatchOutcome.RESIGNED if resigned else MatchOutcome.FINISHED
    return replace(
        HOUSE,
        identity=f"{winner} {resigned} {day}",
        started=STARTED + timedelta(days=day),
        winner=None if winner is None else 1 if winner else 0,
        outcome=outcome,
        rounds=(),
        calls=(),
        marks={},
    )


def test_the_figures_of_a_known_match_are_what_a_reader_counts() -> None:
    found = of("house-rules")
    assert found.total == Group({Ending.LOST: 1}, rounds=4, made=7, lost=17)
    assert (found.rounds_won, found.rounds_lost) == (2, 2)
    assert found.months == (
        MonthPoints(1, 1, 0, 16),
        MonthPoints(2, 1, 3, 0),
        MonthPoints(3, 1, 0, 1),
        MonthPoints(4, 1, 4, 0),
    )
    assert found.yaku == (YakuFigure(YakuId.KASU, 2, 2),)
    assert found.calls == (1, 0, 0, 0, 3)
    assert found.best is not None
    assert (found.best.points, found.best.number) == (4, 4)
    assert (found.marks["hint"], found.hinted) == (2, 1)
    assert found.rival_marks["hint"] == 7
    assert found.longest_run == 0
    assert list(found.levels) == ["3"]
    assert list(found.rules) == ["house rules"]


def test_what_calling_brought_is_counted_from_the_first_call_of_a_round() -> None:
    # Round 1: 5 given up for −1; round 2: 1 given up for 29, whatever was called after that.
    assert of("out-of-points").calls == (3, 0, 1, 0, -6 + 28)


def test_points_that_change_hands_count_once() -> None:
    assert of("out-of-points").total == Group({Ending.WON: 1}, rounds=2, made=29, lost=1)


def test_forfeits_are_counted_apart_and_for_whom_they_were_won_by() -> None:
    found = figures(past(ended(0), ended(1), ended(1, resigned=True), ended(0, resigned=True)))
    counts = {ending: found.total.count(ending) for ending in Ending}
    assert counts == {
        Ending.WON: 1,
        Ending.LOST: 1,
        Ending.DRAWN: 0,
        Ending.FORFEITED: 1,
        Ending.CONCEDED: 1,
    }
    assert found.total.rate == (0.5, None, None)


def test_a_draw_is_half_a_win() -> None:
    assert figures(past(ended(None), ended(1))).total.rate == (0.25, None, None)


def test_an_interval_is_told_from_ten_matches_on() -> None:
    assert rate(5, ENOUGH - 1).low is None
    mean, low, high = rate(5, ENOUGH)
    assert mean == 0.5
    # Wilson's interval for 5 of 10, as tables have it.
    assert low == pytest.approx(0.2366, abs=1e-4)
    assert high == pytest.approx(0.7634, abs=1e-4)


@given(st.integers(1, 500), st.integers(0, 1000))
def test_an_interval_is_possible_and_around_the_mean(count: int, halves: int) -> None:
    wins = min(halves / 2, count)
    mean, low, high = rate(wins, count)
    assert 0 <= mean <= 1
    if low is not None and high is not None:
        assert -1e-9 <= low <= mean + 1e-9
        assert mean - 1e-9 <= high <= 1
        assert high - low > 0


def test_a_run_of_wins_ends_with_anything_else() -> None:
    order = [0, 0, None, 0, 0, 0, 1, 0]
    found = figures(past(*(ended(winner, day=day) for day, winner in enumerate(order))))
    assert found.longest_run == 3
    assert len(found.last) == len(order)
    assert found.last[-1] is Ending.WON


def test_only_the_last_twenty_are_told_one_by_one() -> None:
    found = figures(past(*(ended(day % 2, day=day) for day in range(30))))
    assert len(found.last) == 20


def test_matches_of_two_people_and_of_none_are_not_among_the_figures() -> None:
    matches = past(
        facts_of(a_match("a")),
        facts_of(a_match("b", players=TWO_PEOPLE)),
        facts_of(a_match("c", players=AGENTS)),
    )
    assert against_computer(matches, Wanted()) == matches[:1]
    assert figures(matches) == figures(matches[:1])


def test_no_match_has_no_rate_and_no_best_round() -> None:
    found = figures(())
    assert found.total.rate is None
    assert found.best is None
    assert found.months == ()
    assert found.total.matches == 0


def test_matches_are_wanted_by_rules_level_and_day() -> None:
    greedy = (YOU, RecordPlayer("Computer", "greedy"))
    first = facts_of(a_match("a"))
    second = facts_of(a_match("b", players=greedy, rules="nintendo"))
    third = facts_of(a_match("c", started=STARTED + timedelta(days=2)))
    matches = past(first, second, third)

    def found(wanted: Wanted) -> list[MatchFacts]:
        return [one.facts for one in against_computer(matches, wanted)]

    assert (level_of(first), level_of(second)) == ("3", "greedy")
    assert found(Wanted()) == [first, second, third]
    assert found(Wanted(rules="nintendo")) == [second]
    assert found(Wanted(level="3")) == [first, third]
    assert found(Wanted(level="greedy", rules="standard")) == []
    assert found(Wanted(since=STARTED + timedelta(days=1))) == [third]
    assert found(Wanted(since=STARTED)) == [first, second, third]


def test_groups_add_up_to_the_whole() -> None:
    levels = [AGAINST_SHIKA, (RecordPlayer("Hoo", "hoo", 5), YOU)]
    matches = past(
        *(
            facts_of(
                a_match(
                    f"sum {number}",
                    players=levels[number % 2],
                    rules=("standard", "koikoi-japan")[number % 3 == 0],
                    resign=0.02,
                )
            )
            for number in range(12)
        )
    )
    found = figures(matches)
    for groups in (found.levels, found.rules):
        assert sum(group.matches for group in groups.values()) == 12
        assert sum(group.made for group in groups.values()) == found.total.made
        assert sum(group.lost for group in groups.values()) == found.total.lost
        assert sum(group.rounds for group in groups.values()) == found.total.rounds
    assert sum(one.made for one in found.months) == found.total.made
    assert sum(one.lost for one in found.months) == found.total.lost
    assert sum(one.rounds for one in found.months) == found.total.rounds
    assert list(found.levels) == ["3", "5"]
