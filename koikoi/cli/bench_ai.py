"""``koikoi bench ai``: how fast the computer players think, and that both engines agree.

Rounds of the batch engine are measured beside those of the engine in the same run. The times of
decisions are of matches that each level plays against itself, on one core, by the clock.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from statistics import quantiles
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import koikoi.ai
from koikoi.ai.agent import Halt, agent_seed
from koikoi.ai.batch import Batch, play_rounds
from koikoi.ai.deals import random_deals
from koikoi.ai.differential import differences
from koikoi.ai.exact import exact
from koikoi.ai.policies import ChancePolicy, after_play
from koikoi.ai.rulesets import varied_rules
from koikoi.ai.weights import shipped
from koikoi.cli.bench import random_rounds_in_place
from koikoi.engine.cards import CARDS
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.view import view
from koikoi.text.options import rules_name

if TYPE_CHECKING:
    from koikoi.cli.output import Output
    from koikoi.engine.rules import Rules
    from koikoi.text.catalogue import Text

_DEALS = 8192
_POSITIONS = 4096
_REPEATS = 3
_MATCHES_AT_ONCE = 50
_ROUNDS_OF_A_MATCH = 12
_HALT_STEP = 0.0005
_LATEST_HALT = 0.05
"""Seconds: by how much later it is halted each time, and how late at most."""


def report(text: Text, output: Output, *, rules: Rules, as_json: bool) -> None:
    """Measures and prints the speeds."""
    figures = {
        "batch_rounds_per_second": _best(lambda: _batch_speed(rules)),
        "engine_rounds_per_second": random_rounds_in_place(rules),
        "evaluations_per_second": _best(lambda: _evaluations(rules)),
    }
    times = [time for level in koikoi.ai.LEVELS for time in _times(level, rules)]
    stops = halts(rules)
    if as_json:
        rounded = {name: round(value) for name, value in figures.items()}
        decisions = [time._asdict() for time in times]
        output.json({"rules": rules.name, **rounded, "decisions": decisions, "halts": stops})
        return
    output.say(
        text.t(
            "Random rounds in the batch engine: {count} a second; in the engine: {other}.",
            count=f"{figures['batch_rounds_per_second']:.0f}",
            other=f"{figures['engine_rounds_per_second']:.0f}",
        )
    )
    output.say(
        text.t(
            "Positions valued by the network: {count} a second.",
            count=f"{figures['evaluations_per_second']:.0f}",
        )
    )
    output.say(text.t("Milliseconds a decision, half and 95% of them below, and the most:"))
    for time in times:
        output.say(
            text.p(
                "decision times",
                "Level {level}, {phase}: {half}, {most}, {longest} ({count} decisions)",
                level=time.level,
                phase=time.phase,
                half=f"{time.p50:.1f}",
                most=f"{time.p95:.1f}",
                longest=f"{time.longest:.1f}",
                count=time.decisions,
            )
        )
    output.say(
        text.n(
            "Level {level} ended its thought within {longest} milliseconds of {count} halt.",
            "Level {level} ended its thought within {longest} milliseconds of {count} halts.",
            len(stops),
            level=max(koikoi.ai.LEVELS),
            longest=f"{max(stops, default=0.0):.1f}",
        )
    )


def check(text: Text, output: Output, *, rounds: int, as_json: bool) -> int:
    """Plays rounds in both engines and tells whether they agree.

    Args:
        text: The language.
        output: Where to.
        rounds: At least so many; half of them under the presets, half under varied rules.
        as_json: Whether the answer is for programs.

    Returns:
        The exit code: 0 if all rounds agree.
    """
    rng = np.random.default_rng(1)
    played, found = 0, []
    at_once = _MATCHES_AT_ONCE * _ROUNDS_OF_A_MATCH
    number = 0
    while played < rounds:
        name = PRESET_NAMES[number // 2 % len(PRESET_NAMES)]
        rules = preset(name) if number % 2 == 0 else varied_rules(rng)
        found += list(differences(rules, _MATCHES_AT_ONCE, rng))
        played += at_once
        number += 1
    if as_json:
        output.json({"rounds": played, "sets_of_rules": number, "differences": len(found)})
    else:
        sets = text.n("{count} set of rules", "{count} sets of rules", number)
        output.say(
            text.n(
                "{count} round under {sets} in both engines: {found} differ.",
                "{count} rounds under {sets} in both engines: {found} differ.",
                played,
                sets=sets,
                found=len(found),
            )
        )
        for one in found[:3]:
            deck = " ".join(CARDS[card].code for card in one.deck)
            output.say(f"{rules_name(text, one.rules)}, {one.month}, {one.turn}: {deck}")
    return 1 if found else 0


def _best(measure: object) -> float:
    assert callable(measure)
    return max(float(measure()) for _ in range(_REPEATS))


def _batch_speed(rules: Rules) -> float:
    rng = np.random.default_rng(1)
    start = perf_counter()
    deals = random_deals(rules, _DEALS, rng)
    batch = Batch(rules, deals.decks, np.ones(_DEALS, np.int64))
    play_rounds(batch, (ChancePolicy(rng), ChancePolicy(rng)))
    return _DEALS / (perf_counter() - start)


def _evaluations(rules: Rules) -> float:
    rng = np.random.default_rng(1)
    deals = random_deals(rules, _POSITIONS, rng)
    batch = Batch(rules, deals.decks, np.ones(_POSITIONS, np.int64))
    for _ in range(6):
        batch.play_turn(ChancePolicy(rng))
    seen = after_play(batch, batch.play_options())
    network = exact(shipped(), rules)
    start = perf_counter()
    network.chances(seen)
    return len(seen.hand) / (perf_counter() - start)


class Times(NamedTuple):
    """How long a level took in a phase, in milliseconds.

    Attributes:
        level: The level.
        phase: What it had to choose.
        decisions: How often it had a choice.
        p50: Half of them took no longer.
        p95: 95 % of them took no longer.
        longest: The longest.
    """

    level: int
    phase: str
    decisions: int
    p50: float
    p95: float
    longest: float


def _times(level: int, rules: Rules) -> list[Times]:
    """The times of a match of the level against itself, by phase."""
    rules = replace(rules, starting_points=0)
    seed = f"koikoi-bench-{level}"
    agents = [koikoi.ai.load(level, agent_seed(seed, seat)) for seat in (0, 1)]
    state = new_match(rules, seed)
    taken: dict[str, list[float]] = {}
    warm = False
    while legal := legal_actions(state):
        seat = state.to_act
        action = legal[0]
        if seat is not None and len(legal) > 1:
            seen = view(state, seat)
            if not warm:
                # The tables of the rules are made once a match, not once a decision.
                agents[seat].choose(seen, legal)
                warm = True
            start = perf_counter()
            action = agents[seat].choose(seen, legal)
            taken.setdefault(state.phase.value, []).append(1000 * (perf_counter() - start))
        state, _ = apply(state, action)
    return [_summed(level, phase, times) for phase, times in taken.items()]


def halts(rules: Rules) -> list[float]:
    """How long the strongest level went on thinking after it was halted, in milliseconds.

    It is halted ever later in its thoughts; those that were done before are left out.
    """
    agent = koikoi.ai.load(max(koikoi.ai.LEVELS), "halts")
    think = getattr(agent, "think", None)
    state, delay, late = new_match(replace(rules, starting_points=0), "halts"), 0.0, []
    while (legal := legal_actions(state)) and delay < _LATEST_HALT and think is not None:
        action = legal[0]
        if state.to_act is not None and len(legal) > 1:
            halt, told = Halt(), [inf]

            def stop(halt: Halt = halt, told: list[float] = told) -> None:
                told[0] = perf_counter()
                halt.stop()

            timer = Timer(delay, stop)
            timer.start()
            action = think(view(state, state.to_act), legal, halt)
            end = perf_counter()
            timer.cancel()
            timer.join()
            if halt.cut_short and end > told[0]:
                late.append(round(1000 * (end - told[0]), 2))
            delay += _HALT_STEP
        state, _ = apply(state, action)
    return late


def _summed(level: int, phase: str, times: list[float]) -> Times:
    cuts = quantiles(times, n=20, method="inclusive") if len(times) > 1 else [times[0]] * 19
    return Times(
        level, phase, len(times), round(cuts[9], 2), round(cuts[18], 2), round(max(times), 2)
    )
