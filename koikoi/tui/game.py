"""The course of the program: title screen, matches, and what lies over them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from koikoi.ai.levels import UnknownAgent
from koikoi.engine.presets import RulesFileError, UnknownPreset
from koikoi.engine.rules import RulesError
from koikoi.match.player import Player
from koikoi.match.session import Session
from koikoi.record.errors import RecordError
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
from koikoi.tui.tableside import Tableside

if TYPE_CHECKING:
    from pathlib import Path

    from koikoi.tui.readings import Host
    from koikoi.tui.visit import VisitPage

# What the first frame can do without, a match without the title screen for one, is imported where
# it is needed.


class Start(NamedTuple):
    """What the program begins with; with none of it it begins with the title screen.

    Attributes:
        setup: A match to begin at once.
        table: A match that is set up, to be played at once.
        notices: What is to be said first.
        played: The record of a match that was to go on, and is being played elsewhere.
        watched: The record of a match to be watched.
        course: What is shown instead, and then the program ends.
        learnt: What is to be learnt at once; empty for the list of all. ``None`` for nothing.
        newcomer: Whether nobody has played a match here yet.
    """

    setup: Setup | None = None
    table: Table | None = None
    notices: tuple[str, ...] = ()
    played: Path | None = None
    watched: Path | None = None
    course: Callable[[Host], Awaitable[object]] | None = None
    learnt: str | None = None
    newcomer: bool = False


class Game:
    """Leads from page to page.

    Args:
        host: Who shows them.
        text: The language.

    Attributes:
        side: What lies over the table, and is read without one.
    """

    def __init__(self, host: Host, text: Text) -> None:
        self._host = host
        self._text = text
        self._playing: asyncio.Task[bool] | None = None
        self.side = Tableside(host)
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
        if start.learnt is not None and not await self._learn(start.learnt):
            return
        notices = () if table is not None else start.notices
        if start.played is not None:
            notices = (*notices, await self._match("continue", start.played))
        await self._lobby(notices, newcomer=start.newcomer)

    async def _lobby(self, notices: tuple[str, ...], *, newcomer: bool = False) -> None:
        from koikoi.tui.titlepage import TitlePage

        message, chosen = self._text.sentences((*notices, self.farewell)).strip(), "new"
        self.farewell = ""
        if newcomer and not message:
            message = self._welcome()
            chosen = "learn" if message else chosen
        while True:
            page = TitlePage(self._host, self._subtitle, message, chosen)
            chosen = await self._host.show(page) or "quit"
            message = ""
            if chosen == "quit":
                return
            if newcomer and not self._host.settings.welcomed:
                self._host.prefer(replace(self._host.settings, welcomed=True))
            if chosen == "learn":
                await self._learn("")
                message, self.farewell = self.farewell, ""
            elif chosen in ("history", "options"):
                course = self.side.reading(chosen)
                assert course is not None  # they are there without a table
                await course
                message = self.side.untold()
            else:
                message = await self._match(chosen)

    def _welcome(self) -> str:
        """What is said to somebody who has never played; empty once they know where to begin."""
        settings = self._host.settings
        if settings.first_round:
            from koikoi.lesson.script import OVER

            if settings.first_round != OVER:
                return self._text.t("Your first round goes on under Learn, where you left it.")
        if settings.welcomed:
            return ""
        return self._text.t(
            "New to flower cards? Learn plays your first round with you, in five minutes."
        )

    async def _learn(self, wanted: str) -> bool:
        """Teaches; returns whether a match was played after it."""
        from koikoi.tui.learnsheets import learn

        setup = await learn(self._host, self.side, wanted)
        if setup is None:
            return False
        await self._play(new_table(setup, self._text, CONTINUE))
        return True

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
                setup = await asked_setup(self._host, own=True)
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
            if page is None:
                self.side.forget()
            else:
                self.side.visit(page, page.leave)

        return await visited(path, self._host, self.side.pace, self.side.result, opened)

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
        for notice in (*notices, *table.notices):
            page.say(notice)
        # Before the match goes on: from Python 3.12 on the library's tasks begin at once.
        self.side.sit(page, self._stop_playing, lambda: table.saver.saved)
        shown = asyncio.ensure_future(self._host.show(page))
        self._playing = asyncio.ensure_future(session.run())
        ended = False
        try:
            ended = await self._playing
            if ended:
                self.side.recorded = table.saver.path
                told = await asyncio.to_thread(afterwards.passed_on, table, self._text)
                await self.side.result(session.view(page.viewer), told)
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

    def _stop_playing(self) -> None:
        """Leaves the match that is being played."""
        if self._playing is not None:
            self._playing.cancel()

    async def _rise(self, page: TablePage, shown: asyncio.Future[str | None]) -> None:
        """Ends what goes on at a table, and takes it from the screen."""
        assert self._playing is not None
        self._playing.cancel()
        try:
            await asyncio.wait([self._playing])
            await self.side.rise()
        finally:  # also where the end of the program cuts this short
            self._playing = None
            page.close()
            await asyncio.wait([shown])

    def _table_page(self, table: Table, looker: Looker) -> TablePage:
        side = self.side
        page = TablePage(
            self._host,
            seating_of(table, self._text),
            looker.look,
            side.pace,
            lambda: self._host.motion,
            side.prefers,
            side.result,
        )
        page.seated = lambda: seating_of(table, self._text)
        page.on_curtain, page.on_hint = side.clear, table.saver.hint_shown
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

    def tell(self, sentence: str) -> None:
        """Says something that is no part of a match: at the table, or on the title screen."""
        self.side.tell(sentence)

    def do(self, command: str, page: Page) -> None:
        """Does what a key asks for that is not the page's own business."""
        del page
        self.side.do(command)
