"""Registers for tests: with a time that stands still, and after a restart."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from koikoi.host.register import FILE_NAME, Register

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is put forward."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def a_register(folder: Path, clock: Clock) -> Register:
    """A new register; close it."""
    return Register(folder / "host" / FILE_NAME, lambda: NOW, clock)


def path_of(register: Register) -> Path:
    return register._database.path


def again(register: Register) -> Register:
    """The same register after a restart."""
    register.close()
    return Register(path_of(register), lambda: NOW)
