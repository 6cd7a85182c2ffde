"""Builds cards.txt, the art the program reads, from the scenes and grids beside it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import deck
from fit import Cell, Fitter, read_palette
from grids import read_grids
from sheet import write_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kit import Areas

HERE = Path(__file__).resolve().parent
PALETTE = HERE / "palette.txt"
GRIDS = {"S": HERE / "grids_s.txt", "N": HERE / "grids_n.txt"}
"""The sizes that are set sub-pixel by sub-pixel; the others come from the vector scenes."""
BUILT = HERE / "cards.txt"

SIZES = {"S": (6, 4), "N": (8, 5), "M": (10, 7), "L": (14, 10), "X": (28, 20)}
"""Columns and rows of each size in cells."""
FORMS = ("quadrants", "halves")
HEADING = (
    "# Built from the scenes and grids beside it by `python assets/art/build.py`; not to be edited."
)

Card = list[list[Cell]]
Art = dict[tuple[str, str], list[Card]]
"""All cards in deck order, by size and form."""


def draw_all(fitter: Fitter) -> Art:
    """Return every card at every size and in every form.

    Raises:
        ValueError: If a grid breaks a rule or a scene uses an unknown colour.
        OSError: If a grid file cannot be read.
    """
    art: Art = {(size, form): [] for size in SIZES for form in FORMS}
    for size, (columns, rows) in SIZES.items():
        if size in GRIDS:
            for grid in read_grids(GRIDS[size], deck.CODES, columns, rows):
                art[size, "quadrants"].append(fitter.grid_quadrants(grid))
                art[size, "halves"].append(_paired(fitter.grid_halves(grid)))
        else:
            for code in deck.CODES:
                areas = _areas(fitter, code, columns, rows)
                art[size, "quadrants"].append(fitter.quadrants(areas))
                art[size, "halves"].append(_paired(fitter.halves(areas)))
    return art


def _areas(fitter: Fitter, code: str, columns: int, rows: int) -> Areas:
    scene = deck.draw(code, columns, rows)
    for colour in scene.colours:
        if colour not in fitter.names:
            message = f"Card {code} is drawn in {colour!r}, which {PALETTE.name} does not have."
            raise ValueError(message)
    return scene.areas()


def _paired(halves: list[list[str]]) -> Card:
    """Return half cells two by two as cells whose front is the upper half."""
    return [
        [Cell("▀", upper, lower) for upper, lower in zip(*pair, strict=True)]
        for pair in zip(halves[::2], halves[1::2], strict=True)
    ]


def text(art: Art) -> str:
    """Return the text of cards.txt."""
    lines = [HEADING, "= palette", *(colour.line() for colour in read_palette(PALETTE))]
    for (size, form), cards in art.items():
        columns, rows = SIZES[size]
        lines.append(f"= {size} {form} {columns} {rows}")
        for number, (code, card) in enumerate(zip(deck.CODES, cards, strict=True)):
            lines.append(f"@ {number} {code}")
            lines.extend(_rows(card, form))
    return "\n".join(lines) + "\n"


def _rows(card: Card, form: str) -> Iterator[str]:
    for row in card:
        columns = ["".join(cell.front for cell in row), "".join(cell.back for cell in row)]
        if form == "quadrants":
            columns.insert(0, "".join(cell.glyph for cell in row))
        yield " ".join(columns)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 1 when a check or a source fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--check", action="store_true", help="only compare cards.txt with what its sources give"
    )
    choice.add_argument(
        "--sheet", metavar="FOLDER", type=Path, help="write pictures of all cards into a folder"
    )
    options = parser.parse_args(arguments)
    try:
        palette = read_palette(PALETTE)
        art = draw_all(Fitter(palette))
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}.\n")
        return 1
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if options.sheet:
        options.sheet.mkdir(parents=True, exist_ok=True)
        for (size, form), cards in art.items():
            months = [deck.month(code) for code in deck.CODES]
            write_sheet(options.sheet / f"{size}-{form}.png", cards, palette, months)
        return 0
    built = text(art)
    if not options.check:
        BUILT.write_text(built, "utf-8", newline="\n")
        return 0
    if BUILT.exists() and BUILT.read_bytes() == built.encode():
        return 0
    sys.stderr.write(f"{BUILT.name} differs from its sources; run python assets/art/build.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
