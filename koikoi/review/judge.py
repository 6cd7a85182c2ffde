"""Judges a decision: what every way to go on is worth, in points and for the match.

All ways are played on in the same worlds, as level 5 does (:mod:`koikoi.ai.search`), and those
that are clearly worse are dropped on the way. What counts is the chance to win the match. Points
are told beside it: those of the round that are expected, and, for a loss, the points that cost as
much of the match at this score, as a point does on average here (in backgammon: normalised equity).
Where the match is decided already, these are the points themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from koikoi.ai.agent import Halt, chance
from koikoi.ai.batch import Options
from koikoi.ai.dice import Dice
from koikoi.ai.equity import Equity, equity
from koikoi.ai.exact import exact
from koikoi.ai.network import Network
from koikoi.ai.outcomes import CLASSES, class_of, point_worths
from koikoi.ai.past import past_plays
from koikoi.ai.piles import Bools, Doubles, Floats, Ints, Masks
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.search import Effort, Futures, Search
from koikoi.ai.sight import Sight, action_of, decision, sight
from koikoi.engine.actions import Action
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView


@dataclass(frozen=True, slots=True)
class Rated:
    """A legal action, and what it is worth.

    Attributes:
        action: The action.
        points: The points of the round that the player may expect, minus the other's.
        chance: The player's chance to win the match, a drawn one being half a win.
        behind: How many points it is worse than the best, 0 or more; see the module.
        error: The standard error of ``behind``.
        worlds: In how many worlds it was played on; 0 where nothing had to be tried.
        own_piles: The player's piles in these worlds, as far as they were played on.
        their_piles: The other player's.
    """

    action: Action
    points: float
    chance: float
    behind: float = 0.0
    error: float = 0.0
    worlds: int = 0
    own_piles: tuple[int, ...] = field(default=(), repr=False)
    their_piles: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision, judged.

    Attributes:
        ply: The decision's ply.
        phase: What is to be chosen.
        rated: All legal actions, the best first.
    """

    ply: int
    phase: Phase
    rated: tuple[Rated, ...]

    @property
    def best(self) -> Rated:
        """The best action."""
        return self.rated[0]

    def of(self, action: Action) -> Rated:
        """What an action is worth.

        Raises:
            ValueError: It is not among the legal ones.
        """
        for one in self.rated:
            if one.action == action:
                return one
        raise ValueError(f"{action} is not one of the legal actions")


class Judge:
    """Judges decisions of one match or of many, under whatever rules.

    Args:
        network: The network that plays worlds on and values them.
        effort: How far to look.
        seed: Where the judge's chance comes from.
    """

    def __init__(self, network: Network, effort: Effort, seed: str = "") -> None:
        self._network = network
        self._effort = effort
        self._seed = seed

    def judge(
        self,
        seen: PlayerView,
        legal: tuple[Action, ...],
        halt: Halt,
        played: Action | None = None,
    ) -> Judgement | None:
        """Judges a decision.

        Args:
            seen: The view of the player who has to choose.
            legal: The legal actions, at least one.
            halt: Says when to stop.
            played: An action that is to be told as exactly as the best ones.

        Returns:
            ``None`` where the halt came before anything was known.
        """
        case = _Case(self._network, self._effort, self._seed, seen, halt)
        calls = seen.phase is Phase.DECIDE
        rated = case.decided(legal) if calls else case.ranked(legal, played)
        return None if rated is None else Judgement(seen.ply, seen.phase, rated)


class _Scales(NamedTuple):
    """What classes of outcome are worth to the player, ``(CLASSES,)`` each.

    Attributes:
        points: In points.
        match: As the chance to win the match.
        worth: As they are compared.
        point: What a point is worth, in ``worth``.
    """

    points: Doubles
    match: Doubles
    worth: Doubles
    point: float


class _Case:
    """One decision before the judge."""

    def __init__(
        self, network: Network, effort: Effort, seed: str, seen: PlayerView, halt: Halt
    ) -> None:
        self._seen = seen
        self._effort = effort
        self._halt = halt
        self._sight: Sight = sight(seen)
        table = equity(network, seen.rules)
        worths = table.worths(self._sight.lead, self._sight.left)
        stream = chance(f"koikoi-judge-v1/{seed}", seen)
        dice = Dice([stream.byte() for _ in range(16)])
        self._policy = ValuePolicy(exact(network, seen.rules), worths)
        plays = past_plays(seen) if effort.hands else []
        self._search = Search(self._sight, self._policy, effort, plays, dice, halt)
        self._scales = _scales(table, worths, self._sight)

    def decided(self, legal: tuple[Action, ...]) -> tuple[Rated, ...] | None:
        """Koi-koi and shobu, the better one first."""
        futures = self._search.going_futures(self._effort.call_worlds)
        if futures is None:
            return None
        batch = self._sight.batch
        mover = batch.mover
        total = batch.standing()[0]
        paid = batch.piles.payoff(total, batch.calls[mover], batch.calls[1 - mover])
        stopped = np.zeros((1, CLASSES))
        stopped[0, class_of(paid)] = 1.0
        gone = futures.chances
        worth = gone @ self._scales.worth
        stop = float(stopped[0] @ self._scales.worth)
        error = _standard_error(worth) / self._scales.point
        going = float(worth.mean())
        best = max(going, stop)
        call = self._rated(
            decision(legal, call=True), gone, (best - going) / self._scales.point, error, futures
        )
        end = self._rated(
            decision(legal, call=False), stopped, (best - stop) / self._scales.point, error, None
        )
        return (call, end) if going > stop else (end, call)

    def ranked(self, legal: tuple[Action, ...], played: Action | None) -> tuple[Rated, ...] | None:
        """The cards or targets, the best first."""
        options = self._sight.options()
        policy, batch = self._policy, self._sight.batch
        find = policy.draw if self._seen.phase is Phase.CHOOSE_DRAWN else policy.play
        prior = np.asarray(find(batch, options), np.float64)
        actions = [action_of(self._seen, options, at, legal) for at in range(len(prior))]
        wanted = np.array([action == played for action in actions])
        trials = _Trials(self._search, self._scales, options, prior, self._effort)
        if not trials.run(wanted):
            return None
        rated: dict[Action, Rated] = {}
        for at in trials.order():
            # A card that can take either of two is worth what the better one is.
            if actions[at] not in rated:
                behind, error = trials.behind(at)
                tried = trials.futures(at)
                rated[actions[at]] = self._rated(
                    actions[at], tried.chances, behind / self._scales.point, error, tried
                )
        return tuple(rated.values())

    def _rated(
        self,
        action: Action,
        chances: Doubles,
        behind: float,
        error: float,
        futures: Futures | None,
    ) -> Rated:
        mean = chances.mean(axis=0)
        return Rated(
            action=action,
            points=float(mean @ self._scales.points),
            chance=min(max(float(mean @ self._scales.match), 0.0), 1.0),
            behind=max(behind, 0.0),
            error=error,
            worlds=0 if futures is None else len(chances),
            own_piles=() if futures is None else tuple(map(int, futures.own)),
            their_piles=() if futures is None else tuple(map(int, futures.theirs)),
        )


class _Trials:
    """The ways to go on, tried in ever more worlds; the ones that fall behind in fewer.

    Args:
        search: Plays worlds on.
        scales: What outcomes are worth.
        options: The ways.
        prior: What the network thinks of them.
        effort: How far to look.
    """

    def __init__(
        self, search: Search, scales: _Scales, options: Options, prior: Doubles, effort: Effort
    ) -> None:
        self._search = search
        self._scales = scales
        self._options = options
        self._prior = prior
        self._effort = effort
        count = len(prior)
        self._chances: list[list[Doubles]] = [[] for _ in range(count)]
        self._own: list[list[Masks]] = [[] for _ in range(count)]
        self._theirs: list[list[Masks]] = [[] for _ in range(count)]
        self._worths: list[list[Doubles]] = [[] for _ in range(count)]
        self._values = prior.copy()
        self._alive: Ints = np.argsort(-prior, kind="stable")

    def run(self, wanted: Bools) -> bool:
        """Tries them; ``False`` where the halt came before all had been tried once.

        Args:
            wanted: Which ways stay to the end whatever they are worth.
        """
        worlds = self._effort.worlds
        for stage in range(self._effort.stages):
            if not self._try(worlds):
                return stage > 0
            self._drop(wanted)
            if len(self._alive) == 1:
                break
            worlds *= 2
        return True

    def _try(self, worlds: int) -> bool:
        found = self._search.futures(self._options.some(self._alive), worlds)
        if found is None:
            return False
        chances = found.chances.reshape(len(self._alive), worlds, CLASSES)
        own = found.own.reshape(len(self._alive), worlds)
        theirs = found.theirs.reshape(len(self._alive), worlds)
        for place, at in enumerate(self._alive):
            self._chances[at].append(chances[place])
            self._own[at].append(own[place])
            self._theirs[at].append(theirs[place])
            self._worths[at].append(chances[place] @ self._scales.worth)
            tried = np.concatenate(self._worths[at])
            trust = self._effort.trust
            self._values[at] = (self._prior[at] * trust + tried.sum()) / (trust + len(tried))
        return True

    def _drop(self, wanted: Bools) -> None:
        """Keeps the better half but for those that are clearly worse, and what is wanted."""
        order = self._alive[np.argsort(-self._values[self._alive], kind="stable")]
        best = self._worths[order[0]][-1]
        half = max(2, (len(order) + 1) // 2)
        kept = []
        for place, at in enumerate(order):
            lag = best - self._worths[at][-1]
            near = lag.mean() <= self._effort.doubt * _standard_error(lag)
            if place == 0 or wanted[at] or (place < half and near):
                kept.append(at)
        self._alive = np.array(kept)

    def order(self) -> list[int]:
        """All ways, the best first; one that was dropped comes behind all that were not."""
        stayed = np.zeros(len(self._values), np.bool_)
        stayed[self._alive] = True
        best = max(self._alive, key=lambda at: (self._values[at], -at))
        rest = sorted(
            (at for at in range(len(self._values)) if at != best),
            key=lambda at: (-self._values[at], at),
        )
        return [int(best), *rest]

    def behind(self, at: int) -> tuple[float, float]:
        """How much worse than the best a way is, and the standard error in points."""
        best = self.order()[0]
        both = min(len(np.concatenate(self._worths[way])) for way in (best, at))
        lag = np.concatenate(self._worths[best])[:both] - np.concatenate(self._worths[at])[:both]
        error = _standard_error(lag) / self._scales.point
        return float(self._values[best] - self._values[at]), error

    def futures(self, at: int) -> Futures:
        """What became of a way in all its worlds."""
        return Futures(
            np.concatenate(self._chances[at]),
            np.concatenate(self._own[at]),
            np.concatenate(self._theirs[at]),
        )


def _scales(table: Equity, worths: Floats, seen: Sight) -> _Scales:
    role = seen.batch.mover
    rules = seen.batch.rules
    points = point_worths(rules.exhausted_points)[role].astype(np.float64)
    worth = worths[role].astype(np.float64)
    # How much worth a point has on average: the slope of a line through the ways a round can end.
    shares = table.outcomes if role == 0 else table.outcomes[::-1]
    away = points - shares @ points
    slope = float((shares * away) @ worth) / float(shares @ away**2)
    return _Scales(points, table.match_chances(seen.lead, seen.left)[role], worth, slope)


def _standard_error(values: Doubles) -> float:
    return float(values.std() / np.sqrt(max(len(values) - 1, 1)))
