"""The inks of the table, by what they are for, for every kind of terminal.

A theme has grounds (what lies behind), tones (what is written in on a ground) and fills (both at
once). The palette of 256 colours holds exact values of the xterm palette, so that no terminal
library has to guess the nearest one. Where there are few colours or none, tones differ by bold and
dim, and fills are reverse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum, auto
from itertools import product
from typing import Final, NamedTuple

from koikoi.engine.cards import Card, Kind, Ribbon
from koikoi.tui.frame import Ink
from koikoi.tui.terminal import Colours


class Ground(StrEnum):
    """What lies behind."""

    TABLE = auto()
    STRIP = auto()
    """The strips of captures, prompt, keys and log."""
    PANEL = auto()
    """The panel, dialogs and pages."""


class Tone(StrEnum):
    """What is written, by its meaning."""

    TEXT = auto()
    MUTE = auto()
    ACCENT = auto()
    """Titles, the prompt, whatever is chosen."""
    MATCH = auto()
    """What can be taken."""
    GOOD = auto()
    WARN = auto()
    BAD = auto()
    LINE = auto()
    """Separators."""


class Fill(StrEnum):
    """Ground and tone at once."""

    HEADER = auto()
    FOCUS = auto()
    """Whatever is chosen."""
    MATCH = auto()
    """The key of a card that takes something; the letters of targets."""
    PAPER = auto()
    """The face of a chosen text card."""
    LIGHT = auto()
    ANIMAL = auto()
    POEM = auto()
    RED = auto()
    BLUE = auto()
    PLAIN = auto()
    BACK = auto()
    """The back of a card."""
    EDGE = auto()
    """The sides of a drawn back."""


class Theme(NamedTuple):
    """All inks.

    Attributes:
        name: Its name.
        grounds: The colour of every ground, empty for the terminal's own.
        tones: The ink of every tone, without a ground.
        fills: The ink of every fill.
        colourful: Whether colours tell what bars at a card mean; otherwise signs have to.
        dark: Whether it is dark; ``None`` where the terminal's own colours are the ground.
        is_xterm: Whether all colours are of the xterm palette.
    """

    name: str
    grounds: Mapping[Ground, str]
    tones: Mapping[Tone, Ink]
    fills: Mapping[Fill, Ink]
    colourful: bool
    dark: bool | None
    is_xterm: bool = False

    def on(self, ground: Ground, tone: Tone = Tone.TEXT, *, bold: bool = False) -> Ink:
        """A tone on a ground."""
        ink = self.tones[tone]
        return ink._replace(bg=self.grounds[ground], bold=bold or ink.bold)

    def fill(self, fill: Fill) -> Ink:
        """A fill."""
        return self.fills[fill]

    def of_card(self, card: Card) -> Ink:
        """The fill of a card's caption and chip: its kind, and for ribbons their colour."""
        return self.fills[fill_of(card)]

    def of_kind(self, kind: Kind) -> Tone:
        """The tone in which a kind's sign and count are written."""
        return {
            Kind.LIGHT: Tone.ACCENT,
            Kind.ANIMAL: Tone.GOOD,
            Kind.RIBBON: Tone.BAD,
            Kind.PLAIN: Tone.MUTE,
        }[kind]


_RIBBONS: Final = {Ribbon.POEM: Fill.POEM, Ribbon.RED: Fill.RED, Ribbon.BLUE: Fill.BLUE}
_KINDS: Final = {Kind.LIGHT: Fill.LIGHT, Kind.ANIMAL: Fill.ANIMAL, Kind.PLAIN: Fill.PLAIN}


def fill_of(card: Card) -> Fill:
    """The fill of a card's caption and chip: its kind, and for ribbons their colour."""
    if card.kind is Kind.RIBBON:
        assert card.ribbon is not None
        return _RIBBONS[card.ribbon]
    return _KINDS[card.kind]


def xterm(number: int) -> str:
    """A colour of the xterm palette from 16 on, as it is defined: a 6×6×6 cube, then greys.

    Args:
        number: 16 to 255; the first 16 are the terminal's own.
    """
    if number >= _FIRST_GREY:
        level = 8 + 10 * (number - _FIRST_GREY)
        return f"#{level:02x}{level:02x}{level:02x}"
    number -= 16
    red, green, blue = _STEPS[number // 36], _STEPS[number // 6 % 6], _STEPS[number % 6]
    return f"#{red:02x}{green:02x}{blue:02x}"


def mixed(colour: str, other: str, share: float, *, exact: bool) -> str:
    """A mixture of two colours.

    Args:
        colour: ``#rrggbb``.
        other: Likewise.
        share: How much of it is the other, 0 to 1.
        exact: Whether any colour will do; otherwise it is the nearest of the xterm palette.
    """
    mixture = tuple(
        round(one * (1 - share) + two * share)
        for one, two in zip(_parts(colour), _parts(other), strict=True)
    )
    if not exact:
        mixture = min(_near(mixture), key=lambda known: _distance(known, mixture))
    return "#{:02x}{:02x}{:02x}".format(*mixture)


def _parts(colour: str) -> tuple[int, ...]:
    """Red, green and blue, 0 to 255."""
    return tuple(bytes.fromhex(colour[1:]))


def _near(colour: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The colours of the xterm palette that may be the nearest: a corner of the cube, a grey."""
    steps = (sorted(_STEPS, key=lambda step: abs(step - part))[:2] for part in colour)
    yield from product(*steps)
    yield from _GREYS


def _distance(one: tuple[int, ...], two: tuple[int, ...]) -> int:
    """How far colours are apart; the eye sees green best, and a grey in the place of a tint."""
    red, green, blue = (a - b for a, b in zip(one, two, strict=True))
    tinted = max(two) - min(two) > _TINT and max(one) == min(one)
    return 2 * red**2 + 4 * green**2 + 3 * blue**2 + (_GREY_FOR_TINT if tinted else 0)


_STEPS: Final = (0, 95, 135, 175, 215, 255)
_FIRST_GREY: Final = 232
_TINT: Final = 24
_GREY_FOR_TINT: Final = 600
_GREYS: Final = tuple((level, level, level) for level in range(8, 248, 10))


def _colourful(
    name: str, colours: Mapping[str, str], *, cards: Mapping[Fill, Ink], dark: bool
) -> Theme:
    tones = {tone: Ink(colours[tone.value]) for tone in Tone}
    return Theme(
        name,
        {ground: colours[ground.value] for ground in Ground},
        tones,
        {
            Fill.HEADER: Ink(colours["header_text"], colours["header"]),
            Fill.FOCUS: Ink(colours["on_accent"], colours["accent"], bold=True),
            Fill.MATCH: Ink(colours["on_accent"], colours["match"], bold=True),
            **cards,
        },
        colourful=True,
        dark=dark,
        is_xterm=cards is _XTERM_CARDS,
    )


_TRUE_CARDS: Final = {
    Fill.PAPER: Ink("#201c24", "#f4ead2", bold=True),
    Fill.LIGHT: Ink("#201c24", "#f3b52b"),
    Fill.ANIMAL: Ink("#14302a", "#9bd3c0"),
    Fill.POEM: Ink("#ffffff", "#d4213a"),
    Fill.RED: Ink("#ffffff", "#b34a55"),
    Fill.BLUE: Ink("#ffffff", "#2b50b4"),
    Fill.PLAIN: Ink("#2b2620", "#cdbe9c"),
    Fill.BACK: Ink("#b02a3c", "#7e1526"),
    Fill.EDGE: Ink(bg="#5a0e1b"),
}
_XTERM_CARDS: Final = {
    Fill.PAPER: Ink(xterm(234), xterm(230), bold=True),
    Fill.LIGHT: Ink(xterm(234), xterm(214)),
    Fill.ANIMAL: Ink(xterm(16), xterm(115)),
    Fill.POEM: Ink(xterm(231), xterm(160)),
    Fill.RED: Ink(xterm(231), xterm(131)),
    Fill.BLUE: Ink(xterm(231), xterm(26)),
    Fill.PLAIN: Ink(xterm(235), xterm(187)),
    Fill.BACK: Ink(xterm(125), xterm(88)),
    Fill.EDGE: Ink(bg=xterm(52)),
}

DARK: Final = _colourful(
    "dark",
    {
        "table": "#15302f",
        "strip": "#1b3b39",
        "panel": "#0d1b1e",
        "text": "#ede6d3",
        "mute": "#8fa3a0",
        "accent": "#ffc94a",
        "match": "#58c7f3",
        "good": "#7ed491",
        "warn": "#ffb347",
        "bad": "#ff7b72",
        "line": "#34524f",
        "header": "#7e1526",
        "header_text": "#fbebd0",
        "on_accent": "#0d1b1e",
    },
    cards=_TRUE_CARDS,
    dark=True,
)
LIGHT: Final = _colourful(
    "light",
    {
        "table": "#a8c3b5",
        "strip": "#b9d0c3",
        "panel": "#f7f2e4",
        "text": "#17211f",
        "mute": "#3f4d49",
        "accent": "#7a3300",
        "match": "#0a4c8c",
        "good": "#0f5226",
        "warn": "#7a3300",
        "bad": "#96102a",
        "line": "#8fa89b",
        "header": "#8e1b2e",
        "header_text": "#fff3dc",
        "on_accent": "#ffffff",
    },
    cards=_TRUE_CARDS,
    dark=False,
)
DARK_256: Final = _colourful(
    "dark-256",
    {
        "table": xterm(235),
        "strip": xterm(237),
        "panel": xterm(233),
        "text": xterm(230),
        "mute": xterm(109),
        "accent": xterm(221),
        "match": xterm(81),
        "good": xterm(114),
        "warn": xterm(215),
        "bad": xterm(210),
        "line": xterm(240),
        "header": xterm(88),
        "header_text": xterm(230),
        "on_accent": xterm(233),
    },
    cards=_XTERM_CARDS,
    dark=True,
)
LIGHT_256: Final = _colourful(
    "light-256",
    {
        "table": xterm(251),
        "strip": xterm(253),
        "panel": xterm(230),
        "text": xterm(234),
        "mute": xterm(239),
        "accent": xterm(88),
        "match": xterm(18),
        "good": xterm(22),
        "warn": xterm(88),
        "bad": xterm(89),
        "line": xterm(108),
        "header": xterm(88),
        "header_text": xterm(230),
        "on_accent": xterm(231),
    },
    cards=_XTERM_CARDS,
    dark=False,
)

BASIC: Final = Theme(
    "basic",
    dict.fromkeys(Ground, ""),
    {
        Tone.TEXT: Ink(),
        Tone.MUTE: Ink(dim=True),
        Tone.ACCENT: Ink("bright_yellow", bold=True),
        Tone.MATCH: Ink("bright_cyan", bold=True),
        Tone.GOOD: Ink("green", bold=True),
        Tone.WARN: Ink("yellow", bold=True),
        Tone.BAD: Ink("red"),
        Tone.LINE: Ink(dim=True),
    },
    {
        Fill.HEADER: Ink(reverse=True),
        Fill.FOCUS: Ink(reverse=True, bold=True),
        Fill.MATCH: Ink("black", "cyan"),
        Fill.PAPER: Ink(reverse=True, bold=True),
        Fill.LIGHT: Ink("black", "yellow"),
        Fill.ANIMAL: Ink("black", "cyan"),
        Fill.POEM: Ink("white", "red"),
        Fill.RED: Ink("white", "magenta"),
        Fill.BLUE: Ink("white", "blue"),
        Fill.PLAIN: Ink("black", "white"),
        Fill.BACK: Ink("red"),
        Fill.EDGE: Ink("red"),
    },
    colourful=False,
    dark=None,
)
"""For 16 colours: those of the terminal, which may be light or dark. Signs tell what bars mean."""

MONO: Final = Theme(
    "mono",
    dict.fromkeys(Ground, ""),
    {
        Tone.TEXT: Ink(),
        Tone.MUTE: Ink(dim=True),
        Tone.ACCENT: Ink(bold=True),
        Tone.MATCH: Ink(bold=True),
        Tone.GOOD: Ink(bold=True),
        Tone.WARN: Ink(bold=True),
        Tone.BAD: Ink(bold=True),
        Tone.LINE: Ink(dim=True),
    },
    {
        Fill.HEADER: Ink(reverse=True),
        Fill.FOCUS: Ink(reverse=True, bold=True),
        Fill.MATCH: Ink(bold=True),
        Fill.PAPER: Ink(reverse=True, bold=True),
        Fill.LIGHT: Ink(bold=True),
        Fill.ANIMAL: Ink(bold=True),
        Fill.POEM: Ink(bold=True),
        Fill.RED: Ink(bold=True),
        Fill.BLUE: Ink(bold=True),
        Fill.PLAIN: Ink(),
        Fill.BACK: Ink(dim=True),
        Fill.EDGE: Ink(dim=True),
    },
    colourful=False,
    dark=None,
)
"""Without any colour: bold, dim and reverse."""


def theme_for(colours: Colours, *, dark: bool) -> Theme:
    """The theme for what a terminal can show.

    Args:
        colours: How many colours it has.
        dark: Whether the player wants a dark one; where the terminal's own colours are used, the
            terminal decides.
    """
    if colours is Colours.TRUECOLOR:
        return DARK if dark else LIGHT
    if colours is Colours.EXTENDED:
        return DARK_256 if dark else LIGHT_256
    return BASIC if colours is Colours.BASIC else MONO
