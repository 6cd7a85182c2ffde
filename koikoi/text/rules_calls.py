"""The rules page: shōbu and koi-koi, what calls bring, what doubles, how multipliers meet."""

from __future__ import annotations

from typing import Final

from koikoi.engine.cards import ANIMALS, FULL_DECK, LIGHTS, RIBBONS, CardSet, Mask
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.yaku import scorer
from koikoi.text import figures
from koikoi.text.catalogue import N_, Text
from koikoi.text.score import breakdown_sentences

MOST_CALLS: Final = 7
"""A player can call after each turn but the last of eight."""

_STACKING: Final = {
    "multiply": N_("Where both apply, one multiplies the other."),
    "add": N_("Where both apply, they are added up: ×2 and ×2 make ×3, ×2 and ×3 make ×4."),
    "highest": N_("Where both apply, only the higher one counts."),
}

# Piles for the worked example, from the plainest; the first that doubles is taken.
_EXAMPLES: Final[tuple[Mask, ...]] = (
    CardSet.parse("1L 3L 8L").mask,
    CardSet.parse("1R 2R 3R 6A 7A 10A").mask,
    CardSet.parse("1L 3L 8L 12L").mask,
    CardSet.parse("1L 3L 8L 11L 12L").mask,
    CardSet.parse("1L 3L 8L 11L 12L 9A").mask,
    CardSet.parse("1L 3L 8L 11L 12L 1R 2R 3R 6A 7A 10A").mask,
    LIGHTS | ANIMALS | RIBBONS,
    FULL_DECK,
)


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
        *_examples(text, rules),
    ]


def _most_own_calls(rules: Rules) -> int:
    limit = MOST_CALLS if rules.call_limit == "none" else rules.call_limit_count
    return min(limit, MOST_CALLS)


def _two_multipliers(rules: Rules) -> bool:
    if rules.call_bonus == "own_calls":
        return rules.double_from > 0 and _most_own_calls(rules) >= 4
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
        return []
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
    if _most_own_calls(rules) >= 4:
        said.append(
            text.t(
                "Four own calls or more add nothing; they multiply the score by two less than"
                " their number."
            )
        )
    return said


def _examples(text: Text, rules: Rules) -> list[str]:
    """Scores worked out by the engine, with calls that matter and, if it can be, doubled."""
    most = _most_own_calls(rules)
    both = most > 1 or rules.call_limit != "per_round"
    calls = {
        "none": [(0, 0)],
        "opponent_called": [(0, 1)],
        "per_call": [(1, 1 if both else 0)],
        "own_calls": [(min(most, 2), 0)] + ([(4, 0)] if most >= 4 else []),
    }[rules.call_bonus]
    said: list[str] = []
    for own, opponent in calls:
        # Where two examples are of the same yaku, these are told once.
        said += [one for one in _example(text, rules, own, opponent) if one not in said]
    return said


def _example(text: Text, rules: Rules, own: int, opponent: int) -> list[str]:
    own_scorer = scorer(rules)
    piles = [own_scorer.made(pile, month=2, calls=own) for pile in _EXAMPLES]
    scored = [made for made in piles if made]
    doubled = [made for made in scored if sum(m.points for m in made) >= rules.double_from]
    if not scored:
        return []
    made = (doubled or scored)[0]
    worked = breakdown_sentences(text, rules, round_score(rules, made, own, opponent))[1:]
    if not worked:
        return []
    return [text.t("An example: {yaku}.", yaku=figures.yaku_points(text, made)), *worked]
