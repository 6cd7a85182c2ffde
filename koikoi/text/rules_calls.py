"""The rules page: shōbu and koi-koi, what calls bring, what doubles, how multipliers meet."""

from __future__ import annotations

from typing import Final

from koikoi.engine.rules import Rules
from koikoi.text import figures
from koikoi.text.catalogue import N_, Text
from koikoi.text.rules_examples import most_own_calls

_STACKING: Final = {
    "multiply": N_("Where both apply, one multiplies the other."),
    "add": N_("Where both apply, they are added up: ×2 and ×2 make ×3, ×2 and ×3 make ×4."),
    "highest": N_("Where both apply, only the higher one counts."),
}


def calls_section(text: Text, rules: Rules) -> list[str]:
    """Shōbu and koi-koi under these rules."""
    return [
        text.t("If your yaku have risen at the end of your turn, you decide: shōbu or koi-koi."),
        text.t("With shōbu you end the round and score; the other player scores nothing."),
        text.t("With koi-koi the round goes on, and you decide again when your yaku rise again."),
        text.t("If you have no card left to play, the rise is your shōbu without a question."),
        *_limit(text, rules),
        *_double(text, rules),
        *_bonus(text, rules),
        *([text.t(_STACKING[rules.bonus_stacking])] if _two_multipliers(rules) else []),
    ]


def _two_multipliers(rules: Rules) -> bool:
    if rules.call_bonus == "own_calls":
        return rules.double_from > 0 and most_own_calls(rules) >= 4
    return rules.double_from > 0 and rules.call_bonus != "none"


def _limit(text: Text, rules: Rules) -> list[str]:
    if rules.call_limit == "none":
        return [text.t("Koi-koi may be called any number of times.")]
    if rules.call_limit == "per_player":
        limit = text.n(
            "In a round each player may call koi-koi once.",
            "In a round each player may call koi-koi {count} times.",
            rules.call_limit_count,
        )
    else:
        limit = text.n(
            "In a round koi-koi may be called once, by either player.",
            "In a round koi-koi may be called {count} times by both players together.",
            rules.call_limit_count,
        )
    return [limit, text.t("Where no call is left, a rise is shōbu without a question.")]


def _double(text: Text, rules: Rules) -> list[str]:
    if not rules.double_from:
        return [text.t("No sum of yaku doubles the score.")]
    if rules.call_bonus == "own_calls":
        return [
            text.n(
                "If the yaku come to {count} point or more, without what calls add, the score"
                " is doubled.",
                "If the yaku come to {count} points or more, without what calls add, the score"
                " is doubled.",
                rules.double_from,
            )
        ]
    return [
        text.n(
            "If the yaku come to {count} point or more, the score is doubled.",
            "If the yaku come to {count} points or more, the score is doubled.",
            rules.double_from,
        )
    ]


def _bonus(text: Text, rules: Rules) -> list[str]:
    """What calls do to the score."""
    if rules.call_bonus == "none":
        return [text.t("Calls of koi-koi do not change the score.")]
    if rules.call_bonus == "opponent_called":
        return [
            text.t("If the loser of the round has called koi-koi, the score is doubled."),
            text.t("It is doubled once, however often the loser called."),
            text.t("The winner's own calls change nothing."),
        ]
    if rules.call_bonus == "per_call":
        return [
            text.t("Every call of either player raises the multiplier of the score by one."),
            text.t(
                "So one call in the round makes {multiplier}.", multiplier=figures.times(text, 2)
            ),
        ]
    said = [text.t("Each of the winner's own calls adds 1 point.")]
    if most_own_calls(rules) >= 4:
        said.append(
            text.t(
                "Four own calls or more add nothing; they multiply the score by two less than"
                " their number."
            )
        )
    return said
