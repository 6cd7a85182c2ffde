"""A history of a folder of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from koikoi.store.history import History


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the records."""
    found = tmp_path / "matches"
    found.mkdir()
    return found


@pytest.fixture
def history(tmp_path: Path, folder: Path) -> Iterator[History]:
    with History(tmp_path / "history.sqlite3", folder) as found:
        yield found
