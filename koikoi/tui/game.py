"""The course of the program: title screen, matches, and what lies over them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from koikoi.ai.levels import UnknownAgent
from koikoi.engine.presets import RulesFileError, UnknownPreset
from koikoi.engine.rules import RulesError
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.match.player import Player
from koikoi.match.session import Session
from koikoi.record.errors import RecordError
from koikoi.table.saver import Saver
from koikoi.table.setup import CONTINUE, HUMAN, Setup, Table, new_table
from koikoi.table.trouble import trouble
from koikoi.text.catalogue import Text
from koikoi.text.problems import rules_trouble
from koikoi.tui import afterwards
from koikoi.tui.guard import Guard, Guarded
from koikoi.tui.human import HumanPlayer
from koikoi.tui.looker import Looker
from koikoi.tui.page import Page
from koikoi.tui.seating import seating_of
from koikoi.tui.tablepage import TablePage

if TYPE_CHECKING:
    from pathlib import Path

    from koikoi.tui.readings import Host, Readings
    from koikoi.tui.visit import VisitPage

# What the first frame can do without, a match without the title screen for one, is imported where
# it is needed.

_PACES: Final = {"quick": 0.5, "normal": 1.0, "slow": 1.8}


class Start(NamedTuple):
    """What the program begins with; with none of it it begins with the title screen.

    Attributes:
        setup: A match to begin at once.
        table: A match that is set up, to be played at once.
        notices: What is to be said first.
        played: The record of a match that was to go on, and is being played elsewhere.
        watched: The record of a match to be watched.
        course: What is shown instead, and then the program ends.
    """

    setup: Setup | None = None
    table: Table | None = None
    notices: tuple[str, ...] = ()
    played: Path | None = None
    watched: Path | None = None
    course: Callable[[Host], Awaitable[object]] | None = None


class Game:
    """Leads from page to page.

    Args:
        host: Who shows them.
        text: The language.
    """

    def __init__(self, host: Host, text: Text) -> None:
        self._host = host
        self._text = text
        self._readings: Readings | None = None
        self._chosen: str | None = None
        self._page: TablePage | None = None
        self._visited: VisitPage | None = None
        self._saver: Saver | None = None
        self._unsaid = ""
        self._playing: asyncio.Task[bool] | None = None
        self._recorded: Path | None = None
        self._asking: set[asyncio.Task[None]] = set()
        self.farewell = ""
        """What is to be said once the terminal is as it was."""

    async def run(self, start: Start) -> None:
        """Runs until the player quits.

        Raises:
            UnknownAgent: There is no such level.
        """
        if start.course is not None:
            await start.course(self._host)
            return
        table = start.table
        if table is None and start.setup is not None:
            table = new_table(start.setup, self._text, CONTINUE)
        if table is not None and not await self._play(table, start.notices):
            return
        if start.watched is not None:
            self.farewell = await self._visit(start.watched)
            return
        notices = () if table is not None else start.notices
        if start.played is not None:
            notices = (*notices, await self._match("continue", start.played))
        await self._lobby(notices)

    async def _lobby(self, notices: tuple[str, ...]) -> None:
        from koikoi.tui.titlepage import TitlePage

        message, chosen = self._text.sentences((*notices, self.farewell)).strip(), "new"
        self.farewell = ""
        while True:
            page = TitlePage(self._host, self._subtitle, message, chosen)
            chosen = await self._host.show(page) or "quit"
            message = ""
            if chosen == "quit":
                return
            if chosen in ("history", "options", "help"):
                course = self._reading(chosen)
                assert course is not None  # they are there without a table
                await course
                message, self._unsaid = self._unsaid, ""
            else:
                message = await self._match(chosen)

    def _subtitle(self) -> str:
        from koikoi.tui import menus

        return menus.subtitle(menus.wish_of(self._host.settings), self._host.brush)

    async def _match(self, chosen: str, played: Path | None = None) -> str:
        """Sets a match up and plays it; returns what is to be said on the title screen."""
        if chosen == "continue":
            from koikoi.tui.unfinished import Choice, Said

            choice = Choice(self._host, self._text)
            found = await (choice.ask() if played is None else choice.played(played))
            if isinstance(found, Path):
                return await self._visit(found)
            if isinstance(found, Table):
                return await self._played(found)
            if not isinstance(found, Said) or not found.new:
                return "" if found is None else found.sentence
        from koikoi.tui.setuppage import asked_setup

        try:
            if chosen == "daily":
                from koikoi.tui.dailypage import asked_daily

                table = await asked_daily(self._host, self._text)
                if table is None:
                    return ""
            else:
                setup = await asked_setup(self._host)
                if setup is None:
                    return ""
                table = new_table(setup, self._text, CONTINUE)
        except (UnknownPreset, RulesFileError, RulesError) as error:
            return self._text.sentences(rules_trouble(self._text, error))
        except (UnknownAgent, RecordError, OSError) as error:
            return trouble(error, self._text)
        return await self._played(table)

    async def _played(self, table: Table) -> str:
        await self._play(table)
        said, self.farewell = self.farewell, ""
        return said

    async def _visit(self, path: Path) -> str:
        """Shows a match that is played elsewhere; returns what is to be said after it."""
        from koikoi.tui.visit import visited

        def opened(page: VisitPage | None) -> None:
            self._clear_table()
            self._page = self._visited = page

        return await visited(path, self._host, self._pace, self._result, opened)

    # A match.

    async def _play(self, table: Table, notices: tuple[str, ...] = ()) -> bool:
        """Plays a match; returns whether it came to its end."""
        looker = Looker(table)
        page = self._table_page(table, looker)
        session = looker.session = self._session(table, page)
        loop = asyncio.get_running_loop()

        def tell(said: str) -> None:
            loop.call_soon_threadsafe(page.say, said)  # the saver writes in a thread

        table.saver.tell = tell
        self._saver = table.saver
        for notice in (*notices, *table.notices):
            page.say(notice)
        shown = asyncio.ensure_future(self._host.show(page))
        self._page, self._playing = page, asyncio.ensure_future(session.run())
        ended = False
        try:
            ended = await self._playing
            if ended:
                self._recorded = table.saver.path
                told = await asyncio.to_thread(afterwards.passed_on, table, self._text)
                await self._result(session.view(page.viewer), told)
        except asyncio.CancelledError:
            if not page.result.done():
                raise  # the program ends, and not only this match
        finally:
            # First, since what follows waits, and may be cut short by the end of the program.
            self.farewell = table.saver.kept() if ended else table.saver.farewell()
            try:
                await self._rise(page, shown)
            finally:
                table.saver.close()
        return ended

    async def _rise(self, page: TablePage, shown: asyncio.Future[str | None]) -> None:
        """Ends what goes on at a table, and takes it from the screen."""
        assert self._playing is not None
        ending = [self._playing, *self._asking]
        for task in ending:
            task.cancel()
        await asyncio.wait(ending)
        self._page = self._playing = self._recorded = None
        page.close()
        await asyncio.wait([shown])

    def _clear_table(self) -> None:
        """Takes away what lies over the table: a page that is read, the question of leaving."""
        for task in self._asking:
            task.cancel()
        self._asking.clear()

    def _table_page(self, table: Table, looker: Looker) -> TablePage:
        page = TablePage(
            self._host,
            seating_of(table, self._text),
            looker.look,
            self._pace,
            lambda: self._host.motion,
            lambda name: bool(getattr(self._host.settings, name)),
            self._result,
        )
        page.on_curtain, page.on_hint = self._clear_table, table.saver.hint_shown
        page.hinter.advisers = self._host.advisers
        return page

    def _session(self, table: Table, page: TablePage) -> Session:
        """The session of a table with everybody at it."""
        names = page.seating.names
        own = Guarded(HumanPlayer(page, HUMAN, names[HUMAN]), self._host.failed)
        rival: Player = table.computer or Guarded(
            HumanPlayer(page, 1, names[1], first=False), self._host.failed
        )
        session = Session(table.state, (own, rival), recorder=table.saver, limits=table.limits)
        session.subscribe(Guard(page, self._host.failed), page.seating.viewer)
        return session

    def _pace(self) -> float:
        if self._host.motion == "none":
            return 0.0
        return _PACES[self._host.settings.pace]

    async def _result(self, seen: PlayerView, told: tuple[str, ...] = ()) -> None:
        """Shows the result of a round, or of the match; ``told`` is to be passed on."""
        from koikoi.tui import words
        from koikoi.tui.resultpage import OVER_KEYS, ResultPage

        page = self._page
        assert page is not None
        self._clear_table()  # the result is what is to be read now
        narrator = page.narrator
        sheet_page = ResultPage(
            self._host,
            lambda width: words.result_sheet(
                seen,
                [event for event in page.ended if isinstance(event, words.End)],
                narrator,
                page.side,
                page.seating.names,
                self._host.brush,
                width,
                words.After(told, self._recorded is not None),
            ),
            closable=seen.phase is Phase.MATCH_OVER,
            other=lambda key: self.do(OVER_KEYS.get(key, ""), page),
        )
        page.on_leave = sheet_page.close
        await self._host.show(sheet_page)

    def tell(self, sentence: str) -> None:
        """Says something that is no part of a match: at the table, or on the title screen."""
        if self._page is not None:
            self._page.say(sentence)
        else:
            self._unsaid = sentence

    def do(self, command: str, page: Page) -> None:
        """Does what a key asks for that is not the page's own business."""
        del page
        if command in _SWITCHES:
            from koikoi.tui import menus

            changed = menus.change_option(self._host.settings, _SWITCHES[command], 1)
            assert changed is not None  # there is such an option
            self._host.prefer(changed)
            return
        if self._visited is not None and command in ("leave", "quit"):
            self._visited.leave()
            return
        if command == "quit":
            course: Coroutine[Any, Any, None] | None = self._quit()
        else:
            course = self._commands() if command == "palette" else self._reading(command)
        if course is None:
            return
        if self._asking:
            course.close()  # one page at a time lies over the table
            return
        task = asyncio.ensure_future(course)
        self._asking.add(task)
        task.add_done_callback(self._asked)

    def _reading(self, command: str) -> Coroutine[Any, Any, None] | None:
        """The course of a page that is only read; ``None`` where the command opens none."""
        from koikoi.tui.readings import Readings

        page, path = self._page, self._recorded
        if command in ("replay", "coach"):
            if page is None or path is None:
                return None
            return afterwards.course_of(
                command, self._host, path, page.side, page.seating.names, page.say
            )
        if self._readings is None:
            self._readings = Readings(self._host, *afterwards.openers(self._host))
        return self._readings.open(command, self._page)

    def _asked(self, task: asyncio.Task[None]) -> None:
        self._asking.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            assert isinstance(error, Exception)
            self._host.failed(error)
        elif (chosen := self._chosen) is not None:
            self._chosen = None
            if self._page is not None:
                self._page.command(chosen)

    async def _commands(self) -> None:
        """Shows all that can be done now; what is chosen is done once the list is gone."""
        from koikoi.tui import words
        from koikoi.tui.sheetpage import SheetPage

        table = self._page
        if table is None:
            return
        where = table.choice.where
        page = SheetPage(self._host, lambda _: words.commands_sheet(where, self._host.brush))
        chosen = await self._host.show(page)
        if table is self._page and table.choice.where is where:
            self._chosen = chosen

    async def _quit(self) -> None:
        from koikoi.tui import words
        from koikoi.tui.sheetpage import SheetPage

        table = self._page
        # Whoever is asked when the question appears is meant by it, whatever happens below it.
        seat = None if table is None else table.may_resign
        name = None
        if table is not None and seat is not None:
            name = table.seating.names[seat] if table.seating.viewer is None else ""
        saved = self._saver is None or self._saver.saved
        dialog = SheetPage(
            self._host, lambda _: words.quit_sheet(self._host.brush, name, saved), dialog=True
        )
        answer = await self._host.show(dialog)
        if table is None or table is not self._page:
            return
        if answer == "leave":
            table.close("leave")
            if self._playing is not None:
                self._playing.cancel()
        elif answer == "resign" and seat is not None:
            table.resign(seat)


_SWITCHES: Final = {"theme": "theme", "faces": "cards"}
"""Commands that change an option at once, and which."""
