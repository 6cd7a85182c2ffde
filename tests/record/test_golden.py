"""Every released format is still read: see ``golden/README.md``."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.engine.events import MatchOutcome
from koikoi.engine.presets import PRESET_NAMES
from koikoi.record import dumps, load
from koikoi.record.replay import final_state, replay
from koikoi.record.verify import verify
from tests.record.make_golden import FOLDER, GOLDEN, SUFFIX
from tests.record.playing import agents_match, short

PATHS = sorted(FOLDER.glob(f"*{SUFFIX}"))
OF_FORMAT_1 = [path for path in PATHS if path.name.startswith("v1-")]

UNFINISHED = {"v1-unfinished"}
STACKED = {"v1-stacked"}
OTHER_ENDS = {
    "v1-resigned": MatchOutcome.RESIGNED,
    "v1-out-of-points": MatchOutcome.OUT_OF_POINTS,
}


def name_of(path: Path) -> str:
    return path.name.removesuffix(SUFFIX)


def test_every_golden_record_is_there() -> None:
    assert {name_of(path) for path in PATHS} >= set(GOLDEN)


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_a_record_of_an_earlier_version_loads_replays_and_verifies(path: Path) -> None:
    name = name_of(path)
    record = load(path)
    assert not record.torn
    assert len(replay(record)) == record.plies + 1
    found = verify(record)
    assert found.consistent
    assert bool(found.stacked) == (name in STACKED)
    assert record.finished == found.over == (name not in UNFINISHED)
    assert found.proven == (name not in STACKED | UNFINISHED)
    if record.result is not None:
        assert record.result.outcome is OTHER_ENDS.get(name, MatchOutcome.FINISHED)
        assert record.result.scores == final_state(record).scores


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_the_agents_of_the_yardstick_still_play_as_they_did(name: str) -> None:
    # ``greedy`` and ``random`` are what all later agents are measured against.
    played, golden = agents_match(short(name), "golden"), load(FOLDER / f"v1-{name}{SUFFIX}")
    assert (played.rounds, played.actions) == (golden.rounds, golden.actions)
    assert played.result == golden.result


@pytest.mark.parametrize("path", OF_FORMAT_1, ids=name_of)
def test_format_1_is_still_written_as_it_was(path: Path) -> None:
    assert dumps(load(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_the_golden_records_show_what_they_are_named_for(path: Path) -> None:
    record = load(path)
    if name_of(path) == "v1-redealt":
        assert len(record.rounds[0].decks) == 2
    elif name_of(path) == "v1-stacked":
        assert record.header.dealer_deck is not None
        assert len(record.header.stacked) == 3
    elif name_of(path) == "v1-house-rules":
        assert record.header.seed == "花札"
        assert any(entry.marks for entry in record.actions)
    assert record.rounds
