"""Matches that are over, or rest, while their last moves could not be written yet."""

from __future__ import annotations

import asyncio

from koikoi.host.eventlog import Log
from koikoi.host.reserve import Reserve
from koikoi.table.saver import Saver


class Unsaved:
    """Keeps what saves such matches, and tries again until everything is on the disk.

    Args:
        reserve: Room for them on a full disk.
        log: Is told of what is not saved when the host ends.
    """

    def __init__(self, reserve: Reserve, log: Log) -> None:
        self._reserve, self._log = reserve, log
        self._savers: dict[str, Saver] = {}
        self._turn = asyncio.Lock()

    def keep(self, table: str, saver: Saver) -> None:
        """Keeps what saves a match at which nobody plays now."""
        self._savers[table] = saver

    def taken(self, table: str) -> Saver | None:
        """Gives back what saves a match, for somebody who goes on with it.

        ``None`` for one that is saved.
        """
        return self._savers.pop(table, None)

    async def write(self) -> None:
        """Writes what is missing where that can be; a full disk gets the room that was kept.

        Room is kept aside again where nothing is missing and there is plenty.
        """
        async with self._turn:
            if self._savers:
                await self._tried()
                if len(self._savers) and await asyncio.to_thread(self._reserve.free):
                    await self._tried()
            if not self._savers:
                await asyncio.to_thread(self._reserve.fill)

    async def _tried(self) -> None:
        for table, saver in tuple(self._savers.items()):
            saved = await asyncio.to_thread(saver.try_again)
            if saved and self._savers.get(table) is saver:
                del self._savers[table]
                saver.close()

    async def close(self) -> None:
        """Tries the last time, and gives every record back."""
        await self.write()
        for table, saver in self._savers.items():
            saver.close()
            self._log("moves lost", table=table)
        self._savers.clear()
