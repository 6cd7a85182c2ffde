"""Cards and actions as text, both ways, so that a test or a log is one line.

Card lists are codes with commas between them, ``1L,8A``; ``-`` is an empty one. Actions are
``play 1L``, ``take 1R``, ``koikoi``, ``shobu``, ``next`` and ``resign``. Everything is printed in
one form and read in either case. Text that is no notation raises :class:`NotationError`; whether
an action is legal is the engine's to say. Whole positions are in :mod:`koikoi.record.position`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Resign, Seat, Shobu, Take
from koikoi.engine.cards import Card, Mask, cards_of, codes_of, mask_of

NOTHING: Final = "-"
"""Stands for no card, an empty list of cards, nobody, or nothing."""

_WIDEST_SHOWN: Final = 60


class NotationError(ValueError):
    """Text that is no notation.

    Attributes:
        text: What could not be read, cut where it is long.
        expected: What should have stood there, in English.
    """

    def __init__(self, text: str, expected: str) -> None:
        self.text: Final = text if len(text) <= _WIDEST_SHOWN else text[: _WIDEST_SHOWN - 1] + "…"
        self.expected: Final = expected
        super().__init__(f"{self.text!r} is not {expected}")

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str]]:
        return type(self), (self.text, self.expected)


def cards_text(cards: Iterable[int]) -> str:
    """The codes of the cards in their order, such as ``1L,8A``; ``-`` for none."""
    return ",".join(codes_of(cards)) or NOTHING


def mask_text(mask: Mask) -> str:
    """The codes of a set of cards in card order; ``-`` for the empty set."""
    return cards_text(cards_of(mask))


def parse_card(text: str) -> Card:
    """Reads a card code, in either case.

    Raises:
        NotationError: No card has this code.
    """
    try:
        return Card.parse(text)
    except ValueError:
        raise NotationError(text, "the code of a card") from None


def parse_card_list(text: str) -> tuple[Card, ...]:
    """Reads what :func:`cards_text` writes, in its order.

    Raises:
        NotationError: A code names no card, or a card is named twice.
    """
    if text.strip() == NOTHING:
        return ()
    cards = tuple(parse_card(code) for code in text.split(","))
    if len(set(cards)) < len(cards):
        raise NotationError(text, "a list of different cards")
    return cards


def parse_mask(text: str) -> Mask:
    """Reads a list of cards as a set.

    Raises:
        NotationError: A code names no card, or a card is named twice.
    """
    return mask_of(parse_card_list(text))


def action_text(action: Action) -> str:
    """The action as text, without its ply; whose it is stands beside it (also for ``resign``)."""
    if isinstance(action, Play):
        return f"play {action.card.code}"
    if isinstance(action, Take):
        return f"take {action.card.code}"
    if isinstance(action, KoiKoi):
        return "koikoi"
    if isinstance(action, Shobu):
        return "shobu"
    return "next" if isinstance(action, NextRound) else "resign"


_ACTION: Final = "an action: play CARD, take CARD, koikoi, shobu, next or resign"


def parse_action(text: str, *, seat: Seat | None = None, ply: int | None = None) -> Action:
    """Reads an action.

    Args:
        text: The action, in either case.
        seat: Whose action it is; only ``resign`` needs it.
        ply: The ply that the action shall carry.

    Raises:
        NotationError: The text is no action, or ``resign`` comes without a seat.
    """
    words = text.lower().split()
    if len(words) == 2 and words[0] in ("play", "take"):
        card = parse_card(words[1])
        return Play(card, ply) if words[0] == "play" else Take(card, ply)
    word = words[0] if len(words) == 1 else ""
    if word == "koikoi":
        return KoiKoi(ply)
    if word == "shobu":
        return Shobu(ply)
    if word == "next":
        return NextRound(ply)
    if word == "resign" and seat is not None:
        return Resign(seat, ply)
    raise NotationError(text, f"{_ACTION}{' of a seat' if word == 'resign' else ''}")
