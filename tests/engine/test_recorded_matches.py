"""Real matches of the koikoi-japan rules, replayed card by card.

The records are ``koikoi-japan-100.jsonl`` in the folder that the environment variable
``KOIKOI_RECORDS`` names, else in ``../shared/records`` beside the project. They are no part of the
project: without them these tests are skipped.

A line is a match: ``start`` points, ``rounds`` with ``oya``, ``hands``, ``field``, ``stock``,
``turns`` (what was played, what it took, what was drawn, what that took, and the decision),
``winner``, ``points`` of both, and the ``final`` scores. Players are 1 and 2; winner 0 is an
exhausted round. A shobu that a player with an empty hand did not choose is recorded like one that
was chosen.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from koikoi.engine.actions import KoiKoi, NextRound, Play, Seat, Shobu, Take
from koikoi.engine.cards import Card, CardSet, codes_of, parse_cards
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    Event,
    MatchOutcome,
    RoundEnded,
    RoundOutcome,
    ShobuCalled,
    ShobuCause,
    YakuMade,
)
from koikoi.engine.flow import apply, new_match
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState, Phase

Record: TypeAlias = dict[str, Any]
"""A JSON object of the file, as it is."""

_DEFAULT_FOLDER = Path(__file__).parents[3] / "shared" / "records"
_FILE = Path(os.environ.get("KOIKOI_RECORDS", _DEFAULT_FOLDER)) / "koikoi-japan-100.jsonl"

MATCHES = 100
ROUNDS = 787
TURNS = 8_756
UNASKED_SHOBU = 115
"""Rounds that a rise of the last hand card ended: nobody was asked."""


@cache
def _records() -> tuple[Record, ...]:
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


@pytest.fixture
def records() -> tuple[Record, ...]:
    if not _FILE.is_file():
        pytest.skip(
            f"the recorded matches are not here: {_FILE} (KOIKOI_RECORDS names their folder)"
        )
    return _records()


def _deck(round_: Record) -> tuple[Card, ...]:
    oya = round_["oya"] - 1
    hands = round_["hands"]
    return parse_cards([*hands[1 - oya], *round_["field"], *hands[oya], *round_["stock"]])


def _start(match: Record) -> MatchState:
    oya = match["rounds"][0]["oya"]
    rules = replace(preset("koikoi-japan"), first_dealer="first" if oya == 1 else "second")
    return new_match(rules, "recorded", decks=[_deck(round_) for round_ in match["rounds"]])


def _took(events: tuple[Event, ...], card: Card) -> list[str] | None:
    """What the card took, itself included, ``[]`` if it stayed, ``None`` if that is still open."""
    for event in events:
        if isinstance(event, CardsCaptured) and event.card == card:
            return codes_of(sorted((card, *event.taken)))
        if isinstance(event, CardPlaced) and event.card == card:
            return []
    return None


def _recorded_take(codes: list[str]) -> list[str]:
    return codes_of(sorted(parse_cards(codes)))


def _settle(
    state: MatchState, events: tuple[Event, ...], card: Card, take: list[str], phase: Phase
) -> tuple[MatchState, tuple[Event, ...]]:
    """Chooses what the record took where a choice is open; checks what the card took."""
    if state.phase is phase:
        assert state.round.in_play == card
        (target,) = [other for other in parse_cards(take) if other != card]
        state, more = apply(state, Take(target, state.ply))
        events += more
    assert _took(events, card) == _recorded_take(take)
    return state, events


def _replay_turn(state: MatchState, turn: Record, number: int) -> tuple[MatchState, Counter[str]]:
    seat: Seat = 0 if turn["player"] == 1 else 1
    assert state.phase is Phase.PLAY
    assert (state.round.turn, state.to_act) == (number, seat)

    played, drawn = Card.parse(turn["play"]), Card.parse(turn["draw"])
    state, events = apply(state, Play(played, state.ply))
    assert events[0] == CardPlayed(seat, played)
    state, events = _settle(state, events, played, turn["take"], Phase.CHOOSE_PLAYED)
    assert CardDrawn(seat, drawn) in events
    state, events = _settle(state, events, drawn, turn["take_drawn"], Phase.CHOOSE_DRAWN)

    seen = Counter({"turns": 1})
    decide: str | None = turn.get("decide")
    asked = decide is not None and bool(state.round.hands[seat])
    assert (state.phase is Phase.DECIDE) == asked
    if decide is not None and asked:
        seen[decide] += 1
        action = KoiKoi(state.ply) if decide == "koikoi" else Shobu(state.ply)
        state, _ = apply(state, action)
    elif decide is not None:
        assert decide == "shobu"
        assert ShobuCalled(seat, ShobuCause.HAND_EMPTY) in events
        seen["unasked"] += 1
    else:
        assert not any(isinstance(event, YakuMade | ShobuCalled) for event in events)
    return state, seen


def _check_round_end(state: MatchState, round_: Record) -> None:
    (ended,) = [event for event in state.history if isinstance(event, RoundEnded)]
    winner = (None, 0, 1)[round_["winner"]]
    assert ended.winner == winner
    assert ended.outcome is (RoundOutcome.EXHAUSTED if winner is None else RoundOutcome.SHOBU)
    assert list(ended.points) == round_["points"]
    assert codes_of(ended.stock) == round_["stock"][len(round_["turns"]) :]
    played = parse_cards([turn["play"] for turn in round_["turns"]])
    for hand, left in zip(round_["hands"], ended.hands, strict=True):
        assert CardSet(left) == CardSet(parse_cards(hand)) - CardSet(played)


def _replay(match: Record) -> tuple[MatchState, Counter[str]]:
    """Replays a match and checks everything the record tells of it."""
    state = _start(match)
    seen: Counter[str] = Counter()
    assert list(state.scores) == match["start"]
    for number, round_ in enumerate(match["rounds"], start=1):
        if number > 1:
            state, _ = apply(state, NextRound(state.ply))
        now = state.round
        assert (now.number, now.oya + 1, now.attempt) == (number, round_["oya"], 0)
        for turn_number, turn in enumerate(round_["turns"]):
            state, counts = _replay_turn(state, turn, turn_number)
            seen += counts
        _check_round_end(state, round_)
        seen["rounds"] += 1
    return state, seen


@pytest.mark.parametrize("number", range(MATCHES))
def test_recorded_match_replays_to_its_final_scores(
    records: tuple[Record, ...], number: int
) -> None:
    match = records[number]
    state, _ = _replay(match)
    assert state.phase is Phase.MATCH_OVER
    assert list(state.scores) == match["final"]
    assert state.result is not None
    early = len(match["rounds"]) < 8 or min(match["final"]) <= 0
    assert state.result.outcome is (MatchOutcome.OUT_OF_POINTS if early else MatchOutcome.FINISHED)
    first, second = match["final"]
    assert state.result.winner == (None if first == second else int(second > first))


def test_all_recorded_matches_rounds_and_turns_are_replayed(records: tuple[Record, ...]) -> None:
    seen: Counter[str] = Counter()
    for match in records:
        seen += _replay(match)[1]
    assert len(records) == MATCHES
    assert seen["rounds"] == ROUNDS
    assert seen["turns"] == TURNS
    assert seen["unasked"] == UNASKED_SHOBU
    # Both answers and both kinds of end are among them, else the replay would prove less.
    assert min(seen["koikoi"], seen["shobu"]) > 100
