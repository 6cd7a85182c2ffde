"""The register's tables of people: their names, by which no two can be mistaken, and their keys."""

from __future__ import annotations

import itertools
import secrets
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from koikoi.host.names import CLEAR_LETTERS, guest_name, likeness, numbered

_GUEST_LENGTH: Final = 4


class Person(NamedTuple):
    """Somebody who plays here.

    Attributes:
        id: What tells them from all others, for ever.
        name: What they are called, which is nobody else's name and looks like none.
        guest: Whether they came without a key and have taken no name.
        created: When they first came.
    """

    id: int
    name: str
    guest: bool
    created: datetime


_PERSON: Final = "SELECT p.id, p.name, p.guest, p.created FROM people p "


def by_id(connection: sqlite3.Connection, person: int) -> Person | None:
    """Somebody, if they are in the register."""
    return _person(connection.execute(_PERSON + "WHERE p.id = ?", [person]).fetchone())


def by_key(connection: sqlite3.Connection, fingerprint: str) -> Person | None:
    """Whose key it is."""
    return _person(
        connection.execute(
            _PERSON + "JOIN keys k ON k.person = p.id WHERE k.fingerprint = ?", [fingerprint]
        ).fetchone()
    )


def called(connection: sqlite3.Connection, name: str) -> Person | None:
    """Who is called so, large and small letters the same."""
    return _person(
        connection.execute(_PERSON + "WHERE p.folded = ?", [likeness(name).folded]).fetchone()
    )


def everybody(connection: sqlite3.Connection) -> Iterator[Person]:
    """All who are no guests."""
    for row in connection.execute(_PERSON + "WHERE NOT p.guest ORDER BY p.id").fetchall():
        found = _person(row)
        if found is not None:
            yield found


def add(connection: sqlite3.Connection, name: str, *, guest: bool, now: datetime) -> int:
    """Adds somebody with a name that is free."""
    return _row_id(
        connection.execute(
            "INSERT INTO people (name, folded, shape, guest, created, settings) "
            "VALUES (?, ?, ?, ?, ?, '')",
            (name, *likeness(name), guest, now.isoformat()),
        )
    )


def call(connection: sqlite3.Connection, person: int, name: str, *, guest: bool) -> None:
    """Gives somebody another name, which is free."""
    connection.execute(
        "UPDATE people SET name = ?, folded = ?, shape = ?, guest = ? WHERE id = ?",
        (name, *likeness(name), guest, person),
    )


def is_free(connection: sqlite3.Connection, name: str, person: int | None = None) -> bool:
    """Whether nobody, but perhaps this person, has a name that could be mistaken for this one."""
    return (
        connection.execute(
            "SELECT 1 FROM people WHERE (folded = ? OR shape = ?) AND id IS NOT ?",
            (*likeness(name), person),
        ).fetchone()
        is None
    )


def free_name(connection: sqlite3.Connection, name: str) -> str:
    """The first of ``mika``, ``mika2``, ``mika3`` … that is free."""
    names = itertools.chain([name], (numbered(name, number) for number in itertools.count(2)))
    return next(one for one in names if is_free(connection, one))


def free_guest_name(connection: sqlite3.Connection) -> str:
    """A name for a guest, by chance."""
    for length in itertools.count(_GUEST_LENGTH * 4):
        letters = "".join(secrets.choice(CLEAR_LETTERS) for _ in range(length // 4))
        name = guest_name(letters)
        if is_free(connection, name):
            return name
    raise AssertionError("counting does not end")


def keys_of(connection: sqlite3.Connection, person: int) -> list[str]:
    """The fingerprints of somebody's keys, the first one first."""
    rows = connection.execute(
        "SELECT fingerprint FROM keys WHERE person = ? ORDER BY added, rowid", [person]
    )
    return [fingerprint for (fingerprint,) in rows]


def give_key(connection: sqlite3.Connection, person: int, fingerprint: str, now: datetime) -> None:
    """Makes a key somebody's, whose ever it was."""
    connection.execute(
        "INSERT INTO keys (fingerprint, added, person) VALUES (?, ?, ?) ON CONFLICT (fingerprint) "
        "DO UPDATE SET added = excluded.added, person = excluded.person",
        (fingerprint, now.isoformat(), person),
    )


def merge(connection: sqlite3.Connection, gone: int, kept: int) -> None:
    """Makes two people one, who are the same: what the one has played is the other's."""
    connection.execute("UPDATE sides SET person = ? WHERE person = ?", (kept, gone))
    connection.execute("UPDATE seats SET person = ? WHERE person = ?", (kept, gone))
    connection.execute("DELETE FROM people WHERE id = ?", [gone])


def forget(connection: sqlite3.Connection, person: int) -> None:
    """Takes somebody out, with their keys and name; what they played stays, without either."""
    connection.execute("UPDATE sides SET name = '' WHERE person = ?", [person])
    connection.execute("UPDATE seats SET name = '' WHERE person = ?", [person])
    connection.execute("DELETE FROM people WHERE id = ?", [person])


def drop_idle_guests(connection: sqlite3.Connection) -> None:
    """Takes out the guests of whom nothing is left: nobody can come back as one of them."""
    connection.execute(
        "DELETE FROM people WHERE guest AND id NOT IN "
        "(SELECT person FROM sides WHERE person IS NOT NULL "
        "UNION SELECT person FROM seats WHERE person IS NOT NULL "
        "UNION SELECT person FROM keys)"
    )


def settings_of(connection: sqlite3.Connection, person: int) -> str:
    """What somebody prefers, as it was kept; empty where nothing was."""
    row = connection.execute("SELECT settings FROM people WHERE id = ?", [person]).fetchone()
    return "" if row is None else str(row[0])


def keep_settings(connection: sqlite3.Connection, person: int, written: str) -> None:
    """Keeps what somebody prefers."""
    connection.execute("UPDATE people SET settings = ? WHERE id = ?", (written, person))


def _person(row: tuple[int, str, int, str] | None) -> Person | None:
    if row is None:
        return None
    try:
        created = datetime.fromisoformat(row[3])
    except ValueError:
        created = datetime.min.replace(tzinfo=UTC)
    return Person(row[0], row[1], bool(row[2]), created)


def _row_id(cursor: sqlite3.Cursor) -> int:
    assert cursor.lastrowid is not None  # a row was added
    return cursor.lastrowid
