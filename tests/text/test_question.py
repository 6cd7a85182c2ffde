"""The koi-koi question says what stopping brings and what a call changes, under any rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.engine.rules import RuleValue
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.text.catalogue import load
from koikoi.text.events import Narrator
from koikoi.text.question import koikoi_question
from tests.text.moments import STANDARD, ZERO_SUM, mask, rules_like, view_of

SEEN = view_of(
    0,
    Phase.DECIDE,
    to_act=0,
    oya=1,
    captured=(mask("3L 9A 1L 8L"), mask("1R 2R 3R")),
    hand_sizes=(3, 4),
    number=3,
)


def under(seen: PlayerView = SEEN, **changes: RuleValue) -> PlayerView:
    """The view with other rules."""
    return replace(seen, rules=rules_like(STANDARD, **changes))


def test_the_question_says_everything_in_order() -> None:
    asked = koikoi_question(load(), SEEN, "West")
    assert asked.yaku == (
        "You have Three Lights (Sankō) for 5 points, Flower Viewing (Hanami) for 5 points and Moon"
        " Viewing (Tsukimi) for 5 points: 15 points in all."
    )
    assert asked.stop == (
        "If you stop now, you score 30 points.",
        "(5 + 5 + 5) × 2 = 30: ×2 because the yaku come to 8 points or more.",
        "Then you deal the next round.",
    )
    assert asked.call == ("If you call koi-koi, you have 3 turns left.",)
    assert asked.risk == (
        "If West wins the round, your yaku bring you nothing.",
        "Your call would double the score of West.",
        (
            "West already has Poem Ribbons (Akatan) for 5 points; after your call that would be 10"
            " points."
        ),
        "If the cards run out and nobody has stopped, West gets 1 point as the dealer.",
    )
    assert asked.question == "Shōbu, to stop and score, or koi-koi, to play on?"
    assert asked.sentences == (asked.yaku, *asked.stop, *asked.call, *asked.risk, asked.question)


def test_the_narrator_asks_it_with_the_other_player_s_name() -> None:
    asked = Narrator(load(), ("East", "West"), 0).question(SEEN)
    assert asked.risk[0] == "If West wins the round, your yaku bring you nothing."
    asked = Narrator(load(), ("East", "West"), 1).question(replace(SEEN, seat=1, to_act=1))
    assert asked.risk[0] == "If East wins the round, your yaku bring you nothing."


@pytest.mark.parametrize(
    "seen",
    [
        replace(SEEN, seat=None),
        replace(SEEN, seat=1),
        replace(SEEN, phase=Phase.PLAY),
    ],
)
def test_only_who_has_to_decide_is_asked(seen: PlayerView) -> None:
    with pytest.raises(ValueError, match="no decision"):
        koikoi_question(load(), seen, "West")


ONE = replace(SEEN, captured=(mask("3L 9A"), 0))


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (ONE, "You have Flower Viewing (Hanami) for 5 points."),
        (ONE, "If you stop now, you score 5 points."),
        (replace(ONE, calls=(0, 1)), "5 × 2 = 10: ×2 because West had called koi-koi."),
        (replace(ONE, number=12), "Then the match is over."),
        (under(ONE, rounds=3), "Then the match is over."),
        (under(ONE, next_dealer="alternates"), "Then you deal the next round."),
        (replace(ONE, oya=0), "Then you deal the next round."),
        (replace(under(ONE, next_dealer="alternates"), oya=0), "Then West deals the next round."),
        (replace(ONE, rules=ZERO_SUM, scores=(30, 30)), "If you stop now, West pays you 1 point."),
        (replace(ONE, rules=ZERO_SUM, scores=(59, 1)), "Then the match is over."),
        (replace(ONE, rules=ZERO_SUM, scores=(58, 2)), "Then you deal the next round."),
    ],
)
def test_stopping_is_told_as_the_rules_have_it(seen: PlayerView, said: str) -> None:
    asked = koikoi_question(load(), seen, "West")
    assert said in (asked.yaku, *asked.stop)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (replace(ONE, hand_sizes=(1, 1)), "If you call koi-koi, you have 1 turn left."),
        (under(ONE, hanami_called=3), "After the call the same yaku count 3 points."),
        (
            under(ONE, call_bonus="per_call"),
            "After the call the score of whoever wins the round is multiplied by 2.",
        ),
        (
            replace(under(ONE, call_bonus="per_call"), calls=(1, 2)),
            "After the call the score of whoever wins the round is multiplied by 5.",
        ),
        (
            replace(under(ONE, call_bonus="own_calls"), calls=(1, 0)),
            "With this call, your calls add 2 points if you win the round.",
        ),
        (
            replace(under(ONE, call_bonus="own_calls"), calls=(3, 0)),
            "With this call, your calls multiply your score by 2 if you win the round.",
        ),
        (
            under(ONE, call_limit="per_player", call_limit_count=1),
            "It is your last call: when your yaku rise again, the round ends.",
        ),
        (
            replace(under(ONE, call_limit="per_player", call_limit_count=3), calls=(1, 2)),
            "After it you have 1 more call.",
        ),
        (
            replace(under(ONE, call_limit="per_round", call_limit_count=2), calls=(0, 1)),
            (
                "It is the last call of the round: when the yaku of either player rise, the round"
                " ends."
            ),
        ),
        (
            under(ONE, call_limit="per_round", call_limit_count=3),
            "After it 2 more calls are left for both players together.",
        ),
    ],
)
def test_what_a_call_changes_is_told_as_the_rules_have_it(seen: PlayerView, said: str) -> None:
    assert said in koikoi_question(load(), seen, "West").call


@pytest.mark.parametrize(
    "seen", [ONE, under(ONE, call_bonus="none"), under(ONE, call_bonus="opponent_called")]
)
def test_a_call_that_changes_nothing_for_the_caller_is_not_said_to(seen: PlayerView) -> None:
    assert koikoi_question(load(), seen, "West").call == (
        "If you call koi-koi, you have 3 turns left.",
    )


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (
            replace(SEEN, calls=(1, 0)),
            "You have called before, so the score of West stays doubled.",
        ),
        (
            replace(under(call_bonus="per_call"), calls=(0, 1)),
            (
                "West already has Poem Ribbons (Akatan) for 5 points; after your call that would be"
                " 15 points."
            ),
        ),
        (
            replace(SEEN, oya=0),
            ("If the cards run out and nobody has stopped, you get 1 point as the dealer."),
        ),
        (
            under(exhausted_points=0),
            "If the cards run out and nobody has stopped, nobody scores.",
        ),
    ],
)
def test_the_risk_is_told_as_the_rules_have_it(seen: PlayerView, said: str) -> None:
    assert said in koikoi_question(load(), seen, "West").risk


def test_without_a_bonus_no_doubling_is_spoken_of() -> None:
    said = " ".join(koikoi_question(load(), under(call_bonus="none"), "West").risk)
    assert "doubl" not in said


def test_of_a_player_without_yaku_nothing_is_said() -> None:
    assert "already has" not in " ".join(koikoi_question(load(), ONE, "West").sentences)
