"""Following a record that somebody else writes: what has come since, step by step.

The file is opened once and stays open, so that renaming or removing it ends nothing: whoever writes
it goes on writing, and whoever follows it goes on reading. Nothing is read before the file has
changed.
"""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from types import TracebackType

from koikoi.record.errors import Fault, RecordError
from koikoi.record.reader import MAX_FILE, scan
from koikoi.record.record import MatchRecord
from koikoi.record.replay import Step, replayed
from koikoi.record.writer import is_held

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class Follower:
    """Reads a record again whenever it has changed. Close it, best by ``with``.

    The steps are unredacted: whoever shows them shows what may be seen.

    Args:
        path: The record.

    Attributes:
        path: Where the record was when it was opened.
        record: The record as it was read last, a torn last line left out.

    Raises:
        OSError: It cannot be opened or read.
        RecordError: It is no file, no record, or does not replay.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._descriptor = os.open(self.path, _FLAGS)
        # A thread may read when another one has had enough.
        self._turn = threading.Lock()
        self._last: tuple[int, int] | None = None
        self._steps: list[Step] = []
        self._told = 0
        try:
            self.record = self._read()
        except BaseException:
            self.close()
            raise

    def news(self) -> tuple[Step, ...]:
        """The steps since this was asked last; the first time all, from the first deal on.

        A line that is still being written is no news, and one that was taken back, as it could not
        be written completely, is passed over until it comes again.

        Raises:
            OSError: The file cannot be read any more.
            RecordError: It is damaged, or has become that of another match.
        """
        with self._turn:
            if self._looks() != self._last:
                self.record = self._read()
            new = tuple(self._steps[self._told :])
            self._told = len(self._steps)
            return new

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return self.record.finished

    @property
    def played(self) -> bool:
        """Whether somebody is playing the match now."""
        with self._turn:
            return is_held(self._descriptor)

    def close(self) -> None:
        """Gives the file back; closing twice does nothing."""
        with self._turn:
            if self._descriptor >= 0:
                descriptor, self._descriptor = self._descriptor, -1
                os.close(descriptor)

    def __enter__(self) -> Follower:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _looks(self) -> tuple[int, int]:
        found = os.fstat(self._descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise RecordError(Fault.NOT_A_FILE)
        return found.st_size, found.st_mtime_ns

    def _read(self) -> MatchRecord:
        looks = self._looks()  # first: what comes while it is read is read the next time
        with os.fdopen(self._descriptor, "rb", closefd=False) as reading:
            reading.seek(0)
            record, _ = scan(reading.read(MAX_FILE + 1))
        steps = list(replayed(record))
        known = min(len(steps), len(self._steps))
        if known and steps[known - 1].state != self._steps[known - 1].state:
            raise RecordError(Fault.OTHER_MATCH)
        if len(steps) >= len(self._steps):
            self._steps = steps
        self._last = looks
        return record
