"""The agents that play by the network."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from koikoi.ai.agent import Halt, chance
from koikoi.ai.dice import Dice
from koikoi.ai.equity import equity
from koikoi.ai.exact import exact
from koikoi.ai.levels import LEVELS, POINTS
from koikoi.ai.network import Network
from koikoi.ai.outcomes import point_worths
from koikoi.ai.past import past_plays
from koikoi.ai.piles import Doubles, Floats
from koikoi.ai.search import Search
from koikoi.ai.sight import Sight, action_of, decision, sight
from koikoi.ai.styles import STYLES, Style, StyledPolicy
from koikoi.ai.weights import shipped
from koikoi.engine.actions import Action
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView


@dataclass(frozen=True)
class NetworkAgent:
    """Plays by the value network, in its own style.

    Attributes:
        name: Its name in records and duels.
        style: How it plays.
        seed: Where its chance comes from.
        network: The network, ``None`` for the one that comes with the game.
    """

    name: str
    style: Style
    seed: str = ""
    network: Network | None = None

    def wake(self, rules: Rules) -> None:
        """Loads the network and works out what it needs under these rules, once for everybody."""
        network = self.network or shipped()
        exact(network, self.style.known_rules(rules))
        if self.style.for_match:
            equity(network, rules)

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """Chooses one of the legal actions, however long it takes."""
        return self.think(seen, legal, Halt())

    def think(self, seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Action:
        """Chooses one of the legal actions; the best so far once ``halt`` is due."""
        if len(legal) == 1:
            return legal[0]
        thought = _Thought(self, seen, halt)
        if seen.phase is Phase.DECIDE:
            return decision(legal, call=thought.call())
        return thought.pick(legal)


class _Thought:
    """One decision."""

    def __init__(self, agent: NetworkAgent, seen: PlayerView, halt: Halt) -> None:
        network = agent.network or shipped()
        style = agent.style
        self._seen = seen
        self._halt = halt
        self._style = style
        self._sight: Sight = sight(seen)
        # Sixteen bytes of the agent's own stream for this decision.
        stream = chance(agent.seed, seen)
        self._dice = Dice([stream.byte() for _ in range(16)])
        worths = _worths(network, seen.rules, self._sight, style)
        self._policy = StyledPolicy(network, seen.rules, worths, style, self._dice)

    def call(self) -> bool:
        """Whether to call koi-koi."""
        if self._style.effort is not None:
            found = self._search().call()
            if found is not None:
                going, stopping = found
                return going + self._style.eager > stopping
        return bool(self._policy.call(self._sight.batch, np.zeros(1, np.int64))[0])

    def pick(self, legal: tuple[Action, ...]) -> Action:
        """The card to play, or the target to take."""
        options = self._sight.options()
        policy, batch = self._policy, self._sight.batch
        if self._seen.phase is Phase.CHOOSE_DRAWN:
            values: Floats | Doubles = policy.draw(batch, options)
        else:
            values = policy.play(batch, options)
        if self._style.effort is not None and len(values) > 1:
            values = self._search().options(options, values)
        return action_of(self._seen, options, int(np.argmax(values)), legal)

    def _search(self) -> Search:
        effort = self._style.effort
        assert effort is not None  # only a style that looks ahead searches
        plays = past_plays(self._seen) if effort.hands else []
        return Search(self._sight, self._policy, effort, plays, self._dice, self._halt)


def _worths(network: Network, rules: Rules, seen: Sight, style: Style) -> Floats:
    if not style.for_match:
        return point_worths(rules.exhausted_points)
    return equity(network, rules).worths(seen.lead, seen.left)


def level_agent(level: int, seed: str = "", *, for_points: bool = False) -> NetworkAgent:
    """The agent of a level.

    Args:
        level: 1 to 5.
        seed: Where its chance comes from.
        for_points: Whether it plays for points instead of the match.
    """
    key = LEVELS[level]
    style = STYLES[level]
    if for_points:
        return NetworkAgent(key + POINTS, replace(style, for_match=False), seed)
    return NetworkAgent(key, style, seed)
