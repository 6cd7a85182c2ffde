"""What the computer players of a table think: what they play, and what their choices are worth.

A :class:`Thinker` is asked for both. :class:`OwnThinker` thinks in threads of this process; whoever
has better places for it brings another one.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from koikoi.engine.actions import Action, KoiKoi, Play, Take
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.flow import matching
from koikoi.engine.view import PlayerView
from koikoi.match.player import AgentPlayer, Answer
from koikoi.table.opponents import seated
from koikoi.text import brief, short
from koikoi.text.catalogue import Text

if TYPE_CHECKING:
    from koikoi.ai.agent import Halt
    from koikoi.review.hint import Hint

# Judging needs the network, and with it numpy, which the first frame can do without.

PATIENCE: Final = 2.5
"""Seconds that weighing may take; it is the best so far then. Whoever looks on has time."""

MOST_WEIGHED: Final = 4
"""How many choices are told of at most: the one that is taken, and the best of the others."""


class Thinker(Protocol):
    """Who thinks for the computer. Both methods see what the seat sees, and may be cancelled."""

    async def choose(
        self, agent: str, seed: str, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        """What an agent does.

        Args:
            agent: Its level or name.
            seed: Where its chance comes from.
            seen: The view of its seat.
            legal: The legal actions.
        """

    async def hint(self, seen: PlayerView, legal: tuple[Action, ...]) -> Hint | None:
        """What the strongest level finds every choice worth; ``None`` where that is not known.

        Args:
            seen: The view of who has to choose.
            legal: The legal actions, at least two.
        """


class OwnThinker:
    """Thinks in threads of this process.

    Args:
        text: The language of what agents are called.
    """

    def __init__(self, text: Text) -> None:
        self._text = text
        self._players: dict[tuple[str, str], AgentPlayer] = {}

    async def choose(
        self, agent: str, seed: str, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        """What an agent does; see :class:`Thinker`."""
        player = self._players.get((agent, seed))
        if player is None:
            # One match at a time is played, of two agents.
            while len(self._players) > 1:
                self._players.pop(next(iter(self._players)))
            player = self._players[agent, seed] = seated(agent, seed, self._text).player
        return await player.decide(seen, legal)

    async def hint(self, seen: PlayerView, legal: tuple[Action, ...]) -> Hint | None:
        """What every choice is worth; see :class:`Thinker`."""
        from koikoi.ai.agent import Halt

        halt = Halt(PATIENCE)
        try:
            return await asyncio.to_thread(_hint, seen, legal, halt)
        finally:
            halt.stop()


def _hint(seen: PlayerView, legal: tuple[Action, ...], halt: Halt) -> Hint | None:
    from koikoi.ai.weights import usable
    from koikoi.review.hint import hint

    return hint(seen, legal, halt) if usable() else None


class Weighed(NamedTuple):
    """A choice, and what it is worth.

    Attributes:
        said: What it is, in a few words.
        brief: The same in at most 4 columns.
        points: The points of the round that it can expect, minus the other player's.
        chance: The chance to win the match, 0 to 1.
        taken: Whether it is the one that is taken.
    """

    said: str
    brief: str
    points: float
    chance: float
    taken: bool


class Thought(NamedTuple):
    """A decision in words.

    Attributes:
        prompt: What is done, for a line of some 50 columns.
        weighed: What the choices are worth, the best first; empty where that is not known, or
            where there was none.
        reasons: Why the best one is, in lines of some 20 columns; empty where another is taken.
    """

    prompt: str
    weighed: tuple[Weighed, ...] = ()
    reasons: tuple[str, ...] = ()


def thought(text: Text, name: str, seen: PlayerView, action: Action, hint: Hint | None) -> Thought:
    """Puts a decision into words.

    Args:
        text: The language.
        name: What the player is called who takes it.
        seen: The view of that player.
        action: What is done.
        hint: What the choices are worth, where that is known.
    """
    from koikoi.table import counsel

    prompt = _prompt(text, name, seen, action)
    if hint is None:
        return Thought(prompt)
    rated = hint.judgement.rated
    kept = rated[:MOST_WEIGHED]
    if all(one.action != action for one in kept):
        kept = (*kept[: MOST_WEIGHED - 1], *(one for one in rated if one.action == action))
    weighed = tuple(
        Weighed(
            counsel.in_short(text, one.action),
            _briefly(text, one.action),
            one.points,
            one.chance,
            one.action == action,
        )
        for one in kept
    )
    told = hint.reasons if hint.best.action == action else ()
    return Thought(prompt, weighed, tuple(counsel.in_brief(text, reason) for reason in told))


def _prompt(text: Text, name: str, seen: PlayerView, action: Action) -> str:
    if isinstance(action, Play):
        return _plays(text, name, seen, action.card)
    if isinstance(action, Take):
        card = short.card_brief(text, action.card)
        return text.t("{name} wants {card}", name=name, card=card)
    if isinstance(action, KoiKoi):
        return text.t("{name} wants to call koi-koi", name=name)
    return text.t("{name} wants to stop", name=name)


def _plays(text: Text, name: str, seen: PlayerView, card: Card) -> str:
    said = short.card_brief(text, card)
    matches, choice = matching(seen.rules, seen.field, card)
    found = cards_of(matches)
    if not found:
        return text.t("{name} wants to lay {card} out", name=name, card=said)
    if not choice:
        taken = brief.taken_cards(text, found)
    elif len(found) > 2:  # the wild Lightning takes any card
        return text.t("{name} wants to play {card}", name=name, card=said)
    else:
        taken = text.either([brief.target(text, one) for one in found])
    return text.t("{name} wants {card} to take {cards}", name=name, card=said, cards=taken)


def _briefly(text: Text, action: Action) -> str:
    if isinstance(action, Play | Take):
        return short.card_4(text, action.card)
    if isinstance(action, KoiKoi):
        return text.p("answer, 4 columns", "Koi")
    return text.p("answer, 4 columns", "Stop")
