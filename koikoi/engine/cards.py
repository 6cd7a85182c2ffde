"""The 48 flower cards, their names, and sets of cards as 48-bit integers.

A card is a small integer: ``(month - 1) * 4`` plus its place in the month, the dearest first.
A set of cards is a plain ``int`` with bit ``card`` set for each card in it (a *mask*); the state
machine works on masks, and :class:`CardSet` shows one to people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

Mask: TypeAlias = int
"""A set of cards: bit ``card`` is set for every card in it; 0 to ``FULL_DECK``."""


class Kind(StrEnum):
    """The four kinds of card; the value is the letter used in card codes."""

    LIGHT = "L"
    ANIMAL = "A"
    RIBBON = "R"
    PLAIN = "P"


class Ribbon(StrEnum):
    """The three colours of ribbon (tanzaku)."""

    POEM = "poem"
    BLUE = "blue"
    RED = "red"


class _Face(NamedTuple):
    """What is printed on a card; one row of the table below."""

    code: str
    english: str
    romaji: str
    japanese: str


class Month(NamedTuple):
    """A month of the deck: its number and its plant in three languages."""

    number: int
    english: str
    romaji: str
    japanese: str


MONTHS: Final = tuple(
    Month(number, *names)
    for number, names in enumerate(
        (
            ("Pine", "matsu", "松"),
            ("Plum", "ume", "梅"),
            ("Cherry", "sakura", "桜"),
            ("Wisteria", "fuji", "藤"),
            ("Iris", "ayame", "菖蒲"),
            ("Peony", "botan", "牡丹"),
            ("Bush clover", "hagi", "萩"),
            ("Pampas", "susuki", "芒"),
            ("Chrysanthemum", "kiku", "菊"),
            ("Maple", "momiji", "紅葉"),
            ("Willow", "yanagi", "柳"),
            ("Paulownia", "kiri", "桐"),
        ),
        start=1,
    )
)
"""The twelve months in order, January first."""

# Source: the card table of seed document S1 (months, kinds, names). One row a card, in card order.
_FACES: Final = (
    _Face("1L", "Crane", "matsu ni tsuru", "松に鶴"),
    _Face("1R", "Pine poem ribbon", "matsu ni akatan", "松に赤短"),
    _Face("1P1", "Pine plain", "matsu no kasu", "松のカス"),
    _Face("1P2", "Pine plain", "matsu no kasu", "松のカス"),
    _Face("2A", "Nightingale", "ume ni uguisu", "梅に鶯"),
    _Face("2R", "Plum poem ribbon", "ume ni akatan", "梅に赤短"),
    _Face("2P1", "Plum plain", "ume no kasu", "梅のカス"),
    _Face("2P2", "Plum plain", "ume no kasu", "梅のカス"),
    _Face("3L", "Curtain", "sakura ni maku", "桜に幕"),
    _Face("3R", "Cherry poem ribbon", "sakura ni akatan", "桜に赤短"),
    _Face("3P1", "Cherry plain", "sakura no kasu", "桜のカス"),
    _Face("3P2", "Cherry plain", "sakura no kasu", "桜のカス"),
    _Face("4A", "Cuckoo", "fuji ni hototogisu", "藤に不如帰"),
    _Face("4R", "Wisteria red ribbon", "fuji ni tanzaku", "藤に短冊"),
    _Face("4P1", "Wisteria plain", "fuji no kasu", "藤のカス"),
    _Face("4P2", "Wisteria plain", "fuji no kasu", "藤のカス"),
    _Face("5A", "Bridge", "ayame ni yatsuhashi", "菖蒲に八橋"),
    _Face("5R", "Iris red ribbon", "ayame ni tanzaku", "菖蒲に短冊"),
    _Face("5P1", "Iris plain", "ayame no kasu", "菖蒲のカス"),
    _Face("5P2", "Iris plain", "ayame no kasu", "菖蒲のカス"),
    _Face("6A", "Butterflies", "botan ni chō", "牡丹に蝶"),
    _Face("6R", "Peony blue ribbon", "botan ni aotan", "牡丹に青短"),
    _Face("6P1", "Peony plain", "botan no kasu", "牡丹のカス"),
    _Face("6P2", "Peony plain", "botan no kasu", "牡丹のカス"),
    _Face("7A", "Boar", "hagi ni inoshishi", "萩に猪"),
    _Face("7R", "Bush clover red ribbon", "hagi ni tanzaku", "萩に短冊"),
    _Face("7P1", "Bush clover plain", "hagi no kasu", "萩のカス"),
    _Face("7P2", "Bush clover plain", "hagi no kasu", "萩のカス"),
    _Face("8L", "Moon", "susuki ni tsuki", "芒に月"),
    _Face("8A", "Geese", "susuki ni kari", "芒に雁"),
    _Face("8P1", "Pampas plain", "susuki no kasu", "芒のカス"),
    _Face("8P2", "Pampas plain", "susuki no kasu", "芒のカス"),
    _Face("9A", "Sake cup", "kiku ni sakazuki", "菊に盃"),
    _Face("9R", "Chrysanthemum blue ribbon", "kiku ni aotan", "菊に青短"),
    _Face("9P1", "Chrysanthemum plain", "kiku no kasu", "菊のカス"),
    _Face("9P2", "Chrysanthemum plain", "kiku no kasu", "菊のカス"),
    _Face("10A", "Deer", "momiji ni shika", "紅葉に鹿"),
    _Face("10R", "Maple blue ribbon", "momiji ni aotan", "紅葉に青短"),
    _Face("10P1", "Maple plain", "momiji no kasu", "紅葉のカス"),
    _Face("10P2", "Maple plain", "momiji no kasu", "紅葉のカス"),
    _Face("11L", "Rain", "yanagi ni Ono no Tōfū", "柳に小野道風"),
    _Face("11A", "Swallow", "yanagi ni tsubame", "柳に燕"),
    _Face("11R", "Willow red ribbon", "yanagi ni tanzaku", "柳に短冊"),
    _Face("11P1", "Lightning", "yanagi no kasu", "柳のカス"),
    _Face("12L", "Phoenix", "kiri ni hōō", "桐に鳳凰"),
    _Face("12P1", "Paulownia plain", "kiri no kasu", "桐のカス"),
    _Face("12P2", "Paulownia plain", "kiri no kasu", "桐のカス"),
    _Face("12P3", "Yellow paulownia plain", "kiri no kasu", "桐のカス"),
)

_RIBBONS: Final = {
    **dict.fromkeys((1, 2, 3), Ribbon.POEM),
    **dict.fromkeys((6, 9, 10), Ribbon.BLUE),
    **dict.fromkeys((4, 5, 7, 11), Ribbon.RED),
}


class Card(int):
    """One of the 48 cards: an ``int`` from 0 to 47 that knows its face.

    ``Card.parse`` reads a code; ``CARDS[i]`` is the card with number ``i``.

    >>> Card.parse("8a").english, Card.parse("8A").month
    ('Geese', 8)
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """The card with this number; ``CARDS`` holds them all.

        Raises:
            ValueError: It is not a number from 0 to 47.
        """
        if not 0 <= number < 48:
            raise ValueError(f"a card is a number from 0 to 47, not {number}")
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, code: str) -> Card:
        """Reads a card code such as ``1L`` or ``12P3``, in either case.

        Raises:
            ValueError: No card has this code.
        """
        card = _BY_CODE.get(code.strip().upper())
        if card is None:
            raise ValueError(f"no card has the code {code!r}")
        return card

    @property
    def month(self) -> int:
        """The month (suit) of the card, 1 to 12."""
        return self // 4 + 1

    @property
    def kind(self) -> Kind:
        """Light, animal, ribbon or plain."""
        return _KINDS[self]

    @property
    def ribbon(self) -> Ribbon | None:
        """The colour of the ribbon, ``None`` for the other kinds."""
        return _RIBBONS[self.month] if self.kind is Kind.RIBBON else None

    @property
    def code(self) -> str:
        """The code of the card, such as ``1L``."""
        return _FACES[self].code

    @property
    def english(self) -> str:
        """The card's English name, without its month where the name alone is enough."""
        return _FACES[self].english

    @property
    def romaji(self) -> str:
        """The card's Japanese name in Latin letters."""
        return _FACES[self].romaji

    @property
    def japanese(self) -> str:
        """The card's Japanese name."""
        return _FACES[self].japanese

    def __repr__(self) -> str:
        return f"Card.parse({self.code!r})"

    def __str__(self) -> str:
        return self.code

    def __format__(self, spec: str) -> str:
        return format(self.code, spec)


_KINDS: Final = tuple(Kind(face.code.lstrip("0123456789")[0]) for face in _FACES)

CARDS: Final = tuple(Card(i) for i in range(48))
"""All cards in order; ``CARDS[i] == i``."""

_BY_CODE: Final = {card.code: card for card in CARDS}

FULL_DECK: Final[Mask] = (1 << 48) - 1
"""The set of all 48 cards."""

MONTH_MASKS: Final = tuple(0b1111 << 4 * month for month in range(12))
"""The four cards of each month; index 0 is January."""

CARD_MONTH_MASKS: Final = tuple(MONTH_MASKS[card // 4] for card in range(48))
"""For each card the four cards of its month."""


def mask_of(cards: Iterable[int]) -> Mask:
    """The set of the given cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask in card order (by month, the dearest first)."""
    found = []
    while mask:
        low = mask & -mask
        found.append(CARDS[low.bit_length() - 1])
        mask ^= low
    return tuple(found)


def parse_cards(codes: Iterable[str]) -> tuple[Card, ...]:
    """Reads card codes, in their order.

    Raises:
        ValueError: A code names no card, or a card is named twice.
    """
    cards = tuple(Card.parse(code) for code in codes)
    seen = 0
    for card in cards:
        if seen >> card & 1:
            raise ValueError(f"the card {card} is named twice")
        seen |= 1 << card
    return cards


def codes_of(cards: Iterable[int]) -> list[str]:
    """The codes of the given cards, in their order."""
    return [_FACES[card].code for card in cards]


def _of_kind(kind: Kind) -> Mask:
    return mask_of(card for card in CARDS if card.kind is kind)


def _ribbons(colour: Ribbon) -> Mask:
    return mask_of(card for card in CARDS if card.ribbon is colour)


LIGHTS: Final[Mask] = _of_kind(Kind.LIGHT)
ANIMALS: Final[Mask] = _of_kind(Kind.ANIMAL)
RIBBONS: Final[Mask] = _of_kind(Kind.RIBBON)
PLAINS: Final[Mask] = _of_kind(Kind.PLAIN)
POEM_RIBBONS: Final[Mask] = _ribbons(Ribbon.POEM)
BLUE_RIBBONS: Final[Mask] = _ribbons(Ribbon.BLUE)

CURTAIN: Final = Card.parse("3L")
MOON: Final = Card.parse("8L")
RAIN: Final = Card.parse("11L")
SAKE_CUP: Final = Card.parse("9A")
LIGHTNING: Final = Card.parse("11P1")
BOAR: Final = Card.parse("7A")
DEER: Final = Card.parse("10A")
BUTTERFLIES: Final = Card.parse("6A")


class CardSet(Set[Card]):
    """A read-only set of cards over a mask, for people and for tests.

    >>> hand = CardSet.parse("1L 8A 9A")
    >>> len(hand), Card.parse("8A") in hand, str(hand)
    (3, True, '1L 8A 9A')

    Args:
        cards: A mask, a single card, or several cards.

    Raises:
        ValueError: They are not cards of the deck.
    """

    __slots__ = ("mask",)

    def __init__(self, cards: Mask | Iterable[int] = 0) -> None:
        if isinstance(cards, Card):
            cards = 1 << cards  # a card is an int, and would pass for a mask
        self.mask: Mask = cards if isinstance(cards, int) else mask_of(cards)
        if self.mask & ~FULL_DECK:
            raise ValueError("a set of cards is a number from 0 to 2**48 - 1")

    @classmethod
    def parse(cls, codes: str) -> CardSet:
        """Reads card codes with blanks or commas between them.

        Raises:
            ValueError: A code names no card, or a card is named twice.
        """
        return cls(parse_cards(codes.replace(",", " ").split()))

    @classmethod
    def _from_iterable(cls, it: Iterable[int]) -> CardSet:  # type: ignore[override]
        # The results of & | - ^: the other operand may hold cards as plain numbers.
        return cls(mask_of(it))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < 48 and bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __hash__(self) -> int:
        return self._hash()  # equal to frozenset's, as equal sets have to be

    def __str__(self) -> str:
        return " ".join(codes_of(self))

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"
