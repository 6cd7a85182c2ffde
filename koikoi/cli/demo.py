"""``koikoi demo``: the computer plays itself on the table, until a key is pressed."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final

from koikoi.ai.levels import character
from koikoi.cli.checks import a_seed, an_agent
from koikoi.cli.errors import UsageError
from koikoi.cli.logbook import log_kept
from koikoi.store.ownrules import named_rules

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text
    from koikoi.tui.readings import Host

DEFAULT_LEVELS: Final = ("5", "4")
_SEATS: Final = 2


def run(args: argparse.Namespace, text: Text) -> int:
    """Plays until it is left; refuses, before the screen changes, what cannot be played."""
    from koikoi.cli.drawn import can_draw, show_drawn

    levels = args.levels or DEFAULT_LEVELS
    if len(levels) > _SEATS:
        raise UsageError(text.t("Two play a match: name one level for both, or two."))
    for level in levels:
        if character(level) is None:  # the agents of levels take long to load
            an_agent(text, level)
    rules = named_rules(args.rules)
    seed = None if args.seed is None else a_seed(text, args.seed)
    if not can_draw():
        raise UsageError(
            text.t(
                "This is no terminal that can show the table; koikoi duel lets the computer play "
                "itself without one."
            )
        )

    async def course(host: Host) -> None:
        from koikoi.table.thoughts import OwnThinker
        from koikoi.tui.demo import Demo, Plan

        plan = Plan(rules, (levels[0], levels[-1]), seed, args.pace)
        await Demo(host, plan, OwnThinker(text)).run()

    with log_kept():
        gc.disable()  # until the first frame, as for a match of one's own
        try:
            return show_drawn(args, text, course)
        finally:
            gc.enable()
