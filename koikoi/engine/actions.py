"""What can be done in a match. An action may carry the ply it answers, so that a late one is seen.

``ply`` counts the actions of the match from 0. It is no part of an action's identity:
``Play(card) == Play(card, ply=3)``. :func:`koikoi.engine.flow.apply` refuses an action whose ply
is not the state's; without one it is taken to be meant for now.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from koikoi.engine.cards import Card

Seat: TypeAlias = Literal[0, 1]
"""A player's seat: 0 is the first player, 1 the second."""

SEATS: tuple[Seat, Seat] = (0, 1)


def other(seat: Seat) -> Seat:
    """The other seat."""
    return 0 if seat else 1


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from the hand."""

    card: Card
    ply: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Take:
    """Take this field card with the card in play."""

    card: Card
    ply: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class KoiKoi:
    """Call koi-koi: play on."""

    ply: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Shobu:
    """Stop and take the points."""

    ply: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class NextRound:
    """Deal the next round; of no seat: whoever runs the table sends it when all are ready."""

    ply: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match; accepted at any time before its end, never listed as legal."""

    seat: Seat
    ply: int | None = field(default=None, compare=False)


Action: TypeAlias = Play | Take | KoiKoi | Shobu | NextRound | Resign
