"""What every test of the host needs: a home of its own, and signals that stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that everything is kept in."""
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
