"""The one widget: it shows frames, and sends the cells that changed.

Textual paints the board where it is new or has another size. Between these the board compares each
frame with the last one and sends the difference itself (:mod:`koikoi.tui.wire`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.filter import LineFilter
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from koikoi.tui.frame import Frame, Ink, Row
from koikoi.tui.pen import colour_of
from koikoi.tui.terminal import Colours
from koikoi.tui.wire import update

_WHEEL: Final = 3
"""Lines that a notch of the wheel is."""


@lru_cache(maxsize=2048)
def style_of(ink: Ink, colours: Colours) -> Style:
    """The library's style for an ink, with colours that the terminal has.

    The library is told that the terminal has all colours: whatever it is given then reaches the
    terminal as it is, and the number of colours can change while the program runs.
    """
    return Style(
        color=colour_of(ink.fg, colours),
        bgcolor=colour_of(ink.bg, colours),
        bold=ink.bold or None,
        dim=ink.dim or None,
        reverse=ink.reverse or None,
        underline=ink.underline or None,
    )


def strip_of(row: Row, colours: Colours) -> Strip:
    """A row as the library wants it: cells of the same ink in one segment."""
    segments = []
    run: list[str] = []
    ink = row[0].ink
    for cell in row:
        if cell.ink != ink:
            segments.append(Segment("".join(run), style_of(ink, colours)))
            run, ink = [], cell.ink
        run.append(cell.char)
    segments.append(Segment("".join(run), style_of(ink, colours)))
    return Strip(segments, len(row))


class Colourless(LineFilter):
    """Takes every colour out of what Textual paints, its own backgrounds among them.

    The library's own filter writes the terminal's default colours instead, which are colours too.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colours."""
        del background
        return [
            Segment(text, style.without_color if style is not None else None, control)
            for text, style, control in segments
        ]


class Board(Widget):
    """Shows one frame after the other."""

    DEFAULT_CSS = "Board { width: 100%; height: 100%; }"

    class Pressed(Message):
        """Something on the frame was clicked.

        Attributes:
            target: What it is, in the words of whoever painted the frame.
            time: When, by the library's clock.
        """

        def __init__(self, target: object, time: float) -> None:
            super().__init__()
            self.target = target
            self.pressed_at = time

    class Turned(Message):
        """The wheel was turned.

        Attributes:
            by: Lines, down or, below 0, up.
            turned_at: When, by the library's clock.
        """

        def __init__(self, by: int, time: float) -> None:
            super().__init__()
            self.by = by
            self.turned_at = time

    def __init__(self, send: Callable[[str], None]) -> None:
        """Makes a board.

        Args:
            send: Writes to the terminal at once.
        """
        super().__init__()
        self._send = send
        self._frame: Frame | None = None
        self._colours = Colours.TRUECOLOR
        self._strips: dict[int, Strip] = {}
        self._settled = False
        """Whether the terminal shows the last frame, so that a difference is enough."""

    @property
    def frame(self) -> Frame | None:
        """What is shown."""
        return self._frame

    def show(self, frame: Frame, colours: Colours) -> None:
        """Shows a frame; nothing is sent where it is the one that is shown already.

        Args:
            frame: The frame.
            colours: What the terminal can show.
        """
        before, self._frame = self._frame, frame
        changed, self._colours = self._colours is not colours, colours
        same_size = before is not None and (before.width, before.height) == (
            frame.width,
            frame.height,
        )
        if before is None or not same_size or changed:
            self.paint_anew()
            return
        if not self._settled:
            # Textual is about to paint; the same frame twice would be sent twice.
            if before.rows != frame.rows:
                self.paint_anew()
            return
        if sent := update(before, frame, colours):
            self._strips.clear()
            self._styles_cache.clear()  # Textual must not paint what it has kept of older frames
            self._send(sent)

    def take(self, frame: Frame, colours: Colours) -> None:
        """Takes a frame that Textual is about to paint, since the terminal's size has changed."""
        self._frame, self._colours = frame, colours
        self._settled = False
        self._strips.clear()
        self._styles_cache.clear()
        self.call_after_refresh(self._has_settled)

    def paint_anew(self) -> None:
        """Lets Textual paint the whole board."""
        self._settled = False
        self._strips.clear()
        self.refresh()
        self.call_after_refresh(self._has_settled)

    def _has_settled(self) -> None:
        self._settled = True

    def render_line(self, y: int) -> Strip:
        """A row of the frame; blank where the terminal is larger than the frame for a moment."""
        if self._frame is None or y >= self._frame.height:
            return Strip.blank(self.size.width)
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = strip_of(self._frame.rows[y], self._colours)
        return strip

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tells what was clicked."""
        if self._frame is None or event.button != 1:
            return
        target = self._frame.at(event.x, event.y)
        if target is not None:
            self.post_message(self.Pressed(target, event.time))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Tells that the wheel was turned down."""
        self.post_message(self.Turned(_WHEEL, event.time))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Tells that the wheel was turned up."""
        self.post_message(self.Turned(-_WHEEL, event.time))
