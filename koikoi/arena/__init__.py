"""Where computer players meet: mirrored matches, what they tell about the players, and bots.

The room may import engine, record, ai and match. It says nothing to anybody: it plays, counts and
returns figures, so that a script can use it as the command line does.

>>> from functools import partial
>>> import koikoi.ai
>>> from koikoi.arena import Duel, run_duel
>>> from koikoi.engine.presets import preset
>>> greedy, chance = partial(koikoi.ai.load, "greedy"), partial(koikoi.ai.load, "random")
>>> result = run_duel(Duel(greedy, chance, preset("nintendo")), pairs=4)
>>> result.a.win_rate.mean, result.b.win_rate.mean
(0.75, 0.25)
>>> result.a.points_per_round.mean == -result.b.points_per_round.mean
True
>>> result.pairs[0]
PairResult(number=1, differences=(66, 96), rounds=(12, 12), luck=None)
"""

from __future__ import annotations

from koikoi.arena.bot import BotMaker, BotRefused
from koikoi.arena.duel import (
    DEFAULT_SEED,
    Duel,
    DuelResult,
    Figures,
    Maker,
    MatchReport,
    PairResult,
    pair_seed,
    play_match,
    play_pairs,
    summary,
)
from koikoi.arena.effort import Effort
from koikoi.arena.interval import Estimate, estimate, student_quantile
from koikoi.arena.processes import run_duel

__all__ = [
    "DEFAULT_SEED",
    "BotMaker",
    "BotRefused",
    "Duel",
    "DuelResult",
    "Effort",
    "Estimate",
    "Figures",
    "Maker",
    "MatchReport",
    "PairResult",
    "estimate",
    "pair_seed",
    "play_match",
    "play_pairs",
    "run_duel",
    "student_quantile",
    "summary",
]
