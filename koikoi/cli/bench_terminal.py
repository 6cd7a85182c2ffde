"""A program on a terminal of our own, for :mod:`koikoi.cli.bench_tui`; POSIX only."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic, perf_counter
from types import MappingProxyType, TracebackType
from typing import Final

COLUMNS: Final = 80
ROWS: Final = 24
TERM: Final = "xterm-256color"

ASKED: Final = re.compile(rb"(?<![0-9])1-[2-8]")
"""What the footer begins with where one of several cards is to be played, and only there."""

PATIENCE: Final = 15.0
"""Seconds that a program has for anything."""

_FOREIGN: Final = (
    *("LANGUAGE", "LC_", "NO_COLOR", "SSH_", "STY", "TERM_", "TEXTUAL", "TMUX"),
    "PYTHONDONTWRITEBYTECODE",
)
"""Beginnings of variables that change what is drawn; the last would have every start compile."""


_NO_VARIABLES: Final[Mapping[str, str]] = MappingProxyType({})


class Late(Exception):
    """A program did not do in time what it should."""


class Child:
    """A program on a terminal of its own, and the terminal itself.

    The terminal says that its signs are narrow when it is asked where the cursor is, and nothing
    else. The program is killed at the end of the ``with`` block, whatever happens.

    Args:
        arguments: What Python is to run.
        home: The folder for ``KOIKOI_HOME``.
        size: Columns and rows of the terminal.
        variables: Environment variables beside those that are the same for every program.

    Attributes:
        got: All bytes that the program has sent.
        started: When it was started, by :func:`time.perf_counter`.

    Raises:
        OSError: The system has no terminal left, or cannot start a program.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        home: str,
        *,
        size: tuple[int, int] = (COLUMNS, ROWS),
        variables: Mapping[str, str] = _NO_VARIABLES,
    ) -> None:
        import fcntl
        import pty
        import termios

        self.got = bytearray()
        self._screen, line = pty.openpty()
        try:
            fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("4H", size[1], size[0], 0, 0))
            self.started = perf_counter()
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
                [sys.executable, *arguments],
                stdin=line,
                stdout=line,
                stderr=line,
                env={**_environment(os.environ, home), **variables},
                start_new_session=True,
            )
        except BaseException:
            os.close(self._screen)
            raise
        finally:
            os.close(line)

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                # It leads a session of its own, and whatever it has started is in it.
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._screen)

    def resident(self) -> float | None:
        """Megabytes (2 to the 20th bytes) of memory in use; ``None`` where nothing tells."""
        try:
            told = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return None
        found = re.search(r"^VmRSS:\s+(\d+) kB$", told, re.MULTILINE)
        return None if found is None else int(found[1]) / 1024

    def type(self, keys: bytes) -> None:
        """Types keys."""
        os.write(self._screen, keys)

    def read(self, seconds: float) -> int:
        """Takes what the program sends, waiting so long for it at most; returns its length."""
        if not select.select([self._screen], [], [], max(seconds, 0))[0]:
            return 0
        try:
            data = os.read(self._screen, 65536)
        except OSError as error:  # how Linux tells that the program has ended
            raise Late from error
        if not data:
            raise Late
        if b"\x1b[6n" in data:
            self.type(b"\x1b[1;3R")
        self.got += data
        return len(data)

    def read_until(self, there: Callable[[bytearray], int]) -> int:
        """Reads until ``there`` finds a place, not -1, in all that was sent; returns the place."""
        deadline = monotonic() + PATIENCE
        while (place := there(self.got)) < 0:
            if monotonic() > deadline:
                raise Late
            self.read(deadline - monotonic())
        return place

    def read_while_busy(self, quiet: float) -> tuple[int, float]:
        """Reads until nothing has come for so many seconds.

        Returns:
            The number of bytes, and when the last of them came; 0.0 where there was none.
        """
        deadline = monotonic() + PATIENCE
        count, last = 0, 0.0
        while taken := self.read(quiet):
            count, last = count + taken, perf_counter()
            if monotonic() > deadline:
                raise Late
        return count, last


def _environment(outside: Mapping[str, str], home: str) -> dict[str, str]:
    """The variables of a program: nothing in them changes from one desk to the next."""
    kept = {name: value for name, value in outside.items() if not name.startswith(_FOREIGN)}
    return {
        **kept,
        "COLORTERM": "truecolor",
        "KOIKOI_HOME": home,
        "LANG": "C.UTF-8",
        "TERM": TERM,
    }
