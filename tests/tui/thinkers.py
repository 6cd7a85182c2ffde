"""Computer players that think of nothing for long, and what they say of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from koikoi.ai.baseline import GreedyAgent
from koikoi.engine.actions import Action
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import YakuId
from koikoi.match.player import Answer
from koikoi.review.hint import Hint
from koikoi.review.judge import Judgement, Rated
from koikoi.review.reasons import Reason, ReasonKind
from koikoi.tui.demo import Demo, Plan
from koikoi.tui.readings import Host
from tests.record.playing import short

RULES = short(rounds=1)
REASON = Reason(ReasonKind.KEEPS, YakuId.HANAMI, 5, 0.5, 0.2)


def a_hint(seen: PlayerView, best: Action, others: Sequence[Action]) -> Hint:
    """A hint that says this, and finds every other choice half a point worse than the last."""
    rated = [
        Rated(action, 3.25 - place / 2, 0.62 - place / 50, 0.5, 0.3)
        for place, action in enumerate((best, *others))
    ]
    return Hint(Judgement(seen.ply, seen.phase, tuple(rated)), (REASON,))


class QuickThinker:
    """Plays like ``greedy``, and at once.

    Attributes:
        asked: What it was shown, by who it was to be and with which seed.
        done: What it did.
        weighs: Whether it knows what choices are worth.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, PlayerView]] = []
        self.done: list[Action] = []
        self.weighed: list[PlayerView] = []
        self.weighs = True

    async def choose(
        self, agent: str, seed: str, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        """Chooses."""
        self.asked.append((agent, seed, seen))
        self.done.append(GreedyAgent(seed).choose(seen, legal))
        return Answer(self.done[-1])

    async def hint(self, seen: PlayerView, legal: tuple[Action, ...]) -> Hint | None:
        """Weighs."""
        self.weighed.append(seen)
        best = self.done[-1] if self.done and self.done[-1] in legal else legal[0]
        others = [action for action in legal if action != best]
        return a_hint(seen, best, others) if self.weighs else None


def demonstration(
    thinker: QuickThinker, rules: Rules = RULES, seed: str | None = "spring"
) -> Callable[[Host], Awaitable[None]]:
    """The course of a demonstration."""

    async def course(host: Host) -> None:
        await Demo(host, Plan(rules, ("5", "4"), seed, "quick"), thinker).run()

    return course


def rounds(count: int) -> Rules:
    """Rules for a match of so many rounds."""
    return replace(RULES, rounds=count)
