"""A hint: what the strongest player would do here, and why, from the player's view alone."""

from __future__ import annotations

from typing import Final, NamedTuple

from koikoi.ai.agent import Halt
from koikoi.ai.weights import shipped
from koikoi.engine.actions import Action
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.review.budget import BUDGETS
from koikoi.review.judge import Judge, Judgement, Outlook, Rated
from koikoi.review.reasons import Reason, reasons

_RIVALS: Final = 3
"""With how many of the others the best one is compared."""

SECONDS: Final = 0.9
"""How long a hint may take; it is the best so far then."""


class Hint(NamedTuple):
    """A hint.

    Attributes:
        judgement: What every legal action is worth.
        reasons: What speaks for the best one against the others.
    """

    judgement: Judgement
    reasons: tuple[Reason, ...]

    @property
    def best(self) -> Rated:
        """What the hint says."""
        return self.judgement.best

    @property
    def second(self) -> Rated:
        """The best of the others."""
        return self.judgement.rated[1]


def hint(seen: PlayerView, legal: tuple[Action, ...], halt: Halt, seed: str = "") -> Hint | None:
    """What to do, and why.

    Args:
        seen: The view of who has to choose.
        legal: The legal actions, at least two.
        halt: Says when to stop.
        seed: Where the judge's chance comes from.

    Returns:
        ``None`` where the halt came before anything was known.

    Raises:
        MissingAsset, BadWeights, OSError: The network cannot be read.
    """
    judge = Judge(shipped(), BUDGETS["small"], seed)
    judgement = judge.judge(seen, legal, halt)
    return None if judgement is None else Hint(judgement, why(judge, seen, legal, judgement, halt))


def why(
    judge: Judge,
    seen: PlayerView,
    legal: tuple[Action, ...],
    judgement: Judgement,
    halt: Halt,
    against: Action | None = None,
) -> tuple[Reason, ...]:
    """What speaks for the best action.

    Args:
        judge: Who judged.
        seen: The view of who has to choose.
        legal: The legal actions.
        judgement: What the judge found.
        halt: Says when to stop; what is known by then is told.
        against: What it is compared with; ``None`` for the best ones of the others.
    """
    best, others = judgement.best, judgement.rated[1 : 1 + _RIVALS]
    if against is not None:
        others = (judgement.of(against),)
    outlooks: dict[Action, Outlook] | None = None
    if seen.phase is not Phase.DECIDE:
        wanted = [one.action for one in (best, *others)]
        outlooks = judge.outlooks(seen, legal, wanted, halt)
    return reasons(seen, best, others, outlooks or {})
