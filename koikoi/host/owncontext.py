"""Everybody's screen is drawn as theirs, whoever has something drawn on it.

The library finds the app that something belongs to by the context that the running code was begun
in. Here apps have things drawn on one another's screens, by the tables between them; so whatever
comes to a screen from elsewhere goes on in the context of that screen. And what outlives screens,
as tables do, is begun in no app's context, which would keep the app alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from typing import Any, TypeVar

from koikoi.engine.actions import Action, Seat
from koikoi.engine.view import PlayerView
from koikoi.host.chairs import Desk, Saying
from koikoi.match.player import Answer

_T = TypeVar("_T")


def begun_apart(course: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
    """Begins something that belongs to no app."""
    return asyncio.get_running_loop().create_task(course, context=Context())


def at_home(call: Callable[[], None]) -> Callable[[], None]:
    """A call that goes on in the context of now, from wherever it is made."""
    context = copy_context()
    # A copy each time: what is being run in a context cannot be entered once more.
    return lambda: context.copy().run(call)


class HomeDesk:
    """A desk that is spoken to in the context of its screen.

    Args:
        desk: The desk; now is the context of its screen.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._context = copy_context()

    async def _there(self, course: Coroutine[Any, Any, _T]) -> _T:
        loop = asyncio.get_running_loop()
        return await loop.create_task(course, context=self._context.copy())

    async def ask(self, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person, once they have seen everything."""
        return await self._there(self._desk.ask(seat, seen, legal))

    async def acknowledge(self, seen: PlayerView) -> bool:
        """Waits until the result of a round has been read; returns whether they resign."""
        return await self._there(self._desk.acknowledge(seen))

    def say(self, said: Saying) -> None:
        """Says something that is no part of the game, in the language of who reads it."""
        self._context.copy().run(self._desk.say, said)

    def lingers(self, name: str) -> None:
        """The other one lets them wait: they may want the computer to play."""
        self._context.copy().run(self._desk.lingers, name)

    def relieved(self) -> None:
        """The other one has moved, or is moved for: nothing is asked any more."""
        self._context.copy().run(self._desk.relieved)

    def replaced(self) -> None:
        """The computer plays in their place, until they take it back."""
        self._context.copy().run(self._desk.replaced)
