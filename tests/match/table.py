"""Players, listeners and a recorder for tests of the session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from koikoi.engine.actions import Action, Resign
from koikoi.engine.events import Event
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer
from koikoi.match.session import Notice

RULES = replace(preset("standard"), rounds=2, first_dealer="first")


class Scripted:
    """A player that does what the test says, else the first legal thing."""

    def __init__(self, name: str = "scripted") -> None:
        self.name = name
        self.asked: list[PlayerView] = []
        self.readied = 0

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        self.asked.append(seen)
        return await self.answer(seen, legal)

    async def answer(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        return Answer(legal[0])

    async def ready(self, seen: PlayerView) -> Resign | None:
        self.readied += 1
        return None


@dataclass
class Heard:
    """A listener that writes everything down."""

    resumed: bool | None = None
    events: list[Event] = field(default_factory=list)
    views: list[PlayerView] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        self.resumed = resumed
        self.events += seen.history
        self.views.append(seen)

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        self.events += events
        self.views.append(seen)

    async def notice(self, notice: Notice) -> None:
        self.notices.append(notice)


@dataclass
class Book:
    """A recorder in memory that can be told to fail."""

    lines: list[tuple[int, Action, tuple[str, ...]]] = field(default_factory=list)
    fail_at: int | None = None

    def append(
        self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
    ) -> None:
        if len(self.lines) == self.fail_at:
            raise OSError(28, "No space left on device")
        self.lines.append((before.ply, action, tuple(marks)))
