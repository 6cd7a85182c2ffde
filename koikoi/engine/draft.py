"""The working copy of a match that the state machine changes in place.

``apply`` thaws a state into a draft, runs the machine on it and freezes it once; a search keeps a
draft and steps it without events. In a draft a move is a *code*: the card for ``Play`` and
``Take``, ``CALL`` and ``STOP`` at a decision, ``DEAL`` between rounds.
"""

from __future__ import annotations

from typing import Final

from koikoi.engine.actions import Seat
from koikoi.engine.cards import CARDS, Mask
from koikoi.engine.deck import Deck, seeded_deck
from koikoi.engine.events import Event
from koikoi.engine.rules import Rules
from koikoi.engine.state import (
    MatchResult,
    MatchState,
    Phase,
    RoundResult,
    RoundState,
    StackedDecks,
)
from koikoi.engine.yaku import Scorer, scorer

CALL: Final = 1
"""The code of ``KoiKoi``."""
STOP: Final = 0
"""The code of ``Shobu``."""
DEAL: Final = 0
"""The code of ``NextRound``."""
NO_CARD: Final = -1
"""``in_play`` when no card waits for a target."""


class Draft:
    """A match under work; the fields are those of ``MatchState`` and ``RoundState``, flat.

    ``log`` collects the events of one action, or is ``None`` where nobody wants them.
    """

    __slots__ = (
        "attempt",
        "calls",
        "captured",
        "commitment",
        "decided",
        "deck",
        "drawn",
        "field",
        "hands",
        "history",
        "in_play",
        "log",
        "mover",
        "number",
        "oya",
        "phase",
        "ply",
        "result",
        "results",
        "rules",
        "scorer",
        "scores",
        "seed",
        "slots",
        "stacked",
        "turn",
    )

    def __init__(
        self,
        rules: Rules,
        seed: str,
        commitment: str,
        stacked: StackedDecks,
        log: list[Event] | None,
    ) -> None:
        self.rules = rules
        self.scorer: Scorer = scorer(rules)
        self.seed = seed
        self.commitment = commitment
        self.stacked = stacked
        self.log = log
        self.history: tuple[Event, ...] = ()
        self.ply = 0
        self.phase = Phase.ROUND_OVER
        self.scores = [rules.starting_points, rules.starting_points]
        self.results: tuple[RoundResult, ...] = ()
        self.result: MatchResult | None = None
        self.number = 0
        self.oya: Seat = 0
        self.attempt = 0
        self.deck: Deck = ()
        self.hands: list[Mask] = [0, 0]
        self.slots: list[int] = []
        self.field: Mask = 0
        self.captured: list[Mask] = [0, 0]
        self.turn = 0
        self.drawn = 0
        self.mover: Seat = 0
        self.in_play = NO_CARD
        self.calls = [0, 0]
        self.decided: list[Mask] = [0, 0]

    @classmethod
    def thaw(cls, state: MatchState, log: list[Event] | None = None) -> Draft:
        """A draft of the state; the state itself stays as it is."""
        draft = cls.__new__(cls)
        rules = state.rules
        draft.rules = rules
        draft.scorer = scorer(rules)
        draft.seed = state.seed
        draft.commitment = state.commitment
        draft.stacked = state.stacked
        draft.log = log
        draft.history = state.history
        draft.ply = state.ply
        draft.phase = state.phase
        draft.scores = list(state.scores)
        draft.results = state.results
        draft.result = state.result
        now = state.round
        draft.number = now.number
        draft.oya = now.oya
        draft.attempt = now.attempt
        draft.deck = now.deck
        draft.hands = list(now.hands)
        draft.slots = list(now.slots)
        draft.field = now.field
        draft.captured = list(now.captured)
        draft.turn = now.turn
        draft.drawn = now.drawn
        draft.mover = now.mover
        draft.in_play = NO_CARD if now.in_play is None else now.in_play
        draft.calls = list(now.calls)
        draft.decided = list(now.decided)
        return draft

    def freeze(self) -> MatchState:
        """The draft as a state; the collected events are added to the round's history."""
        return MatchState(
            rules=self.rules,
            seed=self.seed,
            commitment=self.commitment,
            stacked=self.stacked,
            ply=self.ply,
            phase=self.phase,
            scores=(self.scores[0], self.scores[1]),
            results=self.results,
            round=RoundState(
                number=self.number,
                oya=self.oya,
                attempt=self.attempt,
                deck=self.deck,
                hands=(self.hands[0], self.hands[1]),
                slots=tuple(self.slots),
                field=self.field,
                captured=(self.captured[0], self.captured[1]),
                turn=self.turn,
                drawn=self.drawn,
                mover=self.mover,
                in_play=None if self.in_play < 0 else CARDS[self.in_play],
                calls=(self.calls[0], self.calls[1]),
                decided=(self.decided[0], self.decided[1]),
            ),
            result=self.result,
            history=self.history + tuple(self.log or ()),
        )

    def copy(self) -> Draft:
        """An independent draft without a log, for a search to go on with."""
        twin = Draft.__new__(Draft)
        for name in Draft.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list) else value)
        twin.log = None
        return twin

    def next_deck(self, attempt: int) -> Deck:
        """The deck of this round's deal ``attempt``: a stacked one if given, else the seed's."""
        return deck_of(self.seed, self.stacked, self.number, attempt)


def deck_of(seed: str, stacked: StackedDecks, number: int, attempt: int) -> Deck:
    """The deck of a deal: a stacked one if given, else the seed's."""
    for round_number, stacked_attempt, deck in stacked:
        if round_number == number and stacked_attempt == attempt:
            return deck
    return seeded_deck(seed, number, attempt)
