"""The past matches of somebody who plays here, as the history shows those of a machine's player."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.host.database import RegisterError
from koikoi.host.lobby import Lobby
from koikoi.host.standings import MatchResult
from koikoi.store.history import History
from koikoi.store.matches import SUFFIX
from koikoi.store.places import made

_ALL: Final = 10_000
"""More matches than anybody has played."""


def history_of(lobby: Lobby, person: int, folder: Path) -> History:
    """Their past matches; the records of them are linked into a folder of their own.

    Takes its time: for a thread.

    Args:
        lobby: The house.
        person: Whose they are.
        folder: The folder of the host.

    Raises:
        OSError: There is no place for them.
    """
    own = made(folder / "players" / str(person) / "matches")
    try:
        results = lobby.register.results_of(person, _ALL)
    except RegisterError:
        results = []  # what is linked already is shown
    for result in results:
        there = own / result.record
        if result.record.endswith(SUFFIX) and not there.exists():
            _linked(lobby.folder / result.record, there)
    return History(own.parent / "history.sqlite3", own, _seats(results, person))


def _seats(results: list[MatchResult], person: int) -> dict[str, Seat]:
    """Where somebody sat; a match against oneself belongs to neither seat."""
    return {
        result.record: seat
        for result in results
        for seat in SEATS
        if result.sides[seat].person == person != result.sides[other(seat)].person
    }


def _linked(record: Path, there: Path) -> None:
    """Links a record; where that cannot be, the match is missing from the list."""
    try:
        there.hardlink_to(record)
    except OSError:
        return
