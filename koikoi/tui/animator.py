"""Events one by one, as a few frames each: what is shown, with which marks, for how long.

Pure: it makes steps, and whoever shows the table holds each as long as it says, or not at all. The
last thing shown is always painted from the view, so that a step that was skipped leaves nothing
behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    Event,
    KoiKoiCalled,
    MatchEnded,
    MatchStarted,
    Redealt,
    RoundDealt,
    RoundEnded,
    ShobuCalled,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.flow import matching
from koikoi.engine.fold import Folder
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.text.brief import BriefTeller
from koikoi.tui.layout import free_place
from koikoi.tui.uistate import InStock, Mark, Spot

PLAYED: Final = 0.7
"""Seconds for which a card that the other player plays is shown; an own one needs fewer."""
OWN_PLAYED: Final = 0.25
DRAWN: Final = 0.6
TAKEN: Final = 0.5
PLACED: Final = 0.4
OFFERED: Final = 0.3
SAID: Final = 1.0
"""Seconds for yaku and calls."""
DEALT: Final = 0.5
TOLD: Final = 1.6
"""Seconds for what changes a deal, and has to be read."""


class Step(NamedTuple):
    """One frame.

    Attributes:
        seen: The view that is shown.
        seconds: How long it is held.
        banner: What the prompt says meanwhile.
        line: A line for the log, where something is complete.
        in_play: A card on its way.
        spot: Where it lies.
        marks: Bars.
        changed: Whose tally has just risen.
    """

    seen: PlayerView
    seconds: float
    banner: str = ""
    line: str | None = None
    in_play: Card | None = None
    spot: Spot | None = None
    marks: tuple[tuple[Card, Mark], ...] = ()
    changed: Seat | None = None


def marks_for(seen: PlayerView, card: Card) -> tuple[tuple[Card, Mark], ...]:
    """The bars of a card in play and of what it can take."""
    matches, _ = matching(seen.rules, seen.field, card)
    return ((card, Mark.FOCUS), *((one, Mark.TARGET) for one in cards_of(matches)))


def spot_of(seen: PlayerView) -> Spot:
    """Where the card in play lies while its target is being chosen."""
    if seen.phase is Phase.CHOOSE_DRAWN:
        return InStock.STOCK
    return free_place(seen.slots)


class Animator:
    """Makes steps of events.

    Args:
        teller: Says what happens; it must be given every event of the match.
        own: The seat whose moves need less time, since it made them.
    """

    def __init__(self, teller: BriefTeller, own: Seat | None) -> None:
        self._teller = teller
        self._own = own

    def steps(self, before: PlayerView, events: Iterable[Event]) -> Iterator[Step]:
        """The frames of a batch of events.

        Args:
            before: The view before them.
            events: The events, redacted for the owner of the view.
        """
        folder = Folder.of(before)
        spot: Spot | None = None if before.in_play is None else spot_of(before)
        for event in events:
            line = self._teller.line(event)
            banner = self._teller.now(event) or ""
            if isinstance(event, CardPlayed | CardDrawn):
                folder.see(event)
                seen = folder.view
                drawn = isinstance(event, CardDrawn)
                spot = InStock.STOCK if drawn else free_place(seen.slots)
                marks = marks_for(seen, event.card)
                seconds = DRAWN if drawn else self._played(event.seat)
                yield Step(seen, seconds, banner, None, event.card, spot, marks)
            elif isinstance(event, TargetsOffered):
                folder.see(event)
                seen = folder.view
                held = 0.0 if event.seat == self._own else OFFERED
                marks = marks_for(seen, event.card)
                yield Step(seen, held, "", None, event.card, spot, marks)
            elif isinstance(event, CardsCaptured):
                seen = folder.view
                if spot is None:
                    spot = spot_of(seen)
                marks = tuple((card, Mark.GOOD) for card in (event.card, *event.taken))
                yield Step(seen, TAKEN, banner, line, event.card, spot, marks)
                folder.see(event)
                spot = None
            else:
                folder.see(event)
                yield from _settled(event, folder.view, banner, line)
                spot = None

    def _played(self, seat: Seat) -> float:
        return OWN_PLAYED if seat == self._own else PLAYED


def _settled(event: Event, seen: PlayerView, banner: str, line: str | None) -> Iterator[Step]:
    """The frame of an event after which no card is on its way."""
    if isinstance(event, CardPlaced):
        yield Step(seen, PLACED, banner, line, marks=((event.card, Mark.FOCUS),))
    elif isinstance(event, YakuMade):
        yield Step(seen, SAID, banner, line, changed=event.seat)
    elif isinstance(event, KoiKoiCalled | ShobuCalled):
        yield Step(seen, SAID, banner, line)
    elif isinstance(event, RoundDealt):
        yield Step(seen, DEALT, banner, line)
    elif isinstance(event, RoundEnded | MatchEnded):
        # The page of results, which follows, tells it.
        yield Step(seen, 0.0, banner, line)
    elif isinstance(event, Redealt):
        yield Step(seen, TOLD, banner, line)
    elif not isinstance(event, TurnStarted | MatchStarted):
        yield Step(seen, SAID if line is None else TOLD, banner, line)
