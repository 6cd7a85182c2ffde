"""A match on the disk: written, looked at, taken up again."""

from __future__ import annotations

from pathlib import Path

from koikoi.record import dumps
from koikoi.record.writer import RecordWriter
from tests.record.playing import (
    PLAYERS,
    STARTED,
    Move,
    match,
    record_of,
    short,
)

RULES = short(rounds=2)
START, MOVES = match(RULES, "writer")
WHOLE = dumps(record_of(START, MOVES)).encode()


def written(path: Path, moves: list[Move]) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        for move in moves:
            writer.append(*move)


def contents(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def finish(path: Path) -> bool:
    """Goes on with the record as the match went; returns whether a torn line was dropped."""
    with RecordWriter.resume(path) as writer:
        for move in MOVES[writer.ply :]:
            assert writer.state == move.before
            writer.append(*move)
        return writer.dropped
