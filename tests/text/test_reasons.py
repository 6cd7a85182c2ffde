"""Every refusal says what is allowed instead."""

from __future__ import annotations

import pytest

from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Take
from koikoi.engine.cards import CARDS, Card
from koikoi.engine.errors import Reason, ReasonCode
from koikoi.engine.flow import apply, legal_actions, new_match, why_illegal
from koikoi.engine.presets import preset
from koikoi.text.catalogue import load
from koikoi.text.events import Narrator
from koikoi.text.reasons import REASONS, reason_sentence
from tests.text.moments import cards

CRANE = Card.parse("1L")


def test_every_code_has_a_sentence_of_its_own() -> None:
    assert set(REASONS) == set(ReasonCode)
    assert len(set(REASONS.values())) == len(ReasonCode)


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            Reason(ReasonCode.NOT_IN_HAND, card=CRANE),
            "You do not hold Crane; play one of the cards in your hand.",
        ),
        (
            Reason(ReasonCode.TARGET_NEEDED, card=CRANE, cards=cards("1R 1P1")),
            "First choose what Crane takes: Pine poem ribbon or Pine plain.",
        ),
        (
            Reason(ReasonCode.NOT_A_TARGET, card=CRANE, cards=cards("2P1 2P2")),
            "Crane cannot be taken now; choose Plum plain (2P1) or Plum plain (2P2).",
        ),
        (
            Reason(ReasonCode.STALE, ply=3, expected=5),
            (
                "That was meant for another moment of the match, move 3, and it is at move 5; look"
                " at the table and choose again."
            ),
        ),
    ],
)
def test_a_reason_speaks_of_its_cards(reason: Reason, said: str) -> None:
    assert reason_sentence(load(), reason) == said


def test_codes_are_named_to_who_types_them() -> None:
    reason = Reason(ReasonCode.NOT_IN_HAND, card=CRANE)
    assert reason_sentence(load(), reason, codes=True).startswith("You do not hold Crane (1L);")
    assert Narrator(load(), ("a", "b"), 0, codes=True).reason(reason) == reason_sentence(
        load(), reason, codes=True
    )


def test_every_reason_of_the_engine_can_be_said_with_the_fields_it_sets() -> None:
    """A match is played through; at every rest all kinds of actions are tried."""
    state = new_match(preset("standard"), "autumn")
    met = set()
    while actions := legal_actions(state):
        tried: list[Action] = [KoiKoi(), NextRound(), Play(CRANE, ply=state.ply + 1)]
        tried += [Play(card) for card in CARDS] + [Take(card) for card in CARDS]
        for action in tried:
            reason = why_illegal(state, action)
            if reason is not None:
                met.add(reason.code)
                assert reason_sentence(load(), reason).endswith(".")
        state, _ = apply(state, actions[0])
    reason = why_illegal(state, KoiKoi())
    assert reason is not None
    assert reason_sentence(load(), reason) == "The match is over; start a new one to play on."
    assert met | {reason.code} == set(ReasonCode)
