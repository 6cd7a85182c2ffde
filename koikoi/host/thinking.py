"""What the computer thinks for a whole host: its players' moves, hints, and the coach.

Thoughts of a millisecond are made here, on the event loop: to hand them to a thread or to another
process makes them later by far. What has to be worked out once for a set of rules is, in a thread.
Level 5 and hints look ahead for a tenth of a second and more; they are thought out by other
processes, moves before hints. Nobody waits for long: where too many thoughts are wanted at once,
or a process has died, the same player answers by its first impression, one turn ahead, and the
record marks that. The coach has a process of its own while it is asked for anything.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, ParamSpec, TypeVar

import koikoi.ai
from koikoi.ai.agent import Halt
from koikoi.ai.levels import character
from koikoi.engine.actions import Action, Resign
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.host import thinker
from koikoi.host.pool import Kind, NoRoom, Pool
from koikoi.match.player import DEADLINE_MARK, AgentFailed, Answer
from koikoi.match.session import fallback
from koikoi.record.record import MatchRecord
from koikoi.table.advisers import Busy, NoNetwork
from koikoi.table.opponents import LateAgent

if TYPE_CHECKING:
    from koikoi.review.hint import Hint
    from koikoi.review.verdict import Verdict

_P = ParamSpec("_P")
_T = TypeVar("_T")

HASTE_MARK: Final = "haste"
"""The record's mark of a move by the first impression, where there was no time to look ahead."""

LOOKS_AHEAD: Final = 5
"""The level from which on a player looks ahead."""

MOST_REVIEWS: Final = 10
"""Matches that the coach can be asked about at the same time."""

_REMEMBERED: Final = 512
_AWAKE: Final = 12
"""Agents and rules that are known to be awake: fewer than the smallest of the caches holds."""
_COACH_AFTER: Final = 5
"""By how much the coach comes after the players."""


class Times(NamedTuple):
    """How long things may take, in seconds.

    Attributes:
        wait: A move waits so long at most for a process that is free.
        think: It is waited and thought for so long together; then the best so far counts.
        move: After so long the move is made without an answer.
        hint_wait: A hint waits so long at most for a process that is free.
        hint: It is thought about for so long.
        stuck: A process that goes on for so long with what nobody wants any more is ended.
        look: Between two looks at how far the coach is.
    """

    wait: float = 0.6
    think: float = 0.9
    move: float = 1.0
    hint_wait: float = 3.0
    hint: float = 0.9
    stuck: float = 15.0
    look: float = 0.25


TIMES: Final = Times()


class Thoughts(NamedTuple):
    """How the thinking goes.

    Attributes:
        processes: Processes that are ready to think, or at it.
        waiting: Moves that wait for one of them.
        hints: Hints that wait for one of them.
        reviews: Matches that the coach has been asked about, and has not rated yet.
        moves: Moves that looked ahead, or should have.
        hasty: How many of these were made by the first impression.
        late: How many were cut short by the deadline.
        p95_ms: What 95 % of the last of them did not exceed, in milliseconds; 0 where none was.
    """

    processes: int
    waiting: int
    hints: int
    reviews: int
    moves: int
    hasty: int
    late: int
    p95_ms: float


class Thinking:
    """Thinks for everybody. Belongs to the event loop that it is started in.

    Until :meth:`start` is done, moves are made by the first impression.

    Args:
        log: Is told of what went wrong.
        processes: How many think; ``None`` for one less than there are processors, at least one.
        times: How long things may take.
        nice: By how much they come after other processes.
    """

    own = False

    def __init__(
        self,
        log: Callable[..., None] = lambda _event, **_: None,
        processes: int | None = None,
        times: Times = TIMES,
        nice: int = thinker.NICE,
    ) -> None:
        self._log = log
        self._times = times
        self._nice = nice
        wanted = max(1, (os.cpu_count() or 1) - 1) if processes is None else processes
        self.pool = Pool(wanted, times.stuck, log, nice)
        self._thread = ThreadPoolExecutor(1, "thinking")
        self._coach = asyncio.Lock()
        self._awake: OrderedDict[tuple[str, Rules], None] = OrderedDict()
        self._judging: thinker.Thinker | None = None
        self._closed = False
        self._queued: list[Callable[[int], None]] = []
        self._took: deque[float] = deque(maxlen=_REMEMBERED)
        self._moves = self._hasty = self._late = 0

    async def start(self) -> None:
        """Starts the processes, and waits until all have loaded what they need."""
        await asyncio.gather(self.pool.start(), self._here(thinker.wake))

    async def close(self) -> None:
        """Ends all processes at once; who waits for the coach hears that it was ended."""
        self._closed = True
        if self._judging is not None:
            await self._judging.end()
        await self.pool.close()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    def status(self) -> Thoughts:
        """How it goes."""
        took = sorted(self._took)
        return Thoughts(
            processes=len(self.pool.processes),
            waiting=self.pool.waiting(Kind.MOVE),
            hints=self.pool.waiting(Kind.HINT),
            reviews=len(self._queued),
            moves=self._moves,
            hasty=self._hasty,
            late=self._late,
            p95_ms=round(took[len(took) * 95 // 100] * 1000, 1) if took else 0.0,
        )

    # Moves.

    def player(self, agent: str, seed: str, name: str) -> ThinkingPlayer:
        """An agent in a seat.

        Args:
            agent: A level, or an agent's name.
            seed: Where its chance comes from.
            name: The name that others read.

        Raises:
            UnknownAgent: There is none.
        """
        koikoi.ai.load(agent, seed)
        return ThinkingPlayer(self, agent, seed, name)

    async def choose(
        self, agent: str, seed: str, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        """What an agent does; see :func:`koikoi.ai.levels.load`.

        Raises:
            UnknownAgent: There is no such agent.
            AgentFailed: The agent raised something.
        """
        played = character(agent)
        made = koikoi.ai.load(agent, seed)
        # Whoever plays on and on with nobody in between leaves others their turn.
        await asyncio.sleep(0)
        if len(legal) == 1:
            return Answer(legal[0])
        try:
            if played is None:
                return Answer(made.choose(seen, legal))
            late = LateAgent(made.name, seed)
            if played.level >= LOOKS_AHEAD:
                return await self._looked_ahead(late, seen, legal)
            await self._woken(late, seen.rules)
            return Answer(late.choose(seen, legal))
        except Exception as error:
            # No more than the name: what an exception says may hold hidden cards.
            raise AgentFailed(type(error).__name__) from None

    async def _looked_ahead(
        self, made: LateAgent, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        self._moves += 1
        times, began = self._times, monotonic()
        try:
            async with asyncio.timeout(times.move):
                one = await self.pool.free(Kind.MOVE, times.wait)
                left = max(0.0, times.think - (monotonic() - began))
                action, late = await self.pool.asked(one, thinker.choose, made, seen, legal, left)
        except NoRoom as error:
            return await self._in_haste(made, seen, legal, str(error))
        except BrokenExecutor:
            return await self._in_haste(made, seen, legal, "died")
        except TimeoutError:
            return await self._in_haste(made, seen, legal, "late")
        self._took.append(monotonic() - began)
        self._late += late
        return Answer(action, (DEADLINE_MARK,) if late else ())

    async def _in_haste(
        self, made: LateAgent, seen: PlayerView, legal: tuple[Action, ...], why: str
    ) -> Answer:
        self._hasty += 1
        self._log("haste", why=why)
        try:
            await self._woken(made, seen.rules)
            halt = Halt()
            halt.stop()
            action = made.think(seen, legal, halt)
        except Exception:
            # The last resort must not fail with the first.
            action = fallback(seen, legal)
        return Answer(action, (HASTE_MARK,))

    async def _woken(self, agent: LateAgent, rules: Rules) -> None:
        """Sees to it that an agent has nothing to work out any more under these rules."""
        known = (agent.name, rules)
        if known not in self._awake:
            await self._here(agent.wake, rules)
        # The last ones are those that the caches of networks and chances hold, too.
        self._awake[known] = None
        self._awake.move_to_end(known)
        while len(self._awake) > _AWAKE:
            self._awake.popitem(last=False)

    async def _here(self, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
        """What a call returns that is made in this process's own thread."""
        return await asyncio.wrap_future(self._thread.submit(call, *args, **named))

    # Advice.

    async def hint(self, seen: PlayerView, legal: tuple[Action, ...]) -> Hint | None:
        """A hint; see :meth:`koikoi.table.advisers.Advisers.hint`.

        Raises:
            Busy: Too many ask.
        """
        try:
            one = await self.pool.free(Kind.HINT, self._times.hint_wait)
            return await self.pool.asked(one, thinker.advise, seen, legal, self._times.hint)
        except (NoRoom, BrokenExecutor):
            raise Busy from None

    async def review(
        self,
        record: MatchRecord,
        progress: Callable[[int, int], None],
        queued: Callable[[int], None],
    ) -> Verdict:
        """Rates a match, one after the other; see :meth:`koikoi.table.advisers.Advisers.review`.

        Raises:
            Busy: Too many ask.
            NoNetwork: The network cannot be read.
            RecordError: The record cannot be played again.
            BrokenExecutor: The coach's process was ended.
            OSError: It could not be started.
        """
        if len(self._queued) >= MOST_REVIEWS:
            raise Busy
        self._queued.append(queued)
        try:
            self._tell_queue()
            async with self._coach:
                return await self._judged(record, progress)
        finally:
            self._queued.remove(queued)
            self._tell_queue()

    def _tell_queue(self) -> None:
        for before, queued in enumerate(self._queued):
            queued(before)

    async def _judged(self, record: MatchRecord, progress: Callable[[int, int], None]) -> Verdict:
        if self._closed:
            raise BrokenExecutor("nobody thinks any more")
        coach = self._judging = thinker.Thinker(self._nice + _COACH_AFTER, warm=False)
        try:
            await coach.start()
            answer = coach.ask(thinker.judge, record)
            seen = (0, 0)
            while not answer.done():
                await asyncio.wait([answer], timeout=self._times.look)
                if coach.progress != seen:
                    seen = coach.progress
                    progress(*seen)
            found = answer.result()
        finally:
            self._judging = None
            await asyncio.shield(coach.end())
        if found is None:
            raise NoNetwork
        return found


class ThinkingPlayer:
    """An agent in a seat that has a host think for it. Made by :meth:`Thinking.player`."""

    def __init__(self, thinking: Thinking, agent: str, seed: str, name: str) -> None:
        self._thinking = thinking
        self._agent = agent
        self._seed = seed
        self._name = name

    @property
    def name(self) -> str:
        """The name that others read."""
        return self._name

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the agent.

        Raises:
            AgentFailed: The agent raised something.
        """
        return await self._thinking.choose(self._agent, self._seed, seen, legal)

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Is always ready."""
        del seen
        return None
