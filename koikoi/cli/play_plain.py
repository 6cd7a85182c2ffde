"""A match by plain lines: set up, or taken up where it was left, and run."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Final

from koikoi.cli.errors import UsageError
from koikoi.cli.lines import InputLines
from koikoi.cli.main import INTERRUPTED
from koikoi.cli.output import Output
from koikoi.cli.plain import PlainTable
from koikoi.cli.play import refuse_options_of_new_matches, setup_of
from koikoi.match.session import Session
from koikoi.table.setup import HUMAN, NothingToContinue, Table, continued_table, new_table

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

PLAIN_CONTINUE: Final = "koikoi play --plain --continue"
"""The command that goes on with a match by plain lines."""


def play_plain(args: argparse.Namespace, text: Text) -> int:
    """Plays a match, or goes on with one."""
    if args.hot_seat:
        raise UsageError(
            text.t("Two people at one screen need the drawn table; leave --plain away.")
        )
    output = Output(sys.stdout, ascii_only=args.ascii or args.glyphs == "ascii")
    table = _table(args, text)
    table.saver.tell = output.say
    for notice in table.notices:
        output.say(notice)
    try:
        ended = asyncio.run(_session(table, output, text))
        if ended:
            from koikoi.table.daily import result_lines

            for line in result_lines(table.saver.path, text):
                output.say(line)
        output.say(table.saver.kept() if ended else table.saver.farewell())
    except KeyboardInterrupt:
        output.say()
        output.say(table.saver.farewell())
        return INTERRUPTED
    finally:
        table.saver.close()
    return 0


def _table(args: argparse.Namespace, text: Text) -> Table:
    """The match that the command line asks for, to be played by plain lines."""
    if args.daily is not None:
        from koikoi.table.daily import daily_table, play_command

        return daily_table(args.daily, text, play_command(args.daily, plain=True))
    if not args.resume:
        return new_table(setup_of(args, text), text, PLAIN_CONTINUE)
    refuse_options_of_new_matches(args, text)
    try:
        return continued_table(text, PLAIN_CONTINUE, two_people=False)
    except NothingToContinue as nothing:
        said = text.t("There is no unfinished match; koikoi play --plain starts one.")
        raise UsageError("\n".join([*nothing.notices, said])) from nothing


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
