"""The rules page: scores worked out by the engine, from the pile to what the round brings.

Where a sum doubles the score there is a pile just below it, one at it and one above it; each is
scored without calls and with those that the rules make a difference for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from koikoi.engine.cards import ANIMALS, PLAINS, RIBBONS, CardSet, Mask, cards_of, mask_of
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.yaku import scorer
from koikoi.text import figures, names
from koikoi.text.catalogue import N_, NN_, Text
from koikoi.text.entry import Entry
from koikoi.text.score import breakdown_sentences

MOST_CALLS: Final = 7
"""A player can call after each turn but the last of eight."""

_MONTH: Final = 2
"""The round of the examples; no pile below has all cards of its month by chance alone."""

_CORES: Final = tuple(
    CardSet.parse(codes).mask
    for codes in (
        *("3L 9A", "8L 9A", "1L 3L 8L", "6A 7A 10A", "1R 2R 3R", "6R 9R 10R"),
        *("1L 3L 8L 11L", "1L 3L 8L 12L", "1L 3L 8L 11L 12L"),
        *("2A 4A 5A 6A 8A", "1R 2R 4R 5R 7R", "2A 2R 2P1 2P2"),
        *("1R 2R 3R 6R 9R 10R", "1P1 1P2 3P1 3P2 4P1 4P2 5P1 5P2 6P1 6P2"),
    )
)
_MOST_MORE: Final = 6
"""Cards of one kind that are added to a core, to come to a sum that it misses."""


class _Sample(NamedTuple):
    """A pile that makes something.

    Attributes:
        pile: Its cards.
        total: What its yaku come to while nobody has called.
    """

    pile: Mask
    total: int


@lru_cache(maxsize=1)
def _piles() -> tuple[Mask, ...]:
    """All piles that may serve, those of the fewest cards first."""
    piles = list(_CORES)
    for core in _CORES:
        for kind in (ANIMALS, RIBBONS, PLAINS):
            more = [card for card in cards_of(kind & ~core) if card.month != _MONTH]
            if core & kind:
                piles += [core | mask_of(more[:count]) for count in range(1, _MOST_MORE + 1)]
    piles += [one | other for one, other in combinations(_CORES, 2)]
    return tuple(sorted(dict.fromkeys(piles), key=int.bit_count))


class _Forms(NamedTuple):
    """How a sum is told: of one yaku, whose points are its own, and of several together."""

    one: str
    several: str


_BELOW: Final = _Forms(
    N_("A pile of {cards} makes {yaku}, fewer than the {line} that double."),
    N_("A pile of {cards} makes {yaku}: together {total}, fewer than the {line} that double."),
)
_AT: Final = _Forms(
    N_("A pile of {cards} makes {yaku}, just as many as double."),
    N_("A pile of {cards} makes {yaku}: together {total}, just as many as double."),
)
_ABOVE: Final = _Forms(
    N_("A pile of {cards} makes {yaku}, more than the {line} that double."),
    N_("A pile of {cards} makes {yaku}: together {total}, more than the {line} that double."),
)
_SUM: Final = _Forms(
    N_("A pile of {cards} makes {yaku}."),
    N_("A pile of {cards} makes {yaku}: together {total}."),
)
_BY_WINNER: Final = NN_(
    "After a call of the winner: {worked}", "After {count} calls of the winner: {worked}"
)
_SITUATIONS: Final = {
    (0, 0): N_("Without a call: {worked}"),
    (0, 1): N_("After a call of the loser: {worked}"),
    (1, 1): N_("After a call of each: {worked}"),
}


def examples_section(text: Text, rules: Rules) -> list[Entry]:
    """Worked scores; none where the yaku of a pile are its score whatever happens."""
    told: list[Entry] = []
    for number, (forms, sample) in enumerate(_samples(rules)):
        told.append(_tally(text, rules, forms, sample))
        told += [Entry(said) for said in _scores(text, rules, sample, first=not number)]
    return told


def _samples(rules: Rules) -> list[tuple[_Forms, _Sample]]:
    """The piles, with how their sums are told; no pile twice."""
    samples, line = _scored(rules), rules.double_from
    steady = [sample for sample in samples if not _grows(rules, sample)] or samples
    found: list[tuple[_Forms, _Sample]] = []
    if line:
        below = sorted([one for one in steady if one.total < line], key=lambda one: -one.total)
        at = [one for one in steady if one.total == line]
        above = [one for one in steady if one.total > line]
        for forms, some in ((_BELOW, below), (_AT, at), (_ABOVE, above)):
            found += [(forms, one) for one in some[:1]]
    elif rules.call_bonus != "none":
        found += [(_SUM, one) for one in steady[:1]]
    told = {sample.pile for _, sample in found}
    grown = [one for one in samples if _grows(rules, one) and one.pile not in told]
    return found + [(_SUM, one) for one in grown[:1]]


def _scored(rules: Rules) -> list[_Sample]:
    total = scorer(rules).total
    return [_Sample(pile, points) for pile in _piles() if (points := total(pile, _MONTH))]


def _grows(rules: Rules, sample: _Sample) -> bool:
    """Whether its yaku are worth something else once their holder has called."""
    if rules.hanami == rules.hanami_called and rules.tsukimi == rules.tsukimi_called:
        return False
    return sample.total != scorer(rules).total(sample.pile, _MONTH, 1)


def _tally(text: Text, rules: Rules, forms: _Forms, sample: _Sample) -> Entry:
    made = scorer(rules).made(sample.pile, _MONTH)
    form = forms.one if len(made) == 1 else forms.several
    said = text.t(
        form,
        cards=names.joined_cards(text, sample.pile),
        yaku=figures.yaku_points(text, made),
        total=figures.points(text, sample.total),
        line=rules.double_from,
    )
    return Entry(said, sample.pile)


def most_own_calls(rules: Rules) -> int:
    """How often a player can call in a round at most."""
    limit = MOST_CALLS if rules.call_limit == "none" else rules.call_limit_count
    return min(limit, MOST_CALLS)


def _situations(rules: Rules, sample: _Sample, *, first: bool) -> list[tuple[int, int]]:
    """The calls of winner and loser that are worth an example.

    That the winner's own change nothing is shown once.
    """
    most = most_own_calls(rules)
    both = most > 1 or rules.call_limit != "per_round"
    own = [(1, 0)] if first or _grows(rules, sample) else []
    calls = {
        "none": own,
        "opponent_called": [*own, (0, 1)],
        "per_call": [(1, 0), (1, 1)] if both else [(1, 0)],
        "own_calls": [(count, 0) for count in (1, 3, 4) if count <= most],
    }[rules.call_bonus]
    return [(0, 0), *calls]


def _scores(text: Text, rules: Rules, sample: _Sample, *, first: bool) -> Iterator[str]:
    for own, opponent in _situations(rules, sample, first=first):
        made = scorer(rules).made(sample.pile, _MONTH, own)
        if not made:
            continue  # a viewing that a call takes away
        score = round_score(rules, made, own, opponent)
        calculated = breakdown_sentences(text, rules, score)[1:]
        worked = (
            calculated[0]
            if calculated
            else text.n("the score is {count} point.", "the score is {count} points.", score.points)
        )
        if own and not opponent:
            yield text.n(*_BY_WINNER, own, worked=worked)
        else:
            yield text.t(_SITUATIONS[own, opponent], worked=worked)
