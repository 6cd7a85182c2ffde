"""The register: who plays here, by which keys, what they prefer, and what has come of it.

One SQLite database in the host's folder, with its writes ahead in a log (WAL), so that a host that
is killed loses nothing it was told. All methods are quick, may be called from any thread, and take
turns. A damaged database is set aside as ``….bad`` and made anew; one that a newer version of the
game has made is refused.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, TypeVar

from koikoi.host import ledger
from koikoi.host.ledger import OpenTable
from koikoi.host.links import LinkCodes
from koikoi.host.names import (
    GUEST,
    GUEST_LETTERS,
    NOBODY,
    likeness,
    numbered,
    usable,
)
from koikoi.host.standings import MatchResult, Standing, standings
from koikoi.store.matches import set_aside
from koikoi.store.places import made
from koikoi.store.settings import Settings, settings_from, written_settings
from koikoi.store.tables import writing

FILE_NAME: Final = "register.sqlite3"

MAX_KEYS: Final = 5
"""How many keys a person may have."""

_T = TypeVar("_T")
