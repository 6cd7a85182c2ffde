"""People in seats: they answer through the table page."""

from __future__ import annotations

from koikoi.engine.actions import Action, Resign, Seat
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer
from koikoi.tui.tablepage import TablePage


class HumanPlayer:
    """A person at the screen.

    Args:
        page: The table in front of them.
        seat: Their seat.
        name: The name that others read.
        first: Whether this person is the one who is asked to go on after a round; where two share a
            screen, one acknowledgement is enough.
    """

    def __init__(self, page: TablePage, seat: Seat, name: str, *, first: bool = True) -> None:
        self._page = page
        self._seat = seat
        self._name = name
        self._first = first

    @property
    def name(self) -> str:
        """The name that others read."""
        return self._name

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person."""
        return await self._page.ask(self._seat, seen, legal)

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Waits until the person has read the round's result."""
        if self._first and await self._page.acknowledge(seen):
            return Resign(self._seat)
        return None
