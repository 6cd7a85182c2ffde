"""How well facts are known: the boxes of a card index, and which fact is asked next.

The scheme is that of Sebastian Leitner's learning box ("So lernt man lernen", Herder, 1972): a fact
that is answered right goes one box up, one that is answered wrong goes back to the first, and lower
boxes are gone through more often. Leitner counts days; here there is no clock, and the boxes differ
by how likely their facts are to be asked: each box's four times as likely as those of the next one,
and facts that were never asked between the first two boxes. A fact that was answered wrong is asked
again in the same session, after three others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from koikoi.lesson.chance import Chance
from koikoi.lesson.facts import Fact

Boxes: TypeAlias = Mapping[str, int]
"""The box of every fact that was asked, by its key: 1 to ``HIGHEST``."""

HIGHEST: Final = 5
"""The box of what is known."""

LEVELS: Final = HIGHEST - 1
"""How many steps there are from not known to known."""

GAP: Final = 3
"""How many other facts are asked before one is asked again, where there are as many."""

_WEIGHTS: Final = {1: 256, 0: 128, 2: 64, 3: 16, 4: 4, 5: 1}
"""How likely a fact of each box is to be asked; 0 stands for those that were never asked."""


def box_of(boxes: Boxes, fact: Fact) -> int:
    """The box of a fact, 0 where it was never asked."""
    return boxes.get(fact.key, 0)


def moved(box: int, *, right: bool) -> int:
    """The box that a fact of a box comes to when it has been answered.

    Who knows a fact at the first question knew it before: it begins in the third box.
    """
    if not right:
        return 1
    return 3 if box == 0 else min(box + 1, HIGHEST)


def weight(box: int) -> int:
    """How likely a fact of a box is to be asked."""
    return _WEIGHTS[box]


def next_fact(
    facts: Sequence[Fact],
    boxes: Boxes,
    asked: Sequence[Fact],
    missed: Iterable[Fact],
    chance: Chance,
) -> Fact:
    """The fact that is asked next.

    Args:
        facts: All facts, at least one.
        boxes: How well they are known.
        asked: The facts that were asked in this session, in their order.
        missed: Those of them whose last answer was wrong, the one that waits longest first.
        chance: Where the choice comes from.
    """
    recent = list(dict.fromkeys(reversed(asked)))[: min(GAP, len(facts) - 1)]
    for fact in missed:
        if fact not in recent:
            return fact
    free = [fact for fact in facts if fact not in recent]
    return chance.weighted(free, [weight(box_of(boxes, fact)) for fact in free])


def level(box: int) -> int:
    """How well a fact of a box is known, from 0 to ``LEVELS``: as well in the first as in none."""
    return max(box - 1, 0)


def known(boxes: Boxes, facts: Iterable[Fact]) -> float:
    """How well facts are known altogether, from 0 to 1; 0 for no facts."""
    found = [level(box_of(boxes, fact)) for fact in facts]
    return sum(found) / (LEVELS * len(found)) if found else 0.0
