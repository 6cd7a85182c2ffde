"""Names are the engine's, and everything has one."""

from __future__ import annotations

import pytest

from koikoi.engine.actions import SEATS
from koikoi.engine.cards import CARDS, MONTHS, Card, CardSet, Kind, Month
from koikoi.engine.events import MatchOutcome, RoundOutcome
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTIONS
from koikoi.engine.state import Phase
from koikoi.engine.yaku import YAKU, YakuId
from koikoi.text import figures, names, options
from koikoi.text.catalogue import load
from tests.text.moments import cards, made, rules_like

ENGLISH = load()


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_has_the_engine_s_name(card: Card) -> None:
    assert names.card_name(ENGLISH, card) == card.english
    assert names.card_label(ENGLISH, card) == f"{card.english} ({card.code})"


@pytest.mark.parametrize("month", MONTHS, ids=lambda month: month.english)
def test_a_month_has_the_engine_s_plant(month: Month) -> None:
    number, plant = month.number, month.english
    calendar = names.calendar_month(ENGLISH, number)
    assert names.plant(ENGLISH, number) == plant
    assert names.month(ENGLISH, number) == f"{calendar} ({plant})"


def test_the_calendar_is_in_order() -> None:
    assert [names.calendar_month(ENGLISH, number)[:3] for number in range(1, 13)] == (
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    )


@pytest.mark.parametrize("yaku", YakuId)
def test_a_yaku_has_the_engine_s_names(yaku: YakuId) -> None:
    english, romaji = YAKU[yaku].english, YAKU[yaku].romaji
    assert names.yaku_name(ENGLISH, yaku) == english
    assert names.yaku_romaji(ENGLISH, yaku) == romaji
    assert names.yaku(ENGLISH, yaku) == f"{english} ({romaji})"


@pytest.mark.parametrize(
    ("codes", "plain", "coded"),
    [
        ("", "", ""),
        ("1L", "Crane", "Crane (1L)"),
        ("1P2 1P1", "two Pine plains", "Pine plain (1P2) and Pine plain (1P1)"),
        (
            "12L 12P1 12P2 12P3",
            "Phoenix, two Paulownia plains and Yellow paulownia plain",
            (
                "Phoenix (12L), Paulownia plain (12P1), Paulownia plain (12P2) and Yellow paulownia"
                " plain (12P3)"
            ),
        ),
        (
            "8P1 8A 8P2",
            "two Pampas plains and Geese",
            "Pampas plain (8P1), Geese (8A) and Pampas plain (8P2)",
        ),
    ],
)
def test_cards_stand_in_a_sentence(codes: str, plain: str, coded: str) -> None:
    assert names.joined_cards(ENGLISH, cards(codes)) == plain
    assert names.joined_cards(ENGLISH, cards(codes), codes=True) == coded


def test_a_mask_is_named_in_card_order() -> None:
    mask = CardSet.parse("8A 1L").mask
    assert names.joined_cards(ENGLISH, mask) == "Crane and Geese"


def test_cards_that_share_a_name_are_told_apart_where_one_is_to_be_chosen() -> None:
    assert names.card_labels(ENGLISH, cards("1R 1P1 1P2")) == [
        "Pine poem ribbon",
        "Pine plain (1P1)",
        "Pine plain (1P2)",
    ]


def test_every_pair_of_like_cards_has_a_name_of_its_own() -> None:
    by_name: dict[str, list[Card]] = {}
    for card in CARDS:
        by_name.setdefault(card.english, []).append(card)
    for name, alike in by_name.items():
        assert len(alike) <= 2
        if len(alike) == 2:
            assert names.joined_cards(ENGLISH, alike) == f"two {name}s"


@pytest.mark.parametrize("kind", Kind)
def test_kinds_are_counted(kind: Kind) -> None:
    name = names.kind(ENGLISH, kind)
    assert name == kind.name.lower()
    assert names.counted(ENGLISH, kind, 1) == f"1 {name}"
    assert names.counted(ENGLISH, kind, 2) == f"2 {name}s"


def test_every_seat_and_phase_has_words_of_its_own() -> None:
    assert [names.seat_name(ENGLISH, seat) for seat in SEATS] == [
        "the first player",
        "the second player",
    ]
    assert len({names.phase(ENGLISH, phase) for phase in Phase}) == len(Phase)


def test_every_outcome_has_a_word_of_its_own() -> None:
    rounds = [names.round_outcome(ENGLISH, outcome) for outcome in RoundOutcome]
    matches = [names.match_outcome(ENGLISH, outcome) for outcome in MatchOutcome]
    assert len(set(rounds)) == len(RoundOutcome)
    assert len(set(matches)) == len(MatchOutcome)


def test_every_option_and_every_choice_has_a_name() -> None:
    assert list(options.OPTION_NAMES) == [option.key for option in OPTIONS]
    choices = {option.key: list(option.choices) for option in OPTIONS if option.choices}
    named = {key: list(words) for key, words in options.CHOICE_NAMES.items()}
    assert named == choices
    for words in options.CHOICE_NAMES.values():
        assert len(set(words.values())) == len(words)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("goko", 10, "10 points"),
        ("goko", 1, "1 point"),
        ("goko", 0, "off"),
        ("rounds", 12, "12"),
        ("call_limit_count", 0, "no limit"),
        ("call_limit_count", 2, "2"),
        ("starting_points", 0, "count up from 0"),
        ("double_from", 0, "never"),
        ("exhausted_points", 0, "none"),
        ("extra_card", True, "yes"),
        ("lightning_wild", False, "no"),
        ("family", "best", "only the dearest counts"),
        ("source", "my {own} book", "my {own} book"),
    ],
)
def test_values_are_shown_in_words(key: str, value: str | int | bool, said: str) -> None:
    assert options.option_value(ENGLISH, key, value) == said


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_presets_have_a_name_and_say_the_source_of_their_rules(name: str) -> None:
    rules = preset(name)
    assert options.rules_name(ENGLISH, rules) == options.preset_name(ENGLISH, name)
    assert options.rules_source(ENGLISH, rules) == rules.source


def test_changed_rules_do_not_pass_for_the_preset_whose_name_they_keep() -> None:
    changed = rules_like(preset("standard"), goko=12)
    assert options.preset_of(preset("standard")) == "standard"
    assert options.preset_of(changed) is None
    assert options.rules_name(ENGLISH, changed) == "standard"


def test_a_short_match_is_still_played_under_the_preset() -> None:
    short = rules_like(preset("standard"), rounds=3, first_dealer="second")
    assert options.rules_name(ENGLISH, short) == "Standard"


@pytest.mark.parametrize(("number", "said"), [(3, "+3"), (0, "0"), (-3, "−3")])
def test_changes_have_a_sign(number: int, said: str) -> None:
    assert figures.signed(ENGLISH, number) == said


@pytest.mark.parametrize(
    ("terms", "factors", "result", "said"),
    [
        ([5], [], 5, "5 = 5"),
        ([5, 1], [], 6, "5 + 1 = 6"),
        ([5], [2], 10, "5 × 2 = 10"),
        ([5, 5], [2, 2], 40, "(5 + 5) × 2 × 2 = 40"),
        ([5, 1, 2], [3], 24, "(5 + 1 + 2) × 3 = 24"),
    ],
)
def test_formulas_have_brackets_only_where_a_sum_is_multiplied(
    terms: list[int], factors: list[int], result: int, said: str
) -> None:
    assert figures.formula(ENGLISH, terms, factors, result) == said


def test_figures_are_written() -> None:
    assert figures.times(ENGLISH, 2) == "×2"
    assert figures.span(ENGLISH, 0, 50) == "0–50"
    assert figures.yaku_points(ENGLISH, made((YakuId.KASU, 1), (YakuId.TAN, 2))) == (
        "Plains (Kasu) for 1 point and Ribbons (Tan) for 2 points"
    )
