"""A program that plays matches in processes of their own, which are to be killed.

It is told in its input, line by line, where a match is kept, its seed, and whether to wait for the
disk. For each it forks a process that plays the match, reports every position that is shown, waits
for a dot in answer, and at the end for its end. Forking costs a hundredth of a start.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace

import koikoi.record.writer
from koikoi.engine.presets import preset
from koikoi.table.setup import Setup, new_table
from koikoi.text.catalogue import load
from tests.table.sitting import play_out

TEXT = load()


def setup(seed: str) -> Setup:
    """The match of a seed."""
    return Setup(replace(preset("standard"), rounds=2), "greedy", seed)


def say(said: object) -> None:
    """Writes a line at once, by one call."""
    os.write(1, f"{said}\n".encode())


def no_sync(fd: object) -> None:
    """Waits for no disk."""


def child(home: str, seed: str, waits: bool) -> None:
    """Plays a match from its first card."""
    os.environ["KOIKOI_HOME"] = home
    if not waits:
        # What a killed process has written is written; only a power failure asks for more.
        koikoi.record.writer._sync = no_sync
    say(os.getpid())

    def report(ply: int) -> None:
        say(ply)
        os.read(0, 1)

    play_out(new_table(setup(seed), TEXT, ""), report)
    signal.pause()


def main() -> None:
    """Obeys until its input ends."""
    for line in sys.stdin:
        # A dot may be left that answered a process no more.
        home, seed, waits = line.lstrip(".").split()
        if (forked := os.fork()) == 0:
            child(home, seed, waits == "waits")
        os.waitpid(forked, 0)
        say("over")


if __name__ == "__main__":
    main()
