"""Colours to cells: each cell of a terminal shows two colours at most.

A cell is two sub-pixels wide and two high. In the quadrant form a block glyph shares the four
sub-pixels between two colours; in the half form an upper and a lower half have one colour each.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from kit import Areas

GLYPHS = ".▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By mask: bit 0 top left, bit 1 top right, bit 2 bottom left, bit 3 bottom right."""
KEYS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-"

CLOSE = 2600
"""Two colours nearer than this are shown as one."""
MIDTONE_COST = 1500
"""How much nearer than a colour of the scene itself a midtone has to be."""
SHARPNESS = 2.0
"""Power by which the larger area in a sub-pixel outweighs the smaller; 1 is a plain mean."""

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Colour:
    """One line of palette.txt."""

    key: str
    rgb: Rgb
    xterm: int
    name: str

    def line(self) -> str:
        """Return the line as the files hold it."""
        return "{} #{:02X}{:02X}{:02X} {} {}".format(self.key, *self.rgb, self.xterm, self.name)


@dataclass(frozen=True)
class Cell:
    """One cell of the quadrant form: a glyph and the keys of its two colours."""

    glyph: str
    front: str
    back: str


def read_palette(path: Path) -> list[Colour]:
    """Return the 64 colours of a palette file.

    Raises:
        ValueError: If the file does not hold the 64 keys in order.
    """
    lines = [line for line in path.read_text("utf-8").splitlines() if line[:2] != "# "]
    palette = []
    for line in lines:
        key, code, xterm, name = line.split()
        red, green, blue = (int(code[at : at + 2], 16) for at in (1, 3, 5))
        palette.append(Colour(key, (red, green, blue), int(xterm), name))
    if "".join(colour.key for colour in palette) != KEYS:
        message = f"{path.name} must hold the 64 keys {KEYS} in this order."
        raise ValueError(message)
    return palette


def distance(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the squared distance of two colours, weighted as the eye weighs red, green, blue."""
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return 2 * red**2 + 4 * green**2 + 3 * blue**2


class Fitter:
    """Turns areas and grids into cells with the colours of one palette."""

    def __init__(self, palette: list[Colour]) -> None:
        self._named = {colour.name: colour for colour in palette}
        self._midtones = [colour for colour in palette if colour.name.startswith("mid")]
        self._midtone = lru_cache(None)(self._nearest_midtone)

    # ------------------------------------------------------------------ from vector scenes

    def quadrants(self, areas: Areas) -> list[list[Cell]]:
        """Return the rows of cells that come nearest to a scene's areas."""
        return [
            [self._cell(block) for block in _blocks(upper, lower)]
            for upper, lower in zip(areas[::2], areas[1::2], strict=True)
        ]

    def halves(self, areas: Areas) -> list[list[str]]:
        """Return the rows of half cells, two to a cell, as keys."""
        return [
            [
                self._single(_sum(left, right)).key
                for left, right in zip(row[::2], row[1::2], strict=True)
            ]
            for row in areas
        ]

    def _cell(self, block: list[Mapping[str, int]]) -> Cell:
        present = {name for area in block for name in area}
        if len(present) <= 2 and all(len(area) == 1 for area in block):
            return _pattern([self._named[next(iter(area))] for area in block])
        targets = [self._mean(area) for area in block]
        # A fixed order of the candidates makes ties fall the same way on every run.
        candidates = [self._named[name] for name in sorted(present)]
        candidates += {self._midtone(target): None for target in targets}
        front, back = min(
            itertools.combinations(candidates, 2),
            key=lambda pair: sum(
                min(_cost(target, pair[0]), _cost(target, pair[1])) for target in targets
            ),
        )
        shares = [
            front if _cost(target, front) < _cost(target, back) else back for target in targets
        ]
        if distance(front.rgb, back.rgb) < CLOSE:
            shares = [max(shares, key=shares.count)] * 4
        return _pattern(shares)

    def _single(self, area: Mapping[str, int]) -> Colour:
        target = self._mean(area)
        candidates = [*(self._named[name] for name in sorted(area)), self._midtone(target)]
        return min(candidates, key=lambda colour: _cost(target, colour))

    def _mean(self, area: Mapping[str, int]) -> tuple[float, float, float]:
        weights = {name: count**SHARPNESS for name, count in area.items()}
        whole = sum(weights.values())
        red, green, blue = (
            sum(weight * self._named[name].rgb[part] for name, weight in weights.items()) / whole
            for part in range(3)
        )
        return red, green, blue

    def _nearest_midtone(self, target: tuple[float, float, float]) -> Colour:
        return min(self._midtones, key=lambda colour: distance(target, colour.rgb))

    # ------------------------------------------------------------------ from literal grids

    def grid_quadrants(self, rows: list[list[str]]) -> list[list[Cell]]:
        """Return the cells of a grid of colour names, with no change to any sub-pixel."""
        return [
            [
                _pattern([self._named[name] for name in (*upper[at : at + 2], *lower[at : at + 2])])
                for at in range(0, len(upper), 2)
            ]
            for upper, lower in zip(rows[::2], rows[1::2], strict=True)
        ]

    def grid_halves(self, rows: list[list[str]]) -> list[list[str]]:
        """Return a grid's half cells as keys.

        Of two different sub-pixels side by side the drawing wins over the ground; between two
        colours of the drawing the rarer one on the card wins, because it is the detail.
        """
        amounts = Counter(itertools.chain.from_iterable(rows))
        ground = max(amounts, key=lambda name: (amounts[name], name))
        rank = {name: (name not in ("paper", ground), -amounts[name], name) for name in amounts}
        return [
            [
                self._named[max(pair, key=lambda name: rank[name])].key
                for pair in zip(row[::2], row[1::2], strict=True)
            ]
            for row in rows
        ]


def _cost(target: tuple[float, float, float], colour: Colour) -> float:
    return distance(target, colour.rgb) + MIDTONE_COST * colour.name.startswith("mid")


def _blocks(
    upper: list[dict[str, int]], lower: list[dict[str, int]]
) -> Iterable[list[Mapping[str, int]]]:
    for at in range(0, len(upper), 2):
        yield [*upper[at : at + 2], *lower[at : at + 2]]


def _sum(left: Mapping[str, int], right: Mapping[str, int]) -> dict[str, int]:
    return {name: left.get(name, 0) + right.get(name, 0) for name in {**left, **right}}


def _pattern(colours: list[Colour]) -> Cell:
    """Return the cell of four sub-pixels that have two colours at most."""
    back = colours[3]
    front = next((colour for colour in colours if colour != back), back)
    mask = sum(1 << place for place, colour in enumerate(colours) if colour != back)
    return Cell(GLYPHS[mask], front.key, back.key)
