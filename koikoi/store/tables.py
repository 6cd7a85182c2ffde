"""The tables of the history's database: made, written and read.

They hold what :class:`koikoi.store.facts.MatchFacts` holds, and nothing that is not in the records
too: another ``VERSION`` means that they are made anew from these.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, cast

from koikoi.engine.actions import SEATS
from koikoi.engine.events import MatchOutcome, RoundOutcome
from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.yaku import YakuId
from koikoi.record.record import MAX_LEVEL, RecordPlayer
from koikoi.store.facts import CallEnd, CallFact, MatchFacts, RoundFact, YakuFact, in_order

VERSION: Final = 1
"""The version of the tables, in ``PRAGMA user_version``; a new database has 0."""

_TABLES: Final = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    started TEXT NOT NULL,
    rules TEXT NOT NULL,
    planned INTEGER NOT NULL,
    starting INTEGER NOT NULL,
    own INTEGER,
    name0 TEXT NOT NULL, agent0 TEXT NOT NULL, level0 INTEGER,
    name1 TEXT NOT NULL, agent1 TEXT NOT NULL, level1 INTEGER,
    outcome TEXT NOT NULL,
    winner INTEGER,
    score0 INTEGER NOT NULL, score1 INTEGER NOT NULL
);
CREATE TABLE rounds (
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    oya INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    winner INTEGER,
    points0 INTEGER NOT NULL, points1 INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE yaku (
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    id TEXT NOT NULL,
    points INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    PRIMARY KEY (match, number, seat, id)
) WITHOUT ROWID;
CREATE TABLE calls (
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    had INTEGER NOT NULL,
    ending TEXT NOT NULL,
    got INTEGER NOT NULL,
    PRIMARY KEY (match, place)
) WITHOUT ROWID;
CREATE TABLE marks (
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    mark TEXT NOT NULL,
    moves INTEGER NOT NULL,
    PRIMARY KEY (match, seat, mark)
) WITHOUT ROWID;
CREATE TABLE files (
    name TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    match INTEGER REFERENCES matches
) WITHOUT ROWID;
CREATE INDEX files_of_match ON files (match);
"""
"""``files`` are the records that have been looked at, those without a match cannot be read."""


class Stamp(NamedTuple):
    """What tells that a file is still the one that was looked at: bytes, time of change."""

    size: int
    changed: int


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction that writes; nothing of it remains where it fails."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the tables, 0 where there are none."""
    return cast("int", connection.execute("PRAGMA user_version").fetchone()[0])


def make(connection: sqlite3.Connection) -> None:
    """Makes the tables, in the place of those of an older version."""
    with writing(connection):
        if version_of(connection) >= VERSION:
            return  # somebody else has been quicker
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall():
            quoted = name.replace('"', '""')
            connection.execute(f'DROP TABLE "{quoted}"')
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def stamps(connection: sqlite3.Connection) -> dict[str, Stamp]:
    """The records that have been looked at, by the names of their files."""
    rows = connection.execute("SELECT name, size, changed FROM files")
    return {_file_name(name): Stamp(size, changed) for name, size, changed in rows}


def unreadable(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The names of the records that cannot be read."""
    rows = connection.execute("SELECT name FROM files WHERE match IS NULL ORDER BY name")
    return tuple([_file_name(name) for (name,) in rows])


def _stored(name: str) -> str | bytes:
    """A file's name as the database can hold it: its bytes where it is no text."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name)
    return name


def _file_name(stored: object) -> str:
    """A file's name, of what the database holds.

    Raises:
        ValueError: That is no name as it was written.
    """
    name = os.fsdecode(stored) if isinstance(stored, bytes) else stored
    if not isinstance(name, str) or _stored(name) != stored:
        raise ValueError("this names no file")
    return name


class Noted(NamedTuple):
    """A record that has been looked at.

    Attributes:
        name: The name of its file.
        stamp: What the file was when it was read.
        facts: Its match, ``None`` where it cannot be read.
    """

    name: str
    stamp: Stamp
    facts: MatchFacts | None


def add(connection: sqlite3.Connection, notes: Iterable[Noted]) -> int:
    """Notes records, and those of their matches that are not there yet; in one transaction.

    Returns:
        How many of the matches are new.
    """
    new = 0
    with writing(connection):
        for name, stamp, facts in notes:
            found = None
            if facts is not None:
                new += _insert(connection, facts)
                (found,) = connection.execute(
                    "SELECT id FROM matches WHERE identity = ?", (facts.identity,)
                ).fetchone()
            connection.execute(
                "INSERT INTO files VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
                "size = excluded.size, changed = excluded.changed, match = excluded.match",
                (_stored(name), *stamp, found),
            )
        _drop_orphans(connection)
    return new


def forget(connection: sqlite3.Connection, names: set[str]) -> None:
    """Forgets records that are no longer there, and the matches that no other file holds."""
    with writing(connection):
        connection.executemany(
            "DELETE FROM files WHERE name = ?", [(_stored(name),) for name in names]
        )
        _drop_orphans(connection)


def _drop_orphans(connection: sqlite3.Connection) -> None:
    connection.execute(
        "DELETE FROM matches WHERE id NOT IN (SELECT match FROM files WHERE match IS NOT NULL)"
    )


def _insert(connection: sqlite3.Connection, facts: MatchFacts) -> bool:
    """Writes a match, unless it is there; returns whether it was not."""
    (first, second), (score0, score1) = facts.players, facts.scores
    row = (
        *(facts.identity, facts.started.isoformat(), facts.rules, facts.planned, facts.starting),
        facts.own,
        *(first.name, first.agent, first.level),
        *(second.name, second.agent, second.level),
        *(facts.outcome.value, facts.winner, score0, score1),
    )
    marks = ", ".join("?" * len(row))
    done = connection.execute(f"INSERT OR IGNORE INTO matches VALUES (NULL, {marks})", row)  # noqa: S608
    if not done.rowcount:
        return False
    match = done.lastrowid
    connection.executemany(
        "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (match, one.number, one.oya, one.outcome.value, one.winner, *one.points)
            for one in facts.rounds
        ],
    )
    connection.executemany(
        "INSERT INTO yaku VALUES (?, ?, ?, ?, ?, ?)",
        [
            (match, one.number, made.seat, made.id.value, made.points, made.counted)
            for one in facts.rounds
            for made in one.yaku
        ],
    )
    connection.executemany(
        "INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (match, place, call.number, call.seat, call.had, call.end.value, call.got)
            for place, call in enumerate(facts.calls)
        ],
    )
    connection.executemany(
        "INSERT INTO marks VALUES (?, ?, ?, ?)",
        [(match, seat, mark, moves) for (seat, mark), moves in facts.marks.items()],
    )
    return True


class PastMatch(NamedTuple):
    """A match of the history, and where its record is."""

    facts: MatchFacts
    path: Path


def read(connection: sqlite3.Connection, folder: Path) -> tuple[PastMatch, ...]:
    """All matches, the oldest first.

    Args:
        connection: The database.
        folder: Where the records are.

    Raises:
        ValueError: There is something else in it than was ever written.
    """
    connection.execute("BEGIN")  # so that all tables are of one moment
    try:
        query = "SELECT * FROM matches ORDER BY started, identity"
        found = list(_rows(connection, query, _MATCH))
        parts = _Parts(connection)
        files = dict(
            connection.execute("SELECT match, MIN(name) FROM files GROUP BY match").fetchall()
        )
    finally:
        connection.execute("COMMIT")
    return tuple(
        [PastMatch(_facts(row, parts), folder / _file_name(files[row[0]])) for row in found]
    )


_Allowed: TypeAlias = type[str] | type[int] | tuple[int | None, ...] | range
"""What may be in a column: a kind of value, or one of these."""

_WINNER: Final = (*SEATS, None)
_LEVEL: Final = (None, *range(MAX_LEVEL + 1))
_NUMBER: Final = range(1, MAX_ROUNDS + 1)
_PLAYER: Final = (str, str, _LEVEL)
_MATCH: Final[tuple[_Allowed, ...]] = (
    *(int, str, str, str, int, int, _WINNER),
    *(*_PLAYER, *_PLAYER, str, _WINNER, int, int),
)
_ROUND: Final = (int, _NUMBER, SEATS, str, _WINNER, int, int)
_YAKU: Final = (int, _NUMBER, SEATS, str, int, (0, 1))
_CALL: Final = (int, int, _NUMBER, SEATS, int, str, int)
_MARK: Final = (int, SEATS, str, int)


def _rows(
    connection: sqlite3.Connection, query: str, columns: tuple[_Allowed, ...]
) -> Iterator[tuple[Any, ...]]:
    """The rows of a table; in SQLite any column may hold any kind of value.

    Raises:
        ValueError: There is something else in one than was ever written.
    """
    for row in connection.execute(query):
        for value, allowed in zip(row, columns, strict=True):
            fits = type(value) is allowed if isinstance(allowed, type) else value in allowed
            if not fits or type(value) is float:
                raise ValueError("a column holds another kind of value")
        yield row


class _Parts:
    """What belongs to the matches, by their numbers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        yaku: defaultdict[tuple[int, int], list[YakuFact]] = defaultdict(list)
        for match, number, seat, name, points, counted in _rows(
            connection, "SELECT * FROM yaku", _YAKU
        ):
            yaku[match, number].append(YakuFact(seat, YakuId(name), points, bool(counted)))
        self.rounds: defaultdict[int, list[RoundFact]] = defaultdict(list)
        for match, number, oya, outcome, winner, first, second in _rows(
            connection, "SELECT * FROM rounds ORDER BY match, number", _ROUND
        ):
            made = in_order(yaku[match, number])
            how = RoundOutcome(outcome)
            self.rounds[match].append(RoundFact(number, oya, how, winner, (first, second), made))
        self.calls: defaultdict[int, list[CallFact]] = defaultdict(list)
        for match, _, number, seat, had, end, got in _rows(
            connection, "SELECT * FROM calls ORDER BY match, place", _CALL
        ):
            self.calls[match].append(CallFact(number, seat, had, CallEnd(end), got))
        self.marks: defaultdict[int, dict[Any, int]] = defaultdict(dict)
        for match, seat, mark, moves in _rows(connection, "SELECT * FROM marks", _MARK):
            self.marks[match][seat, mark] = moves


def _facts(row: tuple[Any, ...], parts: _Parts) -> MatchFacts:
    match, identity, started, rules, planned, starting, own, *rest = row
    outcome, winner, score0, score1 = rest[6:]
    began = datetime.fromisoformat(started)
    if began.utcoffset() != timedelta():
        raise ValueError("a time that is not in UTC")
    return MatchFacts(
        identity=identity,
        started=began,
        rules=rules,
        planned=planned,
        starting=starting,
        players=(RecordPlayer(*rest[0:3]), RecordPlayer(*rest[3:6])),
        own=own,
        outcome=MatchOutcome(outcome),
        winner=winner,
        scores=(score0, score1),
        rounds=tuple(parts.rounds[match]),
        calls=tuple(parts.calls[match]),
        marks=parts.marks[match],
    )
