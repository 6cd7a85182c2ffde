"""Matches that are over are noted in the register, and are tried again where that fails."""

from __future__ import annotations

import asyncio

from koikoi.host.database import RegisterError
from koikoi.host.eventlog import Log
from koikoi.host.register import Register
from koikoi.host.reserve import Reserve
from koikoi.host.standings import MatchResult
from koikoi.store.history import Fault


class Counting:
    """Notes what came of matches.

    Args:
        register: Where.
        reserve: Room for it on a full disk.
        log: Is told where it fails.
    """

    def __init__(self, register: Register, reserve: Reserve, log: Log) -> None:
        self._register, self._reserve, self._log = register, reserve, log
        self._results: dict[str, MatchResult] = {}

    async def add(self, table: str, result: MatchResult) -> None:
        """Notes a match, and with it those that could not be noted before.

        Args:
            table: Its table, which nobody goes on at any more.
            result: What came of it.
        """
        self._results[table] = result
        await self.count()

    async def count(self) -> None:
        """Notes what has not been noted yet.

        A record that is whole has it as well: then it counts when the host is started again.
        """
        failed = await self._tried()
        if Fault.FULL in failed.values() and await asyncio.to_thread(self._reserve.free):
            failed = await self._tried()
        for table, code in failed.items():
            self._log("not counted", table=table, error=str(code))

    async def _tried(self) -> dict[str, Fault]:
        """Tries to note everything; returns why what cannot be noted, by its table."""
        failed = {}
        for table, result in tuple(self._results.items()):
            try:
                await asyncio.to_thread(self._register.add_result, result, table)
            except RegisterError as error:
                failed[table] = error.code
            else:
                self._results.pop(table, None)
        return failed
