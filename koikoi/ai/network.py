"""The value network: from a position to the chances of every way the round can end.

A position's look-ups are summed from one table, its figures come in by a matrix, and two further
layers follow. The rules in play shift and scale the layers; for one set of rules that is worked
out once (:meth:`Network.under`), so that it costs nothing at play. Inference needs numpy alone;
:mod:`koikoi.ai.training` makes the weights.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from koikoi.ai.features import (
    FIGURES,
    LOOKUPS,
    TABLE_ROWS,
    Encoder,
    Positions,
    encoder,
)
from koikoi.ai.outcomes import CLASSES
from koikoi.ai.piles import Floats
from koikoi.ai.rulesight import RULE_FIGURES, rule_figures
from koikoi.engine.rules import Rules

FORMAT: Final = 1
"""The version of the weights' file, and of what a position looks like to the network."""

ROWS_AT_ONCE: Final = 256
"""Positions that go through the first layer together: what fits the processor's cache."""

_MOST_UNIT: Final = 1000.0
"""Far more than any sane step of the table."""

_SHAPES: Final = (
    ("figures", ("figures", "first")),
    ("second", ("first", "second")),
    ("third", ("second", "classes")),
    ("second_bias", ("second",)),
    ("third_bias", ("classes",)),
    ("rules", ("rules", "context")),
    ("rules_bias", ("context",)),
    ("first_shift", ("context", "first")),
    ("first_scale", ("context", "first")),
    ("second_shift", ("context", "second")),
    ("second_scale", ("context", "second")),
    ("third_shift", ("context", "classes")),
    ("first_top", ("first",)),
    ("second_top", ("second",)),
)
"""The arrays besides the table, with what their axes run over.

The last two are no weights: the greatest values that the layers were seen to take, which the whole
numbers of :mod:`koikoi.ai.exact` are laid out for (:func:`koikoi.ai.calibration.calibrated`).
"""

ARRAYS: Final = tuple(name for name, _ in _SHAPES)


class BadWeights(ValueError):
    """A file does not hold the weights of a network of this version."""


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a network for any rules.

    Attributes:
        table: The look-ups, ``(TABLE_ROWS, first)``, in units of ``unit``.
        unit: The step of the table's whole numbers.
        arrays: The other weights by name, as ``ARRAYS`` lists them.
    """

    table: npt.NDArray[np.int16]
    unit: float
    arrays: dict[str, Floats]

    def under(self, rules: Rules) -> RuledNetwork:
        """The network under one set of rules."""
        return _under(self, rules)


@lru_cache(maxsize=64)
def _under(network: Network, rules: Rules) -> RuledNetwork:
    return RuledNetwork(network, rules)


class RuledNetwork:
    """A network under one set of rules. Get one from :meth:`Network.under`."""

    def __init__(self, network: Network, rules: Rules) -> None:
        own = network.arrays
        context = np.maximum(rule_figures(rules) @ own["rules"] + own["rules_bias"], 0)
        self.encoder: Encoder = encoder(rules)
        self._table = network.table
        self._unit = np.float32(network.unit)
        self._figures = own["figures"]
        self._first_bias = context @ own["first_shift"]
        self._second = (1 + context @ own["first_scale"])[:, None] * own["second"]
        self._second_bias = own["second_bias"] + context @ own["second_shift"]
        self._third = (1 + context @ own["second_scale"])[:, None] * own["third"]
        self._third_bias = own["third_bias"] + context @ own["third_shift"]

    def chances(self, seen: Positions) -> Floats:
        """The chance of every class of outcome, ``(n, CLASSES)``; each row sums to 1."""
        return self.chances_of(*self.encoder.encode(seen))

    def chances_of(self, rows: npt.NDArray[np.int32], figures: Floats) -> Floats:
        """As :meth:`chances`, from encoded positions."""
        chances = np.empty((len(rows), CLASSES), np.float32)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            part = slice(start, start + ROWS_AT_ONCE)
            hidden = self._first(rows[part], figures[part]) @ self._second
            hidden += self._second_bias
            np.maximum(hidden, 0, out=hidden)
            out = np.matmul(hidden, self._third, out=chances[part])
            out += self._third_bias
        chances -= chances.max(axis=1, keepdims=True)
        np.exp(chances, out=chances)
        chances /= chances.sum(axis=1, keepdims=True)
        return chances

    def tops(self, seen: Positions) -> tuple[Floats, Floats]:
        """The greatest value of each place of the first and the second layer."""
        first = self._first(*self.encoder.encode(seen))
        second = np.maximum(first @ self._second + self._second_bias, 0)
        return first.max(axis=0), second.max(axis=0)

    def _first(self, rows: npt.NDArray[np.int32], figures: Floats) -> Floats:
        hidden: Floats = table_sums(self._table, rows).astype(np.float32)
        hidden *= self._unit
        hidden += figures @ self._figures
        hidden += self._first_bias
        np.maximum(hidden, 0, out=hidden)
        return hidden


def table_sums(table: npt.NDArray[np.int16], rows: npt.NDArray[np.int32]) -> npt.NDArray[np.int16]:
    """The sums of the rows that positions look up; none of them leaves 16 bits."""
    total: npt.NDArray[np.int16] = table[rows[:, 0]]
    one = np.empty_like(total)
    for place in range(1, LOOKUPS):
        table.take(rows[:, place], axis=0, out=one, mode="clip")
        total += one
    return total


def save(path: Path, network: Network, about: dict[str, Any]) -> None:
    """Writes the weights, half-precision numbers, with what is to be known about them.

    Args:
        path: Where to.
        network: The network.
        about: JSON values: how it was trained.
    """
    halves = {name: array.astype(np.float16) for name, array in network.arrays.items()}
    note = json.dumps({"format": FORMAT, "unit": network.unit, **about})
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            table=network.table,
            about=np.frombuffer(note.encode(), np.uint8),
            **halves,
        )


def read(path: Path) -> tuple[Network, dict[str, Any]]:
    """Reads weights and what is known about them.

    Raises:
        OSError: The file cannot be read.
        BadWeights: It holds something else, or weights of another version.
    """
    try:
        # Opened here: numpy leaves a file open that turns out to be no archive.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as parts:
            arrays = {name: parts[name] for name in parts.files}
        about: dict[str, Any] = json.loads(arrays.pop("about").tobytes())
        table = arrays.pop("table")
        unit = float(about.pop("unit"))
        version = about.pop("format")
    except OSError:
        raise
    except Exception as error:
        # Whatever a foreign file makes of it: it is not ours.
        raise BadWeights(f"{path} holds no weights: {type(error).__name__}") from error
    if version != FORMAT:
        raise BadWeights(f"{path} has format {version!r}, this program reads {FORMAT}")
    # A comparison, so that it finds NaN too.
    sound = 0 < unit < _MOST_UNIT
    if not (sound and _is_table(table) and _are_weights(table.shape[1], arrays)):
        raise BadWeights(f"{path} holds weights of another shape")
    weights = {name: array.astype(np.float32) for name, array in arrays.items()}
    return Network(table.astype(np.int16, copy=False), unit, weights), about


def _is_table(table: npt.NDArray[Any]) -> bool:
    """Whether it is a table of look-ups of which no position's sum leaves 16 bits."""
    if table.dtype.kind != "i" or table.dtype.itemsize != 2:
        return False
    if table.ndim != 2 or len(table) != TABLE_ROWS or not table.size:
        return False
    return LOOKUPS * max(int(table.max()), -int(table.min())) < 1 << 15


def _are_weights(first: int, arrays: dict[str, npt.NDArray[Any]]) -> bool:
    """Whether these are the other arrays of a network whose first layer has this width."""
    if set(arrays) != set(ARRAYS):
        return False
    sizes = {"figures": FIGURES, "rules": RULE_FIGURES, "classes": CLASSES, "first": first}
    for name, axes in _SHAPES:
        array = arrays[name]
        if array.dtype.kind != "f" or array.dtype.itemsize > 4 or array.ndim != len(axes):
            return False
        pairs = zip(axes, array.shape, strict=True)
        if any(size != sizes.setdefault(axis, size) for axis, size in pairs):
            return False
        if not np.isfinite(array).all():
            return False
    # What the layers reach is divided by.
    return all((arrays[name] > 0).all() for name in ("first_top", "second_top"))
