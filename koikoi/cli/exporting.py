"""``koikoi export``: writes the records of the matches into an archive or a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.store.parcels import Sent, send
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_WIDEST: Final = 300
_NAMED: Final = 5


def run(args: argparse.Namespace, text: Text) -> int:
    """Writes the records, and says what was left out."""
    target = Path(args.target)
    try:
        sent = send(target, unfinished=args.unfinished)
    except FileExistsError as error:
        raise UsageError(
            text.t(
                "There is a file {path} already; koikoi export writes over nothing.",
                path=shown(args.target, _WIDEST),
            )
        ) from error
    output = Output(sys.stdout)
    if args.json:
        output.json({"target": str(target), **sent._asdict()})
        return 0
    for sentence in _sentences(text, sent, shown(target, _WIDEST)):
        output.say(sentence)
    return 0


def _sentences(text: Text, sent: Sent, path: str) -> list[str]:
    said = [
        text.n(
            "{count} match is written into {path}",
            "{count} matches are written into {path}",
            len(sent.records),
            path=path,
        )
    ]
    if sent.already:
        said.append(
            text.n("{count} was there already.", "{count} were there already.", sent.already)
        )
    if sent.unfinished:
        said.append(
            text.n(
                "{count} unfinished match is left out, as its record shows both hands and the "
                "stock; --unfinished takes it too.",
                "{count} unfinished matches are left out, as their records show both hands and "
                "the stock; --unfinished takes them too.",
                sent.unfinished,
            )
        )
    if sent.broken:
        some = [shown(name) for name in sent.broken[:_NAMED]]
        more = ["…"] if len(sent.broken) > _NAMED else []
        said.append(
            text.n(
                "{count} record cannot be read and is left out: {names}.",
                "{count} records cannot be read and are left out: {names}.",
                len(sent.broken),
                names=text.row([*some, *more]),
            )
        )
    return said
