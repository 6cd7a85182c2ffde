"""Somebody comes in, plays, and goes; and nobody else notices."""

from __future__ import annotations

from pathlib import Path

from tests.host.client import ESCAPE, Client
from tests.host.front import TITLE, hosted


async def test_somebody_types_and_quits_and_the_terminal_is_as_it_was(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port, user="Aki") as client:
        terminal = await client.terminal()
        await terminal.shows(TITLE, "size 80x24", "name [Aki]", "key [None]", "colours 256")
        terminal.type("ab")
        await terminal.shows("keys 2: a b")
        terminal.type(ESCAPE)
        await terminal.shows("keys 3: a b escape")
        terminal.type("q")
        await terminal.gone()
        assert terminal.status == 0
        assert terminal.restored
        assert terminal.got.endswith(b"Until next time.\r\n")
        assert terminal.got.count(b"\x1b[?1049l") == 1
    assert host.house.ended == 1
    assert [line["reason"] for line in host.log.of("end")] == ["left"]
