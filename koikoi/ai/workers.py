"""Other processes that think for this one.

They are started afresh (``spawn``): they share nothing with this one. So a script that uses them
has to keep what it does below ``if __name__ == "__main__":``, and what they are told has to be
picklable.

Ctrl+C reaches this process only, which ends the others at once, whatever they think about; and they
end by themselves where this one is killed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from multiprocessing.process import BaseProcess
from threading import Lock, Thread, current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


_starting = Lock()
"""Held while processes are started: by it everybody knows which are whose."""

_DEADLY = (signal.SIGTERM, signal.SIGHUP)


class _Left(SystemExit):
    """A signal ends this process, once the others have ended."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


def _leave(number: int, _frame: FrameType | None) -> None:
    raise _Left(number)


class Workers:
    """Some processes, as a context: at its end they end, at once where an exception ends it.

    Whoever does not use it as a context calls :meth:`end`.

    Args:
        jobs: How many, at least 1.
        prepare: Called once in each of them.
        args: What it is called with.
        last: Called in each where this process has died, before that one does.
    """

    def __init__(
        self,
        jobs: int,
        prepare: Callable[..., None],
        args: tuple[Any, ...] = (),
        last: Callable[[], None] | None = None,
    ) -> None:
        self._jobs = jobs
        self._ending = Lock()
        self._own: set[BaseProcess] = set()
        self._before: list[tuple[int, Any]] = []
        with _starting, _errors_that_can_be_passed_on():
            self._pool = ProcessPoolExecutor(
                jobs, multiprocessing.get_context("spawn"), _begin, (prepare, args, last)
            )

    def submit(self, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> Future[_T]:
        """Lets one of them call something; its answer is in the future.

        Raises:
            concurrent.futures.process.BrokenProcessPool: One of them has died.
        """
        if len(self._own) == self._jobs:
            return self._pool.submit(call, *args, **named)  # nobody is started any more
        with _no_interrupt(), _starting, _errors_that_can_be_passed_on():
            others = set(multiprocessing.active_children())
            future = self._pool.submit(call, *args, **named)
            self._own |= set(multiprocessing.active_children()) - others
        return future

    @property
    def processes(self) -> tuple[BaseProcess, ...]:
        """Those that have been started."""
        return tuple(self._own)

    def end(self, *, at_once: bool) -> None:
        """Ends them, once they have done what they are at, or whatever they are at.

        May be called twice, and from two threads at once.
        """
        if at_once:
            # None of them would hear of it before it has ended what it is at; one that another
            # thread is just starting is among them afterwards.
            with _starting:
                for process in self._own:
                    process.terminate()
        with self._ending:  # two at once would close the same thing twice, and then another's
            self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Workers:
        # A signal that ends this process ends it in order, and with it the others.
        if current_thread() is main_thread():
            for number in _DEADLY:
                if signal.getsignal(number) == signal.SIG_DFL:
                    self._before.append((number, signal.signal(number, _leave)))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end(at_once=kind is not None)
        for number, handler in self._before:
            signal.signal(number, handler)
        if isinstance(error, _Left):
            # What the pool had of the system is given back before: nobody has to complain of it.
            del self._pool
            gc.collect()
            os.kill(os.getpid(), error.number)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Holds Ctrl+C back for a moment, and for good from processes that are started meanwhile.

    A terminal sends it to all of its processes. One that is just starting has no handler for it
    yet and would die of it loudly; it inherits that the signal is blocked. Here a blocked signal
    may still come by way of another thread, and would leave a process half started; so its handler
    is called afterwards.
    """
    held: list[tuple[int, FrameType | None]] = []
    handler = signal.getsignal(signal.SIGINT)
    # Only the main thread may say who handles signals, and only it is interrupted by them.
    here = callable(handler) and current_thread() is main_thread()
    if here:
        signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if here:
            signal.signal(signal.SIGINT, handler)
        if held and callable(handler):
            handler(*held[0])


@contextmanager
def _errors_that_can_be_passed_on() -> Iterator[None]:
    """Leaves standard error away, for a moment, where it is no file of the system's.

    A process that is started is given its number, and a program that draws on the whole terminal
    puts something in its place whose number is -1.
    """
    try:
        passes = sys.stderr.fileno() >= 0
    except (AttributeError, OSError, ValueError):
        passes = True  # whoever starts the process sees the same, and leaves it away
    if passes:
        yield
        return
    with redirect_stderr(None):
        yield


# In the other processes --------------------------------------------------------------------------


def _begin(
    prepare: Callable[..., None], args: tuple[Any, ...], last: Callable[[], None] | None
) -> None:
    prepare(*args)
    Thread(target=_end_with_parent, args=(last,), daemon=True).start()


def _end_with_parent(last: Callable[[], None] | None) -> None:
    """Waits for the end of the process that started this one, and follows it.

    A process of a pool would otherwise wait forever for what to do next.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None  # this runs in started processes only
    parent.join()
    if last is not None:
        last()
    os._exit(1)
