"""What the seats of a table are called on the screen."""

from __future__ import annotations

from typing import Final

from koikoi.table.setup import HUMAN, Table
from koikoi.text.catalogue import Text
from koikoi.text.opponents import opponents
from koikoi.tui.frame import cut
from koikoi.tui.tablepage import Seating

_WIDEST_TAG: Final = 5


def seating_of(table: Table, text: Text) -> Seating:
    """Who sits where at a table of this screen, and who looks at it."""
    if table.computer is None:
        return Seating(table.names, tags_of(table.names, text), None)
    names = text.t("You"), table.names[1]
    return Seating(names, tags_of(names, text), HUMAN)


def tags_of(names: tuple[str, str], text: Text) -> tuple[str, str]:
    """The names in a few columns each."""
    known = {one.name: one.tag for one in opponents(text)} | {text.t("Computer"): text.t("CPU")}
    first, second = (known.get(name) or tag(name) for name in names)
    return first, second


def tag(name: str) -> str:
    """A name in at most 5 columns: itself, its initials, or its beginning."""
    parts = name.split()
    if cut(name, _WIDEST_TAG) != name and len(parts) > 1:
        name = "".join(part[0] for part in parts)
    return cut(name, _WIDEST_TAG)
