"""The register's tables of matches: those that are open, and what came of the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from koikoi.host.standings import Ending, MatchResult, Side


class OpenSeat(NamedTuple):
    """Who sits in a seat of a table.

    Attributes:
        person: Who it is, ``None`` for a computer, and for somebody who has been forgotten.
        name: What they are called at the table.
        agent: The computer player's name, empty for a person.
    """

    person: int | None
    name: str
    agent: str = ""


class OpenTable(NamedTuple):
    """A table whose match is not over.

    Attributes:
        id: What tells it from the others.
        record: The path of its record.
        seats: Who sits there.
        event: The event it belongs to.
        created: When it was opened.
        code: What another person types to sit down there, empty where nobody is awaited.
        rematch_of: The table whose match this one is played again for, empty for none.
    """

    id: str
    record: str
    seats: tuple[OpenSeat, OpenSeat]
    event: str
    created: datetime
    code: str = ""
    rematch_of: str = ""


def note_table(connection: sqlite3.Connection, table: OpenTable) -> None:
    """Notes a table, in the place of what was noted of it before."""
    drop_table(connection, table.id)
    connection.execute(
        "INSERT INTO tables (id, record, event, created, code, rematch_of) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (
            *(table.id, table.record, table.event, table.created.isoformat()),
            *(table.code, table.rematch_of),
        ),
    )
    connection.executemany(
        "INSERT INTO seats (tableid, seat, person, name, agent) VALUES (?, ?, ?, ?, ?)",
        [(table.id, seat, *one) for seat, one in enumerate(table.seats)],
    )


def drop_table(connection: sqlite3.Connection, name: str) -> None:
    """Takes a table out; where there is none, nothing is done."""
    connection.execute("DELETE FROM tables WHERE id = ?", (name,))


def open_tables(connection: sqlite3.Connection) -> Iterator[OpenTable]:
    """All open tables, the oldest first; what nobody can have written is passed over."""
    for name, record, event, created, code, again in connection.execute(
        "SELECT id, record, event, created, code, rematch_of FROM tables ORDER BY created, id"
    ).fetchall():
        seats = connection.execute(
            "SELECT person, name, agent FROM seats WHERE tableid = ? ORDER BY seat", (name,)
        ).fetchall()
        when = _time(created)
        if len(seats) == 2 and when is not None:
            first, second = (OpenSeat(*one) for one in seats)
            yield OpenTable(name, record, (first, second), event, when, code, again)


def add_result(connection: sqlite3.Connection, result: MatchResult) -> bool:
    """Adds a result; returns whether it was not there yet."""
    added = connection.execute(
        "INSERT INTO results (record, event, started, ended, rules, rounds, winner, ending) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (record) DO NOTHING",
        (
            *(result.record, result.event),
            *(result.started.isoformat(), result.ended.isoformat()),
            *(result.rules, result.rounds, result.winner, result.ending.value),
        ),
    ).rowcount
    if added:
        connection.executemany(
            "INSERT INTO sides (record, seat, person, name, agent, level, points, hints) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(result.record, seat, *side) for seat, side in enumerate(result.sides)],
        )
    return bool(added)


_SIDES: Final = """
SELECT r.record, r.event, r.started, r.ended, r.rules, r.rounds, r.winner, r.ending,
       s.person, COALESCE(p.name, s.name), s.agent, s.level, s.points, s.hints
FROM results r JOIN sides s USING (record) LEFT JOIN people p ON p.id = s.person
"""


_OF_EVENT: Final = "WHERE r.event = ? ORDER BY r.ended, r.record, s.seat"
_OF_PERSON: Final = """
WHERE r.record IN (
    SELECT DISTINCT record FROM results JOIN sides USING (record)
    WHERE person = ? ORDER BY ended DESC, record DESC LIMIT ?
) ORDER BY r.ended DESC, r.record DESC, s.seat
"""


def results_of_event(connection: sqlite3.Connection, event: str) -> Iterator[MatchResult]:
    """The results of an event, those that ended first in front."""
    return _results(connection.execute(_SIDES + _OF_EVENT, [event]))


def results_of_person(
    connection: sqlite3.Connection, person: int, limit: int
) -> Iterator[MatchResult]:
    """The last results of somebody, the newest first."""
    return _results(connection.execute(_SIDES + _OF_PERSON, (person, limit)))


def _results(rows: Iterable[tuple[object, ...]]) -> Iterator[MatchResult]:
    """Results of rows that have two sides each; what nobody can have written is passed over."""
    former: tuple[object, ...] | None = None
    for row in rows:
        if former is None or former[0] != row[0]:
            former = row
            continue
        found = _result(former, Side(*former[8:]), Side(*row[8:]))  # type: ignore[arg-type]
        former = None
        if found is not None:
            yield found


def _result(row: tuple[object, ...], first: Side, second: Side) -> MatchResult | None:
    record, event, started, ended, rules, rounds, winner, ending = row[:8]
    begun, over = _time(started), _time(ended)
    if begun is None or over is None or ending not in tuple(Ending) or winner not in (None, 0, 1):
        return None
    return MatchResult(
        *(str(record), str(event), begun, over, str(rules), int(str(rounds))),
        *((first, second), winner, Ending(ending)),  # type: ignore[arg-type]
    )


def _time(written: object) -> datetime | None:
    try:
        return datetime.fromisoformat(str(written))
    except ValueError:
        return None
