"""Who does not log in, or tries too often: others still come in."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import asyncssh
import pytest

from koikoi.host import door
from koikoi.host.door import Door
from koikoi.host.options import Access, HostOptions
from koikoi.host.server import Server
from tests.host.client import PATIENCE, Client
from tests.host.front import STAY, TITLE, Hosted, House, Log, hosted, somebody_else


def test_user_names_can_be_tried_a_few_times_only(tmp_path: Path) -> None:
    given = HostOptions(tmp_path, tmp_path / "log")
    tried = Door(Server(given, House().front, Log()))
    for number in range(4):
        assert tried.begin_auth(f"name{number}")
    with pytest.raises(asyncssh.DisconnectError, match="too often"):
        tried.begin_auth("one more")


def test_what_was_signed_under_another_name_is_void(tmp_path: Path) -> None:
    given = HostOptions(tmp_path, tmp_path / "log", access=Access.PASSWORD, password="moon")
    tried = Door(Server(given, House().front, Log()))
    tried.begin_auth("one")
    tried._signed = "SHA256:one"
    tried.begin_auth("another")
    found: str | None = tried._signed
    assert found is None


async def half_open(host: Hosted, count: int) -> list[asyncio.StreamWriter]:
    """Connections that say nothing."""
    made = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(count)]
    return [writer for _, writer in made]


async def test_connections_that_say_nothing_keep_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "_TURN_SECONDS", 0.1)
    limits = STAY._replace(connections=12, unknown=4)
    async with hosted(tmp_path, limits=limits) as host, somebody_else(host):
        silent = await half_open(host, 30)
        async with Client(host.port) as client:
            await (await client.terminal()).shows(TITLE)
        assert host.server.figures().connections <= 12
        for writer in silent:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


async def test_a_login_takes_so_long_and_no_longer(tmp_path: Path) -> None:
    limits = STAY._replace(login_seconds=0.2)
    async with hosted(tmp_path, limits=limits) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        async with asyncio.timeout(PATIENCE):
            assert (await reader.read(100)).startswith(b"SSH-2.0-koikoi\r\n")
            assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()
        # Nor does somebody who has logged in, and then shows nothing.
        async with Client(host.port) as client, asyncio.timeout(PATIENCE):
            await client.connection.wait_closed()
        assert host.server.figures().connections == 0


async def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    limits = STAY._replace(per_address=2)
    async with hosted(tmp_path, limits=limits) as host:
        async with Client(host.port), Client(host.port):
            with pytest.raises(asyncssh.DisconnectError, match="All tables are taken"):
                async with Client(host.port):
                    pass
        async with Client(host.port):
            assert host.server.counts.refused == 1


async def test_an_address_comes_so_often_in_a_minute_and_no_more(tmp_path: Path) -> None:
    limits = STAY._replace(per_minute=3)
    async with hosted(tmp_path, limits=limits) as host:
        for _ in range(3):
            async with Client(host.port):
                pass
        for _ in range(5):
            with pytest.raises(asyncssh.DisconnectError, match="All tables are taken"):
                async with Client(host.port):
                    pass
    assert sum(line["count"] for line in host.log.of("refused")) == 5


async def test_garbage_in_the_place_of_a_login_is_dropped(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, somebody_else(host):
        for garbage in (
            b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            b"SSH-2.0-\xff\xfe\x1b]0;x\x07\r\n",
            b"SSH-2.0-x\r\n" + b"\xff" * 5000,
            b"\x00" * 9000,
            b"SSH-2.0-" + b"x" * 9000,
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write(garbage)
            async with asyncio.timeout(PATIENCE):
                with contextlib.suppress(ConnectionError):
                    await reader.read()
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
