"""Rates a whole match: every decision, and the luck of deals and draws apart from them.

In the manner of backgammon's analysis programs: what a decision was worth against the best one, by
a judge who sees what the player saw; totals of each player, koi-koi decisions apart; and what luck
brought. So the points of a match fall into four parts: the luck of the deals, that of the draws,
what the decisions of both cost, and a rest that is chance beyond these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from koikoi.ai.agent import Halt
from koikoi.ai.luck import DrawBook, luck
from koikoi.ai.network import Network
from koikoi.ai.search import Effort
from koikoi.ai.weights import shipped
from koikoi.ai.workers import Workers
from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.events import RoundDealt
from koikoi.engine.state import Phase
from koikoi.record.record import MatchRecord
from koikoi.record.replay import Replay, replay
from koikoi.review.budget import BUDGETS, DEFAULT_BUDGET
from koikoi.review.cases import Case, Decision, cases, rounds_shown, seen_at
from koikoi.review.fortune import Deal, deal_luck
from koikoi.review.judge import Judge

WORST: Final = 5
"""How many decisions are shown first."""

_FAULT: Final = 0.25
"""Points from which on a decision counts as a mistake."""


class RoundLuck(NamedTuple):
    """The luck of a round, in points for seat 0 (negative: for seat 1).

    Attributes:
        round: The round, from 1.
        deal: The luck of its deal.
        draws: The luck of all its draws.
        points: What seat 0 won of it.
    """

    round: int
    deal: float
    draws: float
    points: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What some decisions of a player cost together.

    Attributes:
        count: How many there were.
        mistakes: How many cost a quarter of a point or more.
        lost: The points that they cost, as they mattered at the score.
        points: The points of their rounds that they cost.
        chance_lost: The chance to win the match that they cost, added up.
        error: The standard error of ``lost``, that of the judge's samples.
    """

    count: int
    mistakes: int
    lost: float
    points: float
    chance_lost: float
    error: float

    @property
    def per_decision(self) -> float:
        """Points lost per decision; 0 where there was none."""
        return self.lost / self.count if self.count else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A rated match.

    Attributes:
        decisions: All decisions between several legal actions, in their order.
        luck: The luck of every round that may be known.
        budget: How deep the judge looked.
        seed: Where the judge's chance came from.
    """

    decisions: tuple[Decision, ...]
    luck: tuple[RoundLuck, ...]
    budget: str
    seed: str

    def of(self, seat: Seat) -> tuple[Decision, ...]:
        """A player's decisions."""
        return tuple(one for one in self.decisions if one.case.seat == seat)

    def cards(self, seat: Seat) -> Totals:
        """A player's choices of cards."""
        return totals(one for one in self.of(seat) if one.case.phase is not Phase.DECIDE)

    def calls(self, seat: Seat) -> Totals:
        """A player's choices between koi-koi and shobu."""
        return totals(one for one in self.of(seat) if one.case.phase is Phase.DECIDE)

    def all(self, seat: Seat) -> Totals:
        """All choices of a player."""
        return totals(self.of(seat))

    def worst(self, seat: Seat, count: int = WORST) -> tuple[Decision, ...]:
        """The decisions that cost a player most, the dearest first; none that cost nothing.

        They go by what they cost of the match, to a tenth of a percent, and then by points.
        """
        faulty = [one for one in self.of(seat) if one.lost > 0]
        faulty.sort(key=lambda one: (-round(one.chance_lost, 3), -one.lost, one.case.ply))
        return tuple(faulty[:count])

    def deal_luck(self, seat: Seat) -> float:
        """What the deals brought a player, in points."""
        total = sum(one.deal for one in self.luck)
        return total if seat == 0 else -total

    def draw_luck(self, seat: Seat) -> float:
        """What the draws brought a player, in points."""
        total = sum(one.draws for one in self.luck)
        return total if seat == 0 else -total

    def playing(self, seat: Seat) -> float:
        """What a player won by playing better than the other, in points of the rounds."""
        return self.all(other(seat)).points - self.all(seat).points

    def rest(self, seat: Seat) -> float:
        """What neither playing nor the luck of deals and draws explains, in points.

        What the other hand happened to hold, above all: nobody could see it.
        """
        luck = self.deal_luck(seat) + self.draw_luck(seat)
        return self.points(seat) - luck - self.playing(seat)

    def points(self, seat: Seat) -> int:
        """What a player won of all rounds, minus what was lost."""
        total = sum(one.points for one in self.luck)
        return total if seat == 0 else -total


def totals(decisions: Iterable[Decision]) -> Totals:
    """What decisions cost together."""
    found = tuple(decisions)
    lost = [one.lost for one in found]
    return Totals(
        count=len(found),
        mistakes=sum(points >= _FAULT for points in lost),
        lost=sum(lost),
        points=sum(one.points_lost for one in found),
        chance_lost=sum(one.chance_lost for one in found),
        error=sqrt(sum(one.judgement.of(one.case.played).error ** 2 for one in found)),
    )


class Halted(Exception):
    """Somebody wanted a review to end before it was done."""


@dataclass(frozen=True, slots=True)
class Coach:
    """How a match is rated.

    Attributes:
        budget: How deep to look, a key of :data:`koikoi.review.budget.BUDGETS`.
        seed: Where the judge's chance comes from; the same seed gives the same review.
        jobs: How many processes think; 1 is this one alone.
        seats: Whose decisions are rated.
    """

    budget: str = DEFAULT_BUDGET
    seed: str = ""
    jobs: int = 1
    seats: tuple[Seat, ...] = SEATS

    def review(
        self,
        record: MatchRecord,
        progress: Callable[[int, int], None] = lambda _done, _count: None,
        halt: Halt | None = None,
    ) -> Review:
        """Rates a match.

        Args:
            record: The match; of an unfinished one the rounds that are over.
            progress: Told how many decisions of how many are done.
            halt: Ends the review before it is done.

        Raises:
            RecordError: The record cannot be played again.
            Halted: The halt came.
            concurrent.futures.process.BrokenProcessPool: One of the processes was ended.
            MissingAsset, BadWeights, OSError: The network cannot be read.
        """
        network = shipped()
        halt = halt or Halt()
        played = replay(record)
        wanted = [one for one in cases(record, played) if one.seat in self.seats]
        decisions: list[Decision] = []
        progress(0, len(wanted))
        found = self._here(played, wanted, network, halt)
        if self.jobs > 1 and len(wanted) > 1:
            found = self._spread(record, wanted, halt)
        for one in found:
            decisions.append(one)
            progress(len(decisions), len(wanted))
        decisions.sort(key=lambda one: one.case.ply)
        fortune = round_luck(network, record, played)
        return Review(tuple(decisions), fortune, self.budget, self.seed)

    def _here(
        self, played: Replay, wanted: Sequence[Case], network: Network, halt: Halt
    ) -> Iterable[Decision]:
        judge = Judge(network, BUDGETS[self.budget], self.seed)
        for case in wanted:
            yield _judged(judge, played, case, halt)

    def _spread(
        self, record: MatchRecord, wanted: Sequence[Case], halt: Halt
    ) -> Iterable[Decision]:
        effort = BUDGETS[self.budget]
        with Workers(min(self.jobs, len(wanted)), _prepare, (record, effort, self.seed)) as workers:
            waiting: set[Future[Decision]] = {workers.submit(_work, case) for case in wanted}
            while waiting:
                done, waiting = wait(waiting, _LOOK, return_when=FIRST_COMPLETED)
                if halt.due:
                    raise Halted
                for future in done:
                    yield future.result()


_LOOK: Final = 0.1
"""Seconds between two looks at a halt while other processes think."""


def _judged(judge: Judge, played: Replay, case: Case, halt: Halt) -> Decision:
    seen, legal = seen_at(played, case)
    found = judge.judge(seen, legal, halt, case.played)
    if found is None or halt.due:
        raise Halted
    return Decision(case, found)


def round_luck(network: Network, record: MatchRecord, played: Replay) -> tuple[RoundLuck, ...]:
    """The luck of every round of which everything may be known.

    Args:
        network: What expects.
        record: The match.
        played: The same, played again.
    """
    rules = record.header.rules
    shown = rounds_shown(played.final)
    book = DrawBook()
    deals: dict[int, Deal] = {}
    oyas: dict[int, Seat] = {}
    for step in played:
        now = step.state.round
        book.hear(step.events, now.deck)
        if any(isinstance(event, RoundDealt) for event in step.events) and now.number <= shown:
            deals[now.number] = Deal(now.number, now.deck)
            oyas[now.number] = now.oya
    brought = deal_luck(network, rules, list(deals.values()))
    draws = [draw for draw in book.draws if draw.round <= shown]
    drawn = dict.fromkeys(deals, 0.0)
    for draw, more in zip(draws, luck(network, rules, draws), strict=True):
        drawn[draw.round] += float(more) if draw.seat == 0 else -float(more)
    points = {one.number: _won(one.points) for one in played.final.results}
    return tuple(
        RoundLuck(
            number,
            float(more) if oyas[number] == 0 else -float(more),
            drawn[number],
            points.get(number, 0),
        )
        for number, more in zip(deals, brought, strict=True)
    )


def _won(points: tuple[int, int]) -> int:
    """What seat 0 won of a round; where the loser pays, the same points stand at both seats."""
    return points[0] if points[0] == -points[1] else points[0] - points[1]


# In the other processes --------------------------------------------------------------------------

_at_work: Final[list[tuple[Judge, Replay]]] = []


def _prepare(record: MatchRecord, effort: Effort, seed: str) -> None:
    _at_work.append((Judge(shipped(), effort, seed), replay(record)))


def _work(case: Case) -> Decision:
    judge, played = _at_work[-1]
    return _judged(judge, played, case, Halt())
