"""The pictures that the README shows are those that can be drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.make_pictures import FOLDER, PICTURES
from tests.tui.raster import HEIGHT, WIDTH, mark

README = Path(__file__).parents[2] / "README.md"
SHOWN = re.findall(r"assets/pictures/([\w-]+)\.png", README.read_text(encoding="utf-8"))
LARGEST = 60_000


def test_every_picture_of_the_readme_can_be_drawn_and_no_other() -> None:
    assert list(PICTURES) == SHOWN
    assert {path.stem for path in FOLDER.iterdir()} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small(name: str) -> None:
    assert (FOLDER / f"{name}.png").stat().st_size <= LARGEST


# The coach thinks for seconds, and what it finds may depend on the machine.
@pytest.mark.parametrize("name", [name for name in PICTURES if name != "coach-80x24"])
def test_a_picture_shows_what_the_program_shows(name: str, home: Path) -> None:
    del home
    frame = PICTURES[name]()
    data = (FOLDER / f"{name}.png").read_bytes()
    drawn = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    assert drawn == (frame.width * WIDTH, frame.height * HEIGHT)
    assert f"Frame\0{mark(frame)}".encode() in data, "python -m tests.tui.make_pictures"
