"""Deals that are void and dealt again, and four of a month on the field where they are not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from koikoi.engine.actions import NextRound, Seat
from koikoi.engine.cards import Card, mask_of
from koikoi.engine.deck import Deck, seeded_deck
from koikoi.engine.events import (
    CardPlaced,
    CardsCaptured,
    DealtYaku,
    Event,
    FieldFourTaken,
    OyaDrawn,
    RedealCause,
    Redealt,
    RoundDealt,
    RoundEnded,
    RoundOutcome,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase
from koikoi.engine.yaku import MadeYaku, YakuId
from tests.engine.midround import only
from tests.engine.stack import (
    AUGUST,
    FOUR,
    FOUR_AND_TWO_PAIRS,
    KUTTSUKI,
    OTHER_TESHI,
    PAIRS,
    PLAIN_DECK,
    SEED,
    TESHI,
    THREE,
    TWO_FOUR,
    TWO_FOURS,
    TWO_THREE,
    cards,
    deal,
    follow,
    mask,
    stack_deck,
    table,
)


def ended(events: Iterable[Event]) -> RoundEnded:
    (event,) = only(events, RoundEnded)
    return event


# ---------------------------------------------------------------- redeals

_REDEAL_ALL = {
    "field_four": "redeal",
    "field_pairs": "redeal",
    "field_three": "redeal",
    "teshi": "redeal",
    "kuttsuki": "redeal",
}

# What is dealt, and the cause, seat and months of the redeal.
_VOID = [
    ({"field": FOUR}, RedealCause.FIELD_FOUR, None, (8,)),
    ({"field": TWO_FOUR}, RedealCause.FIELD_FOUR, None, (8, 12)),
    ({"field": PAIRS}, RedealCause.FIELD_PAIRS, None, (1, 2, 8, 12)),
    ({"field": THREE}, RedealCause.FIELD_THREE, None, (1,)),
    ({"field": TWO_THREE}, RedealCause.FIELD_THREE, None, (1, 12)),
    ({"oya": TESHI}, RedealCause.TESHI, 0, (3,)),
    ({"ko": TESHI}, RedealCause.TESHI, 1, (3,)),
    ({"oya": TWO_FOURS}, RedealCause.TESHI, 0, (3, 8)),
    ({"oya": FOUR_AND_TWO_PAIRS}, RedealCause.TESHI, 0, (3,)),
    ({"oya": KUTTSUKI}, RedealCause.KUTTSUKI, 0, (1, 2, 4, 9)),
    ({"ko": KUTTSUKI}, RedealCause.KUTTSUKI, 1, (1, 2, 4, 9)),
]


@pytest.mark.parametrize(("parts", "cause", "seat", "months"), _VOID)
def test_a_void_deal_is_announced_with_cause_seat_and_months_and_dealt_again(
    parts: dict[str, str], cause: RedealCause, seat: Seat | None, months: tuple[int, ...]
) -> None:
    bad = stack_deck(**parts)
    state = new_match(table(**_REDEAL_ALL), SEED, decks={(1, 0): bad, (1, 1): PLAIN_DECK})
    assert [e for e in state.history if isinstance(e, RoundDealt | Redealt)] == [
        RoundDealt(1, 0, 0, (mask_of(bad[16:24]), mask_of(bad[:8])), bad[8:16]),
        Redealt(cause, seat, months, attempt=1),
        RoundDealt(
            1, 0, 1, (mask_of(PLAIN_DECK[16:24]), mask_of(PLAIN_DECK[:8])), PLAIN_DECK[8:16]
        ),
    ]
    assert state.history[-1] == TurnStarted(0, 0)
    assert (state.round.attempt, state.round.deck, state.ply) == (1, PLAIN_DECK, 0)
    assert state.scores == (0, 0)


@pytest.mark.parametrize("option", list(_REDEAL_ALL))
def test_a_deal_stays_where_the_rules_do_not_void_it(option: str) -> None:
    parts = {cause.value: parts for parts, cause, _, _ in _VOID}[option]
    kept = "off" if option in ("teshi", "kuttsuki") else "keep"
    state = deal(table(**{**_REDEAL_ALL, option: kept}), **parts)
    assert state.phase is Phase.PLAY
    assert not only(state.history, Redealt)
    assert state.round.attempt == 0


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_preset_redeals_four_of_a_month_and_some_four_pairs(name: str) -> None:
    def causes(field: str) -> list[RedealCause]:
        decks = {(1, 0): stack_deck(field=field), (1, 1): PLAIN_DECK}
        state = new_match(table(name), SEED, decks=decks)
        return [event.cause for event in only(state.history, Redealt)]

    pairs = name in ("standard", "wikipedia", "fuda-wiki")
    assert causes(FOUR) == [RedealCause.FIELD_FOUR]
    assert causes(PAIRS) == ([RedealCause.FIELD_PAIRS] if pairs else [])
    assert causes(THREE) == []


# The field comes first: four, pairs, three; then the oya's hand, and last the ko's.
_ORDER = [
    ({"field": "8L 8A 8P1 8P2 1L 1R 1P1 2P1", "oya": TESHI}, RedealCause.FIELD_FOUR, None),
    ({"field": PAIRS, "oya": TESHI}, RedealCause.FIELD_PAIRS, None),
    ({"field": THREE, "ko": TESHI}, RedealCause.FIELD_THREE, None),
    ({"oya": TESHI, "ko": OTHER_TESHI}, RedealCause.TESHI, 0),
    ({"oya": KUTTSUKI, "ko": TESHI}, RedealCause.KUTTSUKI, 0),
    ({"oya": TESHI, "ko": KUTTSUKI}, RedealCause.TESHI, 0),
]


@pytest.mark.parametrize(("parts", "cause", "seat"), _ORDER)
def test_the_field_is_checked_before_the_hands_and_the_oya_before_the_ko(
    parts: dict[str, str], cause: RedealCause, seat: Seat | None
) -> None:
    decks = {(1, 0): stack_deck(**parts), (1, 1): PLAIN_DECK}
    state = new_match(table(**_REDEAL_ALL), SEED, decks=decks)
    assert [(e.cause, e.seat) for e in only(state.history, Redealt)] == [(cause, seat)]


def test_a_void_deal_comes_before_a_dealt_hand_that_wins() -> None:
    # A redeal of the field or of one hand undoes the other player's lucky hand too.
    for parts, changes in (
        ({"field": FOUR, "oya": TESHI}, {}),
        ({"oya": TESHI, "ko": KUTTSUKI}, {"kuttsuki": "redeal"}),
        ({"ko": TESHI, "oya": KUTTSUKI}, {"teshi": "redeal"}),
    ):
        decks = {(1, 0): stack_deck(**parts), (1, 1): PLAIN_DECK}
        state = new_match(table(**changes), SEED, decks=decks)
        assert len(only(state.history, Redealt)) == 1
        assert not only(state.history, DealtYaku)
        assert (state.phase, state.scores) == (Phase.PLAY, (0, 0))


def test_redeals_in_a_row_count_on_and_take_the_decks_by_attempt() -> None:
    decks: dict[tuple[int, int], Deck] = {
        (1, 0): stack_deck(field=FOUR),
        (1, 1): stack_deck(field=PAIRS),
        (1, 2): stack_deck(ko=TESHI),
        (1, 3): stack_deck(oya="1P1 2P1"),
    }
    state = new_match(table(teshi="redeal"), SEED, decks=decks)
    assert [(e.cause, e.seat, e.attempt) for e in only(state.history, Redealt)] == [
        (RedealCause.FIELD_FOUR, None, 1),
        (RedealCause.FIELD_PAIRS, None, 2),
        (RedealCause.TESHI, 1, 3),
    ]
    assert [(e.attempt, e.field) for e in only(state.history, RoundDealt)] == [
        (attempt, deck[8:16]) for (_, attempt), deck in decks.items()
    ]
    assert (state.round.attempt, state.round.deck) == (3, decks[1, 3])
    assert (state.round.number, state.round.oya, state.phase) == (1, 0, Phase.PLAY)


def test_a_redeal_that_is_not_stacked_takes_the_next_attempt_of_the_seed() -> None:
    state = new_match(table(), SEED, decks=[stack_deck(field=FOUR)])
    assert state.round.deck == seeded_deck(SEED, 1, 1)
    assert only(state.history, RoundDealt)[1].field == seeded_deck(SEED, 1, 1)[8:16]


def test_attempts_begin_again_with_every_round() -> None:
    decks = {
        (1, 0): stack_deck(field=FOUR),
        (1, 1): stack_deck(ko=TESHI),
        (2, 0): stack_deck(field=PAIRS),
        (2, 1): PLAIN_DECK,
    }
    state = new_match(table(), SEED, decks=decks)
    assert (state.round.attempt, state.phase) == (1, Phase.ROUND_OVER)
    state, events = apply(state, NextRound())
    assert [(e.number, e.oya, e.attempt) for e in only(events, RoundDealt)] == [
        (2, 1, 0),
        (2, 1, 1),
    ]
    assert [e.attempt for e in only(events, Redealt)] == [1]
    assert state.history == events


def test_the_cards_follow_the_role_not_the_seat() -> None:
    deck = stack_deck(ko="1L", oya="12L")
    for first, oya, ko in (("first", 0, 1), ("second", 1, 0)):
        state = new_match(table(first_dealer=first), SEED, decks=[deck])
        assert only(state.history, OyaDrawn)[0].oya == state.round.oya == state.to_act == oya
        assert state.round.hands[ko] == mask_of(deck[:8])
        assert state.round.hands[oya] == mask_of(deck[16:24])
        assert state.round.slots == deck[8:16]
        assert state.round.stock == deck[24:]


# ---------------------------------------------------------------- four on the field, not redealt


def takes(name: str = "standard", **changes: Any) -> Rules:
    return table(name, field_four="dealer_takes", **changes)


@pytest.mark.parametrize("first", ["first", "second"])
@pytest.mark.parametrize(
    ("field", "months", "taken", "places"),
    [
        (FOUR, (8,), "8L 8A 8P1 8P2", (-1, -1, -1, -1, *cards("1P1 2P1 4P1 5P1"))),
        (
            "8L 1P1 8A 2P1 8P1 4P1 8P2 5P1",
            (8,),
            "8L 8A 8P1 8P2",
            (-1, Card.parse("1P1"), -1, Card.parse("2P1"), -1, Card.parse("4P1"), -1,
             Card.parse("5P1")),
        ),
        (TWO_FOUR, (8, 12), TWO_FOUR, (-1,) * 8),
    ],
)  # fmt: skip
def test_the_dealer_takes_four_of_a_month_and_the_field_is_not_refilled(
    field: str, months: tuple[int, ...], taken: str, places: tuple[int, ...], first: str
) -> None:
    state = deal(takes(first_dealer=first), field=field)
    oya: Seat = 0 if first == "first" else 1
    assert only(state.history, FieldFourTaken) == [FieldFourTaken(oya, months)]
    assert state.history[-1] == TurnStarted(oya, 0)
    assert state.round.captured[oya] == mask(taken)
    assert state.round.captured[1 - oya] == 0
    assert state.round.slots == places
    assert state.round.field == mask(field) & ~mask(taken)
    assert len(state.round.stock) == 24


def test_the_places_of_the_taken_four_are_free_again() -> None:
    state = deal(takes(), field="1P1 8L 8A 2P1 8P1 8P2 4P1 5P1", oya="12P1", stock="11P1")
    _, events = follow(state, "12P1")
    placed = [(str(event.card), event.slot) for event in only(events, CardPlaced)]
    assert placed == [("12P1", 1), ("11P1", 2)]


def test_a_yaku_of_the_taken_four_counts_as_a_rise_on_the_oyas_first_turn() -> None:
    # Tsukifuda of January lies on the field; the oya's first turn takes nothing.
    rules = takes(tsukifuda=4)
    state = deal(rules, field="1L 1R 1P1 1P2 2A 3L 4A 5A", oya="12P1", stock="11P1")
    assert not only(state.history, YakuMade)
    assert (state.phase, state.to_act) == (Phase.PLAY, 0)
    state, events = follow(state, "12P1")
    assert [type(event) for event in events[1:4:2]] == [CardPlaced, CardPlaced]
    assert only(events, YakuMade) == [
        YakuMade(0, (MadeYaku(YakuId.TSUKIFUDA, 4),), total=4, baseline=0, asked=True)
    ]
    assert state.phase is Phase.DECIDE
    state, events = follow(state, "stop")
    assert (ended(events).outcome, state.scores) == (RoundOutcome.SHOBU, (4, 0))


def test_after_a_call_the_taken_four_are_no_rise_again() -> None:
    rules = takes(tsukifuda=4)
    state = deal(
        rules, field="1L 1R 1P1 1P2 2A 3L 4A 5A", oya="12P1 6P1", ko="7P1", stock="11P1 9P1 10P1"
    )
    state, _ = follow(state, "12P1 koi 7P1")
    state, events = follow(state, "6P1")
    assert not only(events, YakuMade)
    assert state.to_act == 1


def test_taken_fours_help_later_yaku() -> None:
    rules = takes()
    state = deal(rules, field="1L 1R 1P1 1P2 3L 3R 3P1 3P2", oya="12P1 8P1", stock="12L 8L")
    assert state.round.captured[0] == mask("1L 1R 1P1 1P2 3L 3R 3P1 3P2")
    state, events = follow(state, "12P1")
    assert only(events, YakuMade)[0].yaku == (MadeYaku(YakuId.SANKO, 5),)


def test_a_dealt_hand_still_decides_after_the_dealer_has_taken_four() -> None:
    state = deal(takes(), field="8L 8A 8P1 8P2 1P1 2P1 4P1 9P1", ko=TESHI)
    assert [type(e) for e in state.history[-4:]] == [
        RoundDealt,
        FieldFourTaken,
        DealtYaku,
        RoundEnded,
    ]
    end = ended(state.history)
    assert (end.winner, end.points) == (1, (0, 6))


def test_four_that_are_kept_on_the_field_can_never_be_taken() -> None:
    rules = table(field_four="keep")
    state = deal(rules, field=FOUR, oya="12P1", stock="11P1")
    assert not only(state.history, FieldFourTaken)
    assert state.round.slots == cards(FOUR)
    while state.phase is not Phase.ROUND_OVER:
        state, events = apply(state, legal_actions(state)[0])
        for offer in only(events, TargetsOffered):
            assert not mask_of(offer.targets) & AUGUST
        for capture in only(events, CardsCaptured):
            assert not mask_of(capture.taken) & AUGUST
    assert state.round.field & AUGUST == AUGUST


@pytest.mark.parametrize(
    ("option", "field", "moves", "stock", "size"),
    [
        # Two months of four that stay, and the ten other months.
        ("keep", TWO_FOUR, "1P1 3P1 5P1 7P1 10P1", "2P1 4P1 6P1 9P1 11P1", 18),
        # Eight cards of three months, and the nine others: the last is played, and then drawn.
        ("redeal", "1L 1R 1P1 2A 2R 2P1 3L 3R", "4P1 6P1 8P1 10P1 12P1", "5P1 7P1 9P1 11P1", 17),
    ],
)
def test_the_field_can_grow_until_every_month_lies_there(
    option: str, field: str, moves: str, stock: str, size: int
) -> None:
    played = moves.split()
    state = deal(
        table(field_four=option),
        field=field,
        oya=" ".join(played[::2]),
        ko=" ".join(played[1::2]),
        stock=stock,
    )
    _, events = follow(state, moves)
    placed = only(events, CardPlaced)
    assert [event.slot for event in placed] == list(range(8, size))
    assert {event.card.month for event in placed} == set(range(1, 13)) - {
        card.month for card in cards(field)
    }
