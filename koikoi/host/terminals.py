"""What a client says of its terminal, and what may be believed of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from koikoi.text.catalogue import preferred
from koikoi.text.cells import wrapped
from koikoi.tui.terminal import (
    LOCALE_VARIABLES,
    ColourReason,
    Colours,
    Mode,
    Refusal,
    detect,
    refusal,
)

VARIABLES: Final = frozenset(
    {*LOCALE_VARIABLES, "LANGUAGE", "LC_MESSAGES", "COLORTERM", "NO_COLOR"}
)
"""The environment variables of a client that count."""
LONGEST_VALUE: Final = 64

LONGEST_HEADER: Final = 256
_TAG: Final = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_QUALITY: Final = re.compile(r"q=([01](?:\.[0-9]{0,3})?)")

LEAST: Final = (40, 12)
MOST: Final = (200, 60)
_USUAL: Final = (80, 24)

_TERM: Final = re.compile(r"[A-Za-z0-9._+-]{1,32}")
_UNKNOWN: Final = "xterm"
"""What a terminal is taken for that does not say, or says nonsense."""

# Terminals that have 16 colours; nearly all others have 256, whatever their name says.
_BASIC: Final = re.compile(r"xterm|xterm-16color|screen|screen-bce|ansi|cygwin|rxvt|vt[0-9].*")


def clean_term(given: str | None) -> str:
    """The name of a terminal; never anything but letters, digits and a few signs."""
    if given and _TERM.fullmatch(given):
        return given
    return _UNKNOWN


def clamped(columns: int, rows: int) -> tuple[int, int]:
    """A size that can be drawn; a terminal that gives none, or zero, is taken for a usual one."""
    columns, rows = columns or _USUAL[0], rows or _USUAL[1]
    return (
        min(max(columns, LEAST[0]), MOST[0]),
        min(max(rows, LEAST[1]), MOST[1]),
    )


def lines_for(said: str, columns: int) -> bytes:
    """Sentences for a terminal on which nothing is drawn, broken between words.

    Args:
        said: Lines of them.
        columns: The columns that the terminal says it has; 0 for none.
    """
    room = min(columns, MOST[0]) if columns > 1 else _USUAL[0]
    rows = (row for line in said.splitlines() for row in wrapped(line, room))
    return "".join(f"{row}\r\n" for row in rows).encode("utf-8", "replace")


def printable(given: str, widest: int) -> str:
    """As much of a text from outside as is safe anywhere: ASCII, on one line, of limited length."""
    return "".join(char for char in given[: 4 * widest] if " " <= char <= "~").strip()[:widest]


def mode_of(term: str, variables: Mapping[str, str]) -> Mode:
    """What a terminal can show.

    Nearly no client sends more than TERM, so that a locale that was not sent is one with UTF-8, and
    a terminal without a known name has 256 colours.

    Args:
        term: Its name, clean.
        variables: What the client sent of its environment.
    """
    sent = {name: value[:LONGEST_VALUE] for name, value in variables.items() if name in VARIABLES}
    if not any(sent.get(name) for name in LOCALE_VARIABLES):
        sent["LANG"] = "C.UTF-8"
    # It cannot be what our own Python has put there.
    mode = detect({**sent, "TERM": term, "PYTHONCOERCECLOCALE": "0"})
    if mode.colours_by is ColourReason.TERM_16 and not _BASIC.fullmatch(term.lower()):
        mode = mode._replace(colours=Colours.EXTENDED, colours_by=ColourReason.TERM_256)
    return mode._replace(remote=True)


def spoken(variables: Mapping[str, str], usual: str) -> str:
    """The language of somebody: the one that their client asks for, else the host's.

    Args:
        variables: What the client sent of its environment.
        usual: The host's language.
    """
    return preferred({name: value[:LONGEST_VALUE] for name, value in variables.items()}, usual)


def asked_languages(header: str) -> dict[str, str]:
    """What a browser asks for (``Accept-Language``), as a variable; the best one first."""
    found = []
    for place, one in enumerate(header[:LONGEST_HEADER].split(",")):
        tag, _, weight = one.partition(";")
        quality = _QUALITY.fullmatch(weight.strip())
        if _TAG.fullmatch(tag.strip()) and (quality is not None or not weight):
            found.append((-float(quality[1]) if quality is not None else -1.0, place, tag.strip()))
    wanted = ":".join(tag for weight, _, tag in sorted(found) if weight)
    return {"LANGUAGE": wanted} if wanted else {}


def is_dumb(term: str) -> bool:
    """Whether a terminal cannot show a table."""
    return refusal({"TERM": term}, True, True) is Refusal.DUMB
