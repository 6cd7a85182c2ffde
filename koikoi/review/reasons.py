"""Why one way to go on is better than another, found in the worlds in which both were tried.

What is told is what happened there: which yaku came more often, the player's or the other's, and
how often the round was won. Nothing is a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum, auto
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from koikoi.engine.actions import Action, Play, Seat, Take, other
from koikoi.engine.cards import Mask
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import MadeYaku, YakuId, scorer
from koikoi.review.judge import Outlook, Rated

MOST: Final = 3
"""How many reasons are worth telling."""

_LEAST: Final = 0.05
"""The least difference in how often something comes that is worth telling."""
_DOUBT: Final = 1.5
"""By how many standard errors it has to differ."""


class ReasonKind(StrEnum):
    """What speaks for a way to go on."""

    MAKES = auto()
    """It makes the player's yaku at once."""
    KEEPS = auto()
    """The player's yaku comes more often."""
    DENIES = auto()
    """The other player's yaku comes less often."""
    WINS = auto()
    """The player wins the round more often."""
    SAVES = auto()
    """The other player wins it less often."""


class Reason(NamedTuple):
    """Something that speaks for a way to go on.

    Attributes:
        kind: What.
        yaku: Which yaku; ``None`` where it is about the round.
        points: What that yaku is worth; 0 where it is about the round.
        share: How often the round ends with it, or so, 0 to 1.
        instead: How often with the others.
    """

    kind: ReasonKind
    yaku: YakuId | None
    points: int
    share: float
    instead: float

    @property
    def weight(self) -> float:
        """How much it says: the difference in points that it makes."""
        if self.kind is ReasonKind.MAKES:
            return float(self.points)
        return abs(self.share - self.instead) * self.points


def reasons(
    seen: PlayerView,
    chosen: Rated,
    others: Sequence[Rated],
    outlooks: Mapping[Action, Outlook],
    most: int = MOST,
) -> tuple[Reason, ...]:
    """What speaks for one way to go on, against others, the weightiest first.

    Args:
        seen: The view of the player whose decision it is.
        chosen: The way.
        others: Those it is compared with.
        outlooks: How the round went on after them, as far as it is known.
        most: How many reasons at most.
    """
    assert seen.seat is not None
    found = _makes(seen, seen.seat, chosen)
    made = {reason.yaku for reason in found}
    mine = outlooks.get(chosen.action)
    theirs = [outlooks[one.action] for one in others if one.action in outlooks]
    if mine is not None and theirs:
        for seat in (seen.seat, other(seen.seat)):
            own = seat == seen.seat
            for reason in _comes(seen, seat, mine, theirs, own=own):
                if not (own and reason.yaku in made):
                    found.append(reason)
        found += _ends(mine, theirs)
    # What is said of the round explains less than a yaku, and comes last.
    found.sort(key=lambda reason: (reason.yaku is None, -reason.weight))
    return tuple(found[:most])


def _ends(chosen: Outlook, others: Sequence[Outlook]) -> list[Reason]:
    """That the round is won more often, or lost less often."""
    found = []
    for kind, share, against, better in (
        (ReasonKind.WINS, chosen.won, [one.won for one in others], 1),
        (ReasonKind.SAVES, chosen.lost, [one.lost for one in others], -1),
    ):
        instead = sum(against) / len(against)
        if better * (share - instead) >= _telling(share, instead, len(chosen.own)):
            found.append(Reason(kind, None, 0, share, instead))
    return found


def _telling(share: float, instead: float, tries: int) -> float:
    """By how much two shares have to differ in so many courses to be worth telling."""
    error = sqrt((share * (1 - share) + instead * (1 - instead)) / tries)
    return max(_LEAST, _DOUBT * error)


def _makes(seen: PlayerView, seat: Seat, chosen: Rated) -> list[Reason]:
    """The yaku that it makes or raises at once."""
    action = chosen.action
    if isinstance(action, Play):
        card = action.card
    elif isinstance(action, Take) and seen.in_play is not None:
        card = seen.in_play
    else:
        return []
    if not chosen.takes:
        return []
    before = {one.id: one.points for one in _made(seen, seat, seen.captured[seat])}
    after = _made(seen, seat, seen.captured[seat] | chosen.takes | 1 << card)
    return [
        Reason(ReasonKind.MAKES, one.id, one.points, 1.0, 0.0)
        for one in after
        if one.points > before.get(one.id, 0)
    ]


def _comes(
    seen: PlayerView, seat: Seat, chosen: Outlook, others: Sequence[Outlook], *, own: bool
) -> list[Reason]:
    """The yaku of a seat that come more often (the player's) or less often (the other's)."""
    has = {one.id for one in _made(seen, seat, seen.captured[seat])}
    mine = _shares(seen, seat, _piles(chosen, own=own))
    rest = [_shares(seen, seat, _piles(one, own=own)) for one in others]
    kind = ReasonKind.KEEPS if own else ReasonKind.DENIES
    found = []
    for yaku in {yaku for shares in (mine, *rest) for yaku in shares} - has:
        share, points = mine.get(yaku, (0.0, 0))
        against = [shares.get(yaku, (0.0, 0)) for shares in rest]
        instead = sum(one for one, _ in against) / len(against)
        worth = max(points, *(one for _, one in against))
        better = share - instead if own else instead - share
        if better >= _telling(share, instead, len(chosen.own)):
            found.append(Reason(kind, yaku, worth, share, instead))
    return sorted(found, key=lambda reason: (-reason.weight, str(reason.yaku)))


def _piles(outlook: Outlook, *, own: bool) -> tuple[Mask, ...]:
    return outlook.own if own else outlook.theirs


def _shares(
    seen: PlayerView, seat: Seat, piles: tuple[Mask, ...]
) -> dict[YakuId, tuple[float, int]]:
    """How often each yaku is in these piles, and the most points it has there."""
    found: dict[YakuId, tuple[float, int]] = {}
    for pile in piles:
        for one in _made(seen, seat, pile):
            count, points = found.get(one.id, (0.0, 0))
            found[one.id] = count + 1 / len(piles), max(points, one.points)
    return found


def _made(seen: PlayerView, seat: Seat, pile: Mask) -> tuple[MadeYaku, ...]:
    return _made_of(seen.rules, pile, seen.month, seen.calls[seat], seen.field)


@lru_cache(maxsize=1 << 16)
def _made_of(rules: Rules, pile: Mask, month: int, calls: int, field: Mask) -> tuple[MadeYaku, ...]:
    return scorer(rules).made(pile, month, calls, field)
