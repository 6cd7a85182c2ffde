"""Somebody comes in, plays, and goes, in whatever way; and the terminal is as it was."""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path

import asyncssh
import pytest
from textual._styles_cache import StylesCache

from koikoi.host.library import many_apps
from tests.host.client import ESCAPE, Client, eventually
from tests.host.front import STAY, TITLE, Hosted, hosted


def reasons(host: Hosted) -> list[str]:
    """Why the sessions have ended."""
    return [line["reason"] for line in host.log.of("end")]


async def test_somebody_types_and_quits_and_the_terminal_is_as_it_was(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port, user="Aki") as client:
        terminal = await client.terminal()
        await terminal.shows(TITLE, "size 80x24", "name [Aki]", "key [None]", "colours 256")
        terminal.type("ab")
        await terminal.shows("keys 2: a b")
        terminal.type(ESCAPE)
        await terminal.shows("keys 3: a b escape")
        terminal.type(b"\xe2\x9c")
        terminal.type(b"\x85\x1b[A")
        await terminal.shows("escape white_heavy_check_mark up")
        terminal.type("\x1b[<0;5;5M\x1b[<0;5;5m")
        await terminal.shows("clicks 1")
        terminal.resize(100, 30)
        await terminal.shows("size 100x30")
        terminal.type("q")
        await terminal.gone()
        assert terminal.status == 0
        assert terminal.restored
        assert terminal.got.endswith(b"Until next time.\r\n")
        assert terminal.got.count(b"\x1b[?1049l") == 1
    assert host.house.ended == 1
    assert reasons(host) == ["left"]


async def test_nothing_is_sent_while_nothing_happens_and_little_for_a_key(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal((120, 40))
        await terminal.shows(TITLE)
        assert terminal.got.count(TITLE.encode()) == 1  # one picture
        for mode in (1002, 1003, 1004, 1016, 2048):
            assert mode not in terminal.screen.modes
        assert b"\x1b[>" not in terminal.got  # no other keyboard
        terminal.type("a")
        await terminal.shows("keys 1: a")
        pieces, before = terminal.pieces, len(terminal.got)
        terminal.type("b")
        await terminal.shows("keys 2: a b")
        # One packet, which is so short that it needs no marks of a synchronized update.
        assert terminal.pieces == pieces + 1
        assert b"\x1b[?2026h" not in terminal.got[before:]
        assert len(terminal.got) - before < 100


async def test_a_terminal_that_knows_no_synchronized_updates_gets_none(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal(answers=False)
        await terminal.shows(TITLE)
        terminal.type("a")
        await terminal.shows("keys 1: a")
        assert b"\x1b[?2026h" not in terminal.got


async def test_a_line_that_drops_ends_the_app_in_order(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        for drop in ("abort", "close"):
            async with Client(host.port) as client:
                terminal = await client.terminal()
                await terminal.shows(TITLE)
                getattr(client.connection, drop)()
            await eventually(lambda: not host.house.pages)
        async with Client(host.port) as client:
            terminal = await client.terminal()
            await terminal.shows(TITLE)
            terminal.channel.write_eof()
            await terminal.gone()
            assert terminal.restored
        await eventually(lambda: len(reasons(host)) == 3)
    assert reasons(host) == ["dropped"] * 3
    assert host.house.ended == 3


async def test_a_line_that_drops_while_the_app_starts_leaves_nothing(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        for _ in range(5):
            async with Client(host.port) as client:
                await client.terminal()
                client.connection.abort()
        await eventually(lambda: host.server.figures().sessions == 0)
        await eventually(lambda: not host.house.pages)
    assert host.server.counts.broken == 0


def painted() -> int:
    """How many of the library's caches of painted rows there are."""
    return sum(isinstance(one, StylesCache) for one in gc.get_objects())


async def test_no_app_is_alive_once_its_line_has_gone(tmp_path: Path) -> None:
    before = painted()
    async with hosted(tmp_path) as host:
        for number in range(8):
            async with Client(host.port) as client:
                terminal = await client.terminal()
                await terminal.shows(TITLE)
                terminal.type("a\x1b[A\x1b[1;5C\x1b[97u")
                await terminal.shows("ctrl+right")
                if number % 2:
                    terminal.type("q")
                    await terminal.gone()
        await eventually(lambda: host.server.figures().connections == 0)

        def collected() -> bool:
            gc.collect()
            return not host.house.made

        # The loop keeps a timer that was cancelled, with all its context, until it would be due.
        await eventually(collected, "the end of the apps")
        assert painted() <= before


async def test_an_app_that_breaks_ends_alone_and_tells_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        one, other = await client.terminal(), await client.terminal()
        await one.shows(TITLE)
        await other.shows(TITLE)
        one.type("!")
        await one.gone()
        assert one.status == 1
        assert one.restored
        assert one.got.endswith(b"Something in the game broke; please connect again.\r\n")
        assert b"secret" not in one.got
        other.type("a")
        await other.shows("keys 1: a")
    assert [line["error"] for line in host.log.of("broken")] == ["RuntimeError"]
    assert "secret" not in str(host.log.lines)
    assert capfd.readouterr() == ("", "")


async def test_a_front_that_fails_is_an_app_that_broke(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        host.server.front = lambda *_: 1 / 0  # type: ignore[assignment]
        terminal = await client.terminal()
        await terminal.gone()
        assert terminal.status == 1
        assert terminal.got.startswith(b"Something in the game broke")
    assert reasons(host) == ["broken"]


async def test_when_the_host_stops_every_screen_is_told_and_given_back(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        async with Client(host.port) as client, Client(host.port) as second:
            terminals = [await line.terminal() for line in (client, client, second)]
            for terminal in terminals:
                await terminal.shows(TITLE)
            await host.server.stop("The event is over.")
            for terminal in terminals:
                await terminal.gone()
                assert terminal.restored
                assert terminal.got.endswith(b"Until next time.\r\nThe event is over.\r\n") or (
                    terminal.got.endswith(b"The event is over.\r\n")
                )
        with pytest.raises(ConnectionRefusedError):
            async with Client(host.port):
                pass
    assert host.house.ended == 3
    assert set(reasons(host)) == {"stopped"}


async def test_what_is_announced_is_on_every_screen_and_one_can_be_sent_away(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    server = {"tell": lambda _, said: told.append(said)}
    async with hosted(tmp_path, server=server) as host, Client(host.port, user="Aki") as client:
        one, other = await client.terminal(), await client.terminal((100, 30))
        await one.shows(TITLE)
        await other.shows(TITLE)
        host.server.announce("The final begins.")
        assert told == ["The final begins."] * 2
        first, second = host.server.sights()
        assert (first.visitor.name, second.size, second.term) == (
            "Aki",
            (100, 30),
            "xterm-256color",
        )
        assert first.sent > 1000
        assert host.server.kick(first.number, "Please come back tomorrow.")
        assert not host.server.kick(999, "")
        await one.gone()
        assert one.got.endswith(b"Please come back tomorrow.\r\n")
        assert not other.closed
    assert reasons(host)[0] == "kicked"


async def test_who_presses_no_key_is_warned_and_then_their_line_is_closed(tmp_path: Path) -> None:
    told: list[str] = []
    limits = STAY._replace(idle_seconds=0.4, watcher_seconds=1000.0)
    server = {
        "tell": lambda _, said: told.append(said),
        "watches": lambda app: app.size.width == 100,
    }
    async with (
        hosted(tmp_path, limits=limits, server=server) as host,
        Client(host.port) as client,
        Client(host.port, user="board") as projector,
    ):
        watcher = await client.terminal((100, 30))
        board = await projector.terminal()
        idler = await client.terminal()
        await idler.gone()
        assert idler.restored
        assert b"The line was closed after 1 minute without a key." in idler.got
        assert told == ["No key for a long time: the line closes within 1 minute."]
        assert not watcher.closed
        assert not board.closed


async def test_when_all_places_are_taken_that_is_said(tmp_path: Path) -> None:
    limits = STAY._replace(sessions=1)
    async with hosted(tmp_path, limits=limits) as host, Client(host.port) as client:
        first = await client.terminal()
        await first.shows(TITLE)
        late = await client.terminal()
        await late.gone()
        assert late.status == 1
        assert late.got.startswith(b"All tables are taken just now;")
        first.type("q")
        await first.gone()
        await (await client.terminal()).shows(TITLE)
    assert "busy" in reasons(host)


async def test_many_come_at_once_and_all_get_in(tmp_path: Path) -> None:
    limits = STAY._replace(unknown=3, starts=2)

    async def visit(host: Hosted) -> None:
        async with Client(host.port) as client:
            terminal = await client.terminal()
            await terminal.shows(TITLE)
            terminal.type("q")
            await terminal.gone()
            assert terminal.status == 0

    async with hosted(tmp_path, limits=limits) as host:
        await asyncio.gather(*(visit(host) for _ in range(12)))
        assert host.server.counts.starts == 12
        await eventually(lambda: host.server.figures().connections == 0)


async def test_nobody_starts_while_the_loop_is_late(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        host.server.lag.note(2.0)
        host.server.lag.stop()
        terminal = await client.terminal()
        await eventually(lambda: host.server.figures().sessions == 1)
        assert host.house.visitors == []
        for _ in range(3):
            host.server.lag.note(0.0)
        await terminal.shows(TITLE)
        terminal.type("a")
        await terminal.shows("keys 1: a")
        figures = host.server.figures()
        assert figures.start_p95 > figures.answer_p95 > 0


async def test_compression_is_there_for_who_asks_and_bounded(tmp_path: Path) -> None:
    async with (
        hosted(tmp_path) as host,
        Client(host.port) as plain,
        Client(host.port, compression_algs=["zlib@openssh.com"]) as tight,
    ):
        for client, algorithm in ((plain, "none"), (tight, "zlib@openssh.com")):
            terminal = await client.terminal()
            await terminal.shows(TITLE)
            assert client.connection.get_extra_info("send_compression") == algorithm
        # A packet of 20 KB that would be 20 MB.
        with pytest.raises(asyncssh.CompressionError):
            await tight.terminal(variables={"LANG": "x" * 20_000_000})


async def test_an_app_touches_neither_the_streams_nor_the_tasks_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio, "eager_task_factory", object(), raising=False)
    streams = sys.stdout, sys.stderr
    async with hosted(tmp_path) as host, Client(host.port) as client:
        await (await client.terminal()).shows(TITLE)
        assert (sys.stdout, sys.stderr) == streams
        assert asyncio.get_running_loop().get_task_factory() is None
    factory = asyncio.get_running_loop().get_task_factory()
    with many_apps():
        pass
    assert asyncio.get_running_loop().get_task_factory() is factory
    assert "set_task_factory" not in vars(asyncio.get_running_loop())


async def test_colours_and_signs_are_those_of_each_terminal(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        for term, variables, colours, code in (
            ("xterm-256color", {}, "256", "48;5;"),
            ("xterm-kitty", {}, "truecolor", "48;2;"),
            ("linux", {}, "16", ""),
            ("xterm-256color", {"NO_COLOR": "1"}, "none", ""),
        ):
            async with Client(host.port) as client:
                terminal = await client.terminal(term=term, variables=variables)
                await terminal.shows(f"colours {colours}")
                sent = ";".join(terminal.screen.colours)
                assert [one for one in ("48;5;", "48;2;") if one in sent] == ([code] * bool(code))
