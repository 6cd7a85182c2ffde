"""Whether a yaku can still count where only the dearest of its family does (``family = best``)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from koikoi.engine.cards import ANIMALS, LIGHTS, RIBBONS, Mask, cards_of, mask_of
from koikoi.engine.rules import Rules
from koikoi.engine.yaku import YAKU, Family, Scorer, YakuId, scorer

_NAMED: Final = {
    Family.ANIMALS: (ANIMALS, (YAKU[YakuId.INOSHIKACHO].cards,)),
    Family.RIBBONS: (RIBBONS, (YAKU[YakuId.AKATAN].cards, YAKU[YakuId.AOTAN].cards)),
}
"""The cards of a family, and the named sets among them."""


def improving(own: Scorer, yaku_id: YakuId, captured: Mask, cards: Mask) -> Mask:
    """Those of the cards of which one alone makes the yaku's family worth more.

    Args:
        own: The scorer of the rules in play.
        yaku_id: The yaku.
        captured: The pile.
        cards: The cards in question.
    """
    family = YAKU[yaku_id].family
    if family is not Family.LIGHTS and family not in _NAMED:
        return cards
    now = own.family_points(family, captured)
    return mask_of(
        [card for card in cards_of(cards) if own.family_points(family, captured | 1 << card) > now]
    )


def can_count(own: Scorer, yaku_id: YakuId, cards: Mask, captured: Mask, available: Mask) -> bool:
    """Whether the yaku, or a larger one of the same cards, counts in a pile that can still come.

    Args:
        own: The scorer of the rules in play.
        yaku_id: A yaku for which enough cards can still come.
        cards: All cards that can be part of it under these rules.
        captured: The pile.
        available: All cards but those of the other player's pile.
    """
    family = YAKU[yaku_id].family
    if family is Family.LIGHTS:
        counting = _lights(own.rules, captured & LIGHTS, available & LIGHTS)
    elif family in _NAMED:
        counting = frozenset(
            made
            for pile in _decisive_piles(yaku_id, cards, captured, available)
            for made, _ in own.family_made(family, pile)
        )
    else:
        return True
    return any(made is yaku_id or _holds(made, yaku_id) for made in counting)


@lru_cache(maxsize=1024)
def _lights(rules: Rules, captured: Mask, available: Mask) -> frozenset[YakuId]:
    """The light yaku that count in some pile; there are few lights, so all piles are tried."""
    own = scorer(rules)
    return frozenset(
        made
        for pile in _fuller(captured, available & ~captured)
        for made, _ in own.family_made(Family.LIGHTS, pile)
    )


def _decisive_piles(
    yaku_id: YakuId, cards: Mask, captured: Mask, available: Mask
) -> Iterator[Mask]:
    """Piles that can still come, among them one where the yaku counts if there is any.

    Every further card brings a counting yaku as much as a named one, or more. So a named yaku
    fares best with nothing but its own cards, and a counting one with all cards but those that
    complete the named sets, or some of these sets.
    """
    if cards.bit_count() == YAKU[yaku_id].need:
        yield captured | cards
        return
    group, sets = _NAMED[YAKU[yaku_id].family]
    reachable = available & ~captured & group
    # One missing card of each set; keeping it out keeps the set from being made.
    keys = [missing & -missing for named in sets if (missing := named & reachable)]
    for kept_out in _fuller(0, sum(keys)):
        yield captured | reachable & ~kept_out


def _fuller(cards: Mask, more: Mask) -> Iterator[Mask]:
    """The cards with every selection of the further ones."""
    selection = more
    while True:
        yield cards | selection
        if not selection:
            return
        selection = (selection - 1) & more


def _holds(made: YakuId, yaku_id: YakuId) -> bool:
    """Whether a yaku is a larger one of the same cards, as shikō is to sankō."""
    larger, smaller = YAKU[made], YAKU[yaku_id]
    return (
        made not in (YakuId.TANE, YakuId.TAN)
        and larger.need > smaller.need
        and not smaller.cards & ~larger.cards
    )
