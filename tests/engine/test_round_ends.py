"""Who deals first and next, what a round that runs out brings, and when a match is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from koikoi.engine.actions import SEATS, NextRound, Seat, other
from koikoi.engine.cards import CARDS, Card, cards_of
from koikoi.engine.deck import Deck, seeded_deck
from koikoi.engine.events import (
    MatchEnded,
    MatchOutcome,
    OyaCause,
    OyaDrawn,
    RoundEnded,
    RoundOutcome,
    ShobuCalled,
    YakuMade,
)
from koikoi.engine.flow import apply, new_match
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown
from koikoi.engine.state import MatchResult, MatchState, Phase
from tests.engine.midround import STANDARD, midround, only
from tests.engine.stack import cards, follow, stack_deck, table
from tests.engine.walk import walk

_NINE_PLAINS = "2P1 2P2 3P1 3P2 4P1 4P2 5P1 5P2 6P1"


def exhausted(rules: Rules, oya: Seat = 0, **more: Any) -> tuple[MatchState, RoundEnded]:
    """A round whose last card is played by the ko and rises nothing."""
    options: dict[str, Any] = {
        "hand": "8P1",
        "field": "1L 2R",
        "stock": "3P1",
        "ko": True,
        "mover": other(oya),
    }
    state, events = follow(midround(rules, **{**options, **more}), "8P1")
    (ended,) = only(events, RoundEnded)
    return state, ended


def won(rules: Rules, winner: Seat = 0, *, ko: bool = False, **more: Any) -> RoundEnded:
    """A round that the winner ends with the last hand card: kasu, 2 points."""
    options: dict[str, Any] = {
        "hand": "1P2",
        "field": "1P1 11R",
        "stock": "10A",
        "pile": _NINE_PLAINS,
    }
    state = midround(rules, mover=winner, ko=ko, **{**options, **more})
    (ended,) = only(follow(state, "1P2")[1], RoundEnded)
    return ended


# The first dealer --------------------------------------------------------------------------------


def _dealer_deck(codes: str) -> Deck:
    first = cards(codes)
    return (*first, *(card for card in CARDS if card not in first))


def _drawn(rules: Rules, deck: Deck | None = None, seed: str = "seed") -> OyaDrawn:
    state = new_match(rules, seed, decks={(0, 0): deck} if deck else None)
    (event,) = only(state.history, OyaDrawn)
    assert state.round.oya == event.oya
    return event


DRAWS = [
    # cards turned by seat 0 and 1, pair by pair; the oya
    ("3P1 5A", 0),
    ("12L 1P1", 1),
    ("1P1 2A", 0),
    ("10A 9P1", 1),
    # Same month: the dearer kind.
    ("1L 1R", 0),
    ("1P1 1L", 1),
    ("8A 8L", 1),
    ("8A 8P2", 0),
    ("11R 11A", 1),
    ("11R 11P1", 0),
    ("6P1 6R", 1),
    # Plains of one month: again.
    ("12P1 12P3 2A 4A", 0),
    ("12P1 12P3 2P1 1P1", 1),
    ("2P1 2P2 7R 7A", 1),
    ("1P2 1P1 12P2 12P1 5P1 5P2 6A 6R", 0),
]


@pytest.mark.parametrize(("codes", "oya"), DRAWS)
def test_earlier_month_then_dearer_kind_deals_and_plains_draw_again(codes: str, oya: Seat) -> None:
    turned = cards(codes)
    pairs = tuple(zip(turned[::2], turned[1::2], strict=True))
    event = _drawn(table(first_dealer="draw"), _dealer_deck(codes))
    assert event == OyaDrawn(OyaCause.DRAW, pairs, oya)


def test_draw_turns_the_cards_of_the_decks_round_0() -> None:
    deck = seeded_deck("seed", 0)
    assert _drawn(table(first_dealer="draw")).draws[0] == deck[:2]


@pytest.mark.parametrize(("choice", "oya"), [("first", 0), ("second", 1)])
def test_rules_can_name_the_first_dealer(choice: str, oya: Seat) -> None:
    for seed in ("a", "b", "c", "d"):
        event = _drawn(table(first_dealer=choice), seed=seed)
        assert event == OyaDrawn(OyaCause(choice), (), oya)


@pytest.mark.parametrize("cause", ["draw", "random"])
def test_each_seat_deals_first_in_half_of_the_matches(cause: str) -> None:
    rules = table(first_dealer=cause)
    count = Counter(_drawn(rules, seed=f"oya {i}").oya for i in range(1000))
    assert count[0] + count[1] == 1000
    assert 437 < count[0] < 563  # Four standard deviations.


def test_random_first_dealer_is_not_shown_as_a_draw_and_follows_the_seed() -> None:
    events = [_drawn(table(first_dealer="random"), seed="seed") for _ in range(2)]
    assert events[0] == events[1]
    assert (events[0].cause, events[0].draws) == (OyaCause.RANDOM, ())


# The exhausted round -----------------------------------------------------------------------------

EXHAUSTED = {
    # points of oya and ko, who deals next
    "standard": ((1, 0), "oya"),
    "nintendo": ((0, 0), "ko"),
    "wikipedia": ((1, 0), "oya"),
    "koikoi-japan": ((1, -1), "oya"),
    "fuda-wiki": ((0, 0), "oya"),
    "yakuza": ((0, 0), "oya"),
}


def test_every_preset_has_its_exhausted_round() -> None:
    assert set(EXHAUSTED) == set(PRESET_NAMES)


@pytest.mark.parametrize("oya", SEATS)
@pytest.mark.parametrize("name", PRESET_NAMES)
def test_exhausted_round_follows_the_preset(name: str, oya: Seat) -> None:
    points, dealer = EXHAUSTED[name]
    state, ended = exhausted(table(name), oya)
    assert (ended.outcome, ended.winner) == (RoundOutcome.EXHAUSTED, None)
    assert ended.breakdowns == (None, None)
    assert (ended.points[oya], ended.points[other(oya)]) == points
    assert ended.next_oya == (oya if dealer == "oya" else other(oya))
    assert ended.hands == (0, 0)
    assert len(ended.stock) == 8
    assert (state.phase, state.round.turn) == (Phase.ROUND_OVER, 16)
    state, _ = apply(state, NextRound())
    assert state.round.oya == ended.next_oya


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_call_without_a_further_rise_ends_in_the_exhausted_round(name: str) -> None:
    """The oya called at six points or more, nothing rose, and the ko plays the last card."""
    six = "6A 7A 10A 2A"
    state, ended = exhausted(table(name), rival_pile=six, rival_calls=1)
    assert state.round.calls == (1, 0)
    assert ended.outcome is RoundOutcome.EXHAUSTED
    assert ended.points == EXHAUSTED[name][0]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_own_call_without_a_further_rise_is_worth_nothing(name: str) -> None:
    """The ko itself called with what it still has; its last card rises nothing."""
    six = "6A 7A 10A 2A"
    _, ended = exhausted(table(name), pile=six, called_with=six, calls=1)
    assert (ended.outcome, ended.points) == (RoundOutcome.EXHAUSTED, EXHAUSTED[name][0])


def test_round_is_not_exhausted_before_the_kos_last_card() -> None:
    state = midround(hand="8P1", field="1L 2R", stock="3P1", rival_hand="9P1")
    state, events = follow(state, "8P1")
    assert not only(events, RoundEnded)
    assert (state.phase, state.to_act, state.round.turn) == (Phase.PLAY, 1, 15)


def test_choice_of_the_last_drawn_card_comes_before_the_exhausted_round() -> None:
    state = midround(hand="8P1", field="1L 2R 2A", stock="2P1", ko=True, mover=1)
    state, events = follow(state, "8P1")
    assert (state.phase, state.to_act) == (Phase.CHOOSE_DRAWN, 1)
    _, events = follow(state, "2A")
    assert only(events, RoundEnded)[0].outcome is RoundOutcome.EXHAUSTED
    assert not only(events, YakuMade)
    assert not only(events, ShobuCalled)


# The next dealer ---------------------------------------------------------------------------------


@pytest.mark.parametrize("exhausted_dealer", ["stays", "switches"])
@pytest.mark.parametrize("ko", [False, True], ids=["oya wins", "ko wins"])
@pytest.mark.parametrize("winner", SEATS)
def test_winner_deals_next(winner: Seat, ko: bool, exhausted_dealer: str) -> None:
    ended = won(table(exhausted_dealer=exhausted_dealer), winner, ko=ko)
    assert (ended.winner, ended.next_oya) == (winner, winner)
    assert ended.oya == (other(winner) if ko else winner)


@pytest.mark.parametrize("exhausted_dealer", ["stays", "switches"])
@pytest.mark.parametrize("oya", SEATS)
def test_alternating_deal_ignores_winners_and_exhausted_rounds(
    oya: Seat, exhausted_dealer: str
) -> None:
    rules = table(next_dealer="alternates", exhausted_dealer=exhausted_dealer)
    assert won(rules, oya).next_oya == other(oya)
    assert won(rules, other(oya), ko=True).next_oya == other(oya)
    assert exhausted(rules, oya)[1].next_oya == other(oya)


def test_alternating_deal_alternates_through_a_whole_match() -> None:
    *_, (state, _, _) = walk(table(next_dealer="alternates"), "alternating")
    assert [line.oya for line in state.results] == [0, 1] * 6


@pytest.mark.parametrize("oya", SEATS)
@pytest.mark.parametrize("both_dealt", ["dealer", "nobody", "both"])
@pytest.mark.parametrize("exhausted_dealer", ["stays", "switches"])
def test_after_two_dealt_hands_without_one_winner_the_deal_goes_as_after_an_exhausted_round(
    oya: Seat, both_dealt: str, exhausted_dealer: str
) -> None:
    rules = table(
        both_dealt=both_dealt,
        exhausted_dealer=exhausted_dealer,
        first_dealer="first" if oya == 0 else "second",
    )
    deck = stack_deck(ko="1L 1R 1P1 1P2", oya="2A 2R 2P1 2P2")
    (ended,) = only(new_match(rules, "both", decks=[deck]).history, RoundEnded)
    stays = both_dealt == "dealer" or exhausted_dealer == "stays"
    assert ended.outcome is RoundOutcome.DEALT
    assert ended.winner == (oya if both_dealt == "dealer" else None)
    assert ended.next_oya == (oya if stays else other(oya))
    paid = {"dealer": (6, 0), "nobody": (0, 0), "both": (6, 6)}[both_dealt]
    assert (ended.points[oya], ended.points[other(oya)]) == paid


def test_winner_of_a_dealt_hand_deals_next() -> None:
    state = new_match(STANDARD, "dealt", decks=[stack_deck(ko="1L 1R 1P1 1P2")])
    (ended,) = only(state.history, RoundEnded)
    assert (ended.oya, ended.winner, ended.next_oya) == (0, 1, 1)
    assert state.phase is Phase.ROUND_OVER
    state, _ = apply(state, NextRound())
    assert state.round.oya == 1


# Zero-sum matches --------------------------------------------------------------------------------

JAPAN = table("koikoi-japan")


@pytest.mark.parametrize("winner", SEATS)
def test_loser_pays_the_winner(winner: Seat) -> None:
    ended = won(JAPAN, winner)
    assert (ended.points[winner], ended.points[other(winner)]) == (2, -2)
    assert (ended.scores[winner], ended.scores[other(winner)]) == (32, 28)


@pytest.mark.parametrize("winner", SEATS)
@pytest.mark.parametrize(("left", "over"), [(4, False), (3, False), (2, True), (1, True)])
def test_match_is_over_when_a_player_has_nothing_left(winner: Seat, left: int, over: bool) -> None:
    scores = (60 - left, left) if winner == 0 else (left, 60 - left)
    state = midround(
        JAPAN,
        hand="1P2",
        field="1P1 11R",
        stock="10A",
        pile=_NINE_PLAINS,
        mover=winner,
        scores=scores,
    )
    state, events = follow(state, "1P2")
    assert state.scores[other(winner)] == left - 2
    assert sum(state.scores) == 60
    (ended,) = only(events, RoundEnded)
    assert (ended.next_oya is None) == over
    assert (state.phase is Phase.MATCH_OVER) == over
    result = MatchResult(MatchOutcome.OUT_OF_POINTS, winner) if over else None
    assert state.result == result
    assert [event.outcome for event in only(events, MatchEnded)] == (
        [MatchOutcome.OUT_OF_POINTS] if over else []
    )


def test_exhausted_round_can_take_the_last_point() -> None:
    state, ended = exhausted(JAPAN, scores=(59, 1))
    assert ended.scores == (60, 0)
    assert state.result == MatchResult(MatchOutcome.OUT_OF_POINTS, 0)


def test_being_out_of_points_is_named_also_in_the_last_round() -> None:
    state, _ = exhausted(JAPAN, scores=(59, 1), number=8)
    assert state.result == MatchResult(MatchOutcome.OUT_OF_POINTS, 0)


def test_both_dealt_hands_pay_their_difference() -> None:
    rules = replace(JAPAN, teshi="points", kuttsuki="points", kuttsuki_points=4, both_dealt="both")
    deck = stack_deck(ko="1L 1R 2A 2R 3L 3R 4A 4R", oya="5A 5R 5P1 5P2")
    (ended,) = only(new_match(rules, "both", decks=[deck]).history, RoundEnded)
    assert ended.points == (2, -2)
    assert [line.points for line in ended.breakdowns if line] == [6, 4]
    assert all(isinstance(line, Breakdown) for line in ended.breakdowns)


def test_nobody_is_out_of_points_where_scores_count_up_from_0() -> None:
    state, ended = exhausted(STANDARD)
    assert ended.scores == (1, 0)
    assert state.phase is Phase.ROUND_OVER


# What calls do to the score ----------------------------------------------------------------------

CALLS = [
    # call_bonus, own calls, the loser's calls, points of a kasu of 2
    ("none", 3, 2, 2),
    ("opponent_called", 0, 0, 2),
    ("opponent_called", 3, 0, 2),
    ("opponent_called", 0, 1, 4),
    ("opponent_called", 2, 3, 4),
    ("per_call", 0, 0, 2),
    ("per_call", 1, 0, 4),
    ("per_call", 0, 2, 6),
    ("per_call", 2, 1, 8),
    ("own_calls", 0, 4, 2),
    ("own_calls", 1, 0, 3),
    ("own_calls", 3, 0, 5),
    ("own_calls", 4, 0, 4),
    ("own_calls", 5, 1, 6),
]


@pytest.mark.parametrize("winner", SEATS)
@pytest.mark.parametrize(("bonus", "own", "losers", "points"), CALLS)
def test_calls_of_winner_and_loser_reach_the_score(
    bonus: str, own: int, losers: int, points: int, winner: Seat
) -> None:
    ended = won(table(call_bonus=bonus), winner, calls=own, rival_calls=losers)
    assert (ended.points[winner], ended.points[other(winner)]) == (points, 0)


# The end of the match ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "winner"), [((10, 12), 1), ((11, 12), None), ((12, 12), 0), ((0, 50), 1)]
)
def test_more_points_win_and_equal_points_are_a_draw(
    scores: tuple[int, int], winner: Seat | None
) -> None:
    state, ended = exhausted(STANDARD, scores=scores, number=12)
    assert ended.points == (1, 0)
    assert state.result == MatchResult(MatchOutcome.FINISHED, winner)
    assert only(state.history, MatchEnded)[-1].winner == winner


def test_zero_sum_match_can_be_a_draw() -> None:
    state, _ = exhausted(JAPAN, scores=(29, 31), number=8)
    assert state.scores == (30, 30)
    assert state.result == MatchResult(MatchOutcome.FINISHED, None)


def test_dealt_hand_can_end_the_match_before_any_turn() -> None:
    rules = table(rounds=1)
    state = new_match(rules, "short", decks=[stack_deck(oya="1L 1R 1P1 1P2")])
    assert state.phase is Phase.MATCH_OVER
    assert state.result == MatchResult(MatchOutcome.FINISHED, 0)
    assert isinstance(state.history[-1], MatchEnded)


def test_round_ended_shows_both_hands_and_the_undrawn_stock() -> None:
    state = midround(hand="1P2 9P1 8P2", field="1P1 11R", stock="10A 9R 12L", pile=_NINE_PLAINS)
    state, events = follow(state, "1P2 stop")
    (ended,) = only(events, RoundEnded)
    assert cards_of(ended.hands[0]) == cards("8P2 9P1")
    assert ended.hands[1].bit_count() == 3
    assert ended.stock[:2] == cards("9R 12L")
    assert len(ended.stock) == 24 - 11
    assert all(type(card) is Card for card in ended.stock)
