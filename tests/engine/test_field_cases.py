"""What users of other koi-koi programs reported about rules: none of it can happen here.

One test for each report that the engine alone can answer. The others are answered elsewhere:

- no yaku shown before the koi-koi question: the sentences are ``koikoi.text``'s, the event here;
- one game counted as a win and a loss, a match saved in the other player's turn, a card that
  changed by saving and loading, a save broken by a kill: ``koikoi.store`` and ``koikoi.record``;
- an illegal card of the computer: the tests of the agents;
- a README that disagrees with the code: the help is generated from the rules.
"""

from __future__ import annotations

import pickle
from hashlib import sha256

import pytest
from hypothesis import given, settings

from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Resign, Shobu, Take
from koikoi.engine.cards import CARDS, FULL_DECK, Card, Kind, Ribbon, cards_of, mask_of
from koikoi.engine.deck import seeded_deck
from koikoi.engine.errors import IllegalAction
from koikoi.engine.events import (
    MatchEnded,
    RedealCause,
    Redealt,
    RoundDealt,
    RoundEnded,
    RoundOutcome,
    ShobuCalled,
    ShobuCause,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.flow import apply, legal_actions, matching, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Factor, FactorCause
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.yaku import MadeYaku, YakuId
from tests.engine.midround import STANDARD, midround, only
from tests.engine.stack import follow, table
from tests.engine.strategies import random_rules, seeds
from tests.engine.walk import COURSES, Course, rests, walk

each_preset = pytest.mark.parametrize("name", PRESET_NAMES)
each_course = pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())

_NINE_PLAINS = "2P1 2P2 3P1 3P2 4P1 4P2 5P1 5P2 6P1"


@each_preset
def test_hands_exhausted_after_a_call_score_by_the_exhaustion_rule(name: str) -> None:
    """A (oya) called at six points, nothing rose since, and B's last card makes no yaku."""
    rules = table(name)
    state = midround(
        rules,
        hand="8P1",
        field="1L 2R",
        stock="3P1",
        ko=True,
        mover=1,
        rival_pile="6A 7A 10A 2A",
        rival_calls=1,
    )
    _, events = follow(state, "8P1")
    (ended,) = only(events, RoundEnded)
    assert ended.outcome is RoundOutcome.EXHAUSTED
    loss = rules.exhausted_points if rules.starting_points else 0
    assert ended.points == (rules.exhausted_points, -loss)


@each_preset
def test_koikoi_is_never_offered_with_an_empty_hand(name: str) -> None:
    state = midround(
        table(name), hand="1P2", field="1P1 11R", stock="10A", pile=_NINE_PLAINS, ko=True
    )
    state, events = follow(state, "1P2")
    assert only(events, ShobuCalled) == [ShobuCalled(0, ShobuCause.HAND_EMPTY)]
    assert only(events, RoundEnded)[0].winner == 0
    for rest in rests(preset(name), "never offered"):
        if rest.phase is Phase.DECIDE:
            assert rest.round.hands[rest.round.mover]


def test_all_48_by_48_pairs_match_exactly_within_their_month() -> None:
    for card in CARDS:
        for lying in CARDS:
            if lying == card:
                continue
            found, choice = matching(STANDARD, 1 << lying, card)
            assert (found == 1 << lying) == (card.month == lying.month)
            assert not choice


def test_yaku_are_listed_with_points_and_total_before_the_koikoi_question() -> None:
    state = midround(hand="9R 8P1 12P2", field="9A 11R", stock="10A", pile="3L 8L")
    state, events = follow(state, "9R")
    assert state.phase is Phase.DECIDE
    (made,) = only(events, YakuMade)
    assert made.yaku == (MadeYaku(YakuId.HANAMI, 5), MadeYaku(YakuId.TSUKIMI, 5))
    assert (made.total, made.asked) == (10, True)
    assert events[-1] == made


def test_november_ribbon_and_lightning_are_what_they_are() -> None:
    """The whole deck is checked in ``test_cards``."""
    ribbon, lightning = Card.parse("11R"), Card.parse("11P1")
    assert (ribbon.month, ribbon.kind, ribbon.ribbon) == (11, Kind.RIBBON, Ribbon.RED)
    assert (lightning.month, lightning.kind, lightning.ribbon) == (11, Kind.PLAIN, None)


@each_preset
def test_yaku_on_the_last_card_is_announced_before_the_result(name: str) -> None:
    state = midround(
        table(name), hand="1P2", field="1P1 11R", stock="10A", pile=_NINE_PLAINS, ko=True
    )
    _, events = follow(state, "1P2")
    kinds = [type(event) for event in events]
    assert kinds[kinds.index(YakuMade) :] == [YakuMade, ShobuCalled, RoundEnded]


@each_course
def test_no_card_is_nowhere_while_a_target_is_chosen(course: Course) -> None:
    choices = 0
    for state in rests(course, "nowhere"):
        now = state.round
        places = [*now.hands, now.field, *now.captured, mask_of(now.stock)]
        if now.in_play is not None:
            choices += 1
            assert state.phase in (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN)
            places.append(1 << now.in_play)
        assert sum(places) == FULL_DECK
        assert sum(place.bit_count() for place in places) == 48
    assert choices or len(list(rests(course, "nowhere"))) == 1


# In these seeds the first deal of round 1 has four of a month, or four pairs, on the field.
FOUR_ON_THE_FIELD = [("redeal 127", 5), ("redeal 277", 3), ("redeal 713", 1)]
PAIRS_ON_THE_FIELD = [("redeal 328", (2, 3, 7, 9)), ("redeal 860", (6, 9, 10, 12))]


@pytest.mark.parametrize(("seed", "month"), FOUR_ON_THE_FIELD)
@each_preset
def test_four_of_a_month_on_the_field_are_redealt_with_the_reason(
    name: str, seed: str, month: int
) -> None:
    assert preset(name).field_four == "redeal"
    state = new_match(preset(name), seed)
    assert [card.month for card in seeded_deck(seed, 1)[8:16]].count(month) == 4
    assert only(state.history, Redealt)[0] == Redealt(
        RedealCause.FIELD_FOUR, None, (month,), attempt=1
    )
    first, second = only(state.history, RoundDealt)[:2]
    assert (first.attempt, second.attempt) == (0, 1)
    assert first.field == seeded_deck(seed, 1, 0)[8:16]
    assert second.field == seeded_deck(seed, 1, 1)[8:16]
    # The next deal stands: it is what lies on the table.
    assert state.round.attempt == 1
    assert state.round.slots == second.field


@pytest.mark.parametrize(("seed", "months"), PAIRS_ON_THE_FIELD)
@each_preset
def test_four_pairs_on_the_field_are_redealt_where_the_rules_say_so(
    name: str, seed: str, months: tuple[int, ...]
) -> None:
    rules = preset(name)
    redeals = only(new_match(rules, seed).history, Redealt)
    expected = [Redealt(RedealCause.FIELD_PAIRS, None, months, attempt=1)]
    assert redeals == (expected if rules.field_pairs == "redeal" else [])


@each_course
def test_a_finished_match_ends_once_with_one_result(course: Course) -> None:
    """What the statistics count is this one event; they are tested with the store."""
    ends = [event for step in walk(course, "once") for event in only(step.events, MatchEnded)]
    assert len(ends) == 1


def _fingerprint(state: MatchState) -> bytes:
    return sha256(pickle.dumps(state)).digest()


@pytest.mark.parametrize("phase", Phase)
def test_hand_cannot_be_used_outside_its_phase(phase: Phase) -> None:
    state = next(state for state in rests(STANDARD, "phases") if state.phase is phase)
    before = _fingerprint(state)
    cards: list[Action] = [kind(card) for kind in (Play, Take) for card in CARDS]
    for action in (*cards, KoiKoi(), Shobu(), NextRound(), Resign(0)):
        resigns = isinstance(action, Resign) and phase is not Phase.MATCH_OVER
        if action not in legal_actions(state) and not resigns:
            with pytest.raises(IllegalAction):
                apply(state, action)
        assert _fingerprint(state) == before


@each_course
def test_turn_is_never_given_to_a_player_without_cards(course: Course) -> None:
    for state, _, events in walk(course, "turn"):
        if only(events, TurnStarted):
            mover = state.round.mover
            mine, theirs = (state.round.hands[seat].bit_count() for seat in (mover, 1 - mover))
            assert mine > 0
            assert mine - theirs == (mover != state.round.oya)


@each_course
def test_every_round_ends_within_16_turns_and_leaves_24_minus_n_cards(course: Course) -> None:
    turns = 0
    for step in walk(course, "ends"):
        for event in step.events:
            if isinstance(event, RoundDealt):
                turns = 0
            elif isinstance(event, TurnStarted):
                turns += 1
            elif isinstance(event, RoundEnded):
                assert turns <= 16
                assert len(event.stock) == 24 - turns
                assert sum(hand.bit_count() for hand in event.hands) == 16 - turns


@each_preset
def test_deck_order_outlives_saving_and_loading(name: str) -> None:
    """The state holds the order of the stock; what a save adds is tested with the store."""
    for step in walk(preset(name), "order"):
        again = pickle.loads(pickle.dumps(step.state))
        assert again == step.state
        assert again.round.stock == step.state.round.stock
        for action in legal_actions(step.state)[:1]:
            assert apply(again, action) == apply(step.state, action)


def _product_of(factors: tuple[Factor, ...], stacking: str) -> int:
    product, total, highest = 1, 1, 1
    for factor in factors:
        product *= factor.factor
        total += factor.factor - 1
        highest = max(highest, factor.factor)
    return {"multiply": product, "add": total, "highest": highest}[stacking]


@given(random_rules(), seeds())
@settings(max_examples=100, deadline=None)
def test_every_multiplier_that_applies_is_in_the_breakdown(rules: Rules, seed: str) -> None:
    for step in walk(rules, seed):
        for ended in only(step.events, RoundEnded):
            for line in ended.breakdowns:
                if line is None:
                    continue
                assert line.base == sum(made.points for made in line.yaku) > 0
                assert line.multiplier == _product_of(line.factors, rules.bonus_stacking)
                assert line.points == (line.base + line.added) * line.multiplier
                high = [f for f in line.factors if f.cause is FactorCause.HIGH_SCORE]
                if ended.outcome is RoundOutcome.SHOBU:
                    doubled = 0 < rules.double_from <= line.base
                    assert [f.factor for f in high] == [2] * doubled
                else:
                    assert not line.factors
                assert len({f.cause for f in line.factors}) == len(line.factors)
                assert all(f.factor > 1 for f in line.factors)


@each_course
def test_scores_are_whole_numbers(course: Course) -> None:
    for state, _, events in walk(course, "whole"):
        assert all(type(score) is int for score in state.scores)
        for ended in only(events, RoundEnded):
            assert all(type(points) is int for points in ended.points)


@each_preset
def test_seeded_deal_without_four_or_pairs_stands(name: str) -> None:
    state = new_match(preset(name), "spring")
    assert not only(state.history, Redealt)
    assert state.round.attempt == 0
    assert state.round.slots == seeded_deck("spring", 1)[8:16]
    assert len(cards_of(state.round.field)) == 8
