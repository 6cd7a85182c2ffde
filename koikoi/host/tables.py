"""Tables of the house: matches that go on while people come and go.

A table lives outside all screens. It is begun when somebody sits down, goes on as long as somebody
is there, and rests, saved, where everybody has been away for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from koikoi.ai.agent import agent_seed
from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.view import PlayerView
from koikoi.host.chairs import Chair, Desk, Saying
from koikoi.host.feed import Rounds
from koikoi.host.opening import Begun, called, result_of
from koikoi.host.owncontext import begun_apart
from koikoi.host.standings import MatchResult
from koikoi.match.player import Player
from koikoi.match.session import Listener, Session
from koikoi.table.setup import THINKING_LIMIT
from koikoi.text.catalogue import Text

if TYPE_CHECKING:
    from koikoi.host.eventlog import Log

STAND_IN: Final = "shika"
"""Who sits in for somebody: a good club player."""


class Patience(NamedTuple):
    """For how many seconds a table waits.

    Attributes:
        hold: For somebody who has gone, before the computer sits in or the match rests.
        slow: For somebody's move, before the other one may want the computer to play.
    """

    hold: float = 120.0
    slow: float = 60.0


class Computers(Protocol):
    """Who makes computer players."""

    def player(self, agent: str, seed: str, name: str) -> Player:
        """An agent in a seat.

        Raises:
            UnknownAgent: There is none.
        """


class House(Protocol):
    """What a table needs of where it stands."""

    @property
    def text(self) -> Text:
        """The language of what is said."""

    @property
    def log(self) -> Log:
        """Where events are noted."""

    @property
    def computers(self) -> Computers:
        """Who makes computer players."""

    def changed(self) -> None:
        """Something that others see has changed."""

    async def saved(self, table: HostedTable) -> None:
        """Nobody plays just now: its record is made whole, and given back."""

    async def ended(self, table: HostedTable) -> None:
        """The match is over."""

    def rests(self, table: HostedTable) -> None:
        """The match rests, saved; nobody is at the table any more."""


class HostedTable:
    """A match, whoever is there.

    Args:
        begun: The match with what saves it.
        house: Where it stands.
        patience: For how long it waits.

    Attributes:
        noted: What the register knows of it.
        saver: What saves it.
        chairs: The chairs of people, ``None`` for the computer's.
        over: Set once the match is over.
        rested: Set once the match rests.
        closing: Whether it is about to be one of these: nobody sits down any more.
        seated_at: When somebody last sat down, by the clock of the event loop.
        wants: Who wants to play again, once it is over.
        staying: Who has not left since.
        again: The table at which they play again.
        watchers: How many watch.

    Raises:
        UnknownAgent: The match is against an agent that there is not.
    """

    def __init__(self, begun: Begun, house: House, patience: Patience) -> None:
        self.noted, self._state, self.saver = begun
        self._house = house
        self._patience = patience
        self.over, self.rested = asyncio.Event(), asyncio.Event()
        self.closing = False
        self.seated_at = 0.0
        self.wants: set[Seat] = set()
        self.staying: set[Seat] = set()
        self.again: HostedTable | None = None
        self.watchers = 0
        # At a match that goes on everybody has been before.
        self._known: set[Seat] = set(SEATS) if begun.state.ply else set()
        self.chairs: tuple[Chair | None, Chair | None] = (self._chair(0), self._chair(1))
        computers = [chair is None for chair in self.chairs]
        self.session = Session(
            begun.state,
            (self._player(0), self._player(1)),
            recorder=self.saver,
            limits=(
                THINKING_LIMIT if computers[0] else None,
                THINKING_LIMIT if computers[1] else None,
            ),
        )
        self.session.subscribe(Rounds(house.changed), None)
        loop = self._loop = asyncio.get_running_loop()

        def tell(_: str) -> None:
            loop.call_soon_threadsafe(self._disk)  # the saver writes in a thread

        self.saver.tell = tell
        self._timers: dict[Seat, asyncio.TimerHandle] = {}
        self._slow: dict[Seat, asyncio.TimerHandle] = {}
        self._course: asyncio.Task[None] | None = None
        # Whoever it was made for may have gone before it was.
        self._unused = loop.call_later(patience.hold, self._stop, context=Context())
        self._putting_away: asyncio.Task[None] | None = None

    def _chair(self, seat: Seat) -> Chair | None:
        there = self.noted.seats[seat]
        if there.agent:
            return None
        return Chair(seat, there.name, partial(self._asked, seat))

    def _player(self, seat: Seat) -> Player:
        chair = self.chairs[seat]
        return chair or self._computer(seat, self.noted.seats[seat].agent)

    def _computer(self, seat: Seat, agent: str) -> Player:
        seed = agent_seed(self._state.seed, seat)
        return self._house.computers.player(agent, seed, self.names[seat])

    # What others see of it.

    @property
    def names(self) -> tuple[str, str]:
        """What both seats are called."""
        first, second = (called(self._house.text, seat.name) for seat in self.noted.seats)
        return first, second

    @property
    def running(self) -> bool:
        """Whether the match is being played."""
        return self._course is not None and not self._course.done() and not self.closing

    @property
    def of_people(self) -> bool:
        """Whether two people play."""
        return None not in self.chairs

    def there(self, seat: Seat) -> bool:
        """Whether somebody is at the table, or has just played there."""
        chair = self.chairs[seat]
        return chair is None or chair.there or seat in self.staying

    def view(self, seat: Seat | None) -> PlayerView:
        """The match as a seat (``None``: a watcher) may know it now."""
        return self.session.view(seat)

    def subscribe(self, listener: Listener, seat: Seat | None) -> None:
        """Adds a listener who is not counted, such as the big screen."""
        self.session.subscribe(listener, seat)

    def unsubscribe(self, listener: Listener) -> None:
        """Takes a listener away."""
        self.session.unsubscribe(listener)

    def watched_by(self, by: int) -> None:
        """So many more people watch."""
        self.watchers += by
        self._house.changed()

    def seat_of(self, person: int) -> Seat | None:
        """The seat of somebody, ``None`` where they do not play here."""
        return next((seat for seat in SEATS if self.noted.seats[seat].person == person), None)

    # Who comes and goes.

    def sit(self, seat: Seat, desk: Desk, feed: Listener) -> None:
        """Somebody sits down in their chair; with the first one the match begins, or goes on."""
        chair = self.chairs[seat]
        assert chair is not None
        self._unused.cancel()
        self.session.subscribe(feed, seat)
        back = seat in self._known and not chair.there
        self._known.add(seat)
        self.seated_at = self._loop.time()
        self._stop_timer(seat)
        chair.sit(desk)
        if self.running:
            if back:
                self._say_to(other(seat), lambda text: text.t("{name} is back", name=chair.name))
            self._seat_in_for(other(seat))
        elif self._course is None and not self.closing:
            for place, one in enumerate(self.chairs):
                if one is not None and not one.there:
                    self._hold(SEATS[place])
            self._course = begun_apart(self._run())
        self._house.changed()

    def _seat_in_for(self, seat: Seat) -> None:
        """Lets the computer play for somebody who has been away for too long already."""
        chair = self.chairs[seat]
        if chair is not None and not (chair.there or chair.stand_in or seat in self._timers):
            self.play_for(seat)

    def rise(self, seat: Seat, desk: Desk, feed: Listener, *, dropped: bool) -> None:
        """Somebody has gone; their chair is kept for a while."""
        self.session.unsubscribe(feed)
        chair = self.chairs[seat]
        assert chair is not None
        if chair.desk is not desk:
            return  # they have come back by another way
        chair.rise(desk)
        if self.running:
            self._say_to(other(seat), lambda text: _gone(text, chair.name, dropped=dropped))
            self._hold(seat)
        self._house.changed()

    def replace(self, seat: Seat) -> None:
        """Lets the computer play for somebody who lets the other one wait; nobody else is."""
        chair = self.chairs[seat]
        if chair is not None and chair.waiting:
            self.play_for(seat)

    def play_for(self, seat: Seat) -> None:
        """Lets the computer play in somebody's place until they take it back, or come back."""
        chair = self.chairs[seat]
        if chair is None or not self.running:
            return
        chair.seat_in(self._computer(seat, STAND_IN))
        self._say_to(
            other(seat), lambda text: text.t("The computer plays for {name} now", name=chair.name)
        )
        self._house.log("stand-in", table=self.noted.id, name=chair.name)
        if chair.desk is not None:
            chair.desk.replaced()

    def take_back(self, seat: Seat) -> None:
        """Somebody who is there plays on themselves."""
        chair = self.chairs[seat]
        if chair is not None and chair.there and chair.stand_in is not None:
            chair.take_back()
            self._say_to(other(seat), lambda text: text.t("{name} plays again", name=chair.name))

    async def rest(self) -> None:
        """Ends what goes on; the match is saved as it is."""
        self._stop()
        ending = self._course or self._putting_away
        if ending is not None:
            await asyncio.wait([ending])

    def _stop(self) -> None:
        if self.closing:
            return  # what ends must not be cut short
        self.closing = True
        if self._course is not None:
            self._course.cancel()
        else:
            self._unused.cancel()
            self._putting_away = begun_apart(self._end(over=False))

    def _hold(self, seat: Seat) -> None:
        self._stop_timer(seat)
        self._timers[seat] = self._later(self._patience.hold, self._gone, seat)

    def _later(
        self, seconds: float, call: Callable[[Seat], None], seat: Seat
    ) -> asyncio.TimerHandle:
        return self._loop.call_later(seconds, call, seat, context=Context())

    def _stop_timer(self, seat: Seat) -> None:
        timer = self._timers.pop(seat, None)
        if timer is not None:
            timer.cancel()

    def _gone(self, seat: Seat) -> None:
        """Somebody has been away for too long."""
        del self._timers[seat]
        if any(chair is not None and chair.plays for chair in self.chairs):
            self.play_for(seat)
        elif not self._timers:
            self._stop()

    # Who lets others wait.

    def _asked(self, seat: Seat) -> None:
        """The table begins to wait for somebody, or does not any more."""
        timer = self._slow.pop(seat, None)
        if timer is not None:
            timer.cancel()
        chair, rival = self.chairs[seat], self.chairs[other(seat)]
        if chair is None or rival is None:
            return
        if chair.waiting:
            self._wait_for(seat)
        elif rival.desk is not None:
            rival.desk.relieved()

    def _wait_for(self, seat: Seat) -> None:
        self._slow[seat] = self._later(self._patience.slow, self._lingers, seat)

    def _lingers(self, seat: Seat) -> None:
        chair, rival = self.chairs[seat], self.chairs[other(seat)]
        assert chair is not None
        assert rival is not None
        # Between rounds both may be waited for: who has not read the result is not kept waiting.
        if rival.desk is not None and rival.plays and not rival.waiting:
            rival.desk.lingers(chair.name)
        self._wait_for(seat)

    def _say_to(self, seat: Seat, said: Saying) -> None:
        chair = self.chairs[seat]
        if chair is not None and chair.desk is not None:
            chair.desk.say(said)

    def _disk(self) -> None:
        """What saves the match has something to say."""
        saved = self.saver.saved
        self._house.log("saved again" if saved else "not saved", table=self.noted.id)
        for seat in SEATS:
            self._say_to(seat, lambda text: _on_disk(text, saved=saved))

    # The match.

    async def _run(self) -> None:
        over = False
        try:
            over = await self.session.run()
        except asyncio.CancelledError:
            over = self.session.over  # its last action was being written
        except Exception as error:
            # No more than the name: what an exception says may hold hidden cards.
            self._house.log("table broke", table=self.noted.id, error=type(error).__name__)
        self.closing = True
        await self._end(over=over)

    async def _end(self, *, over: bool) -> None:
        """Saves what there is; nothing cuts this short."""
        for timer in (*self._timers.values(), *self._slow.values()):
            timer.cancel()
        self._timers.clear()
        self._slow.clear()
        try:
            await self._house.saved(self)
            if over:
                await self._house.ended(self)
        finally:
            if over:
                self.over.set()
            else:
                self._house.rests(self)
                self.rested.set()

    def result(self) -> MatchResult:
        """What came of the match, which is over."""
        return result_of(self.noted, self.session.view(None), self.saver.hints)


def _gone(text: Text, name: str, *, dropped: bool) -> str:
    if dropped:
        return text.t("The line of {name} has dropped; their seat is kept", name=name)
    return text.t("{name} has left; their seat is kept", name=name)


def _on_disk(text: Text, *, saved: bool) -> str:
    if saved:
        return text.t("This match is saved again")
    return text.t("This match cannot be saved just now; it goes on, and is saved later")
