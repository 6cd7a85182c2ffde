"""Short names for places with few columns: cards, plants, yaku, months.

The number in a table's name is the width in terminal columns that none of its English names
exceeds; a translation that is wider is cut by whoever draws it.
"""

from __future__ import annotations

from typing import Final

from koikoi.engine.cards import CARDS, Card, Kind, Ribbon
from koikoi.engine.yaku import YakuId
from koikoi.text.catalogue import NP_, Text

_FIGURES_4: Final = {
    "1L": NP_("card, 4 columns", "Cran"),
    "2A": NP_("card, 4 columns", "Ngtl"),
    "3L": NP_("card, 4 columns", "Curt"),
    "4A": NP_("card, 4 columns", "Cuck"),
    "5A": NP_("card, 4 columns", "Brdg"),
    "6A": NP_("card, 4 columns", "Bfly"),
    "7A": NP_("card, 4 columns", "Boar"),
    "8L": NP_("card, 4 columns", "Moon"),
    "8A": NP_("card, 4 columns", "Gees"),
    "9A": NP_("card, 4 columns", "Cup"),
    "10A": NP_("card, 4 columns", "Deer"),
    "11L": NP_("card, 4 columns", "Rain"),
    "11A": NP_("card, 4 columns", "Swal"),
    "11P1": NP_("card, 4 columns", "Bolt"),
    "12L": NP_("card, 4 columns", "Phnx"),
}
_RIBBONS_4: Final = {
    Ribbon.POEM: NP_("card, 4 columns", "Poem"),
    Ribbon.RED: NP_("card, 4 columns", "Red"),
    Ribbon.BLUE: NP_("card, 4 columns", "Blue"),
}
_PLAINS_4: Final = (
    NP_("card, 4 columns", "pine"),
    NP_("card, 4 columns", "plum"),
    NP_("card, 4 columns", "cher"),
    NP_("card, 4 columns", "wist"),
    NP_("card, 4 columns", "iris"),
    NP_("card, 4 columns", "peon"),
    NP_("card, 4 columns", "clov"),
    NP_("card, 4 columns", "pamp"),
    NP_("card, 4 columns", "mum"),
    NP_("card, 4 columns", "mapl"),
    "",  # the one plain of the willow is the Lightning
    NP_("card, 4 columns", "paul"),
)

_FACES_10: Final = {
    "1L": NP_("card, 10 columns", "Crane"),
    "2A": NP_("card, 10 columns", "Nightingl."),
    "3L": NP_("card, 10 columns", "Curtain"),
    "4A": NP_("card, 10 columns", "Cuckoo"),
    "5A": NP_("card, 10 columns", "Bridge"),
    "6A": NP_("card, 10 columns", "Butterfly"),
    "7A": NP_("card, 10 columns", "Boar"),
    "8L": NP_("card, 10 columns", "Moon"),
    "8A": NP_("card, 10 columns", "Geese"),
    "9A": NP_("card, 10 columns", "Sake cup"),
    "10A": NP_("card, 10 columns", "Deer"),
    "11L": NP_("card, 10 columns", "Rain"),
    "11A": NP_("card, 10 columns", "Swallow"),
    "11P1": NP_("card, 10 columns", "Lightning"),
    "12L": NP_("card, 10 columns", "Phoenix"),
}

_BRIEF: Final = {
    "1R": NP_("card, in brief", "Pine poem"),
    "1P": NP_("card, in brief", "Pine plain"),
    "2R": NP_("card, in brief", "Plum poem"),
    "2P": NP_("card, in brief", "Plum plain"),
    "3R": NP_("card, in brief", "Cherry poem"),
    "3P": NP_("card, in brief", "Cherry plain"),
    "4R": NP_("card, in brief", "Wisteria red"),
    "4P": NP_("card, in brief", "Wisteria plain"),
    "5R": NP_("card, in brief", "Iris red"),
    "5P": NP_("card, in brief", "Iris plain"),
    "6R": NP_("card, in brief", "Peony blue"),
    "6P": NP_("card, in brief", "Peony plain"),
    "7R": NP_("card, in brief", "Clover red"),
    "7P": NP_("card, in brief", "Clover plain"),
    "8P": NP_("card, in brief", "Pampas plain"),
    "9R": NP_("card, in brief", "Mum blue"),
    "9P": NP_("card, in brief", "Mum plain"),
    "10R": NP_("card, in brief", "Maple blue"),
    "10P": NP_("card, in brief", "Maple plain"),
    "11R": NP_("card, in brief", "Willow red"),
    "12P": NP_("card, in brief", "Paulownia plain"),
    "12P3": NP_("card, in brief", "Yellow plain"),
    "2A": NP_("card, in brief", "Nightingale"),
    "6A": NP_("card, in brief", "Butterflies"),
}

_PLANTS_6: Final = (
    NP_("plant, 6 columns", "Pine"),
    NP_("plant, 6 columns", "Plum"),
    NP_("plant, 6 columns", "Cherry"),
    NP_("plant, 6 columns", "Wistri"),
    NP_("plant, 6 columns", "Iris"),
    NP_("plant, 6 columns", "Peony"),
    NP_("plant, 6 columns", "Clover"),
    NP_("plant, 6 columns", "Pampas"),
    NP_("plant, 6 columns", "Mum"),
    NP_("plant, 6 columns", "Maple"),
    NP_("plant, 6 columns", "Willow"),
    NP_("plant, 6 columns", "Paulow"),
)

_KANJI: Final = "松梅桜藤菖牡萩芒菊紅柳桐"

_MONTHS_3: Final = (
    NP_("month, 3 columns", "Jan"),
    NP_("month, 3 columns", "Feb"),
    NP_("month, 3 columns", "Mar"),
    NP_("month, 3 columns", "Apr"),
    NP_("month, 3 columns", "May"),
    NP_("month, 3 columns", "Jun"),
    NP_("month, 3 columns", "Jul"),
    NP_("month, 3 columns", "Aug"),
    NP_("month, 3 columns", "Sep"),
    NP_("month, 3 columns", "Oct"),
    NP_("month, 3 columns", "Nov"),
    NP_("month, 3 columns", "Dec"),
)

_YAKU_9: Final = {
    YakuId.GOKO: NP_("yaku, 9 columns", "Gokō"),
    YakuId.SHIKO: NP_("yaku, 9 columns", "Shikō"),
    YakuId.AME_SHIKO: NP_("yaku, 9 columns", "Ame-Shikō"),
    YakuId.SANKO: NP_("yaku, 9 columns", "Sankō"),
    YakuId.HANAMI: NP_("yaku, 9 columns", "Hanami"),
    YakuId.TSUKIMI: NP_("yaku, 9 columns", "Tsukimi"),
    YakuId.INOSHIKACHO: NP_("yaku, 9 columns", "InoShika"),
    YakuId.AKATAN: NP_("yaku, 9 columns", "Akatan"),
    YakuId.AOTAN: NP_("yaku, 9 columns", "Aotan"),
    YakuId.CHOFUKU: NP_("yaku, 9 columns", "Chōfuku"),
    YakuId.TANE: NP_("yaku, 9 columns", "Tane"),
    YakuId.TAN: NP_("yaku, 9 columns", "Tan"),
    YakuId.KASU: NP_("yaku, 9 columns", "Kasu"),
    YakuId.TSUKIFUDA: NP_("yaku, 9 columns", "Tsukifuda"),
    YakuId.TESHI: NP_("yaku, 9 columns", "Teshi"),
    YakuId.KUTTSUKI: NP_("yaku, 9 columns", "Kuttsuki"),
}


def _face(card: Card) -> str:
    """The card's code, without the number where plains look alike."""
    code = CARDS[card].code
    return code if code in ("11P1", "12P3") or card.kind is not Kind.PLAIN else code[:-1]


def card_4(text: Text, card: Card) -> str:
    """A card in 4 columns beside its month's number: ``Moon``, ``Poem``, ``pine`` for a plain."""
    if card.ribbon is not None:
        return text.p("card, 4 columns", _RIBBONS_4[card.ribbon])
    if (face := _face(card)) in _FIGURES_4:
        return text.p("card, 4 columns", _FIGURES_4[face])
    return text.p("card, 4 columns", _PLAINS_4[card.month - 1])


def card_10(text: Text, card: Card) -> str:
    """A card in 10 columns beside its month's number: ``Moon``, ``Poem ribbon`` cut, ``pine``."""
    if (face := _face(card)) in _FACES_10:
        return text.p("card, 10 columns", _FACES_10[face])
    if card.ribbon is Ribbon.POEM:
        return text.p("card, 10 columns", "Poem rib.")
    if card.ribbon is Ribbon.RED:
        return text.p("card, 10 columns", "Red ribbon")
    if card.ribbon is Ribbon.BLUE:
        return text.p("card, 10 columns", "Blue rib.")
    if face == "12P3":
        return text.p("card, 10 columns", "yellow")
    return text.p("plant, 6 columns", _PLANTS_6[card.month - 1]).lower()


def card_brief(text: Text, card: Card) -> str:
    """A card in at most 15 columns, told from all others but its twin: ``Mum blue``."""
    face = _face(card)
    if face in _BRIEF:
        return text.p("card, in brief", _BRIEF[face])
    return text.p("card, 10 columns", _FACES_10[face])


def plant_6(text: Text, number: int) -> str:
    """The plant of month 1 to 12 in 6 columns: ``Pampas``."""
    return text.p("plant, 6 columns", _PLANTS_6[number - 1])


def kanji_2(number: int) -> str:
    """The plant of month 1 to 12 as players in Japan write it on a card: one kanji, 2 columns."""
    return _KANJI[number - 1]


def month_3(text: Text, number: int) -> str:
    """The calendar's name of month 1 to 12 in 3 columns: ``Aug``."""
    return text.p("month, 3 columns", _MONTHS_3[number - 1])


def yaku_9(text: Text, of: YakuId) -> str:
    """A yaku in 9 columns, by its Japanese name as readers of the language know it."""
    return text.p("yaku, 9 columns", _YAKU_9[of])
