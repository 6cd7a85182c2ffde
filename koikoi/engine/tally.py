"""The live tally: what a pile makes, what is missing, where it is, and whether it can still come.

The tally knows only what it is given: with a view's own piles, field and hand, a card in the other
hand and one in the stock are alike ``UNSEEN``.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from koikoi.engine import outbid
from koikoi.engine.actions import Seat, other
from koikoi.engine.cards import (
    FULL_DECK,
    MONTH_MASKS,
    PLAINS,
    RAIN,
    SAKE_CUP,
    Card,
    Mask,
)
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import (
    RAINLESS_LIGHTS,
    YAKU,
    Family,
    MadeYaku,
    YakuId,
    scorer,
)


class Place(StrEnum):
    """Where a card is, as far as the viewer may know."""

    CAPTURED = "captured"
    """In the pile that the tally is of."""
    OPPONENT = "opponent"
    """In the other player's pile."""
    HAND = "hand"
    """In the viewer's hand."""
    FIELD = "field"
    IN_PLAY = "in_play"
    """Played or drawn, waiting for the choice of what it takes."""
    UNSEEN = "unseen"
    """In the other hand or in the stock."""


class Standing(StrEnum):
    """How a yaku stands."""

    MADE = "made"
    """It counts."""
    OPEN = "open"
    """Cards are missing, and can still come."""
    LOST = "lost"
    """Too many of its cards are in the other player's pile."""
    COVERED = "covered"
    """Another yaku of the pile counts in its place, or voids it."""
    WAITING = "waiting"
    """Its cards are there, but the rules ask for another yaku or a koi-koi call beside them."""
    SPOILED = "spoiled"
    """Rain spoils it (``rain_spoils_viewing``), or a call did (0 points once called)."""


class TallyLine(NamedTuple):
    """One yaku of a tally.

    Attributes:
        id: The yaku.
        standing: How it stands.
        points: What it counts now, 0 unless made.
        worth: What it counts with just the cards it needs.
        have: How many of the cards it needs are there (not more than ``need``).
        need: How many it needs.
        cards: All cards that can be part of it.
        completing: The cards of which one alone completes it; only where it is open.
    """

    id: YakuId
    standing: Standing
    points: int
    worth: int
    have: int
    need: int
    cards: Mask
    completing: Mask

    @property
    def missing(self) -> int:
        """How many cards it still needs."""
        return self.need - self.have


class YakuTally(NamedTuple):
    """A pile's yaku: one line for every yaku in play, and where the cards are.

    Attributes:
        lines: The yaku in the order of ``YAKU``; dealt hands have no line.
        total: The sum of what is made, before any multiplier.
        captured: The pile.
        opponent: The other player's pile.
        hand: The viewer's hand.
        field: The cards on the field.
        in_play: The card that waits for a choice, as a mask.
    """

    lines: tuple[TallyLine, ...]
    total: int
    captured: Mask
    opponent: Mask
    hand: Mask
    field: Mask
    in_play: Mask

    @property
    def made(self) -> tuple[MadeYaku, ...]:
        """The yaku that count."""
        return tuple(
            MadeYaku(line.id, line.points) for line in self.lines if line.standing is Standing.MADE
        )

    @property
    def one_away(self) -> tuple[TallyLine, ...]:
        """The open yaku that a single card completes."""
        return tuple(line for line in self.lines if line.completing)

    def line(self, yaku_id: YakuId) -> TallyLine | None:
        """The line of a yaku, ``None`` if it is not in play."""
        return next((line for line in self.lines if line.id is yaku_id), None)

    def place(self, card: int) -> Place:
        """Where a card is, as far as the viewer may know."""
        for cards, place in (
            (self.captured, Place.CAPTURED),
            (self.opponent, Place.OPPONENT),
            (self.hand, Place.HAND),
            (self.field, Place.FIELD),
            (self.in_play, Place.IN_PLAY),
        ):
            if cards >> card & 1:
                return place
        return Place.UNSEEN


_Parts: TypeAlias = tuple[tuple[Mask, int], ...]

# Ame-Shikō is the one yaku that is not "so many of these cards": the Rain and three others.
_AME_SHIKO_PARTS: Final[_Parts] = ((1 << RAIN, 1), (RAINLESS_LIGHTS, 3))


class _Recipe(NamedTuple):
    """What a yaku needs under given rules: from every part so many cards."""

    id: YakuId
    parts: _Parts
    cards: Mask
    need: int
    worth: tuple[int, int]
    """Without and with a call of the holder."""
    cup: int
    """How much the sake cup counts in a counting yaku."""


@lru_cache(maxsize=256)
def _recipes(rules: Rules, month: int) -> tuple[_Recipe, ...]:
    own = scorer(rules)
    recipes = []
    for yaku in YAKU.values():
        if yaku.family is Family.DEALT:
            continue
        points: int = getattr(rules, yaku.id.value)
        worth = (points, points)
        cards, need, cup = yaku.cards, yaku.need, 1
        if yaku.family is Family.VIEWINGS:
            called: int = getattr(rules, f"{yaku.id.value}_called")
            worth = (0, 0) if rules.viewing == "never" else (points, called)
        elif yaku.id is YakuId.TANE:
            cards = own.animal_mask
        elif yaku.id is YakuId.KASU and own.cup_plains:
            cards, cup = PLAINS | 1 << SAKE_CUP, own.cup_plains
        elif yaku.family is Family.MONTH:
            cards = MONTH_MASKS[month - 1]
        parts = _AME_SHIKO_PARTS if yaku.id is YakuId.AME_SHIKO else ((cards, need),)
        if any(worth):
            recipes.append(_Recipe(yaku.id, parts, cards, need, worth, cup))
    return tuple(recipes)


def tally(
    captured: Mask,
    rules: Rules,
    *,
    month: int = 1,
    calls: int = 0,
    opponent: Mask = 0,
    hand: Mask = 0,
    field: Mask = 0,
    in_play: Card | None = None,
) -> YakuTally:
    """The tally of a pile.

    Args:
        captured: The pile.
        rules: The rules in play.
        month: The round's month, 1 to 12.
        calls: Koi-koi calls of the pile's holder this round.
        opponent: The other player's pile.
        hand: The viewer's hand.
        field: The cards on the field.
        in_play: The card that waits for the choice of what it takes.

    Raises:
        ValueError: The month is none, or something that should be a set of cards is none.
    """
    if not 1 <= month <= 12:
        raise ValueError(f"a month is 1 to 12, not {month!r}")
    if (captured | opponent | hand | field) & ~FULL_DECK:
        raise ValueError("a set of cards is a number from 0 to 2**48 - 1")
    own = scorer(rules)
    made = {entry.id: entry.points for entry in own.made(captured, month, calls, field)}
    spoiled = own.spoiled(captured, field)
    available = ~opponent
    lines = []
    for recipe in _recipes(rules, month):
        have, possible = _progress(recipe, captured, available)
        off = spoiled or bool(calls and not recipe.worth[1])
        completing = 0
        points = made.get(recipe.id, 0)
        if points:
            standing = Standing.MADE
        else:
            standing = _standing(recipe, rules, have, possible, off, made)
            if standing is Standing.OPEN:
                completing = _completing(recipe, captured, available, recipe.need - have)
                if rules.family == "best":
                    completing = outbid.improving(own, recipe.id, captured, completing)
                    if not outbid.can_count(own, recipe.id, recipe.cards, captured, available):
                        standing, completing = Standing.COVERED, 0
        lines.append(
            TallyLine(
                recipe.id,
                standing,
                points,
                recipe.worth[1 if calls else 0],
                have,
                recipe.need,
                recipe.cards,
                completing,
            )
        )
    waiting = 0 if in_play is None else 1 << in_play
    total = sum(made.values())
    return YakuTally(tuple(lines), total, captured, opponent, hand, field, waiting)


def _progress(recipe: _Recipe, captured: Mask, available: Mask) -> tuple[int, bool]:
    """How many of the needed cards are there, and whether the others can still come."""
    have, possible = 0, True
    for cards, need in recipe.parts:
        here = (captured & cards).bit_count()
        reachable = (available & cards).bit_count()
        if recipe.cup != 1:
            extra = recipe.cup - 1
            here += extra * (captured >> SAKE_CUP & 1)
            reachable += extra * (available >> SAKE_CUP & 1)
        have += min(here, need)
        possible = possible and reachable >= need
    return have, possible


def _standing(
    recipe: _Recipe,
    rules: Rules,
    have: int,
    possible: bool,
    off: bool,
    made: dict[YakuId, int],
) -> Standing:
    """How a yaku stands that does not count; ``off`` is whether viewings are spoiled."""
    family = YAKU[recipe.id].family
    if have < recipe.need and not possible:
        return Standing.LOST
    if family is Family.VIEWINGS:
        if off:
            return Standing.SPOILED
        return Standing.WAITING if have >= recipe.need else Standing.OPEN
    voided = rules.family == "void" and recipe.id in (YakuId.TANE, YakuId.TAN)
    if voided and any(YAKU[made_id].family is family for made_id in made):
        return Standing.COVERED
    return Standing.COVERED if have >= recipe.need else Standing.OPEN


def _completing(recipe: _Recipe, captured: Mask, available: Mask, missing: int) -> Mask:
    """The cards of which one alone completes the yaku."""
    reachable = available & ~captured
    if missing == 1:
        for cards, need in recipe.parts:
            if (captured & cards).bit_count() < need:
                return reachable & cards
    if recipe.cup >= missing > 1:
        return reachable & 1 << SAKE_CUP
    return 0


def tally_view(seen: PlayerView, seat: Seat) -> YakuTally:
    """The tally of a seat's pile as the owner of the view may know it."""
    return tally(
        seen.captured[seat],
        seen.rules,
        month=seen.month,
        calls=seen.calls[seat],
        opponent=seen.captured[other(seat)],
        hand=seen.hand,
        field=seen.field,
        in_play=seen.in_play,
    )
