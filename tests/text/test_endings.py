"""The ends of rounds and matches are told with how the points come about."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.cards import Card
from koikoi.engine.events import (
    DealtYaku,
    Event,
    MatchEnded,
    MatchOutcome,
    MatchStarted,
    RoundDealt,
    RoundEnded,
    RoundOutcome,
)
from koikoi.engine.scoring import round_score, unmultiplied
from koikoi.engine.yaku import MadeYaku, YakuId
from koikoi.text.catalogue import load
from koikoi.text.events import Narrator
from tests.text.moments import STANDARD, cards, made, mask

CRANE, PLAIN, MOON = (Card.parse(code) for code in ("1L", "1P1", "8L"))
TESHI = MadeYaku(YakuId.TESHI, 6)


def narrator(seat: Seat | None = 0, *, codes: bool = False) -> Narrator:
    """A narrator for a listener among East, at seat 0, and West."""
    return Narrator(load(), ("East", "West"), seat, codes=codes)


def tell(seat: Seat | None, *events: Event) -> list[str | None]:
    """What a new narrator says of these events."""
    voice = narrator(seat)
    return [voice.event(event) for event in events]


DEAL = RoundDealt(2, 1, 0, (None, None), cards("9A 9P1 9P2 10A 10P1 11A 11R 12L"))

AKATAN_AOTAN = made((YakuId.AKATAN, 5), (YakuId.AOTAN, 5))
WON = RoundEnded(
    number=3,
    oya=0,
    outcome=RoundOutcome.SHOBU,
    winner=0,
    breakdowns=(round_score(STANDARD, AKATAN_AOTAN, 0, 1), None),
    points=(40, 0),
    scores=(52, 1),
    hands=(0, mask("2A")),
    stock=cards("3L 3P1 3P2"),
    next_oya=0,
)


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (
            0,
            (
                "You win round 3 and 40 points. (5 + 5) × 2 × 2 = 40: ×2 because the yaku come to 8"
                " points or more and ×2 because West had called koi-koi. The score: you have 52"
                " points, West has 1 point. You deal the next round."
            ),
        ),
        (
            1,
            (
                "East wins round 3 and 40 points. (5 + 5) × 2 × 2 = 40: ×2 because the yaku come to"
                " 8 points or more and ×2 because you had called koi-koi. The score: you have 1"
                " point, East has 52 points. East deals the next round."
            ),
        ),
        (
            None,
            (
                "East wins round 3 and 40 points. (5 + 5) × 2 × 2 = 40: ×2 because the yaku come to"
                " 8 points or more and ×2 because West had called koi-koi. The score: East has 52"
                " points, West has 1 point. East deals the next round."
            ),
        ),
    ],
)
def test_the_end_of_a_round_explains_the_points(seat: Seat | None, said: str) -> None:
    voice = narrator(seat)
    voice.event(MatchStarted(STANDARD, "c0ffee"))
    assert voice.event(WON) == said


def test_rules_that_are_given_explain_as_well_as_the_start_of_the_match() -> None:
    late = Narrator(load(), ("East", "West"), 0, rules=STANDARD)
    assert "the yaku come to 8 points or more" in (late.event(WON) or "")
    assert "the yaku come to 10 points and" in (narrator(0).event(WON) or "")


def test_where_one_yaku_counts_as_it_is_there_is_nothing_to_calculate() -> None:
    plain = round_score(STANDARD, made((YakuId.KASU, 1)), 0, 0)
    ended = replace(WON, breakdowns=(plain, None), points=(1, 0), next_oya=None)
    assert tell(0, ended) == [
        "You win round 3 and 1 point. The score: you have 52 points, West has 1 point."
    ]


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (0, "You win round 3, and West pays you 40 points."),
        (1, "East wins round 3, and you pay 40 points."),
        (None, "East wins round 3, and West pays 40 points."),
    ],
)
def test_the_loser_pays_where_points_go_from_one_to_the_other(seat: Seat | None, said: str) -> None:
    assert narrator(seat).sentences(replace(WON, points=(40, -40)))[0] == said


SPENT = replace(WON, outcome=RoundOutcome.EXHAUSTED, winner=None, breakdowns=(None, None))


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((0, 0), "Nobody scores."),
        ((1, 0), "As the dealer, East gets 1 point."),
        ((1, -1), "As the dealer, East gets 1 point from you."),
    ],
)
def test_an_exhausted_round_says_what_the_dealer_gets(points: tuple[int, int], said: str) -> None:
    assert narrator(1).sentences(replace(SPENT, points=points))[:2] == (
        "Round 3 is exhausted: all hand cards are played and nobody has stopped.",
        said,
    )


DEALT = replace(
    WON,
    outcome=RoundOutcome.DEALT,
    breakdowns=(unmultiplied((TESHI,)), None),
    points=(6, 0),
)


def test_a_dealt_hand_wins_the_round() -> None:
    assert narrator(1).sentences(DEALT)[0] == "East wins round 3 and 6 points."


def test_where_both_are_dealt_a_winning_hand_it_is_said_whose_counts() -> None:
    voice = narrator(1)
    for seat in SEATS:
        voice.event(DealtYaku(seat, TESHI, (1,)))
    assert voice.sentences(DEALT)[:2] == (
        "Both players were dealt a winning hand; the dealer's counts.",
        "East wins round 3 and 6 points.",
    )
    voice.event(DEAL)
    assert voice.sentences(DEALT)[0] == "East wins round 3 and 6 points."


def test_dealt_hands_of_both_can_count_for_nobody_or_for_both() -> None:
    nobody = replace(DEALT, winner=None, breakdowns=(None, None), points=(0, 0))
    assert narrator(0).sentences(nobody)[0] == (
        "Both players were dealt a winning hand, so nobody scores."
    )
    dealt = unmultiplied((TESHI,)), unmultiplied((MadeYaku(YakuId.KUTTSUKI, 4),))
    both = replace(DEALT, winner=None, breakdowns=dealt, points=(6, 4))
    assert narrator(1).sentences(both)[:2] == (
        "Both players were dealt a winning hand.",
        "Both count: 4 points for you and 6 points for East.",
    )


@pytest.mark.parametrize("outcome", RoundOutcome)
def test_every_outcome_of_a_round_has_sentences(outcome: RoundOutcome) -> None:
    winner: Seat | None = None if outcome is RoundOutcome.EXHAUSTED else 0
    said = narrator(None).sentences(replace(WON, outcome=outcome, winner=winner))
    assert "round 3" in said[0].casefold()
    assert said[-1] == "East deals the next round."


def test_what_was_left_is_told_for_who_wants_to_know() -> None:
    voice = narrator(0)
    ended = replace(WON, hands=(mask("1L 1P1 1P2"), mask("2A")))
    assert voice.details(ended) == (
        "You still held Crane and two Pine plains.",
        "West still held Nightingale.",
        "In the stock were left, in this order, Curtain, Cherry plain and Cherry plain.",
    )
    assert narrator(1).details(replace(WON, stock=cards("3L"))) == (
        "You still held Nightingale.",
        "In the stock was left Curtain.",
    )


def ended_match(outcome: MatchOutcome, winner: Seat | None) -> MatchEnded:
    """The end of a match with cards left."""
    return MatchEnded(outcome, winner, (30, 12), "{seed}", (mask("1L"), 0), cards("2A"))


@pytest.mark.parametrize(
    ("outcome", "winner", "said"),
    [
        (MatchOutcome.FINISHED, 0, "The match is over, and you win it by 30 to 12."),
        (MatchOutcome.FINISHED, 1, "The match is over, and West wins it by 30 to 12."),
        (
            MatchOutcome.OUT_OF_POINTS,
            1,
            "You have no points left, so the match is over: West wins it by 30 to 12.",
        ),
        (
            MatchOutcome.RESIGNED,
            1,
            (
                "The match is over, and West wins it because you resigned. The score: you have 30"
                " points, West has 12 points."
            ),
        ),
        (MatchOutcome.FINISHED, None, "The match is over, and it is a draw at 30 each."),
    ],
)
def test_the_end_of_a_match_says_who_won_and_why(
    outcome: MatchOutcome, winner: Seat | None, said: str
) -> None:
    assert tell(0, ended_match(outcome, winner)) == [said]


@pytest.mark.parametrize("outcome", MatchOutcome)
def test_every_outcome_of_a_match_has_a_sentence_of_its_own(outcome: MatchOutcome) -> None:
    others = [tell(1, ended_match(o, 0)) for o in MatchOutcome if o is not outcome]
    assert tell(1, ended_match(outcome, 0)) not in others


def test_the_proof_of_the_decks_is_told_beside_the_events() -> None:
    voice = narrator(0)
    assert voice.details(MatchStarted(STANDARD, "c0ffee")) == (
        "The decks are fixed by the match's seed; its SHA-256 is c0ffee.",
    )
    assert voice.details(ended_match(MatchOutcome.FINISHED, 0)) == (
        "The seed was “{seed}”.",
        f"Its SHA-256, which was shown before the match, is {sha256(b'{seed}').hexdigest()}.",
        "The command “koikoi verify” checks it and every deck.",
    )


def test_a_match_given_up_shows_what_was_hidden_once() -> None:
    voice = narrator(1)
    voice.event(DEAL)
    ended = ended_match(MatchOutcome.RESIGNED, 0)
    assert voice.details(ended)[0] == "East still held Crane."
    voice.event(WON)
    assert voice.details(ended)[0] == "The seed was “{seed}”."


def test_points_of_a_pile_are_explained() -> None:
    assert narrator(1).calculation(round_score(STANDARD, AKATAN_AOTAN, 0, 0), 1) == (
        "What counts are Poem Ribbons (Akatan) for 5 points and Blue Ribbons (Aotan) for 5 points.",
        "(5 + 5) × 2 = 20: ×2 because the yaku come to 10 points.",
    )
