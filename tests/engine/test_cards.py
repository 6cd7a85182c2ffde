"""The 48 cards against the card lists of seed document S1, their codes, and sets of cards."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Set
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.actions import Play
from koikoi.engine.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    CARD_MONTH_MASKS,
    CARDS,
    FULL_DECK,
    LIGHTS,
    MONTH_MASKS,
    MONTHS,
    PLAINS,
    POEM_RIBBONS,
    RIBBONS,
    Card,
    CardSet,
    Kind,
    Ribbon,
    cards_of,
    codes_of,
    mask_of,
    parse_cards,
)
from koikoi.engine.events import CardDrawn, CardPlaced, CardPlayed, CardsCaptured, Event
from koikoi.engine.flow import apply
from koikoi.engine.state import MatchState
from koikoi.engine.yaku import YAKU, YakuId
from tests.engine.stack import deal, mask, table

# One row a card: code, English name, Japanese name, yaku that it can be part of (tsukifuda, which
# takes every card, apart). Months, kinds and yaku are those of S1's lists of every yaku's cards.
S1 = """
1L   | Crane                      | 松に鶴        | goko shiko ame_shiko sanko
1R   | Pine poem ribbon           | 松に赤短      | akatan chofuku tan
1P1  | Pine plain                 | 松のカス      | kasu
1P2  | Pine plain                 | 松のカス      | kasu
2A   | Nightingale                | 梅に鶯        | tane
2R   | Plum poem ribbon           | 梅に赤短      | akatan chofuku tan
2P1  | Plum plain                 | 梅のカス      | kasu
2P2  | Plum plain                 | 梅のカス      | kasu
3L   | Curtain                    | 桜に幕        | goko shiko ame_shiko sanko hanami
3R   | Cherry poem ribbon         | 桜に赤短      | akatan chofuku tan
3P1  | Cherry plain               | 桜のカス      | kasu
3P2  | Cherry plain               | 桜のカス      | kasu
4A   | Cuckoo                     | 藤に不如帰    | tane
4R   | Wisteria red ribbon        | 藤に短冊      | tan
4P1  | Wisteria plain             | 藤のカス      | kasu
4P2  | Wisteria plain             | 藤のカス      | kasu
5A   | Bridge                     | 菖蒲に八橋    | tane
5R   | Iris red ribbon            | 菖蒲に短冊    | tan
5P1  | Iris plain                 | 菖蒲のカス    | kasu
5P2  | Iris plain                 | 菖蒲のカス    | kasu
6A   | Butterflies                | 牡丹に蝶      | inoshikacho tane
6R   | Peony blue ribbon          | 牡丹に青短    | aotan chofuku tan
6P1  | Peony plain                | 牡丹のカス    | kasu
6P2  | Peony plain                | 牡丹のカス    | kasu
7A   | Boar                       | 萩に猪        | inoshikacho tane
7R   | Bush clover red ribbon     | 萩に短冊      | tan
7P1  | Bush clover plain          | 萩のカス      | kasu
7P2  | Bush clover plain          | 萩のカス      | kasu
8L   | Moon                       | 芒に月        | goko shiko ame_shiko sanko tsukimi
8A   | Geese                      | 芒に雁        | tane
8P1  | Pampas plain               | 芒のカス      | kasu
8P2  | Pampas plain               | 芒のカス      | kasu
9A   | Sake cup                   | 菊に盃        | hanami tsukimi tane
9R   | Chrysanthemum blue ribbon  | 菊に青短      | aotan chofuku tan
9P1  | Chrysanthemum plain        | 菊のカス      | kasu
9P2  | Chrysanthemum plain        | 菊のカス      | kasu
10A  | Deer                       | 紅葉に鹿      | inoshikacho tane
10R  | Maple blue ribbon          | 紅葉に青短    | aotan chofuku tan
10P1 | Maple plain                | 紅葉のカス    | kasu
10P2 | Maple plain                | 紅葉のカス    | kasu
11L  | Rain                       | 柳に小野道風  | goko ame_shiko
11A  | Swallow                    | 柳に燕        | tane
11R  | Willow red ribbon          | 柳に短冊      | tan
11P1 | Lightning                  | 柳のカス      | kasu
12L  | Phoenix                    | 桐に鳳凰      | goko shiko ame_shiko sanko
12P1 | Paulownia plain            | 桐のカス      | kasu
12P2 | Paulownia plain            | 桐のカス      | kasu
12P3 | Yellow paulownia plain     | 桐のカス      | kasu
"""
ROWS = [tuple(cell.strip() for cell in line.split("|")) for line in S1.strip().splitlines()]
CODES = [row[0] for row in ROWS]

KINDS = {"L": Kind.LIGHT, "A": Kind.ANIMAL, "R": Kind.RIBBON, "P": Kind.PLAIN}
COLOURS = {**dict.fromkeys((1, 2, 3), "poem"), **dict.fromkeys((6, 9, 10), "blue")}
PLANTS = (
    "Pine Plum Cherry Wisteria Iris Peony Bush-clover Pampas Chrysanthemum Maple Willow Paulownia"
)

SETS_OF_CARDS = st.sets(st.sampled_from(CARDS))


# ---------------------------------------------------------------- faces


def test_the_deck_is_the_48_cards_in_order_of_months_the_dearest_first() -> None:
    assert [card.code for card in CARDS] == CODES
    assert list(CARDS) == list(range(48))


@pytest.mark.parametrize(("code", "english", "japanese", "yaku"), ROWS, ids=CODES)
def test_every_card_has_the_face_and_the_yaku_of_the_card_list(
    code: str, english: str, japanese: str, yaku: str
) -> None:
    card = Card.parse(code)
    month = int(code.rstrip("123").rstrip("LARP"))
    kind = KINDS[code.lstrip("0123456789")[0]]
    assert card.month == month
    assert card.kind is kind
    assert card.ribbon == (COLOURS.get(month, "red") if kind is Kind.RIBBON else None)
    assert (card.english, card.japanese) == (english, japanese)
    assert {entry.id.value for entry in YAKU.values() if entry.cards >> card & 1} == set(
        yaku.split()
    )


def test_every_kind_and_colour_has_the_cards_of_the_rules() -> None:
    assert mask("1L 3L 8L 11L 12L") == LIGHTS
    assert mask("2A 4A 5A 6A 7A 8A 9A 10A 11A") == ANIMALS
    assert mask("1R 2R 3R") == POEM_RIBBONS
    assert mask("6R 9R 10R") == BLUE_RIBBONS
    assert mask("4R 5R 7R 11R") == RIBBONS & ~POEM_RIBBONS & ~BLUE_RIBBONS
    assert FULL_DECK & ~LIGHTS & ~ANIMALS & ~RIBBONS == PLAINS
    assert PLAINS.bit_count() == 24
    assert {card for card in CARDS if card.ribbon is Ribbon.POEM} == set(cards_of(POEM_RIBBONS))


def test_names_tell_cards_apart_but_for_the_plains_of_a_month() -> None:
    pictures = [card for card in CARDS if card.kind is not Kind.PLAIN]
    for names in ("english", "romaji", "japanese"):
        assert len({getattr(card, names) for card in pictures}) == len(pictures), names


def test_romaji_names_begin_with_the_plant() -> None:
    for card in CARDS:
        assert card.romaji.startswith(MONTHS[card.month - 1].romaji + " n"), card


def test_the_twelve_months_have_the_plants_of_the_card_list() -> None:
    assert [month.number for month in MONTHS] == list(range(1, 13))
    assert [month.english.replace(" ", "-") for month in MONTHS] == PLANTS.split()
    assert "".join(month.japanese for month in MONTHS) == "松梅桜藤菖蒲牡丹萩芒菊紅葉柳桐"
    for card in CARDS:
        assert card.japanese.startswith(MONTHS[card.month - 1].japanese), card


def test_every_month_has_four_cards() -> None:
    for month, cards in enumerate(MONTH_MASKS, start=1):
        assert {card.month for card in cards_of(cards)} == {month}
        assert cards.bit_count() == 4
    assert sum(MONTH_MASKS) == FULL_DECK
    assert [CARD_MONTH_MASKS[card] for card in CARDS] == [
        MONTH_MASKS[card.month - 1] for card in CARDS
    ]


def test_a_yaku_of_named_cards_needs_them_all_and_a_counting_one_some_of_more() -> None:
    needs = {entry.id.value: (entry.need, entry.cards.bit_count()) for entry in YAKU.values()}
    assert needs == {
        "goko": (5, 5),
        "shiko": (4, 4),
        "ame_shiko": (4, 5),
        "sanko": (3, 4),
        "hanami": (2, 2),
        "tsukimi": (2, 2),
        "inoshikacho": (3, 3),
        "akatan": (3, 3),
        "aotan": (3, 3),
        "chofuku": (6, 6),
        "tane": (5, 9),
        "tan": (5, 10),
        "kasu": (10, 24),
        "tsukifuda": (4, 0),
        "teshi": (4, 0),
        "kuttsuki": (8, 0),
    }
    assert list(YAKU) == list(YakuId)


# ---------------------------------------------------------------- codes


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_read_in_either_case_and_printed_in_one_form(code: str) -> None:
    card = Card.parse(code)
    for spelling in (code, code.lower(), f" {code}\n"):
        assert Card.parse(spelling) == card
        assert Card.parse(spelling) is CARDS[card]
    assert str(card) == f"{card}" == card.code == code
    assert eval(repr(card), {"Card": Card}) == card


@pytest.mark.parametrize(
    "code",
    [
        *("", " ", "L", "1", "0L", "13L", "1A", "2L", "1P", "1P0", "1P3", "11P2", "12P4", "12P"),
        *("01L", "1 L", "1L1", "L1", "-1L", "1L 8A", "1L,", "Crane", "1l\0"),
        *("１L", "1Ｌ", "\u0661L"),  # digits and letters of other scripts
    ],
)
def test_what_is_no_code_is_refused_by_name(code: str) -> None:
    with pytest.raises(ValueError, match="no card has the code") as caught:
        Card.parse(code)
    assert repr(code) in str(caught.value)


def test_cards_are_read_in_their_order_and_each_once() -> None:
    assert parse_cards(["9a", "1L"]) == (Card.parse("9A"), Card.parse("1L"))
    assert codes_of(parse_cards(["9a", "1L"])) == ["9A", "1L"]
    assert parse_cards([]) == ()
    with pytest.raises(ValueError, match="the card 9A is named twice"):
        parse_cards(["9A", "1L", "9a"])
    with pytest.raises(ValueError, match="no card has the code '9X'"):
        parse_cards(["9A", "9X"])


def test_a_card_is_a_number_that_survives_copies_and_processes() -> None:
    for card in CARDS:
        assert isinstance(card, int)
        copy = pickle.loads(pickle.dumps(card))
        assert (copy, type(copy), copy.code) == (card, Card, card.code)


# ---------------------------------------------------------------- sets


@given(SETS_OF_CARDS)
def test_a_mask_and_its_cards_are_the_same_set(cards: set[Card]) -> None:
    assert cards_of(mask_of(cards)) == tuple(sorted(cards))
    assert mask_of(cards).bit_count() == len(cards)
    assert all(isinstance(card, Card) for card in cards_of(mask_of(cards)))


@given(SETS_OF_CARDS)
def test_a_card_set_is_the_set_of_its_cards(cards: set[Card]) -> None:
    card_set = CardSet(cards)
    plain: Set[Card] = frozenset(cards)
    assert isinstance(card_set, Set)
    assert list(card_set) == sorted(cards)
    assert (len(card_set), bool(card_set)) == (len(cards), bool(cards))
    assert card_set == plain
    assert plain == card_set
    assert card_set == CardSet(card_set.mask) == CardSet(sorted(cards, reverse=True))
    assert {card for card in CARDS if card in card_set} == cards


@given(SETS_OF_CARDS, SETS_OF_CARDS)
def test_card_sets_combine_and_compare_as_sets_do(one: set[Card], two: set[Card]) -> None:
    left, right = CardSet(one), CardSet(two)
    results: list[tuple[Set[Card], Set[Card]]] = [
        (left & right, one & two),
        (left | right, one | two),
        (left - right, one - two),
        (left ^ right, one ^ two),
        (left | two, one | two),
        (one & right, one & two),
    ]
    for result, expected in results:
        assert isinstance(result, CardSet)
        assert result == expected
    assert (left <= right, left < right) == (one <= two, one < two)
    assert (left == right, left != right) == (one == two, one != two)
    assert left.isdisjoint(right) == one.isdisjoint(two)


@given(SETS_OF_CARDS)
def test_equal_sets_have_equal_hashes(cards: set[Card]) -> None:
    assert hash(CardSet(cards)) == hash(CardSet(mask_of(cards)))
    # Python asks it of everything that compares equal: a dict with such keys depends on it.
    plain: Set[Card] = frozenset(cards)
    assert CardSet(cards) == plain
    assert hash(CardSet(cards)) == hash(plain)


@given(SETS_OF_CARDS)
def test_a_card_set_prints_as_it_is_read(cards: set[Card]) -> None:
    card_set = CardSet(cards)
    assert str(card_set) == " ".join(card.code for card in sorted(cards))
    assert CardSet.parse(str(card_set)) == card_set
    same = eval(repr(card_set), {"CardSet": CardSet})
    assert same == card_set


def test_a_card_set_is_read_with_blanks_or_commas_and_each_card_once() -> None:
    assert CardSet.parse("9a, 1L,8A\n3l").mask == mask("1L 3L 8A 9A")
    assert CardSet.parse("").mask == CardSet().mask == 0
    with pytest.raises(ValueError, match="named twice"):
        CardSet.parse("1L 1l")
    with pytest.raises(ValueError, match="no card has the code 'X'"):
        CardSet.parse("1L X")


def test_a_card_set_holds_cards_and_nothing_else() -> None:
    everything = CardSet(FULL_DECK)
    assert 47 in everything
    for stranger in (-1, 48, "1L", 1.0, None):
        assert stranger not in everything


# ---------------------------------------------------------------- matching, by the engine itself


def lone_table(hand: Card, field: Card, drawn: Card) -> MatchState:
    """One card in the hand of the player to move, one on the field, one on top of the stock."""
    rest = [card for card in CARDS if card not in (hand, field, drawn)]
    # Another order than that of the cards, lest the first deal be a special one.
    deck = (*rest[::5], *rest[1::5], *rest[2::5], *rest[3::5], *rest[4::5])
    state = START
    now = dataclasses.replace(
        state.round,
        deck=(*deck[:24], drawn, *deck[24:], hand, field),
        hands=(1 << hand, 0),
        slots=(field,),
        field=1 << field,
    )
    return dataclasses.replace(state, round=now)


START = deal(table(lightning_wild=False))


def settled(events: tuple[Event, ...], shown: Event) -> Event:
    """What happened to the card that was just played or drawn."""
    return events[events.index(shown) + 1]


def test_a_played_card_takes_exactly_a_card_of_its_month() -> None:
    for card, other in permutations(CARDS, 2):
        drawn = next(c for c in CARDS if c.month not in (card.month, other.month))
        _, events = apply(lone_table(card, other, drawn), Play(card))
        after = settled(events, CardPlayed(0, card))
        if card.month == other.month:
            assert after == CardsCaptured(0, card, (other,))
        else:
            assert after == CardPlaced(0, card, 1)


def test_a_drawn_card_takes_exactly_a_card_of_its_month() -> None:
    for card, other in permutations(CARDS, 2):
        played = next(c for c in CARDS if c.month not in (card.month, other.month))
        _, events = apply(lone_table(played, other, card), Play(played))
        after = settled(events, CardDrawn(0, card))
        if card.month == other.month:
            assert after == CardsCaptured(0, card, (other,))
        else:
            assert after == CardPlaced(0, card, 2)


def test_a_single_card_is_no_mask() -> None:
    assert str(CardSet(Card.parse("1P2"))) == "1P2"


def test_a_card_is_formatted_by_its_code() -> None:
    assert f"{Card.parse('1L'):>4}|{Card.parse('12P3')}" == "  1L|12P3"
