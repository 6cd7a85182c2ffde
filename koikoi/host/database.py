"""The register's file: opened, made, set aside where it is damaged, refused where it is newer."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from koikoi.store.history import Fault, fault_of
from koikoi.store.matches import set_aside
from koikoi.store.places import made
from koikoi.store.tables import version_of, writing

VERSION: Final = 1
"""The version of the tables, in ``PRAGMA user_version``; a new database has 0."""

BUSY_SECONDS: Final = 2.0
"""How long a transaction of somebody else is waited for, such as a copy that is being made."""

_COLUMNS: Final = {
    "people": """
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,
        shape TEXT NOT NULL UNIQUE, guest INTEGER NOT NULL, created TEXT NOT NULL,
        settings TEXT NOT NULL""",
    "keys": """
        fingerprint TEXT PRIMARY KEY, added TEXT NOT NULL,
        person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE""",
    "tables": """
        id TEXT PRIMARY KEY, record TEXT NOT NULL, event TEXT NOT NULL, created TEXT NOT NULL,
        code TEXT NOT NULL, rematch_of TEXT NOT NULL""",
    "seats": """
        tableid TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL,
        person INTEGER REFERENCES people ON DELETE SET NULL, name TEXT NOT NULL,
        agent TEXT NOT NULL, PRIMARY KEY (tableid, seat)""",
    "results": """
        record TEXT PRIMARY KEY, event TEXT NOT NULL, started TEXT NOT NULL, ended TEXT NOT NULL,
        rules TEXT NOT NULL, rounds INTEGER NOT NULL, winner INTEGER, ending TEXT NOT NULL""",
    "sides": """
        record TEXT NOT NULL REFERENCES results ON DELETE CASCADE, seat INTEGER NOT NULL,
        person INTEGER REFERENCES people ON DELETE SET NULL, name TEXT NOT NULL,
        agent TEXT NOT NULL, level INTEGER, points INTEGER NOT NULL, hints INTEGER NOT NULL,
        PRIMARY KEY (record, seat)""",
}
_INDICES: Final = (
    "CREATE INDEX keys_of_person ON keys (person)",
    "CREATE INDEX sides_of_person ON sides (person)",
    "CREATE INDEX seats_of_person ON seats (person)",
    "CREATE INDEX results_of_event ON results (event)",
)
_COLUMN_NAMES: Final = {
    "people": "id, name, folded, shape, guest, created, settings",
    "keys": "fingerprint, added, person",
    "tables": "id, record, event, created, code, rematch_of",
    "seats": "tableid, seat, person, name, agent",
    "results": "record, event, started, ended, rules, rounds, winner, ending",
    "sides": "record, seat, person, name, agent, level, points, hints",
}

# What a test lets fail.
_connect = sqlite3.connect

_T = TypeVar("_T")


class RegisterError(Exception):
    """The register cannot be used.

    Attributes:
        code: Why.
        path: Its file.
        detail: What the system says.
    """

    def __init__(self, code: Fault, path: Path, detail: str = "") -> None:
        super().__init__(code, path, detail)
        self.code: Final = code
        self.path: Final = path
        self.detail: Final = detail


class Database:
    """A connection that all threads share, one at a time; opened at once.

    Args:
        path: The file; it is made where there is none.

    Attributes:
        aside: Where a damaged file was put.

    Raises:
        RegisterError: It cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self.aside: Path | None = None
        self._turn = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self.read(version_of)

    def read(self, do: Callable[[sqlite3.Connection], _T]) -> _T:
        """Does something that only reads.

        Raises:
            RegisterError: The register cannot be used.
        """
        with self._turn:
            try:
                return self._tried(do)
            except RegisterError as error:
                if error.code is not Fault.DAMAGED:
                    raise
            self._set_aside()
            return self._tried(do)

    def write(self, do: Callable[[sqlite3.Connection], _T]) -> _T:
        """Does something that writes: all of it or nothing, and it is on the disk afterwards.

        Raises:
            RegisterError: The register cannot be used.
        """

        def whole(connection: sqlite3.Connection) -> _T:
            with writing(connection):
                return do(connection)

        return self.read(whole)

    def close(self) -> None:
        """Gives the file back; closing twice does nothing."""
        with self._turn:
            self._drop()

    def _tried(self, do: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            if self._connection is None:
                self._connection = _opened(self.path)
            return do(self._connection)
        except sqlite3.Error as error:
            raise RegisterError(fault_of(error), self.path, str(error)) from error

    def _set_aside(self) -> None:
        """Puts a damaged file aside, and what belongs to it, so that it can be looked at."""
        self._drop()
        try:
            aside = set_aside(self.path)
            self.aside = aside
            for more in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    _beside(self.path, more).rename(_beside(aside, more))
        except OSError as error:
            raise RegisterError(Fault.REFUSED, self.path, error.strerror or str(error)) from error

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def _beside(path: Path, more: str) -> Path:
    return path.with_name(path.name + more)


def _opened(path: Path) -> sqlite3.Connection:
    """The database in a file, with its tables.

    Raises:
        sqlite3.Error: It cannot be used.
        RegisterError: It is damaged or of a newer version, or there is no place for it.
    """
    try:
        made(path.parent)
        if not path.exists():
            path.touch(0o600)
    except OSError as error:
        raise RegisterError(Fault.REFUSED, path, error.strerror or str(error)) from error
    connection = _connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        _check(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        # With WAL, NORMAL would lose the last results where the power fails.
        connection.execute("PRAGMA synchronous = FULL")
        # Who is forgotten is not to be found in what is left of the pages.
        connection.execute("PRAGMA secure_delete = ON")
        _make(connection)
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raises RegisterError for a database that cannot be used."""
    version = version_of(connection)
    if version > VERSION:
        raise RegisterError(Fault.NEWER, path)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise RegisterError(Fault.DAMAGED, path)
    if version == VERSION:
        for table, names in _COLUMN_NAMES.items():
            # Of tables that are not ours this is an error, which counts as damage.
            connection.execute(f"SELECT {names} FROM {table} LIMIT 0")  # noqa: S608  (constants)


def _make(connection: sqlite3.Connection) -> None:
    """Makes the tables where there are none."""
    if version_of(connection) == VERSION:
        return
    with writing(connection):
        for table, columns in _COLUMNS.items():
            connection.execute(f"CREATE TABLE {table} ({columns})")
        for index in _INDICES:
            connection.execute(index)
        connection.execute(f"PRAGMA user_version = {VERSION}")
