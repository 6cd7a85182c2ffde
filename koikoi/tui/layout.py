"""Where everything on the table is, by the cell, for a terminal of any size.

Source: the cell budgets of the design's four sizes. ``S`` fills 80×24, ``N`` 100×30, ``M`` 120×36,
``L`` 160×48; a size is used from these measures on, both of which must hold. Columns that are left
over go to the panel, up to ``WIDEST_PANEL``, the rest to a margin at the right; rows that are left
over go to the log.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from koikoi.engine.cards import Card
from koikoi.engine.rules import Rules
from koikoi.tui.frame import Rect

WIDEST_PANEL: Final = 44
HAND: Final = 8
"""Places of a hand."""
PER_ROW: Final = 8
"""Cards in a row of the table, as long as sixteen places are enough."""
CROWDED: Final = 15
"""The first place of the field that the stock has to leave."""
PLACES: Final = 18
"""Places of the field: 8 cards of three months and 9 others are 17; where four of a month may lie
on the field, 18."""


class SizeName(StrEnum):
    """The four sizes."""

    S = "S"
    N = "N"
    M = "M"
    L = "L"


class _Budget(NamedTuple):
    """The rows and columns of one size; the log gets what is left between captures and footer."""

    width: int
    height: int
    card: tuple[int, int]
    panel: int
    captures: int


_BUDGETS: Final = {
    SizeName.L: _Budget(160, 48, (14, 10), 36, 5),
    SizeName.M: _Budget(120, 36, (10, 7), 28, 3),
    SizeName.N: _Budget(100, 30, (8, 5), 24, 2),
    SizeName.S: _Budget(80, 24, (6, 4), 20, 2),
}

MIN_WIDTH: Final = _BUDGETS[SizeName.S].width
"""The fewest columns that the table fits into."""
MIN_HEIGHT: Final = _BUDGETS[SizeName.S].height
"""The fewest rows that the table fits into."""


class Layout(NamedTuple):
    """A terminal divided up. Rows and columns count from 0 at the top left.

    Attributes:
        name: The size.
        width: Columns of the terminal.
        height: Rows of the terminal.
        card_width: Columns of a card.
        card_height: Rows of a card's picture; its caption has one more.
        header: The line of scores.
        theirs: The strip of the other player's captures.
        field: Both rows of the table.
        prompt: The line that says what is to be done.
        keys: The keys of the hand's cards.
        hand: The hand, captions included.
        own: The strip of the own captures.
        log: The last moves.
        footer: The keys that work now.
        rule: The column between table and panel.
        panel: The panel.
    """

    name: SizeName
    width: int
    height: int
    card_width: int
    card_height: int
    header: Rect
    theirs: Rect
    field: Rect
    prompt: Rect
    keys: Rect
    hand: Rect
    own: Rect
    log: Rect
    footer: Rect
    rule: Rect
    panel: Rect

    @property
    def step(self) -> int:
        """Columns from one card to the next."""
        return self.card_width + 1

    @property
    def slot_height(self) -> int:
        """Rows of a card with its caption."""
        return self.card_height + 1

    def hand_place(self, index: int) -> Rect:
        """The card at place 0 to 7 of the hand, caption included."""
        x = 1 + index * self.step
        return Rect(x, self.hand.y, self.card_width, self.slot_height)

    def field_place(self, place: int, *, crowded: bool = False) -> Rect:
        """The card at a place of the field, caption included.

        Cards keep their place: 0 to 7 are the upper row, 8 to 15 the lower one. On a crowded field
        the cards move together, and a ninth column holds places 16 (above) and 17 (below).
        """
        if place >= 2 * PER_ROW:
            row, column = place - 2 * PER_ROW, PER_ROW
        else:
            row, column = divmod(place, PER_ROW)
        step = self.step
        if crowded:
            step = (self.field.width - 1 - self.card_width) // PER_ROW
        y = self.field.y + row * self.slot_height
        return Rect(1 + column * step, y, self.card_width, self.slot_height)

    def stock_place(self, *, crowded: bool = False) -> Rect:
        """The stock: the last place of the lower row, on a crowded field of the ninth column."""
        return self.field_place(PLACES - 1 if crowded else CROWDED, crowded=crowded)


def is_crowded(slots: tuple[int, ...]) -> bool:
    """Whether a card lies where the stock would be otherwise."""
    return any(card >= 0 for card in slots[CROWDED:])


def free_place(slots: tuple[int, ...]) -> int:
    """The place that the next card on the field gets: the lowest free one."""
    return next((place for place, card in enumerate(slots) if card < 0), len(slots))


def place_of(slots: tuple[int, ...], card: Card) -> int | None:
    """The place of a card on the field, ``None`` if it is not there."""
    return slots.index(card) if card in slots else None


def layout(width: int, height: int, rules: Rules | None = None) -> Layout | None:
    """Divides a terminal up.

    Args:
        width: Its columns.
        height: Its rows.
        rules: The rules in play; so far no rule needs other room.

    Returns:
        The layout, or ``None`` where the terminal has fewer than ``MIN_WIDTH`` columns or
        ``MIN_HEIGHT`` rows.
    """
    del rules
    for name, budget in _BUDGETS.items():
        if width >= budget.width and height >= budget.height:
            return _divided(name, budget, width, height)
    return None


def _divided(name: SizeName, budget: _Budget, width: int, height: int) -> Layout:
    card_width, card_height = budget.card
    play = PER_ROW * (card_width + 1) + 1
    slot = card_height + 1
    rows = iter(_stacked((1, budget.captures, 2 * slot, 1, 1, slot, budget.captures)))
    _, theirs, field, prompt, keys, hand, own = (Rect(0, y, play, count) for y, count in rows)
    log = Rect(0, own.bottom, play, height - 1 - own.bottom)
    # Beyond the rule; at the right one column stays free where there is one.
    start = play + 1
    panel_width = min(budget.panel + width - budget.width, WIDEST_PANEL)
    panel = Rect(start + _margin(budget, play), 1, panel_width, height - 2)
    return Layout(
        name=name,
        width=width,
        height=height,
        card_width=card_width,
        card_height=card_height,
        header=Rect(0, 0, width, 1),
        theirs=theirs,
        field=field,
        prompt=prompt,
        keys=keys,
        hand=hand,
        own=own,
        log=log,
        footer=Rect(0, height - 1, width, 1),
        rule=Rect(play, 1, 1, height - 2),
        panel=panel,
    )


def _margin(budget: _Budget, play: int) -> int:
    """Columns between the rule and the panel's text; the rest is at the right."""
    return (budget.width - play - 1 - budget.panel) // 2


def _stacked(heights: tuple[int, ...]) -> list[tuple[int, int]]:
    """The first row and the height of parts that lie below each other."""
    y, found = 0, []
    for height in heights:
        found.append((y, height))
        y += height
    return found
