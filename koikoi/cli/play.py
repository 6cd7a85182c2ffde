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
from koikoi.ai.levels import UnknownAgent
from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.errors import UsageError, explain
from koikoi.cli.lines import InputLines
from koikoi.cli.main import INTERRUPTED
from koikoi.cli.output import Output
from koikoi.cli.plain import PlainTable
from koikoi.engine.actions import Action, Seat
from koikoi.engine.flow import MAX_ROUNDS, new_match
from koikoi.engine.presets import DEFAULT_PRESET, resolve_rules
from koikoi.engine.rules import FirstDealer, Rules
from koikoi.engine.state import MatchState
from koikoi.match.player import AgentPlayer
from koikoi.match.session import Session
from koikoi.record.errors import Fault, RecordError
from koikoi.record.reader import load
from koikoi.record.record import MAX_NAME, Players, RecordPlayer
from koikoi.record.writer import RecordWriter
from koikoi.store import matches
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

HUMAN: Seat = 0
"""The seat of the person at the keyboard."""

DEFAULT_LEVEL = "2"

THINKING_LIMIT = 30.0
"""Seconds after which the table plays for a computer that has lost itself in thought."""

_NOT_DAMAGED = (Fault.UNKNOWN_VERSION, Fault.FINISHED)
"""Faults of records that are whole: another version wrote them, or another table ended them."""

_WIDEST_PATH = 300

_FIRST: dict[str, FirstDealer] = {
    "you": "first",
    "opponent": "second",
    "draw": "draw",
    "random": "random",
}


@dataclass(frozen=True, slots=True)
class _Table:
    """A match that is ready to be played.

    Attributes:
        state: The match.
        agent: The computer player, by name.
        name: What the computer player is called.
        writer: Saves the match, ``None`` where it cannot be saved.
        notices: What is to be said before it begins.
    """

    state: MatchState
    agent: str
    name: str
    writer: RecordWriter | None
    notices: tuple[str, ...] = ()


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays a match, or goes on with one."""
    output = Output(sys.stdout)
    if not args.plain:
        _need_terminal(text)
    table = _continued(args, text) if args.resume else _new(args, text)
    saver = _Saver(table.writer, output, text)
    if not args.plain:
        output.say(
            text.t("This version has no drawn table yet; the match is played by plain lines.")
        )
    for notice in table.notices:
        output.say(notice)
    try:
        ended = asyncio.run(_play(table, saver, output, text))
        output.say(saver.kept() if ended else saver.farewell())
    except KeyboardInterrupt:
        output.say()
        output.say(saver.farewell())
        return INTERRUPTED
    finally:
        saver.close()
    return 0


def _need_terminal(text: Text) -> None:
    """Refuses, before anything is written, where a table could not be drawn."""
    if os.environ.get("TERM", "") in ("", "dumb") and os.name == "posix":
        raise UsageError(
            text.t("This terminal cannot show the table; koikoi play --plain plays by plain lines.")
        )
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            text.t(
                "This is not a terminal; koikoi play --plain plays by plain lines through a pipe."
            )
        )


def _new(args: argparse.Namespace, text: Text) -> _Table:
    rules = _rules(args, text)
    # Python refuses to read a number of thousands of digits; so many name no level either.
    level = DEFAULT_LEVEL if args.level is None else args.level[:MAX_NAME]
    seed = _seed(args.seed, text)
    agent = koikoi.ai.load(level, agent_seed(seed, 1 - HUMAN))
    state = new_match(rules, seed)
    name = text.t("Computer")
    players = (
        RecordPlayer(name=text.t("Player"), agent="human"),
        RecordPlayer(name=name, agent=agent.name, level=int(level) if level.isdecimal() else None),
    )
    started = datetime.now(UTC)
    try:
        writer = _begun(state, players, started)
    except OSError as error:
        notice = text.t("This match is not saved: {reason}.", reason=_reason(error))
        told = text.sentences((notice, _remedy(text)))
        return _Table(state, agent.name, name, None, (told,))
    return _Table(state, agent.name, name, writer)


def _begun(state: MatchState, players: Players, started: datetime) -> RecordWriter:
    """The record of a new match, under a name that nobody else has taken meanwhile.

    Raises:
        OSError: It cannot be written.
    """
    while True:
        path = matches.new_match_path(started, state.commitment)
        try:
            return RecordWriter.create(path, state, players, started)
        except FileExistsError:
            continue  # Another match with the same seed began in the same second.


def _rules(args: argparse.Namespace, text: Text) -> Rules:
    rules = resolve_rules(DEFAULT_PRESET if args.rules is None else args.rules)
    if args.rounds is not None:
        rules = replace(rules, rounds=in_range(text, "rounds", args.rounds, 1, MAX_ROUNDS))
    if args.first is not None:
        rules = replace(rules, first_dealer=_FIRST[args.first])
    return rules


def _seed(given: str | None, text: Text) -> str:
    return secrets.token_hex(16) if given is None else a_seed(text, given)


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
    saved = matches.saved_matches()
    notices = [_broken(one.path, one.error, text) for one in saved.broken]
    for path in saved.unfinished:
        try:
            return _resumed(path, notices, text)
        except (RecordError, UnknownAgent) as error:
            notices.append(_broken(path, error, text))
        except OSError as error:
            # Played elsewhere, or not to be written here: an older match may do.
            if len(saved.unfinished) == 1 and not notices:
                raise
            notices.append(_broken(path, error, text))
    nothing = text.t("There is no unfinished match; koikoi play --plain starts one.")
    raise UsageError("\n".join([*notices, nothing]))


def _resumed(path: Path, notices: list[str], text: Text) -> _Table:
    """The match in a file, ready to be played on.

    Raises:
        RecordError: It is damaged.
        UnknownAgent: This version does not have its computer player.
        OSError: It cannot be read, or somebody else is playing it.
    """
    computer = load(path).header.players[1 - HUMAN]
    koikoi.ai.load(computer.agent)
    writer = RecordWriter.resume(path)
    torn = text.t(
        "The last line of the saved match was torn and has been dropped; the match goes on from "
        "the action before it."
    )
    if writer.dropped:
        notices = [*notices, torn]
    return _Table(writer.state, computer.agent, computer.name, writer, tuple(notices))


def _broken(path: Path, error: RecordError | UnknownAgent | OSError, text: Text) -> str:
    """Says that a saved match cannot be continued; a damaged one is set aside before."""
    reason = explain(error, text) or str(error)
    if isinstance(error, OSError):
        return reason  # it names the file itself
    if isinstance(error, RecordError) and error.code not in _NOT_DAMAGED:
        try:
            aside = matches.set_aside(path)
        except OSError:
            aside = path
        return text.t(
            "A saved match is damaged and cannot be continued; it is kept in {path}. {reason}",
            path=shown(aside, _WIDEST_PATH),
            reason=reason,
        )
    return text.t(
        "The saved match in {path} cannot be continued. {reason}",
        path=shown(path, _WIDEST_PATH),
        reason=reason,
    )


async def _play(table: _Table, saver: _Saver, output: Output, text: Text) -> bool:
    """Plays until the match ends (``True``) or the person leaves."""
    seed = agent_seed(table.state.seed, 1 - HUMAN)
    computer = AgentPlayer(koikoi.ai.load(table.agent, seed), table.name)
    lines = InputLines(sys.stdin.fileno(), sys.stdin.encoding or "utf-8")
    human = PlainTable(text, lines, output, seat=HUMAN, opponent=table.name)
    session = Session(table.state, (human, computer), recorder=saver, limits=(None, THINKING_LIMIT))
    session.subscribe(human, HUMAN)
    return await session.run()


class _Saver:
    """Writes every action down until the disk fails, and says so once.

    A match goes on unsaved rather than not at all: what was saved before stays as it is.

    Args:
        writer: What writes, ``None`` where nothing can be saved from the beginning.
        output: Where the failure is told.
        text: The language.
    """

    def __init__(self, writer: RecordWriter | None, output: Output, text: Text) -> None:
        self._writer = writer
        self._failed = writer is None
        self._output = output
        self._text = text

    def append(
        self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
    ) -> None:
        """Writes an action down."""
        if self._writer is None or self._failed:
            return
        try:
            self._writer.append(before, action, after, marks)
        except OSError as error:
            self._failed = True
            notice = self._text.t(
                "This match is not saved from here on: {reason}.", reason=_reason(error)
            )
            self._output.say(self._text.sentences((notice, _remedy(self._text))))

    def kept(self) -> str:
        """Says where a match that is over is recorded."""
        if self._writer is None:
            return self._text.t("The match was not saved.")
        path = shown(self._writer.path, _WIDEST_PATH)
        if self._failed:
            return self._text.t("The beginning of the match is saved in {path}", path=path)
        return self._text.t("The match is recorded in {path}", path=path)

    def farewell(self) -> str:
        """Says what becomes of a match that is left before its end."""
        if self._writer is None:
            return self._text.t("The match was not saved.")
        if self._failed:
            return self._text.t(
                "The beginning of the match is saved; koikoi play --plain --continue goes on from "
                "there."
            )
        return self._text.t("The match is saved; koikoi play --plain --continue goes on with it.")

    def close(self) -> None:
        """Gives the record back."""
        if self._writer is not None:
            self._writer.close()


def _reason(error: OSError) -> str:
    return shown(error.strerror or error, _WIDEST_PATH)


def _remedy(text: Text) -> str:
    return text.t(
        "Set KOIKOI_HOME to a folder that can be written to, and matches are saved there."
    )
