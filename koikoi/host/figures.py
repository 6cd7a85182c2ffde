"""What is to be seen of a running server: its sessions, and what has happened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from koikoi.host.visitor import Visitor


class Reason(StrEnum):
    """Why a session ended."""

    LEFT = "left"
    DROPPED = "dropped"
    NO_TERMINAL = "no_terminal"
    BUSY = "busy"
    IDLE = "idle"
    FLOOD = "flood"
    NOT_READING = "not_reading"
    STOPPED = "stopped"
    KICKED = "kicked"
    BROKEN = "broken"


class Sight(NamedTuple):
    """What an operator sees of a session.

    Attributes:
        number: What it is known by.
        visitor: Who it is.
        term: Their terminal.
        size: Its columns and rows.
        seconds: How long it has lasted.
        idle: Seconds since the last key.
        sent: Bytes that were sent.
        received: Bytes that came.
        dropped: Bytes and keys that came too fast.
    """

    number: int
    visitor: Visitor
    term: str
    size: tuple[int, int]
    seconds: float
    idle: float
    sent: int
    received: int
    dropped: int


@dataclass(slots=True)
class Counts:
    """What has happened since the start.

    Attributes:
        connections: Connections that were taken on.
        refused: Connections that were not.
        logins: Logins.
        starts: Apps that were started.
        sent: Bytes that terminals were sent.
        dropped: Bytes and keys that came too fast.
        floods: Lines that were closed because of them.
        slow: Lines that were closed because nobody read.
        broken: Apps that broke.
    """

    connections: int = 0
    refused: int = 0
    logins: int = 0
    starts: int = 0
    sent: int = 0
    dropped: int = 0
    floods: int = 0
    slow: int = 0
    broken: int = 0


class Figures(NamedTuple):
    """How a server is doing.

    Attributes:
        sessions: Terminals that are connected.
        connections: Connections that are open.
        unknown: Those of them that have not logged in.
        lag_p95: Seconds that the loop was late at most, 95 times of 100.
        start_p95: Seconds until an app was painted, likewise.
        answer_p95: Seconds until something was painted after a key, likewise.
        counts: What has happened since the start.
    """

    sessions: int
    connections: int
    unknown: int
    lag_p95: float
    start_p95: float
    answer_p95: float
    counts: Counts
