"""A host in a process of its own, as seen from outside; Linux only where it counts memory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

PATIENCE: Final = 60.0
"""Seconds that a host has for anything."""

_MB: Final = 1024


class HostProcess:
    """A host that runs as long as the ``with`` block.

    Args:
        folder: Its folder.
        sessions: How many it takes.
        think: How many thoughts of level 5 go on all the time.
        core: The processor it runs on, where that can be chosen; ``None`` for any.

    Attributes:
        port: Where it listens.
    """

    def __init__(
        self, folder: Path, sessions: int, think: int = 0, core: int | None = None
    ) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [
                *(sys.executable, "-m", "koikoi.cli.bench_host_child"),
                *(str(folder), str(sessions), str(think)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "KOIKOI_HOME": str(folder / "home")},
        )
        try:
            self.port = int(self._told("port"))
            # By now the processes that think have been started, and run where they like.
            if core is not None and hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(self._process.pid, {core})
        except BaseException:
            self.end()
            raise

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    @property
    def cpu_ms(self) -> float:
        """Milliseconds that it has calculated, without the processes that think for it."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rsplit(")")[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    @property
    def memory_mb(self) -> float:
        """Its share of the memory in use (PSS), without the processes that think for it."""
        return _memory(self.pid, "Pss:")

    @property
    def resident_mb(self) -> float:
        """Its resident memory (RSS)."""
        return _memory(self.pid, "Rss:")

    @property
    def thinkers_mb(self) -> float:
        """The memory of the processes that think for it (PSS)."""
        return sum(_memory(pid, "Pss:") for pid in self.children())

    def children(self) -> list[int]:
        """The processes that think for it."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        found = [pid for task in tasks for pid in task.read_text(encoding="ascii").split()]
        # Beside them there is one that gives back what dead ones had of the system.
        return [int(pid) for pid in found if b"spawn_main" in _command(pid)]

    @property
    def apps(self) -> int:
        """How many apps are alive in it."""
        assert self._process.stdin is not None
        self._process.stdin.write("apps\n")
        self._process.stdin.flush()
        return int(self._told("apps"))

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def _told(self, name: str) -> Any:
        """What its next line says of something.

        Raises:
            OSError: It has ended instead.
        """
        out = self._process.stdout
        assert out is not None
        line = out.readline()
        if not line:
            raise OSError(f"the host ended with code {self._process.wait()}")
        return json.loads(line)[name]

    def kill(self) -> None:
        """Ends it as a power failure would."""
        self._process.kill()
        self._close()

    def end(self) -> None:
        """Ends it in order, or, after a while, at once."""
        if self.running:
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._close()

    def _close(self) -> None:
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            _closed(stream)

    def __enter__(self) -> HostProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()


def _closed(stream: IO[str] | None) -> None:
    if stream is not None:
        try:
            stream.close()
        except BrokenPipeError:
            return


def _command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""  # it has just ended


def _memory(pid: int, kind: str) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        if line.startswith(kind):
            return int(line.split()[1]) / _MB
    raise OSError(f"no {kind} of process {pid}")


def elsewhere(core: int) -> None:
    """Lets this process run on any processor but that one, where that can be chosen."""
    if hasattr(os, "sched_setaffinity"):
        others = os.sched_getaffinity(0) - {core}
        if others:
            os.sched_setaffinity(0, others)
