"""Names of the rules' options, of their values and of the presets, for settings and rules files."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTION_BY_KEY, Rules, RuleValue
from koikoi.text import figures
from koikoi.text.catalogue import NP_, Text

OPTION_NAMES: Final = {
    "name": NP_("option", "Name of the rules"),
    "source": NP_("option", "Where they come from"),
    "goko": NP_("option", "Five Lights (Gokō)"),
    "shiko": NP_("option", "Four Lights (Shikō)"),
    "ame_shiko": NP_("option", "Rain Four Lights (Ame-Shikō)"),
    "sanko": NP_("option", "Three Lights (Sankō)"),
    "hanami": NP_("option", "Flower Viewing (Hanami)"),
    "hanami_called": NP_("option", "Flower Viewing (Hanami) after a call of koi-koi"),
    "tsukimi": NP_("option", "Moon Viewing (Tsukimi)"),
    "tsukimi_called": NP_("option", "Moon Viewing (Tsukimi) after a call of koi-koi"),
    "viewing": NP_("option", "When the viewings count"),
    "rain_spoils_viewing": NP_("option", "Rain spoils the viewings"),
    "inoshikacho": NP_("option", "Boar, Deer, Butterflies (Inoshikachō)"),
    "akatan": NP_("option", "Poem Ribbons (Akatan)"),
    "aotan": NP_("option", "Blue Ribbons (Aotan)"),
    "extra_card": NP_("option", "Further animals and ribbons add points"),
    "chofuku": NP_("option", "Poem and Blue Ribbons (Chōfuku)"),
    "chofuku_mode": NP_("option", "Chōfuku and its two parts"),
    "tane": NP_("option", "Animals (Tane)"),
    "tan": NP_("option", "Ribbons (Tan)"),
    "kasu": NP_("option", "Plains (Kasu)"),
    "family": NP_("option", "Yaku made of the same kind of card"),
    "sake_cup": NP_("option", "The Sake cup counts as"),
    "tsukifuda": NP_("option", "Cards of the Month (Tsukifuda)"),
    "teshi": NP_("option", "Dealt four of a month (Teshi)"),
    "teshi_points": NP_("option", "Points for Teshi"),
    "kuttsuki": NP_("option", "Dealt four pairs (Kuttsuki)"),
    "kuttsuki_points": NP_("option", "Points for Kuttsuki"),
    "both_dealt": NP_("option", "Both dealt a winning hand"),
    "field_four": NP_("option", "Four of a month on the field"),
    "field_pairs": NP_("option", "Four pairs on the field"),
    "field_three": NP_("option", "Three of a month on the field"),
    "double_from": NP_("option", "Points of yaku that double the score"),
    "call_bonus": NP_("option", "What calls of koi-koi bring"),
    "bonus_stacking": NP_("option", "Two multipliers together"),
    "call_limit": NP_("option", "Limit on calls of koi-koi"),
    "call_limit_count": NP_("option", "Calls allowed in a round"),
    "exhausted_points": NP_("option", "Dealer's points for an exhausted round"),
    "exhausted_dealer": NP_("option", "The deal after a round without a winner"),
    "next_dealer": NP_("option", "Who deals the next round"),
    "first_dealer": NP_("option", "Who deals first"),
    "rounds": NP_("option", "Rounds"),
    "starting_points": NP_("option", "Points at the start"),
    "lightning_wild": NP_("option", "The Lightning takes any card"),
}
"""A name for each option's key."""

CHOICE_NAMES: Final = {
    "viewing": {
        "always": NP_("option value", "always"),
        "with_other_yaku": NP_("option value", "only beside another yaku"),
        "never": NP_("option value", "never"),
    },
    "rain_spoils_viewing": {
        "no": NP_("option value", "no"),
        "captured_rain": NP_("option value", "when the Rain is captured"),
        "willow_on_field": NP_("option value", "when a Willow card is on the field"),
    },
    "chofuku_mode": {
        "replaces": NP_("option value", "replaces them"),
        "adds": NP_("option value", "counts beside them"),
    },
    "family": {
        "add": NP_("option value", "all count"),
        "void": NP_("option value", "Tane and Tan give way"),
        "best": NP_("option value", "only the dearest counts"),
    },
    "sake_cup": {
        "animal": NP_("option value", "an animal"),
        "both": NP_("option value", "an animal and a plain"),
        "both_twice": NP_("option value", "an animal and two plains"),
        "plain": NP_("option value", "a plain"),
    },
    "teshi": {
        "points": NP_("option value", "wins points"),
        "redeal": NP_("option value", "is dealt again"),
        "off": NP_("option value", "has no effect"),
    },
    "kuttsuki": {
        "points": NP_("option value", "wins points"),
        "redeal": NP_("option value", "is dealt again"),
        "off": NP_("option value", "has no effect"),
    },
    "both_dealt": {
        "dealer": NP_("option value", "the dealer scores"),
        "nobody": NP_("option value", "nobody scores"),
        "both": NP_("option value", "both score"),
    },
    "field_four": {
        "redeal": NP_("option value", "is dealt again"),
        "dealer_takes": NP_("option value", "the dealer takes it"),
        "keep": NP_("option value", "stays"),
    },
    "field_pairs": {
        "redeal": NP_("option value", "is dealt again"),
        "keep": NP_("option value", "stays"),
    },
    "field_three": {
        "keep": NP_("option value", "stays"),
        "redeal": NP_("option value", "is dealt again"),
    },
    "call_bonus": {
        "none": NP_("option value", "nothing"),
        "opponent_called": NP_("option value", "double if the loser called"),
        "per_call": NP_("option value", "a higher multiplier with every call"),
        "own_calls": NP_("option value", "more for the winner's own calls"),
    },
    "bonus_stacking": {
        "multiply": NP_("option value", "multiply"),
        "add": NP_("option value", "add up"),
        "highest": NP_("option value", "only the highest counts"),
    },
    "call_limit": {
        "none": NP_("option value", "none"),
        "per_player": NP_("option value", "for each player"),
        "per_round": NP_("option value", "for both players together"),
    },
    "exhausted_dealer": {
        "stays": NP_("option value", "stays with the dealer"),
        "switches": NP_("option value", "goes to the other player"),
    },
    "next_dealer": {
        "winner": NP_("option value", "the winner"),
        "alternates": NP_("option value", "the players in turn"),
    },
    "first_dealer": {
        "draw": NP_("option value", "a draw of cards decides"),
        "random": NP_("option value", "chance decides"),
        "first": NP_("option value", "the first player"),
        "second": NP_("option value", "the second player"),
    },
}
"""A name for each word that an option may hold."""

# 0 means something of its own in these; in all other numbers it is just 0.
_ZERO_NAMES: Final = {
    "double_from": NP_("option value", "never"),
    "starting_points": NP_("option value", "count up from 0"),
    "call_limit_count": NP_("option value", "no limit"),
    "exhausted_points": NP_("option value", "none"),
}

_OFF: Final = NP_("option value", "off")

PRESETS: Final = {
    "standard": NP_("preset", "Standard"),
    "nintendo": NP_("preset", "Nintendo"),
    "wikipedia": NP_("preset", "Wikipedia"),
    "koikoi-japan": NP_("preset", "Koi-Koi Japan"),
    "fuda-wiki": NP_("preset", "Fuda Wiki"),
    "yakuza": NP_("preset", "Yakuza"),
}
"""A name for each preset."""

SOURCES: Final = {
    "standard": NP_(
        "rules source",
        "The yaku page of hanafuda.lemme.dev; the Wikipedia article where the page is silent",
    ),
    "nintendo": NP_(
        "rules source",
        "Nintendo's leaflet as others transcribed it, and what the yaku page says about it",
    ),
    "wikipedia": NP_("rules source", "The Wikipedia article on Koi-Koi"),
    "koikoi-japan": NP_(
        "rules source", "1,579 recorded rounds, every one of which these values reproduce"
    ),
    "fuda-wiki": NP_("rules source", "The Koi-Koi page of the Fuda Wiki"),
    "yakuza": NP_("rules source", "Notes by players of the Yakuza games"),
}
"""Where each preset comes from, as its rules say it."""


def option_name(text: Text, key: str) -> str:
    """The name of an option; ``key`` is one of ``OPTION_BY_KEY``."""
    return text.p("option", OPTION_NAMES[key])


def option_names(text: Text) -> dict[str, str]:
    """The names of all options by their keys, for the comments of a rules file."""
    return {key: option_name(text, key) for key in OPTION_NAMES}


def option_value(text: Text, key: str, value: RuleValue) -> str:
    """A value of an option in words; ``value`` is one that the option allows."""
    option = OPTION_BY_KEY[key]
    if option.type == "boolean":
        return text.p("option value", "yes") if value else text.p("option value", "no")
    if option.type == "choice":
        return text.p("option value", CHOICE_NAMES[key][str(value)])
    if isinstance(value, int):
        return _number(text, key, value)
    return value


def _number(text: Text, key: str, value: int) -> str:
    if not value:
        return text.p("option value", _ZERO_NAMES.get(key, _OFF))
    if key in ("rounds", "call_limit_count"):
        return text.p("option value", "{number}", number=value)
    return figures.points(text, value)


def allowed_values(text: Text, key: str) -> str:
    """What an option may be, as a rules file has it: its words are the same in every language."""
    option = OPTION_BY_KEY[key]
    low, high = option.low, option.high
    if option.type == "choice":
        return text.either(f'"{word}"' for word in option.choices)
    if option.type == "boolean":
        return text.either(("true", "false"))
    if option.type == "integer":
        return text.t("a whole number from {low} to {high}", low=low, high=high)
    return text.t("a text of {low} to {high} printable characters", low=low, high=high)


def preset_name(text: Text, name: str) -> str:
    """The name of a preset; ``name`` is one of ``PRESET_NAMES``."""
    return text.p("preset", PRESETS[name]) if name in PRESETS else name


def preset_of(rules: Rules) -> str | None:
    """The preset that these rules are, ``None`` for rules of the player's own.

    The number of rounds and the first dealer are chosen for each match and do not tell rules apart.
    """
    name = rules.name
    if name not in PRESET_NAMES:
        return None
    known = preset(name)
    known = replace(known, rounds=rules.rounds, first_dealer=rules.first_dealer)
    return name if known == rules else None


def rules_name(text: Text, rules: Rules) -> str:
    """What the rules are called: a preset's name in the language, or the name that they have."""
    name = preset_of(rules)
    return rules.name if name is None else preset_name(text, name)


def rules_source(text: Text, rules: Rules) -> str:
    """Where the rules come from: a preset's source in the language, or what they say of it."""
    name = preset_of(rules)
    return text.p("rules source", SOURCES[name]) if name in SOURCES else rules.source
