"""The lesson of koi-koi decisions: five positions at the table, and what the coach says of them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from koikoi.engine.flow import legal_actions
from koikoi.engine.view import PlayerView, view
from koikoi.lesson.decisions import CALL, STOP, Decision, decisions, letter
from koikoi.table.setup import HUMAN
from koikoi.text.catalogue import N_
from koikoi.tui import learnwords
from koikoi.tui.lessonpage import LessonPage
from koikoi.tui.lessontable import Left, seat_learner
from koikoi.tui.seating import Seating, learner_against
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.uistate import Note

if TYPE_CHECKING:
    from koikoi.tui.readings import Host
    from koikoi.tui.tableside import Tableside

_RIVAL: Final = "tsuru"
"""Whom these matches were played against."""

_SAID: Final = N_("You have made a yaku. Look around: what would you do here?")
_TASK: Final = N_("s stops, k calls koi-koi.")


class KoiKoiOrStop:
    """The lesson of koi-koi decisions.

    Args:
        host: Who shows it.
        side: What lies over the table.
    """

    def __init__(self, host: Host, side: Tableside) -> None:
        self._host = host
        self._side = side
        self._decisions = decisions()
        self._left = Left.DONE

    async def run(self) -> Left:
        """Asks for every decision and tells what the coach says, until it is done or left."""
        given = self._given()
        if given and not await self._asked_where():
            return Left.AWAY
        while len(given := self._given()) < len(self._decisions):
            await self._decide(len(given))
            if self._left is Left.AGAIN:
                self._keep("")
            elif self._left is Left.AWAY:
                return Left.AWAY
        await self._host.show(SheetPage(self._host, partial(self._sum, given)))
        return Left.DONE

    def _sum(self, given: str, width: int) -> Sheet:
        return learnwords.judged_sheet(self._decisions, given, self._host.brush, width)

    def _given(self) -> str:
        """What has been answered; nothing where all has, or where it makes no sense."""
        given = self._host.settings.koikoi_or_stop
        known = set(given) <= {STOP, CALL} and len(given) <= len(self._decisions)
        return given if known else ""

    def _keep(self, given: str) -> None:
        self._host.prefer(replace(self._host.settings, koikoi_or_stop=given))

    async def _asked_where(self) -> bool:
        """Asks whether to go on or to begin again; returns whether either."""
        brush, place = self._host.brush, (len(self._given()) + 1, len(self._decisions))
        page = SheetPage(self._host, lambda width: learnwords.decisions_sheet(place, brush, width))
        chosen = await self._host.show(page)
        if chosen == "again":
            self._keep("")
        return chosen is not None

    async def _decide(self, number: int) -> None:
        """Asks for a decision, and tells what the coach says of it."""
        host, side = self._host, self._side
        decision = self._decisions[number]
        seen = view(decision.judged.state(), HUMAN)

        def seated() -> Seating:
            return learner_against(_RIVAL, host.brush.text)

        page = LessonPage(host, seated, lambda _: seen, side.pace, side.prefers, _no_result)
        page.place = lambda: host.brush.text.t(
            "Decision {number}/{count}", number=number + 1, count=len(self._decisions)
        )
        self._left = Left.DONE
        await seat_learner(host, side, page, self._course(page, decision, seen), self._leave)

    async def _course(self, page: LessonPage, decision: Decision, seen: PlayerView) -> None:
        host = self._host

        def question() -> Note:
            return Note(host.brush.text.t(_SAID), host.brush.text.t(_TASK))

        answer = await page.ask_freely(
            question, HUMAN, seen, legal_actions(decision.judged.state())
        )
        given = letter(answer.action)
        self._keep(self._given() + given)
        await page.read(
            lambda: Note(learnwords.judged_sentence(decision, given, host.brush.text)),
            lambda: learnwords.judged_lines(decision.judged, host.brush),
        )

    def _leave(self, how: Left) -> None:
        self._left = how


async def _no_result(_: PlayerView) -> None:
    """No round ends here."""
