"""What every test of the host needs: a home of its own, and signals that stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import koikoi.tui.app


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that everything is kept in."""
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    # Many apps share a process whose signals are not theirs.
    monkeypatch.setattr(koikoi.tui.app, "obey_signals", lambda _: None)
    return tmp_path / "home"
