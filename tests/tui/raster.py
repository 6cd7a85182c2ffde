"""Draws a picture of the screen as a modern terminal does: block elements as exact rectangles.

Pillow draws the letters (extra ``art``), in fonts that the machine has.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from rich.cells import cell_len

from koikoi.tui.frame import Cell, Frame

Colour: TypeAlias = tuple[int, int, int]

WIDTH, HEIGHT = 10, 20
"""Pixels of a cell."""
_LETTER: Final = 16
_COLOURS: Final = 128
"""Colours of a picture; it has some sixty, and the edges of letters."""
_OWN: Final = ((220, 220, 220), (18, 18, 18))
"""A terminal's own colours: of letters, and behind them."""
_FONTS: Final = {
    1: ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"),
    2: ("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc"),
}
"""By columns of a character: usual and bold."""
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the quarters that are filled, as a sum: 1 upper left, 2 upper right, 4 lower left, 8."""
_LINES: Final = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud",
    "━": "LR", "┃": "UD", "┏": "RD", "┓": "LD", "┗": "RU", "┛": "LU",
}  # fmt: skip
"""Where lines go from the middle of a cell, heavy ones in capitals."""


def _rgb(name: str, default: Colour) -> Colour:
    if not name:
        return default
    red, green, blue = bytes.fromhex(name[1:])
    return red, green, blue


def _colours(cell: Cell) -> tuple[Colour, Colour]:
    """In front and behind."""
    ink = cell.ink
    front, behind = _rgb(ink.fg, _OWN[0]), _rgb(ink.bg, _OWN[1])
    if ink.dim:
        red, green, blue = ((2 * a + b) // 3 for a, b in zip(front, behind, strict=True))
        front = red, green, blue
    return (behind, front) if ink.reverse else (front, behind)


@cache
def _font(columns: int, *, bold: bool) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(_FONTS[columns][bold], _LETTER)


def _block(char: str) -> list[tuple[int, int, int, int]] | None:
    """The rectangles that a character is made of, without their last row and column."""
    middle, half = WIDTH // 2, HEIGHT // 2
    if char in _QUARTERS:
        filled = _QUARTERS.index(char)
        quarters = ((0, 0), (middle, 0), (0, half), (middle, half))
        return [
            (x, y, x + middle, y + half) for bit, (x, y) in enumerate(quarters) if filled >> bit & 1
        ]
    if char in "░▒▓":
        share = "░▒▓".index(char) + 1
        return [
            (x, y, x + 1, y + 1)
            for y in range(HEIGHT)
            for x in range(WIDTH)
            if (x + 2 * y) % 4 < share
        ]
    if char in _LINES:
        thick = 2 if _LINES[char].isupper() else 1
        arms = {
            "l": (0, half, middle + thick, half + thick),
            "r": (middle, half, WIDTH, half + thick),
            "u": (middle, 0, middle + thick, half + thick),
            "d": (middle, half, middle + thick, HEIGHT),
        }
        return [arms[arm] for arm in _LINES[char].lower()]
    return None


def mark(frame: Frame) -> str:
    """What tells a picture of the screen from another, for the file that holds it."""
    return sha256(repr(frame.rows).encode()).hexdigest()[:16]


def draw(frame: Frame, path: Path) -> None:
    """Writes a picture of the screen as a PNG, with its mark in it.

    Args:
        frame: The picture; its colours are ``#rrggbb`` or the terminal's own.
        path: The file.

    Raises:
        ImportError: There is no Pillow.
        OSError: A font is missing, or the file cannot be written.
    """
    from PIL import Image, ImageDraw
    from PIL.PngImagePlugin import PngInfo

    image = Image.new("RGB", (WIDTH * frame.width, HEIGHT * frame.height))
    pen = ImageDraw.Draw(image)
    for y, row in enumerate(frame.rows):
        for x, cell in enumerate(row):
            left, top = WIDTH * x, HEIGHT * y
            front, behind = _colours(cell)
            if cell.char:  # otherwise it belongs to the one before
                columns = cell_len(cell.char)
                right = left + WIDTH * columns - 1
                pen.rectangle((left, top, right, top + HEIGHT - 1), fill=behind)
                _write(pen, cell, left, top, front)
    told = PngInfo()
    told.add_text("Frame", mark(frame))
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=told)


def _write(pen: Any, cell: Cell, left: int, top: int, front: Colour) -> None:
    if cell.ink.underline:
        pen.line((left, top + HEIGHT - 2, left + WIDTH - 1, top + HEIGHT - 2), fill=front)
    blocks = _block(cell.char)
    if blocks is None:
        columns = cell_len(cell.char)
        font = _font(columns, bold=cell.ink.bold)
        middle = left + WIDTH * columns / 2
        pen.text((middle, top + HEIGHT - 5), cell.char, font=font, fill=front, anchor="ms")
        return
    for x, y, right, low in blocks:
        pen.rectangle((left + x, top + y, left + right - 1, top + low - 1), fill=front)
