"""The terminal's own driver, for a game: fewer reports, and no end that leaves a process behind.

Private details of Textual 8.2 are used here and nowhere else.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import sys
import termios
import tty
from typing import IO, Any, Final, cast

from textual import messages
from textual.drivers.linux_driver import LinuxDriver

from koikoi.tui.stream import MOUSE_OFF, MOUSE_ON, KeyReader, Pictures

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


class TableDriver(Pictures, LinuxDriver):
    """Draws on standard output and reads standard input."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert sys.__stdout__ is not None
        self._file = cast("IO[str]", _Gone(sys.__stdout__))  # type: ignore[assignment]

    def write(self, data: str) -> None:
        """Writes, but never the same picture twice in a row."""
        if self.is_new(data):
            super().write(data)

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
        self.write(MOUSE_ON)
        self.flush()

    def _enable_mouse_pixels(self) -> None:
        """Does nothing: cells are all that a game of cards needs."""

    def _disable_mouse_support(self) -> None:
        if not self._mouse:
            return
        self.write(MOUSE_OFF)
        self.flush()

    def run_input_thread(self) -> None:
        """Reads keys until the driver stops; the end of the input ends the program."""
        reader = KeyReader(debug=self._debug)
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
                    for event in reader.feed(data):
                        self.process_message(event)
                for event in reader.tick():
                    self.process_message(event)
        reader.close()

    def _hung_up(self) -> None:
        """The terminal has gone: the program ends, as after SIGHUP."""
        self._app.call_later(self._app.post_message, messages.ExitApp())
