"""The gaps of a style are what they say: unknown yaku, an unseen pile, eagerness."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from koikoi.ai.batch import Batch
from koikoi.ai.deals import random_deals
from koikoi.ai.dice import Dice
from koikoi.ai.features import Positions
from koikoi.ai.network import Network
from koikoi.ai.outcomes import class_of, point_worths
from koikoi.ai.piles import Doubles, Floats
from koikoi.ai.policies import ChancePolicy, GreedyPolicy, after_play, after_turn
from koikoi.ai.styles import FULL_ATTENTION, STYLES, Style, StyledPolicy
from koikoi.engine.presets import preset
from koikoi.engine.rules import OPTION_BY_KEY, Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.yaku import scorer
from tests.ai.nets import NETWORK
from tests.ai.seeing import positions, rows_of
from tests.engine.stack import table

STANDARD = preset("standard")
SEEN = positions(np.random.default_rng(1), 60)


def policy(style: Style, rules: Rules = STANDARD, seed: int = 0) -> StyledPolicy:
    worths = point_worths(rules.exhausted_points)
    return StyledPolicy(NETWORK, rules, worths, style, Dice([seed]))


def worth(key: str, points: int, rules: Rules = STANDARD) -> Rules:
    """The rules with other points for a yaku."""
    return Rules.from_mapping({**rules.to_mapping(), key: points})


def under_way(rules: Rules, turns: int, seed: int = 2) -> Batch:
    """Random rounds after so many turns."""
    rng = np.random.default_rng(seed)
    deals = random_deals(rules, 400, rng)
    batch = Batch(rules, deals.decks, rng.integers(1, 13, 400))
    batch.keep(~deals.decided)
    player = ChancePolicy(rng)
    for _ in range(turns):
        batch.play_turn(player)
    return batch


# Unknown yaku ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2])
def test_an_unknown_yaku_is_not_thought_of(level: int) -> None:
    style = replace(STYLES[level], lapses=0.0)
    for key in style.unknown:
        assert OPTION_BY_KEY[key].type == "integer"
        one, other = worth(key, 1), worth(key, 9)
        # Whatever it is worth, a position looks the same to the style, and not to full attention.
        assert (policy(style, one).chances(SEEN) == policy(style, other).chances(SEEN)).all()
        full = [policy(FULL_ATTENTION, rules).chances(SEEN) for rules in (one, other)]
        assert not np.allclose(full[0], full[1], atol=1e-4)


def test_the_known_yaku_are_thought_of() -> None:
    style = replace(STYLES[1], lapses=0.0)
    for key in ("sanko", "hanami", "tsukimi"):
        assert key not in style.unknown
        chances = [policy(style, worth(key, points)).chances(SEEN) for points in (1, 9)]
        assert not np.allclose(chances[0], chances[1], atol=1e-4)


@pytest.mark.parametrize("level", STYLES)
def test_known_rules_differ_in_the_unknown_yaku_alone(level: int) -> None:
    style = STYLES[level]
    for rules in (STANDARD, preset("fuda-wiki"), replace(STANDARD, tsukifuda=5, chofuku=10)):
        known = style.known_rules(rules).to_mapping()
        given = rules.to_mapping()
        assert {key for key in given if given[key] != known[key]} <= set(style.unknown)
        assert all(known[key] == 0 for key in style.unknown)
    if not style.unknown:
        assert style.known_rules(STANDARD) is STANDARD


def test_a_yaku_that_is_made_is_paid_whether_it_was_thought_of_or_not() -> None:
    """What stopping brings comes from the rules in play."""
    rules = replace(STANDARD, kasu=7, tane=5, tan=6)
    style = replace(STYLES[2], lapses=0.0)
    batch = under_way(rules, 10)
    total, _, _ = batch.standing()
    rows = np.flatnonzero(total)
    assert len(rows) > 10
    _, stopping = policy(style, rules).call_worths(batch, rows)
    own = scorer(rules)
    mover = batch.mover
    worths = point_worths(rules.exhausted_points)[mover]
    for place, row in enumerate(rows):
        pile, field = int(batch.captured[mover][row]), int(batch.field[row])
        calls, others = int(batch.calls[mover][row]), int(batch.calls[1 - mover][row])
        made = own.made(pile, int(batch.month[row]), calls, field)
        paid = round_score(rules, made, calls, others).points
        assert stopping[place] == worths[class_of(np.array([paid]))[0]]


# Lapses ------------------------------------------------------------------------------------------


def hidden(seen: Positions) -> Positions:
    """The positions with another pile, calls and decisions of the other player."""
    rng = np.random.default_rng(3)
    some = seen.theirs & rng.integers(0, 1 << 48, len(seen.theirs), dtype=np.uint64)
    return seen._replace(
        theirs=some, their_calls=(seen.their_calls + 1) % 8, their_decided=some & ~np.uint64(1)
    )


def test_a_lapse_hides_the_other_players_pile_and_calls() -> None:
    blind = policy(Style(lapses=1.0))
    assert (blind.chances(SEEN) == blind.chances(hidden(SEEN))).all()
    awake = policy(Style(lapses=0.0))
    assert not np.allclose(awake.chances(SEEN), awake.chances(hidden(SEEN)), atol=1e-3)


def test_a_lapse_hides_nothing_else() -> None:
    blind = policy(Style(lapses=1.0))
    kept = np.random.default_rng(5).integers(0, 1 << 48, len(SEEN.hand), dtype=np.uint64)
    for name in ("hand", "field", "mine", "my_calls", "turn"):
        column: Any = getattr(SEEN, name)
        # Some of the cards are unseen now; numbers are those of another position.
        other = column & kept if column.dtype == np.uint64 else np.roll(column, 1)
        changed = SEEN._replace(**{name: other})
        assert not np.allclose(blind.chances(SEEN), blind.chances(changed), atol=1e-3)


def test_a_lapse_lasts_for_the_whole_choice() -> None:
    """All ways to play a card are seen alike: either all of them with the pile or all without."""
    with_pile = policy(Style(lapses=0.0)).chances(SEEN)
    without = policy(Style(lapses=1.0)).chances(SEEN)
    lapses = 0
    for seed in range(300):
        chances = policy(Style(lapses=0.3), seed=seed).chances(SEEN)
        blind = bool((chances == without).all())
        assert blind or (chances == with_pile).all()
        lapses += blind
    # Three standard errors about 0.3.
    assert 66 <= lapses <= 114


def test_a_lapse_leaves_the_positions_as_they_are() -> None:
    before = SEEN.theirs.copy()
    policy(Style(lapses=1.0)).chances(SEEN)
    assert (SEEN.theirs == before).all()
    one = rows_of(SEEN, slice(0, 1))
    assert policy(Style(lapses=1.0)).chances(one).shape[0] == 1


# Eagerness ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("eager", [0.0, 1.0, 4.0, 1000.0])
def test_an_eager_style_calls_where_it_is_worth_so_much_less(eager: float) -> None:
    rules = table(**dict.fromkeys(("kasu", "tane", "tan"), 3))
    batch = under_way(rules, 8)
    options = batch.play_options()
    batch.play(options, options.best(GreedyPolicy(np.random.default_rng(6)).play(batch, options)))
    batch.settle(batch.draw_options(), batch.draw_options().first)
    _, _, choice = batch.standing()
    rows = np.flatnonzero(choice)
    assert len(rows) > 5
    plain = policy(FULL_ATTENTION, rules)
    going, stopping = plain.call_worths(batch, rows)
    called = policy(Style(eager=eager), rules).call(batch, rows)
    assert (called == (going + eager > stopping)).all()
    if eager == 1000:
        assert called.all()
    if eager == 0:
        assert (called == plain.call(batch, rows)).all()


# What a policy sees ------------------------------------------------------------------------------


class Noted(StyledPolicy):
    """Notes what it is shown."""

    def __init__(self, network: Network, style: Style) -> None:
        super().__init__(network, STANDARD, point_worths(1), style, Dice([4]))
        self.shown: list[Positions] = []

    def chances(self, seen: Positions) -> Floats | Doubles:
        self.shown.append(seen)
        return super().chances(seen)


def columns(seen: Any) -> list[list[int]]:
    return [column.tolist() for column in seen]


def test_positions_after_a_play_are_those_of_the_mover() -> None:
    for turns in (4, 5):
        batch = under_way(STANDARD, turns)
        noted = Noted(NETWORK, FULL_ATTENTION)
        options = batch.play_options()
        noted.play(batch, options)
        (shown,) = noted.shown
        assert columns(shown) == columns(after_play(batch, options))
        assert (shown.theirs == batch.captured[1 - batch.mover][options.rows]).all()
        assert (np.bitwise_count(shown.hand) == 7 - turns // 2).all()
        calling = np.arange(batch.size) % 2 == 0
        after = after_turn(batch, np.arange(batch.size), calling)
        assert (after.my_calls == batch.calls[batch.mover] + calling).all()
        decided = np.where(calling, batch.captured[batch.mover], batch.decided[batch.mover])
        assert (after.my_decided == decided).all()
