"""Looking at past matches: their figures and their list on one page, each match on its own.

The records are read in a thread, and so are figures worked out; the page says how far that is.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from koikoi.store.figures import Wanted, against_computer, figures, level_of
from koikoi.store.history import History, HistoryError
from koikoi.store.tables import PastMatch
from koikoi.table.past import cannot_be_read, notices
from koikoi.table.trouble import system_trouble
from koikoi.tui.pastmatch import match_sheet
from koikoi.tui.pastsheets import (
    Looked,
    figures_sheet,
    list_sheet,
    reading_sheet,
)
from koikoi.tui.readings import Host, Opener
from koikoi.tui.sheet import Sheet, rows_shown
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.uistate import KeyHint

_REPLAY: Final = "p"
_COACH: Final = "h"
_JUMPS: Final = ("pageup", "pagedown", "home", "end")
_STEP: Final = 20
"""After how many records the page says how far reading is."""


class HistoryPage(SheetPage):
    """The figures of past matches, and their list; it ends with the match that is chosen.

    Args:
        host: Who shows it.
        choose: Called with which matches are wanted now.
    """

    def __init__(self, host: Host, choose: Callable[[Wanted], None]) -> None:
        super().__init__(host, self._built)
        self._host = host
        self._choose = choose
        self._read = (0, 0)
        self._wanted = Wanted()
        self._written: tuple[tuple[object, ...], Sheet] | None = None
        self._tops = {False: 0, True: 0}
        self.listing = False
        self.looked: Looked | None = None
        self.levels: tuple[str, ...] = ()
        self.rules: tuple[str, ...] = ()

    def _built(self, width: int) -> Sheet:
        brush = self._host.brush
        if self.looked is None:
            return reading_sheet(*self._read, brush, width)
        build = list_sheet if self.listing else figures_sheet
        # A list of thousands takes longer to write than a key may take to be answered.
        made_of = (self.looked, build, brush, width)
        if self._written is None or any(
            one is not other for one, other in zip(self._written[0], made_of, strict=True)
        ):
            self._written = made_of, build(self.looked, brush, width)
        return self._written[1]

    def reading(self, done: int, count: int) -> None:
        """Says how many records have been read."""
        self._read = (done, count)
        self._host.repaint(self)

    def looks(self, looked: Looked) -> None:
        """Shows these matches, from the top; the list first where there are no figures."""
        if self.looked is None:
            self.listing = looked.found is None and bool(looked.listed)
        self.looked = looked
        self._tops = {False: 0, True: 0}
        self._top, self._chosen = 0, ""
        self._host.repaint(self)

    def again(self) -> None:
        """Can be shown once more, as it was."""
        self.result = asyncio.get_running_loop().create_future()

    def press(self, key: str, at: float) -> None:
        """Turns to the list or the figures, wants other matches, or does what any page does."""
        if at < self.open_since:
            return
        if self.looked is None:
            if key not in ("enter", "space"):
                super().press(key, at)
        elif key in ("tab", "shift+tab") or (key in ("enter", "space") and not self.listing):
            self._turn()
        elif key == "l":
            self._want(self._wanted._replace(level=_next(self.levels, self._wanted.level)))
        elif key == "r":
            self._want(self._wanted._replace(rules=_next(self.rules, self._wanted.rules)))
        elif self.listing and key in _JUMPS and self.looked.listed:
            self._jump(key)
        elif key not in ("enter", "space") or self.looked.listed:
            super().press(key, at)

    def _jump(self, key: str) -> None:
        """Chooses a match a screen further on, or the first or last one."""
        assert self.looked is not None
        names = [one.facts.identity for one in self.looked.listed]
        page = rows_shown(self._size[1]) - 1
        by = {"pageup": -page, "pagedown": page, "home": -len(names), "end": len(names)}[key]
        at = names.index(self._chosen) + by
        self._chosen = names[max(0, min(at, len(names) - 1))]
        self._show_chosen()

    def _show_chosen(self) -> None:
        super()._show_chosen()
        assert self.looked is not None
        if self.listing and self._chosen == self.looked.listed[0].facts.identity:
            self._top = 0  # with the headings
            self._host.repaint(self)

    def _want(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._choose(wanted)

    def _turn(self) -> None:
        self._tops[self.listing] = self._top
        self.listing = not self.listing
        self._ends, self._top = False, self._tops[self.listing]
        self._host.repaint(self)


def _next(values: tuple[str, ...], value: str | None) -> str | None:
    """The value after this one; ``None``, which is all, stands before the first."""
    order = (None, *values)
    return order[(order.index(value) + 1) % len(order)] if value in order else None


class PastCourse:
    """Leads through past matches.

    Args:
        host: Who shows them.
        open_replay: Shows a match again.
        open_coach: Tells what could have been played better.
        history: Opens the history; ``None`` for that of this machine's player.
    """

    def __init__(
        self,
        host: Host,
        open_replay: Opener | None = None,
        open_coach: Opener | None = None,
        history: Callable[[], History] | None = None,
    ) -> None:
        self._host = host
        self._history = history
        text = host.brush.text
        self._hooks: dict[str, tuple[KeyHint, Opener]] = {}
        if open_replay is not None:
            hint = KeyHint(text.t("p"), text.t("replay"), _REPLAY)
            self._hooks[_REPLAY] = (hint, open_replay)
        if open_coach is not None:
            hint = KeyHint(text.t("h"), text.t("coach"), _COACH)
            self._hooks[_COACH] = (hint, open_coach)
        self._matches: tuple[PastMatch, ...] = ()
        self._notices: tuple[str, ...] = ()
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Shows past matches until the player has seen enough."""
        page = HistoryPage(
            self._host, lambda wanted: self._begin(partial(self._look, page, wanted))
        )
        self._begin(partial(self._load, page))
        try:
            while (chosen := await self._host.show(page)) is not None:
                match = next(one for one in self._matches if one.facts.identity == chosen)
                await self._show(match)
                page.again()
        finally:
            self._stop.set()
            if self._task is not None:
                self._task.cancel()

    def _begin(self, course: Callable[[], Awaitable[None]]) -> None:
        """Does something beside the page, in the place of what was done before."""
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.ensure_future(self._guarded(course))

    async def _guarded(self, course: Callable[[], Awaitable[None]]) -> None:
        try:
            await course()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._host.failed(error)

    async def _load(self, page: HistoryPage) -> None:
        """Reads the history, and shows it."""
        loop = asyncio.get_running_loop()

        def progress(done: int, count: int) -> None:
            if not (done % _STEP or self._stop.is_set()):
                loop.call_soon_threadsafe(page.reading, done, count)

        await asyncio.to_thread(self._read, progress)
        own = [one.facts for one in self._matches if one.facts.own is not None]
        page.levels = tuple(sorted({level_of(facts) for facts in own}))
        page.rules = tuple(sorted({one.facts.rules for one in self._matches}))
        await self._look(page, Wanted())

    def _read(self, progress: Callable[[int, int], None]) -> None:
        """Reads all matches, in a thread."""
        text = self._host.brush.text
        try:
            with (self._history or History)() as history:
                caught_up, self._matches = history.read(progress, self._stop.is_set)
                self._notices = notices(text, history, caught_up)
        except OSError as error:
            self._notices = (system_trouble(text, error),)
        except HistoryError as error:
            self._notices = (cannot_be_read(text, error),)

    async def _look(self, page: HistoryPage, wanted: Wanted) -> None:
        """Works out what is wanted, and shows it."""
        page.looks(await asyncio.to_thread(_looked, self._matches, wanted, self._notices))

    async def _show(self, match: PastMatch) -> None:
        """Shows a match, and on wish more of it."""
        keys = [hint for hint, _ in self._hooks.values()]

        def other(key: str) -> None:
            if key in self._hooks:
                page.close(key)

        while True:
            page = SheetPage(
                self._host,
                lambda width: match_sheet(match, self._host.brush, width, keys),
                other=other,
            )
            asked = await self._host.show(page)
            if asked is None:
                return
            await self._hooks[asked][1](match.path)


def _looked(matches: tuple[PastMatch, ...], wanted: Wanted, said: tuple[str, ...]) -> Looked:
    """The wanted ones of all matches, and their figures."""
    own = against_computer(matches, wanted)
    listed = (
        one
        for one in matches
        if wanted.takes(one.facts) and (wanted.level is None or one.facts.own is not None)
    )
    return Looked(wanted, figures(own) if own else None, tuple(listed)[::-1], said)
