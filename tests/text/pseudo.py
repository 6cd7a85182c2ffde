"""A made-up language that shows where each piece of a sentence comes from.

Every message is wrapped in ⟦ ⟧, has its placeholders in the reverse order, keeps no Latin letter
of its own, and a number's message has three forms. So Latin letters in a sentence of this language
came past the catalogue, and so did what stands outside the brackets.
"""

from __future__ import annotations

import gettext
import re
from functools import cache
from string import Formatter

from koikoi.text.catalogue import Text

Key = tuple[str | None, str]


class Pseudo(gettext.NullTranslations):
    """The made-up language; remembers which messages were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Key] = set()

    def gettext(self, message: str) -> str:
        self.asked.add((None, message))
        return pseudo(message)

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((None, msgid1))
        form = "①" if n == 1 else "②" if n < 5 else "③"
        return pseudo(msgid1 if n == 1 else msgid2, form)


@cache
def pseudo(message: str, form: str = "") -> str:
    """The message in the made-up language."""
    literal = []
    names = []
    for text, name, _, _ in Formatter().parse(message):
        # What argparse fills in by itself stays as it is.
        literal.append(
            re.sub(r"(%(?:\(\w+\))?[sr])|[A-Za-z]+", lambda found: found[1] or "≈", text)
        )
        if name is not None:
            names.append(name)
    holes = [f"{{{name}}}" for name in reversed(names)]
    pieces = [piece for pair in zip(literal, [*holes, ""], strict=False) for piece in pair]
    return f"⟦{form}{''.join(pieces)}{''.join(literal[len(holes) + 1 :])}⟧"


def pseudo_text() -> tuple[Text, Pseudo]:
    """The made-up language as a text, and what counts its messages."""
    translations = Pseudo()
    return Text.from_translations(translations, "xx"), translations


def is_one_message(sentence: str) -> bool:
    """Whether a sentence is a single message, with all else inside its brackets."""
    depth = 0
    for place, character in enumerate(sentence):
        depth += (character == "⟦") - (character == "⟧")
        if depth == 0 and place < len(sentence) - 1:
            return False
    return depth == 0 and sentence.startswith("⟦")
