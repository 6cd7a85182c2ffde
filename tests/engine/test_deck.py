"""Decks from a seed: fixed for ever, fair, and provable afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count, islice

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import SEATS
from koikoi.engine.cards import CARDS, Card, codes_of
from koikoi.engine.deck import (
    DEALER_ROUND,
    DECK_VERSION,
    MAX_SEED_LENGTH,
    Stream,
    check_deck,
    check_seed,
    commitment,
    seeded_deck,
)
from koikoi.engine.flow import new_match
from koikoi.engine.presets import PRESET_NAMES, preset

# Known answers: seed, round, attempt; the first eight cards, the last three, and the start of the
# SHA-256 of the 48 card numbers as bytes. They hold for every later version of the game, because
# records of finished matches are checked against them.
KNOWN_DECKS = (
    ("spring", 1, 0, "7R 1P1 6A 10P1 3P1 6P1 2P1 7P1", "5P2 8L 11P1", "a4360b2721bbdb89"),
    ("spring", 1, 1, "3P1 12P2 6A 8P1 9P2 8P2 8A 10R", "11A 4P2 9P1", "699fb217dd7c57e5"),
    ("spring", 0, 0, "7P1 6P1 7A 2P2 8P2 1P2 4R 10R", "12L 11L 8A", "4b1c64e782fc6ebc"),
    ("spring", 12, 3, "8P1 12P1 1P2 4P2 11L 9A 5A 1P1", "8L 6A 3P2", "45dc8a9c4276e002"),
    ("0", 1, 0, "7A 7P2 4P1 10A 6R 1L 1R 4A", "11L 9R 9P1", "0d2479c772ea3675"),
    ("鯉恋/1", 2, 0, "6P2 12L 11A 5P1 3P1 6R 7A 2A", "5R 4P2 3P2", "61c42d1c2cc8a0df"),
)


def _documented_bytes(text: str) -> Iterator[int]:
    """SHA-256(SHA-256(text) + counter), counter = 0, 1, 2 … in four bytes, big end first."""
    key = sha256(text.encode("utf-8")).digest()
    for counter in count():
        yield from sha256(key + counter.to_bytes(4, "big")).digest()


def _documented_below(numbers: Iterator[int], limit: int) -> int:
    """A byte below the greatest multiple of the limit, modulo the limit."""
    return next(byte for byte in numbers if byte < 256 // limit * limit) % limit


def _documented_deck(seed: str, number: int, attempt: int) -> list[int]:
    """The deck as the documentation describes it, by code that shares nothing with the engine."""
    numbers = _documented_bytes(f"koikoi-deck-v1/{seed}/{number}/{attempt}")
    cards = list(range(48))
    for place in reversed(range(1, 48)):
        chosen = _documented_below(numbers, place + 1)
        cards[place], cards[chosen] = cards[chosen], cards[place]
    return cards


@pytest.mark.parametrize(("seed", "number", "attempt", "first", "last", "digest"), KNOWN_DECKS)
def test_known_seed_deals_the_known_deck(
    seed: str, number: int, attempt: int, first: str, last: str, digest: str
) -> None:
    deck = seeded_deck(seed, number, attempt)
    assert " ".join(codes_of(deck[:8])) == first
    assert " ".join(codes_of(deck[-3:])) == last
    assert sha256(bytes(deck)).hexdigest()[:16] == digest


@given(
    st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=20),
    st.integers(0, 12),
    st.integers(0, 5),
)
@settings(deadline=None)
def test_deck_is_what_the_documentation_describes(seed: str, number: int, attempt: int) -> None:
    assert list(seeded_deck(seed, number, attempt)) == _documented_deck(seed, number, attempt)


def test_deck_version_is_in_the_text_of_the_deck() -> None:
    assert DECK_VERSION == "koikoi-deck-v1"
    assert DEALER_ROUND == 0


@given(st.text(st.characters(codec="utf-8"), max_size=30))
@settings(deadline=None)
def test_stream_is_what_the_documentation_describes(text: str) -> None:
    stream = Stream(text)
    assert [stream.byte() for _ in range(100)] == list(islice(_documented_bytes(text), 100))


def test_deck_holds_all_48_cards_as_cards() -> None:
    deck = seeded_deck("spring", 1)
    assert sorted(deck) == list(CARDS)
    assert all(type(card) is Card for card in deck)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (("a", 1, 0), ("b", 1, 0)),
        (("a", 1, 0), ("a", 2, 0)),
        (("a", 1, 0), ("a", 1, 1)),
        (("a", 1, 0), ("A", 1, 0)),
        # What a seed holds cannot be taken for a round or an attempt.
        (("a", 1, 23), ("a/1", 2, 3)),
        (("a/1", 2, 3), ("a", 1, 2)),
        (("a/1/2", 3, 4), ("a/1", 2, 3)),
        (("a", 11, 0), ("a", 1, 10)),
        (("a", 11, 0), ("a1", 1, 0)),
        (("7", 1, 0), ("\N{ARABIC-INDIC DIGIT SEVEN}", 1, 0)),
        (("\N{LATIN SMALL LETTER E WITH ACUTE}", 1, 0), ("e\N{COMBINING ACUTE ACCENT}", 1, 0)),
    ],
)
def test_different_seeds_rounds_and_attempts_never_share_a_deck(
    a: tuple[str, int, int], b: tuple[str, int, int]
) -> None:
    assert seeded_deck(*a) != seeded_deck(*b)


@given(
    st.tuples(st.text("a/1", min_size=1, max_size=6), st.integers(0, 12), st.integers(0, 12)),
    st.tuples(st.text("a/1", min_size=1, max_size=6), st.integers(0, 12), st.integers(0, 12)),
)
@settings(deadline=None)
def test_seeds_with_slashes_do_not_collide(
    a: tuple[str, int, int], b: tuple[str, int, int]
) -> None:
    assert (seeded_deck(*a) == seeded_deck(*b)) == (a == b)


@pytest.mark.parametrize("seed", ["spring", "0", "鯉恋/1", "with blanks"])
def test_commitment_is_the_sha256_of_the_seed(seed: str) -> None:
    assert commitment(seed) == sha256(seed.encode("utf-8")).hexdigest()
    assert new_match(preset(), seed).commitment == commitment(seed)


def test_commitment_is_what_sha256sum_prints() -> None:
    expected = "622a494d3ea8c7ba2fed4f37909f14d9b50ab412322de39be62c8d6c2418bfca"
    assert commitment("spring") == expected


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 48, 100, 128, 129, 255, 256])
def test_below_gives_every_number_under_the_limit_equally_often(limit: int) -> None:
    stream = Stream(f"below/{limit}")
    draws = 200 * limit
    counts = np.bincount([stream.below(limit) for _ in range(draws)], minlength=limit)
    assert len(counts) == limit
    statistic = float(((counts - 200) ** 2 / 200).sum())
    freedom = limit - 1
    assert statistic <= freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("limit", [-1, 0, 257, 1000])
def test_below_refuses_a_limit_that_no_byte_can_serve(limit: int) -> None:
    with pytest.raises(ValueError, match=f"limit is {limit}, allowed are 1 to 256"):
        Stream("text").below(limit)


def test_shuffle_leaves_its_argument_alone_and_loses_nothing() -> None:
    items = [5, 5, 7, 9]
    shuffled = Stream("text").shuffle(items)
    assert items == [5, 5, 7, 9]
    assert sorted(shuffled) == items


@pytest.mark.parametrize("items", [[], [3]])
def test_shuffle_of_nothing_or_one_thing_is_itself(items: list[int]) -> None:
    assert Stream("text").shuffle(items) == items


def _chi_square(tables: npt.NDArray[np.int64], expected: float) -> float:
    return float(((tables - expected) ** 2 / expected).sum())


def test_every_card_is_equally_often_at_every_place_of_100_000_deals() -> None:
    deals = 100_000
    decks = bytearray()
    for i in range(deals // 10):
        for number in range(1, 11):
            decks += bytes(seeded_deck(f"deal {i}", number))
    cards = np.frombuffer(decks, dtype=np.uint8).reshape(deals, 48)
    table = np.stack([np.bincount(cards[:, place], minlength=48) for place in range(48)])
    assert table.sum() == deals * 48
    # 47 × 47 degrees of freedom, standard deviation 66.5: four of them either way. Too even a
    # table would be as wrong as too uneven a one.
    assert 47 * 47 - 266 < _chi_square(table, deals / 48) < 47 * 47 + 266
    # Neighbours in the deck: which card follows which.
    pairs = cards[:, :-1].astype(np.int64) * 48 + cards[:, 1:]
    follows = np.bincount(pairs.ravel(), minlength=48 * 48).reshape(48, 48)
    assert not follows.diagonal().any()
    off = follows[~np.eye(48, dtype=bool)]
    assert 2255 - 300 < _chi_square(off, deals * 47 / (48 * 47)) < 2255 + 300


@pytest.mark.parametrize("seed", ["", "\n", "tab\there", "\x7f", "a\u200bb", "x" * 201, "\ud800"])
def test_unusable_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="1 to 200 printable characters"):
        check_seed(seed)
    with pytest.raises(ValueError, match="1 to 200 printable characters"):
        new_match(preset(), seed)


@pytest.mark.parametrize("seed", ["a", "with blanks", "鯉恋", "/", "x" * MAX_SEED_LENGTH])
def test_printable_seed_is_accepted(seed: str) -> None:
    assert check_seed(seed) == seed


@pytest.mark.parametrize(
    "broken",
    [
        lambda deck: deck[:47],
        lambda deck: (*deck, deck[0]),
        lambda deck: (*deck[:47], deck[0]),
        lambda deck: (*deck[:47], 48),
        lambda deck: (*deck[:47], -1),
        lambda deck: deck[:0],
    ],
    ids=["47 cards", "49 cards", "a card twice", "card 48", "card -1", "no card"],
)
def test_deck_that_is_not_the_48_cards_is_refused(
    broken: Callable[[tuple[int, ...]], Sequence[int]],
) -> None:
    deck = broken(tuple(range(48)))
    with pytest.raises(ValueError, match="all 48 cards, each once"):
        check_deck(deck)
    with pytest.raises(ValueError, match="all 48 cards, each once"):
        new_match(preset(), "seed", decks=[deck])


def test_plain_numbers_become_a_deck_of_cards() -> None:
    deck = check_deck(range(48))
    assert deck == CARDS
    assert all(type(card) is Card for card in deck)


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_same_seed_deals_the_same_match_and_the_deck_goes_to_the_roles(name: str) -> None:
    state, again = (new_match(preset(name), "spring") for _ in range(2))
    assert state == again
    now = state.round
    assert now.deck == seeded_deck("spring", 1, now.attempt)
    ko, oya = now.hands[1 - now.oya], now.hands[now.oya]
    assert ko == sum(1 << card for card in now.deck[:8])
    assert now.slots == now.deck[8:16]
    assert oya == sum(1 << card for card in now.deck[16:24])
    assert now.stock == now.deck[24:]
    assert now.mover == now.oya in SEATS
