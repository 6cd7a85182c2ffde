"""How the points of a round come about: yaku, calculation, the cause of every factor."""

from __future__ import annotations

from typing import Final

from koikoi.engine.actions import Seat
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown, Factor, FactorCause
from koikoi.text import figures
from koikoi.text.catalogue import N_, NN_, Text
from koikoi.text.voice import CountedLine, Line, Voice

_OPPONENT_CALLED: Final = Line(
    N_("{factor} because {other} had called koi-koi"),
    N_("{factor} because you had called koi-koi"),
    N_("{factor} because {other} had called koi-koi"),
)
_OWN_CALLS: Final = CountedLine(
    NN_(
        "{factor} because you had called koi-koi once",
        "{factor} because you had called koi-koi {count} times",
    ),
    NN_(
        "{factor} because {name} had called koi-koi once",
        "{factor} because {name} had called koi-koi {count} times",
    ),
)


def breakdown_sentences(text: Text, rules: Rules, breakdown: Breakdown) -> tuple[str, ...]:
    """How points come about where no player is meant, as in an example or for a pile.

    Args:
        text: The language.
        rules: The rules in play.
        breakdown: The points of the winner.

    Returns:
        The yaku that count, and the calculation where there is one.
    """
    names = text.p("example", "the winner"), text.p("example", "the loser")
    # Told to a watcher about seat 0, since the listener is neither of them.
    return _both(Voice(text, names, seat=None), breakdown, 0, rules)


def player_breakdown(
    voice: Voice, breakdown: Breakdown, seat: Seat, rules: Rules | None = None
) -> tuple[str, ...]:
    """How the points of the player at ``seat`` come about; arguments as :func:`calculation`."""
    return _both(voice, breakdown, seat, rules)


def _both(voice: Voice, breakdown: Breakdown, seat: Seat, rules: Rules | None) -> tuple[str, ...]:
    text = voice.text
    yaku = figures.yaku_points(text, breakdown.yaku)
    counted = text.n(
        "What counts is {yaku}.", "What counts are {yaku}.", len(breakdown.yaku), yaku=yaku
    )
    worked = calculation(voice, breakdown, seat, rules)
    return (counted, worked) if worked else (counted,)


def calculation(
    voice: Voice, breakdown: Breakdown, seat: Seat, rules: Rules | None = None
) -> str | None:
    """The calculation with the cause of whatever is added or multiplied.

    Args:
        voice: Who hears it.
        breakdown: The points of the player at ``seat``.
        seat: The player who scores.
        rules: The rules in play, where they are known; only they tell what sum doubles.

    Returns:
        The sentence, or ``None`` where one yaku counts as it is and there is nothing to calculate.
    """
    text = voice.text
    factors = [factor.factor for factor in breakdown.factors]
    terms = [made.points for made in breakdown.yaku]
    causes = [_cause(voice, factor, breakdown, seat, rules) for factor in breakdown.factors]
    if breakdown.added:
        terms.append(breakdown.added)
        # Under ``own_calls`` every call up to the third adds one point.
        plus = figures.signed(text, breakdown.added)
        causes.insert(0, voice.count(_OWN_CALLS, seat, breakdown.added, factor=plus))
    if len(terms) == 1 and not factors:
        return None
    together = figures.times(text, breakdown.multiplier)
    if _product(factors) == breakdown.multiplier:
        formula = figures.formula(text, terms, factors, breakdown.points)
        if not causes:
            return text.t("{formula}.", formula=formula)
        return text.t("{formula}: {causes}.", formula=formula, causes=text.join(causes))
    formula = figures.formula(text, terms, [breakdown.multiplier], breakdown.points)
    if breakdown.multiplier == max(factors):
        return text.t(
            "{formula}: {causes}; only the highest multiplier counts, {multiplier}.",
            formula=formula,
            causes=text.join(causes),
            multiplier=together,
        )
    return text.t(
        "{formula}: {causes}; added up, the multipliers make {multiplier}.",
        formula=formula,
        causes=text.join(causes),
        multiplier=together,
    )


def _product(factors: list[int]) -> int:
    product = 1
    for factor in factors:
        product *= factor
    return product


def _cause(
    voice: Voice, factor: Factor, breakdown: Breakdown, seat: Seat, rules: Rules | None
) -> str:
    text, written = voice.text, figures.times(voice.text, factor.factor)
    if factor.cause is FactorCause.OPPONENT_CALLED:
        return voice.say(_OPPONENT_CALLED, seat, factor=written)
    if factor.cause is FactorCause.ALL_CALLS:
        return text.n(
            "{factor} because koi-koi was called once",
            "{factor} because koi-koi was called {count} times",
            factor.factor - 1,
            factor=written,
        )
    if factor.cause is FactorCause.OWN_CALLS:
        return voice.count(_OWN_CALLS, seat, factor.factor + 2, factor=written)
    if rules is None:
        return text.n(
            "{factor} because the yaku come to {count} point",
            "{factor} because the yaku come to {count} points",
            breakdown.base,
            factor=written,
        )
    return text.n(
        "{factor} because the yaku come to {count} point or more",
        "{factor} because the yaku come to {count} points or more",
        rules.double_from,
        factor=written,
    )
