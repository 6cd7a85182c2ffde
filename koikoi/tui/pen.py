"""The pen of a terminal: what has to be said so that the next character is written in an ink.

Only those parts of an ink are said that differ from what was said before; and since colours can be
exchanged by a single parameter, that is taken where it says the same in fewer bytes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem

from koikoi.tui.frame import Ink
from koikoi.tui.terminal import Colours
from koikoi.tui.theme import xterm

_SYSTEMS: Final = {
    Colours.TRUECOLOR: ColorSystem.TRUECOLOR,
    Colours.EXTENDED: ColorSystem.EIGHT_BIT,
    Colours.BASIC: ColorSystem.STANDARD,
}
_XTERM: Final = {xterm(number): number for number in range(16, 256)}
"""The numbers of the xterm palette; the library's own mapping misses the light greys by one."""
_EXCHANGEABLE: Final = (Colours.TRUECOLOR, Colours.EXTENDED)
"""Where a colour is the same in front and behind; of 16, bold ones are often brighter in front."""

PLAIN: Final = Ink()
"""The pen before anything was said."""


class Stroke(NamedTuple):
    """How a character comes to be written in an ink.

    Attributes:
        said: What has to be sent before it.
        pen: What the terminal writes with from then on.
    """

    said: str
    pen: Ink


@lru_cache(maxsize=1024)
def colour_of(name: str, colours: Colours) -> Color | None:
    """A colour as the terminal has it, ``None`` for its own and where it has none.

    Args:
        name: As in :class:`koikoi.tui.frame.Ink`.
        colours: What the terminal can show.
    """
    if not name or colours is Colours.NONE:
        return None
    if colours is Colours.EXTENDED and name in _XTERM:
        return Color.from_ansi(_XTERM[name])
    return Color.parse(name).downgrade(_SYSTEMS[colours])


@lru_cache(maxsize=1 << 13)
def stroke(pen: Ink, ink: Ink, colours: Colours, *, blank: bool = False) -> Stroke:
    """The shortest way from what the terminal writes with to an ink.

    Args:
        pen: What it writes with.
        ink: What the next character is to look like.
        colours: What it can show.
        blank: Whether the character is a blank, of which only the colour behind it can be seen.
    """
    inks = _blanks(pen, ink, colours) if blank else _same(ink, colours)
    strokes = (Stroke(_change(pen, one, colours), one) for one in inks)
    return min(strokes, key=lambda one: len(one.said))


def _same(ink: Ink, colours: Colours) -> list[Ink]:
    """Inks in which every character looks as in this one."""
    inks = [ink]
    if colours in _EXCHANGEABLE and ink.fg and ink.bg and not (ink.dim or ink.underline):
        inks.append(ink._replace(fg=ink.bg, bg=ink.fg, reverse=not ink.reverse))
    return inks


def _blanks(pen: Ink, ink: Ink, colours: Colours) -> list[Ink]:
    """Inks in which a blank looks as in this one, with as much of the pen as may stay."""
    if ink.reverse or ink.underline:
        return _same(ink, colours)
    inks = [pen._replace(bg=ink.bg, reverse=False, underline=False)]
    if colours in _EXCHANGEABLE and ink.bg and not pen.dim:
        inks.append(pen._replace(fg=ink.bg, reverse=True, underline=False))
    return inks


@lru_cache(maxsize=512)
def _colour(name: str, colours: Colours, *, foreground: bool) -> str:
    """The parameters that choose a colour; empty where the terminal has none."""
    if colours is Colours.NONE:
        return ""
    if not name:
        return "39" if foreground else "49"
    chosen = colour_of(name, colours)
    assert chosen is not None
    return ";".join(chosen.get_ansi_codes(foreground=foreground))


def _change(before: Ink, after: Ink, colours: Colours) -> str:
    """The sequence that leads from one ink to another."""
    lighter = (before.bold and not after.bold) or (before.dim and not after.dim)
    if colours not in _EXCHANGEABLE and (lighter or before.dim != after.dim):
        return _whole(after, colours)
    parameters = []
    if lighter:
        parameters.append("22")  # ends both
    for on, had, has in (
        ("1", before.bold and not lighter, after.bold),
        ("2", before.dim and not lighter, after.dim),
    ):
        if has and not had:
            parameters.append(on)
    for on, off, had, has in (
        ("4", "24", before.underline, after.underline),
        ("7", "27", before.reverse, after.reverse),
    ):
        if had != has:
            parameters.append(on if has else off)
    if before.fg != after.fg:
        parameters.append(_colour(after.fg, colours, foreground=True))
    if before.bg != after.bg:
        parameters.append(_colour(after.bg, colours, foreground=False))
    said = ";".join(part for part in parameters if part)
    return f"\x1b[{said}m" if said else ""


def _whole(ink: Ink, colours: Colours) -> str:
    """The sequence that leads from anywhere to an ink.

    Terminals of few colours, such as that of Emacs, may know neither faint nor the end of bold, and
    take both for the end of everything: whatever else there is comes behind.
    """
    asked = (("2", ink.dim), ("1", ink.bold), ("4", ink.underline), ("7", ink.reverse))
    parameters = ["0", *(code for code, has in asked if has)]
    if ink.fg:
        parameters.append(_colour(ink.fg, colours, foreground=True))
    if ink.bg:
        parameters.append(_colour(ink.bg, colours, foreground=False))
    return f"\x1b[{';'.join(part for part in parameters if part)}m"
