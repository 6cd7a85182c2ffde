"""What piles are worth under rules of one's own: every option of the yaku, value by value."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.stack import made, plains, table

LIGHTS = "1L 3L 8L 11L 12L"
ANIMALS = "2A 4A 5A 6A 7A 8A 9A 10A 11A"
POEM = "1R 2R 3R"
BLUE = "6R 9R 10R"
SIX = f"{POEM} {BLUE}"
RIBBONS = f"{SIX} 4R 5R 7R 11R"

LIGHT_OPTIONS = [
    # Points of 0 switch a yaku off, and the next smaller light yaku counts.
    ({"goko": 0}, LIGHTS, "shiko 8"),
    ({"goko": 0, "shiko": 0}, LIGHTS, "ame_shiko 7"),
    ({"goko": 0, "ame_shiko": 0}, LIGHTS, "shiko 8"),
    ({"goko": 0, "shiko": 0, "ame_shiko": 0}, LIGHTS, "sanko 5"),
    ({"goko": 0, "shiko": 0, "ame_shiko": 0, "sanko": 0}, LIGHTS, ""),
    ({"shiko": 0}, LIGHTS, "goko 10"),
    ({"shiko": 0}, "1L 3L 8L 12L", "sanko 5"),
    ({"shiko": 0, "sanko": 0}, "1L 3L 8L 12L", ""),
    ({"ame_shiko": 0}, "1L 3L 8L 11L", "sanko 5"),
    ({"ame_shiko": 0, "sanko": 0}, "1L 3L 8L 11L", ""),
    ({"sanko": 0}, "1L 3L 8L", ""),
    ({"sanko": 0}, "1L 3L 8L 11L", "ame_shiko 7"),
    # The most lights count, whatever they are worth; of two fours the dearer one.
    ({"sanko": 50, "shiko": 40}, LIGHTS, "goko 10"),
    ({"sanko": 50}, "1L 3L 8L 12L", "shiko 8"),
    ({"sanko": 50}, "1L 3L 8L 11L", "ame_shiko 7"),
    ({"goko": 0, "ame_shiko": 9}, LIGHTS, "ame_shiko 9"),
    # best: the dearest of the family, whatever it is made of.
    ({"family": "best", "sanko": 50, "shiko": 40}, LIGHTS, "sanko 50"),
    ({"family": "best", "shiko": 40}, LIGHTS, "shiko 40"),
    ({"family": "best", "ame_shiko": 40}, LIGHTS, "ame_shiko 40"),
    ({"family": "best", "sanko": 50}, "1L 3L 8L 12L", "sanko 50"),
    ({"family": "best"}, LIGHTS, "goko 10"),
    ({"family": "void"}, LIGHTS, "goko 10"),
]

NOT_PLAYED = [
    ({"hanami": 0}, "3L 8L 9A", "tsukimi 5"),
    ({"tsukimi": 0}, "3L 8L 9A", "hanami 5"),
    ({"hanami_called": 0}, "3L 8L 9A", "hanami 5, tsukimi 5"),
    ({"inoshikacho": 0}, "6A 7A 10A 2A 8A", "tane 1"),
    ({"inoshikacho": 0, "family": "void"}, "6A 7A 10A 2A 8A", "tane 1"),
    ({"inoshikacho": 0, "extra_card": True}, "6A 7A 10A 2A", ""),
    ({"tane": 0}, "6A 7A 10A 2A 8A", "inoshikacho 7"),
    ({"tane": 0}, ANIMALS, "inoshikacho 11"),
    ({"akatan": 0}, f"{POEM} 4R 5R", "tan 1"),
    ({"akatan": 0, "family": "void"}, f"{POEM} 4R 5R", "tan 1"),
    ({"aotan": 0, "family": "void"}, f"{BLUE} 4R 5R", "tan 1"),
    ({"akatan": 0}, f"{POEM} {BLUE}", "chofuku 10, tan 2"),
    ({"akatan": 0, "chofuku": 0}, f"{POEM} {BLUE}", "aotan 8, tan 2"),
    ({"chofuku": 0}, f"{POEM} {BLUE}", "akatan 8, aotan 8, tan 2"),
    ({"chofuku": 0, "chofuku_mode": "adds"}, f"{POEM} {BLUE}", "akatan 8, aotan 8, tan 2"),
    ({"tan": 0}, RIBBONS, "chofuku 14"),
    ({"kasu": 0}, plains(24), ""),
]

COUNTING = [
    # At 5, 5 and 10 the points of the option, and one more for each further card.
    ({"tane": 3}, "2A 4A 5A 8A 11A", "tane 3"),
    ({"tane": 3}, "2A 4A 5A 8A 11A 9A 7A", "tane 5"),
    ({"tan": 4}, "1R 2R 4R 5R 7R", "tan 4"),
    ({"tan": 4}, "1R 2R 4R 5R 7R 11R", "tan 5"),
    ({"kasu": 2}, plains(10), "kasu 2"),
    ({"kasu": 2}, plains(13), "kasu 5"),
    # extra_card: one more for each further animal or ribbon, of whatever colour.
    ({"extra_card": False}, ANIMALS, "inoshikacho 5, tane 5"),
    ({"extra_card": False}, RIBBONS, "chofuku 10, tan 6"),
    ({"extra_card": False}, f"{POEM} 6R", "akatan 5"),
    ({"extra_card": True}, f"{POEM} 6R", "akatan 6"),
    ({"extra_card": True}, f"{POEM} 6R 9R", "akatan 7, tan 1"),
    ({"extra_card": True}, f"{BLUE} 1R 4R", "aotan 7, tan 1"),
    ({"extra_card": True}, f"{POEM} {BLUE}", "chofuku 10, tan 2"),
    ({"extra_card": True}, f"{POEM} {BLUE} 11R", "chofuku 11, tan 3"),
    ({"extra_card": True}, "6A 7A 10A 9A", "inoshikacho 6"),
]

ADDS = {"chofuku_mode": "adds"}
BEST = {"family": "best"}
VOID = {"family": "void"}

FAMILIES = [
    ({}, "6A 7A 10A 2A 8A", "inoshikacho 7, tane 1"),
    (VOID, "6A 7A 10A 2A 8A", "inoshikacho 7"),
    (VOID, "6A 7A 2A 4A 8A", "tane 1"),
    (BEST, "6A 7A 10A 2A 8A", "inoshikacho 7"),
    (BEST, "6A 7A 2A 4A 8A", "tane 1"),
    (BEST | {"tane": 7}, "6A 7A 10A 2A 8A", "inoshikacho 7"),
    (BEST | {"tane": 8}, "6A 7A 10A 2A 8A", "tane 8"),
    (VOID | {"tane": 50}, "6A 7A 10A 2A 8A", "inoshikacho 7"),
    (ADDS, SIX, "akatan 8, aotan 8, chofuku 10, tan 2"),
    (ADDS | {"extra_card": False}, SIX, "akatan 5, aotan 5, chofuku 10, tan 2"),
    (ADDS, RIBBONS, "akatan 12, aotan 12, chofuku 14, tan 6"),
    (VOID, SIX, "chofuku 10"),
    (VOID | ADDS, SIX, "akatan 8, aotan 8, chofuku 10"),
    (VOID, f"{POEM} 4R 5R", "akatan 7"),
    (VOID, f"{BLUE} 4R 5R", "aotan 7"),
    (VOID, "1R 2R 4R 5R 7R", "tan 1"),
    (BEST, SIX, "chofuku 10"),
    (BEST | ADDS, SIX, "chofuku 10"),
    (BEST | ADDS | {"akatan": 8}, SIX, "akatan 11"),
    # Chofuku replaces akatan and aotan before the dearest is looked for.
    (BEST | {"akatan": 50}, SIX, "chofuku 10"),
    (BEST | {"chofuku": 0, "aotan": 6}, SIX, "aotan 9"),
    (BEST | {"tan": 20}, RIBBONS, "tan 25"),
    (BEST, f"{POEM} 4R 5R", "akatan 7"),
    (BEST, "1R 2R 4R 5R 7R", "tan 1"),
    # Families stand beside each other; viewings, plains and the month are families of their own.
    (BEST, f"3L 8L 9A {plains(10)}", "hanami 5, tsukimi 5, kasu 1"),
    (BEST, f"{LIGHTS} 9A", "goko 10, hanami 5, tsukimi 5"),
    (BEST, "6A 7A 10A 1R 2R 3R 1L 3L 8L", "sanko 5, inoshikacho 5, akatan 5"),
    (VOID, "6A 7A 10A 2A 8A 1R 2R 4R 5R 7R", "inoshikacho 7, tan 1"),
    (VOID, "2A 4A 5A 8A 9A 3L 1R 2R 3R 4R 5R", "hanami 5, akatan 7, tane 1"),
    (BEST | {"tsukifuda": 4}, "12L 12P1 12P2 12P3 1L 3L", "sanko 5, tsukifuda 4"),
]

CUPS = [
    ({"sake_cup": "animal"}, f"{plains(9)} 9A", ""),
    ({"sake_cup": "both"}, f"{plains(9)} 9A", "kasu 1"),
    ({"sake_cup": "both_twice"}, f"{plains(9)} 9A", "kasu 2"),
    ({"sake_cup": "plain"}, f"{plains(9)} 9A", "kasu 1"),
    ({"sake_cup": "both"}, f"{plains(8)} 9A", ""),
    ({"sake_cup": "both_twice"}, f"{plains(8)} 9A", "kasu 1"),
    ({"sake_cup": "both_twice"}, f"{plains(7)} 9A", ""),
    ({"sake_cup": "both_twice"}, f"{plains(24)} 9A", "kasu 17"),
    ({"sake_cup": "animal"}, "2A 4A 5A 8A 9A", "tane 1"),
    ({"sake_cup": "both"}, "2A 4A 5A 8A 9A", "tane 1"),
    ({"sake_cup": "both_twice"}, "2A 4A 5A 8A 9A", "tane 1"),
    ({"sake_cup": "plain"}, "2A 4A 5A 8A 9A", ""),
    ({"sake_cup": "plain"}, ANIMALS, "inoshikacho 10, tane 4"),
    ({"sake_cup": "plain"}, "6A 7A 10A 9A", "inoshikacho 5"),
    ({"sake_cup": "both_twice"}, "6A 7A 10A 9A", "inoshikacho 6"),
    *[
        ({"sake_cup": cup}, "3L 8L 9A", "hanami 5, tsukimi 5")
        for cup in ("animal", "both", "both_twice", "plain")
    ],
]


@pytest.mark.parametrize(
    ("changes", "captured", "expected"),
    [*LIGHT_OPTIONS, *NOT_PLAYED, *COUNTING, *FAMILIES, *CUPS],
    ids=lambda value: (
        ", ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else None
    ),
)
def test_an_option_changes_what_cards_make(
    changes: dict[str, Any], captured: str, expected: str
) -> None:
    assert made(table(**changes), captured) == expected


OTHER = {"viewing": "with_other_yaku"}
CAPTURED_RAIN = {"rain_spoils_viewing": "captured_rain"}
WILLOW = {"rain_spoils_viewing": "willow_on_field"}
CALLED = {"hanami": 1, "hanami_called": 3, "tsukimi": 2, "tsukimi_called": 4}

VIEWINGS: list[tuple[dict[str, Any], str, int, str, str]] = [
    # changes, captured, calls, field, expected
    ({}, "3L 8L 9A", 0, "11L", "hanami 5, tsukimi 5"),
    ({"viewing": "never"}, "3L 8L 9A 12L", 0, "", "sanko 5"),
    (OTHER, "3L 9A", 0, "", ""),
    (OTHER, "3L 8L 9A", 0, "", ""),
    (OTHER, "3L 8L 9A 1L", 0, "", "sanko 5, hanami 5, tsukimi 5"),
    (OTHER, f"3L 9A {plains(10)}", 0, "", "hanami 5, kasu 1"),
    (OTHER, "3L 9A 2A 4A 5A 8A", 0, "", "hanami 5, tane 1"),
    (OTHER, "8L 9A 1R 2R 3R", 0, "", "tsukimi 5, akatan 5"),
    (OTHER, "8L 9A 1R 2R 3R", 2, "", "tsukimi 5, akatan 5"),
    (OTHER | {"akatan": 0}, "8L 9A 1R 2R 3R", 0, "", ""),
    (OTHER | {"tsukifuda": 4}, "8L 9A 12L 12P1 12P2 12P3", 0, "", "tsukimi 5, tsukifuda 4"),
    (OTHER, "8L 9A 12L 12P1 12P2 12P3", 0, "", ""),
    (OTHER | {"family": "best"}, f"3L 9A {plains(10)}", 0, "", "hanami 5, kasu 1"),
    (CAPTURED_RAIN, "3L 8L 9A", 0, "11L 11A", "hanami 5, tsukimi 5"),
    (CAPTURED_RAIN, "3L 8L 9A 11A 11R 11P1", 0, "", "hanami 5, tsukimi 5"),
    (CAPTURED_RAIN, "3L 8L 9A 11L", 0, "", ""),
    (CAPTURED_RAIN, f"{LIGHTS} 9A", 0, "", "goko 10"),
    *[(WILLOW, "3L 8L 9A", 0, card, "") for card in ("11L", "11A", "11R", "11P1")],
    (WILLOW, "3L 8L 9A 1L", 0, "2A 11P1 4A", "sanko 5"),
    (WILLOW, "3L 8L 9A 11L", 0, "10A 12L", "hanami 5, tsukimi 5"),
    (CALLED, "3L 8L 9A", 0, "", "hanami 1, tsukimi 2"),
    (CALLED, "3L 8L 9A", 1, "", "hanami 3, tsukimi 4"),
    (CALLED, "3L 8L 9A", 5, "", "hanami 3, tsukimi 4"),
    (CALLED | {"hanami": 0}, "3L 9A", 0, "", ""),
    (CALLED | {"hanami": 0}, "3L 9A", 1, "", "hanami 3"),
    (CALLED | {"tsukimi_called": 0}, "8L 9A", 0, "", "tsukimi 2"),
    (CALLED | {"tsukimi_called": 0}, "8L 9A", 1, "", ""),
    (CALLED | {"viewing": "never"}, "3L 8L 9A", 1, "", ""),
]


@pytest.mark.parametrize(("changes", "captured", "calls", "field", "expected"), VIEWINGS)
def test_viewings_count_by_mode_rain_and_calls(
    changes: dict[str, Any], captured: str, calls: int, field: str, expected: str
) -> None:
    assert made(table(**changes), captured, calls=calls, field=field) == expected
