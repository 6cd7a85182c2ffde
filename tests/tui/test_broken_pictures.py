"""A file of pictures that is missing, or not what was built: cards become words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from koikoi.assets import MissingAsset, asset
from koikoi.engine.cards import CARDS
from koikoi.tui import art
from koikoi.tui.brush import make_brush
from koikoi.tui.frame import Canvas, Ink, Rect
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from tests.tui.scenes import ENGLISH


def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    """Lets the program find another file, or none."""
    path = tmp_path / "cards.txt"
    if text is not None:
        path.write_text(text, encoding="utf-8", errors="surrogateescape")

    def found(name: str) -> Path:
        if text is None:
            raise MissingAsset(name)
        return path

    monkeypatch.setattr(art, "asset", found)
    for remembered in (art.palette, art._places, art.picture, art._section):
        remembered.cache_clear()


WHOLE = asset(art.FILE).read_text(encoding="utf-8")
SPOILT = {
    "missing": None,
    "empty": "",
    "garbage": "no pictures\n= here\n",
    "no palette": WHOLE.replace("= palette", "= colours"),
    "wrong colours": WHOLE.replace("#", "0x"),
    "other letters": WHOLE.replace("▀", "?"),
    "half of it": WHOLE[: len(WHOLE) // 2],
    "short rows": WHOLE.replace(" b", "\n", 1000),
    "no small ones": WHOLE.replace("= S quadrants", "= T quadrants"),
    "not UTF-8": "\udcff\udcfe" + WHOLE,
}


@pytest.fixture(autouse=True)
def read_anew() -> Iterator[None]:
    yield
    for remembered in (art.palette, art._places, art.picture, art._section):
        remembered.cache_clear()


@pytest.mark.parametrize("kind", SPOILT)
def test_pictures_that_cannot_be_read_become_words(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt(tmp_path, monkeypatch, SPOILT[kind])
    with pytest.raises(art.BrokenPictures):
        art.check()
    faces = make_brush(DARK, GlyphSet.FULL, ENGLISH).faces
    for width, height in art.SIZES:
        canvas = Canvas(width, height + 1, Ink())
        for card in CARDS:
            faces.face(canvas, Rect(0, 0, width, height + 1), card)
        assert canvas.frame().text()


def test_the_pictures_that_ship_can_be_read() -> None:
    art.check()
