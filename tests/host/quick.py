"""A thinking that costs no time and no process."""

from __future__ import annotations

import asyncio

import koikoi.ai
from koikoi.engine.actions import Action, Resign
from koikoi.engine.view import PlayerView
from koikoi.host.thinking import Thoughts
from koikoi.match.player import Answer


class Quick:
    """Thinks at once, in the loop; the simplest agent plays for all.

    Attributes:
        held: Set for computers to move.
        waits: How many computers wait for it.
        asked: How many hints were asked for.
    """

    own = False

    def __init__(self) -> None:
        self.held = asyncio.Event()
        self.held.set()
        self.asked = 0
        self.waits = 0

    def player(self, agent: str, seed: str, name: str) -> _QuickPlayer:
        koikoi.ai.load(agent, seed)  # there has to be such a one
        return _QuickPlayer(self, seed, name)

    async def choose(
        self, agent: str, seed: str, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        del agent
        await asyncio.sleep(0)
        return Answer(koikoi.ai.load("greedy", seed).choose(seen, legal))

    async def hint(self, seen: PlayerView, legal: tuple[Action, ...]) -> None:
        del seen, legal
        self.asked += 1

    async def review(self, *_: object) -> None:
        raise AssertionError("nobody asks the coach")

    def status(self) -> Thoughts:
        return Thoughts(1, 0, 0, 0, 0, 0, 0, 0.0)


class _QuickPlayer:
    def __init__(self, thinking: Quick, seed: str, name: str) -> None:
        self._thinking, self._seed, self.name = thinking, seed, name

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        self._thinking.waits += 1
        await self._thinking.held.wait()
        self._thinking.waits -= 1
        return await self._thinking.choose("greedy", self._seed, seen, legal)

    async def ready(self, seen: PlayerView) -> Resign | None:
        del seen
        return None
