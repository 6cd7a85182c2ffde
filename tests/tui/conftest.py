"""What every test of the screen needs: a home of its own, and a disk that is not waited for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

import koikoi.record.writer
import koikoi.store.drafts
import koikoi.table.setup
from tests.tui.terminal_program import Terminals


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that everything is kept in."""
    # Bringing every action to the disk is what takes the time of a match.
    monkeypatch.setattr(koikoi.record.writer, "_sync", lambda _: None)
    monkeypatch.setattr(koikoi.store.drafts, "_sync", lambda _: None)
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TEXTUAL_ANIMATIONS", raising=False)
    # The same decks in every run: now and then a match is won by its deal.
    numbers = itertools.count(1)
    monkeypatch.setattr(
        koikoi.table.setup, "urandom", lambda length: next(numbers).to_bytes(length, "big")
    )
    return tmp_path / "home"


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    """Terminals with programs in them, which share the home of somebody who is not new."""
    (tmp_path / "home").mkdir(0o700)
    (tmp_path / "home" / "settings.toml").write_text("welcomed = true\n", encoding="utf-8")
    with Terminals(tmp_path / "home") as started:
        yield started
