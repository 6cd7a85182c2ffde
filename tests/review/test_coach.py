"""The coach rates every choice once, knows luck from play, and comes to the same every time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.ai.agent import Halt
from koikoi.ai.luck import DrawBook, luck
from koikoi.ai.weights import shipped
from koikoi.engine.actions import SEATS
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.state import Phase
from koikoi.record.record import MatchRecord
from koikoi.record.replay import replay
from koikoi.review.budget import BUDGETS
from koikoi.review.cases import cases, seen_at
from koikoi.review.coach import Coach, Halted, Review, round_luck
from koikoi.review.fortune import Deal, deal_luck
from koikoi.review.lessons import lessons
from koikoi.review.rating import LEVEL_LOSSES, level_of, spread
from tests.engine.stack import stack_deck
from tests.review.matches import recorded
from tests.review.test_judge import QUICK


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "small", QUICK)


def short(name: str = "standard") -> MatchRecord:
    return recorded(name, rounds=2)


def reviewed(record: MatchRecord, **how: object) -> Review:
    return replace(Coach(), **how).review(record)  # type: ignore[arg-type]


def test_every_choice_between_several_actions_is_rated_once() -> None:
    record = short()
    played = replay(record)
    review = reviewed(record)
    plies = [one.case.ply for one in review.decisions]
    assert plies == sorted(set(plies))
    assert plies == [one.ply for one in cases(record, played)]
    for one in review.decisions:
        _, legal = seen_at(played, one.case)
        assert len(legal) > 1
        assert one.case.played in legal
        assert one.lost >= 0
        assert one.chance_lost >= 0


def test_totals_are_sums_and_koi_koi_decisions_stand_apart() -> None:
    review = reviewed(short())
    for seat in SEATS:
        every, cards, calls = review.all(seat), review.cards(seat), review.calls(seat)
        assert every.count == cards.count + calls.count == len(review.of(seat))
        assert every.lost == pytest.approx(cards.lost + calls.lost)
        assert calls.count == sum(one.case.phase is Phase.DECIDE for one in review.of(seat))
        worst = review.worst(seat)
        costs = [(round(one.chance_lost, 3), one.lost) for one in worst]
        assert costs == sorted(costs, reverse=True)
        assert all(lost > 0 for _, lost in costs)


def test_the_same_seed_gives_the_same_review_however_many_processes_think() -> None:
    record = short()
    assert reviewed(record) == reviewed(record, jobs=2)
    assert reviewed(record, seed="other") != reviewed(record)


def test_one_seat_alone_can_be_rated() -> None:
    record = short()
    alone, both = reviewed(record, seats=(1,)), reviewed(record)
    assert alone.decisions == both.of(1)


def test_progress_counts_every_decision() -> None:
    told: list[tuple[int, int]] = []
    review = Coach().review(short(), lambda done, count: told.append((done, count)))
    count = len(review.decisions)
    assert told == [(done, count) for done in range(count + 1)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_halt_ends_a_review(jobs: int) -> None:
    halt = Halt()
    with pytest.raises(Halted):
        Coach(jobs=jobs).review(short(), lambda done, _count: halt.stop() if done else None, halt)


def test_of_an_unfinished_match_only_rounds_that_are_over_are_rated() -> None:
    whole = short()
    second = whole.rounds[1].ply
    left = recorded(rounds=2, plies=second + 5)
    review = reviewed(left)
    assert {one.case.round for one in review.decisions} == {1}
    assert [one.round for one in review.luck] == [1]
    assert review.decisions == tuple(
        one for one in reviewed(whole).decisions if one.case.round == 1
    )


def test_a_match_in_its_first_round_has_nothing_to_rate() -> None:
    assert reviewed(recorded(rounds=2, plies=4)) == Review((), (), "small", "")


def test_a_match_that_was_given_up_is_rated_as_far_as_it_went() -> None:
    review = reviewed(recorded(rounds=2, plies=6, resigns=True))
    assert review.decisions
    assert max(one.case.ply for one in review.decisions) < 6


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_luck_is_told_for_every_round_of_every_preset(name: str) -> None:
    record = short(name)
    played = replay(record)
    found = round_luck(shipped(), record, played)
    assert [one.round for one in found] == [one.number for one in played.final.results]
    assert [one.points for one in found] == [
        one.points[0] if one.points[0] == -one.points[1] else one.points[0] - one.points[1]
        for one in played.final.results
    ]


def test_the_luck_of_the_draws_is_that_of_duels() -> None:
    record = short()
    played = replay(record)
    book = DrawBook()
    for step in played:
        book.hear(step.events, step.state.round.deck)
    expected = {1: 0.0, 2: 0.0}
    rules = record.header.rules
    for draw, more in zip(book.draws, luck(shipped(), rules, book.draws), strict=True):
        expected[draw.round] += more if draw.seat == 0 else -more
    found = round_luck(shipped(), record, played)
    assert {one.round: one.draws for one in found} == pytest.approx(expected)


def test_a_hand_of_lights_is_luck() -> None:
    rules = preset("standard")
    rich = stack_deck(oya="1L 3L 8L 12L 9A 1P1 3P1 8P1", field="1P2 3P2 8P2 12P1 9P1 2P1 4P1 5P1")
    poor = stack_deck(ko="1L 3L 8L 12L 9A 1P1 3P1 8P1", field="1P2 3P2 8P2 12P1 9P1 2P1 4P1 5P1")
    good, bad = deal_luck(shipped(), rules, [Deal(1, rich), Deal(1, poor)])
    assert good > 3
    assert bad < -1


def test_a_dealt_yaku_is_the_luck_of_its_deal() -> None:
    rules = preset("standard")
    assert rules.teshi == "points"
    deck = stack_deck(oya="1L 1R 1P1 1P2 2A 3L 4A 5A")
    (found,) = deal_luck(shipped(), rules, [Deal(1, deck)])
    assert found == pytest.approx(rules.teshi_points, abs=2)


def test_lessons_are_the_dearest_decisions_with_what_the_player_saw() -> None:
    record = short()
    review = reviewed(record)
    taught = lessons(record, review, 1, Halt(), 3)
    assert [one.decision for one in taught] == list(review.worst(1, 3))
    for one in taught:
        assert one.seen.seat == 1
        assert one.seen.ply == one.decision.case.ply


@pytest.mark.parametrize("level", LEVEL_LOSSES)
def test_a_levels_own_loss_is_rated_as_that_level(level: int) -> None:
    rules = preset("nintendo")
    lost = LEVEL_LOSSES[level] * spread(shipped(), rules)
    assert level_of(shipped(), rules, lost, 100) == pytest.approx(level)


def test_ratings_fall_as_losses_rise_and_stay_in_range() -> None:
    rules = preset("standard")
    found = [level_of(shipped(), rules, lost / 50, 100) for lost in range(200)]
    levels = [one for one in found if one is not None]
    assert len(levels) == 200
    assert levels == sorted(levels, reverse=True)
    assert levels[0] == 5.5
    assert min(levels) == 0.5
    assert level_of(shipped(), rules, 0.1, 3) is None
