"""Agents for tests of duels; their makers can be sent to another process."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from koikoi.engine.actions import Action
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView


class Odd:
    """An agent that does what it is told, whatever that is.

    Args:
        do: Takes the view and the legal actions, and returns the answer.
    """

    name = "odd"

    def __init__(self, do: Callable[[PlayerView, tuple[Action, ...]], Any]) -> None:
        self._do = do

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        answer: Action = self._do(seen, legal)
        return answer


class Sleepy(Odd):
    """An agent that has something to load first.

    Args:
        load: Takes the rules.
        do: As that of :class:`Odd`.
    """

    def __init__(
        self,
        load: Callable[[Rules], None],
        do: Callable[[PlayerView, tuple[Action, ...]], Any],
    ) -> None:
        super().__init__(do)
        self._load = load

    def wake(self, rules: Rules) -> None:
        self._load(rules)


def answering(answer: object) -> Callable[[str], Odd]:
    """A maker of agents that always answer this."""
    return lambda _: Odd(lambda _seen, _legal: answer)


def raising(error: BaseException) -> Callable[[str], Odd]:
    """A maker of agents that always raise this."""

    def fail(_seen: PlayerView, _legal: tuple[Action, ...]) -> object:
        raise error

    return lambda _: Odd(fail)


def first(_seed: str) -> Odd:
    """Makes an agent that does the first legal thing."""
    return Odd(lambda _, legal: legal[0])


def leaving(_seed: str) -> Odd:
    """Makes an agent that ends the process it plays in."""
    return Odd(lambda _seen, _legal: os._exit(3))


def deaf(seed: str) -> Odd:
    """Makes an agent where Ctrl+C is held back.

    Raises:
        LookupError: It is not.
    """
    if signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
        raise LookupError(seed)
    return first(seed)


def unmakable(seed: str) -> Odd:
    """Raises: there is no such agent."""
    raise LookupError(seed)
