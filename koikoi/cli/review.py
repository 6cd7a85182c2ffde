"""``koikoi review``: the coach rates every decision of a recorded match."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from koikoi.ai.weights import usable
from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.review_json import document
from koikoi.cli.waiting import progress_bar, whole_processes
from koikoi.engine.actions import Seat
from koikoi.record.reader import load
from koikoi.record.record import MatchRecord
from koikoi.review.coach import Coach
from koikoi.review.verdict import Verdict, verdict
from koikoi.table import coaching
from koikoi.text.options import rules_name

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

MAX_JOBS: Final = 64


def run(args: argparse.Namespace, text: Text) -> int:
    """Rates the match and prints what the coach says."""
    jobs = in_range(text, "jobs", args.jobs, 1, MAX_JOBS)
    seat: Seat = 1 if in_range(text, "seat", args.seat, 0, 1) else 0
    seed = "" if args.seed is None else a_seed(text, args.seed)
    record = load(args.file)
    if not usable():
        raise UsageError(
            text.t("The coach needs the network's weights; koikoi doctor tells what is wrong.")
        )

    def told(done: int, count: int) -> str:
        return text.n("{done} of {count} decision", "{done} of {count} decisions", count, done=done)

    with whole_processes(text), progress_bar(told) as progress:
        found = verdict(record, Coach(args.budget, seed, jobs), progress)
    if not found.review.decisions:
        raise UsageError(
            text.t("There is nothing to rate: no round of this match was played to its end.")
        )
    output = Output(sys.stdout)
    if args.json:
        output.json(document(record, found))
        return 0
    for line in _page(text, record, found, seat):
        output.say(line)
    return 0


def _page(text: Text, record: MatchRecord, found: Verdict, seat: Seat) -> Iterator[str]:
    review, taught = found.review, found.taught[seat]
    players = record.header.players
    called = players[0].name, players[1].name
    yield text.t(
        "{first} against {second}, under the rules “{rules}”.",
        first=called[0],
        second=called[1],
        rules=rules_name(text, record.header.rules),
    )
    if not record.finished:
        yield text.t("The match is not over: only the rounds that are over are rated.")
    yield ""
    rows = coaching.table(text, review, found.levels, seat)
    heads = ("", called[seat], called[1 - seat])
    yield from _columns([heads, *rows])
    yield ""
    yield coaching.summary(text, review, seat, called)
    if taught:
        yield ""
        yield text.t("What cost most ({name}):", name=called[seat])
    for number, lesson in enumerate(taught, start=1):
        first, *rest = coaching.fault(text, lesson)
        yield ""
        yield text.t("{number}. {choice}", number=number, choice=first)
        for said in (*rest, *coaching.situation(text, lesson.seen)):
            yield f"   {said}"
    yield ""
    yield text.t(
        "Points lost are counted as they matter at the score; a mistake is a quarter of a point or "
        "more. Playing, luck and chance add up to the points of the rounds; chance beyond these is "
        "above all what the other hand happened to hold."
    )


def _columns(rows: list[coaching.Row]) -> Iterator[str]:
    widths = [max(cell_len(row[place]) for row in rows) for place in range(3)]
    for label, *figures in rows:
        said = label + " " * (widths[0] - cell_len(label))
        for figure, width in zip(figures, widths[1:], strict=True):
            said += "  " + " " * (width - cell_len(figure)) + figure
        yield said
