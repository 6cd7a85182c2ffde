"""Bots: agents that are processes of their own and speak the protocol of :mod:`.protocol`.

A maker starts the process with the first match and keeps it for the next ones, each framed by
``hello`` and ``end``; a process that leaves after ``end`` is started again. Two agents at once, and
every process of a duel that plays with several, have processes of their own.

Whatever a bot does, the match goes on: a decision that it owes is an :class:`AgentFault`, and the
table decides in its place.

*   It is ``late``: its answer, should it still come, is dropped. After ``PATIENCE`` late answers in
    a row its process is ended.
*   It writes ``garbage`` or answers another question (``stale``): the next question is put to it as
    if nothing had happened.
*   Its process ends, closes its output, writes a line without an end, or does not say hello: it is
    not started again in this match. Each decision left is the same fault.
*   After ``PATIENCE`` matches in a row without a single usable answer it is not started any more.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from threading import Lock
from time import monotonic
from typing import Final

from koikoi.arena.child import GRACE, Child, excerpt, held_back
from koikoi.arena.effort import AgentFault, Example, Fault
from koikoi.arena.protocol import (
    Do,
    Problem,
    ProtocolError,
    Welcome,
    act_line,
    end_line,
    hello_line,
    read_answer,
)
from koikoi.engine.actions import Action
from koikoi.engine.events import Event
from koikoi.engine.view import PlayerView
from koikoi.record.notation import action_text

SECONDS: Final = 5.0
"""How long a bot may take for an answer."""

HELLO_SECONDS: Final = 30.0
"""How long it may take to start and say hello: it may have much to load."""

PATIENCE: Final = 3
"""After how many late answers, or matches without an answer, nothing is hoped for any more."""


class BotRefused(Exception):
    """There can be no duel with this bot.

    Attributes:
        name: The bot's name.
        reason: Why it cannot be started, in the words of the system; empty where it was.
        version: The version of the protocol that it speaks, where that is unknown.
    """

    def __init__(self, name: str, reason: str = "", version: str = "") -> None:
        super().__init__(name, reason, version)
        self.name: Final = name
        self.reason: Final = reason
        self.version: Final = version

    def __reduce__(self) -> tuple[type[BotRefused], tuple[str, str, str]]:
        return type(self), (self.name, self.reason, self.version)


class BotMaker:
    """Makes agents of a bot's command. It can be pickled; its processes stay where they are.

    Args:
        words: The bot's program and its arguments.
        name: The bot's name.
        seconds: How long it may take for an answer.
        hello_seconds: How long it may take to say hello.
    """

    def __init__(
        self,
        words: Sequence[str],
        name: str = "bot",
        *,
        seconds: float = SECONDS,
        hello_seconds: float = HELLO_SECONDS,
    ) -> None:
        self.words: Final = tuple(words)
        self.name: Final = name
        self.seconds: Final = seconds
        self.hello_seconds: Final = hello_seconds
        self._talks: list[Talk] = []
        self._idle: list[Talk] = []
        self._lock = Lock()
        self._killed = False
        self._useless = 0
        self._fault: AgentFault | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.words, self.name, self.seconds, self.hello_seconds)

    def __call__(self, seed: str) -> BotAgent:
        """The bot for one match.

        Args:
            seed: Where it may take its chance from.
        """
        return BotAgent(self, seed)

    def engage(self, hello: str) -> Talk:
        """A process of the bot that has said hello.

        Args:
            hello: The line that asks for it.

        Raises:
            BotRefused: The program cannot be started, or speaks another version.
            AgentFault: It does not say hello.
        """
        while self._idle:
            talk = self._idle.pop()
            try:
                return self._greeted(talk, hello)
            except AgentFault as fault:
                # A bot may leave after a match.
                if fault.fault is not Fault.CRASHED:
                    raise
        return self._greeted(self._started(), hello)

    def _started(self) -> Talk:
        # Neither a signal nor a thread that kills all processes may come between the start of one
        # and its place in the list.
        with held_back(), self._lock:
            if self._killed:
                raise AgentFault(Fault.CRASHED, error="killed")
            try:
                talk = Talk(Child(self.words))
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                raise BotRefused(self.name, reason=reason) from error
            self._talks.append(talk)
            return talk

    def _greeted(self, talk: Talk, hello: str) -> Talk:
        try:
            talk.greet(hello, monotonic() + self.hello_seconds)
        except ProtocolError as error:
            self.drop(talk)
            raise BotRefused(self.name, version=error.key) from error
        except AgentFault as fault:
            self.drop(talk)
            fault.last_words = talk.child.last_words
            raise
        return talk

    def keep(self, talk: Talk) -> None:
        """Keeps a process for the next match."""
        self._idle.append(talk)

    def drop(self, talk: Talk) -> None:
        """Ends a process."""
        talk.child.end()
        with contextlib.suppress(ValueError):
            self._talks.remove(talk)

    def settle(self, fault: AgentFault | None) -> None:
        """Notes how a match went.

        Args:
            fault: What was wrong, if there was not a single usable answer.
        """
        self._useless = self._useless + 1 if fault else 0
        self._fault = fault

    @property
    def given_up(self) -> AgentFault | None:
        """Why the bot is not worth another start; ``None`` if it is."""
        return self._fault if self._useless >= PATIENCE else None

    def dismiss(self) -> None:
        """Ends all processes; each may do so by itself, at the end of its input."""
        talks, self._talks, self._idle = self._talks, [], []
        try:
            for talk in talks:
                talk.child.hang_up()
            deadline = monotonic() + GRACE
            for talk in talks:
                talk.child.end(max(0.0, deadline - monotonic()))
        finally:
            for talk in talks:
                talk.child.kill()

    def kill(self) -> None:
        """Kills all processes, and starts no other one."""
        with self._lock:
            self._killed = True
            for talk in self._talks:
                talk.child.kill()


def _again(words: Sequence[str], name: str, seconds: float, hello_seconds: float) -> BotMaker:
    return BotMaker(words, name, seconds=seconds, hello_seconds=hello_seconds)


class Talk:
    """What is said with a process.

    Args:
        child: The process.
    """

    def __init__(self, child: Child) -> None:
        self.child = child
        self._owed: set[int] = set()
        """The questions of a match that have had no answer."""

    def greet(self, hello: str, deadline: float) -> None:
        """Waits until the bot has said hello.

        Raises:
            AgentFault: It does not.
            ProtocolError: It speaks another version.
        """
        self.child.send(hello)
        while True:
            raw = self.child.next_line(deadline)
            answer = _read(raw)
            if isinstance(answer, Welcome):
                self._owed.clear()
                return
            if answer.ply not in self._owed:
                raise _garbage(raw, ProtocolError(Problem.OUT_OF_PLACE, "do", "hello"))
            self._owed.remove(answer.ply)

    def ask(self, question: str, legal: tuple[Action, ...], ply: int, deadline: float) -> Action:
        """The bot's decision.

        Raises:
            AgentFault: There is none, or it is illegal.
        """
        self._owed.add(ply)
        self.child.send(question)
        while True:
            raw = self.child.next_line(deadline)
            try:
                answer = _read(raw)
            except ProtocolError as error:
                raise _garbage(raw, error) from error
            if isinstance(answer, Welcome):
                raise _garbage(raw, ProtocolError(Problem.OUT_OF_PLACE, "hello", "do"))
            if answer.ply not in self._owed:
                raise AgentFault(Fault.STALE, example=Example(excerpt(raw)))
            self._owed.remove(answer.ply)
            if answer.ply == ply and answer.action in legal:
                return answer.action
            if answer.ply == ply:
                raise AgentFault(Fault.ILLEGAL, example=Example(action_text(answer.action)))


def _read(raw: bytes) -> Welcome | Do:
    """The answer that a line is.

    Raises:
        AgentFault: It is none.
        ProtocolError: It is a hello of another version.
    """
    try:
        return read_answer(raw)
    except ProtocolError as error:
        if error.problem is Problem.UNKNOWN_VERSION:
            raise
        raise _garbage(raw, error) from error


def _garbage(raw: bytes, error: ProtocolError) -> AgentFault:
    example = Example(excerpt(raw), error.problem, error.key, error.allowed)
    return AgentFault(Fault.GARBAGE, example=example)


class BotAgent:
    """A bot in one match.

    Whoever seats it has to call ``begin``, ``hear`` and ``end``, as
    :func:`koikoi.arena.duel.play_match` does.

    Args:
        maker: Has the processes.
        seed: Where the bot may take its chance from.
    """

    def __init__(self, maker: BotMaker, seed: str) -> None:
        self._maker = maker
        self._seed = seed
        self._talk: Talk | None = None
        self._events: list[Event] = []
        self._out: AgentFault | None = None
        """Why it is out for this match."""
        self._fault: AgentFault | None = None
        """The newest fault, as long as there was no usable answer."""
        self._late = 0
        self._useful = False

    @property
    def name(self) -> str:
        """The bot's name."""
        return self._maker.name

    def begin(self, seen: PlayerView) -> None:
        """Says hello. A bot that does not is out for this match.

        Args:
            seen: The match as the bot's seat sees it.

        Raises:
            BotRefused: There can be no duel with this bot.
        """
        assert seen.seat is not None  # a watcher has nothing to decide
        self._events = list(seen.history)
        maker = self._maker
        self._out = maker.given_up
        if self._out is not None:
            return
        hello = hello_line(seen.rules, seen.seat, self._seed, maker.seconds)
        try:
            self._talk = maker.engage(hello)
        except AgentFault as fault:
            self._out = self._fault = fault

    def hear(self, events: tuple[Event, ...]) -> None:
        """Keeps events for the next question."""
        self._events += events

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """Asks the bot.

        Args:
            seen: The match as the bot's seat sees it.
            legal: The legal actions.

        Raises:
            AgentFault: It does not answer, or not with one of these.
        """
        if self._out is not None:
            raise self._out.again()
        talk = self._talk
        assert talk is not None  # begin() was called
        events, self._events = self._events, []
        question = act_line(seen, events, legal)
        try:
            action = talk.ask(question, legal, seen.ply, monotonic() + self._maker.seconds)
        except AgentFault as fault:
            self._failed(talk, fault)
            raise
        self._late = 0
        self._useful = True
        return action

    def _failed(self, talk: Talk, fault: AgentFault) -> None:
        self._fault = fault
        self._late = self._late + 1 if fault.fault is Fault.LATE else 0
        if self._late >= PATIENCE:
            talk.child.end()
        fault.last_words = talk.child.last_words
        if talk.child.ended:
            self._out = fault
            self._maker.drop(talk)

    def end(self, seen: PlayerView | None) -> None:
        """Tells the bot how the match ended.

        Args:
            seen: The match at its end, ``None`` if it was broken off: then the process is ended.
        """
        talk, self._talk = self._talk, None
        if talk is not None and not talk.child.ended:
            if seen is None:
                self._maker.drop(talk)
            else:
                talk.child.send(end_line(seen, self._events))
                self._maker.keep(talk)
        if self._useful or self._fault is not None:
            self._maker.settle(None if self._useful else self._fault)
