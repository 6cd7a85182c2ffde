"""``koikoi bench``: what the program costs on this machine, in one run.

``koikoi bench engine`` measures the rules, here; ``koikoi bench tui`` the screen, in
:mod:`koikoi.cli.bench_tui`; ``koikoi bench ai`` the computer players, in
:mod:`koikoi.cli.bench_ai`; ``koikoi bench host`` a whole room of people, in
:mod:`koikoi.cli.bench_host`; ``koikoi bench coach`` and ``koikoi bench chances`` tell whether the
coach is right, in :mod:`koikoi.cli.bench_coach`.

Speeds of different machines do not compare; the ratio of the last line does, since both of its
programs run here, one after the other.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from koikoi.ai.levels import LEVELS
from koikoi.cli.checks import can_play, in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.waiting import whole_processes
from koikoi.engine.cards import Mask, mask_of
from koikoi.engine.deck import Stream
from koikoi.engine.draft import Draft
from koikoi.engine.flow import MAX_ROUNDS, apply, legal_actions, legal_codes, new_match, step
from koikoi.engine.presets import DEFAULT_PRESET, preset
from koikoi.engine.rules import Rules
from koikoi.engine.tally import tally
from koikoi.engine.yaku import scorer
from koikoi.store.ownrules import named_rules

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_ROUNDS = 12
_REPEATS = 5
_STARTS = 15
_MOST_CHECKED = 100_000_000
_COACHED = 100
_FORECAST = 2000
_MOST_MATCHES = 1_000_000
_MOST_JOBS = 64
_MOST_PEOPLE = 500
_MOST_SECONDS = 600
_MOST_THOUGHTS = 16
_MOST_MINUTES = 24 * 60
_MOST_BOTS = 200
_HOST_OPTIONS = ("sessions", "seconds", "think", "soak", "bots")


def run(args: argparse.Namespace, text: Text) -> int:
    """Prints the figures."""
    output = Output(sys.stdout)
    _refuse_options_of_others(args, text)
    if args.what == "ai":
        return _ai(args, text, output)
    if args.what in ("coach", "chances"):
        return _coach(args, text, output)
    if args.what == "host":
        return _host(args, text, output)
    if args.what == "tui":
        from koikoi.cli import bench_tui

        bench_tui.report(text, output, as_json=args.json)
        return 0
    rules = replace(preset("standard"), rounds=_ROUNDS, starting_points=0)
    figures = {
        "rounds_per_second_in_place": _best(lambda: _in_place(rules, 100)),
        "rounds_per_second_apply": _best(lambda: _applied(rules, 25)),
        "total_microseconds": 1e6 / _best(lambda: _totals(rules)),
        "tally_microseconds": 1e6 / _best(lambda: _tallies(rules)),
        "version_to_pass_ratio": _start_ratio(),
    }
    figures = {name: round(value, 2) for name, value in figures.items()}
    if args.json:
        output.json({"rules": rules.name, "rounds": _ROUNDS, **figures})
        return 0
    for sentence in _sentences(text, figures):
        output.say(sentence)
    return 0


def _refuse_options_of_others(args: argparse.Namespace, text: Text) -> None:
    """Refuses options that say nothing about what is measured."""
    for name, given, whose in (
        ("rules", args.rules, ("ai", "coach", "chances")),
        ("check", args.check, ("ai",)),
        ("matches", args.matches, ("coach", "chances")),
        ("rounds", args.rounds, ("coach", "chances")),
        ("jobs", args.jobs, ("coach", "chances")),
        *((name, getattr(args, name), ("host",)) for name in _HOST_OPTIONS),
    ):
        if given is not None and args.what not in whose:
            commands = text.join(f"koikoi bench {what}" for what in whose)
            raise UsageError(
                text.t("--{option} goes with {commands} only.", option=name, commands=commands)
            )


def _coach(args: argparse.Namespace, text: Text, output: Output) -> int:
    from koikoi.cli import bench_coach

    can_play(text, "1")
    few = args.what == "coach"
    usual = _COACHED if few else _FORECAST
    matches = usual if args.matches is None else args.matches
    matches = in_range(text, "matches", matches, 3 if few else 1, _MOST_MATCHES)
    jobs = in_range(text, "jobs", 1 if args.jobs is None else args.jobs, 1, _MOST_JOBS)
    rules = named_rules(DEFAULT_PRESET if args.rules is None else args.rules)
    if args.rounds is not None:
        rules = replace(rules, rounds=in_range(text, "rounds", args.rounds, 1, MAX_ROUNDS))
    bench = bench_coach.Bench(text, output, rules, matches, jobs, args.json)
    with whole_processes(text):
        if few:
            bench.coach([LEVELS[level] for level in (1, 3, 5)])
        else:
            bench.chances(LEVELS[4])
    return 0


def _host(args: argparse.Namespace, text: Text, output: Output) -> int:
    from koikoi.cli.host_options import check_extras

    check_extras(text, web=False)

    def wish(name: str, usual: int, least: int, most: int) -> int:
        given = getattr(args, name)
        return in_range(text, name, usual if given is None else given, least, most)

    minutes, bots = wish("soak", 1, 1, _MOST_MINUTES), wish("bots", 50, 1, _MOST_BOTS)
    people = wish("sessions", 100, 1, _MOST_PEOPLE)
    seconds, think = wish("seconds", 10, 1, _MOST_SECONDS), wish("think", 2, 0, _MOST_THOUGHTS)
    if args.soak is not None:
        from koikoi.cli import bench_soak

        _refuse_together(args, text, "soak", ("sessions", "seconds", "think"))
        return bench_soak.report(text, output, minutes, bots, as_json=args.json)
    if args.bots is not None:
        raise UsageError(text.t("--bots goes with --soak only."))
    from koikoi.cli import bench_host

    load = bench_host.Load(people, seconds, think)
    bench_host.report(text, output, load, as_json=args.json)
    return 0


def _refuse_together(
    args: argparse.Namespace, text: Text, one: str, others: tuple[str, ...]
) -> None:
    for other in others:
        if getattr(args, other) is not None:
            raise UsageError(
                text.t("--{option} and --{other} do not go together.", option=one, other=other)
            )


def _ai(args: argparse.Namespace, text: Text, output: Output) -> int:
    from koikoi.cli import bench_ai

    if args.check is not None:
        if args.rules is not None:
            raise UsageError(text.t("--check plays under many sets of rules; leave --rules away."))
        rounds = in_range(text, "check", args.check, 1, _MOST_CHECKED)
        return bench_ai.check(text, output, rounds=rounds, as_json=args.json)
    can_play(text, "1")
    rules = named_rules(DEFAULT_PRESET if args.rules is None else args.rules)
    bench_ai.report(text, output, rules=rules, as_json=args.json)
    return 0


def _sentences(text: Text, figures: dict[str, float]) -> list[str]:
    return [
        text.t(
            "Random rounds in place, without events: {count} a second.",
            count=f"{figures['rounds_per_second_in_place']:.0f}",
        ),
        text.t(
            "Random rounds by actions, with states and events: {count} a second.",
            count=f"{figures['rounds_per_second_apply']:.0f}",
        ),
        text.t(
            "Total of a pile: {time} microseconds.", time=f"{figures['total_microseconds']:.2f}"
        ),
        text.t(
            "Full tally of a pile: {time} microseconds.",
            time=f"{figures['tally_microseconds']:.1f}",
        ),
        text.t(
            "koikoi --version takes {ratio} times as long as an empty Python program.",
            ratio=f"{figures['version_to_pass_ratio']:.2f}",
        ),
    ]


def random_rounds_in_place(rules: Rules) -> float:
    """Rounds a second that random play makes of these rules in the engine."""
    rules = replace(rules, rounds=_ROUNDS, starting_points=0)
    return _best(lambda: _in_place(rules, 100))


def _best(measure: Callable[[], float]) -> float:
    """The best of several runs: what disturbs a measurement only ever slows it down."""
    return max(measure() for _ in range(_REPEATS))


def _in_place(rules: Rules, matches: int) -> float:
    """Rounds a second on drafts; choosing by chance is part of it."""
    chance = Stream("koikoi-bench-v1").byte
    done = 0
    start = perf_counter()
    for number in range(matches):
        draft = Draft.thaw(new_match(rules, f"bench {number}"))
        while codes := legal_codes(draft):
            step(draft, codes[chance() % len(codes)])
        done += len(draft.results)
    return done / (perf_counter() - start)


def _applied(rules: Rules, matches: int) -> float:
    """Rounds a second through frozen states; choosing by chance is part of it."""
    chance = Stream("koikoi-bench-v1").byte
    done = 0
    start = perf_counter()
    for number in range(matches):
        state = new_match(rules, f"bench {number}")
        while actions := legal_actions(state):
            state, _ = apply(state, actions[chance() % len(actions)])
        done += len(state.results)
    return done / (perf_counter() - start)


def _piles(count: int) -> list[Mask]:
    """Piles of 0 to 24 cards."""
    stream = Stream("koikoi-bench-piles-v1")
    return [mask_of(stream.shuffle(range(48))[: stream.below(25)]) for _ in range(count)]


def _totals(rules: Rules) -> float:
    own, piles = scorer(rules), _piles(2000)
    start = perf_counter()
    for pile in piles:
        own.total(pile, 1)
    return len(piles) / (perf_counter() - start)


def _tallies(rules: Rules) -> float:
    piles = _piles(500)
    start = perf_counter()
    for pile in piles:
        tally(pile, rules)
    return len(piles) / (perf_counter() - start)


def _start_ratio() -> float:
    """How many times longer ``koikoi --version`` takes than ``python -c pass``."""

    def seconds(*arguments: str) -> float:
        start = perf_counter()
        subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=os.environ
        )
        return perf_counter() - start

    ours, empty = [], []
    for _ in range(_STARTS):
        ours.append(seconds("-m", "koikoi", "--version"))
        empty.append(seconds("-c", "pass"))
    return median(ours) / median(empty)
