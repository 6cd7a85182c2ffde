"""The weights that come with the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from koikoi.ai.network import Network, read
from koikoi.assets import asset

WEIGHTS_FILE: Final = "ai/network.npz"
"""Where the weights are among the assets."""


@lru_cache(maxsize=1)
def shipped() -> Network:
    """The network that all levels use, read once.

    Raises:
        MissingAsset: There is no file.
        OSError: It cannot be read.
        BadWeights: It holds something else.
    """
    return read(asset(WEIGHTS_FILE))[0]


def about_shipped() -> dict[str, Any]:
    """What is known of the weights: how they were trained."""
    return read(asset(WEIGHTS_FILE))[1]
