"""The command line as a process of its own, for what only a process shows.

Nothing here waits for longer than ``PATIENCE``: a program that hangs fails its test, and no program
outlives its test.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, TypeAlias

Variables: TypeAlias = Mapping[str, str | None]
"""Environment variables; ``None`` takes one away."""

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 60.0

MODULE: Final = ("-m", "koikoi")

# Makes the terminal on standard input the one whose Ctrl+C reaches the program.
_IN_TERMINAL: Final = (
    "-c",
    (
        "import fcntl, os, sys, termios\n"
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'koikoi', *sys.argv[1:]])\n"
    ),
)

_LAST_MOMENT: Final = "the program said no more than "


def environment(home: Path, changes: Variables | None = None) -> dict[str, str]:
    """The environment of a program: nothing of this one's, but for what it is told."""
    given = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "KOIKOI_HOME": str(home),
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        **(changes or {}),
    }
    return {name: value for name, value in given.items() if value is not None}


class Program:
    """A program that was started.

    Attributes:
        process: The process.
        screen: The other end of the terminal on its standard output, -1 where it has none.
    """

    def __init__(self, process: subprocess.Popen[bytes], screen: int = -1) -> None:
        self.process = process
        self.screen = screen

    def type(self, text: str) -> None:
        """Types something; the program may still be busy with other things."""
        if self.screen >= 0:
            os.write(self.screen, text.encode())
        else:
            assert self.process.stdin is not None
            self.process.stdin.write(text.encode())
            self.process.stdin.flush()

    def read_until(self, text: str, times: int = 1) -> str:
        """Reads until a text has come so often."""
        found = b""
        while found.count(text.encode()) < times:
            data = self._read()
            assert data, _LAST_MOMENT + found.decode()
            found += data
        return found.decode()

    def finish(self, text: str = "") -> tuple[int, str, str]:
        """Types a last text, waits for the end; returns exit code, further output, errors."""
        if self.screen < 0:
            out, err = self.process.communicate(text.encode() or None, timeout=PATIENCE)
            return self.process.returncode, (out or b"").decode(), (err or b"").decode()
        self.type(text)
        found = b""
        while data := self._read():
            found += data
        return self.process.wait(PATIENCE), found.decode(), ""

    def signal(self, number: int) -> int:
        """Sends a signal and waits for the end; returns the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def _read(self) -> bytes:
        descriptor = self.screen
        if descriptor < 0:
            assert self.process.stdout is not None
            descriptor = self.process.stdout.fileno()
        ready, _, _ = select.select([descriptor], [], [], PATIENCE)
        assert ready, "the program hangs"
        try:
            return os.read(descriptor, 65536)
        except OSError:  # how Linux tells that the program of a terminal has gone
            return b""

    def close(self) -> None:
        """Ends the program, if it has not ended, and gives everything back."""
        if self.process.poll() is None:
            self.process.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        self.process.wait(PATIENCE)
        if self.screen >= 0:
            os.close(self.screen)


class Programs:
    """Starts programs, and ends those that have not ended by themselves."""

    def __init__(self) -> None:
        self._started: list[Program] = []

    def __enter__(self) -> Programs:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for program in self._started:
            program.close()

    def start(
        self,
        home: Path,
        *arguments: str,
        python: tuple[str, ...] = MODULE,
        stdin: int = subprocess.PIPE,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        variables: Variables | None = None,
    ) -> Program:
        """Starts the program, or other Python, without waiting for it."""
        process = subprocess.Popen(
            [sys.executable, *python, *arguments],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=environment(home, variables),
        )
        return self._added(Program(process))

    def in_terminal(self, home: Path, *arguments: str) -> Program:
        """Starts the program in a terminal of its own."""
        screen, terminal = pty.openpty()
        try:
            process = subprocess.Popen(
                [sys.executable, *_IN_TERMINAL, *arguments],
                stdin=terminal,
                stdout=terminal,
                stderr=terminal,
                env=environment(home),
                start_new_session=True,
            )
        finally:
            os.close(terminal)
        return self._added(Program(process, screen))

    def _added(self, program: Program) -> Program:
        self._started.append(program)
        return program
