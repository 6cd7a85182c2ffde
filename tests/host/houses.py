"""A whole house in this process, and people in it who log in, read their screens and press keys."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, cast
from unittest.mock import patch

import asyncssh

import koikoi.ai
import koikoi.host.opening
from koikoi.engine.actions import Seat
from koikoi.host.front import HostedApp
from koikoi.host.hostkey import KEY_NAME
from koikoi.host.house import House
from koikoi.host.options import HostOptions
from koikoi.host.people import Person
from koikoi.host.register import FILE_NAME, Register
from koikoi.host.stay import Stay
from koikoi.host.tables import HostedTable, Patience
from koikoi.record.reader import load as load_record
from koikoi.record.record import MatchRecord
from koikoi.store.places import made
from koikoi.store.settings import Settings
from koikoi.text.catalogue import load
from koikoi.tui.keys import Where
from koikoi.tui.page import Page
from koikoi.tui.resultpage import ResultPage
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.tablepage import TablePage
from tests.host.client import Client, Terminal, eventually
from tests.host.front import HOST_KEY, STAY, Log
from tests.host.quick import Quick

LONG: Final = Patience(3600.0, 3600.0)
"""Nobody becomes impatient."""
SHORT: Final = Settings(motion="none", rounds=2, level="1")
"""What people of tests prefer: no waiting, and short matches."""


class Hall:
    """A house that runs, as a test sees it.

    Attributes:
        house: The house.
        log: What it has written down.
        thinking: Who thinks.
    """

    def __init__(self, house: House, register: Register, log: Log, thinking: Quick) -> None:
        self.house, self.register, self.log, self.thinking = house, register, log, thinking
        self.lobby = house.lobby
        self.failures: list[str] = []

    @property
    def port(self) -> int:
        return self.house.server.port

    def comes(self, name: str, *, rounds: int = 2, **options: Any) -> Somebody:
        """Somebody with a key of their own, who is in the register."""
        key = KEYS.setdefault(name, asyncssh.generate_private_key("ssh-ed25519"))
        fingerprint = key.get_fingerprint()
        known = self.register.enrol(name, fingerprint)
        self.register.keep_settings(known.id, replace(SHORT, rounds=rounds))
        return Somebody(self, known, key=[key], user=name, **options)

    def key_of(self, name: str) -> list[asyncssh.SSHKey]:
        """Somebody's key."""
        return [KEYS[name]]

    def stays(self) -> list[Stay]:
        """All stays that there are."""
        apps = [app for app, _ in self.house.server.apps()]
        return [app.stay for app in apps if isinstance(app, HostedApp) and app.stay is not None]

    def app_of(self, person: int) -> HostedApp | None:
        """The newest app of somebody."""
        found = None
        for app, _ in self.house.server.apps():
            stay = app.stay if isinstance(app, HostedApp) else None
            if stay is not None and self.lobby.guests.get(person) is stay:
                found = cast("HostedApp", app)
        return found

    @property
    def table(self) -> HostedTable:
        """The only table."""
        (table,) = self.lobby.tables.values()
        return table

    async def alone(self) -> HostedTable:
        """The only table, once there is one that runs."""
        await eventually(lambda: [one.running for one in self.lobby.tables.values()] == [True])
        return self.table

    def records(self) -> list[MatchRecord]:
        """All records; each of them can be read, and so is verified."""
        return [load_record(path) for path in sorted(self.lobby.folder.glob("*.jsonl"))]

    def broken(self) -> list[dict[str, Any]]:
        """What has broken."""
        names = ("broken", "table broke", "visit broke")
        return [line for line in self.log.lines if line["event"] in names]


KEYS: Final[dict[str, asyncssh.SSHKey]] = {}


class Somebody:
    """Somebody at a terminal. Entering it logs in and waits for the first page."""

    def __init__(
        self, hall: Hall, person: Person | None, size: tuple[int, int] = (80, 24), **options: Any
    ) -> None:
        self.hall, self.known = hall, person
        self._size = size
        self.client = Client(hall.port, **options)
        self.terminal: Terminal
        self._pressed: tuple[Page | None, str] = (None, "")

    async def __aenter__(self) -> Somebody:
        await self.client.__aenter__()
        self.terminal = await self.client.terminal(self._size)
        await self.until(lambda: self.page is not None, "a page")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.client.__aexit__(kind, error, trace)

    @property
    def person(self) -> Person:
        """Who they are."""
        if self.known is None:
            seen = self.hall.house.server.apps()
            stays = [app.stay for app, _ in seen if isinstance(app, HostedApp) and app.stay]
            self.known = stays[-1].person
        return self.known

    @property
    def app(self) -> HostedApp | None:
        """What is shown to them."""
        if self.known is None:
            try:
                return self.hall.app_of(self.person.id)
            except (AttributeError, IndexError):
                return None
        return self.hall.app_of(self.known.id)

    @property
    def page(self) -> Page | None:
        """The page on top, once it takes keys."""
        app = self.app
        page = app._pages[-1] if app is not None and app._pages else None
        return page if page is not None and page.open_since <= time.monotonic() else None

    async def until(self, found: Callable[[], object], what: str = "it") -> None:
        """Waits until something is so."""
        try:
            await eventually(found, what)
        except AssertionError as error:
            shown = getattr(self, "terminal", None)
            text = shown.screen.text if shown is not None else ""
            raise AssertionError(f"{error}\n{text}\n{self.hall.log.lines[-5:]}") from None

    async def shows(self, *texts: str) -> None:
        """Waits until these are on the screen."""
        await self.until(
            lambda: all(text in self.terminal.screen.text for text in texts), str(texts)
        )

    def shown(self, text: str) -> bool:
        """Whether this is on the screen now."""
        return text in self.terminal.screen.text

    async def sheet(self, said: str = "") -> SheetPage:
        """The page of words on top, once it shows something."""

        def there() -> bool:
            page = self.page
            return isinstance(page, SheetPage) and page._sheet is not None and self.shown(said)

        await self.until(there, f"a page with {said!r}")
        return cast("SheetPage", self.page)

    async def press(self, keys: str, said: str = "") -> None:
        """Presses keys once the page on top shows something; twice in a row on two pages."""
        last, told = self._pressed

        def there() -> bool:
            page = self.page
            return page is not None and self.shown(said) and (said != told or page is not last)

        await self.until(there, said)
        self._pressed = self.page, said
        self.terminal.type(keys)

    async def take(self, name: str, said: str = "") -> None:
        """Takes an item by moving to it."""

        def names() -> list[str]:
            page = self.page
            if not isinstance(page, SheetPage) or page._sheet is None or not self.shown(said):
                return []
            return [item.name for item in page._sheet.items]

        await self.until(lambda: name in names(), name)
        page = cast("SheetPage", self.page)
        by = names().index(name) - names().index(page._chosen)
        self.terminal.type(("\x1b[B" if by > 0 else "\x1b[A") * abs(by))
        await self.until(lambda: page._chosen == name, name)
        self.terminal.type("\r")

    async def drop(self) -> None:
        """The line drops."""
        self.client.connection.abort()
        await self.until(lambda: self.terminal.closed, "the end of the line")
        gone = self.known
        await self.until(lambda: gone is None or self.hall.app_of(gone.id) is None, "the end")

    # At a table.

    @property
    def seat(self) -> Seat:
        seat = self.hall.table.seat_of(self.person.id)
        assert seat is not None
        return seat

    async def hears(self, said: str) -> None:
        """Waits until this stands in the log of the table, whatever has come after it."""

        await self.until(lambda: said in self.story, said)

    @property
    def story(self) -> list[str]:
        """What stands in the log of the table."""
        pages = self.app._pages if self.app is not None else []
        return [said for page in pages if isinstance(page, TablePage) for said in page.story]

    @property
    def asked(self) -> object:
        """What they are asked at a table; nothing where it is nothing."""
        page = self.page
        if isinstance(page, TablePage):
            return page._answer
        if isinstance(page, ResultPage) and not page.result.done():
            return page
        return None

    async def is_asked(self) -> None:
        """Waits until they are asked something."""
        await self.until(lambda: self.asked, "a question")

    async def reads(self) -> None:
        """Reads a result, and goes on."""
        await self.until(lambda: isinstance(self.page, ResultPage), "the result")
        self.terminal.type("\r")

    def answer(self) -> None:
        """Answers what is asked, in the simplest way."""
        page = self.page
        if self.asked is None:
            return
        keys = "\r"
        if isinstance(page, TablePage):
            keys = ANSWERS.get(page.choice.where, "\r")
        self.terminal.type(keys)


ANSWERS: Final = {Where.DECIDE: "s", Where.PICKED: "a\r", Where.DRAWN: "a\r"}


async def play(until: Callable[[], object], *people: Somebody) -> None:
    """Everybody answers what they are asked until something is so."""

    def found() -> bool:
        if until():
            return True
        for one in people:
            one.answer()
        return False

    try:
        await eventually(found, "the end of play")
    except AssertionError as error:
        shown = "\n".join(one.terminal.screen.text for one in people)
        raise AssertionError(f"{error}\n{shown}") from None


async def begin_match(one: Somebody, two: Somebody) -> HostedTable:
    """The first waits, and the second sits down from the lobby."""
    await one.press("p", "another person")
    await one.press("\r", "Start")
    await one.sheet("Waiting for somebody")
    (offer,) = one.hall.lobby.offers
    await two.take(f"join {offer.code}")
    table = await one.hall.alone()
    await eventually(lambda: all(chair is not None and chair.there for chair in table.chairs))
    return table


async def both_read(*people: Somebody) -> None:
    """Everybody reads the result of the match."""
    for one in people:
        await one.reads()


async def against_computer(one: Somebody) -> HostedTable:
    """Begins a match against the computer."""
    await one.press("n", "Play against the computer")
    await one.press("\r", "Start")
    return await one.hall.alone()


@asynccontextmanager
async def open_house(
    folder: Path, patience: Patience = LONG, **options: Any
) -> AsyncIterator[Hall]:
    """A house while a test runs; nothing of it is left, and nothing has broken."""
    log, thinking = Log(), Quick()
    made(folder)
    (folder / KEY_NAME).write_bytes(HOST_KEY.export_private_key())
    (folder / KEY_NAME).chmod(0o600)
    given = HostOptions(folder, folder / "log", port=0, limits=STAY, event="Night", **options)
    before = asyncio.all_tasks()
    seeds = (f"summer {number}" for number in itertools.count())
    with (
        Register(folder / FILE_NAME) as register,
        # Every run of a test plays the same matches.
        patch.object(koikoi.host.opening, "_secret", lambda: next(seeds)),
    ):
        house = House(
            given, register, cast("Any", thinking), log, asyncio.Event(), load(), patience
        )
        await house.settle()
        await house.server.start()
        hall = Hall(house, register, log, thinking)
        try:
            yield hall
        finally:
            await house.close()
    await eventually(lambda: not asyncio.all_tasks() - before, "the end of all tasks")
    assert not house.lobby.tables
    assert hall.broken() == []
