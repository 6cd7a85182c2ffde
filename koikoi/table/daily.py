"""The daily deal: on a date the same match for everybody.

Its seed is ``koikoi-daily-v1/`` and the date, as in ``koikoi-daily-v1/2026-11-30``; rules, rounds,
opponent and first dealer are the constants below. ``v1`` changes whenever any of this does. The
opponent's own chance comes from the seed too, and nothing it does depends on how long it thinks, so
that the same play meets the same answers on every machine.

Nothing but the records says what has been played. A match is one of the daily deal if its header
says so: seed, rules and players are those of the deal. Of a date's matches the one that was begun
first counts; where it is unfinished it is gone on with, and all others are repeats.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Final

from koikoi.ai.levels import LEVELS
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState
from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.record.record import PERSON, Header, MatchRecord
from koikoi.record.replay import final_state
from koikoi.store import matches
from koikoi.table.hints import HINT_MARK
from koikoi.table.resuming import resumed_table, without_broken
from koikoi.table.setup import HUMAN, Setup, Table, new_table
from koikoi.text.catalogue import Text, each
from koikoi.text.daily import DailyResult, Standing, opening, result_line
from koikoi.text.opponents import Opponent, opponent

SEED: Final = "koikoi-daily-v1"
"""What the seed of every daily deal begins with."""

PRESET: Final = "standard"
ROUNDS: Final = 6
"""Half a match: a quarter of an hour, in which both deal and a bad deal can be made good."""

LEVEL: Final = 3
"""The level in the middle: to be beaten, but not every day. It does not look ahead, so that no
safety deadline of a busy machine can cut its thoughts short."""

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def today() -> date:
    """The date of today's deal, the same around the world."""
    return datetime.now(UTC).date()


def parse_day(given: str) -> date | None:
    """A date such as ``2026-11-30``, ``None`` for anything else."""
    if not _DATE.fullmatch(given):
        return None
    try:
        return date.fromisoformat(given)
    except ValueError:
        return None


def seed_of(day: date) -> str:
    """The seed of a date's deal."""
    return f"{SEED}/{day.isoformat()}"


def rules() -> Rules:
    """The rules of every daily deal; whoever plays it deals first."""
    return replace(preset(PRESET), rounds=ROUNDS, first_dealer="first")


def rival(text: Text) -> Opponent:
    """Who plays against everybody."""
    return opponent(text, LEVELS[LEVEL])


def day_of(header: Header) -> date | None:
    """The date whose deal a match is, ``None`` where it is no daily deal."""
    version, _, given = header.seed.partition("/")
    day = parse_day(given)
    own, other = header.players[HUMAN], header.players[1 - HUMAN]
    if version != SEED or day is None or header.stacked or header.dealer_deck is not None:
        return None
    seated = own.agent == PERSON and other.agent == LEVELS[LEVEL]
    return day if seated and header.rules == rules() else None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A match of a daily deal.

    Attributes:
        path: Its record's file.
        record: Its record.
    """

    path: Path
    record: MatchRecord

    @property
    def hints(self) -> int:
        """How many of the person's actions a hint was shown before."""
        return sum(HINT_MARK in one.marks for one in self.record.actions if one.seat == HUMAN)


@dataclass(frozen=True, slots=True)
class Attempts:
    """What the records say of a date's deal.

    Attributes:
        day: The date.
        all: Its matches, the one that was begun first at the front.
        broken: Records of that seed that cannot be read.
    """

    day: date
    all: tuple[Attempt, ...]
    broken: tuple[matches.BrokenMatch, ...] = ()

    @property
    def standing(self) -> Standing:
        """How far the person is with the match that counts."""
        if not self.all:
            return Standing.OPEN
        return Standing.DONE if self.all[0].record.finished else Standing.BEGUN

    @property
    def next(self) -> Attempt | None:
        """The match to go on with: the one that counts, else the newest repeat."""
        if self.standing is Standing.BEGUN:
            return self.all[0]
        return next((one for one in reversed(self.all) if not one.record.finished), None)

    def without(self, attempt: Attempt) -> Attempts:
        """What the other records say."""
        return replace(self, all=tuple(one for one in self.all if one is not attempt))

    def result(self) -> DailyResult | None:
        """The result of the match that counts, once it is over.

        Raises:
            RecordError: Its record does not replay.
        """
        return _result(self, self.all[0]) if self.standing is Standing.DONE else None


def attempts(day: date) -> Attempts:
    """Looks through the records for the matches of a date's deal.

    Raises:
        OSError: The folder of matches is there and cannot be read.
    """
    found: list[Attempt] = []
    broken = []
    for path in matches.records_with_seed(seed_of(day)):
        try:
            record = load(path)
        except FileNotFoundError:
            continue  # Set aside or removed by somebody else meanwhile.
        except (RecordError, OSError) as error:
            broken.append(matches.BrokenMatch(path, error))
            continue
        if day_of(record.header) == day:
            found.append(Attempt(path, record))
    # Of the same second, the longer name came later: it was no longer free without a number.
    found.sort(key=lambda one: (one.record.header.started, len(one.path.name), one.path.name))
    return Attempts(day, tuple(found), tuple(broken))


def _result(known: Attempts, attempt: Attempt) -> DailyResult:
    """The result of a match that is over.

    Raises:
        RecordError: The record does not replay.
    """
    final: MatchState = final_state(attempt.record)
    assert final.result is not None  # the match is over
    return DailyResult(
        day=known.day,
        outcome=final.result.outcome,
        winner=final.result.winner,
        scores=final.scores,
        rounds=tuple(one.winner for one in final.results),
        opponent=attempt.record.header.players[1 - HUMAN].name,
        hints=attempt.hints,
        repeat=attempt.path != known.all[0].path,
    )


def result_lines(path: Path | None, text: Text) -> tuple[str, ...]:
    """What is to be passed on of a match that has just ended: a line, if it is a daily deal's.

    Args:
        path: Its record's file, ``None`` where it was not saved: what counts is what is recorded.
        text: The language.
    """
    if path is None:
        return ()
    try:
        day = day_of(load(path).header)
        if day is None:
            return ()
        known = attempts(day)
        mine = [one for one in known.all if one.path == path and one.record.finished]
        return tuple(result_line(text, _result(known, one)) for one in mine)
    except (RecordError, OSError):
        return ()  # What is wrong with a record is told where it is read for its own sake.


def daily_table(day: date, text: Text, command: str) -> Table:
    """The match to be played on a date's deal: the one that counts, a repeat, or a new one.

    Args:
        day: The date.
        text: The language.
        command: The command that goes on with it.

    Raises:
        OSError: The one to go on with cannot be read or is being played elsewhere.
    """
    known = attempts(day)
    notices = without_broken(known.broken, text)
    while (found := known.next) is not None:
        try:
            table = resumed_table(found.path, text, command, notices)
        except RecordError as error:
            notices += without_broken((matches.BrokenMatch(found.path, error),), text)
            known = known.without(found)
            continue
        repeat = found is not known.all[0]
        said = each(partial(opening, text, day, resumed=True, repeat=repeat))
        return table._replace(notices=(*said, *table.notices))
    table = new_table(Setup(rules(), str(LEVEL), seed_of(day)), text, command)
    said = each(partial(opening, text, day, resumed=False, repeat=bool(known.all)))
    return table._replace(notices=(*notices, *said, *table.notices))


def play_command(day: date, *, plain: bool = False) -> str:
    """The command that plays a date's deal, or goes on with it."""
    return f"koikoi daily --date {day.isoformat()}{' --plain' if plain else ''}"
