"""A second scorer, written from the rules alone, against the engine's over 100,000 piles.

It knows nothing of the engine but the option names: piles are sets of card codes, every yaku is a
sentence of the rules, and nothing is remembered or shared between piles.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from random import Random
from typing import Any

import pytest

from koikoi.engine.cards import Card, mask_of
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTIONS, Rules
from koikoi.engine.yaku import YAKU, Scorer

LIGHTS = {"1L", "3L", "8L", "11L", "12L"}
DRY_LIGHTS = LIGHTS - {"11L"}
ANIMALS = {"2A", "4A", "5A", "6A", "7A", "8A", "9A", "10A", "11A"}
BOAR_DEER_BUTTERFLIES = {"7A", "10A", "6A"}
POEM_RIBBONS = {"1R", "2R", "3R"}
BLUE_RIBBONS = {"6R", "9R", "10R"}
RIBBONS = POEM_RIBBONS | BLUE_RIBBONS | {"4R", "5R", "7R", "11R"}
PLAINS = {f"{month}P{i}" for month in range(1, 11) for i in (1, 2)}
PLAINS |= {"11P1", "12P1", "12P2", "12P3"}
WILLOWS = {"11L", "11A", "11R", "11P1"}
DECK = sorted(LIGHTS | ANIMALS | RIBBONS | PLAINS)
MONTHS = {
    month: {code for code in DECK if code.rstrip("123").rstrip("LARP") == str(month)}
    for month in range(1, 13)
}


def score(
    rules: Rules, pile: set[str], month: int, calls: int, field: Collection[str]
) -> dict[str, int]:
    """Every yaku that counts, with its points."""
    made = light_yaku(rules, pile)
    made |= animal_yaku(rules, pile)
    made |= ribbon_yaku(rules, pile)
    made |= plain_yaku(rules, pile)
    if rules.tsukifuda and pile >= MONTHS[month]:
        made["tsukifuda"] = rules.tsukifuda
    return viewing_yaku(rules, pile, calls, field, beside_another=bool(made)) | made


def light_yaku(rules: Rules, pile: set[str]) -> dict[str, int]:
    """One light yaku at a time: that of the most lights (of two fours, or under best: dearest)."""
    lights = len(pile & LIGHTS)
    dry = len(pile & DRY_LIGHTS)
    there = {}
    if lights == 5 and rules.goko:
        there["goko"] = rules.goko
    if dry == 4 and rules.shiko:
        there["shiko"] = rules.shiko
    if "11L" in pile and dry >= 3 and rules.ame_shiko:
        there["ame_shiko"] = rules.ame_shiko
    if dry >= 3 and rules.sanko:
        there["sanko"] = rules.sanko
    if rules.family == "best":
        return dearest(there)
    if lights == 5 and "goko" not in there and "shiko" in there and "ame_shiko" in there:
        return dearest({name: there[name] for name in ("shiko", "ame_shiko")})
    return dict(list(there.items())[:1])


def animal_yaku(rules: Rules, pile: set[str]) -> dict[str, int]:
    animals = pile & ANIMALS
    if rules.sake_cup == "plain":
        animals -= {"9A"}
    there = {}
    if rules.inoshikacho and animals >= BOAR_DEER_BUTTERFLIES:
        extra = len(animals) - 3 if rules.extra_card else 0
        there["inoshikacho"] = rules.inoshikacho + extra
    if rules.tane and len(animals) >= 5:
        there["tane"] = rules.tane + len(animals) - 5
    if rules.family == "void" and "inoshikacho" in there:
        there.pop("tane", None)
    return dearest(there) if rules.family == "best" else there


def ribbon_yaku(rules: Rules, pile: set[str]) -> dict[str, int]:
    ribbons = pile & RIBBONS
    poem = pile >= POEM_RIBBONS
    blue = pile >= BLUE_RIBBONS
    chofuku = bool(poem and blue and rules.chofuku)
    replaced = chofuku and rules.chofuku_mode == "replaces"
    there = {}
    if poem and rules.akatan and not replaced:
        there["akatan"] = rules.akatan + (len(ribbons) - 3 if rules.extra_card else 0)
    if blue and rules.aotan and not replaced:
        there["aotan"] = rules.aotan + (len(ribbons) - 3 if rules.extra_card else 0)
    if chofuku:
        there["chofuku"] = rules.chofuku + (len(ribbons) - 6 if rules.extra_card else 0)
    void = rules.family == "void" and bool(there)
    if rules.tan and len(ribbons) >= 5 and not void:
        there["tan"] = rules.tan + len(ribbons) - 5
    return dearest(there) if rules.family == "best" else there


def plain_yaku(rules: Rules, pile: set[str]) -> dict[str, int]:
    plains = len(pile & PLAINS)
    if "9A" in pile:
        plains += {"animal": 0, "both": 1, "both_twice": 2, "plain": 1}[rules.sake_cup]
    if rules.kasu and plains >= 10:
        return {"kasu": rules.kasu + plains - 10}
    return {}


def viewing_yaku(
    rules: Rules, pile: set[str], calls: int, field: Collection[str], *, beside_another: bool
) -> dict[str, int]:
    if "9A" not in pile or rules.viewing == "never":
        return {}
    if rules.viewing == "with_other_yaku" and not beside_another:
        return {}
    if rules.rain_spoils_viewing == "captured_rain" and "11L" in pile:
        return {}
    if rules.rain_spoils_viewing == "willow_on_field" and any(c in WILLOWS for c in field):
        return {}
    there = {}
    hanami = rules.hanami_called if calls else rules.hanami
    if "3L" in pile and hanami:
        there["hanami"] = hanami
    tsukimi = rules.tsukimi_called if calls else rules.tsukimi
    if "8L" in pile and tsukimi:
        there["tsukimi"] = tsukimi
    return there


def dearest(there: dict[str, int]) -> dict[str, int]:
    """Only the dearest; of equal ones the first in the order of the options."""
    if not there:
        return {}
    best = max(there, key=lambda name: there[name])
    return {best: there[best]}


PILES = 100_000
PILES_PER_RULES = 200
LOTS = PILES // PILES_PER_RULES

DEAR = [
    LIGHTS,
    DRY_LIGHTS,
    {"3L", "9A"},
    {"8L", "9A"},
    {"3L", "8L", "9A", "11L"},
    BOAR_DEER_BUTTERFLIES,
    ANIMALS,
    POEM_RIBBONS,
    BLUE_RIBBONS,
    POEM_RIBBONS | BLUE_RIBBONS,
    RIBBONS,
    PLAINS,
    PLAINS | {"9A"},
    *MONTHS.values(),
]
"""What piles are seeded with: chance alone hardly ever makes a dear yaku."""

SCORING_OPTIONS = [
    "goko",
    "shiko",
    "ame_shiko",
    "sanko",
    "hanami",
    "hanami_called",
    "tsukimi",
    "tsukimi_called",
    "viewing",
    "rain_spoils_viewing",
    "inoshikacho",
    "akatan",
    "aotan",
    "extra_card",
    "chofuku",
    "chofuku_mode",
    "tane",
    "tan",
    "kasu",
    "family",
    "sake_cup",
    "tsukifuda",
]

BIT = {code: 1 << Card.parse(code) for code in DECK}


def chance(name: str) -> Random:
    return Random(name)


def random_rules(rng: Random) -> Rules:
    """A preset with other values for about half of the options that decide a pile's worth."""
    changes: dict[str, Any] = {}
    for option in OPTIONS:
        if option.key not in SCORING_OPTIONS or rng.random() < 0.5:
            continue
        if option.type == "choice":
            changes[option.key] = rng.choice(option.choices)
        elif option.type == "boolean":
            changes[option.key] = rng.random() < 0.5
        else:
            # A yaku of 0 points is off; few values make equal yaku, where order decides, frequent.
            changes[option.key] = rng.choice((0, 0, 1, 2, 5, 6, 8, 10, 50))
    return dataclasses.replace(preset(rng.choice(PRESET_NAMES)), **changes)


def random_cards(rng: Random) -> tuple[set[str], list[str]]:
    """A pile, often with all or most cards of dear yaku, and a field out of the other cards."""
    pile: set[str] = set()
    for _ in range(rng.randrange(4)):
        part = rng.choice(DEAR)
        pile |= part if rng.random() < 0.4 else {code for code in part if rng.random() < 0.8}
    pile.update(rng.sample(DECK, rng.randrange(20)))
    field = [code for code in rng.sample(DECK, rng.randrange(14)) if code not in pile]
    return pile, field


def compare(rules: Rules, rng: Random, seen: set[str]) -> None:
    """Scores one lot of piles in both ways and notes which yaku came up."""
    engine = Scorer(rules)
    for _ in range(PILES_PER_RULES):
        pile, field = random_cards(rng)
        month, calls = rng.randrange(1, 13), rng.choice((0, 0, 1, 2, 5))
        expected = score(rules, pile, month, calls, field)
        mask, field_mask = sum([BIT[c] for c in pile]), sum([BIT[c] for c in field])
        made = {y.id.value: y.points for y in engine.made(mask, month, calls, field_mask)}
        total = engine.total(mask, month, calls, field_mask)
        if made != expected or total != sum(expected.values()):
            situation = f"{sorted(pile)} month {month} calls {calls} field {field} {rules}"
            assert (made, total) == (expected, sum(expected.values())), situation
        seen.update(made)


def test_the_second_scorer_knows_every_option_that_decides_a_piles_worth() -> None:
    options = [option.key for option in OPTIONS]
    # Every option before the dealt hands is about the worth of a pile, but for the two texts.
    assert options[2 : options.index("teshi")] == SCORING_OPTIONS


def test_the_second_scorer_has_the_48_cards() -> None:
    assert mask_of(Card.parse(code) for code in DECK) == (1 << 48) - 1
    assert all(len(cards) == 4 for cards in MONTHS.values())


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_both_scorers_agree_under_every_preset(name: str) -> None:
    rng = chance(name)
    seen: set[str] = set()
    for _ in range(LOTS // 2 // len(PRESET_NAMES)):
        compare(preset(name), rng, seen)
    playable = {yaku for yaku in YAKU if yaku not in ("teshi", "kuttsuki")}
    if not preset(name).tsukifuda:
        playable -= {"tsukifuda"}
    assert seen == playable


def test_both_scorers_agree_under_random_rules() -> None:
    rng = chance("random rules")
    for _ in range(LOTS // 2 + LOTS // 2 % len(PRESET_NAMES)):
        compare(random_rules(rng), rng, set())
