"""Matches that are over are noted in the register, and are tried again where that fails."""

from __future__ import annotations

import asyncio

from koikoi.host.database import RegisterError
from koikoi.host.eventlog import Log
from koikoi.host.register import Register
from koikoi.host.standings import MatchResult


class Counting:
    """Notes what came of matches.

    Args:
        register: Where.
        log: Is told where it fails.
    """

    def __init__(self, register: Register, log: Log) -> None:
        self._register, self._log = register, log
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
        for table, result in tuple(self._results.items()):
            try:
                await asyncio.to_thread(self._note, table, result)
            except RegisterError as error:
                self._log("not counted", table=table, error=str(error.code))
                continue
            self._results.pop(table, None)

    def _note(self, table: str, result: MatchResult) -> None:
        self._register.add_result(result)
        self._register.drop_table(table)
