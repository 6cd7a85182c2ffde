"""Agents of all levels that take little time: a small network, and a search of few worlds."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from koikoi.ai import LEVELS
from koikoi.ai.levels import POINTS
from koikoi.ai.network import Network
from koikoi.ai.players import NetworkAgent, level_agent
from koikoi.ai.search import Effort
from tests.ai.nets import NETWORK

QUICK: Final = Effort(worlds=2, stages=2, turns=1, call_worlds=6, hands=2)
"""Every part of a search, hardly any of each."""

NAMES: Final = tuple(f"{level}{more}" for level in LEVELS for more in ("", POINTS))
"""Every level, for the match and for points."""


def quick(name: str, seed: str = "", network: Network | None = NETWORK) -> NetworkAgent:
    """The agent of a level that thinks little; ``None`` for the network of the game."""
    bare = name.removesuffix(POINTS)
    agent = level_agent(int(bare), seed, for_points=bare != name)
    style = agent.style
    if style.effort is not None:
        style = replace(style, effort=QUICK)
    return replace(agent, style=style, network=network)
