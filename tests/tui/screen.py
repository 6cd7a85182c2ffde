"""What a terminal shows, as far as the program's sequences go."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

_TOKEN: Final = re.compile(
    r"\x1b\[(?P<given>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b(?P<other>[^\[\]])"
    r"|(?P<text>[^\x1b]+)"
)


class Screen:
    """What a terminal shows that obeys the few sequences which the program uses.

    Every other sequence is noted and has no effect.

    Attributes:
        modes: The private modes that were set or reset, as they are now.
        colours: The parameters of all that was sent for colours and attributes, one ``m`` each.
        keyboards: How many keyboard protocols are pushed and not popped.
        drawn: All that was written into cells.
        sequences: Every sequence, as parameters and final character.
    """

    def __init__(self, width: int, height: int) -> None:
        self.modes: dict[int, bool] = {}
        self.colours: list[str] = []
        self.keyboards = 0
        self.drawn: list[str] = []
        self.sequences: list[str] = []
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="strict")
        self._rest = ""
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Becomes another size, and blank."""
        self.width, self.height = width, height
        self._x = self._y = 0
        self._clear()

    def _clear(self) -> None:
        self._rows = [[" "] * self.width for _ in range(self.height)]

    @property
    def rows(self) -> list[str]:
        """The rows, without the blanks at their ends."""
        return ["".join(row).rstrip() for row in self._rows]

    @property
    def text(self) -> str:
        """The rows as lines."""
        return "\n".join(self.rows)

    def feed(self, data: bytes) -> None:
        """Shows what has come."""
        text = self._rest + self._decoder.decode(data)
        place = 0
        while place < len(text):
            found = _TOKEN.match(text, place)
            if found is None:  # a sequence of which the end has yet to come
                break
            self._token(found)
            place = found.end()
        self._rest = text[place:]

    def _token(self, found: re.Match[str]) -> None:
        if found["text"] is not None:
            self._write(found["text"])
        elif found["final"] is not None:
            self._control(found["given"], found["final"])
        elif found["other"] == "M":
            self._y = max(self._y - 1, 0)
        else:
            self.sequences.append(f"]{found['osc']}" if found["osc"] is not None else found[0])

    def _write(self, text: str) -> None:
        for char in text:
            if char == "\r":
                self._x = 0
            elif char == "\b":
                self._x = max(self._x - 1, 0)
            elif char == "\n":
                self._y = min(self._y + 1, self.height - 1)
            elif char >= " ":
                self._put(char)

    def _put(self, char: str) -> None:
        self.drawn.append(char)
        width = cell_len(char)
        if self._y < self.height and self._x + width <= self.width:
            self._rows[self._y][self._x : self._x + width] = [char, *[""] * (width - 1)]
        self._x += width

    def _control(self, given: str, final: str) -> None:
        self.sequences.append(given + final)
        if final == "m":
            self.colours.append(given)
        elif final == "H":
            row, _, column = given.partition(";")
            self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
        elif final in "AB":
            step = int(given or 1) if final == "B" else -int(given or 1)
            self._y = min(max(self._y + step, 0), self.height - 1)
        elif final in "CD":
            step = int(given or 1) if final == "C" else -int(given or 1)
            self._x = min(max(self._x + step, 0), self.width - 1)
        elif final == "K":
            self._rows[self._y][self._x :] = [" "] * (self.width - self._x)
        elif final == "u" and given[:1] in (">", "<"):
            self.keyboards += 1 if given[0] == ">" else -1
        elif final in "hl" and given.startswith("?"):
            for mode in given[1:].split(";"):
                self.modes[int(mode)] = final == "h"
            if given == "?1049h":
                self._clear()


def colour_codes(parameters: list[str]) -> Iterator[tuple[int, ...]]:
    """The colours in parameters of ``m`` sequences: ``(31,)``, ``(38, 5, 200)``, ``(48, 2)``."""
    for given in parameters:
        numbers = [int(part or 0) for part in given.split(";")]
        while numbers:
            code = numbers.pop(0)
            if code in (38, 48):
                kind = numbers.pop(0)
                if kind == 2:
                    del numbers[:3]
                    yield code, kind
                else:
                    yield code, kind, numbers.pop(0)
            elif 30 <= code <= 49 or 90 <= code <= 107:
                yield (code,)
