"""The table of an event: who has won what, by a rule that fits into one sentence.

At a meetup people play differently often, against computers of different levels and against one
another. So only somebody's best matches count: nobody falls by playing on, few good matches can
catch up with many, and beating the same one again and again does not go on paying.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from koikoi.host.names import is_guest_name
from koikoi.text.catalogue import Text
from koikoi.text.opponents import GUEST

COUNTED: Final = 5
"""How many matches of a person count."""

AGAINST_ONE: Final = 2
"""How many of these may be against the same opponent."""

LEAST_ROUNDS: Final = 3
"""How many rounds a match has to have."""

OVER_A_PERSON: Final = 3
"""What a win over a person is worth; over the computer it is its level."""


class Ending(StrEnum):
    """How a match came to its end."""

    FINISHED = "finished"
    """It was played to the end."""
    FORFEIT = "forfeit"
    """One side resigned or did not come back: the other one is the winner."""


class Side(NamedTuple):
    """One side of a match that is over.

    Attributes:
        person: Who it was, ``None`` for a computer and for somebody who has been forgotten.
        name: What they are called now, or were when they left; empty for somebody forgotten.
        agent: The computer player's name, empty for a person.
        level: The computer player's level, if it has one.
        points: What they had at the end.
        hints: How many of their moves they were shown a hint for.
    """

    person: int | None
    name: str
    agent: str = ""
    level: int | None = None
    points: int = 0
    hints: int = 0


class MatchResult(NamedTuple):
    """A match that is over.

    Attributes:
        record: The name of its record's file, which no other match has.
        event: The event it belongs to.
        started: When it began.
        ended: When it was over.
        rules: What its rules are called.
        rounds: How many rounds it was to have.
        sides: Both sides, by their seats.
        winner: The seat that won, ``None`` where nobody did.
        ending: How it ended.
    """

    record: str
    event: str
    started: datetime
    ended: datetime
    rules: str
    rounds: int
    sides: tuple[Side, Side]
    winner: int | None
    ending: Ending = Ending.FINISHED


class Standing(NamedTuple):
    """How somebody stands in an event.

    Attributes:
        place: Their place, 1 for the first; the same for those of whom none is better.
        person: Who it is.
        name: What they are called.
        score: What their best matches are worth; :func:`rule` says how.
        matches: How many matches they have played.
        won: How many of them they won.
        drawn: How many nobody won.
        lost: How many they lost, forfeits among them.
        difference: Their points in all matches less those of their opponents.
        level: The highest level they have beaten without a hint, 0 for none.
    """

    place: int
    person: int
    name: str
    score: float
    matches: int
    won: int
    drawn: int
    lost: int
    difference: int
    level: int


def rule(text: Text) -> str:
    """How the score comes about, in one sentence."""
    return text.t(
        "Your best {counted} matches count, of {rounds} rounds or more, without hints, and at most "
        "{same} against the same opponent (guests are one): a win over a computer is worth its "
        "level, over a person {person}, a draw half of that.",
        counted=COUNTED,
        same=AGAINST_ONE,
        rounds=LEAST_ROUNDS,
        person=OVER_A_PERSON,
    )


def worth(result: MatchResult, seat: int) -> float:
    """What a match is worth to the score of one of its sides."""
    own, other = result.sides[seat], result.sides[1 - seat]
    if result.rounds < LEAST_ROUNDS or own.hints or result.winner == 1 - seat:
        return 0.0
    whole = (other.level or 0) if other.agent else OVER_A_PERSON
    return whole / 2 if result.winner is None else float(whole)


def standings(results: Iterable[MatchResult], people: Iterable[tuple[int, str]]) -> list[Standing]:
    """Everybody's standing, the first first.

    Who has the same score is told apart by the share of matches won, a draw being half a win, and
    then by the difference of points.

    Args:
        results: The matches of an event.
        people: Who is on the table, with their names; others' matches count for their opponents.
    """
    played: defaultdict[int, list[tuple[MatchResult, int]]] = defaultdict(list)
    for result in results:
        first, second = result.sides
        if first.person is not None and first.person == second.person:
            continue
        for seat, side in enumerate(result.sides):
            if side.person is not None:
                played[side.person].append((result, seat))
    rows = [_standing(one, name, played[one]) for one, name in people if one in played]
    rows.sort(key=lambda row: (*_order(row), row.name.casefold(), row.person))
    places: dict[tuple[float, ...], int] = {}
    return [
        row._replace(place=places.setdefault(_order(row), number))
        for number, row in enumerate(rows, 1)
    ]


def _order(row: Standing) -> tuple[float, ...]:
    return -row.score, -(row.won + row.drawn / 2) / row.matches, -row.difference


def _standing(person: int, name: str, played: list[tuple[MatchResult, int]]) -> Standing:
    won = sum(result.winner == seat for result, seat in played)
    drawn = sum(result.winner is None for result, _ in played)
    beaten = [
        result.sides[1 - seat].level or 0
        for result, seat in played
        if result.winner == seat and worth(result, seat)
    ]
    return Standing(
        0,
        person,
        name,
        _score(played),
        len(played),
        won,
        drawn,
        len(played) - won - drawn,
        sum(one.sides[seat].points - one.sides[1 - seat].points for one, seat in played),
        max(beaten, default=0),
    )


def _score(played: list[tuple[MatchResult, int]]) -> float:
    """What the best matches are worth together."""
    against: Counter[object] = Counter()
    best: list[float] = []
    for result, seat in sorted(played, key=lambda one: -worth(*one)):
        opponent = _who(result.sides[1 - seat])
        against[opponent] += 1
        if against[opponent] <= AGAINST_ONE:
            best.append(worth(result, seat))
    return sum(best[:COUNTED])


def _who(side: Side) -> object:
    """What tells opponents apart: whoever comes in without a key is a new guest every time."""
    if side.agent or side.person is None:
        return side.agent
    return GUEST if is_guest_name(side.name) else side.person
