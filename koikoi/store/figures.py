"""The figures of a player's matches against the computer; pure.

Matches of two people, and of none, are in the history, but not in these figures. A *level* is the
other player's: its number as text, or an agent's name where it has none.

Points *made* and *lost* are those that rounds brought the player and the other one; where points
are given from one to the other, each counts once. A match that was given up is neither won nor
lost here but ``forfeited`` or ``conceded``; in the win rate it counts for whom it was won by, and a
drawn one is half a win.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple, TypeVar

from koikoi.engine.actions import Seat, other
from koikoi.engine.events import RoundOutcome
from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.yaku import YakuId
from koikoi.store.facts import HINT, CallEnd, Ending, MatchFacts, RoundFact
from koikoi.store.tables import PastMatch

ENOUGH: Final = 10
"""From how many matches on an interval of the win rate tells anything."""

_Z: Final = NormalDist().inv_cdf(0.975)
_K = TypeVar("_K")


class Wanted(NamedTuple):
    """Which matches are wanted; ``None`` for all.

    Attributes:
        rules: The name of their rules.
        level: The level of the other player.
        since: When they began at the earliest.
    """

    rules: str | None = None
    level: str | None = None
    since: datetime | None = None

    def takes(self, facts: MatchFacts) -> bool:
        """Whether a match is one of them."""
        return (
            (self.rules is None or facts.rules == self.rules)
            and (self.level is None or level_of(facts) == self.level)
            and (self.since is None or facts.started >= self.since)
        )


class Rate(NamedTuple):
    """A share, 0 to 1, with its 95 % interval where there is enough to tell."""

    mean: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Matches and rounds together.

    Attributes:
        endings: How many matches ended how.
        rounds: The rounds that were played to their end.
        made: The points that they brought the player.
        lost: The points that they brought the other one.
    """

    endings: Mapping[Ending, int]
    rounds: int = 0
    made: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """How many matches."""
        return sum(self.endings.values())

    def count(self, *endings: Ending) -> int:
        """How many matches ended in one of these ways."""
        return sum(self.endings.get(ending, 0) for ending in endings)

    @property
    def rate(self) -> Rate | None:
        """The win rate, ``None`` where there is no match.

        The interval is Wilson's, which stays within what is possible however few matches there
        are; where draws are half a win it is a little wider than it need be.
        """
        count = self.matches
        if not count:
            return None
        wins = self.count(Ending.WON, Ending.CONCEDED) + self.count(Ending.DRAWN) / 2
        return rate(wins, count)


def rate(wins: float, count: int) -> Rate:
    """The share of wins with Wilson's 95 % interval, from ``ENOUGH`` on."""
    share = wins / count
    if count < ENOUGH:
        return Rate(share)
    spread = _Z * _Z / count
    middle = (share + spread / 2) / (1 + spread)
    reach = _Z * sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return Rate(share, max(0.0, middle - reach), min(1.0, middle + reach))


class MonthPoints(NamedTuple):
    """The points that one month of the game brought: the round of its number."""

    month: int
    rounds: int
    made: int
    lost: int


class YakuFigure(NamedTuple):
    """How often a yaku was made, and how often it brought points."""

    id: YakuId
    made: int
    counted: int


class CallFigures(NamedTuple):
    """The player's koi-koi calls by what became of them; see :mod:`koikoi.store.facts`.

    ``gained`` are the points that calling brought, below 0 where stopping would have brought more.
    """

    won: int
    even: int
    lost: int
    open: int
    gained: int

    @property
    def calls(self) -> int:
        """How many there were."""
        return self.won + self.even + self.lost + self.open


class BestRound(NamedTuple):
    """The round that brought the most points, the first of them."""

    points: int
    number: int
    match: PastMatch


@dataclass(frozen=True, slots=True)
class Figures:
    """What a player's matches against the computer come to.

    Attributes:
        total: All of them.
        levels: The same by the other player's level, the weakest first, agents by name behind.
        rules: The same by the rules' names, those played most first.
        rounds_won: The rounds that the player won.
        rounds_lost: Those that the other player won.
        months: The points of every month that was played.
        yaku: The yaku that the player made, the most frequent first.
        calls: The player's koi-koi calls.
        longest_run: The most matches won in a row.
        best: The best round, ``None`` where none brought points.
        marks: How many moves of the player have a mark.
        hinted: How many matches have a hint.
        rival_marks: How many moves of the other players have a mark.
        last: The last matches, the oldest first.
    """

    total: Group
    levels: Mapping[str, Group]
    rules: Mapping[str, Group]
    rounds_won: int
    rounds_lost: int
    months: tuple[MonthPoints, ...]
    yaku: tuple[YakuFigure, ...]
    calls: CallFigures
    longest_run: int
    best: BestRound | None
    marks: Mapping[str, int]
    hinted: int
    rival_marks: Mapping[str, int]
    last: tuple[Ending, ...] = field(default=())


LAST: Final = 20
"""How many of the last matches are told one by one."""


def level_of(facts: MatchFacts) -> str:
    """The level of the player that is not the person; of seat 1 where nobody or everybody is."""
    rival = facts.players[1 if facts.own is None else other(facts.own)]
    return rival.agent if rival.level is None else str(rival.level)


def against_computer(matches: Iterable[PastMatch], wanted: Wanted) -> tuple[PastMatch, ...]:
    """The matches of one person that are wanted, in their order."""
    return tuple([one for one in matches if one.facts.own is not None and wanted.takes(one.facts)])


class _Own(NamedTuple):
    """A match and the player's seat at it."""

    match: PastMatch
    seat: Seat

    @property
    def facts(self) -> MatchFacts:
        return self.match.facts


def figures(matches: Sequence[PastMatch]) -> Figures:
    """The figures of matches against the computer, the oldest first; others are left out."""
    mine = [_Own(one, one.facts.own) for one in matches if one.facts.own is not None]
    played = [(own, one) for own in mine for one in own.facts.rounds]
    endings = [own.facts.ending(own.seat) for own in mine]
    levels = _grouped(mine, [level_of(own.facts) for own in mine])
    by_rules = _grouped(mine, [own.facts.rules for own in mine])
    marks, rival_marks = _marks(mine)
    return Figures(
        total=_group(mine),
        levels=dict(sorted(levels.items(), key=lambda one: (not one[0].isdecimal(), one[0]))),
        rules=dict(sorted(by_rules.items(), key=lambda one: (-one[1].matches, one[0]))),
        rounds_won=sum(one.winner == own.seat for own, one in played),
        rounds_lost=sum(one.winner == other(own.seat) for own, one in played),
        months=_months(played),
        yaku=_yaku(played),
        calls=_calls(mine),
        longest_run=_longest_run(endings),
        best=_best(played),
        marks=marks,
        hinted=sum(own.facts.marked(own.seat, HINT) > 0 for own in mine),
        rival_marks=rival_marks,
        last=tuple(endings[-LAST:]),
    )


def _gains(own: _Own, one: RoundFact) -> tuple[int, int]:
    """The points that a round brought the player and the other one."""
    return max(one.points[own.seat], 0), max(one.points[other(own.seat)], 0)


def _group(mine: Sequence[_Own]) -> Group:
    gains = [_gains(own, one) for own in mine for one in own.facts.rounds]
    return Group(
        Counter(own.facts.ending(own.seat) for own in mine),
        len(gains),
        sum(made for made, _ in gains),
        sum(lost for _, lost in gains),
    )


def _grouped(mine: Sequence[_Own], keys: Sequence[_K]) -> dict[_K, Group]:
    groups: defaultdict[_K, list[_Own]] = defaultdict(list)
    for key, own in zip(keys, mine, strict=True):
        groups[key].append(own)
    return {key: _group(group) for key, group in groups.items()}


def _months(played: Sequence[tuple[_Own, RoundFact]]) -> tuple[MonthPoints, ...]:
    months = []
    for month in range(1, MAX_ROUNDS + 1):
        gains = [_gains(own, one) for own, one in played if one.number == month]
        if gains:
            made, lost = sum(gain[0] for gain in gains), sum(gain[1] for gain in gains)
            months.append(MonthPoints(month, len(gains), made, lost))
    return tuple(months)


def _yaku(played: Sequence[tuple[_Own, RoundFact]]) -> tuple[YakuFigure, ...]:
    made: Counter[YakuId] = Counter()
    counted: Counter[YakuId] = Counter()
    for own, one in played:
        for fact in one.yaku:
            if fact.seat == own.seat:
                made[fact.id] += 1
                counted[fact.id] += fact.counted
    found = [YakuFigure(id_, count, counted[id_]) for id_, count in made.items()]
    order = list(YakuId)
    return tuple(sorted(found, key=lambda one: (-one.made, order.index(one.id))))


def _calls(mine: Sequence[_Own]) -> CallFigures:
    ends: Counter[CallEnd] = Counter()
    gained = 0
    for own in mine:
        first: set[int] = set()
        for call in own.facts.calls:
            if call.seat != own.seat:
                continue
            ends[call.end] += 1
            if call.end is not CallEnd.OPEN and call.number not in first:
                gained += call.got - call.had
            first.add(call.number)
    return CallFigures(
        ends[CallEnd.WON], ends[CallEnd.EVEN], ends[CallEnd.LOST], ends[CallEnd.OPEN], gained
    )


def _longest_run(endings: Sequence[Ending]) -> int:
    longest = run = 0
    for ending in endings:
        run = run + 1 if ending in (Ending.WON, Ending.CONCEDED) else 0
        longest = max(longest, run)
    return longest


def _best(played: Sequence[tuple[_Own, RoundFact]]) -> BestRound | None:
    best: BestRound | None = None
    for own, one in played:
        points = one.points[own.seat]
        if one.outcome is not RoundOutcome.EXHAUSTED and points > (best.points if best else 0):
            best = BestRound(points, one.number, own.match)
    return best


def _marks(mine: Sequence[_Own]) -> tuple[Counter[str], Counter[str]]:
    own_marks: Counter[str] = Counter()
    rival_marks: Counter[str] = Counter()
    for own in mine:
        for (seat, mark), moves in own.facts.marks.items():
            (own_marks if seat == own.seat else rival_marks)[mark] += moves
    return own_marks, rival_marks
