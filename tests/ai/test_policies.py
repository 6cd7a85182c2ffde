"""Policies of whole batches, and the lessons of self-play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from koikoi.ai.baseline import GreedyAgent
from koikoi.ai.batch import Batch, Options, play_rounds
from koikoi.ai.deals import random_deals
from koikoi.ai.features import AFTER_PLAY, AFTER_TURN, BEFORE_TURN, FIGURES, LOOKUPS, TABLE_ROWS
from koikoi.ai.outcomes import CLASSES, EXHAUSTED, class_of, point_worths
from koikoi.ai.policies import (
    ChancePolicy,
    GreedyPolicy,
    ValuePolicy,
    after_turn,
    between_turns,
)
from koikoi.ai.selfplay import Manner, lessons
from koikoi.ai.sight import action_of, sight
from koikoi.engine.actions import KoiKoi
from koikoi.engine.flow import legal_actions
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.engine.view import view
from tests.ai.chance import PRESETS, eager_choices, rule_sets
from tests.ai.nets import NETWORK, told_network

STANDARD = preset("standard")


def under_way(rules: Rules, turns: int, count: int = 200) -> Batch:
    rng = np.random.default_rng(1)
    deals = random_deals(rules, count, rng)
    batch = Batch(rules, deals.decks, rng.integers(1, 13, count))
    batch.keep(~deals.decided)
    player = GreedyPolicy(rng)
    for _ in range(turns):
        batch.play_turn(player)
    return batch


# Options -----------------------------------------------------------------------------------------


def test_best_is_the_first_of_the_greatest_of_each_round() -> None:
    zeros = np.zeros(7, np.uint64)
    options = Options(
        rows=np.array([0, 0, 0, 1, 2, 2, 2]),
        first=np.array([0, 3, 4]),
        asked=np.array([0, 1, 2]),
        card=np.arange(7),
        hand=zeros,
        field=zeros,
        pile=zeros,
    )
    values = np.array([1, 5, 5, -9, 2, 2, 3], np.float32)
    assert options.best(values).tolist() == [1, 3, 6]
    assert options.best(-values).tolist() == [0, 3, 4]
    assert options.some(np.array([2, 0])).card.tolist() == [2, 0]


def test_picked_rounds_count_anew_and_the_batch_stays_as_it_was() -> None:
    batch = under_way(STANDARD, 5)
    before = [column.copy() for column in (*batch.hands, batch.field, batch.rows)]
    rows = np.array([3, 3, 0])
    other = batch.picked(rows)
    assert other.rows.tolist() == [0, 1, 2]
    assert (other.field == batch.field[rows]).all()
    play_rounds(other, (ChancePolicy(np.random.default_rng(2)),) * 2)
    after = [*batch.hands, batch.field, batch.rows]
    assert all((one == two).all() for one, two in zip(before, after, strict=True))
    assert ((other.points != 0) | other.exhausted).all()


# Greedy ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_the_greedy_policy_is_the_greedy_agent(name: str) -> None:
    """But for its choices between equals: those can be any of the equals."""
    rules = PRESETS[name]
    policy = GreedyPolicy(np.random.default_rng(3))
    for state in eager_choices(rules, f"greedy {name}", 3):
        seat = state.to_act
        seen, legal = view(state, seat), legal_actions(state)
        own = sight(seen)
        if state.phase is Phase.DECIDE:
            call = bool(policy.call(own.batch, np.zeros(1, np.int64))[0])
            assert call == isinstance(GreedyAgent("a").choose(seen, legal), KoiKoi)
            continue
        options = own.options()
        if state.phase is Phase.PLAY:
            # Whole numbers, and less than a half by chance.
            values = np.floor(policy.play(own.batch, options))
        else:
            values = policy.draw(own.batch, options)
        best = {
            action_of(seen, options, int(way), legal)
            for way in np.flatnonzero(values == values.max())
        }
        assert GreedyAgent("a").choose(seen, legal) in best


# By value ----------------------------------------------------------------------------------------


def test_a_draw_is_worth_the_better_of_going_on_and_stopping() -> None:
    for rules in (STANDARD, *rule_sets(3, 6)[-6:]):
        policy = ValuePolicy(NETWORK.under(rules), point_worths(rules.exhausted_points))
        for turn in (6, 9, 14, 15):
            batch = under_way(rules, turn, 80)
            batch.play(batch.play_options(), batch.play_options().first)
            options = batch.draw_options()
            values = policy.draw(batch, options)
            worths = policy.worths[batch.mover]
            for way in range(0, len(values), 7):
                one = batch.picked(options.rows[way : way + 1])
                one.field = options.field[way : way + 1]
                one.captured[one.mover] = options.pile[way : way + 1]
                total, rose, choice = one.standing()
                paid = one.piles.payoff(total, one.calls[one.mover], one.calls[1 - one.mover])
                ways = []
                if rose[0]:
                    ways.append(float(worths[class_of(paid)[0]]))
                elif turn == 15:
                    ways.append(float(worths[EXHAUSTED]))
                if turn < 15 and (choice[0] or not rose[0]):
                    seen = after_turn(one, np.zeros(1, np.int64), choice)
                    ways.append(float((policy.chances(seen) @ worths)[0]))
                assert values[way] == pytest.approx(max(ways), abs=1e-3)


def test_only_draws_with_a_choice_are_asked_for() -> None:
    asked: list[int] = []

    class Noted(ChancePolicy):
        def draw(self, batch: Batch, options: Options, /) -> Any:
            counts = np.diff(np.append(options.first, len(options.rows)))
            asked.extend(counts.tolist())
            assert (options.rows[options.first] == options.asked).all()
            assert (np.repeat(options.asked, counts) == options.rows).all()
            return super().draw(batch, options)

    batch = under_way(STANDARD, 0)
    play_rounds(batch, (Noted(np.random.default_rng(4)),) * 2)
    assert asked
    assert min(asked) > 1


def test_positions_between_turns_are_of_the_role() -> None:
    for turns in (1, 4, 7):
        batch = under_way(STANDARD, turns)
        for role in range(2):
            seen = between_turns(batch, role)
            assert (seen.hand == batch.hands[role]).all()
            assert (seen.theirs == batch.captured[1 - role]).all()
            last = (turns - 1) % 2
            assert set(seen.mode.tolist()) == {AFTER_TURN if last == role else BEFORE_TURN}
            assert set(seen.turn.tolist()) == {turns - 1}


# Self-play ---------------------------------------------------------------------------------------


def test_lessons_are_positions_with_chances_of_how_they_end() -> None:
    for rules in (STANDARD, *rule_sets(2, 3)[-3:]):
        rng = np.random.default_rng(5)
        found, played = lessons(NETWORK.under(rules), rules, 60, Manner(kept=0.5), rng)
        assert 40 <= played <= 60
        count = len(found.rows)
        assert found.rows.shape == (count, LOOKUPS)
        assert found.figures.shape == (count, FIGURES)
        assert found.targets.shape == (count, CLASSES)
        assert found.rows.min() >= 0
        assert found.rows.max() < TABLE_ROWS
        assert np.isfinite(found.figures).all()
        np.testing.assert_allclose(found.targets.astype(np.float32).sum(axis=1), 1, atol=0.01)


def test_with_full_trace_the_target_is_how_the_round_ended() -> None:
    rules = replace(STANDARD, rounds=12)
    manner = Manner(trace=1.0, kept=1.0)
    found, played = lessons(NETWORK.under(rules), rules, 40, manner, np.random.default_rng(6))
    assert (np.sort(found.targets, axis=1)[:, -1] == 1).all()
    # The oya's positions after the first play, one for each round, come with the rest.
    first = found.rows[:, 12] == found.rows[:, 12].min()
    assert int(first.sum()) == played
    assert AFTER_PLAY == 0


def test_what_one_player_wins_the_other_loses_in_the_lessons() -> None:
    manner = Manner(trace=0.8, kept=1.0)
    found, _ = lessons(NETWORK.under(STANDARD), STANDARD, 40, manner, np.random.default_rng(6))
    ended = Manner(trace=1.0, kept=1.0)
    final, _ = lessons(NETWORK.under(STANDARD), STANDARD, 40, ended, np.random.default_rng(6))
    start = int(final.rows[:, 12].min())
    for turn in range(8):
        # After a turn both players have a lesson, the rounds in the same order.
        mine, theirs = (
            final.targets[final.rows[:, 12] == start + mode * 16 + turn]
            for mode in (AFTER_TURN, BEFORE_TURN)
        )
        assert len(mine) > 10
        assert (mine == theirs[:, ::-1]).all()
        assert (mine[:, EXHAUSTED] < 1).any()
    assert (found.targets != final.targets).any()


def test_without_trace_the_target_is_what_comes_next() -> None:
    """Before the end of the round: what the network, which says the same always, says there."""
    network = told_network({3: 0.25, EXHAUSTED: 0.75}).under(STANDARD)
    manner = Manner(trace=0.0, kept=1.0)
    found, played = lessons(network, STANDARD, 40, manner, np.random.default_rng(7))
    expected = np.zeros(CLASSES)
    expected[[3, EXHAUSTED]] = 0.25, 0.75
    as_told = np.abs(found.targets.astype(np.float64) - expected).max(axis=1) < 0.01
    ended = np.sort(found.targets, axis=1)[:, -1] == 1
    assert (as_told | ended).all()
    # Of each round the last position of either player knows the end.
    assert int(ended.sum()) <= 3 * played
    assert int(ended.sum()) >= played
