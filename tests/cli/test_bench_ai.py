"""``koikoi bench ai``: its figures have the shape that is published, and its check can fail."""

from __future__ import annotations

import pytest

from koikoi.ai.piles import Piles
from koikoi.cli import bench, bench_ai
from koikoi.engine.presets import preset
from tests.cli.conftest import CommandLine


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rounds, and the level that thinks least."""
    monkeypatch.setattr(bench_ai, "_DEALS", 64)
    monkeypatch.setattr(bench_ai, "_POSITIONS", 64)
    monkeypatch.setattr(bench, "_REPEATS", 1)
    monkeypatch.setattr("koikoi.ai.LEVELS", {1: "uguisu"})


@pytest.mark.usefixtures("quick")
def test_json_has_the_shape_that_is_published(cli: CommandLine) -> None:
    document = cli("bench", "ai", "--rules", "yakuza", "--json").json
    assert document["rules"] == "yakuza"
    for figure in ("batch_rounds_per_second", "engine_rounds_per_second", "evaluations_per_second"):
        assert document[figure] > 0
    assert document["halts"] == []  # the first level does not think so long
    phases = {line["phase"] for line in document["decisions"]}
    assert "play" in phases
    for line in document["decisions"]:
        assert list(line) == ["level", "phase", "decisions", "p50", "p95", "longest"]
        assert line["level"] == 1
        assert 0 < line["p50"] <= line["p95"] <= line["longest"]


@pytest.mark.usefixtures("quick")
def test_the_figures_are_told_in_sentences(cli: CommandLine) -> None:
    shown = cli("bench", "ai")
    assert shown.code == 0
    assert any(line.startswith("Random rounds in the batch engine:") for line in shown.lines)
    assert any(line.startswith("Level 1, play:") for line in shown.lines)


def test_halts_end_the_thoughts_of_the_strongest_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_ai, "_HALT_STEP", 0.004)
    found = bench_ai.halts(preset("nintendo"))
    assert found
    assert all(late > 0 for late in found)


def test_both_engines_agree(cli: CommandLine) -> None:
    shown = cli("bench", "ai", "--check", "1300", "--json")
    assert shown.code == 0
    assert shown.json == {"rounds": 1800, "sets_of_rules": 3, "differences": 0}


def test_a_difference_is_told_with_its_deck(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Piles, "payoff", lambda *_: 1)
    shown = cli("bench", "ai", "--check", "10")
    assert shown.code == 1
    assert len(shown.lines) == 4
    assert shown.lines[1].count(" ") >= 48
