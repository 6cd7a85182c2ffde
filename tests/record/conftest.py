"""A place for a record, and a disk that is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.record import writer as writer_module


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.koikoi.jsonl"


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the disk alone where a test writes thousands of lines."""
    monkeypatch.setattr(writer_module, "_sync", lambda _: None)
