"""Hints at the table on the screen, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from koikoi.engine.actions import Action
from koikoi.engine.view import PlayerView
from koikoi.table.advisers import Advisers, Busy, LocalAdvisers
from koikoi.table.hints import Counsel, counselled
from koikoi.text.catalogue import Text


class Hinter:
    """Looks for hints, one at a time.

    Args:
        text: The language.
        prefers: Whether the player wants ``hints``.
        say: Shows what it is at, or why there is none.
        found: Takes a hint.

    Attributes:
        advisers: Who thinks about them.
    """

    def __init__(
        self,
        text: Text,
        prefers: Callable[[str], bool],
        say: Callable[[str], None],
        found: Callable[[Counsel], None],
    ) -> None:
        self._text = text
        self._prefers = prefers
        self._say = say
        self._found = found
        self._task: asyncio.Task[None] | None = None
        self.advisers: Advisers = LocalAdvisers()
        self.refusal = ""
        """Why there are no hints at this table; empty where there are."""

    def begin(self, seen: PlayerView, legal: tuple[Action, ...], rival: str) -> None:
        """Begins to look for a hint, if none is being looked for.

        Args:
            seen: The view of who has to choose.
            legal: The legal actions.
            rival: What the other player is called.
        """
        text = self._text
        if self.refusal:
            self._say(self.refusal)
        elif not self._prefers("hints"):
            self._say(text.t("Hints are switched off in the options (o)"))
        elif len(legal) < 2:
            self._say(text.t("There is only one way to go on"))
        elif self._task is None or self._task.done():
            self._say(text.t("Looking for a hint"))
            self._task = asyncio.ensure_future(self._look(seen, legal, rival))

    def end(self) -> None:
        """Ends whatever it is at; what follows is another question."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _look(self, seen: PlayerView, legal: tuple[Action, ...], rival: str) -> None:
        try:
            found = await counselled(self._text, seen, legal, rival, self.advisers)
        except Busy:
            self._say(self._text.t("Too many ask for hints just now; ask again in a moment"))
            return
        if found is None:
            own = self._text.t("There is no hint: koikoi doctor tells why")
            self._say(own if self.advisers.own else self._text.t("There is no hint just now"))
            return
        self._found(found)
