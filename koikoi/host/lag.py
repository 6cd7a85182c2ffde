"""How late the loop comes to what is due: the one figure that says whether a host is overloaded."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

_EVERY: Final = 0.1
_REMEMBERED: Final = 600
"""How many times count; of the lag, those of a minute."""
_RECENT: Final = 3

TOO_LATE: Final = 0.25
"""Seconds by which the loop may be late before nobody new is let in."""


class Times:
    """How long something took, the last times that it happened."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=_REMEMBERED)

    def note(self, seconds: float) -> None:
        """It took so long."""
        self._seconds.append(seconds)

    def last(self, count: int) -> list[float]:
        """The last times."""
        return [self._seconds[-back] for back in range(1, min(count, len(self._seconds)) + 1)]

    @property
    def p95(self) -> float:
        """How long it took at most, 95 times of 100."""
        ordered = sorted(self._seconds)
        return ordered[int(0.95 * (len(ordered) - 1))] if ordered else 0.0


class Lag(Times):
    """Looks ten times a second how late the loop is."""

    def __init__(self) -> None:
        super().__init__()
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._calm = asyncio.Event()
        self._calm.set()

    def start(self) -> None:
        """Begins to look."""
        loop = asyncio.get_running_loop()
        self._due = loop.time() + _EVERY
        self._timer = loop.call_at(self._due, self._look)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self.note(loop.time() - self._due)
        self.start()

    def note(self, seconds: float) -> None:
        """Takes down how late the loop was."""
        super().note(max(0.0, seconds))
        if max(self.last(_RECENT)) > TOO_LATE:
            self._calm.clear()
        else:
            self._calm.set()

    def stop(self) -> None:
        """Looks no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def calm(self, seconds: float) -> bool:
        """Waits until the loop is no longer late; returns whether it is so within some seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._calm.wait()
        except TimeoutError:
            return False
        return True
