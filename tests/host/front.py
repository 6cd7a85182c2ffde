"""A server whose app shows one page, and notes the keys that reach it."""

from __future__ import annotations

import json
import weakref
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncssh

from koikoi.host.front import HostedApp
from koikoi.host.hostkey import KEY_NAME
from koikoi.host.options import HostOptions, Limits
from koikoi.host.server import DriverFactory, Server
from koikoi.host.visitor import Visitor
from koikoi.store.settings import Settings
from koikoi.text.catalogue import load
from koikoi.tui.app import KoikoiApp
from koikoi.tui.frame import Canvas, Frame, Rect
from koikoi.tui.game import Start
from koikoi.tui.page import Page, Room
from koikoi.tui.readings import Host
from koikoi.tui.terminal import Mode
from koikoi.tui.theme import Ground
from tests.host.client import Client, Terminal

TITLE: Final = "A page of the host"
BREAK: Final = "!"
"""The key on which the app breaks."""
STAY: Final = Limits(per_address=0, per_minute=0)
"""Limits of a server that takes all clients of a test."""


class Notes(Page):
    """Shows who somebody is, the size, and the keys that were pressed."""

    def __init__(self, room: Room, visitor: Visitor, mode: Mode) -> None:
        super().__init__(room)
        self.visitor, self.mode = visitor, mode
        self.keys: list[str] = []
        self.clicks: list[object] = []
        self.said = ""

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        ink = self.room.brush.theme.on(Ground.TABLE)
        canvas = Canvas(width, height, ink)
        who = self.visitor
        lines = (
            TITLE,
            f"size {width}x{height}",
            f"name [{who.name}] board {who.board}",
            f"key [{who.fingerprint}]",
            f"colours {self.mode.colours} glyphs {self.mode.glyphs}",
            f"keys {len(self.keys)}: {' '.join(self.keys[-4:])}",
            f"clicks {len(self.clicks)}",
            self.said,
        )
        for y, line in enumerate(lines, 1):
            canvas.put(2, y, line, ink)
        canvas.zone(Rect(0, 0, width, height), "anywhere")
        return canvas.frame()

    def press(self, key: str, at: float) -> None:
        if key == "exclamation_mark":
            raise RuntimeError("secret hidden card")
        if key == "q":
            self.close("quit")
            return
        self.keys.append(key)
        self.room.repaint(self)

    def click(self, target: object, at: float) -> None:
        self.clicks.append(target)
        self.room.repaint(self)


class House:
    """Makes apps, and keeps those that are alive.

    Attributes:
        visitors: Everybody who has come.
        pages: The pages of those who are here.
        ended: How many courses have ended in order.
    """

    def __init__(self) -> None:
        self.visitors: list[Visitor] = []
        self.pages: list[Notes] = []
        self.ended = 0
        self.made: weakref.WeakSet[KoikoiApp] = weakref.WeakSet()

    def front(self, visitor: Visitor, mode: Mode, driver: DriverFactory) -> KoikoiApp:
        """The app of a visitor."""
        self.visitors.append(visitor)

        async def course(room: Host) -> None:
            page = Notes(room, visitor, mode)
            self.pages.append(page)
            try:
                await room.show(page)
                app.game.farewell = "Until next time."
            finally:
                self.pages.remove(page)
                self.ended += 1

        app = HostedApp(Start(course=course), mode, Settings(), load(), driver=driver)
        self.made.add(app)
        return app


class Log:
    """What a server has written down."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []

    def __call__(self, event: str, **fields: Any) -> None:
        json.dumps(fields)  # everything can be written
        self.lines.append({"event": event, **fields})

    def of(self, event: str) -> list[dict[str, Any]]:
        """The lines of a kind."""
        return [line for line in self.lines if line["event"] == event]


class Hosted(NamedTuple):
    """A server that listens on a free port of this machine.

    Attributes:
        server: The server.
        house: What makes its apps.
        log: What it has written down.
    """

    server: Server
    house: House
    log: Log

    @property
    def port(self) -> int:
        """Where it listens."""
        return self.server.port


@asynccontextmanager
async def hosted(
    folder: Path, *, limits: Limits = STAY, server: Mapping[str, Any] | None = None, **options: Any
) -> AsyncIterator[Hosted]:
    """A server while a test runs.

    Args:
        folder: Where its key is.
        limits: How much it takes on.
        server: More for :class:`Server`.
        options: More for :class:`HostOptions`.
    """
    house, log = House(), Log()
    # A key costs more to make than a login.
    (folder / KEY_NAME).write_bytes(HOST_KEY.export_private_key())
    (folder / KEY_NAME).chmod(0o600)
    given = HostOptions(folder, folder / "log", port=0, limits=limits, **options)
    running = Server(given, house.front, log, **(server or {}))
    await running.start()
    try:
        yield Hosted(running, house, log)
    finally:
        await running.stop()


HOST_KEY: Final = asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def somebody_else(host: Hosted) -> AsyncIterator[Terminal]:
    """Somebody who plays, and still can when the others are done."""
    async with Client(host.port, user="bystander") as client:
        terminal = await client.terminal()
        await terminal.shows(TITLE)
        terminal.type("y")
        await terminal.shows("keys 1: y")
        yield terminal
        before = len(terminal.got)
        terminal.type("z")
        await terminal.shows("keys 2: y z")
        assert len(terminal.got) - before < 300
        terminal.type("q")
        await terminal.gone()
        assert terminal.status == 0
