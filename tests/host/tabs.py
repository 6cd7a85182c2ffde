"""A tab of a browser that speaks as the page's script does, and what its terminal shows.

Nothing here waits for longer than ``PATIENCE``.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

from koikoi.host.web import WebServer
from tests.host.client import PATIENCE, Shown
from tests.host.front import Hosted, hosted


class BrowserTab(Shown):
    """A tab.

    Args:
        websocket: What leads to the host.
        size: Columns and rows.

    Attributes:
        websocket: What leads to the host.
        got: All bytes that came for the terminal.
        pongs: The answers to pings.
    """

    def __init__(self, websocket: ClientWebSocketResponse, size: tuple[int, int]) -> None:
        self.websocket = websocket
        super().__init__(size)
        self.got = bytearray()
        self.pongs: list[str] = []

    async def read(self) -> None:
        """Takes what comes until there is no more."""
        async for message in self.websocket:
            if message.type is WSMsgType.BINARY:
                self.got += message.data
                self.screen.feed(message.data)
            else:
                kind, pong = json.loads(message.data)
                assert kind == "pong"
                self.pongs.append(pong)
            self._news.set()
        self.closed = True
        self._news.set()

    async def send(self, *said: Any) -> None:
        """Sends a message of the page's script."""
        await self.websocket.send_json(list(said))

    async def type(self, keys: str) -> None:
        """Types keys."""
        await self.send("stdin", keys)

    async def resize(self, width: int, height: int) -> None:
        """Becomes another size."""
        self.screen.resize(width, height)
        await self.send("resize", {"width": width, "height": height})


class Served:
    """A host that browsers reach.

    Attributes:
        host: The host.
        http: Asks for pages.
        port: Where browsers reach it.
    """

    def __init__(self, host: Hosted, http: ClientSession, port: int) -> None:
        self.host, self.http, self.port = host, http, port

    def address(self, path: str = "/") -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.port}{path}"

    @asynccontextmanager
    async def tab(
        self, size: tuple[int, int] = (80, 24), *, path: str = "/ws", reads: bool = True, **how: Any
    ) -> AsyncIterator[BrowserTab]:
        """A tab that is open while a test looks at it."""
        asked = f"{self.address(path)}?width={size[0]}&height={size[1]}"
        async with self.http.ws_connect(asked, **how) as websocket:
            tab = BrowserTab(websocket, (min(max(size[0], 1), 200), min(max(size[1], 1), 60)))
            reading = asyncio.create_task(tab.read()) if reads else None
            try:
                yield tab
            finally:
                if reading is not None:
                    await websocket.close()
                    await asyncio.wait_for(reading, PATIENCE)


def _small(where: Any) -> socket.socket:
    """A socket that is soon full where nobody reads."""
    family, kind, protocol, _, _ = where
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    return made


@asynccontextmanager
async def served(folder: Path, **how: Any) -> AsyncIterator[Served]:
    """A host with a page for browsers while a test runs; :func:`hosted` says what there is."""
    async with hosted(folder, **how) as host:
        browsers = WebServer(host.server, 0)
        await browsers.start()
        try:
            async with ClientSession(connector=TCPConnector(socket_factory=_small)) as http:
                yield Served(host, http, browsers.port)
        finally:
            await host.server.stop()
            await browsers.stop()
