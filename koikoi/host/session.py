"""One terminal: its app from the first picture to the last, and the line that it hangs on."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from koikoi.host.driver import SSHDriver
from koikoi.host.figures import Reason, Sight
from koikoi.host.limits import Bucket
from koikoi.host.terminals import clamped, clean_term, is_dumb, lines_for, mode_of, spoken
from koikoi.host.words import Words
from koikoi.text.languages import chosen, usable
from koikoi.tui.glyphs import SETS

if TYPE_CHECKING:
    from koikoi.host.gate import Channel, Gate
    from koikoi.host.server import Server
    from koikoi.host.visitor import Visitor
    from koikoi.tui.app import KoikoiApp

BYTES_A_SECOND: Final = 1536.0
BYTES_AT_ONCE: Final = 4096.0
"""What of the keys that come is read; a paste or a fast hand is less."""

_MOST_UNSENT: Final = 128 * 1024
_LITTLE_UNSENT: Final = 8 * 1024
"""Bytes that may wait for a terminal that does not read."""

_RESIZE_SOON: Final = 0.05
_RESIZE_AGAIN: Final = 0.25
"""Seconds before a size counts, and between two: each costs a picture of the whole screen."""

_ENDING: Final = 3.0
"""Seconds that an app has for its end, once its terminal has gone."""
_CLOSING: Final = 2.0
"""Seconds that a client has to close its channel."""


class Session(asyncssh.SSHServerSession[bytes]):
    """A channel with a terminal at its other end, and the app that is shown there.

    Args:
        server: The server.
        door: The connection, or the tab of a browser.
        visitor: Who it is.

    Attributes:
        number: What it is known by.
        begun: Whether the client has asked for what is shown here.
        over: Whether it has ended.
        size: The columns and rows of the terminal.
        paused: Whether the other end does not read.
    """

    def __init__(self, server: Server, door: Gate, visitor: Visitor) -> None:
        self._server, self._door, self.visitor = server, door, visitor
        self._loop = asyncio.get_running_loop()
        self.number = server.next_number()
        self.begun = self.over = False
        self.size = clamped(0, 0)
        self._columns = 0
        self.paused = False
        self._term: str | None = None
        self._channel: Channel
        self._open = False
        self._full = self._stuck = False
        self._app: KoikoiApp | None = None
        self._driver: SSHDriver | None = None
        self.task: asyncio.Task[None] | None = None
        self._first = asyncio.Event()
        self._reason: Reason | None = None
        self._said = ""
        self._bucket = Bucket(BYTES_A_SECOND, BYTES_AT_ONCE, self._loop.time)
        self._dropped_keys = 0
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._began = self._heard = self._loop.time()
        self._resized = 0.0
        self._warned = False
        self.sent = self.received = 0

    # The channel.

    def connection_made(self, chan: Channel) -> None:
        """There is a channel."""
        self._channel = chan
        self._open = True
        chan.set_write_buffer_limits(_MOST_UNSENT, _LITTLE_UNSENT)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """The client has a terminal."""
        del term_modes
        self._term = term_type
        self.size = clamped(term_size[0], term_size[1])
        self._columns = term_size[0]
        return True

    def shell_requested(self) -> bool:
        """The client wants what we have; commands and subsystems are refused."""
        return True

    def session_started(self) -> None:
        """Everything is known of the terminal."""
        self.begun = True
        self._door.occupied()
        self.task = asyncio.create_task(self._run())

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel has gone: the app has some seconds to end."""
        del exc
        self._open = False
        self._reason = self._reason or Reason.DROPPED
        self._exit()
        if self.task is None:
            self._over()

    def eof_received(self) -> bool:
        """Nothing more will be typed: the app ends, and what it says still goes out."""
        self.end(Reason.DROPPED)
        return True

    # What comes.

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Keys; what comes faster than anybody types is dropped."""
        del datatype
        self.received += len(data)
        self._heard = self._loop.time()
        self._warned = False
        taken = self._bucket.take(len(data))
        if taken < len(data):
            self._server.counts.dropped += len(data) - taken
            if self._bucket.excess > self._server.patience:
                self._cut(Reason.FLOOD)
                return
        if self._driver is not None and taken:
            self._driver.feed(data[:taken])

    def dropped(self, keys: int) -> None:
        """Keys came too fast."""
        self._dropped_keys += keys
        self._server.counts.dropped += keys

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The terminal has another size; many changes in a row are one."""
        del pixwidth, pixheight
        self._columns = width
        if self._driver is None:
            self.size = clamped(width, height)
            return
        again = self._resized + _RESIZE_AGAIN - self._loop.time()
        self._later("size", max(_RESIZE_SOON, again), partial(self._resize, width, height))

    def _resize(self, width: int, height: int) -> None:
        size = clamped(width, height)
        if size != self.size and self._driver is not None:
            self.size, self._resized = size, self._loop.time()
            self._driver.resize()

    # What goes.

    def attach(self, driver: SSHDriver) -> None:
        """The app has begun to draw."""
        self._driver = driver

    def send(self, data: bytes) -> None:
        """Writes; nothing happens where the line has gone."""
        if self._open and not self._channel.is_closing():
            self.sent += len(data)
            self._server.counts.sent += len(data)
            self._channel.write(data)

    def shown(self) -> None:
        """The first picture has been painted."""
        self._first.set()

    def answered(self, seconds: float) -> None:
        """Something was painted so long after a key."""
        self._server.answers.note(seconds)

    def pause_writing(self) -> None:
        """The client's window is full."""
        self._full = True
        self._weigh()

    def resume_writing(self) -> None:
        """There is room again."""
        self._full = False
        self._weigh()

    def blocked(self, blocked: bool) -> None:
        """Whether the socket takes no more."""
        self._stuck = blocked
        self._weigh()

    def _weigh(self) -> None:
        before, self.paused = self.paused, self._full or self._stuck
        if self.paused and not before:
            self._later("slow", self._server.patience, partial(self._cut, Reason.NOT_READING))
        elif before and not self.paused:
            self._never("slow")
            if self._driver is not None:
                self._driver.resumed()

    # The app.

    async def _run(self) -> None:
        code = 1
        try:
            code = await self._served()
        except asyncio.CancelledError:
            self._reason = self._reason or Reason.DROPPED
        except Exception as error:
            self._broken(error)
        finally:
            self._leave(code)
            self._over()
        if self._open:
            try:
                await asyncio.wait_for(self._channel.wait_closed(), _CLOSING)
            except (TimeoutError, asyncio.CancelledError):
                self._door.forsaken()

    async def _served(self) -> int:
        """Shows the app until it ends; returns the exit code."""
        server = self._server
        if self._term is None:
            self._reason, self._said = Reason.NO_TERMINAL, self.words.needs_terminal()
            return 1
        term = clean_term(self._term)
        if is_dumb(self._term.strip().lower()):
            self._reason, self._said = Reason.NO_TERMINAL, self.words.dumb_terminal()
            return 1
        async with server.starting(self) as may_start:
            if not may_start:
                self._reason = self._reason or Reason.BUSY
                self._said = self._said or self.words.busy()
                return 1
            began = self._loop.time()
            mode = mode_of(term, self._channel.get_environment())
            visitor = self.visitor._replace(lang=self._lang())
            app = server.front(visitor, mode, partial(SSHDriver, line=self))
            self._app = app
            running = asyncio.create_task(app.run_async(mouse=True))
            if self._reason is not None:
                self._exit()
            first = asyncio.create_task(self._first.wait())
            try:
                await asyncio.wait((running, first), return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                running.cancel()
            first.cancel()
            server.started(self, term, self._loop.time() - began)
        self._watch_idle()
        return await self._to_its_end(app, running)

    async def _to_its_end(self, app: KoikoiApp, running: asyncio.Task[None]) -> int:
        try:
            await running
        except asyncio.CancelledError:
            running.cancel()
            await asyncio.wait((running,), timeout=_ENDING)
        finally:
            if self._driver is not None:
                self._driver.close()
        if app.crash is not None:
            self._broken(app.crash)
            return 1
        self._said = "\n".join(said for said in (app.game.farewell, self._said) if said)
        return app.return_code or 0

    def _broken(self, error: Exception) -> None:
        self._reason, self._said = Reason.BROKEN, self.words.broken()
        self._server.broke(self, error)

    def end(self, reason: Reason, said: str = "") -> None:
        """Ends the session in order.

        Args:
            reason: Why.
            said: What is said once the terminal is as it was.
        """
        if self._reason is None:
            self._reason, self._said = reason, said
            self._exit()

    def _lang(self) -> str:
        return spoken(self._channel.get_environment(), self._server.words.lang)

    @property
    def words(self) -> Words:
        """What the server says to who is at it, in their language and letters."""
        if self._app is not None:
            return Words(self._app.brush.text)
        mode = mode_of(clean_term(self._term), self._channel.get_environment())
        return Words(chosen("", usable(self._lang()), SETS[mode.glyphs].words))

    @property
    def closed(self) -> bool:
        """Whether nothing is left of it, at either end."""
        return self.over and not self._open

    @property
    def app(self) -> KoikoiApp | None:
        """The app that is shown, while there is one."""
        return self._app

    @property
    def ending(self) -> bool:
        """Whether it is to end."""
        return self._reason is not None

    def _exit(self) -> None:
        if self._app is not None:
            self._app.exit()
        if self.task is not None and not self.task.done():
            self._later("end", _ENDING, self.task.cancel)

    def _cut(self, reason: Reason) -> None:
        """Ends the session at once, because of what the client does."""
        self._reason = self._reason or reason
        if reason is Reason.NOT_READING:
            self._server.counts.slow += 1
        else:
            self._server.counts.floods += 1
        self._door.drop()

    def tell(self, said: str) -> None:
        """Says something on the screen, or nothing where there is none yet."""
        if self._app is not None and not self.over:
            self._server.tell(self._app, said)

    # The end.

    def _leave(self, code: int) -> None:
        self._reason = self._reason or Reason.LEFT
        if self._said:
            self.send(lines_for(self._said, self._columns))
        if self._open and not self._channel.is_closing():
            self._channel.exit(code)

    def _over(self) -> None:
        if self.over:
            return
        self.over = True
        for name in tuple(self._timers):
            self._never(name)
        self._app = self._driver = None
        self._server.ended(self, self._reason or Reason.DROPPED)
        self._door.vacated()

    # Time.

    def _later(self, name: str, seconds: float, do: Any) -> None:
        self._never(name)
        if not self.over:
            self._timers[name] = self._loop.call_later(seconds, do)

    def _never(self, name: str) -> None:
        if (timer := self._timers.pop(name, None)) is not None:
            timer.cancel()

    def _watch_idle(self) -> None:
        """Warns somebody who has pressed no key for long, then closes their line."""
        app = self._app
        if app is None or self.visitor.board:
            return
        most = self._server.idle_limit(app)
        warning = self._server.warns_before(most)
        idle = self._loop.time() - self._heard
        if idle >= most:
            self.end(Reason.IDLE, self.words.was_idle(most))
        elif idle >= most - warning:
            if not self._warned:
                self._warned = True
                self.tell(self.words.idles(most - idle))
            self._later("idle", most - idle, self._watch_idle)
        else:
            self._later("idle", most - warning - idle, self._watch_idle)

    def sight(self) -> Sight:
        """What an operator sees of it."""
        now = self._loop.time()
        return Sight(
            self.number,
            self.visitor,
            clean_term(self._term),
            self.size,
            now - self._began,
            now - self._heard,
            self.sent,
            self.received,
            self._bucket.refused + self._dropped_keys,
        )
