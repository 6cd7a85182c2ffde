"""What the folder of matches holds already, when records come from elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.record.record import MatchRecord
from koikoi.record.writer import being_written
from koikoi.store.matches import remove
from koikoi.store.parcels import Read
from koikoi.store.tables import PastMatch


class Known:
    """What the folder of matches holds already.

    Args:
        finished: The finished matches.
        unfinished: The records of the others.
    """

    def __init__(self, finished: Iterable[PastMatch], unfinished: Iterable[Path]) -> None:
        self._identities: set[str] = set()
        self._finished: defaultdict[datetime, list[Path]] = defaultdict(list)
        """By the second in which they began, so that few have to be read."""
        for facts, path in finished:
            self._identities.add(facts.identity)
            self._finished[facts.started].append(path)
        self._begun: dict[Path, MatchRecord] = dict(_loaded(unfinished))

    def has(self, came: Read) -> bool:
        """Whether a match is there already, as far as the record tells it or further."""
        if came.identity in self._identities:
            return True
        if came.record.finished:
            return False
        if any(_begins(came.record, one) for one in self._begun.values()):
            return True
        ended = self._finished.get(came.record.header.started, ())
        return any(_begins(came.record, one) for _, one in _loaded(ended))

    def add(self, came: Read, path: Path) -> None:
        """Notes that a match is there now, in this file."""
        self._identities.add(came.identity)
        if came.record.finished:
            self._finished[came.record.header.started].append(path)
        else:
            self._begun[path] = came.record

    def superseded(self, came: Read) -> list[Path]:
        """The unfinished records that a finished one, which is there, tells to the end.

        They are no longer known afterwards: whoever asks has to put them away.
        """
        if not came.record.finished:
            return []
        found = [path for path, one in self._begun.items() if _begins(one, came.record)]
        for path in found:
            del self._begun[path]
        return found


def _loaded(paths: Iterable[Path]) -> Iterator[tuple[Path, MatchRecord]]:
    """The records that can be read."""
    for path in paths:
        with suppress(RecordError, OSError):
            yield path, load(path)


def _begins(one: MatchRecord, other: MatchRecord) -> bool:
    """Whether a record without a result tells the same match, no further than the other one."""
    first, second = one.header, other.header
    entries = list(one.entries())
    return (
        (first.commitment, first.started) == (second.commitment, second.started)
        and (first.players, first.rules) == (second.players, second.rules)
        and list(other.entries())[: len(entries)] == entries
    )


def put_away(path: Path) -> Path | None:
    """Moves the beginning of a match that is there to its end into the folder ``removed``.

    Returns:
        Its new path; ``None`` where it stays, as it is being played or cannot be moved.
    """
    if being_written(path):
        return None
    try:
        return remove(path)
    except OSError:
        return None
