"""Events one by one, as a few frames each: what is shown, with which marks, for how long.

Pure: it makes steps, and whoever shows the table holds each as long as it says, or not at all. The
last thing shown is always painted from the view, so that a step that was skipped leaves nothing
behind.

How much moves is the player's: with ``full`` cards slide and are turned over, ``calm`` shows where
they lie and what they take, and ``none`` changes the table at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

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
    OyaDrawn,
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
from koikoi.store.settings import Motion
from koikoi.text.brief import BriefTeller
from koikoi.tui.layout import free_place
from koikoi.tui.motion import DEALT_TWO, Batch, Marks, Step, dealing, targets, undealt
from koikoi.tui.uistate import STOCK, Area, Mark, Spot

PLAYED: Final = 0.7
"""Seconds for which a card that the other player plays is shown; an own one needs fewer."""
OWN_PLAYED: Final = 0.25
DRAWN: Final = 0.6
TAKEN: Final = 0.4
PLACED: Final = 0.4
OFFERED: Final = 0.3
SAID: Final = 1.0
"""Seconds for yaku and calls."""
DEALT: Final = 0.5
TOLD: Final = 1.6
"""Seconds for what changes a deal, and has to be read."""


def marks_for(seen: PlayerView, card: Card) -> Marks:
    """The bars of a card in play and of what it can take."""
    matches, _ = matching(seen.rules, seen.field, card)
    return ((card, Mark.FOCUS), *targets(cards_of(matches)))


def spot_of(seen: PlayerView) -> Spot:
    """Where the card in play lies while its target is being chosen."""
    if seen.phase is Phase.CHOOSE_DRAWN:
        return STOCK
    return Spot(Area.FIELD, free_place(seen.slots))


def last_move(teller: BriefTeller, seen: PlayerView, seat: Seat) -> list[str]:
    """What a seat did in its last turn of this round, in brief.

    Args:
        teller: Says it; one of its own, since it is given these events again.
        seen: A view after it.
        seat: The seat.

    Returns:
        A line for every event that has one; empty before the seat's first turn.
    """
    played = [
        place
        for place, event in enumerate(seen.history)
        if isinstance(event, CardPlayed) and event.seat == seat
    ]
    told = []
    for event in seen.history[played[-1] :] if played else ():
        if isinstance(event, TurnStarted):
            break
        line = teller.line(event)
        if line is not None:
            told.append(line)
    return told


class Animator:
    """Makes steps of events.

    Args:
        teller: Says what happens; it must be given every event of the match.
        own: The seat whose moves need less time, since it made them.

    Attributes:
        resting: Where the card in play was last shown, between two batches of events; ``None``
            where there is none, or it was not shown.
    """

    def __init__(self, teller: BriefTeller, own: Seat | None) -> None:
        self._teller = teller
        self._own = own
        self._card: tuple[Event, ...] = ()
        self.resting: Spot | None = None

    def opening(self, seen: PlayerView, motion: Motion) -> Iterator[Step]:
        """The frames of how a match has come to its first turn.

        Args:
            seen: The view of the match at its first rest.
            motion: How much moves.
        """
        before = undealt(seen) if motion == "full" else replace(seen, history=())
        return self.steps(before, seen.history, motion)

    def steps(
        self,
        before: PlayerView,
        events: Iterable[Event],
        motion: Motion = "full",
        aimed: Card | None = None,
    ) -> Iterator[Step]:
        """The frames of a batch of events.

        Args:
            before: The view before them.
            events: The events, redacted for the owner of the view.
            motion: How much moves; with ``none`` the steps are what is told, and not held at all.
            aimed: The field card that the owner of the view has already chosen for the card that
                is played.
        """
        batch = Batch(Folder.of(before), motion == "full", aimed)
        if motion == "none":
            yield from self._results(batch, events)
            return
        ended = False
        for event in events:
            line = self._teller.line(event)
            banner = self._teller.now(event) or ""
            if isinstance(event, TurnStarted | RoundEnded):
                yield from batch.rest()
            for step in self._of(batch, event, banner, line):
                yield step if step.line is None else step._replace(events=(*self._card, event))
            self._note(event)
            ended = isinstance(event, RoundEnded | MatchEnded)
        if not ended:
            yield from batch.rest()

    def _results(self, batch: Batch, events: Iterable[Event]) -> Iterator[Step]:
        self.resting = None
        for event in events:
            line = self._teller.line(event)
            batch.folder.see(event)
            if line is not None:
                yield Step(batch.folder.view, 0.0, line, line, events=(*self._card, event))
            self._note(event)

    def _note(self, event: Event) -> None:
        """Remembers which card came last: what becomes of it is told with where it came from."""
        if isinstance(event, CardPlayed | CardDrawn):
            self._card = (event,)

    def remember(self, events: Iterable[Event]) -> None:
        """Knows what happened earlier, which the teller has been given."""
        for event in events:
            self._note(event)

    def speak(self, teller: BriefTeller) -> None:
        """Goes on with another teller, which has been given nothing yet."""
        self._teller = teller
        for event in self._card:
            teller.line(event)

    def _of(self, batch: Batch, event: Event, banner: str, line: str | None) -> Iterator[Step]:
        """The frames of one event."""
        if isinstance(event, CardPlayed):
            yield from self._played(batch, event, banner)
        elif isinstance(event, CardDrawn):
            yield from self._drawn(batch, event, banner)
        elif isinstance(event, TargetsOffered):
            batch.folder.see(event)
            if event.seat != self._own:
                seen = batch.folder.view
                marks = marks_for(seen, event.card)
                yield batch.step(seen, OFFERED, in_play=event.card, spot=self.resting, marks=marks)
        elif isinstance(event, CardsCaptured):
            yield from self._captured(batch, event, banner, line)
        elif isinstance(event, CardPlaced):
            yield from self._placed(batch, event, banner, line)
        else:
            self.resting = None
            batch.folder.see(event)
            yield from _settled(batch, event, banner, line)

    def _played(self, batch: Batch, event: CardPlayed, banner: str) -> Iterator[Step]:
        """A card leaves a hand: an own one for what it takes, another's to be seen first."""
        card, own = event.card, event.seat == self._own
        start = Spot(Area.SIDE, event.seat)
        hand = cards_of(batch.folder.view.hand)
        if card in hand:
            batch.gap = hand.index(card)
            start = Spot(Area.HAND, batch.gap)
        batch.folder.see(event)
        batch.banner = banner
        seen = batch.folder.view
        taken = self._taken(batch, seen, card) if own and batch.full else ()
        spot = _over(seen, taken) if taken else Spot(Area.FIELD, free_place(seen.slots))
        yield from batch.slid(seen, card, start, spot, taken)
        self.resting = spot
        marks = marks_for(seen, card)
        if own and batch.full and (taken or len(marks) == 1):
            return  # it lies where it belongs already
        seconds = OWN_PLAYED if own else PLAYED
        yield batch.step(seen, seconds, in_play=card, spot=spot, marks=marks)

    def _taken(self, batch: Batch, seen: PlayerView, card: Card) -> tuple[Card, ...]:
        """What a played card is sure to take: nothing where its player has yet to choose."""
        matches, choice = matching(seen.rules, seen.field, card)
        if not choice:
            return cards_of(matches)
        aimed = batch.aimed
        return (aimed,) if aimed is not None and matches >> aimed & 1 else ()

    def _drawn(self, batch: Batch, event: CardDrawn, banner: str) -> Iterator[Step]:
        """The top card of the stock is turned over."""
        before = batch.folder.view
        batch.folder.see(event)
        seen = batch.folder.view
        if batch.full:
            yield batch.turned(before, turning=False)
            yield batch.turned(seen, turning=True)
        batch.banner, self.resting = banner, STOCK
        marks = marks_for(seen, event.card)
        yield batch.step(seen, DRAWN, in_play=event.card, spot=STOCK, marks=marks)

    def _captured(
        self, batch: Batch, event: CardsCaptured, banner: str, line: str | None
    ) -> Iterator[Step]:
        """The card in play goes to what it takes, and all of them to the pile."""
        seen = batch.folder.view
        spot = self.resting or spot_of(seen)
        if batch.full:
            start, spot = spot, _over(seen, event.taken)
            yield from batch.slid(seen, event.card, start, spot, event.taken)
        batch.banner, self.resting = banner, None
        marks = tuple((card, Mark.GOOD) for card in (event.card, *event.taken))
        yield batch.step(seen, TAKEN, line, in_play=event.card, spot=spot, marks=marks)
        batch.folder.see(event)
        batch.rise(seen, event.seat)

    def _placed(
        self, batch: Batch, event: CardPlaced, banner: str, line: str | None
    ) -> Iterator[Step]:
        """The card in play goes to its place on the field, and stays there."""
        seen = batch.folder.view
        start = self.resting or spot_of(seen)
        yield from batch.slid(seen, event.card, start, Spot(Area.FIELD, event.slot))
        batch.folder.see(event)
        batch.banner, self.resting = banner, None
        marks = ((event.card, Mark.FOCUS),)
        yield batch.step(batch.folder.view, PLACED, line, marks=marks)


def _over(seen: PlayerView, taken: Iterable[Card]) -> Spot:
    """The spot of a card that takes these: half over the lowest of them."""
    return Spot(Area.CARD, seen.slots.index(min(taken)))


def _settled(batch: Batch, event: Event, banner: str, line: str | None) -> Iterator[Step]:
    """The frames of an event after which no card is on its way."""
    seen = batch.folder.view
    if isinstance(event, TurnStarted | MatchStarted):
        return
    batch.banner = banner
    if isinstance(event, YakuMade):
        batch.risen = tuple((event.seat, made.id) for made in event.yaku)
        batch.left = SAID
        yield batch.step(seen, SAID, line)
    elif isinstance(event, RoundDealt):
        yield from _dealt(batch, seen, line)
    elif isinstance(event, RoundEnded | MatchEnded):
        # The page of results, which follows, tells it.
        yield batch.step(seen, 0.0, line)
    elif isinstance(event, KoiKoiCalled | ShobuCalled | OyaDrawn) or line is None:
        yield batch.step(seen, SAID, line)
    else:
        yield batch.step(seen, TOLD, line)


def _dealt(batch: Batch, seen: PlayerView, line: str | None) -> Iterator[Step]:
    if not batch.full:
        yield batch.step(seen, SAID, line)
        return
    for part in dealing(seen):
        yield Step(part, DEALT_TWO, batch.banner, moves=True)
    yield batch.step(seen, DEALT, line)
