"""``koikoi train``: makes the weights of the computer players' network."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from koikoi import __version__
from koikoi.cli.checks import in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.engine.presets import preset
from koikoi.store.ownrules import named_rules
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.ai.network import Network
    from koikoi.ai.training import Course, Report
    from koikoi.engine.rules import Rules
    from koikoi.text.catalogue import Text

_MOST_GENERATIONS = 1_000_000
_MOST_MINUTES = 100_000
_MOST_SEED = 2**32 - 1
_TRIAL_DEALS = 1500
_TRIAL_SEED = 7


def run(args: argparse.Namespace, text: Text) -> int:
    """Trains, and tells how it goes on."""
    output = Output(sys.stdout)
    path = Path(args.output)
    every = in_range(text, "every", args.every, 1, _MOST_GENERATIONS)
    minutes = None
    if args.minutes is not None:
        minutes = in_range(text, "minutes", args.minutes, 0, _MOST_MINUTES)
    _changed(args, text)  # before anything else takes its time
    rules = None if args.rules is None else named_rules(args.rules)
    _check_path(args, path, text)
    if find_spec("torch") is None:
        raise UsageError(
            text.t(
                "koikoi train needs PyTorch, which the extra “train” brings: {command}",
                command="pip install '.[train]'",
            )
        )
    # One thread for each of the two processes: numpy and torch would take all cores for both.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    course = _course(args, rules, path, text)
    for sentence in _opening(text, course):
        output.say(sentence)
    end = None if minutes is None else monotonic() + 60 * minutes
    for report in course.run(until=lambda: end is not None and monotonic() >= end):
        last = report.generation == course.plan.generations
        if report.generation % every == 0 or last:
            _keep(course, path)
            output.say(_told(text, course, report, rules))
    _keep(course, path)
    output.say(text.t("Weights: {path}", path=shown(path)))
    return 0


def _check_path(args: argparse.Namespace, path: Path, text: Text) -> None:
    """Checks, before hours of work, that the weights can be written and replace nothing.

    Raises:
        UsageError: They cannot, or would; or a resumed course is to be another one.
    """
    name = shown(args.output)
    if path.suffix != ".npz":
        raise UsageError(
            text.t("“{path}” is no name for weights: it has to end with .npz.", path=name)
        )
    if not path.parent.is_dir():
        raise UsageError(text.t("There is no folder {folder}.", folder=shown(path.parent)))
    if args.resume:
        if not _beside(path).is_file():
            course = shown(_beside(path))
            raise UsageError(text.t("There is no course {path} to resume.", path=course))
        if (args.generations, args.seed, args.rules) != (None, None, None):
            raise UsageError(
                text.t(
                    "A resumed course is as it was begun; leave --generations, --seed and --rules "
                    "away."
                )
            )
    elif path.exists() or _beside(path).exists():
        raise UsageError(
            text.t("{path}, or its course, exists; give another name, or --resume it.", path=name)
        )


def _course(args: argparse.Namespace, rules: Rules | None, path: Path, text: Text) -> Course:
    import torch

    from koikoi.ai.plan import Plan
    from koikoi.ai.training import Course

    torch.set_num_threads(1)
    if args.resume:
        try:
            return Course.resumed(_beside(path))
        except OSError:
            raise
        except Exception as error:
            # Whatever a foreign file makes of it: it is not ours.
            course = shown(_beside(path))
            raise UsageError(text.t("{path} is no course of training.", path=course)) from error
    return Course.new(Plan(only=rules).changed(**_changed(args, text)))


def _changed(args: argparse.Namespace, text: Text) -> dict[str, int]:
    """The numbers of a new course that are to be others than those of the shipped weights."""
    ranges = {"generations": (1, _MOST_GENERATIONS), "seed": (0, _MOST_SEED)}
    return {
        name: in_range(text, name, getattr(args, name), low, high)
        for name, (low, high) in ranges.items()
        if getattr(args, name) is not None
    }


def _beside(path: Path) -> Path:
    return path.with_suffix(".course")


def _keep(course: Course, path: Path) -> None:
    """Writes the weights so far and the course, each whole or not at all."""
    from koikoi.ai.calibration import calibrated
    from koikoi.ai.network import save

    report, plan = course.report, course.plan
    beside = path.with_suffix(".new.npz")
    about = {
        "version": __version__,
        "seed": plan.seed,
        "generations": report.generation,
        "rounds": report.rounds,
        "lessons": report.lessons,
        "minutes": round(report.seconds / 60, 1),
        "rules": "any" if plan.only is None else plan.only.name,
    }
    save(beside, calibrated(course.average.frozen()), about)
    beside.replace(path)
    course.save(_beside(path))


def _opening(text: Text, course: Course) -> list[str]:
    plan = course.plan
    return [
        text.n(
            "{count} generation of {rounds} rounds each, seed {seed}.",
            "{count} generations of {rounds} rounds each, seed {seed}.",
            plan.generations,
            rounds=plan.batches * plan.rounds,
            seed=plan.seed,
        ),
        text.t("Points a round against greedy, in mirrored rounds, one turn ahead:"),
    ]


def _told(text: Text, course: Course, report: Report, rules: Rules | None) -> str:
    network = course.average.frozen()
    trials = [
        _trial(network, one)
        for one in ([rules] if rules else [preset("standard"), preset("nintendo")])
    ]
    return text.t(
        "Generation {number}: {rounds} rounds, {minutes} minutes, loss {loss}; {trials}.",
        number=report.generation,
        rounds=report.rounds,
        minutes=f"{report.seconds / 60:.1f}",
        loss=f"{report.loss:.3f}",
        trials=text.row(trials),
    )


def _trial(network: Network, rules: Rules) -> str:
    import numpy as np

    from koikoi.ai.outcomes import point_worths
    from koikoi.ai.policies import GreedyPolicy, ValuePolicy
    from koikoi.ai.trial import mirrored_rounds

    rng = np.random.default_rng(_TRIAL_SEED)
    own = ValuePolicy(network.under(rules), point_worths(rules.exhausted_points))
    mean, width = mirrored_rounds((own, GreedyPolicy(rng)), rules, _TRIAL_DEALS, rng)
    return f"{rules.name} {mean:+.2f} ± {width:.2f}"
