"""``koikoi import``: takes records of matches into the history."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi.cli.main import USAGE_ERROR
from koikoi.cli.output import Output
from koikoi.record.errors import RecordError
from koikoi.store.history import History
from koikoi.store.known import Known, put_away
from koikoi.store.matches import unfinished
from koikoi.store.parcels import (
    MAX_MEMBERS,
    MAX_UNPACKED,
    Item,
    Refusal,
    items,
    keep,
    read,
)
from koikoi.table.past import notices
from koikoi.table.trouble import record_trouble, system_trouble
from koikoi.text.catalogue import N_
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_WIDEST: Final = 200
_SAID: Final = 20
"""How many refusals are told one by one."""

_REFUSALS: Final = {
    Refusal.BROKEN_ARCHIVE: N_("It is no ZIP archive, or a damaged one."),
    Refusal.BROKEN_MEMBER: N_("This part of the archive is damaged, encrypted or packed oddly."),
    Refusal.TOO_MANY: N_("It has more than {members} files, and none of them was taken."),
    Refusal.TOO_MUCH: N_("More than {bytes} bytes come out of it; the rest was left."),
}


@dataclass
class _Report:
    """What became of what came.

    Attributes:
        taken: The files that were written.
        unfinished: How many of them are of matches that are not over.
        known: The sources of matches that were there already.
        removed: Where the beginnings went of matches that came to their end.
        staying: The beginnings that are being played, or could not be moved.
        refused: The sources of what was refused, and why.
    """

    taken: list[Path] = field(default_factory=list)
    unfinished: int = 0
    known: list[str] = field(default_factory=list)
    removed: list[Path] = field(default_factory=list)
    staying: list[Path] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)


def run(args: argparse.Namespace, text: Text) -> int:
    """Takes what can be taken, and says what was not; 2 where something was refused."""
    report = _Report()
    with History() as history:
        known = Known(history.matches(), unfinished())
        came = (item for given in args.files for item in items(Path(given)))
        for item in came:
            try:
                _take(item, known, report, text)
            except OSError as error:  # the folder of matches; what is left is told as well
                report.refused.append((_source(text, item), system_trouble(text, error)))
        caught_up = history.catch_up()
        told = notices(text, history, caught_up)
    output, errors = Output(sys.stdout), Output(sys.stderr)
    if args.json:
        output.json({**_document(report), "notices": told})
    else:
        for sentence in (*told, *_sentences(text, report)):
            output.say(sentence)
    for sentence in _refusals(text, report):
        errors.say(text.t("koikoi: {sentence}", sentence=sentence))
    return USAGE_ERROR if report.refused else 0


def _take(item: Item, known: Known, report: _Report, text: Text) -> None:
    """Takes one record, or notes why not.

    Raises:
        OSError: The folder of matches cannot be written.
    """
    source = _source(text, item)
    if item.refusal is not None:
        report.refused.append((source, _reason(text, item)))
        return
    try:
        came = read(item)
    except RecordError as error:
        report.refused.append((source, record_trouble(text, error)))
        return
    if known.has(came):
        report.known.append(source)
    else:
        path = keep(came)
        report.taken.append(path)
        report.unfinished += not came.record.finished
        known.add(came, path)
    for begun in known.superseded(came):
        _put_away(begun, report)


def _put_away(begun: Path, report: _Report) -> None:
    """Puts the beginning of a match away that is there to its end now."""
    moved = put_away(begun)
    if moved is None:
        report.staying.append(begun)
        return
    report.removed.append(moved)
    if begun in report.taken:  # it came a moment ago
        report.taken.remove(begun)
        report.unfinished -= 1


def _source(text: Text, item: Item) -> str:
    path = shown(item.source, _WIDEST)
    if not item.member:
        return path
    return text.t("{member} in {path}", member=shown(item.member, _WIDEST), path=path)


def _reason(text: Text, item: Item) -> str:
    if item.error is not None:
        return system_trouble(text, item.error)
    assert item.refusal is not None  # only what is refused has a reason
    return text.t(_REFUSALS[item.refusal], members=MAX_MEMBERS, bytes=MAX_UNPACKED)


def _document(report: _Report) -> dict[str, object]:
    return {
        "taken": [path.name for path in report.taken],
        "unfinished": report.unfinished,
        "known": report.known,
        "removed": [path.name for path in report.removed],
        "staying": [path.name for path in report.staying],
        "refused": [{"source": source, "reason": why} for source, why in report.refused],
    }


def _sentences(text: Text, report: _Report) -> list[str]:
    said = [text.n("{count} match is taken.", "{count} matches are taken.", len(report.taken))]
    if report.unfinished:
        said.append(
            text.n(
                "{count} of them is not over; koikoi play --continue goes on with the latest.",
                "{count} of them are not over; koikoi play --continue goes on with the latest.",
                report.unfinished,
            )
        )
    if report.known:
        said.append(
            text.n(
                "{count} match was known already and counts once.",
                "{count} matches were known already and count once.",
                len(report.known),
            )
        )
    if report.removed:
        said.append(
            text.n(
                "{count} unfinished beginning of a match that is over is moved into {path}",
                "{count} unfinished beginnings of matches that are over are moved into {path}",
                len(report.removed),
                path=shown(report.removed[0].parent, _WIDEST),
            )
        )
    if report.staying:
        said.append(
            text.n(
                "{count} unfinished beginning of a match that is over stays, as it is being "
                "played or cannot be moved.",
                "{count} unfinished beginnings of matches that are over stay, as they are being "
                "played or cannot be moved.",
                len(report.staying),
            )
        )
    return said


def _refusals(text: Text, report: _Report) -> list[str]:
    said = [
        text.t("{source} is refused. {reason}", source=source, reason=why)
        for source, why in report.refused[:_SAID]
    ]
    more = len(report.refused) - _SAID
    if more > 0:
        said.append(text.n("{count} more is refused.", "{count} more are refused.", more))
    return said
