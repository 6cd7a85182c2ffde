"""The messages: letter by letter, nothing hidden in them, and whatever else a line may hold."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from koikoi.arena.protocol import (
    MAX_ANSWER,
    MAX_QUESTION,
    Act,
    Do,
    End,
    Hello,
    Problem,
    ProtocolError,
    Welcome,
    act_line,
    do_line,
    end_line,
    error_line,
    hello_line,
    read_answer,
    read_question,
    welcome_line,
)
from koikoi.engine.actions import SEATS, KoiKoi, Play, Resign, Seat, Shobu, Take
from koikoi.engine.cards import Card, codes_of
from koikoi.engine.events import MatchEnded
from koikoi.engine.flow import legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import redact, view
from koikoi.record.wire import event_to_json, view_to_json
from tests.engine.permute import hidden_from, twins
from tests.engine.walk import COURSES, rests

CRANE = Card.parse("1L")
STANDARD = preset("standard")


def refused(read: Any, message: object) -> ProtocolError:
    """Why a message is refused."""
    raw = message if isinstance(message, bytes) else json.dumps(message).encode()
    with pytest.raises(ProtocolError) as caught:
        read(raw)
    return caught.value


def questions(seed: str = "questions") -> Iterator[MatchState]:
    """The rests of a match at which a seat is asked."""
    return (state for state in rests(COURSES["standard"], seed) if state.to_act is not None)


# Letter by letter --------------------------------------------------------------------------------


def test_hello_is_what_is_published() -> None:
    line = hello_line(STANDARD, 1, "ab12", 5.0)
    assert line.endswith("}\n")
    assert line.count("\n") == 1
    assert json.loads(line) == {
        "type": "hello",
        "koikoi-bot": 1,
        "seat": 1,
        "rules": STANDARD.to_mapping(),
        "agent_seed": "ab12",
        "seconds": 5.0,
    }
    assert read_question(line.encode()) == Hello(STANDARD, 1, "ab12")


def test_act_is_what_is_published() -> None:
    state = new_match(STANDARD, "act")
    seat = state.to_act
    assert seat is not None
    seen, legal = view(state, seat), legal_actions(state)
    line = act_line(seen, seen.history, legal)
    assert json.loads(line) == {
        "type": "act",
        "ply": 0,
        "events": [event_to_json(event) for event in seen.history],
        "view": view_to_json(seen),
        "legal": [f"play {code}" for code in codes_of([a.card for a in legal if type(a) is Play])],
    }
    assert read_question(line.encode()) == Act(seen, legal)


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_every_question_of_a_match_arrives_as_it_was_put(rules: str) -> None:
    for state in rests(COURSES[rules], "arrives"):
        if state.to_act is None:
            continue
        seen, legal = view(state, state.to_act), legal_actions(state)
        act = read_question(act_line(seen, (), legal).encode())
        assert isinstance(act, Act)
        assert act == Act(seen, legal)
        assert [action.ply for action in act.legal] == [state.ply] * len(legal)


def test_end_tells_the_result_and_not_the_seed() -> None:
    *_, state = rests(COURSES["standard"], "the secret seed")
    assert state.phase is Phase.MATCH_OVER
    assert state.result is not None
    seen = view(state, 0)
    line = end_line(seen, seen.history)
    message = json.loads(line)
    assert "the secret seed" not in line
    events = message.pop("events")
    assert events[-1]["type"] == "round_ended"
    assert len(events) == len(seen.history) - 1
    assert message == {
        "type": "end",
        "outcome": "finished",
        "winner": state.result.winner,
        "scores": list(state.scores),
    }
    assert read_question(line.encode()) == End()


def test_answers_are_what_is_published() -> None:
    assert json.loads(welcome_line()) == {"type": "hello", "koikoi-bot": 1}
    assert json.loads(do_line(3, Play(CRANE))) == {"type": "do", "ply": 3, "action": "play 1L"}
    assert json.loads(error_line("No.")) == {"type": "error", "error": "No."}
    assert read_answer(welcome_line().encode()) == Welcome()


@pytest.mark.parametrize(
    "action", [Play(CRANE), Take(Card.parse("11P1")), KoiKoi(), Shobu(), Resign(0)]
)
def test_decisions_are_read_with_their_ply(action: Any) -> None:
    answer = read_answer(do_line(7, action).encode())
    assert answer == Do(7, action)
    assert isinstance(answer, Do)
    assert answer.action.ply == 7


def test_keys_that_are_not_known_are_ignored() -> None:
    answer = {"type": "do", "ply": 7, "action": " PLAY 1l ", "thought": [1, {"for": "long"}]}
    assert read_answer(json.dumps(answer).encode()) == Do(7, Play(CRANE))
    assert read_answer(b'{"koikoi-bot": 1, "type": "hello", "name": "x"}\r') == Welcome()


# Nothing hidden ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", COURSES)
def test_exchanged_hidden_cards_and_seeds_change_no_message(name: str, seat: Seat) -> None:
    for state, twin in twins(COURSES[name], seat):
        lines = []
        for match in (state, twin):
            seen = view(match, seat)
            events = [redact(event, seat) for event in match.history]
            legal = legal_actions(match) if match.to_act == seat else ()
            lines.append((act_line(seen, events, legal), end_line(seen, events)))
        if state.phase is Phase.MATCH_OVER:
            # The view has the seed by then, and is not sent.
            assert lines[0][1] == lines[1][1]
        else:
            assert lines[0] == lines[1]


def test_no_question_names_a_hidden_card_or_the_seed() -> None:
    seed = "a seed that nobody may see"
    for state in questions(seed):
        seat = state.to_act
        assert seat is not None
        seen = view(state, seat)
        line = act_line(seen, (), legal_actions(state))
        assert seed not in line
        message = json.loads(line)
        # Cards of other decks: the draw for the dealer, void deals.
        history = message["view"].pop("history")
        hidden = {f'"{code}"' for code in codes_of(_cards(hidden_from(state, seat)))}
        assert not {code for code in hidden if code in json.dumps(message)}
        this = [event for event in history if event["type"] != "oya_drawn"]
        this = [event for event in this if event.get("attempt", seen.attempt) == seen.attempt]
        assert not {code for code in hidden if code in json.dumps(this)}


def _cards(mask: int) -> list[int]:
    return [card for card in range(48) if mask >> card & 1]


def test_the_event_with_the_seed_is_in_no_message() -> None:
    *_, state = rests(COURSES["standard"], "seed")
    (ended,) = [event for event in state.history if isinstance(event, MatchEnded)]
    seen = view(state, 0)
    assert json.loads(act_line(seen, [ended], ()))["events"] == []


# Whatever else a line may hold -------------------------------------------------------------------

BROKEN = [
    (b"", Problem.NOT_JSON),
    (b"\0", Problem.NOT_JSON),
    (b"thinking...", Problem.NOT_JSON),
    (b"\xff\xfe", Problem.NOT_UTF8),
    (b'{"type": "do", "ply": 1, "action": "play \xe9"}', Problem.NOT_UTF8),
    (b"[]", Problem.NOT_JSON),
    (b'"do"', Problem.NOT_JSON),
    (b"null", Problem.NOT_JSON),
    (b"NaN", Problem.NOT_JSON),
    (b'{"type": "do", "ply": NaN}', Problem.NOT_JSON),
    (b'{"type": "do", "ply": 1, "action": "play\0 1L"}', Problem.NOT_JSON),
    (b'{"type": "do", "ply": ' + b"9" * 5000 + b"}", Problem.NOT_JSON),
    (b"[" * 60_000, Problem.NOT_JSON),
    (b'{"type":' * 8000, Problem.NOT_JSON),
    (b'{"type": "do"} {"type": "do"}', Problem.NOT_JSON),
    (b"{}", Problem.BAD_VALUE),
    (b'{"type": 1}', Problem.BAD_VALUE),
    (b'{"type": ["do"]}', Problem.BAD_VALUE),
    (b'{"type": "resign"}', Problem.BAD_VALUE),
]


@pytest.mark.parametrize("read", [read_answer, read_question])
@pytest.mark.parametrize(("raw", "problem"), BROKEN, ids=lambda value: str(value)[:20])
def test_garbage_is_told_apart(read: Any, raw: bytes, problem: Problem) -> None:
    assert refused(read, raw).problem is problem


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"ply": -1}, "ply"),
        ({"ply": 10**9}, "ply"),
        ({"ply": 10**4000}, "ply"),
        ({"ply": 1.0}, "ply"),
        ({"ply": True}, "ply"),
        ({"ply": "1"}, "ply"),
        ({"ply": None}, "ply"),
        ({"ply": [1]}, "ply"),
        ({"action": None}, "action"),
        ({"action": 0}, "action"),
        ({"action": ["play", "1L"]}, "action"),
        ({"action": ""}, "action"),
        ({"action": "play"}, "action"),
        ({"action": "play 1L 1R"}, "action"),
        ({"action": "play 13L"}, "action"),
        ({"action": "play \ud800"}, "action"),
        ({"action": "play " + "1" * 50_000}, "action"),
        ({"action": "koi-koi"}, "action"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_decision_with_a_wrong_value_is_refused(changes: dict[str, object], key: str) -> None:
    error = refused(read_answer, {"type": "do", "ply": 1, "action": "play 1L", **changes})
    assert (error.problem, error.key) == (Problem.BAD_VALUE, key)


@pytest.mark.parametrize("key", ["ply", "action"])
def test_a_decision_needs_all_its_keys(key: str) -> None:
    message = {"type": "do", "ply": 1, "action": "play 1L"}
    del message[key]
    error = refused(read_answer, message)
    assert (error.problem, error.key) == (Problem.MISSING_KEY, key)


@pytest.mark.parametrize("read", [read_answer, read_question])
def test_another_version_is_refused_with_both(read: Any) -> None:
    message = {**json.loads(hello_line(STANDARD, 0, "x", 5)), "koikoi-bot": 2}
    error = refused(read, message)
    assert (error.problem, error.key, error.allowed) == (Problem.UNKNOWN_VERSION, "2", "1")
    del message["koikoi-bot"]
    assert refused(read, message).problem is Problem.MISSING_KEY
    assert refused(read, {**message, "koikoi-bot": "1"}).problem is Problem.BAD_VALUE


def test_longer_lines_than_there_are_messages_are_refused() -> None:
    for read, limit in ((read_answer, MAX_ANSWER), (read_question, MAX_QUESTION)):
        error = refused(read, b" " * (limit + 1))
        assert (error.problem, error.allowed) == (Problem.TOO_LONG, str(limit))


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"seat": 2}, "seat"),
        ({"seat": None}, "seat"),
        ({"rules": None}, "rules"),
        ({"rules": {str(number): 0 for number in range(1000)}}, "rules"),
        ({"rules": {**STANDARD.to_mapping(), "rounds": 13}}, "rules.rounds"),
        ({"agent_seed": ""}, "agent_seed"),
        ({"agent_seed": "a\nb"}, "agent_seed"),
        ({"agent_seed": 5}, "agent_seed"),
    ],
)
def test_a_hello_with_a_wrong_value_is_refused(changes: dict[str, object], key: str) -> None:
    message = json.loads(hello_line(STANDARD, 0, "x", 5))
    error = refused(read_question, message | changes)
    assert (error.problem, error.key) == (Problem.BAD_VALUE, key)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"ply": 1}, "view.ply"),
        ({"view": None}, "view"),
        ({"view": {}}, "view.rules"),
        ({"legal": []}, "legal"),
        ({"legal": None}, "legal"),
        ({"legal": "play 1L"}, "legal"),
        ({"legal": ["play 1L"] * 49}, "legal"),
        ({"legal": [None]}, "legal"),
        ({"legal": ["play"]}, "legal"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_question_with_a_wrong_value_is_refused(changes: dict[str, object], key: str) -> None:
    state = next(questions())
    assert state.to_act is not None
    message = json.loads(act_line(view(state, state.to_act), (), legal_actions(state)))
    error = refused(read_question, message | changes)
    assert error.key == key
    assert error.problem in (Problem.BAD_VALUE, Problem.MISSING_KEY)


def test_a_view_of_another_seat_or_of_none_is_no_question() -> None:
    state = next(questions())
    assert state.to_act is not None
    for seat in (1 - state.to_act, None):
        seen = view(state, SEATS[seat] if seat is not None else None)
        error = refused(read_question, act_line(seen, (), legal_actions(state)).encode())
        assert error.key == "view.to_act"


def test_errors_go_through_processes() -> None:
    error = ProtocolError(Problem.BAD_VALUE, "ply", "0-9").at(4)
    again = pickle.loads(pickle.dumps(error))
    assert _of(again) == _of(error) == (Problem.BAD_VALUE, "ply", "0-9", 4)
    assert str(again) == "bad_value ply 0-9"


def _of(error: ProtocolError) -> tuple[Problem, str, str, int]:
    return error.problem, error.key, error.allowed, error.line
