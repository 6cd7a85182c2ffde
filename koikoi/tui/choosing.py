"""What a person is choosing: the card, its target, the answer to the koi-koi question.

Nothing that is chosen here has been done yet. A card is played only together with what it takes, so
that Escape can put back a card that was picked up, and never anything that the table has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from koikoi.engine.actions import Action, KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import Card, Mask, cards_of
from koikoi.engine.flow import matching
from koikoi.engine.state import Phase, field_cards
from koikoi.engine.view import PlayerView
from koikoi.text.catalogue import N_
from koikoi.tui.animator import marks_for
from koikoi.tui.keys import Where
from koikoi.tui.layout import offered
from koikoi.tui.uistate import LETTERS, Decision, FieldCard, HandCard, Mark, Mood, Words

_CHOOSE: Final = N_("Choose a card first: arrows, letter or mouse")
_ANSWER: Final = N_("s stops, k calls koi-koi: what do you say?")
_NOT_NOW: Final = N_("This card cannot be taken now")


class Chooser:
    """Keeps what is chosen.

    Args:
        give: Takes the action that was decided on.
        prefers: Whether the player wants ``quick_play``.
        changed: Called when something else is chosen.
        asks: Called when there is something new to answer.

    Attributes:
        mood: What the table waits for.
        focus: The chosen card of the hand, or of the field while ``inspecting``.
        inspecting: Whether the chosen card is one of the field.
        picked: The hand card whose target is being chosen.
        target: The chosen target.
        decision: The chosen answer to the koi-koi question.
        queued: The target of a card that has just been played.
        remark: What is to be said in the prompt until the next key, not translated yet.
    """

    def __init__(
        self,
        give: Callable[[Action], None],
        prefers: Callable[[str], bool],
        changed: Callable[[], None],
        asks: Callable[[], None],
    ) -> None:
        self._give_action = give
        self._prefers = prefers
        self._changed = changed
        self._asks = asks
        self._seen: PlayerView | None = None
        self._advised: tuple[Card | None, Mask] = (None, 0)
        self.mood = Mood.WATCH
        self.focus: Card | None = None
        self.inspecting = False
        self.picked: Card | None = None
        self.target: Card | None = None
        self.decision: Decision | None = None
        self.queued: Card | None = None
        self.remark = ""

    @property
    def seen(self) -> PlayerView:
        """The view in which something is chosen."""
        assert self._seen is not None  # nothing is chosen before something is asked
        return self._seen

    @property
    def where(self) -> Where:
        """Which keys work now."""
        if self.mood is Mood.TARGET:
            return Where.PICKED if self.picked is not None else Where.DRAWN
        return {
            Mood.WATCH: Where.WATCH,
            Mood.PLAY: Where.PLAY,
            Mood.DECIDE: Where.DECIDE,
            Mood.CURTAIN: Where.CURTAIN,
            Mood.OVER: Where.OVER,
            Mood.VISIT: Where.VISIT,
            Mood.TOLD: Where.TOLD,
        }[self.mood]

    @property
    def looks_on(self) -> bool:
        """Whether nothing is asked of whoever looks, so that any key ends what moves."""
        return self.mood in (Mood.WATCH, Mood.VISIT)

    @property
    def focused(self) -> Card | None:
        """The card that all can be asked about."""
        if self.mood is Mood.TARGET:
            return self.picked if self.picked is not None else self.seen.in_play
        return self.focus

    def look_at(self, card: Card) -> None:
        """Chooses a card of the hand or of the field, where one of these is chosen at all."""
        if self.mood is Mood.PLAY:
            self.focus = card
            self.inspecting = not self.seen.hand >> card & 1
            self._changed()

    def suggest(self, action: Action, takes: Mask) -> None:
        """Chooses what a hint says, so that Enter does it; nothing is done yet.

        Args:
            action: What it says.
            takes: The cards of the field that it takes.
        """
        if self.mood is Mood.DECIDE:
            self.decision = Decision.STOP if isinstance(action, Shobu) else Decision.CALL
        elif isinstance(action, Play):
            self._advised = action.card, takes
            if self.picked is not None and self.picked != action.card:
                self._put_back()
            if self.mood is Mood.PLAY:
                self.focus, self.inspecting = action.card, False
            else:
                self.target = self._advised_target()
        elif isinstance(action, Take):
            self.target = action.card
        self._changed()

    def _advised_target(self) -> Card | None:
        """What the card that was picked up takes by the hint, if there is one for it."""
        card, takes = self._advised
        return next(iter(cards_of(takes)), None) if card == self.picked else None

    def ask(self, seen: PlayerView) -> None:
        """Begins to choose what the view asks for."""
        self._seen = seen
        self._advised = None, 0
        self.remark = ""
        if seen.phase is Phase.DECIDE:
            self.mood = Mood.DECIDE
        elif seen.phase is Phase.PLAY:
            self.mood = Mood.PLAY
            self.focus = self._first_choice()
        else:
            self.mood = Mood.TARGET

    def rest(self, mood: Mood = Mood.WATCH) -> None:
        """Chooses nothing any more."""
        self.mood = mood
        self.picked = self.target = self.decision = None
        self.inspecting = False

    def marks(self) -> tuple[tuple[Card, Mark], ...] | None:
        """The bars of what is chosen and of what it can take; ``None`` while nothing is."""
        if self.mood is Mood.PLAY and self.focus is not None and not self.inspecting:
            return marks_for(self.seen, self.focus)
        if self.mood is Mood.TARGET:
            card = self.picked if self.picked is not None else self.seen.in_play
            assert card is not None  # a target is chosen for a card
            return marks_for(self.seen, card)
        return None

    def targets(self) -> tuple[Card, ...]:
        """What can be taken, in the order of places."""
        return offered(self.seen, self.picked)

    # Keys.

    def obey(self, name: str, key: str) -> None:
        """Does what a command means for the choice."""
        self.remark = ""
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
        elif name in ("enter", "confirm"):
            self._enter()
        elif name == "back":
            self._put_back()
        elif name == "field":
            self._change_row()

    def _enter(self) -> None:
        if self.mood is Mood.PLAY:
            assert self.focus is not None  # a turn begins with a card chosen
            if self.inspecting:
                self._change_row()
            else:
                self._play(self.focus)
        elif self.mood is Mood.TARGET:
            if self.target is not None:
                self._take(self.target)
            else:
                self._remark(_CHOOSE)
        elif self.decision is not None:
            self._decide(self.decision)
        else:
            self._remark(_ANSWER)

    def _press_card(self, card: Card) -> None:
        again = card == self.focus and not self.inspecting
        self.focus, self.inspecting = card, False
        if again or self._prefers("quick_play"):
            self._play(card)
        else:
            self._changed()

    def _play(self, card: Card) -> None:
        if matching(self.seen.rules, self.seen.field, card)[1]:
            self.picked, self.mood = card, Mood.TARGET
            self.target = self._advised_target()
            self._asks()
        else:
            self._give(Play(card))

    def _put_back(self) -> None:
        self.picked, self.target, self.mood = None, None, Mood.PLAY
        self._asks()

    def _take_letter(self, letter: str) -> None:
        found = self.targets()
        if len(found) == 2 and letter in LETTERS:
            self._take(found[LETTERS.index(letter)])

    def _take(self, card: Card) -> None:
        if card not in self.targets():
            self._remark(_NOT_NOW)
        elif self.picked is not None:
            self.queued = card
            self._give(Play(self.picked))
        else:
            self._give(Take(card))

    def _decide(self, decision: Decision) -> None:
        self._give(Shobu() if decision is Decision.STOP else KoiKoi())

    def _move(self, by: int) -> None:
        if self.mood is Mood.PLAY:
            row = field_cards(self.seen.slots) if self.inspecting else cards_of(self.seen.hand)
            self.focus = _next_in(row, self.focus, by)
        elif self.mood is Mood.TARGET:
            self.target = _next_in(self.targets(), self.target, by)
        else:
            self.decision = Decision.STOP if by < 0 else Decision.CALL
        self._changed()

    def _change_row(self) -> None:
        """Goes from the hand to the field or back, to a card that belongs to the chosen one."""
        field = field_cards(self.seen.slots)
        if self.inspecting:
            self.inspecting = False
            self.focus = self._first_choice()
        elif field:
            takes = matching(self.seen.rules, self.seen.field, self._hand_card())[0]
            self.focus = next((card for card in field if takes >> card & 1), field[0])
            self.inspecting = True
        self._changed()

    # The mouse.

    def click(self, target: object) -> None:
        """Does what a click on a card, a letter or an answer means for the choice."""
        self.remark = ""
        if isinstance(target, HandCard) and self.mood in (Mood.PLAY, Mood.TARGET):
            if self.picked is not None and target.card != self.picked:
                self._put_back()
            if self.mood is Mood.PLAY:
                self._press_card(target.card)
        elif isinstance(target, FieldCard):
            self._click_field(target.card)
        elif isinstance(target, Words) and self.mood is Mood.DECIDE:
            self._decide(target.decision)

    def letter_clicked(self, letter: str) -> None:
        """Takes a target by the click on its letter in the prompt."""
        if self.mood is Mood.TARGET:
            self._take_letter(letter)

    def _click_field(self, card: Card) -> None:
        if self.mood is Mood.TARGET:
            self._take(card)
        elif self.mood is Mood.PLAY:
            played = self._hand_card()
            matches, choice = matching(self.seen.rules, self.seen.field, played)
            if self.inspecting or not matches >> card & 1:
                self.focus, self.inspecting = card, True
                self._changed()
            elif choice:
                # A click on a marked target plays the chosen card on it.
                self.picked = played
                self._take(card)
            else:
                self._give(Play(played))

    def _hand_card(self) -> Card:
        """The chosen card of the hand; while one of the field is looked at, the first choice."""
        if self.focus is not None and self.seen.hand >> self.focus & 1:
            return self.focus
        return self._first_choice()

    def _first_choice(self) -> Card:
        """The first card of the hand that takes something, or the first one."""
        hand = cards_of(self.seen.hand)
        takes = (card for card in hand if matching(self.seen.rules, self.seen.field, card)[0])
        return next(takes, hand[0])

    def _remark(self, said: str) -> None:
        self.remark = said
        self._changed()

    def _give(self, action: Action) -> None:
        self._give_action(action)


def _next_in(row: Sequence[Card], current: Card | None, by: int) -> Card | None:
    if not row:
        return current
    if current not in row:
        return row[0 if by > 0 else -1]
    return row[(row.index(current) + by) % len(row)]
