"""What a finished match comes to, worked out once by playing its record again.

A *koi-koi call* is judged by the points of its round, as they change the score. Compared are what
the caller would have got by stopping there and then, and what the caller got in the end:

* ``won``: the caller won the round, with more points than stopping would have brought;
* ``even``: the caller won the round, with as many or fewer;
* ``lost``: the other player won the round, or it was exhausted;
* ``open``: the match was given up in the round.

Whoever calls several times in a round has each call judged by itself. What calling brought is
counted once a round, from the first call: the round's points less what stopping then would have
brought.

A *yaku made* is one that stood when its round ended, whoever won it; it *counted* if it is among
those that brought the round's points.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

from koikoi.engine.actions import SEATS, KoiKoi, Seat, Shobu, other
from koikoi.engine.events import (
    DealtYaku,
    Event,
    MatchOutcome,
    RoundEnded,
    RoundOutcome,
    YakuMade,
)
from koikoi.engine.flow import apply
from koikoi.engine.state import MatchState
from koikoi.engine.yaku import MadeYaku, YakuId
from koikoi.record.notation import action_text
from koikoi.record.record import PERSON, ActionEntry, MatchRecord, Players
from koikoi.record.replay import replayed

HINT: Final = "hint"
"""The mark of a move before which a hint was shown."""
FALLBACK: Final = "fallback"
"""The mark of a move that the table made in a player's place."""
DEADLINE: Final = "deadline"
"""The mark of a thought that was cut short."""


class Ending(StrEnum):
    """How a match ended for one of its players."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    FORFEITED = "forfeited"
    """The player gave up."""
    CONCEDED = "conceded"
    """The other player gave up."""


class CallEnd(StrEnum):
    """What became of a koi-koi call; see the module."""

    WON = "won"
    EVEN = "even"
    LOST = "lost"
    OPEN = "open"


class YakuFact(NamedTuple):
    """A yaku that a seat had when the round ended.

    Attributes:
        seat: Whose.
        id: Which.
        points: Its points, before any multiplier.
        counted: Whether it is among those that brought the round's points.
    """

    seat: Seat
    id: YakuId
    points: int
    counted: bool


def in_order(yaku: Iterable[YakuFact]) -> tuple[YakuFact, ...]:
    """Yaku by seat, and in the order of all yaku."""
    return tuple(sorted(yaku, key=lambda one: (one.seat, _ORDER[one.id])))


_ORDER: Final = {id_: place for place, id_ in enumerate(YakuId)}


class CallFact(NamedTuple):
    """A koi-koi call.

    Attributes:
        number: The round.
        seat: Who called.
        had: What stopping there and then would have brought.
        end: What became of it.
        got: What the round brought the caller; 0 where the match was given up in it.
    """

    number: int
    seat: Seat
    had: int
    end: CallEnd
    got: int


class RoundFact(NamedTuple):
    """A round that was played to its end.

    Attributes:
        number: The round, from 1; it is also its month.
        oya: Who dealt.
        outcome: How it ended.
        winner: Who won it, ``None`` for nobody or both.
        points: How it changed the scores.
        yaku: The yaku of both when it ended, by seat and in the order of all yaku.
    """

    number: int
    oya: Seat
    outcome: RoundOutcome
    winner: Seat | None
    points: tuple[int, int]
    yaku: tuple[YakuFact, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A finished match.

    Attributes:
        identity: What tells it from every other match, the same for every copy of its record.
        started: When it began, in UTC.
        rules: The name of its rules.
        planned: How many rounds it was to have.
        starting: What each player began with.
        players: Who sat at seat 0 and 1.
        own: The seat of whose history it is for, otherwise of the one person at it; ``None``
            where two people played, or none.
        outcome: How it ended.
        winner: Who won it, ``None`` for a draw.
        scores: The scores at the end.
        rounds: The rounds that ended.
        calls: All koi-koi calls.
        marks: How many moves of a seat have a mark.
    """

    identity: str
    started: datetime
    rules: str
    planned: int
    starting: int
    players: Players
    own: Seat | None
    outcome: MatchOutcome
    winner: Seat | None
    scores: tuple[int, int]
    rounds: tuple[RoundFact, ...] = ()
    calls: tuple[CallFact, ...] = ()
    marks: dict[tuple[Seat, str], int] = field(default_factory=dict)

    def ending(self, seat: Seat) -> Ending:
        """How it ended for a seat."""
        if self.winner is None:
            return Ending.DRAWN
        mine = self.winner == seat
        if self.outcome is MatchOutcome.RESIGNED:
            return Ending.CONCEDED if mine else Ending.FORFEITED
        return Ending.WON if mine else Ending.LOST

    def marked(self, seat: Seat, mark: str) -> int:
        """How many moves of a seat have a mark."""
        return self.marks.get((seat, mark), 0)


def facts_of(record: MatchRecord, own: Seat | None = None) -> MatchFacts:
    """What a match comes to.

    Args:
        record: The record of a finished match.
        own: The seat of whose history it is for, where that is known; otherwise it is that of the
            one person at the match, if there is one.

    Raises:
        ValueError: The match is not over.
        RecordError: The record does not replay.
    """
    header, result = record.header, record.result
    if result is None:
        raise ValueError("the match is not over")
    rounds: list[RoundFact] = []
    calls: list[CallFact] = []
    for played in _rounds(record):
        ended = played.ended
        if ended is not None:
            rounds.append(_round(ended, played.yaku))
        calls += [_call(call, ended) for call in played.calls]
    return MatchFacts(
        identity=identity_of(record),
        started=header.started,
        rules=header.rules.name,
        planned=header.rules.rounds,
        starting=header.rules.starting_points,
        players=header.players,
        own=own_seat(header.players) if own is None else own,
        outcome=result.outcome,
        winner=result.winner,
        scores=result.scores,
        rounds=tuple(rounds),
        calls=tuple(calls),
        marks=dict(Counter((one.seat, mark) for one in record.actions for mark in one.marks)),
    )


def own_seat(players: Players) -> Seat | None:
    """The seat of the one person at a match; ``None`` where there are two, or none."""
    people = [seat for seat in SEATS if players[seat].agent == PERSON]
    return people[0] if len(people) == 1 else None


def identity_of(record: MatchRecord) -> str:
    """What tells a match from every other: the SHA-256 of who played when, and of every move.

    It is of what the record says and not of its bytes, so that it is the same in whatever version
    of the format a match is written.
    """
    header, result = record.header, record.result
    told = [
        header.commitment,
        header.started.isoformat(),
        header.rules.name,
        [[player.name, player.agent] for player in header.players],
        [
            [one.seat, action_text(one.action)] if isinstance(one, ActionEntry) else one.number
            for one in record.entries()
        ],
        None if result is None else [result.outcome.value, result.winner, *result.scores],
    ]
    return sha256(json.dumps(told).encode()).hexdigest()


class _Asked(NamedTuple):
    """A koi-koi call, and what stopping would have brought."""

    number: int
    seat: Seat
    had: int


@dataclass(slots=True)
class _Played:
    """A round, as far as it was played."""

    yaku: dict[Seat, tuple[MadeYaku, ...]] = field(default_factory=dict)
    calls: list[_Asked] = field(default_factory=list)
    ended: RoundEnded | None = None


def _rounds(record: MatchRecord) -> Iterator[_Played]:
    now = _Played()
    before: MatchState | None = None
    for state, action, events in replayed(record):
        if isinstance(action, KoiKoi):
            assert before is not None  # a match does not begin with a call
            seat = before.to_act
            assert seat is not None  # somebody has called
            now.calls.append(_Asked(before.round.number, seat, _by_stopping(before, seat)))
        for event in events:
            _note(now, event)
        if now.ended is not None:
            yield now
            now = _Played()
        before = state
    yield now


def _note(now: _Played, event: Event) -> None:
    if isinstance(event, YakuMade):
        now.yaku[event.seat] = event.yaku
    elif isinstance(event, DealtYaku):
        now.yaku[event.seat] = (event.yaku,)
    elif isinstance(event, RoundEnded):
        now.ended = event


def _by_stopping(state: MatchState, seat: Seat) -> int:
    """What a player who is asked would get by stopping."""
    _, events = apply(state, Shobu())
    return next(event for event in events if isinstance(event, RoundEnded)).points[seat]


def _round(ended: RoundEnded, made: dict[Seat, tuple[MadeYaku, ...]]) -> RoundFact:
    yaku = []
    for seat in SEATS:
        breakdown = ended.breakdowns[seat]
        counted = {one.id for one in breakdown.yaku} if breakdown is not None else set()
        had = {one.id: one for one in made.get(seat, ())}
        if breakdown is not None:
            had |= {one.id: one for one in breakdown.yaku}
        yaku += [YakuFact(seat, one.id, one.points, one.id in counted) for one in had.values()]
    return RoundFact(
        ended.number, ended.oya, ended.outcome, ended.winner, ended.points, in_order(yaku)
    )


def _call(call: _Asked, ended: RoundEnded | None) -> CallFact:
    if ended is None:
        return CallFact(*call, CallEnd.OPEN, 0)
    got = ended.points[call.seat]
    if ended.outcome is RoundOutcome.EXHAUSTED or ended.winner == other(call.seat):
        return CallFact(*call, CallEnd.LOST, got)
    return CallFact(*call, CallEnd.WON if got > call.had else CallEnd.EVEN, got)
