"""The pages of words around the questions of the card trainer. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Final, NamedTuple

from koikoi.engine.rules import Rules
from koikoi.engine.yaku import YakuId
from koikoi.lesson import quizwords
from koikoi.lesson.boxes import LEVELS, known
from koikoi.lesson.facts import Fact
from koikoi.lesson.quiz import askable
from koikoi.lesson.trainer import LENGTHS, Summary
from koikoi.text import short
from koikoi.text.options import rules_name
from koikoi.tui.brush import Brush
from koikoi.tui.sheet import (
    BLANK,
    Item,
    Line,
    Sheet,
    Span,
    choosing_hints,
    column,
    prose,
)
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

FORGET: Final = "forget"
"""The item that asks whether to forget everything."""
YES: Final = "yes"
"""The answer to that which does."""

_MONTH: Final = 10
_YAKU: Final = 11
_BAR: Final = LEVELS + 3
"""Columns of a month's name, of a yaku's, of a bar with what parts it from the next one."""


class Learning(NamedTuple):
    """How it stands with what is learnt.

    Attributes:
        rules: The rules that questions are about.
        boxes: How well facts are known.
        notices: What is to be said of it.
    """

    rules: Rules
    boxes: Mapping[str, int]
    notices: tuple[str, ...] = ()


def trainer_sheet(learning: Learning, brush: Brush, width: int) -> Sheet:
    """Where it begins: how many questions, and what is known."""
    text = brush.text
    lines: list[Line | Item] = [
        Item(str(count), (Span(brush.n("{count} question", "{count} questions", count)),), keys)
        for count, keys in zip(LENGTHS, (("1",), ("2",)), strict=True)
    ]
    if learning.boxes:
        said = brush.t("Forget what I know, and begin anew")
        lines.append(Item(FORGET, (Span(said),), ("f",)))
    for notice in learning.notices:
        lines += prose(brush.glyphs.words(notice), width, Tone.WARN)
    said = text.t(
        "Known under the rules “{rules}”: {percent} %.",
        rules=rules_name(text, learning.rules),
        percent=quizwords.percent(known(learning.boxes, askable(learning.rules))),
    )
    lines += [BLANK, *prose(brush.glyphs.words(said), width, Tone.ACCENT, bold=True)]
    lines += known_lines(learning, brush, width)
    return Sheet(brush.t("Card trainer"), tuple(lines), choosing_hints(brush, text.t("back")))


def known_lines(learning: Learning, brush: Brush, width: int) -> list[Line]:
    """A small picture of what is known: the months of the cards, and beside them the yaku."""
    text, boxes = brush.text, learning.boxes
    facts = askable(learning.rules)
    months = [
        (
            f"{month:>2} {brush.glyphs.words(short.plant_6(text, month))}",
            _of_month(facts, month),
        )
        for month in range(1, 13)
    ]
    yaku = [
        (brush.glyphs.words(short.yaku_9(text, one)), _of_yaku(facts, one))
        for one in dict.fromkeys(fact.yaku for fact in facts)
        if one is not None
    ]
    left = [_bar(name, known(boxes, those), _MONTH, brush) for name, those in months]
    right = [_bar(name, known(boxes, those), _YAKU, brush) for name, those in yaku]
    if width < _MONTH + 2 * _YAKU + 3 * _BAR:
        return [*left, *right]
    half = (len(right) + 1) // 2
    # There are more months than yaku in a column, so that all columns begin at the same place.
    rows = zip_longest(left, right[:half], right[half:], fillvalue=BLANK)
    return [tuple(span for line in row for span in line) for row in rows]


def _of_month(facts: Iterable[Fact], month: int) -> list[Fact]:
    return [fact for fact in facts if fact.card is not None and fact.card.month == month]


def _of_yaku(facts: Iterable[Fact], yaku: YakuId) -> list[Fact]:
    return [fact for fact in facts if fact.yaku is yaku]


def _bar(name: str, share: float, width: int, brush: Brush) -> Line:
    """A name and a bar: full where all is known, and not empty where anything is."""
    filled = max(int(LEVELS * share + 1e-9), int(share > 0))
    bar = brush.glyphs.have * filled + brush.glyphs.want * (LEVELS - filled)
    return Span(column(name, width)), Span(bar, Tone.GOOD if filled else Tone.MUTE), Span("   ")


def forget_sheet(brush: Brush) -> Sheet:
    """Asks before everything is forgotten."""
    items = (
        Item("no", (Span("n  " + brush.t("Keep it")),), ("n",)),
        Item(YES, (Span("y  " + brush.t("Forget everything")),), ("y",)),
    )
    hints = choosing_hints(brush, brush.text.t("back"))
    return Sheet(brush.t("Forget what you know?"), items, hints)


def summary_sheet(summary: Summary, learning: Learning, brush: Brush, width: int) -> Sheet:
    """What a session came to, what is known least, and what is known now."""
    words = brush.glyphs.words
    first, *others = quizwords.result(brush.text, summary)
    lines: list[Line | Item] = [*prose(words(first), width, Tone.ACCENT, bold=True)]
    for notice in learning.notices:
        lines += prose(words(notice), width, Tone.WARN)
    for said in others:
        lines += prose(words(said), width)
    weak = quizwords.weakest(brush.text, summary)
    if weak:
        lines += [BLANK, (Span(brush.t("Known least of what was asked"), Tone.ACCENT, bold=True),)]
        for said in weak:
            lines += prose(words(said), width, indent=2)
    lines += [BLANK, *known_lines(learning, brush, width)]
    text = brush.text
    hints = (
        KeyHint(text.t("Enter"), text.t("go on"), "enter"),
        KeyHint(brush.glyphs.up_down, text.t("scroll"), "down"),
        KeyHint(text.t("Esc"), text.t("back"), "escape"),
    )
    return Sheet(brush.t("Card trainer: what came of it"), tuple(lines), hints)
