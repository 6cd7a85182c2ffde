"""The value network in whole numbers, so that every machine finds the same chances.

Processors add up a matrix product in different orders, and floating-point sums depend on the
order; a choice between two near equals would then depend on the machine. Here what is multiplied
and added are whole numbers whose sums stay below 2**24, which single precision holds exactly in
any order; everything else is done element by element, which is exactly prescribed (IEEE 754).

Weights and the values between layers are rounded to steps fine enough for that bound. What it
costs in strength is measured in ``assets/ai/README.md``.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

import numpy as np
import numpy.typing as npt

from koikoi.ai.features import Encoder, Positions, encoder
from koikoi.ai.network import ROWS_AT_ONCE, BadWeights, Network, table_sums
from koikoi.ai.outcomes import CLASSES
from koikoi.ai.piles import Doubles, Floats
from koikoi.ai.rulesight import rule_figures
from koikoi.engine.rules import Rules

_EXACT: Final = float(1 << 24)
"""Up to here single precision holds every whole number."""

_LEVELS: Final = 511
"""The steps of a value between two layers."""

_FIGURE_STEPS: Final = 40
"""Steps of a figure for 1: points come in tenths, the cards of the month in fortieths."""
_MOST_FIGURE: Final = 1023
_FINER: Final = 16
"""How much finer than the table's steps the first layer's sums are."""

_LOGIT_STEPS: Final = 1024
_WIDEST: Final = 20
"""Classes whose logit is so far below the greatest have no chance that counts."""
_POWERS: Final = np.array([exp(-step / _LOGIT_STEPS) for step in range(_WIDEST * _LOGIT_STEPS)])


class ExactNetwork:
    """A network under one set of rules, in whole numbers. Get one from :func:`exact`."""

    def __init__(self, network: Network, rules: Rules) -> None:
        own = {name: array.astype(np.float64) for name, array in network.arrays.items()}
        sight = rule_figures(rules).astype(np.float64)
        context = np.maximum(sight @ own["rules"] + own["rules_bias"], 0)
        self.encoder: Encoder = encoder(rules)
        self._table = network.table
        unit = network.unit / _FINER
        self._figures = _whole(own["figures"] / _FIGURE_STEPS / unit, _MOST_FIGURE)
        self._first_bias = np.rint(context @ own["first_shift"] / unit).astype(np.float32)
        self._first_step = (unit * _LEVELS / own["first_top"]).astype(np.float32)
        second = (1 + context @ own["first_scale"])[:, None] * own["second"]
        self._second, second_unit = _in_units(second * own["first_top"][:, None] / _LEVELS)
        bias = own["second_bias"] + context @ own["second_shift"]
        # Both become steps of the values between the layers.
        self._second_unit = (second_unit * _LEVELS / own["second_top"]).astype(np.float32)
        self._second_bias = (bias * _LEVELS / own["second_top"]).astype(np.float32)
        third = (1 + context @ own["second_scale"])[:, None] * own["third"]
        self._third, third_unit = _in_units(third * own["second_top"][:, None] / _LEVELS)
        self._third_unit = (third_unit * _LOGIT_STEPS).astype(np.float32)
        bias = own["third_bias"] + context @ own["third_shift"]
        self._third_bias = (bias * _LOGIT_STEPS).astype(np.float32)

    def chances(self, seen: Positions) -> Doubles:
        """The chance of every class of outcome, ``(n, CLASSES)``; each row sums to 1."""
        return self.chances_of(*self.encoder.encode(seen))

    def chances_of(self, rows: npt.NDArray[np.int32], figures: Floats) -> Doubles:
        """As :meth:`chances`, from encoded positions."""
        logits = np.empty((len(rows), CLASSES), np.float32)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            part = slice(start, start + ROWS_AT_ONCE)
            hidden = self._first(rows[part], figures[part]) @ self._second
            hidden *= self._second_unit
            hidden += self._second_bias
            out = np.matmul(_in_levels(hidden), self._third, out=logits[part])
            out *= self._third_unit
            out += self._third_bias
        below = np.minimum(logits.max(axis=1, keepdims=True) - logits, len(_POWERS) - 1)
        chances: Doubles = _POWERS[below.astype(np.int32)]
        # In double precision the order of adding shows sixteen digits behind the first; whoever
        # compares values rounds them more coarsely than that.
        chances /= chances.sum(axis=1, keepdims=True)
        return chances

    def _first(self, rows: npt.NDArray[np.int32], figures: Floats) -> Floats:
        steps = np.rint(figures * np.float32(_FIGURE_STEPS))
        np.clip(steps, -_MOST_FIGURE, _MOST_FIGURE, out=steps)
        hidden: Floats = steps @ self._figures
        hidden += table_sums(self._table, rows) * np.float32(_FINER)
        hidden += self._first_bias
        hidden *= self._first_step
        return _in_levels(hidden)


def _in_levels(values: Floats) -> Floats:
    """Values in steps as whole numbers from 0 to the most there are; in place."""
    np.rint(values, out=values)
    np.clip(values, 0, _LEVELS, out=values)
    return values


def _whole(weights: Doubles, most: int) -> Floats:
    """Weights as whole numbers; inputs of up to ``most`` each cannot carry a sum out of bounds.

    Raises:
        BadWeights: They could.
    """
    whole = np.rint(weights)
    if float(np.abs(whole).sum(axis=0).max()) * most >= _EXACT:
        raise BadWeights("the weights of the figures are too great beside the table's step")
    return whole.astype(np.float32)


def _in_units(weights: Doubles) -> tuple[Floats, Doubles]:
    """Each column as whole numbers, as fine as their sum may be, and the unit of each column."""
    room = _EXACT / _LEVELS - len(weights)
    unit = np.maximum(np.abs(weights).sum(axis=0) / room, 1e-12)
    return np.rint(weights / unit).astype(np.float32), unit


@lru_cache(maxsize=64)
def exact(network: Network, rules: Rules) -> ExactNetwork:
    """The network under these rules in whole numbers, shared by everybody who asks."""
    return ExactNetwork(network, rules)
