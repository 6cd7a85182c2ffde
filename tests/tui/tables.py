"""Tables that are set up for a test: stacked deals, and a computer player that waits."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any, cast

from koikoi.ai import load as load_agent
from koikoi.engine.actions import Action, Resign
from koikoi.engine.state import MatchState
from koikoi.engine.view import PlayerView
from koikoi.match.player import AgentPlayer, Answer
from koikoi.record.record import RecordPlayer
from koikoi.record.writer import RecordWriter
from koikoi.store import matches
from koikoi.table.saver import Saver
from koikoi.table.setup import Table
from koikoi.text.catalogue import load
from tests.engine.stack import deal, table

STARTED = datetime(2024, 3, 1, 12, tzinfo=UTC)
NAMES = ("Player", "Computer")


def saved(state: MatchState) -> Table:
    """A match against the greedy computer player that is saved."""
    players = (
        RecordPlayer(name=NAMES[0], agent="human"),
        RecordPlayer(name=NAMES[1], agent="greedy"),
    )
    path = matches.new_match_path(STARTED, state.commitment)
    writer = RecordWriter.create(path, state, players, STARTED)
    computer = AgentPlayer(load_agent("greedy", "seed"), NAMES[1])
    return Table(state, computer, NAMES, Saver(writer, load(), "koikoi play --continue"))


def stacked(**parts: str) -> Table:
    """A saved match whose first deal is stacked: ``oya`` is the person's hand."""
    return saved(deal(table(), **parts))


class Waiting:
    """A computer player that thinks until it is told to play.

    Attributes:
        gate: Opens when it may play.
        asked: Set once it thinks.
    """

    name = "Computer"

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.asked = asyncio.Event()

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        self.asked.set()
        await self.gate.wait()
        return Answer(next(action for action in legal if not isinstance(action, Resign)))

    async def ready(self, seen: PlayerView) -> None:
        return None


def against(table_: Table, computer: Waiting) -> Table:
    """The same table with another computer player."""
    return table_._replace(computer=cast("Any", computer))
