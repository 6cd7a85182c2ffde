"""One process that thinks for the host, and what it does there.

It works at a low priority: the screens of a hundred people come before a thought. A thought that
nobody waits for any more is told so, and ends within milliseconds.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, Protocol, TypeVar

from koikoi.ai.agent import Halt
from koikoi.ai.workers import Workers
from koikoi.engine.actions import Action
from koikoi.engine.presets import preset
from koikoi.engine.view import PlayerView
from koikoi.record.record import MatchRecord
from koikoi.table.opponents import LateAgent

if TYPE_CHECKING:
    from koikoi.review.hint import Hint
    from koikoi.review.verdict import Verdict

_P = ParamSpec("_P")
_T = TypeVar("_T")

NICE: Final = 10
"""By how much a process that thinks comes after one that shows."""

_STOPPED, _DONE, _COUNT = range(3)


class Cells(Protocol):
    """Numbers that two processes read and write."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, value: int, /) -> None: ...


class Thinker:
    """A process that thinks one thought at a time.

    Args:
        nice: By how much it comes after other processes.
        warm: Whether it works out beforehand what it needs to play.
    """

    def __init__(self, nice: int = NICE, *, warm: bool = True) -> None:
        # The thought that is to stop; how many decisions of how many a coach has rated.
        self._cells: Cells = multiprocessing.get_context("spawn").RawArray("Q", 3)
        self._workers = Workers(1, _prepare, (self._cells, nice, warm))
        self._thought = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self, died: Callable[[Thinker], None] = lambda _: None) -> None:
        """Starts the process, and waits until it is ready to think.

        Args:
            died: Is told once, when the process has ended without having been asked to.

        Raises:
            OSError: It cannot be started.
            BrokenExecutor: It has died at once.
        """
        await asyncio.to_thread(self._begin)
        self._loop = asyncio.get_running_loop()

        def ended() -> None:
            self._look_away()
            died(self)

        self._loop.add_reader(self._sentinel, ended)

    def _begin(self) -> None:
        try:
            self._workers.submit(_ready).result()
        except (CancelledError, RuntimeError) as error:
            raise BrokenExecutor("it was ended before it was ready") from error

    @property
    def _sentinel(self) -> int:
        return self._workers.processes[0].sentinel

    @property
    def pid(self) -> int:
        """The process that was started."""
        pid = self._workers.processes[0].pid
        assert pid is not None  # it has been started
        return pid

    def ask(
        self, call: Callable[Concatenate[int, _P], _T], *args: _P.args, **named: _P.kwargs
    ) -> asyncio.Future[_T]:
        """Has it think, now; its answer is a future that may fail with ``BrokenExecutor``.

        Args:
            call: What it calls; the number of the thought comes before the other arguments.
            args: The other arguments.
            named: Those by name.
        """
        self._thought += 1
        try:
            asked = self._workers.submit(call, self._thought, *args, **named)
        except BrokenExecutor as error:
            asked = Future()
            asked.set_exception(error)
        answer = asyncio.wrap_future(asked)
        # Who has left does not hear of a process that ended; that is no loss.
        answer.add_done_callback(lambda found: found.cancelled() or found.exception())
        return answer

    def stop(self) -> None:
        """Wants the thought that it is at to end; the answer is whatever it has found."""
        self._cells[_STOPPED] = self._thought

    @property
    def progress(self) -> tuple[int, int]:
        """How many decisions of how many it has rated, as a coach."""
        return self._cells[_DONE], self._cells[_COUNT]

    def kill(self) -> None:
        """Ends the process at once, whatever it is at."""
        for process in self._workers.processes:
            process.kill()

    async def end(self) -> None:
        """Ends the process at once, and gives back what it had of the system."""
        self._look_away()
        self.kill()
        await asyncio.to_thread(self._workers.end, at_once=True)

    def _look_away(self) -> None:
        if self._loop is not None:
            self._loop.remove_reader(self._sentinel)
            self._loop = None


# In the other process ----------------------------------------------------------------------------

_cells: list[Cells] = []


def _prepare(cells: Cells, nice: int, warm: bool) -> None:
    os.nice(nice)
    _cells.append(cells)
    if warm:
        wake()


def wake() -> None:
    """Loads the network, and works out what most matches need of it."""
    LateAgent("hoo").wake(preset())


def _ready() -> None:
    """Answers once what comes before it is done."""


class _Stopped(Halt):
    """A halt that is also due when the host wants this thought to end."""

    def __init__(self, thought: int, seconds: float | None) -> None:
        super().__init__(seconds)
        self._thought = thought

    @property
    def due(self) -> bool:
        if _cells[0][_STOPPED] == self._thought:
            self.stop()
        return super().due


def choose(
    thought: int, agent: LateAgent, seen: PlayerView, legal: tuple[Action, ...], seconds: float
) -> tuple[Action, bool]:
    """What an agent of a level does, and whether its thought was cut short."""
    halt = _Stopped(thought, seconds)
    return agent.think(seen, legal, halt), halt.cut_short


def advise(
    thought: int, seen: PlayerView, legal: tuple[Action, ...], seconds: float
) -> Hint | None:
    """A hint; see :func:`koikoi.review.hint.hint`."""
    from koikoi.ai.weights import usable
    from koikoi.review.hint import hint

    return hint(seen, legal, _Stopped(thought, seconds)) if usable() else None


def judge(thought: int, record: MatchRecord) -> Verdict | None:
    """All that the coach says of a match; ``None`` where the network cannot be read."""
    from koikoi.ai.weights import usable
    from koikoi.review.coach import Coach
    from koikoi.review.verdict import verdict

    def progress(done: int, count: int) -> None:
        _cells[0][_DONE], _cells[0][_COUNT] = done, count

    return verdict(record, Coach(), progress, _Stopped(thought, None)) if usable() else None
