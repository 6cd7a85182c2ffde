"""What is kept beyond a match ends with the process, however often it is told to end."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

ENDS_AGAIN = """\
import os, signal, sys
from functools import partial
from threading import Lock
import koikoi.ai
from koikoi.arena.duel import Duel
from koikoi.arena.keeping import keeping
from koikoi.engine.presets import preset


class Keeper:
    lock = Lock()

    def __call__(self, seed):
        raise AssertionError

    def dismiss(self):
        pass

    def kill(self):
        with self.lock:
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGHUP)
            print("killed", flush=True)


with keeping(Duel(Keeper(), partial(koikoi.ai.load, "greedy"), preset("standard"))):
    os.kill(os.getpid(), int(sys.argv[1]))
    signal.pause()
"""
"""Another signal comes while the first one is obeyed: a broken pool ends its processes twice."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_second_signal_does_not_hold_the_first_one_up(number: signal.Signals) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS_AGAIN, str(int(number))],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "killed\n"
    assert done.returncode == -number, done.stderr
