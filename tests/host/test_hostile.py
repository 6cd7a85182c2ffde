"""Clients that mean harm: nobody else notices, nothing runs, and memory stays bounded."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any, Final

import asyncssh
import pytest

from koikoi.host import session as sessions
from koikoi.host.driver import SSHDriver
from koikoi.host.meter import BYTES_AT_ONCE
from tests.host.client import PATIENCE, Client, Terminal, eventually
from tests.host.front import TITLE, hosted, somebody_else

QUICK: Final = {"patience": 0.3}
"""A server that is patient for a moment only."""


async def pressed(terminal: Terminal) -> None:
    """Presses a key until one is taken: those that come too fast are not."""
    before = terminal.screen.text
    async with asyncio.timeout(PATIENCE):
        while terminal.screen.text == before:
            terminal.type("a")
            with contextlib.suppress(AssertionError, TimeoutError):
                async with asyncio.timeout(0.2):
                    await terminal.until(lambda: terminal.screen.text != before)


# What is no terminal.


async def test_nothing_runs_and_nothing_is_forwarded(tmp_path: Path) -> None:
    async with (
        hosted(tmp_path) as host,
        somebody_else(host),
        Client(host.port, agent_forwarding=str(tmp_path / "agent")) as client,
    ):
        line = client.connection
        refused = (asyncssh.ChannelOpenError, asyncssh.ChannelListenError, asyncssh.SFTPError)
        attempts: list[Any] = [
            line.run("id"),
            line.run("id", request_pty="force", term_type="xterm"),
            line.run(subsystem="sftp"),
            line.start_sftp_client(),
            line.open_connection("127.0.0.1", host.port),
            line.open_unix_connection("/tmp/socket"),
            line.start_server(lambda *_: None, "127.0.0.1", 0),
            line.start_unix_server(lambda: None, "/tmp/socket"),
            line.create_tun(asyncssh.SSHTunTapSession),
            client.terminal(x11_forwarding=True, x11_display="127.0.0.1:0"),
        ]
        for attempt in attempts:
            with pytest.raises(refused):
                async with asyncio.timeout(PATIENCE):
                    await attempt
        await (await client.terminal()).shows(TITLE)
        doors: set[Any] = set(host.server._doors)
        lines = [door._connection for door in doors]
        assert [line._agent_listener for line in lines] == [None, None]
    assert len(host.house.visitors) == 2


async def test_without_a_terminal_one_line_says_so(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal(term=None)
        await terminal.gone()
        assert terminal.status == 1
        assert terminal.got.startswith(b"Koi-Koi needs a terminal;")
        assert terminal.got.count(b"\n") == 1
    assert host.house.visitors == []


@pytest.mark.parametrize("term", ["dumb", "unknown", "DUMB"])
async def test_a_dumb_terminal_is_told_what_to_do(tmp_path: Path, term: str) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal(term=term)
        await terminal.gone()
        assert terminal.status == 1
        assert b"TERM=xterm-256color" in terminal.got
        assert b"\x1b" not in terminal.got


# What a client says of itself.


@pytest.mark.parametrize("term", ["\x1b]0;x\x07", "../../etc/passwd", "x" * 9000, "a b", ""])
async def test_a_terminal_with_an_odd_name_is_an_ordinary_one(tmp_path: Path, term: str) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal(term=term)
        if not term:
            await terminal.gone()
            return
        await terminal.shows(TITLE, "colours 16", "glyphs full")
    assert host.log.of("start")[0]["term"] == "xterm"


async def test_variables_are_few_and_short(tmp_path: Path) -> None:
    many = {f"X{number}": "y" * 1000 for number in range(60)}
    sent = {"COLORTERM": "truecolor", "LANG": "C", "LC_ALL": "z" * 9000, "PATH": "/evil", **many}
    async with hosted(tmp_path) as host, somebody_else(host), Client(host.port) as client:
        terminal = await client.terminal(variables=sent)
        await terminal.shows("colours truecolor", "glyphs ascii")
        session = host.server._sessions[max(host.server._sessions)]
        assert set(session._channel.get_environment()) == {"COLORTERM", "LANG"}


@pytest.mark.parametrize(
    ("told", "drawn"),
    [((0, 0), "80x24"), ((2**31, 2**31), "200x60"), ((1, 1), "40x12"), ((100, 0), "100x24")],
)
async def test_a_size_that_cannot_be_is_one_that_can(
    tmp_path: Path, told: tuple[int, int], drawn: str
) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal(told)
        await terminal.until(lambda: bool(host.log.of("start")))
        assert host.log.of("start")[0]["size"] == drawn


async def test_a_storm_of_sizes_is_a_few_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[tuple[int, int]] = []
    resize = SSHDriver.resize

    def noted(driver: SSHDriver) -> None:
        sizes.append(driver.size_now())
        resize(driver)

    monkeypatch.setattr(SSHDriver, "resize", noted)
    async with hosted(tmp_path) as host, somebody_else(host), Client(host.port) as client:
        terminal = await client.terminal((100, 30))
        await terminal.shows("size 100x30")
        before = len(terminal.got)
        picture = before
        for number in range(1000):
            terminal.channel.change_terminal_size(60 + number % 90, 20 + number % 30)
        terminal.channel.change_terminal_size(2**32 - 1, 2**32 - 1)
        terminal.resize(90, 25)
        await terminal.shows("size 90x25")
        assert len(terminal.got) - before < 6 * picture
    assert len(sizes) < 10


async def test_a_name_that_cannot_be_is_let_in_by_nobody_or_without_it(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port, user="名前 <b>{x}") as client:
        terminal = await client.terminal()
        await terminal.shows("name [<b>{x}]")
    with pytest.raises((asyncssh.Error, OSError)):
        async with hosted(tmp_path) as host, Client(host.port, user="x" * 2000):
            pass


async def test_a_connection_has_two_terminals_and_no_more(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, somebody_else(host), Client(host.port) as client:
        opened, refused = [], 0
        for _ in range(30):
            try:
                opened.append(await client.terminal())
            except asyncssh.ChannelOpenError:
                refused += 1
        assert (len(opened), refused) == (2, 28)
        for terminal in opened:
            await terminal.shows(TITLE)
        opened[0].type("q")
        await opened[0].gone()
        await (await client.terminal()).shows(TITLE)


# What a client types.


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff\xfe\xc3\x28" * 200,
        b"\x1b[99999999999;1u" * 50,
        b"\x1b[48;2000;2000;1;1t" * 50,
        b"\x1b[" + b"1;" * 2000,
        b"\x1b]0;" + b"t" * 3000,
        b"\x1b[<0;99999999999;99999999999M" * 50,
        b"\x1b[<35;5;5M" * 300,
        b"\x1b[10;10R\x1b[?2048;1$y\x1b[?62c" * 60,
        b"\x1b[200~" + b"p" * 3500,
        b"\x1b" * 500,
        b"\x00" * 500,
    ],
)
async def test_whatever_is_typed_the_app_goes_on(tmp_path: Path, garbage: bytes) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal()
        await terminal.shows(TITLE)
        terminal.type(garbage)
        if b"[200~" in garbage or b"]0;" in garbage:
            terminal.type(b"\x1b[201~\x07")
        await pressed(terminal)
        assert "size 80x24" in terminal.screen.text
        assert host.server.counts.broken == 0
        page = host.house.pages[0]
        if b"<35" in garbage or b"999M" in garbage:
            assert page.clicks == []


async def test_a_paste_without_an_end_is_over_after_a_while(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal()
        await terminal.shows(TITLE)
        terminal.type(b"\x1b[200~" + b"p" * 3000)
        (driver,) = (session._driver for session in host.server._sessions.values())
        assert driver is not None
        pastes = driver._reader._pastes
        await eventually(lambda: pastes._inside, "the paste")
        pastes._clock = lambda: 10.0**9
        await pressed(terminal)


async def test_a_flood_of_keys_is_cut_off_and_nobody_else_waits(tmp_path: Path) -> None:
    async with (
        hosted(tmp_path, server=QUICK) as host,
        somebody_else(host),
        Client(host.port) as client,
    ):
        terminal = await client.terminal()
        await terminal.shows(TITLE)

        async def flood() -> None:
            with contextlib.suppress(BrokenPipeError):
                while True:
                    terminal.type(b"x" * 25_000)
                    await asyncio.sleep(0.1)

        flooding = asyncio.create_task(flood())
        await terminal.gone()
        await flooding
        assert host.server.counts.floods == 1
        assert host.server.counts.dropped > 0
        await eventually(lambda: [line["reason"] for line in host.log.of("end")] == ["flood"])
    assert len(host.house.pages) == 0


async def test_more_than_anybody_sends_is_not_even_looked_at(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, somebody_else(host), Client(host.port) as client:
        line: Any = client.connection
        for _ in range(40):
            line._send_global_request(b"nothing@example.org", b"x" * 30_000)
        doors: set[Any] = set(host.server._doors)
        await eventually(lambda: any(one.meter.slowed for one in doors))
        received = max(one.meter.received for one in doors)
        assert received <= BYTES_AT_ONCE + 256 * 1024


async def test_a_client_that_does_not_close_what_is_over_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_CLOSING", 0.05)
    async with hosted(tmp_path) as host, Client(host.port) as client:
        first, second = await client.terminal(), await client.terminal()
        for terminal in (first, second):
            await terminal.shows(TITLE)
            raw: Any = terminal.channel
            raw._process_close = lambda *_: None
            raw._packet_handlers = {**raw._packet_handlers, 97: raw._process_close}
        first.type("q")
        await eventually(lambda: host.house.ended == 1)
        second.type("a")
        await second.shows("keys 1: a")
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.terminal()
        second.type("q")
        async with asyncio.timeout(PATIENCE):
            await client.connection.wait_closed()


# Who does not read.


async def test_who_does_not_read_is_shown_the_newest_picture_once_they_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_MOST_UNSENT", 2048)
    monkeypatch.setattr(sessions, "_LITTLE_UNSENT", 256)
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal(window=16384, max_pktsize=8192)
        await terminal.shows(TITLE)
        (session,) = host.server._sessions.values()
        terminal.channel.pause_reading()
        page = host.house.pages[0]
        for number in range(300):
            page.keys.append(f"key{number}")
            page.said = str(number) * 20  # a picture of more than a few bytes
            page.room.repaint(page)
            if number % 10 == 0:
                await asyncio.sleep(0)
        assert session.paused
        channel: Any = session._channel
        assert channel.get_write_buffer_size() < 20_000
        terminal.channel.resume_reading()
        await terminal.shows("keys 300: key296 key297 key298 key299")


async def test_who_does_not_read_for_long_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_MOST_UNSENT", 2048)
    monkeypatch.setattr(sessions, "_LITTLE_UNSENT", 256)
    async with (
        hosted(tmp_path, server=QUICK) as host,
        somebody_else(host),
        Client(host.port) as client,
    ):
        terminal = await client.terminal(window=4096, max_pktsize=4096)
        await terminal.shows(TITLE)
        terminal.channel.pause_reading()
        page = host.house.pages[1]
        for number in range(300):
            page.said = str(number) * 20
            page.room.repaint(page)
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await client.connection.wait_closed()
        assert host.server.counts.slow == 1
    assert next(line["reason"] for line in host.log.of("end")) == "not_reading"
