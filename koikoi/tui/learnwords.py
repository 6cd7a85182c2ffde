"""The pages around the lessons: what there is to learn, going on, leaving, what follows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from koikoi.text.catalogue import N_
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

PLACE: Final = N_("Step {number}/{count}")

_WORD: Final = 24
"""Columns of an entry's name."""


class EntryRow(NamedTuple):
    """Something to learn, as the list shows it.

    Attributes:
        name: Its name.
        key: The key that chooses it.
        word: What it is called.
        note: What it is, or how far it has been done.
    """

    name: str
    key: str
    word: str
    note: str


def learn_sheet(rows: Sequence[EntryRow], brush: Brush, width: int) -> Sheet:
    """What there is to learn."""
    lines: list[Line | Item] = []
    for row in rows:
        said = column(f"{row.key}  {brush.t(row.word)}", _WORD)
        lines.append(Item(row.name, (Span(said, bold=True),), (_KEYS.get(row.key, row.key),)))
        lines += [(Span("      "), *line) for line in prose(brush.t(row.note), width - 6, Tone.MUTE)]
    return Sheet(brush.t("Learn"), tuple(lines), choosing_hints(brush, brush.text.t("back")))


_KEYS: Final = {"?": "question_mark"}


def parting_sheet(brush: Brush) -> Sheet:
    """The question before a lesson is left."""
    items = (
        Item("go_on", (Span(brush.t("g  Go on")),), ("g", "escape")),
        Item("away", (Span(brush.t("l  Leave, and go on here another time")),), ("l",)),
        Item("again", (Span(brush.t("b  Begin the lesson again")),), ("b",)),
    )
    return Sheet(brush.t("Leave the lesson?"), items, choosing_hints(brush, brush.text.t("go on")))


def resume_sheet(place: tuple[int, int], brush: Brush, width: int) -> Sheet:
    """Asks whether a lesson goes on where it was left."""
    lines: tuple[Line | Item, ...] = (
        *prose(brush.t("You were here before, and left the lesson on the way."), width),
        BLANK,
        Item("go_on", (Span(brush.t(_GO_ON, number=place[0], count=place[1])),), ("g",)),
        Item("again", (Span(brush.t("Begin again")),), ("b",)),
    )
    return Sheet(brush.t("First round"), lines, choosing_hints(brush, brush.text.t("back")))


_GO_ON: Final = N_("Go on at step {number} of {count}")


_LEARNT: Final = (
    N_(
        "You have played a round of koi-koi, and know months and kinds, how cards are captured, "
        "what yaku are, and what a call of koi-koi risks."
    ),
    N_(
        "Next is a real match against Uguisu, three rounds long. In it, h shows a hint: what to do,"
        " and why. y shows all yaku, Tab a card, and ? every key."
    ),
)


def learnt_sheet(brush: Brush, width: int) -> Sheet:
    """What follows the first round."""
    lines: list[Line | Item] = []
    for said in _LEARNT:
        lines += [*prose(brush.t(said), width), BLANK]
    lines += [
        Item("match", (Span(brush.t("Play the match"), bold=True),), ("p",)),
        Item("koikoi", (Span(brush.t("Koi-koi or stop: five decisions first")),), ("k",)),
        Item("back", (Span(brush.t("Back")),), ("b",)),
    ]
    return Sheet(brush.t("Well done"), tuple(lines), choosing_hints(brush, brush.text.t("back")))
