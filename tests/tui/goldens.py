"""Pictures as text files, compared row by row.

After an intended change they are written anew with ``KOIKOI_REGENERATE=1 pytest tests/tui``. Those
tests then fail on purpose: look at the difference in the files, and run them again without the
variable.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from koikoi.tui.frame import Frame

FOLDER = Path(__file__).with_name("golden")
REGENERATE = os.environ.get("KOIKOI_REGENERATE") == "1"


def lines_of(frames: Iterable[Frame]) -> list[str]:
    """Pictures one below the other; a bar ends every row, so that its blanks are seen."""
    lines = []
    for frame in frames:
        lines.append(f"{frame.width}x{frame.height}")
        lines += [f"{row}|" for row in frame.text()]
        lines.append("")
    return lines


def compare(name: str, frames: Iterable[Frame], folder: Path = FOLDER) -> None:
    """Compares pictures with those in the file of this name."""
    file = folder / f"{name}.txt"
    lines = lines_of(frames)
    if REGENERATE:
        folder.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        pytest.fail(f"{file.name} is written anew: review the difference, then run without")
    if not file.exists():
        pytest.fail(f"there is no {file.name}; KOIKOI_REGENERATE=1 writes it")
    before = file.read_text(encoding="utf-8").splitlines()
    different = list(difflib.unified_diff(before, lines, file.name, "now", lineterm="", n=1))
    if different:
        pytest.fail("\n".join(different))
