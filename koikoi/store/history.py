"""The history of a player's matches, in a database that is made from their records.

Everything in it comes from the finished records in one folder, so that it may be lost: a damaged
database is set aside and made again, and where there is no place for one, or a newer version of the
game has made it, the records are read into memory instead. :meth:`History.catch_up` brings it to
what the folder holds now, however a record came there or went; a match counts once, however many
copies of its record there are.

Several processes may use it at once. Transactions are short, and each record is one; SQLite's
rollback journal is used, since its other one needs memory that the processes share, which network
disks and disks that cannot be written do not have.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, TypeAlias, TypeVar

from koikoi.engine.actions import Seat
from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.store import tables
from koikoi.store.facts import facts_of
from koikoi.store.matches import record_files, set_aside
from koikoi.store.places import data_dir, made, matches_dir
from koikoi.store.tables import Noted, PastMatch, Stamp

FILE_NAME: Final = "history.sqlite3"

BUSY_SECONDS: Final = 2.0
"""How long a process waits for another one's transaction, which takes a few thousandths."""

_TOGETHER: Final = 25
"""How many records are written in one transaction, which is what takes the time of it."""

_MEMORY: Final = ":memory:"
_KIND: Final = 0xFF
"""The bits of SQLite's error codes that say what kind it is."""

# What a test lets fail.
_connect = sqlite3.connect

Progress: TypeAlias = Callable[[int, int], None]
Stopped: TypeAlias = Callable[[], bool]

_T = TypeVar("_T")
_File: TypeAlias = tuple[int, int]
"""What tells a file from another one that has its name: the disk, and the place on it."""


class Fault(StrEnum):
    """Why the database cannot be used."""

    NEWER = "newer"
    """A newer version of the game has made it."""
    DAMAGED = "damaged"
    """It is no database, or not as it was written."""
    READ_ONLY = "read_only"
    """It cannot be written."""
    FULL = "full"
    """The disk is full."""
    BUSY = "busy"
    """Another process has it for itself."""
    REFUSED = "refused"
    """The system refuses; the reason."""


class HistoryError(Exception):
    """The database cannot be used.

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


class CaughtUp(NamedTuple):
    """What :meth:`History.catch_up` did.

    Attributes:
        counted: How many matches are new.
        unreadable: The names of the records that cannot be read, and so do not count.
    """

    counted: int
    unreadable: tuple[str, ...]


def history_path() -> Path:
    """Where the database is, whether there is one or not."""
    return data_dir() / FILE_NAME


class History:
    """The matches of one player; close it, best by ``with``.

    Opening never fails: ``trouble`` says why the file is not used, and then the history is in
    memory for this once. All methods may be called from any thread, one at a time.

    Args:
        path: The file of the database.
        folder: The folder of the records.
        seats: Where the player sat, by the names of the records; of others, and where this is left
            out, a player is whoever was the one person at it.

    Attributes:
        trouble: Why the file is not used.
        aside: Where a damaged database was put.
    """

    def __init__(
        self,
        path: Path | None = None,
        folder: Path | None = None,
        seats: Mapping[str, Seat] | None = None,
    ) -> None:
        self.path: Final = history_path() if path is None else path
        self.folder: Final = matches_dir() if folder is None else folder
        self._seats = seats or {}
        self.trouble: HistoryError | None = None
        self.aside: Path | None = None
        self._turn = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._seen: _File | None = None

    def catch_up(
        self, progress: Progress = lambda _done, _count: None, stopped: Stopped = lambda: False
    ) -> CaughtUp:
        """Brings the history to what the folder of records holds now.

        Args:
            progress: Called with how many new records have been read, and how many there are.
            stopped: Whether to stop with what has been read so far.

        Raises:
            OSError: The folder is there and cannot be read.
            HistoryError: Not even memory will do.
        """
        return self._done(lambda connection: self._caught_up(connection, progress, stopped))

    def read(
        self, progress: Progress = lambda _done, _count: None, stopped: Stopped = lambda: False
    ) -> tuple[CaughtUp, tuple[PastMatch, ...]]:
        """Catches up, and reads all matches, the oldest first; see :meth:`catch_up`."""

        def do(connection: sqlite3.Connection) -> tuple[CaughtUp, tuple[PastMatch, ...]]:
            caught_up = self._caught_up(connection, progress, stopped)
            return caught_up, tables.read(connection, self.folder)

        return self._done(do)

    def matches(self) -> tuple[PastMatch, ...]:
        """All matches of the folder, the oldest first; see :meth:`catch_up`."""
        return self.read()[1]

    def identities(self) -> frozenset[str]:
        """What tells the matches of the folder from others; see :meth:`catch_up`."""
        return frozenset([one.facts.identity for one in self.matches()])

    def count(self, path: Path) -> bool:
        """Counts the match of one finished record in the folder.

        Nothing else is read, so that it is done at once; a damaged database is set aside before.

        Returns:
            Whether it is new.

        Raises:
            HistoryError: The database cannot be used; the match is counted by a later
                :meth:`catch_up`.
            OSError: The record cannot be read.
            RecordError: The record is damaged.
        """
        noted = self._noted(path)
        if noted.facts is None:
            return False
        new = self._done(lambda connection: tables.add(connection, (noted,)))
        if self.trouble is not None:
            raise self.trouble
        return bool(new)

    def close(self) -> None:
        """Gives the database back; closing twice does nothing."""
        with self._turn:
            self._drop()

    def __enter__(self) -> History:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # How the database is come by.

    def _done(self, do: Callable[[sqlite3.Connection], _T]) -> _T:
        """Does something with the database: the file, a new one if it is damaged, or memory."""
        with self._turn:
            try:
                return self._tried(do)
            except HistoryError as error:
                if error.code is Fault.DAMAGED and self.trouble is None:
                    try:
                        self._set_aside()
                        return self._tried(do)
                    except HistoryError as again:
                        error = again
                self.trouble = error
            self._into_memory()
            return self._tried(do)

    def _tried(self, do: Callable[[sqlite3.Connection], _T]) -> _T:
        """Does something with what is open.

        Raises:
            HistoryError: The database cannot be used.
        """
        try:
            if self._connection is None:
                self._seen = _file(self.path)
                self._connection = _opened(self.path)
            return do(self._connection)
        except sqlite3.Error as error:
            raise HistoryError(fault_of(error), self.path, str(error)) from error
        except RecordError:
            raise
        except (ValueError, TypeError, KeyError) as error:
            # Tables that hold what nobody wrote.
            raise HistoryError(Fault.DAMAGED, self.path, str(error)) from error

    def _set_aside(self) -> None:
        """Puts a damaged database where it is not in the way.

        Its journal may stay: SQLite does not play one into a database that is empty.

        Raises:
            HistoryError: It cannot be put aside.
        """
        self._drop()
        if self._seen not in (None, _file(self.path)):
            return  # somebody else has done it, and there is another one in its place
        try:
            with suppress(FileNotFoundError):
                self.aside = set_aside(self.path)
        except OSError as error:
            raise HistoryError(Fault.REFUSED, self.path, error.strerror or str(error)) from error

    def _into_memory(self) -> None:
        """Goes on in memory, with what the file has where it can be read."""
        self._drop()
        memory = _prepared(sqlite3.connect(_MEMORY, isolation_level=None, check_same_thread=False))
        assert self.trouble is not None  # otherwise the file would do
        if self.trouble.code in (Fault.READ_ONLY, Fault.FULL):
            with suppress(sqlite3.Error, HistoryError), closing(_opened(self.path)) as found:
                found.backup(memory)
        self._connection = memory

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    # What is done with it.

    def _caught_up(
        self,
        connection: sqlite3.Connection,
        progress: Progress,
        stopped: Stopped,
    ) -> CaughtUp:
        known = tables.stamps(connection)
        found = {path.name: path for path in record_files(self.folder)}
        gone = known.keys() - found.keys()
        if gone:
            tables.forget(connection, gone)
        fresh = [path for name, path in found.items() if known.get(name) != _stamp(path)]
        counted = 0
        notes: list[Noted] = []
        for done, path in enumerate(fresh):
            if stopped():
                break
            progress(done, len(fresh))
            notes += self._notes(path)
            if len(notes) >= _TOGETHER:
                counted += tables.add(connection, notes)
                notes = []
        if notes:
            counted += tables.add(connection, notes)
        return CaughtUp(counted, tables.unreadable(connection))

    def _noted(self, path: Path) -> Noted:
        """What a record comes to, nothing where its match is not over; see :meth:`count`."""
        stamp = _stamp(path)  # before it is read: what changes then is read again
        record = load(path)
        assert stamp is not None  # it could be read
        facts = facts_of(record, self._seats.get(path.name)) if record.finished else None
        return Noted(path.name, stamp, facts)

    def _notes(self, path: Path) -> tuple[Noted, ...]:
        """The note of a record; none where its match is not over, or the file has gone."""
        stamp = _stamp(path)
        try:
            noted = self._noted(path)
        except FileNotFoundError:
            return ()
        except (RecordError, OSError):
            return () if stamp is None else (Noted(path.name, stamp, None),)
        return () if noted.facts is None else (noted,)


def _opened(path: Path) -> sqlite3.Connection:
    """The database in a file, with its tables.

    Raises:
        sqlite3.Error: It cannot be used.
        HistoryError: It is damaged or of a newer version.
    """
    try:
        made(path.parent)
    except OSError as error:
        raise HistoryError(Fault.REFUSED, path, error.strerror or str(error)) from error
    connection = _connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        _check(connection, path)
        return _prepared(connection)
    except BaseException:
        connection.close()
        raise


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raises HistoryError for a database that cannot be used."""
    if tables.version_of(connection) > tables.VERSION:
        raise HistoryError(Fault.NEWER, path)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise HistoryError(Fault.DAMAGED, path)


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    if tables.version_of(connection) < tables.VERSION:
        tables.make(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


_FAULTS: Final = {
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    # Our statements are right, so that tables they do not fit are not ours.
    sqlite3.SQLITE_ERROR: Fault.DAMAGED,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
}


def fault_of(error: sqlite3.Error) -> Fault:
    """Why a database cannot be used, of what SQLite says."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and isinstance(error, sqlite3.OperationalError):
        return Fault.DAMAGED  # Python's own: a column holds bytes that are no text
    return Fault.REFUSED if code is None else _FAULTS.get(code & _KIND, Fault.REFUSED)


def _file(path: Path) -> _File | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return Stamp(found.st_size, found.st_mtime_ns)
