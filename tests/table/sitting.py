"""People and tables for saved matches: who plays the same whenever they are asked the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256

from koikoi.engine.actions import Action, Seat
from koikoi.engine.events import Event
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer, Player
from koikoi.match.session import Notice, Session
from koikoi.table.setup import Table


class Steady:
    """A person who answers by the ply alone, so that going on changes nothing.

    Args:
        name: Who they are.
    """

    def __init__(self, name: str = "Player") -> None:
        self.name = name

    def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """What they do."""
        chance = sha256(f"{self.name} {seen.ply}".encode()).digest()
        return legal[int.from_bytes(chance[:4], "big") % len(legal)]

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        return Answer(self.answer(seen, legal))

    async def ready(self, seen: PlayerView) -> None:
        return None


class Shows:
    """A listener that reports every position that is shown.

    Args:
        report: Is told the ply.
    """

    def __init__(self, report: Callable[[int], None]) -> None:
        self._report = report

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        self._report(seen.ply)

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        self._report(seen.ply)

    async def notice(self, notice: Notice) -> None:
        raise AssertionError(f"the table had to move: {notice}")


def play_out(table: Table, report: Callable[[int], None] = lambda _: None) -> bool:
    """Plays a table to the end of its match, and gives its record back."""
    first: Player = Steady(table.names[0])
    second: Player = table.computer or Steady(table.names[1])
    session = Session(table.state, (first, second), recorder=table.saver, limits=table.limits)
    watcher: Seat | None = None
    session.subscribe(Shows(report), watcher)
    try:
        return asyncio.run(session.run())
    finally:
        table.saver.close()
