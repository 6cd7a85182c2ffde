"""What an agent is, and where its chance comes from."""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol

from koikoi.engine.actions import Action
from koikoi.engine.deck import Stream
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


def agent_seed(match_seed: str, seat: int) -> str:
    """The seed of an agent in a match.

    The same match seed gives the same agent, yet the agent cannot find the match's seed, and so
    its decks, from its own: it would have to invert SHA-256.
    """
    return sha256(f"koikoi-agent-seed-v1/{seat}/{match_seed}".encode()).hexdigest()


def chance(seed: str, seen: PlayerView) -> Stream:
    """The numbers that an agent with this seed throws its dice with at this decision."""
    return Stream(f"koikoi-agent-v1/{seed}/{seen.seat}/{seen.ply}")
