"""Events are told from the listener's seat, and nothing hidden is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card, codes_of
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    DealtYaku,
    Event,
    FieldFourTaken,
    KoiKoiCalled,
    MatchStarted,
    OyaCause,
    OyaDrawn,
    RedealCause,
    Redealt,
    Resigned,
    RoundDealt,
    ShobuCalled,
    ShobuCause,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.flow import new_match
from koikoi.engine.state import Phase
from koikoi.engine.yaku import MadeYaku, YakuId
from koikoi.text.catalogue import load
from koikoi.text.events import PROMPTS, Narrator
from tests.text.moments import STANDARD, ZERO_SUM, cards, made, mask, view_of

CRANE, PLAIN, MOON = (Card.parse(code) for code in ("1L", "1P1", "8L"))
TESHI = MadeYaku(YakuId.TESHI, 6)


def narrator(seat: Seat | None = 0, *, codes: bool = False) -> Narrator:
    """A narrator for a listener among East, at seat 0, and West."""
    return Narrator(load(), ("East", "West"), seat, codes=codes)


def tell(seat: Seat | None, *events: Event) -> list[str | None]:
    """What a new narrator says of these events."""
    voice = narrator(seat)
    return [voice.event(event) for event in events]


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (0, "You played Crane and took Pine plain."),
        (1, "East played Crane and took Pine plain."),
        (None, "East played Crane and took Pine plain."),
    ],
)
def test_the_listener_is_you_and_others_have_their_name(seat: Seat | None, said: str) -> None:
    events = CardPlayed(0, CRANE), CardsCaptured(0, CRANE, (PLAIN,))
    assert tell(seat, *events) == [None, said]


def test_a_card_is_told_with_what_becomes_of_it() -> None:
    targets = cards("1P1 1P2")
    assert tell(
        0,
        TurnStarted(0, 0),
        CardPlayed(0, CRANE),
        TargetsOffered(0, CRANE, targets),
        CardsCaptured(0, CRANE, (PLAIN,)),
        CardDrawn(0, MOON),
        CardPlaced(0, MOON, 8),
    ) == [
        "It is your turn.",
        None,
        "You played Crane; it can take Pine plain (1P1) or Pine plain (1P2).",
        "You took Pine plain with Crane.",
        None,
        "You drew Moon; it matches nothing and stays on the field.",
    ]


def test_a_listener_who_joins_in_a_turn_hears_whole_sentences() -> None:
    assert tell(1, CardsCaptured(0, CRANE, (PLAIN,))) == ["East took Pine plain with Crane."]
    assert tell(1, CardPlaced(0, CRANE, 8)) == [
        "The Crane of East matches nothing and stays on the field."
    ]


def test_a_card_that_was_not_told_is_not_taken_for_the_next_one() -> None:
    events = CardPlayed(0, CRANE), CardsCaptured(0, MOON, cards("8A"))
    assert tell(0, *events) == [None, "You took Geese with Moon."]


def test_codes_are_said_to_who_types_them() -> None:
    voice = narrator(0, codes=True)
    voice.event(CardPlayed(0, CRANE))
    assert voice.event(CardsCaptured(0, CRANE, cards("1R 1P1"))) == (
        "You played Crane (1L) and took Pine poem ribbon (1R) and Pine plain (1P1)."
    )
    assert voice.card(MOON) == "Moon (8L)"


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (
            0,
            (
                "You turned Crane and West turned Geese."
                " January (Pine) comes before August (Pampas), so you deal first."
            ),
        ),
        (
            1,
            (
                "You turned Geese and East turned Crane."
                " January (Pine) comes before August (Pampas), so East deals first."
            ),
        ),
        (
            None,
            (
                "East turned Crane and West turned Geese."
                " January (Pine) comes before August (Pampas), so East deals first."
            ),
        ),
    ],
)
def test_the_draw_for_the_deal_is_told_card_by_card(seat: Seat | None, said: str) -> None:
    pair = CRANE, Card.parse("8A")
    assert tell(seat, OyaDrawn(OyaCause.DRAW, (pair,), 0)) == [said]


def test_a_tied_draw_is_repeated_and_then_the_dearer_card_decides() -> None:
    tie = Card.parse("2P1"), Card.parse("2P2")
    pair = Card.parse("2R"), Card.parse("2A")
    assert tell(0, OyaDrawn(OyaCause.DRAW, (tie, pair), 1)) == [
        (
            "You turned Plum plain and West turned Plum plain."
            " The cards are alike, so both players turn again."
            " You turned Plum poem ribbon and West turned Nightingale."
            " Both cards are of February (Plum), but Nightingale is the dearer one, so West deals"
            " first."
        )
    ]


@pytest.mark.parametrize("cause", [cause for cause in OyaCause if cause is not OyaCause.DRAW])
def test_every_other_first_dealer_is_told_with_its_cause(cause: OyaCause) -> None:
    (said,) = tell(0, OyaDrawn(cause, (), 1))
    assert said is not None
    assert said.endswith("West.") or "West deals first" in said
    assert {"random": "Chance", "first": "first player", "second": "second player"}[cause] in said


HANDS = mask("1L 1P1 1P2 2A 3R 4P1 5P1 6P1"), mask("1R 2R 3P1 4A 5A 6A 7A 8A")
DEAL = RoundDealt(2, 1, 0, HANDS, cards("9A 9P1 9P2 10A 10P1 11A 11R 12L"))


def test_a_deal_is_told_with_the_own_hand_and_the_field() -> None:
    assert narrator(0).sentences(DEAL) == (
        "Round 2, February (Plum): West deals and plays first.",
        (
            "You hold Crane, two Pine plains, Nightingale, Cherry poem ribbon, Wisteria plain,"
            " Iris plain and Peony plain."
        ),
        (
            "On the field lie Sake cup, two Chrysanthemum plains, Deer, Maple plain, Swallow,"
            " Willow red ribbon and Phoenix."
        ),
    )


def test_a_repeated_deal_says_which_it_is() -> None:
    said = narrator(1).sentences(replace(DEAL, attempt=1))
    assert said[0] == "You deal round 2 again; this is deal 2."


@pytest.mark.parametrize("seat", [0, 1, None])
def test_no_other_hand_is_told_even_of_an_event_that_shows_it(seat: Seat | None) -> None:
    voice = narrator(seat, codes=True)
    said = " ".join((*voice.sentences(DEAL), *voice.details(DEAL)))
    for owner, hand in enumerate(HANDS):
        told = [f"({code})" in said for code in codes_of(c for c in range(48) if hand >> c & 1)]
        assert all(told) if owner == seat else not any(told)


@pytest.mark.parametrize(
    ("cause", "owner", "months", "said"),
    [
        (
            RedealCause.FIELD_FOUR,
            None,
            (1,),
            "All four cards of January (Pine) lie on the field, so this deal is void.",
        ),
        (
            RedealCause.FIELD_THREE,
            None,
            (1, 5),
            (
                "Three cards each of January (Pine) and May (Iris) lie on the field, so this deal"
                " is void."
            ),
        ),
        (
            RedealCause.FIELD_PAIRS,
            None,
            (1, 2, 3, 4),
            (
                "The field is four pairs, of January (Pine), February (Plum), March (Cherry) and"
                " April (Wisteria), so this deal is void."
            ),
        ),
        (
            RedealCause.TESHI,
            0,
            (1, 5),
            "You were dealt all the cards of January (Pine) and May (Iris), so this deal is void.",
        ),
        (
            RedealCause.KUTTSUKI,
            1,
            (1, 2, 3, 4),
            (
                "West was dealt four pairs, of January (Pine), February (Plum), March (Cherry) and"
                " April (Wisteria), so this deal is void."
            ),
        ),
    ],
)
def test_a_void_deal_names_its_cause_and_months(
    cause: RedealCause, owner: Seat | None, months: tuple[int, ...], said: str
) -> None:
    assert tell(0, Redealt(cause, owner, months, 1)) == [said]


@pytest.mark.parametrize("cause", RedealCause)
def test_every_cause_of_a_redeal_has_a_sentence(cause: RedealCause) -> None:
    owner: Seat | None = None if cause.value.startswith("field") else 1
    (said,) = tell(1, Redealt(cause, owner, (3,), 1))
    assert said is not None
    assert "March (Cherry)" in said


def test_what_the_deal_brings_is_told() -> None:
    assert tell(1, FieldFourTaken(1, (12,)), DealtYaku(0, TESHI, (12,))) == [
        "As the dealer you take all four cards of December (Paulownia) from the field.",
        (
            "East was dealt Four of a Month (Teshi), all four cards of December (Paulownia), worth"
            " 6 points."
        ),
    ]


def test_yaku_are_told_with_points_and_total() -> None:
    two = made((YakuId.SANKO, 5), (YakuId.KASU, 1))
    assert tell(
        0,
        YakuMade(0, two[:1], 5, 0, asked=True),
        YakuMade(0, two, 6, 0, asked=True),
        YakuMade(1, two, 6, 5, asked=False),
    ) == [
        "You made Three Lights (Sankō) for 5 points.",
        (
            "You made Three Lights (Sankō) for 5 points and Plains (Kasu) for 1 point: 6 points in"
            " all."
        ),
        (
            "The yaku of West rose from 5 to 6 points: Three Lights (Sankō) for 5 points and Plains"
            " (Kasu) for 1 point."
        ),
    ]


def test_a_further_call_says_how_many_there_are() -> None:
    assert tell(0, KoiKoiCalled(0, 1), KoiKoiCalled(1, 3)) == [
        "You called koi-koi and play on.",
        "West called koi-koi and plays on, with 3 calls this round.",
    ]


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (ShobuCause.CHOSEN, "You called shōbu and end the round."),
        (
            ShobuCause.HAND_EMPTY,
            "You have no card left to play, so the round ends with your shōbu.",
        ),
        (
            ShobuCause.NO_CALL_LEFT,
            "No call of koi-koi is left for you, so the round ends with your shōbu.",
        ),
    ],
)
def test_shobu_names_its_cause(cause: ShobuCause, said: str) -> None:
    assert tell(0, ShobuCalled(0, cause)) == [said]


@pytest.mark.parametrize("cause", ShobuCause)
def test_every_shobu_has_a_sentence_of_its_own(cause: ShobuCause) -> None:
    others = [tell(1, ShobuCalled(0, other)) for other in ShobuCause if other is not cause]
    assert tell(1, ShobuCalled(0, cause)) not in others


def test_a_match_starts_with_its_length_and_rules() -> None:
    assert tell(0, MatchStarted(ZERO_SUM, "c0ffee"), Resigned(1)) == [
        (
            "A match of 8 rounds begins, under the rules “Koi-Koi Japan”."
            " Each player starts with 30 points."
        ),
        "West resigned.",
    ]


def test_braces_in_a_name_mean_nothing() -> None:
    voice = Narrator(load(), ("{card}", "{0} {{x}} {"), 0)
    assert voice.event(Resigned(1)) == "{0} {{x}} { resigned."
    voice.event(CardPlayed(1, CRANE))
    assert voice.event(CardPlaced(1, CRANE, 0)) == (
        "{0} {{x}} { played Crane; it matches nothing and stays on the field."
    )


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_a_prompt(phase: Phase) -> None:
    act: Seat | None = 0 if phase in PROMPTS else None
    choosing = phase in (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN)
    card = CRANE if choosing else None
    seen = view_of(0, phase, to_act=act, in_play=card, field=mask("1P1 1P2 8A"))
    own, theirs = narrator(0).prompt(seen), narrator(1).prompt(seen)
    assert (own != theirs) == (phase in PROMPTS)
    assert ("East" in theirs) == (phase in PROMPTS)
    if choosing:
        assert "Pine plain (1P1) or Pine plain (1P2)" in own


def test_the_whole_start_of_a_match_is_told() -> None:
    voice = narrator(0)
    told = [voice.event(event) for event in new_match(STANDARD, "spring").history]
    assert None not in told
    assert told[-1] in ("It is your turn.", "It is West's turn.")
