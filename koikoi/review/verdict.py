"""All that the coach says of a match: the review, ratings, lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from koikoi.ai.agent import Halt
from koikoi.ai.weights import shipped
from koikoi.engine.actions import SEATS
from koikoi.record.record import MatchRecord
from koikoi.review.coach import Coach, Review
from koikoi.review.lessons import Lesson, lessons
from koikoi.review.rating import level_of


class Verdict(NamedTuple):
    """What the coach found.

    Attributes:
        review: The rated match.
        levels: In terms of levels, how well each seat played.
        taught: The dearest decisions of each seat.
    """

    review: Review
    levels: tuple[float | None, float | None]
    taught: tuple[tuple[Lesson, ...], tuple[Lesson, ...]]


def verdict(
    record: MatchRecord,
    coach: Coach,
    progress: Callable[[int, int], None] = lambda _done, _count: None,
    halt: Halt | None = None,
) -> Verdict:
    """Rates a match; takes many seconds.

    Args:
        record: The match.
        coach: How.
        progress: Told how many decisions of how many are done.
        halt: Ends it before it is done.

    Raises:
        Halted: The halt came.
        RecordError: The record cannot be played again.
        BrokenExecutor: A process that thought was ended.
        OSError: A process could not be started.
    """
    halt = halt or Halt()
    review = coach.review(record, progress, halt)
    rules = record.header.rules
    totals = [review.all(seat) for seat in SEATS]
    first, second = (level_of(shipped(), rules, one.per_decision, one.count) for one in totals)
    own, rival = (lessons(record, review, seat, halt) for seat in SEATS)
    return Verdict(review, (first, second), (own, rival))
