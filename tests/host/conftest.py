"""What every test of the host needs: a home of its own, and signals that stay as they are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from koikoi.host.thinking import Thinking
from tests.host.thoughts import PATIENT, TOLD


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that everything is kept in."""
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Thinking]:
    """Who thinks for all tests of a module: a process is slow to start."""
    thinking = Thinking(TOLD, processes=1, times=PATIENT, nice=0)
    await thinking.start()
    yield thinking
    await thinking.close()


@pytest.fixture
def thinking(shared: Thinking, monkeypatch: pytest.MonkeyPatch) -> Thinking:
    """The same, with nothing told and all its patience."""
    TOLD.lines.clear()
    monkeypatch.setattr(shared, "_times", PATIENT)
    return shared
