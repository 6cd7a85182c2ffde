"""A judge ranks what can be done, sees what the player sees, and says the same every time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.ai.agent import Halt
from koikoi.ai.equity import equity
from koikoi.ai.search import Effort
from koikoi.ai.weights import shipped
from koikoi.engine.actions import SEATS, KoiKoi, Play, Seat, Shobu, Take
from koikoi.engine.cards import Card
from koikoi.engine.flow import legal_actions
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from koikoi.review.judge import Judge, Judgement
from koikoi.review.trials import scales_of
from tests.ai.chance import PRESETS
from tests.engine.permute import twins
from tests.engine.stack import deal, follow, table
from tests.engine.walk import COURSES, walk

QUICK = Effort(worlds=8, stages=2, turns=2, call_worlds=16, hands=16)


def judged(state: MatchState, seed: str = "", effort: Effort = QUICK) -> Judgement:
    seat = state.to_act
    assert seat is not None
    found = Judge(shipped(), effort, seed).judge(view(state, seat), legal_actions(state), Halt())
    assert found is not None
    return found


def choices(name: str, rounds: int = 1) -> list[MatchState]:
    course = COURSES[name]
    course = course._replace(rules=replace(course.rules, rounds=rounds))
    states = [step.state for step in walk(course, "judge")]
    return [state for state in states if state.to_act is not None and len(legal_actions(state)) > 1]


@pytest.mark.parametrize("name", PRESETS)
def test_every_legal_action_is_rated_once_the_best_first(name: str) -> None:
    for state in choices(name):
        found = judged(state)
        assert {one.action for one in found.rated} == set(legal_actions(state))
        assert len(found.rated) == len(legal_actions(state))
        assert found.best.behind == 0
        assert all(one.behind >= 0 and one.error >= 0 for one in found.rated)
        assert all(0 <= one.chance <= 1 for one in found.rated)
        assert all(-1e-6 <= one.won + one.lost <= 1 + 1e-6 for one in found.rated)


def test_the_same_seed_gives_the_same_judgement_and_another_one_others() -> None:
    state = choices("standard")[0]
    assert judged(state, "a") == judged(state, "a")
    assert judged(state, "a") != judged(state, "b")


@pytest.mark.parametrize("seat", SEATS)
def test_hidden_cards_change_no_judgement(seat: Seat) -> None:
    course = COURSES["standard"]._replace(rules=replace(COURSES["standard"].rules, rounds=1))
    seen = 0
    for state, twin in twins(course, seat):
        if state.to_act == seat and len(legal_actions(state)) > 1:
            seen += 1
            assert judged(state) == judged(twin)
    assert seen


MOON = {"oya": "8L 2P1 4P1 6P1", "field": "8P1 9R 10R 12P1", "stock": "1P1"}


def test_a_card_tells_what_it_takes() -> None:
    state = deal(table(), **MOON)
    found = judged(state)
    moon = next(one for one in found.rated if one.action == Play(Card.parse("8L")))
    assert isinstance(moon.action, Play)
    assert moon.takes == 1 << Card.parse("8P1")
    other = found.of(Play(Card.parse("2P1")))
    assert other.takes == 0


def test_what_was_played_is_tried_as_far_as_the_best() -> None:
    state = choices("standard")[0]
    seat = state.to_act
    assert seat is not None
    legal = legal_actions(state)
    judge = Judge(shipped(), QUICK)
    worst = judged(state).rated[-1].action
    found = judge.judge(view(state, seat), legal, Halt(), worst)
    assert found is not None
    assert found.of(worst).worlds == max(one.worlds for one in found.rated)


def test_a_halt_before_anything_is_known_gives_no_judgement() -> None:
    halt = Halt()
    halt.stop()
    state = choices("standard")[0]
    seat = state.to_act
    assert seat is not None
    judge = Judge(shipped(), QUICK)
    assert judge.judge(view(state, seat), legal_actions(state), halt) is None


def test_an_action_that_was_not_legal_has_no_rating() -> None:
    found = judged(choices("standard")[0])
    with pytest.raises(ValueError, match="not one of the legal actions"):
        found.of(
            Take(Card.parse("1L"))
            if isinstance(found.best.action, Play)
            else Play(Card.parse("1L"))
        )


def test_stopping_is_worth_exactly_its_points() -> None:
    deciding = [state for state in choices("standard", 3) if state.phase is Phase.DECIDE]
    assert deciding
    for state in deciding:
        found = judged(state)
        stop, call = found.of(Shobu()), found.of(KoiKoi())
        assert (stop.won, stop.lost, stop.worlds) == (1.0, 0.0, 0)
        assert call.worlds == QUICK.call_worlds
        after, _ = follow(state, "stop")
        won = after.results[-1].points[state.to_act or 0]
        # Large sums are told by their class.
        assert stop.points == pytest.approx(won, rel=0.2)


def test_a_point_counts_less_once_the_match_is_decided_but_never_nothing() -> None:
    table = equity(shipped(), preset("standard"))
    first = scales_of(table, 0, 11, 0).point
    close = scales_of(table, 0, 0, 0).point
    hopeless = scales_of(table, -290, 0, 0)
    assert close > 2 * first
    assert hopeless.point == pytest.approx(first / 2)
    assert hopeless.worth[0] < 0 < hopeless.worth[-1]
