"""``koikoi unfinished``: the matches that can be continued."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from koikoi.cli.output import Output
from koikoi.table.resuming import Shelf, Unfinished, unfinished_matches
from koikoi.text.options import rules_name
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_WIDEST: Final = 300


def run(args: argparse.Namespace, text: Text) -> int:
    """Lists them, the one played last first."""
    shelf = unfinished_matches(text)
    output = Output(sys.stdout)
    if args.json:
        output.json(_document(shelf))
        return 0
    for notice in shelf.notices:
        output.say(notice)
    for number, one in enumerate(shelf.matches, start=1):
        output.say(_sentence(text, number, one))
    if shelf.matches:
        output.say(text.t("koikoi play --continue FILE goes on with one of them."))
    else:
        output.say(text.t("There is no unfinished match."))
    return 0


def _sentence(text: Text, number: int, one: Unfinished) -> str:
    first, second = one.players
    said = text.t(
        "{number}. {first} and {second}, rules “{rules}”, round {round} of {rounds}, {own} to "
        "{other}, played last on {date}: {path}",
        number=number,
        first=first.name,
        second=second.name,
        rules=rules_name(text, one.seen.rules),
        round=one.seen.number,
        rounds=one.seen.rules.rounds,
        own=one.seen.scores[0],
        other=one.seen.scores[1],
        date=f"{one.written:%Y-%m-%d %H:%M}",
        path=shown(one.path, _WIDEST),
    )
    return text.t("{match} (being played now)", match=said) if one.played else said


def _document(shelf: Shelf) -> dict[str, object]:
    return {
        "matches": [
            {
                "path": str(one.path),
                "written": one.written.isoformat(timespec="seconds"),
                "players": [player.name for player in one.players],
                "rules": one.seen.rules.name,
                "round": one.seen.number,
                "rounds": one.seen.rules.rounds,
                "scores": list(one.seen.scores),
                "played": one.played,
            }
            for one in shelf.matches
        ],
        "notices": list(shelf.notices),
    }
