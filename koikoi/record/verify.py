"""Proof that a match was played as its record says, with decks that were fixed before it.

The commitment, shown before the match, is the SHA-256 of the seed; the seed determines every deck
of every deal (:mod:`koikoi.engine.deck`); the decks, the rules and the actions determine the rest.
Whoever wrote down the commitment before the first card can check the decks with this and does not
need to trust the program that dealt. The commitment covers the seed alone: who played, when, under
which rules and what they did is what the record says, and is checked for being possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from koikoi.engine.deck import DEALER_ROUND, Deck, commitment, seeded_deck
from koikoi.engine.state import Phase
from koikoi.record.errors import DigestMismatch, Fault, IllegalInRecord, RecordError
from koikoi.record.record import MatchRecord, RoundEntry
from koikoi.record.replay import replayed


class DeckOrigin(StrEnum):
    """Where a recorded deck came from."""

    SEED = "seed"
    """From the seed that the commitment belongs to."""
    STACKED = "stacked"
    """It was given when the match began, and the header says so: a lesson, a puzzle, a test."""
    ELSEWHERE = "elsewhere"
    """Neither: it was exchanged."""


class Finding(StrEnum):
    """What speaks against a record."""

    COMMITMENT = "commitment"
    """The commitment is not the SHA-256 of the seed."""
    DECK = "deck"
    """A deck is neither the seed's nor declared as stacked: ``round``, ``attempt``."""
    ATTEMPTS = "attempts"
    """The rules deal another number of times than the record: ``round``."""
    OYA = "oya"
    """Another player deals than the record says: ``round``."""
    SEAT = "seat"
    """Somebody acts who is not to act: ``ply`` of the action."""
    ILLEGAL = "illegal"
    """An action is not legal: ``ply`` of the action."""
    DIGEST = "digest"
    """The match comes to another state than the recorded one: ``ply`` of the state."""
    RESULT = "result"
    """The match does not end as the record says."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that speaks against a record; which fields are set is said at the findings."""

    finding: Finding
    round: int | None = None
    attempt: int | None = None
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """A round that is over: its number, and where the deck of each of its deals came from."""

    number: int
    origins: tuple[DeckOrigin, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """What the check of a record found; it holds nothing that a player may not know by now.

    Attributes:
        commitment: The commitment in the record.
        seed: The seed, once the replayed match is over; before, it is secret.
        dealer: Where the deck of the draw for the first dealer came from.
        rounds: The rounds that are over, the running one left out.
        plies: How many actions were replayed without a problem.
        over: Whether the replayed match is over.
        problems: Everything that speaks against the record; after the first action that does not
            replay, nothing further is played.
    """

    commitment: str
    seed: str | None
    dealer: DeckOrigin
    rounds: tuple[RoundCheck, ...]
    plies: int
    over: bool
    problems: tuple[Problem, ...]

    @property
    def consistent(self) -> bool:
        """Whether nothing speaks against the record; stacked decks that it declares do not."""
        return not self.problems

    @property
    def stacked(self) -> tuple[tuple[int, int], ...]:
        """Round and attempt of every stacked deck; (0, 0) is the draw for the first dealer."""
        dealer = ((DEALER_ROUND, 0),) if self.dealer is DeckOrigin.STACKED else ()
        return dealer + tuple(
            (check.number, attempt)
            for check in self.rounds
            for attempt, origin in enumerate(check.origins)
            if origin is DeckOrigin.STACKED
        )

    @property
    def proven(self) -> bool:
        """Whether the match is over and all of it follows from the seed of the commitment."""
        return self.over and self.consistent and not self.stacked


def verify(record: MatchRecord) -> Verification:
    """Checks a record against its commitment, its seed and the rules; never raises.

    Args:
        record: The record of a match, finished or not.
    """
    header = record.header
    problems = []
    if commitment(header.seed) != header.commitment:
        problems.append(Problem(Finding.COMMITMENT))
    checks = []
    for deal in record.rounds:
        check = RoundCheck(deal.number, _origins(record, deal))
        checks.append(check)
        problems += [
            Problem(Finding.DECK, round=deal.number, attempt=attempt)
            for attempt, origin in enumerate(check.origins)
            if origin is DeckOrigin.ELSEWHERE
        ]
    over, plies, rounds_over = False, 0, 0
    try:
        for state, _, _ in replayed(record):
            plies = state.ply
            over = state.phase is Phase.MATCH_OVER
            # A round that a resignation cut short is laid open as well.
            rounds_over = state.round.number if over else len(state.results)
    except RecordError as error:
        problems.append(_problem(error))
    return Verification(
        commitment=header.commitment,
        seed=header.seed if over else None,
        dealer=DeckOrigin.SEED if header.dealer_deck is None else DeckOrigin.STACKED,
        rounds=tuple(checks[:rounds_over]),
        plies=plies,
        over=over,
        problems=tuple(problems),
    )


def _origins(record: MatchRecord, deal: RoundEntry) -> tuple[DeckOrigin, ...]:
    declared: dict[tuple[int, int], Deck] = {
        (number, attempt): deck for number, attempt, deck in record.header.stacked
    }
    origins = []
    for attempt, deck in enumerate(deal.decks):
        given = declared.get((deal.number, attempt))
        if given is not None:
            origins.append(DeckOrigin.STACKED if deck == given else DeckOrigin.ELSEWHERE)
        else:
            own = deck == seeded_deck(record.header.seed, deal.number, attempt)
            origins.append(DeckOrigin.SEED if own else DeckOrigin.ELSEWHERE)
    return tuple(origins)


_FINDINGS = {
    Fault.OTHER_ATTEMPTS: Finding.ATTEMPTS,
    Fault.OTHER_OYA: Finding.OYA,
    Fault.WRONG_SEAT: Finding.SEAT,
    Fault.OTHER_RESULT: Finding.RESULT,
}


def _problem(error: RecordError) -> Problem:
    """The fault without what it tells about cards: a digest could be tried against guesses."""
    if isinstance(error, DigestMismatch):
        return Problem(Finding.DIGEST, ply=error.ply)
    if isinstance(error, IllegalInRecord):
        return Problem(Finding.ILLEGAL, ply=error.ply)
    number, ply = error.params.get("round"), error.params.get("ply")
    return Problem(
        _FINDINGS[error.code],
        round=number if isinstance(number, int) else None,
        ply=ply if isinstance(ply, int) else None,
    )
