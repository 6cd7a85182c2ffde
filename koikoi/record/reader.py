"""Reading record files, whatever they hold: a :class:`MatchRecord` or a :class:`RecordError`.

A file that was cut off in the middle of a line, or whose last line was not written completely, is
read up to the line before it. Anything broken earlier is an error, as nothing behind it can be
trusted.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from koikoi.engine.actions import Resign
from koikoi.record.errors import Fault, RecordError
from koikoi.record.lines import Line, read_line, read_object
from koikoi.record.record import (
    FIRST_ENTRY_LINE,
    ActionEntry,
    Header,
    MatchRecord,
    Result,
    RoundEntry,
    result_of,
)
from koikoi.record.replay import replay

MAX_FILE: Final = 16 * 1024 * 1024
"""The greatest size of a record in bytes; the longest matches have about a hundredth of it."""

MAX_LINE: Final = 64 * 1024
"""The greatest length of a line in bytes; usual ones have about a hundred."""

_INCOMPLETE: Final = (Fault.NOT_UTF8, Fault.NOT_JSON, Fault.MISSING_KEY, Fault.UNKNOWN_LINE)
"""How a last line can look that was not written completely."""


class Scanned(NamedTuple):
    """A record with the number of bytes that it takes up, a torn last line not counted."""

    record: MatchRecord
    length: int


def load(path: str | os.PathLike[str]) -> MatchRecord:
    """Reads a record file.

    The lines are checked, and that they follow each other; that the actions are legal and lead to
    the recorded states is for :func:`koikoi.record.replay.replay` to say.

    Args:
        path: The file.

    Raises:
        OSError: It cannot be opened or read.
        RecordError: It is no record, or is damaged before its last line.
    """
    with Path(path).open("rb") as file:
        # Asking for one byte too many shows the size, also of what has none, such as a pipe.
        return scan(file.read(MAX_FILE + 1)).record


def loads(text: str) -> MatchRecord:
    """Reads a record from the text of a file.

    Raises:
        RecordError: As :func:`load`.
    """
    return scan(text.encode("utf-8", "surrogatepass")).record


def scan(data: bytes) -> Scanned:
    """Reads a record from the bytes of a file.

    Raises:
        RecordError: As :func:`load`.
    """
    if len(data) > MAX_FILE:
        raise RecordError(Fault.TOO_LARGE, limit=MAX_FILE)
    lines: list[Line] = []
    length = 0
    torn = False
    for number, raw in enumerate(BytesIO(data), start=1):
        if len(raw) > MAX_LINE:
            raise RecordError(Fault.LINE_TOO_LONG, number, limit=MAX_LINE)
        torn = not raw.endswith(b"\n")
        if torn:
            break
        try:
            lines.append(read_line(read_object(raw, number), number))
        except RecordError as error:
            last = length + len(raw) == len(data)
            # Header and round 1 are written at once, so that they are never torn.
            torn = last and number >= FIRST_ENTRY_LINE and error.code in _INCOMPLETE
            if torn:
                break
            raise
        length += len(raw)
    return Scanned(_assemble(lines, torn), length)


def _assemble(lines: list[Line], torn: bool) -> MatchRecord:
    if len(lines) < FIRST_ENTRY_LINE - 1:
        raise RecordError(Fault.INCOMPLETE_START)
    header, first = lines[0], lines[1]
    assert isinstance(header, Header)  # read_line reads nothing else from line 1
    if not isinstance(first, RoundEntry) or first.number != 1 or first.ply != 0:
        raise RecordError(Fault.INCOMPLETE_START, 2)
    rounds, actions = [first], []
    result: Result | None = None
    for number, line in enumerate(lines[2:], start=FIRST_ENTRY_LINE):
        if result is not None:
            raise RecordError(Fault.AFTER_RESULT, number)
        if isinstance(line, Result):
            result = line
        elif isinstance(line, RoundEntry):
            _check_order(number, "round", line.number, len(rounds) + 1)
            _check_order(number, "ply", line.ply, number - FIRST_ENTRY_LINE)
            rounds.append(line)
        elif isinstance(line, ActionEntry):
            _check_order(number, "ply", line.ply, number - FIRST_ENTRY_LINE)
            actions.append(line)
    record = MatchRecord(header, tuple(rounds), tuple(actions), result, torn)
    return record if result is not None else _with_lost_result(record)


def _check_order(number: int, key: str, found: int, expected: int) -> None:
    if found != expected:
        raise RecordError(Fault.OUT_OF_ORDER, number, key=key, found=found, expected=expected)


def _with_lost_result(record: MatchRecord) -> MatchRecord:
    """The record with its result where the match is over and only the last line was lost."""
    rules = record.header.rules
    resigned = bool(record.actions) and isinstance(record.actions[-1].action, Resign)
    if not (resigned or rules.starting_points or len(record.rounds) >= rules.rounds):
        return record
    try:
        result = result_of(replay(record, check=False).final)
    except RecordError:
        return record  # Whoever replays it is told what is wrong.
    return MatchRecord(record.header, record.rounds, record.actions, result, record.torn)
