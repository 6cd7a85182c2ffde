"""``koikoi learn``: the lessons at the table, and the card trainer."""

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
    if args.lesson == "cards":
        from koikoi.cli import learn_cards

        return learn_cards.run(args, text)
    _refuse_options_of_the_trainer(args, text)
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


def _refuse_options_of_the_trainer(args: argparse.Namespace, text: Text) -> None:
    """Says that lessons at the table are as they are.

    Raises:
        UsageError: The command line asks for something else.
    """
    for name in ("plain", "questions", "rules", "seed"):
        if getattr(args, name) not in (None, False):
            raise UsageError(text.t("--{option} goes with koikoi learn cards only.", option=name))
