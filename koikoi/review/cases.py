"""The decisions of a recorded match: what was seen, what could be done, what was done."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.engine.actions import Action, Resign, Seat
from koikoi.engine.flow import legal_actions
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, view
from koikoi.record.record import ActionEntry, MatchRecord
from koikoi.record.replay import Replay
from koikoi.review.judge import Judgement


class Case(NamedTuple):
    """A decision between at least two legal actions.

    Attributes:
        ply: Its ply.
        round: The round, from 1.
        seat: Whose it was.
        phase: What was to be chosen.
        played: What was done.
        marks: How it came about, as the record says: ``hint``, ``fallback``, ``deadline``.
    """

    ply: int
    round: int
    seat: Seat
    phase: Phase
    played: Action
    marks: tuple[str, ...] = ()


class Decision(NamedTuple):
    """A decision with what the judge says."""

    case: Case
    judgement: Judgement

    @property
    def lost(self) -> float:
        """The points that it cost at this score, 0 or more; see :mod:`koikoi.review.judge`."""
        return self.judgement.of(self.case.played).behind

    @property
    def points_lost(self) -> float:
        """The points of the round that it cost, whatever they meant for the match.

        Less than 0 where the best way gave points away for the match.
        """
        return self.judgement.best.points - self.judgement.of(self.case.played).points

    @property
    def chance_lost(self) -> float:
        """The chance to win the match that it cost, 0 to 1."""
        found = self.judgement
        return max(found.best.chance - found.of(self.case.played).chance, 0.0)


def cases(record: MatchRecord, replay: Replay) -> tuple[Case, ...]:
    """The decisions of a match, as far as everything in them may be known.

    Of an unfinished match these are the rounds that are over: their hands have been shown.

    Args:
        record: The match.
        replay: The same, played again.
    """
    shown = rounds_shown(replay.final)
    entries = {entry.ply: entry for entry in record.actions}
    found = []
    for before, after in zip(replay.steps[:-1], replay.steps[1:], strict=True):
        state = before.state
        seat = state.to_act
        entry = entries.get(state.ply)
        if seat is None or entry is None or after.action is None:
            continue
        if state.round.number > shown or len(legal_actions(state)) < 2 or not _chosen(entry, seat):
            continue
        found.append(
            Case(state.ply, state.round.number, seat, state.phase, after.action, entry.marks)
        )
    return tuple(found)


def _chosen(entry: ActionEntry, seat: Seat) -> bool:
    """Whether the action is one of those that were asked for, and no resignation."""
    return entry.seat == seat and not isinstance(entry.action, Resign)


def rounds_shown(final: MatchState) -> int:
    """The last round of which everything may be known."""
    if final.phase is Phase.MATCH_OVER:
        return final.round.number
    return len(final.results)


def seen_at(replay: Replay, case: Case) -> tuple[PlayerView, tuple[Action, ...]]:
    """What the player saw at a decision, and the legal actions."""
    state = replay.steps[case.ply].state
    return view(state, case.seat), legal_actions(state)
