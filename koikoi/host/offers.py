"""Who waits for another person to play with, and the codes by which they are found."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from koikoi.engine.rules import Rules
from koikoi.host.names import CLEAR_LETTERS
from koikoi.host.people import Person

if TYPE_CHECKING:
    from koikoi.host.tables import HostedTable

_CODE: Final = 4
"""Characters of the code of a table."""


class Offer(NamedTuple):
    """Somebody waits for another person to play with.

    Attributes:
        code: What another one may type to sit down there.
        person: Who waits.
        rules: The rules of the match.
        table: The table, once there is one.
    """

    code: str
    person: Person
    rules: Rules
    table: asyncio.Future[HostedTable]


class Offers:
    """All offers, by their codes."""

    def __init__(self) -> None:
        self._open: dict[str, Offer] = {}

    def __iter__(self) -> Iterator[Offer]:
        return iter(tuple(self._open.values()))

    def of(self, person: int) -> list[Offer]:
        """What somebody offers."""
        return [one for one in self._open.values() if one.person.id == person]

    def make(self, person: Person, rules: Rules) -> Offer:
        """Somebody waits, with a code that nobody else has."""
        code = next(code for code in iter(_new_code, None) if code not in self._open)
        made = Offer(code, person, rules, asyncio.get_running_loop().create_future())
        self._open[code] = made
        return made

    def find(self, typed: str) -> Offer | None:
        """Who waits with this code, as it was typed: it is shown in large letters, and spaced."""
        return self._open.get("".join(typed.split()).lower())

    def take(self, offer: Offer) -> bool:
        """Takes an offer out; returns whether it was there: nobody else gets it then."""
        if self._open.get(offer.code) is not offer:
            return False
        del self._open[offer.code]
        return True

    def put_back(self, offer: Offer) -> None:
        """Whoever waits waits on, if they have not gone meanwhile."""
        if not offer.table.done():
            self._open.setdefault(offer.code, offer)


def _new_code() -> str:
    return "".join(secrets.choice(CLEAR_LETTERS) for _ in range(_CODE))
