"""A crowd that presses anything, drops its lines and comes back: nothing breaks or is lost."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import asyncssh
import pytest

from koikoi.host.tables import Patience
from koikoi.record.reader import load as load_record
from koikoi.record.verify import verify
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.tablepage import TablePage
from tests.host.client import Client, Terminal, eventually
from tests.host.houses import ANSWERS, Hall, open_house
from tests.host.secrecy import Kept

BOTS = 14
ACTIONS = 45
ODD = (
    *("q", "\x1b", "\t", "l", "r", "h", "?", "t", ".", "\x10", "y", "o", "c", "b", "g", "n", "p"),
    *("1", "2", "3", "\x03", "\x7f", "\x1b[<0;9;7M\x1b[<0;9;7m", "é", "花", "\x1b[C", "\x1b[D"),
)
"""Keys that are pressed at anything."""


OTHERS = ("join", "people", "watch", "again", "resume")
"""What is chosen more often: what has to do with others."""


class Blind(Terminal):
    """A terminal of which nobody reads what it shows."""

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.got += data


class Bot:
    """Somebody who does anything."""

    def __init__(self, hall: Hall, number: int) -> None:
        self._hall = hall
        self._chance = random.Random(number)
        self._name = f"Bot {number}"
        self._guest = number % 7 == 0
        self._left = float(ACTIONS)

    async def run(self) -> None:
        while self._left > 0:
            await self._visit()

    async def _visit(self) -> None:
        chance = self._chance
        keys = [] if self._guest else self._hall.key_of(self._name)
        try:
            async with Client(self._hall.port, user=self._name, key=keys) as client:
                terminal = Blind((chance.choice((60, 80, 120)), chance.choice((20, 24, 40))))
                await client.connection.create_session(
                    lambda: terminal,
                    term_type="xterm-256color",
                    term_size=(terminal.screen.width, terminal.screen.height),
                    request_pty="force",
                    encoding=None,
                )
                until = self._left - chance.randrange(10, 60)
                while self._left > until and not terminal.closed:
                    typed = self._keys()
                    # Waiting costs something too, so that it ends.
                    self._left -= 1 if typed else 0.1
                    if chance.random() < 0.01:
                        terminal.resize(chance.randrange(40, 160), chance.randrange(12, 48))
                    if typed:
                        terminal.type(typed)
                    await asyncio.sleep(0.01)
                if chance.random() < 0.7:
                    client.connection.abort()
        except (asyncssh.Error, OSError, BrokenPipeError):
            self._left -= 1

    def _keys(self) -> str:
        """What they press: mostly something that means something on the page in front of them."""
        chance = self._chance
        apps = [
            app for app, sight in self._hall.house.server.apps() if sight.visitor.name == self._name
        ]
        page = apps[-1]._pages[-1] if apps and apps[-1] is not None and apps[-1]._pages else None
        if chance.random() < 0.03:
            return chance.choice(ODD)
        if page is None or page.open_since > time.monotonic():
            return ""
        if isinstance(page, TablePage):
            if page._answer is None:
                return ""
            return ANSWERS.get(page.choice.where, "\r")
        if not isinstance(page, SheetPage) or page._sheet is None or not page._sheet.items:
            return "\r"
        names = [item.name for item in page._sheet.items if item.name not in ("forget", "quit")]
        if names == ["back"] and chance.random() < 0.9:
            return ""  # somebody may sit down with them
        rare = [
            name
            for name in names
            if name.startswith(("join", "people", "watch", "again", "resume"))
        ]
        if rare and chance.random() < 0.6:
            names = rare
        wanted = [item.name for item in page._sheet.items].index(chance.choice(names))
        return "\x1b[B" * wanted + "\r"


async def test_a_crowd_of_bots_breaks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept(monkeypatch)
    async with open_house(tmp_path, Patience(hold=0.4, slow=0.1)) as hall:
        for number in range(BOTS):
            hall.comes(f"Bot {number}", rounds=1)
        await asyncio.gather(*(Bot(hall, number).run() for number in range(BOTS)))
        await eventually(lambda: hall.house.server.figures().sessions == 0)
        await eventually(lambda: not hall.lobby.tables, "the rest of all tables")
        assert not hall.lobby.guests
        assert not list(hall.lobby.offers)
        counted = hall.register._database.read(
            lambda found: {name for (name,) in found.execute("SELECT record FROM results")}
        )
        noted = {one.record for one in hall.lobby.noted.values()}
    kept.check()
    over = 0
    for path in hall.lobby.folder.glob("*.jsonl"):
        record = load_record(path)
        over += record.finished
        # Every match is either counted or waits for its players, and none is both.
        assert record.finished == (path.name in counted) != (path.name in noted)
        if record.finished:
            assert verify(record).consistent
    assert over
