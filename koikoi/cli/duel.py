"""``koikoi duel``: how two computer players fare against each other in mirrored matches.

What the figures mean, exactly, is told by :mod:`koikoi.arena.duel`; standard output gets them and
nothing else, a progress bar goes to standard error where that is a terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from koikoi.arena.bot import BotRefused
from koikoi.arena.duel import DuelResult
from koikoi.arena.processes import run_duel
from koikoi.cli.checks import in_range
from koikoi.cli.duel_figures import document, notes, table
from koikoi.cli.duel_plan import Plan, read_plan
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.protocol_text import refusal
from koikoi.text.ascii import for_encoding

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

MAX_JOBS: Final = 64

Progress: TypeAlias = Callable[[int], None]
"""Is told how many pairs have been played."""


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays the duel and prints its figures."""
    plan = read_plan(args, text)
    result = _played(plan, in_range(text, "jobs", args.jobs, 1, MAX_JOBS), text)
    output = Output(sys.stdout)
    if args.json:
        output.json(document(plan, result))
        return 0
    for line in (*table(text, plan, result), "", *notes(text, plan, result)):
        output.say(line)
    return 0


def _played(plan: Plan, jobs: int, text: Text) -> DuelResult:
    try:
        with _progress_bar(text, plan.pairs) as progress:
            return run_duel(plan.duel, plan.pairs, jobs=jobs, until=plan.until, progress=progress)
    except BotRefused as error:
        raise UsageError(refusal(text, error)) from error
    except BrokenExecutor as error:
        raise UsageError(
            text.t(
                "One of the processes that played was ended from outside, or ran out of memory; "
                "try fewer --jobs."
            )
        ) from error


@contextmanager
def _progress_bar(text: Text, pairs: int) -> Iterator[Progress | None]:
    """A bar on standard error as long as the duel goes on; none where nobody would see it move."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    def told(done: int) -> str:
        said = text.n("{done} of {count} pair", "{done} of {count} pairs", pairs, done=done)
        return for_encoding(said, sys.stderr.encoding or "ascii")

    with progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        # It would send what is printed to standard error.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task(told(0), total=pairs)
        yield lambda done: bar.update(task, completed=done, description=told(done))
