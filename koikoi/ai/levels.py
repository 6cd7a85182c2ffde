"""The levels a player can choose, and all agents by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from koikoi.ai.agent import Agent
from koikoi.ai.baseline import GreedyAgent, RandomAgent

_MAKERS: Final[dict[str, Callable[[str], Agent]]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
}

AGENT_NAMES: Final = tuple(_MAKERS)
"""The names of all agents."""

LEVELS: Final[dict[int, str]] = {1: "random", 2: "greedy"}
"""The agent of each level, the weakest first."""


class UnknownAgent(ValueError):
    """No level and no agent is called so.

    Attributes:
        name: What was asked for.
        levels: The levels there are.
        allowed: The levels and names there are.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.levels = tuple(map(str, LEVELS))
        self.allowed = (*self.levels, *AGENT_NAMES)
        super().__init__(f"no agent is called {name!r}; there are {', '.join(self.allowed)}")

    def __reduce__(self) -> tuple[type[UnknownAgent], tuple[str]]:
        return type(self), (self.name,)


def load(level: int | str, seed: str = "") -> Agent:
    """An agent by level (``2`` or ``"2"``) or name (``"greedy"``).

    Args:
        level: The level or the name.
        seed: Where the agent's chance comes from; see :func:`koikoi.ai.agent.agent_seed`.

    Raises:
        UnknownAgent: There is no such level or name.
    """
    name = str(level)
    levels = {str(number): agent for number, agent in LEVELS.items()}
    maker = _MAKERS.get(levels.get(name, name))
    if maker is None:
        raise UnknownAgent(str(level))
    return maker(seed)
