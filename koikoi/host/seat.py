"""Somebody at a table: their screen in front of their chair, until the match is over or they go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from koikoi.engine.actions import Action, Seat, other
from koikoi.engine.view import PlayerView
from koikoi.host.chairs import Saying
from koikoi.host.feed import Feed
from koikoi.host.ledger import OpenSeat
from koikoi.host.lobbysheets import lingering_sheet, replaced_sheet
from koikoi.host.opening import called
from koikoi.host.owncontext import HomeDesk
from koikoi.host.tables import HostedTable
from koikoi.match.player import Answer
from koikoi.table.hints import hints_said
from koikoi.text.catalogue import Text
from koikoi.text.opponents import renamed
from koikoi.tui.brush import Brush
from koikoi.tui.seating import Seating, known_tag, tag, your_tag
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.tablepage import TablePage
from koikoi.tui.tableside import Tableside

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


def names_at(table: HostedTable, text: Text) -> tuple[str, str]:
    """What both are called in a language; people are called as they call themselves."""
    first, second = table.noted.seats
    return name_at(first, text), name_at(second, text)


def name_at(seat: OpenSeat, text: Text) -> str:
    """What somebody is called in a language; people are called as they call themselves."""
    return renamed(text, seat.name) if seat.agent else called(text, seat.name)


def seating_at(table: HostedTable, seat: Seat, brush: Brush) -> Seating:
    """What both are called by whoever sits at a seat."""
    text = brush.text
    you, name = text.t("You"), names_at(table, text)[other(seat)]
    rival = known_tag(name, text) if table.noted.seats[other(seat)].agent else tag(name)
    if seat == 0:
        return Seating((you, name), (your_tag(text), rival), seat)
    return Seating((name, you), (rival, your_tag(text)), seat)


class Place:
    """A screen in front of a chair.

    Args:
        host: Who shows pages.
        side: What lies over the table.
        table: The table.
        seat: The chair's seat.
    """

    def __init__(self, host: Host, side: Tableside, table: HostedTable, seat: Seat) -> None:
        self._host, self._side, self._table, self._seat = host, side, table, seat
        self._left = asyncio.Event()
        self._lingering: SheetPage | None = None
        seen = table.view(seat)
        self._resumed = seen.ply > 0
        self._feed = Feed(seen, side.pace, lambda: host.motion)
        self._page = self._made_page()

    def _made_page(self) -> TablePage:
        side, feed, table = self._side, self._feed, self._table
        page = TablePage(
            self._host,
            seating_at(table, self._seat, self._host.brush),
            feed.look,
            feed.pace,
            feed.motion,
            side.prefers,
            side.result,
        )
        page.seated = lambda: seating_at(table, self._seat, self._host.brush)
        page.on_hint = table.saver.hint_shown
        page.hinter.advisers = self._host.advisers
        if table.of_people:
            text = self._host.brush.text
            page.hinter.refusal = text.t("There are no hints against another person")
        return page

    async def play(self) -> bool:
        """Plays until the match is over, rests or is left; returns whether it is over."""
        table, page, side = self._table, self._page, self._side
        shown = asyncio.ensure_future(self._host.show(page))
        side.sit(page, self._left.set, lambda: table.saver.saved)
        following = asyncio.ensure_future(self._follow())
        desk = HomeDesk(self)
        table.sit(self._seat, desk, self._feed)
        self._greet()
        ends = [asyncio.ensure_future(one.wait()) for one in (table.over, table.rested, self._left)]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if table.over.is_set() and not self._left.is_set():
                await self._result()
                if not self._left.is_set():
                    # From here on, so that the other one does not see them gone for a moment.
                    table.staying.add(self._seat)
                    return True
            return False
        finally:
            table.rise(self._seat, desk, self._feed, dropped=not self._left.is_set())
            ending: list[asyncio.Future[Any]] = [following, *ends]
            for one in ending:
                one.cancel()
            try:
                await asyncio.wait(ending)
                await side.rise()
            finally:  # also where the line's end cuts this short
                page.close()
                await asyncio.wait([shown])

    def _greet(self) -> None:
        """Says what is to be known before the first card."""
        table = self._table
        if not table.of_people or self._resumed:
            return
        rival = table.chairs[other(self._seat)]
        assert rival is not None
        self.say(lambda text: text.t("You play against {name}", name=rival.name))

    async def _follow(self) -> None:
        try:
            await self._feed.follow(self._page, _nothing, resumed=self._resumed)
        except Exception as error:
            self._host.failed(error)

    async def _result(self) -> None:
        """Shows the result of the match until it has been read."""
        await self._feed.caught_up()
        table, text = self._table, self._host.brush.text
        self._side.recorded = table.saver.path
        told = hints_said(text, table.saver.hints[self._seat])
        if not table.saver.saved:
            told = (*told, text.t("The end of this match could not be saved."))
        reading = asyncio.ensure_future(self._side.result(table.view(self._seat), told))
        leaving = asyncio.ensure_future(self._left.wait())
        both: list[asyncio.Future[Any]] = [reading, leaving]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._page.on_leave()
            for one in both:
                one.cancel()
            await asyncio.wait(both)

    # What the chair asks.

    async def ask(self, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person, once they have seen everything."""
        await self._feed.caught_up()
        try:
            return await self._page.ask(seat, seen, legal)
        except Exception as error:
            await self._broken(error)

    async def acknowledge(self, seen: PlayerView) -> bool:
        """Waits until the result of a round has been read; returns whether they resign."""
        await self._feed.caught_up()
        try:
            resigns = await self._page.acknowledge(seen)
        except Exception as error:
            await self._broken(error)
        rival = self._table.chairs[other(self._seat)]
        if not resigns and rival is not None and rival.waiting:
            self.say(lambda text: text.t("{name} is still reading the result", name=rival.name))
        return resigns

    async def _broken(self, error: Exception) -> NoReturn:
        """The screen is broken and ends; the chair is kept, and nobody plays for them."""
        self._host.failed(error)
        while True:
            await asyncio.Event().wait()

    def say(self, said: Saying) -> None:
        """Says something that is no part of the game, in the language of who reads it."""
        try:
            self._page.say(lambda: said(self._host.brush.text))
        except Exception as error:
            self._host.failed(error)  # this screen ends, and not what has something to say

    def lingers(self, name: str) -> None:
        """Asks whether the computer is to play for the other one."""
        page = self._dialog(lambda brush: lingering_sheet(brush, name))

        async def asked() -> None:
            self._lingering = page
            try:
                self._answered(await self._host.show(page))
            finally:
                self._lingering = None

        self._side.open(asked())

    def relieved(self) -> None:
        """The other one has moved, or is moved for: nothing is asked any more."""
        if self._lingering is not None:
            self._lingering.close()

    def replaced(self) -> None:
        """Says that the computer plays for them, until they play on or leave."""
        page = self._dialog(replaced_sheet)

        async def asked() -> None:
            self._answered(await self._host.show(page) or "take")

        # Whatever is being read: there is no other way to play on.
        self._side.clear()
        self._side.open(asked())

    def _dialog(self, build: Callable[[Brush], Sheet]) -> SheetPage:
        return SheetPage(self._host, lambda _: build(self._host.brush), dialog=True)

    def _answered(self, answer: str | None) -> None:
        if answer == "replace":
            self._table.replace(other(self._seat))
        elif answer == "leave":
            self._left.set()
        elif answer == "take":
            self._table.take_back(self._seat)


async def _nothing(_: PlayerView) -> None:
    """Nothing more is shown after a batch of events."""
