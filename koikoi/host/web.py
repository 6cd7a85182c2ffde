"""The same game in a browser: the page of textual-serve, served by the process of the host.

The extra ``web`` brings the page's script, which is a terminal (xterm.js), and the web server.
textual-serve itself starts a program for every tab, which would sit in no lobby; here a tab becomes
a session of the host like any line by SSH, with the same limits.
"""

from __future__ import annotations

import asyncio
import html
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from socket import SO_SNDBUF, SOL_SOCKET
from string import Template
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from aiohttp import web

from koikoi.host.options import Access
from koikoi.host.tab import Tab
from koikoi.host.terminals import asked_languages, printable

if TYPE_CHECKING:
    from koikoi.host.server import Server

_MOST_UNSENT: Final = 64 * 1024
"""Bytes that may lie in a socket that nobody reads; the system would keep megabytes."""
_HEARTBEAT: Final = 15.0
_CLOSING: Final = 2.0
_LONGEST_MESSAGE: Final = 64 * 1024
_PAGE_SECONDS: Final = 30.0
"""Seconds that a connection has at least for a page and what belongs to it, and no more than twice
as many."""
_SPARE: Final = 2
"""How many connections there may be to each that the host takes: a page needs some."""

_PAGE: Final = Path(__file__).with_name("tab.html")
_WHERE: Final = """\
const terminal = document.getElementById("terminal");
const way = new URL(terminal.dataset.way, location.href);
terminal.dataset.sessionWebsocketUrl = way.origin.replace(/^http/, "ws") + way.pathname;
addEventListener("load", () => setTimeout(() => terminal.querySelector("textarea").focus()));
"""
"""Tells the page's script where the websocket is: beside the page, whatever leads there. Keys go to
the terminal from the beginning.
"""

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "font-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class WebServer:
    """Serves the page, and makes a session of the host of every tab.

    Args:
        host: The host; it has to be running.
        port: The port, 0 for one that is free; the address is that of the host.
    """

    def __init__(self, host: Server, port: int) -> None:
        self._host, self._asked = host, port
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None
        self._tabs: set[web.RequestHandler] = set()
        self._old: set[web.RequestHandler] = set()
        """Connections that were there at the last sweep, and are no tabs."""
        self._sweeping: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Begins to listen.

        Raises:
            OSError: The address is taken or not ours.
        """
        app = web.Application()
        app.router.add_get("/", self._page)
        app.router.add_get("/board", self._page)
        app.router.add_get("/ws", self._websocket)
        app.router.add_get("/board/ws", self._websocket)
        app.router.add_get("/where.js", self._script)
        app.router.add_static("/static", _statics())
        app.on_response_prepare.append(_with_headers)
        self._runner = web.AppRunner(
            app, access_log=None, handle_signals=False, shutdown_timeout=_CLOSING
        )
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        try:
            self._listener = await loop.create_server(
                self._connection, self._host.options.bind, self._asked
            )
        except OSError:
            await self._runner.cleanup()
            raise
        self._sweep()
        self._host.log("web", address=self._host.options.bind, port=self.port)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        assert self._listener is not None
        port: int = self._listener.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """Lets nobody in any more; the tabs have to be told by the host before."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        if self._listener is not None:
            self._listener.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # Connections.

    def _connection(self) -> asyncio.BaseProtocol:
        assert self._runner is not None
        assert self._runner.server is not None
        most = _SPARE * self._host.options.limits.connections
        if len(self._runner.server.connections) >= most:
            return _Refusal()
        return self._runner.server()

    def _sweep(self) -> None:
        """Closes connections that do nothing, or take very long for a page."""
        assert self._runner is not None
        assert self._runner.server is not None
        there = set(self._runner.server.connections) - self._tabs
        for connection in there & self._old:
            connection.force_close()
        self._old = there
        self._sweeping = asyncio.get_running_loop().call_later(_PAGE_SECONDS, self._sweep)

    # Requests.

    async def _page(self, request: web.Request) -> web.Response:
        languages = asked_languages(request.headers.get("Accept-Language", ""))
        words = self._host.words_for(languages)
        if self._host.options.access is Access.KEYS:
            return web.Response(status=403, text=words.wants_key())
        board = request.path.endswith("/board")
        page = Template(_PAGE.read_text(encoding="utf-8")).substitute(
            way="board/ws" if board else "ws",
            title=html.escape(self._host.options.event or "Koi-Koi"),
            closed=html.escape(words.tab_closed()),
            again=html.escape(words.again()),
        )
        return web.Response(text=page, content_type="text/html")

    async def _script(self, request: web.Request) -> web.Response:
        del request
        return web.Response(text=_WHERE, content_type="text/javascript")

    async def _websocket(self, request: web.Request) -> web.StreamResponse:
        options = self._host.options
        if options.access is Access.KEYS or not _is_ours(request, options.bind):
            raise web.HTTPForbidden
        websocket = web.WebSocketResponse(
            heartbeat=_HEARTBEAT,
            timeout=_CLOSING,
            max_msg_size=_LONGEST_MESSAGE,
            # Compression takes some 300 kB of memory a tab.
            compress=False,
        )
        await websocket.prepare(request)
        transport, connection = request.transport, request.protocol
        if transport is None:
            return websocket
        transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, _MOST_UNSENT)
        tab = Tab(
            self._host,
            websocket,
            transport,
            printable(request.remote or "", 64),
            board=request.path.startswith("/board"),
            languages=request.headers.get("Accept-Language", ""),
        )
        self._tabs.add(connection)
        try:
            await tab.serve((_number(request, "width"), _number(request, "height")))
        finally:
            self._tabs.discard(connection)
        return websocket


class _Refusal(asyncio.Protocol):
    """Closes a connection that is one too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Closes it."""
        if isinstance(transport, asyncio.Transport):
            transport.abort()


def _statics() -> Path:
    """The folder of the page's script, styles and letters."""
    found = find_spec("textual_serve")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "static"


async def _with_headers(request: web.Request, response: web.StreamResponse) -> None:
    del request
    response.headers.update(_HEADERS)


def _number(request: web.Request, name: str) -> int:
    """A number of the address, 0 where there is none that could be a size."""
    given = request.query.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0


def _is_ours(request: web.Request, bind: str) -> bool:
    """Whether a page of ours asks, and not one of another site that a browser here has open.

    On a host for this machine only, the name that the browser asked for has to be this machine's:
    another's name may be made to lead here.
    """
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        return False
    try:
        name = urlsplit(f"//{request.host}").hostname or ""
    except ValueError:
        return False
    return not _is_local(bind) or name == bind or _is_local(name)


def _is_local(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name.rstrip(".") == "localhost"
