"""The view rebuilt from the events alone, as a listener or a bot on a pipe has to do it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from koikoi.engine.actions import Seat
from koikoi.engine.cards import MONTH_MASKS, Card, Mask, mask_of
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    Event,
    FieldFourTaken,
    KoiKoiCalled,
    MatchEnded,
    MatchStarted,
    OyaDrawn,
    Resigned,
    RoundDealt,
    RoundEnded,
    RoundOutcome,
    ShobuCalled,
    ShobuCause,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.rules import Rules
from koikoi.engine.state import EMPTY, PLAYER_PHASES, MatchResult, Phase, RoundResult
from koikoi.engine.view import PlayerView

STOCK_SIZE: Final = 24
"""Cards in the stock after the deal."""


@dataclass(slots=True)
class Folder:
    """Follows a match by the events that one seat gets, from its first one on, or from a view.

    ``see`` takes each event; ``view`` is, at every rest of the match, the view of that seat. Use
    :func:`fold` for events that are at hand already.
    """

    seat: Seat | None
    _rules: Rules | None = None
    _commitment: str = ""
    _seed: str | None = None
    _ply: int = 0
    _phase: Phase = Phase.ROUND_OVER
    _scores: tuple[int, int] = (0, 0)
    _results: tuple[RoundResult, ...] = ()
    _result: MatchResult | None = None
    _number: int = 0
    _oya: Seat = 0
    _attempt: int = 0
    _turn: int = 0
    _mover: Seat = 0
    _hand: Mask = 0
    _sizes: list[int] = field(default_factory=lambda: [8, 8])
    _slots: list[int] = field(default_factory=list)
    _captured: list[Mask] = field(default_factory=lambda: [0, 0])
    _drawn: int = 0
    _from_hand: bool = False
    _calls: list[int] = field(default_factory=lambda: [0, 0])
    _decided: list[Mask] = field(default_factory=lambda: [0, 0])
    _in_play: Card | None = None
    _history: list[Event] = field(default_factory=list)

    @classmethod
    def of(cls, seen: PlayerView) -> Folder:
        """Follows a match from a view on, which is the view of a rest of the match."""
        return cls(
            seen.seat,
            _rules=seen.rules,
            _commitment=seen.commitment,
            _seed=seen.seed,
            _ply=seen.ply,
            _phase=seen.phase,
            _scores=seen.scores,
            _results=seen.results,
            _result=seen.result,
            _number=seen.number,
            _oya=seen.oya,
            _attempt=seen.attempt,
            _turn=seen.turn,
            _mover=seen.oya if seen.to_act is None else seen.to_act,
            _hand=seen.hand,
            _sizes=list(seen.hand_sizes),
            _slots=list(seen.slots),
            _captured=list(seen.captured),
            _drawn=STOCK_SIZE - seen.stock_size,
            _from_hand=seen.phase is Phase.CHOOSE_PLAYED,
            _calls=list(seen.calls),
            _decided=list(seen.decided),
            _in_play=seen.in_play,
            _history=list(seen.history),
        )

    def see(self, event: Event) -> None:
        """Takes the next event, redacted for this seat."""
        if isinstance(event, RoundDealt):
            self._deal(event)
        self._history.append(event)
        if isinstance(event, MatchStarted):
            self._rules = event.rules
            self._commitment = event.commitment
            start = event.rules.starting_points
            self._scores = (start, start)
        elif isinstance(event, OyaDrawn):
            self._oya = event.oya
        elif isinstance(event, FieldFourTaken):
            taken = sum(MONTH_MASKS[month - 1] for month in event.months)
            self._captured[event.seat] |= taken
            self._slots = [EMPTY if taken >> card & 1 else card for card in self._slots]
        elif isinstance(event, TurnStarted):
            self._turn, self._mover, self._phase = event.turn, event.seat, Phase.PLAY
        else:
            self._see_turn(event)

    def _see_turn(self, event: Event) -> None:
        if isinstance(event, CardPlayed):
            self._ply += 1
            self._from_hand = True
            self._sizes[event.seat] -= 1
            self._hand &= ~(1 << event.card)
        elif isinstance(event, CardDrawn):
            self._from_hand = False
            self._drawn += 1
        elif isinstance(event, TargetsOffered):
            self._in_play = event.card
            self._phase = Phase.CHOOSE_PLAYED if self._from_hand else Phase.CHOOSE_DRAWN
        elif isinstance(event, CardPlaced):
            self._slots += [EMPTY] * (event.slot + 1 - len(self._slots))
            self._slots[event.slot] = event.card
        elif isinstance(event, CardsCaptured):
            if self._in_play is not None:
                self._ply += 1
                self._in_play = None
            self._captured[event.seat] |= mask_of((event.card, *event.taken))
            self._slots = [EMPTY if card in event.taken else card for card in self._slots]
        else:
            self._see_decision(event)

    def _see_decision(self, event: Event) -> None:
        if isinstance(event, YakuMade):
            if event.asked:
                self._phase = Phase.DECIDE
        elif isinstance(event, KoiKoiCalled):
            self._ply += 1
            self._calls[event.seat] = event.calls
            self._decided[event.seat] = self._captured[event.seat]
        elif isinstance(event, ShobuCalled):
            self._ply += event.cause is ShobuCause.CHOSEN
        elif isinstance(event, RoundEnded):
            self._phase = Phase.ROUND_OVER
            self._scores = event.scores
            self._turn = 16 if event.outcome is RoundOutcome.EXHAUSTED else self._turn
            self._results += (
                RoundResult(event.number, event.oya, event.outcome, event.winner, event.points),
            )
        elif isinstance(event, Resigned):
            self._ply += 1
        elif isinstance(event, MatchEnded):
            self._phase = Phase.MATCH_OVER
            self._seed = event.seed
            self._result = MatchResult(event.outcome, event.winner)

    def _deal(self, event: RoundDealt) -> None:
        if event.number > 1 and event.attempt == 0:
            self._ply += 1
            self._history.clear()
        self._number, self._oya, self._attempt = event.number, event.oya, event.attempt
        self._turn, self._drawn, self._mover = 0, 0, event.oya
        self._hand = (event.hands[self.seat] or 0) if self.seat is not None else 0
        self._sizes = [8, 8]
        self._slots = list(event.field)
        self._captured = [0, 0]
        self._calls = [0, 0]
        self._decided = [0, 0]
        self._in_play = None

    @property
    def view(self) -> PlayerView:
        """The match as the events so far tell it.

        Raises:
            ValueError: The match's first event has not been seen.
        """
        if self._rules is None:
            raise ValueError("a match begins with MatchStarted")
        return PlayerView(
            rules=self._rules,
            seat=self.seat,
            commitment=self._commitment,
            seed=self._seed,
            ply=self._ply,
            phase=self._phase,
            to_act=self._mover if self._phase in PLAYER_PHASES else None,
            scores=self._scores,
            results=self._results,
            result=self._result,
            number=self._number,
            oya=self._oya,
            attempt=self._attempt,
            turn=self._turn,
            hand=self._hand,
            hand_sizes=(self._sizes[0], self._sizes[1]),
            slots=tuple(self._slots),
            field=mask_of(card for card in self._slots if card != EMPTY),
            captured=(self._captured[0], self._captured[1]),
            stock_size=STOCK_SIZE - self._drawn,
            calls=(self._calls[0], self._calls[1]),
            decided=(self._decided[0], self._decided[1]),
            in_play=self._in_play,
            history=tuple(self._history),
        )


def fold(events: Iterable[Event], seat: Seat | None) -> PlayerView:
    """The view of a seat from all its redacted events since the start of the match."""
    folder = Folder(seat)
    for event in events:
        folder.see(event)
    return folder.view
