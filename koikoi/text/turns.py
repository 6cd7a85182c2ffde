"""What is said of a turn: cards played, drawn, taken and left, yaku, calls."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from koikoi.engine.events import (
    CardPlaced,
    CardsCaptured,
    KoiKoiCalled,
    ShobuCalled,
    ShobuCause,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.text import figures
from koikoi.text.catalogue import N_, NN_
from koikoi.text.voice import CountedLine, Line, Voice


class Origin(Enum):
    """Where the card in play has just come from, as far as it was not told yet."""

    HAND = auto()
    STOCK = auto()
    TOLD = auto()
    """A sentence has told it already."""


_TURN: Final = Line(N_("It is your turn."), N_("It is {name}'s turn."))

_PLACED: Final = {
    Origin.HAND: Line(
        N_("You played {card}; it matches nothing and stays on the field."),
        N_("{name} played {card}; it matches nothing and stays on the field."),
    ),
    Origin.STOCK: Line(
        N_("You drew {card}; it matches nothing and stays on the field."),
        N_("{name} drew {card}; it matches nothing and stays on the field."),
    ),
    Origin.TOLD: Line(
        N_("Your {card} matches nothing and stays on the field."),
        N_("The {card} of {name} matches nothing and stays on the field."),
    ),
}
_CAPTURED: Final = {
    Origin.HAND: Line(
        N_("You played {card} and took {taken}."),
        N_("{name} played {card} and took {taken}."),
    ),
    Origin.STOCK: Line(
        N_("You drew {card} and took {taken}."),
        N_("{name} drew {card} and took {taken}."),
    ),
    Origin.TOLD: Line(
        N_("You took {taken} with {card}."),
        N_("{name} took {taken} with {card}."),
    ),
}
_OFFERED: Final = {
    Origin.HAND: Line(
        N_("You played {card}; it can take {targets}."),
        N_("{name} played {card}; it can take {targets}."),
    ),
    Origin.STOCK: Line(
        N_("You drew {card}; it can take {targets}."),
        N_("{name} drew {card}; it can take {targets}."),
    ),
    Origin.TOLD: Line(
        N_("Your {card} can take {targets}."),
        N_("The {card} of {name} can take {targets}."),
    ),
}
_MADE: Final = Line(N_("You made {yaku}."), N_("{name} made {yaku}."))
_MADE_SEVERAL: Final = CountedLine(
    NN_("You made {yaku}: {count} point in all.", "You made {yaku}: {count} points in all."),
    NN_("{name} made {yaku}: {count} point in all.", "{name} made {yaku}: {count} points in all."),
)
_ROSE: Final = CountedLine(
    NN_(
        "Your yaku rose from {before} to {count} point: {yaku}.",
        "Your yaku rose from {before} to {count} points: {yaku}.",
    ),
    NN_(
        "The yaku of {name} rose from {before} to {count} point: {yaku}.",
        "The yaku of {name} rose from {before} to {count} points: {yaku}.",
    ),
)
_CALLED: Final = CountedLine(
    NN_(
        "You called koi-koi and play on.",
        "You called koi-koi and play on, with {count} calls this round.",
    ),
    NN_(
        "{name} called koi-koi and plays on.",
        "{name} called koi-koi and plays on, with {count} calls this round.",
    ),
)
_SHOBU: Final = {
    ShobuCause.CHOSEN: Line(
        N_("You called shōbu and end the round."),
        N_("{name} called shōbu and ends the round."),
    ),
    ShobuCause.HAND_EMPTY: Line(
        N_("You have no card left to play, so the round ends with your shōbu."),
        N_("{name} has no card left to play, so the round ends with the shōbu of {name}."),
    ),
    ShobuCause.NO_CALL_LEFT: Line(
        N_("No call of koi-koi is left for you, so the round ends with your shōbu."),
        N_("No call of koi-koi is left for {name}, so the round ends with the shōbu of {name}."),
    ),
}


def turn_started(voice: Voice, event: TurnStarted) -> str:
    """Whose turn it is."""
    return voice.say(_TURN, event.seat)


def card_placed(voice: Voice, event: CardPlaced, origin: Origin) -> str:
    """A card that stays on the field."""
    return voice.say(_PLACED[origin], event.seat, card=voice.card(event.card))


def cards_captured(voice: Voice, event: CardsCaptured, origin: Origin) -> str:
    """A card and what it takes."""
    card, taken = voice.card(event.card), voice.cards(event.taken)
    return voice.say(_CAPTURED[origin], event.seat, card=card, taken=taken)


def targets_offered(voice: Voice, event: TargetsOffered, origin: Origin) -> str:
    """A card and the field cards that it can take one of."""
    card, targets = voice.card(event.card), voice.any_of(event.targets)
    return voice.say(_OFFERED[origin], event.seat, card=card, targets=targets)


def yaku_made(voice: Voice, event: YakuMade) -> str:
    """All yaku that the player has now, each with its points, and their sum."""
    yaku = figures.yaku_points(voice.text, event.yaku)
    if event.baseline:
        before = event.baseline
        return voice.count(_ROSE, event.seat, event.total, before=before, yaku=yaku)
    if len(event.yaku) == 1:
        return voice.say(_MADE, event.seat, yaku=yaku)
    return voice.count(_MADE_SEVERAL, event.seat, event.total, yaku=yaku)


def koikoi_called(voice: Voice, event: KoiKoiCalled) -> str:
    """A player plays on."""
    return voice.count(_CALLED, event.seat, event.calls)


def shobu_called(voice: Voice, event: ShobuCalled) -> str:
    """A player stops, or has to, and why."""
    return voice.say(_SHOBU[event.cause], event.seat)
