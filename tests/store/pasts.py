"""Finished matches in a folder: golden records, and matches of chance."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from koikoi.record import MatchRecord, dumps
from koikoi.record.reader import load
from koikoi.record.record import PERSON, Players, RecordPlayer
from koikoi.store.history import History
from koikoi.store.matches import SUFFIX
from tests.record.make_golden import FOLDER as GOLDEN
from tests.record.playing import STARTED, recorded, short

YOU = RecordPlayer("Player", PERSON)
SHIKA = RecordPlayer("Shika", "shika", 3)
TSURU = RecordPlayer("Tsuru", "tsuru", 4)
AGAINST_SHIKA: Players = (YOU, SHIKA)
TWO_PEOPLE: Players = (RecordPlayer("East", PERSON), RecordPlayer("West", PERSON))

UNFINISHED = f"v1-unfinished{SUFFIX}"


def golden(name: str) -> MatchRecord:
    return load(GOLDEN / f"v1-{name}{SUFFIX}")


def golden_names() -> list[str]:
    """The names of all golden records, the unfinished one among them."""
    return sorted(path.name for path in GOLDEN.glob(f"*{SUFFIX}"))


def copied(folder: Path, names: Iterable[str]) -> list[Path]:
    """Copies golden records into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return [Path(shutil.copy(GOLDEN / name, folder / name)) for name in names]


def a_match(
    seed: str,
    *,
    players: Players = AGAINST_SHIKA,
    rules: str = "standard",
    started: datetime = STARTED,
    resign: float = 0.0,
) -> MatchRecord:
    """A short match of chance."""
    record = recorded(short(rules, rounds=2), seed, resign=resign)
    return replace(record, header=replace(record.header, players=players, started=started))


def put(folder: Path, record: MatchRecord, name: str = "") -> Path:
    """Writes a record into a folder, under the match's seed if nothing else is asked."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name or record.header.seed}{SUFFIX}"
    path.write_text(dumps(record), encoding="utf-8")
    return path


def days(count: int) -> timedelta:
    return timedelta(days=count)


def another(history: History) -> History:
    """The same history, opened once more."""
    return History(history.path, history.folder)


def count(history: History) -> int:
    return len(history.matches())
