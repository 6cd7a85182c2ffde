"""How much of everything one client may have, so that nobody else notices it."""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from koikoi.host.options import Limits

_MINUTE: Final = 60.0
_CROWD: Final = 3
"""So many connections of one address that have not logged in are more than anybody needs."""
_CALM: Final = 3.0
"""Seconds without excess after which an excess is over."""


class Bucket:
    """Lets so much through in a second, and a certain amount at once.

    Args:
        rate: How much in a second.
        burst: How much at once.
        clock: Seconds.

    Attributes:
        refused: How much was not let through, in all.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left = burst
        self._at = clock()
        self._excess_since: float | None = None
        self._excess_at = self._at
        self.refused = 0

    def take(self, amount: int) -> int:
        """How much of an amount is let through."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        taken = min(amount, int(self._left))
        self._left -= taken
        if taken < amount:
            self.refused += amount - taken
            if self._excess_since is None or now - self._excess_at > _CALM:
                self._excess_since = now
            self._excess_at = now
        return taken

    @property
    def excess(self) -> float:
        """For how many seconds more has been coming than is let through; 0 when that is over."""
        if self._excess_since is None or self._clock() - self._excess_at > _CALM:
            return 0.0
        return self._excess_at - self._excess_since


def place_of(address: str) -> str:
    """What counts as one address: a whole /64 of IPv6, since everybody there has one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Comer(NamedTuple):
    """A connection that has not logged in.

    Attributes:
        place: Where it comes from.
        turn: Lets it begin its login.
        drop: Closes it.
    """

    place: str
    turn: Callable[[], object]
    drop: Callable[[], object]


class Connections:
    """Counts connections, in all and by address, and lets a few at a time log in.

    A login is what costs most before anybody is known; the others wait for their turn. Where there
    is no room left, the address with most connections that have not logged in loses its oldest one,
    so that nobody is kept out by somebody who only connects.

    Args:
        limits: How many there may be.
        clock: Seconds.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._open: Counter[str] = Counter()
        self._places: dict[int, str] = {}
        self._recent: dict[str, deque[float]] = {}
        self._unknown: dict[int, Comer] = {}
        self._turns: set[int] = set()
        self._queue: dict[int, Comer] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return self._open.total()

    @property
    def unknown(self) -> int:
        """How many have not logged in."""
        return len(self._unknown)

    def admit(self, key: int, comer: Comer) -> bool:
        """Whether one more connection is taken on; then :meth:`leave` has to follow.

        Args:
            key: What it is known by.
            comer: The connection.
        """
        limits, place = self._limits, comer.place
        if self._too_often(place):
            return False
        if limits.per_address and self._open[place] >= limits.per_address:
            return False
        if self.count >= limits.connections and not self._make_room(place):
            return False
        self._open[place] += 1
        self._places[key] = place
        self._unknown[key] = self._queue[key] = comer
        self._next()
        return True

    def _too_often(self, place: str) -> bool:
        most = self._limits.per_minute
        if not most:
            return False
        now = self._clock()
        for other in [one for one, times in self._recent.items() if times[-1] < now - _MINUTE]:
            del self._recent[other]
        times = self._recent.setdefault(place, deque(maxlen=most))
        if len(times) == most and times[0] > now - _MINUTE:
            return True
        times.append(now)
        return False

    def _make_room(self, place: str) -> bool:
        crowds = Counter(comer.place for comer in self._unknown.values())
        if not crowds:
            return False
        crowd, most = crowds.most_common(1)[0]
        if crowds[place] == most:
            crowd = place
        if most < _CROWD:
            return False
        key = next(key for key, comer in self._unknown.items() if comer.place == crowd)
        comer = self._unknown[key]
        self.leave(key)
        comer.drop()
        return True

    def _next(self) -> None:
        while self._queue and len(self._turns) < self._limits.unknown:
            key = next(iter(self._queue))
            self._turns.add(key)
            self._queue.pop(key).turn()

    def yields(self, key: int) -> None:
        """A connection takes its time over its login: others have their turn meanwhile."""
        self._turns.discard(key)
        self._next()

    def known(self, key: int) -> None:
        """A connection has logged in."""
        self._unknown.pop(key, None)
        self._queue.pop(key, None)
        self.yields(key)

    def leave(self, key: int) -> None:
        """A connection has gone; nothing happens where it was made to go already."""
        self.known(key)
        if (place := self._places.pop(key, None)) is None:
            return
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]
