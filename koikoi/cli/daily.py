"""``koikoi daily``: the match that everybody can play on a date, and its result."""

from __future__ import annotations

import sys
from datetime import date
from typing import TYPE_CHECKING, Final

from koikoi.cli import play
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.record.errors import RecordError
from koikoi.table import daily
from koikoi.table.trouble import trouble
from koikoi.text.daily import OWN, DailyResult, result_line, standing_sentence
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_WIDEST_DATE: Final = 20
_WIDEST_PATH: Final = 300
_WON: Final = {OWN: "won", None: "nobody"}


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays the daily deal of a date, or tells its result."""
    day = _day(args, text)
    if args.result:
        return _tell(day, args, text)
    if args.json:
        raise UsageError(text.t("--json goes with --result only."))
    args.daily = day
    return play.run(args, text)


def _day(args: argparse.Namespace, text: Text) -> date:
    """The date that is meant.

    Raises:
        UsageError: There is no deal of it, or not yet.
    """
    now = daily.today()
    if args.date is None:
        return now
    day = daily.parse_day(args.date)
    if day is None:
        raise UsageError(
            text.t(
                "--date is “{date}”; it has to be a day of the calendar such as {today}.",
                date=shown(args.date, _WIDEST_DATE),
                today=now.isoformat(),
            )
        )
    if day > now:
        raise UsageError(
            text.t(
                "The daily deal of {date} is still to come; today's, in UTC, is that of {today}.",
                date=day.isoformat(),
                today=now.isoformat(),
            )
        )
    return day


def _tell(day: date, args: argparse.Namespace, text: Text) -> int:
    known = daily.attempts(day)
    result = _result(known, text)
    output = Output(sys.stdout, ascii_only=args.ascii or args.glyphs == "ascii")
    if args.json:
        output.json(_document(known, result, text))
    elif result is not None:
        output.say(result_line(text, result))
    else:
        command = daily.play_command(day)
        output.say(standing_sentence(text, day, known.standing, command))
    return 0


def _result(known: daily.Attempts, text: Text) -> DailyResult | None:
    """The result of the match that counts, ``None`` where it is not over.

    Raises:
        UsageError: A record of that date is damaged, so that nobody can say.
    """
    for broken in known.broken:
        if isinstance(broken.error, OSError):
            raise broken.error
        raise UsageError(_damaged(broken.path, broken.error, text))
    try:
        return known.result()
    except RecordError as error:
        raise UsageError(_damaged(known.all[0].path, error, text)) from error


def _damaged(path: object, error: RecordError, text: Text) -> str:
    return text.t(
        "The record in {path} cannot be read. {reason}",
        path=shown(path, _WIDEST_PATH),
        reason=trouble(error, text),
    )


def _document(known: daily.Attempts, result: DailyResult | None, text: Text) -> dict[str, object]:
    rules = daily.rules()
    return {
        "date": known.day.isoformat(),
        "seed": daily.seed_of(known.day),
        "rules": rules.name,
        "rounds": rules.rounds,
        "level": daily.LEVEL,
        "standing": known.standing.value,
        "attempts": len(known.all),
        "result": None if result is None else _result_document(result, text),
    }


def _result_document(result: DailyResult, text: Text) -> dict[str, object]:
    return {
        "outcome": result.outcome.value,
        "winner": result.winner,
        "scores": list(result.scores),
        "rounds": [_WON.get(winner, "lost") for winner in result.rounds],
        "hints": result.hints,
        "line": result_line(text, result),
    }
