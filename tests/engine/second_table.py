"""A second table, written from the rules alone, to play the engine's matches on.

It knows nothing of the engine but the option names: cards are codes, the field is a list of
places, what a pile is worth says the second scorer. It is slow and plain on purpose.
"""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable, Sequence

from koikoi.engine.rules import Rules
from tests.engine.test_second_scorer import score

ORDER = [
    f"{month}{face}"
    for month in range(1, 13)
    for face in ("L", "A", "R", "P1", "P2", "P3")
    if not (face == "P3" and month != 12)
    and not (face == "P2" and month == 11)
    and not (face == "L" and month not in (1, 3, 8, 11, 12))
    and not (face == "A" and month in (1, 3, 12))
    and not (face == "R" and month in (8, 12))
]
"""All codes by month, the dearest first."""


def month_of(card: str) -> int:
    return int(card[:2]) if card[:2].isdigit() else int(card[0])


def months(cards: Sequence[str] | set[str], count: int) -> list[int]:
    """The months of which so many cards are there."""
    counts = Counter(map(month_of, cards))
    return sorted(month for month in counts if counts[month] == count)


class SecondTable:
    """A match on the second table.

    Attributes:
        want: What is to be done next: ``play``, ``take``, ``decide``, ``deal`` or ``nothing``.
        who: Who is to do it.
    """

    def __init__(
        self, rules: Rules, deck_of: Callable[[int, int], Sequence[str]], oya: int
    ) -> None:
        self.rules = rules
        self.deck_of = deck_of
        self.scores = [rules.starting_points] * 2
        self.number = 0
        self.next_oya = oya
        self.deal()

    def twin(self) -> SecondTable:
        """The same table, to go on with on its own."""
        other = copy.copy(self)
        other.scores, other.calls = self.scores[:], self.calls[:]
        other.places, other.stock = self.places[:], self.stock[:]
        other.hands, other.piles, other.decided = (
            [set(cards) for cards in zone] for zone in (self.hands, self.piles, self.decided)
        )
        return other

    # The deal

    def deal(self) -> None:
        self.number += 1
        self.oya = self.who = self.next_oya
        self.calls = [0, 0]
        self.decided: list[set[str]] = [set(), set()]
        self.piles: list[set[str]] = [set(), set()]
        self.waiting = ""
        self.attempt = 0
        self.lay()
        while self.is_void():
            self.attempt += 1
            self.lay()
        if self.rules.field_four == "dealer_takes":
            for month in months(self.field, 4):
                four = {card for card in self.field if month_of(card) == month}
                self.piles[self.oya] |= four
                self.clear(four)
        self.want = "play"
        self.look_for_dealt_hands()

    def lay(self) -> None:
        deck = list(self.deck_of(self.number, self.attempt))
        self.hands = [set[str](), set[str]()]
        self.hands[1 - self.oya] = set(deck[:8])
        self.places: list[str | None] = [*deck[8:16]]
        self.hands[self.oya] = set(deck[16:24])
        self.stock = deck[24:]

    def is_void(self) -> bool:
        rules, field = self.rules, self.field
        return bool(
            (rules.field_four == "redeal" and months(field, 4))
            or (rules.field_three == "redeal" and months(field, 3))
            or (rules.field_pairs == "redeal" and len(months(field, 2)) == 4)
            or any(rules.teshi == "redeal" and months(hand, 4) for hand in self.hands)
            or any(rules.kuttsuki == "redeal" and len(months(hand, 2)) == 4 for hand in self.hands)
        )

    def look_for_dealt_hands(self) -> None:
        rules = self.rules
        gains = [0, 0]
        for seat, hand in enumerate(self.hands):
            if rules.kuttsuki == "points" and len(months(hand, 2)) == 4:
                gains[seat] = rules.kuttsuki_points
            if rules.teshi == "points" and months(hand, 4):
                gains[seat] = rules.teshi_points
        if not any(gains):
            return
        winner: int | None = 0 if gains[0] else 1
        if all(gains):
            winner = self.oya if rules.both_dealt == "dealer" else None
            if rules.both_dealt == "nobody":
                gains = [0, 0]
            elif rules.both_dealt == "dealer":
                gains[1 - self.oya] = 0
        self.end(winner, gains)

    # A turn

    @property
    def field(self) -> list[str]:
        return [card for card in self.places if card is not None]

    def clear(self, cards: set[str]) -> None:
        self.places = [None if card in cards else card for card in self.places]

    def matches(self, card: str) -> list[str]:
        same = [lying for lying in self.field if month_of(lying) == month_of(card)]
        if card == "11P1" and self.rules.lightning_wild and len(same) != 3:
            return self.field
        return same

    def must_choose(self, card: str) -> bool:
        found = self.matches(card)
        if card == "11P1" and self.rules.lightning_wild:
            return len(found) > 1 and not (len(found) == 3 and set(map(month_of, found)) == {11})
        return len(found) == 2

    def put(self, card: str) -> bool:
        """Puts a card on the table; False where its player has to choose what it takes."""
        if self.must_choose(card):
            self.waiting, self.want = card, "take"
            return False
        found = set(self.matches(card))
        if found:
            self.clear(found)
            self.piles[self.who] |= found | {card}
        elif None in self.places:
            self.places[self.places.index(None)] = card
        else:
            self.places.append(card)
        return True

    def options(self) -> list[str]:
        if self.want == "play":
            return sorted(self.hands[self.who], key=ORDER.index)
        if self.want == "take":
            return sorted(self.matches(self.waiting), key=ORDER.index)
        return {"decide": ["koi", "stop"], "deal": ["next"], "nothing": []}[self.want]

    def move(self, word: str) -> None:
        assert word in self.options()
        if self.want == "play":
            self.hands[self.who].remove(word)
            self.drawing = False
            if self.put(word):
                self.draw()
        elif self.want == "take":
            self.clear({word})
            self.piles[self.who] |= {word, self.waiting}
            self.waiting = ""
            if self.drawing:
                self.check()
            else:
                self.draw()
        elif word == "koi":
            self.calls[self.who] += 1
            self.decided[self.who] = set(self.piles[self.who])
            self.pass_on()
        elif word == "stop":
            self.stop()
        else:
            self.deal()

    def draw(self) -> None:
        self.drawing = True
        if self.put(self.stock.pop(0)):
            self.check()

    def worth(self, pile: set[str]) -> int:
        calls = self.calls[self.who]
        return sum(score(self.rules, pile, self.number, calls, self.field).values())

    def check(self) -> None:
        if self.worth(self.piles[self.who]) <= self.worth(self.decided[self.who]):
            self.pass_on()
        elif self.hands[self.who] and self.may_call():
            self.want = "decide"
        else:
            self.stop()

    def may_call(self) -> bool:
        rules = self.rules
        if rules.call_limit == "per_player":
            return self.calls[self.who] < rules.call_limit_count
        return rules.call_limit == "none" or sum(self.calls) < rules.call_limit_count

    def pass_on(self) -> None:
        self.who = 1 - self.who
        self.want = "play"
        if not any(self.hands):
            self.who = 1 - self.who  # The turn passes to nobody.
            gains = [0, 0]
            gains[self.oya] = self.rules.exhausted_points
            self.end(None, gains)

    # The end of a round

    def stop(self) -> None:
        gains = [0, 0]
        gains[self.who] = self.points()
        self.end(self.who, gains)

    def points(self) -> int:
        rules = self.rules
        total = self.worth(self.piles[self.who])
        own, theirs = self.calls[self.who], self.calls[1 - self.who]
        factors = [2] if rules.double_from and total >= rules.double_from else []
        if rules.call_bonus == "opponent_called" and theirs:
            factors.append(2)
        if rules.call_bonus == "per_call":
            factors.append(1 + own + theirs)
        if rules.call_bonus == "own_calls" and own > 3:
            factors.append(own - 2)
        elif rules.call_bonus == "own_calls":
            total += own
        if rules.bonus_stacking == "multiply":
            return total * math.prod(factors)
        if rules.bonus_stacking == "highest":
            return total * max([1, *factors])
        return total * (1 + sum(factors) - len(factors))

    def end(self, winner: int | None, gains: list[int]) -> None:
        rules = self.rules
        for seat in (0, 1):
            self.scores[seat] += gains[seat]
            if rules.starting_points:
                self.scores[seat] -= gains[1 - seat]
        self.winner = winner
        broke = bool(rules.starting_points) and min(self.scores) <= 0
        self.want = "nothing" if broke or self.number == rules.rounds else "deal"
        self.next_oya = self.oya if winner is None else winner
        if winner is None and rules.exhausted_dealer == "switches":
            self.next_oya = 1 - self.oya
        if rules.next_dealer == "alternates":
            self.next_oya = 1 - self.oya
