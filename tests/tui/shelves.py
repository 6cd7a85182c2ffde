"""Matches that were left on the disk, for whoever finds them on the title screen."""

from __future__ import annotations

import os
from pathlib import Path

from koikoi.record import dumps, load
from koikoi.record.record import RecordPlayer
from koikoi.store.places import matches_dir
from koikoi.tui.keys import Where
from koikoi.tui.tablepage import TablePage
from tests.record.playing import match, record_of, short
from tests.tui.person import Person, table_of

GREEDY = (RecordPlayer("Player", "human"), RecordPlayer("Computer", "greedy"))
TWO = (RecordPlayer("East", "human"), RecordPlayer("West", "human"))


def left(name: str, written: int, moves: int = 4, two: bool = False) -> Path:
    """A match that was left after some actions, so many seconds after the epoch."""
    folder = matches_dir()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.koikoi.jsonl"
    start, made = match(short(rounds=3), name)
    record = record_of(start, made[:moves], TWO if two else GREEDY)
    path.write_text(dumps(record), encoding="utf-8")
    os.utime(path, (written, written))
    return path


def is_at(person: Person, path: Path) -> bool:
    """Whether the table is that of a record."""
    return table_of(person).seen.commitment == load(path).header.commitment


async def to_question(person: Person) -> None:
    """Waits until something is asked at a table: until then the title may still be there."""
    await person.until(
        lambda: (
            bool(person.app._pages)
            and isinstance(person.app._pages[0], TablePage)
            and person.where not in (None, Where.WATCH, Where.OVER)
        )
    )
