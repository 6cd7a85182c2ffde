"""Who is told that something in the house is otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Final

from koikoi.host.owncontext import at_home

_PAUSE: Final = 0.2
"""Seconds between two tellings at least: each draws every lobby anew."""


class Changes:
    """Tells everybody who looks; many changes at once are told once."""

    def __init__(self) -> None:
        self._told_at = -_PAUSE
        self._told: dict[Callable[[], None], Callable[[], None]] = {}
        self._telling = False
        self._waiting: set[asyncio.Future[None]] = set()

    def changed(self) -> None:
        """Tells everybody who looks that something is otherwise; once for many changes."""
        if not self._telling:
            self._telling = True
            loop = asyncio.get_running_loop()
            loop.call_at(self._told_at + _PAUSE, self._tell, context=Context())

    def _tell(self) -> None:
        self._telling = False
        self._told_at = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, set()
        for one in waiting:
            if not one.done():
                one.set_result(None)
        for told in tuple(self._told.values()):
            told()

    def subscribe(self, told: Callable[[], None]) -> None:
        """Lets somebody be told; it must not raise anything."""
        self._told[told] = at_home(told)  # it has their screen drawn

    def unsubscribe(self, told: Callable[[], None]) -> None:
        """Lets them be told no more."""
        self._told.pop(told, None)

    def next_change(self) -> asyncio.Future[None]:
        """Is done once something is otherwise, from now on."""
        change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(change)
        return change
