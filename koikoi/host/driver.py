"""What connects an app to a terminal at the other end of an SSH channel.

It runs in the loop of the server: keys are read where the bytes arrive, and what is painted is
handed to the line at once. Private details of Textual 8.2 are used here.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol, cast

from textual import events, messages
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from koikoi.host.limits import Bucket
from koikoi.tui.stream import MOUSE_OFF, MOUSE_ON, KeyReader, Pictures

_TICK: Final = 0.11
"""Seconds after which a lone Escape is a key; a little more than the library's own 0.1."""

KEYS_A_SECOND: Final = 40.0
"""More keys and clicks nobody makes, not even by holding a key down; each may cost a picture."""
KEYS_AT_ONCE: Final = 120.0

_BEGIN: Final = f"\x1b[?1049h{MOUSE_ON}\x1b[?25l\x1b[?2004h\x1b[?7l"
"""Another screen, without a cursor; pastes are marked, long lines are cut."""
_ASK_UPDATES: Final = "\x1b[?2026$p"
"""Asks for synchronized updates. A terminal that prints it is painted over at once."""
_END: Final = f"\x1b[?2026l{MOUSE_OFF}\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h"

_DROPPED: Final = (
    events.Resize,  # the size is what the channel says
    events.CursorPosition,
    events.MouseMove,  # nobody asked for it
    messages.InBandWindowResize,
)


class Line(Protocol):
    """The channel to a terminal, and what it knows of it."""

    size: tuple[int, int]
    """The columns and rows that the terminal has now."""
    paused: bool
    """Whether the other end does not read: nothing more is to be written."""

    def attach(self, driver: SSHDriver) -> None:
        """Tells who reads the keys from now on."""

    def send(self, data: bytes) -> None:
        """Writes; nothing happens where the line has gone."""

    def shown(self) -> None:
        """A first whole picture has been written."""

    def answered(self, seconds: float) -> None:
        """Something was painted so long after a key."""

    def dropped(self, keys: int) -> None:
        """So many keys came too fast, and were dropped."""


class SSHDriver(Pictures, Driver):
    """Draws on a line and reads from it.

    Args:
        app: The app.
        debug: Not used: it would make the library write what is typed into a file.
        mouse: Not used: a terminal's mouse is always asked for.
        size: Not used: the line knows the size.
        line: The line.
    """

    def __init__(
        self,
        app: Any,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
        line: Line,
    ) -> None:
        super().__init__(app, debug=False, mouse=mouse, size=line.size)
        del debug, size
        self._line = line
        self._reader = KeyReader()
        self._keys = Bucket(KEYS_A_SECOND, KEYS_AT_ONCE)
        self._ticking: asyncio.TimerHandle | None = None
        self._unsent: list[str] = []
        self._sending = False
        self._missed = False
        """Whether something was painted that was not written, since the other end did not read."""
        self._reads = False
        self._begun = self._ended = False
        self._asked_at = 0.0
        """When the oldest key came that nothing was painted for; 0 where there is none."""

    # What goes to the terminal.

    def write(self, data: str) -> None:
        """Writes, but never the same picture twice in a row, and nothing that nobody reads."""
        if self._ended:
            return
        if self._line.paused:
            self._missed = True
            return
        had = self.painted
        if not self.is_new(data):
            return
        self._unsent.append(data)
        if not self._sending:
            self._sending = True
            self._loop.call_soon(self.flush)
        if self.painted and not had:
            self._line.shown()

    def flush(self) -> None:
        """Sends what was written as one piece: each piece costs a packet of its own."""
        self._sending = False
        if self._unsent:
            data = "".join(self._unsent)
            self._unsent.clear()
            self._line.send(data.encode("utf-8", "replace"))
            if self._asked_at:
                self._line.answered(self._loop.time() - self._asked_at)
                self._asked_at = 0.0

    def resumed(self) -> None:
        """The other end reads again: it is shown what it has missed."""
        if self._missed and not self._ended:
            self._missed = False
            self._app.call_later(cast("Any", self._app).redraw)

    # What comes from it.

    def feed(self, data: bytes) -> None:
        """Reads what was typed."""
        if self._reads:
            self._asked_at = self._asked_at or self._loop.time()
            for event in self._reader.feed(data):
                self.process_message(event)
            self._tick_later()

    def _tick_later(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        if self._reader.waits:
            self._ticking = self._loop.call_later(_TICK, self._tick)

    def _tick(self) -> None:
        self._ticking = None
        if self._reads:
            for event in self._reader.tick():
                self.process_message(event)
            self._tick_later()

    def process_message(self, message: Message) -> None:
        """Gives the app what is a key, a click or an answer that was asked for."""
        if isinstance(message, _DROPPED):
            return
        if isinstance(message, events.MouseEvent):
            width, height = self._line.size
            if message.x >= width or message.y >= height:
                return
        if isinstance(message, events.InputEvent) and not self._keys.take(1):
            self._line.dropped(1)
            return
        super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Gives the app an event; both run in the same loop."""
        self._app.post_message(message)

    def size_now(self) -> tuple[int, int]:
        """The columns and rows that the terminal has now."""
        return self._line.size

    def resize(self) -> None:
        """Tells the app of the size that the terminal has now."""
        if self._reads:
            size = Size(*self._line.size)
            self.send_message(events.Resize(size, size))

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Does nothing: a browser would open where the server is."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Does nothing: a file would be written where the server is."""

    # Begin and end.

    def start_application_mode(self) -> None:
        """Takes the screen."""
        self._begun = self._reads = True
        self._line.attach(self)
        self.write(_BEGIN)
        self.write(_ASK_UPDATES)
        self.flush()
        self.resize()

    def disable_input(self) -> None:
        """Reads no more."""
        self._reads = False
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def stop_application_mode(self) -> None:
        """Gives the screen back as it was; only once, however often the end comes."""
        self.disable_input()
        if self._begun and not self._ended:
            self.flush()
            self._ended = True
            self._line.send(_END.encode())

    def close(self) -> None:
        """Ends what may not have ended, and lets go of everything that was read."""
        self.stop_application_mode()
        self._reader.close()
