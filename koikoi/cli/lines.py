"""Lines from standard input, without holding up the event loop."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import threading
from typing import Protocol

MAX_LINE = 4096
"""Longer lines are cut: no answer is that long."""


class Lines(Protocol):
    """Where a person's answers come from."""

    async def next(self) -> str | None:
        """The next line without its end, ``None`` at the end of the input."""


class InputLines:
    """Lines of a file descriptor, read by a daemon thread only when one is asked for.

    The descriptor is read directly: a thread that waits inside Python's buffered input would hold
    its lock, and with it up the end of the program.
    """

    def __init__(self, descriptor: int, encoding: str) -> None:
        self._descriptor = descriptor
        try:
            self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        except LookupError:
            self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._pending = ""
        self._ended = False
        self._after_return = False

    async def next(self) -> str | None:
        """The next line without its end, ``None`` at the end of the input."""
        while "\n" not in self._pending and not self._ended:
            data = await self._read()
            self._ended = not data
            self._pending += self._lines_of(self._decoder.decode(data, final=self._ended))
            if "\n" not in self._pending:
                self._pending = self._pending[:MAX_LINE]
        if not self._pending:
            return None
        line, _, self._pending = self._pending.partition("\n")
        return line[:MAX_LINE]

    def _lines_of(self, more: str) -> str:
        """The text with one line feed at the end of each line, also where CR LF came in parts."""
        if self._after_return and more.startswith("\n"):
            more = more[1:]
            self._after_return = False
        if more:
            self._after_return = more.endswith("\r")
        return more.replace("\r\n", "\n").replace("\r", "\n")

    async def _read(self) -> bytes:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()

        def deliver(data: bytes) -> None:
            if not answer.done():
                answer.set_result(data)

        def read() -> None:
            try:
                data = os.read(self._descriptor, 65536)
            except OSError:
                data = b""  # a terminal that has gone is the end of the input
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(deliver, data)

        threading.Thread(target=read, name="input", daemon=True).start()
        return await answer
