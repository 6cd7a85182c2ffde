"""A program that is killed while it plays and writes."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from koikoi.record import load
from koikoi.record.replay import final_state
from koikoi.record.writer import RecordWriter
from tests.record.playing import child_environment, play

# Plays and records match after match for ever, and reports every action that is on the disk.
PLAYER = """
import itertools, sys
from pathlib import Path
from koikoi.engine.presets import PRESET_NAMES
from koikoi.record.writer import RecordWriter
from tests.record.playing import PLAYERS, STARTED, match, short

folder, seed = Path(sys.argv[1]), sys.argv[2]
for count in itertools.count():
    rules = short(PRESET_NAMES[count % len(PRESET_NAMES)], rounds=2)
    start, moves = match(rules, f"{seed} {count}")
    path = folder / f"{count:04}.koikoi.jsonl"
    with RecordWriter.create(path, start, PLAYERS, STARTED) as writer:
        print(path.name, 0, flush=True)
        for move in moves:
            writer.append(*move)
            print(path.name, writer.ply, flush=True)
"""


@pytest.mark.parametrize("seed", range(10))
def test_a_match_whose_program_is_killed_loads_with_every_action_and_goes_on(
    seed: int, tmp_path: Path
) -> None:
    reports = random.Random(seed).randrange(1, 120)
    command = [sys.executable, "-c", PLAYER, str(tmp_path), str(seed)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=child_environment()
    ) as process:
        assert process.stdout is not None
        for _ in range(reports):
            report = process.stdout.readline()
        process.kill()
    name, ply = report.split()
    paths = sorted(tmp_path.glob("*.koikoi.jsonl"))
    assert tmp_path / name in paths
    assert load(tmp_path / name).plies >= int(ply)
    for path in paths:
        record = load(path)
        state = final_state(record)
        if record.finished:
            continue
        with RecordWriter.resume(path) as writer:
            assert writer.state == state
            assert writer.dropped == record.torn
            for move in play(state, random.Random(seed)):
                writer.append(*move)
        assert load(path).finished
        final_state(load(path))
