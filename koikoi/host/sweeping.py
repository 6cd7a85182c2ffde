"""Looking for memory that nobody needs any more, when that disturbs least.

Python looks through all objects whenever there are some more of them. With a hundred people here
that takes a quarter of a second, in which nobody's key is answered, and it happens every few
seconds. Here only what is young is looked through as usual; everything is after some people have
gone, which is when there is something to be found.
"""

from __future__ import annotations

import asyncio
import gc
from contextvars import Context
from time import monotonic
from typing import Final

_YOUNG: Final = 2000
_MIDDLE: Final = 20
_NEVER: Final = 1_000_000_000
"""After so many objects, and so many times that, what is young and less young is looked through."""

MANY: Final = 8
"""After so many people have gone, everything is looked through."""
_SOON: Final = 1.0
_LATER: Final = 300.0
"""Seconds until then where many have gone, and where few have."""
_SHARE: Final = 20
"""It takes one part in so many of all time at most, however many come and go."""


class Sweeper:
    """Looks through everything after people have gone."""

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None
        self._gone = 0
        self._due: asyncio.TimerHandle | None = None
        self._rests_until = 0.0

    def start(self) -> None:
        """Keeps Python from doing it by itself."""
        self._before = gc.get_threshold()
        gc.collect()
        gc.freeze()  # what is here now stays
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def gone(self) -> None:
        """Somebody has gone."""
        self._gone += 1
        if self._gone == MANY and self._due is not None:
            self._due.cancel()
            self._due = None
        if self._due is None:
            seconds = _SOON if self._gone >= MANY else _LATER
            seconds = max(seconds, self._rests_until - monotonic())
            self._due = asyncio.get_running_loop().call_later(
                seconds, self.sweep, context=Context()
            )

    def sweep(self) -> None:
        """Looks through everything now."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        self._gone = 0
        began = monotonic()
        gc.collect()
        ended = monotonic()
        self._rests_until = ended + _SHARE * (ended - began)

    def close(self) -> None:
        """Lets Python do it by itself again."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._before is not None:
            gc.set_threshold(*self._before)
            gc.unfreeze()
            self._before = None
