"""Tables of the house: matches that go on while people come and go.

A table lives outside all screens. It is begun when somebody sits down, goes on as long as somebody
is there, and rests, saved, where everybody has been away for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from koikoi.ai.agent import agent_seed
from koikoi.ai.levels import character
from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.events import MatchOutcome
from koikoi.engine.flow import new_match
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, view
from koikoi.host.chairs import Chair, Desk
from koikoi.host.ledger import OpenSeat, OpenTable
from koikoi.host.standings import Ending, MatchResult, Side
from koikoi.match.player import Player
from koikoi.match.session import Listener, Session
from koikoi.record.reader import load
from koikoi.record.record import PERSON, RecordPlayer
from koikoi.record.replay import final_state
from koikoi.record.writer import RecordWriter
from koikoi.store.matches import new_match_path
from koikoi.table.hints import hints_of
from koikoi.table.saver import Saver
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
        """An agent in a seat."""


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

    async def ended(self, table: HostedTable) -> None:
        """The match is over."""

    def rests(self, table: HostedTable) -> None:
        """The match rests, saved; nobody is at the table any more."""


class Begun(NamedTuple):
    """A match with what saves it."""

    noted: OpenTable
    state: MatchState
    saver: Saver


def begun(
    rules: Rules, seats: tuple[OpenSeat, OpenSeat], noted: OpenTable, folder: Path, text: Text
) -> Begun:
    """Begins a match with its record. Takes its time: for a thread.

    Args:
        rules: The rules.
        seats: Who plays.
        noted: The table; its id and its record are made here.
        folder: The folder of the records.
        text: The language.

    Raises:
        OSError: It cannot be recorded. Without a record a table could not survive its host.
    """
    # What the library of secrets does; the number is told only when the match is over.
    from os import urandom

    state = new_match(rules, urandom(16).hex())
    first, second = (_recorded(seat) for seat in seats)
    while True:
        path = new_match_path(noted.created, state.commitment, folder)
        try:
            writer = RecordWriter.create(path, state, (first, second), noted.created)
        except FileExistsError:
            continue
        break
    saver = Saver(writer, text, "", count=lambda *_: "")
    stem = path.name.partition(".")[0]
    return Begun(noted._replace(id=stem, record=path.name, seats=seats), state, saver)


def _recorded(seat: OpenSeat) -> RecordPlayer:
    if not seat.agent:
        return RecordPlayer(seat.name, PERSON)
    played = character(seat.agent)
    return RecordPlayer(seat.name, seat.agent, None if played is None else played.level)


def resumed(noted: OpenTable, folder: Path, text: Text) -> Begun:
    """Takes a match up again from its record. Takes its time: for a thread.

    Raises:
        OSError: Its record cannot be used.
        RecordError: It is damaged, or its match is over.
    """
    path = folder / noted.record
    record = load(path)
    writer = RecordWriter.resume(path)
    saver = Saver(writer, text, "", count=lambda *_: "")
    saver.take_up(record)
    return Begun(noted, writer.state, saver)


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
        wants: Who wants to play again, once it is over.
        staying: Who has not left since.
        again: The table at which they play again.
        watchers: How many watch.
    """

    def __init__(self, begun: Begun, house: House, patience: Patience) -> None:
        self.noted, self._state, self.saver = begun
        self._house = house
        self._patience = patience
        self.over, self.rested = asyncio.Event(), asyncio.Event()
        self.wants: set[Seat] = set()
        self.staying: set[Seat] = set()
        self.again: HostedTable | None = None
        self.watchers = 0
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
        loop = asyncio.get_running_loop()

        def tell(_: str) -> None:
            loop.call_soon_threadsafe(self._disk)  # the saver writes in a thread

        self.saver.tell = tell
        self._timers: dict[Seat, asyncio.TimerHandle] = {}
        self._slow: dict[Seat, asyncio.TimerHandle] = {}
        self._course: asyncio.Task[None] | None = None

    def _chair(self, seat: Seat) -> Chair | None:
        there = self.noted.seats[seat]
        if there.agent:
            return None
        return Chair(seat, there.person, there.name, partial(self._asked, seat))

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
        first, second = self.noted.seats
        return first.name, second.name

    @property
    def running(self) -> bool:
        """Whether the match is being played."""
        return self._course is not None and not self._course.done()

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
        """Adds a listener; watchers are counted."""
        self.session.subscribe(listener, seat)
        if seat is None:
            self.watchers += 1
            self._house.changed()

    def unsubscribe(self, listener: Listener) -> None:
        """Takes a watcher away."""
        self.session.unsubscribe(listener)
        self.watchers -= 1
        self._house.changed()

    def seat_of(self, person: int) -> Seat | None:
        """The seat of somebody, ``None`` where they do not play here."""
        return next((seat for seat in SEATS if self.noted.seats[seat].person == person), None)

    # Who comes and goes.

    def sit(self, seat: Seat, desk: Desk, feed: Listener) -> None:
        """Somebody sits down in their chair; with the first one the match begins, or goes on."""
        chair = self.chairs[seat]
        assert chair is not None
        self.session.subscribe(feed, seat)
        back = chair.stand_in is not None or seat in self._timers
        self._stop_timer(seat)
        chair.sit(desk)
        if self.running:
            if back:
                self._say_to(other(seat), self._house.text.t("{name} is back", name=chair.name))
        elif not self.over.is_set():
            for place, one in enumerate(self.chairs):
                if one is not None and not one.there:
                    self._hold(SEATS[place])
            self._course = asyncio.ensure_future(self._run())
        self._house.changed()

    def rise(self, seat: Seat, desk: Desk, feed: Listener, *, dropped: bool) -> None:
        """Somebody has gone; their chair is kept for a while."""
        self.session.unsubscribe(feed)
        chair = self.chairs[seat]
        assert chair is not None
        if chair.desk is not desk:
            return  # they have come back by another way
        chair.rise(desk)
        if self.running:
            text = self._house.text
            gone = (
                text.t("The line of {name} has dropped; their seat is kept", name=chair.name)
                if dropped
                else text.t("{name} has left; their seat is kept", name=chair.name)
            )
            self._say_to(other(seat), gone)
            self._hold(seat)
        self._house.changed()

    def play_for(self, seat: Seat) -> None:
        """Lets the computer play in somebody's place until they take it back, or come back."""
        chair = self.chairs[seat]
        if chair is None or not self.running:
            return
        chair.seat_in(self._computer(seat, STAND_IN))
        said = self._house.text.t("The computer plays for {name} now", name=chair.name)
        self._say_to(other(seat), said)
        self._house.log("stand-in", table=self.noted.id, name=chair.name)
        if chair.desk is not None:
            chair.desk.replaced()

    def take_back(self, seat: Seat) -> None:
        """Somebody who is there plays on themselves."""
        chair = self.chairs[seat]
        if chair is not None and chair.there and chair.stand_in is not None:
            chair.take_back()
            text = self._house.text
            self._say_to(other(seat), text.t("{name} plays again", name=chair.name))

    async def rest(self) -> None:
        """Ends what goes on; the match is saved as it is."""
        if self._course is not None:
            self._course.cancel()
            await asyncio.wait([self._course])

    def _hold(self, seat: Seat) -> None:
        self._stop_timer(seat)
        loop = asyncio.get_running_loop()
        self._timers[seat] = loop.call_later(self._patience.hold, self._gone, seat)

    def _stop_timer(self, seat: Seat) -> None:
        timer = self._timers.pop(seat, None)
        if timer is not None:
            timer.cancel()

    def _gone(self, seat: Seat) -> None:
        """Somebody has been away for too long."""
        del self._timers[seat]
        if not any(chair is not None and chair.there for chair in self.chairs):
            if not self._timers and self._course is not None:
                self._course.cancel()
        else:
            self.play_for(seat)

    # Who lets others wait.

    def _asked(self, seat: Seat) -> None:
        """The table begins to wait for somebody, or does not any more."""
        timer = self._slow.pop(seat, None)
        if timer is not None:
            timer.cancel()
        chair = self.chairs[seat]
        if chair is not None and chair.waiting and self.of_people:
            loop = asyncio.get_running_loop()
            self._slow[seat] = loop.call_later(self._patience.slow, self._lingers, seat)

    def _lingers(self, seat: Seat) -> None:
        del self._slow[seat]
        chair, rival = self.chairs[seat], self.chairs[other(seat)]
        assert chair is not None
        assert rival is not None
        # Between rounds both may be waited for: who has not read the result is not kept waiting.
        if rival.desk is not None and not rival.waiting:
            rival.desk.lingers(chair.name)
        self._asked(seat)

    def _say_to(self, seat: Seat, said: str) -> None:
        chair = self.chairs[seat]
        if chair is not None and chair.desk is not None:
            chair.desk.say(said)

    def _disk(self) -> None:
        """What saves the match has something to say."""
        text, saved = self._house.text, self.saver.saved
        self._house.log("saved again" if saved else "not saved", table=self.noted.id)
        said = (
            text.t("This match is saved again")
            if saved
            else text.t("This match cannot be saved just now; it goes on, and is saved later")
        )
        for seat in SEATS:
            self._say_to(seat, said)

    # The match.

    async def _run(self) -> None:
        house = self._house
        try:
            if await self.session.run():
                await asyncio.to_thread(self.saver.kept)
                await house.ended(self)
                self.over.set()
        except asyncio.CancelledError:
            pass  # the match rests
        except Exception as error:
            # No more than the name: what an exception says may hold hidden cards.
            house.log("table broke", table=self.noted.id, error=type(error).__name__)
        finally:
            for timer in (*self._timers.values(), *self._slow.values()):
                timer.cancel()
            self._timers.clear()
            self._slow.clear()
            if not self.over.is_set():
                await asyncio.to_thread(self.saver.farewell)
            self.saver.close()
            if not self.over.is_set():
                self.rested.set()
                house.rests(self)

    def result(self) -> MatchResult:
        """What came of the match, which is over."""
        return result_of(self.noted, self.session.view(None), self.saver.hints)


def counted(noted: OpenTable, folder: Path) -> MatchResult | None:
    """What came of a match that was not counted when it ended; ``None`` where it is not over.

    Raises:
        OSError: Its record cannot be read.
        RecordError: It is damaged.
    """
    record = load(folder / noted.record)
    if not record.finished:
        return None
    return result_of(noted, view(final_state(record), None), hints_of(record))


def result_of(noted: OpenTable, seen: PlayerView, hints: Sequence[int]) -> MatchResult:
    """What came of a match that is over.

    Args:
        noted: Its table.
        seen: What everybody sees of it.
        hints: How many hints each seat was shown.
    """
    assert seen.phase is Phase.MATCH_OVER
    assert seen.result is not None
    sides = []
    for seat, there in enumerate(noted.seats):
        played = character(there.agent) if there.agent else None
        level = None if played is None else played.level
        points = seen.scores[seat]
        sides.append(Side(there.person, there.name, there.agent, level, points, hints[seat]))
    resigned = seen.result.outcome is MatchOutcome.RESIGNED
    return MatchResult(
        noted.record,
        noted.event,
        noted.created,
        datetime.now(UTC),
        seen.rules.name,
        seen.rules.rounds,
        (sides[0], sides[1]),
        seen.result.winner,
        Ending.FORFEIT if resigned else Ending.FINISHED,
    )
