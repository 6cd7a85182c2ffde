"""A recorded match to look through: where its rounds and decisions are, and what may be seen there.

A position is a place between two actions: position 0 is the first deal, position ``n`` what the
first ``n`` actions led to, so that it is also the ply. Everything at a position follows from the
position alone, from wherever one has come to it.

A match that is not over has secrets. Of a round that is over everything has been shown; of the
one that is not, this gives what the one person at the match may see, or a watcher where there is
no such person. Whether a match or a round is over is for the replay to say, and not for the record.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto
from itertools import groupby
from typing import NamedTuple

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.cards import Mask
from koikoi.engine.state import PLAYER_PHASES, Phase, RoundResult
from koikoi.engine.view import PlayerView, view
from koikoi.record.errors import RecordError
from koikoi.record.record import PERSON, MatchRecord, Players
from koikoi.record.replay import Step, replayed


class Hands(StrEnum):
    """Which hands lie open."""

    OWN = auto()
    """The one at the bottom of the table."""
    BOTH = auto()
    NONE = auto()


class Chapter(NamedTuple):
    """A round of a match.

    Attributes:
        number: The round, from 1.
        first: The position of its deal.
        last: Its last position.
        revealed: Whether it is over, so that nothing of it is hidden any more.
        result: What it brought, ``None`` while it is not over.
    """

    number: int
    first: int
    last: int
    revealed: bool
    result: RoundResult | None


class Shot(NamedTuple):
    """What is to be seen at a position from one side of the table.

    Attributes:
        seen: The view: of the side at the bottom where its hand lies open, else a watcher's.
        side: Who sits at the bottom.
        open: Whether the hand of seat 0 and of seat 1 lies open.
        rival: The hand at the top, 0 where it does not lie open.
        refused: Whether a hand that was to lie open has to stay hidden.
    """

    seen: PlayerView
    side: Seat
    open: tuple[bool, bool]
    rival: Mask
    refused: bool


@dataclass(frozen=True, slots=True)
class Reel:
    """A match to look through; :func:`wind` makes it.

    Attributes:
        players: Who sat at seat 0 and seat 1.
        steps: What each position came from, unredacted: not to be shown as they are.
        chapters: The rounds.
        person: The seat of the only person at the match, ``None`` where there are two or none.
        fault: What is wrong with the record behind the last position, ``None`` for nothing.
    """

    players: Players
    steps: tuple[Step, ...] = field(repr=False)
    chapters: tuple[Chapter, ...]
    person: Seat | None
    fault: RecordError | None

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.steps) - 1

    @property
    def over(self) -> bool:
        """Whether the match is over at the last position."""
        return self.steps[-1].state.result is not None

    def within(self, position: int) -> int:
        """The position that there is next to this number."""
        return max(0, min(position, self.last))

    def following(self, position: int) -> Step | None:
        """What was done at a position, and what it led to; ``None`` at the last one."""
        return self.steps[position + 1] if position < self.last else None

    def chapter(self, position: int) -> Chapter:
        """The round that a position is in."""
        firsts = [chapter.first for chapter in self.chapters]
        return self.chapters[bisect_right(firsts, position) - 1]

    def round_start(self, number: int) -> int | None:
        """The position of a round's deal; ``None`` if the match has not come to it."""
        return self.chapters[number - 1].first if 0 < number <= len(self.chapters) else None

    def starts(self) -> tuple[int, ...]:
        """The positions of all deals."""
        return tuple(chapter.first for chapter in self.chapters)

    def decisions(self, seat: Seat) -> tuple[int, ...]:
        """The positions at which a seat has to choose a card, a target or its answer."""
        return tuple(
            position for position, step in enumerate(self.steps) if step.state.to_act == seat
        )

    def questions(self) -> tuple[int, ...]:
        """The positions at which somebody is asked whether to call koi-koi."""
        return tuple(
            position for position, step in enumerate(self.steps) if step.state.phase is Phase.DECIDE
        )

    def shot(self, position: int, side: Seat, hands: Hands) -> Shot:
        """What is to be seen at a position.

        Args:
            position: The position.
            side: Who sits at the bottom of the table.
            hands: Which hands are to lie open; those that are secret do not.
        """
        state = self.steps[position].state
        wanted = tuple(
            hands is Hands.BOTH or (hands is Hands.OWN and seat == side) for seat in SEATS
        )
        revealed = self.chapter(position).revealed
        open_ = tuple(wanted[seat] and (revealed or seat == self.person) for seat in SEATS)
        rival = other(side)
        return Shot(
            view(state, side if open_[side] else None),
            side,
            (open_[0], open_[1]),
            state.round.hands[rival] if open_[rival] else 0,
            open_ != wanted,
        )


def later(places: Sequence[int], position: int) -> int | None:
    """The first of ascending places behind a position."""
    found = bisect_right(places, position)
    return places[found] if found < len(places) else None


def earlier(places: Sequence[int], position: int) -> int | None:
    """The last of ascending places before a position."""
    found = bisect_left(places, position)
    return places[found - 1] if found else None


def wind(record: MatchRecord) -> Reel:
    """Plays a record again, as far as that is possible.

    Raises:
        RecordError: Not even the first deal is as recorded.
    """
    steps: list[Step] = []
    fault: RecordError | None = None
    try:
        for step in replayed(record):
            steps.append(step)  # noqa: PERF402 - what came before the fault is kept
    except RecordError as error:
        if not steps:
            raise
        fault = error
    players = record.header.players
    people = [seat for seat in SEATS if players[seat].agent == PERSON]
    return Reel(
        players=players,
        steps=tuple(steps),
        chapters=_chapters(steps),
        person=people[0] if len(people) == 1 else None,
        fault=fault,
    )


def _chapters(steps: Sequence[Step]) -> tuple[Chapter, ...]:
    final = steps[-1].state
    results = {result.number: result for result in final.results}
    chapters = []
    rounds = groupby(enumerate(steps), key=lambda placed: placed[1].state.round.number)
    for number, group in rounds:
        positions = [position for position, _ in group]
        ended = steps[positions[-1]].state.phase not in PLAYER_PHASES
        revealed = ended or final.result is not None
        chapters.append(Chapter(number, positions[0], positions[-1], revealed, results.get(number)))
    return tuple(chapters)
