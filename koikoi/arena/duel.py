"""Mirrored matches between two agents, A and B, and the figures that come of them.

A pair is two matches with one seed: A has the first seat in the first match and the second seat in
the second, and nothing else differs. So both players get the same cards and the same deals, and an
agent against itself comes out at exactly 50 % and 0 points. Pairs do not depend on each other;
matches of a pair do, which is why every interval is over pairs.

The figures of A, each the mean over the pairs of

*   win rate: the share of the pair's two matches that A won, a drawn match being half a win;
*   points a round: A's score minus B's, both matches together, divided by the rounds that were
    played in them. Under ``starting_points`` a match may end early, so that a pair may have fewer
    rounds than another; every pair counts the same. There the loser also pays the winner, and a
    point won shows as a difference of 2;
*   points a round without luck: the same after the luck of every draw has been taken off, as
    :mod:`koikoi.ai.luck` finds it. Its mean is that of the points a round where all matches have
    the same length, and nearly so where they may end early; its interval is narrower. Only duels
    that ask for it have it.

B's win rate is 1 minus A's and B's points are the negative of A's, exactly.

Everything but time follows from the rules, the two agents and the duel's seed: pair n has the
match seed :func:`pair_seed`, and the agent at a seat of it the seed
:func:`koikoi.ai.agent.agent_seed`. A longer duel begins with the pairs of a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter_ns
from typing import Final, Protocol, TypeAlias, TypeGuard, runtime_checkable

from koikoi.ai.agent import Agent, Sleeper, agent_seed
from koikoi.ai.luck import DrawBook, pair_luck
from koikoi.arena.effort import NO_EFFORTS, Effort, Efforts, Tally, both
from koikoi.arena.interval import Estimate, estimate
from koikoi.engine.actions import SEATS, Action, KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import Card
from koikoi.engine.deck import check_seed
from koikoi.engine.events import Event
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, redact, view
from koikoi.match.session import fallback

DEFAULT_SEED: Final = "koikoi"
"""The seed of a duel for which none is given: published, so that figures can be compared."""

Maker: TypeAlias = Callable[[str], Agent]
"""Makes an agent with a seed, such as ``functools.partial(koikoi.ai.load, "greedy")``."""


@runtime_checkable
class Guest(Protocol):
    """An agent from outside, which is told what happens; its three methods are called in order."""

    def begin(self, seen: PlayerView) -> None:
        """A match begins.

        Args:
            seen: The match as the agent's seat sees it, the events of its beginning included.

        Raises:
            Exception: There can be no duel with this agent.
        """

    def hear(self, events: tuple[Event, ...]) -> None:
        """An action was done; its events, redacted for the agent's seat."""

    def end(self, seen: PlayerView | None) -> None:
        """The match is over as this view tells, or (``None``) was broken off."""


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match that was played.

    Attributes:
        scores: The last scores of seat 0 and 1.
        rounds: How many rounds were played.
        efforts: What seat 0 and seat 1 spent on it.
    """

    scores: tuple[int, int]
    rounds: int
    efforts: Efforts


@dataclass(frozen=True, slots=True)
class PairResult:
    """How a mirrored pair ended.

    Attributes:
        number: The pair's number in its duel, from 1.
        differences: A's score minus B's in the first match, where A has seat 0, and in the second,
            where A has seat 1.
        rounds: How many rounds were played in the first match and in the second.
        luck: How much of the two differences was luck of the draw, ``None`` where nobody asked.
    """

    number: int
    differences: tuple[int, int]
    rounds: tuple[int, int]
    luck: tuple[float, float] | None = None

    @property
    def win_rate(self) -> float:
        """A's share of the two matches: 0, 0.25, 0.5, 0.75 or 1; a draw is half a win."""
        return sum((difference > 0) + (difference >= 0) for difference in self.differences) / 4

    @property
    def points_per_round(self) -> float:
        """A's points minus B's in a round, over the rounds of both matches."""
        return sum(self.differences) / sum(self.rounds)

    @property
    def points_without_luck(self) -> float | None:
        """The same without the luck of the draw; ``None`` where that is not known."""
        if self.luck is None:
            return None
        return (sum(self.differences) - sum(self.luck)) / sum(self.rounds)


@dataclass(frozen=True, slots=True)
class Batch:
    """Pairs that were played one after the other, with A's and B's efforts in all of them."""

    pairs: tuple[PairResult, ...]
    efforts: Efforts


@dataclass(frozen=True, slots=True)
class Duel:
    """Who meets whom, and under what.

    Attributes:
        a: Makes the agent A, one for each match.
        b: Makes the agent B.
        rules: The rules of every match.
        seed: Where all deals and the agents' chance come from, 1 to 200 printable characters.
        luck: Whether the luck of the draw is found, which takes some 20 ms a match.

    Raises:
        ValueError: The seed is none.
    """

    a: Maker
    b: Maker
    rules: Rules
    seed: str = DEFAULT_SEED
    luck: bool = False

    def __post_init__(self) -> None:
        check_seed(self.seed)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a duel tells about one of its agents, as the module says.

    Attributes:
        win_rate: From 0 to 1.
        points_per_round: Its points minus the other's.
        effort: Its decisions.
        without_luck: ``points_per_round`` without the luck of the draw, ``None`` where that is
            not known.
    """

    win_rate: Estimate
    points_per_round: Estimate
    effort: Effort
    without_luck: Estimate | None = None


@dataclass(frozen=True, slots=True)
class DuelResult:
    """A duel that was played.

    Attributes:
        a: The figures of A.
        b: The figures of B.
        pairs: Every pair, in the order of their numbers.
    """

    a: Figures
    b: Figures
    pairs: tuple[PairResult, ...]

    @property
    def rounds(self) -> int:
        """How many rounds were played altogether."""
        return sum(sum(pair.rounds) for pair in self.pairs)


def pair_seed(seed: str, number: int) -> str:
    """The seed of both matches of a pair: 64 hexadecimal digits.

    Args:
        seed: The duel's seed.
        number: The pair's number, from 1.
    """
    return sha256(f"koikoi-duel-v1/{number}/{seed}".encode()).hexdigest()


def play_match(
    rules: Rules, seed: str, agents: tuple[Agent, Agent], book: DrawBook | None = None
) -> MatchReport:
    """Plays a match to its end.

    An agent gets its seat's view and the legal actions, and has to answer with one of these; it
    cannot resign. Where it raises an exception or answers anything else, the table moves for it,
    as :func:`koikoi.match.session.fallback` says, and counts that.

    Args:
        rules: The rules.
        seed: The match's seed, 1 to 200 printable characters.
        agents: Seat 0's and seat 1's.
        book: Writes down what is drawn.

    Raises:
        ValueError: The seed is none.
        KeyboardInterrupt: Somebody interrupts, while an agent thinks or otherwise.
    """
    state = new_match(rules, seed)
    if book is not None:
        book.hear(state.history, state.round.deck)
    seats = _Seat(agents[0]), _Seat(agents[1])
    guests = [(seat, agent) for seat, agent in zip(SEATS, agents, strict=True) if _is_guest(agent)]
    try:
        for seat, guest in guests:
            guest.begin(view(state, seat))
        while legal := legal_actions(state):
            mover = state.to_act
            # Between two rounds nobody has to choose.
            action = legal[0] if mover is None else seats[mover].decide(view(state, mover), legal)
            state, events = apply(state, action)
            if book is not None:
                book.hear(events, state.round.deck)
            for seat, guest in guests:
                guest.hear(tuple([redact(event, seat) for event in events]))
    finally:
        over = state.phase is Phase.MATCH_OVER
        for seat, guest in guests:
            guest.end(view(state, seat) if over else None)
    return MatchReport(state.scores, len(state.results), (seats[0].effort, seats[1].effort))


def _is_guest(agent: Agent) -> TypeGuard[Guest]:
    return isinstance(agent, Guest)


class _Seat:
    """An agent at the table, and what it has spent there."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._asleep = isinstance(agent, Sleeper)
        self._tally = Tally()

    @property
    def effort(self) -> Effort:
        return self._tally.effort

    def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """A legal action: the agent's, or the table's in its place."""
        tally = self._tally
        tally.decisions += 1
        start = perf_counter_ns()
        try:
            if self._asleep:
                # What it loads is loaded once, and no part of any decision's time.
                self._wake(seen.rules)
                start = perf_counter_ns()
            # An ill-typed agent may answer anything at all.
            answer: object = self._agent.choose(seen, legal)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # Also an exit or a cancellation: it is the agent's, and must not end the duel.
            tally.nanoseconds += perf_counter_ns() - start
            tally.fault(error)
            return fallback(seen, legal)
        tally.nanoseconds += perf_counter_ns() - start
        action = _meant(answer, legal)
        if action is None:
            tally.illegal()
            return fallback(seen, legal)
        return action

    def _wake(self, rules: Rules) -> None:
        assert isinstance(self._agent, Sleeper)
        self._agent.wake(rules)
        self._asleep = False


def _meant(answer: object, legal: tuple[Action, ...]) -> Action | None:
    """The legal action that an agent answered; ``None`` if the answer is none of them."""
    if not isinstance(answer, Play | Take | KoiKoi | Shobu):
        return None
    card: object = answer.card if isinstance(answer, Play | Take) else None
    if not isinstance(card, Card | None):
        return None
    # The ply is no part of an action's identity; one for another moment is illegal nevertheless.
    return next((one for one in legal if one == answer and answer.ply in (None, one.ply)), None)


def play_pair(duel: Duel, number: int) -> Batch:
    """Plays a mirrored pair.

    Args:
        duel: The duel.
        number: The pair's number, from 1.
    """
    seed = pair_seed(duel.seed, number)
    seeds = agent_seed(seed, 0), agent_seed(seed, 1)
    books = (DrawBook(), DrawBook()) if duel.luck else None
    drawn = books or (None, None)
    first = play_match(duel.rules, seed, (duel.a(seeds[0]), duel.b(seeds[1])), drawn[0])
    second = play_match(duel.rules, seed, (duel.b(seeds[0]), duel.a(seeds[1])), drawn[1])
    differences = first.scores[0] - first.scores[1], second.scores[1] - second.scores[0]
    luck = None if books is None else pair_luck(duel.rules, books)
    pair = PairResult(number, differences, (first.rounds, second.rounds), luck)
    a, b = first.efforts[0] + second.efforts[1], first.efforts[1] + second.efforts[0]
    return Batch((pair,), (a, b))


def play_pairs(duel: Duel, numbers: Iterable[int]) -> Batch:
    """Plays the pairs with these numbers, one after the other, in this process."""
    pairs: list[PairResult] = []
    efforts = NO_EFFORTS
    for number in numbers:
        played = play_pair(duel, number)
        pairs += played.pairs
        efforts = both(efforts, played.efforts)
    return Batch(tuple(pairs), efforts)


def summary(pairs: Iterable[PairResult], efforts: Efforts = NO_EFFORTS) -> DuelResult:
    """The figures of a duel from its pairs, in whatever order they come.

    Args:
        pairs: At least one pair.
        efforts: A's and B's, in all of them.

    Raises:
        ValueError: There is no pair.
    """
    played = tuple(sorted(pairs, key=lambda pair: pair.number))
    wins = [pair.win_rate for pair in played]
    points = [pair.points_per_round for pair in played]
    fair = [pair.points_without_luck for pair in played]
    known = [point for point in fair if point is not None]
    if len(known) < len(fair):
        known = []
    others = [1 - win for win in wins], [-point for point in points], [-point for point in known]
    return DuelResult(
        a=_figures(wins, points, known, efforts[0]),
        b=_figures(*others, efforts[1]),
        pairs=played,
    )


def _figures(
    wins: Sequence[float], points: Sequence[float], fair: Sequence[float], effort: Effort
) -> Figures:
    return Figures(
        estimate(wins).clamped(0.0, 1.0),
        estimate(points),
        effort,
        estimate(fair) if fair else None,
    )
