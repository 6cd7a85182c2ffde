"""A match by plain lines: set up, or taken up where it was left, and run."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi.cli.errors import UsageError
from koikoi.cli.lines import InputLines
from koikoi.cli.main import INTERRUPTED
from koikoi.cli.output import Output
from koikoi.cli.plain import PlainTable
from koikoi.cli.play import refuse_options_of_new_matches, setup_of
from koikoi.match.session import Session
from koikoi.record.writer import RecordBusy
from koikoi.store.matches import named
from koikoi.store.settings import load_settings
from koikoi.table.hints import hints_said
from koikoi.table.resuming import (
    NothingToContinue,
    TwoPeople,
    continued_table,
    played_by_two,
    resumed_table,
)
from koikoi.table.setup import HUMAN, Table, new_table
from koikoi.text.catalogue import spoken
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_WIDEST: Final = 300

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
        output.say(spoken(notice))
    try:
        ended = asyncio.run(_session(table, output, text))
        if ended:
            from koikoi.table.daily import result_lines

            asked = hints_said(text, table.saver.hints[HUMAN])
            for line in result_lines(table.saver.path, text) or asked:
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
    if args.resume is None:
        return new_table(setup_of(args, text), text, PLAIN_CONTINUE)
    refuse_options_of_new_matches(args, text)
    if args.resume:
        return _named_table(named(args.resume), text)
    try:
        return continued_table(text, PLAIN_CONTINUE, two_people=False)
    except NothingToContinue as nothing:
        said = text.t("There is no unfinished match; koikoi play --plain starts one.")
        if nothing.played is not None:
            said = _played_elsewhere(nothing.played, text)
        raise UsageError("\n".join([*nothing.notices, said])) from nothing


def _named_table(path: Path, text: Text) -> Table:
    """The match of a record that was named."""
    try:
        return resumed_table(path, text, PLAIN_CONTINUE, two_people=False)
    except TwoPeople as error:
        raise UsageError(played_by_two(path, text)) from error
    except RecordBusy as error:
        raise UsageError(_played_elsewhere(path, text)) from error


def _played_elsewhere(path: Path, text: Text) -> str:
    """Says that a match has its player already, and what can be done."""
    return text.t(
        "The match in {path} is being played elsewhere; koikoi watch --plain shows it, and koikoi "
        "play --plain starts another one.",
        path=shown(path, _WIDEST),
    )


async def _session(table: Table, output: Output, text: Text) -> bool:
    """Plays until the match ends (``True``) or the person leaves."""
    assert table.computer is not None  # two people do not play by plain lines
    lines = InputLines(sys.stdin.fileno(), sys.stdin.encoding or "utf-8")
    human = PlainTable(text, lines, output, seat=HUMAN, opponent=table.computer.name)
    human.hints, human.on_hint = load_settings()[0].hints, table.saver.hint_shown
    session = Session(
        table.state, (human, table.computer), recorder=table.saver, limits=table.limits
    )
    session.subscribe(human, HUMAN)
    return await session.run()
