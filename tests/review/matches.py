"""Recorded matches of computer players, for whoever judges them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from koikoi.engine.actions import Resign
from koikoi.engine.flow import apply
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.record.record import ActionEntry, MatchRecord, entry, result_of
from koikoi.record.replay import final_state
from koikoi.review import validation


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
    whole = validation.recorded(replace(chosen, rounds=rounds), seed, agents)
    if plies is None:
        return whole
    deals = tuple(deal for deal in whole.rounds if deal.ply < plies or deal.number == 1)
    actions = tuple(action for action in whole.actions if action.ply < plies)
    left = replace(whole, rounds=deals, actions=actions, result=None)
    if not resigns:
        return left
    before = final_state(left)
    after, _ = apply(before, Resign(0))
    last = entry(before, Resign(0), after)
    assert isinstance(last, ActionEntry)
    return replace(left, actions=(*actions, last), result=result_of(after))
