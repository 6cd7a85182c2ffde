"""A bot's process: lines to its standard input, lines from its standard output, and its end.

Whatever the process does, it takes no longer than it is given and no more memory than a few lines:
its output is read only while an answer is waited for, a line that never ends ends the process, and
of standard error only the end is kept. It has a session of its own, so that the Ctrl+C of a
terminal does not reach it and its own children end with it.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import IO, Final

from koikoi.arena.effort import AgentFault, Example, Fault
from koikoi.arena.protocol import MAX_ANSWER, Problem

GRACE: Final = 1.0
"""How many seconds a process has to end by itself, once its input is at its end."""

_DISTURBING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_CHUNK: Final = 65_536
_SLICE: Final = 0.05
"""How many seconds pass until it is noticed that a process has ended whose children go on."""

_MOST_LAST_WORDS: Final = 4096
_MOST_READS: Final = 64
_WIDEST_EXAMPLE: Final = 120


def excerpt(line: bytes) -> str:
    """The beginning of a line; what is no UTF-8 is replaced."""
    text = line[:_WIDEST_EXAMPLE].decode("utf-8", errors="replace").strip()
    return text + ("…" if len(line) > _WIDEST_EXAMPLE else "")


@contextmanager
def held_back() -> Iterator[None]:
    """Holds signals that have a handler back for a moment, so that no process is half started."""
    came: list[tuple[int, FrameType | None]] = []
    handlers = {number: signal.getsignal(number) for number in _DISTURBING}
    # Only the main thread may say who handles signals, and only it is interrupted by them.
    here = current_thread() is main_thread()
    mine = [number for number in _DISTURBING if here and callable(handlers[number])]
    for number in mine:
        signal.signal(number, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, handlers[number])
        for sent, frame in came:
            handler = handlers[signal.Signals(sent)]
            if callable(handler):
                handler(sent, frame)


class Child:
    """A process that was started.

    Args:
        words: The program and its arguments.

    Raises:
        OSError: There is no such program, or it cannot be started.
        ValueError: A word cannot be one: it holds a NUL.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._selector = selectors.DefaultSelector()
        # Somebody asked for this program, by name; no shell reads its words.
        self._process = subprocess.Popen(  # noqa: S603
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._watched: set[IO[bytes]] = set()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._watch(self._stdout)
        self._watch(self._stderr)
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._error_output = bytearray()
        self._silent = False
        """Whether nothing will come any more."""
        self._ending = ""

    @property
    def ended(self) -> bool:
        """Whether the process was found to have ended, or was ended."""
        return bool(self._ending)

    @property
    def last_words(self) -> str:
        """The last line on standard error, as far as it was read; it may hold anything."""
        lines = self._error_output.splitlines()
        return next((excerpt(bytes(line)) for line in reversed(lines) if line.strip()), "")

    def send(self, line: str) -> None:
        """Writes a line as far as the process takes it now; :meth:`next_line` writes the rest."""
        self._outgoing += line.encode()
        self._write()

    def next_line(self, deadline: float) -> bytes:
        """The next line of the process, without its end.

        Nothing that it says counts as long as it has not been told everything.

        Args:
            deadline: When to give up, on the clock :func:`time.monotonic`.

        Raises:
            AgentFault: It is late, has ended (and is ended now, if it had only closed its output),
                or wrote a line that is too long (and is ended now).
        """
        last = False
        while True:
            if not self._outgoing and (line := self._taken()) is not None:
                return line
            if self._silent:
                raise self._crash()
            if self._process.poll() is not None:
                # Its children may keep its output open; what it said itself is there by now.
                self._pump(0)
                self._silent = True
                continue
            if last:
                raise AgentFault(Fault.LATE)
            remaining = deadline - monotonic()
            last = remaining <= 0
            self._pump(max(0, min(remaining, _SLICE)))

    def _taken(self) -> bytes | None:
        end = self._incoming.find(b"\n")
        if end < 0:
            return None
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        return line

    def _pump(self, seconds: float) -> None:
        """Moves what can be moved, once, after waiting at most so long for it."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                self._write()
            elif key.fileobj is self._stderr:
                self._read_errors()
            else:
                self._read()

    def _read(self) -> None:
        data = self._chunk(self._stdout)
        self._silent = self._silent or data == b""
        self._incoming += data or b""
        # One answer is owed at most. So much without a line's end, or while it does not even read
        # its question, is none.
        if len(self._incoming) > MAX_ANSWER and (self._outgoing or b"\n" not in self._incoming):
            line = excerpt(bytes(self._incoming[: 2 * _WIDEST_EXAMPLE]))
            self.end()
            example = Example(line, Problem.TOO_LONG, allowed=str(MAX_ANSWER))
            raise AgentFault(Fault.GARBAGE, example=example)

    def _read_errors(self) -> bool:
        """Reads from standard error; returns whether there was something."""
        data = self._chunk(self._stderr)
        self._error_output += data or b""
        del self._error_output[:-_MOST_LAST_WORDS]
        return bool(data)

    def _chunk(self, pipe: IO[bytes]) -> bytes | None:
        """What there is to read: ``None`` for nothing now, no bytes for nothing any more."""
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return None
        if not data:
            self._ignore(pipe)
        return data

    def _write(self) -> None:
        """Writes what waits to be written, as far as it goes."""
        try:
            while self._outgoing:
                del self._outgoing[: os.write(self._stdin.fileno(), self._outgoing)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            # It does not listen any more. Its output, or its end, tells what that means.
            self._outgoing.clear()
        if self._outgoing:
            self._watch(self._stdin)
        else:
            self._ignore(self._stdin)

    def _watch(self, pipe: IO[bytes]) -> None:
        if pipe not in self._watched:
            writes = pipe is self._stdin
            self._selector.register(pipe, selectors.EVENT_WRITE if writes else selectors.EVENT_READ)
            self._watched.add(pipe)

    def _ignore(self, pipe: IO[bytes]) -> None:
        if pipe in self._watched:
            self._selector.unregister(pipe)
            self._watched.remove(pipe)

    def _crash(self) -> AgentFault:
        self.end(GRACE)
        return AgentFault(Fault.CRASHED, error=self._ending)

    # The end --------------------------------------------------------------------------------------

    def hang_up(self) -> None:
        """Ends the input of the process, at which it should end, and listens to it no more."""
        for pipe in (self._stdin, self._stdout):
            self._ignore(pipe)
            pipe.close()

    def end(self, grace: float = 0.0) -> None:
        """Ends the process and its children, if they have not ended.

        Args:
            grace: How many seconds it has to do so by itself.
        """
        if self._ending:
            return
        try:
            self.hang_up()
            if grace:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(grace)
            # A process that can write its last words has done so by now.
            for _ in range(_MOST_READS):
                if not self._read_errors():
                    break
            code = self._process.poll()
            self._ending = "closed" if code is None else _ending(code)
        finally:
            self._ending = self._ending or "killed"
            # The number of a process that has ended just now is nobody else's yet.
            self._kill_all()
            self._process.wait()
            self._stderr.close()
            self._selector.close()

    def kill(self) -> None:
        """Kills the process and its children, if it has not ended, and does nothing else."""
        if self._process.returncode is None:
            self._kill_all()

    def _kill_all(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)


def _ending(code: int) -> str:
    """How a process ended: ``exit 3``, ``SIGSEGV``."""
    if code >= 0:
        return f"exit {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
