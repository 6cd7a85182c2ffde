"""A whole duel, in this process or spread over several; the figures are the same either way.

The agents' makers have to be picklable, as :func:`functools.partial` over a function of a module
is; :mod:`koikoi.ai.workers` says what else the processes ask for.
"""

from __future__ import annotations

import atexit
from bisect import bisect_left
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, closing
from time import perf_counter
from typing import Final

from koikoi.ai.workers import Workers
from koikoi.arena.duel import Batch, Duel, DuelResult, play_pair, play_pairs, summary
from koikoi.arena.effort import NO_EFFORTS, both
from koikoi.arena.keeping import keepers, keeping
from koikoi.arena.stopping import Stop

_BATCH_SECONDS: Final = 0.2
"""How long a process plays before it tells: long against what telling costs, short for a person."""

_LARGEST_BATCH: Final = 1000


def run_duel(
    duel: Duel,
    pairs: int,
    *,
    jobs: int = 1,
    until: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> DuelResult:
    """Plays the pairs of a duel from 1 on.

    Args:
        duel: The duel.
        pairs: How many pairs at most, at least 1.
        jobs: How many processes play at the same time; 1 is this process alone.
        until: Stop early, once the 95 % interval of points a round is at most so wide to either
            side; :mod:`koikoi.arena.stopping` tells when that is looked at. ``None``: play all.
        progress: Told now and then how many pairs have been played.

    Raises:
        ValueError: ``pairs`` or ``jobs`` is below 1, or ``until`` is below 0.
        koikoi.arena.bot.BotRefused: One of the players is a bot that there can be no duel with.
        concurrent.futures.process.BrokenProcessPool: One of the processes was ended.
        KeyboardInterrupt: Somebody interrupted; no other process plays on.
    """
    if pairs < 1 or jobs < 1:
        raise ValueError(f"pairs and jobs are at least 1, not {pairs} and {jobs}")
    if until is not None and not until >= 0:
        raise ValueError(f"an interval is at least 0 wide, not {until}")
    stop = Stop(pairs, until)
    played: list[Batch] = []
    done, most = 0, pairs
    jobs = min(jobs, pairs)
    batches = _here(duel, pairs) if jobs == 1 else _spread(duel, pairs, jobs, stop.looks)
    with closing(batches):
        for batch in batches:
            played.append(batch)
            done += len(batch.pairs)
            if progress is not None:
                progress(done)
            enough = stop.after(batch.pairs)
            if enough is not None:
                most = enough
                break
    return _result(played, most)


def _result(played: list[Batch], most: int) -> DuelResult:
    """The figures of the pairs 1 to ``most``; no batch begins before and ends after that."""
    counted = [batch for batch in played if batch.pairs[0].number <= most]
    efforts = NO_EFFORTS
    for batch in counted:
        efforts = both(efforts, batch.efforts)
    return summary((pair for batch in counted for pair in batch.pairs), efforts)


def _here(duel: Duel, pairs: int) -> Generator[Batch]:
    with keeping(duel):
        for number in range(1, pairs + 1):
            yield play_pair(duel, number)


def _spread(duel: Duel, pairs: int, jobs: int, looks: Sequence[int]) -> Generator[Batch]:
    """The batches of several processes, in the order in which they are done.

    None of them goes past one of the numbers in ``looks``.
    """
    waiting: set[Future[tuple[Batch, float]]] = set()
    size = first = 1
    with Workers(jobs, _prepare, (duel,), _kill_keepers) as workers:
        while first <= pairs or waiting:
            # Two batches each: one that is played, one that is next.
            while first <= pairs and len(waiting) < 2 * jobs:
                last = min(first + size - 1, pairs, *looks[bisect_left(looks, first) :][:1])
                waiting.add(workers.submit(_play, first, last + 1))
                first = last + 1
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                batch, seconds = future.result()
                size = _next_size(len(batch.pairs), seconds)
                yield batch


def _next_size(pairs: int, seconds: float) -> int:
    """How many pairs make a batch, by what the last one took; it at most doubles."""
    wanted = int(pairs * _BATCH_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, 2 * pairs, _LARGEST_BATCH))


# In the other processes --------------------------------------------------------------------------

_duels: Final[list[Duel]] = []
_kept: Final = ExitStack()
"""What has to be ended with this process, if it is one of those that play."""


def _prepare(duel: Duel) -> None:
    """Begins a process that plays: it is told once whom to let play, and of whom it depends."""
    _duels.append(duel)
    _kept.enter_context(keeping(duel))
    atexit.register(_kept.close)


def _kill_keepers() -> None:
    """Ends what the agents keep, since the process that plays has to end at once."""
    for keeper in keepers(_duels[-1]):
        keeper.kill()


def _play(first: int, end: int) -> tuple[Batch, float]:
    """Plays the pairs from ``first`` to before ``end``; returns them and the seconds it took."""
    start = perf_counter()
    return play_pairs(_duels[-1], range(first, end)), perf_counter() - start
