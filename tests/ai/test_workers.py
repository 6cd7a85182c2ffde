"""Processes that think for this one begin and end in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from koikoi.ai import workers
from koikoi.ai.workers import Workers

_told: list[str] = []


def prepare(word: str) -> None:
    _told.append(word)


def answer(number: int) -> tuple[str, int, int]:
    return _told[-1], number, os.getpid()


def test_each_process_is_prepared_once_and_answers() -> None:
    with Workers(2, prepare, ("ready",)) as some:
        found = [some.submit(answer, number).result() for number in range(3)]
    assert [(word, number) for word, number, _ in found] == [("ready", n) for n in range(3)]
    assert os.getpid() not in {place for _, _, place in found}
    assert not multiprocessing.active_children()


def test_they_start_where_standard_error_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class Captured(StringIO):
        def fileno(self) -> int:
            return -1

    monkeypatch.setattr("sys.stderr", Captured())
    with Workers(1, prepare, ("ready",)) as some:
        assert some.submit(answer, 1).result()[:2] == ("ready", 1)


def test_only_ones_own_processes_are_ended() -> None:
    def work() -> None:
        with Workers(1, prepare, ("others",)) as some:
            some.submit(answer, 0).result()
            raise LookupError

    with Workers(1, prepare, ("ready",)) as mine:
        assert mine.submit(answer, 1).result()[:2] == ("ready", 1)
        with pytest.raises(LookupError):
            work()
        assert mine.submit(answer, 2).result()[:2] == ("ready", 2)


SCRIPT = """
import os, sys
from koikoi.ai.workers import Workers
from tests.ai.test_workers import answer, prepare

if __name__ == "__main__":
    with Workers(2, prepare, ("ready",)) as some:
        some.submit(answer, 0).result()
        os.kill(os.getpid(), int(sys.argv[1]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_this_process_ends_them_in_order(
    number: signal.Signals, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    root = str(Path(__file__).parents[2])
    ended = subprocess.run(
        [sys.executable, str(script), str(int(number))],
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == -number
    assert ended.stderr == ""


def test_an_exception_ends_them_whatever_they_do() -> None:
    def work() -> None:
        with Workers(1, prepare, ("ready",)) as some:
            some.submit(answer, 0).result()
            some.submit(signal.pause)
            raise LookupError

    with pytest.raises(LookupError):
        work()
    assert not multiprocessing.active_children()


def test_an_interrupt_waits_until_a_process_is_started_whichever_thread_gets_it() -> None:
    reached = []

    # A thread from before does not hold it back, as that of a progress bar.
    now = threading.Event()

    def interrupt() -> None:
        now.wait()
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()

    def start() -> None:
        with workers._no_interrupt():
            now.set()
            thread.join()
            signal.raise_signal(signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_two_threads_end_at_once_is_given_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Workers(1, prepare, ("here",))
    inside: list[int] = []
    most: list[int] = []
    both = threading.Barrier(2)

    def shutdown(**_: object) -> None:
        inside.append(1)
        most.append(len(inside))
        with suppress(threading.BrokenBarrierError):
            both.wait(0.2)  # until the other one is here too, which it must not be
        inside.pop()

    with monkeypatch.context() as patch:
        patch.setattr(pool._pool, "shutdown", shutdown)
        threads = [threading.Thread(target=pool.end, kwargs={"at_once": True}) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    pool.end(at_once=True)
    pool.end(at_once=True)
    assert most == [1, 1]
