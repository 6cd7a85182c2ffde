"""The levels a player can choose, the characters that play them, and all agents by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from koikoi.ai.agent import Agent
from koikoi.ai.baseline import GreedyAgent, RandomAgent


class Character(NamedTuple):
    """Who plays a level. How they play is :data:`koikoi.ai.styles.STYLES`.

    Attributes:
        level: The level, 1 to 5.
        key: The agent's name in records, duels and commands.
        name: What the character is called, a bird or beast of the deck.
        english: What that means.
    """

    level: int
    key: str
    name: str
    english: str


CHARACTERS: Final = (
    Character(1, "uguisu", "Uguisu", "Warbler"),
    Character(2, "cho", "Chō", "Butterfly"),
    Character(3, "shika", "Shika", "Deer"),
    Character(4, "tsuru", "Tsuru", "Crane"),
    Character(5, "hoo", "Hōō", "Phoenix"),
)
"""The characters, the weakest first."""

LEVELS: Final[Mapping[int, str]] = {one.level: one.key for one in CHARACTERS}
"""The agent of each level, the weakest first."""

WEIGHTS_FILE: Final = "ai/network.npz"
"""Where the weights that all levels play by are among the assets."""

POINTS: Final = ":points"
"""Behind the name of a level's agent: it plays for points, not for the match."""


def _of_level(level: int, *, for_points: bool) -> Callable[[str], Agent]:
    def make(seed: str) -> Agent:
        # The network needs numpy; a list of names does not.
        from koikoi.ai.players import level_agent

        return level_agent(level, seed, for_points=for_points)

    return make


_MAKERS: Final[dict[str, Callable[[str], Agent]]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    **{one.key: _of_level(one.level, for_points=False) for one in CHARACTERS},
    **{one.key + POINTS: _of_level(one.level, for_points=True) for one in CHARACTERS},
}

AGENT_NAMES: Final = tuple(name for name in _MAKERS if POINTS not in name)
"""The names of all agents; those of levels may have ``:points`` behind them."""


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
        level: The level or the name; ``"5:points"`` is level 5 playing for points.
        seed: Where the agent's chance comes from; see :func:`koikoi.ai.agent.agent_seed`.

    Raises:
        UnknownAgent: There is no such level or name.
    """
    name = str(level)
    bare = name.removesuffix(POINTS)
    known = {str(number): agent for number, agent in LEVELS.items()}
    maker = _MAKERS.get(known.get(bare, bare) + name[len(bare) :])
    if maker is None:
        raise UnknownAgent(name)
    return maker(seed)


def character(level: int | str) -> Character | None:
    """The character of a level or an agent's name; ``None`` where there is none."""
    name = str(level).removesuffix(POINTS)
    return next((one for one in CHARACTERS if name in (str(one.level), one.key)), None)
