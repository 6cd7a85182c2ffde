"""The pages around the lessons: what there is to learn, going on, leaving, what follows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from koikoi.lesson.decisions import REASONS, STOP, TWINS, Decision, Judged
from koikoi.text.catalogue import N_, Text
from koikoi.tui.brush import Brush
from koikoi.tui.frame import aligned, padded
from koikoi.tui.sheet import (
    BLANK,
    Item,
    Line,
    Sheet,
    Span,
    choosing_hints,
    column,
    prose,
    reading_hints,
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
        word = brush.t(row.word)
        said = column(f"{row.key}  {word}", _WORD)
        lines.append(Item(row.name, (Span(said, bold=True),), (_KEYS.get(row.key, row.key),)))
        lines += [
            (Span("      "), *line) for line in prose(brush.t(row.note), width - 6, Tone.MUTE)
        ]
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
    """Asks whether the first round goes on where it was left."""
    at = brush.t("Go on at step {number} of {count}", number=place[0], count=place[1])
    return _resuming(brush.t("First round"), at, brush, width)


def decisions_sheet(place: tuple[int, int], brush: Brush, width: int) -> Sheet:
    """Asks whether the koi-koi decisions go on where they were left."""
    number, count = place
    at = brush.t("Go on with decision {number} of {count}", number=number, count=count)
    if number > count:
        at = brush.t("See again what the coach said")
    return _resuming(brush.t("Koi-koi or stop"), at, brush, width)


def _resuming(title: str, at: str, brush: Brush, width: int) -> Sheet:
    lines: tuple[Line | Item, ...] = (
        *prose(brush.t("You have been here before."), width),
        BLANK,
        Item("go_on", (Span(at),), ("g",)),
        Item("again", (Span(brush.t("Begin again")),), ("b",)),
    )
    return Sheet(title, lines, choosing_hints(brush, brush.text.t("back")))


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


# The koi-koi decisions.

_STOPS: Final = {
    (True, True): N_("The coach stops too"),
    (True, False): N_("The coach would call"),
    (False, False): N_("The coach calls too"),
    (False, True): N_("The coach would stop"),
}
"""By whether the player stopped and whether the coach does."""
_LABEL: Final = 8
_FIGURE: Final = 6
"""Columns of the figures in a panel, and of what stands before them."""


def judged_sentence(decision: Decision, given: str, text: Text) -> str:
    """What the coach does, its figures, and why.

    Args:
        decision: The decision.
        given: What the player answered.
        text: The language.
    """
    judged = decision.judged
    verdict = text.t(
        "{verdict} (stop {stop}, call {call} points).",
        verdict=text.t(_STOPS[given == STOP, decision.answer == STOP]),
        stop=_signed(judged.stop.points),
        call=_signed(judged.call.points),
    )
    return text.sentences((verdict, text.t(REASONS[decision.because])))


def judged_lines(judged: Judged, brush: Brush) -> tuple[str, ...]:
    """The coach's figures for both answers, for a panel of 20 columns."""
    stop, call = judged.stop, judged.call
    rows = (
        ("", brush.t("stop"), brush.t("call")),
        (brush.t("points"), _signed(stop.points), _signed(call.points)),
        (brush.t("won"), _percent(stop.won), _percent(call.won)),
        (brush.t("lost"), _percent(stop.lost), _percent(call.lost)),
        (brush.t("match"), _percent(stop.chance), _percent(call.chance)),
    )
    return tuple(
        padded(label, _LABEL) + "".join(aligned(one, _FIGURE) for one in figures)
        for label, *figures in rows
    )


def judged_sheet(decisions: Sequence[Decision], given: str, brush: Brush, width: int) -> Sheet:
    """How often the player agreed with the coach, and what every decision teaches."""
    text = brush.text
    agreed = sum(one.answer == mine for one, mine in zip(decisions, given, strict=True))
    lines: list[Line] = [
        *prose(
            brush.t(
                "You decided as the coach does in {count} of {total}.",
                count=agreed,
                total=len(decisions),
            ),
            width,
            Tone.ACCENT,
            bold=True,
        )
    ]
    for one, mine in zip(decisions, given, strict=True):
        good = one.answer == mine
        sign, tone = (brush.glyphs.made, Tone.GOOD) if good else (brush.glyphs.lost, Tone.WARN)
        lines += [BLANK]
        said = [judged_sentence(one, mine, text)]
        if one.twin is not None:
            said.append(text.t(TWINS[one.because]))
        first, *more = prose(brush.glyphs.words(text.sentences(said)), max(width - 3, 1))
        lines.append((Span(f"{sign}  ", tone, bold=True), *first))
        lines += [(Span("   "), *line) for line in more]
    return Sheet(brush.t("Koi-koi or stop"), tuple(lines), reading_hints(brush))


def _signed(points: float) -> str:
    return f"{points:+.1f}"


def _percent(share: float) -> str:
    return f"{round(100 * share)}%"
