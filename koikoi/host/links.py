"""Codes by which somebody brings another key to their name: short, short-lived, for once."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from koikoi.host.names import CLEAR_LETTERS

SECONDS: Final = 600.0
"""How long a code is valid, and how long a wrong guess counts."""

LENGTH: Final = 8

GUESSES_OF_ONE: Final = 5
"""How many wrong codes one may try in that time."""

GUESSES: Final = 60
"""How many all may try together: of 31^8 codes that is nothing."""


class _Code(NamedTuple):
    letters: str
    until: float


class LinkCodes:
    """The codes that are valid now; they are in memory only, and a restart ends them.

    Args:
        clock: The time in seconds, from any beginning on.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._codes: dict[int, _Code] = {}
        self._wrong: deque[tuple[float, str]] = deque()

    def make(self, person: int) -> str:
        """A new code for somebody; the one they had is no longer valid."""
        self._forget()
        letters = "".join(secrets.choice(CLEAR_LETTERS) for _ in range(LENGTH))
        self._codes[person] = _Code(letters, self._clock() + SECONDS)
        return letters

    def may_guess(self, guesser: str) -> bool:
        """Whether somebody, or anybody, may still try a code."""
        self._forget()
        own = sum(one == guesser for _, one in self._wrong)
        return own < GUESSES_OF_ONE and len(self._wrong) < GUESSES

    def owner(self, code: str, guesser: str) -> int | None:
        """Whose code it is; a wrong one is remembered against who tried it."""
        self._forget()
        typed = "".join(code.lower().split()).replace("-", "")
        for person, (letters, _) in self._codes.items():
            if secrets.compare_digest(letters.encode(), typed.encode("utf-8", "replace")):
                return person
        self._wrong.append((self._clock(), guesser))
        return None

    def used(self, person: int) -> None:
        """Ends the code of somebody."""
        self._codes.pop(person, None)

    def _forget(self) -> None:
        now = self._clock()
        while self._wrong and self._wrong[0][0] <= now - SECONDS:
            self._wrong.popleft()
        self._codes = {who: code for who, code in self._codes.items() if code.until > now}
