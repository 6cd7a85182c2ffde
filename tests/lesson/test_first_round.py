"""The first round is a lesson that can be played as it stands, and taught as it is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.ai.agent import Halt
from koikoi.ai.weights import shipped
from koikoi.engine.actions import KoiKoi, Play, Shobu, Take
from koikoi.engine.events import Redealt, RoundEnded, RoundOutcome
from koikoi.engine.flow import apply, legal_actions, matching
from koikoi.engine.presets import preset
from koikoi.engine.state import EMPTY, MatchState, Phase
from koikoi.engine.view import view
from koikoi.lesson.first import RESULT, first_round
from koikoi.lesson.script import Ask, Moves, Say, actions, stacked
from koikoi.lesson.why import why_not
from koikoi.review.budget import BUDGETS
from koikoi.review.judge import Judge
from koikoi.text.catalogue import load
from koikoi.tui.layout import PER_ROW

SCRIPT = first_round()
ASKS = [entry for entry in SCRIPT.entries if isinstance(entry, Ask)]
SIGNS = {"light": "*", "animal": "o", "ribbon": "|", "plain": ".", "near": "!"}


def before(ask: Ask) -> MatchState:
    """The match at a step."""
    return SCRIPT.before(SCRIPT.entries.index(ask))


def test_the_deal_stands_under_the_standard_rules() -> None:
    state = SCRIPT.before(0)
    assert replace(state.rules, first_dealer="draw", rounds=12) == preset("standard")
    assert state.round.attempt == 0
    assert not any(isinstance(event, Redealt) for event in state.history)
    assert (state.phase, state.to_act) == (Phase.PLAY, 0)


def test_everything_in_it_is_legal_and_in_its_turn() -> None:
    state = SCRIPT.before(0)
    for entry in SCRIPT.entries:
        if isinstance(entry, Say):
            continue
        assert state.to_act == (1 if isinstance(entry, Moves) else 0)
        for action in actions(entry):
            assert action in legal_actions(state)
            state, _ = apply(state, action)
    assert state.phase is Phase.ROUND_OVER
    assert len(SCRIPT.steps) == len({step.name for step in SCRIPT.steps})


def test_it_ends_with_ten_points_that_count_double_and_the_next_deal() -> None:
    last = SCRIPT.entries[-1]
    _, events = apply(before(ASKS[-1]), actions(last)[-1])
    (ended,) = (event for event in events if isinstance(event, RoundEnded))
    assert (ended.outcome, ended.winner, ended.points) == (RoundOutcome.SHOBU, 0, (20, 0))
    assert ended.breakdowns[0] is not None
    assert (ended.breakdowns[0].base, ended.breakdowns[0].multiplier) == (10, 2)
    assert ended.next_oya == 0


def test_the_next_card_of_the_stock_would_have_made_the_other_players_yaku() -> None:
    now = SCRIPT.before(len(SCRIPT.entries)).round
    assert now.stock[0].code == "9R"
    assert any(card != EMPTY and card // 4 == now.stock[0] // 4 for card in now.slots)
    blue = [card for card in now.stock[:1] if card.ribbon == "blue"]
    held = [one for one in ("6R", "10R") if now.captured[1] >> _card(one) & 1]
    assert len(blue) + len(held) == 3


def _card(code: str) -> int:
    from koikoi.engine.cards import Card

    return int(Card.parse(code))


def test_it_teaches_everything_that_the_field_can_do() -> None:
    found = []
    for ask in ASKS:
        if isinstance(ask.action, Play):
            now = before(ask).round
            found.append(matching(SCRIPT.rules, now.field, ask.action.card)[0].bit_count())
    assert found == [1, 2, 3, 0, 1]
    assert [type(ask.action) for ask in ASKS if not isinstance(ask.action, Play)] == [KoiKoi, Shobu]


def test_no_card_ever_lies_where_the_note_stands() -> None:
    for place in range(len(SCRIPT.entries) + 1):
        assert len(SCRIPT.before(place).round.slots) <= PER_ROW


def test_the_round_is_played_within_thirty_actions() -> None:
    cards = sum((ask.takes is not None) + ask.to_choose for ask in ASKS)
    result, then = 1, 1
    assert len(SCRIPT.steps) + cards + result + then <= 30


def test_it_is_read_in_five_minutes() -> None:
    said = [*RESULT]
    for step in SCRIPT.steps:
        said.append(step.said)
        if isinstance(step, Ask):
            said += [step.task, *step.wrongs.values()]
    # Slow readers read two hundred words in a minute.
    assert sum(len(one.split()) for one in said) <= 1000


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.name)
def test_every_other_action_is_explained_in_one_sentence(ask: Ask) -> None:
    state, text = before(ask), load()
    seen = view(state, 0)
    tried = [action for action in legal_actions(state) if action != ask.action]
    for action in tried:
        said = why_not(text, seen, ask, action, None)
        assert said.endswith((".", "!"))
        assert said not in (text.t(ask.said, **SIGNS), text.t(ask.task, **SIGNS))
        if (
            isinstance(action, Play)
            and not matching(state.rules, state.round.field, action.card)[0]
        ):
            assert "no card of " in said or f"play {action.card.code}" in ask.wrongs
    if ask.takes is not None:
        chosen, _ = apply(state, ask.action)
        others = [one for one in legal_actions(chosen) if one != Take(ask.takes)]
        for other in others:
            assert isinstance(other, Take)
            assert why_not(text, seen, ask, ask.action, other.card) in ask.wrongs.values()


def test_only_what_can_be_done_is_explained() -> None:
    """No explanation is for an action that the step does not have."""
    from koikoi.record.notation import action_text

    for ask in ASKS:
        state = before(ask)
        there = {action_text(action) for action in legal_actions(state)}
        if ask.takes is not None:
            there |= {action_text(one) for one in legal_actions(apply(state, ask.action)[0])}
        assert set(ask.wrongs) <= there - {action_text(ask.action)}


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.name)
def test_what_is_asked_for_is_what_the_coach_does(ask: Ask) -> None:
    judge = Judge(shipped(), BUDGETS["small"], "lesson")
    state = before(ask)
    for action in actions(ask):
        judgement = judge.judge(view(state, 0), legal_actions(state), Halt())
        assert judgement is not None
        assert judgement.best.action == action
        state, _ = apply(state, action)


def test_a_lesson_goes_on_at_the_name_of_its_step() -> None:
    for place, entry in enumerate(SCRIPT.entries):
        if not isinstance(entry, Moves):
            assert SCRIPT.place(entry.name) == place
    assert SCRIPT.place("") == SCRIPT.place("no such step") == 0


def test_a_stacked_deck_has_two_hands_and_a_field() -> None:
    with pytest.raises(ValueError, match="eight"):
        stacked(ko="1L", field="2A", oya="3L", stock="")
    eight = "1L 2A 3L 4A 5A 6A 7A 8L"
    with pytest.raises(ValueError, match="48"):
        stacked(ko=eight, field=eight, oya=eight, stock="")
