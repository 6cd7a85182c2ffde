"""The chance to win the match: the engine's own rules of matches, from the last round backwards."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from koikoi.ai.equity import Equity, equity
from koikoi.ai.outcomes import CLASSES, EXHAUSTED, class_of
from koikoi.ai.weights import shipped
from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.draft import Draft
from koikoi.engine.events import RoundOutcome
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown
from koikoi.engine.settle import end_round, next_oya
from tests.ai.chance import PRESETS, rule_sets
from tests.ai.nets import NETWORK, told_network
from tests.engine.stack import table

ROUND = {-16: 0.05, -6: 0.15, -1: 0.2, 0: 0.15, 1: 0.05, 3: 0.2, 8: 0.15, 20: 0.05}
"""How a round ends in these tests: the oya's points (0: exhausted), and their chances."""

TELLING = told_network({int(class_of(np.array([p]))[0]): share for p, share in ROUND.items()})

# Without dealt hands every round is as the network says.
NO_DEALT = {"teshi": "off", "kuttsuki": "off"}

MATCHES: dict[str, Rules] = {
    "winner deals, exhausted stays": table(**NO_DEALT, exhausted_points=2),
    "winner deals, exhausted switches": table(
        **NO_DEALT, exhausted_dealer="switches", exhausted_points=0
    ),
    "alternates": table(**NO_DEALT, next_dealer="alternates", exhausted_points=6),
    "who loses pays": table(**NO_DEALT, starting_points=30, exhausted_points=1),
    "who loses pays, alternates": table(
        **NO_DEALT, starting_points=9, next_dealer="alternates", exhausted_points=0
    ),
    "who loses pays, switches": table(
        **NO_DEALT, starting_points=17, exhausted_dealer="switches", exhausted_points=20
    ),
}


def ended(
    rules: Rules, number: int, oya: Seat, scores: tuple[int, int], points: int
) -> tuple[tuple[int, int], float | None, Seat]:
    """What the engine makes of a round: scores, seat 0's share of the match if it is over, oya."""
    draft = Draft(rules, "equity", "", (), None)
    draft.number, draft.oya, draft.scores = number, oya, list(scores)
    if points:
        winner: Seat | None = oya if points > 0 else SEATS[1 - oya]
        line = Breakdown((), abs(points), 0, (), 1, abs(points))
        lines = (line, None) if winner == 0 else (None, line)
        end_round(draft, RoundOutcome.SHOBU, winner, lines)
    else:
        end_round(draft, RoundOutcome.EXHAUSTED, None, (None, None))
    share = None
    if draft.result is not None:
        share = {None: 0.5, 0: 1.0, 1: 0.0}[draft.result.winner]
    again = next_oya(rules, oya, draft.results[-1].winner)
    return (draft.scores[0], draft.scores[1]), share, again


@cache
def own_equity(rules: Rules) -> Equity:
    return Equity(TELLING, rules)


@cache
def share_of_seat_0(rules: Rules, number: int, oya: Seat, scores: tuple[int, int]) -> float:
    """Seat 0's chance before a round, through all ways that the match can go."""
    total = 0.0
    outcomes = own_equity(rules).outcomes
    for points in ROUND:
        chance = float(outcomes[int(class_of(np.array([points]))[0])])
        after, share, again = ended(rules, number, oya, scores, points)
        if share is None:
            share = share_of_seat_0(rules, number + 1, again, after)
        total += chance * share
    return total


def scores_with(rules: Rules, lead: int) -> tuple[int, int]:
    """Scores with this lead of seat 0; even where who loses pays."""
    start = rules.starting_points
    return (start + lead // 2, start - lead // 2) if start else (max(lead, 0), max(-lead, 0))


def leads_of(rules: Rules) -> list[int]:
    start = rules.starting_points
    return (
        sorted({-2 * start + 2, -16, -6, -2, 0, 2, 4, 10, 2 * start - 2})
        if start
        else [
            *(-40, -9, -3, -1, 0, 1, 2, 7, 25),
        ]
    )


@pytest.mark.parametrize("name", MATCHES)
def test_chances_are_those_of_all_ways_that_the_engine_can_go(name: str) -> None:
    rules = MATCHES[name]
    own = own_equity(rules)
    for points, chance in ROUND.items():
        assert own.outcomes[class_of(np.array([points]))] == pytest.approx(chance, abs=1e-3)
    for left in (1, 2, 3):
        for lead in leads_of(rules):
            number = rules.rounds - left + 1
            for oya in SEATS:
                share = share_of_seat_0(rules, number, oya, scores_with(rules, lead))
                found = own.chance(lead, left) if oya == 0 else 1 - own.chance(-lead, left)
                assert found == pytest.approx(share, abs=1e-6), (left, lead, oya)


@pytest.mark.parametrize("name", MATCHES)
def test_a_class_is_worth_what_the_match_is_worth_after_it(name: str) -> None:
    rules = MATCHES[name]
    own = own_equity(rules)
    for left in (0, 1, 2):
        for lead in leads_of(rules):
            oya, ko = own.worths(lead, left)
            for points in ROUND:
                scores = scores_with(rules, lead)
                after, share, again = ended(rules, rules.rounds - left, 0, scores, points)
                if share is None:
                    share = share_of_seat_0(rules, rules.rounds - left + 1, again, after)
                mine, theirs = class_of(np.array([points, -points]))
                # And a trifle for the points, that there is always something to play for.
                assert oya[mine] == pytest.approx(share, abs=2e-3)
                assert ko[theirs] == pytest.approx(1 - share, abs=2e-3)


def test_between_equal_chances_the_points_decide() -> None:
    rules = MATCHES["winner deals, exhausted switches"]
    oya, ko = Equity(TELLING, rules).worths(-300, 0)
    assert (np.diff(oya) > 0).all()
    assert (np.diff(ko) > 0).all()
    assert oya.max() < 0.01 < 0.99 < ko.min()


def test_worths_of_oya_and_ko_are_one_together() -> None:
    for rules in (*MATCHES.values(), *rule_sets(2, 3)):
        own = Equity(NETWORK, rules)
        for left in {0, rules.rounds // 2, rules.rounds - 1}:
            for lead in (-60, -7, 0, 1, 12, 500):
                oya, ko = own.worths(lead, left)
                assert oya.shape == ko.shape == (CLASSES,)
                np.testing.assert_allclose(oya + ko[::-1], 1, atol=1e-6)


def test_chances_are_between_nothing_and_all_and_rise_with_the_lead() -> None:
    for rules in (*MATCHES.values(), *rule_sets(2, 3)):
        own = Equity(NETWORK, rules)
        for left in range(rules.rounds + 1):
            chances = [own.chance(lead, left) for lead in range(-350, 351, 7)]
            assert min(chances) >= -1e-12
            assert max(chances) <= 1 + 1e-12
            assert min(np.diff(chances)) >= -1e-12
        assert [own.chance(lead, 0) for lead in (-1, 0, 1)] == [0, 0.5, 1]
        assert own.outcomes.sum() == pytest.approx(1)


@pytest.mark.parametrize("start", [1, 9, 30, 999])
def test_who_has_no_points_left_has_lost_however_many_rounds_are_left(start: int) -> None:
    rules = table(**NO_DEALT, starting_points=start)
    own = Equity(TELLING, rules)
    for left in range(rules.rounds + 1):
        assert own.chance(2 * start, left) == 1
        assert own.chance(-2 * start, left) == 0
        if left:
            assert own.chance(2 * start - 2, left) > 0


def test_rounds_that_alternate_are_even_in_pairs() -> None:
    rules = MATCHES["alternates"]
    own = Equity(TELLING, rules)
    assert own.chance(0, 1) > 0.5
    for left in range(2, rules.rounds + 1, 2):
        assert own.chance(0, left) == pytest.approx(0.5)


@pytest.mark.parametrize("name", PRESETS)
def test_the_shipped_network_gives_the_oya_a_little_more(name: str) -> None:
    rules = PRESETS[name]
    own = equity(shipped(), rules)
    assert 0.5 < own.chance(0, 1) < 0.65
    assert own.chance(0, rules.rounds) < own.chance(0, 1)
    assert own.chance(10, rules.rounds) < own.chance(10, 4) < own.chance(10, 1)
    assert equity(shipped(), rules) is own


def test_points_of_an_exhausted_round_count_for_the_match() -> None:
    """In the last round, one point behind, as oya."""
    without, with_points = (
        Equity(TELLING, replace(MATCHES["alternates"], exhausted_points=points)).worths(-1, 0)
        for points in (0, 2)
    )
    assert without[0][EXHAUSTED] == pytest.approx(0, abs=1e-4)
    assert with_points[0][EXHAUSTED] == pytest.approx(1, abs=1e-4)
    assert with_points[1][EXHAUSTED] == pytest.approx(0, abs=1e-4)


def test_dealt_hands_are_among_the_outcomes() -> None:
    rules = table(teshi="points", teshi_points=50, field_four="keep", kuttsuki="off")
    outcomes = Equity(told_network({EXHAUSTED: 1.0}), rules).outcomes
    (won, lost) = class_of(np.array([50, -50]))
    # Four of a month are among eight cards in 0.43 of 100 hands.
    assert 0 < outcomes[won] < 0.015
    assert 0 < outcomes[lost] < 0.015
    assert outcomes[EXHAUSTED] == pytest.approx(1 - outcomes[won] - outcomes[lost])
