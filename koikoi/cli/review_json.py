"""A rated match as a JSON document."""

from __future__ import annotations

from koikoi.engine.actions import SEATS, Action
from koikoi.record.notation import action_text
from koikoi.record.record import MatchRecord
from koikoi.review.cases import Decision
from koikoi.review.coach import Totals
from koikoi.review.judge import Rated
from koikoi.review.lessons import Lesson
from koikoi.review.verdict import Verdict

_PLACES = 4


def document(record: MatchRecord, found: Verdict) -> dict[str, object]:
    """Everything that the coach found.

    Args:
        record: The match.
        found: What the coach says of it.
    """
    review, levels, taught = found
    return {
        "rules": record.header.rules.name,
        "players": [player.name for player in record.header.players],
        "finished": record.finished,
        "budget": review.budget,
        "seed": review.seed,
        "seats": [
            {
                "all": _totals(review.all(seat)),
                "cards": _totals(review.cards(seat)),
                "calls": _totals(review.calls(seat)),
                "luck_of_deals": _round(review.deal_luck(seat)),
                "luck_of_draws": _round(review.draw_luck(seat)),
                "won_by_playing": _round(review.playing(seat)),
                "chance_beyond": _round(review.rest(seat)),
                "points": review.points(seat),
                "level": None if levels[seat] is None else _round(levels[seat] or 0.0),
                "worst": [_lesson(lesson) for lesson in taught[seat]],
            }
            for seat in SEATS
        ],
        "rounds": [
            {
                "round": one.round,
                "luck_of_deal": _round(one.deal),
                "luck_of_draws": _round(one.draws),
                "points": one.points,
            }
            for one in review.luck
        ],
        "decisions": [_decision(one) for one in review.decisions],
    }


def _round(number: float) -> float:
    return round(number, _PLACES)


def _totals(some: Totals) -> dict[str, object]:
    return {
        "count": some.count,
        "mistakes": some.mistakes,
        "points_lost": _round(some.lost),
        "round_points_lost": _round(some.points),
        "error": _round(some.error),
        "per_decision": _round(some.per_decision),
        "chance_lost": _round(some.chance_lost),
    }


def _decision(one: Decision) -> dict[str, object]:
    return {
        "ply": one.case.ply,
        "round": one.case.round,
        "seat": one.case.seat,
        "phase": one.case.phase.value,
        "marks": list(one.case.marks),
        "played": _action(one.case.played),
        "best": _action(one.judgement.best.action),
        "points_lost": _round(one.lost),
        "chance_lost": _round(one.chance_lost),
        "rated": [_rated(rated) for rated in one.judgement.rated],
    }


def _rated(rated: Rated) -> dict[str, object]:
    return {
        "action": _action(rated.action),
        "points": _round(rated.points),
        "chance": _round(rated.chance),
        "behind": _round(rated.behind),
        "error": _round(rated.error),
        "won": _round(rated.won),
        "lost": _round(rated.lost),
        "worlds": rated.worlds,
    }


def _lesson(lesson: Lesson) -> dict[str, object]:
    return {
        "ply": lesson.decision.case.ply,
        "points_lost": _round(lesson.decision.lost),
        "reasons": [
            {
                "kind": reason.kind.value,
                "yaku": None if reason.yaku is None else reason.yaku.value,
                "points": reason.points,
                "share": _round(reason.share),
                "instead": _round(reason.instead),
            }
            for reason in lesson.reasons
        ],
    }


def _action(action: Action) -> str:
    return action_text(action)
