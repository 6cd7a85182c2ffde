"""A person's chair at a table: who sits in it may come and go, and the computer may sit in.

For the session there is one player in it all the time. An answer comes from the screen that is in
front of the chair; where it goes away in the middle of a question, the next one is asked the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from koikoi.engine.actions import Action, Resign, Seat
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer, Player
from koikoi.text.catalogue import Text

Saying: TypeAlias = Callable[[Text], str]
"""Something that is said in the language of whoever reads it."""

_T = TypeVar("_T")

AWAY_MARK: Final = "away"
"""The record's mark of a move that the computer made in the place of a person."""


class Desk(Protocol):
    """A screen in front of a chair."""

    async def ask(self, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person, once they have seen everything."""

    async def acknowledge(self, seen: PlayerView) -> bool:
        """Waits until the result of a round has been read; returns whether they resign."""

    def say(self, said: Saying) -> None:
        """Says something that is no part of the game, in the language of who reads it."""

    def lingers(self, name: str) -> None:
        """The other one lets them wait: they may want the computer to play."""

    def relieved(self) -> None:
        """The other one does not let them wait any more."""

    def replaced(self) -> None:
        """The computer plays in their place, until they take it back."""


class Chair:
    """A person's seat.

    Args:
        seat: The seat.
        name: What they are called at the table.
        changed: Called when somebody is asked, and when nobody is any more.
    """

    def __init__(self, seat: Seat, name: str, changed: Callable[[], None]) -> None:
        self.seat: Final = seat
        self._name = name
        self._changed = changed
        self._moved = asyncio.Event()
        self.desk: Desk | None = None
        self.stand_in: Player | None = None
        self.waiting = False
        """Whether the table waits for this person."""

    @property
    def name(self) -> str:
        """The name that others read."""
        return self._name

    @property
    def there(self) -> bool:
        """Whether the person is there."""
        return self.desk is not None

    @property
    def plays(self) -> bool:
        """Whether the person is there, and plays."""
        return self.desk is not None and self.stand_in is None

    def sit(self, desk: Desk) -> None:
        """The person is there: nobody sits in for them any more."""
        self.desk, self.stand_in = desk, None
        self._turn()

    def rise(self, desk: Desk) -> None:
        """The person has gone; nothing happens where they have come back by another way."""
        if self.desk is desk:
            self.desk = None
            self._turn()

    def seat_in(self, player: Player) -> None:
        """Lets somebody sit in until the person comes back."""
        self.stand_in = player
        self._turn()

    def take_back(self) -> None:
        """The person, who is there, plays again."""
        self.stand_in = None
        self._turn()

    def _turn(self) -> None:
        """Whoever is asked is no longer the one to ask."""
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    # What the session asks.

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks whoever sits there."""

        async def ask(desk: Desk) -> Answer:
            return await desk.ask(self.seat, seen, legal)

        async def ask_stand_in(player: Player) -> Answer:
            answer = await player.decide(seen, legal)
            return Answer(answer.action, (*answer.marks, AWAY_MARK))

        return await self._asked(ask, ask_stand_in)

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Waits until whoever sits there has read the result of a round."""

        async def read(desk: Desk) -> Resign | None:
            return Resign(self.seat) if await desk.acknowledge(seen) else None

        async def at_once(player: Player) -> Resign | None:
            return await player.ready(seen)

        return await self._asked(read, at_once)

    async def _asked(
        self, ask: Callable[[Desk], Awaitable[_T]], instead: Callable[[Player], Awaitable[_T]]
    ) -> _T:
        """The answer of whoever sits there when it comes."""
        try:
            while True:
                # Elsewhere, so that nothing here holds on to a screen that has gone.
                answered = await self._asked_once(ask, instead)
                if answered:
                    return answered[0]
        finally:
            self._waits(False)

    async def _asked_once(
        self, ask: Callable[[Desk], Awaitable[_T]], instead: Callable[[Player], Awaitable[_T]]
    ) -> tuple[_T, ...]:
        """The answer of whoever sits there now, in a tuple; an empty one where that changes."""
        moved = asyncio.ensure_future(self._moved.wait())
        asked: list[asyncio.Future[_T]] = []
        if self.stand_in is not None:
            self._waits(False)
            asked.append(asyncio.ensure_future(instead(self.stand_in)))
        else:
            self._waits(True)
            if self.desk is not None:
                asked.append(asyncio.ensure_future(ask(self.desk)))
        both: list[asyncio.Future[Any]] = [moved, *asked]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            return (asked[0].result(),) if asked and asked[0].done() else ()
        finally:
            for one in both:
                one.cancel()
            await asyncio.wait(both)

    def _waits(self, waiting: bool) -> None:
        if self.waiting is not waiting:
            self.waiting = waiting
            self._changed()
