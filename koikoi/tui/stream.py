"""What comes from a terminal and what goes to it, whatever the way: keys, and pictures once.

Private details of Textual 8.2 are used here and in the drivers, and nowhere else.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final, Protocol, runtime_checkable

from textual._xterm_parser import XTermParser
from textual.message import Message

MOUSE_ON: Final = "\x1b[?1000h\x1b[?1006h"
"""Presses and releases only: nothing happens when the mouse just moves."""
MOUSE_OFF: Final = "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"

_KEEPS_CELLS: Final = ("\x1b[?2026", "\x1b]")
"""Beginnings of what changes no cell: synchronized updates, requests to the terminal."""
_WHOLE: Final = "\x1b[1;1H"
"""What a picture of the whole screen begins with."""

_STRINGS: Final = re.compile("\x1b[\\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\\\)")
"""Answers of terminals to questions about colours, titles and the like, which we never ask."""
_ANSWERS: Final = re.compile("\x1b\\[(?:[?>=][0-9;]*[cnuSR]|[0-9;:]*t)")
"""Answers about the terminal's kind, state and size, likewise; after one about its size the parser
would take clicks for pixels."""
_LONG: Final = re.compile("\x1b\\[[0-?]{32,}[ -/]*[@-~]")
"""Control sequences with more parameters than any key or mouse has."""
_BEGUN: Final = re.compile("\x1b(?:[\\]PX^_][0-9A-Za-z][^\x07\x1b]*\x1b?|\\[[0-?]{32,}[ -/]*)\\Z")

_LEAST_LONG: Final = 34
"""So many characters of a sequence are enough to be one of the long ones."""
_TYPED: Final = 16
"""More characters than this at once were not typed by a person."""

PASTE: Final = "\x1b[200~"
PASTED: Final = "\x1b[201~"
"""What a terminal sends before and behind what is pasted."""
_MOST_PASTED: Final = 4096
"""Characters of a paste that are read; the rest is dropped."""
_PASTE_PAUSE: Final = 2.0
"""Seconds without input after which a paste is over, whether its end came or not."""


class InputFilter:
    """Takes out of the input what is no key, and what the library's parser would take for keys.

    A sequence that is cut by the end of a read is waited for, but never so long that what a person
    types afterwards is lost.
    """

    def __init__(self) -> None:
        self._held = ""

    def feed(self, data: str) -> str:
        """What is left of the input."""
        held, self._held = self._held, ""
        left = _ANSWERS.sub("", _LONG.sub("", _STRINGS.sub("", held + data)))
        begun = _BEGUN.search(left)
        if begun is None:
            return left
        if not held or len(data) > _TYPED:
            # Its beginning is enough to know its end by.
            self._held = begun[0][:_LEAST_LONG]
        return left[: begun.start()]


class PasteFilter:
    """Keeps pastes short, and ends those that a terminal never ends.

    The library's parser keeps all of a paste until its end comes.

    Args:
        clock: Seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._at = clock()
        self._inside = False
        self._room = 0
        self._last = ""
        """Outside a paste what was given last, inside what is held: a mark may go on from it."""

    def feed(self, data: str) -> str:
        """What is left of the input."""
        left = []
        now = self._clock()
        if self._inside and now - self._at > _PASTE_PAUSE:
            left.append(self._end())
        self._at = now
        while data:
            given, data = self._paste(data) if self._inside else self._typed(data)
            left.append(given)
        return "".join(left)

    def _typed(self, data: str) -> tuple[str, str]:
        """Input up to where a paste begins, and what follows."""
        seen = self._last + data
        found = seen.find(PASTE)
        if found < 0:
            self._last = seen[1 - len(PASTE) :]
            return data, ""
        begun = found + len(PASTE) - len(self._last)
        self._inside, self._room, self._last = True, _MOST_PASTED, ""
        return data[:begun], data[begun:]

    def _paste(self, data: str) -> tuple[str, str]:
        """Pasted text up to where the paste ends, and what follows."""
        text, ended, rest = (self._last + data).partition(PASTED)
        self._last = ""
        if not ended:
            held = next((n for n in range(len(PASTED) - 1, 0, -1) if text.endswith(PASTED[:n])), 0)
            text, self._last = text[: len(text) - held], text[len(text) - held :]
        # The parser would take an Escape in it for the beginning of a key.
        given = text.replace("\x1b", "")[: self._room]
        self._room -= len(given)
        return (given + self._end(), rest) if ended else (given, "")

    def _end(self) -> str:
        self._inside, self._last = False, ""
        return PASTED


class KeyReader:
    """Makes the library's events of the bytes that come from a terminal.

    Bytes that are no UTF-8 become a replacement character, and a sequence that the parser cannot
    read is dropped: whatever a terminal sends, or somebody pastes, must not end a match.

    Args:
        debug: Whether the library's parser writes its log.
    """

    def __init__(self, *, debug: bool = False) -> None:
        self._debug = debug
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._filter = InputFilter()
        self._pastes = PasteFilter()
        self._parser = XTermParser(debug)

    @property
    def waits(self) -> bool:
        """Whether more may belong to what has come: then :meth:`tick` is to be called later."""
        return self._parser._timeout_time is not None

    def feed(self, data: bytes) -> Iterator[Message]:
        """The events that these bytes are."""
        typed = self._pastes.feed(self._filter.feed(self._decoder.decode(data)))
        if not typed:
            return  # nothing would tell the parser that the input is over
        try:
            yield from self._parser.feed(typed)
        except Exception:
            self._afresh()

    def tick(self) -> Iterator[Message]:
        """The events of what nothing has followed: a lone Escape is a key then."""
        try:
            yield from self._parser.tick()
        except Exception:
            self._afresh()

    def _afresh(self) -> None:
        self.close()
        self._parser = XTermParser(self._debug)

    def close(self) -> None:
        """Reads no more, and lets go of what was read.

        A cache of the library holds every parser for ever; what the parser's generator holds, the
        last event and with it the whole program, must not be held with it.
        """
        with contextlib.suppress(Exception):
            self._parser._gen.close()
        self._parser._tokens.clear()


@runtime_checkable
class Forgetful(Protocol):
    """A driver that knows what the terminal shows, and does not send it twice."""

    painted: bool
    """Whether a whole picture was written since :meth:`forget`."""

    def forget(self) -> None:
        """Knows nothing any more of what the terminal shows."""

    def size_now(self) -> tuple[int, int]:
        """The columns and rows that the terminal has now."""


class Pictures:
    """What a driver has written, so that it writes no picture twice in a row.

    When a program starts or its terminal changes, the library paints the whole screen three times
    within 50 ms, which is most of what a slow line then carries.
    """

    _shown = ""
    """What was written last, if it is what the terminal shows."""
    painted = False
    """Whether a whole picture was written since nothing was known of the terminal."""

    def is_new(self, data: str) -> bool:
        """Whether something has to be written; it is taken to be, from now on."""
        if data.startswith(_KEEPS_CELLS):
            return True
        if data == self._shown:
            return False
        self._shown = data
        self.painted = self.painted or data.startswith(_WHOLE)
        return True

    def forget(self) -> None:
        """Knows nothing any more of what the terminal shows: the next picture is sent anyway."""
        self._shown = ""
        self.painted = False
