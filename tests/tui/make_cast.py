"""Writes the recorded session that the README shows, an asciinema cast of version 2.

``python -m tests.tui.make_cast assets/koikoi.cast`` plays a round at the real table, from the title
screen to the round's result, on a terminal of 80 by 24. No clock has a part in it: the script says
how long somebody looks before a key, and the table how long it shows what; neither is waited for.
The same program so writes the same file each time.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

import koikoi
import koikoi.table.setup
import koikoi.tui.waiting
from koikoi.ai import load as load_agent
from koikoi.engine.actions import Play
from koikoi.engine.cards import cards_of
from koikoi.store.settings import Settings
from koikoi.text.catalogue import load
from koikoi.tui.app import KoikoiApp
from koikoi.tui.frame import Canvas, Frame, Ink
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.page import Page
from koikoi.tui.terminal import Colours
from koikoi.tui.waiting import Held
from koikoi.tui.wire import update
from tests.tui.person import MODE, Person, Prompt, table_of

SIZE: Final = (80, 24)
SEED: Final = bytes(15) + b"\x19"
"""Chance of the match: one of those in which a call of koi-koi pays."""

LOOKS: Final = 2.5
"""Seconds for which somebody looks at what is new, before a key."""
CHOOSES: Final = 1.2
"""Seconds for which somebody looks at what a chosen card would do."""
READS: Final = 5.0
"""Seconds for a question or a page."""

_BEFORE: Final = "\x1b[?25l\x1b[2J\x1b[H"
_AFTER: Final = "\x1b[0m\x1b[2J\x1b[H\x1b[?25h"
_NEVER: Final = 1e9


class Film:
    """Pictures, and when each is shown on a clock that only goes where it is told to.

    Attributes:
        now: Seconds since the beginning.
        pictures: What was shown last at each time.
        over: Whether what is shown from now on is no part of it.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.over = False
        self.pictures: dict[float, Frame] = {}

    def see(self, frame: Frame) -> None:
        """Keeps what is shown now."""
        if not self.over:
            self.pictures[self.now] = frame

    def wait(self, seconds: float) -> None:
        """Lets the clock go on."""
        self.now = round(self.now + seconds, 3)

    def lines(self) -> Iterator[str]:
        """The lines of the cast."""
        width, height = SIZE
        yield _document(
            {
                "version": 2,
                "width": width,
                "height": height,
                "title": f"Koi-Koi {koikoi.__version__}",
                "env": {"TERM": "xterm-256color"},
            }
        )
        shown = Canvas(width, height, Ink()).frame()
        sent = _BEFORE
        for at, frame in sorted(self.pictures.items()):
            sent += update(shown, frame, Colours.TRUECOLOR)
            if sent:
                yield _document([at, "o", sent])
            shown, sent = frame, ""
        yield _document([self.now, "o", _AFTER])


def _document(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@asynccontextmanager
async def filmed(film: Film, home: Path) -> AsyncIterator[Person]:
    """A person at the program, with a film of what it shows."""

    class Filmed(KoikoiApp):
        def repaint(self, page: Page) -> None:
            super().repaint(page)
            frame = self.picture()
            if frame is not None:
                film.see(frame)

    async def hold(held: Held, seconds: float, *, moves: bool = False) -> None:
        held.on = True
        held._show()
        held.on = False
        film.wait(seconds if moves else seconds * held._pace())
        await asyncio.sleep(0)

    with ExitStack() as changed:
        for change in (
            patch.dict(os.environ, {"KOIKOI_HOME": str(home)}),
            patch.object(koikoi.table.setup, "urandom", lambda _: SEED),
            patch.object(koikoi.tui.waiting, "NOTICEABLE", _NEVER),
            patch.object(Held, "hold", hold),
        ):
            changed.enter_context(change)
        os.environ.pop("TEXTUAL_ANIMATIONS", None)
        app = Filmed(Start(), MODE, Settings(motion="full"), load())
        async with app.run_test(size=SIZE):
            person = Person(app, Prompt(app), home)
            await person.pilot.pause()
            await person.settled()
            yield person
        assert app.crash is None


class Script:
    """What a person does, and how long they look before they do it.

    Args:
        person: The person.
        film: The film.
    """

    def __init__(self, person: Person, film: Film) -> None:
        self._person = person
        self._film = film
        self._agent = load_agent("greedy")
        self.calls = 0

    async def key(self, key: str, after: float) -> None:
        """Looks for a while, and presses a key that changes what is shown."""
        self._film.wait(after)
        await self._person.answer(key)

    async def play(self) -> None:
        """The whole session."""
        person = self._person
        assert person.at_title
        await self.key("enter", READS)
        await self.key("enter", LOOKS)
        await person.until_asked()
        while (where := person.where) is not None:
            await self._answer(where)
            await person.until_asked()
        assert person.sees("End of the round")
        self._film.wait(2 * READS)
        self._film.over = True

    async def _answer(self, where: Where) -> None:
        """Answers what the table asks."""
        table = table_of(self._person)
        if where is Where.DECIDE:
            # Looks at the other choice, too.
            await self.key("right", LOOKS)
            await self.key("left", LOOKS)
            await self.key("s" if self.calls else "k", READS)
            self.calls += 1
            return
        if where is not Where.PLAY:  # the first card that can be taken
            await self.key("enter", LOOKS)
            return
        action = self._agent.choose(table.seen, table._legal)
        assert isinstance(action, Play)
        place = cards_of(table.seen.hand).index(action.card)
        await self.key(str(place + 1), LOOKS)
        await self.key("enter", CHOOSES)


async def _recorded(film: Film, home: Path) -> None:
    async with filmed(film, home) as person:
        script = Script(person, film)
        await script.play()
        assert script.calls == 2, (
            "this chance brings no call of koi-koi any more: take another SEED"
        )


def cast() -> str:
    """The session as the text of a cast."""
    film = Film()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_recorded(film, Path(folder)))
    return "".join(f"{line}\n" for line in film.lines())


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(cast(), encoding="utf-8")
