"""The course of a lesson at the table: who sits there, what comes next, and how it is left.

The match of a lesson is no match: nothing of it is recorded, so that nothing counts it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from enum import StrEnum, auto
from typing import TYPE_CHECKING, Any

from koikoi.engine.actions import Action, Resign
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, view
from koikoi.lesson.first import RESULT, RIVAL, first_round
from koikoi.lesson.script import OVER, Ask, Moves, Say, Script
from koikoi.match.player import Answer, LeaveTable
from koikoi.match.session import Session
from koikoi.table.setup import HUMAN
from koikoi.tui import learnwords
from koikoi.tui.guard import Guard, Guarded
from koikoi.tui.lessonpage import LessonPage
from koikoi.tui.seating import learner_against
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host
    from koikoi.tui.tableside import Tableside


class Left(StrEnum):
    """How a lesson ended."""

    DONE = auto()
    AWAY = auto()
    """It was left, and goes on some other time."""
    AGAIN = auto()
    """It is to begin again."""


def parted(
    host: Host, side: Tableside, page: LessonPage, left: Callable[[Left], object]
) -> Callable[[], Coroutine[Any, Any, None]]:
    """What asks whether to leave a lesson."""

    async def ask() -> None:
        sheet = learnwords.parting_sheet(host.brush)
        answer = await host.show(SheetPage(host, lambda _: sheet, dialog=True))
        if side.page is page and answer in (Left.AWAY, Left.AGAIN):
            left(Left(answer))
            page.close("leave")
            side.leave()

    return ask


async def seat_learner(
    host: Host,
    side: Tableside,
    page: LessonPage,
    course: Coroutine[Any, Any, object],
    left: Callable[[Left], object],
) -> None:
    """Shows the table of a lesson until its course is over, or it is left.

    Args:
        host: Who shows it.
        side: What lies over the table.
        page: The table.
        course: What happens at it.
        left: Told how it is left, where that is before its end.
    """
    shown = asyncio.ensure_future(host.show(page))
    playing = asyncio.ensure_future(course)
    side.sit(page, playing.cancel, lambda: True)
    side.parting = parted(host, side, page, left)
    try:
        await playing
    except asyncio.CancelledError:
        if not page.result.done():
            raise  # the program ends, and not only this lesson
    finally:
        playing.cancel()
        try:
            await asyncio.wait([playing])
            await side.rise()
        finally:
            page.close()
            await asyncio.wait([shown])


class FirstRound:
    """The lesson of the first round.

    Args:
        host: Who shows it.
        side: What lies over the table.
    """

    def __init__(self, host: Host, side: Tableside) -> None:
        self._host = host
        self._side = side
        self._script: Script = first_round()
        self._left = Left.AWAY
        self._at = 0

    async def run(self) -> Left:
        """Teaches until it is done or left."""
        self._at = self._script.place(self._host.settings.first_round)
        if self._at and not await self._asked_where():
            return Left.AWAY
        while await self._sit() is Left.AGAIN:
            self._reach(0)
        return self._left

    async def _asked_where(self) -> bool:
        """Asks whether to go on or to begin again; returns whether either."""
        brush = self._host.brush
        place = self._number(), len(self._script.steps)
        page = SheetPage(self._host, lambda width: learnwords.resume_sheet(place, brush, width))
        chosen = await self._host.show(page)
        if chosen == "again":
            self._reach(0)
        return chosen is not None

    async def _sit(self) -> Left:
        """Sits down at the table until the lesson is done or left."""
        host, side = self._host, self._side
        state = self._script.before(self._at)
        looks: list[Callable[[], PlayerView]] = [lambda: view(state, HUMAN)]
        page = LessonPage(
            host,
            lambda: learner_against(RIVAL, host.brush.text),
            lambda _: looks[-1](),
            side.pace,
            side.prefers,
            self._result,
        )
        page.place = self._place
        session = Session(state, (Guarded(_Learner(self, page), host.failed), _Rival(self, page)))
        looks.append(lambda: session.view(HUMAN))
        session.subscribe(Guard(page, host.failed), HUMAN)
        self._left = Left.AWAY
        await seat_learner(host, side, page, session.run(), self._leave)
        return self._left

    def _leave(self, how: Left) -> None:
        self._left = how

    async def _result(self, seen: PlayerView) -> None:
        text = self._host.brush.text
        told = text.sentences(map(text.t, RESULT))
        await self._side.result(seen, (told,), last=True)
        self._left = Left.DONE
        self._keep(OVER)

    # The course of the steps.

    async def answer(self, page: LessonPage, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """What the player does, once they have read what comes before it."""
        if seen.phase is Phase.CHOOSE_PLAYED:
            return await page.ask(HUMAN, seen, legal)  # it was chosen with the card
        await self._say(page)
        step = self._script.entries[self._at]
        assert isinstance(step, Ask)  # tests play the whole script
        answer = await page.ask_for(step, HUMAN, seen, legal)
        self._reach(self._at + 1)
        return answer

    async def move(self, page: LessonPage) -> Answer:
        """What the other player does, once the player has read what comes before it."""
        await self._say(page)
        move = self._script.entries[self._at]
        assert isinstance(move, Moves)  # tests play the whole script
        self._at += 1
        return Answer(move.action)

    async def _say(self, page: LessonPage) -> None:
        while isinstance(step := self._script.entries[self._at], Say):
            await page.tell(step)
            self._reach(self._at + 1)

    def _reach(self, place: int) -> None:
        """Is at an entry, and remembers it for the next time."""
        self._at = place
        ahead = (one for one in self._script.entries[place:] if not isinstance(one, Moves))
        step = next(ahead, None)
        if step is not None:
            self._keep(step.name if place else "")

    def _keep(self, name: str) -> None:
        self._host.prefer(replace(self._host.settings, first_round=name))

    def _number(self) -> int:
        """The number of the step, from 1."""
        before = self._script.entries[: self._at]
        return sum(not isinstance(one, Moves) for one in before) + 1

    def _place(self) -> str:
        count = len(self._script.steps)
        number = min(self._number(), count)
        return self._host.brush.t(learnwords.PLACE, number=number, count=count)


class _Learner:
    """The player of a lesson."""

    def __init__(self, lesson: FirstRound, page: LessonPage) -> None:
        self._lesson = lesson
        self._page = page

    @property
    def name(self) -> str:
        """What they are called."""
        return self._page.seating.names[HUMAN]

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks them for what the lesson asks for."""
        return await self._lesson.answer(self._page, seen, legal)

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Shows the result; the lesson's match has one round.

        Raises:
            LeaveTable: It has been read.
        """
        await self._page.acknowledge(seen)
        raise LeaveTable


class _Rival:
    """The other player of a lesson, who does what stands in it."""

    def __init__(self, lesson: FirstRound, page: LessonPage) -> None:
        self._lesson = lesson
        self._page = page

    @property
    def name(self) -> str:
        """What they are called."""
        return self._page.seating.names[1 - HUMAN]

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Does the next thing that stands in the lesson."""
        del seen, legal
        return await self._lesson.move(self._page)

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Is ready at once."""
        del seen
        return None
