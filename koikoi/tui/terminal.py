"""What this terminal can show: colours, signs, and whether a table can be drawn at all.

:func:`detect` decides from the environment and from what the player chose, without any input or
output; :func:`probe_width` asks the terminal one question; :func:`look` does both. Everything runs
before Textual is imported and needs the standard library only.
"""

from __future__ import annotations

import os
import re
import select
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""Where POSIX looks for the locale's character set: the first that is set and not empty counts."""

PATIENCE: Final = 1.0
"""Seconds that the terminal has for its answer."""


class Colours(StrEnum):
    """How many colours the terminal can show."""

    TRUECOLOR = "truecolor"
    EXTENDED = "256"
    BASIC = "16"
    NONE = "none"


class GlyphSet(StrEnum):
    """Which signs the terminal can show."""

    FULL = "full"
    """What terminals with UTF-8 have, block elements and quadrants among them."""
    SAFE = "safe"
    """What the code page of text consoles has (CP437)."""
    ASCII = "ascii"
    """U+0020 to U+007E."""


class Width(StrEnum):
    """How many columns the terminal gives to signs whose width Unicode leaves open."""

    NARROW = "narrow"
    """One each, as the table needs it."""
    WIDE = "wide"
    """Another number: two each, or one for every byte where the terminal has no UTF-8."""
    UNKNOWN = "unknown"
    """It was no terminal, or gave no answer in time."""


class ColourReason(StrEnum):
    """What decided the number of colours."""

    CHOSEN = "chosen"
    """The player wants so many."""
    NO_COLOR = "no_color"
    """The variable NO_COLOR is set and not empty."""
    COLORTERM = "colorterm"
    """COLORTERM says truecolor."""
    TERM_TRUECOLOR = "term_truecolor"
    """TERM names a terminal that is known to have all colours."""
    TERM_256 = "term_256"
    """TERM says 256 colours."""
    TERM_16 = "term_16"
    """TERM says nothing of more than the 16 colours that every terminal has."""
    TERM_MONO = "term_mono"
    """TERM names a terminal without colours."""
    CONSOLE = "console"
    """It is the Linux console, which has 16, whatever COLORTERM says."""


class GlyphReason(StrEnum):
    """What decided the set of signs."""

    CHOSEN = "chosen"
    """The player wants this set."""
    NO_LOCALE = "no_locale"
    """None of ``LOCALE_VARIABLES`` is set."""
    C_LOCALE = "c_locale"
    """The locale is C or POSIX, which promise ASCII only."""
    COERCED_LOCALE = "coerced_locale"
    """LC_CTYPE has a value that Python itself puts there, and LANG is C, POSIX or not set."""
    CHARSET = "charset"
    """The locale's character set is not UTF-8, or the locale does not name one."""
    CONSOLE = "console"
    """It is the Linux console, whose fonts have few signs."""
    PUTTY = "putty"
    """It is PuTTY, whose usual fonts have few signs."""
    WIDE = "wide"
    """The terminal draws signs too wide."""
    UTF8 = "utf8"
    """The locale's character set is UTF-8, and nothing speaks against it."""


class Refusal(StrEnum):
    """Why no table can be drawn."""

    DUMB = "dumb"
    """TERM is not set, empty, ``dumb`` or ``unknown``."""
    NOT_A_TERMINAL = "not_a_terminal"
    """A standard stream leads to a file or a pipe."""


class Mode(NamedTuple):
    """What the terminal can show, and why we think so.

    Attributes:
        colours: How many colours.
        glyphs: Which signs.
        colours_by: What decided the colours.
        glyphs_by: What decided the signs.
        width: What the probe found; ``None`` where none was made.
        remote: Whether SSH says that a line is between; motion costs more there.
    """

    colours: Colours
    glyphs: GlyphSet
    colours_by: ColourReason
    glyphs_by: GlyphReason
    width: Width | None = None
    remote: bool = False

    @property
    def wants_probe(self) -> bool:
        """Whether the width decides: nobody chose the signs, and they would be the full set."""
        return self.glyphs_by is GlyphReason.UTF8 and self.width is None


_CONSOLE: Final = ("linux", "linux-*")
_PUTTY: Final = ("putty*",)
# By terminfo's convention (term(7)) the suffix -m is for a terminal used without colours.
_MONO: Final = ("vt100", "vt100-*", "vt102", "vt102-*", "*-m", "*-mono")
_TRUECOLOR: Final = ("*-direct", "xterm-kitty", "xterm-ghostty", "alacritty*", "foot*", "wezterm*")
_256: Final = ("*256color*",)
_REMOTE: Final = ("SSH_CONNECTION", "SSH_TTY")
_DUMB: Final = ("", "dumb", "unknown")

_NO_CHARSET: Final = ("C", "POSIX")
_COERCED: Final = ("C.UTF-8", "C.utf8")
_COERCED_ELSEWHERE: Final = "UTF-8"


def detect(
    environ: Mapping[str, str],
    *,
    ascii_only: bool = False,
    no_color: bool = False,
    colours: Colours | None = None,
    glyphs: GlyphSet | None = None,
    width: Width | None = None,
) -> Mode:
    """What a terminal can show, as far as the environment tells; pure.

    What the player chose comes first; who calls puts the command line before the settings.

    NO_COLOR counts where it is "present and not an empty string (regardless of its value)", as
    https://no-color.org has it. COLORTERM is passed over on the Linux console, on monochrome
    terminals and inside GNU screen (STY is set, TMUX is not): it is inherited there from the
    terminal outside, or from a start-up file, and tells nothing.

    Args:
        environ: The environment variables.
        ascii_only: The player wants ASCII; stronger than ``glyphs``.
        no_color: The player wants no colours; stronger than ``colours``.
        colours: How many the player wants, ``None`` for what the terminal has.
        glyphs: The set of signs that the player wants, ``None`` for what fits the terminal.
        width: What :func:`probe_width` found, ``None`` where it was not asked. It does not touch
            what the player chose.
    """
    wanted = Colours.NONE if no_color else colours
    found_colours, colours_by = _colours(environ, wanted)
    if ascii_only:
        found, glyphs_by = GlyphSet.ASCII, GlyphReason.CHOSEN
    elif glyphs is not None:
        found, glyphs_by = glyphs, GlyphReason.CHOSEN
    else:
        found, glyphs_by = _glyphs(environ, width)
    remote = any(environ.get(name) for name in _REMOTE)
    return Mode(found_colours, found, colours_by, glyphs_by, width, remote)


def look(
    environ: Mapping[str, str],
    read_fd: int,
    write_fd: int,
    *,
    ascii_only: bool = False,
    no_color: bool = False,
    colours: Colours | None = None,
    glyphs: GlyphSet | None = None,
    patience: float = PATIENCE,
) -> Mode:
    """:func:`detect`, with :func:`probe_width` where the width decides."""
    found = partial(
        detect, environ, ascii_only=ascii_only, no_color=no_color, colours=colours, glyphs=glyphs
    )
    mode = found()
    ask = mode.wants_probe
    return found(width=probe_width(read_fd, write_fd, patience=patience)) if ask else mode


def refusal(
    environ: Mapping[str, str],
    stdin_is_tty: bool,
    stdout_is_tty: bool,
    *,
    stderr_is_tty: bool = True,
) -> Refusal | None:
    """Why no table can be drawn here, or ``None`` where it can.

    Args:
        environ: The environment variables; TERM counts on POSIX only, Windows does not set it.
        stdin_is_tty: Whether standard input is a terminal.
        stdout_is_tty: Whether standard output is one.
        stderr_is_tty: Whether standard error is one; Textual 8 draws there.
    """
    if os.name == "posix" and _term(environ) in _DUMB:
        return Refusal.DUMB
    if not (stdin_is_tty and stdout_is_tty and stderr_is_tty):
        return Refusal.NOT_A_TERMINAL
    return None


def _term(environ: Mapping[str, str]) -> str:
    return environ.get("TERM", "").strip().lower()


def _is(term: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(term, pattern) for pattern in patterns)


def _colours(environ: Mapping[str, str], wanted: Colours | None) -> tuple[Colours, ColourReason]:
    if wanted is not None:
        return wanted, ColourReason.CHOSEN
    if environ.get("NO_COLOR"):
        return Colours.NONE, ColourReason.NO_COLOR
    term = _term(environ)
    if _is(term, _MONO):
        return Colours.NONE, ColourReason.TERM_MONO
    if _is(term, _CONSOLE):
        return Colours.BASIC, ColourReason.CONSOLE
    inherited = bool(environ.get("STY")) and not environ.get("TMUX")
    said = environ.get("COLORTERM", "").strip().lower()
    if said in ("truecolor", "24bit") and not inherited:
        return Colours.TRUECOLOR, ColourReason.COLORTERM
    if _is(term, _TRUECOLOR):
        return Colours.TRUECOLOR, ColourReason.TERM_TRUECOLOR
    if _is(term, _256):
        return Colours.EXTENDED, ColourReason.TERM_256
    return Colours.BASIC, ColourReason.TERM_16


def _glyphs(environ: Mapping[str, str], width: Width | None) -> tuple[GlyphSet, GlyphReason]:
    reason = _locale(environ)
    if reason is not GlyphReason.UTF8:
        return GlyphSet.ASCII, reason
    if width is Width.WIDE:
        return GlyphSet.ASCII, GlyphReason.WIDE
    term = _term(environ)
    if _is(term, _CONSOLE):
        return GlyphSet.SAFE, GlyphReason.CONSOLE
    if _is(term, _PUTTY):
        return GlyphSet.SAFE, GlyphReason.PUTTY
    return GlyphSet.FULL, GlyphReason.UTF8


def locale_variable(environ: Mapping[str, str]) -> str | None:
    """Which of ``LOCALE_VARIABLES`` names the character set, ``None`` where none is set."""
    return next((name for name in LOCALE_VARIABLES if environ.get(name)), None)


def _locale(environ: Mapping[str, str]) -> GlyphReason:
    """What the locale says of the character set: ``UTF8``, or why it is not that."""
    name = locale_variable(environ)
    if name is None:
        return GlyphReason.NO_LOCALE
    if name == "LC_CTYPE" and _may_be_coerced(environ):
        return GlyphReason.COERCED_LOCALE
    locale = environ[name]
    if locale in _NO_CHARSET:
        return GlyphReason.C_LOCALE
    # language_TERRITORY.charset@variant; macOS has locales that are a character set alone.
    charset = locale.partition("@")[0].rpartition(".")[2]
    if charset.replace("-", "").lower() == "utf8":
        return GlyphReason.UTF8
    return GlyphReason.CHARSET


def _may_be_coerced(environ: Mapping[str, str]) -> bool:
    """Whether LC_CTYPE may be Python's own work.

    Where LC_ALL is not set and the locale would be C, Python puts LC_CTYPE=C.UTF-8 into its own
    environment before any of our code runs (PEP 538; ``C.utf8`` or ``UTF-8`` on systems without
    that locale), over a value that was there. Only LANG still tells what the player has:

    - LANG names a real locale: it is UTF-8 or it is not installed here, and LC_CTYPE may stand.
    - LANG is C, POSIX or not set: nobody but Python may have spoken of UTF-8, so this counts as C.
      A player who did set LC_CTYPE=C.UTF-8 alone says it better with LANG=C.UTF-8 or
      LC_ALL=C.UTF-8, which Python never sets; what ``koikoi doctor`` advises.
    - LC_CTYPE=UTF-8 with no LANG is what the terminal of macOS sets by itself, and stands.
    - PYTHONCOERCECLOCALE=0 forbids it all, so that LC_CTYPE is the player's.
    """
    if environ.get("PYTHONCOERCECLOCALE") == "0":
        return False
    lang = environ.get("LANG", "")
    if environ["LC_CTYPE"] == _COERCED_ELSEWHERE:
        return lang in _NO_CHARSET
    return environ["LC_CTYPE"] in _COERCED and lang in ("", *_NO_CHARSET)


# Two signs whose width Unicode leaves open (UAX #11, class A), then where the cursor is (ECMA-48).
_QUESTION: Final = "\r▀★\x1b[6n".encode()
_ERASE: Final = b"\r\x1b[K"
_ANSWER: Final = re.compile(rb"\x1b\[\d{1,5};(\d{1,5})R")
_LONGEST_ANSWER: Final = 14
_NARROW_COLUMN: Final = 3


def probe_width(read_fd: int, write_fd: int, *, patience: float = PATIENCE) -> Width:
    """Asks the terminal how wide it draws: two signs are written, and it says where it stands.

    The line that the cursor is in is empty afterwards, and the terminal's attributes are as they
    were, whatever happens. What is typed before the answer is dropped, what was typed before the
    question too: keys that were typed at the shell must not play a card.

    An answer that comes later than ``patience`` lies in the terminal's input. Textual 8 reads it
    as a ``CursorPosition`` event, which is no key and has no effect; keys come out of it only if
    it arrives in pieces with more than ``ESCDELAY`` (100 ms) between them. Shift+F3 (``ESC[1;2R``
    in xterm) pressed within the question is taken for an answer.

    Args:
        read_fd: The terminal, for reading. Nothing may be reading it meanwhile.
        write_fd: The terminal, for writing; what is buffered for it has to be flushed before.
        patience: Seconds to wait for the answer.

    Returns:
        ``UNKNOWN`` at once where a descriptor is no terminal or the system has no termios.
    """
    try:
        import termios
    except ImportError:  # Windows
        return Width.UNKNOWN
    if not (os.isatty(read_fd) and os.isatty(write_fd)):
        return Width.UNKNOWN
    column = None
    with suppress(OSError, termios.error):  # The terminal has gone, or is not ours.
        before = termios.tcgetattr(read_fd)
        silent = [*before]
        # Signals stay on: Ctrl+C ends the wait.
        silent[3] &= ~(termios.ECHO | termios.ICANON)
        silent[6] = [*before[6]]
        silent[6][termios.VMIN], silent[6][termios.VTIME] = 1, 0
        try:
            termios.tcsetattr(read_fd, termios.TCSAFLUSH, silent)
            column = _asked(read_fd, write_fd, patience)
        finally:
            termios.tcsetattr(read_fd, termios.TCSAFLUSH, before)
    if column is None:
        return Width.UNKNOWN
    return Width.NARROW if column == _NARROW_COLUMN else Width.WIDE


def _asked(read_fd: int, write_fd: int, patience: float) -> int | None:
    """The column in which the terminal stands after two signs, ``None`` without an answer."""
    try:
        _write(write_fd, _QUESTION)
        return _answer(read_fd, patience)
    finally:
        _write(write_fd, _ERASE)


def _write(write_fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(write_fd, data) :]


def _answer(read_fd: int, patience: float) -> int | None:
    deadline = monotonic() + patience
    found = b""
    while (left := deadline - monotonic()) > 0:
        ready, _, _ = select.select([read_fd], [], [], left)
        if not ready:
            return None
        data = os.read(read_fd, 1024)
        if not data:  # The terminal was hung up.
            return None
        found += data
        if match := _ANSWER.search(found):
            return int(match[1])
        found = found[-_LONGEST_ANSWER:]
    return None
