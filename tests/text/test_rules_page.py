"""The rules page follows from the rules in play: each option has its sentence, and it is true."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTION_BY_KEY, Rules, RuleValue
from koikoi.engine.yaku import YakuId
from koikoi.text import names
from koikoi.text.catalogue import load
from koikoi.text.rules_page import rules_page
from tests.text.moments import STANDARD, any_rules, patient, rules_like, variants

# Options whose value changes nothing under a preset's other values, with the reason.
MOOT: dict[str, dict[str, str]] = {
    "koikoi-japan": {
        "teshi_points": "teshi is dealt again",
        "kuttsuki_points": "kuttsuki has no effect",
        "both_dealt": "no dealt hand wins anything",
        "bonus_stacking": "nothing but calls multiplies",
    },
}


def said(rules: Rules) -> list[str]:
    """All sentences of the page."""
    return [sentence for _, sentences in rules_page(load(), rules) for sentence in sentences]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_change_of_an_option_changes_the_page(name: str) -> None:
    # Under a name of its own: a preset's page says that it is one, which any change changes.
    base = rules_like(preset(name), name="mine")
    page = said(base)
    unchanged = {key for key, rules in variants(base) if said(rules) == page}
    assert unchanged == set(MOOT.get(name, {}))


@pytest.mark.parametrize("name", MOOT)
def test_a_moot_option_is_moot_to_all_its_values(name: str) -> None:
    base = rules_like(preset(name), name="mine")
    changed = {key for key, rules in variants(base) if said(rules) != said(base)}
    assert changed.isdisjoint(MOOT[name])


def test_every_option_is_varied() -> None:
    assert {key for key, _ in variants(STANDARD)} == set(OPTION_BY_KEY)


@settings(patient, max_examples=50)
@given(any_rules())
def test_every_page_has_its_sections_and_no_sentence_twice(rules: Rules) -> None:
    page = rules_page(load(), rules)
    assert [heading for heading, _ in page] == [
        "The match",
        "The deal",
        "A turn",
        "The yaku",
        "Koi-koi and shōbu",
        "An exhausted round",
        "Where these rules come from",
    ]
    for _, sentences in page:
        assert sentences
        assert len(set(sentences)) == len(sentences)


@settings(patient, max_examples=50)
@given(any_rules())
def test_points_stand_on_the_page_exactly_for_the_yaku_in_play(rules: Rules) -> None:
    sentences = said(rules)
    absent = next((s for s in sentences if "not played" in s or "Not played" in s), "")
    for yaku in YakuId:
        if yaku in (YakuId.TESHI, YakuId.KUTTSUKI):
            continue
        name, points = names.yaku(load(), yaku), getattr(rules, yaku.value)
        worth = [s for s in sentences if s.startswith(f"{name} is worth")]
        called = getattr(rules, f"{yaku.value}_called", 0)
        if yaku in (YakuId.HANAMI, YakuId.TSUKIMI) and rules.viewing == "never":
            points = called = 0
        if points or called:
            assert len(worth) == 1
            assert f" {points or called} point" in worth[0]
            assert name not in absent
        else:
            assert worth == []
            assert name in absent


CASES: list[tuple[dict[str, RuleValue], str]] = [
    ({"extra_card": False}, "Boar, Deer, Butterflies (Inoshikachō) is worth 5 points:"),
    ({"hanami_called": 3}, "Flower Viewing (Hanami) is worth 5 points, and 3 points once"),
    ({"hanami": 0}, "Flower Viewing (Hanami) is worth 5 points, once its holder has called"),
    ({"hanami_called": 0}, "Flower Viewing (Hanami) is worth 5 points, until its holder calls"),
    ({"tsukifuda": 4}, "Cards of the Month (Tsukifuda) is worth 4 points: all four cards"),
    ({"goko": 0}, "Five Lights (Gokō) and Cards of the Month (Tsukifuda)"),
    ({"goko": 0}, "All five lights count as Four Lights (Shikō)."),
    ({"goko": 0, "ame_shiko": 9}, "All five lights count as Rain Four Lights (Ame-Shikō)."),
    ({}, "Where both apply, one multiplies the other."),
    ({"bonus_stacking": "add"}, "Where both apply, they are added up"),
    ({"bonus_stacking": "highest"}, "Where both apply, only the higher one counts."),
    ({"family": "best"}, "Of the yaku made of lights only the dearest counts."),
    ({"family": "best"}, "Of the yaku made of ribbons only the dearest counts."),
    ({"family": "void"}, "Ribbons (Tan) does not count beside Poem Ribbons (Akatan), Blue"),
    ({"chofuku_mode": "adds"}, "(Chōfuku) counts in addition to Poem Ribbons (Akatan) and"),
    ({"teshi": "redeal"}, "If a hand is dealt all four cards of a month, the cards are dealt"),
    ({"teshi_points": 0}, "A hand that is dealt all four cards of a month is played like any"),
    ({"lightning_wild": True}, "The Lightning, played or drawn, takes any one card on the field"),
    ({"call_limit": "per_round", "call_limit_count": 1}, "In a round koi-koi may be called once,"),
    ({"starting_points": 30}, "Then the other player pays the dealer 1 point."),
    ({"exhausted_points": 0}, "Then nobody scores."),
    ({"source": ""}, "These rules name no source."),
    ({"source": "My aunt."}, "The source of these rules: My aunt."),
    ({"name": "{x}"}, "A match under the rules “{x}” has 12 rounds."),
]


@pytest.mark.parametrize(("changes", "start"), CASES)
def test_an_option_is_told(changes: dict[str, RuleValue], start: str) -> None:
    assert any(start in sentence for sentence in said(rules_like(STANDARD, **changes)))


EXAMPLES: list[tuple[dict[str, RuleValue], list[str]]] = [
    (
        {},
        [
            (
                "(5 + 5) × 2 × 2 = 40: ×2 because the yaku come to 8 points or more and ×2 because"
                " the loser had called koi-koi."
            )
        ],
    ),
    (
        {"bonus_stacking": "add"},
        [
            (
                "(5 + 5) × 3 = 30: ×2 because the yaku come to 8 points or more and ×2 because the"
                " loser had called koi-koi; added up, the multipliers make ×3."
            )
        ],
    ),
    ({"call_bonus": "none", "double_from": 0}, []),
    ({"double_from": 0}, ["5 × 2 = 10: ×2 because the loser had called koi-koi."]),
    (
        {"call_bonus": "own_calls", "double_from": 0},
        [
            "5 + 2 = 7: +2 because the winner had called koi-koi 2 times.",
            "5 × 2 = 10: ×2 because the winner had called koi-koi 4 times.",
        ],
    ),
    (
        {
            "call_bonus": "own_calls",
            "double_from": 0,
            "call_limit": "per_player",
            "call_limit_count": 1,
        },
        ["5 + 1 = 6: +1 because the winner had called koi-koi once."],
    ),
    (
        {
            "call_bonus": "per_call",
            "double_from": 0,
            "call_limit": "per_round",
            "call_limit_count": 1,
        },
        ["5 × 2 = 10: ×2 because koi-koi was called once."],
    ),
]


@pytest.mark.parametrize(("changes", "worked"), EXAMPLES)
def test_the_example_is_worked_out_under_these_rules(
    changes: dict[str, RuleValue], worked: list[str]
) -> None:
    sentences = said(rules_like(STANDARD, **changes))
    assert [sentence for sentence in sentences if " = " in sentence] == worked


def test_what_cannot_happen_is_not_told() -> None:
    few = rules_like(STANDARD, call_bonus="own_calls", call_limit="per_player", call_limit_count=3)
    assert not any("Four own calls" in sentence for sentence in said(few))
    assert not any("Where both apply" in sentence for sentence in said(few))
    once = rules_like(STANDARD, rounds=1)
    assert not any("the next one" in sentence for sentence in said(once))


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_preset_says_where_it_is_decided_without_a_source(name: str) -> None:
    (_, source), *_ = reversed(rules_page(load(), preset(name)))
    assert source[0] == f"The source of these rules: {preset(name).source}."
    assert len(source) == 3
    (_, own), *_ = reversed(rules_page(load(), rules_like(preset(name), name="mine")))
    assert len(own) == 2
