"""What stands between a socket and asyncssh: it slows floods down, and sees who does not read.

Whatever a client sends costs something to decrypt and to look at, and asyncssh takes in what comes
and buffers what goes without a limit of its own. Private details of asyncssh 2.24 are used here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

import asyncssh

BYTES_A_SECOND: Final = 48 * 1024
"""More than this is read from no connection: some 200 times what a person who plays sends."""
BYTES_AT_ONCE: Final = 192 * 1024

_MOST_UNSENT: Final = 128 * 1024
_LITTLE_UNSENT: Final = 16 * 1024
"""Bytes that may wait for the socket."""


class Meter(asyncio.Protocol):
    """Passes everything on, and counts it.

    Args:
        connection: The connection, which has its socket already.
        blocked: Told whether the socket takes no more.

    Attributes:
        received: Bytes that have come.
        sent: Bytes that asyncssh has handed to the socket.
    """

    def __init__(
        self, connection: asyncssh.SSHServerConnection, blocked: Callable[[bool], None]
    ) -> None:
        raw = cast("Any", connection)
        self._connection = raw
        self._blocked = blocked
        self._transport = raw._transport
        self._loop = asyncio.get_running_loop()
        self._left = float(BYTES_AT_ONCE)
        self._at = self._loop.time()
        self._resuming: asyncio.TimerHandle | None = None
        self._gone = self._held = self._ignored = False
        self.received = self.sent = 0
        self._send = self._connection._send
        self._connection._send = self._counted
        self._transport.set_write_buffer_limits(_MOST_UNSENT, _LITTLE_UNSENT)
        self._transport.set_protocol(self)

    def _counted(self, data: bytes) -> None:
        self.sent += len(data)
        self._send(data)

    def data_received(self, data: bytes) -> None:
        """Passes it on; where too much has come, reads no more for a while."""
        self.received += len(data)
        now = self._loop.time()
        self._left = min(BYTES_AT_ONCE, self._left + (now - self._at) * BYTES_A_SECOND)
        self._left -= len(data)
        self._at = now
        if self._left < 0 and self._resuming is None:
            self._resuming = self._loop.call_later(-self._left / BYTES_A_SECOND, self._resume)
            self._flow()
        if not self._ignored:
            self._connection.data_received(data)

    def _resume(self) -> None:
        self._resuming = None
        self._flow()

    @property
    def slowed(self) -> bool:
        """Whether too much has come, so that nothing is read just now."""
        return self._resuming is not None

    def hold(self) -> None:
        """Reads nothing until it is released."""
        self._held = True
        self._flow()

    def release(self) -> None:
        """Reads what comes."""
        self._held = False
        self._flow()

    def ignore(self) -> None:
        """Reads what comes, and does nothing with it.

        A socket that is closed over what has not been read takes back what was written.
        """
        self._ignored = True
        self.release()

    def _flow(self) -> None:
        """Reads, or does not."""
        if self._gone or self._transport.is_closing():
            return
        if self._held or self._resuming is not None:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def eof_received(self) -> None:
        """Passes it on; the socket is closed."""
        self._connection.eof_received()

    def pause_writing(self) -> None:
        """The other end does not read."""
        self._blocked(True)

    def resume_writing(self) -> None:
        """The other end reads again."""
        self._blocked(False)

    def connection_lost(self, exc: Exception | None) -> None:
        """Passes it on, and lets go of the connection."""
        self._gone = True
        if self._resuming is not None:
            self._resuming.cancel()
            self._resuming = None
        self._connection.connection_lost(exc)
        del self._connection._send
