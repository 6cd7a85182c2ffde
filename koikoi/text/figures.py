"""Numbers as they are written: points, signs, ranges, formulas."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi.engine.yaku import MadeYaku
from koikoi.text import names
from koikoi.text.catalogue import Text


def points(text: Text, count: int) -> str:
    """A number of points: ``1 point``, ``5 points``."""
    return text.n("{count} point", "{count} points", count)


def signed(text: Text, number: int) -> str:
    """A change with its sign: ``+3``, ``−3``, and ``0`` without one."""
    if number > 0:
        return text.p("figure", "+{number}", number=number)
    if number < 0:
        return text.p("figure", "−{number}", number=-number)
    return text.p("figure", "{number}", number=number)


def times(text: Text, factor: int) -> str:
    """A multiplier: ``×2``."""
    return text.p("figure", "×{number}", number=factor)


def span(text: Text, low: int, high: int) -> str:
    """A range with both its ends: ``0–50``."""
    return text.p("figure", "{low}–{high}", low=low, high=high)


def yaku_points(text: Text, made: Sequence[MadeYaku]) -> str:
    """Yaku with their points as they stand in a sentence: ``Plains (Kasu) for 2 points``."""
    return text.join(
        text.n(
            "{yaku} for {count} point",
            "{yaku} for {count} points",
            line.points,
            yaku=names.yaku(text, line.id),
        )
        for line in made
    )


def formula(text: Text, terms: Sequence[int], factors: Sequence[int], result: int) -> str:
    """A calculation: ``(5 + 5) × 2 × 2 = 40``, ``5 + 1 = 6``, ``5 × 2 = 10``."""
    written = str(terms[0])
    for term in terms[1:]:
        written = text.p("formula", "{first} + {second}", first=written, second=term)
    if len(terms) > 1 and factors:
        written = text.p("formula", "({sum})", sum=written)
    for factor in factors:
        written = text.p("formula", "{first} × {second}", first=written, second=factor)
    return text.p("formula", "{formula} = {result}", formula=written, result=result)
