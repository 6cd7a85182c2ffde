"""What the makers of agents keep beyond a match, processes of bots, and its sure end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Final, Protocol, runtime_checkable

from koikoi.arena.duel import Duel

_DEADLY: Final = (signal.SIGTERM, signal.SIGHUP)
"""What ends a process that has no handler for it, without a chance to end others before."""


@runtime_checkable
class Keeper(Protocol):
    """A maker that keeps something of its agents: processes."""

    def dismiss(self) -> None:
        """Lets everything go; the maker could begin anew."""

    def kill(self) -> None:
        """Ends what would outlive this process, and begins nothing else; in any thread."""


def keepers(duel: Duel) -> list[Keeper]:
    """Those of the duel's makers that keep something."""
    makers: tuple[object, ...] = (duel.a, duel.b)
    return [maker for maker in makers if isinstance(maker, Keeper)]


@contextmanager
def keeping(duel: Duel) -> Iterator[None]:
    """As long as a duel is played in this process: what its makers keep ends with it.

    Also where a signal ends this process; one that nobody can catch leaves bots at the end of their
    input.
    """
    kept = keepers(duel)
    if not kept:
        yield
        return
    with _ended_too(kept):
        try:
            yield
        finally:
            for keeper in kept:
                keeper.dismiss()


@contextmanager
def _ended_too(kept: list[Keeper]) -> Iterator[None]:
    def die(number: int, _frame: FrameType | None) -> None:
        # One of them is enough: a second one in the middle of it would wait for the first.
        for one in mine:
            signal.signal(one, signal.SIG_IGN)
        for keeper in kept:
            keeper.kill()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    # Only the main thread may say who handles signals; who handles them already keeps them.
    here = current_thread() is main_thread()
    mine = [number for number in _DEADLY if here and signal.getsignal(number) == signal.SIG_DFL]
    for number in mine:
        signal.signal(number, die)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)
