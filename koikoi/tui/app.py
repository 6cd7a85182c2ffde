"""The Textual program: one board, a stack of pages, and an end that leaves the terminal as it was.

All pages are painted onto the one board, which sends only the cells that differ: opening a dialog
costs its box, not a screen.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, Final

from textual import _time, events
from textual.app import App, ComposeResult
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen

from koikoi.store.settings import Motion, Settings
from koikoi.table.advisers import Advisers, LocalAdvisers
from koikoi.table.saver import reason
from koikoi.text.catalogue import LiveText, Text
from koikoi.text.languages import chosen
from koikoi.text.problems import shown
from koikoi.tui.board import Board, Colourless
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.crash import note_crash
from koikoi.tui.frame import Frame
from koikoi.tui.game import Game, Start
from koikoi.tui.glyphs import SETS
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH
from koikoi.tui.page import Page
from koikoi.tui.paint import too_small
from koikoi.tui.signals import obey_signals
from koikoi.tui.stream import Forgetful
from koikoi.tui.terminal import Colours, GlyphSet, Mode
from koikoi.tui.theme import theme_for

_WIDEST: Final = 300
_AT_ONCE: Final = 1024
"""So many characters reach a terminal in one piece, and need no sign that they belong together."""
_RESIZED: Final = 0.05
"""Seconds after which a change of size must have led to a picture."""


class TableScreen(Screen[None], inherit_bindings=False):
    """The only screen; keys go to the page on top."""

    def compose(self) -> ComposeResult:
        """Puts the board on the screen."""
        app = self.app
        assert isinstance(app, KoikoiApp)
        yield Board(app.send)


class KoikoiApp(App[None], inherit_bindings=False):
    """The game on a terminal.

    Args:
        start: What it begins with.
        mode: What the terminal can show.
        settings: What the player prefers.
        text: The language at first; one that is live may be held by others, who then speak what
            is chosen here.
        keep: Saves other settings; may raise ``OSError``.
        forced: What the command line says about signs and colours, which settings do not change.
        driver: The driver's class; ``None`` for the library's.
        shown: Called once the first frame has been sent.

    Attributes:
        advisers: Who thinks for the player.
        local: Whether it runs on the player's own machine, and is the only one of its process:
            then signals and the variables of the environment are the player's.
        crash: What broke, ``None`` if nothing did.
    """

    CSS = "Screen { layers: base; }"
    ENABLE_COMMAND_PALETTE = False
    local = True

    def __init__(
        self,
        start: Start,
        mode: Mode,
        settings: Settings,
        text: Text,
        *,
        keep: Callable[[Settings], object] = lambda _: None,
        forced: tuple[bool, bool] = (False, False),
        driver: Any = None,
        shown: Callable[[], None] = lambda: None,
    ) -> None:
        self._start = start
        self._mode = mode
        self._forced_signs, self._forced_colours = forced
        self.settings = settings
        self._text = text if isinstance(text, LiveText) else LiveText(text)
        self.advisers: Advisers = LocalAdvisers()
        self._keep = keep
        self._shown = shown
        self._pages: list[Page] = []
        self._told: set[str] = set()
        self._course: asyncio.Task[None] | None = None
        self.crash: Exception | None = None
        self._brush = self._made_brush()
        super().__init__(driver_class=driver, ansi_color=self._plain_colours())
        self.game = Game(self, self._text)

    # What the terminal shows.

    @property
    def brush(self) -> Brush:
        """Inks, signs, faces and language as they are now."""
        return self._brush

    @property
    def motion(self) -> Motion:
        """How much moves; never ``auto``. The variable TEXTUAL_ANIMATIONS says what is the most."""
        asked = os.environ.get("TEXTUAL_ANIMATIONS", "").lower() if self.local else ""
        wanted = self.settings.motion
        if wanted == "auto":
            wanted = "calm" if self._mode.remote else "full"
        if asked == "none":
            return "none"
        return "calm" if asked == "basic" and wanted == "full" else wanted

    def _colours(self) -> Colours:
        if self._forced_colours or self.settings.colours == "auto":
            return self._mode.colours
        return Colours(self.settings.colours)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What everything passes that Textual paints."""
        # None of the library's own: what it is given has the colours of the terminal already.
        return [Colourless()] if self._colours() is Colours.NONE else []

    def _plain_colours(self) -> bool:
        """Whether the terminal's own colours are the ground, and must not be converted."""
        return self._colours() in (Colours.BASIC, Colours.NONE)

    def _signs(self) -> GlyphSet:
        if self._forced_signs or self.settings.glyphs == "auto":
            return self._mode.glyphs
        return GlyphSet(self.settings.glyphs)

    def _made_brush(self) -> Brush:
        words = SETS[self._signs()].words
        self._text.speak(chosen(self.settings.language, self._text.usual, words))
        theme = theme_for(self._colours(), dark=self.settings.theme == "dark")
        return make_brush(
            theme,
            self._signs(),
            self._text,
            pictures=self.settings.cards == "auto",
            blocks=self.settings.blocks,
            kanji=self.settings.kanji,
        )

    def prefer(self, settings: Settings) -> None:
        """Takes other settings, at once and for good."""
        self.settings, before = settings, self._text.lang
        self._brush = self._made_brush()
        if self._text.lang != before:
            for page in self._pages:
                page.respoken()
        self.ansi_color = self._plain_colours()
        if self._pages:
            self.repaint(self._pages[-1])
        try:
            aside = self._keep(settings)
        except OSError as error:
            # The settings hold for this time; nothing of a match is lost with them.
            said = self._text.t("The options cannot be saved: {reason}.", reason=reason(error))
        else:
            if not isinstance(aside, Path):
                return
            path = shown(aside, _WIDEST)
            said = self._text.t("The options that could not be read are kept in {path}.", path=path)
        if said not in self._told:
            self._told.add(said)
            self.game.tell(said)

    # Pages.

    def get_default_screen(self) -> Screen[None]:
        """The one screen."""
        return TableScreen(id="_default")

    async def show(self, page: Page) -> str | None:
        """Shows a page over all others until it ends."""
        self._pages.append(page)
        self.repaint(page)
        self.opens(page)
        try:
            return await page.result
        finally:
            self._pages.remove(page)
            if self._pages:
                self.repaint(self._pages[-1])

    def repaint(self, page: Page) -> None:
        """Shows the screen anew, because a page has changed."""
        if page not in self._pages or not self.is_running or not self.screen_stack:
            return
        frame = self.picture()
        board = self._board()
        if frame is not None and board is not None:
            board.show(frame, self._colours())

    def send(self, data: str) -> None:
        """Writes to the terminal, as one update where the terminal knows such."""
        if self._driver is None or self.is_headless:
            return
        if len(data) <= _AT_ONCE:
            self._driver.write(data)
        else:
            self._begin_update()
            self._driver.write(data)
            self._end_update()
        self._driver.flush()

    def picture(self, width: int = 0, height: int = 0) -> Frame | None:
        """What is to be seen now: the page on top, with what it lies over.

        Args:
            width: Columns; 0 for those of the terminal.
            height: Rows, likewise.
        """
        if not width or not height:
            width, height = self.size
        if not self._pages or not width or not height:
            return None
        if width < MIN_WIDTH or height < MIN_HEIGHT:
            return too_small(width, height, self._brush)
        first = max(i for i, page in enumerate(self._pages) if not page.dialog or not i)
        frame: Frame | None = None
        for page in self._pages[first:]:
            frame = page.frame(width, height, frame)
        return frame

    def _board(self) -> Board | None:
        boards = self.screen.query(Board)
        return boards.first() if boards else None

    def opens(self, page: Page) -> None:
        """Lets a page take answers once what it shows now has been sent."""
        page.open_since = inf

        def opened() -> None:
            page.open_since = _time.get_time()

        self.call_after_refresh(opened)

    def do(self, command: str, page: Page) -> None:
        """Does what is not a page's own business."""
        self.game.do(command, page)

    # Events.

    def on_mount(self) -> None:
        """Begins."""
        if self.local and not self.is_headless:
            obey_signals(self.end_by_signal)
        self._course = asyncio.create_task(self._run_course())
        self.call_after_refresh(self._shown)

    async def _run_course(self) -> None:
        try:
            await self.game.run(self._start)
        except asyncio.CancelledError:
            return
        except Exception as error:
            self.failed(error)
        else:
            self.exit()

    def on_resize(self, event: events.Resize) -> None:
        """Paints for the new size."""
        width, height = event.size
        board, frame = self._board(), self.picture(width, height)
        if board is not None and frame is not None:
            # The library is about to paint; it must not paint the old size first.
            board.take(frame, self._colours())
        # The board learns of its size after the screen has been laid out.
        self.call_after_refresh(self._resized)
        if (driver := self._forgetful()) is not None:
            driver.forget()
            # A size that came and went within one of the library's ticks paints nothing.
            self.set_timer(_RESIZED, self._paint_missing)

    def _forgetful(self) -> Forgetful | None:
        driver: Any = self._driver
        return driver if isinstance(driver, Forgetful) else None

    def _paint_missing(self) -> None:
        """Paints the whole screen where nothing else has since its size changed."""
        board, driver = self._board(), self._forgetful()
        if board is None or driver is None:
            return
        if (size := Size(*driver.size_now())) != self.size:
            # A signal in the middle of another's handler: the older size came last.
            self.post_message(events.Resize(size, size))
            return
        self._resized()
        if not driver.painted:
            board.paint_anew()

    def redraw(self) -> None:
        """Paints the whole screen anew, whatever has become of it."""
        board, driver = self._board(), self._forgetful()
        if driver is not None:
            driver.forget()
        if board is not None:
            board.paint_anew()

    def _resized(self) -> None:
        if self._pages:
            self.repaint(self._pages[-1])

    def on_key(self, event: events.Key) -> None:
        """Gives a key to the page on top; none that is typed at a notice of size does anything."""
        event.stop()
        event.prevent_default()
        width, height = self.size
        if event.key == "ctrl+l":
            self.redraw()
        elif not self._pages:
            return  # one page has gone, and the next is still being read
        elif width >= MIN_WIDTH and height >= MIN_HEIGHT:
            self._pages[-1].press(event.key, event.time)
        elif event.key in ("q", "ctrl+c", "ctrl+q") and not any(one.unsaved for one in self._pages):
            self.exit()

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """Gives a click to the page on top."""
        event.stop()
        if self._pages:
            self._pages[-1].click(event.target, event.pressed_at)

    def on_board_turned(self, event: Board.Turned) -> None:
        """Gives a turn of the wheel to the page on top."""
        event.stop()
        if self._pages:
            self._pages[-1].turn(event.by, event.turned_at)

    async def action_quit(self) -> None:
        """What the library binds to Ctrl+Q: asks, like q."""
        self._press("ctrl+q")

    def action_help_quit(self) -> None:
        """What the library binds to Ctrl+C: asks, like q."""
        self._press("ctrl+c")

    def _press(self, key: str) -> None:
        if self._pages:
            self._pages[-1].press(key, _time.get_time())

    # Ends.

    def end_by_signal(self, number: int) -> None:
        """Ends the program as a signal asks; it ends by force where this takes too long."""
        self.exit(return_code=128 + number)

    async def _shutdown(self) -> None:
        """Ends the course of the game before the terminal is given back."""
        if self._course is not None:
            self._course.cancel()
            await asyncio.wait([self._course], timeout=1)
        await super()._shutdown()

    def failed(self, error: Exception) -> None:
        """Ends the program because something in it is broken."""
        self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """Notes what broke, without what it held, and gives the terminal back.

        The library would print a traceback with all local variables, hidden cards among them.
        """
        self._return_code = 1
        if self.crash is None:
            self.crash = error
            note_crash(error)
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()
