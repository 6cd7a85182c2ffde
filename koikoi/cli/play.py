"""``koikoi play``: sets a match up, or takes up an unfinished one, and runs it."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import koikoi.ai
from koikoi.ai.agent import agent_seed
from koikoi.cli.errors import UsageError
from koikoi.cli.lines import InputLines
from koikoi.cli.main import INTERRUPTED
from koikoi.cli.output import Output
from koikoi.cli.plain import PlainTable
from koikoi.engine.actions import Action, Seat
from koikoi.engine.deck import MAX_SEED_LENGTH, check_seed
from koikoi.engine.flow import new_match
from koikoi.engine.presets import DEFAULT_PRESET, resolve_rules
from koikoi.engine.rules import FirstDealer, Rules
from koikoi.engine.state import MatchState
from koikoi.match.player import AgentPlayer
from koikoi.match.session import Session
from koikoi.record.reader import load
from koikoi.record.record import RecordPlayer
from koikoi.record.writer import RecordWriter
from koikoi.store import matches

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

HUMAN: Seat = 0
"""The seat of the person at the keyboard."""

DEFAULT_LEVEL = "2"

THINKING_LIMIT = 30.0
"""Seconds after which the table plays for a computer that has lost itself in thought."""

_FIRST: dict[str, FirstDealer] = {
    "you": "first",
    "opponent": "second",
    "draw": "draw",
    "random": "random",
}


@dataclass(frozen=True, slots=True)
class _Table:
    """A match that is ready to be played."""

    state: MatchState
    agent: str
    name: str
    writer: RecordWriter | None
    path: Path | None
    notices: tuple[str, ...] = ()


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays a match, or goes on with one."""
    output = Output(sys.stdout)
    if not args.plain:
        _need_terminal(text)
    table = _continued(args, text) if args.resume else _new(args, text)
    if not args.plain:
        output.say(
            text.t("This version has no drawn table yet; the match is played by plain lines.")
        )
    for notice in table.notices:
        output.say(notice)
    try:
        return asyncio.run(_play(table, output, text))
    except KeyboardInterrupt:
        output.say()
        output.say(_farewell(table, text))
        return INTERRUPTED
    finally:
        if table.writer is not None:
            table.writer.close()


def _need_terminal(text: Text) -> None:
    """Refuses, before anything is written, where a table could not be drawn."""
    if os.environ.get("TERM", "") in ("", "dumb") and os.name == "posix":
        raise UsageError(
            text.t("this terminal cannot show the table; koikoi play --plain plays by plain lines.")
        )
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            text.t(
                "this is not a terminal; koikoi play --plain plays by plain lines through a pipe."
            )
        )


def _new(args: argparse.Namespace, text: Text) -> _Table:
    rules = _rules(args, text)
    level = args.level or DEFAULT_LEVEL
    seed = _seed(args.seed, text)
    agent = koikoi.ai.load(level, agent_seed(seed, 1 - HUMAN))
    state = new_match(rules, seed)
    name = text.t("Computer")
    players = (
        RecordPlayer(name=text.t("Player"), agent="human"),
        RecordPlayer(name=name, agent=agent.name, level=int(level) if level.isdecimal() else None),
    )
    started = datetime.now(UTC)
    path: Path | None = None
    writer: RecordWriter | None = None
    notices: tuple[str, ...] = ()
    try:
        path = matches.new_match_path(started, state.commitment)
        writer = RecordWriter.create(path, state, players, started)
    except OSError as error:
        notices = (_unsaved(error, text),)
        path = None
    return _Table(state, agent.name, name, writer, path, notices)


def _rules(args: argparse.Namespace, text: Text) -> Rules:
    rules = resolve_rules(args.rules or DEFAULT_PRESET)
    if args.rounds is not None:
        if not 1 <= args.rounds <= 12:
            raise UsageError(text.t("--rounds is {count}; 1 to 12 are allowed.", count=args.rounds))
        rules = replace(rules, rounds=args.rounds)
    if args.first is not None:
        rules = replace(rules, first_dealer=_FIRST[args.first])
    return rules


def _seed(given: str | None, text: Text) -> str:
    if given is None:
        return secrets.token_hex(16)
    try:
        return check_seed(given)
    except ValueError as error:
        raise UsageError(
            text.t("--seed is 1 to {count} printable characters.", count=MAX_SEED_LENGTH)
        ) from error


def _continued(args: argparse.Namespace, text: Text) -> _Table:
    for option in ("rules", "level", "rounds", "seed", "first"):
        if getattr(args, option) is not None:
            raise UsageError(
                text.t(
                    "--continue goes on with a match as it was begun; --{option} cannot be "
                    "combined with it.",
                    option=option,
                )
            )
    path = matches.latest_unfinished()
    if path is None:
        raise UsageError(text.t("there is no unfinished match; koikoi play --plain starts one."))
    writer = RecordWriter.resume(path)
    state = writer.state
    computer = load(path).header.players[1 - HUMAN]
    notices: tuple[str, ...] = ()
    if writer.dropped:
        notices = (
            text.t(
                "The last line of the saved match was torn and has been dropped; the match goes on "
                "from the action before it."
            ),
        )
    return _Table(state, computer.agent, computer.name, writer, path, notices)


async def _play(table: _Table, output: Output, text: Text) -> int:
    seed = agent_seed(table.state.seed, 1 - HUMAN)
    computer = AgentPlayer(koikoi.ai.load(table.agent, seed), table.name)
    lines = InputLines(sys.stdin.fileno(), sys.stdin.encoding)
    human = PlainTable(text, lines, output, seat=HUMAN, opponent=table.name)
    recorder = None if table.writer is None else _Saver(table.writer, output, text)
    session = Session(
        table.state, (human, computer), recorder=recorder, limits=(None, THINKING_LIMIT)
    )
    session.subscribe(human, HUMAN)
    if not await session.run():
        output.say(_farewell(table, text))
    elif table.path is not None:
        output.say(text.t("The match is recorded in {path}", path=table.path))
    return 0


class _Saver:
    """Writes every action down until the disk fails, and says so once.

    A match goes on unsaved rather than not at all: what was saved before stays as it is.
    """

    def __init__(self, writer: RecordWriter, output: Output, text: Text) -> None:
        self._writer: RecordWriter | None = writer
        self._output = output
        self._text = text

    def append(
        self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
    ) -> None:
        """Writes an action down."""
        if self._writer is None:
            return
        try:
            self._writer.append(before, action, after, marks)
        except OSError as error:
            self._writer.close()
            self._writer = None
            self._output.say(_unsaved(error, self._text))


def _unsaved(error: OSError, text: Text) -> str:
    return text.t(
        "This match is not saved from here on: {reason}. Set KOIKOI_HOME to a folder that can be "
        "written to save matches there.",
        reason=error.strerror or str(error),
    )


def _farewell(table: _Table, text: Text) -> str:
    if table.writer is None or table.writer.closed:
        return text.t("The match was not saved.")
    return text.t("The match is saved; koikoi play --plain --continue goes on with it.")
