"""``koikoi learn``: the lessons at the table."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from koikoi.cli.errors import UsageError
from koikoi.cli.logbook import log_kept

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text


def run(args: argparse.Namespace, text: Text) -> int:
    """Teaches; refuses where there is no screen for it."""
    from koikoi.cli.drawn import can_draw, learn_drawn

    if not can_draw():
        raise UsageError(
            text.t(
                "This is no terminal that can show the table, which the lessons need; koikoi rules "
                "tells the rules without one."
            )
        )
    with log_kept():
        gc.disable()  # until the first frame, as for a match of one's own
        try:
            return learn_drawn(args, text, args.lesson or "")
        finally:
            gc.enable()
