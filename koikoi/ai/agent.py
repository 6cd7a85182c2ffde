"""What an agent is, and where its chance comes from."""

from __future__ import annotations

from hashlib import sha256
from time import monotonic
from typing import Protocol, runtime_checkable

from koikoi.engine.actions import Action
from koikoi.engine.deck import Stream
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView


class Agent(Protocol):
    """A computer player. Agents are synchronous, can be pickled, and keep nothing between calls.

    An agent's answer depends on its seed, the view and the legal actions alone, so that a match
    that is continued from its record goes on as if it had never been left.
    """

    @property
    def name(self) -> str:
        """The agent's name in records and duels."""

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """Chooses one of the legal actions.

        Args:
            seen: The match as the agent's seat sees it.
            legal: The legal actions, at least one.
        """


class Halt:
    """Tells a thinking agent to come to an end: somebody wants it to, or its time is up.

    Args:
        seconds: The time there is, ``None`` for as long as it takes.

    Attributes:
        cut_short: Whether a thought has ended earlier than it would have.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else monotonic() + seconds
        self._stopped = False
        self.cut_short = False

    def stop(self) -> None:
        """Wants it to end; may be called from any thread."""
        self._stopped = True

    @property
    def due(self) -> bool:
        """Whether to end now; an agent that asks and is told so was cut short."""
        if self._stopped or (self._end is not None and monotonic() >= self._end):
            self.cut_short = True
        return self.cut_short


@runtime_checkable
class Sleeper(Protocol):
    """An agent that has something to load or to work out before its first thought."""

    def wake(self, rules: Rules) -> None:
        """Gets ready to play under these rules; asked again, it has nothing left to do."""


class Thinker(Agent, Protocol):
    """An agent that thinks for a while, and can be told to come to an end."""

    def think(self, seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Action:
        """Chooses one of the legal actions, the best so far once ``halt`` is due.

        Args:
            seen: The match as the agent's seat sees it.
            legal: The legal actions, at least one.
            halt: Is looked at every few milliseconds.
        """


def agent_seed(match_seed: str, seat: int) -> str:
    """The seed of an agent in a match.

    The same match seed gives the same agent, yet the agent cannot find the match's seed, and so
    its decks, from its own: it would have to invert SHA-256.
    """
    return sha256(f"koikoi-agent-seed-v1/{seat}/{match_seed}".encode()).hexdigest()


def chance(seed: str, seen: PlayerView) -> Stream:
    """The numbers that an agent with this seed throws its dice with at this decision."""
    return Stream(f"koikoi-agent-v1/{seed}/{seen.seat}/{seen.ply}")
