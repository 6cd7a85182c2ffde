"""``koikoi stats``: what a player's matches come to."""

from __future__ import annotations

import sys
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from koikoi.ai.levels import LEVELS, character
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.stats_text import document, lines
from koikoi.engine.presets import PRESET_NAMES
from koikoi.store.figures import Wanted, against_computer, figures, level_of
from koikoi.store.history import History
from koikoi.store.tables import PastMatch
from koikoi.table.past import notices
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text


def run(args: argparse.Namespace, text: Text) -> int:
    """Catches the history up, and tells its figures."""
    since = None if args.since is None else _since(text, args.since)
    output = Output(sys.stdout)
    with History() as history:
        caught_up, matches = history.read()
        told = notices(text, history, caught_up)
    wanted = Wanted(_rules(text, args.rules, matches), _level(text, args.level, matches), since)
    found = against_computer(matches, wanted)
    others = sum(one.facts.own is None for one in matches)
    if args.json:
        output.json({**document(found, figures(found), wanted, others), "notices": told})
        return 0
    for notice in told:
        output.say(notice)
    if not found:
        output.say(_nothing(text, matches, others))
        return 0
    for line in lines(text, figures(found), others, ascii_only=output.plain):
        output.say(line)
    return 0


def _nothing(text: Text, matches: tuple[PastMatch, ...], others: int) -> str:
    if len(matches) > others:
        return text.t("No finished match is of this kind; koikoi stats alone tells of all.")
    return text.t("There is no finished match yet; koikoi plays the first one.")


def _since(text: Text, given: str) -> datetime:
    """The midnight, where the player is, at which a day begins.

    Raises:
        UsageError: There is no such day.
    """
    try:
        return datetime.combine(date.fromisoformat(given), time.min).astimezone()
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(
            text.t("--since is {given}; a day such as 2026-11-30 is allowed.", given=shown(given))
        ) from error


def _rules(text: Text, given: str | None, matches: tuple[PastMatch, ...]) -> str | None:
    """The name of rules that there are, or were.

    Raises:
        UsageError: Nobody has played by rules of this name.
    """
    names = dict.fromkeys([*PRESET_NAMES, *(one.facts.rules for one in matches)])
    if given is None or given in names:
        return given
    raise UsageError(
        text.t(
            "No rules of a finished match are called “{name}”; there are {names}.",
            name=shown(given),
            names=text.join(shown(name) for name in names),
        )
    )


def _level(text: Text, given: str | None, matches: tuple[PastMatch, ...]) -> str | None:
    """A level as the figures are grouped by.

    Raises:
        UsageError: There is no such level, and nobody of this name was played against.
    """
    if given is None:
        return None
    played = character(given)
    if played is not None:
        return str(played.level)
    met = {level_of(one.facts) for one in matches if one.facts.own is not None}
    if given in met:
        return given
    others = sorted(one for one in met if character(one) is None)
    raise UsageError(
        text.t(
            "--level is {given}; {levels} are allowed.",
            given=shown(given),
            levels=text.join([*map(str, LEVELS), *map(shown, others)]),
        )
    )
