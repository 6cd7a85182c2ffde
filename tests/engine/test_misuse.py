"""What is asked of the engine wrongly is refused with a reason, and tells nothing."""

from __future__ import annotations

import pytest

from koikoi.engine.actions import Resign
from koikoi.engine.cards import CARDS, Card, CardSet
from koikoi.engine.flow import apply, new_match
from koikoi.engine.presets import preset
from koikoi.engine.tally import tally
from koikoi.engine.view import view

RULES = preset()
STATE = new_match(RULES, "topsecret")


@pytest.mark.parametrize("seat", [-1, 2, "0"])
def test_there_is_no_view_for_a_seat_that_there_is_not(seat: object) -> None:
    with pytest.raises(ValueError, match="a seat is 0 or 1"):
        view(STATE, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 7, None, "0"])
def test_only_a_seat_can_resign(seat: object) -> None:
    with pytest.raises(ValueError, match="a seat is 0 or 1"):
        apply(STATE, Resign(seat))  # type: ignore[arg-type]


@pytest.mark.parametrize("month", [0, 13, -1])
def test_a_tally_is_of_a_month(month: int) -> None:
    with pytest.raises(ValueError, match="a month is 1 to 12"):
        tally(0, RULES, month=month)


@pytest.mark.parametrize("cards", [-1, 1 << 48])
def test_a_tally_is_of_cards(cards: int) -> None:
    for piles in ((cards, 0, 0, 0), (0, cards, 0, 0), (0, 0, cards, 0), (0, 0, 0, cards)):
        captured, opponent, hand, field = piles
        with pytest.raises(ValueError, match="a set of cards"):
            tally(captured, RULES, opponent=opponent, hand=hand, field=field)


@pytest.mark.parametrize("cards", [-1, 1 << 60, [99]])
def test_a_set_of_cards_holds_cards_only(cards: int | list[int]) -> None:
    with pytest.raises(ValueError, match="a set of cards"):
        CardSet(cards)


@pytest.mark.parametrize("number", [-1, 48])
def test_there_are_48_cards(number: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 47"):
        Card(number)


@pytest.mark.parametrize("deal", [(-1, 0), (13, 0), (1, -1)])
def test_a_deck_is_stacked_for_a_deal_that_can_come(deal: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no match has a deal"):
        new_match(RULES, "decks", decks={deal: CARDS})


def test_the_repr_of_a_match_tells_nothing_hidden() -> None:
    shown = repr(STATE)
    assert "topsecret" not in shown
    for hidden in (*STATE.round.hands, *STATE.round.stock):
        assert str(int(hidden)) not in shown if hidden > 48 else repr(hidden) not in shown
