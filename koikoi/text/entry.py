"""A sentence of the rules page, with the cards that it is about where a screen can show them."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.engine.cards import Mask


class Entry(NamedTuple):
    """A sentence, and cards.

    Attributes:
        said: The sentence, whole without the cards.
        cards: What can be shown beside it; none where there is nothing to see.
    """

    said: str
    cards: Mask = 0
