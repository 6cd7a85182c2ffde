"""What a terminal comes through: a channel of an SSH connection, or a tab of a browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Metered(Protocol):
    """What has gone over a connection."""

    @property
    def received(self) -> int:
        """Bytes that have come."""

    @property
    def sent(self) -> int:
        """Bytes that were sent."""


class Gate(Protocol):
    """A connection, as the server and its sessions see it."""

    number: int
    """What it is known by."""
    address: str
    """Where it comes from."""
    place: str
    """What counts as one address."""

    @property
    def meter(self) -> Metered:
        """Counts what goes over it."""

    def turn(self) -> None:
        """Its login may begin."""

    def drop(self) -> None:
        """Closes it at once."""

    def close(self, said: str) -> None:
        """Closes it, and says why."""

    async def closed(self) -> None:
        """Waits until it is closed."""

    def forsaken(self) -> None:
        """The other end does not close what is over."""

    def occupied(self) -> None:
        """Somebody plays over it."""

    def vacated(self) -> None:
        """Nobody plays over it any more."""


class Channel(Protocol):
    """What a session writes to; asyncssh's channels are such."""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """How much may wait to be sent before the session is told to pause, and to go on."""

    def write(self, data: bytes) -> None:
        """Sends something, sooner or later."""

    def is_closing(self) -> bool:
        """Whether nothing can be written any more."""

    def exit(self, status: int) -> None:
        """Sends what is left, and closes."""

    async def wait_closed(self) -> None:
        """Waits until it is closed."""

    def get_environment(self) -> Mapping[str, str]:
        """The variables that came with it."""
