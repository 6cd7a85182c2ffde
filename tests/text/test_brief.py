"""Short names fit their columns, and every event has its line."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import get_args

import pytest
from rich.cells import cell_len

from koikoi.engine.actions import Seat
from koikoi.engine.cards import CARDS, Card, Kind
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    Event,
    MatchStarted,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.state import Phase
from koikoi.engine.view import redact
from koikoi.engine.yaku import YakuId
from koikoi.text import brief, short
from koikoi.text.brief import BriefTeller
from koikoi.text.catalogue import Text, load
from koikoi.text.voice import Voice
from tests.text.moments import LISTENERS, ending_events, opening_events, turn_events, void_events

TEXT = load()
NAMES = ("You", "Computer")
WIDEST_LINE = 53
"""The columns of the log and of the prompt at 80x24, without their signs."""

UNTOLD = {MatchStarted, TurnStarted, TargetsOffered}
"""Events that the table shows and no line tells."""
TOLD_LATER = {CardPlayed, CardDrawn}
"""Events whose line comes with what becomes of the card."""


def moments() -> list[Event]:
    sources = (opening_events, void_events, turn_events, ending_events)
    return [event for source in sources for event in source()]


def test_the_moments_are_of_every_kind() -> None:
    assert {type(event) for event in moments()} == set(get_args(Event))


@pytest.mark.parametrize("seat", LISTENERS)
def test_every_event_has_a_line_or_is_left_out_on_purpose(seat: Seat | None) -> None:
    teller = BriefTeller(Voice(TEXT, NAMES, seat))
    for event in moments():
        line, now = teller.line(event), teller.now(event)
        assert (line is None) == (type(event) in UNTOLD | TOLD_LATER), event
        assert (now is None) == (type(event) in UNTOLD), event
        for said in filter(None, (line, now)):
            assert said == " ".join(said.split())
            assert "{" not in said
            assert said.isprintable()


def test_what_becomes_of_a_card_says_where_it_came_from() -> None:
    teller = BriefTeller(Voice(TEXT, NAMES, 0))
    card, taken = Card.parse("8L"), (Card.parse("8A"),)
    teller.line(CardPlayed(0, card))
    assert teller.line(CardsCaptured(0, card, taken)) == "You played Moon, took Geese"
    teller.line(CardDrawn(0, card))
    assert teller.line(CardsCaptured(0, card, taken)) == "You drew Moon, took Geese"
    teller.line(CardPlayed(1, card))
    assert teller.line(CardPlaced(1, card, 3)) == "Computer played Moon: no match"
    assert teller.now(CardPlayed(1, card)) == "Computer plays Moon"


def test_a_whole_month_is_told_as_one() -> None:
    rest = tuple(map(Card.parse, ("8A", "8P1", "8P2")))
    assert brief.taken_cards(TEXT, rest) == "all of Pampas"
    assert brief.taken_cards(TEXT, rest[:2]) == "Geese, Pampas plain"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("8L", "Moon"),
        ("9R", "blue ribbon"),
        ("1R", "poem ribbon"),
        ("9P1", "plain"),
        ("11P1", "Lightning"),
        ("12P3", "Yellow plain"),
    ],
)
def test_a_target_is_named_as_far_as_its_month_leaves_open(code: str, said: str) -> None:
    assert brief.target(TEXT, Card.parse(code)) == said


@pytest.mark.parametrize(
    ("name", "widest"), [(short.card_4, 4), (short.card_10, 10), (short.card_brief, 15)]
)
def test_names_of_cards_fit_their_columns(name: Callable[[Text, Card], str], widest: int) -> None:
    said = {card.code: name(TEXT, card) for card in CARDS}
    assert {code: word for code, word in said.items() if not 0 < cell_len(word) <= widest} == {}


def test_names_of_plants_months_and_yaku_fit_their_columns_and_differ() -> None:
    months = range(1, 13)
    for names, widest in (
        ([short.plant_6(TEXT, month) for month in months], 6),
        ([short.month_3(TEXT, month) for month in months], 3),
        ([short.yaku_9(TEXT, yaku) for yaku in YakuId], 9),
    ):
        assert [name for name in names if not 0 < cell_len(name) <= widest] == []
        assert len(set(names)) == len(names)


def are_twins(one: Card, two: Card) -> bool:
    """Whether two cards look alike: plains of a month, but for the yellow one."""
    alike = one.month == two.month and one.kind is two.kind is Kind.PLAIN
    return alike and "12P3" not in (one.code, two.code)


def test_all_cards_but_twins_have_names_of_their_own() -> None:
    for one in CARDS:
        for two in CARDS[one + 1 :]:
            same = short.card_brief(TEXT, one) == short.card_brief(TEXT, two)
            assert same == are_twins(one, two), (one.code, two.code)
            if one.month == two.month:
                same = short.card_10(TEXT, one) == short.card_10(TEXT, two)
                assert same == are_twins(one, two), (one.code, two.code)


def wide_lines(name: str) -> dict[str, type]:
    """The lines of four matches that are wider than the table has room for."""
    chance, wide = Random(name), {}
    for number in range(4):
        state = new_match(preset(name), f"{name} {number}")
        teller = BriefTeller(Voice(TEXT, NAMES, 0))
        heard = [redact(event, 0) for event in state.history]
        while True:
            for event in heard:
                for said in (teller.now(event), teller.line(event)):
                    if said is not None and cell_len(said) > WIDEST_LINE:
                        wide[said] = type(event)
            if state.phase is Phase.MATCH_OVER:
                break
            state, happened = apply(state, chance.choice(legal_actions(state)))
            heard = [redact(event, 0) for event in happened]
    return wide


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_the_lines_of_a_match_fit_into_the_table(name: str) -> None:
    assert {said: kind for said, kind in wide_lines(name).items() if kind is not YakuMade} == {}


def test_the_yaku_of_a_match_fit_into_the_table() -> None:
    assert [said for name in PRESET_NAMES for said in wide_lines(name)] == []
