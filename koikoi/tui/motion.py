"""What moves on the table, cut into frames: steps, cards that slide, and the deal.

Pure: where a card comes from and goes to is told by spots, which the size of the screen has no part
in, and how long a frame stays is a number of seconds.

Source: the choreography of the design, section 7: 15 frames a second, a slide of about 250 ms, a
card turned over in two times 80 ms, two cards dealt a frame in about 600 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from koikoi.engine.actions import Seat, other
from koikoi.engine.cards import Card, cards_of, mask_of
from koikoi.engine.events import Event
from koikoi.engine.fold import STOCK_SIZE, Folder
from koikoi.engine.state import Phase, field_cards
from koikoi.engine.tally import tally_view
from koikoi.engine.view import PlayerView
from koikoi.store.settings import Pace
from koikoi.tui.uistate import Flight, Mark, Spot, TallyCell

PACES: Final[dict[Pace, float]] = {"quick": 0.5, "normal": 1.0, "slow": 1.8}
"""How much longer or shorter everything is held."""

FRAME: Final = 1 / 15
"""Seconds for which a frame of a slide stays."""
TURNED: Final = 0.08
"""Seconds for which each stage of a card that is turned over stays."""
DEALT_TWO: Final = 0.05
"""Seconds for each two cards of a deal."""
RISEN: Final = 0.6
"""Seconds for which a cell of the tally shows that it has changed, whatever goes on meanwhile."""

_FRAMES: Final = 4
_PARTS: Final = 12
"""Frames of a deal: two cards each for the ko, the field and the oya, four times."""


Marks: TypeAlias = tuple[tuple[Card, Mark], ...]
"""Cards on the table with their bars."""


class Step(NamedTuple):
    """One frame.

    Attributes:
        seen: The view that is shown.
        seconds: How long it is held.
        banner: What the prompt says meanwhile.
        line: A line for the log, where something is complete.
        events: The events that this line tells.
        in_play: A card that lies at a spot on its way.
        spot: Where it lies.
        marks: Bars.
        flight: A card that is moving.
        turning: Whether the top card of the stock is being turned over.
        gap: The place of the hand that a card has left in this batch of events.
        risen: The cells of the tally that have just changed.
        moves: Whether it is one of many in which something moves: the player's pace makes nothing
            of these slower or faster.
    """

    seen: PlayerView
    seconds: float
    banner: str = ""
    line: str | None = None
    in_play: Card | None = None
    spot: Spot | None = None
    marks: Marks = ()
    flight: Flight | None = None
    turning: bool = False
    gap: int | None = None
    risen: tuple[TallyCell, ...] = ()
    moves: bool = False
    events: tuple[Event, ...] = ()


def targets(cards: Iterable[Card]) -> Marks:
    """The bars of cards that can be taken."""
    return tuple((card, Mark.TARGET) for card in cards)


def eased(part: float) -> float:
    """How much of a way is done after a part of its time: fast at first, then ever slower.

    Args:
        part: 0 to 1.
    """
    return 1 - (1 - part) ** 2


def slide(card: Card, start: Spot, end: Spot) -> Iterator[Flight]:
    """A card on its way, frame by frame; the last frame has it where it goes."""
    for number in range(1, _FRAMES + 1):
        yield Flight(card, start, end, eased(number / _FRAMES))


def undealt(seen: PlayerView) -> PlayerView:
    """The table before a match's first deal: all cards in the stock, and nothing done."""
    return replace(
        _dealt(seen, (0, 0), 0),
        phase=Phase.PLAY,
        to_act=seen.oya,
        captured=(0, 0),
        turn=0,
        history=(),
    )


def dealing(seen: PlayerView) -> Iterator[PlayerView]:
    """A deal in its frames, two cards each; the last one is the whole deal.

    Args:
        seen: The view after the deal.
    """
    # Nobody plays before the last card lies there.
    seen = replace(seen, phase=Phase.ROUND_OVER, to_act=None)
    for part in range(1, _PARTS):
        ko, field, oya = ((part + rest) // 3 * 2 for rest in (2, 1, 0))
        hands = (oya, ko) if seen.oya == 0 else (ko, oya)
        yield _dealt(seen, hands, field)
    yield seen


def _dealt(seen: PlayerView, hands: tuple[int, int], field: int) -> PlayerView:
    """A deal of which so many cards of each hand and of the field lie on the table."""
    hand = 0
    if seen.seat is not None:
        hand = mask_of(cards_of(seen.hand)[: hands[seen.seat]])
    lying = seen.slots[:field]
    missing = sum(seen.hand_sizes) + len(field_cards(seen.slots)) - sum(hands) - field
    return replace(
        seen,
        hand=hand,
        hand_sizes=hands,
        slots=lying,
        field=mask_of(field_cards(lying)),
        stock_size=STOCK_SIZE + missing,
    )


def risen(before: PlayerView, after: PlayerView, seat: Seat) -> tuple[TallyCell, ...]:
    """The cells of the tally that a capture of a seat has changed, its own and the other's."""
    found = []
    for side in (seat, other(seat)):
        old = tally_view(before, side)
        for line in tally_view(after, side).lines:
            was = old.line(line.id)
            assert was is not None  # both tallies are of the same rules
            if (was.standing, was.have, was.points) != (line.standing, line.have, line.points):
                found.append((side, line.id))
    return tuple(found)


@dataclass(slots=True)
class Batch:
    """What is known while the steps of a batch of events are made.

    Attributes:
        folder: Follows the match.
        full: Whether cards slide and are turned over.
        aimed: What the player has already chosen to take.
        banner: What was said last.
        gap: The place of the hand that a card has left.
        risen: The cells of the tally that have just changed.
        left: Seconds for which they still show it.
    """

    folder: Folder
    full: bool
    aimed: Card | None
    banner: str = ""
    gap: int | None = None
    risen: tuple[TallyCell, ...] = ()
    left: float = 0.0

    def step(
        self,
        seen: PlayerView,
        seconds: float,
        line: str | None = None,
        *,
        in_play: Card | None = None,
        spot: Spot | None = None,
        marks: Marks = (),
    ) -> Step:
        """A frame in which nothing moves."""
        return Step(
            seen,
            seconds,
            self.banner,
            line,
            in_play,
            spot,
            marks,
            gap=self.gap,
            risen=self._cells(seconds),
        )

    def turned(self, seen: PlayerView, *, turning: bool) -> Step:
        """A frame of a card that is turned over on the stock."""
        return Step(
            seen,
            TURNED,
            self.banner,
            turning=turning,
            gap=self.gap,
            risen=self._cells(TURNED),
            moves=True,
        )

    def slid(
        self, seen: PlayerView, card: Card, start: Spot, end: Spot, taken: Iterable[Card] = ()
    ) -> Iterator[Step]:
        """The frames of a card on its way; none where it is there already or nothing slides."""
        if not self.full or start == end:
            return
        marks = targets(taken)
        for flight in slide(card, start, end):
            yield Step(
                seen,
                FRAME,
                self.banner,
                marks=marks,
                flight=flight,
                gap=self.gap,
                risen=self._cells(FRAME),
                moves=True,
            )

    def rise(self, before: PlayerView, seat: Seat) -> None:
        """Lets the tally show what has changed since a view."""
        self.risen, self.left = risen(before, self.folder.view, seat), RISEN

    def rest(self) -> Iterator[Step]:
        """What remains of the time for which the tally shows what has changed."""
        if self.risen and self.left > 0:
            yield self.step(self.folder.view, self.left)

    def _cells(self, seconds: float) -> tuple[TallyCell, ...]:
        cells = self.risen if self.left > 0 else ()
        self.left -= seconds
        return cells
