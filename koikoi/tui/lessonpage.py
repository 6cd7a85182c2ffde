"""The table of a lesson: the real one, with a note on it, and deaf to what is not asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from koikoi.engine.actions import Action, Seat
from koikoi.engine.cards import Mask, cards_of
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
        seated: Who sits where, in the language of the moment.
        look: The view of a seat now.
        pace: How much longer or shorter everything is held.
        prefers: What the player prefers.
        acknowledge: Shows the result of the round until it has been read.

    Attributes:
        place: Tells how far the lesson is, for the header.
        note: What is said now; ``None`` while something is on the move.
    """

    def __init__(
        self,
        host: Host,
        seated: Callable[[], Seating],
        look: Callable[[Seat | None], PlayerView],
        pace: Callable[[], float],
        prefers: Callable[[str], bool],
        acknowledge: Callable[[PlayerView], Awaitable[object]],
    ) -> None:
        super().__init__(host, seated(), look, pace, lambda: host.motion, prefers, acknowledge)
        self.seated = seated
        self.place: Callable[[], str] = str
        self.note: Note | None = None
        self._notes: Callable[[], tuple[Note, tuple[str, ...]]] | None = None
        self._asked: Ask | None = None
        self._chosen = False
        self._marked: Mask = 0
        self._refuse_hints()

    def _refuse_hints(self) -> None:
        self.hinter.refusal = self.room.brush.text.t("No hints here: the note says what to do")

    def respoken(self) -> None:
        """Tells everything again in another language, what the note says too."""
        super().respoken()
        self._refuse_hints()
        if self.note is not None and self._notes is not None:
            self.note, self._advice = self._notes()

    def welcome(self) -> str:
        """What is said where a lesson is not at its beginning."""
        return self.room.brush.text.t("The lesson goes on where it was left")

    def ui(self) -> UiState:
        """What is shown beside the view."""
        ui = super().ui()
        marks = tuple((card, Mark.TARGET) for card in cards_of(self._marked))
        return ui._replace(note=self.note, place=self.place(), marks=marks or ui.marks)

    async def tell(self, step: Say) -> None:
        """Says something, and waits until the player goes on."""
        self._patience.end()
        self._marked = step.marks
        await self.read(lambda: Note(self.filled(step.said)))
        self._marked = 0

    async def read(
        self, note: Callable[[], Note], advice: Callable[[], tuple[str, ...]] = tuple
    ) -> None:
        """Shows a note until the player goes on.

        Args:
            note: The note, in the language of the moment.
            advice: What stands in the panel meanwhile, likewise.
        """
        self._lifted.clear()
        self._say(note, advice)
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
        self._say(lambda: Note(self.filled(step.said), self.filled(step.task)))
        try:
            return await self.ask(seat, seen, legal)
        finally:
            self.note = self._asked = None

    async def ask_freely(
        self, note: Callable[[], Note], seat: Seat, seen: PlayerView, legal: tuple[Action, ...]
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

    def _say(self, note: Callable[[], Note], advice: Callable[[], tuple[str, ...]] = tuple) -> None:
        self._banner = ""
        self._notes = lambda: (note(), advice())
        self.note, self._advice = self._notes()
        self._told.add((lambda: note().said,))
        if self.note.task:
            self._told.add((lambda: note().task,))

    def _give(self, action: Action) -> None:
        step, takes = self._asked, self.choice.queued
        if step is None or step.is_meant(action, takes):
            super()._give(action)
            return
        chosen = self.choice.focus if self.choice.picked is None else self.choice.picked
        seen = self.seen

        def warning() -> Note:
            why = why_not(self.room.brush.text, seen, step, action, takes)
            return Note(why, self.filled(step.task), warns=True)

        self._say(warning)
        self.choice.queued = None
        self.choice.rest()
        self.choice.ask(self.seen)
        if chosen is not None:
            self.choice.look_at(chosen)
        self._asks()
