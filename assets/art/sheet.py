"""Pictures of the cards as a terminal shows them, block glyphs as exact rectangles."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from fit import GLYPHS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fit import Cell, Colour

TABLE = (0x15, 0x30, 0x2F)
"""The ground of the table that the cards lie on."""
CELL = (8, 16)
"""Pixels of a cell; both even, so that sub-pixels are whole."""


def write_sheet(
    path: Path, cards: Sequence[list[list[Cell]]], palette: Sequence[Colour], months: Sequence[int]
) -> None:
    """Write all cards of one size and form to a PNG, a column for each month.

    Args:
        path: The file to write.
        cards: The cards' cells, in deck order.
        palette: The colours by their keys.
        months: The month of each card.
    """
    columns, rows = len(cards[0][0]), len(cards[0])
    wide, high = CELL
    colours = {colour.key: colour.rgb for colour in palette}
    picture = [bytearray(bytes(TABLE) * (12 * (columns + 1) + 1) * wide)
               for _ in range((4 * (rows + 1) + 1) * high)]  # fmt: skip
    for number, card in enumerate(cards):
        month = months[number]
        below = sum(1 for other in months[:number] if other == month)
        left, top = 1 + (month - 1) * (columns + 1), 1 + below * (rows + 1)
        for down, row in enumerate(card):
            for across, cell in enumerate(row):
                _paint(picture, (left + across) * wide, (top + down) * high, cell, colours)
    path.write_bytes(png(picture))


def _paint(
    picture: list[bytearray],
    left: int,
    top: int,
    cell: Cell,
    colours: dict[str, tuple[int, int, int]],
) -> None:
    wide, high = CELL[0] // 2, CELL[1] // 2
    mask = GLYPHS.index(cell.glyph)
    for place in range(4):
        colour = bytes(colours[cell.front if mask >> place & 1 else cell.back])
        start = (left + place % 2 * wide) * 3
        for line in range(top + place // 2 * high, top + (place // 2 + 1) * high):
            picture[line][start : start + wide * 3] = colour * wide


def png(picture: Sequence[bytes | bytearray]) -> bytes:
    """Return a PNG file of lines of red, green and blue bytes."""
    header = struct.pack(">IIBBBBB", len(picture[0]) // 3, len(picture), 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + line for line in picture))
    chunks = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
