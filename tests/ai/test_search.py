"""The search: worlds that fit what is seen, worths of what follows, halts between batches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from koikoi.ai import search
from koikoi.ai.agent import Halt
from koikoi.ai.batch import Batch, Options
from koikoi.ai.dice import Dice
from koikoi.ai.outcomes import EXHAUSTED, class_of, point_worths
from koikoi.ai.past import PastPlay, past_plays
from koikoi.ai.piles import Doubles
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.search import Effort, Search
from koikoi.ai.sight import sight
from koikoi.engine.cards import cards_of
from koikoi.engine.draft import STOP, Draft
from koikoi.engine.flow import apply, legal_actions, legal_codes, step
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from tests.ai.chance import some_choices
from tests.ai.nets import NETWORK, made_network
from tests.engine.midround import midround
from tests.engine.stack import table

EFFORT = Effort(worlds=8, stages=2, turns=2, call_worlds=32, hands=24, trust=4.0)


class Watching(ValuePolicy):
    """Notes the rounds that it plays on."""

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        network = NETWORK if not seed else made_network(seed)
        super().__init__(network.under(rules), point_worths(rules.exhausted_points))
        self.played: list[Batch] = []
        self.drawn: list[Batch] = []

    def play(self, batch: Batch, options: Options) -> Doubles:
        self.played.append(batch.picked(np.arange(batch.size)))
        return super().play(batch, options)

    def draw(self, batch: Batch, options: Options) -> Doubles:
        self.drawn.append(batch.picked(np.arange(batch.size)))
        return super().draw(batch, options)


def searching(
    state: MatchState, policy: ValuePolicy, effort: Effort = EFFORT, halt: Halt | None = None
) -> Search:
    seen = view(state, state.to_act)
    plays = past_plays(seen) if effort.hands else []
    return Search(sight(seen), policy, effort, plays, Dice([1]), halt or Halt())


# Worlds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [0, 24])
def test_worlds_deal_what_is_unseen_and_nothing_else(hands: int) -> None:
    for state in some_choices():
        policy = Watching(state.rules)
        seen = view(state, state.to_act)
        own = searching(state, policy, replace(EFFORT, hands=hands))
        known = sight(seen)
        mover = known.batch.mover
        if state.phase is Phase.DECIDE:
            assert own.going(12) is not None
            drawn = known.batch.turn + 1
        else:
            assert own.sampled(known.options(), 12) is not None
            drawn = known.batch.turn + (state.phase is Phase.CHOOSE_DRAWN)
        for batch in (policy.played or policy.drawn)[:1]:
            for row in range(batch.size):
                hand = int(batch.hands[1 - mover][row])
                stock = batch.deck[row, 24 + drawn :].tolist()
                assert hand.bit_count() == known.other_cards
                assert len(set(stock)) == len(stock)
                assert hand | sum(1 << card for card in stock) == seen.unseen
                assert not hand & sum(1 << card for card in stock)


def test_the_same_worlds_serve_all_options() -> None:
    """So that their luck cancels out."""
    asked = 0
    for state in some_choices():
        if state.phase is not Phase.PLAY:
            continue
        policy = Watching(state.rules)
        options = sight(view(state, state.to_act)).options()
        count = len(options.card)
        assert searching(state, policy).sampled(options, 10) is not None
        if not policy.drawn or policy.drawn[0].turn != state.round.turn:
            continue
        # Before anything of the hidden cards was moved, and after each option.
        first = policy.drawn[0]
        assert (first.hands[first.mover].reshape(count, 10) == options.hand[:, None]).all()
        assert (first.field.reshape(count, 10) == options.field[:, None]).all()
        assert (first.captured[first.mover].reshape(count, 10) == options.pile[:, None]).all()
        hands = first.hands[1 - first.mover].reshape(count, 10)
        assert (hands == hands[0]).all()
        assert (first.deck.reshape(count, 10, 48) == first.deck[:10]).all()
        asked += len(set(hands[0].tolist())) > 1
    assert asked


def test_after_the_drawn_card_is_settled_no_other_is_drawn() -> None:
    asked = 0
    for state in some_choices():
        if state.phase is not Phase.CHOOSE_DRAWN or state.round.turn > 13:
            continue
        policy = Watching(state.rules)
        options = sight(view(state, state.to_act)).options()
        assert searching(state, policy).sampled(options, 10) is not None
        if not policy.played:
            continue
        first = policy.played[0]
        assert first.turn == state.round.turn + 1
        assert set(first.field.tolist()) <= set(options.field.tolist())
        asked += 1
    assert asked


def test_hands_that_fit_what_was_played_come_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    card = 0

    def likelihoods(_network: Any, _batch: Any, plays: list[PastPlay], hands: Any, *_: Any) -> Any:
        assert plays
        # Nine times as likely with a certain card as without.
        has = hands >> np.uint64(card) & np.uint64(1) != 0
        return np.where(has, 1.0, 1 / 9).astype(np.float32)

    monkeypatch.setattr(search, "likelihoods", likelihoods)
    state = next(one for one in some_choices() if one.round.turn > 4 and one.phase is Phase.PLAY)
    seen = view(state, state.to_act)
    card = int(cards_of(seen.unseen)[0])
    shares = []
    for hands in (0, 4000):
        policy = Watching(state.rules)
        own = searching(state, policy, replace(EFFORT, hands=hands, turns=1))
        assert own.sampled(sight(seen).options(), 400) is not None
        others = policy.played[0].hands[1 - state.round.turn % 2]
        shares.append(float((others >> np.uint64(card) & np.uint64(1)).mean()))
    size, unseen = seen.hand_sizes[1 - (state.to_act or 0)], seen.unseen.bit_count()
    plain = size / unseen
    assert shares[0] == pytest.approx(plain, abs=0.09)
    assert shares[1] == pytest.approx(plain / (plain + (1 - plain) / 9), abs=0.09)


# Worths ------------------------------------------------------------------------------------------


def best_of_last_turn(state: MatchState, action: Any, worth: Any) -> float:
    """The mean worth of an action of the round's last turn, over all cards that can be drawn."""
    values = []
    stock = cards_of(view(state, state.to_act).unseen)
    drawn = state.round.drawn
    for card in stock:
        deck = [*(c for c in state.round.deck if c != card)]
        deck.insert(24 + drawn, card)
        after, _ = apply(replace(state, round=replace(state.round, deck=tuple(deck))), action)
        ends = []
        for code in legal_codes(Draft.thaw(after)) if after.phase is Phase.CHOOSE_DRAWN else [None]:
            draft = Draft.thaw(after)
            if code is not None:
                step(draft, code)
            result = draft.results[-1]
            ends.append(worth(result.points[result.oya] - result.points[1 - result.oya]))
        values.append(max(ends))
    return float(np.mean(values))


def test_the_last_turn_is_worth_the_mean_over_all_draws() -> None:
    """Nothing but the draw is unknown then, so many worlds come near the truth."""
    rules = table(exhausted_points=3)
    # The ko's last card: the Moon for hanami and tsukimi, or plains for the tenth.
    state = midround(
        rules,
        hand="8P1",
        field="8L 9P1 5P1 12P1 10P1 10P2",
        stock="1L 9A",
        pile="3L 1P1 1P2 2P1 2P2 3P1 3P2 4P1",
        rival_pile="12L 8A",
        ko=True,
    )
    assert state.round.turn == 15
    policy = Watching(rules)
    options = sight(view(state, state.to_act)).options()
    assert len(options.card) == 1
    found = searching(state, policy, replace(EFFORT, hands=0)).sampled(options, 3000)
    assert found is not None
    worths = policy.worths[1]

    def worth(oyas: int) -> float:
        # An exhausted round's points are the oya's.
        cls = EXHAUSTED if oyas == 3 else int(class_of(np.array([-oyas]))[0])
        return float(worths[cls])

    expected = best_of_last_turn(state, legal_actions(state)[0], worth)
    error = float(found.std()) / np.sqrt(found.size)
    assert error > 0
    assert abs(float(found.mean()) - expected) < 4 * error


def test_calling_is_weighed_against_what_stopping_pays() -> None:
    asked = 0
    for state in some_choices():
        if state.phase is not Phase.DECIDE:
            continue
        policy = Watching(state.rules)
        found = searching(state, policy).call()
        assert found is not None
        draft = Draft.thaw(state)
        step(draft, STOP)
        result = draft.results[-1]
        mover = state.to_act
        assert mover is not None
        role = state.round.turn % 2
        stops = policy.worths[role][int(class_of(np.array([result.points[mover]]))[0])]
        assert found[1] == pytest.approx(float(stops))
        # The other player goes on, and knows that there was a call.
        first = policy.played[0]
        assert first.turn == state.round.turn + 1
        assert (first.calls[role] == state.round.calls[mover] + 1).all()
        assert (first.decided[role] == np.uint64(state.round.captured[mover])).all()
        asked += 1
    assert asked > 2


def test_dropped_options_never_come_before_those_that_stay() -> None:
    for state in some_choices():
        if state.phase is Phase.DECIDE:
            continue
        policy = Watching(state.rules)
        known = sight(view(state, state.to_act))
        options = known.options()
        prior = policy.play(known.batch, options)
        # A prior that counts for nothing can still not bring a dropped one back.
        effort = replace(EFFORT, trust=0.0, hands=0)
        found = searching(state, policy, effort).options(options, prior)
        assert found.shape == prior.shape
        stay = found[np.isfinite(found)]
        assert 1 <= len(stay) <= max(2, (len(prior) + 1) // 2)
        assert not np.isnan(found).any()
        assert np.isfinite(found[int(np.argmax(found))])


def test_a_prior_that_is_trusted_boundlessly_decides() -> None:
    for state in some_choices():
        if state.phase is not Phase.PLAY:
            continue
        policy = Watching(state.rules)
        known = sight(view(state, state.to_act))
        options = known.options()
        prior = policy.play(known.batch, options)
        effort = replace(EFFORT, trust=1e9, doubt=1e9, hands=0)
        found = searching(state, policy, effort).options(options, prior)
        assert int(np.argmax(found)) == int(np.argmax(prior))


# Halts -------------------------------------------------------------------------------------------


class CountedHalt(Halt):
    """Is due from the n-th time on that somebody asks."""

    def __init__(self, asks: int) -> None:
        super().__init__()
        self.left = asks
        self.asked_after = 0

    @property
    def due(self) -> bool:
        self.asked_after += self.left < 0
        self.left -= 1
        if self.left < 0:
            self.stop()
        return super().due


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rounds were played on together, each time that it was done."""
    played: list[int] = []
    real = Batch.play_turn

    def play_turn(self: Batch, policy: Any) -> None:
        played.append(self.size)
        real(self, policy)

    monkeypatch.setattr(Batch, "play_turn", play_turn)
    return played


def halted(state: MatchState, halt: Halt) -> None:
    policy = Watching(state.rules)
    own = searching(state, policy, halt=halt)
    if state.phase is Phase.DECIDE:
        assert own.call() is None
        return
    known = sight(view(state, state.to_act))
    options = known.options()
    prior = policy.play(known.batch, options)
    found = own.options(options, prior)
    assert np.isfinite(found.max())


def test_a_halt_that_was_there_before_lets_nothing_be_played(turns: list[int]) -> None:
    seen: list[int] = []
    for state in some_choices():
        halt = Halt()
        halt.stop()
        halted(state, halt)
        assert halt.cut_short
        seen += turns
    assert seen == []


@pytest.mark.parametrize("asks", [1, 2, 3, 5, 9])
def test_after_a_halt_no_further_batch_is_played(asks: int, turns: list[int]) -> None:
    for state in some_choices():
        if state.phase is not Phase.PLAY or state.round.turn < 4:
            continue
        turns.clear()
        halt = CountedHalt(asks)
        halted(state, halt)
        # It is looked at before every batch, so there are no more of them than looks.
        assert len(turns) <= asks
        assert halt.asked_after == 0
        assert all(size <= 512 for size in turns)


def test_many_rows_are_played_on_in_parts_between_which_a_halt_counts(turns: list[int]) -> None:
    state = next(one for one in some_choices() if one.phase is Phase.DECIDE)
    policy = Watching(state.rules)
    effort = replace(EFFORT, call_worlds=1200, turns=1, hands=0)
    assert searching(state, policy, effort).call() is not None
    assert len(turns) >= 3
    assert max(turns) <= 512
    turns.clear()
    # One look before the worlds are dealt, one before each part.
    halt = CountedHalt(3)
    assert searching(state, policy, effort, halt).call() is None
    assert len(turns) == 2


def test_what_a_halted_search_has_found_is_not_lost() -> None:
    """The first stage is whole, the second is not: its ranking is that of the first."""
    for state in some_choices():
        if state.phase is not Phase.PLAY or state.round.turn > 8:
            continue
        known = sight(view(state, state.to_act))
        options = known.options()
        looks = CountedHalt(10**6)
        policy = Watching(state.rules)
        prior = policy.play(known.batch, options)
        whole = searching(state, policy, replace(EFFORT, stages=1), looks).options(options, prior)
        used = 10**6 - looks.left
        halt = CountedHalt(used + 1)
        found = searching(state, policy, EFFORT, halt).options(options, prior)
        if halt.cut_short:
            assert (found == whole).all()
