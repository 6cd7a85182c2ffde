"""The table of a lesson: the real one, with a note on it, and deaf to what is not asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from koikoi.engine.actions import Action, Seat
from koikoi.engine.cards import Card, Mask, cards_of
from koikoi.engine.view import PlayerView
from koikoi.lesson.script import Ask, Say
from koikoi.lesson.why import why_not
from koikoi.match.player import Answer
from koikoi.tui.seating import Seating
from koikoi.tui.tablepage import TablePage
from koikoi.tui.uistate import Mark, Mood, Note, UiState

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class LessonPage(TablePage):
    """The table of a lesson.

    Args:
        host: Who shows it.
        seating: Who sits where.
        look: The view of a seat now.
        pace: How much longer or shorter everything is held.
        prefers: What the player prefers.
        acknowledge: Shows the result of the round until it has been read.

    Attributes:
        place: How far the lesson is, for the header.
        note: What is said now; ``None`` while something is on the move.
    """

    def __init__(
        self,
        host: Host,
        seating: Seating,
        look: Callable[[Seat | None], PlayerView],
        pace: Callable[[], float],
        prefers: Callable[[str], bool],
        acknowledge: Callable[[PlayerView], Awaitable[object]],
    ) -> None:
        super().__init__(host, seating, look, pace, lambda: host.motion, prefers, acknowledge)
        self.place = ""
        self.note: Note | None = None
        self._asked: Ask | None = None
        self._chosen = False
        self._marked: Mask = 0
        self.hinter.refusal = host.brush.text.t("No hints here: the note says what to do")

    def welcome(self) -> str:
        """What is said where a lesson is not at its beginning."""
        return self.room.brush.text.t("The lesson goes on where it was left")

    def ui(self) -> UiState:
        """What is shown beside the view."""
        ui = super().ui()
        marks = tuple((card, Mark.TARGET) for card in cards_of(self._marked))
        return ui._replace(note=self.note, place=self.place, marks=marks or ui.marks)

    async def tell(self, step: Say) -> None:
        """Says something, and waits until the player goes on."""
        self._patience.end()
        self._marked = step.marks
        await self.read(Note(self.filled(step.said)))
        self._marked = 0

    async def read(self, note: Note, advice: tuple[str, ...] = ()) -> None:
        """Shows a note until the player goes on.

        Args:
            note: The note.
            advice: What stands in the panel meanwhile.
        """
        self._lifted.clear()
        self._advice = advice
        self._say(note)
        self.choice.rest(Mood.TOLD)
        self._asks()
        await self._lifted.wait()
        self.note, self._advice = None, ()
        self.choice.rest()

    async def ask_for(
        self, step: Ask, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        """Asks for what a step asks for, until that is done."""
        self._asked, self._chosen = step, False
        self._say(Note(self.filled(step.said), self.filled(step.task)))
        try:
            return await self.ask(seat, seen, legal)
        finally:
            self.note = self._asked = None

    async def ask_freely(
        self, note: Note, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]
    ) -> Answer:
        """Asks for whatever the player would do."""
        self._say(note)
        try:
            return await self.ask(seat, seen, legal)
        finally:
            self.note = None

    def filled(self, message: str) -> str:
        """A message of a lesson, with the signs of this screen."""
        glyphs = self.room.brush.glyphs
        return self.room.brush.text.t(
            message,
            light=glyphs.light,
            animal=glyphs.animal,
            ribbon=glyphs.ribbon,
            plain=glyphs.plain,
            near=glyphs.near,
        )

    def _asks(self) -> None:
        step, choice = self._asked, self.choice
        if step is not None and step.to_choose and not self._chosen and choice.mood is Mood.PLAY:
            self._chosen = True
            choice.focus = cards_of(self.seen.hand)[-1]
        super()._asks()

    def _say(self, note: Note) -> None:
        self._banner = ""
        self.note = note
        self.story += [said for said in (note.said, note.task) if said]

    def _give(self, action: Action) -> None:
        step, takes = self._asked, self.choice.queued
        if step is None or step.is_meant(action, takes):
            super()._give(action)
            return
        chosen = self.choice.focus if self.choice.picked is None else self.choice.picked
        self._say(Note(self._why(step, action, takes), self.filled(step.task), warns=True))
        self.choice.queued = None
        self.choice.rest()
        self.choice.ask(self.seen)
        if chosen is not None:
            self.choice.look_at(chosen)
        self._asks()

    def _why(self, step: Ask, action: Action, takes: Card | None) -> str:
        return why_not(self.room.brush.text, self.seen, step, action, takes)
