"""What a seat cannot see changes nothing that a level does: searches and beliefs included.

The twin of ``tests/engine/test_secrecy.py``, where all other observers are: here are the agents
that think, with little effort, so that no part of their thoughts is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from koikoi.ai.agent import Halt
from koikoi.ai.dice import Dice
from koikoi.ai.outcomes import point_worths
from koikoi.ai.past import past_plays
from koikoi.ai.players import level_agent
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.search import Search
from koikoi.ai.sight import sight
from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.deck import Stream
from koikoi.engine.flow import legal_actions
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from tests.ai.chance import PRESETS, eager_choices
from tests.ai.levels import NAMES, QUICK, quick
from tests.ai.nets import NETWORK
from tests.engine.permute import permuted, twins
from tests.engine.walk import COURSES


def moments(name: str, seat: Seat) -> Iterator[tuple[MatchState, MatchState]]:
    """Some of the choices of the seat, each with a twin in which all that is hidden differs."""
    rules = replace(COURSES[name].rules, rounds=2 if name in PRESETS else 1)
    for place, (state, twin) in enumerate(twins(COURSES[name]._replace(rules=rules), seat)):
        if state.to_act != seat or len(legal_actions(state)) == 1:
            continue
        if state.phase is not Phase.PLAY or place % 7 == 0:
            yield state, twin


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", COURSES)
def test_exchanged_hidden_cards_change_no_levels_answer(name: str, seat: Seat) -> None:
    for place, (state, twin) in enumerate(moments(name, seat)):
        seen, others = view(state, seat), view(twin, seat)
        legal = legal_actions(state)
        assert legal == legal_actions(twin)
        # Whoever searches sees most; the others in turn, under the presets.
        more = (NAMES[place % (len(NAMES) - 2)],) if name in PRESETS else ()
        for level in (NAMES[-1 - place % 2], *more):
            agent = quick(level, "blind")
            assert agent.choose(seen, legal) == agent.choose(others, legal)


def test_exchanged_hidden_cards_change_nothing_that_a_search_finds() -> None:
    """Not only the choice: every figure, so that no small leak can hide behind a clear choice."""
    asked = 0
    for name in PRESETS:
        for state, twin in moments(name, 0):
            found = []
            for one in (state, twin):
                seen = view(one, 0)
                policy = ValuePolicy(NETWORK.under(one.rules), point_worths(0))
                plays = past_plays(seen)
                own = Search(sight(seen), policy, QUICK, plays, Dice([1]), Halt())
                if one.phase is Phase.DECIDE:
                    going = own.going(6)
                else:
                    going = own.sampled(sight(seen).options(), 4)
                assert going is not None
                found.append(going)
            assert (found[0] == found[1]).all()
            asked += 1
    assert asked > 15


def test_exchanged_hidden_cards_change_nothing_for_level_5_as_it_is() -> None:
    chance = Stream("level 5")
    agent = level_agent(5, "blind")
    asked = set()
    for state in eager_choices(PRESETS["nintendo"], "level 5", 6):
        seat = state.to_act
        assert seat is not None
        if state.phase in asked or state.round.turn < 4:
            continue
        asked.add(state.phase)
        twin = permuted(state, seat, chance)
        assert twin.round.deck != state.round.deck
        legal = legal_actions(state)
        assert agent.choose(view(state, seat), legal) == agent.choose(view(twin, seat), legal)
    assert len(asked) >= 3
