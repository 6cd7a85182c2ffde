"""Saves a match action by action, and says what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from koikoi.engine.actions import Action
from koikoi.engine.state import MatchState
from koikoi.record.writer import RecordWriter
from koikoi.text.catalogue import Text
from koikoi.text.problems import shown

_WIDEST: Final = 300


class Saver:
    """Writes every action down until the disk fails, and says so once.

    A match goes on unsaved rather than not at all: what was saved before stays as it is.

    Args:
        writer: What writes, ``None`` where nothing can be saved from the beginning.
        text: The language.
        command: The command that goes on with a saved match.
    """

    def __init__(self, writer: RecordWriter | None, text: Text, command: str) -> None:
        self._writer = writer
        self._failed = writer is None
        self._text = text
        self._command = command
        self._uncounted = ""
        self.tell: Callable[[str], None] = lambda _: None
        """Who is told that saving has failed; called from whatever thread writes."""

    def append(
        self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
    ) -> None:
        """Writes an action down; a match that it ends is counted in the history."""
        if self._writer is None or self._failed:
            return
        try:
            self._writer.append(before, action, after, marks)
        except OSError as error:
            self._failed = True
            notice = self._text.t(
                "This match is not saved from here on: {reason}.", reason=reason(error)
            )
            self.tell(self._text.sentences((notice, remedy(self._text))))
            return
        if after.result is not None:
            # Only now: the first frame does not wait for what the end of a match needs.
            from koikoi.table.past import counted

            self._uncounted = counted(self._writer.path, self._text)

    @property
    def path(self) -> Path | None:
        """Where the whole match so far is recorded; ``None`` where it is not."""
        return None if self._writer is None or self._failed else self._writer.path

    def kept(self) -> str:
        """Says where a match that is over is recorded, and why the history lacks it if so."""
        if self._writer is None:
            return self._text.t("The match was not saved.")
        path = shown(self._writer.path, _WIDEST)
        if self._failed:
            return self._text.t("The beginning of the match is saved in {path}", path=path)
        said = self._text.t("The match is recorded in {path}", path=path)
        return self._text.sentences((self._uncounted, said)) if self._uncounted else said

    def farewell(self) -> str:
        """Says what becomes of a match that is left before its end."""
        if self._writer is None:
            return self._text.t("The match was not saved.")
        if self._failed:
            return self._text.t(
                "The beginning of the match is saved; {command} goes on from there.",
                command=self._command,
            )
        return self._text.t("The match is saved; {command} goes on with it.", command=self._command)

    def close(self) -> None:
        """Gives the record back; may be called twice."""
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
