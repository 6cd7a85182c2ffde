"""``koikoi duel``: how two computer players fare against each other in mirrored matches.

What the figures mean, exactly, is told by :mod:`koikoi.arena.duel`; standard output gets them and
nothing else, a progress bar goes to standard error where that is a terminal.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from koikoi.arena.bot import BotRefused
from koikoi.arena.duel import DuelResult
from koikoi.arena.processes import run_duel
from koikoi.cli.checks import in_range
from koikoi.cli.duel_figures import document, notes, table
from koikoi.cli.duel_plan import Plan, read_plan
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.protocol_text import refusal
from koikoi.cli.waiting import progress_bar, whole_processes

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

MAX_JOBS: Final = 64


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
    def told(done: int, count: int) -> str:
        return text.n("{done} of {count} pair", "{done} of {count} pairs", count, done=done)

    try:
        with whole_processes(text), progress_bar(told) as progress:
            progress(0, plan.pairs)
            return run_duel(
                plan.duel,
                plan.pairs,
                jobs=jobs,
                until=plan.until,
                progress=lambda done: progress(done, plan.pairs),
            )
    except BotRefused as error:
        raise UsageError(refusal(text, error)) from error
