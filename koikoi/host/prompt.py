"""The one question that is asked at a terminal before its app begins: the password of the event."""

from __future__ import annotations

import hmac
import re
from codecs import getincrementaldecoder
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

_LONGEST: Final = 200
_KEYS: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O?.)?", re.DOTALL)
"""What keys without letters send."""
_ENTER: Final = "\r\n"
_ERASE: Final = "\x7f\b"
_CLEAR: Final = "\x15"
_LEAVE: Final = "\x03\x04"
_SHOWN: Final = "*"


class Answer(Enum):
    """How the question was answered."""

    RIGHT = auto()
    WRONG = auto()
    """As often as it may be tried."""
    LEFT = auto()
    """By Ctrl+C or Ctrl+D."""


class PasswordPrompt:
    """Asks until the password has come, or too many wrong ones.

    Args:
        password: What has to come.
        tries: How often.
        asks: What stands before it.
        send: Writes to the terminal.
    """

    def __init__(self, password: str, tries: int, asks: str, send: Callable[[bytes], None]) -> None:
        self._password = password.encode("utf-8", "replace")
        self._tries = tries
        self._asks, self._send = asks, send
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._typed = ""
        self._ask()

    def _ask(self) -> None:
        self._typed = ""
        self._send(self._asks.encode())

    def feed(self, data: bytes) -> Answer | None:
        """Takes what was typed; ``None`` while the question stands."""
        for char in _KEYS.sub("", self._decoder.decode(data)):
            if (answer := self._take(char)) is not None:
                return answer
        return None

    def _take(self, char: str) -> Answer | None:
        if char in _ENTER:
            return self._judged()
        if char in _LEAVE:
            return Answer.LEFT
        if char in _ERASE:
            self._erase(1)
        elif char == _CLEAR:
            self._erase(len(self._typed))
        elif char.isprintable() and len(self._typed) < _LONGEST:
            self._typed += char
            self._send(_SHOWN.encode())
        return None

    def _erase(self, count: int) -> None:
        count = min(count, len(self._typed))
        self._typed = self._typed[: len(self._typed) - count]
        self._send(b"\b \b" * count)

    def _judged(self) -> Answer | None:
        self._send(b"\r\n")
        if hmac.compare_digest(self._typed.encode("utf-8", "replace"), self._password):
            return Answer.RIGHT
        self._tries -= 1
        if self._tries <= 0:
            return Answer.WRONG
        self._ask()
        return None
