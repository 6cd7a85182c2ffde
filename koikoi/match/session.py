"""One match from its start, or from where its record left it, to its end.

Every action goes the same way: a player answers, the engine applies, the record takes it (so that
what is shown is on the disk), the listeners hear of it. A player that raises, answers illegally or
too late never holds up the table: a sensible legal move is made for it, and everybody is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from koikoi.ai.baseline import GreedyAgent
from koikoi.engine.actions import SEATS, Action, KoiKoi, NextRound, Play, Resign, Seat, Shobu, Take
from koikoi.engine.cards import Card
from koikoi.engine.errors import Reason
from koikoi.engine.events import Event
from koikoi.engine.flow import apply, legal_actions, why_illegal
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, redact, view
from koikoi.match.player import AgentFailed, Answer, LeaveTable, Player
from koikoi.record.record import are_marks

_log = logging.getLogger(__name__)
# Who runs the program decides where the log goes; it is never a screen by default.
logging.getLogger("koikoi").addHandler(logging.NullHandler())

FALLBACK_MARK = "fallback"
"""The record's mark of a move that the table made for a player."""


class Fault(StrEnum):
    """What a player did that the table had to make good."""

    CRASHED = "crashed"
    """It raised an exception; ``detail`` names its type."""
    ILLEGAL = "illegal"
    """It answered something that is not legal now; ``reason`` says why."""
    LATE = "late"
    """It did not answer within its limit."""


class Notice(NamedTuple):
    """The table moved for a player; no part of the game, so no event.

    Attributes:
        seat: The player.
        fault: What the player did.
        action: What the table did instead.
        reason: Why the answer was illegal. Only the player's own side is told: it may speak of
            hidden cards.
        detail: The name of the exception's type; what an exception says may hold hidden cards.
    """

    seat: Seat
    fault: Fault
    action: Action
    reason: Reason | None = None
    detail: str = ""

    def redacted(self, seat: Seat | None) -> Notice:
        """The notice as this seat (``None``: a watcher) may read it."""
        return self if seat == self.seat else self._replace(reason=None)


class Listener(Protocol):
    """Somebody who watches from a seat's side (or from none) and may take time to show it."""

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        """The match starts, or goes on; what has happened in this round is in ``seen.history``."""

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Events have happened, redacted for this listener; ``seen`` is the view after them."""

    async def notice(self, notice: Notice) -> None:
        """The table had to move for a player; the move's events follow."""


class Recorder(Protocol):
    """Where a match is written down."""

    def append(
        self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
    ) -> None:
        """Writes an action down for good.

        Raises:
            OSError: It could not; what was written before stays as it is.
        """


class Session:
    """A table with two players, and listeners around it.

    Args:
        state: The match, new or continued.
        players: Seat 0's and seat 1's.
        recorder: Writes every action down before anybody hears of it.
        limits: How many seconds each seat may think, ``None`` for as long as it likes.

    Attributes:
        failures: Listeners that raised an exception, and are not told any more.
    """

    def __init__(
        self,
        state: MatchState,
        players: tuple[Player, Player],
        *,
        recorder: Recorder | None = None,
        limits: tuple[float | None, float | None] = (None, None),
    ) -> None:
        self._state = state
        self._players = players
        self._recorder = recorder
        self._limits = limits
        self._listeners: list[tuple[Listener, Seat | None]] = []
        self.failures: list[tuple[Listener, Exception]] = []

    def subscribe(self, listener: Listener, seat: Seat | None) -> None:
        """Adds a listener that may know what ``seat`` may know (``None``: a watcher)."""
        self._listeners.append((listener, seat))

    def unsubscribe(self, listener: Listener) -> None:
        """Takes a listener away."""
        self._listeners = [entry for entry in self._listeners if entry[0] is not listener]

    def view(self, seat: Seat | None) -> PlayerView:
        """The match as a seat may know it now."""
        return view(self._state, seat)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._state.phase is Phase.MATCH_OVER

    async def run(self) -> bool:
        """Plays until the match ends or somebody leaves.

        Returns:
            Whether the match has ended (``False``: it is unfinished and can be continued).

        Raises:
            OSError: The recorder could not write. The match rests before that action, as its
                record does.
            asyncio.CancelledError: Somebody cancelled; state and record are at the last action.
        """
        try:
            await self._begin(resumed=self._state.ply > 0)
            while not self.over:
                if self._state.phase is Phase.ROUND_OVER:
                    await self._between_rounds()
                else:
                    await self._turn()
        except LeaveTable:
            return False
        return True

    async def _begin(self, *, resumed: bool) -> None:
        # Not in the course itself, which would hold on to a listener for the whole match.
        for listener, seat in tuple(self._listeners):
            await self._told(listener, listener.begin(view(self._state, seat), resumed=resumed))

    async def _turn(self) -> None:
        seat = self._state.to_act
        assert seat is not None  # neither between rounds nor over
        legal = legal_actions(self._state)
        seen = view(self._state, seat)
        answer, notice = await self._ask(seat, seen, legal)
        if notice is not None:
            # No more than the kind: what went wrong may hold the player's hidden cards.
            _log.warning(
                "ply %d: seat %d %s%s; the table moved for it",
                seen.ply,
                seat,
                notice.fault,
                f" ({notice.detail})" if notice.detail else "",
            )
            for listener, side in tuple(self._listeners):
                await self._told(listener, listener.notice(notice.redacted(side)))
        await self._do(answer.action, answer.marks)

    async def _ask(
        self, seat: Seat, seen: PlayerView, legal: tuple[Action, ...]
    ) -> tuple[Answer, Notice | None]:
        """A legal answer for the seat, with a notice if it is not the player's own."""
        reason: Reason | None = None
        detail = ""
        limit = asyncio.timeout(self._limits[seat])
        try:
            async with limit:
                # An ill-typed player may answer anything at all.
                answer: object = await self._players[seat].decide(seen, legal)
        except LeaveTable:
            raise
        except Exception as error:
            # Whatever a player does, the table goes on.
            fault = Fault.LATE if limit.expired() else Fault.CRASHED
            named = str(error) if isinstance(error, AgentFailed) else type(error).__name__
            detail = "" if limit.expired() else named
        else:
            fault = Fault.ILLEGAL
            if _may(answer, seat) and isinstance(answer, Answer):
                reason = why_illegal(self._state, answer.action)
                if reason is None:
                    return answer, None
        action = fallback(seen, legal)
        return Answer(action, (FALLBACK_MARK,)), Notice(seat, fault, action, reason, detail)

    async def _between_rounds(self) -> None:
        """Waits until both players are ready; the first to resign or to leave ends the wait."""
        waiting = {
            asyncio.ensure_future(self._players[seat].ready(view(self._state, seat))): seat
            for seat in SEATS
        }
        pending = set(waiting)
        try:
            while pending:
                done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                for ready in done:
                    resigned = _readiness(ready)
                    if resigned is not None and resigned.seat == waiting[ready]:
                        await self._do(resigned, ())
                        return
        finally:
            for ready in pending:
                ready.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
        await self._do(NextRound(), ())

    async def _do(self, action: Action, marks: tuple[str, ...]) -> None:
        before = self._state
        after, events = apply(before, action)
        if self._recorder is not None:
            # Shielded: a session that is cancelled here still writes the whole line, and rests
            # where its record does.
            append = asyncio.to_thread(self._recorder.append, before, action, after, marks)
            writing = asyncio.ensure_future(append)
            try:
                await asyncio.shield(writing)
            except asyncio.CancelledError:
                await asyncio.wait([writing])
                if writing.exception() is None:
                    self._state = after
                raise
        self._state = after
        for listener, seat in tuple(self._listeners):
            redacted = tuple(redact(event, seat) for event in events)
            await self._told(listener, listener.hear(redacted, view(after, seat)))

    async def _told(self, listener: Listener, telling: Awaitable[None]) -> None:
        """Waits for a listener; one that raises is not told any more, and holds nobody up."""
        try:
            await telling
        except LeaveTable:
            raise
        except Exception as error:
            self.unsubscribe(listener)
            self.failures.append((listener, error))


def _readiness(ready: asyncio.Future[Resign | None]) -> Resign | None:
    """What a player's ``ready`` came to; one that crashed counts as ready."""
    if ready.cancelled():
        return None
    error = ready.exception()
    if isinstance(error, LeaveTable):
        raise error
    if error is not None:
        return None
    # An ill-typed player may answer anything at all, which then means: ready.
    answer: object = ready.result()
    return Resign(answer.seat) if isinstance(answer, Resign) else None


def _may(answer: object, seat: Seat) -> bool:
    """Whether it is an answer at all, and one that this seat may give."""
    if not isinstance(answer, Answer):
        return False
    action: object = answer.action
    if not are_marks(answer.marks):
        return False
    if isinstance(action, Resign):
        return action.seat == seat
    if isinstance(action, Play | Take):
        return isinstance(action.card, Card)
    return isinstance(action, KoiKoi | Shobu)


def fallback(seen: PlayerView, legal: tuple[Action, ...]) -> Action:
    """A sensible legal move for a player that does not make one: what ``greedy`` would do."""
    try:
        action = GreedyAgent().choose(seen, legal)
    except Exception:
        # The last resort must not fail with the first.
        action = legal[-1]
    return action if action in legal else legal[-1]
