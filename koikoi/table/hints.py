"""Hints in words, and in records."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from koikoi.engine.actions import Action
from koikoi.engine.cards import Mask
from koikoi.engine.view import PlayerView
from koikoi.record.record import MatchRecord
from koikoi.text.catalogue import Said, Text, each

if TYPE_CHECKING:
    from koikoi.review.hint import Hint
    from koikoi.table.advisers import Advisers

# A hint needs the network, and with it numpy, which the first frame can do without.

HINT_MARK: Final = "hint"
"""The record's mark of an action before which a hint was shown."""


def hints_of(record: MatchRecord) -> list[int]:
    """How often each seat was shown a hint before it acted."""
    shown = [entry.seat for entry in record.actions if HINT_MARK in entry.marks]
    return [shown.count(seat) for seat in (0, 1)]


def hints_said(text: Text, count: int) -> tuple[str, ...]:
    """Says in a result how many hints a player was shown; nothing where it was none."""
    if not count:
        return ()
    said = text.n("You were shown {count} hint.", "You were shown {count} hints.", count)
    return (said,)


class Counsel(NamedTuple):
    """A hint in words.

    Attributes:
        action: What it says.
        takes: The cards of the field that this takes.
        prompt: The same for the prompt.
        lines: Why, for the panel.
        sentences: All of it, in full.
    """

    action: Action
    takes: Mask
    prompt: str
    lines: tuple[str, ...]
    sentences: tuple[Said, ...]


async def counselled(
    text: Text, seen: PlayerView, legal: tuple[Action, ...], rival: str, advisers: Advisers
) -> Counsel | None:
    """What the strongest player would do, and why, in words.

    Args:
        text: The language.
        seen: The view of who has to choose; nothing else is looked at.
        legal: The legal actions, at least two.
        rival: What the other player is called.
        advisers: Who thinks about it.

    Returns:
        ``None`` where the network cannot be read.

    Raises:
        Busy: Too many ask.
    """
    found = await advisers.hint(seen, legal)
    return None if found is None else await asyncio.to_thread(_worded, text, found, rival)


def _worded(text: Text, found: Hint, rival: str) -> Counsel:
    from koikoi.table import counsel

    return Counsel(
        found.best.action,
        found.best.takes,
        counsel.prompt_of(text, found),
        tuple(counsel.panel_lines(text, found)),
        each(lambda: tuple(counsel.sentences_of(text, found, rival))),
    )
