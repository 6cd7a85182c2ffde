"""The host's log: a line of JSON for each event.

Whoever writes into it names what may be known to whoever runs the host, and never a card, a seed, a
password or what a client sent as it came. What is written is cleaned nevertheless, so that no line
can do anything to the terminal that shows it.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from koikoi.store.places import made
from koikoi.text.problems import shown

Log: TypeAlias = Callable[..., None]
"""``log("connect", address="…")`` writes a line; it never fails and may be called in any thread."""

STANDARD_OUTPUT: Final = Path("-")
"""The name of a log that is written to standard output."""

MAX_BYTES: Final = 5_000_000
"""A log that would grow beyond this is put aside as ``….1``, in the place of the one before."""

_WIDEST: Final = 200
_DEEPEST: Final = 3
_MOST: Final = 50
"""How many values of a list are written."""

_SURROGATES: Final = re.compile("[\ud800-\udfff]")

# Under a name of our own, so that a test can let it fail.
_write = os.write


class EventLog:
    """A log in a file that only its owner can read, or on standard output.

    Args:
        path: The file; it is made with the folder it is in.
        most: How many bytes it may have.
        now: The time.

    Attributes:
        failures: How many lines could not be written.
    """

    def __init__(
        self,
        path: Path,
        most: int = MAX_BYTES,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.path: Final = path
        self.failures = 0
        self._most = most
        self._now = now
        self._turn = threading.Lock()

    def __call__(self, event: str, /, **fields: object) -> None:
        """Writes a line.

        Args:
            event: What happened, in a word.
            fields: What is to be known about it; texts, numbers, and lists and mappings of them.
                ``time`` and ``event`` are those of the line: fields of these names get a ``_``.
        """
        line: dict[str, object] = {
            "time": self._now().isoformat(timespec="milliseconds"),
            "event": shown(event, _WIDEST),
        }
        for key, value in fields.items():
            line[f"{key}_" if key in ("time", "event") else shown(key)] = _clean(value)
        with self._turn:
            try:
                self._append(json.dumps(line).encode("ascii") + b"\n")
            except (OSError, ValueError):  # a closed standard output is the latter
                self.failures += 1

    def _append(self, line: bytes) -> None:
        if self.path == STANDARD_OUTPUT:
            sys.stdout.write(line.decode("ascii"))
            sys.stdout.flush()
            return
        # Opened for each line: a file that was moved or a disk that was full mends itself so.
        descriptor = self._opened()
        try:
            size = os.fstat(descriptor).st_size
            if size and size + len(line) > self._most:
                os.close(descriptor)
                descriptor = -1
                self.path.replace(self.path.with_name(self.path.name + ".1"))
                descriptor = self._opened()
            if _write(descriptor, line) != len(line):
                raise OSError("the line could not be written whole")
        finally:
            if descriptor >= 0:
                with suppress(OSError):
                    os.close(descriptor)

    def _opened(self) -> int:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            return os.open(self.path, flags, 0o600)
        except FileNotFoundError:
            made(self.path.parent)
            return os.open(self.path, flags, 0o600)


def _clean(value: object, depth: int = 0) -> object:
    """A value as JSON can hold it and a terminal can show it."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        # JSON has no infinite numbers.
        return round(value, 6) if abs(value) < 1e15 else str(value)
    if depth < _DEEPEST and isinstance(value, Mapping):
        items = list(value.items())[:_MOST]
        return {shown(key): _clean(one, depth + 1) for key, one in items}
    if depth < _DEEPEST and isinstance(value, list | tuple):
        return [_clean(one, depth + 1) for one in value[:_MOST]]
    return shown(_SURROGATES.sub("?", str(value)), _WIDEST)
