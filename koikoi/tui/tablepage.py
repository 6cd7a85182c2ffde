"""The table on the screen: shows the match to whoever sits in front of it, and asks them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from koikoi.engine.actions import Action, KoiKoi, Play, Resign, Seat, Shobu, Take, other
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.events import Event, MatchEnded, RoundDealt, RoundEnded
from koikoi.engine.flow import matching
from koikoi.engine.state import Phase, field_cards
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer
from koikoi.match.session import Notice
from koikoi.table.notices import notice_sentence
from koikoi.text.brief import BriefTeller
from koikoi.text.events import Narrator
from koikoi.text.voice import Voice
from koikoi.tui.animator import Animator, Step, marks_for, spot_of
from koikoi.tui.frame import Frame
from koikoi.tui.keys import BY_NAME, Where, command_for, hints
from koikoi.tui.layout import layout
from koikoi.tui.page import Page, Room
from koikoi.tui.paint import paint, too_small
from koikoi.tui.paint.cards import targets
from koikoi.tui.uistate import (
    LETTERS,
    Captures,
    Decision,
    Does,
    FieldCard,
    HandCard,
    Mood,
    UiState,
    Words,
)

_ANSWERS: Final = frozenset(
    ("card", "letter", "stop", "call", "move", "enter", "go_on", "back", "field")
)
"""Commands that answer what is asked, so that they must not come before it is on the screen."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, and who looks at the screen.

    Attributes:
        names: What seat 0 and seat 1 are called on the table.
        tags: The same in at most 6 columns.
        viewer: The one person at the screen; ``None`` where two share it.
    """

    names: tuple[str, str]
    tags: tuple[str, str]
    viewer: Seat | None


class TablePage(Page):
    """The table. It listens to the session, and is what people answer with.

    Args:
        room: Who shows it.
        seating: Who sits where.
        look: The view of a seat now, ``None`` for what everybody sees.
        pace: How much longer or shorter everything is held; 0 shows results only.
        prefers: Whether the first press of a key plays, and whether the panel tells what a card
            would do.
    """

    def __init__(
        self,
        room: Room,
        seating: Seating,
        look: Callable[[Seat | None], PlayerView],
        pace: Callable[[], float],
        prefers: Callable[[str], bool],
    ) -> None:
        super().__init__(room)
        self.seating = seating
        self._look = look
        self._pace = pace
        self._prefers = prefers
        text = room.brush.text
        voice = Voice(text, seating.names, seating.viewer)
        self._animator = Animator(BriefTeller(voice), seating.viewer)
        self._teller = BriefTeller(voice)
        self.narrator = Narrator(text, seating.names, seating.viewer)
        self.viewer: Seat | None = seating.viewer
        self.side: Seat = seating.viewer or 0
        self.seen = look(self.viewer)
        self.story: list[str] = []
        self.ended: list[Event] = []
        """The ends of the last round and of the match, for the page of results."""
        self.acknowledging: Callable[[PlayerView], Awaitable[None]] | None = None
        self.on_leave: Callable[[], None] = lambda: None
        """Ends the page of a result that lies over the table."""
        self._log: list[str] = []
        self._mood = Mood.WATCH
        self._step: Step | None = None
        self._banner = ""
        self._focus: Card | None = None
        self._inspecting = False
        self._picked: Card | None = None
        self._target: Card | None = None
        self._decision: Decision | None = None
        self._queued: Card | None = None
        self._answer: asyncio.Future[Action] | None = None
        self._resigning = False
        self._skip = asyncio.Event()
        self._skipped = False

    # What the page shows.

    @property
    def where(self) -> Where:
        """Which keys work now."""
        if self._mood is Mood.TARGET:
            return Where.PICKED if self._picked is not None else Where.DRAWN
        return {
            Mood.WATCH: Where.WATCH,
            Mood.PLAY: Where.PLAY,
            Mood.DECIDE: Where.DECIDE,
            Mood.CURTAIN: Where.CURTAIN,
            Mood.OVER: Where.OVER,
        }[self._mood]

    @property
    def focused(self) -> Card | None:
        """The card that is chosen, in the hand or on the field."""
        return self._picked if self._picked is not None else self._focus

    def ui(self) -> UiState:
        """What is shown beside the view."""
        step, seen = self._step, self.seen
        in_play, spot = (step.in_play, step.spot) if step is not None else (None, None)
        marks = step.marks if step is not None else ()
        if self._mood is Mood.PLAY and self._focus is not None and not self._inspecting:
            marks = marks_for(seen, self._focus)
        elif self._mood is Mood.TARGET:
            card = self._picked if self._picked is not None else seen.in_play
            assert card is not None
            marks = marks_for(seen, card)
            if self._picked is None:
                in_play, spot = card, spot_of(seen)
        return UiState(
            seat=self.side,
            names=self.seating.names,
            tags=self.seating.tags,
            mood=self._mood,
            focus=self._focus,
            inspecting=self._inspecting,
            picked=self._picked,
            target=self._target,
            decision=self._decision,
            in_play=in_play,
            spot=spot,
            marks=marks,
            banner=step.banner if step is not None and step.banner else self._banner,
            log=tuple(self._log),
            hints=hints(self.where, self.room.brush.glyphs, self.room.brush.text),
            what_if=self._prefers("what_if"),
            shown_hand=self.viewer is not None,
            changed=step.changed if step is not None else None,
        )

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the table, or says how much room it needs."""
        del below
        brush = self.room.brush
        found = layout(width, height, self.seen.rules)
        if found is None:
            return too_small(width, height, brush)
        return paint(self.seen, self.ui(), found, brush)

    # What the session tells.

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        """Shows the table, and says how it came about."""
        self.narrator = Narrator(
            self.room.brush.text, self.seating.names, self.seating.viewer, rules=seen.rules
        )
        self.seen = self._look(self.viewer)
        told = []
        for event in seen.history:
            self._tell(event)
            line = self._teller.line(event)
            if line is not None:
                self._log.append(line)
                told.append(line)
        if resumed:
            self._note_ends(seen.history)
            self._banner = self.room.brush.text.t("The match goes on where it was left")
            await self._hold(1.0)
        else:
            for line in told:
                self._banner = line
                await self._hold(1.0)
        self._banner = ""
        self._rest()

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Shows events one by one, and at last what is true now."""
        self._skipped = False
        self._skip.clear()
        self._banner = ""
        self._note_ends(events)
        if any(isinstance(event, RoundDealt) for event in events) and self.seating.viewer is None:
            self._nobody_looks()
        for event in events:
            self._tell(event)
        for step in self._animator.steps(self.seen, events):
            if step.line is not None:
                self._log.append(step.line)
            self._step, self.seen = step, step.seen
            await self._hold(step.seconds)
        self._step = None
        self.seen = seen if self.seating.viewer is not None else self._look(self.viewer)
        self._rest()

    async def notice(self, notice: Notice) -> None:
        """Says that the table moves for a player."""
        said = notice_sentence(self.room.brush.text, notice, self.seating.names)
        self.say(said)

    def say(self, sentence: str) -> None:
        """Says something that is no part of the game."""
        self.story.append(sentence)
        self._log.append(sentence)
        self.room.repaint(self)

    def _tell(self, event: Event) -> None:
        self.story += self.narrator.sentences(event)

    def _note_ends(self, events: tuple[Event, ...]) -> None:
        ends = [event for event in events if isinstance(event, RoundEnded | MatchEnded)]
        if any(isinstance(event, RoundEnded) for event in ends):
            self.ended = []
        self.ended += ends

    def _rest(self) -> None:
        self.room.repaint(self)

    def _nobody_looks(self) -> None:
        """Lets the curtain fall: no hand is shown until somebody has said who they are."""
        self.viewer = None
        self.seen = self._look(None)

    async def _hold(self, seconds: float) -> None:
        """Shows the table as it is now for a while; any key ends it, for the whole batch."""
        seconds *= self._pace()
        if seconds <= 0 or self._skipped:
            return
        self.room.repaint(self)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._skip.wait(), seconds)
            self._skipped = True

    # What the session asks.

    async def ask(self, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person in a seat."""
        if self.resigning:
            return Answer(Resign(seat))
        queued, self._queued = self._queued, None
        if queued is not None and Take(queued) in legal:
            return Answer(Take(queued))
        if self.seating.viewer is None and self.viewer != seat:
            await self._lift_curtain(seat)
            if self.resigning:
                return Answer(Resign(seat))
        self.side, self.viewer, self.seen = seat, seat, seen
        self._banner, self._step = "", None
        self._question(seen)
        return Answer(await self._answered())

    async def _lift_curtain(self, seat: Seat) -> None:
        self._nobody_looks()
        self.side = seat
        self._mood = Mood.CURTAIN
        await self._answered()

    async def _answered(self) -> Action:
        self._answer = asyncio.get_running_loop().create_future()
        self.room.repaint(self)
        self.room.opens(self)
        try:
            return await self._answer
        finally:
            self._answer = None
            self._mood = Mood.WATCH
            self._picked = self._target = self._decision = None
            self._inspecting = False

    def _question(self, seen: PlayerView) -> None:
        if seen.phase is Phase.DECIDE:
            self._mood = Mood.DECIDE
        elif seen.phase is Phase.PLAY:
            self._mood = Mood.PLAY
            self._focus = self._first_choice(seen)
        else:
            self._mood = Mood.TARGET

    def _first_choice(self, seen: PlayerView) -> Card:
        """The first card of the hand that takes something, or the first one."""
        hand = cards_of(seen.hand)
        takes = (card for card in hand if matching(seen.rules, seen.field, card)[0])
        return next(takes, hand[0])

    async def acknowledge(self, seen: PlayerView) -> bool:
        """Waits until the result of a round has been read; returns whether somebody resigns."""
        if self._resigning:
            return True
        self._mood = Mood.OVER
        if self.seating.viewer is None:
            self._nobody_looks()
        if self.acknowledging is not None:
            await self.acknowledging(seen)
        self._mood = Mood.WATCH
        return self._resigning

    @property
    def resigning(self) -> bool:
        """Whether the match is given up, as soon as the rules let the person speak."""
        return self._resigning

    def resign(self) -> None:
        """Gives the match up, as soon as the rules let the person speak."""
        self._resigning = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(Resign(self.side))

    # What people do.

    def press(self, key: str, at: float) -> None:
        """Takes a key."""
        command = command_for(key, self.where)
        if command is None or command.name == "skip":
            if self._mood is Mood.WATCH:
                self._skip.set()
            return
        if command.name in _ANSWERS and at < self.open_since:
            return
        self._obey(command.name, key)

    def click(self, target: object, at: float) -> None:
        """Takes a click."""
        if isinstance(target, Captures):
            self.room.do("captures", self)
        elif isinstance(target, Does) and target.command in BY_NAME:
            if target.command not in _ANSWERS or (
                target.command in ("enter", "go_on", "back") and at >= self.open_since
            ):
                self._obey(target.command, "")
        elif self._mood is Mood.WATCH:
            self._skip.set()
        elif at >= self.open_since:
            self._clicked(target)

    def _clicked(self, target: object) -> None:
        if isinstance(target, HandCard) and self._mood in (Mood.PLAY, Mood.TARGET):
            if self._picked is not None and target.card != self._picked:
                self._put_back()
            if self._mood is Mood.PLAY:
                self._press_card(target.card)
        elif isinstance(target, FieldCard):
            self._click_field(target.card)
        elif isinstance(target, Words) and self._mood is Mood.DECIDE:
            self._decide(target.decision)
        elif isinstance(target, Does) and target.command.startswith("take "):
            self._take_letter(target.command.removeprefix("take "))

    def _click_field(self, card: Card) -> None:
        if self._mood is Mood.TARGET:
            self._take(card)
        elif self._mood is Mood.PLAY:
            assert self._focus is not None
            matches, choice = matching(self.seen.rules, self.seen.field, self._hand_focus())
            if not self._inspecting and matches >> card & 1:
                # A click on a marked target plays the chosen card on it.
                self._picked = self._hand_focus() if choice else None
                self._take(card) if choice else self._play(self._hand_focus())
            else:
                self._focus, self._inspecting = card, True
                self.room.repaint(self)

    def _hand_focus(self) -> Card:
        """The chosen card of the hand, also while one of the field is looked at."""
        assert self._focus is not None
        if self.seen.hand >> self._focus & 1:
            return self._focus
        return self._first_choice(self.seen)

    def _obey(self, name: str, key: str) -> None:
        if name == "card":
            hand = cards_of(self.seen.hand)
            if int(key) <= len(hand):
                self._press_card(hand[int(key) - 1])
        elif name == "letter":
            self._take_letter(key)
        elif name in ("stop", "call"):
            self._decide(Decision.STOP if name == "stop" else Decision.CALL)
        elif name == "move":
            self._move(-1 if key.startswith("left") else 1)
        elif name in ("enter", "go_on"):
            self._enter()
        elif name == "back":
            self._put_back()
        elif name == "field":
            self._change_row()
        elif name == "repeat":
            self._repeat()
        else:
            self.room.do(name, self)

    def _press_card(self, card: Card) -> None:
        again = card == self._focus and not self._inspecting
        self._focus, self._inspecting = card, False
        if again or self._prefers("quick_play"):
            self._play(card)
        else:
            self.room.repaint(self)

    def _play(self, card: Card) -> None:
        if matching(self.seen.rules, self.seen.field, card)[1]:
            self._picked, self._mood, self._target = card, Mood.TARGET, None
            self.room.repaint(self)
            self.room.opens(self)
            return
        self._give(Play(card))

    def _put_back(self) -> None:
        self._picked, self._target, self._mood = None, None, Mood.PLAY
        self.room.repaint(self)

    def _take_letter(self, letter: str) -> None:
        offered = targets(self.seen, self.ui())
        index = LETTERS.find(letter)
        if self._mood is Mood.TARGET and 0 <= index < len(offered):
            self._take(offered[index])

    def _take(self, card: Card) -> None:
        if card not in targets(self.seen, self.ui()):
            self._say_once(self.room.brush.text.t("This card cannot be taken now"))
        elif self._picked is not None:
            self._queued = card
            self._give(Play(self._picked))
        else:
            self._give(Take(card))

    def _decide(self, decision: Decision) -> None:
        self._give(Shobu() if decision is Decision.STOP else KoiKoi())

    def _enter(self) -> None:
        if self._mood is Mood.CURTAIN:
            self._give(KoiKoi())  # what is answered at the curtain is not looked at
        elif self._mood is Mood.PLAY:
            if self._inspecting:
                self.room.do("inspect", self)
            elif self._focus is not None:
                self._play(self._focus)
        elif self._mood is Mood.TARGET:
            if self._target is not None:
                self._take(self._target)
            else:
                self._say_once(
                    self.room.brush.text.t("Choose a card first: arrows, letter or mouse")
                )
        elif self._mood is Mood.DECIDE:
            if self._decision is not None:
                self._decide(self._decision)
            else:
                self._say_once(self.room.brush.text.t("s stops, k calls koi-koi: what do you say?"))

    def _say_once(self, said: str) -> None:
        """Says it in the prompt until the next key."""
        self._banner = said
        self.room.repaint(self)

    def _move(self, by: int) -> None:
        self._banner = ""
        if self._mood is Mood.PLAY:
            row = field_cards(self.seen.slots) if self._inspecting else cards_of(self.seen.hand)
            self._focus = _next_in(row, self._focus, by)
        elif self._mood is Mood.TARGET:
            self._target = _next_in(targets(self.seen, self.ui()), self._target, by)
        else:
            order = (Decision.STOP, Decision.CALL)
            self._decision = order[0 if by < 0 else 1]
        self.room.repaint(self)

    def _change_row(self) -> None:
        """Goes from the hand to the field or back, to the card that is nearest."""
        field = field_cards(self.seen.slots)
        if self._inspecting:
            self._inspecting = False
            self._focus = self._first_choice(self.seen)
        elif field:
            takes = matching(self.seen.rules, self.seen.field, self._hand_focus())[0]
            self._focus = next((card for card in field if takes >> card & 1), field[0])
            self._inspecting = True
        self.room.repaint(self)

    def _repeat(self) -> None:
        """Says the other player's last move again."""
        said = self._last_move()
        self._say_once(said or self.room.brush.text.t("The other player has not moved yet"))

    def _last_move(self) -> str | None:
        name = self.seating.names[other(self.side)]
        moves = [line for line in self._log if line.startswith(name)]
        return "; ".join(moves[-2:]) or None

    def _give(self, action: Action) -> None:
        if self._answer is not None and not self._answer.done():
            self._banner = ""
            self._answer.set_result(action)


def _next_in(row: tuple[Card, ...], current: Card | None, by: int) -> Card | None:
    if not row:
        return current
    if current not in row:
        return row[0 if by > 0 else -1]
    return row[(row.index(current) + by) % len(row)]
