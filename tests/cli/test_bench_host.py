"""What ``koikoi bench host`` says of what it has measured; no host is run here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from koikoi.cli import bench_host, bench_soak
from koikoi.cli.bench_host import AIMS, Load, missed
from koikoi.cli.bench_host_child import LOG_NAME, options_for
from koikoi.cli.bench_soak import judged
from koikoi.record.lines import dumps
from tests.cli.conftest import CommandLine
from tests.review.matches import recorded

MET: dict[str, float] = {
    **AIMS,
    "base_mb": 60.0,
    "thinkers_mb": 80.0,
    "keys": 1000,
}


@pytest.mark.parametrize("key", AIMS)
def test_a_figure_misses_its_aim_only_above_it(key: str) -> None:
    assert missed(MET) == []
    assert missed({**MET, key: AIMS[key] + 0.01}) == [key]


def test_json_has_all_figures_and_what_they_miss(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_host, "measure", lambda _text, _load: {**MET, "join_ms": 301})
    found = cli("bench", "host", "--sessions", "20", "--json").json
    load = {"sessions": 20, "seconds": 10, "think": 2}
    assert found == {**load, **MET, "join_ms": 301, "missed": ["join_ms"]}
    assert all(f"``{key}``" in (bench_host.__doc__ or "") for key in found)


def test_sentences_tell_each_figure_with_its_aim(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_host, "measure", lambda _text, _load: MET)
    lines = cli("bench", "host").lines
    assert sum("(aim: " in line for line in lines) == len(AIMS)
    assert lines[-1] == "All aims are met."
    monkeypatch.setattr(bench_host, "measure", lambda _text, _load: {**MET, "live_apps": 1})
    lines = cli("bench", "host").lines
    assert next(line for line in lines if "missed)" in line).startswith("Apps alive")
    assert lines[-1] == "1 aim is missed."


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("tui", "--sessions", "3"), "--sessions goes with koikoi bench host only."),
        (("host", "--bots", "3"), "--bots goes with --soak only."),
        (("host", "--soak", "1", "--think", "1"), "--soak and --think do not go together."),
        (("host", "--sessions", "0"), "--sessions"),
        (("host", "--jobs", "2"), "--jobs"),
    ],
)
def test_options_that_say_nothing_are_refused(
    cli: CommandLine, options: tuple[str, ...], word: str
) -> None:
    assert word in cli("bench", *options).refusal


def test_elsewhere_than_on_linux_a_host_is_not_measured(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert "Linux" in cli("bench", "host").refusal
    assert "Linux" in cli("bench", "host", "--soak", "1").refusal


def test_the_host_that_is_measured_takes_everybody(tmp_path: Path) -> None:
    limits = options_for(tmp_path, 100).limits
    assert limits.sessions > 100
    assert limits.connections > limits.sessions
    assert (limits.per_address, limits.per_minute) == (0, 0)


def left_behind(folder: Path) -> None:
    """Two matches, one that can go on, a broken one, and a log with one error."""
    for number, record in enumerate((recorded(rounds=1), recorded(rounds=1, plies=4))):
        (folder / f"{number}.koikoi.jsonl").write_text(dumps(record), encoding="utf-8")
    (folder / "2.koikoi.jsonl").write_text("nothing\n", encoding="utf-8")
    lines = [{"event": "start"}, {"event": "broken"}, {"event": "haste"}]
    (folder / LOG_NAME).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")


def test_records_and_log_tell_what_was_lost(tmp_path: Path) -> None:
    left_behind(tmp_path)
    assert judged(tmp_path) == {"matches": 1, "unfinished": 1, "broken": 1, "errors": 1}


@pytest.mark.parametrize("lost", [False, True])
def test_a_soak_tells_whether_anything_was_lost(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, *, lost: bool
) -> None:
    async def run(soak: bench_soak.Soak) -> None:
        soak.memory += [70.0, 71.0]
        soak.counted["drops"] = 7

    left: dict[str, Any] = {"matches": 9, "unfinished": 2, "broken": int(lost), "errors": 0}
    monkeypatch.setattr(bench_soak.Soak, "run", run)
    monkeypatch.setattr(bench_soak, "judged", lambda _: left)
    ended = cli("bench", "host", "--soak", "1", "--bots", "2", "--json")
    assert ended.code == int(lost)
    assert ended.json["sound"] is not lost
    assert ended.json["drops"] == 7
    assert all(f"``{key}``" in (bench_soak.__doc__ or "") for key in ended.json)
    said = cli("bench", "host", "--soak", "1", "--bots", "2").lines[-1]
    assert said == ("Something was lost or broke." if lost else "No match was lost.")


def test_more_unfinished_matches_than_bots_are_lost_ones(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(_: bench_soak.Soak) -> None:
        return

    left: dict[str, Any] = {"matches": 9, "unfinished": 3, "broken": 0, "errors": 0}
    monkeypatch.setattr(bench_soak.Soak, "run", run)
    monkeypatch.setattr(bench_soak, "judged", lambda _: left)
    assert cli("bench", "host", "--soak", "1", "--bots", "2").code == 1


def test_a_load_says_what_it_is() -> None:
    assert Load() == (100, 10, 2)
