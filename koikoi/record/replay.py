"""Playing a record again: every state, every event, and a check at every step.

Records hold no events: the engine makes them again. The decks are those of the record, so that a
match whose decks did not come from its seed replays as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, overload

from koikoi.engine.actions import Action, NextRound, Resign
from koikoi.engine.deck import DEALER_ROUND, Deck
from koikoi.engine.draft import deck_of
from koikoi.engine.errors import IllegalAction
from koikoi.engine.events import Event
from koikoi.engine.flow import apply, new_match
from koikoi.engine.state import MatchState
from koikoi.record.digest import digest
from koikoi.record.errors import DigestMismatch, Fault, IllegalInRecord, RecordError
from koikoi.record.notation import action_text
from koikoi.record.record import (
    FIRST_ENTRY_LINE,
    Entry,
    MatchRecord,
    Result,
    RoundEntry,
    result_of,
)


class Step(NamedTuple):
    """One step of a match: where it led to, what was done (``None`` at the start), what happened.

    The state and the events are unredacted.
    """

    state: MatchState
    action: Action | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Replay(Sequence[Step]):
    """A match played again: step 0 is the first deal, step ``n`` follows the action of ply n - 1.

    ``for state, action, events in replay(record)`` goes through it.

    Attributes:
        steps: All steps.
    """

    steps: tuple[Step, ...]

    @property
    def final(self) -> MatchState:
        """The last state: the end of the match, or where it can be continued."""
        return self.steps[-1].state

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]


def replay(record: MatchRecord, *, check: bool = True) -> Replay:
    """Plays a record again.

    Args:
        record: The record of a match, finished or not.
        check: Whether to compare every state with its digest, and the end with the result.

    Raises:
        DigestMismatch: A state is not the one that was recorded.
        IllegalInRecord: The rules do not allow a recorded action.
        RecordError: Somebody acts who is not to act, a deal is not what the rules deal, or the
            result is not how the match ended.
    """
    return Replay(tuple(replayed(record, check=check)))


def final_state(record: MatchRecord) -> MatchState:
    """The last state of a record, to continue from, or to look at the end of the match.

    Raises:
        RecordError: As :func:`replay`.
    """
    return replay(record).final


def replayed(record: MatchRecord, *, check: bool = True) -> Iterator[Step]:
    """The steps of a record one by one, as far as they can be played; see :func:`replay`.

    Raises:
        RecordError: As :func:`replay`, after all steps before the fault.
    """
    header = record.header
    entries = record.entries()
    first = next(entries)
    state = new_match(header.rules, header.seed, decks=_decks(record))
    _check(state, first, check)
    yield Step(state, None, state.history)
    for entry in entries:
        state, action, events = _play(state, entry)
        _check(state, entry, check)
        yield Step(state, action, events)
    if check and record.result != (result := result_of(state)):
        raise RecordError(
            Fault.OTHER_RESULT,
            FIRST_ENTRY_LINE + record.plies,
            found=_result_text(result),
            expected=_result_text(record.result),
        )


_Stack: TypeAlias = dict[tuple[int, int], Deck]


def _decks(record: MatchRecord) -> _Stack:
    """The decks that have to be given to the engine, as they do not come from the seed."""
    header = record.header
    decks: _Stack = {(number, attempt): deck for number, attempt, deck in header.stacked}
    if header.dealer_deck is not None:
        decks[DEALER_ROUND, 0] = header.dealer_deck
    for deal in record.rounds:
        for attempt, deck in enumerate(deal.decks):
            if deck != deck_of(header.seed, header.stacked, deal.number, attempt):
                decks[deal.number, attempt] = deck
    return decks


def _play(state: MatchState, entry: Entry) -> Step:
    line = FIRST_ENTRY_LINE + entry.ply
    action: Action
    if isinstance(entry, RoundEntry):
        action = NextRound(entry.ply)
    else:
        action = entry.action
        seat = action.seat if isinstance(action, Resign) else state.to_act
        if seat is not None and entry.seat != seat:
            raise RecordError(
                Fault.WRONG_SEAT, line, ply=entry.ply, found=entry.seat, expected=seat
            )
    try:
        after, events = apply(state, action)
    except IllegalAction as error:
        raise IllegalInRecord(line, entry.ply, action_text(action), error.reason) from None
    return Step(after, action, events)


def _check(state: MatchState, entry: Entry, check: bool) -> None:
    line = FIRST_ENTRY_LINE - 1 + state.ply
    if isinstance(entry, RoundEntry):
        now = state.round
        if now.oya != entry.oya:
            raise RecordError(
                Fault.OTHER_OYA, line, round=now.number, found=entry.oya, expected=now.oya
            )
        if now.attempt + 1 != len(entry.decks):
            raise RecordError(
                Fault.OTHER_ATTEMPTS,
                line,
                round=now.number,
                found=len(entry.decks),
                expected=now.attempt + 1,
            )
    if check and (found := digest(state)) != entry.digest:
        raise DigestMismatch(line, state.ply, entry.digest, found)


def _result_text(result: Result | None) -> str:
    if result is None:
        return "unfinished"
    winner = "-" if result.winner is None else str(result.winner)
    return f"{result.outcome.value} {winner} {result.scores[0]}:{result.scores[1]}"
