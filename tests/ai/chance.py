"""Rules, piles and positions by chance, the same ones in every run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from koikoi.ai.baseline import GreedyAgent
from koikoi.ai.piles import Ints, Masks
from koikoi.ai.rulesets import varied_rules
from koikoi.engine.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BOAR,
    BUTTERFLIES,
    CURTAIN,
    DEER,
    LIGHTS,
    MONTH_MASKS,
    MOON,
    PLAINS,
    POEM_RIBBONS,
    RIBBONS,
    SAKE_CUP,
    mask_of,
)
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTIONS, Option, Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view

PRESETS: Final = {name: preset(name) for name in PRESET_NAMES}

DEAR: Final = (
    LIGHTS,
    ANIMALS,
    RIBBONS,
    PLAINS,
    POEM_RIBBONS | BLUE_RIBBONS,
    mask_of((BOAR, DEER, BUTTERFLIES)),
    mask_of((CURTAIN, MOON, SAKE_CUP)),
    *MONTH_MASKS,
)
"""What chance alone hardly ever puts into one pile."""


def wild_rules(rng: np.random.Generator) -> Rules:
    """Rules with any permitted value for every option, the ends and the usual ones more often."""
    values: dict[str, Any] = {option.key: _value(option, rng) for option in OPTIONS}
    if values["call_limit"] == "none":
        values["call_limit_count"] = 0
    else:
        values["call_limit_count"] = max(1, values["call_limit_count"])
    return Rules.from_mapping(values)


def _value(option: Option, rng: np.random.Generator) -> Any:
    if option.type == "text":
        return "wild"
    if option.type == "choice":
        return str(rng.choice(option.choices))
    if option.type == "boolean":
        return bool(rng.random() < 0.5)
    which = rng.random()
    if which < 0.2:
        return option.low
    if which < 0.3:
        return option.high
    if which < 0.75:
        return int(rng.integers(option.low, min(option.low + 9, option.high) + 1))
    return int(rng.integers(option.low, option.high + 1))


@cache
def rule_sets(varied: int, wild: int) -> tuple[Rules, ...]:
    """All presets, and so many rules near them and of all kinds."""
    rng = np.random.default_rng(20)
    near = [varied_rules(rng) for _ in range(varied)]
    return (*PRESETS.values(), *near, *(wild_rules(rng) for _ in range(wild)))


class Tables(NamedTuple):
    """Cards at chance places, one row a table: no card twice in a row."""

    hand: Masks
    field: Masks
    mine: Masks
    theirs: Masks


def tables(rng: np.random.Generator, count: int) -> Tables:
    """So many tables; one's pile has whole groups of dear cards more often than by chance."""
    place = rng.choice(5, (count, 48), p=(0.3, 0.15, 0.15, 0.2, 0.2))
    for row in range(count):
        for dear in rng.choice(len(DEAR), rng.integers(3), replace=False):
            cards = [card for card in range(48) if DEAR[dear] >> card & 1 and rng.random() < 0.85]
            place[row, cards] = rng.choice((3, 3, 3, 4))
    bits = np.uint64(1) << np.arange(48, dtype=np.uint64)
    parts = [((place == n) * bits).sum(axis=1, dtype=np.uint64) for n in range(1, 5)]
    return Tables(*parts)


def calls_and_months(rng: np.random.Generator, count: int) -> tuple[Ints, Ints, Ints]:
    """Calls of both players, and months."""
    calls = rng.choice(8, (2, count), p=(0.4, 0.2, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05))
    return calls[0], calls[1], rng.integers(1, 13, count)


def eager_choices(rules: Rules, seed: str, rounds: int = 2) -> Iterator[MatchState]:
    """The choices in a match of players who take what they can, so that yaku are made."""
    state = new_match(replace(rules, rounds=rounds, starting_points=0), seed)
    while legal := legal_actions(state):
        seat = state.to_act
        action = legal[0]
        if seat is not None:
            if len(legal) > 1:
                yield state
            action = GreedyAgent(seed).choose(view(state, seat), legal)
        state, _ = apply(state, action)


@cache
def some_choices() -> tuple[MatchState, ...]:
    """Choices of all kinds under all presets and a few other rules."""
    rng = np.random.default_rng(2)
    found = []
    for number, rules in enumerate((*PRESETS.values(), *(wild_rules(rng) for _ in range(2)))):
        for place, state in enumerate(eager_choices(rules, f"search {number}", 2)):
            if place % 9 == number or (state.phase is not Phase.PLAY and place % 2):
                found.append(state)
    return tuple(found)
