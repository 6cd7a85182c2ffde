"""Who is in the house, which tables there are, and who waits for somebody to play with."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from koikoi.ai.levels import LEVELS, character
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.host.changes import Changes
from koikoi.host.counting import Counting
from koikoi.host.database import RegisterError
from koikoi.host.eventlog import Log
from koikoi.host.ledger import OpenSeat, OpenTable
from koikoi.host.offers import Offer, Offers
from koikoi.host.opening import Begun, begun, counted, resumed, undone
from koikoi.host.people import Person
from koikoi.host.register import Register
from koikoi.host.reserve import Reserve
from koikoi.host.tables import Computers, HostedTable, Patience
from koikoi.host.unsaved import Unsaved
from koikoi.record.errors import RecordError
from koikoi.store.matches import set_aside
from koikoi.store.places import made
from koikoi.text.catalogue import Text
from koikoi.text.opponents import opponent

_T = TypeVar("_T")

MOST_RESTING: Final = 8
"""Matches that somebody may have begun and not ended."""


class Guest(Protocol):
    """Somebody's stay in the house."""

    person: Person
    doing: str

    def takes_over(self) -> None:
        """They have come in another way: this stay ends."""


class TooMany(Exception):
    """They have begun so many matches that some have to be ended first."""


class Lobby(Changes):
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
        offers: Who waits for somebody.
        noted: Every match that is not over, by its table.
        tables: Those that are being played.
        unsaved: Those that are over, or rest, and are not on the disk yet.
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
        super().__init__()
        self.register, self.folder, self.event = register, folder, event
        self.computers, self.log, self.text = computers, log, text
        self._patience = patience
        self.guests: dict[int, Guest] = {}
        reserve = Reserve(folder.parent)
        self._counting = Counting(register, reserve, log)
        self.unsaved = Unsaved(reserve, log)
        self.offers = Offers()
        self.noted: dict[str, OpenTable] = {one.id: one for one in register.open_tables()}
        self.tables: dict[str, HostedTable] = {}
        self._opening = asyncio.Lock()
        self._setting_up: set[asyncio.Future[Any]] = set()

    # Who is here.

    def came(self, guest: Guest) -> None:
        """Somebody has come in; where they are here already, that stay ends."""
        before = self.guests.get(guest.person.id)
        self.guests[guest.person.id] = guest
        if before is not None and before is not guest:
            before.takes_over()
        self.changed()

    def went(self, guest: Guest) -> None:
        """Somebody has gone."""
        if self.guests.get(guest.person.id) is guest:
            del self.guests[guest.person.id]
            for offer in self.offers.of(guest.person.id):
                self.withdraw(offer)
        self.changed()

    # Who waits for somebody.

    def offer(self, person: Person, rules: Rules) -> Offer:
        """Lets somebody wait for another person.

        Raises:
            TooMany: They have begun too many matches.
        """
        self._may_begin(person.id)
        for before in self.offers.of(person.id):
            self.withdraw(before)
        made_ = self.offers.make(person, rules)
        self.changed()
        return made_

    def withdraw(self, offer: Offer) -> None:
        """They wait no more."""
        self.offers.take(offer)
        if not offer.table.done():
            offer.table.cancel()
        self.changed()

    async def join(self, offer: Offer, person: Person) -> HostedTable | None:
        """Sits somebody down with whoever waits; ``None`` where another one was faster.

        Raises:
            OSError: The match cannot be recorded.
            RegisterError: The register cannot be used.
            TooMany: One of them has begun too many matches.
        """
        self._may_begin(person.id)
        if offer.person.id == person.id or not self.offers.take(offer):
            return None
        self.changed()
        return await self._whole(self._joined(offer, person))

    async def _joined(self, offer: Offer, person: Person) -> HostedTable:
        seats = (OpenSeat(offer.person.id, offer.person.name), OpenSeat(person.id, person.name))
        try:
            table = await self._begun(offer.rules, seats, "")
        except BaseException:
            self.offers.put_back(offer)
            self.changed()
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

        Args:
            rules: The rules.
            seats: Who plays.
            again: The table whose match is played again, empty for none.

        Raises:
            OSError: The match cannot be recorded.
            RegisterError: The register cannot be used.
            TooMany: One of them has begun too many matches.
            UnknownAgent: There is no such agent.
        """
        return await self._whole(self._begun(rules, seats, again))

    async def _whole(self, course: Coroutine[Any, Any, _T]) -> _T:
        """Lets a table be set up to its end, also where whoever wants it goes meanwhile."""
        task = asyncio.ensure_future(course)
        self._setting_up.add(task)
        task.add_done_callback(self._set_up)
        return await asyncio.shield(task)

    def _set_up(self, task: asyncio.Future[Any]) -> None:
        self._setting_up.discard(task)
        if not task.cancelled():
            task.exception()  # whoever was to hear of it may have gone

    def _may_begin(self, person: int | None) -> None:
        if person is not None and len(self.matches_of(person)) >= MOST_RESTING:
            raise TooMany

    async def _begun(
        self, rules: Rules, seats: tuple[OpenSeat, OpenSeat], again: str
    ) -> HostedTable:
        for seat in seats:
            self._may_begin(seat.person)
        noted = OpenTable("", "", seats, self.event, datetime.now(UTC), "", again)
        async with self._opening:
            made_ = await asyncio.to_thread(
                lambda: begun(rules, seats, noted, made(self.folder), self.text)
            )
            try:
                await asyncio.to_thread(self.register.note_table, made_.noted)
                table = self._opened(made_)
            except BaseException:
                await asyncio.to_thread(undone, made_, self.folder)
                raise
        return table

    async def take_up(self, noted: OpenTable) -> HostedTable | None:
        """The table of a match that is not over, as it was left; ``None`` where it is over.

        Raises:
            OSError: Its record cannot be used.
            RecordError: It is damaged, or gone; the match is gone from the list.
            RegisterError: The register cannot be used.
            UnknownAgent: It is against an agent that there is not any more.
        """
        return await self._whole(self._taken_up(noted))

    async def _taken_up(self, noted: OpenTable) -> HostedTable | None:
        if (ending := self.tables.get(noted.id)) is not None and ending.closing:
            await ending.rest()
        async with self._opening:
            if (there := self.tables.get(noted.id)) is not None:
                return there
            if noted.id not in self.noted or await self.count(noted):
                return None
            kept = self.unsaved.taken(noted.id)
            try:
                return self._opened(
                    await asyncio.to_thread(resumed, noted, self.folder, self.text, kept)
                )
            except (RecordError, FileNotFoundError):
                await asyncio.to_thread(self._set_aside, noted)
                raise

    async def count(self, noted: OpenTable) -> bool:
        """Counts a match that ended while it could not be counted; returns whether it is over.

        Raises:
            OSError: Its record cannot be read.
            RegisterError: The register cannot be used.
        """
        try:
            result = await asyncio.to_thread(counted, noted, self.folder)
        except (RecordError, FileNotFoundError):
            return False  # whoever goes on with it is told
        if result is None:
            return False
        await self._counting.add(noted.id, result)
        self.noted.pop(noted.id, None)
        self.changed()
        return True

    async def clear_away(self, noted: OpenTable) -> None:
        """Drops a match with which nobody can go on: who has no key cannot come back.

        Raises:
            RegisterError: The register cannot be used.
        """
        for seat in noted.seats:
            if seat.person is not None:
                keys = await asyncio.to_thread(self.register.keys_of, seat.person)
                if keys:
                    return
        await asyncio.to_thread(self.register.drop_table, noted.id)
        del self.noted[noted.id]

    def _set_aside(self, noted: OpenTable) -> None:
        self.log("damaged", table=noted.id)
        try:
            with contextlib.suppress(FileNotFoundError):
                set_aside(self.folder / noted.record)
            self.register.drop_table(noted.id)
        except (OSError, RegisterError):
            return
        self.noted.pop(noted.id, None)

    def _opened(self, begun: Begun) -> HostedTable:
        """The table of a match that has been begun, or taken up."""
        try:
            table = HostedTable(begun, self, self._patience)
        except BaseException:
            begun.saver.close()
            raise
        self.noted[table.noted.id] = table.noted
        self.tables[table.noted.id] = table
        self.log("table", table=table.noted.id, names=list(table.names))
        self.changed()
        return table

    def matches_of(self, person: int) -> list[OpenTable]:
        """The matches of somebody that are not over, the newest first."""
        own = [
            one for one in self.noted.values() if any(seat.person == person for seat in one.seats)
        ]
        return sorted(own, key=lambda one: (one.created, one.id), reverse=True)

    def table_of(self, person: int) -> HostedTable | None:
        """The table at which somebody's seat is kept; that at which they sat last, of several."""
        kept = [
            one for one in self.tables.values() if one.running and one.seat_of(person) is not None
        ]
        return max(kept, key=lambda one: one.seated_at, default=None)

    def live(self) -> list[HostedTable]:
        """The tables that are being played, those first at which people play each other."""
        running = [
            one
            for one in self.tables.values()
            if one.running and one.view(None).phase is not Phase.MATCH_OVER
        ]
        return sorted(running, key=lambda one: (not one.of_people, one.noted.created))

    async def saved(self, table: HostedTable) -> None:
        """Nobody plays at a table just now: its record is made whole, and given back."""
        self.unsaved.keep(table.noted.id, table.saver)
        await self.unsaved.write()

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
        await self._counting.add(table.noted.id, result)
        self.noted.pop(table.noted.id, None)
        self.tables.pop(table.noted.id, None)
        self.changed()

    def rests(self, table: HostedTable) -> None:
        """The match at a table rests."""
        self.tables.pop(table.noted.id, None)
        self.log("rests", table=table.noted.id)
        self.changed()

    # Who somebody is.

    async def forget(self, person: int) -> None:
        """Takes somebody out of the register, and what was kept for them.

        Raises:
            RegisterError: The register cannot be used.
        """
        await asyncio.to_thread(self.register.forget, person)
        own = self.folder.parent / "players" / str(person)
        await asyncio.to_thread(shutil.rmtree, own, ignore_errors=True)
        self.log("forgotten")
        await self.reread()

    async def reread(self) -> None:
        """Takes from the register who sits where: one may be forgotten, or be another one now.

        Raises:
            RegisterError: The register cannot be used.
        """
        for one in await asyncio.to_thread(self.register.open_tables):
            if one.id in self.noted:
                self.noted[one.id] = one
                if (table := self.tables.get(one.id)) is not None:
                    table.noted = one
        self.changed()

    async def close(self) -> None:
        """Lets every match rest, saved as it is."""
        for offer in self.offers:
            self.withdraw(offer)
        if self._setting_up:
            await asyncio.wait(tuple(self._setting_up))
        await asyncio.gather(*(table.rest() for table in tuple(self.tables.values())))
        await self.unsaved.close()
        await self._counting.count()
