"""The operator's socket: told and answered, for its owner only, and one host for each folder."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from koikoi.host.control import (
    Control,
    ControlError,
    ControlFault,
    FolderLock,
    ask,
    ask_status,
)
from koikoi.host.operated import Here, HostStatus, TableLine
from koikoi.host.options import control_path
from koikoi.host.register import Refusal, Refused
from koikoi.store.places import made

STATUS = HostStatus(
    event="Meetup",
    address="0.0.0.0:2222",
    access="open",
    since="2026-11-30T12:00:00+00:00",
    here=(Here("花子", "192.0.2.1", "playing", "2026-11-30T12:01:00+00:00", 20),),
    tables=(TableLine("t1", ("花子", "Tsuru"), 3, 12, (12, 8), 2),),
    unlogged=1,
    figures={"loop_lag_p95_ms": 3.5},
)


class AHost:
    """A host that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, ...]] = []
        self.logged: list[tuple[str, dict[str, object]]] = []

    def log(self, event: str, **fields: object) -> None:
        self.logged.append((event, fields))

    async def status(self) -> HostStatus:
        return STATUS

    async def kick(self, name: str) -> int:
        self.told.append(("kick", name))
        return int(name == "mika")

    async def rename(self, old: str, new: str) -> str:
        self.told.append(("rename", old, new))
        if new == "tsuru":
            raise Refused(Refusal.BAD)
        if old == "broken":
            raise ValueError("this must not reach the answer")
        if old != "mika":
            raise LookupError(old)
        return new.strip()

    async def forget(self, name: str) -> bool:
        self.told.append(("forget", name))
        return name == "mika"

    async def stop(self) -> None:
        self.told.append(("stop",))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "h"


@pytest.fixture
def host() -> AHost:
    return AHost()


@pytest.fixture
async def control(folder: Path, host: AHost) -> AsyncIterator[Control]:
    with FolderLock(folder):
        control = Control(folder, host, host.log)
        await control.start()
        yield control
        await control.close()


async def asked(folder: Path, verb: str, **fields: str) -> dict[str, Any]:
    return await asyncio.to_thread(ask, folder, verb, **fields)


async def refused(folder: Path, verb: str, **fields: str) -> str:
    with pytest.raises(ControlError) as error:
        await asked(folder, verb, **fields)
    return error.value.code


async def raw(folder: Path, data: bytes) -> bytes:
    """What a host answers to anything."""
    reader, writer = await asyncio.open_unix_connection(control_path(folder))
    writer.write(data)
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


# What is told ------------------------------------------------------------------------------------


async def test_a_status_comes_as_it_is(folder: Path, control: Control) -> None:
    assert await asyncio.to_thread(ask_status, folder) == STATUS


async def test_a_host_does_as_it_is_told_and_logs_it(
    folder: Path, control: Control, host: AHost
) -> None:
    assert (await asked(folder, "kick", name="mika"))["lines"] == 1
    assert (await asked(folder, "rename", name="mika", to=" jun "))["name"] == "jun"
    assert (await asked(folder, "forget", name="mika"))["ok"]
    assert (await asked(folder, "stop"))["ok"]
    assert host.told == [
        *(("kick", "mika"), ("rename", "mika", " jun "), ("forget", "mika"), ("stop",)),
    ]
    assert [fields["verb"] for _, fields in host.logged] == ["kick", "rename", "forget", "stop"]
    assert host.logged[2] == ("operator", {"verb": "forget"})


async def test_what_cannot_be_done_is_answered(folder: Path, control: Control, host: AHost) -> None:
    assert await refused(folder, "kick", name="nobody") == ControlFault.NOBODY
    assert await refused(folder, "forget", name="nobody") == ControlFault.NOBODY
    assert await refused(folder, "rename", name="nobody", to="x") == ControlFault.NOBODY
    assert await refused(folder, "rename", name="mika", to="tsuru") == Refusal.BAD
    assert await refused(folder, "rename", name="broken", to="x") == ControlFault.FAILED
    assert host.logged[-1] == ("broken", {"part": "control", "error": "ValueError"})


@pytest.mark.parametrize(
    "request_line",
    [
        b"\n",
        b"status\n",
        b"[]\n",
        b"{}\n",
        b'{"verb": "run", "command": "sh"}\n',
        b'{"verb": "kick"}\n',
        b'{"verb": "kick", "name": 7}\n',
        b'{"verb": ["status"]}\n',
        b'{"verb": "status"}',  # not whole
        b"\xff\xfe\n",
        b"[" * 2000 + b"\n",
    ],
)
async def test_a_request_that_means_nothing_gets_an_error(
    folder: Path, control: Control, host: AHost, request_line: bytes
) -> None:
    answer = json.loads(await raw(folder, request_line))
    assert answer == {"ok": False, "error": "bad_request"}
    assert host.told == []


async def test_a_request_without_end_is_not_listened_to(folder: Path, control: Control) -> None:
    assert await raw(folder, b"x" * 100_000) == b""
    assert (await asked(folder, "status"))["ok"]


async def test_many_lines_at_once_do_not_hold_the_host_up(folder: Path, control: Control) -> None:
    lines = [await asyncio.open_unix_connection(control_path(folder)) for _ in range(30)]
    for reader, _ in lines[8:]:
        assert await reader.read() == b""
    lines[0][1].write_eof()
    assert b"bad_request" in await lines[0][0].read()
    assert (await asked(folder, "status"))["ok"]
    await control.close()
    for _, writer in lines:
        writer.close()


# Whose folder it is ------------------------------------------------------------------------------


async def test_the_socket_is_for_its_owner_only_and_goes_with_the_host(
    folder: Path, control: Control
) -> None:
    assert rights(control_path(folder)) == 0o600
    assert rights(folder) == 0o700
    await control.close()
    await control.close()
    assert await refused(folder, "status") == ControlFault.NOT_RUNNING


def test_two_hosts_never_use_one_folder(folder: Path) -> None:
    with FolderLock(folder) as first:
        with pytest.raises(ControlError) as error:
            FolderLock(folder)
        assert error.value.code == ControlFault.RUNNING
        first.close()
        first.close()
        FolderLock(folder).close()


DYING = """
import asyncio, os, sys
from pathlib import Path
from koikoi.host.control import Control, FolderLock
async def main():
    lock = FolderLock(Path(sys.argv[1]))
    await Control(Path(sys.argv[1]), None, print).start()
    os.kill(os.getpid(), 9)
asyncio.run(main())
"""


def test_the_folder_of_a_host_that_was_killed_can_be_used_again(folder: Path, host: AHost) -> None:
    subprocess.run([sys.executable, "-c", DYING, folder], check=False)
    assert control_path(folder).exists()
    with pytest.raises(ControlError, match="not_running"):
        ask(folder, "status")

    async def next_host() -> None:
        control = Control(folder, host, host.log)
        await control.start()
        assert (await asked(folder, "status"))["ok"]
        await control.close()

    with FolderLock(folder):
        asyncio.run(next_host())


async def test_where_no_host_runs_it_is_told(tmp_path: Path) -> None:
    assert await refused(tmp_path / "nothing", "stop") == ControlFault.NOT_RUNNING
    long = made(tmp_path / ("x" * 120))
    assert await refused(long, "stop") == ControlFault.TOO_LONG
    with pytest.raises(ControlError, match="too_long"):
        await Control(long, AHost(), print).start()


@pytest.mark.parametrize("answer", [b"", b"nonsense\n", b'{"ok": true, "status": {}}\n'])
def test_an_answer_that_means_nothing_is_told(folder: Path, answer: bytes) -> None:
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.fspath(control_path(folder)))
        listening.listen()
        answering = threading.Thread(target=_answer, args=(listening, answer))
        answering.start()
        with pytest.raises(ControlError, match="no_answer"):
            ask_status(folder)
        answering.join()


def _answer(listening: socket.socket, answer: bytes) -> None:
    line, _ = listening.accept()
    with line:
        line.recv(1000)
        line.sendall(answer)
