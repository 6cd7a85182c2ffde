"""Matches to record: random but repeatable play, stacked decks, and their records."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from koikoi.ai import agent_seed, load
from koikoi.engine.actions import Action, Resign
from koikoi.engine.cards import FULL_DECK, cards_of, mask_of, parse_cards
from koikoi.engine.deck import Deck
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from koikoi.record.record import (
    ActionEntry,
    Entry,
    MatchRecord,
    Players,
    RecordPlayer,
    RoundEntry,
    begin,
    entry,
    result_of,
)

PLAYERS = (RecordPlayer("East", "human"), RecordPlayer("Computer", "greedy", 3))
STARTED = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def child_environment() -> dict[str, str]:
    """The environment of a Python process that shall find the game and its tests."""
    places = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))}


class Move(NamedTuple):
    """One action with the states before and after it and its marks."""

    before: MatchState
    action: Action
    after: MatchState
    marks: tuple[str, ...]


def short(name: str = "standard", rounds: int = 3) -> Rules:
    return replace(preset(name), rounds=rounds)


def play(state: MatchState, chance: random.Random, *, resign: float = 0.0) -> list[Move]:
    """Random legal play to the end; ``resign`` is the chance to give up at each action."""
    moves = []
    while legal := legal_actions(state):
        action: Action = chance.choice(legal)
        if resign and chance.random() < resign:
            action = Resign(chance.choice((0, 1)))
        after, _ = apply(state, action)
        marks = ("hint", "deadline") if chance.random() < 0.1 else ()
        moves.append(Move(state, action, after, marks))
        state = after
    return moves


def match(
    rules: Rules,
    seed: str,
    *,
    decks: Mapping[tuple[int, int], Sequence[int]] | None = None,
    resign: float = 0.0,
) -> tuple[MatchState, list[Move]]:
    """A whole random match: its start and its moves."""
    start = new_match(rules, seed, decks=decks)
    return start, play(start, random.Random(f"play {seed}"), resign=resign)


def record_of(start: MatchState, moves: Iterable[Move], players: Players = PLAYERS) -> MatchRecord:
    """The record of the moves, made without a file."""
    record = begin(start, players, STARTED)
    entries: list[Entry] = []
    last = start
    for move in moves:
        entries.append(entry(*move))
        last = move.after
    return replace(
        record,
        rounds=record.rounds + tuple(e for e in entries if isinstance(e, RoundEntry)),
        actions=tuple(e for e in entries if isinstance(e, ActionEntry)),
        result=result_of(last),
    )


def recorded(
    rules: Rules,
    seed: str,
    *,
    decks: Mapping[tuple[int, int], Sequence[int]] | None = None,
    resign: float = 0.0,
) -> MatchRecord:
    return record_of(*match(rules, seed, decks=decks, resign=resign))


AGENTS = (RecordPlayer("Greedy", "greedy", 2), RecordPlayer("Chance", "random", 1))
"""Who plays the matches of :func:`agents_match`."""


def agents_match(rules: Rules, seed: str) -> MatchRecord:
    """A match that our agents play against each other."""
    agents = [load(player.agent, agent_seed(seed, seat)) for seat, player in enumerate(AGENTS)]
    state = start = new_match(rules, seed)
    moves = []
    while legal := legal_actions(state):
        seat = state.to_act
        action = legal[0] if seat is None else agents[seat].choose(view(state, seat), legal)
        after, _ = apply(state, action)
        moves.append(Move(state, action, after, ()))
        state = after
    return record_of(start, moves, AGENTS)


def stacked_deck(ko: str = "", field: str = "", oya: str = "") -> Deck:
    """A deck that deals these cards, filled up with cards of months as different as can be."""
    parts = [list(parse_cards(codes.split())) for codes in (ko, field, oya)]
    free = FULL_DECK & ~mask_of(card for part in parts for card in part)
    spread = sorted(cards_of(free), key=lambda card: (card % 4, card.month))
    for part in parts:
        while len(part) < 8:
            part.append(spread.pop())
    return (*parts[0], *parts[1], *parts[2], *sorted(spread))


VOID_DECK = stacked_deck(field="5A 5R 5P1 5P2")
"""Four of a month on the field: redealt under every preset."""

DEALT_DECK = stacked_deck(oya="1L 1R 1P1 1P2", ko="2A 3R 4R 6A 7A 8A 9A 10A", field="2R 3L 9R")
"""The oya is dealt teshi."""


def first_seed_with_redeal(rules: Rules) -> str:
    return next(
        seed for seed in map(str, range(10_000)) if new_match(rules, seed).round.attempt == 1
    )


def at_phase(moves: Iterable[Move], phase: Phase) -> MatchState:
    """The first state of the match that rests in a phase."""
    return next(move.before for move in moves if move.before.phase is phase)
