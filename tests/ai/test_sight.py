"""A view as a batch of one round, and its options as legal actions."""

from __future__ import annotations

import pytest

from koikoi.ai.sight import action_of, decision, sight
from koikoi.engine.actions import KoiKoi, Play, Shobu, Take
from koikoi.engine.flow import apply, legal_actions
from koikoi.engine.state import Phase
from koikoi.engine.view import view
from tests.ai.chance import some_choices


def test_a_view_is_a_batch_of_one_round_with_what_the_engine_knows() -> None:
    for state in some_choices():
        seat = state.to_act
        assert seat is not None
        now = state.round
        found = sight(view(state, seat))
        batch = found.batch
        roles = now.oya, 1 - now.oya
        assert batch.turn == now.turn
        assert batch.size == 1
        assert batch.mover == roles.index(seat)
        assert int(batch.hands[batch.mover][0]) == now.hands[seat]
        # Nothing is known of the other hand and of the stock.
        assert int(batch.hands[1 - batch.mover][0]) == 0
        assert not batch.deck.any()
        for role, owner in enumerate(roles):
            assert int(batch.captured[role][0]) == now.captured[owner]
            assert int(batch.decided[role][0]) == now.decided[owner]
            assert int(batch.calls[role][0]) == now.calls[owner]
        assert int(batch.field[0]) == now.field
        assert int(batch.month[0]) == now.month
        hidden = now.hands[1 - seat] | sum(1 << card for card in now.stock)
        assert found.unseen == hidden
        assert found.other_cards == now.hands[1 - seat].bit_count()
        assert found.lead == state.scores[now.oya] - state.scores[1 - now.oya]
        assert found.left == state.rules.rounds - now.number


def test_only_who_has_to_choose_has_a_sight() -> None:
    state = some_choices()[0]
    for seat in (1 - (state.to_act or 0), None):
        with pytest.raises(ValueError, match="has to choose"):
            sight(view(state, seat))  # type: ignore[arg-type]


def test_options_and_legal_actions_are_the_same_ways() -> None:
    for state in some_choices():
        seat = state.to_act
        seen, legal = view(state, seat), legal_actions(state)
        if state.phase is Phase.DECIDE:
            assert isinstance(decision(legal, call=True), KoiKoi)
            assert isinstance(decision(legal, call=False), Shobu)
            continue
        options = sight(seen).options()
        ways = [action_of(seen, options, way, legal) for way in range(len(options.card))]
        assert set(ways) == set(legal)
        for way, action in enumerate(ways):
            after, _ = apply(state, action)
            if isinstance(action, Take) or after.phase is not Phase.CHOOSE_PLAYED:
                continue
            # A card that needs a target has a way for each.
            assert isinstance(action, Play)
            assert ways.count(action) == len(legal_actions(after))
            assert int(options.card[way]) == action.card
