"""The bot protocol, version 1: what a table and a bot write to each other, both ways.

Each message is one JSON object on one line of UTF-8, with its ``type``. The table writes to the
bot's standard input:

``{"type": "hello", "koikoi-bot": 1, "seat", "rules", "agent_seed", "seconds"}``
    A match begins. ``seat`` is 0 or 1; ``rules`` has every option of the rules; ``agent_seed`` is
    where the bot may take its chance from, so that the same duel can be played again (nothing
    about the cards follows from it); ``seconds`` is the limit of each answer.
``{"type": "act", "ply", "events", "view", "legal"}``
    The bot has to choose. ``ply`` counts the actions of the match; ``events`` are those since the
    bot's last question (or the start), as its seat may know them; ``view`` is what the seat may
    know, the whole round's events in it; ``legal`` are the legal actions, at least one.
``{"type": "end", "events", "outcome", "winner", "scores"}``
    The match is over: the last events, then how it ended; ``winner`` is a seat or ``null``. The
    seed of the match is not told: in a duel another match has the same cards.

The bot writes to its standard output, and flushes each line:

``{"type": "hello", "koikoi-bot": 1}``
    The answer to ``hello``.
``{"type": "do", "ply", "action"}``
    The answer to ``act``: its ``ply``, and one of its ``legal`` actions.

``end`` has no answer: another ``hello`` may follow, or the end of the input, at which a bot ends.
Actions are in the notation of :mod:`koikoi.record.notation`, events and views in the form of
:mod:`koikoi.record.wire`. Keys that are not known are ignored, on both sides; a version that is
not known is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, cast

from koikoi.engine.actions import SEATS, Action, Seat
from koikoi.engine.deck import check_seed
from koikoi.engine.events import Event, MatchEnded
from koikoi.engine.rules import OPTIONS, ProblemCode, Rules, RulesError
from koikoi.engine.view import PlayerView
from koikoi.record.errors import Fault, RecordError
from koikoi.record.lines import MAX_PLY, read_object
from koikoi.record.notation import NotationError, action_text, parse_action
from koikoi.record.wire import WireError, event_to_json, view_from_json, view_to_json

VERSION: Final = 1
VERSION_KEY: Final = "koikoi-bot"

MAX_ANSWER: Final = 65_536
"""The longest line of a bot, in bytes."""

MAX_QUESTION: Final = 1_048_576
"""The longest line of a table that our bots read, in bytes."""

_MAX_LEGAL: Final = 48

# What is allowed, in no language.
_ACTIONS: Final = "play 1L, take 1L, koikoi, shobu"

Json: TypeAlias = dict[str, object]


class Problem(StrEnum):
    """What is wrong with a message."""

    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    """It is not a JSON object."""
    TOO_LONG = "too_long"
    """The line is longer than ``allowed`` bytes."""
    MISSING_KEY = "missing_key"
    """There is no ``key``."""
    BAD_VALUE = "bad_value"
    """What stands under ``key`` is wrong; ``allowed`` is a range, a list, or in a few words."""
    UNKNOWN_RULE = "unknown_rule"
    """The rules have an option ``key``, which is not known."""
    UNKNOWN_VERSION = "unknown_version"
    """``key`` is the version that was found, ``allowed`` the one that is known."""
    OUT_OF_PLACE = "out_of_place"
    """A message of the type ``key`` is not what comes now; ``allowed`` is."""
    NO_MOVE = "no_move"
    """The agent finds no move in the view, which must then be one of no match; ``key`` is the name
    of what it raised."""


class ProtocolError(ValueError):
    """A line that is no message of the protocol, or not one for now.

    Attributes:
        problem: What is wrong.
        key: Where, or what; see the problem.
        allowed: What should be there; see the problem.
        line: The number of the line, from 1; 0 where lines are not counted.
    """

    def __init__(self, problem: Problem, key: str = "", allowed: str = "", line: int = 0) -> None:
        self.problem: Final = problem
        self.key: Final = key
        self.allowed: Final = allowed
        self.line: Final = line
        super().__init__(" ".join(filter(None, (problem, key, allowed))))

    def __reduce__(self) -> tuple[type[ProtocolError], tuple[Problem, str, str, int]]:
        return type(self), (self.problem, self.key, self.allowed, self.line)

    def at(self, line: int) -> ProtocolError:
        """The same error with the number of its line."""
        return ProtocolError(self.problem, self.key, self.allowed, line)


# What a table writes -----------------------------------------------------------------------------


def hello_line(rules: Rules, seat: Seat, agent_seed: str, seconds: float) -> str:
    """The line with which a match begins."""
    return _line(
        {
            "type": "hello",
            VERSION_KEY: VERSION,
            "seat": seat,
            "rules": rules.to_mapping(),
            "agent_seed": agent_seed,
            "seconds": seconds,
        }
    )


def act_line(seen: PlayerView, events: Iterable[Event], legal: Iterable[Action]) -> str:
    """The line that asks a bot to choose.

    Args:
        seen: The view of the bot's seat.
        events: The events since the last question, redacted for the seat.
        legal: The legal actions.
    """
    return _line(
        {
            "type": "act",
            "ply": seen.ply,
            "events": _events(events),
            "view": view_to_json(seen),
            "legal": [action_text(action) for action in legal],
        }
    )


def end_line(seen: PlayerView, events: Iterable[Event]) -> str:
    """The line with which a match ends.

    Args:
        seen: A view of the match that is over.
        events: The events since the last question, redacted for the seat.
    """
    result = seen.result
    return _line(
        {
            "type": "end",
            "events": _events(events),
            "outcome": None if result is None else result.outcome.value,
            "winner": None if result is None else result.winner,
            "scores": seen.scores,
        }
    )


def _events(events: Iterable[Event]) -> list[Json]:
    """The events, but for the one that tells the match's seed: the message tells the rest of it."""
    return [event_to_json(event) for event in events if not isinstance(event, MatchEnded)]


# What a bot writes -------------------------------------------------------------------------------


def welcome_line() -> str:
    """The bot's answer to a table's ``hello``."""
    return _line({"type": "hello", VERSION_KEY: VERSION})


def do_line(ply: int, action: Action) -> str:
    """The bot's answer to ``act``."""
    return _line({"type": "do", "ply": ply, "action": action_text(action)})


def error_line(sentence: str) -> str:
    """What our bots write before they give up on a table that they do not understand."""
    return _line({"type": "error", "error": sentence})


def _line(message: Json) -> str:
    return json.dumps(message, separators=(",", ":")) + "\n"


# What a table reads ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Welcome:
    """A bot's answer to ``hello``."""


@dataclass(frozen=True, slots=True)
class Do:
    """A bot's decision.

    Attributes:
        ply: The question that it answers.
        action: The action, which may be illegal; it carries the ply.
    """

    ply: int
    action: Action


def read_answer(raw: bytes) -> Welcome | Do:
    """The answer of a bot that a line is.

    Raises:
        ProtocolError: It is none.
    """
    values = _object(raw, MAX_ANSWER)
    kind = values.get("type")
    if kind == "hello":
        _check_version(values)
        return Welcome()
    if kind != "do":
        raise ProtocolError(Problem.BAD_VALUE, "type", "hello, do")
    ply = _integer(values, "ply", 0, MAX_PLY)
    return Do(ply, _action(_get(values, "action"), "action", 0, ply))


# What a bot reads --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """A match begins."""

    rules: Rules
    seat: Seat
    agent_seed: str


@dataclass(frozen=True, slots=True)
class Act:
    """A question."""

    view: PlayerView
    legal: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class End:
    """A match is over."""


def read_question(raw: bytes) -> Hello | Act | End:
    """The message of a table that a line is; of ``act``, ``events`` are not read.

    Raises:
        ProtocolError: It is none.
    """
    values = _object(raw, MAX_QUESTION)
    kind = values.get("type")
    if kind == "hello":
        _check_version(values)
        return Hello(_rules(values), SEATS[_integer(values, "seat", 0, 1)], _seed(values))
    if kind == "act":
        return _read_act(values)
    if kind == "end":
        return End()
    raise ProtocolError(Problem.BAD_VALUE, "type", "hello, act, end")


def _read_act(values: Json) -> Act:
    ply = _integer(values, "ply", 0, MAX_PLY)
    try:
        seen = view_from_json(_get(values, "view"))
    except WireError as error:
        *keys, allowed = str(error).split(": ")
        raise ProtocolError(Problem.BAD_VALUE, ".".join(["view", *keys]), allowed) from None
    seat = seen.seat
    if seen.ply != ply:
        raise ProtocolError(Problem.BAD_VALUE, "view.ply", str(ply))
    if seat is None or seen.to_act != seat:
        raise ProtocolError(Problem.BAD_VALUE, "view.to_act", str(seat))
    legal = _get(values, "legal")
    if not isinstance(legal, list) or not 1 <= len(legal) <= _MAX_LEGAL:
        raise ProtocolError(Problem.BAD_VALUE, "legal", f"[{_ACTIONS}]")
    actions = [_action(text, "legal", seat, ply) for text in cast("list[object]", legal)]
    return Act(seen, tuple(actions))


# Both --------------------------------------------------------------------------------------------


def _object(raw: bytes, limit: int) -> Json:
    if len(raw) > limit:
        raise ProtocolError(Problem.TOO_LONG, allowed=str(limit))
    try:
        return read_object(raw, 0)
    except RecordError as error:
        problem = Problem.NOT_UTF8 if error.code is Fault.NOT_UTF8 else Problem.NOT_JSON
        raise ProtocolError(problem) from None


def _get(values: Json, key: str) -> object:
    if key not in values:
        raise ProtocolError(Problem.MISSING_KEY, key)
    return values[key]


def _integer(values: Json, key: str, low: int, high: int) -> int:
    value = _get(values, key)
    # True and False are integers to Python, but not to JSON.
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise ProtocolError(Problem.BAD_VALUE, key, f"{low}-{high}")


def _check_version(values: Json) -> None:
    version = _integer(values, VERSION_KEY, 0, 999_999)
    if version != VERSION:
        raise ProtocolError(Problem.UNKNOWN_VERSION, str(version), str(VERSION))


def _rules(values: Json) -> Rules:
    rules = _get(values, "rules")
    # A mistake in a key is searched for among all keys, which takes time.
    if not isinstance(rules, dict) or len(rules) > 2 * len(OPTIONS):
        raise ProtocolError(Problem.BAD_VALUE, "rules", "{…}")
    try:
        return Rules.from_mapping(cast("Json", rules))
    except RulesError as error:
        first = error.problems[0]
        if first.code is ProblemCode.UNKNOWN_KEY:
            raise ProtocolError(Problem.UNKNOWN_RULE, first.key) from None
        raise ProtocolError(Problem.BAD_VALUE, f"rules.{first.key}", first.allowed) from None


def _seed(values: Json) -> str:
    seed = _get(values, "agent_seed")
    try:
        if isinstance(seed, str):
            return check_seed(seed)
    except ValueError:
        pass
    raise ProtocolError(Problem.BAD_VALUE, "agent_seed", "1-200")


def _action(text: object, key: str, seat: Seat, ply: int) -> Action:
    try:
        if isinstance(text, str):
            return parse_action(text, seat=seat, ply=ply)
    except NotationError:
        pass
    raise ProtocolError(Problem.BAD_VALUE, key, _ACTIONS)
