"""A host as it is run: with its processes that think, its operator, its end, and its sudden end."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from koikoi.engine.cards import cards_of
from koikoi.engine.view import view
from koikoi.host.control import ControlError, ask, ask_status
from koikoi.host.hostkey import KEY_NAME
from koikoi.host.house import run
from koikoi.host.options import HostOptions
from koikoi.host.register import FILE_NAME, Register
from koikoi.host.running import Running
from koikoi.record.reader import load as load_record
from koikoi.record.replay import final_state
from koikoi.store.places import made
from tests.host.client import Client, Terminal, eventually
from tests.host.front import HOST_KEY, STAY, Log
from tests.host.houses import LONG, SHORT

KEY = asyncssh.generate_private_key("ssh-ed25519")


def prepared(folder: Path) -> Path:
    """A folder of a host in which Aki is known."""
    made(folder)
    (folder / KEY_NAME).write_bytes(HOST_KEY.export_private_key())
    (folder / KEY_NAME).chmod(0o600)
    with Register(folder / FILE_NAME) as register:
        aki = register.enrol("Aki", KEY.get_fingerprint())
        register.keep_settings(aki.id, replace(SHORT, level="5"))
    return folder


@asynccontextmanager
async def running(folder: Path, log: Log) -> AsyncIterator[Running]:
    """A host in this process."""
    begun: asyncio.Future[Running] = asyncio.get_running_loop().create_future()
    options = HostOptions(folder, folder / "log", port=0, limits=STAY, event="Night")
    stop = asyncio.Event()
    host = asyncio.ensure_future(
        run(
            options,
            jobs=1,
            board=False,
            web=None,
            log=log,
            started=begun.set_result,
            stop=stop,
            patience=LONG,
        )
    )
    both: list[asyncio.Future[Any]] = [host, begun]
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield begun.result()
    finally:
        stop.set()
        await host


async def test_a_host_serves_is_operated_and_ends_in_order(tmp_path: Path) -> None:
    folder, log = prepared(tmp_path / "host"), Log()
    before = asyncio.all_tasks()

    async def told(verb: str, **fields: str) -> object:
        return await asyncio.to_thread(lambda: ask(folder, verb, **fields))

    async with running(folder, log) as host, Client(host.port, key=[KEY]) as client:
        terminal = await client.terminal()
        await terminal.shows("Night: welcome, Aki")
        with pytest.raises(ControlError, match="running"):
            async with running(folder, log):
                pass
        await presses(terminal, "n", "Your turn")  # the first one asks, the second one begins
        await presses(terminal, "h", "Hint")
        status = await asyncio.to_thread(ask_status, folder)
        assert [(one.name, one.doing) for one in status.here] == [("Aki", "playing")]
        assert [table.round for table in status.tables] == [1]
        assert status.figures["thinking_processes"] == 1
        assert await told("rename", name="Aki", to="Kiku") == {"ok": True, "name": "Kiku"}
        with pytest.raises(ControlError, match="nobody"):
            await told("kick", name="Aki")
        assert await told("kick", name="kiku") == {"ok": True, "lines": 1}
        await terminal.gone()
        assert terminal.got.endswith(b"The host has closed your line.\r\n")
        async with Client(host.port, key=[KEY]) as again, Client(host.port) as stranger:
            terminal = await again.terminal()
            await terminal.shows("Your turn")  # straight back to the table
            guest = await stranger.terminal()
            await guest.shows("welcome, guest-")
            name = guest.screen.text.split("welcome, ")[1].split()[0]
            await told("forget", name=name)
            await guest.gone()
            await told("stop")
            await terminal.gone()
            assert terminal.restored
            assert b"The host stops" in terminal.got
    (noted,) = (line for line in log.lines if line["event"] == "rests")
    assert not load_record(folder / "matches" / f"{noted['table']}.koikoi.jsonl").finished
    assert not log.of("broken")
    await eventually(lambda: not asyncio.all_tasks() - before, "the end of all tasks")
    with Register(folder / FILE_NAME) as register:
        assert [seat.name for seat in register.open_tables()[0].seats][:1] == ["Aki"]


async def test_a_host_that_is_killed_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    folder = prepared(tmp_path / "host")
    async with beside(folder) as (host, port), Client(port, key=[KEY]) as client:
        terminal = await client.terminal()
        await terminal.shows("elcome, Aki")
        await presses(terminal, "n", "Your turn")  # the first one asks, the second one begins
        (path,) = (folder / "matches").iterdir()
        # Whatever is asked: a card, what it takes, whether to go on, a result that is read.
        keys = itertools.cycle("\ras")

        def moved() -> bool:
            if len(load_record(path).actions) >= 2 and "Your turn" in terminal.screen.text:
                return True
            terminal.type(next(keys))
            return False

        await eventually(moved, "two moves")
        host.send_signal(signal.SIGKILL)
        await terminal.gone()
        await host.wait()
        # Nothing that it has started goes on without it.
        await eventually(lambda: not alive(host.pid), "the end of the processes")
    before = load_record(path)
    async with beside(folder) as (host, port), Client(port, key=[KEY]) as client:
        terminal = await client.terminal()
        await terminal.shows("You have a match that is not over: g goes on with it.")
        await presses(terminal, "g", "Your turn")

        def the_same() -> bool:
            # The computer may have had to move.
            seen = view(final_state(load_record(path)), 0)
            cards = cards_of(seen.hand | seen.field)
            return months_on(terminal) == sorted(card.month for card in cards)

        await eventually(the_same, "the same table")
        after = load_record(path)
        assert after.header == before.header
        assert after.actions[: len(before.actions)] == before.actions
        host.send_signal(signal.SIGTERM)
        await terminal.gone()
        assert await host.wait() == 0
        assert b"The host stops" in terminal.got


@asynccontextmanager
async def beside(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """A host in a process of its own, with its port."""
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "koikoi", "host", "--folder", str(folder), "--port", "0"),
        *("--jobs", "1", "--log", str(folder / "log")),
        stdout=PIPE,
        start_new_session=True,
    )
    try:
        assert host.stdout is not None
        said = ""
        while "ssh -p " not in said:
            line = await asyncio.wait_for(host.stdout.readline(), 30)
            assert line, said
            said += line.decode()
        yield host, int(said.split("ssh -p ")[1].split()[0])
    finally:
        if host.returncode is None:
            host.kill()
            await host.wait()


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


async def presses(terminal: Terminal, key: str, said: str) -> None:
    """Presses a key until something is shown: one that comes before a page does is dropped."""

    def shown() -> bool:
        if said not in terminal.screen.text:
            terminal.type(key)
        return said in terminal.screen.text

    try:
        await eventually(shown, said)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{terminal.screen.text}") from None


def months_on(terminal: Terminal) -> list[int]:
    """The months of the cards of field and hand that a terminal shows, in order."""
    rows = [row[:60] for row in terminal.screen.rows[2:20] if "▸" not in row]
    return sorted(int(month) for month in re.findall(r"([0-9]+)[A-Za-z]{3}", "\n".join(rows)))
