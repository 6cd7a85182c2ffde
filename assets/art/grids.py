"""Reads the literal grids of the two small sizes: one letter is one sub-pixel.

A grid file holds the 48 cards in deck order. Lines that begin with `#` and blank lines say
nothing; a card is a line `= CODE Name` and its rows of letters below it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LETTERS = {
    ".": "paper",
    "c": "paper2",
    "G": "leaf",
    "g": "pine",
    "L": "leaf2",
    "m": "moss",
    "R": "red",
    "r": "red2",
    "q": "rose",
    "p": "pink",
    "b": "blush",
    "W": "white",
    "K": "ink",
    "k": "ink2",
    "V": "violet",
    "P": "purple",
    "l": "lilac",
    "U": "blue",
    "n": "navy",
    "S": "sky",
    "i": "ice",
    "y": "gold",
    "Y": "amber",
    "o": "orange",
    "B": "brown",
    "T": "tan",
    "e": "grey",
    "s": "silver",
}

Grid = list[list[str]]
"""Rows of colour names, one for each sub-pixel."""


class GridError(ValueError):
    """A grid file breaks a rule; the message names the file, the card and the place."""


def read_grids(path: Path, codes: Sequence[str], columns: int, rows: int) -> list[Grid]:
    """Return the grids of a file, in deck order.

    Args:
        path: The grid file.
        codes: The codes of the deck's cards, in order.
        columns: A card's width in cells.
        rows: A card's height in cells.

    Raises:
        GridError: If the cards are not these in this order, or a card has another size, an unknown
            letter, or more than two colours in a cell.
        OSError: If the file cannot be read.
    """
    cards = _cards(path)
    found = [code for code, _ in cards]
    if found != list(codes):
        place = next(
            (
                number
                for number, pair in enumerate(zip(found, codes, strict=False))
                if len({*pair}) > 1
            ),
            min(len(found), len(codes)),
        )
        message = (
            f"{path.name} must hold the {len(codes)} cards in deck order; "
            f"it differs at card {place + 1} and holds {len(found)}."
        )
        raise GridError(message)
    for code, lines in cards:
        _check(f"{path.name}, card {code}", lines, columns, rows)
    return [[[LETTERS[letter] for letter in line] for line in lines] for _, lines in cards]


def _cards(path: Path) -> list[tuple[str, list[str]]]:
    cards: list[tuple[str, list[str]]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("="):
            cards.append((text[1:].split()[0], []))
        elif cards:
            cards[-1][1].append(text)
        else:
            message = f"{path.name}, line {number}: a row of letters stands before the first card."
            raise GridError(message)
    return cards


def _check(where: str, lines: list[str], columns: int, rows: int) -> None:
    """Raise GridError unless the rows of letters can be shown exactly."""
    if len(lines) != rows * 2 or any(len(line) != columns * 2 for line in lines):
        message = f"{where}: must have {rows * 2} rows of {columns * 2} letters."
        raise GridError(message)
    unknown = sorted({letter for line in lines for letter in line} - set(LETTERS))
    if unknown:
        message = f"{where}: unknown letter {unknown[0]!r}; allowed are {''.join(LETTERS)}"
        raise GridError(message)
    for row, column in itertools.product(range(rows), range(columns)):
        block = "".join(line[column * 2 : column * 2 + 2] for line in lines[row * 2 : row * 2 + 2])
        if len(set(block)) > 2:
            message = (
                f"{where}: the cell in column {column + 1}, row {row + 1} has the colours "
                f"{block}; two is the most."
            )
            raise GridError(message)
