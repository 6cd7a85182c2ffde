"""That somebody thinks is said only of a thought that lasts.

Most thoughts end before they could be read of: the prompt would change twice in a moment. It keeps
what it said before, and changes once, and calmly, where a thought has become noticeable.
"""

from __future__ import annotations

import asyncio
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

    def end(self) -> None:
        """Nobody thinks any more."""
        self.kept = ""
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _noticed(self) -> None:
        self.end()
        self._tell()
