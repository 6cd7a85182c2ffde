"""What a match record holds, as data: header, rounds, actions, result.

A record begins with :func:`begin` from the state that ``new_match`` gives and grows by
:func:`entry` for each action and :func:`result_of` at the end. The
actions of a match have the plies 0, 1, 2 … without a gap, so that the entry of ply ``p`` is always
in line ``p + 3`` of the file, behind the header and round 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, TypeAlias

import koikoi
from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Resign, Seat, Shobu, Take
from koikoi.engine.deck import DEALER_ROUND, Deck
from koikoi.engine.draft import deck_of
from koikoi.engine.events import MatchOutcome
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, StackedDecks
from koikoi.record.digest import digest

FORMAT: Final = 1
"""The version of the format that is written, and the only one that is read so far."""

FIRST_ENTRY_LINE: Final = 3
"""The line of the entry of ply 0."""

MAX_NAME: Final = 100
"""The greatest length of a player's or an agent's name."""

PERSON: Final = "human"
"""The agent's name of a person."""

MAX_LEVEL: Final = 999
MAX_MARKS: Final = 8

MARK: Final = re.compile(r"[a-z][a-z_-]{0,19}", re.ASCII)
"""What a mark looks like; known ones are ``hint deadline fallback haste away``."""


def is_name(text: str, least: int = 1) -> bool:
    """Whether a text can name a player or an agent: 1 to 100 characters, all of them printable."""
    return least <= len(text) <= MAX_NAME and text.isprintable()


def are_marks(marks: object) -> bool:
    """Whether something is a tuple of marks: up to 8 short lower-case words."""
    return (
        isinstance(marks, tuple)
        and len(marks) <= MAX_MARKS
        and all(isinstance(mark, str) and MARK.fullmatch(mark) for mark in marks)
    )


@dataclass(frozen=True, slots=True)
class RecordPlayer:
    """Who sat at a seat.

    Attributes:
        name: The name shown, 1 to 100 printable characters.
        agent: What played: ``PERSON``, or the name of an agent or a bot, as long as a name.
        level: The level of an agent that has levels, 0 to 999.

    Raises:
        ValueError: One of them is not of this form.
    """

    name: str
    agent: str
    level: int | None = None

    def __post_init__(self) -> None:
        if not (is_name(self.name) and is_name(self.agent)):
            raise ValueError(f"names are 1 to {MAX_NAME} printable characters")
        if self.level is not None and not 0 <= self.level <= MAX_LEVEL:
            raise ValueError(f"a level is 0 to {MAX_LEVEL}")


Players: TypeAlias = tuple[RecordPlayer, RecordPlayer]


@dataclass(frozen=True, slots=True)
class Header:
    """The first line.

    Secrets (the seed and decks) are kept out of ``repr``, and so out of logs and tracebacks.

    Attributes:
        app: The version of the program that wrote it.
        rules: The rules of the match.
        players: Who sat at seat 0 and 1.
        seed: The secret seed.
        commitment: The seed's SHA-256, shown before the match.
        started: When the match began, in UTC, to the second.
        dealer_deck: The deck of the draw for the first dealer, where it was stacked.
        stacked: All other decks that were stacked when the match began.
    """

    app: str
    rules: Rules
    players: Players
    seed: str = field(repr=False)
    commitment: str
    started: datetime
    dealer_deck: Deck | None = field(default=None, repr=False)
    stacked: StackedDecks = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """The deal of a round; from round 2 on also the action that led to it.

    Attributes:
        number: The round, from 1.
        oya: Who deals it.
        decks: The whole deck of each attempt; all but the last were redealt.
        ply: The ply that the deal answers; 0 in round 1, which answers none.
        digest: The digest of the state after the deal.
        marks: As those of an action.
    """

    number: int
    oya: Seat
    decks: tuple[Deck, ...] = field(repr=False)
    ply: int
    digest: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """An action of a player.

    Attributes:
        ply: The ply of the state that the action answers.
        seat: Whose action it is.
        action: The action, carrying its ply.
        digest: The digest of the state after it.
        marks: Short words on how it came about, such as ``hint``.
    """

    ply: int
    seat: Seat
    action: Play | Take | KoiKoi | Shobu | Resign
    digest: str
    marks: tuple[str, ...] = ()


Entry: TypeAlias = RoundEntry | ActionEntry


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended: outcome, winner (``None``: a draw), scores of seat 0 and 1."""

    outcome: MatchOutcome
    winner: Seat | None
    scores: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match from its start to its end, or as far as it went.

    Attributes:
        header: What was there before the first card.
        rounds: The deals, from round 1 on.
        actions: The players' actions, by ply.
        result: How it ended, ``None`` while it is unfinished.
        torn: Whether a last line that had not been written completely was left out.
    """

    header: Header
    rounds: tuple[RoundEntry, ...]
    actions: tuple[ActionEntry, ...]
    result: Result | None = None
    torn: bool = False

    @property
    def finished(self) -> bool:
        """Whether the match is over; an unfinished one can be continued."""
        return self.result is not None

    @property
    def plies(self) -> int:
        """How many actions the match has had, the deals after round 1 included."""
        return len(self.rounds) - 1 + len(self.actions)

    def entries(self) -> Iterator[Entry]:
        """All entries in the order of the file: round 1, then by ply."""
        deals = iter(self.rounds)
        yield next(deals)
        deal = next(deals, None)
        for entry in self.actions:
            while deal is not None and deal.ply < entry.ply:
                yield deal
                deal = next(deals, None)
            yield entry
        if deal is not None:
            yield deal
            yield from deals


def begin(state: MatchState, players: Players, started: datetime) -> MatchRecord:
    """The record of a match that has just begun.

    Args:
        state: What ``new_match`` returned.
        players: Who sits at seat 0 and 1.
        started: The time now, with its time zone.

    Raises:
        ValueError: The match has begun before, or the time has no zone.
    """
    if state.ply or state.round.number != 1:
        raise ValueError("a record begins before the first action of a match")
    header = Header(
        app=koikoi.__version__,
        rules=state.rules,
        players=players,
        seed=state.seed,
        commitment=state.commitment,
        started=utc_second(started),
        dealer_deck=next((deck for key, _, deck in state.stacked if key == DEALER_ROUND), None),
        stacked=tuple(stack for stack in state.stacked if stack[0] != DEALER_ROUND),
    )
    return MatchRecord(header, (deal_of(state, ply=0),), (), result_of(state))


def utc_second(time: datetime) -> datetime:
    """The time in UTC without fractions of a second.

    Raises:
        ValueError: It has no time zone.
    """
    if time.tzinfo is None:
        raise ValueError("a time without a time zone")
    return time.astimezone(UTC).replace(microsecond=0)


def deal_of(state: MatchState, ply: int, marks: Sequence[str] = ()) -> RoundEntry:
    """The entry of the deal after which the state rests.

    Args:
        state: The state after the deal.
        ply: The ply that the deal answers.
        marks: See :class:`ActionEntry`.

    Raises:
        ValueError: The state's deck is not what its seed and stacked decks deal.
    """
    now = state.round
    decks = tuple(
        deck_of(state.seed, state.stacked, now.number, attempt)
        for attempt in range(now.attempt + 1)
    )
    if decks[-1] != now.deck:
        raise ValueError("the state was not dealt from its own seed and decks")
    return RoundEntry(now.number, now.oya, decks, ply, digest(state), tuple(marks))


def entry(
    before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
) -> Entry:
    """The entry of an action.

    Args:
        before: The state that the action answers.
        action: The action; it need not carry a ply.
        after: The state that ``apply`` made of it.
        marks: Short lower-case words, at most 8, of at most 20 letters each.

    Raises:
        ValueError: ``after`` does not follow ``before``, or a mark is not of that form.
    """
    if after.ply != before.ply + 1:
        raise ValueError(f"ply {after.ply} does not follow ply {before.ply}")
    if not are_marks(tuple(marks)):
        raise ValueError(f"marks are up to {MAX_MARKS} short lower-case words")
    ply = before.ply
    if isinstance(action, NextRound):
        return deal_of(after, ply, marks)
    seat = action.seat if isinstance(action, Resign) else before.to_act
    if seat is None:
        raise ValueError("between rounds nobody is to act")
    return ActionEntry(ply, seat, replace(action, ply=ply), digest(after), tuple(marks))


def result_of(state: MatchState) -> Result | None:
    """The result of a match that is over, else ``None``."""
    if state.result is None:
        return None
    return Result(state.result.outcome, state.result.winner, state.scores)
