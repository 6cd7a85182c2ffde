"""Somebody's stay in the house: from the lobby to a table and back, until they leave."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from koikoi.ai.levels import UnknownAgent
from koikoi.host import lobbysheets as sheets
from koikoi.host.again import Again
from koikoi.host.database import RegisterError
from koikoi.host.lobby import Lobby, TooMany
from koikoi.host.ownpages import OwnPages
from koikoi.host.pasts import history_of
from koikoi.host.people import Person
from koikoi.host.seat import Place, name_at, names_at
from koikoi.host.tables import HostedTable
from koikoi.host.visitor import Visitor
from koikoi.host.watching import Watching
from koikoi.record.errors import RecordError
from koikoi.record.writer import RecordBusy
from koikoi.table.saver import reason
from koikoi.table.setup import Setup
from koikoi.table.training import VisitMemory
from koikoi.tui.entry import EntryPage
from koikoi.tui.setuppage import asked_setup
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.tableside import Tableside

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class LobbyPage(SheetPage):
    """The lobby; Escape does not leave the house."""

    def press(self, key: str, at: float) -> None:
        """Does what any page does."""
        if key == "escape":
            return
        super().press("q" if key in ("ctrl+c", "ctrl+q") else key, at)


class Stay:
    """Leads somebody through the house.

    Args:
        lobby: The house.
        visitor: Who has come in, and by what way.
        person: Who it is; ``None`` for somebody who is not in the register yet.
        folder: Where what is kept for people themselves is.
    """

    def __init__(self, lobby: Lobby, visitor: Visitor, person: Person | None, folder: Path) -> None:
        self._lobby, self._visitor, self._folder = lobby, visitor, folder
        self._known = person
        self.person: Person
        self.doing = "lobby"
        self.host: Host
        self.side: Tableside
        self._message = ""
        self._ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.farewell = ""

    def begin(self, host: Host, side: Tableside) -> None:
        """Knows who shows pages, and what lies over tables."""
        self.host, self.side = host, side
        side.history = lambda: history_of(self._lobby, self.person.id, self._folder)
        # What somebody learns here is remembered as long as they stay.
        side.learnt = VisitMemory()
        side.told = self._tell

    @property
    def somebody(self) -> Person | None:
        """Who it is; ``None`` until the register has said so."""
        return getattr(self, "person", None)

    async def run(self, _: object) -> None:
        """Leads them until they leave, or something else ends their stay."""
        lobby = self._lobby
        if self._known is not None:
            self.person = self._known
        else:
            enrol, visitor = lobby.register.enrol, self._visitor
            try:
                self.person = await asyncio.to_thread(enrol, visitor.name, visitor.fingerprint)
            except RegisterError as error:
                lobby.log("not enrolled", error=str(error.code))
                self.farewell = self.host.brush.text.t(
                    "The register cannot be used just now; please come again."
                )
                return
        lobby.came(self)
        course = asyncio.ensure_future(self._course())
        both: list[asyncio.Future[Any]] = [course, self._ended]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if course.done():
                course.result()
            else:
                self.farewell = self._ended.result()
        finally:
            course.cancel()
            await asyncio.wait([course])
            lobby.went(self)
            if not course.cancelled() and (broken := course.exception()) is not None:
                lobby.log("visit broke", error=type(broken).__name__)

    def takes_over(self) -> None:
        """They have come in another way: this stay ends."""
        self.end(self.host.brush.text.t("You have come in from another terminal."))

    def end(self, said: str) -> None:
        """Ends the stay.

        Args:
            said: What they read once their terminal is as it was.
        """
        if not self._ended.done():
            self._ended.set_result(said)

    def became(self, person: Person) -> None:
        """They are called otherwise now, or are somebody who is known already."""
        if person.id == self.person.id:
            self.person = person
            self._lobby.changed()
            return
        self._lobby.went(self)
        self.person = person
        self._lobby.came(self)

    def _tell(self, said: str) -> None:
        """Says something in the lobby, or once they are back there."""
        self._message = said
        self._lobby.changed()

    # The lobby.

    async def _course(self) -> None:
        lobby = self._lobby
        kept = lobby.table_of(self.person.id)
        if kept is not None:
            await self._tried(self._play(kept))
        else:
            self._message = self._awaited()
        chosen = ""
        while True:
            self.doing = "lobby"
            page = LobbyPage(self.host, self._sheet)
            page.choose(chosen)
            told = partial(self._look, page)
            lobby.subscribe(told)
            try:
                taken = await self.host.show(page)
            finally:
                lobby.unsubscribe(told)
            chosen = page.chosen
            self._message = ""
            if taken in (None, "quit"):
                return
            await self._tried(self._do(taken or ""))

    def _look(self, page: SheetPage) -> None:
        """Something in the house is otherwise."""
        try:
            self.host.repaint(page)
        except Exception as error:
            self.host.failed(error)  # this screen ends, and the others are told

    def _awaited(self) -> str:
        """Says at the door that a match is not over."""
        if not self._lobby.matches_of(self.person.id):
            return ""
        return self.host.brush.text.t("You have a match that is not over: g goes on with it.")

    def _sheet(self, width: int) -> Sheet:
        lobby, own, text = self._lobby, self.person.id, self.host.brush.text
        resting = []
        for one in lobby.matches_of(own):
            seat = next(at for at, there in enumerate(one.seats) if there.person == own)
            rival = one.seats[1 - seat]
            table = lobby.tables.get(one.id)
            chair = None if table is None else table.chairs[1 - seat]
            resting.append(
                sheets.RestingRow(one.id, name_at(rival, text), chair is not None and chair.there)
            )
        tables = []
        for live in lobby.live():
            if live.seat_of(own) is None:
                seen = live.view(None)
                tables.append(
                    sheets.TableRow(
                        live.noted.id,
                        names_at(live, text),
                        seen.number,
                        seen.rules.rounds,
                        seen.scores,
                        live.watchers,
                    )
                )
        news = sheets.LobbyNews(
            self.person,
            lobby.event,
            sorted((guest.person.name for guest in lobby.guests.values()), key=str.casefold),
            [
                sheets.OfferRow(one.code, one.person.name, one.rules)
                for one in lobby.offers
                if one.person.id != own
            ],
            tables,
            resting,
            self._message,
        )
        return sheets.lobby_sheet(news, self.host.brush, width)

    async def _do(self, taken: str) -> None:
        """Does what was chosen in the lobby."""
        what, _, which = taken.partition(" ")
        if what in ("new", "people"):
            await self._new(people=what == "people")
        elif what == "join":
            await self._join(which)
        elif what == "code":
            await self._by_code()
        elif what == "resume":
            await self._resume(which)
        elif what == "watch":
            await self._watch(which)
        elif what == "table":
            await self._leaders()
        elif what == "name":
            await self._own()
        elif what == "learn":
            await self._learn()
        elif (reading := self.side.reading(what)) is not None:
            await reading

    async def _tried(self, doing: Awaitable[None]) -> None:
        """Does something; why it cannot be done is said in the lobby."""
        text = self.host.brush.text
        try:
            await doing
        except TooMany:
            self._message = text.t("Too many matches are not over; end some of them first.")
        except (RecordError, FileNotFoundError):
            self._message = text.t(
                "The record of this match is damaged or gone, so it cannot go on."
            )
        except RecordBusy:
            self._message = text.t("This match is being played elsewhere.")
        except OSError as error:
            # Where it was to be recorded is the host's own business.
            self._lobby.log("no table", error=type(error).__name__, code=error.errno)
            self._message = text.t(
                "The match cannot be recorded just now: {reason}.", reason=reason(error)
            )
        except UnknownAgent:
            self._message = text.t("There is no such opponent here any more.")
        except RegisterError:
            self._message = text.t("The register cannot be used just now.")

    async def _own(self) -> None:
        """Their name and keys; ends the stay of somebody who is to be forgotten."""
        pages = OwnPages(self.host, self._lobby, self._visitor, self.person, self.became)
        if await pages.run() is None:
            self.end(self.host.brush.text.t("You are forgotten here."))

    async def _leaders(self) -> None:
        lobby = self._lobby
        rows = await asyncio.to_thread(lobby.register.leaderboard, lobby.event)

        def build(width: int) -> Sheet:
            return sheets.table_sheet(lobby.event, rows, self.person.id, self.host.brush, width)

        await self.host.show(SheetPage(self.host, build))

    # Matches.

    async def _new(self, *, people: bool) -> None:
        setup = await asked_setup(self.host, sheets.SOMEBODY, people=people)
        if setup is None:
            return
        if setup.level is None:
            await self._offer(setup)
            return
        lobby = self._lobby
        seats = lobby.against(self.person, setup.level)
        await self._play(await lobby.begin(setup.rules, seats))

    async def _learn(self) -> None:
        """Teaches; a match that follows is one like others."""
        from koikoi.tui.learnsheets import learn

        setup = await learn(self.host, self.side, own=False)
        if setup is not None and setup.level is not None:
            lobby = self._lobby
            await self._play(
                await lobby.begin(setup.rules, lobby.against(self.person, setup.level))
            )

    async def _offer(self, setup: Setup) -> None:
        """Waits until somebody sits down."""
        self.doing = "waiting"
        offer = self._lobby.offer(self.person, setup.rules)
        page = SheetPage(
            self.host,
            lambda width: sheets.waiting_sheet(offer.code, setup.rules, self.host.brush, width),
        )
        shown = asyncio.ensure_future(self.host.show(page))
        both: list[asyncio.Future[Any]] = [shown, offer.table]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            found = offer.table.done() and not offer.table.cancelled()
            table = offer.table.result() if found else None
        finally:
            self._lobby.withdraw(offer)
            page.close()
            await asyncio.wait([shown])
        if table is not None:
            await self._play(table)

    async def _by_code(self) -> None:
        text = self.host.brush.text
        note = text.t("Whoever waits for somebody is shown the code of their table.")
        page = EntryPage(self.host, text.t("The code of the table"), lambda: note)
        typed = await self.host.show(page)
        if typed is None:
            return
        offer = self._lobby.offers.find(typed)
        if offer is None:
            self._message = text.t("No table that waits for somebody has this code.")
        else:
            await self._join(offer.code)

    async def _join(self, code: str) -> None:
        offer = self._lobby.offers.find(code)
        table = None if offer is None else await self._lobby.join(offer, self.person)
        if table is None:
            self._message = self.host.brush.text.t("Somebody else has sat down there.")
            return
        await self._play(table)

    async def _resume(self, which: str) -> None:
        noted = self._lobby.noted.get(which)
        table = None if noted is None else await self._lobby.take_up(noted)
        if table is None:
            self._message = self.host.brush.text.t("This match is over.")
        else:
            await self._play(table)

    async def _watch(self, which: str) -> None:
        table = self._lobby.tables.get(which)
        text = self.host.brush.text
        if table is None or table not in self._lobby.live():
            self._message = text.t("This match is not being played any more.")
            return
        self.doing = "watching"
        await Watching(self.host, self.side, table).watch()
        if table.rested.is_set():
            self._message = text.t("The match that you watched rests now.")

    async def _play(self, table: HostedTable) -> None:
        """Plays at a table, and at those at which the same match is played again."""
        playing: HostedTable | None = table
        while playing is not None:
            table = playing
            seat = table.seat_of(self.person.id)
            if seat is None:
                return
            self.doing = "playing"
            over = await Place(self.host, self.side, playing, seat).play()
            self.doing = "lobby"
            if playing.rested.is_set():
                self._message = self.host.brush.text.t("The match rests: g goes on with it.")
            try:
                playing = await Again(self.host, self._lobby, table, seat).ask() if over else None
            finally:
                table.staying.discard(seat)
