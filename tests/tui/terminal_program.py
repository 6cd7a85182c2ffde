"""The drawn program as a process in a terminal of its own, and what that terminal shows.

Nothing here waits for longer than ``PATIENCE``: a program that hangs fails its test, and no program
outlives its test.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

from tests.tui.screen import Screen

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 60.0
"""Seconds that only a test that hangs uses up."""

QUIET: Final = 1.0
"""Seconds of silence that count as silence: that nothing comes can only be seen by waiting."""

_RETRY: Final = 5.0
"""Seconds after which a key that may have come before the question is pressed again."""

_SETTLING: Final = 0.05
"""Seconds of silence before a key that answers what is on the screen."""

MODULE: Final = ("-m", "koikoi")

# Makes the terminal on standard input the controlling one, which hangs up and is resized by signal.
_IN_TERMINAL: Final = (
    "import fcntl, os, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])\n"
)

_CURSOR: Final = b"\x1b[6n"

_ADVICE: Final = re.compile("Your turn: .*")

PLAY: Final = ("play", "--level", "greedy", "--seed", "bench", "--first", "you")
"""A match whose first round is played out, and begins with the person's turn."""

TURN: Final = "Your turn"
LEAVE: Final = "Leave the match?"
RIGHT: Final = "\x1b[C"
LEFT: Final = "\x1b[D"
ESCAPE: Final = "\x1b"

STILL: Final = {"TEXTUAL_ANIMATIONS": "none"}
"""The variables of a program in which nothing moves."""


class TerminalProgram:
    """A program in a terminal that answers where its cursor is, and is asked nothing else.

    Args:
        home: The folder for ``KOIKOI_HOME``.
        arguments: What Python is to run.
        variables: Environment variables; ``None`` takes one away.
        size: Columns and rows.
        typed: What has been typed before the program starts.
        controlling: Whether the terminal is the program's own: signals come from it.

    Attributes:
        process: The process.
        screen: What the terminal shows.
        got: All bytes that the program has sent.
        before: The terminal's attributes before the program was started.
    """

    def __init__(
        self,
        home: Path,
        arguments: tuple[str, ...],
        *,
        variables: Mapping[str, str | None],
        size: tuple[int, int],
        typed: bytes,
        controlling: bool,
    ) -> None:
        self.screen = Screen(*size)
        self.got = bytearray()
        self._keyboard, self._line = pty.openpty()
        self._sized(*size)
        self.before = termios.tcgetattr(self._line)
        if typed:
            os.write(self._keyboard, typed)
        start = ("-c", _IN_TERMINAL, *arguments) if controlling else arguments
        self.process = subprocess.Popen(
            [sys.executable, *start],
            stdin=self._line,
            stdout=self._line,
            stderr=self._line,
            env=environment(home, variables),
            start_new_session=True,
        )

    # What it does.

    def type(self, keys: str | bytes) -> None:
        """Types keys; the program is read meanwhile, which may be busy and full."""
        data = keys.encode() if isinstance(keys, str) else keys
        deadline = monotonic() + PATIENCE
        while data:
            assert monotonic() < deadline, "the program takes no keys"
            ready, free, _ = select.select([self._keyboard], [self._keyboard], [], PATIENCE)
            if ready:
                self._take()
            if free:
                # A terminal's line takes 4096 bytes; more at once could block for ever.
                data = data[os.write(self._keyboard, data[:512]) :]

    def resize(self, width: int, height: int) -> None:
        """Makes the terminal another size; the system tells the program."""
        self.read_quiet(0)
        self.screen.resize(width, height)
        self._sized(width, height)
        self.process.send_signal(signal.SIGWINCH)

    def _sized(self, width: int, height: int) -> None:
        fcntl.ioctl(self._line, termios.TIOCSWINSZ, struct.pack("4H", height, width, 0, 0))

    def hang_up(self) -> None:
        """Closes the terminal, as a line that drops does."""
        os.close(self._keyboard)
        self._keyboard = -1

    # What is seen of it.

    def read(self, seconds: float) -> int:
        """Takes what the program sends, waiting so long for it at most; returns its length."""
        if not select.select([self._keyboard], [], [], max(seconds, 0))[0]:
            return 0
        return self._take()

    def _take(self) -> int:
        data = os.read(self._keyboard, 65536)
        self.got += data
        for _ in range(data.count(_CURSOR)):
            os.write(self._keyboard, b"\x1b[1;3R")
        self.screen.feed(data)
        return len(data)

    def read_quiet(self, seconds: float = QUIET) -> int:
        """Reads until nothing has come for so long; returns how much came."""
        deadline = monotonic() + PATIENCE
        size = 0
        while taken := self.read(seconds):
            size += taken
            assert monotonic() < deadline, "the program never rests"
        return size

    def wait_until(self, there: Callable[[], object], seconds: float = PATIENCE) -> bool:
        """Reads until something holds; returns whether it does, after so many seconds at most."""
        deadline = monotonic() + seconds
        while not there():
            left = deadline - monotonic()
            if left <= 0 or self.process.poll() is not None:
                self.read_quiet(0)
                return bool(there())
            self.read(min(left, 0.1))
        return True

    def shows(self, *texts: str) -> None:
        """Waits until the screen shows all of the texts."""
        found = self.wait_until(lambda: all(text in self.screen.text for text in texts))
        assert found, f"{texts} not on the screen:\n{self.screen.text}\n{self.process.poll()}"

    def shows_no(self, *texts: str) -> None:
        """Waits until the screen shows none of the texts."""
        gone = self.wait_until(lambda: not any(text in self.screen.text for text in texts))
        assert gone, f"{texts} still on the screen:\n{self.screen.text}"

    def press_until(self, key: str, there: Callable[[], object], retry: float = _RETRY) -> None:
        """Presses a key, and again where it came before the program took keys.

        Only a key that may be pressed twice is to be tried again soon: on a busy machine the
        first press may just not have been handled yet.
        """
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            # A page takes answers a moment after it was sent, which is too soon for a person.
            self.read_quiet(_SETTLING)
            self.type(key)
            if self.wait_until(there, retry):
                return
        raise AssertionError(f"{key!r} does nothing:\n{self.screen.text}")

    def press_to(self, key: str, text: str) -> None:
        """Presses a key until the screen shows a text."""
        self.press_until(key, lambda: text in self.screen.text)

    def ends(self, seconds: float = PATIENCE) -> int:
        """Reads until the program has ended; returns its exit code."""
        deadline = monotonic() + seconds
        while self.process.poll() is None:
            assert monotonic() < deadline, f"the program goes on:\n{self.screen.text}"
            if self._keyboard >= 0:
                self.read(0.05)
            else:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(deadline - monotonic())
        if self._keyboard >= 0:
            self.read_quiet(0)
        assert self.process.returncode is not None
        return self.process.returncode

    @property
    def attributes(self) -> list[object]:
        """The terminal's attributes now."""
        return list(termios.tcgetattr(self._line))

    def close(self) -> None:
        """Ends the program, if it has not ended, and gives everything back."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        if self._keyboard >= 0:
            os.close(self._keyboard)
        os.close(self._line)


class Terminals:
    """Starts programs in terminals, and ends those that have not ended by themselves.

    Args:
        home: The folder for ``KOIKOI_HOME``.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self._started: list[TerminalProgram] = []

    def __enter__(self) -> Terminals:
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
        *arguments: str,
        python: tuple[str, ...] = MODULE,
        variables: Mapping[str, str | None] = STILL,
        size: tuple[int, int] = (80, 24),
        typed: bytes = b"",
        controlling: bool = True,
    ) -> TerminalProgram:
        """Starts the program without waiting for anything; nothing moves, by default."""
        program = TerminalProgram(
            self.home,
            (*python, *arguments),
            variables=variables,
            size=size,
            typed=typed,
            controlling=controlling,
        )
        self._started.append(program)
        return program

    @property
    def records(self) -> list[Path]:
        """The records of all matches."""
        return sorted((self.home / "matches").glob("*.koikoi.jsonl"))

    @property
    def record(self) -> Path:
        """The record of the only match."""
        (path,) = self.records
        return path


def environment(home: Path, changes: Mapping[str, str | None]) -> dict[str, str]:
    """The environment of a program: nothing of this one's, but for what it is told."""
    given = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "KOIKOI_HOME": str(home),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        **changes,
    }
    return {name: value for name, value in given.items() if value is not None}


def advice(program: TerminalProgram) -> str:
    """What the table says of the card in focus."""
    found = _ADVICE.search(program.screen.text)
    return found[0] if found else ""


def moves(program: TerminalProgram) -> None:
    """Moves the focus to the right; shows that keys are taken, and all earlier ones were."""
    before = program.screen.text
    program.press_until(RIGHT, lambda: program.screen.text != before and advice(program), 0.5)


def at_turn(
    terminals: Terminals,
    *options: str,
    variables: Mapping[str, str | None] = STILL,
    size: tuple[int, int] = (80, 24),
) -> TerminalProgram:
    """A match in which a card of the hand is to be played, and keys are taken."""
    program = terminals.start(*PLAY, *options, variables=variables, size=size)
    program.shows(TURN, "1-8")
    moves(program)
    program.read_quiet(0.2)
    return program


def restored(program: TerminalProgram) -> None:
    """What holds of a terminal once a program has ended in order."""
    screen = program.screen
    assert program.attributes == program.before
    assert {mode for mode, on in screen.modes.items() if on} == {7, 25}  # wraps, shows the cursor
    assert {1000, 1004, 1006, 1049, 2004} <= screen.modes.keys()
    assert screen.keyboards == 0
    for reset in (b"?1049l", b"?25h", b"?1000l", b"?1006l", b"?2004l", b"?1004l", b"?7h"):
        assert program.got.rindex(b"\x1b[" + reset) > program.got.rindex(b"\x1b[?1049h")
    # The keyboard is given back before the screen is: each screen has its own in some terminals.
    pop = program.got.rindex(b"\x1b[<u")
    assert program.got.rindex(b"\x1b[>") < pop < program.got.rindex(b"\x1b[?1049l")
    assert b"Traceback" not in program.got
