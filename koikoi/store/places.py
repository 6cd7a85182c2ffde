"""The folders of the game: where the platform wants them, or all below ``KOIKOI_HOME``.

If the environment variable ``KOIKOI_HOME`` is set and not empty, everything the game reads and
writes is below that folder, whatever the platform; nothing else is touched.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

HOME_VARIABLE: Final = "KOIKOI_HOME"
"""The environment variable that names one folder for everything."""

_NAME: Final = "koikoi"
_PRIVATE: Final = 0o700

# Under a name of our own, so that a test can see it.
_sync = os.fsync


def data_dir() -> Path:
    """The folder for what must not be lost: matches, history."""
    return _place(platformdirs.user_data_path)


def config_dir() -> Path:
    """The folder for what the player may edit: settings, rules of the player's own."""
    return _place(platformdirs.user_config_path)


def state_dir() -> Path:
    """The folder for what may be lost: logs."""
    return _place(platformdirs.user_state_path)


def matches_dir() -> Path:
    """The folder of the match records, in the data folder."""
    return data_dir() / "matches"


def _place(standard: Callable[..., Path]) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).absolute()
    return standard(_NAME, appauthor=False)


def made(folder: Path) -> Path:
    """Makes a folder and those above it, as far as they do not exist; returns it.

    What is made is for its owner only: the records of running matches hold hidden cards.

    Raises:
        OSError: It cannot be made, or there is something else in its place.
    """
    missing = []
    above = folder
    while not above.exists() and above != above.parent:
        missing.append(above)
        above = above.parent
    for part in reversed(missing):
        part.mkdir(_PRIVATE, exist_ok=True)
        _sync_folder(part.parent)
    folder.mkdir(_PRIVATE, exist_ok=True)
    return folder


def _sync_folder(folder: Path) -> None:
    """Brings a new name to the disk, where folders can be synced.

    A match whose folder is new is lost with the folder where the power fails.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            _sync(descriptor)
        finally:
            os.close(descriptor)
