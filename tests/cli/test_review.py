"""``koikoi review``, ``koikoi bench coach`` and ``koikoi bench chances``."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest

from koikoi.cli import bench
from koikoi.review.budget import BUDGETS
from tests.cli.conftest import CommandLine
from tests.review.test_judge import QUICK

GOLDEN = Path(__file__).parents[1] / "record" / "golden"
WHOLE = str(GOLDEN / "v1-redealt.koikoi.jsonl")
UNFINISHED = str(GOLDEN / "v1-unfinished.koikoi.jsonl")
RESIGNED = str(GOLDEN / "v1-resigned.koikoi.jsonl")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in BUDGETS:
        monkeypatch.setitem(BUDGETS, name, QUICK)


@pytest.mark.parametrize("file", [WHOLE, RESIGNED])
def test_a_review_tells_totals_luck_and_the_dearest_decisions(file: str, cli: CommandLine) -> None:
    shown = cli("review", file)
    assert shown.code == 0
    labels = [line[:22].strip() for line in shown.lines]
    for label in ("Decisions", "Koi-koi decisions", "Luck of the deals", "Luck of the draws"):
        assert label in labels
    assert sum(line.startswith("   Played: ") for line in shown.lines) <= 5
    assert sum(line.startswith("   Hand: ") for line in shown.lines) <= 5


def test_the_document_adds_up(cli: CommandLine) -> None:
    document = cli("review", WHOLE, "--json").json
    assert document["budget"] == "small"
    decisions: list[dict[str, Any]] = document["decisions"]
    for seat, totals in enumerate(document["seats"]):
        mine = [one for one in decisions if one["seat"] == seat]
        assert totals["all"]["count"] == len(mine)
        assert totals["all"]["points_lost"] == pytest.approx(
            sum(one["points_lost"] for one in mine), abs=0.01
        )
        lost = {one["ply"]: one["points_lost"] for one in mine}
        assert all(one["points_lost"] == lost[one["ply"]] > 0 for one in totals["worst"])
        parts = ("won_by_playing", "luck_of_deals", "luck_of_draws", "chance_beyond")
        assert sum(totals[part] for part in parts) == pytest.approx(totals["points"], abs=0.01)
        draws = sum(one["luck_of_draws"] for one in document["rounds"])
        assert totals["luck_of_draws"] == pytest.approx(draws if seat == 0 else -draws, abs=0.01)
    for one in decisions:
        assert one["rated"][0]["action"] == one["best"]
        assert one["played"] in [rated["action"] for rated in one["rated"]]


def test_processes_and_budgets_change_nothing_but_time_and_depth(cli: CommandLine) -> None:
    alone = cli("review", WHOLE, "--json", "--budget", "deep").json
    many = cli("review", WHOLE, "--json", "--budget", "deep", "--jobs", "2").json
    assert alone == many
    assert alone["budget"] == "deep"


def test_nothing_of_a_round_that_is_not_over_is_told(cli: CommandLine) -> None:
    shown = cli("review", UNFINISHED, "--json")
    if shown.code == 2:
        assert "no round of this match" in shown.err
        return
    over = [one["round"] for one in shown.json["rounds"]]
    assert {one["round"] for one in shown.json["decisions"]} <= set(over)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--jobs", "0"), "--jobs is 0; 1 to 64 are allowed."),
        (("--seat", "2"), "--seat is 2; 0 to 1 are allowed."),
        (("--seed", "\udcff"), "--seed"),
        (("--seed", ""), "--seed"),
    ],
)
def test_what_is_out_of_range_is_refused(
    words: tuple[str, ...], said: str, cli: CommandLine
) -> None:
    assert said in cli("review", WHOLE, *words).refusal


def test_without_the_weights_there_is_one_sentence(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koikoi.cli.review.usable", lambda: False)
    assert "koikoi doctor" in cli("review", WHOLE).refusal


def test_a_file_that_is_no_record_is_refused(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    assert "record" in cli("review", str(path)).refusal


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that need no time."""
    monkeypatch.setattr(bench, "LEVELS", {1: "random", 3: "uguisu", 4: "cho", 5: "greedy"})


@pytest.mark.usefixtures("weak")
def test_the_coach_is_put_to_the_test(cli: CommandLine) -> None:
    words = ("bench", "coach", "--matches", "3", "--rules", "nintendo", "--rounds", "2")
    document = cli(*words, "--json").json
    assert set(document["agents"]) == {"random", "uguisu", "greedy"}
    assert [pair["matches"] for pair in document["pairs"]] == [1, 1, 1]
    assert all(row["matches"] == 2 for row in document["agents"].values())
    shown = cli(*words)
    assert any(line.startswith("Luck of the first player") for line in shown.lines)


@pytest.mark.usefixtures("weak")
def test_chances_are_compared_with_what_came(cli: CommandLine) -> None:
    words = ("bench", "chances", "--matches", "4", "--rules", "nintendo", "--rounds", "3")
    rows = cli(*words, "--json").json["rows"]
    assert cli(*words, "--json", "--jobs", "2").json["rows"] == rows
    assert sum(row["count"] for row in rows) == 4 * 2 * 2  # two rounds' ends, two players
    for row in rows:
        assert row["from"] <= row["said"] <= row["from"] + 0.1
        assert 0 <= row["won"] <= 1
    shown = cli(*words)
    assert shown.lines[0].startswith("Chance said")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("engine", "--check", "5"), "--check goes with koikoi bench ai only."),
        (("tui", "--rules", "nintendo"), "--rules goes with"),
        (("engine", "--matches", "3"), "--matches goes with"),
        (("ai", "--jobs", "3"), "--jobs goes with"),
        (("coach", "--check", "3"), "--check goes with"),
        (("coach", "--matches", "2"), "--matches is 2;"),
    ],
)
def test_options_go_with_what_they_are_of(
    words: tuple[str, ...], said: str, cli: CommandLine
) -> None:
    assert said in cli("bench", *words).refusal


@pytest.mark.parametrize("what", ["rated_matches", "forecasts"])
def test_a_process_of_a_bench_that_is_ended_is_told_in_a_sentence(
    what: str, cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise BrokenExecutor

    monkeypatch.setattr(f"koikoi.cli.bench_coach.{what}", broken)
    command = "coach" if what == "rated_matches" else "chances"
    refusal = cli("bench", command, "--jobs", "2").refusal
    assert refusal.startswith("One of the processes was ended from outside")
