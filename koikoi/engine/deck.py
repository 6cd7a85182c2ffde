"""Decks from a seed, the same on every machine and Python version, fixed before the match.

The stream of a text is SHA-256(SHA-256(text) + counter) for counter = 0, 1, 2 … (4 bytes, big
end first); its bytes become numbers below ``n`` by rejection, and a deck is a Fisher-Yates shuffle
of the cards 0 to 47 by these numbers. The text of a deck is
``koikoi-deck-v1/{seed}/{round}/{attempt}``. ``v1`` changes whenever any of this does.

The seed is secret during the match. Its commitment, shown before the match, is the SHA-256 of the
seed's UTF-8 text: ``printf %s SEED | sha256sum`` prints it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeAlias

from koikoi.engine.cards import CARDS, Card

Deck: TypeAlias = tuple[Card, ...]
"""All 48 cards in an order: 0-7 to the ko, 8-15 to the field, 16-23 to the oya, then the stock."""

DECK_VERSION: Final = "koikoi-deck-v1"
DEALER_ROUND: Final = 0
"""The round number whose deck the draw for the first dealer uses."""

MAX_SEED_LENGTH: Final = 200


class Stream:
    """An endless stream of numbers from a text; equal texts give equal streams everywhere."""

    __slots__ = ("_block", "_counter", "_key", "_position")

    def __init__(self, text: str) -> None:
        self._key = sha256(text.encode()).digest()
        self._counter = 0
        self._block = b""
        self._position = 32

    def byte(self) -> int:
        """The next byte, 0 to 255."""
        if self._position == 32 or not self._block:
            self._block = sha256(self._key + self._counter.to_bytes(4, "big")).digest()
            self._counter += 1
            self._position = 0
        value = self._block[self._position]
        self._position += 1
        return value

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, each as likely as the others.

        Args:
            limit: 1 to 256.

        Raises:
            ValueError: ``limit`` is out of range.
        """
        if not 1 <= limit <= 256:
            raise ValueError(f"limit is {limit}, allowed are 1 to 256")
        ceiling = 256 - 256 % limit
        while True:
            value = self.byte()
            if value < ceiling:
                return value % limit

    def shuffle(self, items: Sequence[int]) -> list[int]:
        """The items in a random order (Fisher-Yates from the last place down)."""
        order = list(items)
        byte = self.byte
        for last in range(len(order) - 1, 0, -1):
            limit = last + 1
            ceiling = 256 - 256 % limit
            value = byte()
            while value >= ceiling:
                value = byte()
            other = value % limit
            order[last], order[other] = order[other], order[last]
        return order


_SORTED: Final = tuple(range(48))


def seeded_deck(seed: str, round_number: int, attempt: int = 0) -> Deck:
    """The deck of a round.

    Args:
        seed: The match's seed.
        round_number: 1 for the first round; 0 is the deck of the draw for the first dealer.
        attempt: 0 for the first deal of the round, one more for each redeal.
    """
    stream = Stream(f"{DECK_VERSION}/{seed}/{round_number}/{attempt}")
    return tuple([CARDS[i] for i in stream.shuffle(_SORTED)])


def commitment(seed: str) -> str:
    """The SHA-256 of the seed in hexadecimal, shown before the match as proof for later."""
    return sha256(seed.encode()).hexdigest()


def check_seed(seed: str) -> str:
    """Returns the seed if it can be one.

    Raises:
        ValueError: It is empty, longer than 200 characters, or holds something unprintable.
    """
    if not seed or len(seed) > MAX_SEED_LENGTH or not seed.isprintable():
        raise ValueError(f"a seed is 1 to {MAX_SEED_LENGTH} printable characters")
    return seed


def check_deck(cards: Sequence[int]) -> Deck:
    """Returns the cards as a deck.

    Raises:
        ValueError: They are not the 48 cards, each once.
    """
    if len(cards) != 48 or set(cards) != set(_SORTED):
        raise ValueError("a deck is all 48 cards, each once")
    return tuple(CARDS[card] for card in cards)
