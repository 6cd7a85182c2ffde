"""Whether the coach is right: matches between levels whose strength is known, rated by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from typing import Final, NamedTuple, TypeVar

from koikoi.ai.agent import agent_seed
from koikoi.ai.equity import equity
from koikoi.ai.levels import load
from koikoi.ai.weights import shipped
from koikoi.ai.workers import Workers
from koikoi.engine.actions import SEATS, Action
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState
from koikoi.engine.view import view
from koikoi.record.record import MatchRecord, RecordPlayer, RoundEntry, begin, entry, result_of
from koikoi.review.coach import Coach

_T = TypeVar("_T")

_STARTED: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in the records of these matches, which nobody keeps."""

SEED: Final = "coach"
"""Where all matches of a trial come from."""


class Rated(NamedTuple):
    """What the coach says of one player of one match.

    Attributes:
        agent: The player.
        decisions: How many decisions it had.
        lost: The points that they cost.
        calls: How many of them were between koi-koi and shobu.
        calls_lost: The points that those cost.
        luck: What deals and draws brought it, in points.
        points: What it won of all rounds.
    """

    agent: str
    decisions: int
    lost: float
    calls: int
    calls_lost: float
    luck: float
    points: int


Match = tuple[Rated, Rated]
"""Both players of a match, seat 0 and seat 1."""


class Forecast(NamedTuple):
    """What was said of a player at the end of a round, and how the match ended.

    Attributes:
        chance: The chance that this player wins, as a match equity table says.
        won: 1 where it did, 0 where it did not, ½ for a draw.
    """

    chance: float
    won: float


class Step(NamedTuple):
    """An action of a match, with the states before and after it."""

    before: MatchState
    action: Action
    after: MatchState


def course(rules: Rules, seed: str, agents: tuple[str, str]) -> Iterator[Step]:
    """A match between two agents, action by action.

    Args:
        rules: The rules.
        seed: The match's seed.
        agents: The names of seat 0's and seat 1's.
    """
    state = new_match(rules, seed)
    seats = [load(agents[seat], agent_seed(seed, seat)) for seat in SEATS]
    while legal := legal_actions(state):
        mover = state.to_act
        action: Action = legal[0]
        if mover is not None:
            action = seats[mover].choose(view(state, mover), legal)
        after, _ = apply(state, action)
        yield Step(state, action, after)
        state = after


def recorded(rules: Rules, seed: str, agents: tuple[str, str]) -> MatchRecord:
    """The record of a match between two agents; arguments as :func:`course`."""
    state = new_match(rules, seed)
    first, second = (RecordPlayer(name, name) for name in agents)
    record = begin(state, (first, second), _STARTED)
    deals, actions = list(record.rounds), list(record.actions)
    for before, action, state in course(rules, seed, agents):
        made = entry(before, action, state)
        if isinstance(made, RoundEntry):
            deals.append(made)
        else:
            actions.append(made)
    return replace(record, rounds=tuple(deals), actions=tuple(actions), result=result_of(state))


def pairings(agents: Sequence[str]) -> Callable[[int], tuple[str, str]]:
    """Who meets in match 1, 2, 3 …: every two in turn, and each of them first in turn."""
    pairs = list(combinations(agents, 2))

    def meeting(number: int) -> tuple[str, str]:
        turn, place = divmod(number - 1, len(pairs))
        first, second = pairs[place]
        return (second, first) if turn % 2 else (first, second)

    return meeting


def rated_match(rules: Rules, agents: tuple[str, str], number: int, budget: str) -> Match:
    """Plays a match and lets the coach rate both players."""
    record = recorded(rules, f"{SEED} {number}", agents)
    review = Coach(budget, seed=str(number)).review(record)

    def of(seat: int) -> Rated:
        who = SEATS[seat]
        total, calls = review.all(who), review.calls(who)
        luck = review.deal_luck(who) + review.draw_luck(who)
        points = review.points(who)
        return Rated(agents[seat], total.count, total.lost, calls.count, calls.lost, luck, points)

    return of(0), of(1)


def rated_matches(
    rules: Rules, agents: Sequence[str], matches: int, budget: str, jobs: int
) -> Iterator[Match]:
    """Matches between agents, rated, in the order of their numbers.

    Args:
        rules: The rules.
        agents: The names of at least two.
        matches: How many matches.
        budget: How deep the coach looks.
        jobs: How many processes play and rate.
    """
    meeting = pairings(agents)
    calls = [(rules, meeting(number), number, budget) for number in range(1, matches + 1)]
    yield from _in_order(rated_match, calls, jobs)


def forecast_match(rules: Rules, agent: str, number: int) -> tuple[Forecast, ...]:
    """Plays an agent against itself; what was said of both after each round but the last."""
    table = equity(shipped(), rules)
    said: list[float] = []
    for before, _, state in course(rules, f"{SEED} {number}", (agent, agent)):
        if before.to_act is None:
            # A round has just been dealt: the lead is that at the end of the one before.
            oya = state.round.oya
            lead = state.scores[oya] - state.scores[1 - oya]
            chance = table.chance(lead, rules.rounds - state.round.number + 1)
            said.append(chance if oya == 0 else 1 - chance)
    assert state.result is not None  # there is nothing more to do
    winner = state.result.winner
    won = 0.5 if winner is None else float(winner == 0)
    own = [Forecast(chance, won) for chance in said]
    # The same is said of the other player, the other way round.
    return (*own, *(Forecast(1 - chance, 1 - won) for chance in said))


def forecasts(rules: Rules, agent: str, matches: int, jobs: int) -> Iterator[tuple[Forecast, ...]]:
    """What was said of matches of an agent against itself, match by match."""
    calls = [(rules, agent, number) for number in range(1, matches + 1)]
    yield from _in_order(forecast_match, calls, jobs)


def _in_order(
    call: Callable[..., _T], calls: Sequence[tuple[object, ...]], jobs: int
) -> Iterator[_T]:
    if jobs == 1:
        for args in calls:
            yield call(*args)
        return
    with Workers(jobs, _nothing) as workers:
        waiting: dict[Future[_T], int] = {}
        done: dict[int, _T] = {}
        begun = told = 0
        while told < len(calls):
            while begun < len(calls) and len(waiting) < 2 * jobs:
                waiting[workers.submit(call, *calls[begun])] = begun
                begun += 1
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                done[waiting.pop(future)] = future.result()
            while told in done:
                yield done.pop(told)
                told += 1


def _nothing() -> None:
    """Prepares nothing."""
