"""The weights that come with the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from koikoi.ai.exact import exact
from koikoi.ai.levels import WEIGHTS_FILE
from koikoi.ai.network import BadWeights, Network, read
from koikoi.assets import MissingAsset, asset
from koikoi.engine.presets import preset


@lru_cache(maxsize=1)
def shipped() -> Network:
    """The network that all levels use, read once.

    Raises:
        MissingAsset: There is no file.
        OSError: It cannot be read.
        BadWeights: It holds something else.
    """
    return read(asset(WEIGHTS_FILE))[0]


@lru_cache(maxsize=1)
def usable() -> bool:
    """Whether the weights can be read and played with; without them levels play like ``greedy``."""
    try:
        exact(shipped(), preset())
    except (MissingAsset, BadWeights, OSError):
        return False
    return True


def about_shipped() -> dict[str, Any]:
    """What is known of the weights: how they were trained."""
    return read(asset(WEIGHTS_FILE))[1]
