"""What stands between the session and the screen, so that a broken screen ends the program.

The session drops a listener that fails, and plays for a player that does: right for others, but the
person at this screen would look at a dead table while somebody played in their place.
"""

from __future__ import annotations

from collections.abc import Callable

from koikoi.engine.actions import Action, Resign
from koikoi.engine.events import Event
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer, LeaveTable, Player
from koikoi.match.session import Notice
from koikoi.tui.tablepage import TablePage


class Guard:
    """A listener that ends the program where the table cannot be shown any more."""

    def __init__(self, page: TablePage, failed: Callable[[Exception], None]) -> None:
        self._page = page
        self._failed = failed

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        """Passes it on."""
        try:
            await self._page.begin(seen, resumed=resumed)
        except Exception as error:
            self._failed(error)
            raise LeaveTable from error

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Passes it on."""
        try:
            await self._page.hear(events, seen)
        except Exception as error:
            self._failed(error)
            raise LeaveTable from error

    async def notice(self, notice: Notice) -> None:
        """Passes it on."""
        await self._page.notice(notice)


class Guarded:
    """A person in a seat, for whom nobody plays where the screen fails them."""

    def __init__(self, player: Player, failed: Callable[[Exception], None]) -> None:
        self._player = player
        self._failed = failed

    @property
    def name(self) -> str:
        """The name that others read."""
        return self._player.name

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Passes it on."""
        try:
            return await self._player.decide(seen, legal)
        except LeaveTable:
            raise
        except Exception as error:
            self._failed(error)
            raise LeaveTable from error

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Passes it on."""
        try:
            return await self._player.ready(seen)
        except LeaveTable:
            raise
        except Exception as error:
            self._failed(error)
            raise LeaveTable from error
