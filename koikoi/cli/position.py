"""The table in sentences: the field, the piles, the scores, as one seat may know them."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi.engine.actions import Seat, other
from koikoi.engine.cards import Card, Mask
from koikoi.engine.state import field_cards
from koikoi.engine.view import PlayerView
from koikoi.text import names
from koikoi.text.catalogue import Text


def field(text: Text, seen: PlayerView) -> str:
    """The cards on the field, in the order of their places."""
    cards = field_cards(seen.slots)
    if not cards:
        return text.t("The field is empty.")
    return text.t("On the field: {cards}.", cards=_row(text, cards))


def table(text: Text, seen: PlayerView, seat: Seat, opponent: str) -> list[str]:
    """The whole table from a seat's side: round, scores, field, hand, piles, stock."""
    t = text.t
    rival = other(seat)
    return [
        t(
            "Round {number} of {rounds}, {month}.",
            number=seen.number,
            rounds=seen.rules.rounds,
            month=names.month(text, seen.month),
        ),
        t("You are the dealer.") if seen.oya == seat else t("{name} is the dealer.", name=opponent),
        t(
            "Score: you {own}, {name} {other}.",
            own=seen.scores[seat],
            name=opponent,
            other=seen.scores[rival],
        ),
        field(text, seen),
        t("Your hand: {cards}.", cards=_row(text, seen.hand))
        if seen.hand
        else t("Your hand is empty."),
        t("Your pile: {cards}.", cards=_row(text, seen.captured[seat]))
        if seen.captured[seat]
        else t("Your pile is empty."),
        t("The pile of {name}: {cards}.", name=opponent, cards=_row(text, seen.captured[rival]))
        if seen.captured[rival]
        else t("The pile of {name} is empty.", name=opponent),
        text.n(
            "{name} holds {count} card.",
            "{name} holds {count} cards.",
            seen.hand_sizes[rival],
            name=opponent,
        ),
        text.n("The stock has {count} card.", "The stock has {count} cards.", seen.stock_size),
        *_calls(text, seen, seat, opponent),
    ]


def _calls(text: Text, seen: PlayerView, seat: Seat, opponent: str) -> list[str]:
    own, others = seen.calls[seat], seen.calls[other(seat)]
    sentences = []
    if own:
        sentences.append(
            text.n(
                "You have called koi-koi {count} time this round.",
                "You have called koi-koi {count} times this round.",
                own,
            )
        )
    if others:
        sentences.append(
            text.n(
                "{name} has called koi-koi {count} time this round.",
                "{name} has called koi-koi {count} times this round.",
                others,
                name=opponent,
            )
        )
    return sentences


def _row(text: Text, cards: Mask | Sequence[Card]) -> str:
    return text.row(names.card_labels(text, cards, codes=True))
