"""What ``koikoi bench tui`` says of what it has measured; nothing is measured here."""

from __future__ import annotations

import pty

import pytest

from koikoi.cli import bench_tui
from koikoi.cli.bench_tui import AIMS, missed, percentile
from tests.cli.conftest import CommandLine

MET = {
    "runs": 7,
    "first_frame_trivial_ms": 100.0,
    "first_frame_table_ms": 140.0,
    "first_frame_title_ms": 130.0,
    "first_frame_table_ratio": 1.4,
    "first_frame_title_ratio": 1.3,
    "first_frame_table_bytes": 14000,
    "first_frame_title_bytes": 8000,
    "presses": 40,
    "focus_move_bytes_median": 900,
    "focus_move_bytes_max": 2000,
    "idle_bytes": 0,
    "idle_seconds": 2.0,
    "key_to_paint_p50_ms": 4.0,
    "key_to_paint_p95_ms": 16,
    "focus_move_large_bytes_max": 2500,
    "turn_full_bytes": 20_000,
    "turn_calm_bytes": 8_000,
    "turn_none_bytes": 3_000,
    "resident_mb": 60.5,
}


@pytest.mark.parametrize("key", AIMS)
def test_a_figure_misses_its_aim_only_above_it(key: str) -> None:
    assert missed(MET) == []
    assert missed({**MET, key: AIMS[key]}) == []
    assert missed({**MET, key: AIMS[key] + 0.01}) == [key]


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [([3.0], 95, 3.0), ([4, 1, 3, 2], 50, 2), ([4, 1, 3, 2], 51, 3), (range(1, 101), 95, 95)],
)
def test_a_percentile_is_a_value_of_the_sample(
    values: list[float], percent: int, expected: float
) -> None:
    assert percentile(values, percent) == expected


def test_json_has_all_figures_and_what_they_miss(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_tui, "measure", lambda _: {**MET, "idle_bytes": 3})
    terminal = {"columns": 80, "rows": 24, "term": "xterm-256color"}
    expected = {**terminal, **MET, "idle_bytes": 3, "missed": ["idle_bytes"]}
    assert cli("bench", "tui", "--json").json == expected
    assert all(f"``{key}``" in (bench_tui.__doc__ or "") for key in expected)


def test_sentences_tell_how_many_aims_are_missed(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_tui, "measure", lambda _: MET)
    assert cli("bench", "tui").lines[-1] == "All aims are met."
    monkeypatch.setattr(bench_tui, "measure", lambda _: {**MET, "idle_bytes": 3})
    assert cli("bench", "tui").lines[-1] == "1 aim is missed."


def test_where_there_are_no_terminals_the_measurement_is_refused(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left() -> tuple[int, int]:
        raise OSError("out of pty devices")

    monkeypatch.setattr(pty, "openpty", none_left)
    assert "terminal" in cli("bench", "tui").refusal
