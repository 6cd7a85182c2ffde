"""``koikoi replay``: shows a recorded match on the table, tells it, or checks that it comes out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from koikoi.cli.output import Output
from koikoi.engine.view import redact
from koikoi.record.reader import load
from koikoi.record.record import MatchRecord
from koikoi.record.reel import wind
from koikoi.record.replay import Replay, replay
from koikoi.record.wire import event_to_json
from koikoi.text.events import Narrator

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text
    from koikoi.tui.readings import Host


def run(args: argparse.Namespace, text: Text) -> int:
    """Shows the match on the table where there is a terminal for it, else tells it in lines."""
    record = load(args.file)
    if not (args.plain or args.check or args.json):
        from koikoi.cli.drawn import can_draw

        if can_draw():
            return _show(record, args, text)
    return _tell_all(record, args, text)


def _show(record: MatchRecord, args: argparse.Namespace, text: Text) -> int:
    """Lets the match be looked through.

    Raises:
        RecordError: It is damaged; as far as it is not, it has been shown.
    """
    from koikoi.cli.drawn import show_drawn
    from koikoi.cli.logbook import log_kept

    reel = wind(record)

    async def course(host: Host) -> None:
        from koikoi.tui.replaypage import show_replay

        await show_replay(host, reel)

    with log_kept():
        code = show_drawn(args, text, course)
    if reel.fault is not None and not code:
        raise reel.fault
    return code


def _tell_all(record: MatchRecord, args: argparse.Namespace, text: Text) -> int:
    """Tells the match as a watcher saw it: hidden hands stay hidden until their round is over."""
    played = replay(record)
    output = Output(sys.stdout)
    if args.json:
        output.json(_document(record, played, events=not args.check))
        return 0
    if record.torn:
        output.say(text.t("The last line of the record is torn and was left out."))
    if not args.check:
        _tell(record, played, text, output)
    output.say(
        text.n(
            "{count} action was played again, each to the recorded position.",
            "{count} actions were played again, each to the recorded position.",
            len(played) - 1,
        )
    )
    if not record.finished:
        output.say(text.t("The match is not over."))
    return 0


def _tell(record: MatchRecord, played: Replay, text: Text, output: Output) -> None:
    first, second = record.header.players
    narrator = Narrator(text, (first.name, second.name), None, codes=True)
    for step in played:
        for event in step.events:
            shown = redact(event, None)
            for sentence in (*narrator.sentences(shown), *narrator.details(shown)):
                output.say(sentence)


def _document(record: MatchRecord, played: Replay, *, events: bool) -> dict[str, object]:
    scores = played.final.scores
    document: dict[str, object] = {
        "rules": record.header.rules.name,
        "players": [player.name for player in record.header.players],
        "actions": len(played) - 1,
        "rounds": len(played.final.results),
        "scores": list(scores),
        "finished": record.finished,
        "torn": record.torn,
    }
    if events:
        document["events"] = [
            event_to_json(redact(event, None)) for step in played for event in step.events
        ]
    return document
