"""The lines of format 1, letter by letter, and what is refused in them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import koikoi
from koikoi.engine.actions import Play, Resign
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.record import MatchRecord, dumps, loads
from koikoi.record.record import RecordPlayer, RoundEntry, begin, entry
from tests.record.playing import (
    DEALT_DECK,
    PLAYERS,
    STARTED,
    VOID_DECK,
    match,
    record_of,
    recorded,
    short,
    stacked_deck,
)

RULES = replace(preset(), rounds=1)


def lines_of(record: MatchRecord) -> list[dict[str, Any]]:
    return [json.loads(line) for line in dumps(record).splitlines()]


def codes(deck: tuple[Any, ...]) -> list[str]:
    return [card.code for card in deck]


def test_the_header_holds_version_rules_players_seed_and_commitment() -> None:
    header = lines_of(recorded(RULES, "spring"))[0]
    assert header == {
        "koikoi": 1,
        "app": koikoi.__version__,
        "rules": RULES.to_mapping(),
        "players": [
            {"name": "East", "agent": "human", "level": None},
            {"name": "Computer", "agent": "greedy", "level": 3},
        ],
        "seed": "spring",
        "commitment": koikoi.commitment("spring"),
        "started": "2026-11-30T12:00:00Z",
    }
    assert next(iter(header)) == "koikoi"


def test_the_first_round_follows_the_header_with_its_deck_and_digest() -> None:
    start, moves = match(short(), "spring")
    first = lines_of(record_of(start, moves))[1]
    assert first == {
        "round": 1,
        "oya": start.round.oya,
        "decks": [codes(start.round.deck)],
        "ply": 0,
        "digest": first["digest"],
    }


def test_an_action_line_says_ply_seat_action_and_the_digest_of_the_state_after_it() -> None:
    start = new_match(RULES, "spring")
    action = legal_actions(start)[0]
    assert isinstance(action, Play)
    after, _ = apply(start, action)
    line = lines_of(record_of(start, []))
    assert len(line) == 2
    text = dumps(replace(record_of(start, []), actions=(entry(start, action, after),)))  # type: ignore[arg-type]
    assert json.loads(text.splitlines()[2]) == {
        "ply": 0,
        "seat": start.round.oya,
        "action": f"play {action.card.code}",
        "digest": json.loads(text.splitlines()[2])["digest"],
    }


def test_a_later_round_line_is_the_action_that_dealt_it() -> None:
    start, moves = match(short(rounds=2), "spring")
    deal = next(move for move in moves if move.after.round.number == 2)
    line = lines_of(record_of(start, moves))[3 + deal.before.ply - 1]
    assert (line["round"], line["ply"]) == (2, deal.before.ply)
    assert line["decks"] == [codes(deal.after.round.deck)]
    assert "action" not in line


def test_marks_are_written_only_where_there_are_some() -> None:
    start, moves = match(short(), "spring")
    lines = lines_of(record_of(start, moves))
    for move in moves:
        line = lines[move.before.ply + 2]
        assert line.get("marks", "none") == (list(move.marks) if move.marks else "none")
    assert any(move.marks for move in moves)


def test_the_last_line_is_the_result() -> None:
    start, moves = match(RULES, "spring")
    result = lines_of(record_of(start, moves))[-1]
    final = moves[-1].after
    assert final.result is not None
    assert result == {
        "result": "finished",
        "winner": final.result.winner,
        "scores": list(final.scores),
    }


def test_a_resignation_is_an_action_of_whoever_gives_up() -> None:
    start = new_match(RULES, "spring")
    idle = 1 - start.round.oya
    after, _ = apply(start, Resign(1 if idle else 0))
    record = record_of(start, [])
    action = entry(start, Resign(1 if idle else 0), after)
    assert not isinstance(action, RoundEntry)
    lines = lines_of(replace(record, actions=(action,)))
    assert (lines[2]["seat"], lines[2]["action"]) == (idle, "resign")


def test_every_deck_of_a_redealt_round_is_written() -> None:
    start, moves = match(short(), "redeal", decks={(1, 0): VOID_DECK})
    lines = lines_of(record_of(start, moves))
    assert lines[1]["decks"] == [codes(VOID_DECK), codes(start.round.deck)]


def test_stacked_decks_are_declared_in_the_header_before_the_match() -> None:
    dealer, second = stacked_deck(ko="1L"), stacked_deck(ko="2A")
    start, moves = match(
        short(), "stack", decks={(0, 0): dealer, (1, 0): VOID_DECK, (2, 0): second}
    )
    header = lines_of(record_of(start, moves))[0]
    assert header["dealer_deck"] == codes(dealer)
    assert header["stacked"] == [[1, 0, codes(VOID_DECK)], [2, 0, codes(second)]]


def test_a_match_that_ends_with_its_deal_has_a_result_at_once() -> None:
    start = new_match(RULES, "dealt", decks=[DEALT_DECK])
    record = begin(start, PLAYERS, STARTED)
    assert record.finished
    assert loads(dumps(record)) == record


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.sampled_from([0.0, 0.02]))
def test_a_record_survives_its_text_and_the_text_its_record(
    name: str, seed: int, resign: float
) -> None:
    record = recorded(short(name), str(seed), resign=resign)
    text = dumps(record)
    assert loads(text) == record
    assert dumps(loads(text)) == text


def test_a_time_is_written_in_utc_to_the_second() -> None:
    start = new_match(RULES, "spring")
    zone = timezone(timedelta(hours=9))
    time = datetime(2026, 11, 30, 21, 0, 0, 999_999, tzinfo=zone)
    assert begin(start, PLAYERS, time).header.started == STARTED
    with pytest.raises(ValueError, match="time zone"):
        begin(start, PLAYERS, datetime(2026, 11, 30))


def test_a_record_begins_before_the_first_action() -> None:
    start, moves = match(short(), "spring")
    with pytest.raises(ValueError, match="before the first action"):
        begin(moves[0].after, PLAYERS, STARTED)
    lost = replace(start, seed="other")
    with pytest.raises(ValueError, match="its own seed"):
        begin(lost, PLAYERS, STARTED)


@pytest.mark.parametrize(
    "marks", [("Hint",), ("",), ("a" * 21,), ("two words",), ("hint",) * 9, ("ünder",), ("-",)]
)
def test_marks_are_short_lower_case_words(marks: tuple[str, ...]) -> None:
    start, moves = match(short(), "spring")
    with pytest.raises(ValueError, match="marks"):
        entry(start, moves[0].action, moves[0].after, marks)


def test_an_entry_is_of_two_states_that_follow_each_other() -> None:
    _, moves = match(short(), "spring")
    with pytest.raises(ValueError, match="does not follow"):
        entry(moves[0].before, moves[0].action, moves[1].after)


@pytest.mark.parametrize(
    "fields",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"name": "line\nbreak"},
        {"name": "\x1b[31mred"},
        {"name": "\ud800"},
        {"agent": ""},
        {"level": -1},
        {"level": 1000},
    ],
)
def test_a_player_has_a_printable_name_and_a_small_level(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"1 to 100 printable|0 to 999"):
        RecordPlayer(**({"name": "East", "agent": "human", "level": None} | fields))


def test_secrets_are_not_in_the_repr_of_a_record() -> None:
    start, moves = match(short(), "topsecret", decks={(2, 0): stacked_deck(ko="1L 3L")})
    shown = repr(record_of(start, moves[:1]))
    assert "topsecret" not in shown
    assert "Card" not in shown.replace(repr(moves[0].action), "")
