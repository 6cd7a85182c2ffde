"""The card trainer on the screen: its page of questions, and the way through a session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from koikoi.engine.rules import Rules
from koikoi.lesson.quiz import askable
from koikoi.lesson.trainer import Answered, Trainer
from koikoi.table.training import Memory, OwnMemory, new_seed, preferred_rules
from koikoi.text.options import rules_name
from koikoi.tui.frame import Frame
from koikoi.tui.page import Page
from koikoi.tui.paint.quiz import Asked, paint_quiz
from koikoi.tui.sheet import Chosen, Pressed, Sheet
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.trainersheets import (
    FORGET,
    YES,
    Learning,
    forget_sheet,
    summary_sheet,
    trainer_sheet,
)
from koikoi.tui.uistate import Does

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

_ENDS: Final = ("escape", "q", "ctrl+c", "ctrl+q")
_FORWARD: Final = ("down", "right", "tab")
_BACKWARD: Final = ("up", "left", "shift+tab")


class QuizPage(Page):
    """Asks the questions of a session; it ends with the session, or when it is left.

    No answer is chosen at first, so that Enter, pressed once too often, answers nothing.

    Args:
        host: Who shows it.
        trainer: The session.
        rules: The rules that the questions are about.
        on_answer: Is told every answer.

    Attributes:
        notice: What is to be said besides, once an answer has been given.
    """

    def __init__(
        self, host: Host, trainer: Trainer, rules: Rules, on_answer: Callable[[Answered], object]
    ) -> None:
        super().__init__(host)
        self._trainer = trainer
        self._rules = rules
        self._on_answer = on_answer
        self._chosen = -1
        self.notice = ""

    @property
    def asked(self) -> Asked:
        """What it shows."""
        trainer, text = self._trainer, self.room.brush.text
        title = text.t(
            "Card trainer: {number}/{count}, {right} right, rules “{rules}”",
            number=trainer.number,
            count=trainer.count,
            right=sum(one.right for one in trainer.answered),
            rules=rules_name(text, self._rules),
        )
        done = None if trainer.waits else trainer.answered[-1]
        return Asked(title, trainer.question, self._chosen, done, self.notice)

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the question."""
        del below
        return paint_quiz(self.asked, width, height, self.room.brush)

    def press(self, key: str, at: float) -> None:
        """Chooses or gives an answer, goes on, or ends."""
        if at < self.open_since:
            return
        if key in _ENDS:
            self.close()
        elif not self._trainer.waits:
            if key in ("enter", "space"):
                self._go_on()
        elif key in _FORWARD or key in _BACKWARD:
            self._move(1 if key in _FORWARD else -1)
        elif key in ("enter", "space"):
            self._answer(self._chosen)
        elif key.isdecimal() and len(key) == 1:
            self._answer(int(key) - 1)

    def click(self, target: object, at: float) -> None:
        """Takes a click on an answer, or on what goes on."""
        if at < self.open_since:
            return
        if isinstance(target, Chosen):
            self._answer(int(target.name))
        elif isinstance(target, Pressed):
            self.press(target.key, at)
        elif isinstance(target, Does) and target.command != "1":
            self.press(target.command, at)

    def _move(self, by: int) -> None:
        count = len(self._trainer.question.options)
        first = 0 if by > 0 else count - 1
        self._chosen = first if self._chosen < 0 else (self._chosen + by) % count
        self.room.repaint(self)

    def _answer(self, place: int) -> None:
        if not (self._trainer.waits and 0 <= place < len(self._trainer.question.options)):
            return
        self._chosen = place
        self._on_answer(self._trainer.answer(place))
        self.room.repaint(self)

    def _go_on(self) -> None:
        if self._trainer.over:
            self.close()
            return
        self._trainer.go_on()
        self._chosen = -1
        self.room.repaint(self)
        self.room.opens(self)  # what is typed before the next question is seen does not answer it


class TrainerCourse:
    """Leads through sessions until the player has learnt enough.

    Args:
        host: Who shows pages.
        memory: Where it is remembered what is known; ``None`` for this machine's player.
        rules: The rules that questions are about; ``None`` for those that were played last.
        count: How many questions the first session has, which begins at once; 0 to ask.
        seed: Where its choices come from; empty for chance.
    """

    def __init__(
        self,
        host: Host,
        *,
        memory: Memory | None = None,
        rules: Rules | None = None,
        count: int = 0,
        seed: str = "",
    ) -> None:
        self._host = host
        text = host.brush.text
        self._memory = OwnMemory(text) if memory is None else memory
        self._count, self._seed = count, seed
        self._notices: tuple[str, ...] = ()
        if rules is None:
            rules, said = preferred_rules(host.settings.rules, text)
            self._notices = (said,) if said else ()
        self._rules = rules
        self._learning = Learning(rules, {})
        self._page: Page | None = None
        self._writing = asyncio.Lock()
        self._kept: set[asyncio.Task[str]] = set()

    async def run(self) -> None:
        """Shows what is known, and asks; returns when it is left."""
        try:
            await self._load()
            if self._count:
                await self._session(self._count)
                return
            while (chosen := await self._show(SheetPage(self._host, self._begins))) is not None:
                if chosen == FORGET:
                    await self._forget()
                else:
                    await self._session(int(chosen))
        finally:
            await self._written()

    def _begins(self, width: int) -> Sheet:
        return trainer_sheet(self._learning, self._host.brush, width)

    async def _load(self) -> None:
        """Reads what is known, in a thread; so long nothing is shown but what was."""

        def load() -> Learning:
            askable(self._rules)  # worked out once, for all that ask
            boxes, said = self._memory.load()
            notices = (*self._notices, *((said,) if said else ()))
            return Learning(self._rules, boxes, notices)

        self._learning = await asyncio.to_thread(load)

    async def _session(self, count: int) -> None:
        trainer = Trainer(self._rules, self._learning.boxes, self._seed or new_seed(), count)
        self._seed = ""
        asking = QuizPage(self._host, trainer, self._rules, self._answered)
        await self._show(asking)
        if not trainer.answered:
            return
        summary = trainer.summary()

        def build(width: int) -> Sheet:
            return summary_sheet(summary, self._learning, self._host.brush, width)

        await self._show(SheetPage(self._host, build))

    async def _show(self, page: Page) -> str | None:
        self._page = page
        return await self._host.show(page)

    def _answered(self, done: Answered) -> None:
        """Remembers an answer; the disk is waited for elsewhere."""
        key = done.question.fact.key
        boxes = {**self._learning.boxes, key: done.after}
        self._learning = self._learning._replace(boxes=boxes)
        task = asyncio.ensure_future(self._keep({key: done.after}))
        self._kept.add(task)

        def kept(task: asyncio.Task[str]) -> None:
            self._kept.discard(task)
            if task.cancelled():
                return
            if (error := task.exception()) is not None:
                assert isinstance(error, Exception)
                self._host.failed(error)
            elif said := task.result():
                self._say(said)

        task.add_done_callback(kept)

    async def _keep(self, changes: dict[str, int]) -> str:
        async with self._writing:
            return await asyncio.to_thread(self._memory.keep, changes)

    async def _written(self) -> None:
        """Waits until all answers are on the disk, or cannot be."""
        if self._kept:
            await asyncio.wait(list(self._kept))

    def _say(self, said: str) -> None:
        """Says something on the page that is shown, and on those that follow."""
        if said not in self._learning.notices:
            notices = (*self._learning.notices, said)
            self._learning = self._learning._replace(notices=notices)
        if isinstance(self._page, QuizPage):
            self._page.notice = said
        if self._page is not None:
            self._host.repaint(self._page)

    async def _forget(self) -> None:
        """Asks, and forgets everything."""
        dialog = SheetPage(self._host, lambda _: forget_sheet(self._host.brush))
        if await self._show(dialog) != YES:
            return
        async with self._writing:
            said = await asyncio.to_thread(self._memory.forget)
        if said:
            self._say(said)
        else:
            self._learning = self._learning._replace(boxes={})
