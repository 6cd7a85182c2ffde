"""``koikoi`` and ``koikoi play``: the table on the screen, or a match by plain lines."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.lines import InputLines
from koikoi.cli.main import INTERRUPTED
from koikoi.cli.output import Output
from koikoi.cli.plain import PlainTable
from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.presets import DEFAULT_PRESET, resolve_rules
from koikoi.engine.rules import Rules
from koikoi.match.session import Session
from koikoi.table.setup import (
    DEFAULT_LEVEL,
    FIRST,
    HUMAN,
    NothingToContinue,
    Setup,
    Table,
    continued_table,
    new_table,
)

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

PLAIN_CONTINUE: Final = "koikoi play --plain --continue"
"""The command that goes on with a match by plain lines."""


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays a match, or goes on with one."""
    if not args.plain:
        from koikoi.cli.drawn import play_drawn

        return play_drawn(args, text)
    return _play_plain(args, text)


def _play_plain(args: argparse.Namespace, text: Text) -> int:
    if args.hot_seat:
        raise UsageError(
            text.t("Two people at one screen need the drawn table; leave --plain away.")
        )
    output = Output(sys.stdout, ascii_only=args.ascii or args.glyphs == "ascii")
    table = plain_table(args, text)
    table.saver.tell = output.say
    for notice in table.notices:
        output.say(notice)
    try:
        ended = asyncio.run(_session(table, output, text))
        output.say(table.saver.kept() if ended else table.saver.farewell())
    except KeyboardInterrupt:
        output.say()
        output.say(table.saver.farewell())
        return INTERRUPTED
    finally:
        table.saver.close()
    return 0


def plain_table(args: argparse.Namespace, text: Text) -> Table:
    """The match that the command line asks for, to be played by plain lines."""
    if not args.resume:
        return new_table(setup_of(args, text), text, PLAIN_CONTINUE)
    refuse_options_of_new_matches(args, text)
    try:
        return continued_table(text, PLAIN_CONTINUE, two_people=False)
    except NothingToContinue as nothing:
        said = text.t("There is no unfinished match; koikoi play --plain starts one.")
        raise UsageError("\n".join([*nothing.notices, said])) from nothing


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
    rules = resolve_rules(DEFAULT_PRESET if args.rules is None else args.rules)
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


async def _session(table: Table, output: Output, text: Text) -> bool:
    """Plays until the match ends (``True``) or the person leaves."""
    assert table.computer is not None  # two people do not play by plain lines
    lines = InputLines(sys.stdin.fileno(), sys.stdin.encoding or "utf-8")
    human = PlainTable(text, lines, output, seat=HUMAN, opponent=table.computer.name)
    session = Session(
        table.state, (human, table.computer), recorder=table.saver, limits=table.limits
    )
    session.subscribe(human, HUMAN)
    return await session.run()
