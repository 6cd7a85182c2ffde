"""What the table shows beside the view: who may do what, what is chosen, what is on the move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card, Mask
from koikoi.engine.yaku import YakuId

if TYPE_CHECKING:
    from koikoi.table.thoughts import Thought


class Mood(StrEnum):
    """What the table waits for."""

    WATCH = auto()
    """For the other player, or for what is on the move; nothing can be answered."""
    PLAY = auto()
    """For a card of the hand."""
    TARGET = auto()
    """For the choice of what the card takes."""
    DECIDE = auto()
    """For koi-koi or shōbu."""
    CURTAIN = auto()
    """For the next person to sit down; no hand is shown."""
    OVER = auto()
    """For the result of a round or of the match to be read."""
    VISIT = auto()
    """For nothing: the match of others is watched."""
    TOLD = auto()
    """For something that a lesson says to be read."""


class Mark(StrEnum):
    """What the bars at a card say."""

    FOCUS = auto()
    """It is chosen, or in play."""
    TARGET = auto()
    """It can be taken."""
    GOOD = auto()
    """It is being taken."""


class Decision(StrEnum):
    """The two answers to the koi-koi question."""

    STOP = auto()
    CALL = auto()


class Area(StrEnum):
    """What a card in play lies on, or comes from."""

    FIELD = auto()
    """A place of the field, by its number."""
    CARD = auto()
    """Half over the card at a place of the field, by its number."""
    STOCK = auto()
    """The stock: a card that has been turned over and is not settled."""
    HAND = auto()
    """A place of the hand at the bottom, by its number from 0 at the left."""
    SIDE = auto()
    """Where a seat, by its number, sits: the edge of the table in front of its hidden hand."""


class Spot(NamedTuple):
    """Where a card in play lies, whatever the size of the screen.

    Attributes:
        area: What it lies on.
        number: Which of these it is, 0 where there is one only.
    """

    area: Area
    number: int = 0


STOCK: Final = Spot(Area.STOCK)


class Flight(NamedTuple):
    """A card on its way from one spot to another.

    Attributes:
        card: The card.
        start: Where it comes from.
        end: Where it goes.
        progress: How much of the way lies behind it, 0 to 1.
    """

    card: Card
    start: Spot
    end: Spot
    progress: float


TallyCell: TypeAlias = tuple[Seat, YakuId]
"""A cell of the tally: whose, and of which yaku."""


class KeyHint(NamedTuple):
    """A key that works now.

    Attributes:
        key: How the key is written.
        word: What it does, in a word or two.
        command: The command's name in the registry of keys.
    """

    key: str
    word: str
    command: str


class RoundCell(NamedTuple):
    """A round in the list of rounds.

    Attributes:
        number: The round.
        points: What it brought the side at the bottom and the other one; ``None`` while it is not
            over.
        here: Whether it is the one on the table.
    """

    number: int
    points: tuple[int, int] | None
    here: bool


class Musing(NamedTuple):
    """What a player thinks who lets everybody know.

    Attributes:
        seat: Whose thought it is.
        thought: The thought.
    """

    seat: Seat
    thought: Thought


class Note(NamedTuple):
    """What a lesson says on the table.

    Attributes:
        said: What is told.
        task: What is to be done; empty where it is only to be read.
        warns: Whether it tells why something was not what is asked for.
    """

    said: str
    task: str = ""
    warns: bool = False


class UiState(NamedTuple):
    """All that the table shows beside the view.

    Attributes:
        seat: Whose side is at the bottom.
        names: What seat 0 and seat 1 are called on the table.
        tags: The same in at most 6 columns.
        mood: What the table waits for.
        focus: The chosen card of the hand, or of the field while ``inspecting``.
        inspecting: Whether the chosen card is one of the field.
        picked: The hand card that has been picked up and waits for its target.
        target: The chosen one of the targets.
        decision: The chosen answer to the koi-koi question, ``None`` before any.
        in_play: A card that lies at a spot and belongs to no zone of the view there.
        spot: Where it lies.
        flight: A card on its way, above everything else.
        turning: Whether the top card of the stock is being turned over, and shows neither side.
        gap: The place of the hand that a card has just left; the others keep theirs meanwhile.
        marks: Cards on the table with bars.
        banner: What the prompt says instead of what is to be done.
        log: What happened, in brief, the newest last.
        hints: The keys that work now, the most important first.
        advice: Why a hint says what it says, in a few words a line; empty where none is shown.
        what_if: Whether the panel tells what the chosen card would do.
        shown_hand: Whether the hand may be seen.
        risen: The cells of the tally that have just changed.
        rival: The other hand, where it lies open.
        place: How far a match has been looked through.
        rounds: The rounds of such a match.
        musing: What a player thinks, where that is shown.
        note: What a lesson says.
    """

    seat: Seat
    names: tuple[str, str]
    tags: tuple[str, str]
    mood: Mood = Mood.WATCH
    focus: Card | None = None
    inspecting: bool = False
    picked: Card | None = None
    target: Card | None = None
    decision: Decision | None = None
    in_play: Card | None = None
    spot: Spot | None = None
    flight: Flight | None = None
    turning: bool = False
    gap: int | None = None
    marks: tuple[tuple[Card, Mark], ...] = ()
    banner: str = ""
    log: tuple[str, ...] = ()
    hints: tuple[KeyHint, ...] = ()
    advice: tuple[str, ...] = ()
    what_if: bool = True
    shown_hand: bool = True
    risen: tuple[TallyCell, ...] = ()
    rival: Mask = 0
    place: str = ""
    rounds: tuple[RoundCell, ...] = ()
    musing: Musing | None = None
    note: Note | None = None

    def mark(self, card: Card) -> Mark | None:
        """The bars of a card on the table."""
        return next((mark for marked, mark in self.marks if marked == card), None)


LETTERS: Final = "abcdefghijklmnopqr"
"""The letters of targets, in the order of the cards; a field has at most 18."""


# What can be clicked on the table.


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class FieldCard:
    """A card on the field."""

    card: Card


@dataclass(frozen=True, slots=True)
class Captures:
    """The pile of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Words:
    """An answer to the koi-koi question, written out."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class RoundOf:
    """A round in the list of rounds."""

    number: int


@dataclass(frozen=True, slots=True)
class Does:
    """Whatever a command does: a key in the footer, the tally, the log."""

    command: str
