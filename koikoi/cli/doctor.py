"""``koikoi doctor``: what the game finds out about this terminal, and where its files are.

It changes nothing and makes nothing. Where the table would be drawn in the full set of signs, the
terminal is asked one question (``koikoi.tui.terminal.probe_width``). The exit code is 0 whatever is
found.

``--json`` prints one object. What comes from the environment is shown as it is safe to print, cut
after 60 characters (paths after 300). Its keys:

``terminal``
    ``stdin``, ``stdout`` and ``stderr``: whether they are terminals; ``columns`` and ``rows``,
    ``null`` where nobody tells; ``min_columns`` and ``min_rows`` that the table needs; ``enough``,
    ``null`` where the size is not known; ``refusal``: why no table can be drawn (a ``Refusal``),
    else ``null``.
``colours``
    ``system``: one of ``Colours``; ``because``: one of ``ColourReason``.
``glyphs``
    ``set``: one of ``GlyphSet``; ``because``: one of ``GlyphReason``; ``width``: one of ``Width``,
    ``null`` where the terminal was not asked.
``language``
    ``spoken``: the language of this report, as ``--lang`` takes it; ``because``: one of
    ``LanguageReason``.
``environment``
    The value of each variable of ``VARIABLES``, ``null`` where it is not set; for those of
    ``PRESENCE`` only whether they are set and not empty, since their values tell addresses.
``versions``
    ``koikoi``, ``python``, ``platform``, and each of ``LIBRARIES``, ``null`` where it is missing.
``extras``
    The version of each of ``EXTRAS``, ``null`` where it is not installed.
``places``
    For ``data``, ``config``, ``state`` and ``matches``: ``path``; ``exists``; ``writable``, which
    for a folder that is not there is whether it can be made.
``matches``
    ``unfinished`` and ``broken``: how many there are, both ``null`` where the folder cannot be
    read.
``settings``
    A list of ``code`` (a ``SettingsFault``) and ``key`` (empty for the whole file).
``advice``
    A list of ``Advice``, one for each problem that was found.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi import __version__
from koikoi.cli.language import LanguageReason, reason
from koikoi.cli.output import Output
from koikoi.store import matches, places
from koikoi.store.settings import Settings, SettingsProblem, load_settings
from koikoi.text.problems import shown
from koikoi.tui import art
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH
from koikoi.tui.terminal import (
    LOCALE_VARIABLES,
    ColourReason,
    Colours,
    GlyphReason,
    GlyphSet,
    Mode,
    Refusal,
    detect,
    look,
    refusal,
)

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

VARIABLES: Final = ("TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", *LOCALE_VARIABLES)
"""Variables that say what the terminal is, in the order in which they are told."""

PRESENCE: Final = ("SSH_CONNECTION", "TMUX", "STY")
"""Variables of which only the presence counts."""

LIBRARIES: Final = ("textual", "rich", "numpy", "platformdirs")
EXTRAS: Final = ("asyncssh", "textual-serve")

WIDEST_PATH: Final = 300


class Advice(StrEnum):
    """A problem that was found; each has one sentence that says what to do."""

    NOT_A_TERMINAL = "not_a_terminal"
    DUMB = "dumb"
    TOO_SMALL = "too_small"
    NO_LOCALE = "no_locale"
    WIDE = "wide"
    FEW_COLOURS = "few_colours"
    NOT_WRITABLE = "not_writable"
    MATCHES_UNREADABLE = "matches_unreadable"
    MATCHES_BROKEN = "matches_broken"
    SETTINGS = "settings"
    PICTURES = "pictures"
    WEIGHTS = "weights"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder of the game.

    Attributes:
        path: The folder.
        exists: Whether it is there.
        writable: Whether files can be put there; for a folder that is not there, whether it can be
            made.
    """

    path: Path
    exists: bool
    writable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """All that was found.

    Attributes:
        stdin: Whether standard input is a terminal.
        stdout: Whether standard output is one.
        stderr: Whether standard error is one; the table is drawn there.
        size: Columns and rows, ``None`` where nobody tells.
        refusal: Why no table can be drawn.
        mode: What the terminal can show.
        language: The language that is spoken, and why.
        environ: The environment variables.
        versions: The version of each program and library, ``None`` for what is missing.
        extras: The same for what is not necessary.
        places: The folders.
        unfinished: How many matches can be continued, ``None`` where they cannot be read.
        broken: How many matches are damaged, ``None`` likewise.
        settings: What is wrong with the settings' file.
        pictures: Whether the pictures of the cards can be read.
        weights: Whether the weights of the computer players can be read.
    """

    stdin: bool
    stdout: bool
    stderr: bool
    size: tuple[int, int] | None
    refusal: Refusal | None
    mode: Mode
    language: tuple[str, LanguageReason]
    environ: Mapping[str, str]
    versions: Mapping[str, str | None]
    extras: Mapping[str, str | None]
    places: Mapping[str, Place]
    unfinished: int | None
    broken: int | None
    settings: tuple[SettingsProblem, ...]
    pictures: bool
    weights: bool

    @property
    def enough(self) -> bool | None:
        """Whether the table has room, ``None`` where the size is not known."""
        if self.size is None:
            return None
        return self.size[0] >= MIN_WIDTH and self.size[1] >= MIN_HEIGHT

    @property
    def advice(self) -> tuple[Advice, ...]:
        """The problems."""
        by_locale = self.mode.glyphs_by in (
            GlyphReason.NO_LOCALE,
            GlyphReason.C_LOCALE,
            GlyphReason.COERCED_LOCALE,
            GlyphReason.CHARSET,
        )
        few = self.mode.colours_by is ColourReason.TERM_16
        problems = {
            Advice.NOT_A_TERMINAL: self.refusal is Refusal.NOT_A_TERMINAL,
            Advice.DUMB: self.refusal is Refusal.DUMB,
            Advice.TOO_SMALL: self.enough is False,
            Advice.NO_LOCALE: by_locale,
            Advice.WIDE: self.mode.glyphs_by is GlyphReason.WIDE,
            Advice.FEW_COLOURS: few and self.refusal is None,
            Advice.NOT_WRITABLE: not all(place.writable for place in self.places.values()),
            Advice.MATCHES_UNREADABLE: self.unfinished is None,
            Advice.MATCHES_BROKEN: bool(self.broken),
            Advice.SETTINGS: bool(self.settings),
            Advice.PICTURES: not self.pictures,
            Advice.WEIGHTS: not self.weights,
        }
        return tuple(advice for advice, found in problems.items() if found)


def run(args: argparse.Namespace, text: Text) -> int:
    """Tells what was found."""
    output = Output(sys.stdout)
    findings = examine(text, getattr(args, "lang", None))
    if args.json:
        output.json(document(findings))
        return 0
    from koikoi.cli.doctor_text import sentences

    for sentence in sentences(text, findings):
        output.say(sentence)
    return 0


def examine(text: Text, asked: str | None = None) -> Findings:
    """Looks at everything.

    Args:
        text: The language that is spoken.
        asked: The language that the command line asks for.
    """
    stdin, stdout, stderr = (stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    refused = refusal(os.environ, stdin, stdout, stderr_is_tty=stderr)
    settings, problems = load_settings()
    try:
        saved = matches.saved_matches()
        unfinished, broken = len(saved.unfinished), len(saved.broken)
    except OSError:
        unfinished, broken = None, None
    return Findings(
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        size=_size() if stdout else None,
        refusal=refused,
        mode=_mode(settings, ask=refused is None),
        language=(text.lang, reason(text, asked, os.environ)),
        environ=os.environ,
        versions={
            "koikoi": __version__,
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
            **{name: _version(name) for name in LIBRARIES},
        },
        extras={name: _version(name) for name in EXTRAS},
        places={
            "data": _place(places.data_dir()),
            "config": _place(places.config_dir()),
            "state": _place(places.state_dir()),
            "matches": _place(places.matches_dir()),
        },
        unfinished=unfinished,
        broken=broken,
        settings=problems,
        pictures=_pictures(),
        weights=_weights(),
    )


def _pictures() -> bool:
    """Whether all pictures can be read; without them cards are written."""
    try:
        art.check()
    except art.BrokenPictures:
        return False
    return True


def _weights() -> bool:
    """Whether the computer's weights can be read; without them all levels play like greedy."""
    from koikoi.ai.weights import usable

    return usable()


def _mode(settings: Settings, *, ask: bool) -> Mode:
    """What the table would be drawn with; the terminal is asked only where one would be."""
    glyphs = None if settings.glyphs == "auto" else GlyphSet(settings.glyphs)
    colours = None if settings.colours == "auto" else Colours(settings.colours)
    if not ask:
        return detect(os.environ, colours=colours, glyphs=glyphs)
    sys.stdout.flush()
    read, write = sys.stdin.fileno(), sys.stdout.fileno()
    return look(os.environ, read, write, colours=colours, glyphs=glyphs)


def _size() -> tuple[int, int] | None:
    """Columns and rows, found as Textual finds them: COLUMNS and LINES before the terminal."""
    columns, rows = shutil.get_terminal_size((0, 0))
    return (columns, rows) if columns > 0 and rows > 0 else None


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _place(path: Path) -> Place:
    """What can be said of a folder without making anything."""
    there = os.path.lexists(path)
    nearest = path
    while not os.path.lexists(nearest) and nearest != nearest.parent:
        nearest = nearest.parent
    return Place(path, there, _is_open(nearest))


def _is_open(path: Path) -> bool:
    """Whether it is a folder that we may put files into."""
    with suppress(OSError):  # What it leads to may be closed to us.
        return path.is_dir() and os.access(path, os.W_OK | os.X_OK)
    return False


def document(findings: Findings) -> dict[str, object]:
    """The findings as ``--json`` prints them; the module's docstring names the keys."""
    columns, rows = findings.size or (None, None)
    mode = findings.mode
    environ = findings.environ
    values = {name: environ.get(name) for name in VARIABLES}
    return {
        "terminal": {
            "stdin": findings.stdin,
            "stdout": findings.stdout,
            "stderr": findings.stderr,
            "columns": columns,
            "rows": rows,
            "min_columns": MIN_WIDTH,
            "min_rows": MIN_HEIGHT,
            "enough": findings.enough,
            "refusal": findings.refusal,
        },
        "colours": {"system": mode.colours, "because": mode.colours_by},
        "glyphs": {"set": mode.glyphs, "because": mode.glyphs_by, "width": mode.width},
        "language": {"spoken": findings.language[0], "because": findings.language[1]},
        "environment": {
            **{name: None if value is None else shown(value) for name, value in values.items()},
            **{name: bool(environ.get(name)) for name in PRESENCE},
        },
        "versions": dict(findings.versions),
        "extras": dict(findings.extras),
        "places": {
            name: {
                "path": shown(place.path, WIDEST_PATH),
                "exists": place.exists,
                "writable": place.writable,
            }
            for name, place in findings.places.items()
        },
        "matches": {"unfinished": findings.unfinished, "broken": findings.broken},
        "settings": [
            {"code": problem.code, "key": shown(problem.key)} for problem in findings.settings
        ],
        "advice": list(findings.advice),
    }
