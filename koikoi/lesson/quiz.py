"""Questions about facts: what is asked, what lies on the table, which answers there are.

What is right is asked of the engine under the rules in play: its tally says which card completes a
yaku, its scorer what a pile is worth. Every other answer is checked there as well, so that it is
wrong. Wrong answers are what one could think: neighbours and look-alikes for months, cards of the
same kind, yaku of which some cards lie there, points of other yaku.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from koikoi.engine.cards import (
    CARDS,
    LIGHTNING,
    MONTH_MASKS,
    SAKE_CUP,
    Card,
    Kind,
    Mask,
    Ribbon,
    cards_of,
    mask_of,
)
from koikoi.engine.rules import OPTION_BY_KEY, Rules
from koikoi.engine.tally import Standing, TallyLine, tally
from koikoi.engine.yaku import YAKU, Family, YakuId, scorer
from koikoi.lesson.chance import Chance
from koikoi.lesson.facts import Fact, Topic, face_of, facts_of

MOST_OPTIONS: Final = 4

Answer: TypeAlias = Card | Kind | Ribbon | YakuId | int | str
"""An answer to choose: a card, a kind, a yaku; a number is a month, or points."""


class Ask(StrEnum):
    """What is asked."""

    MONTH = auto()
    """Which month the card belongs to."""
    SAME_MONTH = auto()
    """Which card is of the same month."""
    KIND = auto()
    """Which kind of card it is."""
    RIBBON = auto()
    """Which ribbon it is."""
    CUP = auto()
    """What the sake cup counts as."""
    COMPLETES = auto()
    """Which card completes a yaku."""
    MAKES = auto()
    """Which yaku the cards make."""
    POINTS = auto()
    """How many points they are worth."""
    ODD = auto()
    """Which card is no part of a yaku."""


OF_CARDS: Final = (Ask.SAME_MONTH, Ask.COMPLETES, Ask.ODD)
"""What is answered with a card."""

UNNAMED: Final = (Ask.MONTH, Ask.SAME_MONTH, Ask.KIND, Ask.RIBBON, Ask.CUP)
"""What the caption of a card would give away."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question.

    Attributes:
        ask: What is asked.
        fact: The fact that it asks for.
        rules: The rules in play.
        shown: The cards that lie on the table.
        options: The answers to choose from, two to four; one of them is right.
        right: The place of the right one.
        month: The month of the round, where a yaku depends on it; else 0.
    """

    ask: Ask
    fact: Fact
    rules: Rules
    shown: tuple[Card, ...]
    options: tuple[Answer, ...]
    right: int
    month: int = 0

    @property
    def answer(self) -> Answer:
        """The right answer."""
        return self.options[self.right]


_Maker: TypeAlias = Callable[[Fact, Rules, Chance], Question | None]


@lru_cache(maxsize=16)
def askable(rules: Rules) -> tuple[Fact, ...]:
    """The facts that there are questions for under these rules."""
    return tuple(
        fact for fact in facts_of(rules) if question_for(fact, rules, Chance("askable")) is not None
    )


def question_for(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    """A question that asks for a fact; ``None`` where none can be asked under these rules."""
    for maker in chance.shuffled(_makers(fact)):
        question = maker(fact, rules, chance)
        if question is not None:
            return question
    return None


def _makers(fact: Fact) -> tuple[_Maker, ...]:
    if fact.topic is Topic.MONTH:
        return (_month, _same_month)
    if fact.topic is Topic.KIND:
        assert fact.card is not None
        if fact.card == SAKE_CUP:
            return (_cup,)
        return (_kind,) if fact.card.ribbon is None else (_ribbon,)
    return (_completes, _makes, _odd) if fact.topic is Topic.CARDS else (_points,)


def _asked(
    ask: Ask,
    fact: Fact,
    rules: Rules,
    shown: Iterable[Card],
    right: Answer,
    wrong: Sequence[Answer],
    chance: Chance,
    month: int = 0,
) -> Question | None:
    """The question with its answers in a random order; ``None`` without any wrong one."""
    if not wrong:
        return None
    options = chance.shuffled((right, *wrong[: MOST_OPTIONS - 1]))
    place = options.index(right)
    return Question(ask, fact, rules, tuple(shown), tuple(options), place, month)


# Cards.

_ALIKE: Final = {2: 3, 3: 2, 4: 7, 7: 4, 5: 12, 12: 5, 6: 9, 9: 6}
"""Months whose plants are taken for each other on the cards: plum and cherry blossoms, wisteria and
bush clover, iris and paulownia, peony and chrysanthemum."""


def _other_months(month: int, chance: Chance) -> list[int]:
    """Three other months: the one that looks alike, and neighbours in the year."""
    near = [(month - 1 + by) % 12 + 1 for by in (-2, -1, 1, 2)]
    alike = [_ALIKE[month]] if month in _ALIKE else []
    others = chance.shuffled([one for one in near if one not in alike])
    return [*alike, *others][: MOST_OPTIONS - 1]


def _month(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    card = _card(fact)
    wrong = _other_months(card.month, chance)
    return _asked(Ask.MONTH, fact, rules, (card,), card.month, wrong, chance)


def _same_month(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    """One of two cards of a month is a figure: two names with the plant in them would tell."""
    card = _card(fact)
    month = [face_of(one) for one in cards_of(MONTH_MASKS[card.month - 1])]
    partners = [
        one for one in dict.fromkeys(month) if one != card and (_figure(one) or _figure(card))
    ]
    right = chance.pick(partners)
    others = [
        one
        for one in _distinct(chance.shuffled(CARDS))
        if one.month != card.month and _figure(one) == _figure(right)
    ]
    near = _other_months(card.month, chance)
    others.sort(key=lambda one: (one.kind is not right.kind, one.month not in near))
    # Two wrong cards of one month would show that neither is right.
    wrong = list({one.month: one for one in reversed(others)}.values())[::-1]
    return _asked(Ask.SAME_MONTH, fact, rules, (card,), right, wrong, chance)


def _figure(card: Card) -> bool:
    """Whether the card's own name does not say its plant."""
    return card.kind in (Kind.LIGHT, Kind.ANIMAL) or card == LIGHTNING


def _kind(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    card = _card(fact)
    wrong = [kind for kind in Kind if kind is not card.kind]
    return _asked(Ask.KIND, fact, rules, (card,), card.kind, wrong, chance)


def _ribbon(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    card = _card(fact)
    assert card.ribbon is not None
    wrong = [colour for colour in Ribbon if colour is not card.ribbon]
    return _asked(Ask.RIBBON, fact, rules, (card,), card.ribbon, wrong, chance)


def _cup(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    right = rules.sake_cup
    wrong = [value for value in OPTION_BY_KEY["sake_cup"].choices if value != right]
    return _asked(Ask.CUP, fact, rules, (SAKE_CUP,), right, wrong, chance)


def _card(fact: Fact) -> Card:
    assert fact.card is not None  # the fact is about a card
    return fact.card


# Yaku.

_TRIES: Final = 12
"""How often a pile is dealt anew that is not what is wanted."""


def _completes(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    month = _month_for(fact, chance)
    for _ in range(_TRIES):
        parts = chance.shuffled(cards_of(_line(fact, 0, rules, month).cards))
        pile = mask_of(parts[: _line(fact, 0, rules, month).need - 1])
        completing = chance.shuffled(cards_of(_line(fact, pile, rules, month).completing))
        # Where only the dearest yaku counts, a card may complete one and another one counts.
        counting = (one for one in completing if _counts(fact, pile | 1 << one, rules, month))
        right = next(counting, None)
        if right is None:
            continue
        others = (
            one
            for one in _near(right, chance)
            if not pile >> one & 1 and not _complete(_line(fact, pile | 1 << one, rules, month))
        )
        wrong = list(islice(others, MOST_OPTIONS - 1))
        return _asked(
            Ask.COMPLETES, fact, rules, cards_of(pile), right, wrong, chance, _told(fact, month)
        )
    return None


def _makes(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    month = _month_for(fact, chance)
    pile = _made_pile(fact, rules, month, chance)
    if not pile:
        return None
    lines = chance.shuffled(tally(pile, rules, month=month).lines)
    others = [line for line in lines if not _complete(line)]
    others.sort(key=lambda line: (not line.have, YAKU[line.id].family is not _family(fact)))
    assert fact.yaku is not None
    wrong = [line.id for line in others[: MOST_OPTIONS - 1]]
    return _asked(
        Ask.MAKES, fact, rules, cards_of(pile), fact.yaku, wrong, chance, _told(fact, month)
    )


def _points(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    month = _month_for(fact, chance)
    pile = _made_pile(fact, rules, month, chance)
    if not pile:
        return None
    further = chance.shuffled(cards_of(_further(fact) & ~pile))
    most = 2 if YAKU[_yaku(fact)].counting else 1
    pile |= mask_of(further[: chance.below(most + 1)])
    total = scorer(rules).total(pile, month)
    worths = [line.worth for line in tally(0, rules, month=month).lines]
    numbers = {*worths, *(total + by for by in (-2, -1, 1, 2, 5))}
    close = sorted(
        (one for one in numbers if one > 0 and one != total), key=lambda one: abs(one - total)
    )
    # Whoever knows the yaku and not what the other cards bring would say what it is worth alone.
    alone = [one for one in (int(fact.value),) if one > 0 and one != total]
    wrong = [*alone, *(one for one in chance.shuffled(close[:6]) if one not in alone)]
    return _asked(Ask.POINTS, fact, rules, cards_of(pile), total, wrong, chance, _told(fact, month))


def _odd(fact: Fact, rules: Rules, chance: Chance) -> Question | None:
    month = _month_for(fact, chance)
    cards = _line(fact, 0, rules, month).cards
    parts = _distinct(chance.shuffled(cards_of(cards)))[: MOST_OPTIONS - 1]
    if len(parts) < MOST_OPTIONS - 1 or _family(fact) is Family.VIEWINGS:
        return None
    likely = [one for one in _near(parts[0], chance) if not cards >> one & 1]
    return _asked(Ask.ODD, fact, rules, (), likely[0], parts, chance, _told(fact, month))


def _yaku(fact: Fact) -> YakuId:
    assert fact.yaku is not None  # the fact is about a yaku
    return fact.yaku


def _family(fact: Fact) -> Family:
    return YAKU[_yaku(fact)].family


def _month_for(fact: Fact, chance: Chance) -> int:
    """The month of the round; it matters to one yaku only."""
    return chance.below(12) + 1 if _family(fact) is Family.MONTH else 1


def _told(fact: Fact, month: int) -> int:
    """The month where it has to be told."""
    return month if _family(fact) is Family.MONTH else 0


def _line(fact: Fact, pile: Mask, rules: Rules, month: int) -> TallyLine:
    line = tally(pile, rules, month=month).line(_yaku(fact))
    assert line is not None  # the fact's yaku is in play
    return line


def _complete(line: TallyLine) -> bool:
    """Whether the cards of a yaku are all there, whatever counts in its place."""
    return line.have >= line.need


def _counts(fact: Fact, pile: Mask, rules: Rules, month: int) -> bool:
    """Whether a yaku counts, or would beside another one or after a call."""
    line = _line(fact, pile, rules, month)
    return line.standing is Standing.MADE or (_family(fact) is Family.VIEWINGS and _complete(line))


def _made_pile(fact: Fact, rules: Rules, month: int, chance: Chance) -> Mask:
    """As many cards as a yaku needs, which make it; 0 where none do."""
    cards = cards_of(_line(fact, 0, rules, month).cards)
    for _ in range(_TRIES):
        pile = mask_of(chance.shuffled(cards)[: YAKU[_yaku(fact)].need])
        if _line(fact, pile, rules, month).standing is Standing.MADE:
            return pile
    return 0


def _further(fact: Fact) -> Mask:
    """The cards that can lie beside a yaku's own to see whether they add points."""
    family = {Family.ANIMALS: YakuId.TANE, Family.RIBBONS: YakuId.TAN, Family.PLAINS: YakuId.KASU}
    yaku = family.get(_family(fact))
    return 0 if yaku is None else YAKU[yaku].cards


def _near(card: Card, chance: Chance) -> list[Card]:
    """All other cards that look different, those first that it could be mixed up with."""
    others = [one for one in _distinct(chance.shuffled(CARDS)) if face_of(one) != face_of(card)]
    others.sort(key=lambda one: (one.kind is not card.kind, one.month != card.month))
    return others


def _distinct(cards: Iterable[Card]) -> list[Card]:
    """One card of each face, in their order."""
    found: dict[Card, Card] = {}
    for card in cards:
        found.setdefault(face_of(card), card)
    return list(found.values())
