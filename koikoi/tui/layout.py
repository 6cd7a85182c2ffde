"""Where everything on the table is, by the cell, for a terminal of any size.

Source: the cell budgets of the design's sizes. ``XS`` fills 60×20, ``S`` 80×24, ``N`` 100×30, ``M``
120×36, ``L`` 160×48; a size is used from these measures on, both of which must hold. Columns that
are left over go to the panel, up to ``WIDEST_PANEL``, the rest to a margin at the right; rows that
are left over go to the log.

``XS`` is what the table falls back to where the others do not fit. Its strips of captures have one
row each until there is room for two, and its panel is at first so narrow that only the own tally
fits: the log then goes below it from edge to edge, so that its sentences are whole.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from koikoi.engine.cards import CARDS, Card
from koikoi.engine.flow import matching
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.tui.frame import Rect

WIDEST_PANEL: Final = 44
HAND: Final = 8
"""Places of a hand."""
PER_ROW: Final = 8
"""Cards in a row of the table, as long as sixteen places are enough."""
CROWDED: Final = 15
"""The first place of the field that the stock has to leave."""
WIDE_PANEL: Final = 20
"""Columns from which on a panel has room for both tallies and for sentences."""
PLACES: Final = 18
"""Places of the field: 8 cards of three months and 9 others are 17; where four of a month may lie
on the field, 18."""


class SizeName(StrEnum):
    """The sizes, from the smallest on."""

    XS = "XS"
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
    SizeName.XS: _Budget(60, 20, (5, 3), 11, 1),
}

_TWO_ROWS: Final = 22
"""Rows from which on the strips of ``XS`` have two rows each."""

MIN_WIDTH: Final = _BUDGETS[SizeName.XS].width
"""The fewest columns that the table fits into."""
MIN_HEIGHT: Final = _BUDGETS[SizeName.XS].height
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
        rule: The column between table and panel; without any width where the panel needs it.
        panel: The panel.
        rival: The other hand in one row, where a match is looked through; else without any height.
        rounds: The rounds of such a match, likewise.
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
    rival: Rect
    rounds: Rect

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

    @property
    def has_wide_panel(self) -> bool:
        """Whether the panel has room for both tallies and for sentences."""
        return self.panel.width >= WIDE_PANEL

    def field_step(self, *, crowded: bool = False) -> int:
        """Columns from one card of the field to the next.

        On a crowded field it may be a column less than a card has: whatever is to be seen of every
        card has to lie in its first ``field_step`` columns.
        """
        return (self.field.width - 1 - self.card_width) // PER_ROW if crowded else self.step

    def field_place(self, place: int, *, crowded: bool = False) -> Rect:
        """The card at a place of the field, caption included.

        Cards keep their place: 0 to 7 are the upper row, 8 to 15 the lower one. On a crowded field
        the cards move together, and a ninth column holds places 16 (above) and 17 (below).
        """
        if place >= 2 * PER_ROW:
            row, column = place - 2 * PER_ROW, PER_ROW
        else:
            row, column = divmod(place, PER_ROW)
        step = self.field_step(crowded=crowded)
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


def offered(seen: PlayerView, picked: Card | None) -> tuple[Card, ...]:
    """What can be taken, in the order of places: that is the order of letters and arrow keys.

    Args:
        seen: The view of who chooses.
        picked: The hand card that has been picked up; ``None`` for the card in play.
    """
    card = seen.in_play if picked is None else picked
    if card is None:
        return ()
    cards = matching(seen.rules, seen.field, card)[0]
    return tuple(CARDS[one] for one in seen.slots if one >= 0 and cards >> one & 1)


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
    captures = 2 if name is SizeName.XS and height >= _TWO_ROWS else budget.captures
    rows = iter(_stacked((1, captures, 2 * slot, 1, 1, slot, captures)))
    _, theirs, field, prompt, keys, hand, own = (Rect(0, y, play, count) for y, count in rows)
    rule, left, panel_width = _side(width - play, budget.panel)
    whole = panel_width >= WIDE_PANEL
    log = Rect(0, own.bottom, play if whole else width, height - 1 - own.bottom)
    beside = height - 2 if whole else own.bottom - 1
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
        rule=Rect(play, 1, rule, beside),
        panel=Rect(play + rule + left, 1, panel_width, beside),
        rival=Rect(0, 1, play, 0),
        rounds=Rect(0, log.bottom, log.width, 0),
    )


def watched(table: Layout) -> Layout:
    """The table to look through a match on, where nothing is asked and both hands can lie open.

    The row of the hand's keys is at the top instead, and holds the other hand. The log gives its
    last row to the list of rounds, where enough is left of it or the panel tells the moves.
    """

    def lower(area: Rect) -> Rect:
        return area._replace(y=area.y + 1)

    log = table.log
    gives = 1 if log.height > 2 or (log.height and table.has_wide_panel) else 0
    return table._replace(
        rival=table.rival._replace(height=1),
        theirs=lower(table.theirs),
        field=lower(table.field),
        prompt=lower(table.prompt),
        keys=lower(table.keys)._replace(height=0),
        log=log._replace(height=log.height - gives),
        rounds=Rect(log.x, log.bottom - gives, log.width, gives),
    )


def _side(columns: int, least: int) -> tuple[int, int, int]:
    """What is right of the table: columns of the rule, of the margin after it, and of the panel.

    Beside the least panel there is room for the rule first, then for a column at its left and one
    at its right; whatever is left makes it wider.
    """
    rule = min(columns - least, 1)
    margins = min(columns - least - rule, 2)
    return rule, (margins + 1) // 2, min(columns - rule - margins, WIDEST_PANEL)


def _stacked(heights: tuple[int, ...]) -> list[tuple[int, int]]:
    """The first row and the height of parts that lie below each other."""
    y, found = 0, []
    for height in heights:
        found.append((y, height))
        y += height
    return found
