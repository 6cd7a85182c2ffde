"""Pages of the card trainer's questions, painted without a program around them."""

from __future__ import annotations

import gettext
import re
from typing import Final

from koikoi.lesson.quiz import Question
from koikoi.lesson.trainer import Answered
from koikoi.text.catalogue import Text, load
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Frame
from koikoi.tui.paint.quiz import Asked, paint_quiz
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, LIGHT_256, MONO

TITLE: Final = "Card trainer: 3/10, 2 right, rules “Standard”"

BRUSHES: Final[dict[str, Brush]] = {
    "pictures": make_brush(DARK, GlyphSet.FULL, load()),
    "words": make_brush(DARK, GlyphSet.FULL, load(), pictures=False),
    "light": make_brush(LIGHT_256, GlyphSet.SAFE, load()),
    "ascii": make_brush(MONO, GlyphSet.ASCII, load()),
}


def before(question: Question, chosen: int = -1) -> Asked:
    """A question that waits for its answer."""
    return Asked(TITLE, question, chosen)


def missed(question: Question) -> Asked:
    """The same, answered wrong."""
    return after(question, (question.right + 1) % len(question.options))


def after(question: Question, given: int) -> Asked:
    """The same, answered."""
    return Asked(TITLE, question, -1, Answered(question, given, 0, 1))


def page(asked: Asked, size: tuple[int, int], brush: Brush) -> Frame:
    """The page on a terminal of this size."""
    return paint_quiz(asked, *size, brush)


def words_of(frame: Frame) -> str:
    """All words of a page, with one blank between them."""
    return " ".join(" ".join(frame.text()).split())


class _Wide(gettext.NullTranslations):
    """A made-up language whose letters take two columns, half as many as the English ones."""

    def gettext(self, message: str) -> str:
        return _wide(message)

    def pgettext(self, context: str, message: str) -> str:
        del context
        return _wide(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _wide(msgid1 if n == 1 else msgid2)


def _wide(message: str) -> str:
    parts = re.split(r"(\{\w+\})", message)
    return "".join(
        part if part.startswith("{") else "花" * ((len(part) + 1) // 2) for part in parts
    )


def wide_text() -> Text:
    """That language."""
    return Text.from_translations(_Wide(), "yy")
