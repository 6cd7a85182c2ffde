"""A person in front of the program, who reads the screen and presses keys or clicks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from textual import events
from textual.pilot import Pilot

from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.record.reader import load as load_record
from koikoi.record.record import MatchRecord
from koikoi.store.settings import Settings
from koikoi.table.setup import Setup
from koikoi.text.catalogue import Text, load
from koikoi.tui.app import KoikoiApp
from koikoi.tui.board import Board
from koikoi.tui.frame import Frame, Zone
from koikoi.tui.game import Start
from koikoi.tui.keys import BY_NAME, Where, shown
from koikoi.tui.tablepage import TablePage
from koikoi.tui.terminal import ColourReason, Colours, GlyphReason, GlyphSet, Mode

STILL: Final = Settings(motion="none")
PATIENCE: Final = 20.0
"""Seconds after which something that was waited for will not come."""
TICK: Final = 0.001

MODE: Final = Mode(Colours.TRUECOLOR, GlyphSet.FULL, ColourReason.COLORTERM, GlyphReason.UTF8)


def setup(
    rules: Rules | str = "standard", seed: str = "spring", level: str | None = "greedy"
) -> Setup:
    """A match against a computer player that thinks fast; ``None`` for two people."""
    return Setup(preset(rules) if isinstance(rules, str) else rules, level, seed)


class Prompt(Pilot[Any]):
    """Waits until everything has been handled, and not also until the processor rests.

    The library's own waits for at least a fiftieth of a second after each half of a click, and for
    a whole one where anything keeps looking whether something has come.
    """

    async def pause(self, delay: float | None = None) -> None:
        """Waits until the program has handled what it was sent."""
        del delay
        await self._wait_for_screen()
        self.app.screen._on_timer_update()

    async def rest(self) -> None:
        """Waits until the processor rests as well: what comes late has come."""
        await super().pause()


class Person:
    """Reads the screen, presses and clicks.

    Attributes:
        app: The program.
        pilot: What presses and clicks for the person.
    """

    def __init__(self, app: KoikoiApp, pilot: Prompt, home: Path) -> None:
        self.app = app
        self.pilot = pilot
        self._home = home

    # What is seen.

    @property
    def frame(self) -> Frame:
        """The picture on the screen: what the board shows."""
        frame = self._frame
        assert frame is not None
        return frame

    @property
    def _frame(self) -> Frame | None:
        return self.app.screen.query_one(Board).frame

    @property
    def rows(self) -> list[str]:
        """The rows of the screen."""
        return self.frame.text()

    def sees(self, *words: str) -> bool:
        """Whether all these words stand somewhere on the screen."""
        said = "\n".join(self.rows)
        return all(word in said for word in words)

    @property
    def footer(self) -> str:
        """The keys that work now."""
        return self.rows[-1].strip() if self.rows else ""

    @property
    def where(self) -> Where | None:
        """What the table waits for, told by the first keys of its footer; ``None`` elsewhere."""
        begins = {
            ("letter", "move", "confirm", "back"): Where.PICKED,
            ("letter", "move", "confirm", "inspect"): Where.DRAWN,
            ("stop", "call"): Where.DECIDE,
            ("skip", "yaku"): Where.WATCH,
            ("yaku", "log"): Where.WATCH,
            ("go_on", "inspect"): Where.TOLD,
            ("go_on", "yaku"): Where.CURTAIN,
            ("skip", "leave"): Where.VISIT,
            ("leave", "yaku"): Where.VISIT,
        }
        brush = self.app.brush

        def told(name: str, cards: int = 8) -> str:
            command = BY_NAME[name]
            keys = shown(command, brush.glyphs, brush.text, cards)
            return brush.glyphs.words(f"{keys} {brush.t(command.word)}")

        footer = self.footer
        if any(footer.startswith(told("card", cards)) for cards in range(1, 9)):
            return Where.PLAY
        for names, where in begins.items():
            if footer.startswith("  ".join(map(told, names))):
                return where
        return None

    def zones(self, kind: type) -> list[Any]:
        """What can be clicked of a kind."""
        return [zone for zone in self.frame.zones if isinstance(zone.target, kind)]

    # What is done.

    async def press(self, *keys: str) -> None:
        """Presses keys one after the other, each once the screen shows what the last one did."""
        for key in keys:
            await self.type(key)
            await self.settled()

    async def answer(self, *keys: str) -> None:
        """Presses keys, and waits until the last one has changed the screen."""
        await self.press(*keys[:-1])
        before = self.frame
        await self.press(keys[-1])
        await self.changed(before)

    async def type(self, *keys: str) -> None:
        """Presses keys without looking at the screen between them."""
        for key in keys:
            self.app.post_message(events.Key(key, None))
        await self._taken()

    async def _taken(self) -> None:
        """Waits until the program has taken every key: it goes from app to screen and back."""
        done = asyncio.Event()
        app, screen = self.app, self.app.screen
        app.call_later(screen.call_later, app.call_later, done.set)
        async with asyncio.timeout(PATIENCE):
            await done.wait()

    async def settled(self) -> None:
        """Waits until the screen shows what there is to see, and answers are taken."""
        done = asyncio.Event()
        self.app.call_after_refresh(done.set)
        async with asyncio.timeout(PATIENCE):
            await done.wait()

    async def click(self, zone: Zone) -> None:
        """Clicks into the middle of something."""
        area = zone.area
        at = (area.x + area.width // 2, area.y + area.height // 2)
        assert self.frame.at(*at) == zone.target
        await self.pilot.click(offset=at)

    async def click_on(self, target: object) -> None:
        """Clicks on what means this."""
        found = [zone for zone in self.frame.zones if zone.target == target]
        assert found, f"nothing on the screen means {target}"
        await self.click(found[-1])

    async def changed(self, before: Frame) -> None:
        """Waits until the screen shows something else than before."""
        await self.until(lambda: self.frame is not before)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until something is so, and answers to what is seen then are taken."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    if condition():
                        seen = self.frame
                        await self.settled()
                        if self.frame is seen:
                            return
                    else:
                        await asyncio.sleep(TICK)
        except TimeoutError as error:
            raise AssertionError("it never came:\n" + "\n".join(self.rows)) from error

    async def sat_down(self) -> None:
        """Waits until the program shows something, or has ended without that."""
        async with asyncio.timeout(PATIENCE):
            while self._frame is None:
                course = self.app._course
                if self.app.crash is not None or (course is not None and course.done()):
                    return
                await asyncio.sleep(TICK)
            await self.settled()

    async def left(self) -> None:
        """Waits until the program has come to its end."""
        course = self.app._course
        assert course is not None
        await asyncio.wait_for(asyncio.wait([course]), PATIENCE)

    async def ended(self) -> None:
        """Waits until the program has ended."""
        async with asyncio.timeout(PATIENCE):
            while self.app.return_code is None:  # noqa: ASYNC110
                await asyncio.sleep(TICK)

    async def until_seen(self, *words: str) -> None:
        """Waits until these words stand on the screen."""
        await self.until(lambda: self.sees(*words))

    async def until_asked(self) -> None:
        """Waits until something is to be answered."""
        closed = (Where.WATCH, Where.OVER, None)
        await self.until(lambda: self.where not in closed or self.at_page)

    @property
    def at_page(self) -> bool:
        """Whether a page of words fills the screen."""
        return self.where is None and not self.rows[0].startswith((" KOI-KOI", " Round"))

    @property
    def at_title(self) -> bool:
        """Whether the title screen is there."""
        return self.sees("New game", "Learn", "Quit") and not self.rows[0].strip()

    # What is on the disk.

    @property
    def records(self) -> list[Path]:
        """The saved matches."""
        return sorted((self._home / "matches").glob("*.koikoi.jsonl"))

    @property
    def record(self) -> MatchRecord:
        """The only saved match."""
        (path,) = self.records
        return load_record(path)

    @property
    def plies(self) -> int:
        """How many actions are saved."""
        return self.record.plies


def table_of(person: Person) -> TablePage:
    """The table that the person sits at; nothing but pages lies over it."""
    page = person.app._pages[0]
    assert isinstance(page, TablePage)
    return page


@asynccontextmanager
async def sitting(
    home: Path,
    start: Start | Setup | None = None,
    *,
    settings: Settings = STILL,
    size: tuple[int, int] = (80, 24),
    text: Text | None = None,
    mode: Mode = MODE,
    keep: Callable[[Settings], object] = lambda _: None,
) -> AsyncIterator[Person]:
    """A person at the program; it must not have broken when they leave."""
    begin = Start(setup=start) if isinstance(start, Setup) else start or Start()
    app = KoikoiApp(begin, mode, settings, text or load(), keep=keep)
    async with app.run_test(size=size):
        person = Person(app, Prompt(app), home)
        await person.pilot.pause()
        await person.settled()
        await person.sat_down()
        yield person
    assert app.crash is None
