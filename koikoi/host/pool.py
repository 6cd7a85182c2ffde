"""The processes that think, who of them is free, and who waits for one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor
from enum import IntEnum
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from koikoi.host.thinker import NICE, Thinker

_P = ParamSpec("_P")
_T = TypeVar("_T")

_PLACES: Final = 2
"""Thoughts of a kind that may wait, for each process."""
_LONGEST_PAUSE: Final = 60.0
"""Seconds at most between two tries to start a process."""


class Kind(IntEnum):
    """What is thought about; the first kinds come first."""

    MOVE = 0
    HINT = 1


class NoRoom(Exception):
    """No process is free for a thought; the text says why: ``queue``, ``late`` or ``died``."""


class Pool:
    """Some processes that think one thought at a time, and queues before them.

    Belongs to the event loop that it is started in. A process that dies is replaced.

    Args:
        wanted: How many.
        stuck: Seconds after which a process is ended that goes on with a thought that nobody
            wants any more.
        log: Is told of processes that died.
        nice: By how much they come after other processes.
    """

    def __init__(
        self, wanted: int, stuck: float, log: Callable[..., None], nice: int = NICE
    ) -> None:
        self._nice = nice
        self._wanted = wanted
        self._stuck = stuck
        self._log = log
        self._alive: set[Thinker] = set()
        self._free: deque[Thinker] = deque()
        self._queues: dict[Kind, deque[asyncio.Future[Thinker]]] = {one: deque() for one in Kind}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Starts the processes, and waits until they are ready."""
        for _ in range(self._wanted):
            self._spawn(self._one_more())
        await self.whole()

    async def whole(self) -> None:
        """Waits until none is being started or ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Ends all of them at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        ended, self._alive = self._alive, set()
        self._free.clear()
        self._turn_away()
        await asyncio.gather(*(thinker.end() for thinker in ended))

    @property
    def processes(self) -> tuple[int, ...]:
        """The processes that are ready to think, or at it."""
        return tuple(sorted(thinker.pid for thinker in self._alive))

    def waiting(self, kind: Kind) -> int:
        """How many thoughts of a kind wait for a process."""
        return len(self._queues[kind])

    # Somebody wants a thought.

    async def free(self, kind: Kind, seconds: float) -> Thinker:
        """Waits until a process is free; it then has to be :meth:`asked` something at once.

        Args:
            kind: What it is wanted for.
            seconds: How long to wait at most.

        Raises:
            NoRoom: None will be in time.
        """
        if self._free:
            return self._free.popleft()
        queue = self._queues[kind]
        if not self._alive:
            raise NoRoom("died")
        if len(queue) >= _PLACES * self._wanted:
            raise NoRoom("queue")
        place: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        queue.append(place)
        try:
            async with asyncio.timeout(seconds):
                return await place
        except TimeoutError:
            self._hand_on(place)
            raise NoRoom("late") from None
        except asyncio.CancelledError:
            self._hand_on(place)
            raise
        finally:
            if place in queue:
                queue.remove(place)

    def _hand_on(self, place: asyncio.Future[Thinker]) -> None:
        """Frees a process that was given to somebody who had just stopped waiting."""
        if place.done() and not place.cancelled() and place.exception() is None:
            self._release(place.result())

    async def asked(
        self,
        thinker: Thinker,
        call: Callable[Concatenate[int, _P], _T],
        *args: _P.args,
        **named: _P.kwargs,
    ) -> _T:
        """What a process that was free answers.

        If this is cancelled, the thought is told to end, and the process is soon free again.

        Args:
            thinker: The process.
            call: What it calls.
            args: With what.
            named: And with what by name.

        Raises:
            BrokenExecutor: The process has died.
        """
        answer = thinker.ask(call, *args, **named)
        loop = asyncio.get_running_loop()
        late: list[asyncio.TimerHandle] = []

        def done(found: asyncio.Future[_T]) -> None:
            for timer in late:
                timer.cancel()
            # A process that has died is taken care of where its end is noticed.
            if not found.cancelled() and not isinstance(found.exception(), BrokenExecutor):
                self._release(thinker)

        answer.add_done_callback(done)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            if not answer.done():
                thinker.stop()
                late.append(loop.call_later(self._stuck, thinker.kill))
            raise

    def _release(self, thinker: Thinker) -> None:
        if thinker not in self._alive:
            return
        for kind in Kind:
            queue = self._queues[kind]
            while queue:
                place = queue.popleft()
                if not place.done():
                    place.set_result(thinker)
                    return
        self._free.append(thinker)

    # Processes come and go.

    def _spawn(self, course: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(course)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _one_more(self) -> None:
        """Starts a process; where that fails, again and again, with longer and longer pauses."""
        pause = 1.0
        while True:
            thinker = Thinker(self._nice)
            try:
                await thinker.start(self._died)
            except (BrokenExecutor, OSError) as error:
                self._log("thinker-failed", error=type(error).__name__)
                await thinker.end()
            except asyncio.CancelledError:
                await thinker.end()
                raise
            else:
                self._alive.add(thinker)
                self._release(thinker)
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _died(self, thinker: Thinker) -> None:
        if thinker not in self._alive:
            return
        self._log("thinker-died")
        self._alive.discard(thinker)
        if thinker in self._free:
            self._free.remove(thinker)
        if not self._alive:
            self._turn_away()
        self._spawn(thinker.end())
        self._spawn(self._one_more())

    def _turn_away(self) -> None:
        """Tells everybody who waits that no process will be free soon."""
        for queue in self._queues.values():
            for place in queue:
                if not place.done():
                    place.set_exception(NoRoom("died"))
