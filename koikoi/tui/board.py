"""The one widget: it shows frames, and sends the cells that changed.

Textual repaints the regions of a widget that are refreshed and does not compare cells. So the board
keeps its last frame, compares the next one with it, and refreshes the spans that differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from koikoi.tui.frame import Frame, Ink, Row

_NEAR: Final = 6
"""Unchanged cells between two changed ones that are cheaper to send than to jump over."""


@lru_cache(maxsize=1024)
def style_of(ink: Ink) -> Style:
    """The library's style for an ink."""
    return Style(
        color=ink.fg or None,
        bgcolor=ink.bg or None,
        bold=ink.bold or None,
        dim=ink.dim or None,
        reverse=ink.reverse or None,
        underline=ink.underline or None,
    )


def strip_of(row: Row) -> Strip:
    """A row as the library wants it: cells of the same ink in one segment."""
    segments = []
    run: list[str] = []
    ink = row[0].ink
    for cell in row:
        if cell.ink != ink:
            segments.append(Segment("".join(run), style_of(ink)))
            run, ink = [], cell.ink
        run.append(cell.char)
    segments.append(Segment("".join(run), style_of(ink)))
    return Strip(segments, len(row))


def changes(before: Frame, after: Frame) -> Iterator[Region]:
    """The spans of cells that differ between two frames of one size.

    Spans begin and end at whole characters, and those with only a few cells between them are one.
    """
    for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        if old == new:
            continue
        start = end = -1
        for x, (was, now) in enumerate(zip(old, new, strict=True)):
            if was == now:
                continue
            if start >= 0 and x - end > _NEAR:
                yield _span(new, start, end, y)
                start = -1
            if start < 0:
                start = x
            end = x + 1
        yield _span(new, start, end, y)


def _span(row: Row, start: int, end: int, y: int) -> Region:
    """A span, grown to the whole of a wide character that it cuts."""
    while start and row[start].char == "":
        start -= 1
    while end < len(row) and row[end].char == "":
        end += 1
    return Region(start, y, end - start, 1)


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

    def __init__(self) -> None:
        super().__init__()
        self._frame: Frame | None = None
        self._strips: dict[int, Strip] = {}

    @property
    def frame(self) -> Frame | None:
        """What is shown."""
        return self._frame

    def show(self, frame: Frame) -> None:
        """Shows a frame; nothing is sent where it is the one that is shown already."""
        before, self._frame = self._frame, frame
        if before is None or (before.width, before.height) != (frame.width, frame.height):
            self._strips.clear()
            self.refresh()
            return
        changed = list(changes(before, frame))
        for region in changed:
            self._strips.pop(region.y, None)
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """A row of the frame; blank where the terminal is larger than the frame for a moment."""
        if self._frame is None or y >= self._frame.height:
            return Strip.blank(self.size.width)
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = strip_of(self._frame.rows[y])
        return strip

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tells what was clicked."""
        if self._frame is None or event.button != 1:
            return
        target = self._frame.at(event.x, event.y)
        if target is not None:
            self.post_message(self.Pressed(target, event.time))
