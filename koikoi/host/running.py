"""What the command and the host itself have to know of each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from koikoi.host.eventlog import Log
from koikoi.host.options import HostOptions

DEFAULT_WEB_PORT = 8080


class WebOptions(NamedTuple):
    """How the same game is served to browsers.

    Attributes:
        port: The port; 0 for one that is free. The address is that of the host.
    """

    port: int = DEFAULT_WEB_PORT


class Running(NamedTuple):
    """A host that can be reached.

    Attributes:
        bind: The address it listens on.
        port: The port.
        fingerprint: ``SHA256:…`` of its key, by which people can tell that it is this host.
        new_key: Whether the key has just been made.
        resumed: How many tables of the last time wait for their players.
        web_port: The port for browsers, ``None`` where there is none.
    """

    bind: str
    port: int
    fingerprint: str
    new_key: bool = False
    resumed: int = 0
    web_port: int | None = None


class RunHost(Protocol):
    """Runs a host until it is told to stop; ``koikoi.host.house.run`` is one."""

    async def __call__(
        self,
        options: HostOptions,
        *,
        jobs: int,
        board: bool,
        web: WebOptions | None,
        log: Log,
        started: Callable[[Running], None],
        stop: asyncio.Event,
    ) -> None:
        """Runs it; returns once every table is saved and every line closed.

        Args:
            options: What it is run with.
            jobs: How many processes think.
            board: Whether the big screen is shown in this terminal.
            web: How browsers are served, ``None`` for not at all.
            log: Where events are noted.
            started: Called once people can come in.
            stop: Set by a signal: the host has to end. The operator's verb sets it too.

        Raises:
            ControlError: A host is running already with this folder.
            RegisterError: The register cannot be used.
            OSError: It cannot listen, or a file cannot be used.
        """
