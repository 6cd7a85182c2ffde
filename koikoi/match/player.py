"""Who sits at a table: people and agents, behind one protocol."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

from koikoi.ai.agent import Agent, Halt, Sleeper
from koikoi.engine.actions import Action, Resign
from koikoi.engine.view import PlayerView


class Answer(NamedTuple):
    """A player's decision, with marks for the record (``hint``: a hint was shown before it)."""

    action: Action
    marks: tuple[str, ...] = ()


class LeaveTable(Exception):
    """Raised by a player who leaves: the match stays unfinished and can be continued."""


class Player(Protocol):
    """Somebody in a seat. Both methods may be cancelled at any ``await``."""

    @property
    def name(self) -> str:
        """The name that others read."""

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Chooses one of the legal actions, or resigns.

        Raises:
            LeaveTable: The player leaves the table.
        """

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Waits until the player has seen the round's result.

        Raises:
            LeaveTable: The player leaves the table.
        """


class AgentFailed(Exception):
    """An agent raised an exception; the text is its type's name.

    No more than the name: what an exception says may hold the agent's hidden cards.
    """


DEADLINE_MARK = "deadline"
"""The record's mark of a thought that the safety deadline cut short."""

SAFETY_SECONDS = 0.9
"""How long an agent that can be halted may think; what it has found by then is its answer.

Thoughts are measured out in samples and end long before; this is for a machine that is busy with
something else.
"""


class AgentPlayer:
    """An agent in a seat. It thinks in a thread of its own, so that the event loop stays free.

    A cancelled or late thought is abandoned: an agent that can be halted is, the thread of another
    one ends by itself; the answer is dropped. A :class:`koikoi.ai.agent.Sleeper` is woken first:
    loading is no thought, and takes none of its time.

    Args:
        agent: The agent.
        name: The name that others read.
        seconds: The safety deadline of an agent that can be halted.
    """

    def __init__(self, agent: Agent, name: str, seconds: float = SAFETY_SECONDS) -> None:
        self._agent = agent
        self._name = name
        self._seconds = seconds

    @property
    def name(self) -> str:
        """The name that others read."""
        return self._name

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the agent.

        Raises:
            AgentFailed: The agent raised something.
        """
        agent = self._agent
        if isinstance(agent, Sleeper):
            await self._apart(partial(agent.wake, seen.rules))
        halt = Halt(self._seconds)
        try:
            action = await self._apart(lambda: self._think(seen, legal, halt))
        finally:
            halt.stop()
        return Answer(action, (DEADLINE_MARK,) if halt.cut_short else ())

    async def _apart(self, call: Callable[[], Any]) -> Any:
        """What a call of the agent returns, made in a thread of its own.

        Raises:
            AgentFailed: It raised something.
        """
        loop = asyncio.get_running_loop()
        # An ill-typed agent may answer anything; the session looks at it.
        answer: asyncio.Future[Any] = loop.create_future()

        def deliver(found: object, error: AgentFailed | None) -> None:
            if answer.done():
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(found)

        def work() -> None:
            found, error = None, None
            try:
                found = call()
            except BaseException as caught:
                # Whatever it is, an exit or a cancellation among them: it is the agent's, it ends
                # the agent's thought only, and the session decides what follows.
                error = AgentFailed(type(caught).__name__)
            # The loop may be closed by now, and with it everybody who waits for the answer.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(deliver, found, error)

        # A daemon thread: an agent that never answers must not hold up the end of the program.
        threading.Thread(target=work, name=f"agent {self._name}", daemon=True).start()
        return await answer

    def _think(self, seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Action:
        # Bound at the call: an agent need not say what it is.
        think = getattr(self._agent, "think", None)
        if think is None:
            return self._agent.choose(seen, legal)
        thought: Action = think(seen, legal, halt)
        return thought

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Is always ready."""
        del seen
        return None
