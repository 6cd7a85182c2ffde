"""What the command and the host itself have to know of each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, Protocol

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


class StartFault(StrEnum):
    """What is wrong with a file that a host needs."""

    BAD_KEY = "bad_key"
    """The file of the host's own key holds none."""
    OPEN_KEY = "open_key"
    """Others can read the host's own key."""
    BAD_KEYS = "bad_keys"
    """The file of those who may come in holds something else than keys."""


class CannotStart(Exception):
    """A host cannot be started, and whoever starts it can do something about it.

    Attributes:
        code: What is wrong.
        path: The file.
    """

    def __init__(self, code: StartFault, path: Path) -> None:
        super().__init__(code, path)
        self.code: Final = code
        self.path: Final = path


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
            CannotStart: A file that it needs cannot be used.
            ControlError: A host is running already with this folder.
            RegisterError: The register cannot be used.
            OSError: It cannot listen, or a file cannot be used.
        """
