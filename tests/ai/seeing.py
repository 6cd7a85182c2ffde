"""A slow second form of what the network sees: cards one by one, worths from the engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from koikoi.ai.features import Positions
from koikoi.engine.cards import CARDS, FULL_DECK, PLAINS, SAKE_CUP, Mask, cards_of
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.yaku import Family, MadeYaku, YakuId, scorer
from tests.ai.chance import calls_and_months, tables


def positions(rng: np.random.Generator, count: int) -> Positions:
    """Positions by chance, with the turns and decisions that such a game could have."""
    lying = tables(rng, count)
    my_calls, their_calls, month = calls_and_months(rng, count)

    def part(pile: Any, calls: Any) -> Any:
        kept = rng.integers(0, 1 << 48, count, dtype=np.uint64) | np.uint64(1)
        return np.where(calls > 0, pile & kept, np.uint64(0))

    return Positions(
        hand=lying.hand,
        field=lying.field,
        mine=lying.mine,
        theirs=lying.theirs,
        my_calls=my_calls,
        their_calls=their_calls,
        my_decided=part(lying.mine, my_calls),
        their_decided=part(lying.theirs, their_calls),
        turn=rng.integers(0, 16, count),
        mode=rng.integers(0, 3, count),
        month=month,
    )


def rows_of(seen: Positions, rows: slice) -> Positions:
    """Some of the positions."""
    columns: Any = [column[rows] for column in seen]
    return Positions(*columns)


def figures(rules: Rules, seen: Positions, row: int) -> list[float]:
    """The figures of one position."""
    at: Any = Positions(*(int(column[row]) for column in seen))  # type: ignore[arg-type]
    unseen = FULL_DECK & ~(at.hand | at.field | at.mine | at.theirs)

    def of_months(cards: Mask, others: Mask, *, met: bool = True) -> Mask:
        held = {card.month for card in cards_of(others)}
        return sum(1 << card for card in cards_of(cards) if (card.month in held) == met)

    mine = [
        *(of_months(at.hand, at.field), of_months(at.field, at.hand)),
        *(of_months(at.hand, at.field, met=False), of_months(at.field, at.hand, met=False), unseen),
    ]
    theirs = [
        *(at.field, of_months(unseen, at.field), of_months(unseen, at.field, met=False), at.hand),
    ]
    added: list[float] = []
    best: list[int] = []
    for pile, calls, reach in ((at.mine, at.my_calls, mine), (at.theirs, at.their_calls, theirs)):
        gains = [_gains(rules, pile, calls, cards) for cards in reach]
        added += [sum(min(sum(group), 255) for group in groups) / 10 for groups in gains]
        dearest = [max(max(group, default=0) for group in groups) for groups in gains]
        added += [most / 10 for most in dearest]
        best.append(max(dearest[:2]) if reach is mine else dearest[0])
    sides: Any = (
        (at.mine, at.my_calls, at.their_calls, at.my_decided, best[0]),
        (at.theirs, at.their_calls, at.my_calls, at.their_decided, best[1]),
    )
    for side in sides:
        added += _worths(rules, at, *side)
    return [*added, 1.0]


def _gains(rules: Rules, pile: Mask, calls: int, reach: Mask) -> list[list[int]]:
    """For each group of yaku what each card in reach adds to it; a loss counts as nothing."""
    own = scorer(rules)

    def viewings(cards: Mask) -> int:
        # Neither rain nor other yaku spoil them here.
        if rules.viewing == "never" or not cards >> SAKE_CUP & 1:
            return 0
        curtain, moon = (own_card("3L"), own_card("8L"))
        hanami = rules.hanami_called if calls else rules.hanami
        tsukimi = rules.tsukimi_called if calls else rules.tsukimi
        return hanami * (cards >> curtain & 1) + tsukimi * (cards >> moon & 1)

    def own_card(code: str) -> int:
        return next(int(card) for card in CARDS if card.code == code)

    families = (Family.LIGHTS, Family.ANIMALS, Family.RIBBONS)
    groups = [
        [
            own.family_points(family, pile | 1 << card) - own.family_points(family, pile)
            for card in cards_of(reach)
        ]
        for family in families
    ]
    groups.append([viewings(pile | 1 << card) - viewings(pile) for card in cards_of(reach)])
    return [[max(0, gain) for gain in group] for group in groups]


def _worths(
    rules: Rules, at: Any, pile: Mask, calls: int, others: int, decided: Mask, best: int
) -> list[float]:
    own = scorer(rules)
    total = own.total(pile, at.month, calls, at.field)
    before = own.total(decided, at.month, calls, at.field) if decided else 0

    def paid(points: int) -> int:
        return round_score(rules, (MadeYaku(YakuId.KASU, points),), calls, others).points

    line = rules.double_from
    cup = own.cup_plains if pile >> SAKE_CUP & 1 else 0
    plains = (pile & PLAINS).bit_count() + cup

    def kasu(count: int) -> int:
        return sum(points for _, points in own.plains(count))

    month = sum(pile >> 4 * (at.month - 1) + place & 1 for place in range(4))
    used = calls if rules.call_limit == "per_player" else calls + others
    return [
        total / 10,
        paid(total) / 10,
        paid(total + best) / 10,
        float(bool(line) and total >= line),
        max(line - total, 0) / 10 if line else 0.0,
        before / 10,
        float(bool(decided) and total > before),
        (kasu(plains + 1) - kasu(plains)) / 10,
        month * rules.tsukifuda / 40,
        float(rules.call_limit == "none" or used < rules.call_limit_count),
    ]
