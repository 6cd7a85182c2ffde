"""What whoever runs a host can choose."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from koikoi.store.places import data_dir, state_dir
from koikoi.text.catalogue import ENGLISH

DEFAULT_PORT = 2222


class Access(StrEnum):
    """Who may come in."""

    OPEN = "open"
    """Everybody."""
    PASSWORD = "password"  # noqa: S105  (a kind of access)
    """Who knows the event's password."""
    KEYS = "keys"
    """Whose key is in a file."""


class Limits(NamedTuple):
    """How much a host takes on.

    Attributes:
        connections: Connections at the same time.
        sessions: Terminals at the same time.
        channels: Channels of one connection.
        per_address: Connections of one address; 0 for any number.
        per_minute: New connections of one address in a minute; 0 for any number.
        unknown: Logins at the same time; the others wait for their turn.
        login_seconds: Seconds that a login may take.
        tries: Passwords that a client may try.
        starts: Apps that start at the same time.
        idle_seconds: Seconds without a key after which a player's line is closed.
        watcher_seconds: The same for somebody who only watches.
    """

    connections: int = 120
    sessions: int = 100
    channels: int = 2
    per_address: int = 10
    per_minute: int = 20
    unknown: int = 16
    login_seconds: float = 20.0
    tries: int = 3
    starts: int = 4
    idle_seconds: float = 600.0
    watcher_seconds: float = 1800.0


class HostOptions(NamedTuple):
    """What a host is run with.

    Attributes:
        folder: Where its records, players and results are kept.
        log: The file of the log.
        bind: The address that it listens on.
        port: The port; 0 for one that is free.
        access: Who may come in.
        password: What they have to know, with ``Access.PASSWORD``.
        keys: The file of the keys, in the format of OpenSSH's ``authorized_keys``.
        host_key: The file of the host's own key; it is made where there is none.
        event: What the event is called; results count for it.
        limits: How much it takes on.
        lang: What it speaks, and its visitors where neither they nor their clients say.
    """

    folder: Path
    log: Path
    bind: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    access: Access = Access.OPEN
    password: str = ""
    keys: Path | None = None
    host_key: Path | None = None
    event: str = ""
    limits: Limits = Limits()
    lang: str = ENGLISH


def host_folder() -> Path:
    """Where a host keeps what must not be lost."""
    return data_dir() / "host"


def log_path() -> Path:
    """Where a host writes its log."""
    return state_dir() / "host.jsonl"


def control_path(folder: Path) -> Path:
    """The socket by which the operator's commands reach the host that uses a folder."""
    return folder / "control.sock"
