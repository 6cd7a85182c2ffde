"""What piles are worth under the presets: captured cards and the yaku that they make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.cards import CARDS, FULL_DECK, MONTH_MASKS, Mask, cards_of, mask_of
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.yaku import YAKU, MadeYaku, Scorer, YakuId, scorer
from tests.engine.stack import made, mask, plains, table

LIGHTS = "1L 3L 8L 11L 12L"
ANIMALS = "2A 4A 5A 6A 7A 8A 9A 10A 11A"
POEM = "1R 2R 3R"
BLUE = "6R 9R 10R"
RIBBONS = f"{POEM} 4R 5R {BLUE} 7R 11R"
DECK = " ".join(str(card) for card in CARDS)


# ---------------------------------------------------------------- every preset

EVERY = " ".join(PRESET_NAMES)

# Captured cards, and what they make under which presets; the month is December.
BY_PRESET: list[tuple[str, dict[str, str]]] = [
    ("", {EVERY: ""}),
    # Lights: one yaku at a time, the Rain only in fours and fives.
    ("1L 3L", {EVERY: ""}),
    ("11L 1L 3L", {EVERY: ""}),
    ("11L 8L 12L", {EVERY: ""}),
    (
        "1L 3L 8L",
        {"standard nintendo koikoi-japan": "sanko 5", "wikipedia fuda-wiki yakuza": "sanko 6"},
    ),
    (
        "1L 8L 12L",
        {"standard nintendo koikoi-japan": "sanko 5", "wikipedia fuda-wiki yakuza": "sanko 6"},
    ),
    ("1L 3L 8L 12L", {EVERY: "shiko 8"}),
    ("1L 3L 8L 11L", {EVERY: "ame_shiko 7"}),
    ("11L 3L 8L 12L", {EVERY: "ame_shiko 7"}),
    (
        LIGHTS,
        {"standard nintendo koikoi-japan yakuza": "goko 10", "wikipedia fuda-wiki": "goko 15"},
    ),
    # Viewings: one cup serves both; they stand beside the lights.
    ("3L 8L", {EVERY: ""}),
    ("9A", {EVERY: ""}),
    (
        "3L 9A",
        {"standard nintendo wikipedia fuda-wiki yakuza": "hanami 5", "koikoi-japan": "hanami 1"},
    ),
    (
        "8L 9A",
        {"standard nintendo wikipedia fuda-wiki yakuza": "tsukimi 5", "koikoi-japan": "tsukimi 1"},
    ),
    (
        "3L 8L 9A",
        {
            "standard nintendo wikipedia fuda-wiki yakuza": "hanami 5, tsukimi 5",
            "koikoi-japan": "hanami 1, tsukimi 1",
        },
    ),
    (
        "3L 8L 9A 11L",
        {
            "standard nintendo wikipedia fuda-wiki yakuza": "hanami 5, tsukimi 5",
            "koikoi-japan": "hanami 1, tsukimi 1",
        },
    ),
    (
        "3L 8L 9A 12L",
        {
            "standard nintendo": "sanko 5, hanami 5, tsukimi 5",
            "wikipedia fuda-wiki yakuza": "sanko 6, hanami 5, tsukimi 5",
            "koikoi-japan": "sanko 5, hanami 1, tsukimi 1",
        },
    ),
    (
        f"{LIGHTS} 9A",
        {
            "standard nintendo yakuza": "goko 10, hanami 5, tsukimi 5",
            "wikipedia fuda-wiki": "goko 15, hanami 5, tsukimi 5",
            "koikoi-japan": "goko 10, hanami 1, tsukimi 1",
        },
    ),
    # Animals.
    ("6A 7A", {EVERY: ""}),
    ("6A 7A 10A", {EVERY: "inoshikacho 5"}),
    (
        "6A 7A 10A 2A",
        {
            "standard nintendo": "inoshikacho 6",
            "wikipedia koikoi-japan fuda-wiki yakuza": "inoshikacho 5",
        },
    ),
    (
        "6A 7A 10A 2A 8A",
        {
            "standard": "inoshikacho 7, tane 1",
            "nintendo": "inoshikacho 7",
            "wikipedia koikoi-japan yakuza": "inoshikacho 5, tane 1",
            "fuda-wiki": "inoshikacho 5",
        },
    ),
    ("2A 4A 5A 8A", {EVERY: ""}),
    ("2A 4A 5A 8A 11A", {EVERY: "tane 1"}),
    ("2A 4A 5A 8A 9A", {EVERY: "tane 1"}),
    ("2A 4A 5A 6A 7A 8A 11A", {EVERY: "tane 3"}),
    (
        ANIMALS,
        {
            "standard": "inoshikacho 11, tane 5",
            "nintendo": "inoshikacho 11",
            "wikipedia koikoi-japan yakuza": "inoshikacho 5, tane 5",
            "fuda-wiki": "inoshikacho 5",
        },
    ),
    # Ribbons.
    ("1R 2R", {EVERY: ""}),
    (POEM, {EVERY: "akatan 5"}),
    (BLUE, {EVERY: "aotan 5"}),
    (
        f"{BLUE} 5R",
        {"standard nintendo": "aotan 6", "wikipedia koikoi-japan fuda-wiki yakuza": "aotan 5"},
    ),
    (
        f"{POEM} 4R 7R",
        {
            "standard": "akatan 7, tan 1",
            "nintendo": "akatan 7",
            "wikipedia koikoi-japan yakuza": "akatan 5, tan 1",
            "fuda-wiki": "akatan 5",
        },
    ),
    ("4R 5R 7R", {EVERY: ""}),
    ("4R 5R 7R 11R", {EVERY: ""}),
    ("4R 5R 7R 11R 1R", {EVERY: "tan 1"}),
    ("1R 2R 4R 5R 6R 7R 11R", {EVERY: "tan 3"}),
    (
        f"{POEM} {BLUE}",
        {
            "standard wikipedia yakuza": "chofuku 10, tan 2",
            "nintendo fuda-wiki": "chofuku 10",
            "koikoi-japan": "akatan 5, aotan 5, chofuku 10, tan 2",
        },
    ),
    (
        RIBBONS,
        {
            "standard": "chofuku 14, tan 6",
            "nintendo": "chofuku 14",
            "wikipedia yakuza": "chofuku 10, tan 6",
            "fuda-wiki": "chofuku 10",
            "koikoi-japan": "akatan 5, aotan 5, chofuku 10, tan 6",
        },
    ),
    # Plains.
    (plains(9), {EVERY: ""}),
    (
        f"{plains(9)} 9A",
        {"standard yakuza": "", "nintendo wikipedia koikoi-japan fuda-wiki": "kasu 1"},
    ),
    (plains(10), {EVERY: "kasu 1"}),
    (plains(11), {EVERY: "kasu 2"}),
    ("11P1 12P1 12P2 12P3 10P1 10P2 9P1 9P2 8P1 8P2", {EVERY: "kasu 1"}),
    (plains(24), {EVERY: "kasu 15"}),
    # The cards of the month.
    (
        "12L 12P1 12P2 12P3",
        {"standard nintendo koikoi-japan": "", "wikipedia fuda-wiki yakuza": "tsukifuda 4"},
    ),
    ("11L 11A 11R 11P1", {EVERY: ""}),
    # Everything at once.
    (
        DECK,
        {
            "standard": "goko 10, hanami 5, tsukimi 5, inoshikacho 11, chofuku 14, tane 5, tan 6, "
            "kasu 15",
            "nintendo": "goko 10, hanami 5, tsukimi 5, inoshikacho 11, chofuku 14, kasu 16",
            "wikipedia": "goko 15, hanami 5, tsukimi 5, inoshikacho 5, chofuku 10, tane 5, tan 6, "
            "kasu 16, tsukifuda 4",
            "koikoi-japan": "goko 10, hanami 1, tsukimi 1, inoshikacho 5, akatan 5, aotan 5, "
            "chofuku 10, tane 5, tan 6, kasu 16",
            "fuda-wiki": "goko 15, hanami 5, tsukimi 5, inoshikacho 5, chofuku 10, kasu 16, "
            "tsukifuda 4",
            "yakuza": "goko 10, hanami 5, tsukimi 5, inoshikacho 5, chofuku 10, tane 5, tan 6, "
            "kasu 15, tsukifuda 4",
        },
    ),
]


@pytest.mark.parametrize(("captured", "expected"), BY_PRESET, ids=[row[0] for row in BY_PRESET])
def test_captured_cards_make_the_yaku_of_each_preset(
    captured: str, expected: dict[str, str]
) -> None:
    names = " ".join(expected).split()
    assert sorted(names) == sorted(PRESET_NAMES), "the row leaves a preset out"
    found = {name: made(preset(name), captured) for name in PRESET_NAMES}
    assert found == {name: text for group, text in expected.items() for name in group.split()}


# The section "Values that must come out" of the rules: points before multipliers.
MUST_COME_OUT = [
    ("6A 7A 10A 2A 8A", 8, 7),
    ("1R 2R 3R 4R 7R", 8, 7),
    (RIBBONS, 20, 14),
    (f"{plains(9)} 9A", 0, 1),
    ("3L 8L 9A", 10, 10),
    (f"{LIGHTS} 9A", 20, 20),
    ("11L 1L 3L", 0, 0),
    ("11L 8L 12L", 0, 0),
    (ANIMALS, 16, 11),
]


@pytest.mark.parametrize(("captured", "standard", "nintendo"), MUST_COME_OUT)
def test_values_that_must_come_out(captured: str, standard: int, nintendo: int) -> None:
    totals = [
        scorer(preset(name)).total(mask(captured), month=12) for name in ("standard", "nintendo")
    ]
    assert totals == [standard, nintendo]


@pytest.mark.parametrize("calls", [0, 1, 7])
@pytest.mark.parametrize("name", PRESET_NAMES)
def test_only_koikoi_japan_counts_viewings_otherwise_after_a_call(name: str, calls: int) -> None:
    points = (3 if calls else 1) if name == "koikoi-japan" else 5
    expected = f"hanami {points}, tsukimi {points}"
    assert made(preset(name), "3L 8L 9A", calls=calls) == expected


@pytest.mark.parametrize("month", range(1, 13))
def test_the_four_cards_of_a_month_count_in_that_round_alone(month: int) -> None:
    cards = MONTH_MASKS[month - 1]
    expected: dict[int, list[MadeYaku]] = {number: [] for number in range(1, 13)}
    expected[month] = [MadeYaku(YakuId.TSUKIFUDA, 4)]
    wikipedia = scorer(preset("wikipedia"))
    assert {number: list(wikipedia.made(cards, number)) for number in range(1, 13)} == expected
    for card in cards_of(cards):
        assert not wikipedia.made(cards & ~(1 << card), month)
    assert not scorer(preset("standard")).made(cards, month)


# ---------------------------------------------------------------- what holds for every pile

PILES = st.sets(st.sampled_from(CARDS)).map(mask_of)
# Dear yaku are rare in piles of chance, and frequent in those that only a few cards are taken from.
FULL_PILES = PILES.map(lambda missing: FULL_DECK & ~missing)


@given(PILES | FULL_PILES, st.sampled_from(PRESET_NAMES), st.integers(1, 12), st.integers(0, 7))
def test_yaku_are_whole_points_above_zero_listed_once_in_the_fixed_order(
    pile: Mask, name: str, month: int, calls: int
) -> None:
    yaku = scorer(preset(name)).made(pile, month, calls)
    assert all(type(entry.points) is int and entry.points > 0 for entry in yaku)
    order = list(YAKU)
    places = [order.index(entry.id) for entry in yaku]
    assert places == sorted(set(places))
    total = scorer(preset(name)).total(pile, month, calls)
    assert type(total) is int
    assert total == sum(entry.points for entry in yaku)


@given(PILES | FULL_PILES, st.sampled_from(CARDS), st.sampled_from(PRESET_NAMES))
def test_one_more_card_never_lowers_a_preset_total(pile: Mask, card: int, name: str) -> None:
    # Were it not so, a player could lose points by taking cards; house rules may do that, with
    # rain that spoils the viewings.
    points = scorer(preset(name))
    assert points.total(pile | 1 << card, 12) >= points.total(pile, 12)


def test_a_scorer_is_made_once_for_equal_rules() -> None:
    assert scorer(table("nintendo")) is scorer(table("nintendo"))
    assert isinstance(scorer(table()), Scorer)
    assert scorer(table()).rules == table()
