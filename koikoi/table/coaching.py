"""What the coach says of a match, in words and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from koikoi.engine.actions import Seat, other
from koikoi.engine.view import PlayerView
from koikoi.review.coach import Review, Totals
from koikoi.review.judge import Rated
from koikoi.review.lessons import Lesson
from koikoi.table.counsel import decimal, deed, percent, why_sentence
from koikoi.text import names
from koikoi.text.catalogue import Text

Row = tuple[str, str, str]
"""A line of the table: what it is, and its figure of each of two players."""


def table(
    text: Text, review: Review, levels: tuple[float | None, float | None], first: Seat
) -> list[Row]:
    """The totals of both players, line by line.

    Args:
        text: The language.
        review: The rated match.
        levels: In terms of levels, how well each seat played.
        first: Whose figures stand first.
    """
    seats = first, other(first)

    def row(label: str, figure: Callable[[Seat], str]) -> Row:
        return label, figure(seats[0]), figure(seats[1])

    def of(find: Callable[[Seat], Totals], tell: Callable[[Totals], str]) -> Callable[[Seat], str]:
        return lambda seat: tell(find(seat))

    t = text.t
    return [
        row(t("Decisions"), of(review.all, lambda some: str(some.count))),
        row(t("  mistakes"), of(review.all, lambda some: str(some.mistakes))),
        row(t("  points lost"), of(review.all, lambda some: decimal(some.lost))),
        row(t("  lost per decision"), of(review.all, lambda some: f"{some.per_decision:.2f}")),
        row(
            t("  of the match lost"), of(review.all, lambda some: f"{percent(some.chance_lost)} %")
        ),
        row(t("Koi-koi decisions"), of(review.calls, lambda some: str(some.count))),
        row(t("  points lost"), of(review.calls, lambda some: decimal(some.lost))),
        row(t("Won by playing"), lambda seat: signed(review.playing(seat))),
        row(t("Luck of the deals"), lambda seat: signed(review.deal_luck(seat))),
        row(t("Luck of the draws"), lambda seat: signed(review.draw_luck(seat))),
        row(t("Chance beyond these"), lambda seat: signed(review.rest(seat))),
        row(t("Points of the rounds"), lambda seat: signed(float(review.points(seat)), 0)),
        row(t("Plays like level"), lambda seat: _level(text, levels[seat])),
    ]


def _level(text: Text, level: float | None) -> str:
    return text.t("too few") if level is None else decimal(level)


def signed(number: float, places: int = 1) -> str:
    """A number with its sign: ``+1.3``, ``−0.4``."""
    said = f"{abs(number):.{places}f}"
    return f"{'−' if number < 0 and float(said) else '+'}{said}"


def summary(text: Text, review: Review, seat: Seat, names_of: tuple[str, str]) -> str:
    """What decided the match, in one sentence.

    Args:
        text: The language.
        review: The rated match.
        seat: Whom it is told.
        names_of: What seat 0 and seat 1 are called.
    """
    rival = other(seat)
    luck = review.deal_luck(seat) + review.draw_luck(seat)
    skill = review.playing(seat)
    named = {"name": names_of[seat], "other": names_of[rival]}
    figures = {"luck": signed(luck), "skill": decimal(abs(skill))}
    if review.points(seat) < 0 < skill:
        return text.t(
            "{name} played better than {other}, by {skill} points, and lost: luck was {luck}.",
            **named,
            **figures,
        )
    if review.points(seat) > 0 > skill:
        return text.t(
            "{name} played worse than {other}, by {skill} points, and won: luck was {luck}.",
            **named,
            **figures,
        )
    return text.t(
        "{name}: {skill} points by playing and {luck} by luck, against {other}.",
        **named,
        luck=signed(luck),
        skill=signed(skill),
    )


def fault(text: Text, lesson: Lesson) -> list[str]:
    """A decision that could have been better: when, what it cost, what was better and why."""
    case, judgement = lesson.decision.case, lesson.decision.judgement
    rival = text.t("the other player")
    said = [
        text.t(
            "Round {round}, turn {turn}: {points} points, {chance} % of the match.",
            round=case.round,
            turn=lesson.seen.turn // 2 + 1,
            points=decimal(lesson.decision.lost),
            chance=decimal(100 * lesson.decision.chance_lost),
        ),
        text.t(
            "Played: {played}. Better: {better}.",
            played=deed(text, judgement.of(case.played)),
            better=deed(text, judgement.best),
        ),
    ]
    if lesson.reasons:
        said.append(why_sentence(text, lesson.reasons, rival))
    return said


def situation(text: Text, seen: PlayerView) -> list[str]:
    """The position at a decision, as the player saw it."""
    assert seen.seat is not None
    own, rival = seen.captured[seen.seat], seen.captured[other(seen.seat)]
    return [
        text.t("Hand: {cards}.", cards=_cards(text, seen.hand)),
        text.t("Field: {cards}.", cards=_cards(text, seen.field)),
        text.t("Own pile: {cards}.", cards=_cards(text, own)),
        text.t("The other pile: {cards}.", cards=_cards(text, rival)),
    ]


def _cards(text: Text, cards: int) -> str:
    return names.joined_cards(text, cards) if cards else text.t("nothing")


def ranking(text: Text, rated: Sequence[Rated]) -> list[str]:
    """What every way to go on was worth, the best first."""
    return [
        text.t(
            "{action}: {points} points, {chance} % of the match, {behind} behind",
            action=deed(text, one),
            points=signed(one.points),
            chance=decimal(100 * one.chance),
            behind=decimal(one.behind),
        )
        for one in rated
    ]
