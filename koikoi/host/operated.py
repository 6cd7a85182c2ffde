"""What whoever runs a host is told of it, and can tell it to do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

_NO_FIGURES: Final[Mapping[str, float]] = MappingProxyType({})


class Here(NamedTuple):
    """Somebody who is connected.

    Attributes:
        name: What they are called.
        address: Where they come from.
        doing: What they do: ``lobby``, ``waiting``, ``playing``, ``watching``, ``board``.
        since: When they came, as ISO has it.
        idle: Seconds since their last key.
    """

    name: str
    address: str
    doing: str
    since: str
    idle: int = 0


class TableLine(NamedTuple):
    """A table that is being played.

    Attributes:
        id: What tells it from others.
        names: Who sits there.
        round: The round, from 1 on.
        rounds: How many there are.
        scores: How it stands.
        watchers: How many watch.
    """

    id: str
    names: tuple[str, str]
    round: int
    rounds: int
    scores: tuple[int, int]
    watchers: int = 0


class HostStatus(NamedTuple):
    """How a host is.

    Attributes:
        event: What the event is called.
        address: What it listens on, with the port.
        access: Who may come in.
        since: When it was started, as ISO has it.
        here: Who is connected.
        tables: What is being played.
        unlogged: How many lines of the log could not be written.
        figures: Other figures of its health, by their names.
    """

    event: str
    address: str
    access: str
    since: str
    here: tuple[Here, ...] = ()
    tables: tuple[TableLine, ...] = ()
    unlogged: int = 0
    figures: Mapping[str, float] = _NO_FIGURES


class Operated(Protocol):
    """What a host does for whoever runs it."""

    async def status(self) -> HostStatus:
        """How it is."""

    async def kick(self, name: str) -> int:
        """Closes the lines of somebody, whose seat is kept as after any dropped line.

        Returns:
            How many lines there were.
        """

    async def rename(self, old: str, new: str) -> str:
        """Gives somebody another name, on all screens.

        Returns:
            The name as it is now.

        Raises:
            LookupError: There is nobody of the old name.
            Refused: The new one cannot be had.
        """

    async def forget(self, name: str) -> bool:
        """Takes somebody's name, keys and settings out of the register; closes their lines.

        Returns:
            Whether there was somebody of that name.
        """

    async def stop(self) -> None:
        """Begins to stop: every table is saved, every screen told. Does not wait for the end."""
