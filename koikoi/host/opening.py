"""Matches of the house on the disk: begun, taken up again, and what has come of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from os import urandom
from pathlib import Path
from typing import NamedTuple

from koikoi.ai.levels import character
from koikoi.engine.events import MatchOutcome
from koikoi.engine.flow import new_match
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, view
from koikoi.host.ledger import OpenSeat, OpenTable
from koikoi.host.standings import Ending, MatchResult, Side
from koikoi.record.reader import load
from koikoi.record.record import PERSON, RecordPlayer
from koikoi.record.replay import final_state
from koikoi.record.writer import RecordWriter
from koikoi.store.matches import new_match_path
from koikoi.table.hints import hints_of
from koikoi.table.saver import Saver
from koikoi.text.catalogue import Text


def called(text: Text, name: str) -> str:
    """What somebody at a table is called, who may be forgotten."""
    return name or text.t("Somebody")


class Begun(NamedTuple):
    """A match with what saves it."""

    noted: OpenTable
    state: MatchState
    saver: Saver


def begun(
    rules: Rules, seats: tuple[OpenSeat, OpenSeat], noted: OpenTable, folder: Path, text: Text
) -> Begun:
    """Begins a match with its record. Takes its time: for a thread.

    Args:
        rules: The rules.
        seats: Who plays.
        noted: The table; its id and its record are made here.
        folder: The folder of the records.
        text: The language.

    Raises:
        OSError: It cannot be recorded. Without a record a table could not survive its host.
    """
    state = new_match(rules, _secret())
    first, second = (_recorded(seat) for seat in seats)
    while True:
        path = new_match_path(noted.created, state.commitment, folder)
        try:
            writer = RecordWriter.create(path, state, (first, second), noted.created)
        except FileExistsError:
            continue
        break
    saver = Saver(writer, text, "", count=lambda *_: "")
    stem = path.name.partition(".")[0]
    return Begun(noted._replace(id=stem, record=path.name, seats=seats), state, saver)


def _secret() -> str:
    """The number that a match comes from; it is told only when the match is over."""
    return urandom(16).hex()


def undone(begun: Begun, folder: Path) -> None:
    """Takes away what has been begun, and cannot be played. Takes its time: for a thread."""
    begun.saver.close()
    (folder / begun.noted.record).unlink(missing_ok=True)


def _recorded(seat: OpenSeat) -> RecordPlayer:
    if not seat.agent:
        return RecordPlayer(seat.name, PERSON)
    played = character(seat.agent)
    return RecordPlayer(seat.name, seat.agent, None if played is None else played.level)


def resumed(noted: OpenTable, folder: Path, text: Text, kept: Saver | None = None) -> Begun:
    """Takes a match up again from its record. Takes its time: for a thread.

    Args:
        noted: Its table.
        folder: The folder of the records.
        text: The language.
        kept: What saves it, where not all of it is in its record yet.

    Raises:
        OSError: Its record cannot be used.
        RecordError: It is damaged, or its match is over.
    """
    if kept is not None and kept.state is not None:
        return Begun(noted, kept.state, kept)
    path = folder / noted.record
    record = load(path)
    writer = RecordWriter.resume(path)
    saver = Saver(writer, text, "", count=lambda *_: "")
    saver.take_up(record)
    return Begun(noted, writer.state, saver)


def counted(noted: OpenTable, folder: Path) -> MatchResult | None:
    """What came of a match that was not counted when it ended; ``None`` where it is not over.

    Raises:
        OSError: Its record cannot be read.
        RecordError: It is damaged.
    """
    record = load(folder / noted.record)
    if not record.finished:
        return None
    return result_of(noted, view(final_state(record), None), hints_of(record))


def result_of(noted: OpenTable, seen: PlayerView, hints: Sequence[int]) -> MatchResult:
    """What came of a match that is over.

    Args:
        noted: Its table.
        seen: What everybody sees of it.
        hints: How many hints each seat was shown.
    """
    assert seen.phase is Phase.MATCH_OVER
    assert seen.result is not None
    sides = []
    for seat, there in enumerate(noted.seats):
        played = character(there.agent) if there.agent else None
        level = None if played is None else played.level
        points = seen.scores[seat]
        sides.append(Side(there.person, there.name, there.agent, level, points, hints[seat]))
    resigned = seen.result.outcome is MatchOutcome.RESIGNED
    return MatchResult(
        noted.record,
        noted.event,
        noted.created,
        datetime.now(UTC),
        seen.rules.name,
        seen.rules.rounds,
        (sides[0], sides[1]),
        seen.result.winner,
        Ending.FORFEIT if resigned else Ending.FINISHED,
    )
