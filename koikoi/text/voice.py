"""Who hears the sentences: the seat that is "you", the players' names, how cards are named.

Sentences about a player come in forms. In ``you`` the player it is about is the listener, in
``name`` the other player, so that the listener is the second person of it, and in ``watched`` the
listener is neither. ``{name}`` is the player it is about, ``{other}`` that player's opponent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from koikoi.engine.actions import Seat, other
from koikoi.engine.cards import Card, Mask
from koikoi.text import names
from koikoi.text.catalogue import Text

Plural: TypeAlias = tuple[str, str]
"""The English message for 1 and the one for other numbers."""


class Line(NamedTuple):
    """A sentence about a player, its forms marked with ``N_``.

    ``watched`` is left out where ``name`` does not speak to the listener and serves for both.
    """

    you: str
    name: str
    watched: str = ""


class CountedLine(NamedTuple):
    """A sentence about a player and a number, its forms marked with ``NN_``."""

    you: Plural
    name: Plural
    watched: Plural | None = None


@dataclass(frozen=True, slots=True)
class Voice:
    """Says sentences to one listener.

    Attributes:
        text: The language.
        names: The names of seat 0 and seat 1.
        seat: The listener's seat, ``None`` for a watcher.
        codes: Whether cards are named with their codes, for players who type them.
    """

    text: Text
    names: tuple[str, str]
    seat: Seat | None
    codes: bool = False

    def say(self, line: Line, seat: Seat, **params: object) -> str:
        """The sentence about the player at ``seat``, filled in with the other placeholders too."""
        if self.seat is None:
            form = line.watched or line.name
        else:
            form = line.you if seat == self.seat else line.name
        return self.text.t(form, **self._players(seat), **params)

    def count(self, line: CountedLine, seat: Seat, count: int, **params: object) -> str:
        """The sentence about the player at ``seat`` and a number."""
        if self.seat is None:
            form = line.watched or line.name
        else:
            form = line.you if seat == self.seat else line.name
        return self.text.n(*form, count, **self._players(seat), **params)

    def _players(self, seat: Seat) -> dict[str, str]:
        return {"name": self.names[seat], "other": self.names[other(seat)]}

    def card(self, card: Card) -> str:
        """A card: ``Crane``, or ``Crane (1L)`` with codes."""
        label = names.card_label if self.codes else names.card_name
        return label(self.text, card)

    def cards(self, cards: Mask | Iterable[Card]) -> str:
        """Cards in a sentence: ``Crane and two Pine plains``; each by itself with codes."""
        return names.joined_cards(self.text, cards, codes=self.codes)

    def any_of(self, cards: Mask | Iterable[Card]) -> str:
        """Cards to choose from: ``Crane or Pine plain``; like ones always have their codes."""
        return self.text.either(names.card_labels(self.text, cards, codes=self.codes))
