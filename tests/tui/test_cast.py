"""The recorded session: the same program writes it each time, and it shows what there is to see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tui.make_cast import SIZE, cast
from tests.tui.screen import Screen

FILE = Path(__file__).parents[2] / "assets" / "koikoi.cast"
LARGEST = 300_000


@pytest.fixture(scope="module")
def recorded() -> str:
    return FILE.read_text(encoding="utf-8")


def documents(text: str) -> tuple[dict[str, Any], list[tuple[float, str, str]]]:
    header, *events = map(json.loads, text.splitlines())
    return header, [(at, kind, data) for at, kind, data in events]


def test_the_session_is_written_the_same_each_time(
    recorded: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del home
    # Whatever the player's own variables say.
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    assert cast() == recorded, "python -m tests.tui.make_cast assets/koikoi.cast"


def test_it_is_a_cast_that_players_read(recorded: str) -> None:
    header, events = documents(recorded)
    assert header["version"] == 2
    assert (header["width"], header["height"]) == SIZE == (80, 24)
    times = [at for at, _, _ in events]
    assert times == sorted(times)
    assert 30 < times[-1] < 120
    assert {kind for _, kind, _ in events} == {"o"}
    assert len(recorded.encode()) <= LARGEST


def test_it_shows_the_title_turns_the_question_and_the_result(recorded: str) -> None:
    _, events = documents(recorded)
    screen = Screen(*SIZE)
    seen = []
    for _, _, data in events[:-1]:
        screen.feed(data.encode())
        seen.append(screen.text)
    stations = ("New game", "Your turn", "koi-koi", "You have", "You win round 1")
    first = [next(i for i, text in enumerate(seen) if words in text) for words in stations]
    assert first[0] == 0
    assert first[1] < first[3] < first[4] == len(seen) - 1


def test_it_leaves_the_terminal_as_it_was(recorded: str) -> None:
    _, events = documents(recorded)
    screen = Screen(*SIZE)
    for _, _, data in events:
        screen.feed(data.encode())
    assert screen.modes == {25: True}
    assert screen.colours[-1] == "0"
