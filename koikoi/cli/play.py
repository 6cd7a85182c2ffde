"""``koikoi`` and ``koikoi play``: the table on the screen, or a match by plain lines."""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import TYPE_CHECKING

from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.logbook import log_kept
from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.presets import DEFAULT_PRESET
from koikoi.engine.rules import Rules
from koikoi.store.ownrules import named_rules
from koikoi.table.setup import (
    DEFAULT_LEVEL,
    FIRST,
    Setup,
)

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays a match, or goes on with one."""
    with log_kept():
        if not args.plain:
            # Loading makes many objects and no garbage: the collector would only look through them
            # again and again, a tenth of the time until the first frame. It goes on after that.
            gc.disable()
            from koikoi.cli.drawn import play_drawn

            return play_drawn(args, text)
        from koikoi.cli.play_plain import play_plain

        return play_plain(args, text)


def setup_of(args: argparse.Namespace, text: Text) -> Setup:
    """The new match that the command line asks for.

    Raises:
        UsageError: It asks for something that there is not.
    """
    level = DEFAULT_LEVEL if args.level is None else args.level
    if args.hot_seat:
        if args.level is not None:
            raise UsageError(
                text.t("With --hot-seat nobody plays for the computer; leave --level away.")
            )
        level = None
    seed = None if args.seed is None else a_seed(text, args.seed)
    return Setup(_rules(args, text), level, seed)


def _rules(args: argparse.Namespace, text: Text) -> Rules:
    rules = named_rules(DEFAULT_PRESET if args.rules is None else args.rules)
    if args.rounds is not None:
        rules = replace(rules, rounds=in_range(text, "rounds", args.rounds, 1, MAX_ROUNDS))
    if args.first is not None:
        rules = replace(rules, first_dealer=FIRST[args.first])
    return rules


def refuse_options_of_new_matches(args: argparse.Namespace, text: Text) -> None:
    """Says that a match that goes on is as it was begun.

    Raises:
        UsageError: The command line asks for something else.
    """
    for name in ("rules", "level", "rounds", "seed", "first", "hot_seat"):
        if getattr(args, name) not in (None, False):
            raise UsageError(
                text.t(
                    "--continue goes on with a match as it was begun; --{option} cannot be "
                    "combined with it.",
                    option=name.replace("_", "-"),
                )
            )
