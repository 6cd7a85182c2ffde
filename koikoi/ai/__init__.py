"""The computer's players: an agent gets a view and the legal actions, and names one of them.

The room may import the engine and numpy. Agents never see a state: what they get is
:class:`koikoi.engine.view.PlayerView`, which holds nothing hidden. :func:`load` finds an agent by
level or name.

>>> import koikoi.ai
>>> koikoi.ai.load(2).name
'greedy'
"""

from __future__ import annotations

from koikoi.ai.agent import Agent, agent_seed
from koikoi.ai.levels import AGENT_NAMES, LEVELS, UnknownAgent, load

__all__ = ["AGENT_NAMES", "LEVELS", "Agent", "UnknownAgent", "agent_seed", "load"]
