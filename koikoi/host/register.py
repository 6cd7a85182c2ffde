"""The register: who plays here, by which keys, what they prefer, and what has come of it.

One SQLite database in the host's folder, with its writes ahead in a log (WAL), so that a host that
is killed loses nothing it was told. All methods are quick, may be called from any thread, and take
turns. A damaged database is set aside as ``….bad`` and made anew; one that a newer version of the
game has made is refused.

Every method raises :class:`koikoi.host.database.RegisterError` where the file cannot be used.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Final

from koikoi.host import ledger, people
from koikoi.host.database import Database
from koikoi.host.ledger import OpenTable
from koikoi.host.links import LinkCodes
from koikoi.host.names import NOBODY, usable
from koikoi.host.people import Person
from koikoi.host.standings import MatchResult, Standing, standings
from koikoi.store.settings import Settings, read_settings, written_settings

FILE_NAME: Final = "register.sqlite3"

MAX_KEYS: Final = 5
"""How many keys a person may have."""


class Refusal(StrEnum):
    """Why somebody does not get what they wish."""

    BAD = "bad"
    """The name has no letter that can be shown, or is that of no person: see ``names``."""
    TAKEN = "taken"
    """Somebody has that name, or one that looks like it."""
    GONE = "gone"
    """There is no such person in the register."""
    TOO_MANY_KEYS = "too_many_keys"
    """They have ``MAX_KEYS`` keys already."""
    WRONG_CODE = "wrong_code"
    """The code is not, or no longer, valid."""
    TOO_MANY_GUESSES = "too_many_guesses"
    """Too many wrong codes have been tried in the last ten minutes."""


class Refused(Exception):
    """Somebody does not get what they wish.

    Attributes:
        code: Why.
    """

    def __init__(self, code: Refusal) -> None:
        super().__init__(code)
        self.code: Final = code


def _now() -> datetime:
    return datetime.now(UTC)


class Register:
    """The register of a host; opened at once, close it, best by ``with``.

    Args:
        path: Its file.
        now: The time.
        clock: The time in seconds, by which codes end.

    Raises:
        RegisterError: The file cannot be used.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime] = _now,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now = now
        self._database = Database(path)
        self._codes = LinkCodes(clock)
        self._database.write(people.drop_idle_guests)

    @property
    def aside(self) -> Path | None:
        """Where a damaged file was put."""
        return self._database.aside

    def close(self) -> None:
        """Gives the file back; closing twice does nothing."""
        self._database.close()

    def __enter__(self) -> Register:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Who plays here.

    def by_key(self, fingerprint: str) -> Person | None:
        """Whose key it is, ``None`` for one that is not known yet."""
        return self._database.read(lambda found: people.by_key(found, fingerprint))

    def by_id(self, person: int) -> Person | None:
        """Somebody, ``None`` where they have been forgotten."""
        return self._database.read(lambda found: people.by_id(found, person))

    def by_name(self, name: str) -> Person | None:
        """Who is called so, large and small letters and accents the same."""
        return self._database.read(lambda found: people.called(found, name))

    def enrol(self, wanted: str, fingerprint: str | None) -> Person:
        """Takes somebody in who comes for the first time.

        Args:
            wanted: What they wish to be called; they get it, with a number where it is taken.
            fingerprint: Their key, ``None`` for a guest, who gets the name of one.

        Returns:
            The new person; whose key it is, where it is known already.
        """

        def do(found: sqlite3.Connection) -> Person:
            known = None if fingerprint is None else people.by_key(found, fingerprint)
            if known is not None:
                return known
            if fingerprint is None:
                name = people.free_guest_name(found)
            else:
                name = people.free_name(found, usable(wanted) or NOBODY)
            person = people.add(found, name, guest=fingerprint is None, now=self._now())
            if fingerprint is not None:
                people.give_key(found, person, fingerprint, self._now())
            return _there(found, person)

        return self._database.write(do)

    def rename(self, person: int, name: str) -> Person:
        """Gives somebody another name.

        Raises:
            Refused: The name is bad or taken, or there is no such person.
        """
        return self._called(person, name, guest=None)

    def claim(self, person: int, name: str) -> Person:
        """Gives a guest a name of their own, by which they stand in the table of the event.

        Raises:
            Refused: The name is bad or taken, or there is no such person.
        """
        return self._called(person, name, guest=False)

    def _called(self, person: int, name: str, guest: bool | None) -> Person:
        clean = usable(name)
        if not clean:
            raise Refused(Refusal.BAD)

        def do(found: sqlite3.Connection) -> Person:
            before = _there(found, person)
            if not people.is_free(found, clean, person):
                raise Refused(Refusal.TAKEN)
            people.call(found, person, clean, guest=before.guest if guest is None else guest)
            return _there(found, person)

        return self._database.write(do)

    def forget(self, person: int) -> None:
        """Takes somebody's name, keys and settings out; their results stay, as somebody's."""
        self._codes.used(person)
        self._database.write(lambda found: people.forget(found, person))

    # Their keys.

    def keys_of(self, person: int) -> list[str]:
        """The fingerprints of somebody's keys, the first one first."""
        return self._database.read(lambda found: people.keys_of(found, person))

    def link_code(self, person: int) -> str:
        """A code by which another key becomes this person's: for ten minutes, and once.

        Raises:
            Refused: They have as many keys as one may have, or there is no such person.
        """

        def do(found: sqlite3.Connection) -> str:
            _there(found, person)
            if len(people.keys_of(found, person)) >= MAX_KEYS:
                raise Refused(Refusal.TOO_MANY_KEYS)
            return self._codes.make(person)

        return self._database.read(do)

    def link(self, code: str, fingerprint: str | None, guesser: str = "") -> Person:
        """Lets somebody be who has shown them a code.

        The key becomes that person's. Who had it so far and has no other one was the same person:
        what they played is that person's too, and their name is free again.

        Args:
            code: The code, as it was typed.
            fingerprint: The key, ``None`` for a guest, who is that person for this visit.
            guesser: Who tries it, such as their address, so that nobody tries many.

        Raises:
            Refused: The code is wrong or too late, too many were tried, or there are too many keys.
        """

        def do(found: sqlite3.Connection) -> Person:
            if not self._codes.may_guess(guesser):
                raise Refused(Refusal.TOO_MANY_GUESSES)
            owner = self._codes.owner(code, guesser)
            if owner is None:
                raise Refused(Refusal.WRONG_CODE)
            person = _there(found, owner)
            if fingerprint is not None:
                self._move_key(found, person.id, fingerprint)
            return person

        linked = self._database.write(do)
        self._codes.used(linked.id)
        return linked

    def _move_key(self, found: sqlite3.Connection, person: int, fingerprint: str) -> None:
        former = people.by_key(found, fingerprint)
        if former is not None and former.id == person:
            return
        if len(people.keys_of(found, person)) >= MAX_KEYS:
            raise Refused(Refusal.TOO_MANY_KEYS)
        people.give_key(found, person, fingerprint, self._now())
        if former is not None and not people.keys_of(found, former.id):
            people.merge(found, former.id, person)

    # What they prefer.

    def settings_of(self, person: int) -> Settings:
        """What somebody prefers; all defaults where nothing was kept."""
        return read_settings(self._database.read(lambda found: people.settings_of(found, person)))

    def keep_settings(self, person: int, settings: Settings) -> None:
        """Keeps what somebody prefers."""
        written = written_settings(settings)
        self._database.write(lambda found: people.keep_settings(found, person, written))

    # Tables.

    def note_table(self, table: OpenTable) -> None:
        """Notes a table whose match is not over, in the place of what was noted of it before."""
        self._database.write(lambda found: ledger.note_table(found, table))

    def drop_table(self, table: str) -> None:
        """Takes a table out, by its id, whose match is over or was never played."""
        self._database.write(lambda found: ledger.drop_table(found, table))

    def open_tables(self) -> list[OpenTable]:
        """The tables whose matches are not over, the oldest first."""
        return self._database.read(lambda found: list(ledger.open_tables(found)))

    # Results.

    def add_result(self, result: MatchResult, table: str = "") -> bool:
        """Adds what came of a match, and takes its table out: both, or neither.

        Args:
            result: What came of it.
            table: The id of its table.

        Returns:
            Whether the result was not there yet.
        """

        def do(found: sqlite3.Connection) -> bool:
            ledger.drop_table(found, table)
            return ledger.add_result(found, result)

        return self._database.write(do)

    def results_of(self, person: int, limit: int = 20) -> list[MatchResult]:
        """The last results of somebody, the newest first."""
        return self._database.read(
            lambda found: list(ledger.results_of_person(found, person, limit))
        )

    def leaderboard(self, event: str, limit: int | None = None) -> list[Standing]:
        """The table of an event, without guests, the first first."""

        def do(found: sqlite3.Connection) -> list[Standing]:
            named = [(one.id, one.name) for one in people.everybody(found)]
            return standings(ledger.results_of_event(found, event), named)

        return self._database.read(do)[:limit]


def _there(found: sqlite3.Connection, person: int) -> Person:
    """Somebody who has to be in the register."""
    one = people.by_id(found, person)
    if one is None:
        raise Refused(Refusal.GONE)
    return one
