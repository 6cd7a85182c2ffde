"""A recorded match on the table, to look through action by action.

:func:`show_replay` opens it over whatever is on the screen, at any ply, and returns once it has
been left. Nothing here moves by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from os import PathLike
from pathlib import Path
from typing import Any, Final

from koikoi.engine.actions import Play, Seat, Take, other
from koikoi.engine.cards import Card
from koikoi.engine.view import view
from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.record.record import MatchRecord
from koikoi.record.reel import Hands, Reel, Shot, earlier, later, wind
from koikoi.table.trouble import trouble
from koikoi.tui import replaywords as words
from koikoi.tui.animator import marks_for, spot_of
from koikoi.tui.frame import Frame
from koikoi.tui.layout import layout, watched
from koikoi.tui.motion import risen
from koikoi.tui.page import Page
from koikoi.tui.paint import paint
from koikoi.tui.readings import Host, Readings, Subject
from koikoi.tui.replaykeys import CONTROLS, ENTRY, control_for, controls_sheet, footer_hints
from koikoi.tui.seating import as_recorded
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.uistate import (
    Captures,
    Does,
    FieldCard,
    HandCard,
    RoundCell,
    RoundOf,
    TallyCell,
    UiState,
)

_LOGGED: Final = 60
"""Lines of the log that are enough for the largest terminal."""
_DIGITS: Final = 4
_NEXT_HANDS: Final = {Hands.OWN: Hands.BOTH, Hands.BOTH: Hands.NONE, Hands.NONE: Hands.OWN}


async def show_replay(
    host: Host,
    source: Reel | MatchRecord | str | PathLike[str],
    ply: int = 0,
    side: Seat | None = None,
) -> None:
    """Shows a recorded match over whatever is on the screen, until it is left.

    Args:
        host: The program that shows it.
        source: The match: wound, a record, or the path of a record's file. Reading and playing it
            again runs in a thread.
        ply: The position to begin at; the nearest one where the record does not reach so far.
        side: Who is at the bottom of the table: by itself the one person at the match.

    Raises:
        OSError: The file cannot be read.
        RecordError: It is no record, or its first deal is not as recorded. A record that is
            damaged later is shown as far as it goes.
    """
    reel = source if isinstance(source, Reel) else await asyncio.to_thread(_wound, source)
    page = ReplayPage(host, reel, ply, side)
    try:
        await host.show(page)
    finally:
        page.end()


async def show_saved(host: Host, path: Path, say: Callable[[str], object]) -> None:
    """Shows a match that has just been saved; where its file is of no use, says so."""
    try:
        await show_replay(host, path)
    except (RecordError, OSError) as error:
        say(trouble(error, host.brush.text))


def _wound(source: MatchRecord | str | PathLike[str]) -> Reel:
    return wind(source if isinstance(source, MatchRecord) else load(source))


class ReplayPage(Page):
    """The table of a recorded match.

    Args:
        host: Who shows it.
        reel: The match.
        position: Where to begin.
        side: Who is at the bottom; by itself the one person at the match, else seat 0.
    """

    def __init__(self, host: Host, reel: Reel, position: int = 0, side: Seat | None = None) -> None:
        super().__init__(host)
        self._host = host
        self._reel = reel
        self._readings = Readings(host)
        self._over: asyncio.Task[str | None] | None = None
        """What lies over the table."""
        self.respoken()
        self.position = reel.within(position)
        self.side: Seat = side if side is not None else reel.person or 0
        # What a person saw is of most interest to them; of others nothing is theirs.
        self.hands = Hands.BOTH if reel.person is None else Hands.OWN
        self._typed = ""
        self._remark = ""
        self._looked: Card | None = None

    def respoken(self) -> None:
        """Tells the match in another language."""
        text = self.room.brush.text
        self._seating = as_recorded(self._reel.players, text)
        self._lines = words.brief_lines(self._reel, self._seating, text)
        self._remark = ""

    # What it shows.

    def shot(self) -> Shot:
        """What is to be seen now."""
        return self._reel.shot(self.position, self.side, self.hands)

    def ui(self) -> UiState:
        """What is shown beside the view."""
        shot, brush = self.shot(), self.room.brush
        told = self._lines[: self.position + 1]
        log = [line for lines in told for line in lines]
        ui = UiState(
            seat=self.side,
            names=self._seating.names,
            tags=self._seating.tags,
            banner=self._banner(shot, log[-1] if log else ""),
            log=tuple(log[-_LOGGED:]),
            hints=footer_hints(ENTRY if self._typed else CONTROLS, brush),
            shown_hand=shot.open[self.side],
            risen=self._risen(),
            rival=shot.rival,
            place=f"{self.position}/{self._reel.last}",
            rounds=self._rounds(),
        )
        return self._with_choice(ui, shot)

    def _with_choice(self, ui: UiState, shot: Shot) -> UiState:
        """The same with bars at the card that is played or waits, and at what it can take."""
        seen, step = shot.seen, self._reel.following(self.position)
        action = step.action if step is not None and self._is_told(shot) else None
        if seen.in_play is not None:
            return ui._replace(
                in_play=seen.in_play,
                spot=spot_of(seen),
                marks=marks_for(seen, seen.in_play),
                target=action.card if isinstance(action, Take) else None,
            )
        if isinstance(action, Play):
            return ui._replace(marks=marks_for(seen, action.card))
        return ui

    def _is_told(self, shot: Shot) -> bool:
        """Whether the next choice may be told: the hand of who takes it lies open."""
        seat = shot.seen.to_act
        return seat is not None and shot.open[seat]

    def _banner(self, shot: Shot, last: str) -> str:
        text = self.room.brush.text
        if self._typed:
            return text.t(
                "Go to {number}: Enter action (of {count}), r round",
                number=self._typed,
                count=self._reel.last,
            )
        if self._remark:
            return self._remark
        return words.prompt(self._reel, self.position, shot, self._seating, text, last)

    def _risen(self) -> tuple[TallyCell, ...]:
        """The cells of the tally that the last action has changed."""
        if not self.position:
            return ()
        before, after = (step.state for step in self._reel.steps[self.position - 1 :][:2])
        if before.to_act is None or before.round.number != after.round.number:
            return ()
        return risen(view(before, None), view(after, None), before.to_act)

    def _rounds(self) -> tuple[RoundCell, ...]:
        here = self._reel.chapter(self.position).number
        cells = []
        for chapter in self._reel.chapters:
            points = None
            if chapter.result is not None:
                both = chapter.result.points
                points = both[self.side], both[other(self.side)]
            cells.append(RoundCell(chapter.number, points, chapter.number == here))
        return tuple(cells)

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the table; whoever shows it has made sure that there is room."""
        del below
        shot = self.shot()
        found = layout(width, height, shot.seen.rules)
        assert found is not None
        return paint(shot.seen, self.ui(), watched(found), self.room.brush)

    # What people do.

    def press(self, key: str, at: float) -> None:
        """Takes a key."""
        if at < self.open_since:
            return
        if key.isdecimal() and len(key) == 1:
            self._typed = (self._typed + key)[:_DIGITS]
            self._changed()
            return
        controls = ENTRY if self._typed else CONTROLS
        control = control_for(key, controls)
        if control is not None:
            self._obey(control.name)

    def click(self, target: object, at: float) -> None:
        """Takes a click: on a hint, a round, a card, a pile, the tally, the log."""
        if at < self.open_since:
            return
        if isinstance(target, RoundOf):
            self._go(self._reel.round_start(target.number))
        elif isinstance(target, HandCard | FieldCard):
            self._looked = target.card
            self._obey("inspect")
        elif isinstance(target, Captures):
            self._obey("captures")
        elif isinstance(target, Does):
            self._obey(target.command)

    def _obey(self, name: str) -> None:
        """Does what a control means."""
        reel, here = self._reel, self.position
        if name in ("to_action", "to_round", "erase", "drop"):
            self._enter(name)
            return
        self._typed = ""
        goals: dict[str, Callable[[], int | None]] = {
            "next": lambda: min(here + 1, reel.last),
            "back": lambda: max(here - 1, 0),
            "next_round": lambda: later(reel.starts(), here),
            "last_round": lambda: earlier(reel.starts(), here),
            "choice": lambda: later(reel.decisions(self.side), here),
            "choice_back": lambda: earlier(reel.decisions(self.side), here),
            "question": lambda: later(reel.questions(), here),
            "question_back": lambda: earlier(reel.questions(), here),
            "start": lambda: 0,
            "end": lambda: reel.last,
        }
        if name in goals:
            self._go(goals[name]())
        elif name == "leave":
            self.close()
        elif name == "flip":
            self.side = other(self.side)
            self._changed(self._refusal())
        elif name == "hands":
            self.hands = _NEXT_HANDS[self.hands]
            self._changed(self._refusal())
        elif name in ("theme", "faces"):
            self.room.do(name, self)
        else:
            self._open(self._page(name))

    def _go(self, position: int | None) -> None:
        """Goes to a position; where there is none, says so."""
        if position is None:
            self._changed(self.room.brush.text.t("There is none that way"))
            return
        refused = self.shot().refused
        self.position = self._reel.within(position)
        self._looked = None
        self._changed("" if refused else self._refusal())

    def _refusal(self) -> str:
        """Why a hand that should lie open does not, where that is so."""
        if not self.shot().refused:
            return ""
        return words.refusal(self._reel, self._seating, self.room.brush.text)

    def _changed(self, remark: str = "") -> None:
        self._remark = remark
        self.room.repaint(self)

    def _enter(self, name: str) -> None:
        """Does what is left to do with a number that is being typed."""
        text, reel = self.room.brush.text, self._reel
        if name == "erase":
            self._typed = self._typed[:-1]
            self._changed()
            return
        number, self._typed = int(self._typed), ""
        if name == "drop":
            self._changed()
        elif name == "to_action":
            if number <= reel.last:
                self._go(number)
            else:
                said = text.t("There are actions 0 to {count} only", count=reel.last)
                self._changed(said)
        elif (start := reel.round_start(number)) is not None:
            self._go(start)
        else:
            said = text.t("There are rounds 1 to {count} only", count=len(reel.chapters))
            self._changed(said)

    # What lies over the table.

    def _page(self, name: str) -> Coroutine[Any, Any, str | None] | None:
        """The course of a page over the table."""
        if name == "rounds":
            return self._choose_round()
        if name == "help":
            return self._choose_control()
        if name == "options":
            return self._readings.open(name, None)
        shot, position = self.shot(), self.position
        subject = Subject(
            shot.seen,
            self.side,
            lambda: self._seating,
            lambda: words.story(self._reel, position, self._seating, self.room.brush.text),
            self._looked or self._card_of_interest(shot),
            shot.rival,
            self._look_at,
        )
        return self._readings.about(name, subject)

    def _card_of_interest(self, shot: Shot) -> Card | None:
        """The card that is in play, or is about to be."""
        step = self._reel.following(self.position)
        if shot.seen.in_play is None and step is not None and self._is_told(shot):
            return step.action.card if isinstance(step.action, Play) else None
        return shot.seen.in_play

    def _look_at(self, card: Card) -> None:
        self._looked = card

    async def _choose_round(self) -> str | None:
        brush, here = self.room.brush, self._reel.chapter(self.position).number
        page = SheetPage(
            self._host,
            lambda _: words.rounds_sheet(self._reel, self.side, self._seating, brush),
        )
        page.choose(str(here))
        chosen = await self._host.show(page)
        if chosen is not None:
            self._go(self._reel.round_start(int(chosen)))
        return None

    async def _choose_control(self) -> str | None:
        """Shows all keys; what is chosen is done once the list is gone."""
        page = SheetPage(self._host, lambda _: controls_sheet(self._host.brush))
        return await self._host.show(page)

    def _open(self, course: Coroutine[Any, Any, str | None] | None) -> None:
        if course is None:
            return
        if self._over is not None:
            course.close()  # one page at a time lies over the table
            return
        self._over = asyncio.ensure_future(course)
        self._over.add_done_callback(self._closed)

    def _closed(self, task: asyncio.Task[str | None]) -> None:
        self._over = None
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            assert isinstance(error, Exception)
            self._host.failed(error)
        elif (chosen := task.result()) is not None:
            self._obey(chosen)

    def end(self) -> None:
        """Takes away what lies over the table."""
        if self._over is not None:
            self._over.cancel()
