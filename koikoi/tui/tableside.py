"""What lies over the table on the screen: results, what is read, the question of leaving.

One of them at a time, and none of them is part of the match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.tui import afterwards
from koikoi.tui.motion import PACES
from koikoi.tui.tablepage import TablePage

if TYPE_CHECKING:
    from koikoi.store.history import History
    from koikoi.table.training import Memory
    from koikoi.tui.readings import Host, Opener, Readings

# What the first frame can do without is imported where it is needed.


class Tableside:
    """What can be done at a table beside playing, and on the title screen.

    Args:
        host: Who shows pages.

    Attributes:
        page: The table that is shown, ``None`` for none.
        recorded: The record of the match at it, once that is over.
        saved: Whether everything of the match is on the disk.
        leave: Leaves the match, which stays unfinished.
        visiting: Whether the table is only watched: leaving it asks nothing.
        openers: What opens a past match, instead of what opens those of this machine's player.
        history: Opens the history that is shown, instead of that player's.
        learnt: Where it is remembered what the card trainer found, instead of where it is for that
            player.
        parting: Asks whether to leave, where that is no question of a match; ``None`` where it is.
        told: Takes what is to be said where there is no table.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._readings: Readings | None = None
        self._chosen: str | None = None
        self._unsaid = ""
        self.told: Callable[[str], None] = self._keep
        self._asking: set[asyncio.Task[None]] = set()
        self.page: TablePage | None = None
        self.recorded: Path | None = None
        self.saved: Callable[[], bool] = lambda: True
        self.leave: Callable[[], object] = lambda: None
        self.visiting = False
        self.openers: tuple[Opener, Opener] | None = None
        self.history: Callable[[], History] | None = None
        self.learnt: Memory | None = None
        self.parting: Callable[[], Coroutine[Any, Any, None]] | None = None

    def sit(self, page: TablePage, leave: Callable[[], object], saved: Callable[[], bool]) -> None:
        """Is at a table from now on."""
        self.page, self.leave, self.saved = page, leave, saved

    def visit(self, page: TablePage, leave: Callable[[], object]) -> None:
        """Looks at a table that others play at."""
        self.clear()
        self.page, self.leave, self.visiting = page, leave, True

    async def rise(self) -> None:
        """Ends everything that lies over the table, and is at none from now on."""
        ending = list(self._asking)
        for task in ending:
            task.cancel()
        if ending:
            await asyncio.wait(ending)
        self.forget()

    def forget(self) -> None:
        """Is at no table from now on."""
        self.clear()
        self.page = self.recorded = None
        self.visiting, self.parting = False, None
        self.leave, self.saved = lambda: None, lambda: True

    def clear(self) -> None:
        """Takes away what lies over the table: a page that is read, the question of leaving."""
        for task in self._asking:
            task.cancel()
        self._asking.clear()

    def pace(self) -> float:
        """How much longer or shorter the player wants everything to be held."""
        if self._host.motion == "none":
            return 0.0
        return PACES[self._host.settings.pace]

    def prefers(self, name: str) -> bool:
        """Whether the player has switched something on."""
        return bool(getattr(self._host.settings, name))

    async def result(
        self, seen: PlayerView, told: tuple[str, ...] = (), *, last: bool = False
    ) -> None:
        """Shows the result of a round, or of the match.

        Args:
            seen: The view after it.
            told: What is told beside it.
            last: Whether no round follows, though the match is not over.
        """
        from koikoi.tui import words
        from koikoi.tui.resultpage import OVER_KEYS, ResultPage

        page = self.page
        assert page is not None
        self.clear()  # the result is what is to be read now
        sheet_page = ResultPage(
            self._host,
            lambda width: words.result_sheet(
                seen,
                [event for event in page.ended if isinstance(event, words.End)],
                page.narrator,
                page.side,
                page.seating.names,
                self._host.brush,
                width,
                words.After(told, self.recorded is not None, last),
            ),
            closable=seen.phase is Phase.MATCH_OVER,
            other=lambda key: self.do(OVER_KEYS.get(key, "")),
        )
        page.on_leave = sheet_page.close
        await self._host.show(sheet_page)

    def tell(self, sentence: str) -> None:
        """Says something that is no part of a match: at the table, or on the title screen."""
        if self.page is not None:
            self.page.say(sentence)
        else:
            self.told(sentence)

    def _keep(self, sentence: str) -> None:
        self._unsaid = sentence

    def untold(self) -> str:
        """What could not be said at a table, once."""
        said, self._unsaid = self._unsaid, ""
        return said

    def do(self, command: str) -> None:
        """Does what a key asks for that is not the page's own business."""
        if command in _SWITCHES:
            from koikoi.tui import menus

            changed = menus.change_option(self._host.settings, _SWITCHES[command], 1)
            assert changed is not None  # there is such an option
            self._host.prefer(changed)
            return
        if self.visiting and command in ("leave", "quit"):
            self.leave()
            return
        if command == "quit":
            course: Coroutine[Any, Any, None] | None = (self.parting or self._quit)()
        else:
            course = self._commands() if command == "palette" else self.reading(command)
        if course is not None:
            self.open(course)

    def open(self, course: Coroutine[Any, Any, None]) -> bool:
        """Lets something lie over the table; returns whether there was room for it."""
        if self._asking:
            course.close()  # one page at a time lies over the table
            return False
        task = asyncio.ensure_future(course)
        self._asking.add(task)
        task.add_done_callback(self._asked)
        return True

    def reading(self, command: str) -> Coroutine[Any, Any, None] | None:
        """The course of a page that is only read; ``None`` where the command opens none."""
        from koikoi.tui.readings import Readings

        page, path = self.page, self.recorded
        if command in ("replay", "coach"):
            if page is None or path is None:
                return None
            return afterwards.course_of(
                command, self._host, path, page.side, page.seating.names, page.say
            )
        if self._readings is None:
            openers = self.openers or afterwards.openers(self._host)
            self._readings = Readings(self._host, *openers, history=self.history)
        return self._readings.open(command, page)

    def _asked(self, task: asyncio.Task[None]) -> None:
        self._asking.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            assert isinstance(error, Exception)
            self._host.failed(error)
        elif (chosen := self._chosen) is not None:
            self._chosen = None
            if self.page is not None:
                self.page.command(chosen)

    async def _commands(self) -> None:
        """Shows all that can be done now; what is chosen is done once the list is gone."""
        from koikoi.tui import words
        from koikoi.tui.sheetpage import SheetPage

        table = self.page
        if table is None:
            return
        where = table.choice.where
        page = SheetPage(self._host, lambda _: words.commands_sheet(where, self._host.brush))
        chosen = await self._host.show(page)
        if table is self.page and table.choice.where is where:
            self._chosen = chosen

    async def _quit(self) -> None:
        from koikoi.tui import words
        from koikoi.tui.sheetpage import SheetPage

        table = self.page
        # Whoever is asked when the question appears is meant by it, whatever happens below it.
        seat = None if table is None else table.may_resign
        name = None
        if table is not None and seat is not None:
            name = table.seating.names[seat] if table.seating.viewer is None else ""
        saved = self.saved()
        dialog = SheetPage(
            self._host, lambda _: words.quit_sheet(self._host.brush, name, saved), dialog=True
        )
        answer = await self._host.show(dialog)
        if table is None or table is not self.page:
            return
        if answer == "leave":
            table.close("leave")
            self.leave()
        elif answer == "resign" and seat is not None:
            table.resign(seat)


_SWITCHES: Final = {"theme": "theme", "faces": "cards"}
"""Commands that change an option at once, and which."""
