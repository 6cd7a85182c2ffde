"""Who sits where at a table on the screen, and what they are called there."""

from __future__ import annotations

from itertools import takewhile
from typing import Final, NamedTuple

from rich.cells import cell_len

from koikoi.engine.actions import Seat
from koikoi.record.record import Players
from koikoi.table.setup import HUMAN, Table
from koikoi.text.catalogue import Text
from koikoi.text.opponents import GUEST, opponent, opponents, renamed
from koikoi.tui.frame import cut

_WIDEST_NAME: Final = 16
_WIDEST_TAG: Final = 5
_WIDEST_END: Final = 2


class Seating(NamedTuple):
    """Who sits where, and who looks at the screen.

    Attributes:
        names: What seat 0 and seat 1 are called on the table.
        tags: The same in at most 5 columns, for where a name has no room; told apart.
        viewer: The one person at the screen; ``None`` where two share it, or nobody plays.
    """

    names: tuple[str, str]
    tags: tuple[str, str]
    viewer: Seat | None


def seating_of(table: Table, text: Text) -> Seating:
    """The seats of a table, as they are called on the screen."""
    first, rival = named(table.names, text)
    if table.computer is None:
        return Seating((first, rival), apart((first, rival), (tag(first), tag(rival))), None)
    return Seating((text.t("You"), rival), (your_tag(text), known_tag(rival, text)), HUMAN)


def learner_against(rival: str, text: Text) -> Seating:
    """Somebody who learns, against a computer player of this name."""
    against = opponent(text, rival)
    return Seating((text.t("You"), against.name), (your_tag(text), against.tag), HUMAN)


def your_tag(text: Text) -> str:
    """What the person at the screen is called in a few columns."""
    return text.p("player, 5 columns", "You")


def named(names: tuple[str, str], text: Text) -> tuple[str, str]:
    """What two players are called in a language; the game may have named them in another."""
    return renamed(text, names[0]), renamed(text, names[1])


def tags_of(names: tuple[str, str], text: Text) -> tuple[str, str]:
    """The names in a few columns each."""
    return apart(names, (known_tag(names[0], text), known_tag(names[1], text)))


def tag(name: str) -> str:
    """A name in at most 5 columns: itself, its initials, or its beginning with a full stop.

    A guest goes by the letters that tell guests apart.
    """
    name = name.removeprefix(GUEST)
    parts = name.split()
    if cut(name, _WIDEST_TAG) != name and len(parts) > 1:
        name = "".join(part[0] for part in parts)
    return cut(name, _WIDEST_TAG, ".")


def apart(names: tuple[str, str], tags: tuple[str, str]) -> tuple[str, str]:
    """The tags of two names; where they are the same, of what is different in the names."""
    if tags[0].casefold() != tags[1].casefold() or names[0] == names[1]:
        return tags
    pairs = zip(*(name.casefold() for name in names), strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    first, second = (
        _with_end(name, name[same:], short) for name, short in zip(names, tags, strict=True)
    )
    return first, second


def _with_end(name: str, end: str, short: str) -> str:
    """A name by its beginning and a part of its end, in at most 5 columns."""
    end = cut(end, _WIDEST_END)
    return (
        f"{cut(name.removeprefix(GUEST), _WIDEST_TAG - 1 - cell_len(end))}.{end}" if end else short
    )


def known_tag(name: str, text: Text) -> str:
    """The same of somebody whose name the game may have given: a character, or the player."""
    tags = {one.name: one.tag for one in opponents(text)}
    tags[text.t("Computer")] = text.t("CPU")
    tags[text.t("You")] = your_tag(text)
    tags[text.t("Player")] = text.p("player, 5 columns", "Plyr")
    return tags.get(name) or tag(name)


def as_recorded(players: Players, text: Text) -> Seating:
    """The seating of a match that is looked through: everybody has the name of the record."""
    first, second = named((players[0].name, players[1].name), text)
    return Seating(
        (cut(first, _WIDEST_NAME), cut(second, _WIDEST_NAME)),
        tags_of((first, second), text),
        None,
    )
