"""The vector kit: a scene is drawn in units and read back as areas of colour.

A card is 14 units wide and 20 units high at every size; a unit is as wide as it is high on the
screen. Shapes are filled by a scanline rule of our own on a raster of samples, so the same scene
gives the same areas on every machine, whatever imaging library is installed.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WIDTH = 14.0
HEIGHT = 20.0
SAMPLES = 8
"""Samples along each side of a sub-pixel."""

Point = tuple[float, float]
Areas = list[list[dict[str, int]]]
"""For each row of sub-pixels, for each sub-pixel: samples of each colour, SAMPLES ** 2 in all."""

_Value = TypeVar("_Value")
_LEAF = ((0, 0), (0.25, 0.42), (0.5, 0.5), (0.75, 0.36), (1, 0))


def numbers(text: str) -> list[list[float]]:
    """Return the groups of numbers of a text such as "4,8,90 6.5,9,45"."""
    return [[float(number) for number in group.split(",")] for group in text.split()]


def points(text: str) -> list[Point]:
    """Return the points of a text such as "4,8 6.5,9": x and y of each, in units."""
    return [(x, y) for x, y in numbers(text)]


def polar(x: float, y: float, distance: float, angle: float) -> Point:
    """Return the point at a distance and an angle in degrees (0 right, 90 down) from (x, y)."""
    turn = math.radians(angle)
    return x + math.cos(turn) * distance, y + math.sin(turn) * distance


def smooth(corners: list[Point], closed: bool = False, steps: int = 8) -> list[Point]:
    """Return a Catmull-Rom curve that passes through every given point, in order."""
    count = len(corners)
    last = count if closed else count - 1
    curve: list[Point] = []
    for start in range(last):
        window = [
            corners[index % count] if closed else corners[min(max(index, 0), count - 1)]
            for index in range(start - 1, start + 3)
        ]
        curve.extend(_catmull_rom(window, step / steps) for step in range(steps))
    if not closed:
        curve.append(corners[-1])
    return curve


def _catmull_rom(window: list[Point], t: float) -> Point:
    weights = (
        (-t + 2 * t**2 - t**3) / 2,
        (2 - 5 * t**2 + 3 * t**3) / 2,
        (t + 4 * t**2 - 3 * t**3) / 2,
        (t**3 - t**2) / 2,
    )
    x = sum(weight * point[0] for weight, point in zip(weights, window, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, window, strict=True))
    return x, y


class Scene:
    """One card at one size, drawn from the back to the front.

    Args:
        columns: The card's width in cells; a cell is two sub-pixels wide and two high.
        rows: The card's height in cells.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.shift = 0.0
        """Units by which what is drawn from now on is moved to the right."""
        self._wide = columns * 2 * SAMPLES
        self._high = rows * 2 * SAMPLES
        self._colours = ["paper"]
        self._samples = [bytearray(self._wide) for _ in range(self._high)]

    # ------------------------------------------------------------------ what the size allows

    def pick(self, small: _Value, large: _Value, inspect: _Value) -> _Value:
        """Return the value for this size: up to 12 columns, up to 20, and above."""
        if self.columns <= 12:
            return small
        return large if self.columns <= 20 else inspect

    @property
    def small(self) -> bool:
        """Whether only bold shapes read at this size."""
        return self.pick(True, False, False)

    @property
    def fine(self) -> bool:
        """Whether this is the size of the inspect view, with room for detail."""
        return self.pick(False, False, True)

    def level(self, y: float) -> float:
        """Return the edge between two rows of sub-pixels that is nearest to y."""
        scale = self.rows * 2 / HEIGHT
        return round(y * scale) / scale

    @property
    def ground(self) -> float:
        """The top of the strip of ground: whole cells, so that feet stand on it sharply."""
        return (self.rows - self.pick(1, 1, 2)) * HEIGHT / self.rows

    # ------------------------------------------------------------------ shapes

    def fill(self, colour: str) -> None:
        """Cover the whole card."""
        self.rect(0, 0, WIDTH, HEIGHT, colour)

    def rect(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a rectangle whose edges are moved to whole sub-pixels, at least one each way."""
        x += self.shift
        left, right = self._snap(x, x + width, self.columns * 2 / WIDTH)
        top, bottom = self._snap(y, y + height, self.rows * 2 / HEIGHT)
        self._block(left, top, right - left, bottom - top, colour)

    def cells(self, column: int, row: int, width: int, height: int, colour: str) -> None:
        """Fill whole cells, counted from the top left."""
        self._block(column * 2, row * 2, width * 2, height * 2, colour)

    def dot(self, x: float, y: float, colour: str) -> None:
        """Fill the one sub-pixel that holds the point."""
        column = int(x * self.columns * 2 / WIDTH)
        self._block(column, int(y * self.rows * 2 / HEIGHT), 1, 1, colour)

    def stamp(self, column: int, row: int, pattern: str, colours: dict[str, str]) -> None:
        """Set sub-pixels literally; rows of letters parted by spaces, `.` leaves what is there."""
        column += round(self.shift * self.columns / WIDTH) * 2
        for down, line in enumerate(pattern.split()):
            for across, letter in enumerate(line):
                if letter != ".":
                    self._block(column + across, row + down, 1, 1, colours[letter])

    def disc(self, x: float, y: float, radius: float, colour: str, tall: float = 0.0) -> None:
        """Fill a circle, or an upright ellipse when `tall`, its vertical radius, is given."""
        self.oval(x, y, radius, tall or radius, 0, colour)

    def oval(
        self, x: float, y: float, length: float, width: float, angle: float, colour: str
    ) -> None:
        """Fill an ellipse of two radii, the first one turned by an angle in degrees."""
        turn = math.radians(angle)
        across, down = math.cos(turn), math.sin(turn)
        outline = []
        for step in range(32):
            around = math.tau * step / 32
            u, v = math.cos(around) * length, math.sin(around) * width
            outline.append((x + u * across - v * down, y + u * down + v * across))
        self._fill(outline, colour)

    def dome(self, x: float, y: float, radius: float, high: float, colour: str) -> None:
        """Fill the upper half of an ellipse whose flat side lies on y; a bowl when `high` < 0."""
        arc = [(math.cos(math.pi * step / 24), math.sin(math.pi * step / 24)) for step in range(25)]
        self._fill([(x + u * radius, y - v * high) for u, v in arc], colour)

    def poly(self, corners: str | list[Point], colour: str) -> None:
        """Fill a shape with straight sides."""
        self._fill(_listed(corners), colour)

    def blob(self, corners: str | list[Point], colour: str) -> None:
        """Fill a soft shape whose edge passes through every given point."""
        self._fill(smooth(_listed(corners), closed=True), colour)

    def line(self, corners: str | list[Point], colour: str, width: float) -> None:
        """Draw a stroke with straight pieces and round ends."""
        path = _listed(corners)
        for start, end in itertools.pairwise(path):
            self._stroke([start, end], colour, width, width)

    def brush(
        self, corners: str | list[Point], colour: str, width: float, end: float | None = None
    ) -> None:
        """Draw a soft stroke through every given point, its width going over to `end`."""
        self._stroke(smooth(_listed(corners)), colour, width, width if end is None else end)

    def leaf(
        self, x: float, y: float, length: float, width: float, angle: float, colour: str
    ) -> None:
        """Fill a leaf that begins at (x, y) and points to an angle in degrees."""
        turn = math.radians(angle)
        across, down = math.cos(turn), math.sin(turn)
        edge = [*_LEAF, *((u, -v) for u, v in reversed(_LEAF[1:-1]))]
        self._fill(
            [
                (
                    x + across * u * length - down * v * width,
                    y + down * u * length + across * v * width,
                )
                for u, v in edge
            ],
            colour,
        )

    # ------------------------------------------------------------------ reading back

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours drawn with, in the order of their first use."""
        return tuple(self._colours)

    def areas(self) -> Areas:
        """Return how much of each colour lies in each sub-pixel."""
        return [
            [self._area(row, column) for column in range(self.columns * 2)]
            for row in range(self.rows * 2)
        ]

    def _area(self, row: int, column: int) -> dict[str, int]:
        left = column * SAMPLES
        lines = self._samples[row * SAMPLES : (row + 1) * SAMPLES]
        inside = b"".join(line[left : left + SAMPLES] for line in lines)
        return {self._colours[number]: count for number, count in Counter(inside).items()}

    # ------------------------------------------------------------------ filling

    def _snap(self, start: float, end: float, scale: float) -> tuple[int, int]:
        first = round(start * scale)
        return first, max(first + 1, round(end * scale))

    def _block(self, column: int, row: int, width: int, height: int, colour: str) -> None:
        number = self._number(colour)
        left = max(column, 0) * SAMPLES
        right = min(column + width, self.columns * 2) * SAMPLES
        if right <= left:
            return
        for line in self._samples[max(row, 0) * SAMPLES : max(row + height, 0) * SAMPLES]:
            line[left:right] = bytes([number]) * (right - left)

    def _number(self, colour: str) -> int:
        if colour not in self._colours:
            self._colours.append(colour)
        return self._colours.index(colour)

    def _stroke(self, path: list[Point], colour: str, width: float, end: float) -> None:
        """Fill the outline of a stroke; its two ends are round."""
        left: list[Point] = []
        right: list[Point] = []
        count = len(path)
        for index, (x, y) in enumerate(path):
            before, after = path[max(index - 1, 0)], path[min(index + 1, count - 1)]
            run, rise = after[0] - before[0], after[1] - before[1]
            length = math.hypot(run, rise) or 1.0
            half = (width + (end - width) * index / max(count - 1, 1)) / 2
            left.append((x - rise / length * half, y + run / length * half))
            right.append((x + rise / length * half, y - run / length * half))
        self._fill([*left, *reversed(right)], colour)
        self.disc(*path[0], width / 2, colour)
        self.disc(*path[-1], end / 2, colour)

    def _fill(self, outline: list[Point], colour: str) -> None:
        """Fill a closed outline by the non-zero winding rule at the middle of each sample."""
        number = bytes([self._number(colour)])
        for row, left, right in self._spans(outline):
            self._samples[row][left:right] = number * (right - left)

    def _spans(self, outline: list[Point]) -> Iterator[tuple[int, int, int]]:
        for row, crossings in self._crossings(outline).items():
            crossings.sort()
            winding = 0
            for (start, turn), (end, _) in itertools.pairwise(crossings):
                winding += turn
                left = max(math.ceil(start - 0.5), 0)
                right = min(math.ceil(end - 0.5), self._wide)
                if winding and right > left:
                    yield row, left, right

    def _crossings(self, outline: list[Point]) -> dict[int, list[tuple[float, int]]]:
        """Return where the outline crosses each row of samples, and whether it goes down or up."""
        across, down = self._wide / WIDTH, self._high / HEIGHT
        found: dict[int, list[tuple[float, int]]] = {}
        for start, end in _sides([(x + self.shift, y) for x, y in outline]):
            turn = 1 if end[1] > start[1] else -1
            (x0, y0), (x1, y1) = (start, end) if turn > 0 else (end, start)
            first = max(math.ceil(y0 * down - 0.5), 0)
            last = min(math.ceil(y1 * down - 0.5), self._high)
            for row in range(first, last):
                part = ((row + 0.5) / down - y0) / (y1 - y0)
                found.setdefault(row, []).append(((x0 + (x1 - x0) * part) * across, turn))
        return found


def _sides(outline: list[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(outline, [*outline[1:], outline[0]], strict=True)


def _listed(corners: str | list[Point]) -> list[Point]:
    return points(corners) if isinstance(corners, str) else corners
