"""The table of a demonstration: the computer plays itself and says what it thinks, hands open.

Nobody is asked anything here. A few keys pause it, hurry it or change how it looks; any other one
ends it. On a big screen, which everybody passes, only the keys that leave a page end it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from koikoi.engine.actions import Action, Play, Seat, Take
from koikoi.engine.cards import Mask
from koikoi.engine.events import Event, RoundDealt
from koikoi.engine.view import PlayerView
from koikoi.store.settings import Motion
from koikoi.table.thoughts import Thought
from koikoi.text.catalogue import N_
from koikoi.tui.animator import marks_for
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Frame, Rect, Zone
from koikoi.tui.layout import layout, watched
from koikoi.tui.motion import Marks, undealt
from koikoi.tui.page import Room
from koikoi.tui.paint import paint
from koikoi.tui.replaykeys import Control, control_for, footer_hints
from koikoi.tui.seating import Seating
from koikoi.tui.sheet import BLANK, Line, Sheet, prose, reading_hints
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.tablepage import TablePage
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import Does, KeyHint, Mood, Musing, UiState

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

BOTTOM: Final[Seat] = 0
"""The seat at the bottom of the table."""
TOP: Final[Seat] = 1

LEAVES: Final = ("escape", "q", "ctrl+c", "ctrl+q")
"""The keys that end it wherever it is shown."""

_ANY: Final = Control("leave", LEAVES, N_("any key"), N_("ends it"), "")
_QUITS: Final = Control("leave", LEAVES, N_("q"), N_("leave"), "")
_ASKS: Final = Control("help", ("question_mark",), N_("?"), N_("about this"), "")
_LOOKS: Final = (
    Control("theme", ("t",), N_("t"), N_("theme"), ""),
    Control("faces", ("v",), N_("v"), N_("cards"), ""),
)
_NEXT: Final = Control("next", ("right", "enter"), N_("{right}"), N_("next"), "")
_PAUSES: Final = Control("pause", ("space",), N_("Space"), N_("pause"), "")
_GOES_ON: Final = Control("pause", ("space",), N_("Space"), N_("go on"), "")


class DemoPage(TablePage):
    """The table of a demonstration.

    Args:
        host: Who shows it.
        seating: Who sits where; nobody looks at the screen for either.
        look: The view of a seat now; both are looked at.
        pace: How much longer or shorter everything is held.
        motion: How much moves.
        leave: Ends the demonstration.
        any_key: Whether keys that mean nothing else end it.
    """

    def __init__(
        self,
        host: Host,
        seating: Seating,
        look: Callable[[Seat | None], PlayerView],
        pace: Callable[[], float],
        motion: Callable[[], Motion],
        leave: Callable[[], None],
        *,
        any_key: bool = True,
    ) -> None:

        def moving() -> float:
            return 0.0 if motion() == "none" else pace()

        super().__init__(host, seating, look, moving, motion, lambda _: False, _nothing)
        self._host = host
        self._reading = pace
        self._leave = leave
        self._any_key = any_key
        self.choice.rest(Mood.VISIT)
        self.viewer = BOTTOM
        self.seen = look(BOTTOM)
        self._rival: Mask = look(TOP).hand
        if motion() == "full":
            self.seen = undealt(self.seen)
        self._musing: Musing | None = None
        self._aims: Marks = ()
        self._aimed: Action | None = None
        self._paused = self._hurried = False
        self._stirred = asyncio.Event()
        self._about: asyncio.Future[str | None] | None = None

    # What it shows.

    def ui(self) -> UiState:
        """What is shown beside the view."""
        ui = super().ui()
        rival = self._rival & self.seen.unseen
        if rival.bit_count() < self.seen.hand_sizes[TOP]:
            rival = 0  # a deal that did not last, of which only one hand is known
        return ui._replace(
            hints=self.hints(),
            rival=rival,
            musing=self._musing,
            marks=self._aims or ui.marks,
            target=self._aimed.card if isinstance(self._aimed, Take) else None,
        )

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the table; whoever shows it has made sure that there is room."""
        del below
        found = layout(width, height, self.seen.rules)
        assert found is not None
        return self.open_to_clicks(paint(self.seen, self.ui(), watched(found), self.room.brush))

    def open_to_clicks(self, frame: Frame) -> Frame:
        """The same, with a click anywhere ending it where any key does."""
        if not self._any_key:
            return frame
        everywhere = Zone(Rect(0, 0, frame.width, frame.height), Does(_ANY.name))
        return replace(frame, zones=(everywhere, *frame.zones))

    def hints(self) -> tuple[KeyHint, ...]:
        """The keys that work now."""
        return footer_hints(self._controls(), self.room.brush)

    def _controls(self) -> tuple[Control, ...]:
        pauses = _GOES_ON if self._paused else _PAUSES
        return (_ANY if self._any_key else _QUITS, pauses, _NEXT, _ASKS, *_LOOKS)

    # What it is told.

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Shows events one by one, and at last what is true now."""
        self._aims, self._aimed = (), None
        held = self._look(TOP).hand
        if any(isinstance(event, RoundDealt) for event in events):
            self._rival, self._musing = held, None
        await super().hear(events, seen)
        self._rival = held

    def _nobody_looks(self) -> None:
        """No curtain falls: both hands lie open."""

    def muse(self, seat: Seat, action: Action, thought: Thought) -> None:
        """Shows what a player is about to do, and why."""
        self._patience.end()
        self._musing, self._aimed = Musing(seat, thought), action
        if isinstance(action, Play):
            self._aims = marks_for(self.seen, action.card)
        self._prompt(thought.prompt)

    async def linger(self, seconds: float) -> None:
        """Lets what is shown be read: as long as that takes, or as long as it is paused."""
        clock = asyncio.get_running_loop().time
        due, self._hurried = clock() + seconds * self._reading(), False
        while not self._hurried and (self._paused or clock() < due):
            self._stirred.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(None if self._paused else due):
                    await self._stirred.wait()

    # What people do.

    def press(self, key: str, at: float) -> None:
        """Takes a key."""
        if at < self.open_since:
            return
        control = control_for(key, self._controls())
        if control is not None:
            self._control(control.name)
        elif self._any_key:
            self._leave()

    def click(self, target: object, at: float) -> None:
        """Takes a click: on a hint of the footer, or anywhere."""
        if at < self.open_since:
            return
        names = {control.name for control in self._controls()}
        if isinstance(target, Does) and target.command in names:
            self._control(target.command)
        elif self._any_key:
            self._leave()

    def _control(self, name: str) -> None:
        if name == "leave":
            self._leave()
        elif name == "next":
            self._hurried = True
            self._held.end()
            self._stirred.set()
        elif name == "pause":
            self._pause(not self._paused)
        elif name == "help":
            self._tell_about()
        else:
            self.room.do(name, self)

    def _pause(self, paused: bool) -> None:
        self._paused = paused
        self._stirred.set()
        self.room.repaint(self)

    def _tell_about(self) -> None:
        """Says what is to be seen here; meanwhile it rests."""
        if self._about is not None:
            return
        was = self._paused
        self._pause(True)
        brush = self.room.brush
        page = SheetPage(self._host, lambda width: about_sheet(brush, width))
        self._about = asyncio.ensure_future(self._host.show(page))

        def read(_: object) -> None:
            self._about = None
            self._pause(was)

        self._about.add_done_callback(read)

    def end(self) -> None:
        """Takes away what lies over the table, and the table."""
        if self._about is not None:
            self._about.cancel()
        self._patience.end()
        self.close()


async def _nothing(_: PlayerView) -> None:
    """Nobody acknowledges anything here."""


class Glance(SheetPage):
    """A page that is shown for a while, over the table of a demonstration; its keys are those."""

    def __init__(self, room: Room, table: DemoPage, build: Callable[[int], Sheet]) -> None:
        super().__init__(room, build)
        self._table = table

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints it."""
        return self._table.open_to_clicks(super().frame(width, height, below))

    def press(self, key: str, at: float) -> None:
        """Passes the key on."""
        if at >= self.open_since:
            self._table.press(key, at)
            self.room.repaint(self)

    def click(self, target: object, at: float) -> None:
        """Passes the click on."""
        if at >= self.open_since:
            self._table.click(target, at)
            self.room.repaint(self)


def about_sheet(brush: Brush, width: int) -> Sheet:
    """What a demonstration shows."""
    said = (
        brush.t(
            "The computer plays itself, with both hands open: a demonstration. It saves nothing."
        ),
        brush.t(
            "The panel tells what its choices are worth: pts are the points of the round that it "
            "can expect, less those of the other player, and win is its chance to win the match."
        ),
        brush.t(
            "These figures are those of the strongest level, which plays on in many ways that the "
            "hidden cards may lie. Each player sees only what you would in its seat."
        ),
        brush.t(
            "{sign} marks what is played. Weaker levels often choose otherwise: they play in a "
            "style of their own.",
            sign=brush.glyphs.pointer,
        ),
        brush.t("koikoi play lets you take its seat."),
    )
    lines: list[Line] = []
    for sentence in said:
        lines += [*prose(sentence, width, Tone.TEXT), BLANK]
    return Sheet(brush.t("About this"), tuple(lines), reading_hints(brush))
