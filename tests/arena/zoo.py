"""Bots for tests, most of them wild: small Python programs, and proof that none of them is left."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final

import koikoi.ai
from koikoi.arena.bot import BotMaker
from koikoi.arena.duel import Duel, DuelResult, Maker
from koikoi.arena.effort import Effort
from koikoi.arena.processes import run_duel
from koikoi.engine.presets import preset

PATIENCE: Final = 60.0

# What every bot begins with. It holds on to one end of a pipe as long as it, or a child of it,
# lives; where nobody has the other end any more it ends at once.
_BEGINNING: Final = """
import json, os, signal, sys

leash = os.open(sys.argv[1], os.O_WRONLY | os.O_NONBLOCK)
os.write(leash, b"%d\\n" % os.getpid())

def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()

def say(**message):
    write(json.dumps(message).encode() + b"\\n")

def hello(version=1):
    say(**{"type": "hello", "koikoi-bot": version})

def do(message, action=None, ply=None):
    say(type="do", ply=message["ply"] if ply is None else ply, action=action or message["legal"][0])

acts = 0
"""

_LOOP: Final = """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        {hello}
    elif message["type"] == "act":
        acts += 1
        {act}
    elif message["type"] == "end":
        {end}
"""


def program(
    *, start: str = "", hello: str = "hello()", act: str = "do(message)", end: str = "pass"
) -> str:
    """The source of a bot that plays the first legal action, unless it is told to do otherwise.

    Args:
        start: What it does first.
        hello: What it does when a match begins, in one line.
        act: What it does when it is asked, in one line; ``acts`` counts the questions.
        end: What it does when a match is over, in one line.
    """
    return f"{_BEGINNING}\n{start}\n{_LOOP.format(hello=hello, act=act, end=end)}"


class Zoo:
    """Makes bots, and finds out whether they are still there.

    Args:
        folder: A folder for it.
    """

    def __init__(self, folder: Path) -> None:
        self.leash = folder / "leash"
        os.mkfifo(self.leash)
        self._end = os.open(self.leash, os.O_RDONLY | os.O_NONBLOCK)
        self._makers: list[BotMaker] = []
        self._heard = b""

    def words(self, source: str) -> list[str]:
        """The command of a bot."""
        return [sys.executable, "-I", "-S", "-c", source, str(self.leash)]

    def maker(
        self, source: str, *, seconds: float = PATIENCE, hello_seconds: float = PATIENCE
    ) -> BotMaker:
        """Makes agents of a bot."""
        words = self.words(source)
        maker = BotMaker(words, "a bot", seconds=seconds, hello_seconds=hello_seconds)
        self._makers.append(maker)
        return maker

    def wait_for_start(self) -> None:
        """Waits until a bot runs."""
        while not self.starts():
            select.select([self._end], [], [], PATIENCE)

    def starts(self) -> int:
        """How many bots have been started."""
        try:
            while data := os.read(self._end, 4096):
                self._heard += data
        except BlockingIOError:
            pass  # some of them live
        return self._heard.count(b"\n")

    def all_gone(self) -> bool:
        """Waits until no bot, and no child of one, is left."""
        while True:
            try:
                data = os.read(self._end, 4096)
            except BlockingIOError:  # some of them live
                if not select.select([self._end], [], [], PATIENCE)[0]:
                    self._kill()
                    return False
                continue
            self._heard += data
            if not data:
                return True

    def _kill(self) -> None:
        for pid in map(int, self._heard.split()):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)

    def __enter__(self) -> Zoo:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for maker in self._makers:
            maker.kill()
        os.close(self._end)


RULES = replace(preset("standard"), rounds=2)
GREEDY: Maker = partial(koikoi.ai.load, "greedy")

SOON = 0.02
"""A limit that is over before a bot that does not answer has been waited for."""


def duel(maker: BotMaker, pairs: int = 1, seed: str = "zoo") -> DuelResult:
    """A bot against the frozen yardstick."""
    return run_duel(Duel(maker, GREEDY, RULES, seed), pairs)


def effort(maker: BotMaker, pairs: int = 1) -> Effort:
    """What a bot spent on a duel, which was played to its end whatever it did."""
    result = duel(maker, pairs)
    assert result.rounds == 4 * pairs
    assert result.b.effort.faults == 0
    assert result.a.effort.decisions >= 16 * pairs
    return result.a.effort
