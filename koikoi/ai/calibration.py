"""How large the values between the layers of a network get, for its form in whole numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from koikoi.ai.batch import Batch
from koikoi.ai.deals import random_deals
from koikoi.ai.network import Network
from koikoi.ai.outcomes import point_worths
from koikoi.ai.piles import Floats
from koikoi.ai.policies import ValuePolicy, after_play, between_turns
from koikoi.ai.rulesets import varied_rules
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules

_ROUNDS: Final = 200
_VARIED: Final = 12
_SEED: Final = 11
_SPARE: Final = 1.1
"""Room above the greatest value seen; what exceeds it is cut off."""
_LEAST: Final = 0.01


def calibrated(network: Network) -> Network:
    """The network with the greatest values that its layers take in rounds of its own play."""
    rng = np.random.default_rng(_SEED)
    rules = [preset(name) for name in PRESET_NAMES] + [varied_rules(rng) for _ in range(_VARIED)]
    seen = [_tops(network, one, rng) for one in rules]
    first = np.max([tops[0] for tops in seen], axis=0)
    second = np.max([tops[1] for tops in seen], axis=0)
    tops = {"first_top": _roomy(first), "second_top": _roomy(second)}
    return replace(network, arrays={**network.arrays, **tops})


def _tops(network: Network, rules: Rules, rng: np.random.Generator) -> tuple[Floats, Floats]:
    ruled = network.under(rules)
    policy = ValuePolicy(ruled, point_worths(rules.exhausted_points))
    deals = random_deals(rules, _ROUNDS, rng)
    decks = deals.decks[~deals.decided]
    batch = Batch(rules, decks, rng.integers(1, 13, len(decks)))
    tops = []
    while batch.size:
        seen = [after_play(batch, batch.play_options())]
        batch.play_turn(policy)
        if batch.size:
            seen += [between_turns(batch, role) for role in (0, 1)]
        tops += [ruled.tops(one) for one in seen]
    return np.max([top[0] for top in tops], axis=0), np.max([top[1] for top in tops], axis=0)


def _roomy(tops: Floats) -> Floats:
    # As the file keeps them, so that the network is the same before and after.
    roomy: Floats = np.maximum(tops * _SPARE, _LEAST).astype(np.float16).astype(np.float32)
    return roomy
