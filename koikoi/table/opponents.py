"""Who plays for the computer: a character by its level, or an agent by its name."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, cast

import koikoi.ai
from koikoi.ai.agent import Agent, Halt, Sleeper, Thinker
from koikoi.ai.baseline import GreedyAgent
from koikoi.ai.levels import POINTS, WEIGHTS_FILE, character
from koikoi.assets import is_whole_archive
from koikoi.engine.actions import Action
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.match.player import AgentPlayer
from koikoi.record.record import MAX_NAME, RecordPlayer
from koikoi.text.catalogue import Said, Text, each
from koikoi.text.opponents import introduction, opponent, without_weights

_log = logging.getLogger(__name__)


@dataclass
class LateAgent:
    """An agent of a level that is made when it is first asked.

    What it needs for it, numpy and the network, takes as long to load as the whole table; the
    first frame does not wait for it.

    Attributes:
        name: Its name in records.
        seed: Where its chance comes from.
    """

    name: str
    seed: str = ""
    _agent: Agent | None = field(default=None, repr=False, compare=False)

    def wake(self, rules: Rules) -> None:
        """Gets ready to play under these rules; without its weights it plays like ``greedy``."""
        agent = self._made()
        if isinstance(agent, Sleeper):
            agent.wake(rules)

    def _made(self) -> Agent:
        if self._agent is not None:
            return self._agent
        from koikoi.ai.weights import usable

        if usable():
            self._agent = koikoi.ai.load(self.name, self.seed)
        else:
            _log.warning("the weights cannot be read: %s plays like greedy", self.name)
            self._agent = GreedyAgent(self.seed)
        return self._agent

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """Chooses one of the legal actions, however long it takes."""
        return self.think(seen, legal, Halt())

    def think(self, seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Action:
        """Chooses one of the legal actions; the best so far once ``halt`` is due."""
        agent = self._made()
        if isinstance(agent, GreedyAgent):
            return agent.choose(seen, legal)
        return cast("Thinker", agent).think(seen, legal, halt)


class Seated(NamedTuple):
    """The computer at the table.

    Attributes:
        player: Who is asked.
        record: What a record says of it.
        introduction: What is told of it before the match.
    """

    player: AgentPlayer
    record: RecordPlayer
    introduction: tuple[Said, ...]


def seated(wanted: str, seed: str, text: Text, called: str = "") -> Seated:
    """Seats a computer player.

    Args:
        wanted: A level, or an agent's name.
        seed: Where its chance comes from.
        text: The language.
        called: What it has been called in a match that goes on; empty for its own name.

    Raises:
        UnknownAgent: There is none.
    """
    # Python refuses to read a number of thousands of digits; so many name no level either.
    wanted = wanted[:MAX_NAME]
    played = character(wanted)
    if played is None:
        agent = koikoi.ai.load(wanted, seed)
        name = called or text.t("Computer")
        return Seated(AgentPlayer(agent, name), RecordPlayer(name=name, agent=agent.name), ())
    suffix = POINTS if wanted.endswith(POINTS) else ""
    late = LateAgent(played.key + suffix, seed)
    name = called or opponent(text, played.key).name
    record = RecordPlayer(name=name, agent=late.name, level=played.level)
    told = each(partial(introduction, text, played.key))
    if not is_whole_archive(WEIGHTS_FILE):
        told = (told[0], partial(without_weights, text))
    return Seated(AgentPlayer(late, name), record, told)
