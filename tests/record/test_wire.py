from __future__ import annotations

import itertools
import json
import re
from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine import events as ev
from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.cards import Card, Mask, cards_of, mask_of, parse_cards
from koikoi.engine.fold import fold
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.scoring import Breakdown, Factor, FactorCause
from koikoi.engine.state import MatchState
from koikoi.engine.view import PlayerView, redact, view
from koikoi.engine.yaku import MadeYaku, YakuId
from koikoi.record.replay import replay
from koikoi.record.wire import (
    EVENT_TYPES,
    WireError,
    event_from_json,
    event_to_json,
    view_from_json,
    view_to_json,
)
from tests.record.playing import VOID_DECK, match, record_of, short

WATCHERS: tuple[Seat | None, ...] = (*SEATS, None)


def cards(codes: str) -> tuple[Card, ...]:
    return parse_cards(codes.split())


def mask(codes: str) -> Mask:
    return mask_of(cards(codes))


KASU = MadeYaku(YakuId.KASU, 1)
BREAKDOWN = Breakdown((KASU,), 1, 2, (Factor(FactorCause.OWN_CALLS, 2),), 2, 6)
BREAKDOWN_JSON = {
    "yaku": [{"id": "kasu", "points": 1}],
    "base": 1,
    "added": 2,
    "factors": [{"cause": "own_calls", "factor": 2}],
    "multiplier": 2,
    "points": 6,
}

# One of every event, letter by letter: what bots and logs rely on.
EXAMPLES: list[tuple[ev.Event, dict[str, Any]]] = [
    (
        ev.MatchStarted(preset(), "ab" * 32),
        {"type": "match_started", "rules": preset().to_mapping(), "commitment": "ab" * 32},
    ),
    (
        ev.OyaDrawn(ev.OyaCause.DRAW, ((Card.parse("1L"), Card.parse("12P3")),), 0),
        {"type": "oya_drawn", "cause": "draw", "draws": [["1L", "12P3"]], "oya": 0},
    ),
    (
        ev.RoundDealt(2, 1, 0, (mask("9A 1L"), None), cards("3L 2A")),
        {
            "type": "round_dealt",
            "number": 2,
            "oya": 1,
            "attempt": 0,
            "hands": [["1L", "9A"], None],
            "field": ["3L", "2A"],
        },
    ),
    (
        ev.Redealt(ev.RedealCause.FIELD_FOUR, None, (5,), 1),
        {"type": "redealt", "cause": "field_four", "seat": None, "months": [5], "attempt": 1},
    ),
    (
        ev.FieldFourTaken(1, (3, 4)),
        {"type": "field_four_taken", "seat": 1, "months": [3, 4]},
    ),
    (
        ev.DealtYaku(0, MadeYaku(YakuId.TESHI, 6), (1,)),
        {
            "type": "dealt_yaku",
            "seat": 0,
            "yaku": {"id": "teshi", "points": 6},
            "months": [1],
        },
    ),
    (ev.TurnStarted(0, 15), {"type": "turn_started", "seat": 0, "turn": 15}),
    (ev.CardPlayed(1, Card.parse("8A")), {"type": "card_played", "seat": 1, "card": "8A"}),
    (ev.CardDrawn(1, Card.parse("8L")), {"type": "card_drawn", "seat": 1, "card": "8L"}),
    (
        ev.TargetsOffered(1, Card.parse("8L"), cards("8P1 8P2")),
        {"type": "targets_offered", "seat": 1, "card": "8L", "targets": ["8P1", "8P2"]},
    ),
    (
        ev.CardPlaced(0, Card.parse("1L"), 8),
        {"type": "card_placed", "seat": 0, "card": "1L", "slot": 8},
    ),
    (
        ev.CardsCaptured(0, Card.parse("1L"), cards("1R")),
        {"type": "cards_captured", "seat": 0, "card": "1L", "taken": ["1R"]},
    ),
    (
        ev.YakuMade(0, (KASU,), 1, 0, asked=True),
        {
            "type": "yaku_made",
            "seat": 0,
            "yaku": [{"id": "kasu", "points": 1}],
            "total": 1,
            "baseline": 0,
            "asked": True,
        },
    ),
    (ev.KoiKoiCalled(0, 2), {"type": "koi_koi_called", "seat": 0, "calls": 2}),
    (
        ev.ShobuCalled(1, ev.ShobuCause.HAND_EMPTY),
        {"type": "shobu_called", "seat": 1, "cause": "hand_empty"},
    ),
    (
        ev.RoundEnded(
            number=1,
            oya=0,
            outcome=ev.RoundOutcome.SHOBU,
            winner=1,
            breakdowns=(None, BREAKDOWN),
            points=(-6, 6),
            scores=(24, 36),
            hands=(mask("1L"), 0),
            stock=cards("3R 2R"),
            next_oya=None,
        ),
        {
            "type": "round_ended",
            "number": 1,
            "oya": 0,
            "outcome": "shobu",
            "winner": 1,
            "breakdowns": [None, BREAKDOWN_JSON],
            "points": [-6, 6],
            "scores": [24, 36],
            "hands": [["1L"], []],
            "stock": ["3R", "2R"],
            "next_oya": None,
        },
    ),
    (ev.Resigned(1), {"type": "resigned", "seat": 1}),
    (
        ev.MatchEnded(ev.MatchOutcome.RESIGNED, 0, (1, 2), "seed", (0, mask("5A")), cards("4A")),
        {
            "type": "match_ended",
            "outcome": "resigned",
            "winner": 0,
            "scores": [1, 2],
            "seed": "seed",
            "hands": [[], ["5A"]],
            "stock": ["4A"],
        },
    ),
]


def through_json(values: object) -> Any:
    return json.loads(json.dumps(values))


@pytest.mark.parametrize(("event", "values"), EXAMPLES, ids=EVENT_TYPES)
def test_every_event_has_its_json_form_and_comes_back_from_it(
    event: ev.Event, values: dict[str, Any]
) -> None:
    assert through_json(event_to_json(event)) == values
    assert list(event_to_json(event)) == list(values)
    assert event_from_json(through_json(values)) == event


def test_there_is_an_example_of_every_event() -> None:
    assert tuple(type(event) for event, _ in EXAMPLES) == get_args(ev.Event)


@pytest.mark.parametrize(("event", "values"), EXAMPLES, ids=EVENT_TYPES)
def test_every_field_of_an_event_is_in_its_json(event: ev.Event, values: dict[str, Any]) -> None:
    assert ["type", *(field.name for field in fields(event))] == list(values)


def test_every_field_of_a_view_is_in_its_json() -> None:
    start, _ = match(short(), "wire")
    names = [field.name for field in fields(PlayerView)]
    assert list(view_to_json(view(start, 0))) == names


def test_an_empty_field_place_is_null_and_keeps_its_place() -> None:
    _, moves = match(short(), "wire")
    state = next(move.after for move in moves if -1 in move.after.round.slots)
    values = view_to_json(view(state, None))
    places = values["slots"]
    assert isinstance(places, list)
    assert [place is None for place in places] == [slot == -1 for slot in state.round.slots]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.sampled_from([0.0, 0.02]))
def test_all_views_and_redacted_events_of_a_match_survive_json(
    name: str, seed: int, resign: float
) -> None:
    start, moves = match(short(name, 2), str(seed), decks={(1, 0): VOID_DECK}, resign=resign)
    for seat in WATCHERS:
        told: list[ev.Event] = []
        for step in replay(record_of(start, moves)):
            for event in step.events:
                told.append(event_from_json(through_json(event_to_json(redact(event, seat)))))
                assert told[-1] == redact(event, seat)
            seen = view(step.state, seat)
            assert view_from_json(through_json(view_to_json(seen))) == seen
            assert fold(told, seat) == seen


# Secrecy, in the letters that go over the wire.

CODE = re.compile(r"(?<![0-9A-Za-z])(?:1[0-2]|[1-9])(?:L|A|R|P[123])(?![0-9A-Za-z])")


def codes_in(values: object) -> set[Card]:
    return {Card.parse(code) for code in CODE.findall(json.dumps(values))}


def hidden_from(seat: Seat | None, state: MatchState) -> set[Card]:
    """The cards that a seat cannot see while the round runs."""
    hands = [hand for owner, hand in enumerate(state.round.hands) if owner != seat]
    return {*state.round.stock, *(card for hand in hands for card in cards_of(hand))}


def without_other_decks(values: dict[str, Any]) -> dict[str, Any]:
    """A view without what was dealt or drawn from other decks than the round's."""
    history = values["history"]
    deals = [n for n, event in enumerate(history) if event["type"] == "round_dealt"]
    return values | {"history": history[deals[-1] :]}


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9))
def test_no_hidden_card_is_in_the_json_of_a_view_while_the_round_runs(name: str, seed: int) -> None:
    secret = f"secret-{seed}"
    start, moves = match(short(name, 2), secret)
    states = (start, *(move.after for move in moves))
    running = [state for state in states if state.to_act is not None]
    for seat, state in itertools.product(WATCHERS, running):
        seen = view_to_json(view(state, seat))
        assert hidden_from(seat, state)
        assert not codes_in(without_other_decks(seen)) & hidden_from(seat, state)
        assert secret not in json.dumps(seen)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.booleans())
def test_no_hidden_card_is_in_the_json_of_an_event_before_the_round_ends(
    name: str, seed: int, void: bool
) -> None:
    secret = f"secret-{seed}"
    decks = {(1, 0): VOID_DECK} if void else {}
    start, moves = match(short(name, 2), secret, decks=decks)
    for seat in WATCHERS:
        shown: set[Card] = set()
        all_cards: set[Card] = set()
        for step in replay(record_of(start, moves)):
            for event in step.events:
                text = event_to_json(redact(event, seat))
                over = isinstance(event, ev.MatchEnded)
                assert over or secret not in json.dumps(text)
                if isinstance(event, ev.OyaDrawn):
                    continue  # These cards are of a deck of their own.
                if isinstance(event, ev.RoundDealt):
                    # Whatever the seat has not been dealt or shown from here on is hidden.
                    own = 0 if seat is None else event.hands[seat] or 0
                    shown = {Card(n) for n in range(48) if own >> n & 1} | set(event.field)
                    all_cards = set(map(Card, range(48)))
                elif isinstance(event, ev.CardPlayed | ev.CardDrawn):
                    shown.add(event.card)
                elif isinstance(event, ev.RoundEnded | ev.MatchEnded):
                    continue
                assert not codes_in(text) & (all_cards - shown)


# Reading what is wrong.


@pytest.mark.parametrize("values", [None, [], "x", 1, {}, {"type": None}, {"type": "chat"}])
def test_what_has_no_type_of_an_event_is_refused(values: object) -> None:
    with pytest.raises(WireError):
        event_from_json(values)


@pytest.mark.parametrize(("event", "values"), EXAMPLES, ids=EVENT_TYPES)
def test_a_missing_field_is_named_with_its_event(event: ev.Event, values: dict[str, Any]) -> None:
    for key in [key for key in values if key != "type"]:
        short_of = {name: value for name, value in values.items() if name != key}
        with pytest.raises(WireError, match=rf"^{values['type']}\.{key}: missing$"):
            event_from_json(short_of)


@pytest.mark.parametrize(("event", "values"), EXAMPLES, ids=EVENT_TYPES)
def test_fields_that_are_not_known_are_ignored(event: ev.Event, values: dict[str, Any]) -> None:
    assert event_from_json(values | {"later": [1]}) == event


WRONG: list[object] = [1.5, "x", [None], {"a": 1}, 10**7, True, [[]], "13L", ["1L", "1L"]]
WRONG += [["1L", 1], -(10**7), [1, 2, 3], [5, "x"], {str(n): n for n in range(200)}]


@pytest.mark.parametrize(("event", "values"), EXAMPLES, ids=EVENT_TYPES)
def test_a_wrong_field_is_refused_by_name(event: ev.Event, values: dict[str, Any]) -> None:
    for key in [key for key in values if key != "type"]:
        for wrong in WRONG:
            try:
                read = event_from_json(values | {key: wrong})
            except WireError as error:
                message = str(error)
            else:
                # Some of these are right for some fields: a seed may be any text.
                assert through_json(event_to_json(read))[key] == wrong
                assert isinstance(wrong, list | str) or (wrong is True and key == "asked")
                continue
            assert message.startswith(f"{values['type']}.{key}")
            assert len(message) < 200


def test_a_view_that_is_wrong_somewhere_is_refused_with_the_place() -> None:
    start, _ = match(short(), "wire")
    values = through_json(view_to_json(view(start, 0)))
    for change, place in (
        ({"hand": ["1L", "1L"]}, "hand: "),
        ({"slots": [5]}, "slots: "),
        ({"phase": "lunch"}, "phase: play or "),
        ({"seat": 2}, "seat: a seat, 0 or 1"),
        ({"rules": {}}, "rules: "),
        ({"history": [{"type": "turn_started", "seat": 0}]}, "history: turn_started.turn: "),
    ):
        with pytest.raises(WireError, match=f"^{re.escape(place)}"):
            view_from_json(values | change)
    with pytest.raises(WireError):
        view_from_json([])
    assert view_from_json(values) == view(start, 0)
