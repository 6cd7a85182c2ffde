"""A duel over several processes: the same figures, and an end for all of them."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from functools import partial
from multiprocessing.process import BaseProcess

import pytest

import koikoi.ai
from koikoi.arena import processes
from koikoi.arena.duel import Duel, DuelResult, Maker
from koikoi.arena.effort import Effort
from koikoi.arena.processes import run_duel
from koikoi.engine.presets import preset
from tests.arena.odd import deaf, first, leaving, unmakable

RULES = replace(preset("standard"), rounds=1)

GREEDY: Maker = partial(koikoi.ai.load, "greedy")
RANDOM: Maker = partial(koikoi.ai.load, "random")


def timeless(result: DuelResult) -> DuelResult:
    """The result without the only thing in it that a clock has a say in."""

    def still(effort: Effort) -> Effort:
        return replace(effort, nanoseconds=0)

    return replace(
        result,
        a=replace(result.a, effort=still(result.a.effort)),
        b=replace(result.b, effort=still(result.b.effort)),
    )


def test_any_number_of_processes_gives_the_same_figures() -> None:
    duel = Duel(GREEDY, RANDOM, RULES)
    alone = run_duel(duel, 23)
    assert [pair.number for pair in alone.pairs] == list(range(1, 24))
    told: list[int] = []
    spread = run_duel(duel, 23, jobs=2, progress=told.append)
    assert timeless(spread) == timeless(alone)
    assert spread.a.effort.nanoseconds > 0
    # Small steps at the beginning, each pair told of once.
    assert told[0] == 1
    assert told == sorted(set(told))
    assert told[-1] == 23
    assert not multiprocessing.active_children()


def test_progress_is_told_after_every_pair_in_this_process() -> None:
    told: list[int] = []
    run_duel(Duel(first, first, RULES), 3, progress=told.append)
    assert told == [1, 2, 3]


def test_a_single_pair_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(processes, "Workers")
    assert len(run_duel(Duel(GREEDY, RANDOM, RULES), 1, jobs=64).pairs) == 1


@pytest.mark.parametrize(("pairs", "jobs"), [(0, 1), (1, 0), (-1, 2)])
def test_nothing_to_play_and_nobody_to_play_it_are_refused(pairs: int, jobs: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        run_duel(Duel(GREEDY, RANDOM, RULES), pairs, jobs=jobs)


def test_what_fails_in_a_process_fails_here_and_no_process_stays() -> None:
    with pytest.raises(LookupError):
        run_duel(Duel(GREEDY, unmakable, RULES), 9, jobs=2)
    assert not multiprocessing.active_children()


def test_an_agent_that_ends_its_process_ends_the_duel() -> None:
    with pytest.raises(BrokenExecutor):
        run_duel(Duel(GREEDY, leaving, RULES), 9, jobs=2)
    assert not multiprocessing.active_children()


def test_control_c_in_a_terminal_does_not_reach_the_other_processes() -> None:
    """Held back from their first moment on: one that is starting has nothing to catch it with."""
    with pytest.raises(LookupError):
        run_duel(Duel(deaf, deaf, RULES), 2)
    assert len(run_duel(Duel(deaf, deaf, RULES), 4, jobs=2).pairs) == 4


def test_a_duel_with_several_processes_may_be_played_in_any_thread() -> None:
    results: list[DuelResult] = []
    duel = Duel(GREEDY, RANDOM, RULES)
    thread = threading.Thread(target=lambda: results.append(run_duel(duel, 3, jobs=2)))
    thread.start()
    thread.join()
    assert len(results[0].pairs) == 3


def test_an_interrupt_ends_all_processes_and_leaves_control_c_as_it_was() -> None:
    playing: list[BaseProcess] = []

    def interrupt(_done: int) -> None:
        playing.extend(multiprocessing.active_children())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_duel(Duel(GREEDY, RANDOM, RULES), 1_000_000, jobs=2, progress=interrupt)
    # Nobody was left to play its batch to the end.
    assert [process.exitcode for process in playing] == [-signal.SIGTERM] * 2
    assert not multiprocessing.active_children()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize(
    ("pairs", "seconds", "following"),
    [
        (1, 10.0, 1),  # slow agents: every pair is told of
        (1, 0.15, 1),
        (1, 0.01, 2),  # it grows step by step
        (10, 0.1, 20),
        (20, 0.1, 40),
        (20, 0.4, 10),
        (20, 0.0, 40),  # a clock without a tick between
        (1000, 0.01, 1000),
    ],
)
def test_batches_follow_the_speed_of_the_agents(pairs: int, seconds: float, following: int) -> None:
    assert processes._next_size(pairs, seconds) == following
