"""Two agents without a network: chance, and the frozen yardstick ``greedy``.

``greedy`` takes the dearest cards it can, counting six for every point of yaku that they bring,
gives away the cheapest, and calls koi-koi below six points with five or more cards in the hand. It
does not look ahead and does not watch the other pile. Later agents are measured against it, so
its choices never change: only a wrong rule would be a reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koikoi.ai.agent import chance
from koikoi.engine.actions import Action, KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import (
    BLUE_RIBBONS,
    BOAR,
    BUTTERFLIES,
    CARDS,
    CURTAIN,
    DEER,
    MOON,
    POEM_RIBBONS,
    RAIN,
    SAKE_CUP,
    Card,
    Kind,
    Mask,
    cards_of,
)
from koikoi.engine.flow import matching
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import scorer


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Plays any legal action, each as likely as the others."""

    seed: str = ""

    @property
    def name(self) -> str:
        """``random``."""
        return "random"

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """Chooses by chance."""
        return legal[chance(self.seed, seen).below(len(legal))]


def _weight(card: Card) -> int:
    """What a card is worth to ``greedy``, in twentieths, so that all sums are whole numbers."""
    special = {
        SAKE_CUP: 160,
        CURTAIN: 140,
        MOON: 140,
        RAIN: 70,
        BOAR: 80,
        DEER: 80,
        BUTTERFLIES: 80,
    }
    if card in special:
        return special[card]
    if (POEM_RIBBONS | BLUE_RIBBONS) >> card & 1:
        return 70
    return {Kind.LIGHT: 120, Kind.ANIMAL: 60, Kind.RIBBON: 50, Kind.PLAIN: 20}[card.kind]


WEIGHTS: Final = tuple(_weight(card) for card in CARDS)
"""What each card is worth to ``greedy``, in twentieths."""
POINT: Final = 120
"""What a point of yaku is worth, in the same measure."""
CALL_BELOW: Final = 6
"""The sum of yaku below which ``greedy`` calls."""
CALL_WITH_CARDS: Final = 5
"""The cards in the hand that it needs for a call."""


@dataclass(frozen=True, slots=True)
class GreedyAgent:
    """Takes the most at once; the yardstick of all other agents."""

    seed: str = ""

    @property
    def name(self) -> str:
        """``greedy``."""
        return "greedy"

    def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        """Chooses the action that brings most; between equals of the hand, by chance."""
        if seen.phase is Phase.DECIDE:
            return self._decide(seen, legal)
        pile = _Pile(seen)
        values: list[int] = []
        for action in legal:
            if isinstance(action, Play):
                values.append(max(pile.options(action.card)))
            elif isinstance(action, Take) and seen.in_play is not None:
                values.append(pile.gain(seen.in_play, 1 << action.card))
            else:
                values.append(0)
        best = [action for action, value in zip(legal, values, strict=True) if value == max(values)]
        if seen.phase is Phase.CHOOSE_DRAWN or len(best) == 1:
            return best[0]
        return best[chance(self.seed, seen).below(len(best))]

    def _decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        low = _Pile(seen).total < CALL_BELOW
        call = low and seen.hand.bit_count() >= CALL_WITH_CARDS
        wanted = KoiKoi if call else Shobu
        return next((action for action in legal if isinstance(action, wanted)), legal[0])


class _Pile:
    """The agent's pile and what could be added to it."""

    def __init__(self, seen: PlayerView) -> None:
        assert seen.seat is not None  # only a seat is asked to choose
        self.rules: Rules = seen.rules
        self.scorer = scorer(seen.rules)
        self.cards = seen.captured[seen.seat]
        self.field = seen.field
        self.month = seen.month
        self.calls = seen.calls[seen.seat]
        self.total = self._points(self.cards, self.field)

    def _points(self, pile: Mask, field: Mask) -> int:
        return self.scorer.total(pile, self.month, self.calls, field)

    def gain(self, card: Card, taken: Mask) -> int:
        """What it brings to take these field cards with this card."""
        cards = taken | 1 << card
        points = self._points(self.cards | cards, self.field & ~taken) - self.total
        return sum(WEIGHTS[got] for got in cards_of(cards)) + POINT * points

    def options(self, card: Card) -> list[int]:
        """What playing a hand card can bring: one value for each way of taking with it."""
        matches, choice = matching(self.rules, self.field, card)
        if not matches:
            # Seven tenths of its weight: giving a card away hurts less than taking it helps.
            return [-WEIGHTS[card] * 7 // 10]
        if not choice:
            return [self.gain(card, matches)]
        return [self.gain(card, 1 << target) for target in cards_of(matches)]
