"""A host, from its start to its end: everything together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

from koikoi.engine.presets import preset
from koikoi.host.addresses import join_addresses, ssh_command
from koikoi.host.bigscreen import Screen
from koikoi.host.boardcourse import Attract
from koikoi.host.control import Control, FolderLock
from koikoi.host.database import RegisterError
from koikoi.host.eventlog import Log
from koikoi.host.front import FrontDoor, HostedApp
from koikoi.host.hostkey import KEY_NAME
from koikoi.host.lobby import Lobby
from koikoi.host.names import clean_name, usable
from koikoi.host.operated import Here, HostStatus, TableLine
from koikoi.host.options import HostOptions
from koikoi.host.register import FILE_NAME, Register
from koikoi.host.running import Running, WebOptions
from koikoi.host.server import Server
from koikoi.host.stay import Stay
from koikoi.host.sweeping import Sweeper
from koikoi.host.tables import Patience
from koikoi.host.thinking import Thinking
from koikoi.host.visitor import Visitor
from koikoi.store.places import made
from koikoi.text import languages
from koikoi.text.catalogue import Text
from koikoi.tui import terminal
from koikoi.tui.app import KoikoiApp
from koikoi.tui.demo import Plan

PATIENCE = Patience()


class House:
    """A host that runs, as its parts and its operator see it.

    Args:
        options: What it is run with.
        register: Who plays here.
        thinking: Who thinks.
        log: Where events are noted.
        stop: Set to end it.
        text: The language.
        patience: For how long tables wait.
    """

    def __init__(
        self,
        options: HostOptions,
        register: Register,
        thinking: Thinking,
        log: Log,
        stop: asyncio.Event,
        text: Text,
        patience: Patience = PATIENCE,
    ) -> None:
        self._options, self._log, self._stop = options, log, stop
        self._thinking = thinking
        self._since = datetime.now(UTC)
        folder = options.folder
        self.lobby = Lobby(
            register, folder / "matches", options.event, thinking, log, text, patience
        )
        attract = Attract(Plan(preset("standard"), ("5", "4")), thinking)
        self.door = FrontDoor(self.lobby, thinking, folder, Screen(self.lobby, self.join), attract)
        self.server = Server(
            options,
            self.door,
            log,
            text=text,
            named=_named,
            watches=_watches,
        )

    def join(self) -> tuple[str, str]:
        """The command that joins, and the fingerprint of the host's key."""
        addresses = join_addresses(self._options.bind)
        address = addresses[0] if addresses else self._options.bind
        return ssh_command(address, self.server.port), self.server.fingerprint

    # What the operator does.

    async def status(self) -> HostStatus:
        """How it is."""
        now = datetime.now(UTC)
        here = []
        for app, sight in self.server.apps():
            stay = app.stay if isinstance(app, HostedApp) else None
            person = None if stay is None else stay.somebody
            here.append(
                Here(
                    sight.visitor.name if person is None else person.name,
                    sight.visitor.address,
                    _doing(stay, sight.visitor),
                    datetime.fromtimestamp(now.timestamp() - sight.seconds, UTC).isoformat(),
                    round(sight.idle),
                )
            )
        tables = []
        for table in self.lobby.live():
            seen = table.view(None)
            tables.append(
                TableLine(
                    table.noted.id,
                    table.names,
                    seen.number,
                    seen.rules.rounds,
                    seen.scores,
                    table.watchers,
                )
            )
        return HostStatus(
            self._options.event,
            f"{self._options.bind}:{self.server.port}",
            str(self._options.access),
            self._since.isoformat(),
            tuple(here),
            tuple(tables),
            getattr(self._log, "failures", 0),
            self._figures(),
        )

    def _figures(self) -> dict[str, float]:
        found = self.server.figures()
        thoughts = self._thinking.status()
        counts = found.counts
        return {
            "sessions": found.sessions,
            "connections": found.connections,
            "loop_lag_p95_ms": round(1000 * found.lag_p95, 1),
            "logins": counts.logins,
            "refused": counts.refused,
            "dropped_input": counts.dropped,
            "slow_readers": counts.slow,
            "floods": counts.floods,
            "broken": counts.broken,
            "thinking_processes": thoughts.processes,
            "thoughts": thoughts.moves,
            "hasty_thoughts": thoughts.hasty,
            "thought_p95_ms": thoughts.p95_ms,
            "resting_matches": len(self.lobby.noted) - len(self.lobby.tables),
        }

    async def kick(self, name: str) -> int:
        """Closes the lines of somebody; their seat is kept."""
        lines = 0
        for app, sight in self.server.apps():
            if not isinstance(app, HostedApp) or app.stay is None:
                continue
            person = app.stay.somebody
            if person is not None and person.name.casefold() == name.casefold():
                said = app.brush.text.t("The host has closed your line.")
                lines += self.server.kick(sight.number, said)
        return lines

    async def rename(self, old: str, new: str) -> str:
        """Gives somebody another name.

        Raises:
            LookupError: There is nobody of the old name.
            Refused: The new one cannot be had.
        """
        register = self.lobby.register
        person = await asyncio.to_thread(register.by_name, old)
        if person is None:
            raise LookupError(old)
        renamed = await asyncio.to_thread(register.rename, person.id, new)
        guest = self.lobby.guests.get(person.id)
        if guest is not None:
            guest.person = renamed
        self.lobby.changed()
        return renamed.name

    async def forget(self, name: str) -> bool:
        """Takes somebody out of the register, and closes their lines."""
        person = await asyncio.to_thread(self.lobby.register.by_name, name)
        if person is None:
            return False
        await self.kick(person.name)
        await self.lobby.forget(person.id)
        return True

    async def stop(self) -> None:
        """Begins to stop."""
        self._stop.set()

    # Its course.

    async def settle(self) -> int:
        """Counts matches that were over when the host was killed; returns how many rest."""
        lobby = self.lobby
        for noted in tuple(lobby.noted.values()):
            with contextlib.suppress(OSError, RegisterError):  # whoever goes on with it is told
                if not await lobby.count(noted):
                    await lobby.clear_away(noted)
        await lobby.unsaved.write()  # keeps room aside for it
        return len(lobby.noted)

    async def close(self) -> None:
        """Ends everything in order: screens, then matches."""
        await self.server.stop()
        await self.lobby.close()
        await self.door.close()


def _named(given: str) -> str:
    return usable(given) or clean_name(given)


def _doing(stay: Stay | None, visitor: Visitor) -> str:
    if stay is None:
        return "board" if visitor.board else "lobby"
    return stay.doing


def _watches(app: KoikoiApp) -> bool:
    stay = app.stay if isinstance(app, HostedApp) else None
    return stay is not None and stay.doing in ("watching", "waiting")


async def run(
    options: HostOptions,
    *,
    jobs: int,
    board: bool,
    web: WebOptions | None,
    log: Log,
    started: Callable[[Running], None],
    stop: asyncio.Event,
    patience: Patience = PATIENCE,
) -> None:
    """Runs a host until it is told to stop; see :class:`koikoi.host.running.RunHost`."""
    text = languages.usable(options.lang)
    made(options.folder)
    async with AsyncExitStack() as stack:
        stack.enter_context(FolderLock(options.folder))
        register = stack.enter_context(Register(options.folder / FILE_NAME))
        thinking = Thinking(log, jobs)
        stack.push_async_callback(thinking.close)
        warming = asyncio.ensure_future(thinking.start())
        stack.push_async_callback(_ended, warming)
        house = House(options, register, thinking, log, stop, text, patience)
        resting = await house.settle()
        control = Control(options.folder, house, log)
        new_key = not (options.host_key or options.folder / KEY_NAME).exists()
        await house.server.start()
        stack.push_async_callback(house.close)
        await control.start()
        stack.push_async_callback(control.close)
        web_port = None if web is None else await _served_by_web(house, web, stack)
        sweeper = stack.enter_context(contextlib.closing(Sweeper()))
        house.door.gone = sweeper.gone
        sweeper.start()
        started(
            Running(
                options.bind,
                house.server.port,
                house.server.fingerprint,
                new_key,
                resting,
                web_port,
            )
        )
        await _until(stop, _shown_here(house) if board else None)


async def _served_by_web(house: House, web: WebOptions, stack: AsyncExitStack) -> int:
    """Serves browsers too; returns the port."""
    # Only where it is wanted: it needs another extra.
    from koikoi.host.web import WebServer

    pages = WebServer(house.server, web.port)
    await pages.start()
    stack.push_async_callback(pages.stop)
    return pages.port


async def _ended(task: asyncio.Future[Any]) -> None:
    """Waits for the end of what was begun beside."""
    task.cancel()
    await asyncio.wait([task])


async def _until(stop: asyncio.Event, screen: Any) -> None:
    """Waits until the host is to stop; leaving the screen in its own terminal stops it too."""
    waiting: list[asyncio.Future[Any]] = [asyncio.ensure_future(stop.wait())]
    if screen is not None:
        waiting.append(asyncio.ensure_future(screen))
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()
        await asyncio.wait(waiting)
    for one in waiting:
        with contextlib.suppress(asyncio.CancelledError):
            one.result()


async def _shown_here(house: House) -> None:
    """Shows the big screen in the terminal that the host was started in."""
    from koikoi.tui.driver import TableDriver

    mode = terminal.look(os.environ, sys.stdin.fileno(), sys.stdout.fileno())
    await house.door.board(mode, TableDriver).run_async()
