"""The table on the screen: shows the match to whoever sits in front of it, and asks them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from koikoi.engine.actions import Action, Resign, Seat, Take, other
from koikoi.engine.events import Event, MatchEnded, RoundDealt, RoundEnded
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer
from koikoi.match.session import Notice
from koikoi.store.settings import Motion
from koikoi.table.hints import Counsel
from koikoi.table.notices import notice_sentence
from koikoi.text.catalogue import Said
from koikoi.text.events import Narrator
from koikoi.text.voice import Voice
from koikoi.tui.animator import Animator, marks_for, spot_of
from koikoi.tui.choosing import Chooser
from koikoi.tui.chronicle import Chronicle
from koikoi.tui.frame import Frame
from koikoi.tui.hinting import Hinter
from koikoi.tui.keys import ANSWERS, BY_NAME, command_for, hints
from koikoi.tui.layout import layout
from koikoi.tui.motion import Step, undealt
from koikoi.tui.page import Page, Room
from koikoi.tui.paint import paint
from koikoi.tui.seating import Seating
from koikoi.tui.uistate import Captures, Does, Mood, UiState
from koikoi.tui.waiting import Held, Patience


class TablePage(Page):
    """The table. It listens to the session, and is what people answer with.

    Args:
        room: Who shows it.
        seating: Who sits where.
        look: The view of a seat now, ``None`` for what everybody sees.
        pace: How much longer or shorter everything is held; 0 shows results only.
        motion: How much moves.
        prefers: Whether the first press of a key plays, and whether the panel tells what a card
            would do.
        acknowledge: Shows the result of a round until it has been read.
    """

    def __init__(
        self,
        room: Room,
        seating: Seating,
        look: Callable[[Seat | None], PlayerView],
        pace: Callable[[], float],
        motion: Callable[[], Motion],
        prefers: Callable[[str], bool],
        acknowledge: Callable[[PlayerView], Awaitable[object]],
    ) -> None:
        super().__init__(room)
        self.seating = seating
        self._look = look
        self._motion = motion
        self._prefers = prefers
        self._acknowledge = acknowledge
        self.seated: Callable[[], Seating] = lambda: seating
        """Who sits where, in the language of the moment."""
        self._told = Chronicle(Voice(room.brush.text, seating.names, seating.viewer))
        self._animator = Animator(self._told.teller, seating.viewer)
        self.viewer: Seat | None = seating.viewer
        self.side: Seat = seating.viewer or 0
        self.seen = look(self.viewer)
        if self.seen.ply == 0 and motion() == "full":
            self.seen = undealt(self.seen)  # the first thing seen is the deal
        self.ended: list[Event] = []
        """The ends of the last round and of the match, for the page of results."""
        self.on_leave: Callable[[], None] = lambda: None
        """Ends the page of a result that lies over the table."""
        self.on_hint: Callable[[int], None] = lambda _: None
        """Is told at which ply a hint is shown."""
        self.on_curtain: Callable[[], None] = lambda: None
        """Ends what lies over the table before another person sits down in front of it."""
        self._step: Step | None = None
        self._banner = ""
        self._patience = Patience(lambda: room.repaint(self))
        self.hinter = Hinter(room.brush.text, prefers, self._prompt, self._hinted)
        self._advice: tuple[str, ...] = ()
        self._legal: tuple[Action, ...] = ()
        self._lifted = asyncio.Event()
        self._answer: asyncio.Future[Action] | None = None
        self._resigning: Seat | None = None
        self._held = Held(lambda: room.repaint(self), pace)
        self.choice = Chooser(self._give, prefers, lambda: room.repaint(self), self._asks)

    @property
    def narrator(self) -> Narrator:
        """Tells events in full sentences."""
        return self._told.narrator

    @property
    def story(self) -> list[str]:
        """What has happened, in full sentences."""
        return self._told.story

    def respoken(self) -> None:
        """Tells everything again in another language; what was only said for now is over."""
        self.seating = seating = self.seated()
        self._told.again(Voice(self.room.brush.text, seating.names, seating.viewer))
        self._animator.speak(self._told.teller)
        self._banner, self._advice = "", ()
        self._patience.keep("".join(self._told.log[-1:]))
        self._step = self._step and self._step._replace(banner="")

    # What the page shows.

    def ui(self) -> UiState:
        """What is shown beside the view."""
        choice, step = self.choice, self._step or self._still()
        marks = choice.marks()
        brush, cards = self.room.brush, self.seen.hand.bit_count()
        banner = brush.t(choice.remark) if choice.remark else self._banner
        return UiState(
            seat=self.side,
            names=self.seating.names,
            tags=self.seating.tags,
            mood=choice.mood,
            focus=choice.focus,
            inspecting=choice.inspecting,
            picked=choice.picked,
            target=choice.target,
            decision=choice.decision,
            in_play=step.in_play,
            spot=step.spot,
            flight=step.flight,
            turning=step.turning,
            gap=step.gap,
            marks=step.marks if marks is None else marks,
            banner=step.banner or banner or self._patience.kept,
            log=tuple(self._told.log),
            hints=hints(choice.where, brush.glyphs, brush.text, cards=cards, idle=self._idle),
            advice=self._advice,
            what_if=self._prefers("what_if"),
            shown_hand=self.viewer is not None,
            risen=step.risen,
        )

    @property
    def _idle(self) -> tuple[str, ...]:
        """Commands with nothing to do now."""
        skips = self._held.on or self._step is not None or bool(self._patience.kept)
        return (*(() if skips else ("skip",)), *(("hint",) if self.hinter.refusal else ()))

    def _still(self) -> Step:
        """The table while nothing moves; a card that waits for its target lies where it was."""
        seen = self.seen
        card = seen.in_play
        if card is None:
            return Step(seen, 0.0)
        spot = self._animator.resting or spot_of(seen)
        marks = () if self.choice.queued is not None else marks_for(seen, card)
        return Step(seen, 0.0, in_play=card, spot=spot, marks=marks)

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the table; whoever shows it has made sure that there is room."""
        del below
        found = layout(width, height, self.seen.rules)
        assert found is not None
        return paint(self.seen, self.ui(), found, self.room.brush)

    # What the session tells.

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        """Shows the table, and says how it came about."""
        # What is said of a match that goes on comes after what has happened in it.
        self._told.begin(seen.rules, seen.history, first=resumed)
        # The deal alone may have won a round.
        self._note_ends(seen.history)
        seen = self._look(self.viewer)
        if resumed:
            self.seen = seen
            self._told.recall(seen.history)
            self._animator.remember(seen.history)
            self._banner = self.welcome()
            await self._held.hold(1.0)
        else:
            await self._run(self._animator.opening(seen, self._motion()))
        self._rest(seen)
        self.room.repaint(self)

    def welcome(self) -> str:
        """What is said where a match is not at its beginning."""
        return self.room.brush.text.t("The match goes on where it was left")

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Shows events one by one, and at last what is true now."""
        self._held.begin()
        self._patience.end()
        self._banner = ""
        self._note_ends(events)
        if any(isinstance(event, RoundDealt) for event in events) and self.seating.viewer is None:
            self._nobody_looks()
        for event in events:
            self._told.tell(event)
        aimed = self.choice.queued
        await self._run(self._animator.steps(self.seen, events, self._motion(), aimed))
        self._rest(seen if self.seating.viewer is not None else self._look(self.viewer))
        if aimed is None or self.seen.phase is not Phase.CHOOSE_PLAYED:
            self.room.repaint(self)  # otherwise what it takes, chosen already, follows at once

    def _rest(self, seen: PlayerView) -> None:
        """Shows what is true once nothing moves; the prompt waits with saying who thinks."""
        said = self._banner if self._step is None else self._step.banner
        said = said or "".join(self._told.log[-1:])
        self._banner, self._step, self.seen = "", None, seen
        others = self.choice.mood is Mood.VISIT
        if seen.to_act is not None and (others or seen.to_act != self.side):
            self._patience.begin(said)

    async def _run(self, steps: Iterable[Step]) -> None:
        """Shows steps one after the other."""
        for step in steps:
            if step.line is not None:
                self._told.line(step.line, step.events)
            self._step, self.seen = step, step.seen
            await self._held.hold(step.seconds, moves=step.moves)

    async def notice(self, notice: Notice) -> None:
        """Says that the table moves for a player."""
        self.say(lambda: notice_sentence(self.room.brush.text, notice, self.seating.names))

    def say(self, said: Said) -> None:
        """Says something that is no part of the game."""
        self._told.say(said)
        self.room.repaint(self)

    def _note_ends(self, events: tuple[Event, ...]) -> None:
        ends = [event for event in events if isinstance(event, RoundEnded | MatchEnded)]
        if any(isinstance(event, RoundEnded) for event in ends):
            self.ended = []
        self.ended += ends

    def _nobody_looks(self) -> None:
        """Lets the curtain fall: no hand is shown until somebody has said who they are."""
        self.viewer = None
        self.seen = self._look(None)
        self.on_curtain()

    def hurry(self) -> None:
        """Ends what is shown only for a while."""
        self._held.end()
        self._patience.hurry()

    # What the session asks.

    async def ask(self, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person in a seat."""
        if self._resigning == seat:
            return Answer(Resign(seat))
        queued, self.choice.queued = self.choice.queued, None
        if queued is not None and Take(queued) in legal:
            return Answer(Take(queued))
        changes_places = self.seating.viewer is None and self.viewer != seat
        if changes_places and await self._curtain(seat):
            return Answer(Resign(seat))
        self._patience.end()
        self.side, self.viewer, self.seen = seat, seat, seen
        self._banner, self._step, self._legal = "", None, legal
        self._told.retelling.begin()
        self.choice.ask(seen)
        self._answer = asyncio.get_running_loop().create_future()
        self._asks()
        try:
            return Answer(await self._answer)
        finally:
            self._answer, self._advice = None, ()
            self.hinter.end()
            self.choice.rest()

    async def _curtain(self, seat: Seat) -> bool:
        """Waits until the person in a seat has come to the screen; returns whether they resign."""
        self._nobody_looks()
        self._patience.end()
        self.side = seat
        self.choice.rest(Mood.CURTAIN)
        self._lifted.clear()
        self._asks()
        await self._lifted.wait()
        self.choice.rest()
        return self._resigning == seat

    async def acknowledge(self, seen: PlayerView) -> bool:
        """Waits until the result of a round has been read; returns whether somebody resigns."""
        if self._resigning is not None:
            return True
        self.choice.rest(Mood.OVER)
        if self.seating.viewer is None:
            self._nobody_looks()
        await self._acknowledge(seen)
        self.choice.rest()
        return self._resigning is not None

    @property
    def may_resign(self) -> Seat | None:
        """Who could resign now; ``None`` for nobody.

        The one person at the screen always can. Where two share it, only who is being asked: at all
        other times nobody knows who presses the keys.
        """
        if self.seating.viewer is not None:
            return self.seating.viewer
        return None if self.choice.mood in (Mood.WATCH, Mood.OVER) else self.side

    def resign(self, seat: Seat) -> None:
        """Gives the match up for a seat, as soon as the rules let it speak."""
        self._resigning = seat
        self._lifted.set()
        self.on_leave()
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(Resign(seat))
        else:
            self.say(lambda: self.room.brush.text.t("You resign as soon as it is your turn."))

    # What people do.

    def press(self, key: str, at: float) -> None:
        """Takes a key."""
        command = command_for(key, self.choice.where)
        if command is None or command.name == "skip":
            if self.choice.looks_on:
                self.hurry()
        elif command.name not in ANSWERS or at >= self.open_since:
            self._obey(command.name, key)

    def click(self, target: object, at: float) -> None:
        """Takes a click."""
        if isinstance(target, Captures):
            self.room.do("captures", self)
        elif isinstance(target, Does) and target.command not in ANSWERS:
            if target.command in BY_NAME:
                self._obey(target.command, "")
            elif at >= self.open_since:
                self.choice.letter_clicked(target.command.removeprefix("take "))
        elif self.choice.looks_on:
            self.hurry()
        elif at >= self.open_since:
            if isinstance(target, Does):
                self._click_hint(target.command)
            else:
                self.choice.click(target)

    def command(self, name: str) -> None:
        """Does what a command's first key does, where it works now."""
        command = BY_NAME[name]
        if self.choice.where in command.where:
            self._obey(name, command.keys[0])

    def _click_hint(self, name: str) -> None:
        """A click on a key of the footer is that key, where it is a single one."""
        if name not in ("move", "field", "card", "letter"):
            self.command(name)

    def _obey(self, name: str, key: str) -> None:
        self._banner = ""
        self._advice = ()
        if name == "repeat":
            self._prompt(self._told.retelling.line(self.seen, other(self.side)))
            return
        self._told.retelling.begin()
        if name == "skip":
            self.hurry()
        elif name == "go_on":
            self._lifted.set()
        elif name == "hint":
            self.hinter.begin(self.seen, self._legal, self.seating.names[other(self.side)])
        elif name in ANSWERS:
            self.choice.obey(name, key)
        else:
            self.room.do(name, self)

    def _hinted(self, counsel: Counsel) -> None:
        """Shows a hint, and chooses what it says."""
        self.on_hint(self.seen.ply)
        if self.seating.viewer is not None:  # two people read the same log
            self._told.add(counsel.sentences)
        self._advice = counsel.lines
        self.choice.suggest(counsel.action, counsel.takes)
        self._prompt(counsel.prompt)

    def _prompt(self, said: str) -> None:
        self._banner = said
        self.room.repaint(self)

    def _give(self, action: Action) -> None:
        if self._answer is not None and not self._answer.done():
            self._banner = ""
            self._answer.set_result(action)

    def _asks(self) -> None:
        self.room.repaint(self)
        self.room.opens(self)
