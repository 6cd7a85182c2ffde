"""Choices to be thought about, and a host's thinking that can be held for a while."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from functools import cache
from typing import Any

import koikoi.ai
from koikoi.ai.agent import Halt
from koikoi.ai.players import NetworkAgent
from koikoi.engine.actions import Action
from koikoi.engine.flow import legal_actions
from koikoi.engine.view import PlayerView, view
from koikoi.host.thinking import Thinking, Times
from koikoi.match.player import Answer
from tests.engine.walk import COURSES, walk
from tests.review.matches import recorded

PATIENT = Times(wait=60, think=60, move=60, hint_wait=60, hint=60, stuck=60, look=0.01)
"""No test waits for a machine that is busy with something else."""

MATCH = recorded(rounds=1, plies=3, resigns=True)


class Told:
    """A log that is kept."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, event: str, **fields: Any) -> None:
        self.lines.append((event, fields))

    def of(self, event: str) -> list[dict[str, Any]]:
        return [fields for name, fields in self.lines if name == event]


TOLD = Told()


@cache
def decisions(name: str = "standard") -> list[tuple[PlayerView, tuple[Action, ...]]]:
    """Choices of one round, of every phase."""
    course = COURSES[name]
    course = course._replace(rules=replace(course.rules, rounds=1))
    states = [step.state for step in walk(course, "thinking") if step.state.to_act is not None]
    found = [(view(state, state.to_act), legal_actions(state)) for state in states]
    return [(seen, legal) for seen, legal in found if len(legal) > 1]


def first() -> tuple[PlayerView, tuple[Action, ...]]:
    return decisions()[0]


def alone(agent: str, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
    """What the agent answers with nobody else about."""
    return Answer(koikoi.ai.load(agent, "seed").choose(seen, legal))


def impression(seen: PlayerView, legal: tuple[Action, ...]) -> Action:
    agent = koikoi.ai.load("5", "seed")
    assert isinstance(agent, NetworkAgent)
    halt = Halt()
    halt.stop()
    return agent.think(seen, legal, halt)


async def the_same(thinking: Thinking) -> None:
    seen, legal = first()
    assert await thinking.choose("5", "seed", seen, legal) == alone("5", seen, legal)


class Held:
    """The only process, held for a while: it goes on with nothing."""

    def __init__(self, thinking: Thinking) -> None:
        (self.pid,) = thinking.pool.processes

    def __enter__(self) -> int:
        os.kill(self.pid, signal.SIGSTOP)
        return self.pid

    def __exit__(self, *_: object) -> None:
        os.kill(self.pid, signal.SIGCONT)


async def until_waiting(thinking: Thinking, count: int) -> None:
    while thinking.status().waiting != count:  # noqa: ASYNC110 - a turn of the loop, no time
        await asyncio.sleep(0)


def asked(thinking: Thinking) -> asyncio.Task[Answer]:
    seen, legal = first()
    return asyncio.ensure_future(thinking.choose("5", "seed", seen, legal))


async def until_asked_of_it(thinking: Thinking) -> None:
    while thinking.pool._free:  # noqa: ASYNC110 - a turn of the loop, no time
        await asyncio.sleep(0)
