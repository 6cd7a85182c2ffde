"""The computer's players: an agent gets a view and the legal actions, and names one of them.

The room may import the engine and numpy. Agents never see a state: what they get is
:class:`koikoi.engine.view.PlayerView`, which holds nothing hidden. :func:`load` finds an agent by
level or name.

>>> import koikoi.ai
>>> koikoi.ai.load("greedy").name
'greedy'
>>> koikoi.ai.load(5).name
'hoo'
"""

from __future__ import annotations

from koikoi.ai.agent import Agent, Halt, Thinker, agent_seed
from koikoi.ai.levels import (
    AGENT_NAMES,
    CHARACTERS,
    LEVELS,
    Character,
    UnknownAgent,
    character,
    load,
)

__all__ = [
    "AGENT_NAMES",
    "CHARACTERS",
    "LEVELS",
    "Agent",
    "Character",
    "Halt",
    "Thinker",
    "UnknownAgent",
    "agent_seed",
    "character",
    "load",
]
