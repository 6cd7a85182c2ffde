"""What can be wrong with a record, as a code with parameters; ``text`` makes the sentences."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from koikoi.engine.errors import Reason

_WIDEST_SHOWN: Final = 60


class Fault(StrEnum):
    """What is wrong with a record; the parameters are named at each code."""

    NOT_A_FILE = "not_a_file"
    """There is a folder, a pipe, a link to nothing or the like of its name."""
    TOO_LARGE = "too_large"
    """The file is larger than ``limit`` bytes."""
    LINE_TOO_LONG = "line_too_long"
    """A line is longer than ``limit`` bytes."""
    NOT_UTF8 = "not_utf8"
    """A line is not UTF-8 text."""
    NOT_JSON = "not_json"
    """A line is not a JSON object."""
    NO_RECORD = "no_record"
    """The first line is not the header of a match record."""
    UNKNOWN_VERSION = "unknown_version"
    """The record has format ``version``; this program reads ``known``."""
    INCOMPLETE_START = "incomplete_start"
    """The header or the line of round 1 is missing."""
    MISSING_KEY = "missing_key"
    """A line has no ``key``."""
    BAD_VALUE = "bad_value"
    """What stands under ``key`` is wrong; ``allowed`` is a range, a list, a pattern or an example,
    in no language."""
    BAD_RULES = "bad_rules"
    """The rules are none: ``problems``, a tuple of ``RulesProblem``."""
    UNKNOWN_LINE = "unknown_line"
    """A line is neither of a round, nor of an action, nor the result."""
    OUT_OF_ORDER = "out_of_order"
    """``key`` is ``found`` where ``expected`` should follow."""
    AFTER_RESULT = "after_result"
    """A line follows the result."""
    WRONG_SEAT = "wrong_seat"
    """The action at ``ply`` is of seat ``found``, but ``expected`` is to act."""
    ILLEGAL = "illegal"
    """The ``action`` at ``ply`` is not legal: ``reason``, a ``ReasonCode``."""
    OTHER_OYA = "other_oya"
    """Round ``round`` is dealt by seat ``found`` and should be by ``expected``."""
    OTHER_ATTEMPTS = "other_attempts"
    """Round ``round`` has ``found`` decks and the rules deal ``expected``."""
    OTHER_DIGEST = "other_digest"
    """The state at ``ply`` has the digest ``found``, the record says ``expected``."""
    OTHER_RESULT = "other_result"
    """The match ends as ``found``, the record says ``expected``."""
    FINISHED = "finished"
    """The match is over, so that it cannot be continued."""
    OTHER_MATCH = "other_match"
    """The record that is being followed has become that of another match."""


_SENTENCES: Final[Mapping[Fault, str]] = {
    Fault.NOT_A_FILE: "it is not a file",
    Fault.TOO_LARGE: "the file is larger than {limit} bytes",
    Fault.LINE_TOO_LONG: "it is longer than {limit} bytes",
    Fault.NOT_UTF8: "it is not UTF-8 text",
    Fault.NOT_JSON: "it is not a JSON object",
    Fault.NO_RECORD: "it is not the header of a koi-koi match record",
    Fault.UNKNOWN_VERSION: "the record has format {version}, this program reads {known}",
    Fault.INCOMPLETE_START: "the header or the first round of the match is missing",
    Fault.MISSING_KEY: "{key} is missing",
    Fault.BAD_VALUE: "{key} is wrong (allowed: {allowed})",
    Fault.BAD_RULES: "the rules are not valid: {problems}",
    Fault.UNKNOWN_LINE: "it is neither a round, nor an action, nor the result",
    Fault.OUT_OF_ORDER: "{key} is {found} where {expected} should follow",
    Fault.AFTER_RESULT: "nothing can follow the result",
    Fault.WRONG_SEAT: "the action at ply {ply} is of seat {found}, but {expected} is to act",
    Fault.ILLEGAL: "the action {action} at ply {ply} is not legal: {reason}",
    Fault.OTHER_OYA: "round {round} is dealt by seat {found}, which should be {expected}",
    Fault.OTHER_ATTEMPTS: "round {round} has {found} decks, the rules deal {expected}",
    Fault.OTHER_DIGEST: "at ply {ply} the digest is {found}, the record says {expected}",
    Fault.OTHER_RESULT: "the match ends as {found}, the record says {expected}",
    Fault.FINISHED: "the match is over and cannot be continued",
    Fault.OTHER_MATCH: "it has become the record of another match",
}


class RecordError(ValueError):
    """A record that cannot be read, replayed or continued.

    Attributes:
        code: What is wrong.
        line: The line of the file, from 1; ``None`` where it is about the whole file.
        params: What the code speaks of, as described at the codes. No hidden card and no seed.
    """

    def __init__(self, code: Fault, line: int | None = None, **params: object) -> None:
        super().__init__(code, line)
        self.code: Final = code
        self.line: Final = line
        self.params: Final[Mapping[str, object]] = params

    def __str__(self) -> str:
        shown = {key: _shown(value) for key, value in self.params.items()}
        sentence = _SENTENCES[self.code].format_map(shown)
        return sentence if self.line is None else f"line {self.line}: {sentence}"

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword parameters are no part of ``args``, from which exceptions are copied otherwise.
        return _rebuilt, (self.code, self.line, dict(self.params))


def _rebuilt(code: Fault, line: int | None, params: dict[str, object]) -> RecordError:
    return RecordError(code, line, **params)


_MOST_SHOWN: Final = 3


def _shown(value: object) -> str:
    """The value as text that is safe to print: on one line, cut where it is long."""
    if isinstance(value, tuple):
        more = ("…",) if len(value) > _MOST_SHOWN else ()
        return "; ".join(str(part) for part in (*value[:_MOST_SHOWN], *more))
    text = str(value)
    text = text if text.isprintable() else ascii(text)
    return text if len(text) <= _WIDEST_SHOWN else text[: _WIDEST_SHOWN - 1] + "…"


class DigestMismatch(RecordError):
    """A replay came to another state than the recorded one, and stopped there.

    Attributes:
        ply: The ply of the state that differs; 0 is the first deal.
        expected: The digest in the record.
        found: The digest of the state that the replay came to.
    """

    def __init__(self, line: int, ply: int, expected: str, found: str) -> None:
        super().__init__(Fault.OTHER_DIGEST, line, ply=ply, expected=expected, found=found)
        self.ply: Final = ply
        self.expected: Final = expected
        self.found: Final = found

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.ply, self.expected, self.found)


class IllegalInRecord(RecordError):
    """A recorded action that the rules do not allow where it stands.

    Attributes:
        ply: The ply that the action answers.
        reason: The engine's reason.
    """

    def __init__(self, line: int, ply: int, action: str, reason: Reason) -> None:
        super().__init__(Fault.ILLEGAL, line, ply=ply, action=action, reason=reason.code)
        self.ply: Final = ply
        self.reason: Final = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.ply, self.params["action"], self.reason)
