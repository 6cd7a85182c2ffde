"""Whoever looks at a match that is played."""

from __future__ import annotations

from koikoi.engine.actions import Seat
from koikoi.engine.view import PlayerView, view
from koikoi.match.session import Session
from koikoi.table.setup import Table


class Looker:
    """Looks at a match, before its session exists and after."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.session: Session | None = None

    def look(self, seat: Seat | None) -> PlayerView:
        """The view of a seat now, ``None`` for what everybody sees."""
        return view(self._table.state, seat) if self.session is None else self.session.view(seat)
