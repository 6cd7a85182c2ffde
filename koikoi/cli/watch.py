"""``koikoi watch``: a match that is being played elsewhere, as a watcher sees it."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from koikoi.cli.errors import UsageError
from koikoi.cli.logbook import log_kept
from koikoi.cli.output import Output
from koikoi.engine.events import Event, MatchEnded, RoundEnded
from koikoi.engine.view import redact, view
from koikoi.record.follow import Follower
from koikoi.store.matches import named
from koikoi.table.resuming import newest_played
from koikoi.text.events import Narrator
from koikoi.text.options import rules_name
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from koikoi.text.catalogue import Text

POLL: Final = 0.25
"""Seconds between two looks at the record."""

_WIDEST: Final = 300

# Under a name of our own, so that a test need not wait.
_wait = time.sleep


def run(args: argparse.Namespace, text: Text) -> int:
    """Shows a match until it is over or left, or until nobody looks any more."""
    path = newest_played() if args.file is None else named(args.file)
    if path is None:
        raise UsageError(
            text.t("No match is being played now; koikoi watch FILE shows one that was left.")
        )
    with Follower(path) as follower:
        if follower.finished:
            raise UsageError(
                text.t(
                    "The match in {path} is over; koikoi replay FILE tells it again.",
                    path=shown(path, _WIDEST),
                )
            )
        if args.plain or not _has_screen():
            return _tell(follower, text, Output(sys.stdout, ascii_only=_ascii(args)))
    return _draw(args, text, path)


def _ascii(args: argparse.Namespace) -> bool:
    return bool(args.ascii) or args.glyphs == "ascii"


def _has_screen() -> bool:
    from koikoi.cli.drawn import can_draw

    return can_draw()


def _draw(args: argparse.Namespace, text: Text, path: Path) -> int:
    from koikoi.cli.drawn import watch_drawn

    with log_kept():
        gc.disable()  # until the first frame, as for a match of one's own
        try:
            return watch_drawn(args, text, path)
        finally:
            gc.enable()


def _tell(follower: Follower, text: Text, output: Output) -> int:
    """Tells the match by lines; ends with it, and where nobody plays it any more."""
    first, second = (player.name for player in follower.record.header.players)
    state = follower.news()[-1].state
    narrator = Narrator(text, (first, second), None, codes=True, rules=state.rules)
    output.say(
        text.t(
            "You watch {first} and {second} under the rules “{rules}”; it is round {number} of "
            "{rounds}, and the score is {own} to {other}.",
            first=first,
            second=second,
            rules=rules_name(text, state.rules),
            number=state.round.number,
            rounds=state.rules.rounds,
            own=state.scores[0],
            other=state.scores[1],
        )
    )
    _say(narrator, view(state, None).history, output)
    while not follower.finished:
        played = follower.played
        # Looked at afterwards: whoever has left has written everything before.
        steps = follower.news()
        for step in steps:
            _say(narrator, [redact(event, None) for event in step.events], output)
        if not steps and not played:
            output.say(text.t("Nobody is playing this match now; it can be continued."))
            return 0
        if not steps:
            _wait(POLL)
    return 0


def _say(narrator: Narrator, events: Sequence[Event], output: Output) -> None:
    for event in events:
        for sentence in narrator.sentences(event):
            output.say(sentence)
        told = replace(event, stock=()) if isinstance(event, RoundEnded | MatchEnded) else event
        for sentence in narrator.details(told):
            output.say(sentence)
