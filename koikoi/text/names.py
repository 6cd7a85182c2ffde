"""Names of things: cards, months, kinds, ribbons, yaku, seats, phases, outcomes.

The English names of cards, plants and yaku are those of the engine's tables; they stand here once
more so that the template holds them. The tests compare them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from koikoi.engine.actions import Seat
from koikoi.engine.cards import CARDS, Card, Kind, Mask, Ribbon, cards_of
from koikoi.engine.events import MatchOutcome, RoundOutcome
from koikoi.engine.state import Phase
from koikoi.engine.yaku import YakuId
from koikoi.text.catalogue import NN_, NP_, Text

CARD_NAMES: Final = {
    "1L": NP_("card", "Crane"),
    "1R": NP_("card", "Pine poem ribbon"),
    "1P": NP_("card", "Pine plain"),
    "2A": NP_("card", "Nightingale"),
    "2R": NP_("card", "Plum poem ribbon"),
    "2P": NP_("card", "Plum plain"),
    "3L": NP_("card", "Curtain"),
    "3R": NP_("card", "Cherry poem ribbon"),
    "3P": NP_("card", "Cherry plain"),
    "4A": NP_("card", "Cuckoo"),
    "4R": NP_("card", "Wisteria red ribbon"),
    "4P": NP_("card", "Wisteria plain"),
    "5A": NP_("card", "Bridge"),
    "5R": NP_("card", "Iris red ribbon"),
    "5P": NP_("card", "Iris plain"),
    "6A": NP_("card", "Butterflies"),
    "6R": NP_("card", "Peony blue ribbon"),
    "6P": NP_("card", "Peony plain"),
    "7A": NP_("card", "Boar"),
    "7R": NP_("card", "Bush clover red ribbon"),
    "7P": NP_("card", "Bush clover plain"),
    "8L": NP_("card", "Moon"),
    "8A": NP_("card", "Geese"),
    "8P": NP_("card", "Pampas plain"),
    "9A": NP_("card", "Sake cup"),
    "9R": NP_("card", "Chrysanthemum blue ribbon"),
    "9P": NP_("card", "Chrysanthemum plain"),
    "10A": NP_("card", "Deer"),
    "10R": NP_("card", "Maple blue ribbon"),
    "10P": NP_("card", "Maple plain"),
    "11L": NP_("card", "Rain"),
    "11A": NP_("card", "Swallow"),
    "11R": NP_("card", "Willow red ribbon"),
    "11P1": NP_("card", "Lightning"),
    "12L": NP_("card", "Phoenix"),
    "12P": NP_("card", "Paulownia plain"),
    "12P3": NP_("card", "Yellow paulownia plain"),
}
"""The names of the cards by their code; plains that look alike share one, without a number."""

TWIN_NAMES: Final = {
    "1P": NP_("cards", "two Pine plains"),
    "2P": NP_("cards", "two Plum plains"),
    "3P": NP_("cards", "two Cherry plains"),
    "4P": NP_("cards", "two Wisteria plains"),
    "5P": NP_("cards", "two Iris plains"),
    "6P": NP_("cards", "two Peony plains"),
    "7P": NP_("cards", "two Bush clover plains"),
    "8P": NP_("cards", "two Pampas plains"),
    "9P": NP_("cards", "two Chrysanthemum plains"),
    "10P": NP_("cards", "two Maple plains"),
    "12P": NP_("cards", "two Paulownia plains"),
}
"""Both of the plains that share a name."""

CALENDAR: Final = (
    NP_("calendar", "January"),
    NP_("calendar", "February"),
    NP_("calendar", "March"),
    NP_("calendar", "April"),
    NP_("calendar", "May"),
    NP_("calendar", "June"),
    NP_("calendar", "July"),
    NP_("calendar", "August"),
    NP_("calendar", "September"),
    NP_("calendar", "October"),
    NP_("calendar", "November"),
    NP_("calendar", "December"),
)

PLANTS: Final = (
    NP_("plant", "Pine"),
    NP_("plant", "Plum"),
    NP_("plant", "Cherry"),
    NP_("plant", "Wisteria"),
    NP_("plant", "Iris"),
    NP_("plant", "Peony"),
    NP_("plant", "Bush clover"),
    NP_("plant", "Pampas"),
    NP_("plant", "Chrysanthemum"),
    NP_("plant", "Maple"),
    NP_("plant", "Willow"),
    NP_("plant", "Paulownia"),
)

_MONTHS: Final = (
    NP_("month", "January (Pine)"),
    NP_("month", "February (Plum)"),
    NP_("month", "March (Cherry)"),
    NP_("month", "April (Wisteria)"),
    NP_("month", "May (Iris)"),
    NP_("month", "June (Peony)"),
    NP_("month", "July (Bush clover)"),
    NP_("month", "August (Pampas)"),
    NP_("month", "September (Chrysanthemum)"),
    NP_("month", "October (Maple)"),
    NP_("month", "November (Willow)"),
    NP_("month", "December (Paulownia)"),
)

_KINDS: Final = {
    Kind.LIGHT: NP_("kind", "light"),
    Kind.ANIMAL: NP_("kind", "animal"),
    Kind.RIBBON: NP_("kind", "ribbon"),
    Kind.PLAIN: NP_("kind", "plain"),
}

_COUNTED: Final = {
    Kind.LIGHT: NN_("{count} light", "{count} lights"),
    Kind.ANIMAL: NN_("{count} animal", "{count} animals"),
    Kind.RIBBON: NN_("{count} ribbon", "{count} ribbons"),
    Kind.PLAIN: NN_("{count} plain", "{count} plains"),
}

_RIBBONS: Final = {
    Ribbon.POEM: NP_("ribbon", "poem ribbon"),
    Ribbon.BLUE: NP_("ribbon", "blue ribbon"),
    Ribbon.RED: NP_("ribbon", "red ribbon"),
}

YAKU_NAMES: Final = {
    YakuId.GOKO: NP_("yaku", "Five Lights"),
    YakuId.SHIKO: NP_("yaku", "Four Lights"),
    YakuId.AME_SHIKO: NP_("yaku", "Rain Four Lights"),
    YakuId.SANKO: NP_("yaku", "Three Lights"),
    YakuId.HANAMI: NP_("yaku", "Flower Viewing"),
    YakuId.TSUKIMI: NP_("yaku", "Moon Viewing"),
    YakuId.INOSHIKACHO: NP_("yaku", "Boar, Deer, Butterflies"),
    YakuId.AKATAN: NP_("yaku", "Poem Ribbons"),
    YakuId.AOTAN: NP_("yaku", "Blue Ribbons"),
    YakuId.CHOFUKU: NP_("yaku", "Poem and Blue Ribbons"),
    YakuId.TANE: NP_("yaku", "Animals"),
    YakuId.TAN: NP_("yaku", "Ribbons"),
    YakuId.KASU: NP_("yaku", "Plains"),
    YakuId.TSUKIFUDA: NP_("yaku", "Cards of the Month"),
    YakuId.TESHI: NP_("yaku", "Four of a Month"),
    YakuId.KUTTSUKI: NP_("yaku", "Four Pairs"),
}

ROMAJI_NAMES: Final = {
    YakuId.GOKO: NP_("yaku in Japanese", "Gokō"),
    YakuId.SHIKO: NP_("yaku in Japanese", "Shikō"),
    YakuId.AME_SHIKO: NP_("yaku in Japanese", "Ame-Shikō"),
    YakuId.SANKO: NP_("yaku in Japanese", "Sankō"),
    YakuId.HANAMI: NP_("yaku in Japanese", "Hanami"),
    YakuId.TSUKIMI: NP_("yaku in Japanese", "Tsukimi"),
    YakuId.INOSHIKACHO: NP_("yaku in Japanese", "Inoshikachō"),
    YakuId.AKATAN: NP_("yaku in Japanese", "Akatan"),
    YakuId.AOTAN: NP_("yaku in Japanese", "Aotan"),
    YakuId.CHOFUKU: NP_("yaku in Japanese", "Chōfuku"),
    YakuId.TANE: NP_("yaku in Japanese", "Tane"),
    YakuId.TAN: NP_("yaku in Japanese", "Tan"),
    YakuId.KASU: NP_("yaku in Japanese", "Kasu"),
    YakuId.TSUKIFUDA: NP_("yaku in Japanese", "Tsukifuda"),
    YakuId.TESHI: NP_("yaku in Japanese", "Teshi"),
    YakuId.KUTTSUKI: NP_("yaku in Japanese", "Kuttsuki"),
}

FULL_NAMES: Final = {
    YakuId.GOKO: NP_("yaku in a sentence", "Five Lights (Gokō)"),
    YakuId.SHIKO: NP_("yaku in a sentence", "Four Lights (Shikō)"),
    YakuId.AME_SHIKO: NP_("yaku in a sentence", "Rain Four Lights (Ame-Shikō)"),
    YakuId.SANKO: NP_("yaku in a sentence", "Three Lights (Sankō)"),
    YakuId.HANAMI: NP_("yaku in a sentence", "Flower Viewing (Hanami)"),
    YakuId.TSUKIMI: NP_("yaku in a sentence", "Moon Viewing (Tsukimi)"),
    YakuId.INOSHIKACHO: NP_("yaku in a sentence", "Boar, Deer, Butterflies (Inoshikachō)"),
    YakuId.AKATAN: NP_("yaku in a sentence", "Poem Ribbons (Akatan)"),
    YakuId.AOTAN: NP_("yaku in a sentence", "Blue Ribbons (Aotan)"),
    YakuId.CHOFUKU: NP_("yaku in a sentence", "Poem and Blue Ribbons (Chōfuku)"),
    YakuId.TANE: NP_("yaku in a sentence", "Animals (Tane)"),
    YakuId.TAN: NP_("yaku in a sentence", "Ribbons (Tan)"),
    YakuId.KASU: NP_("yaku in a sentence", "Plains (Kasu)"),
    YakuId.TSUKIFUDA: NP_("yaku in a sentence", "Cards of the Month (Tsukifuda)"),
    YakuId.TESHI: NP_("yaku in a sentence", "Four of a Month (Teshi)"),
    YakuId.KUTTSUKI: NP_("yaku in a sentence", "Four Pairs (Kuttsuki)"),
}

_SEATS: Final = (NP_("seat", "the first player"), NP_("seat", "the second player"))

_PHASES: Final = {
    Phase.PLAY: NP_("phase", "to play a card"),
    Phase.CHOOSE_PLAYED: NP_("phase", "to choose what the played card takes"),
    Phase.CHOOSE_DRAWN: NP_("phase", "to choose what the drawn card takes"),
    Phase.DECIDE: NP_("phase", "to decide between shōbu and koi-koi"),
    Phase.ROUND_OVER: NP_("phase", "between two rounds"),
    Phase.MATCH_OVER: NP_("phase", "over"),
}

_ROUND_OUTCOMES: Final = {
    RoundOutcome.SHOBU: NP_("round outcome", "Shōbu"),
    RoundOutcome.DEALT: NP_("round outcome", "Dealt hand"),
    RoundOutcome.EXHAUSTED: NP_("round outcome", "Exhausted"),
}

_MATCH_OUTCOMES: Final = {
    MatchOutcome.FINISHED: NP_("match outcome", "Finished"),
    MatchOutcome.OUT_OF_POINTS: NP_("match outcome", "Out of points"),
    MatchOutcome.RESIGNED: NP_("match outcome", "Resigned"),
}


def _face(card: Card) -> str:
    """The key of a card's name: its code, without the number where plains look alike."""
    code = card.code
    return code if code in CARD_NAMES else code[:-1]


def card_name(text: Text, card: Card) -> str:
    """A card's name alone: ``Crane``, ``Pine plain``."""
    return text.p("card", CARD_NAMES[_face(card)])


def card_label(text: Text, card: Card) -> str:
    """A card's name with its code, as it is typed: ``Crane (1L)``."""
    return text.t("{card} ({code})", card=card_name(text, card), code=card.code)


def card_labels(text: Text, cards: Mask | Iterable[Card], *, codes: bool = False) -> list[str]:
    """The cards each by itself, in their order.

    Args:
        text: The language.
        cards: The cards; a mask stands for its cards in card order.
        codes: Whether all have their code; otherwise only those that share their name with
            another one of them, so that every label tells its card.
    """
    found = list_cards(cards)
    faces = [_face(card) for card in found]
    return [
        card_label(text, card) if codes or faces.count(face) > 1 else card_name(text, card)
        for card, face in zip(found, faces, strict=True)
    ]


def joined_cards(text: Text, cards: Mask | Iterable[Card], *, codes: bool = False) -> str:
    """The cards as they stand in a sentence: ``Crane and two Pine plains``.

    Args:
        text: The language.
        cards: The cards; a mask stands for its cards in card order.
        codes: Whether they have their codes, and then each is named by itself.
    """
    if codes:
        return text.join(card_labels(text, cards, codes=True))
    faces = [_face(card) for card in list_cards(cards)]
    return text.join(
        text.p("cards", TWIN_NAMES[face])
        if faces.count(face) > 1
        else text.p("card", CARD_NAMES[face])
        for face in dict.fromkeys(faces)
    )


def list_cards(cards: Mask | Iterable[Card]) -> list[Card]:
    """The cards of a mask in card order, or those given, in their order."""
    return list(cards_of(cards)) if isinstance(cards, int) else [CARDS[card] for card in cards]


def calendar_month(text: Text, number: int) -> str:
    """The name of month 1 to 12 in the calendar: ``January``."""
    return text.p("calendar", CALENDAR[number - 1])


def plant(text: Text, number: int) -> str:
    """The plant of month 1 to 12: ``Pine``."""
    return text.p("plant", PLANTS[number - 1])


def month(text: Text, number: int) -> str:
    """Month 1 to 12 with its plant: ``January (Pine)``."""
    return text.p("month", _MONTHS[number - 1])


def months(text: Text, numbers: Iterable[int]) -> str:
    """Months with their plants as they stand in a sentence."""
    return text.join(month(text, number) for number in numbers)


def kind(text: Text, of: Kind) -> str:
    """A kind of card: ``light``."""
    return text.p("kind", _KINDS[of])


def counted(text: Text, of: Kind, count: int) -> str:
    """So many cards of a kind: ``3 animals``."""
    return text.n(*_COUNTED[of], count)


def ribbon(text: Text, colour: Ribbon) -> str:
    """A colour of ribbon: ``poem ribbon``."""
    return text.p("ribbon", _RIBBONS[colour])


def yaku_name(text: Text, of: YakuId) -> str:
    """A yaku's name in the language: ``Five Lights``."""
    return text.p("yaku", YAKU_NAMES[of])


def yaku_romaji(text: Text, of: YakuId) -> str:
    """A yaku's Japanese name as readers of the language know it: ``Gokō``."""
    return text.p("yaku in Japanese", ROMAJI_NAMES[of])


def yaku(text: Text, of: YakuId) -> str:
    """A yaku as it stands in a sentence, under both its names: ``Five Lights (Gokō)``."""
    return text.p("yaku in a sentence", FULL_NAMES[of])


def seat_name(text: Text, seat: Seat) -> str:
    """A seat where no player's name is known: ``the first player``."""
    return text.p("seat", _SEATS[seat])


def phase(text: Text, of: Phase) -> str:
    """Where a match rests, in a few words for lists of matches: ``to play a card``."""
    return text.p("phase", _PHASES[of])


def round_outcome(text: Text, outcome: RoundOutcome) -> str:
    """How a round ended, in a word for the score sheet."""
    return text.p("round outcome", _ROUND_OUTCOMES[outcome])


def match_outcome(text: Text, outcome: MatchOutcome) -> str:
    """How a match ended, in a word for lists of matches."""
    return text.p("match outcome", _MATCH_OUTCOMES[outcome])
