"""The table of an event: the rule, and that everybody has a fair chance under it."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.host.standings import Ending, MatchResult, Side, Standing, rule, standings, worth
from koikoi.text.catalogue import load

NOW = datetime(2026, 11, 30, tzinfo=UTC)
NUMBERS = count()
MIKA, JUN, KAI, HANA = people = [(1, "mika"), (2, "jun"), (3, "kai"), (4, "hana")]


def level(number: int) -> Side:
    return Side(None, f"level {number}", f"agent{number}", number)


def person(one: tuple[int, str], *, points: int = 0, hints: int = 0) -> Side:
    return Side(*one, points=points, hints=hints)


def match(
    first: Side, second: Side, winner: int | None = 0, rounds: int = 6, forfeit: bool = False
) -> MatchResult:
    ending = Ending.FORFEIT if forfeit else Ending.FINISHED
    name = str(next(NUMBERS))
    return MatchResult(name, "", NOW, NOW, "standard", rounds, (first, second), winner, ending)


def table(*results: MatchResult) -> dict[str, Standing]:
    return {one.name: one for one in standings(results, people)}


def test_the_rule_fits_into_one_sentence() -> None:
    said = rule(load())
    assert said.count(".") == 1
    assert "best 5 matches" in said
    assert "3 rounds or more" in said


@pytest.mark.parametrize(
    ("result", "first", "second"),
    [
        (match(person(MIKA), level(4)), 4.0, 0.0),
        (match(person(MIKA), level(4), 1), 0.0, 3.0),
        (match(person(MIKA), level(4), None), 2.0, 1.5),
        (match(person(MIKA), person(JUN)), 3.0, 0.0),
        (match(person(MIKA), person(JUN), 1, forfeit=True), 0.0, 3.0),
        (match(person(MIKA), person(JUN), rounds=2), 0.0, 0.0),
        (match(person(MIKA, hints=1), level(5)), 0.0, 0.0),
        (match(person(MIKA, hints=1), person(JUN), None), 0.0, 1.5),
        (match(person(MIKA), Side(None, "Greedy", "greedy")), 0.0, 0.0),
    ],
)
def test_a_match_is_worth_what_the_rule_says(
    result: MatchResult, first: float, second: float
) -> None:
    assert (worth(result, 0), worth(result, 1)) == (first, second)


def test_a_standing_counts_all_matches_and_scores_the_best() -> None:
    results = [
        match(person(MIKA, points=20), level(2)._replace(points=5)),
        match(level(5), person(MIKA, points=7), 0),
        match(person(MIKA, hints=3), level(5)),
        match(person(MIKA), level(1), None),
        match(person(MIKA), person(JUN, points=30), 1, forfeit=True),
    ]
    standing = table(*results)["mika"]
    assert standing == Standing(2, 1, "mika", 2.5, 5, 2, 1, 2, 20 - 5 + 7 - 30, 2)
    assert table(*results)["jun"].score == 3


def test_beating_the_same_one_again_does_not_go_on_paying() -> None:
    assert table(*[match(person(MIKA), level(5)) for _ in range(9)])["mika"].score == 10
    assert table(*[match(person(MIKA), person(JUN)) for _ in range(9)])["mika"].score == 6
    guests = [(9, "guest-abcd"), (10, "guest-efgh"), (11, "guest-jkmn")]
    assert table(*[match(person(MIKA), person(one)) for one in guests])["mika"].score == 6
    gone = [match(person(MIKA), Side(None, "")) for _ in range(3)]
    assert table(*gone)["mika"].score == 6


def test_few_good_matches_catch_up_with_many() -> None:
    many = [match(person(JUN), level(number)) for number in (1, 2, 3, 4) for _ in range(20)]
    few = [match(person(MIKA), level(number)) for number in (5, 5, 4, 4, 3)]
    rows = standings([*many, *few], people)
    assert [(one.name, one.score) for one in rows] == [("mika", 21), ("jun", 16)]


def test_equal_scores_are_told_apart_by_the_share_of_wins_and_then_by_points() -> None:
    rows = standings(
        [
            match(person(MIKA, points=9), level(3)),
            match(person(JUN, points=8), level(3)),
            match(person(KAI, points=40), level(3)),
            match(person(KAI), level(3), 1),
            match(person(HANA, points=9), level(3)),
        ],
        people,
    )
    assert [(one.place, one.name) for one in rows] == [
        *((1, "hana"), (1, "mika"), (3, "jun"), (4, "kai")),
    ]


def test_who_has_not_played_or_is_no_longer_there_has_no_place() -> None:
    assert table(match(person((9, "guest-abcd")), level(1)), match(Side(None, ""), level(2))) == {}
    assert table(match(person(MIKA), person(MIKA))) == {}


SIDES = st.one_of(
    st.builds(person, st.sampled_from(people), points=st.integers(0, 99), hints=st.integers(0, 1)),
    st.builds(level, st.integers(1, 5)),
)
RESULTS = st.builds(
    match, SIDES, SIDES, st.sampled_from([0, 1, None]), st.integers(1, 12), st.booleans()
)


@given(st.lists(RESULTS, max_size=15), RESULTS)
def test_nobody_falls_in_score_by_playing_on(before: list[MatchResult], new: MatchResult) -> None:
    then = table(*before)
    for name, now in table(*before, new).items():
        assert name not in then or now.score >= then[name].score
        assert now.won + now.drawn + now.lost == now.matches
        assert now.score <= 5 + 5 + 4 + 4 + 3
