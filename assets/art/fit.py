"""Colours to cells: each cell of a terminal shows two colours at most.

A cell is two sub-pixels wide and two high. In the quadrant form a block glyph shares the four
sub-pixels between two colours; in the half form an upper and a lower half have one colour each.
"""

from __future__ import annotations

import itertools
import re
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
LINE = re.compile(r"(\S) #([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2}) (\d+) (\w+)")
"""A line of palette.txt."""

CLOSE = 2600
"""Two colours nearer than this are shown as one."""
SOFT_COST = 4000
SOFT_FACTOR = 5
"""A colour that is not drawn in a cell may soften an edge, at this price and times its error."""
SHARPNESS = 3
"""Power by which the larger area in a sub-pixel outweighs the smaller; 1 is a plain mean."""

GROUND_WEIGHT = 0.7
"""How much the ground counts in a half cell, whose width would swallow thin strokes."""

Rgb = tuple[int, int, int]
Mean = tuple[float, float, float]


@dataclass(frozen=True)
class Colour:
    """One line of palette.txt."""

    key: str
    rgb: Rgb
    xterm: int
    name: str

    def line(self) -> str:
        """Return the line as the files hold it."""
        red, green, blue = self.rgb
        return f"{self.key} #{red:02X}{green:02X}{blue:02X} {self.xterm} {self.name}"


@dataclass(frozen=True)
class Cell:
    """One cell of the quadrant form: a glyph and the keys of its two colours."""

    glyph: str
    front: str
    back: str


def read_palette(path: Path) -> list[Colour]:
    """Return the 64 colours of a palette file.

    Raises:
        ValueError: If a line has another form, or the 64 keys are not there in order.
        OSError: If the file cannot be read.
    """
    palette = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("# "):
            continue
        found = LINE.fullmatch(line)
        if not found:
            message = f"{path.name}, line {number}: must be KEY #RRGGBB NUMBER NAME."
            raise ValueError(message)
        key, red, green, blue, xterm, name = found.groups()
        rgb = int(red, 16), int(green, 16), int(blue, 16)
        palette.append(Colour(key, rgb, int(xterm), name))
    if "".join(colour.key for colour in palette) != KEYS:
        message = f"{path.name} must hold the 64 keys {KEYS} in this order."
        raise ValueError(message)
    return palette


def distance(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the squared distance of two colours, weighted as the eye weighs red, green, blue."""
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return 2 * red**2 + 4 * green**2 + 3 * blue**2


class Fitter:
    """Turns areas and grids into cells with the colours of one palette.

    Attributes:
        names: The names of the colours that scenes and grids may use.
    """

    def __init__(self, palette: list[Colour]) -> None:
        self._named = {colour.name: colour for colour in palette}
        self.names = frozenset(self._named)
        self._nearest = lru_cache(None)(self._find_nearest)

    # ------------------------------------------------------------------ from vector scenes

    def quadrants(self, areas: Areas) -> list[list[Cell]]:
        """Return the rows of cells that come nearest to a scene's areas."""
        return [
            [self._cell(block) for block in _blocks(upper, lower)]
            for upper, lower in zip(areas[::2], areas[1::2], strict=True)
        ]

    def halves(self, areas: Areas) -> list[list[str]]:
        """Return the rows of half cells, two to a cell, as keys."""
        amounts: Counter[str] = Counter()
        for area in itertools.chain.from_iterable(areas):
            amounts.update(area)
        ground = max(amounts, key=lambda name: (amounts[name], name))
        return [
            [
                self._single(_sum(left, right, ground)).key
                for left, right in zip(row[::2], row[1::2], strict=True)
            ]
            for row in areas
        ]

    def _cell(self, block: list[Mapping[str, int]]) -> Cell:
        present = {name for area in block for name in area}
        if len(present) <= 2 and all(len(area) == 1 for area in block):
            return _pattern([self._named[next(iter(area))] for area in block])
        targets = [self._mean(area) for area in block]
        costs = self._candidates(present, targets)
        front, back = min(
            itertools.combinations(costs, 2),
            key=lambda pair: sum(map(min, costs[pair[0]], costs[pair[1]])),
        )
        shares = [
            front if here < there else back
            for here, there in zip(costs[front], costs[back], strict=True)
        ]
        if distance(front.rgb, back.rgb) < CLOSE:
            shares = [max(shares, key=shares.count)] * 4
        return _pattern(shares)

    def _single(self, area: Mapping[str, float]) -> Colour:
        costs = self._candidates(set(area), [self._mean(area)])
        return min(costs, key=lambda colour: costs[colour])

    def _candidates(self, present: set[str], targets: list[Mean]) -> dict[Colour, list[float]]:
        """Return for each colour that may be shown what it costs at each target.

        The colours drawn come first and in a fixed order, so that ties always fall the same way.
        """
        drawn = [self._named[name] for name in sorted(present)]
        soft = [self._nearest(target) for target in targets]
        costs: dict[Colour, list[float]] = {}
        for colour in (*drawn, *soft):
            price, factor = (0, 1) if colour.name in present else (SOFT_COST, SOFT_FACTOR)
            costs[colour] = [price + factor * distance(target, colour.rgb) for target in targets]
        return costs

    def _mean(self, area: Mapping[str, float]) -> Mean:
        weights = {name: count**SHARPNESS for name, count in area.items()}
        whole = sum(weights.values())
        red, green, blue = (
            sum(weight * self._named[name].rgb[part] for name, weight in weights.items()) / whole
            for part in range(3)
        )
        return red, green, blue

    def _find_nearest(self, target: Mean) -> Colour:
        return min(self._named.values(), key=lambda colour: distance(target, colour.rgb))

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
        colours of the drawing the rarer one on the card wins, because it is the detail. Where the
        same two colours meet again in the next pair, the other one wins, so that stripes stay
        stripes and a stroke across two cells stays thin.
        """
        amounts = Counter(itertools.chain.from_iterable(rows))
        ground = max(amounts, key=lambda name: (amounts[name], name))
        rank = {name: (name not in ("paper", ground), -amounts[name], name) for name in amounts}
        halves = []
        for row in rows:
            chosen: list[str] = []
            before: set[str] = set()
            for pair in zip(row[::2], row[1::2], strict=True):
                colours = set(pair)
                if len(colours) == 2 and colours == before:
                    chosen.append(next(iter(colours - {chosen[-1]})))
                else:
                    chosen.append(max(pair, key=lambda name: rank[name]))
                before = colours
            halves.append([self._named[name].key for name in chosen])
        return halves


def _blocks(
    upper: list[dict[str, int]], lower: list[dict[str, int]]
) -> Iterable[list[Mapping[str, int]]]:
    for at in range(0, len(upper), 2):
        yield [*upper[at : at + 2], *lower[at : at + 2]]


def _sum(left: Mapping[str, int], right: Mapping[str, int], ground: str) -> dict[str, float]:
    return {
        name: (left.get(name, 0) + right.get(name, 0)) * (GROUND_WEIGHT if name == ground else 1)
        for name in {**left, **right}
    }


def _pattern(colours: list[Colour]) -> Cell:
    """Return the cell of four sub-pixels that have two colours at most."""
    back = colours[3]
    front = next((colour for colour in colours if colour != back), back)
    mask = sum(1 << place for place, colour in enumerate(colours) if colour != back)
    return Cell(GLYPHS[mask], front.key, back.key)
