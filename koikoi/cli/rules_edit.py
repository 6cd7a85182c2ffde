"""``koikoi rules --edit``: the rules editor, or the list of the player's own rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from koikoi.cli.errors import UsageError
from koikoi.cli.logbook import log_kept
from koikoi.engine.presets import PRESET_NAMES
from koikoi.store.ownrules import is_own, named_rules

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text
    from koikoi.tui.readings import Host


def edit(named: str, args: argparse.Namespace, text: Text) -> int:
    """Opens the editor; what cannot be edited is told before the screen changes.

    Args:
        named: A preset, rules of the player's own, or a file; empty for the list of them.
        args: What the command line says about the screen.
        text: The language.
    """
    from koikoi.cli.drawn import can_draw, show_drawn

    rules = named_rules(named) if named else None
    file = Path(named).absolute()
    if not can_draw():
        raise UsageError(
            text.t(
                "This is no terminal that can show the editor; koikoi rules NAME --toml prints a "
                "file to change."
            )
        )

    async def course(host: Host) -> None:
        from koikoi.table.rulesdraft import draft_of
        from koikoi.tui.editing import Editing
        from koikoi.tui.ownrulespage import own_rules

        if rules is None:
            await own_rules(host)
        elif named in PRESET_NAMES:
            await Editing(host, draft_of(rules)).run()
        elif is_own(named):
            await Editing(host, draft_of(rules, named)).run()
        else:
            await Editing(host, draft_of(rules), file).run()

    with log_kept():
        return show_drawn(args, text, course)
