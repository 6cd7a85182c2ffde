"""The coach on the screen: thinks beside the event loop, and can be left at any moment."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING

from koikoi.engine.actions import Seat, other
from koikoi.record.errors import RecordError
from koikoi.record.record import MatchRecord
from koikoi.review.lessons import Lesson
from koikoi.review.verdict import Verdict
from koikoi.table.advisers import Busy, NoNetwork
from koikoi.table.trouble import record_trouble
from koikoi.text.catalogue import Text
from koikoi.tui import coachwords
from koikoi.tui.seating import named
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

_log = logging.getLogger(__name__)


class CoachPage(SheetPage):
    """The page of the coach, from its first thought to the totals.

    Args:
        host: Who shows it.
        seat: Whose mistakes are told first.
        labels: What the seats are called.
    """

    def __init__(self, host: Host, seat: Seat, labels: tuple[str, str]) -> None:
        super().__init__(host, self._built, other=self._key)
        self._host = host
        self._seat = seat
        self._labels = labels
        self._progress = (0, 0)
        self._before = 0
        self._trouble = ""
        self.verdict: Verdict | None = None

    @property
    def lesson(self) -> Lesson | None:
        """The chosen decision."""
        if self.verdict is None or not self.chosen.isdigit():
            return None
        taught = self.verdict.taught[self._seat]
        place = int(self.chosen) - 1
        return taught[place] if place < len(taught) else None

    def progress(self, done: int, count: int) -> None:
        """Shows how far the coach is; a line that would look the same is not sent again."""
        self._progress = done, count
        self.room.repaint(self)

    def queued(self, before: int) -> None:
        """Shows how many other matches come first."""
        self._before = before
        self.room.repaint(self)

    def take(self, found: Verdict) -> None:
        """Shows what the coach has found."""
        self.verdict = found
        self.room.repaint(self)

    def fail(self, said: str) -> None:
        """Shows why there is nothing to be said."""
        self._trouble = said
        self.room.repaint(self)

    def again(self) -> CoachPage:
        """The same page, to be shown again once it has been left for another."""
        page = CoachPage(self._host, self._seat, self._labels)
        page.verdict, page._chosen, page._top = self.verdict, self._chosen, self._top
        return page

    def _built(self, width: int) -> Sheet:
        brush = self.room.brush
        if self._trouble:
            return coachwords.trouble_sheet(self._trouble, brush, width)
        if self.verdict is None:
            if self._before:
                return coachwords.queue_sheet(self._before, brush, width)
            return coachwords.waiting_sheet(*self._progress, brush, width)
        review, levels, taught = self.verdict
        labels = named(self._labels, brush.text)
        return coachwords.review_sheet(
            review, levels, taught[self._seat], self._seat, labels, brush, width
        )

    def _key(self, key: str) -> None:
        if key == "x" and self.verdict is not None:
            self._seat = other(self._seat)
            self.room.repaint(self)


async def coach(
    host: Host,
    record: MatchRecord,
    seat: Seat,
    labels: tuple[str, str],
    replay: Callable[[int], Awaitable[None]] | None = None,
) -> None:
    """Lets the coach rate a match, and shows what it says until the page is left.

    Args:
        host: Who shows it.
        record: The match.
        seat: Whose mistakes are told first.
        labels: What the seats are called.
        replay: Shows the match from a ply on, if there is something that can.
    """
    page = CoachPage(host, seat, labels)
    thinking = asyncio.ensure_future(_think(host, page, record))
    try:
        while await host.show(page) is not None:
            lesson = page.lesson
            page = page.again()
            if lesson is not None:
                await _show_lesson(host, lesson, replay)
    finally:
        thinking.cancel()
        await asyncio.wait([thinking])


async def _show_lesson(
    host: Host, lesson: Lesson, replay: Callable[[int], Awaitable[None]] | None
) -> None:
    asked = ""

    def other_key(key: str) -> None:
        nonlocal asked
        if key == "p" and replay is not None:
            asked = key
            page.close()

    page = SheetPage(host, _lesson_of(host, lesson, replay is not None), other=other_key)
    await host.show(page)
    if asked and replay is not None:
        await replay(lesson.decision.case.ply)


def _lesson_of(host: Host, lesson: Lesson, replays: bool) -> Callable[[int], Sheet]:
    return lambda width: coachwords.lesson_sheet(lesson, host.brush, width, replays=replays)


async def _think(host: Host, page: CoachPage, record: MatchRecord) -> None:
    text = host.brush.text
    try:
        found = await host.advisers.review(record, page.progress, page.queued)
    except Busy:
        page.fail(text.t("The coach has too many matches to look at just now; come back later."))
    except NoNetwork:
        own = text.t("The coach needs the network's weights; koikoi doctor tells what is wrong.")
        page.fail(own if host.advisers.own else _on_a_host(text))
    except RecordError as error:
        page.fail(record_trouble(text, error))
    except (BrokenExecutor, OSError):
        page.fail(
            text.t("The coach was interrupted by the system; there may be too little memory.")
        )
    except Exception:
        # Whatever broke, it is the coach's: the match and the table stay.
        _log.exception("the coach broke down")
        own = text.t("The coach broke down; the log says where (koikoi doctor tells its place).")
        page.fail(own if host.advisers.own else _on_a_host(text))
    else:
        page.take(found)


def _on_a_host(text: Text) -> str:
    """What somebody is told who cannot look what is wrong with the machine."""
    return text.t("The coach cannot work just now; whoever runs this host can find out why.")
