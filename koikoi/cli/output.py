"""Lines on a stream that may not be able to show every letter."""

from __future__ import annotations

import json
import re
from typing import Final, TextIO

from koikoi.text.ascii import ascii_form, for_encoding
from koikoi.text.cells import width, wrapped

_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


_NARROWEST: Final = 20
_LETTERS: Final = "ōū×–“”"


class Output:
    """Writes sentences line by line, in ASCII where the stream's encoding lacks a letter.

    No line holds a control character, whatever a path or a file's text brings: a terminal would
    obey it.

    Args:
        stream: Where the lines go.
        ascii_only: Whether only ASCII is written, whatever the stream can show.
    """

    def __init__(self, stream: TextIO, *, ascii_only: bool = False) -> None:
        self._stream = stream
        self._encoding = stream.encoding or "ascii"
        self._ascii_only = ascii_only
        self._plain = ascii_only or for_encoding(_LETTERS, self._encoding) != _LETTERS
        self._terminal = stream.isatty()

    @property
    def plain(self) -> bool:
        """Whether only ASCII is written."""
        return self._plain

    def say(self, sentence: str = "") -> None:
        """Writes one line, and shows it at once."""
        sentence = _CONTROLS.sub("?", sentence)
        # All sentences alike: where some would be in ASCII, all are. A sentence of wide letters has
        # none in ASCII.
        letters = not self._ascii_only and any(width(letter) == 2 for letter in sentence)
        plain = self._plain and not letters
        written = ascii_form(sentence) if plain else for_encoding(sentence, self._encoding)
        for line in self._wrapped(written):
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def _wrapped(self, sentence: str) -> list[str]:
        """The sentence as lines: broken between words on a terminal, which would break in them."""
        if not self._terminal:
            return [sentence]
        import shutil

        said = sentence.strip()
        indent = sentence[: len(sentence) - len(sentence.lstrip())]
        room = max(shutil.get_terminal_size().columns, _NARROWEST) - len(indent)
        return [f"{indent}{line}".rstrip() for line in wrapped(said, room, whole_words=True)]

    def json(self, value: object) -> None:
        """Writes one JSON document on one line, in ASCII."""
        self._stream.write(json.dumps(value) + "\n")
