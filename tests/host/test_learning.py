"""The card trainer for visitors of a host: remembered for the visit, and no file is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.host.houses import open_house


async def test_what_a_visitor_learns_is_remembered_for_the_visit_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "own"))
    async with open_house(tmp_path) as hall:
        async with hall.comes("Aki") as aki:
            await aki.press("l", "Learn")
            await aki.press("c", "Card trainer")
            await aki.press("1", "10 questions")
            await aki.press("1", "Card trainer: 1/10")
            await aki.press("q", "Enter go on")
            await aki.press("\r", "answered right")
            await aki.press("\x1b", "Forget what I know")
            await aki.press("c", "First round")
            await aki.shows("Forget what I know")
        async with hall.comes("Ume") as ume:
            await ume.press("l", "Learn")
            await ume.shows("Presets side by side")
            assert not ume.shown("Rules of your own"), "a visitor has no files here"
            await ume.press("c", "Card trainer")
            await ume.shows("10 questions")
            assert not ume.shown("Forget what I know")
    assert trainer_files(tmp_path) == []


def trainer_files(folder: Path) -> list[Path]:
    return list(folder.rglob("trainer.json"))
