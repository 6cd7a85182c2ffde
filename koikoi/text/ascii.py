"""Sentences for outputs that know no letters but ASCII, readable as they are."""

from __future__ import annotations

import unicodedata
from typing import Final

from koikoi.text.cells import width

# What has no decomposition into ASCII, or one that reads worse. A reader, and a program that
# reads aloud, should meet the sign that people type for it.
_FORMS: Final = str.maketrans(
    {
        "×": "x",
        "÷": "/",
        "−": "-",
        "–": "-",
        "—": "-",
        "‐": "-",
        "‑": "-",
        "·": "-",
        "•": "*",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "「": '"',
        "」": '"',
        "‘": "'",
        "’": "'",
        "…": "...",
        "→": "->",
        "←": "<-",
        "≥": ">=",
        "≤": "<=",
        "≠": "!=",
        "▲": "^",
        "▽": "v",
        "、": ", ",
        "。": ". ",
        "ß": "ss",
        "ẞ": "SS",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "þ": "th",
        "Þ": "Th",
        "ı": "i",
    }
)


def ascii_form(sentence: str) -> str:
    """The sentence in printable ASCII.

    ``Gokō`` becomes ``Goko``, ``×2`` becomes ``x2``. Letters that have no such form, kanji in a
    player's name for one, become a question mark each; so do controls.
    """
    if sentence.isascii() and sentence.isprintable():
        return sentence
    spelled = unicodedata.normalize("NFKD", sentence.translate(_FORMS))
    return "".join(
        character if character.isascii() and character.isprintable() else "?"
        for character in spelled
        if not unicodedata.combining(character)
    )


def for_encoding(sentence: str, encoding: str) -> str:
    """The sentence as it is where the output's encoding has all its letters, else in ASCII.

    Where it has wide letters of the sentence, only those that it lacks are in ASCII.

    Args:
        sentence: The sentence.
        encoding: The output's encoding, such as ``sys.stdout.encoding``; one that Python does not
            know is taken to be ASCII.
    """
    if _encodes(sentence, encoding):
        return sentence
    if not any(width(one) == 2 and _encodes(one, encoding) for one in sentence):
        return ascii_form(sentence)
    return "".join(one if _encodes(one, encoding) else ascii_form(one) for one in sentence)


def _encodes(sentence: str, encoding: str) -> bool:
    try:
        sentence.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
