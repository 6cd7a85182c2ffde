"""``koikoi duel``: how two computer players fare against each other in mirrored matches.

What the figures mean, exactly, is told by :mod:`koikoi.arena.duel`; standard output gets them and
nothing else, a progress bar goes to standard error where that is a terminal.
"""

from __future__ import annotations

import shlex
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

import koikoi.ai
from koikoi import __version__
from koikoi.ai.levels import UnknownAgent
from koikoi.arena.duel import DEFAULT_SEED, Duel, DuelResult, Effort, Figures
from koikoi.arena.interval import Estimate
from koikoi.arena.processes import run_duel
from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.presets import resolve_rules
from koikoi.engine.rules import Rules
from koikoi.text.ascii import for_encoding
from koikoi.text.options import rules_name
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

MAX_PAIRS: Final = 1_000_000
MAX_JOBS: Final = 64

_SIDES: Final = ("A", "B")
"""What the two players are called beside their names, which may be the same."""

_GAP: Final = "  "

Progress: TypeAlias = Callable[[int], None]
"""Is told how many pairs have been played."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be played.

    Attributes:
        names: The agents' names.
        pairs: How many pairs.
        rules: The rules of every match.
        seed: The duel's seed.
        command: What repeats it.
    """

    names: tuple[str, str]
    pairs: int
    rules: Rules
    seed: str
    command: str


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays the duel and prints its figures."""
    plan = _plan(args, text)
    jobs = in_range(text, "jobs", args.jobs, 1, MAX_JOBS)
    a, b = (partial(koikoi.ai.load, name) for name in plan.names)
    try:
        with _progress_bar(text, plan.pairs) as progress:
            duel = Duel(a, b, plan.rules, plan.seed)
            result = run_duel(duel, plan.pairs, jobs=jobs, progress=progress)
    except BrokenExecutor as error:
        raise UsageError(
            text.t(
                "One of the processes that played was ended from outside, or ran out of memory; "
                "try fewer --jobs."
            )
        ) from error
    output = Output(sys.stdout)
    if args.json:
        output.json(_document(plan, result))
        return 0
    for line in (*_table(text, plan, result), "", *_notes(text, plan, result)):
        output.say(line)
    return 0


def _plan(args: argparse.Namespace, text: Text) -> _Plan:
    pairs = in_range(text, "matches", args.matches, 1, MAX_PAIRS)
    names = _agent(args.a, text), _agent(args.b, text)
    rules = resolve_rules(args.rules)
    seed = DEFAULT_SEED if args.seed is None else a_seed(text, args.seed)
    words = ["koikoi", "duel", *names, *_option("matches", pairs), *_option("rules", args.rules)]
    if args.rounds is not None:
        rules = replace(rules, rounds=in_range(text, "rounds", args.rounds, 1, MAX_ROUNDS))
        words += _option("rounds", args.rounds)
    words += _option("seed", seed)
    return _Plan(names, pairs, rules, seed, shlex.join(words))


def _agent(given: str, text: Text) -> str:
    """The name of the agent that is meant."""
    try:
        return koikoi.ai.load(given).name
    except UnknownAgent as error:
        raise UsageError(
            text.t(
                "No computer player is called “{name}”; there are {names}.",
                name=shown(error.name),
                names=text.join(error.allowed),
            )
        ) from error


def _option(name: str, value: object) -> list[str]:
    """An option as words of a command; a value like an option's has to cling to its own."""
    written = str(value)
    return [f"--{name}={written}"] if written.startswith("-") else [f"--{name}", written]


@contextmanager
def _progress_bar(text: Text, pairs: int) -> Iterator[Progress | None]:
    """A bar on standard error as long as the duel goes on; none where nobody would see it move."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    def told(done: int) -> str:
        said = text.n("{done} of {count} pair", "{done} of {count} pairs", pairs, done=done)
        return for_encoding(said, sys.stderr.encoding or "ascii")

    with progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        # It would send what is printed to standard error.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task(told(0), total=pairs)
        yield lambda done: bar.update(task, completed=done, description=told(done))


# For programs ------------------------------------------------------------------------------------


def _document(plan: _Plan, result: DuelResult) -> dict[str, object]:
    return {
        "a": _side(plan.names[0], result.a),
        "b": _side(plan.names[1], result.b),
        "pairs": len(result.pairs),
        "rules": plan.rules.name,
        "rounds": plan.rules.rounds,
        "rounds_played": result.rounds,
        "seed": plan.seed,
        "version": __version__,
    }


def _side(name: str, figures: Figures) -> dict[str, object]:
    effort = figures.effort
    time = effort.milliseconds
    return {
        "agent": name,
        "win_rate": figures.win_rate.mean,
        "win_rate_ci": _ends(figures.win_rate),
        "points_per_round": figures.points_per_round.mean,
        "points_ci": _ends(figures.points_per_round),
        "ms_per_decision": None if time is None else round(time, 4),
        "faults": {
            "crashed": effort.crashed,
            "illegal": effort.illegal,
            "errors": sorted(effort.errors),
        },
    }


def _ends(estimate: Estimate) -> list[float] | None:
    if estimate.low is None or estimate.high is None:
        return None
    return [estimate.low, estimate.high]


# For people --------------------------------------------------------------------------------------


def _table(text: Text, plan: _Plan, result: DuelResult) -> list[str]:
    sides = result.a, result.b
    wins = [side.win_rate for side in sides]
    points = [side.points_per_round for side in sides]
    players = [
        text.t("{side}: {agent}", side=side, agent=name)
        for side, name in zip(_SIDES, plan.names, strict=True)
    ]
    times = [_time(text, side.effort) for side in sides]
    columns = [
        _left(["", *players]),
        _left([text.t("win rate"), *_cells(text, wins, _percentage, _percent)]),
        _left([text.t("points a round"), *_cells(text, points, _signed, _signed)]),
        _right([text.t("ms a decision"), *times]),
    ]
    return [_GAP.join(row).rstrip() for row in zip(*columns, strict=True)]


_Written: TypeAlias = Callable[["Text", float], str]


def _cells(text: Text, estimates: Sequence[Estimate], mean: _Written, end: _Written) -> list[str]:
    """A column's estimates: the mean, and where there is one the interval in parentheses."""
    means = _right([mean(text, one.mean) for one in estimates])
    cells = []
    for shown_mean, one in zip(means, estimates, strict=True):
        if one.low is None or one.high is None:
            cells.append(shown_mean)
            continue
        low, high = end(text, one.low), end(text, one.high)
        cells.append(
            text.p("interval", "{mean} ({low} to {high})", mean=shown_mean, low=low, high=high)
        )
    return cells


def _percent(text: Text, share: float) -> str:
    return text.p("figure", "{number}", number=f"{100 * share:.1f}")


def _percentage(text: Text, share: float) -> str:
    return text.p("figure", "{number}%", number=f"{100 * share:.1f}")


def _signed(text: Text, points: float) -> str:
    number = f"{abs(points):.2f}"
    if not float(number):
        return text.p("figure", "{number}", number=number)
    if points > 0:
        return text.p("figure", "+{number}", number=number)
    return text.p("figure", "−{number}", number=number)


def _time(text: Text, effort: Effort) -> str:
    time = effort.milliseconds
    if time is None:
        return text.t("none")
    return text.p("figure", "{number}", number=f"{time:.3f}")


def _left(cells: Sequence[str]) -> list[str]:
    most = max(map(_width, cells))
    return [cell + " " * (most - _width(cell)) for cell in cells]


def _right(cells: Sequence[str]) -> list[str]:
    most = max(map(_width, cells))
    return [" " * (most - _width(cell)) + cell for cell in cells]


def _width(cell: str) -> int:
    """How many columns of a terminal it takes: a language may have wide letters."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in cell)


def _notes(text: Text, plan: _Plan, result: DuelResult) -> Iterator[str]:
    """What the table means, what it rests on, and how to have it again."""
    yield text.t("Points a round: a player's points minus the other's, over the rounds played.")
    yield from _interval_notes(text, plan, result.a.win_rate)
    for side, name, figures in zip(_SIDES, plan.names, (result.a, result.b), strict=True):
        if figures.effort.faults:
            player = text.t("{side}: {agent}", side=side, agent=name)
            yield _fault_note(text, player, figures.effort)
    yield text.n(
        "Played: {count} mirrored pair, {rounds}, rules “{rules}”, seed “{seed}”.",
        "Played: {count} mirrored pairs, {rounds}, rules “{rules}”, seed “{seed}”.",
        len(result.pairs),
        rounds=text.n("{count} round", "{count} rounds", result.rounds),
        rules=rules_name(text, plan.rules),
        seed=plan.seed,
    )
    yield text.t("The same figures again:")
    # A line of its own, to be copied.
    yield plan.command


def _interval_notes(text: Text, plan: _Plan, wins: Estimate) -> Iterator[str]:
    if wins.low is None:
        yield text.t("There are no intervals: a single pair does not tell how far pairs differ.")
        return
    yield text.t("In parentheses: 95% intervals, over the pairs.")
    if wins.low == wins.high and plan.names[0] != plan.names[1]:
        yield text.t("All pairs were won alike: more pairs would give the win rate an interval.")


def _fault_note(text: Text, player: str, effort: Effort) -> str:
    parts = []
    if effort.crashed:
        parts.append(
            text.n(
                "{count} error ({errors})",
                "{count} errors ({errors})",
                effort.crashed,
                errors=text.row(shown(error) for error in sorted(effort.errors)),
            )
        )
    if effort.illegal:
        parts.append(text.n("{count} illegal answer", "{count} illegal answers", effort.illegal))
    return text.n(
        "{player}: at {count} decision the table had to move for it: {faults}.",
        "{player}: at {count} decisions the table had to move for it: {faults}.",
        effort.faults,
        player=player,
        faults=text.join(parts),
    )
