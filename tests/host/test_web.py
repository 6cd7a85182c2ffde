"""Tabs of browsers join the host like lines by SSH; and nobody gets in that should not."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError

from koikoi.host import web
from koikoi.host.options import Access, Limits
from koikoi.host.tab import BYTES_AT_ONCE
from tests.host.client import ESCAPE, PATIENCE, Client
from tests.host.front import HOST_KEY, TITLE
from tests.host.tabs import Served, served

PASSWORD = "kö i"
ASKS = "Password of the event:"


async def none_left(served: Served) -> None:
    """Waits until no session is left, and no connection."""
    async with asyncio.timeout(PATIENCE):
        while served.host.server.figures()[:3] != (0, 0, 0):  # noqa: ASYNC110  (nothing tells of it)
            await asyncio.sleep(0.001)


async def ends(served: Served, reason: str) -> None:
    """Waits until a session has ended, and looks why."""
    log = served.host.log
    async with asyncio.timeout(PATIENCE):
        while not log.of("end"):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert [line["reason"] for line in log.of("end")] == [reason]


async def test_a_tab_plays_beside_a_line_by_ssh(tmp_path: Path) -> None:
    async with served(tmp_path) as host, Client(host.host.port) as client:
        terminal = await client.terminal()
        await terminal.shows(TITLE)
        async with host.tab((100, 30)) as tab:
            await tab.shows(TITLE, "size 100x30", "name [] board False", "key [None]")
            await tab.shows("colours truecolor glyphs full")
            visitor = host.host.house.visitors[-1]
            assert (visitor.address, visitor.client) == ("127.0.0.1", "browser")
            assert len(host.host.server.sights()) == 2
            await tab.type("\x1b[Cä")
            await tab.shows("keys 2: right ä")
            await tab.type(ESCAPE)
            await tab.shows("keys 3: right ä escape")
            await tab.type("\x1b[<0;5;5M\x1b[<0;5;5m")
            await tab.shows("clicks 1")
            await tab.resize(120, 36)
            await tab.shows("size 120x36")
            for nothing in ("focus", "blur"):
                await tab.send(nothing)
            await tab.send("ping", "17")
            await tab.until(lambda: tab.pongs == ["17"])
            await tab.type("q")
            await tab.gone()
            assert tab.got.endswith(b"Until next time.\r\n")
            assert not tab.screen.modes.get(1049)
        terminal.type("x")
        await terminal.shows("keys 1: x")
    assert [line["reason"] for line in host.host.log.of("end")] == ["left", "dropped"]


@pytest.mark.parametrize("pasted", ["q\rq\r", "a\x1b[201~q\r\x1b[200~", "\x1b[201~q", "\x1b]0;q"])
async def test_nothing_that_is_pasted_into_a_tab_is_a_key(tmp_path: Path, pasted: str) -> None:
    async with served(tmp_path) as host, host.tab() as tab:
        await tab.shows(TITLE)
        await tab.type(f"\x1b[200~{pasted}\x1b[201~")
        await tab.type("x")
        await tab.shows("keys 1: x")


async def test_a_tab_that_is_closed_ends_its_session(tmp_path: Path) -> None:
    async with served(tmp_path) as host:
        async with host.tab() as tab:
            await tab.shows(TITLE)
        await none_left(host)
        assert host.host.house.ended == 1
        await ends(host, "dropped")
        assert host.host.log.of("disconnect")[0]["sent"] > 500


async def test_a_host_that_stops_tells_its_tabs(tmp_path: Path) -> None:
    async with served(tmp_path) as host, host.tab() as tab:
        await tab.shows(TITLE)
        await host.host.server.stop()
        await tab.gone()
        assert tab.got.endswith(b"The host stops now; matches are saved.\r\n")


async def test_the_big_screen_can_be_a_tab(tmp_path: Path) -> None:
    async with served(tmp_path) as host:
        async with host.http.get(host.address("/board")) as answer:
            assert 'data-way="board/ws"' in await answer.text()
        async with host.tab(path="/board/ws") as tab:
            await tab.shows("name [board] board True")


# Passwords and keys.


async def test_the_password_has_to_come_before_anything_else(tmp_path: Path) -> None:
    secret = {"access": Access.PASSWORD, "password": PASSWORD}
    async with served(tmp_path, **secret) as host, host.tab() as tab:
        await tab.shows(ASKS)
        assert host.host.house.visitors == []
        await tab.type("wrong\r")
        await tab.until(lambda: tab.got.count(ASKS.encode()) == 2)
        await tab.type("x\x15k\x1b[C")
        await tab.type("\x1b[C")
        await tab.type("l\x7föé\x7f i\r")
        await tab.shows(TITLE)
        assert PASSWORD.encode() not in tab.got
        assert len(host.host.log.of("login")) == 1


@pytest.mark.parametrize("typed", ["a\rb\rc\r", "\x03"])
async def test_who_does_not_know_the_password_is_sent_away(tmp_path: Path, typed: str) -> None:
    secret = {"access": Access.PASSWORD, "password": PASSWORD}
    async with served(tmp_path, **secret) as host, host.tab() as tab:
        await tab.shows(ASKS)
        await tab.type(typed)
        await tab.gone()
        assert tab.got.endswith(b"connect again.\r\n") == (typed != "\x03")
        await none_left(host)
        assert host.host.house.visitors == []
        assert host.host.log.of("login") == []


async def test_who_types_no_password_is_not_waited_for(tmp_path: Path) -> None:
    limits = Limits(per_address=0, per_minute=0, login_seconds=0.01)
    secret = {"access": Access.PASSWORD, "password": PASSWORD, "limits": limits}
    async with served(tmp_path, **secret) as host, host.tab() as tab:
        await tab.gone()
        await none_left(host)


async def test_where_keys_let_in_a_browser_is_refused_in_a_sentence(tmp_path: Path) -> None:
    keys = tmp_path / "authorized_keys"
    keys.write_bytes(HOST_KEY.export_public_key())
    async with served(tmp_path, access=Access.KEYS, keys=keys) as host:
        async with host.http.get(host.address()) as answer:
            assert answer.status == 403
            assert "a browser has none" in await answer.text()
        with pytest.raises(WSServerHandshakeError, match="403"):
            async with host.tab():
                pass


# The page.


async def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    async with served(tmp_path, event="<Spring> & Co") as host:
        async with host.http.get(host.address()) as answer:
            page = await answer.text()
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "<title>&lt;Spring&gt; &amp; Co</title>" in page
        needed = re.findall(r'(?:src|href)="([^"]+)"|url\("([^"]+)"\)', page)
        assert len(needed) == 5
        for path in map("".join, needed):
            async with host.http.get(host.address("/" + path)) as answer:
                assert answer.status == 200, path
        assert "//" not in re.sub(r"<!DOCTYPE.*?>", "", page)


@pytest.mark.parametrize(
    ("headers", "comes"),
    [
        ({}, True),
        ({"Origin": "http://127.0.0.1:{port}"}, True),
        ({"Origin": "http://localhost:{port}", "Host": "localhost:{port}"}, True),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        # A name of somebody else's that was made to lead to this machine.
        ({"Origin": "http://evil.example:{port}", "Host": "evil.example:{port}"}, False),
        ({"Host": "[::1"}, False),
    ],
)
async def test_pages_of_other_sites_open_no_tab(
    tmp_path: Path, headers: dict[str, str], comes: bool
) -> None:
    async with served(tmp_path) as host:
        given = {name: value.format(port=host.port) for name, value in headers.items()}
        if comes:
            async with host.tab(headers=given) as tab:
                await tab.shows(TITLE)
        else:
            with pytest.raises(WSServerHandshakeError, match=r"40[03]"):
                async with host.tab(headers=given):
                    pass
            assert host.host.house.visitors == []


# Hostile tabs.


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[" * 60_000,
        '"stdin"',
        '["stdin"]',
        '["stdin", 1]',
        '["resize", {"width": "1", "height": 2}]',
        '["resize", {"width": 1e400, "height": 2}]',
        '["format_disk", 1]',
        "x" * 70_000,
        b"stdin",
    ],
    ids=lambda message: repr(message[:12]),
)
async def test_a_message_that_no_page_sends_ends_its_tab_alone(
    tmp_path: Path, message: str | bytes
) -> None:
    async with served(tmp_path) as host, host.tab() as other:
        await other.shows(TITLE)
        async with host.tab() as tab:
            await tab.shows(TITLE)
            if isinstance(message, bytes):
                await tab.websocket.send_bytes(message)
            else:
                await tab.websocket.send_str(message)
            await tab.gone()
        await other.type("x")
        await other.shows("keys 1: x")
        assert host.host.log.of("broken") == []


async def test_odd_sizes_and_odd_letters_do_no_harm(tmp_path: Path) -> None:
    async with served(tmp_path) as host, host.tab((0, 99999)) as tab:
        await tab.until(lambda: b"size 80x60" in tab.got)
        for width, height, seen in ((-5, 0, "40×24"), (10**30, 10**30, "size 200x60")):
            tab.screen.resize(200, 60)
            await tab.send("resize", {"width": width, "height": height})
            await tab.shows(seen)
        await tab.websocket.send_str('["stdin", "\\ud800\\u0000a"]')
        await tab.shows(" a")
        await tab.type("\x1b[48;2000;2000;1;1t")
        await tab.type("b")
        await tab.shows(" b")
        assert tab.screen.text.count("size 200x60") == 1


async def test_a_tab_that_floods_is_closed_and_nobody_else_notices(tmp_path: Path) -> None:
    async with served(tmp_path, server={"patience": 0.2}) as host, host.tab() as other:
        await other.shows(TITLE)
        async with host.tab() as tab:
            await tab.shows(TITLE)
            with suppress(ConnectionError):
                for _ in range(10 * BYTES_AT_ONCE // 8192):
                    await tab.type("x" * 8192)
            await tab.gone()
        await other.type("y")
        await other.shows("keys 1: y")
        await ends(host, "flood")


async def test_a_tab_that_does_not_read_is_closed(tmp_path: Path) -> None:
    async with (
        served(tmp_path, server={"patience": 0.2}) as host,
        host.tab((200, 60), reads=False) as tab,
    ):
        assert not tab.closed
        async with asyncio.timeout(PATIENCE):
            while not host.host.log.of("end"):
                for page in host.host.house.pages:
                    room: Any = page.room
                    room.redraw()
                await asyncio.sleep(0.001)
        await ends(host, "not_reading")


async def test_one_tab_too_many_is_told_so(tmp_path: Path) -> None:
    limits = Limits(connections=1, per_address=0, per_minute=0)
    async with served(tmp_path, limits=limits) as host, host.tab() as first:
        await first.shows(TITLE)
        async with host.tab() as second:
            await second.gone()
            assert second.got == b"All tables are taken just now; please try again in a minute.\r\n"
        assert len(host.host.house.visitors) == 1


async def test_connections_that_do_nothing_are_few_and_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "_PAGE_SECONDS", 0.05)
    limits = Limits(connections=2, per_address=0, per_minute=0)
    async with served(tmp_path, limits=limits) as host:
        idle = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(6)]
        async with asyncio.timeout(PATIENCE):
            for reader, _ in idle:
                try:
                    assert await reader.read() == b""
                except ConnectionResetError:
                    continue
        for _, writer in idle:
            writer.close()
        async with host.tab() as tab:
            await tab.shows(TITLE)
