from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Resign, Seat, Shobu, Take
from koikoi.engine.cards import CARDS, FULL_DECK, Card, cards_of, mask_of
from koikoi.engine.errors import IllegalAction
from koikoi.record.notation import (
    NotationError,
    action_text,
    cards_text,
    mask_text,
    parse_action,
    parse_card,
    parse_card_list,
    parse_mask,
)

ACTIONS: list[tuple[str, Action]] = [
    ("play 1L", Play(Card.parse("1L"))),
    ("play 12P3", Play(Card.parse("12P3"))),
    ("take 11P1", Take(Card.parse("11P1"))),
    ("koikoi", KoiKoi()),
    ("shobu", Shobu()),
    ("next", NextRound()),
    ("resign", Resign(1)),
]


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_an_action_is_written_and_read_as_the_same_text(text: str, action: Action) -> None:
    assert action_text(action) == text
    assert parse_action(text, seat=1) == action


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_an_action_is_read_in_either_case_and_with_any_blanks(text: str, action: Action) -> None:
    assert parse_action(f"  {text.upper().replace(' ', '   ')}\n", seat=1) == action
    assert parse_action(text.lower(), seat=1) == action


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_an_action_carries_the_ply_that_it_is_given(text: str, action: Action) -> None:
    assert parse_action(text, seat=1, ply=7).ply == 7
    assert parse_action(text, seat=1).ply is None


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_stands_beside_the_text(seat: Seat) -> None:
    assert parse_action("resign", seat=seat) == Resign(seat)
    with pytest.raises(NotationError):
        parse_action("resign")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "play",
        "play 13L",
        "play 1L 1R",
        "play 1LR",
        "take",
        "take -",
        "1L",
        "koi-koi",
        "koikoi 1",
        "shobu!",
        "resign 0",
        "next round",
        "play\x001L",
        "plаy 1L",  # a Cyrillic letter
        "play " + "1" * 10_000 + "L",
    ],
)
def test_text_that_is_no_action_is_an_error_of_notation_not_of_the_rules(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, seat=0)
    assert IllegalAction not in caught.type.__mro__
    assert len(str(caught.value)) < 200


def test_a_notation_error_says_what_it_read_and_what_should_stand_there() -> None:
    with pytest.raises(NotationError) as caught:
        parse_card("13X")
    assert (caught.value.text, caught.value.expected) == ("13X", "the code of a card")
    assert str(caught.value) == "'13X' is not the code of a card"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)


@given(st.integers(0, FULL_DECK))
def test_any_set_of_cards_survives_its_text(mask: int) -> None:
    assert parse_mask(mask_text(mask)) == mask


@given(st.randoms(use_true_random=False), st.integers(0, 48))
def test_any_list_of_cards_keeps_its_order(chance: random.Random, size: int) -> None:
    cards = tuple(chance.sample(CARDS, size))
    assert parse_card_list(cards_text(cards)) == cards


def test_a_set_is_printed_in_card_order_and_an_empty_one_as_a_dash() -> None:
    mask = mask_of(map(Card.parse, ("9A", "1L", "12P1")))
    assert mask_text(mask) == "1L,9A,12P1"
    assert cards_text(reversed(cards_of(mask))) == "12P1,9A,1L"
    assert mask_text(0) == cards_text(()) == "-"
    assert parse_mask(" - ") == 0
    assert parse_mask("9a, 1l,12P1") == mask


@pytest.mark.parametrize("text", ["", ",", "1L,", "1L 1R", "1L,1L", "1L,1l", "1L,-", "-,-", "0L"])
def test_text_that_is_no_list_of_different_cards_is_an_error(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card_list(text)
