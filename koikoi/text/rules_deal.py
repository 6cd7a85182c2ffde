"""The rules page: the deal, what voids it, and hands that win when they are dealt."""

from __future__ import annotations

from typing import Final

from koikoi.engine.rules import Rules
from koikoi.engine.yaku import YakuId
from koikoi.text import names
from koikoi.text.catalogue import N_, Text

_FIELD_FOUR: Final = {
    "redeal": N_("If all four cards of a month lie on the field, the cards are dealt again."),
    "dealer_takes": N_(
        "If all four cards of a month lie on the field, the dealer takes them before the first"
        " turn; the field is not refilled, and yaku made so count after the dealer's first turn."
    ),
    "keep": N_(
        "If all four cards of a month lie on the field, they stay there, and no card matches them."
    ),
}
_FIELD_PAIRS: Final = {
    "redeal": N_("If the field is four pairs, the cards are dealt again."),
    "keep": N_("If the field is four pairs, the deal stands."),
}
_FIELD_THREE: Final = {
    "redeal": N_("If three cards of a month lie on the field, the cards are dealt again."),
    "keep": N_("If three cards of a month lie on the field, the deal stands."),
}
_TESHI: Final = {
    "redeal": N_("If a hand is dealt all four cards of a month, the cards are dealt again."),
    "off": N_("A hand that is dealt all four cards of a month is played like any other."),
}
_KUTTSUKI: Final = {
    "redeal": N_("If a hand is dealt four pairs, the cards are dealt again."),
    "off": N_("A hand that is dealt four pairs is played like any other."),
}
_BOTH: Final = {
    "dealer": N_("If both players are dealt a winning hand, only the dealer's counts."),
    "nobody": N_("If both players are dealt a winning hand, nobody scores."),
    "both": N_("If both players are dealt a winning hand, each scores their own."),
}


def deal_section(text: Text, rules: Rules) -> list[str]:
    """The deal under these rules."""
    teshi = rules.teshi == "points" and rules.teshi_points > 0
    kuttsuki = rules.kuttsuki == "points" and rules.kuttsuki_points > 0
    return [
        text.t("Each player is dealt eight cards; eight lie open on the field."),
        text.t("The other twenty-four cards are the stock."),
        text.t(_FIELD_FOUR[rules.field_four]),
        text.t(_FIELD_PAIRS[rules.field_pairs]),
        text.t(_FIELD_THREE[rules.field_three]),
        *_teshi(text, rules, wins=teshi),
        *_kuttsuki(text, rules, wins=kuttsuki),
        *([text.t("Points for a dealt hand are never multiplied.")] if teshi or kuttsuki else []),
        *(_both(text, rules) if teshi or kuttsuki else []),
        *_redeal(text, rules),
    ]


def _both(text: Text, rules: Rules) -> list[str]:
    said = [text.t(_BOTH[rules.both_dealt])]
    if rules.both_dealt != "dealer" and rules.next_dealer == "winner" and rules.rounds > 1:
        said.append(text.t("Such a round has no winner, which matters for the next deal."))
    return said


def _redeal(text: Text, rules: Rules) -> list[str]:
    """What stays as it is when cards are dealt again, where that can happen."""
    causes = (rules.field_four, rules.field_pairs, rules.field_three, rules.teshi, rules.kuttsuki)
    if "redeal" not in causes:
        return []
    return [text.t("When the cards are dealt again, the round keeps its month and its dealer.")]


def _teshi(text: Text, rules: Rules, *, wins: bool) -> list[str]:
    if not wins:
        return [text.t(_TESHI["redeal" if rules.teshi == "redeal" else "off"])]
    return [
        text.n(
            "A hand that is dealt all four cards of a month is {yaku}: it wins the round at once"
            " with {count} point.",
            "A hand that is dealt all four cards of a month is {yaku}: it wins the round at once"
            " with {count} points.",
            rules.teshi_points,
            yaku=names.yaku(text, YakuId.TESHI),
        ),
        text.t("Two such months in a hand count once."),
    ]


def _kuttsuki(text: Text, rules: Rules, *, wins: bool) -> list[str]:
    if not wins:
        return [text.t(_KUTTSUKI["redeal" if rules.kuttsuki == "redeal" else "off"])]
    return [
        text.n(
            "A hand that is dealt pairs of four months is {yaku}: it wins the round at once with"
            " {count} point.",
            "A hand that is dealt pairs of four months is {yaku}: it wins the round at once with"
            " {count} points.",
            rules.kuttsuki_points,
            yaku=names.yaku(text, YakuId.KUTTSUKI),
        )
    ]
