"""Judges a decision: what every way to go on is worth, in points and for the match.

All ways are played on in the same worlds, as level 5 does (:mod:`koikoi.ai.search`), and those
that are clearly worse are dropped on the way. What counts is the chance to win the match, and a
fifth of a percent for each point, so that points go on to count where the match is as good as
decided. A loss is told in points: as many as cost as much here, at this score, by what a point is
worth on average in such a round (in backgammon: normalised equity), but never by less than half of
what it is worth in the first round. So what is lost once a match is decided counts for little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from koikoi.ai.agent import Halt, chance
from koikoi.ai.batch import TURNS, Options
from koikoi.ai.dice import Dice
from koikoi.ai.equity import equity
from koikoi.ai.exact import exact
from koikoi.ai.network import Network
from koikoi.ai.outcomes import CLASSES, EXHAUSTED, class_of
from koikoi.ai.past import past_plays
from koikoi.ai.piles import Doubles
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.search import Effort, Search
from koikoi.ai.sight import Sight, action_of, decision, sight
from koikoi.engine.actions import Action
from koikoi.engine.cards import Mask
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.review.trials import Trials, scales_of, standard_error, worths_of

_COURSES: Final = 128
"""Courses of the round after each way to go on, where reasons are looked for."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A legal action, and what it is worth.

    Attributes:
        action: The action.
        points: The points of the round that the player may expect, minus the other's.
        chance: The player's chance to win the match, a drawn one being half a win.
        won: The chance to win the round.
        lost: The chance that the other player wins it.
        takes: The cards of the field that it takes, or a card that it plays takes at best.
        behind: How many points it is worse than the best, 0 or more; see the module.
        error: The standard error of ``behind``.
        worlds: In how many worlds it was played on; 0 where nothing had to be tried.
    """

    action: Action
    points: float
    chance: float
    won: float
    lost: float
    takes: Mask = 0
    behind: float = 0.0
    error: float = 0.0
    worlds: int = 0


class Outlook(NamedTuple):
    """Courses of a round to its end after one way to go on, one entry for each course.

    Attributes:
        own: The player's piles at the end.
        theirs: The other player's.
        won: How often the player won the round, 0 to 1.
        lost: How often the other player did.
    """

    own: tuple[Mask, ...]
    theirs: tuple[Mask, ...]
    won: float
    lost: float


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

    def outlooks(
        self,
        seen: PlayerView,
        legal: tuple[Action, ...],
        wanted: Sequence[Action],
        halt: Halt,
    ) -> dict[Action, Outlook] | None:
        """Plays the round on to its end after some of the choices of a card or a target.

        Args:
            seen: The view of the player who has to choose a card or a target.
            legal: The legal actions.
            wanted: Those to go on with; a card that can take either of two takes the better one.
            halt: Says when to stop.

        Returns:
            ``None`` where the halt came first.
        """
        effort = replace(self._effort, turns=TURNS)
        case = _Case(self._network, effort, f"{self._seed}/outlook", seen, halt)
        return case.outlooks(legal, wanted)


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
        lead, left = self._sight.lead, self._sight.left
        worths = worths_of(table, lead, left)
        stream = chance(f"koikoi-judge-v1/{seed}", seen)
        dice = Dice([stream.byte() for _ in range(16)])
        self._policy = ValuePolicy(exact(network, seen.rules), worths)
        plays = past_plays(seen) if effort.hands else []
        self._search = Search(self._sight, self._policy, effort, plays, dice, halt)
        self._scales = scales_of(table, lead, left, self._sight.batch.mover)

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
        error = standard_error(worth) / self._scales.point
        going = float(worth.mean())
        best = max(going, stop)
        call = self._rated(
            decision(legal, call=True), gone, (best - going) / self._scales.point, error, len(gone)
        )
        end = self._rated(
            decision(legal, call=False), stopped, (best - stop) / self._scales.point, error, 0
        )
        return (call, end) if going > stop else (end, call)

    def ranked(self, legal: tuple[Action, ...], played: Action | None) -> tuple[Rated, ...] | None:
        """The cards or targets, the best first."""
        options, prior, actions = self._options(legal)
        wanted = np.array([action == played for action in actions])
        trials = Trials(self._search, self._scales, options, prior, self._effort)
        if not trials.run(wanted):
            return None
        rated: dict[Action, Rated] = {}
        for at in trials.order():
            # A card that can take either of two is worth what the better one is.
            if actions[at] not in rated:
                behind, error = trials.behind(at)
                tried = trials.chances(at)
                one = self._rated(
                    actions[at], tried, behind / self._scales.point, error, len(tried)
                )
                takes = self._seen.field & ~int(options.field[at])
                rated[actions[at]] = replace(one, takes=takes)
        return tuple(rated.values())

    def outlooks(
        self, legal: tuple[Action, ...], wanted: Sequence[Action]
    ) -> dict[Action, Outlook] | None:
        """Courses of the round to its end; see :meth:`Judge.outlooks`."""
        options, prior, actions = self._options(legal)
        ways = []
        for action in wanted:
            mine = [at for at, one in enumerate(actions) if one == action]
            ways.append(max(mine, key=lambda at: prior[at]))
        found = self._search.futures(options.some(np.array(ways)), _COURSES)
        if found is None:
            return None
        chances = found.chances.reshape(len(ways), _COURSES, CLASSES).mean(axis=1)
        own = found.own.reshape(len(ways), _COURSES)
        theirs = found.theirs.reshape(len(ways), _COURSES)
        return {
            action: Outlook(
                tuple(map(int, own[at])),
                tuple(map(int, theirs[at])),
                float(chances[at, EXHAUSTED + 1 :].sum()),
                float(chances[at, :EXHAUSTED].sum()),
            )
            for at, action in enumerate(wanted)
        }

    def _options(self, legal: tuple[Action, ...]) -> tuple[Options, Doubles, list[Action]]:
        """The ways to go on, what the network thinks of them, and the action of each."""
        options = self._sight.options()
        policy, batch = self._policy, self._sight.batch
        find = policy.draw if self._seen.phase is Phase.CHOOSE_DRAWN else policy.play
        prior = np.asarray(find(batch, options), np.float64)
        actions = [action_of(self._seen, options, at, legal) for at in range(len(prior))]
        return options, prior, actions

    def _rated(
        self,
        action: Action,
        chances: Doubles,
        behind: float,
        error: float,
        worlds: int,
    ) -> Rated:
        mean = chances.mean(axis=0)
        return Rated(
            action=action,
            points=float(mean @ self._scales.points),
            chance=min(max(float(mean @ self._scales.match), 0.0), 1.0),
            won=float(mean[EXHAUSTED + 1 :].sum()),
            lost=float(mean[:EXHAUSTED].sum()),
            behind=max(behind, 0.0),
            error=error,
            worlds=worlds,
        )
