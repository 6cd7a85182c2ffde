"""Saves a match action by action, and says what becomes of it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from koikoi.engine.actions import Action
from koikoi.engine.state import MatchState
from koikoi.record.record import MatchRecord
from koikoi.record.writer import RecordWriter
from koikoi.store import matches
from koikoi.table.hints import HINT_MARK, hints_of
from koikoi.text.catalogue import Text
from koikoi.text.problems import shown

_WIDEST: Final = 300


class _Move(NamedTuple):
    """What a record takes: an action, the states before and after it, its marks."""

    before: MatchState
    action: Action
    after: MatchState
    marks: Sequence[str]


class Saver:
    """Writes every action down, and says when the disk fails, and when it works again.

    A match goes on unsaved rather than not at all: what was saved before stays as it is, and what
    could not be written is kept and tried again with every action that follows, and at the end.

    Args:
        writer: What writes, ``None`` where the record could not be begun.
        text: The language.
        command: The command that goes on with a saved match.
        begin: Begins the record where that has failed; ``None`` where nothing is to be saved.
        count: Counts the record of a match that is over, and returns why it could not, or nothing;
            ``None`` for the history of this machine's player.
    """

    def __init__(
        self,
        writer: RecordWriter | None,
        text: Text,
        command: str,
        begin: Callable[[], RecordWriter] | None = None,
        count: Callable[[Path, Text], str] | None = None,
    ) -> None:
        self._count_record = count
        self._writer = writer
        self._begin = begin
        self._failed = writer is None
        self._unwritten: deque[_Move] = deque()
        # A table may write in one thread and be left in another.
        self._turn = threading.Lock()
        self._closed = False
        self._text = text
        self._command = command
        self._over = self._counted = False
        self._hinted: int | None = None
        self._uncounted = ""
        self.hints = [0, 0]
        """How often each seat was shown a hint before it acted."""
        self.tell: Callable[[str], None] = lambda _: None
        """Who is told that saving has failed or works again; called from whatever thread writes."""

    def append(
        self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
    ) -> None:
        """Writes an action down, after all those that could not be written before.

        A match that it ends is counted in the history.
        """
        with self._turn:
            hinted = self._hinted == before.ply
            if hinted:
                marks = (*marks, HINT_MARK)
            self._unwritten.append(_Move(before, action, after, marks))
            self._over = after.result is not None
            if hinted and before.to_act is not None:
                self.hints[before.to_act] += 1
            failed = self._try()
            if self._hinted is not None and not self._failed:
                self._note(None)  # the record has it now
        if failed is not None:
            notice = self._text.t(
                "This match is not saved from here on: {reason}.", reason=reason(failed)
            )
            self.tell(self._text.sentences((notice, remedy(self._text))))
            return
        self._count()

    def hint_shown(self, ply: int) -> None:
        """Remembers, beyond the end of the program too, that a hint was shown at a decision."""
        self._note(ply)

    def take_up(self, record: MatchRecord) -> None:
        """Knows what hints were shown in a match that is taken up again."""
        self.hints = hints_of(record)
        if self._writer is not None:
            self._hinted = matches.noted_hint(self._writer.path)

    def _note(self, ply: int | None) -> None:
        self._hinted = ply
        if self._writer is not None:
            matches.note_hint(self._writer.path, ply)

    def _count(self) -> None:
        """Counts a match that is over, once the whole of it is on the disk."""
        if self._failed or not self._over or self._counted or self._writer is None:
            return
        # Only now: the first frame does not wait for what the end of a match needs.
        from koikoi.table.past import counted

        self._counted = True
        count = self._count_record or counted
        self._uncounted = count(self._writer.path, self._text)

    @property
    def path(self) -> Path | None:
        """Where the whole match so far is recorded; ``None`` where it is not."""
        return None if self._writer is None or self._failed else self._writer.path

    @property
    def saved(self) -> bool:
        """Whether everything is on the disk."""
        return not self._failed

    def _try(self) -> OSError | None:
        """Writes what has not been written; returns why that fails where it did not before."""
        if self._writer is None and self._begin is None:
            self._unwritten.clear()
            return None
        try:
            if self._writer is None:
                assert self._begin is not None
                self._writer = self._begin()
            while self._unwritten:
                self._writer.append(*self._unwritten[0])
                self._unwritten.popleft()
        except OSError as error:
            known, self._failed = self._failed, True
            return None if known else error
        if self._failed:
            self._failed = False
            self.tell(
                self._text.t("This match is saved again, with all that was played meanwhile.")
            )
        return None

    def kept(self) -> str:
        """Says where a match that is over is recorded, and why the history lacks it if so."""
        self.try_again()
        if self._writer is None:
            return self._text.t("The match was not saved.")
        path = shown(self._writer.path, _WIDEST)
        if self._failed:
            return self._text.t("The beginning of the match is saved in {path}", path=path)
        said = self._text.t("The match is recorded in {path}", path=path)
        return self._text.sentences((self._uncounted, said)) if self._uncounted else said

    def farewell(self) -> str:
        """Says what becomes of a match that is left before its end."""
        self.try_again()
        if self._writer is None:
            return self._text.t("The match was not saved.")
        if self._failed:
            return self._text.t(
                "The beginning of the match is saved; {command} goes on from there.",
                command=self._command,
            )
        return self._text.t("The match is saved; {command} goes on with it.", command=self._command)

    @property
    def state(self) -> MatchState | None:
        """The match after the last action, on the disk or not; ``None`` where nothing is saved."""
        with self._turn:
            if self._unwritten:
                return self._unwritten[-1].after
            return None if self._writer is None else self._writer.state

    def try_again(self) -> bool:
        """Tries once more to write what is missing; returns whether everything is on the disk."""
        with self._turn:
            if self._failed and not self._closed:
                self._try()
        self._count()
        return self.saved

    def close(self) -> None:
        """Gives the record back; may be called twice."""
        with self._turn:
            self._closed = True
            if self._writer is not None:
                self._writer.close()


def reason(error: OSError) -> str:
    """What the system says about a file, fit to be shown."""
    return shown(error.strerror or error, _WIDEST)


def remedy(text: Text) -> str:
    """What helps where nothing can be saved."""
    return text.t(
        "Set KOIKOI_HOME to a folder that can be written to, and matches are saved there."
    )
