"""``koikoi review``: the coach rates every decision of a recorded match."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.cells import cell_len

from koikoi.ai.agent import Halt
from koikoi.ai.weights import shipped, usable
from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.review_json import document
from koikoi.engine.actions import SEATS, Seat
from koikoi.record.reader import load
from koikoi.record.record import MatchRecord
from koikoi.review.coach import Coach, Review
from koikoi.review.lessons import Lesson, lessons
from koikoi.review.rating import level_of
from koikoi.table import coaching
from koikoi.text.ascii import for_encoding
from koikoi.text.options import rules_name

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

MAX_JOBS: Final = 64

Levels: TypeAlias = tuple[float | None, float | None]
Progress: TypeAlias = Callable[[int, int], None]


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
    review = _reviewed(record, Coach(args.budget, seed, jobs), text)
    if not review.decisions:
        raise UsageError(
            text.t(
                "There is nothing to rate yet: no round of this match has been played to its end."
            )
        )
    levels = levels_of(record, review)
    taught = {seat: lessons(record, review, seat, Halt()) for seat in SEATS}
    output = Output(sys.stdout)
    if args.json:
        output.json(document(record, review, levels, taught))
        return 0
    for line in _page(text, record, review, levels, seat, taught[seat]):
        output.say(line)
    return 0


def levels_of(record: MatchRecord, review: Review) -> Levels:
    """How well both played, in terms of levels."""
    rules = record.header.rules
    totals = [review.all(seat) for seat in SEATS]
    first, second = (level_of(shipped(), rules, one.per_decision, one.count) for one in totals)
    return first, second


def _page(
    text: Text,
    record: MatchRecord,
    review: Review,
    levels: Levels,
    seat: Seat,
    taught: tuple[Lesson, ...],
) -> Iterator[str]:
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
    rows = coaching.table(text, review, levels, seat)
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


def _reviewed(record: MatchRecord, coach: Coach, text: Text) -> Review:
    try:
        with _bar(text) as progress:
            return coach.review(record, progress)
    except BrokenExecutor as error:
        raise UsageError(
            text.t(
                "One of the processes that rated was ended from outside, or ran out of memory; "
                "try fewer --jobs."
            )
        ) from error


@contextmanager
def _bar(text: Text) -> Iterator[Progress]:
    """A bar on standard error while the coach thinks; none where nobody would see it move."""
    if not sys.stderr.isatty():
        yield lambda _done, _count: None
        return
    from rich import progress
    from rich.console import Console

    def told(done: int, count: int) -> str:
        said = text.n("{done} of {count} decision", "{done} of {count} decisions", count, done=done)
        return for_encoding(said, sys.stderr.encoding or "ascii")

    with progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, count: bar.update(
            task, completed=done, total=count, description=told(done, count)
        )
