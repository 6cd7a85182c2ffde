"""The SSH server: who may come, how many at a time, and how it all ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import asyncssh
from textual.driver import Driver

from koikoi.host.door import Door
from koikoi.host.figures import Counts, Figures, Reason, Sight
from koikoi.host.gate import Gate
from koikoi.host.hostkey import KEY_NAME, fingerprint, host_key
from koikoi.host.keysfile import KeysFile
from koikoi.host.lag import Lag, Times
from koikoi.host.library import ZLIB, careful_ssh, many_apps
from koikoi.host.limits import Comer, Connections
from koikoi.host.options import Access, HostOptions
from koikoi.host.session import Session
from koikoi.host.terminals import printable, spoken
from koikoi.host.visitor import Visitor
from koikoi.host.words import Words
from koikoi.text.catalogue import Text, load
from koikoi.text.languages import usable
from koikoi.tui.app import KoikoiApp
from koikoi.tui.terminal import Mode

DriverFactory: TypeAlias = Callable[..., Driver]
"""What goes into ``KoikoiApp(driver=…)``."""
Front: TypeAlias = Callable[[Visitor, Mode, DriverFactory], KoikoiApp]
"""Makes the app of a visitor."""
Log: TypeAlias = Callable[..., None]
"""Writes a line: the event, and what is to be said of it."""

_KEEPALIVE_SECONDS: Final = 15
_KEEPALIVE_TRIES: Final = 3
_START_SECONDS: Final = 20.0
"""Seconds that somebody waits for their app before there is no room."""
_WARNING: Final = 60.0
"""Seconds before a line is closed at which that is said."""
_WIDEST_NAME: Final = 16
_REFUSALS_SECONDS: Final = 1.0
"""Seconds between two lines about connections that were refused."""


def tell(app: KoikoiApp, said: str) -> None:
    """Says something on an app's screen."""
    app.call_later(app.game.tell, said)


class Server:
    """Lets people in, and shows each of them an app.

    Args:
        options: What it is run with.
        front: Makes the app of a visitor.
        log: Writes what happens.
        text: The language of what it says by itself.
        named: Makes of a user name what can be shown to everybody.
        watches: Whether an app's player only watches just now.
        tell: Says something on an app's screen.
        patience: Seconds that a client may flood us, or not read.

    Attributes:
        options: What it is run with.
        words: What it says.
        counts: What has happened since the start.
        lag: How late the loop is.
        answers: How long it takes until something is painted after a key.
    """

    def __init__(
        self,
        options: HostOptions,
        front: Front,
        log: Log,
        *,
        text: Text | None = None,
        named: Callable[[str], str] = lambda given: printable(given, _WIDEST_NAME),
        watches: Callable[[KoikoiApp], bool] = lambda _: False,
        tell: Callable[[KoikoiApp, str], None] = tell,
        patience: float = 10.0,
    ) -> None:
        self.options, self.front, self.log = options, front, log
        self.words = Words(text or load())
        self.named, self.tell, self.patience = named, tell, patience
        self.counts = Counts()
        self._watches = watches
        self._connections = Connections(options.limits)
        self._doors: set[Gate] = set()
        self._sessions: dict[int, Session] = {}
        self._numbers = 0
        self._starts = asyncio.Semaphore(options.limits.starts)
        self.lag, self.answers, self._start_times = Lag(), Times(), Times()
        self._listener: asyncssh.SSHAcceptor | None = None
        self._keys: KeysFile | None = None
        self._stopping = False
        self._changed = contextlib.ExitStack()
        self._fingerprint = ""
        self._refusals = 0
        self._telling_refusals: asyncio.TimerHandle | None = None

    # Begin and end.

    async def start(self) -> None:
        """Begins to listen.

        Raises:
            BadHostKey: The host's key cannot be used.
            BadKeysFile: The file of the keys cannot be used.
            OSError: A file cannot be read, or the address is taken or not ours.
        """
        options = self.options
        key = host_key(options.host_key or options.folder / KEY_NAME)
        self._fingerprint = fingerprint(key)
        if options.access is Access.KEYS:
            assert options.keys is not None  # the command line sees to it
            self._keys = KeysFile(options.keys)
        try:
            self._changed.enter_context(careful_ssh())
            self._changed.enter_context(many_apps())
            self._listener = await asyncssh.create_server(
                lambda: Door(self),
                options.bind,
                options.port,
                server_host_keys=[key],
                **_only_terminals(options),
            )
        except BaseException:
            self._changed.close()
            raise
        self.lag.start()
        self.log("listening", address=options.bind, port=self.port, fingerprint=self._fingerprint)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        assert self._listener is not None
        port: int = self._listener.get_port()
        return port

    def words_for(self, variables: Mapping[str, str]) -> Words:
        """What it says to somebody whose client sent these variables."""
        return Words(usable(spoken(variables, self.words.lang)))

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the host's key."""
        return self._fingerprint

    async def stop(self, said: str | None = None, patience: float = 5.0) -> None:
        """Lets nobody in any more, ends every app in order, and closes all lines.

        Args:
            said: What everybody reads; ``None`` for what a host says that stops.
            patience: Seconds that the apps have.
        """
        self._stopping = True
        if self._listener is not None:
            self._listener.close()
        sessions = list(self._sessions.values())
        for session in sessions:
            last = session.words.stops() if said is None else said
            session.tell(last)
            session.end(Reason.STOPPED, last)
        tasks = [session.task for session in sessions if session.task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=patience)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=patience)
        doors = list(self._doors)
        for door in doors:
            door.close(self.words.stops() if said is None else said)
        await asyncio.gather(*(door.closed() for door in doors))
        self.lag.stop()
        if self._telling_refusals is not None:
            self._telling_refusals.cancel()
            self._tell_refusals()
        self._changed.close()
        self.log("stopped")

    # Connections.

    def came(self, door: Gate) -> bool:
        """Whether a connection is taken on."""
        comer = Comer(door.place, door.turn, door.drop)
        if self._stopping or not self._connections.admit(door.number, comer):
            self._refused()
            return False
        self._doors.add(door)
        self.counts.connections += 1
        self.log("connect", address=door.address)
        return True

    def _refused(self) -> None:
        """Counts a refusal; a flood of connections is no flood of lines."""
        self.counts.refused += 1
        self._refusals += 1
        if self._telling_refusals is None:
            self._telling_refusals = asyncio.get_running_loop().call_later(
                _REFUSALS_SECONDS, self._tell_refusals
            )

    def _tell_refusals(self) -> None:
        self._telling_refusals = None
        self.log("refused", count=self._refusals)
        self._refusals = 0

    def yields(self, door: Gate) -> None:
        """Somebody takes their time over their login."""
        self._connections.yields(door.number)

    def went(self, door: Gate, error: Exception | None) -> None:
        """A connection has gone."""
        self._doors.discard(door)
        self._connections.leave(door.number)
        self.log(
            "disconnect",
            address=door.address,
            received=door.meter.received,
            sent=door.meter.sent,
            reason="" if error is None else type(error).__name__,
        )

    def lets_in(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Whether a key is one of those that may come in."""
        return self._keys is not None and self._keys.holds(key, address)

    def knows(self, door: Gate, visitor: Visitor) -> None:
        """Somebody has logged in."""
        self._connections.known(door.number)
        self.counts.logins += 1
        self.log(
            "login",
            address=visitor.address,
            name=visitor.name,
            fingerprint=visitor.fingerprint or "",
            client=visitor.client,
            board=visitor.board,
        )

    # Sessions.

    def next_number(self) -> int:
        """What the next connection or session is known by."""
        self._numbers += 1
        return self._numbers

    @contextlib.asynccontextmanager
    async def starting(self, session: Session) -> AsyncIterator[bool]:
        """Room for an app that starts: few do at a time, and none while the loop is late.

        Args:
            session: Whose app it is.

        Yields:
            Whether there is room.
        """
        if self._stopping or len(self._sessions) >= self.options.limits.sessions:
            yield False
            return
        self._sessions[session.number] = session
        try:
            async with asyncio.timeout(_START_SECONDS):
                await self._starts.acquire()
        except TimeoutError:
            yield False
            return
        try:
            yield await self.lag.calm(_START_SECONDS) and not session.ending
        finally:
            self._starts.release()

    def started(self, session: Session, term: str, seconds: float) -> None:
        """An app has been painted for the first time, or has ended before that."""
        self.counts.starts += 1
        self._start_times.note(seconds)
        self.log(
            "start",
            session=session.number,
            name=session.visitor.name,
            term=term,
            size=f"{session.size[0]}x{session.size[1]}",
            milliseconds=round(1000 * seconds),
        )

    def ended(self, session: Session, reason: Reason) -> None:
        """A session is over."""
        self._sessions.pop(session.number, None)
        sight = session.sight()
        self.log(
            "end",
            session=session.number,
            name=session.visitor.name,
            seconds=round(sight.seconds, 1),
            sent=sight.sent,
            received=sight.received,
            dropped=sight.dropped,
            reason=str(reason),
        )

    def broke(self, session: Session, error: Exception) -> None:
        """An app has broken; nobody else notices."""
        self.counts.broken += 1
        self.log("broken", session=session.number, error=type(error).__name__)

    # What an operator does and sees.

    def idle_limit(self, app: KoikoiApp) -> float:
        """Seconds without a key after which somebody's line is closed."""
        limits = self.options.limits
        return limits.watcher_seconds if self._watches(app) else limits.idle_seconds

    def warns_before(self, limit: float) -> float:
        """How many seconds before that it is said."""
        return min(_WARNING, limit / 2)

    def announce(self, said: str) -> None:
        """Says something on every screen."""
        for session in self._sessions.values():
            session.tell(said)

    def sights(self) -> Sequence[Sight]:
        """What is to be seen of all sessions."""
        return [session.sight() for session in self._sessions.values()]

    def apps(self) -> Sequence[tuple[KoikoiApp | None, Sight]]:
        """The apps of all sessions, ``None`` for one that has not begun, and what is seen."""
        return [(session.app, session.sight()) for session in self._sessions.values()]

    def kick(self, number: int, said: str) -> bool:
        """Ends a session; returns whether there is such a one.

        Args:
            number: Its number.
            said: What its player reads.
        """
        session = self._sessions.get(number)
        if session is None:
            return False
        session.end(Reason.KICKED, said)
        return True

    def figures(self) -> Figures:
        """How it is doing."""
        connections = self._connections
        return Figures(
            len(self._sessions),
            connections.count,
            connections.unknown,
            self.lag.p95,
            self._start_times.p95,
            self.answers.p95,
            replace(self.counts),
        )


def _only_terminals(options: HostOptions) -> dict[str, Any]:
    """What asyncssh is told, so that it offers terminals and nothing else."""
    return {
        "encoding": None,
        "line_editor": False,
        "agent_forwarding": False,
        "x11_forwarding": False,
        "allow_scp": False,
        "host_based_auth": False,
        "gss_host": None,
        # The client's own order counts: it is compressed where the client asks for it.
        "compression_algs": ["none", ZLIB.decode()],
        "login_timeout": options.limits.login_seconds,
        "keepalive_interval": _KEEPALIVE_SECONDS,
        "keepalive_count_max": _KEEPALIVE_TRIES,
        "server_version": "koikoi",
        "config": None,
    }
