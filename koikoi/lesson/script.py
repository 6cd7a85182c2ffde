"""A lesson as data: a stacked deal, and what is said, asked and played in it, one after the other.

The player does what is asked and nothing else, so that the table at every step follows from the
step alone: a lesson that is left goes on at the name of its step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from koikoi.engine.actions import Action, Play, Take
from koikoi.engine.cards import CARDS, Card, Mask
from koikoi.engine.deck import Deck, check_deck
from koikoi.engine.flow import apply, new_match
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState

SEED: Final = "lesson"
"""The seed of lessons: what is not stacked is the same for everybody."""

OVER: Final = "over"
"""Where somebody is in a lesson that they have done to its end."""


class Say(NamedTuple):
    """Something to be read; the player goes on.

    Attributes:
        name: The step's name.
        said: The message.
        marks: Cards that are pointed at.
    """

    name: str
    said: str
    marks: Mask = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """Something to be done.

    Attributes:
        name: The step's name.
        said: What is to be known for it.
        task: What is to be done.
        action: The same for the engine: a card, or an answer to the koi-koi question.
        takes: Which of two cards is to be taken; ``None`` where there is no choice.
        wrongs: Why other actions are not meant, by their codes; what is not among them is
            explained by the rules.
        to_choose: Whether the card is to be chosen first: another one is at the beginning.
    """

    name: str
    said: str
    task: str
    action: Action
    takes: Card | None = None
    wrongs: Mapping[str, str] = field(default_factory=dict)
    to_choose: bool = False

    def is_meant(self, action: Action, takes: Card | None) -> bool:
        """Whether an action is the one.

        Args:
            action: The action.
            takes: Which of two cards it is to take.
        """
        return action == self.action and takes == self.takes


Step: TypeAlias = Say | Ask


class Moves(NamedTuple):
    """What the other player does.

    Attributes:
        action: The action.
    """

    action: Action


@dataclass(frozen=True, slots=True)
class Script:
    """A whole lesson at the table.

    Attributes:
        rules: The rules of its match.
        deck: The stacked deck of its round.
        entries: What happens, in this order.
    """

    rules: Rules
    deck: Deck
    entries: tuple[Step | Moves, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """What is said and asked."""
        return tuple(entry for entry in self.entries if not isinstance(entry, Moves))

    def place(self, name: str) -> int:
        """Where the step of a name is among the entries; 0, the beginning, where there is none."""
        names = [entry.name if not isinstance(entry, Moves) else "" for entry in self.entries]
        return names.index(name) if name and name in names else 0

    def before(self, place: int) -> MatchState:
        """The match before an entry."""
        state = new_match(self.rules, SEED, decks=[self.deck])
        for entry in self.entries[:place]:
            for action in actions(entry):
                state, _ = apply(state, action)
        return state


def actions(entry: Step | Moves) -> tuple[Action, ...]:
    """What is done in an entry."""
    if isinstance(entry, Say):
        return ()
    if isinstance(entry, Ask) and entry.takes is not None:
        return entry.action, Take(entry.takes)
    return (entry.action,)


def cards(codes: str) -> tuple[Card, ...]:
    """The cards of codes with blanks between them."""
    return tuple(Card.parse(code) for code in codes.split())


def stacked(*, ko: str, field: str, oya: str, stock: str) -> Deck:
    """A deck that deals these cards and draws those of ``stock`` first; the rest is in card order.

    Raises:
        ValueError: A card is given twice, or a part has not eight.
    """
    parts = [cards(codes) for codes in (ko, field, oya)]
    if any(len(part) != 8 for part in parts):
        raise ValueError("hands and field have eight cards each")
    given = [card for part in (*parts, cards(stock)) for card in part]
    return check_deck((*given, *(card for card in CARDS if card not in given)))


def play(code: str) -> Play:
    """The play of a card by its code."""
    return Play(Card.parse(code))
