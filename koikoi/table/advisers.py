"""Who thinks for a person: about a hint, and about a match that is over."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from koikoi.ai.agent import Halt
from koikoi.engine.actions import Action
from koikoi.engine.view import PlayerView
from koikoi.record.record import MatchRecord

if TYPE_CHECKING:
    from koikoi.review.hint import Hint
    from koikoi.review.verdict import Verdict

# Both need the network, and with it numpy, which the first frame can do without.

_MOST_JOBS: Final = 2
"""Processes that think for a person who waits; a machine has other things to do."""


class Busy(Exception):
    """So many people have asked already that it would take too long."""


class NoNetwork(Exception):
    """The network cannot be read."""


class Advisers(Protocol):
    """Those who think for a person. Whoever does not wait any more cancels."""

    @property
    def own(self) -> bool:
        """Whether they think on the person's own machine, who can look what is wrong with it."""

    async def hint(self, seen: PlayerView, legal: tuple[Action, ...]) -> Hint | None:
        """What the strongest player would do, and why.

        Args:
            seen: The view of who has to choose; nothing else is looked at.
            legal: The legal actions, at least two.

        Returns:
            ``None`` where the network cannot be read, or nothing was found in time.

        Raises:
            Busy: Too many ask.
        """

    async def review(
        self,
        record: MatchRecord,
        progress: Callable[[int, int], None],
        queued: Callable[[int], None],
    ) -> Verdict:
        """Rates a match; takes many seconds.

        Args:
            record: The match.
            progress: Told how many decisions of how many are done.
            queued: Told how many other matches come first, whenever that changes.

        Raises:
            Busy: Too many ask.
            NoNetwork: The network cannot be read.
            RecordError: The record cannot be played again.
            BrokenExecutor: A process that thought was ended.
            OSError: A process could not be started.
        """


class LocalAdvisers:
    """Those of a person who has the machine alone: a thread, and processes for a whole match."""

    own = True

    async def hint(self, seen: PlayerView, legal: tuple[Action, ...]) -> Hint | None:
        """A hint after a second at most."""
        from koikoi.review.hint import SECONDS

        halt = Halt(SECONDS)
        try:
            return await asyncio.to_thread(_hint, seen, legal, halt)
        finally:
            halt.stop()

    async def review(
        self,
        record: MatchRecord,
        progress: Callable[[int, int], None],
        queued: Callable[[int], None],
    ) -> Verdict:
        """Rates a match at once."""
        del queued
        loop = asyncio.get_running_loop()
        halt = Halt()

        def passed_on(done: int, count: int) -> None:
            loop.call_soon_threadsafe(progress, done, count)

        try:
            return await asyncio.to_thread(_verdict, record, passed_on, halt)
        finally:
            halt.stop()


def _hint(seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Hint | None:
    from koikoi.ai.weights import usable
    from koikoi.review.hint import hint

    return hint(seen, legal, halt) if usable() else None


def _verdict(record: MatchRecord, progress: Callable[[int, int], None], halt: Halt) -> Verdict:
    from koikoi.ai.weights import usable
    from koikoi.review.coach import Coach
    from koikoi.review.verdict import verdict

    if not usable():
        raise NoNetwork
    jobs = min(os.cpu_count() or 1, _MOST_JOBS)
    return verdict(record, Coach(jobs=jobs), progress, halt)
