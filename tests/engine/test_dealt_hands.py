"""Dealt hands: what teshi and kuttsuki are, and whose points count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine import dealt
from koikoi.engine.actions import Seat
from koikoi.engine.cards import CARDS, Card, mask_of
from koikoi.engine.events import (
    DealtYaku,
    Event,
    MatchEnded,
    MatchOutcome,
    RedealCause,
    Redealt,
    RoundDealt,
    RoundEnded,
    RoundOutcome,
    TurnStarted,
)
from koikoi.engine.flow import new_match
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.scoring import unmultiplied
from koikoi.engine.state import Phase
from koikoi.engine.yaku import MadeYaku, YakuId
from tests.engine.midround import only
from tests.engine.stack import (
    FOUR_AND_TWO_PAIRS,
    KUTTSUKI,
    OTHER_TESHI,
    PAIRS,
    PLAIN_DECK,
    SEED,
    TESHI,
    THREE,
    TWO_FOURS,
    TWO_THREE,
    deal,
    follow,
    mask,
    stack_deck,
    table,
)


def teshi(points: int = 6) -> MadeYaku:
    return MadeYaku(YakuId.TESHI, points)


def kuttsuki(points: int = 6) -> MadeYaku:
    return MadeYaku(YakuId.KUTTSUKI, points)


def ended(events: Iterable[Event]) -> RoundEnded:
    (event,) = only(events, RoundEnded)
    return event


# ---------------------------------------------------------------- what is four, three, pairs

_SHAPES = [
    # cards, months of four, of three, of four pairs
    (TESHI, (3,), (), ()),
    (TWO_FOURS, (3, 8), (), ()),
    (FOUR_AND_TWO_PAIRS, (3,), (), ()),
    (KUTTSUKI, (), (), (1, 2, 4, 9)),
    (PAIRS, (), (), (1, 2, 8, 12)),
    (THREE, (), (1,), ()),
    (TWO_THREE, (), (1, 12), ()),
    ("1L 1R 1P1 2A 2R 3L 3R 12L", (), (1,), ()),
    ("1L 1R 1P1 2A 2R 2P1 3L 3R", (), (1, 2), ()),
    ("1L 1R 2A 2R 3L 3R 4A 5A", (), (), ()),
    ("11L 11A 11R 11P1 1L 1R 1P1 2A", (11,), (1,), ()),
    ("1L 2A 3L 4A 5A 6A 7A 8A", (), (), ()),
]


@pytest.mark.parametrize(("codes", "fours", "threes", "pairs"), _SHAPES)
def test_fours_threes_and_pairs_are_told_by_their_months(
    codes: str, fours: tuple[int, ...], threes: tuple[int, ...], pairs: tuple[int, ...]
) -> None:
    eight = mask(codes)
    assert (dealt.fours(eight), dealt.threes(eight), dealt.four_pairs(eight)) == (
        fours,
        threes,
        pairs,
    )


ANY_EIGHT = st.lists(st.sampled_from(CARDS), min_size=8, max_size=8, unique=True)
FOUR_MONTHS = st.lists(st.integers(0, 11), min_size=4, max_size=4, unique=True)
FOUR_PAIRS = FOUR_MONTHS.map(
    lambda months: [CARDS[4 * month + i] for month in months for i in (1, 3)]
)
FEW_MONTHS = st.lists(st.sampled_from(CARDS[8:20]), min_size=8, max_size=8, unique=True)


@settings(deadline=None)
@given(ANY_EIGHT | FOUR_PAIRS | FEW_MONTHS)
def test_shapes_are_those_of_counted_months(eight: list[Card]) -> None:
    months = [card.month for card in eight]
    count = {month: months.count(month) for month in sorted(set(months))}
    cards = mask_of(eight)
    assert dealt.fours(cards) == tuple(month for month, n in count.items() if n == 4)
    assert dealt.threes(cards) == tuple(month for month, n in count.items() if n == 3)
    pairs = tuple(count) if set(count.values()) == {2} else ()
    assert dealt.four_pairs(cards) == pairs


# ---------------------------------------------------------------- a dealt hand of one player

_DEALT: list[tuple[dict[str, Any], str, MadeYaku | None, tuple[int, ...]]] = [
    ({}, TESHI, teshi(), (3,)),
    ({}, TWO_FOURS, teshi(), (3, 8)),
    ({}, FOUR_AND_TWO_PAIRS, teshi(), (3,)),
    ({}, KUTTSUKI, kuttsuki(), (1, 2, 4, 9)),
    ({"teshi_points": 9}, TWO_FOURS, teshi(9), (3, 8)),
    ({"kuttsuki_points": 4}, KUTTSUKI, kuttsuki(4), (1, 2, 4, 9)),
    ({"teshi": "off"}, TESHI, None, ()),
    ({"teshi": "off"}, FOUR_AND_TWO_PAIRS, None, ()),
    ({"teshi": "off"}, KUTTSUKI, kuttsuki(), (1, 2, 4, 9)),
    ({"kuttsuki": "off"}, KUTTSUKI, None, ()),
    ({"kuttsuki": "off"}, TESHI, teshi(), (3,)),
    ({"teshi_points": 0}, TESHI, None, ()),
    ({"kuttsuki_points": 0}, KUTTSUKI, None, ()),
    ({}, "3L 3R 3P1 8L 8A 8P1 1L 2A", None, ()),
    ({}, "1L 1P1 2A 2P1 4A 4P1 9A 10A", None, ()),
]


@pytest.mark.parametrize("oya", [True, False], ids=["oya", "ko"])
@pytest.mark.parametrize(("changes", "hand", "yaku", "months"), _DEALT)
def test_a_dealt_hand_ends_the_round_at_once_or_is_nothing(
    changes: dict[str, Any], hand: str, yaku: MadeYaku | None, months: tuple[int, ...], oya: bool
) -> None:
    state = deal(table(**changes), oya=hand) if oya else deal(table(**changes), ko=hand)
    seat: Seat = 0 if oya else 1
    events = state.history
    if yaku is None:
        assert (state.phase, state.to_act) == (Phase.PLAY, 0)
        assert events[-1] == TurnStarted(0, 0)
        assert not only(events, DealtYaku)
        return
    assert only(events, DealtYaku) == [DealtYaku(seat, yaku, months)]
    end = ended(events)
    assert (end.outcome, end.winner, end.next_oya) == (RoundOutcome.DEALT, seat, seat)
    assert end.breakdowns[seat] == unmultiplied((yaku,))
    assert end.breakdowns[1 - seat] is None
    assert end.points[seat] == yaku.points
    assert end.points[1 - seat] == 0
    assert state.scores == end.scores == end.points
    assert not only(events, TurnStarted)
    assert state.phase is Phase.ROUND_OVER
    # Everything is shown: nobody has played, so all cards are where they were dealt.
    assert end.hands == state.round.hands
    assert (len(end.stock), state.round.turn) == (24, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_multiplies_a_dealt_hand_in_a_match(seat: int) -> None:
    rules = table(double_from=1, call_bonus="per_call", teshi_points=8)
    state = deal(rules, oya=TESHI) if seat == 0 else deal(rules, ko=TESHI)
    assert ended(state.history).points[seat] == 8


def test_the_player_with_the_dealt_hand_deals_next_unless_the_deal_alternates() -> None:
    for next_dealer, oya in (("winner", 1), ("alternates", 1)):
        assert ended(deal(table(next_dealer=next_dealer), ko=TESHI).history).next_oya == oya
    for next_dealer, oya in (("winner", 0), ("alternates", 1)):
        assert ended(deal(table(next_dealer=next_dealer), oya=TESHI).history).next_oya == oya
    state, events = follow(deal(table(), ko=TESHI), "next")
    (dealt_again,) = only(events, RoundDealt)
    assert (dealt_again.number, dealt_again.oya, state.to_act) == (2, 1, 1)


def test_a_dealt_hand_in_the_last_round_ends_the_match() -> None:
    state = deal(table(rounds=1), ko=TESHI)
    assert state.phase is Phase.MATCH_OVER
    (over,) = only(state.history, MatchEnded)
    assert (over.outcome, over.winner, over.scores) == (MatchOutcome.FINISHED, 1, (0, 6))
    assert ended(state.history).next_oya is None


def test_the_loser_pays_a_dealt_hand_and_may_be_out_of_points() -> None:
    state = deal(table(starting_points=30), ko=TESHI)
    assert (ended(state.history).points, state.scores) == ((-6, 6), (24, 36))
    for start, outcome in ((7, None), (6, MatchOutcome.OUT_OF_POINTS)):
        state = deal(table(starting_points=start), ko=TESHI)
        assert (state.result.outcome if state.result else None) is outcome


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_the_presets_treat_dealt_hands_as_the_rules_say(name: str) -> None:
    # koikoi-japan redeals a teshi and ignores a kuttsuki; everywhere else both win 6.
    decks = {(1, 0): stack_deck(ko=TESHI), (1, 1): PLAIN_DECK}
    with_teshi = new_match(table(name), SEED, decks=decks)
    with_kuttsuki = deal(table(name), ko=KUTTSUKI)
    if name == "koikoi-japan":
        assert [e.cause for e in only(with_teshi.history, Redealt)] == [RedealCause.TESHI]
        assert with_kuttsuki.history[-1] == TurnStarted(0, 0)
    else:
        assert with_teshi.scores == with_kuttsuki.scores == (0, 6)


# ---------------------------------------------------------------- dealt hands of both players

_BOTH = [
    # both_dealt, exhausted_dealer, winner, points of oya and ko, next oya
    ("dealer", "stays", 0, (6, 0), 0),
    ("dealer", "switches", 0, (6, 0), 0),
    ("nobody", "stays", None, (0, 0), 0),
    ("nobody", "switches", None, (0, 0), 1),
    ("both", "stays", None, (6, 4), 0),
    ("both", "switches", None, (6, 4), 1),
]


@pytest.mark.parametrize("start", [0, 30])
@pytest.mark.parametrize(("both", "exhausted", "winner", "points", "next_oya"), _BOTH)
def test_when_both_are_dealt_a_yaku_the_rules_say_whose_counts(
    both: str,
    exhausted: str,
    winner: Seat | None,
    points: tuple[int, int],
    next_oya: Seat,
    start: int,
) -> None:
    rules = table(
        both_dealt=both, exhausted_dealer=exhausted, kuttsuki_points=4, starting_points=start
    )
    state = deal(rules, oya=TESHI, ko=KUTTSUKI)
    # Both are announced, the oya's first, whatever counts.
    assert [(e.seat, e.yaku) for e in only(state.history, DealtYaku)] == [
        (0, teshi()),
        (1, kuttsuki(4)),
    ]
    end = ended(state.history)
    assert (end.outcome, end.winner, end.next_oya) == (RoundOutcome.DEALT, winner, next_oya)
    assert [line.points if line else 0 for line in end.breakdowns] == list(points)
    balance = points[0] - points[1]
    assert end.points == ((balance, -balance) if start else points)
    assert state.scores == (start + end.points[0], start + end.points[1])


def test_the_second_seat_as_dealer_wins_where_the_dealers_hand_counts() -> None:
    state = deal(table(first_dealer="second"), oya=TESHI, ko=OTHER_TESHI)
    end = ended(state.history)
    assert (end.oya, end.winner, end.points) == (1, 1, (0, 6))
    assert [e.seat for e in only(state.history, DealtYaku)] == [1, 0]


@pytest.mark.parametrize("both", ["nobody", "both"])
def test_after_nobody_or_both_the_deal_alternates_where_it_always_does(both: str) -> None:
    rules = table(both_dealt=both, next_dealer="alternates", exhausted_dealer="stays")
    assert ended(deal(rules, oya=TESHI, ko=OTHER_TESHI).history).next_oya == 1


@pytest.mark.parametrize("both", ["dealer", "nobody", "both"])
def test_a_dealt_hand_worth_nothing_does_not_make_it_both(both: str) -> None:
    rules = table(both_dealt=both, kuttsuki_points=0)
    end = ended(deal(rules, ko=TESHI, oya=KUTTSUKI).history)
    assert (end.winner, end.points) == (1, (0, 6))


def test_both_dealt_hands_may_leave_both_players_without_points_at_once() -> None:
    # Zero-sum and of equal worth: nothing changes hands, and nobody is out of points.
    rules = table(both_dealt="both", starting_points=5)
    state = deal(rules, oya=TESHI, ko=OTHER_TESHI)
    assert (ended(state.history).points, state.scores) == ((0, 0), (5, 5))
    assert state.phase is Phase.ROUND_OVER


def test_a_teshi_that_is_off_does_not_hide_four_pairs_of_the_other_hand() -> None:
    state = deal(table(teshi="off"), oya=FOUR_AND_TWO_PAIRS, ko=KUTTSUKI)
    assert [(e.seat, e.yaku) for e in only(state.history, DealtYaku)] == [(1, kuttsuki())]
