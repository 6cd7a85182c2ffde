"""The client that people have: OpenSSH's, in a terminal of its own."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import struct
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from fcntl import ioctl
from pathlib import Path
from typing import Final

import asyncssh
import pytest

from koikoi.host.hostkey import fingerprint
from koikoi.host.options import Access
from tests.host.client import PATIENCE
from tests.host.front import TITLE, Hosted, hosted
from tests.tui.screen import Screen

SSH: Final = shutil.which("ssh")
pytestmark = pytest.mark.skipif(SSH is None, reason="there is no OpenSSH client here")


# Makes the terminal the controlling one, where ssh asks for passwords.
_IN_TERMINAL: Final = (
    "import fcntl, os, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "os.execv(sys.argv[1], sys.argv[1:])\n"
)


class Window:
    """A terminal in which ``ssh`` runs."""

    def __init__(self, keyboard: int, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.screen = Screen(80, 24)
        self.got = bytearray()
        self._keyboard = keyboard
        self._news = asyncio.Event()
        asyncio.get_running_loop().add_reader(keyboard, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._keyboard, 65536)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._keyboard)
        self.got += data
        self.screen.feed(data)
        self._news.set()

    def type(self, keys: str) -> None:
        os.write(self._keyboard, keys.encode())

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(width, height)
        ioctl(self._keyboard, termios.TIOCSWINSZ, struct.pack("4H", height, width, 0, 0))

    async def shows(self, *texts: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(text in self.screen.text for text in texts):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{texts} never came:\n{self.screen.text}") from None


@asynccontextmanager
async def ssh(host: Hosted, folder: Path, *options: str) -> AsyncIterator[Window]:
    """A client that is told nothing but where to go."""
    assert SSH is not None
    keyboard, line = pty.openpty()
    ioctl(keyboard, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _IN_TERMINAL, SSH),
        *("-F", "none", "-p", str(host.port), "-o", "StrictHostKeyChecking=no"),
        *("-o", f"UserKnownHostsFile={folder / 'known'}", "-o", "IdentityAgent=none"),
        *options,
        "Aki@127.0.0.1",
        stdin=line,
        stdout=line,
        stderr=line,
        env={"TERM": "xterm-256color", "HOME": str(folder), "PATH": os.environ["PATH"]},
        start_new_session=True,
    )
    os.close(line)
    window = Window(keyboard, process)
    try:
        yield window
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        asyncio.get_running_loop().remove_reader(keyboard)
        os.close(keyboard)


async def test_a_person_without_a_key_types_nothing_to_come_in(tmp_path: Path) -> None:
    async with (
        hosted(tmp_path) as host,
        ssh(host, tmp_path, "-o", "IdentitiesOnly=yes", "-i", "/dev/null") as window,
    ):
        await window.shows(TITLE, "name [Aki]", "key [None]", "size 80x24")
        window.type("a\x1b[B")
        await window.shows("keys 2: a down")
        window.resize(100, 30)
        await window.shows("size 100x30")
        window.type("q")
        async with asyncio.timeout(PATIENCE):
            assert await window.process.wait() == 0
        await window.shows("Until next time.")
        assert not window.screen.modes[1049]


async def test_a_person_with_a_key_is_known_by_it(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = tmp_path / "id"
    path.write_bytes(key.export_private_key())
    path.chmod(0o600)
    for access in (Access.OPEN, Access.PASSWORD):
        async with (
            hosted(tmp_path, access=access, password="moon") as host,
            ssh(host, tmp_path, "-o", "IdentitiesOnly=yes", "-i", str(path)) as window,
        ):
            if access is Access.PASSWORD:
                await window.shows("Password of the event:")
                window.type("moon\r")
            await window.shows(TITLE)
            assert host.house.visitors[0].fingerprint == fingerprint(key)


async def test_a_full_host_says_so_to_a_person(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        host.server._stopping = True
        async with ssh(host, tmp_path, "-i", "/dev/null") as window:
            await window.shows("All tables are taken just now")
            async with asyncio.timeout(PATIENCE):
                assert await window.process.wait() == 255
        host.server._stopping = False
