"""Who is in the house, which tables there are, and who waits for somebody to play with."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from koikoi.ai.levels import LEVELS, character
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.host.database import RegisterError
from koikoi.host.eventlog import Log
from koikoi.host.ledger import OpenSeat, OpenTable
from koikoi.host.names import CLEAR_LETTERS
from koikoi.host.people import Person
from koikoi.host.register import Register
from koikoi.host.tables import Computers, HostedTable, Patience, begun, resumed
from koikoi.record.errors import RecordError
from koikoi.store.matches import set_aside
from koikoi.store.places import made
from koikoi.text.catalogue import Text
from koikoi.text.opponents import opponent

_CODE: Final = 4
"""Characters of the code of a table."""

MOST_RESTING: Final = 8
"""Matches that somebody may have begun and not ended."""


class Guest(Protocol):
    """Somebody's stay in the house."""

    person: Person
    doing: str

    def takes_over(self, said: str) -> None:
        """They have come in another way: this stay ends."""


class Offer(NamedTuple):
    """Somebody waits for another person to play with.

    Attributes:
        code: What another one may type to sit down there.
        person: Who waits.
        rules: The rules of the match.
        table: The table, once there is one.
    """

    code: str
    person: Person
    rules: Rules
    table: asyncio.Future[HostedTable]


class TooMany(Exception):
    """They have begun so many matches that some have to be ended first."""


class Lobby:
    """The house, as everybody in it sees it.

    Args:
        register: Who plays here, and what has come of it.
        folder: The folder of the records.
        event: The event.
        computers: Who makes computer players.
        log: Where events are noted.
        text: The language.
        patience: For how long tables wait.

    Attributes:
        guests: Who is here, by the register.
        offers: Who waits for somebody, by the code.
        noted: Every match that is not over, by its table.
        tables: Those that are being played.
    """

    def __init__(
        self,
        register: Register,
        folder: Path,
        event: str,
        computers: Computers,
        log: Log,
        text: Text,
        patience: Patience,
    ) -> None:
        self.register, self.folder, self.event = register, folder, event
        self.computers, self.log, self.text = computers, log, text
        self._patience = patience
        self.guests: dict[int, Guest] = {}
        self.offers: dict[str, Offer] = {}
        self.noted: dict[str, OpenTable] = {one.id: one for one in register.open_tables()}
        self.tables: dict[str, HostedTable] = {}
        self._opening = asyncio.Lock()
        self._told: set[Callable[[], None]] = set()
        self._telling = False
        self._waiting: set[asyncio.Future[None]] = set()

    # Who is told.

    def changed(self) -> None:
        """Tells everybody who looks that something is otherwise; once for many changes."""
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._telling = False
        for told in tuple(self._told):
            told()
        waiting, self._waiting = self._waiting, set()
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def subscribe(self, told: Callable[[], None]) -> None:
        """Lets somebody be told."""
        self._told.add(told)

    def unsubscribe(self, told: Callable[[], None]) -> None:
        """Lets them be told no more."""
        self._told.discard(told)

    def next_change(self) -> asyncio.Future[None]:
        """Is done once something is otherwise, from now on."""
        change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(change)
        return change

    # Who is here.

    def came(self, guest: Guest) -> None:
        """Somebody has come in; where they are here already, that stay ends."""
        before = self.guests.get(guest.person.id)
        self.guests[guest.person.id] = guest
        if before is not None and before is not guest:
            before.takes_over(self.text.t("You have come in from another terminal."))
        self.changed()

    def went(self, guest: Guest) -> None:
        """Somebody has gone."""
        if self.guests.get(guest.person.id) is guest:
            del self.guests[guest.person.id]
            for offer in self.offers_of(guest.person.id):
                self.withdraw(offer)
        self.changed()

    # Who waits for somebody.

    def offers_of(self, person: int) -> list[Offer]:
        """What somebody offers."""
        return [one for one in self.offers.values() if one.person.id == person]

    def offer(self, person: Person, rules: Rules) -> Offer:
        """Lets somebody wait for another person."""
        for before in self.offers_of(person.id):
            self.withdraw(before)
        code = next(code for code in iter(_new_code, None) if code not in self.offers)
        made_ = Offer(code, person, rules, asyncio.get_running_loop().create_future())
        self.offers[code] = made_
        self.changed()
        return made_

    def withdraw(self, offer: Offer) -> None:
        """They wait no more."""
        if self.offers.get(offer.code) is offer:
            del self.offers[offer.code]
        if not offer.table.done():
            offer.table.cancel()
        self.changed()

    def find(self, typed: str) -> Offer | None:
        """Who waits with this code, as it was typed."""
        return self.offers.get(typed.strip().lower())

    async def join(self, offer: Offer, person: Person) -> HostedTable | None:
        """Sits somebody down with whoever waits; ``None`` where another one was faster.

        Raises:
            OSError: The match cannot be recorded.
            TooMany: One of them has begun too many matches.
        """
        if self.offers.get(offer.code) is not offer or offer.person.id == person.id:
            return None
        del self.offers[offer.code]  # nobody else may take it meanwhile
        seats = (OpenSeat(offer.person.id, offer.person.name), OpenSeat(person.id, person.name))
        try:
            table = await self.begin(offer.rules, seats)
        except BaseException:
            self.withdraw(offer)
            raise
        if not offer.table.done():
            offer.table.set_result(table)
        return table

    # Tables.

    def against(self, person: Person, agent: str) -> tuple[OpenSeat, OpenSeat]:
        """The seats of a match against the computer.

        Args:
            person: The person.
            agent: The level, or the agent's name.
        """
        played = character(agent)
        if played is None:
            return OpenSeat(person.id, person.name), OpenSeat(None, self.text.t("Computer"), agent)
        name = opponent(self.text, LEVELS[played.level]).name
        return OpenSeat(person.id, person.name), OpenSeat(None, name, played.key)

    async def begin(
        self, rules: Rules, seats: tuple[OpenSeat, OpenSeat], again: str = ""
    ) -> HostedTable:
        """Sets a table up.

        Raises:
            OSError: The match cannot be recorded.
            TooMany: One of them has begun too many matches.
        """
        for seat in seats:
            if seat.person is not None and len(self.matches_of(seat.person)) >= MOST_RESTING:
                raise TooMany
        noted = OpenTable("", "", seats, self.event, datetime.now(UTC), "", again)
        async with self._opening:
            made_ = await asyncio.to_thread(
                lambda: begun(rules, seats, noted, made(self.folder), self.text)
            )
            await asyncio.to_thread(self.register.note_table, made_.noted)
        table = HostedTable(made_, self, self._patience)
        self._opened(table)
        return table

    async def take_up(self, noted: OpenTable) -> HostedTable:
        """The table of a match that is not over, as it was left.

        Raises:
            OSError: Its record cannot be used.
            RecordError: It is damaged; it is set aside, and the match is gone from the list.
        """
        async with self._opening:
            if (there := self.tables.get(noted.id)) is not None:
                return there
            try:
                made_ = await asyncio.to_thread(resumed, noted, self.folder, self.text)
            except RecordError:
                await asyncio.to_thread(self._set_aside, noted)
                raise
            table = HostedTable(made_, self, self._patience)
            self._opened(table)
        return table

    def _set_aside(self, noted: OpenTable) -> None:
        self.log("damaged", table=noted.id)
        try:
            set_aside(self.folder / noted.record)
            self.register.drop_table(noted.id)
        except (OSError, RegisterError):
            return
        self.noted.pop(noted.id, None)

    def _opened(self, table: HostedTable) -> None:
        self.noted[table.noted.id] = table.noted
        self.tables[table.noted.id] = table
        self.log("table", table=table.noted.id, names=list(table.names))
        self.changed()

    def matches_of(self, person: int) -> list[OpenTable]:
        """The matches of somebody that are not over, the newest first."""
        own = [
            one for one in self.noted.values() if any(seat.person == person for seat in one.seats)
        ]
        return sorted(own, key=lambda one: (one.created, one.id), reverse=True)

    def table_of(self, person: int) -> HostedTable | None:
        """The table at which somebody's seat is kept, or at which they are awaited."""
        for table in self.tables.values():
            if table.running and table.seat_of(person) is not None:
                return table
        return None

    def live(self) -> list[HostedTable]:
        """The tables that are being played, those first at which people play each other."""
        running = [
            one
            for one in self.tables.values()
            if one.running and one.view(None).phase is not Phase.MATCH_OVER
        ]
        return sorted(running, key=lambda one: (not one.of_people, one.noted.created))

    async def ended(self, table: HostedTable) -> None:
        """The match at a table is over: it counts, once it is noted for good."""
        result = table.result()
        self.log(
            "result",
            table=table.noted.id,
            names=list(table.names),
            points=[side.points for side in result.sides],
            ending=str(result.ending),
        )

        def note() -> None:
            self.register.add_result(result)
            self.register.drop_table(table.noted.id)

        try:
            await asyncio.to_thread(note)
        except RegisterError as error:
            # The record has it: it counts when the host is started the next time.
            self.log("not counted", table=table.noted.id, error=str(error.code))
        self.noted.pop(table.noted.id, None)
        self.tables.pop(table.noted.id, None)
        self.changed()

    def rests(self, table: HostedTable) -> None:
        """The match at a table rests."""
        self.tables.pop(table.noted.id, None)
        self.log("rests", table=table.noted.id)
        self.changed()

    async def close(self) -> None:
        """Lets every match rest, saved as it is."""
        for offer in tuple(self.offers.values()):
            self.withdraw(offer)
        await asyncio.gather(*(table.rest() for table in tuple(self.tables.values())))


def _new_code() -> str:
    return "".join(secrets.choice(CLEAR_LETTERS) for _ in range(_CODE))
