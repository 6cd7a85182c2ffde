"""What there is to know: the month and the kind of every card, the cards and the worth of yaku.

A fact goes by its key, under which it is remembered. What depends on the rules has their value in
the key: who knows that three lights bring 5 points has to learn it anew where they bring 6.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from koikoi.engine.cards import CARDS, LIGHTNING, SAKE_CUP, Card, Kind
from koikoi.engine.rules import Rules
from koikoi.engine.tally import tally
from koikoi.engine.yaku import YakuId


class Topic(StrEnum):
    """What a fact is about; the value begins its key."""

    MONTH = "month"
    """Which month a card belongs to."""
    KIND = "kind"
    """Which kind a card is, or which ribbon; what the sake cup counts as."""
    CARDS = "cards"
    """What a yaku is made of."""
    WORTH = "worth"
    """How many points a yaku brings."""


class Fact(NamedTuple):
    """Something that can be known.

    Attributes:
        topic: What it is about.
        card: The card; plains that look alike share the first of them. ``None`` for a yaku.
        yaku: The yaku; ``None`` for a card.
        value: What the rules in play say, where these matter.
    """

    topic: Topic
    card: Card | None = None
    yaku: YakuId | None = None
    value: str = ""

    @property
    def key(self) -> str:
        """What it is remembered under: ``month 1P1``, ``cards sanko``, ``worth sanko 5``."""
        about = self.card.code if self.card is not None else str(self.yaku)
        return " ".join(part for part in (self.topic.value, about, self.value) if part)


_FACE_OF: Final = tuple(
    next(one for one in CARDS if (one.month, one.english) == (card.month, card.english))
    for card in CARDS
)


def face_of(card: Card) -> Card:
    """The first of the cards that look like this one: of a month's plains mostly one for all."""
    return _FACE_OF[card]


FACES: Final = tuple(card for card in CARDS if face_of(card) == card)
"""The cards that look different."""


def facts_of(rules: Rules) -> tuple[Fact, ...]:
    """All that there is to know under these rules: cards by month, then the yaku in play."""
    facts = []
    for card in FACES:
        facts.append(Fact(Topic.MONTH, card))
        if card == SAKE_CUP:
            facts.append(Fact(Topic.KIND, card, value=rules.sake_cup))
        elif card.kind is not Kind.PLAIN or card == LIGHTNING:
            facts.append(Fact(Topic.KIND, card))
    for line in tally(0, rules).lines:
        facts.append(Fact(Topic.CARDS, yaku=line.id))
        facts.append(Fact(Topic.WORTH, yaku=line.id, value=str(line.worth)))
    return tuple(facts)
