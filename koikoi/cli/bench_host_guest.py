"""Somebody who comes to a host by SSH and presses keys, for ``koikoi bench host``."""

from __future__ import annotations

import asyncio
from itertools import cycle, islice
from time import monotonic
from typing import Any, Final

import asyncssh

from koikoi.cli.bench_terminal import ASKED

COLUMNS: Final = 120
ROWS: Final = 40

QUIET: Final = 0.3
"""Seconds without a byte after which nothing more comes; they are not counted."""

_PATIENCE: Final = 40.0
_UPDATES: Final = b"\x1b[?2026$p"
_KEPT: Final = 1 << 16
_ON: Final = (b"\r", b"\r", b"a")
_MOST: Final = 90
"""Keys that go on from anywhere, and how many of them lead to a table at most."""


class Gone(Exception):
    """The line has ended, or nothing came in time."""


class _Terminal(asyncssh.SSHClientSession[bytes]):
    """Counts what comes, and when."""

    def __init__(self) -> None:
        self.count = 0
        self.last = 0.0
        self.first: float | None = None
        self.recent = bytearray()
        self.closed = False
        self.news = asyncio.Event()
        self.channel: asyncssh.SSHClientChannel[bytes]

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        del datatype
        self.last = monotonic()
        if self.first is None:
            self.first = self.last
        self.count += len(data)
        self.recent += data
        del self.recent[:-_KEPT]
        if _UPDATES in data:
            self.channel.write(b"\x1b[?2026;2$y")
        self.news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.closed = True
        self.news.set()


class Guest:
    """A connection with one terminal of 120x40.

    Args:
        port: Where the host listens.
        name: Who it is.
        key: With which key; ``None`` for a guest without one.
    """

    def __init__(self, port: int, name: str, key: asyncssh.SSHKey | None = None) -> None:
        self._port, self._name, self._key = port, name, key
        self._terminal = _Terminal()
        self._connection: asyncssh.SSHClientConnection

    async def join(self) -> float:
        """Comes in; returns the seconds until the first picture is complete.

        Raises:
            Gone: The host does not let it in.
        """
        began = monotonic()
        options: dict[str, Any] = {
            "username": self._name,
            "client_keys": None if self._key is None else [self._key],
            "agent_path": None,
            "known_hosts": None,
            "config": None,
            "client_factory": _Person,
        }
        try:
            async with asyncio.timeout(_PATIENCE):
                self._connection = await asyncssh.connect("127.0.0.1", self._port, **options)
                await self._connection.create_session(
                    lambda: self._terminal,
                    request_pty=True,
                    term_type="xterm-256color",
                    term_size=(COLUMNS, ROWS),
                    encoding=None,
                )
                await self._came()
        except (OSError, asyncssh.Error, TimeoutError) as error:
            raise Gone(type(error).__name__) from error
        return await self.settled() - began

    async def _came(self) -> None:
        """Waits until something has come since the last key.

        Raises:
            Gone: The line has ended.
        """
        while not self._terminal.news.is_set():
            await self._terminal.news.wait()
        if self._terminal.closed:
            raise Gone("closed")

    async def settled(self, quiet: float = QUIET) -> float:
        """Waits until nothing comes any more; returns when the last byte came."""
        while True:
            self._terminal.news.clear()
            try:
                async with asyncio.timeout(quiet):
                    await self._came()
            except TimeoutError:
                return self._terminal.last

    @property
    def received(self) -> int:
        """Bytes that have come."""
        return self._terminal.count

    @property
    def asked(self) -> bool:
        """Whether it was asked for a card, as far back as is known."""
        return ASKED.search(self._terminal.recent) is not None

    def type(self, keys: bytes) -> None:
        """Presses keys.

        Raises:
            Gone: The line has ended.
        """
        terminal = self._terminal
        if terminal.closed:
            raise Gone("closed")
        terminal.news.clear()
        terminal.first = None
        try:
            terminal.channel.write(keys)
        except (OSError, asyncssh.Error) as error:
            raise Gone(type(error).__name__) from error

    async def answered(self, keys: bytes) -> float:
        """Presses keys; returns the seconds until the screen answers.

        Raises:
            Gone: It does not.
        """
        began = monotonic()
        self.type(keys)
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._came()
        except TimeoutError as error:
            raise Gone("silent") from error
        assert self._terminal.first is not None
        return self._terminal.first - began

    async def sit_down(self) -> None:
        """Presses Enter, or takes the first of two cards, until a card is to be played.

        Raises:
            Gone: That does not come.
        """
        for key in islice(cycle(_ON), _MOST):
            await self.settled()
            if self.asked:
                return
            self.type(key)
        raise Gone("no table")

    def forget(self) -> None:
        """Forgets what was asked so far."""
        self._terminal.recent.clear()

    def drop(self) -> None:
        """Loses the line, as when a laptop is closed."""
        self._connection.abort()

    async def leave(self) -> None:
        """Hangs up."""
        self._connection.close()
        await self._connection.wait_closed()


class _Person(asyncssh.SSHClient):
    """Answers that there is nothing to answer."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> list[str]:
        del name, instructions, lang
        return ["" for _ in prompts]
