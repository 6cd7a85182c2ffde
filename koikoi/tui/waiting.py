"""What is shown for a while only, and that somebody thinks only of a thought that lasts.

Most thoughts end before they could be read of: the prompt would change twice in a moment. It keeps
what it said before, and changes once, and calmly, where a thought has become noticeable.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

NOTICEABLE: Final = 0.4
"""Seconds after which a person wonders what the table waits for."""


class Patience:
    """Keeps words in the prompt while somebody begins to think.

    Args:
        tell: Shows the prompt anew, once the words are no longer kept.

    Attributes:
        kept: The words; empty where none are kept.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._end: asyncio.TimerHandle | None = None
        self.kept = ""

    def begin(self, said: str) -> None:
        """Somebody begins to think; ``said`` is what the prompt says now."""
        self.end()
        self.kept = said
        self._end = asyncio.get_running_loop().call_later(NOTICEABLE, self._noticed)

    def keep(self, said: str) -> None:
        """Keeps other words, where any are kept."""
        self.kept = self.kept and said

    def hurry(self) -> None:
        """Says at once who thinks, where somebody does."""
        if self._end is not None:
            self._noticed()

    def end(self) -> None:
        """Nobody thinks any more."""
        self.kept = ""
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _noticed(self) -> None:
        self.end()
        self._tell()


class Held:
    """Holds a picture for a while, unless a key has ended that for the whole batch.

    Args:
        show: Shows the picture.
        pace: How much longer or shorter everything is held; 0 shows nothing for a while.

    Attributes:
        on: Whether one is held now.
    """

    def __init__(self, show: Callable[[], None], pace: Callable[[], float]) -> None:
        self._show, self._pace = show, pace
        self._ended = asyncio.Event()
        self.on = False

    def begin(self) -> None:
        """A batch begins, of which every picture is held."""
        self._ended.clear()

    def end(self) -> None:
        """Nothing more of this batch is held."""
        self._ended.set()

    async def hold(self, seconds: float, *, moves: bool = False) -> None:
        """Shows the picture of now for so long; what moves is as fast at every pace."""
        pace = self._pace()
        if not moves:
            seconds *= pace
        if seconds <= 0 or pace <= 0 or self._ended.is_set():
            return
        # Painting is part of the time, so that slides take as long on a slow machine.
        due = asyncio.get_running_loop().time() + seconds
        self.on = True
        try:
            self._show()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._ended.wait()
        finally:
            self.on = False
