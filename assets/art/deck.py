"""The deck: the 48 cards in order, and the scene that draws each of them.

A card's number runs month by month, each month's cards from the most to the least valuable. Its
code is the month and a letter: L light, A animal, R ribbon, P plain, numbered within the month.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import animals
import autumn
import lights
import spring
from kit import Scene
from ribbons import ribbon

if TYPE_CHECKING:
    from collections.abc import Callable

CODES = (
    *("1L", "1R", "1P1", "1P2"),
    *("2A", "2R", "2P1", "2P2"),
    *("3L", "3R", "3P1", "3P2"),
    *("4A", "4R", "4P1", "4P2"),
    *("5A", "5R", "5P1", "5P2"),
    *("6A", "6R", "6P1", "6P2"),
    *("7A", "7R", "7P1", "7P2"),
    *("8L", "8A", "8P1", "8P2"),
    *("9A", "9R", "9P1", "9P2"),
    *("10A", "10R", "10P1", "10P2"),
    *("11L", "11A", "11R", "11P1"),
    *("12L", "12P1", "12P2", "12P3"),
)

PLANTS: tuple[Callable[[Scene, int], None], ...] = (
    spring.pine,
    spring.plum,
    spring.cherry,
    spring.wisteria,
    spring.iris,
    spring.peony,
    autumn.clover,
    autumn.pampas,
    autumn.mum,
    autumn.maple,
    autumn.willow,
    autumn.paulownia,
)
"""From January to December."""

SUBJECTS: dict[str, Callable[[Scene], None]] = {
    "1L": lights.crane,
    "2A": animals.warbler,
    "3L": lights.curtain,
    "4A": animals.cuckoo,
    "5A": animals.bridge,
    "6A": animals.butterflies,
    "7A": animals.boar,
    "8L": lights.moon,
    "8A": animals.geese,
    "9A": lights.sake_cup,
    "10A": animals.deer,
    "11L": lights.rain_man,
    "11A": animals.swallow,
    "11P1": lights.lightning,
    "12L": lights.phoenix,
}

RIBBONS = {
    **dict.fromkeys(("1R", "2R", "3R"), "poem"),
    **dict.fromkeys(("4R", "5R", "7R", "11R"), "red"),
    **dict.fromkeys(("6R", "9R", "10R"), "blue"),
}

PARTED = ("2R", "3R", "7R", "10R")
"""The ribbons that would run into their plant without bare paper between."""

SHIFTS = {
    "1R": (-2.0, -2.0, -2.0),
    "4R": (0.9, -1.0, -1.0),
    "5R": (0.0, 1.3, 1.3),
    "6R": (-2.6, -2.6, -2.6),
    "7R": (-1.6, -1.6, -1.6),
    "9R": (-2.6, -2.6, -2.6),
    "11R": (1.4, 0.0, 0.0),
}
"""Units to the right by which a plant makes room for its ribbon, for each of the three sizes."""


def month(code: str) -> int:
    """Return the month of a card, 1 to 12."""
    return int(re.split(r"\D", code)[0])


def draw(code: str, columns: int, rows: int) -> Scene:
    """Return the scene of a card at a size given in cells."""
    scene = Scene(columns, rows)
    plant = PLANTS[month(code) - 1]
    if code in SUBJECTS:
        SUBJECTS[code](scene)
    elif code in RIBBONS:
        scene.shift = scene.pick(*SHIFTS.get(code, (0.0, 0.0, 0.0)))
        plant(scene, 0)
        scene.shift = 0.0
        ribbon(scene, RIBBONS[code], parted=code in PARTED)
    else:
        plant(scene, int(code[-1]) - 1)
    return scene
