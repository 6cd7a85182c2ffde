"""Recorded matches of computer players, for whoever judges them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from koikoi.ai import load
from koikoi.ai.agent import agent_seed
from koikoi.engine.actions import Action, Resign
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.view import view
from koikoi.record.record import (
    ActionEntry,
    MatchRecord,
    RecordPlayer,
    RoundEntry,
    begin,
    entry,
    result_of,
)

STARTED = datetime(2024, 3, 1, 12, tzinfo=UTC)


@cache
def recorded(
    rules: str | Rules = "standard",
    seed: str = "spring",
    agents: tuple[str, str] = ("greedy", "random"),
    *,
    rounds: int = 3,
    plies: int | None = None,
    resigns: bool = False,
) -> MatchRecord:
    """A match of two agents.

    Args:
        rules: The rules.
        seed: The match's seed.
        agents: Seat 0's and seat 1's.
        rounds: How many rounds it has.
        plies: After how many actions it is left; ``None``: it is played to its end.
        resigns: Whether it is given up there by seat 0.
    """
    chosen = preset(rules) if isinstance(rules, str) else rules
    state = new_match(replace(chosen, rounds=rounds), seed)
    players = RecordPlayer("A", agents[0]), RecordPlayer("B", agents[1])
    record = begin(state, players, STARTED)
    seats = [load(name, agent_seed(seed, seat)) for seat, name in enumerate(agents)]
    deals, actions = list(record.rounds), list(record.actions)
    while (legal := legal_actions(state)) and (plies is None or state.ply <= plies):
        mover = state.to_act
        action: Action = legal[0]
        if state.ply == plies:
            if not resigns:
                break
            action = Resign(0)
        elif mover is not None:
            action = seats[mover].choose(view(state, mover), legal)
        after, _ = apply(state, action)
        made = entry(state, action, after)
        if isinstance(made, RoundEntry):
            deals.append(made)
        else:
            assert isinstance(made, ActionEntry)
            actions.append(made)
        state = after
    return replace(record, rounds=tuple(deals), actions=tuple(actions), result=result_of(state))
