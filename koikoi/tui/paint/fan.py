"""Small cards side by side, each over the right part of the last where room is short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from koikoi.engine.cards import Card
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Rect, padded

WIDTH: Final = 6
"""Columns of a card of a fan."""
HEIGHT: Final = 5
"""Rows of a card, its caption included."""
COVERED: Final = 3
"""The columns of a covered card in which its month is still to be read."""


def fan_width(count: int, room: int) -> int:
    """The columns of a fan of so many cards in so much room."""
    return min(WIDTH + (count - 1) * (WIDTH + 1), room) if count else 0


def fan_step(count: int, room: int) -> int:
    """Columns from one card to the next where a fan of so many cards has so much room."""
    free = max(room - WIDTH, 0)
    return max(COVERED, min(WIDTH + 1, free // max(count - 1, 1)))


def fan(canvas: Canvas, cards: Sequence[Card], area: Rect, step: int, brush: Brush) -> int:
    """Draws a fan; returns the column after it.

    The caption of a covered card has its month alone. Cards that have no room are left out.

    Args:
        canvas: What it is drawn on.
        cards: The cards.
        area: Where, ``HEIGHT`` rows high.
        step: Columns from one card to the next.
        brush: The faces.
    """
    x = area.x
    shown = cards[: max(area.width - WIDTH, -step) // step + 1]
    for index, card in enumerate(shown):
        place = Rect(x, area.y, WIDTH, HEIGHT)
        brush.faces.face(canvas, place, card)
        last = index == len(shown) - 1
        if step < WIDTH and not last:
            ink = brush.theme.of_card(card)._replace(bold=True)
            canvas.put(x, place.bottom - 1, padded(f"{card.month:>2}", step), ink)
        x += WIDTH if last else step
    return x
