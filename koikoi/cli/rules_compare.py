"""``koikoi rules --compare``: sets of rules side by side, in lines of any terminal's width."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Final

from koikoi.engine.presets import DEFAULT_PRESET, PRESET_NAMES
from koikoi.store.ownrules import named_rules
from koikoi.text.ascii import ascii_form
from koikoi.text.comparing import Row, compared, heads, sources
from koikoi.tui.comparewords import grid, table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from koikoi.cli.output import Output
    from koikoi.engine.rules import Rules
    from koikoi.text.catalogue import Text

_COLUMNS: Final = 80
"""The columns where the output is no terminal."""
_LEAST: Final = 40
"""Less is no table any more; a narrower terminal breaks its lines."""


def compare(named: list[str], args: argparse.Namespace, text: Text, output: Output) -> int:
    """Prints what differs between sets of rules, or with ``--all`` everything.

    One alone is put beside the default, and without any all presets are compared.
    """
    if not named:
        named = list(PRESET_NAMES)
    elif len(named) == 1:
        named = [DEFAULT_PRESET, *named]
    rules = [named_rules(name) for name in named]
    rows = compared(text, rules, whole=args.all)
    if args.json:
        output.json(
            {
                "compared": [
                    {"named": name, "rules": one.to_mapping()}
                    for name, one in zip(named, rules, strict=True)
                ],
                "differing": [row.key for row in rows if row.differs],
            }
        )
        return 0
    if rows:
        _tables(rules, rows, text, output)
    else:
        output.say(text.t("These rules do not differ."))
        output.say()
    for said in sources(text, rules):
        output.say(said)
    return 0


def _tables(rules: Sequence[Rules], rows: Sequence[Row], text: Text, output: Output) -> None:
    """One table after the other, as many sets of rules in each as have room."""
    width = _COLUMNS
    if sys.stdout.isatty():
        width = max(shutil.get_terminal_size().columns, _LEAST)
    divided, names = grid(width, len(rules)), heads(text, rules)
    for start in range(0, len(rules), divided.across):
        part = slice(start, start + divided.across)
        cells = [row._replace(values=row.values[part]) for row in rows]
        words = ascii_form if output.plain else str
        for _, line in table(text.t("Option"), names[part], cells, divided, words):
            output.say("".join(line).rstrip())
        output.say()
