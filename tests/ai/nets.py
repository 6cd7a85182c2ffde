"""Small networks with weights by chance: what holds for any network is shown with these."""

from __future__ import annotations

import numpy as np

from koikoi.ai.features import FIGURES, TABLE_ROWS
from koikoi.ai.network import Network
from koikoi.ai.outcomes import CLASSES
from koikoi.ai.piles import Floats
from koikoi.ai.rulesight import RULE_FIGURES
from koikoi.engine.presets import preset
from tests.ai.seeing import positions


def made_network(seed: int = 0, first: int = 12, second: int = 8, context: int = 4) -> Network:
    """A network of these widths; all its parts matter to what it says."""
    rng = np.random.default_rng(seed)

    def drawn(*shape: int, scale: float = 1.0) -> Floats:
        # Numbers that half precision holds exactly, as the file does.
        return (rng.normal(size=shape) * scale).astype(np.float16).astype(np.float32)

    table = rng.integers(-1400, 1400, (TABLE_ROWS, first)).astype(np.int16)
    arrays = {
        "figures": drawn(FIGURES, first, scale=0.3),
        "second": drawn(first, second, scale=0.5),
        "third": drawn(second, CLASSES, scale=0.5),
        "second_bias": drawn(second),
        "third_bias": drawn(CLASSES, scale=0.3),
        "rules": drawn(RULE_FIGURES, context, scale=0.3),
        "rules_bias": drawn(context, scale=0.3),
        "first_shift": drawn(context, first, scale=0.1),
        "first_scale": drawn(context, first, scale=0.1),
        "second_shift": drawn(context, second, scale=0.1),
        "second_scale": drawn(context, second, scale=0.1),
        "third_shift": drawn(context, CLASSES, scale=0.1),
    }
    network = Network(table, 2**-11, {**arrays, **_tops(first, second, 1.0)})
    reached = network.under(preset("standard")).tops(positions(rng, 200))
    # Under other rules, and in other positions, they may get half as high again.
    tops = {
        name: (np.maximum(top, 1) * 1.5).astype(np.float16).astype(np.float32)
        for name, top in zip(("first_top", "second_top"), reached, strict=True)
    }
    return Network(table, 2**-11, {**arrays, **tops})


def _tops(first: int, second: int, top: float) -> dict[str, Floats]:
    return {
        "first_top": np.full(first, top, np.float32),
        "second_top": np.full(second, top, np.float32),
    }


NETWORK = made_network()
"""A network for whoever needs any."""


def told_network(chances: dict[int, float], first: int = 1) -> Network:
    """A network that sees nothing and says of every position: these classes, with these chances."""
    bias = np.full(CLASSES, -60, np.float32)
    for number, share in chances.items():
        bias[number] = np.log(share)
    empty = made_network(0, first, 1, 1)
    arrays = {name: np.zeros_like(array) for name, array in empty.arrays.items()}
    tops = _tops(first, 1, 1.0)
    return Network(empty.table * 0, 0.5, {**arrays, **tops, "third_bias": bias})
