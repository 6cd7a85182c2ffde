"""Who sits where at a table, and what they are called on it."""

from __future__ import annotations

from typing import Final

from koikoi.table.setup import HUMAN, Table
from koikoi.text.catalogue import Text
from koikoi.text.opponents import opponents
from koikoi.tui.frame import cut
from koikoi.tui.tablepage import Seating

_WIDEST_TAG: Final = 5


def seating_of(table: Table, text: Text) -> Seating:
    """The seats of a table, as they are called on the screen."""
    if table.computer is None:
        return Seating(table.names, (tag(table.names[0]), tag(table.names[1])), None)
    rival = table.names[1]
    tags = {one.name: one.tag for one in opponents(text)} | {text.t("Computer"): text.t("CPU")}
    return Seating((text.t("You"), rival), (text.t("You"), tags.get(rival) or tag(rival)), HUMAN)


def tag(name: str) -> str:
    """A name in at most 5 columns: itself, its initials, or its beginning with a full stop."""
    parts = name.split()
    if cut(name, _WIDEST_TAG) != name and len(parts) > 1:
        name = "".join(part[0] for part in parts)
    return cut(name, _WIDEST_TAG, ".")
