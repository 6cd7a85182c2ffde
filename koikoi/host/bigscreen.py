"""What the big screen tells, taken from the house."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from koikoi.host.boardnews import BoardNews, LiveRow, Standing
from koikoi.host.database import RegisterError
from koikoi.host.lobby import Lobby
from koikoi.host.onlooker import LiveTable
from koikoi.host.standings import rule
from koikoi.text.figures import signed

_MOST_ROWS = 40
"""No screen shows more of the table."""


class Screen:
    """Knows what the big screen tells.

    Args:
        lobby: The house.
        join: How to join: the command, and the fingerprint of the host's key.
    """

    def __init__(self, lobby: Lobby, join: Callable[[], tuple[str, str]]) -> None:
        self._lobby = lobby
        self._join = join
        self._shown: LiveTable | None = None

    def news(self) -> BoardNews:
        """What there is to tell now."""
        lobby = self._lobby
        command, key = self._join()
        tables = []
        for table in lobby.live():
            seen = table.view(None)
            tables.append(
                LiveRow(
                    table.names,
                    seen.scores,
                    seen.number,
                    seen.rules.rounds,
                    seen.to_act,
                    table.watchers,
                )
            )
        return BoardNews(
            lobby.event,
            command,
            key,
            self._standings(),
            tuple(tables),
            len(lobby.guests),
            rule(lobby.text),
        )

    def _standings(self) -> tuple[Standing, ...]:
        lobby = self._lobby
        try:
            rows = lobby.register.leaderboard(lobby.event, _MOST_ROWS)
        except RegisterError:
            return ()
        text = lobby.text
        return tuple(
            Standing(
                row.place,
                row.name,
                f"{row.score:g}",
                text.n(
                    "{count} match, {points}",
                    "{count} matches, {points}",
                    row.matches,
                    points=signed(text, row.difference),
                ),
            )
            for row in rows
        )

    async def changed(self) -> None:
        """Waits until there is something else to tell, from the moment of the call on."""
        change: asyncio.Future[None] = self._lobby.next_change()
        await change

    def live(self) -> LiveTable | None:
        """The table that is worth looking at now: people first, another one than the last time."""
        live = self._lobby.live()
        others = [one for one in live if one is not self._shown]
        self._shown = next(iter(others or live), None)
        return self._shown
