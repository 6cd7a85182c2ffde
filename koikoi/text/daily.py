"""The daily deal in words: what it is, and its result in one line that can be passed on."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from koikoi.engine.actions import Seat
from koikoi.engine.events import MatchOutcome
from koikoi.engine.rules import Rules
from koikoi.text.catalogue import Text
from koikoi.text.opponents import Opponent
from koikoi.text.options import rules_name

OWN: Final[Seat] = 0
"""The seat of whoever plays the daily deal."""

_SIGNS: Final = {OWN: "▲", 1: "▽", None: "–"}
"""A round's sign by its winner; the first two tell won from lost by their shape too."""


class Standing(StrEnum):
    """How far somebody is with the daily deal of a date."""

    OPEN = "open"
    """It has not been begun."""
    BEGUN = "begun"
    """The match that counts is not over."""
    DONE = "done"
    """The match that counts is over."""


class DailyResult(NamedTuple):
    """How a match of the daily deal ended.

    Attributes:
        day: The date of the deal.
        outcome: How the match ended.
        winner: Who won it, ``None`` for a draw.
        scores: The person's score, and the other player's.
        rounds: Who won each round that was played to its end, ``None`` for nobody.
        opponent: What the other player is called.
        hints: How many of the person's actions a hint was shown before.
        repeat: Whether another match of that deal was begun before it.
    """

    day: date
    outcome: MatchOutcome
    winner: Seat | None
    scores: tuple[int, int]
    rounds: tuple[Seat | None, ...]
    opponent: str
    hints: int = 0
    repeat: bool = False


def result_line(text: Text, result: DailyResult) -> str:
    """The result for others to read: no card, no yaku, a sign for every round."""
    day = result.day.isoformat()
    if result.repeat:
        head = text.t("Koi-Koi daily {date}, a repeat", date=day)
    else:
        head = text.t("Koi-Koi daily {date}", date=day)
    score = _score(text, result)
    line = text.t(
        "{daily}: {result} vs {opponent}", daily=head, result=score, opponent=result.opponent
    )
    if result.rounds:
        line += f" [{''.join(_SIGNS[winner] for winner in result.rounds)}]"
    if not result.hints:
        return line
    return text.n("{line}, {count} hint", "{line}, {count} hints", result.hints, line=line)


def _score(text: Text, result: DailyResult) -> str:
    own, other = result.scores
    if result.outcome is MatchOutcome.RESIGNED and result.winner != OWN:
        return text.t("resigned at {own}:{other}", own=own, other=other)
    if result.winner is None:
        return text.t("drawn {own}:{other}", own=own, other=other)
    if result.winner == OWN:
        return text.t("won {own}:{other}", own=own, other=other)
    return text.t("lost {own}:{other}", own=own, other=other)


def about(text: Text, rules: Rules, opponent: Opponent) -> tuple[str, ...]:
    """What the daily deal is, what counts, and what it cannot promise."""
    return (
        text.n(
            "The same {count} round for everybody on a date (UTC), against {opponent} under the "
            "rules “{rules}”; you deal first. Whoever plays alike meets the same answers.",
            "The same {count} rounds for everybody on a date (UTC), against {opponent} under the "
            "rules “{rules}”; you deal first. Whoever plays alike meets the same answers.",
            rules.rounds,
            opponent=opponent.title,
            rules=rules_name(text, rules),
        ),
        text.t(
            "The first match that you begin counts. If you leave it, it is gone on with; those "
            "begun later are marked as repeats."
        ),
        good_faith(text),
    )


def good_faith(text: Text) -> str:
    """What the seed of a daily deal does not do."""
    return text.t(
        "Its seed is made of the date: whoever wants to can know the cards before, so compare in "
        "good faith."
    )


def opening(text: Text, day: date, *, resumed: bool, repeat: bool) -> tuple[str, ...]:
    """What is said at the table before a match of the daily deal."""
    date = day.isoformat()
    if repeat and resumed:
        return (text.t("A repeat of the daily deal of {date} goes on.", date=date),)
    if repeat:
        return (
            text.t(
                "The daily deal of {date} again: this match is a repeat, and the first one counts.",
                date=date,
            ),
        )
    if resumed:
        return (text.t("The daily deal of {date} goes on; it counts.", date=date),)
    said = text.t("The daily deal of {date}: this match counts.", date=date)
    return said, good_faith(text)


def standing_sentence(text: Text, day: date, standing: Standing, command: str) -> str:
    """That a daily deal has no result yet, and what helps.

    Args:
        text: The language.
        day: The date of the deal.
        standing: How far somebody is with it; not ``DONE``.
        command: The command that plays it.
    """
    date = day.isoformat()
    if standing is Standing.BEGUN:
        return text.t(
            "The daily deal of {date} is not over; {command} goes on with it.",
            date=date,
            command=command,
        )
    return text.t(
        "The daily deal of {date} has not been played here; {command} plays it.",
        date=date,
        command=command,
    )
