"""The rules page follows from the rules in play: each option has its sentence, and it is true."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from koikoi.engine.cards import SAKE_CUP
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTION_BY_KEY, Rules, RuleValue
from koikoi.engine.yaku import YAKU, YakuId, scorer
from koikoi.text import names
from koikoi.text.catalogue import load
from koikoi.text.rules_change import said_of
from koikoi.text.rules_page import illustrated_page, rules_page
from tests.text.moments import STANDARD, any_rules, patient, rules_like, variants

EXAMPLES_HEADING = "Worked examples"

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


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_the_page_says_what_every_option_means_here(name: str) -> None:
    silent = {key for key in OPTION_BY_KEY if not said_of(load(), preset(name), key)}
    assert silent == set(MOOT.get(name, {}))


def test_every_option_is_varied() -> None:
    assert {key for key, _ in variants(STANDARD)} == set(OPTION_BY_KEY)


@settings(patient, max_examples=50)
@given(any_rules())
def test_every_page_has_its_sections_and_no_sentence_twice(rules: Rules) -> None:
    page = rules_page(load(), rules)
    headings = [heading for heading, _ in page if heading != EXAMPLES_HEADING]
    assert headings == [
        "The match",
        "The deal",
        "A turn",
        "The yaku",
        "Koi-koi and shōbu",
        "An exhausted round",
        "Where these rules come from",
    ]
    for heading, sentences in page:
        assert sentences
        # Two piles may come to the same sum, and then to the same score.
        told = [one for one in sentences if heading != EXAMPLES_HEADING or " makes " in one]
        assert len(set(told)) == len(told)


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
    ({"both_dealt": "nobody"}, "Such a round has no winner, which matters for the next deal."),
    ({"rain_spoils_viewing": "no"}, "Neither rain nor a willow cancels Flower Viewing (Hanami)"),
    ({"viewing": "always"}, "Flower Viewing (Hanami) or Moon Viewing (Tsukimi) counts without"),
    ({"extra_card": False}, "Further cards of the same kind add nothing to Boar, Deer,"),
    ({"lightning_wild": False}, "The Lightning takes what any plain would take."),
    ({"double_from": 0}, "No sum of yaku doubles the score."),
    ({"field_three": "redeal"}, "When the cards are dealt again, the round keeps its month"),
    ({"source": ""}, "These rules name no source."),
    ({"source": "My aunt."}, "The source of these rules: My aunt."),
    ({"name": "{x}"}, "A match under the rules “{x}” has 12 rounds."),
]


@pytest.mark.parametrize(("changes", "start"), CASES)
def test_an_option_is_told(changes: dict[str, RuleValue], start: str) -> None:
    assert any(start in sentence for sentence in said(rules_like(STANDARD, **changes)))


CALLED = "×2 because the loser had called koi-koi"
LINE = "×2 because the yaku come to 8 points or more"
EXAMPLES: list[tuple[dict[str, RuleValue], list[str]]] = [
    (
        {},
        [
            (
                "A pile of Crane, Curtain, Moon and Rain makes Rain Four Lights (Ame-Shikō) for"
                " 7 points, fewer than the 8 that double."
            ),
            "Without a call: the score is 7 points.",
            "After a call of the winner: the score is 7 points.",
            f"After a call of the loser: 7 × 2 = 14: {CALLED}.",
            (
                "A pile of Crane, Curtain, Moon and Phoenix makes Four Lights (Shikō) for 8"
                " points, just as many as double."
            ),
            f"Without a call: 8 × 2 = 16: {LINE}.",
            f"After a call of the loser: 8 × 2 × 2 = 32: {LINE} and {CALLED}.",
            (
                "A pile of Curtain, Moon and Sake cup makes Flower Viewing (Hanami) for 5"
                " points and Moon Viewing (Tsukimi) for 5 points:"
                " together 10 points, more than the 8 that double."
            ),
            f"Without a call: (5 + 5) × 2 = 20: {LINE}.",
            f"After a call of the loser: (5 + 5) × 2 × 2 = 40: {LINE} and {CALLED}.",
        ],
    ),
    (
        {"bonus_stacking": "add"},
        [
            (
                f"After a call of the loser: 8 × 3 = 24: {LINE} and {CALLED}; added up, the"
                " multipliers make ×3."
            )
        ],
    ),
    (
        {"bonus_stacking": "highest"},
        [
            (
                f"After a call of the loser: 8 × 2 = 16: {LINE} and {CALLED}; only the highest"
                " multiplier counts, ×2."
            )
        ],
    ),
    ({"call_bonus": "none"}, ["Without a call: 8 × 2 = 16: " + LINE + "."]),
    ({"double_from": 0}, [f"After a call of the loser: 5 × 2 = 10: {CALLED}."]),
    (
        {"call_bonus": "own_calls", "double_from": 0},
        [
            "Without a call: the score is 5 points.",
            "After a call of the winner: 5 + 1 = 6: +1 because the winner had called koi-koi once.",
            (
                "After 3 calls of the winner: 5 + 3 = 8: +3 because the winner had called koi-koi 3"
                " times."
            ),
            (
                "After 4 calls of the winner: 5 × 2 = 10: ×2 because the winner had called koi-koi"
                " 4 times."
            ),
        ],
    ),
    (
        {"call_bonus": "per_call", "double_from": 0},
        [
            "After a call of the winner: 5 × 2 = 10: ×2 because koi-koi was called once.",
            "After a call of each: 5 × 3 = 15: ×3 because koi-koi was called 2 times.",
        ],
    ),
    (
        {"call_bonus": "none", "double_from": 0, "hanami_called": 3},
        [
            "A pile of Curtain and Sake cup makes Flower Viewing (Hanami) for 5 points.",
            "Without a call: the score is 5 points.",
            "After a call of the winner: the score is 3 points.",
        ],
    ),
]


def examples(rules: Rules) -> list[str]:
    """The worked examples, none where there is no such section."""
    return dict(rules_page(load(), rules)).get(EXAMPLES_HEADING, [])


@pytest.mark.parametrize(("changes", "worked"), EXAMPLES)
def test_examples_are_worked_out_under_these_rules(
    changes: dict[str, RuleValue], worked: list[str]
) -> None:
    sentences = examples(rules_like(STANDARD, **changes))
    assert [one for one in sentences if one in worked] == worked
    if not changes:
        assert sentences == worked


@pytest.mark.parametrize(
    ("changes", "gone"),
    [
        ({"double_from": 0}, "double"),
        ({"call_bonus": "own_calls", "call_limit": "per_player", "call_limit_count": 3}, "4 calls"),
        ({"call_bonus": "per_call", "call_limit": "per_round", "call_limit_count": 1}, "each"),
        ({"hanami_called": 0}, "the winner: the score is 5"),
    ],
)
def test_no_example_is_of_what_cannot_happen(changes: dict[str, RuleValue], gone: str) -> None:
    assert not any(gone in one for one in examples(rules_like(STANDARD, **changes)))


def test_there_is_no_example_where_nothing_multiplies_and_nothing_grows() -> None:
    assert examples(rules_like(STANDARD, call_bonus="none", double_from=0)) == []


@pytest.mark.parametrize("name", [name for name in PRESET_NAMES if preset(name).double_from])
def test_examples_lie_below_at_and_above_the_sum_that_doubles(name: str) -> None:
    rules = preset(name)
    sections = illustrated_page(load(), rules)
    (entries,) = (told for heading, told in sections if heading == EXAMPLES_HEADING)
    sums = [scorer(rules).total(entry.cards, 2) for entry in entries if entry.cards]
    assert [(one > rules.double_from) - (one < rules.double_from) for one in sums] == [-1, 0, 1]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_yaku_of_the_page_has_its_cards(name: str) -> None:
    rules = preset(name)
    (entries,) = (told for heading, told in illustrated_page(load(), rules) if "yaku" in heading)
    for yaku in YAKU.values():
        told = [one for one in entries if one.said.startswith(f"{names.yaku(load(), yaku.id)} is")]
        cup = 1 << SAKE_CUP
        assert [one.cards & ~cup for one in told] == [yaku.cards & ~cup] * len(told)
    kasu = next(one for one in entries if one.said.startswith("Plains (Kasu) is worth"))
    assert bool(kasu.cards >> SAKE_CUP & 1) == (rules.sake_cup != "animal")


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
