"""After a match: whether it is to be played again, by both who played it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from koikoi.engine.actions import Seat, other
from koikoi.host import lobbysheets as sheets
from koikoi.host.lobby import Lobby
from koikoi.host.seat import names_at
from koikoi.host.tables import HostedTable
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class AgainPage(SheetPage):
    """Asks after a match, once and again."""

    def __init__(self, host: Host, build: Callable[[], Sheet]) -> None:
        super().__init__(host, lambda _: build())

    def again(self) -> None:
        """Can be shown once more."""
        self.result = asyncio.get_running_loop().create_future()


class Again:
    """Asks somebody whether the match is to be played again, and waits for the other one.

    Args:
        host: Who shows pages.
        lobby: The house.
        table: The table whose match is over.
        seat: Where they sat.
    """

    def __init__(self, host: Host, lobby: Lobby, table: HostedTable, seat: Seat) -> None:
        self._host, self._lobby = host, lobby
        self._table, self._seat = table, seat

    async def ask(self) -> HostedTable | None:
        """Asks; returns the table of the new match, ``None`` for none.

        Raises:
            OSError: It cannot be recorded.
            RegisterError: The register cannot be used.
            TooMany: One of them has begun too many matches.
        """
        lobby, table = self._lobby, self._table
        page = AgainPage(self._host, self._sheet)
        lobby.subscribe(told := partial(self._look, page))
        lobby.changed()
        try:
            while True:
                answer = await self._host.show(page)
                if table.again is not None:
                    return table.again
                if answer != "again":
                    return None
                table.wants.add(self._seat)
                if table.of_people and table.wants < {0, 1}:
                    page.again()
                    lobby.changed()
                    continue
                rules = table.view(self._seat).rules
                table.again = await lobby.begin(rules, table.noted.seats, table.noted.id)
                return table.again
        finally:
            lobby.unsubscribe(told)
            table.staying.discard(self._seat)
            table.wants.discard(self._seat)
            lobby.changed()

    def _look(self, page: SheetPage) -> None:
        """Something in the house is otherwise."""
        if self._table.again is not None:
            page.close("again")
        try:
            self._host.repaint(page)
        except Exception as error:
            self._host.failed(error)  # this screen ends, and the others are told

    def _sheet(self) -> Sheet:
        table, rival = self._table, other(self._seat)
        wants = (self._seat in table.wants, rival in table.wants)
        return sheets.again_sheet(
            names_at(table, self._host.brush.text)[rival],
            table.there(rival),
            wants,
            self._host.brush,
        )
