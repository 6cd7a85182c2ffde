"""The terminal's own driver, for a game: fewer reports, and no end that leaves a process behind.

Private details of Textual 8.2 are used here and nowhere else.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import selectors
import sys
import termios
import tty
from typing import IO, Any, Final, cast

from textual import messages
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

_CHUNK: Final = 4096
_TICK: Final = 0.1
"""Seconds after which a lone Escape is a key."""


class _Gone:
    """A stream that goes on as if nothing were, once the terminal behind it has gone.

    The library writes in a thread of its own; if that thread died, the next write would wait for it
    for ever.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self.gone = False

    def write(self, data: str) -> int:
        if not self.gone:
            try:
                return self._stream.write(data)
            except (OSError, ValueError):
                self.gone = True
        return len(data)

    def flush(self) -> None:
        if not self.gone:
            try:
                self._stream.flush()
            except (OSError, ValueError):
                self.gone = True

    def fileno(self) -> int:
        return self._stream.fileno()


_KEEPS_CELLS: Final = ("\x1b[?2026", "\x1b]")
"""Beginnings of what changes no cell: synchronized updates, requests to the terminal."""
_WHOLE: Final = "\x1b[1;1H"
"""What a picture of the whole screen begins with."""
_STRINGS: Final = re.compile("\x1b[\\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\\\)")
"""Answers of terminals to questions about colours, titles and the like, which we never ask."""
_ANSWERS: Final = re.compile("\x1b\\[[?>=][0-9;]*[cnuSR]")
"""Answers about the terminal's kind and state, likewise."""
_LONG: Final = re.compile("\x1b\\[[0-?]{32,}[ -/]*[@-~]")
"""Control sequences with more parameters than any key or mouse has."""
_BEGUN: Final = re.compile("\x1b(?:[\\]PX^_][0-9A-Za-z][^\x07\x1b]*\x1b?|\\[[0-?]{32,}[ -/]*)\\Z")


_LEAST_LONG: Final = 34
"""So many characters of a sequence are enough to be one of the long ones."""
_TYPED: Final = 16
"""More characters than this at once were not typed by a person."""


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


class TableDriver(LinuxDriver):
    """Draws on standard output and reads standard input."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert sys.__stdout__ is not None
        self._file = cast("IO[str]", _Gone(sys.__stdout__))  # type: ignore[assignment]
        self._shown = ""
        """What was written last, if it is what the terminal shows."""
        self.painted = False
        """Whether a whole picture was written since nothing was known of the terminal."""

    def write(self, data: str) -> None:
        """Writes, but never the same picture twice in a row.

        When a program starts or its terminal changes, the library paints the whole screen three
        times within 50 ms, which is most of what a slow line then carries.
        """
        if not data.startswith(_KEEPS_CELLS):
            if data == self._shown:
                return
            self._shown = data
            self.painted = self.painted or data.startswith(_WHOLE)
        super().write(data)

    def forget(self) -> None:
        """Knows nothing any more of what the terminal shows: the next picture is sent anyway."""
        self._shown = ""
        self.painted = False

    def size_now(self) -> tuple[int, int]:
        """The columns and rows that the terminal has now."""
        return self._get_terminal_size()

    def _query_in_band_window_resize(self) -> None:
        """Does nothing: where sizes come in the input, the library takes clicks for pixels."""

    def _sigcont_application(self, *_: object) -> None:
        """Goes on after a stop; one that nobody asked us for has left the terminal as it was."""
        if self._must_signal_resume:
            super()._sigcont_application()
            return
        with contextlib.suppress(termios.error):
            # A shell may have been at it meanwhile; what it was before us stays noted.
            attributes = termios.tcgetattr(self.fileno)
            attributes[tty.LFLAG] = self._patch_lflag(attributes[tty.LFLAG])
            attributes[tty.IFLAG] = self._patch_iflag(attributes[tty.IFLAG])
            termios.tcsetattr(self.fileno, termios.TCSANOW, attributes)
        self._app.call_later(cast("Any", self._app).redraw)

    def _enable_mouse_support(self) -> None:
        """Asks for presses and releases only: nothing happens when the mouse just moves."""
        if not self._mouse:
            return
        self.write("\x1b[?1000h\x1b[?1006h")
        self.flush()

    def _enable_mouse_pixels(self) -> None:
        """Does nothing: cells are all that a game of cards needs."""

    def _disable_mouse_support(self) -> None:
        if not self._mouse:
            return
        self.write("\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l")
        self.flush()

    def run_input_thread(self) -> None:
        """Reads keys until the driver stops.

        Bytes that are no UTF-8 become a replacement character, and a sequence that the parser
        cannot read is dropped; the end of the input ends the program.
        """
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        parser = XTermParser(self._debug)
        keys = InputFilter()
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_TICK):
                    try:
                        data = os.read(self.fileno, _CHUNK)
                    except OSError:
                        data = b""
                    if not data:
                        self._hung_up()
                        return
                    parser = self._fed(parser, keys.feed(decoder.decode(data)))
                for event in parser.tick():
                    self.process_message(event)
        with contextlib.suppress(EOFError, ParseError):
            for _ in parser.feed(""):
                pass

    def _fed(self, parser: XTermParser, data: str) -> XTermParser:
        """Gives the parser what was typed; returns a fresh one where it cannot go on."""
        try:
            for event in parser.feed(data):
                self.process_message(event)
        except Exception:
            # Whatever a terminal sends, or somebody pastes, must not end a match.
            return XTermParser(self._debug)
        return parser

    def _hung_up(self) -> None:
        """The terminal has gone: the program ends, as after SIGHUP."""
        self._app.call_later(self._app.post_message, messages.ExitApp())
