"""The page about a card, with its picture; from it one goes on to the others that lie open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from koikoi.engine.cards import Card
from koikoi.tui.page import Room
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage


class CardPage(SheetPage):
    """A page about one of several cards.

    Args:
        room: Who shows it.
        cards: The cards, at least one, in the order of left and right.
        place: Which of them is shown first.
        build: Makes the sheet of a card for a number of columns.
    """

    def __init__(
        self,
        room: Room,
        cards: Sequence[Card],
        place: int,
        build: Callable[[Card, int], Sheet],
    ) -> None:
        super().__init__(room, lambda width: build(self.card, width))
        self._cards = cards
        self._place = place

    @property
    def card(self) -> Card:
        """The card that is shown."""
        return self._cards[self._place]

    def beside(self) -> Card:
        """The card whose picture stands beside the lines."""
        return self.card

    def press(self, key: str, at: float) -> None:
        """Goes to another card, ends, or does what any page of words does."""
        if at < self.open_since:
            return
        if key in ("left", "right"):
            self._place = (self._place + (1 if key == "right" else -1)) % len(self._cards)
            self._top, self._ends = 0, False
            self.room.repaint(self)
        elif key in ("tab", "i"):
            self.close()
        else:
            super().press(key, at)
