"""What the big screen tells: how to join, who leads, and which tables are played."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.engine.actions import Seat


class Standing(NamedTuple):
    """A row of the leaderboard.

    Attributes:
        place: The place, which several may share.
        name: Who; already clean.
        score: What decides, as it is written.
        detail: What else is told, such as how many matches; may be empty.
    """

    place: int
    name: str
    score: str
    detail: str = ""


class LiveRow(NamedTuple):
    """A table at which a match is played.

    Attributes:
        names: Who plays; already clean.
        scores: What both have.
        number: The round.
        rounds: How many there are.
        to_act: Whose move it is, ``None`` for nobody's.
        watchers: How many watch.
    """

    names: tuple[str, str]
    scores: tuple[int, int]
    number: int
    rounds: int
    to_act: Seat | None = None
    watchers: int = 0


class BoardNews(NamedTuple):
    """All that the big screen tells.

    Attributes:
        event: What the event is called; may be empty.
        join: The command that joins, such as ``ssh -p 2222 192.168.1.20``.
        host_key: The fingerprint of the host's key.
        standings: The leaderboard, the best first.
        tables: The tables that are played.
        present: How many people are connected.
        rule: What the leaderboard counts, in one sentence.
    """

    event: str
    join: str
    host_key: str = ""
    standings: tuple[Standing, ...] = ()
    tables: tuple[LiveRow, ...] = ()
    present: int = 0
    rule: str = ""
