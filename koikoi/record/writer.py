"""Writing a record while its match is played, which is also the autosave.

The file is a valid record at every moment. It appears complete, with header and round 1; each
action is one write at its end, brought to the disk before the match goes on; what could not be
written completely is cut off again, and where even that fails, readers leave it out.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final

from koikoi.engine.actions import Action
from koikoi.engine.state import MatchState
from koikoi.record.errors import Fault, RecordError
from koikoi.record.lines import Line, dumps, write_line
from koikoi.record.reader import MAX_FILE, MAX_LINE, scan
from koikoi.record.record import MatchRecord, Players, begin, entry, result_of
from koikoi.record.replay import final_state

if sys.platform != "win32":
    import fcntl

_FLAGS: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)

# What a failing disk fails at; tests put failing ones in their place.
_open = os.open
_write = os.write
_sync = os.fsync
_truncate = os.ftruncate
_pause = time.sleep

_TRIES: Final = 3
_PAUSE: Final = 0.01
"""Seconds between two tries to take a lock: who only asks for it has let go of it by then."""


class RecordWriteError(OSError):
    """A record could not be written on; it holds what it held before.

    ``errno``, ``strerror`` and ``filename`` are those of the failure. The same append can be tried
    again.
    """


class RecordBusy(OSError):
    """Another program, or another table of this one, is writing this record."""


class RecordWriter:
    """Writes one record; it holds the file's lock until it is closed.

    Get one from :meth:`create` or :meth:`resume`, and close it, best by ``with``.

    Attributes:
        path: The file.
        state: The match as the file has it.
        dropped: Whether a torn last line was cut off when the record was opened.
    """

    def __init__(
        self, path: Path, descriptor: int, length: int, state: MatchState, dropped: bool
    ) -> None:
        self.path: Final = path
        self.dropped: Final = dropped
        self.state = state
        self._descriptor = descriptor
        self._length = length
        # A table may write in one thread and be closed from another.
        self._turn = threading.Lock()

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        state: MatchState,
        players: Players,
        started: datetime,
    ) -> RecordWriter:
        """Begins the record of a match; only its owner may read the file.

        Args:
            path: The file, which must not exist yet; its folder must.
            state: What ``new_match`` returned.
            players: Who sits at seat 0 and 1.
            started: The time now, with its time zone.

        Raises:
            FileExistsError: There is such a file.
            OSError: It cannot be written.
            ValueError: The match has begun before, the time has no zone, or so many decks are
                stacked that they do not fit into a line.
        """
        data = dumps(begin(state, players, started)).encode()
        if any(len(line) >= MAX_LINE for line in data.split(b"\n")):
            raise ValueError(f"a line of the record would be longer than {MAX_LINE} bytes")
        file = Path(path)
        draft = _draft_of(file)
        descriptor = _open(draft, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            _lock(descriptor, file)
            _write_whole(descriptor, data, file)
            _publish(draft, file)
        except BaseException:
            os.close(descriptor)
            with suppress(OSError):
                draft.unlink()
            raise
        _sync_folder(file.parent)
        return cls(file, descriptor, len(data), state, dropped=False)

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> RecordWriter:
        """Opens the record of an unfinished match to write on; ``state`` is where it goes on.

        The record is replayed and checked before anything is changed; then a torn last line is
        cut off.

        Raises:
            RecordBusy: Somebody else is writing it.
            OSError: It cannot be opened, read or cut off.
            RecordError: It is no file, is damaged, does not replay, or its match is over.
        """
        file = Path(path)
        if not stat.S_ISREG(file.stat().st_mode):
            raise RecordError(Fault.NOT_A_FILE)
        descriptor = _open(file, _FLAGS)
        try:
            _lock(descriptor, file)
            record, length = scan(_read_whole(descriptor))
            state = _state_to_continue(record)
            writer = cls(file, descriptor, length, state, dropped=record.torn)
            writer._restore()
        except BaseException:
            os.close(descriptor)
            raise
        return writer

    def append(
        self,
        before: MatchState,
        action: Action,
        after: MatchState,
        marks: Sequence[str] = (),
    ) -> None:
        """Writes an action down for good, with the result if it ended the match.

        Args:
            before: The state that the action answers: the last one written.
            action: The action.
            after: What ``apply`` made of it.
            marks: Short lower-case words on how it came about, such as ``hint``.

        Raises:
            RecordWriteError: It could not be written; the record stays as it was.
            ValueError: The state is not the one that follows, a mark is none, or the writer is
                closed.
        """
        with self._turn:
            if self.closed:
                raise ValueError("the record is closed")
            if before.ply != self.state.ply:
                raise ValueError(f"the record is at ply {self.state.ply}, not {before.ply}")
            lines: list[Line] = [entry(before, action, after, marks)]
            result = result_of(after)
            if result is not None:
                lines.append(result)
            self._add("".join(map(write_line, lines)).encode())
            self.state = after

    def _add(self, data: bytes) -> None:
        self._restore()
        try:
            _write_whole(self._descriptor, data, self.path)
        except BaseException:
            # Should this fail too, the next append begins with it, and readers drop the rest.
            with suppress(OSError):
                self._restore()
            raise
        self._length += len(data)

    def _restore(self) -> None:
        """Cuts off what stands behind the last line that was written completely.

        Raises:
            RecordWriteError: It cannot be cut off, or the file has become shorter.
        """
        try:
            size = os.fstat(self._descriptor).st_size
            if size > self._length:
                _truncate(self._descriptor, self._length)
                _sync(self._descriptor)
        except OSError as error:
            raise _failure(error, self.path) from error
        if size < self._length:
            message = "somebody else has shortened the file"
            raise RecordWriteError(errno.EIO, message, str(self.path))

    @property
    def ply(self) -> int:
        """The ply of the action to be written next."""
        return self.state.ply

    @property
    def closed(self) -> bool:
        """Whether the file and its lock have been given back."""
        return self._descriptor < 0

    def close(self) -> None:
        """Gives file and lock back; closing twice does nothing."""
        with self._turn:
            if not self.closed:
                descriptor, self._descriptor = self._descriptor, -1
                os.close(descriptor)

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def write_new(path: Path, data: bytes) -> None:
    """Writes a complete record under a new name; it appears whole, or not at all.

    Args:
        path: The file, which must not exist yet; its folder must.
        data: The bytes of the record.

    Raises:
        FileExistsError: There is such a file.
        OSError: It cannot be written.
    """
    draft = _draft_of(path)
    descriptor = _open(draft, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        _write_whole(descriptor, data, path)
        _publish(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    finally:
        os.close(descriptor)
    _sync_folder(path.parent)


def _draft_of(path: Path) -> Path:
    """Where a file is written before it gets its name."""
    return path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")


def _read_whole(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb", closefd=False) as reading:
        return reading.read(MAX_FILE + 1)


def _state_to_continue(record: MatchRecord) -> MatchState:
    state = final_state(record)
    if record.finished:
        raise RecordError(Fault.FINISHED)
    return state


def _lock(descriptor: int, path: Path) -> None:
    """Takes the file for this writer alone, where the system and the disk have such locks."""
    for left in reversed(range(_TRIES)):
        if _taken(descriptor, alone=True):
            return
        if left:
            _pause(_PAUSE)
    raise RecordBusy(errno.EWOULDBLOCK, "the match is being played elsewhere", str(path))


def _taken(descriptor: int, *, alone: bool) -> bool:
    """Tries to take the file's lock; returns whether nobody else stood in the way."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # Some network disks have no locks; two writers of one file are rarer than such disks.
        return True
    return True


def is_held(descriptor: int) -> bool:
    """Whether somebody is writing the record that is open here for reading.

    It is asked by taking the file's lock for a moment, which does not hold up a writer: it tries
    more than once.
    """
    if not _taken(descriptor, alone=False):
        return True
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def being_written(path: str | os.PathLike[str]) -> bool:
    """Whether somebody is writing a record; a file that cannot be opened is written by nobody."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return False
    try:
        return is_held(descriptor)
    finally:
        os.close(descriptor)


def _write_whole(descriptor: int, data: bytes, path: Path) -> None:
    """Writes the data by one write and brings it to the disk.

    Raises:
        RecordWriteError: Not all of it could be written.
    """
    try:
        written = _write(descriptor, data)
        if written == len(data):
            _sync(descriptor)
    except OSError as error:
        raise _failure(error, path) from error
    if written < len(data):
        # What stopped the write in the middle would have stopped the next one altogether.
        raise RecordWriteError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def _failure(error: OSError, path: Path) -> RecordWriteError:
    return RecordWriteError(error.errno, error.strerror, str(path))


def _publish(draft: Path, path: Path) -> None:
    """Gives the complete file its name, unless there is such a file.

    Raises:
        FileExistsError: There is.
        OSError: The folder does not take it.
    """
    try:
        path.hardlink_to(draft)
    except OSError:
        # A disk without links: the name is taken first, if it is free, then the file put there.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            draft.replace(path)
        except OSError:
            path.unlink()
            raise
    else:
        with suppress(OSError):
            draft.unlink()


def _sync_folder(folder: Path) -> None:
    """Brings the new name to the disk, where folders can be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            _sync(descriptor)
        finally:
            os.close(descriptor)
