"""The lines of a record file: each entry as one JSON object, both ways.

Reading checks everything about a line that can be checked without its neighbours. Keys that are
not known are ignored, so that later versions can add some.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NoReturn, TypeAlias, TypeVar, cast

from koikoi.engine.actions import NextRound, Seat
from koikoi.engine.cards import codes_of, parse_cards
from koikoi.engine.deck import MAX_SEED_LENGTH, Deck, check_deck, check_seed
from koikoi.engine.events import MatchOutcome
from koikoi.engine.rules import OPTIONS, Rules, RulesError
from koikoi.engine.state import StackedDecks
from koikoi.record.digest import DIGEST_LENGTH
from koikoi.record.errors import Fault, RecordError
from koikoi.record.notation import NotationError, action_text, parse_action
from koikoi.record.record import (
    FORMAT,
    MARK,
    MAX_LEVEL,
    MAX_MARKS,
    MAX_NAME,
    ActionEntry,
    Entry,
    Header,
    MatchRecord,
    RecordPlayer,
    Result,
    RoundEntry,
    is_name,
)

Line: TypeAlias = Header | Entry | Result

MAX_PLY: Final = 100_000
MAX_SCORE: Final = 1_000_000
_MAX_ROUND: Final = 12
_MAX_ATTEMPT: Final = 999
_MAX_RULE_KEYS: Final = 2 * len(OPTIONS)

# What is allowed, in no language: a range, a list, a pattern or an example.
_NAME: Final = f"1-{MAX_NAME}"
_PLAYERS: Final = "[{…}, {…}]"
_ACTION: Final = "play 1L, take 1L, koikoi, shobu, resign"

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_DIGEST: Final = re.compile(rf"[0-9a-f]{{{DIGEST_LENGTH}}}")
_COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")

_T = TypeVar("_T")


def dumps(record: MatchRecord) -> str:
    """The record as the text of a file: one JSON object a line."""
    lines: list[Line] = [record.header, *record.entries()]
    if record.result is not None:
        lines.append(record.result)
    return "".join(map(write_line, lines))


def write_line(line: Line) -> str:
    """The line as text, line end included."""
    if isinstance(line, Header):
        values = _header_values(line)
    elif isinstance(line, RoundEntry):
        values = {
            "round": line.number,
            "oya": line.oya,
            "decks": [codes_of(deck) for deck in line.decks],
            "ply": line.ply,
            "digest": line.digest,
        }
    elif isinstance(line, ActionEntry):
        values = {
            "ply": line.ply,
            "seat": line.seat,
            "action": action_text(line.action),
            "digest": line.digest,
        }
    else:
        values = {"result": line.outcome, "winner": line.winner, "scores": line.scores}
    if isinstance(line, RoundEntry | ActionEntry) and line.marks:
        values["marks"] = line.marks
    return json.dumps(values, ensure_ascii=False) + "\n"


def _header_values(header: Header) -> dict[str, object]:
    values: dict[str, object] = {
        "koikoi": FORMAT,
        "app": header.app,
        "rules": header.rules.to_mapping(),
        "players": [
            {"name": player.name, "agent": player.agent, "level": player.level}
            for player in header.players
        ],
        "seed": header.seed,
        "commitment": header.commitment,
        "started": header.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    if header.dealer_deck is not None:
        values["dealer_deck"] = codes_of(header.dealer_deck)
    if header.stacked:
        values["stacked"] = [
            [number, attempt, codes_of(deck)] for number, attempt, deck in header.stacked
        ]
    return values


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def read_object(raw: bytes, number: int) -> dict[str, object]:
    """The JSON object in a line.

    Args:
        raw: The bytes of the line.
        number: Its number, for the error.

    Raises:
        RecordError: ``not_utf8`` or ``not_json``.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(Fault.NOT_UTF8, number) from None
    try:
        # NaN and Infinity are words of Python's reader, not of JSON.
        values = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):  # Also integers of too many digits.
        raise RecordError(Fault.NOT_JSON, number) from None
    if not isinstance(values, dict):
        raise RecordError(Fault.NOT_JSON, number)
    return cast("dict[str, object]", values)


def read_line(values: dict[str, object], number: int) -> Line:
    """The entry that a JSON object stands for.

    Args:
        values: What :func:`read_object` returned.
        number: The number of the line; line 1 has to be the header.

    Raises:
        RecordError: It is none.
    """
    line = _Values(values, number)
    if number == 1:
        return _read_header(line)
    if "round" in values:
        return _read_round(line)
    if "action" in values:
        return _read_action(line)
    if "result" in values:
        return _read_result(line)
    raise RecordError(Fault.UNKNOWN_LINE, number)


class _Values:
    """The values of one object, read key by key; ``inside`` names the object it stands in."""

    def __init__(self, values: dict[str, object], number: int, inside: str = "") -> None:
        self.values = values
        self.number = number
        self.inside = inside

    def get(self, key: str) -> object:
        if key not in self.values:
            raise RecordError(Fault.MISSING_KEY, self.number, key=self.inside + key)
        return self.values[key]

    def bad(self, key: str, allowed: str) -> RecordError:
        """The error for a value; the value itself is not told, as it may be a secret."""
        return RecordError(Fault.BAD_VALUE, self.number, key=self.inside + key, allowed=allowed)

    def integer(self, key: str, low: int, high: int) -> int:
        value = self.get(key)
        if _is_integer(value, low, high):
            return cast("int", value)
        raise self.bad(key, f"{low}-{high}")

    def text(self, key: str, allowed: str, fits: Callable[[str], object]) -> str:
        value = self.get(key)
        if isinstance(value, str) and fits(value):
            return value
        raise self.bad(key, allowed)

    def array(self, key: str, allowed: str, least: int, most: int) -> list[object]:
        value = self.get(key)
        if isinstance(value, list) and least <= len(value) <= most:
            return cast("list[object]", value)
        raise self.bad(key, allowed)

    def seat(self, key: str) -> Seat:
        return 1 if self.integer(key, 0, 1) else 0

    def seat_or_none(self, key: str) -> Seat | None:
        if self.get(key) is None:
            return None
        return self.seat(key)

    def digest(self) -> str:
        return self.text("digest", _DIGEST.pattern, _DIGEST.fullmatch)

    def marks(self) -> tuple[str, ...]:
        if "marks" not in self.values:
            return ()
        allowed = f'["{MARK.pattern}", …] 0-{MAX_MARKS}'
        marks = self.array("marks", allowed, 0, MAX_MARKS)
        if all(isinstance(mark, str) and MARK.fullmatch(mark) for mark in marks):
            return tuple(cast("list[str]", marks))
        raise self.bad("marks", allowed)

    def deck(self, key: str, value: object, allowed: str) -> Deck:
        try:
            if isinstance(value, list) and all(isinstance(code, str) for code in value):
                return check_deck(parse_cards(cast("list[str]", value)))
        except ValueError:
            pass
        raise self.bad(key, allowed)


def _is_integer(value: object, low: int, high: int) -> bool:
    # True and False are integers to Python, but not to JSON.
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _read_header(line: _Values) -> Header:
    if "koikoi" not in line.values:
        raise RecordError(Fault.NO_RECORD, line.number)
    version = line.integer("koikoi", 0, 999_999)
    if version != FORMAT:
        raise RecordError(Fault.UNKNOWN_VERSION, line.number, version=version, known=FORMAT)
    first, second = (
        _read_player(line, value, seat)
        for seat, value in enumerate(line.array("players", _PLAYERS, 2, 2))
    )
    dealer_deck = line.values.get("dealer_deck")
    return Header(
        app=line.text("app", _NAME, is_name),
        rules=_read_rules(line),
        players=(first, second),
        seed=line.text("seed", f"1-{MAX_SEED_LENGTH}", _is_seed),
        commitment=line.text("commitment", _COMMITMENT.pattern, _COMMITMENT.fullmatch),
        started=_read_time(line),
        dealer_deck=None if dealer_deck is None else line.deck("dealer_deck", dealer_deck, "[48]"),
        stacked=_read_stacked(line),
    )


def _read_rules(line: _Values) -> Rules:
    values = line.get("rules")
    # A mistake in a key is searched for among all keys, which takes time.
    if not isinstance(values, dict) or len(values) > _MAX_RULE_KEYS:
        raise line.bad("rules", "{…}")
    try:
        return Rules.from_mapping(cast("dict[str, object]", values))
    except RulesError as error:
        raise RecordError(Fault.BAD_RULES, line.number, problems=error.problems) from None


def _read_player(line: _Values, value: object, seat: int) -> RecordPlayer:
    if not isinstance(value, dict):
        raise line.bad("players", _PLAYERS)
    player = _Values(cast("dict[str, object]", value), line.number, f"players.{seat}.")
    level = None if player.get("level") is None else player.integer("level", 0, MAX_LEVEL)
    return RecordPlayer(
        name=player.text("name", _NAME, is_name),
        agent=player.text("agent", _NAME, is_name),
        level=level,
    )


def _is_seed(text: str) -> bool:
    try:
        return bool(check_seed(text))
    except ValueError:
        return False


def _read_time(line: _Values) -> datetime:
    allowed = "2026-11-30T12:00:00Z"
    text = line.text("started", allowed, _TIME.fullmatch)
    try:
        return datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError:
        raise line.bad("started", allowed) from None


def _read_stacked(line: _Values) -> StackedDecks:
    if "stacked" not in line.values:
        return ()
    allowed = "[[1, 0, [48]], …]"
    stacked = []
    for deal in line.array("stacked", allowed, 0, _MAX_ATTEMPT):
        if not isinstance(deal, list) or len(deal) != 3:
            raise line.bad("stacked", allowed)
        number, attempt, deck = deal
        if not (_is_integer(number, 1, _MAX_ROUND) and _is_integer(attempt, 0, _MAX_ATTEMPT)):
            raise line.bad("stacked", allowed)
        stacked.append((number, attempt, line.deck("stacked", deck, allowed)))
    if len({deal[:2] for deal in stacked}) < len(stacked):
        raise line.bad("stacked", allowed)
    return tuple(stacked)


def _read_round(line: _Values) -> RoundEntry:
    allowed = "[[48], …]"
    decks = line.array("decks", allowed, 1, _MAX_ATTEMPT)
    return RoundEntry(
        number=line.integer("round", 1, _MAX_ROUND),
        oya=line.seat("oya"),
        decks=tuple([line.deck("decks", deck, allowed) for deck in decks]),
        ply=line.integer("ply", 0, MAX_PLY),
        digest=line.digest(),
        marks=line.marks(),
    )


def _read_action(line: _Values) -> ActionEntry:
    ply, seat = line.integer("ply", 0, MAX_PLY), line.seat("seat")
    text = line.text("action", _ACTION, bool)
    try:
        action = parse_action(text, seat=seat, ply=ply)
    except NotationError:
        raise line.bad("action", _ACTION) from None
    # The next deal has a line of its own kind, which holds its decks.
    if isinstance(action, NextRound):
        raise line.bad("action", _ACTION)
    return ActionEntry(ply, seat, action, line.digest(), line.marks())


def _read_result(line: _Values) -> Result:
    outcomes = tuple(MatchOutcome)
    outcome = line.text("result", ", ".join(outcomes), outcomes.__contains__)
    allowed = "[0, 0]"
    scores = line.array("scores", allowed, 2, 2)
    if not all(_is_integer(score, -MAX_SCORE, MAX_SCORE) for score in scores):
        raise line.bad("scores", allowed)
    first, second = cast("list[int]", scores)
    return Result(MatchOutcome(outcome), line.seat_or_none("winner"), (first, second))
