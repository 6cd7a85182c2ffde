"""A tab of a browser: its websocket is the connection and the channel of a session at once.

What goes over the websocket is what the page of textual-serve speaks: bytes for the terminal one
way, lists in JSON the other way.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from aiohttp import WSMsgType, web

from koikoi.host.limits import place_of
from koikoi.host.options import Access
from koikoi.host.prompt import Answer, PasswordPrompt
from koikoi.host.session import Session
from koikoi.host.terminals import asked_languages, lines_for
from koikoi.host.visitor import BOARD_USER, Visitor
from koikoi.tui.stream import PASTE, PASTED

if TYPE_CHECKING:
    from koikoi.host.server import Server

CLIENT: Final = "browser"
TERM: Final = "xterm-256color"
VARIABLES: Final = {"COLORTERM": "truecolor"}
"""What the page's terminal is, and would say of itself."""

BYTES_A_SECOND: Final = 48 * 1024
BYTES_AT_ONCE: Final = 192 * 1024
"""More than this is read from no tab; the same holds of a connection by SSH."""
_EACH: Final = 64
"""Bytes that count for a message beside its own: a flood of small ones is a flood too."""

_PIECE: Final = 16 * 1024
_LONGEST_PING: Final = 64


class Tab:
    """Somebody who came by a browser.

    Args:
        host: The server whose apps are shown.
        websocket: What leads to the tab.
        transport: The socket below it.
        address: Where they come from.
        board: Whether they came for the big screen only.

    Attributes:
        number: What it is known by.
        address: Where they come from.
        place: What counts as one address.
        received: Bytes that have come.
        sent: Bytes that were sent.
    """

    def __init__(
        self,
        host: Server,
        websocket: web.WebSocketResponse,
        transport: asyncio.Transport,
        address: str,
        *,
        board: bool = False,
        languages: str = "",
    ) -> None:
        self._variables = {**VARIABLES, **asked_languages(languages)}
        self.words = host.words_for(self._variables)
        self._host, self._websocket, self._transport = host, websocket, transport
        self.number = host.next_number()
        self.address, self.place = address, place_of(address)
        name = host.named(BOARD_USER) if board else ""
        self._visitor = Visitor(name, None, address, CLIENT, board)
        self._loop = asyncio.get_running_loop()
        self.received = self.sent = 0
        self._left, self._at = float(BYTES_AT_ONCE), self._loop.time()
        self._size = (0, 0)
        self._session: Session | None = None
        self._prompt: PasswordPrompt | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._unsent = bytearray()
        self._pong: str | None = None
        self._most, self._little = _PIECE, 0
        self._full = self._closing = False
        self._wake, self._gone = asyncio.Event(), asyncio.Event()

    @property
    def meter(self) -> Tab:
        """Counts what goes over it."""
        return self

    # The whole of it.

    async def serve(self, size: tuple[int, int]) -> None:
        """Shows an app in the tab until one of both has gone.

        Args:
            size: The columns and rows that it begins with.
        """
        self._size = size
        pump = asyncio.create_task(self._pump())
        admitted = self._host.came(self)
        try:
            if admitted:
                await self._hear()
            else:
                self.close(self.words.busy())
                await pump
        finally:
            self._gone.set()
            self._wake.set()
            if self._deadline is not None:
                self._deadline.cancel()
            if self._session is not None:
                self._session.connection_lost(None)
                if self._session.task is not None:
                    await asyncio.wait((self._session.task,))
            if admitted:
                self._host.went(self, None)
            pump.cancel()
            await asyncio.wait((pump,))

    def turn(self) -> None:
        """Its login may begin."""
        self._loop.call_soon(self._ask)

    def _ask(self) -> None:
        """Asks what has to be known; lets in who need not know anything."""
        if self.is_closing():
            return
        options, words = self._host.options, self.words
        if options.access is not Access.PASSWORD:
            self._enter()
            return
        limits = options.limits
        self._prompt = PasswordPrompt(
            options.password, limits.tries, words.asks_password(), self.write
        )
        # Whoever has to type it has longer than a program; others have their turn meanwhile.
        self._host.yields(self)
        self._deadline = self._loop.call_later(limits.tries * limits.login_seconds, self.drop)

    def _enter(self) -> None:
        self._prompt = None
        if self._deadline is not None:
            self._deadline.cancel()
        self._host.knows(self, self._visitor)
        self._session = Session(self._host, self, self._visitor)
        self._session.connection_made(self)
        self._session.pty_requested(TERM, (*self._size, 0, 0), {})
        self._session.session_started()

    # What comes.

    async def _hear(self) -> None:
        """Takes messages until there are no more, or one that no page of ours sends."""
        async for message in self._websocket:
            if message.type is not WSMsgType.TEXT or not self._take(message.data):
                return
            if self._gone.is_set():
                return
            await self._slow_down(len(message.data))

    async def _slow_down(self, size: int) -> None:
        """Waits where more comes than anybody sends; the socket fills up meanwhile."""
        self.received += size
        now = self._loop.time()
        self._left = min(BYTES_AT_ONCE, self._left + (now - self._at) * BYTES_A_SECOND)
        self._left -= size + _EACH
        self._at = now
        if self._left < 0:
            await asyncio.sleep(-self._left / BYTES_A_SECOND)

    def _take(self, text: str) -> bool:
        """Does what a message says; returns whether it says anything."""
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            return False
        match said:
            case ["stdin", str(keys)]:
                self._type(_typed(keys).encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                self._resize(width, height)
            case ["ping", str(data)]:
                self._pong = data[:_LONGEST_PING]
                self._wake.set()
            case ["focus" | "blur"]:
                pass
            case _:
                return False
        return True

    def _type(self, data: bytes) -> None:
        if self._session is not None:
            self._session.data_received(data, None)
        elif self._prompt is not None:
            answer = self._prompt.feed(data)
            if answer is Answer.RIGHT:
                self._enter()
            elif answer is not None:
                self.close(self.words.refused() if answer is Answer.WRONG else "")

    def _resize(self, width: int, height: int) -> None:
        self._size = (width, height)
        if self._session is not None:
            self._session.terminal_size_changed(width, height, 0, 0)

    # What goes.

    async def _pump(self) -> None:
        """Sends what there is to send, as fast as the tab takes it."""
        with suppress(ConnectionError):
            while not self._gone.is_set():
                await self._wake.wait()
                self._wake.clear()
                if self._pong is not None:
                    pong, self._pong = self._pong, None
                    await self._websocket.send_str(json.dumps(["pong", pong]))
                while self._unsent:
                    piece = bytes(self._unsent[:_PIECE])
                    del self._unsent[:_PIECE]
                    await self._websocket.send_bytes(piece)
                    self._weigh()
                if self._closing:
                    await self._websocket.close()
                    return

    def _weigh(self) -> None:
        """Tells the session whether too much waits to be sent."""
        full = len(self._unsent) > (self._little if self._full else self._most)
        if full is self._full or self._session is None:
            return
        self._full = full
        if full:
            self._session.pause_writing()
        else:
            self._session.resume_writing()

    # As a channel.

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """How much may wait to be sent before the session is told to pause, and to go on."""
        self._most, self._little = high or _PIECE, low or 0

    def write(self, data: bytes) -> None:
        """Sends something as soon as the tab takes it."""
        if not self.is_closing():
            self.sent += len(data)
            self._unsent += data
            self._wake.set()
            self._weigh()

    def is_closing(self) -> bool:
        """Whether nothing can be written any more."""
        return self._closing or self._gone.is_set()

    def exit(self, status: int) -> None:
        """Sends what is left, and closes."""
        del status
        self.close("")

    async def wait_closed(self) -> None:
        """Waits until it is closed."""
        await self._gone.wait()

    def get_environment(self) -> Mapping[str, str]:
        """What the page's terminal would say of itself."""
        return self._variables

    # As a gate.

    def drop(self) -> None:
        """Closes it at once."""
        self._gone.set()
        self._transport.abort()

    def close(self, said: str) -> None:
        """Closes it, and says why."""
        if said:
            self.write(lines_for(said, self._size[0]))
        self._closing = True
        self._wake.set()

    async def closed(self) -> None:
        """Waits until it is closed."""
        await self._gone.wait()

    def forsaken(self) -> None:
        """The other end does not close what is over."""
        self.drop()

    def occupied(self) -> None:
        """Somebody plays in it."""

    def vacated(self) -> None:
        """Nobody plays in it any more: it closes once all has been sent."""


def _typed(keys: str) -> str:
    """What came of the keyboard; of a paste, what is one however it reads.

    The page sends a paste as one message. Its terminal leaves in it what was pasted as its end, and
    what stands behind that would be taken for keys.
    """
    if not (keys.startswith(PASTE) and keys.endswith(PASTED)):
        return keys
    return PASTE + keys[len(PASTE) : -len(PASTED)].replace("\x1b", "") + PASTED
