"""A duel that may stop early does so at the same pair everywhere."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

import koikoi.ai
from koikoi.arena.duel import Duel, Maker, PairResult, play_pairs
from koikoi.arena.interval import estimate
from koikoi.arena.processes import run_duel
from koikoi.arena.stopping import FIRST, Stop, is_narrow, looks
from koikoi.engine.presets import preset
from tests.arena.odd import first
from tests.arena.test_processes import timeless

RULES = replace(preset("standard"), rounds=1)
GREEDY: Maker = partial(koikoi.ai.load, "greedy")
RANDOM: Maker = partial(koikoi.ai.load, "random")


def pairs(*points: int) -> list[PairResult]:
    """Pairs of two rounds with these differences."""
    return [PairResult(number, (each, 0), (1, 1)) for number, each in enumerate(points, 1)]


def test_looks_grow_by_a_tenth() -> None:
    assert list(looks(300)) == [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 242, 266, 292]
    assert list(looks(FIRST)) == []
    many = list(looks(1_000_000))
    assert len(many) < 110
    assert all(b - a <= max(FIRST, a / 10) for a, b in pairwise(many))
    # A shorter duel is looked at like a longer one.
    assert many[:14] == list(looks(300))


def test_an_interval_is_narrow_from_its_width_on() -> None:
    played = pairs(0, 2, 4, 6)
    reach = estimate([0, 1, 2, 3]).reach
    assert reach == pytest.approx(3.182446 * math.sqrt(5 / 3) / 2, abs=1e-5)
    assert reach is not None
    assert is_narrow(played, reach)
    assert not is_narrow(played, reach - 1e-9)
    assert not is_narrow(played[:1], 100.0)


def test_pairs_may_come_in_any_order() -> None:
    alike = pairs(*[1] * 70)
    stop = Stop(100, 0.5)
    assert stop.after(alike[30:]) is None
    assert stop.after(alike[1:30]) is None
    # All looks at once, of which the first is enough.
    assert stop.after(alike[:1]) == 20
    apart = pairs(*[9, -9] * 10, *[0] * 60)
    stop = Stop(100, 2.0)
    assert stop.after(apart[40:]) is None
    assert stop.after(apart[:40]) == 40


def test_without_a_width_nothing_is_enough() -> None:
    stop = Stop(100, None)
    assert stop.looks == ()
    assert stop.after(pairs(*[0] * 60)) is None


def test_a_duel_stops_at_the_same_pair_however_many_processes_play() -> None:
    duel = Duel(GREEDY, RANDOM, RULES)
    alone = run_duel(duel, 1000, until=1.0)
    assert len(alone.pairs) in looks(1000)
    assert len(alone.pairs) > FIRST
    reach = alone.a.points_per_round.reach
    assert reach is not None
    assert reach <= 1.0
    assert not is_narrow(alone.pairs[:-20], 1.0)
    # Also the decisions: what was played beyond is not counted.
    assert timeless(run_duel(duel, 1000, until=1.0, jobs=2)) == timeless(alone)
    assert play_pairs(duel, range(1, len(alone.pairs) + 1)).pairs == alone.pairs


def test_the_number_of_pairs_stays_the_limit() -> None:
    duel = Duel(GREEDY, RANDOM, RULES)
    assert len(run_duel(duel, 30, until=0.001).pairs) == 30
    assert timeless(run_duel(duel, 30, until=0.001)) == timeless(run_duel(duel, 30))


def test_an_agent_against_itself_is_known_at_once() -> None:
    assert len(run_duel(Duel(first, first, RULES), 500, until=0.001).pairs) == FIRST


@pytest.mark.parametrize("width", [-0.1, math.nan])
def test_a_width_that_is_none_is_refused(width: float) -> None:
    with pytest.raises(ValueError, match="wide"):
        run_duel(Duel(first, first, RULES), 1, until=width)
