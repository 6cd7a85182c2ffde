"""A scripted SSH client with a terminal, and what that terminal shows.

Nothing here waits for longer than ``PATIENCE``: a server that hangs fails its test.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Final

import asyncssh

from tests.tui.screen import Screen

PATIENCE: Final = 30.0
"""Seconds that only a test that hangs uses up."""

ESCAPE: Final = "\x1b"


async def eventually(found: Callable[[], object], what: str = "it") -> None:
    """Waits until something is so that nobody tells.

    Args:
        found: Whether it is.
        what: What it is.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            while not found():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"{what} never came") from None


class Shown:
    """Something that has a screen, and is closed one day.

    Attributes:
        screen: What it shows.
        closed: Whether the other end has closed it.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.screen = Screen(*size)
        self.closed = False
        self._news = asyncio.Event()
        """Set whenever something has come."""

    async def until(self, found: Callable[[], object], what: str = "it") -> None:
        """Waits until something is so.

        Args:
            found: Whether it is.
            what: What it is, for whoever reads that it never came.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                while not found():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{what} never came:\n{self.screen.text}") from None

    async def shows(self, *texts: str) -> None:
        """Waits until the screen shows all these texts."""
        await self.until(lambda: all(text in self.screen.text for text in texts), str(texts))

    async def gone(self) -> None:
        """Waits until the other end has closed it."""
        await self.until(lambda: self.closed, "the end")


class Terminal(Shown, asyncssh.SSHClientSession[bytes]):
    """A terminal at the client's end of a channel.

    Args:
        size: Columns and rows.
        answers: Whether it knows synchronized updates, and says so.

    Attributes:
        got: All bytes that came.
        pieces: How many pieces they came in.
        status: The exit code, once there is one.
    """

    def __init__(self, size: tuple[int, int] = (80, 24), *, answers: bool = True) -> None:
        super().__init__(size)
        self.got = bytearray()
        self.pieces = 0
        self.status: int | None = None
        self.channel: asyncssh.SSHClientChannel[bytes]
        self._answers = answers

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.got += data
        self.pieces += 1
        self.screen.feed(data)
        if self._answers and b"\x1b[?2026$p" in data:
            self.channel.write(b"\x1b[?2026;2$y")
        self._news.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self._news.set()

    # What is done with it.

    def type(self, keys: str | bytes) -> None:
        """Types keys."""
        self.channel.write(keys.encode() if isinstance(keys, str) else keys)

    def resize(self, width: int, height: int) -> None:
        """Becomes another size."""
        self.screen.resize(width, height)
        self.channel.change_terminal_size(width, height)

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: own screen, cursor, no reports."""
        modes = self.screen.modes
        return modes.get(25, True) and not any(
            modes.get(mode) for mode in (1000, 1002, 1003, 1006, 1004, 1049, 2004, 2026)
        )


class _Person(asyncssh.SSHClient):
    """Answers questions with a password, where there are any."""

    def __init__(self, password: str | None) -> None:
        self._password = password

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> list[str] | None:
        if prompts and self._password is None:
            return None
        return [self._password or "" for _ in prompts]


class Client(AbstractAsyncContextManager["Client"]):
    """Somebody who logs in.

    Args:
        port: Where the server listens.
        user: Under which name.
        key: With which keys, or pairs of them, in this order; nothing for nobody's.
        password: With which password.
        options: More for :func:`asyncssh.connect`.
    """

    def __init__(
        self,
        port: int,
        *,
        user: str = "somebody",
        key: Sequence[asyncssh.SSHKey | asyncssh.SSHKeyPair] = (),
        password: str | None = None,
        **options: Any,
    ) -> None:
        self._port = port
        self._options: dict[str, Any] = {
            "username": user,
            "client_keys": list(key) or None,
            "agent_path": None,
            "password": password,
            "client_factory": lambda: _Person(password),
            "known_hosts": None,
            "config": None,
            "preferred_auth": "publickey,keyboard-interactive,password",
            **options,
        }
        self.connection: asyncssh.SSHClientConnection

    async def __aenter__(self) -> Client:
        async with asyncio.timeout(PATIENCE):
            self.connection = await asyncssh.connect("127.0.0.1", self._port, **self._options)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.connection.close()
        await self.connection.wait_closed()

    async def terminal(
        self,
        size: tuple[int, int] = (80, 24),
        *,
        term: str | None = "xterm-256color",
        variables: Mapping[str, str] | None = None,
        answers: bool = True,
        **options: Any,
    ) -> Terminal:
        """Opens a channel for a terminal.

        Args:
            size: Columns and rows that the server is told; the screen has those that a terminal
                has that draws at all.
            term: The terminal's name; ``None`` for no terminal.
            variables: What of the environment is sent.
            answers: Whether the terminal knows synchronized updates.
            options: More for ``create_session``.
        """
        drawn = (size[0] or 80, size[1] or 24)
        made = Terminal((min(drawn[0], 500), min(drawn[1], 200)), answers=answers)
        async with asyncio.timeout(PATIENCE):
            await self.connection.create_session(
                lambda: made,
                term_type=term,
                term_size=size if term is not None else (),
                request_pty="force" if term is not None else False,
                env=list((variables or {}).items()),
                encoding=None,
                **options,
            )
        return made


class Thief(asyncssh.SSHKeyPair):
    """Says that it has somebody's key, of which it knows the public part only.

    Args:
        victim: The key.
        own: The key that it signs with; with ``None`` it asks about the victim's and never signs.
    """

    def __init__(self, victim: asyncssh.SSHKey, own: asyncssh.SSHKey | None = None) -> None:
        public = victim.convert_to_public()
        super().__init__(
            public.algorithm,
            public.algorithm,
            public.sig_algorithms,
            public.sig_algorithms,
            public.public_data,
            None,
        )
        self._own = own
        self.asked = 0

    def sign(self, data: bytes) -> bytes:
        self.asked += 1
        if self._own is None:
            raise ValueError("the server took the question; nothing is signed")
        return self._own.sign(data, self._own.algorithm)
