"""The dearest decisions of a match, each with what the player saw and why another was better."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.ai.agent import Halt
from koikoi.ai.weights import shipped
from koikoi.engine.actions import Seat
from koikoi.engine.view import PlayerView
from koikoi.record.record import MatchRecord
from koikoi.record.replay import replay
from koikoi.review.budget import BUDGETS
from koikoi.review.cases import Decision, seen_at
from koikoi.review.coach import WORST, Review
from koikoi.review.hint import why
from koikoi.review.judge import Judge
from koikoi.review.reasons import Reason


class Lesson(NamedTuple):
    """A decision that could have been better.

    Attributes:
        decision: The decision.
        seen: What the player saw.
        reasons: What speaks for the better way.
    """

    decision: Decision
    seen: PlayerView
    reasons: tuple[Reason, ...]


def lessons(
    record: MatchRecord, review: Review, seat: Seat, halt: Halt, count: int = WORST
) -> tuple[Lesson, ...]:
    """What a player can learn from a match.

    Args:
        record: The match.
        review: The same, rated.
        seat: The player.
        halt: Ends the search for reasons; lessons without them come nevertheless.
        count: How many lessons at most, the dearest first.
    """
    played = replay(record)
    judge = Judge(shipped(), BUDGETS[review.budget], review.seed)
    found = []
    for decision in review.worst(seat, count):
        seen, legal = seen_at(played, decision.case)
        reasons = why(judge, seen, legal, decision.judgement, halt, decision.case.played)
        found.append(Lesson(decision, seen, reasons))
    return tuple(found)
