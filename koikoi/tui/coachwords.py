"""What the coach says, as pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from koikoi.engine.actions import Seat, other
from koikoi.review.coach import Review
from koikoi.review.lessons import Lesson
from koikoi.table import coaching
from koikoi.text.cells import wrapped
from koikoi.tui.brush import Brush
from koikoi.tui.frame import cut
from koikoi.tui.sheet import BLANK, Item, Line, Sheet, Span, column, prose
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

_BAR: Final = 40
_FIGURE: Final = 12


def waiting_sheet(done: int, count: int, brush: Brush, width: int) -> Sheet:
    """What is seen while the coach thinks.

    Args:
        done: How many decisions have been rated.
        count: How many there are; 0 while that is not known.
        brush: Inks, signs, language.
        width: Columns of a line.
    """
    said = brush.n("{done} of {count} decision", "{done} of {count} decisions", count, done=done)
    wide = min(_BAR, width)
    filled = wide * done // count if count else 0
    bar = (Span(brush.glyphs.have * filled, Tone.GOOD), Span(brush.glyphs.want * (wide - filled)))
    lines = [
        *prose(brush.t("The coach plays every decision on, in many ways it could go."), width),
        BLANK,
        *(((Span(brush.glyphs.words(said)),),) if count else ()),
        bar,
    ]
    return Sheet(brush.t("The coach"), tuple(lines), (_back(brush),))


def queue_sheet(before: int, brush: Brush, width: int) -> Sheet:
    """What is seen while the coach looks at the matches of others."""
    said = brush.n(
        "The coach looks at {count} other match first.",
        "The coach looks at {count} other matches first.",
        before,
    )
    stays = brush.t("Yours follows by itself as long as this page is open.")
    lines = (*prose(brush.glyphs.words(said), width), *prose(stays, width))
    return Sheet(brush.t("The coach"), lines, (_back(brush),))


def trouble_sheet(said: str, brush: Brush, width: int) -> Sheet:
    """Why the coach cannot say anything."""
    lines = prose(brush.glyphs.words(said), width)
    return Sheet(brush.t("The coach"), tuple(lines), (_back(brush),))


def review_sheet(
    review: Review,
    levels: tuple[float | None, float | None],
    taught: Sequence[Lesson],
    seat: Seat,
    labels: tuple[str, str],
    brush: Brush,
    width: int,
) -> Sheet:
    """The totals, and the dearest decisions to choose from.

    Args:
        review: The rated match.
        levels: In terms of levels, how well each seat played.
        taught: The dearest decisions of the seat.
        seat: Whose they are.
        labels: What the seats are called.
        brush: Inks, signs, language.
        width: Columns of a line.
    """
    words = brush.glyphs.words
    lines: list[Line | Item] = []
    lines += prose(
        words(coaching.summary(brush.text, review, seat, labels)), width, Tone.ACCENT, bold=True
    )
    heads = ("", labels[seat], labels[other(seat)])
    for label, own, rival in (heads, *coaching.table(brush.text, review, levels, seat)):
        lines.append(
            (
                Span(column(words(label), max(width - 2 * _FIGURE, 20))),
                Span(_right(words(own)), Tone.ACCENT if not label else Tone.TEXT, bold=True),
                Span(_right(words(rival)), Tone.ACCENT if not label else Tone.MUTE),
            )
        )
    lines.append(BLANK)
    if taught:
        said = brush.t("What cost most ({name}):", name=labels[seat])
        lines += prose(words(said), width, Tone.ACCENT, bold=True)
    else:
        lines += prose(brush.t("No decision could have been better."), width)
    for number, lesson in enumerate(taught, start=1):
        first, second, *_ = coaching.fault(brush.text, lesson)
        item = Span(cut(words(f"{number}. {first}"), width - 3, brush.glyphs.dots))
        lines.append(Item(str(number), (item,), (str(number),)))
        for line in wrapped(words(second), max(width - 6, 20)):
            lines.append((Span(f"      {line}", Tone.MUTE),))
    hints = (
        KeyHint(brush.glyphs.up_down, brush.t("choose"), "down"),
        KeyHint(brush.t("Enter"), brush.t("position"), "enter"),
        KeyHint(brush.t("x"), brush.t("other player"), "x"),
        _back(brush),
    )
    return Sheet(brush.t("The coach"), tuple(lines), hints)


def _right(said: str) -> str:
    said = cut(said, _FIGURE - 1)
    return " " * (_FIGURE - cell_len(said)) + said


def lesson_sheet(lesson: Lesson, brush: Brush, width: int, *, replays: bool = False) -> Sheet:
    """A decision that could have been better: the position, why, and all that could be done.

    Args:
        lesson: The decision.
        brush: Inks, signs, language.
        width: Columns of a line.
        replays: Whether the match can be shown from here.
    """
    words, text = brush.glyphs.words, brush.text
    first, second, *why = coaching.fault(text, lesson)
    lines: list[Line] = []
    lines += prose(words(first), width, Tone.ACCENT, bold=True)
    lines += prose(words(second), width, bold=True)
    for said in why:
        lines += prose(words(said), width)
    lines.append(BLANK)
    for said in coaching.situation(text, lesson.seen):
        lines += prose(words(said), width, indent=2)
    lines.append(BLANK)
    for place, said in enumerate(coaching.ranking(text, lesson.decision.judgement.rated)):
        lines += prose(words(said), width, Tone.MUTE if place else Tone.GOOD, indent=2)
    shows = (KeyHint(brush.t("p"), brush.t("replay"), "p"),) if replays else ()
    hints = (KeyHint(brush.glyphs.up_down, brush.t("scroll"), "down"), *shows, _back(brush))
    return Sheet(brush.t("A decision"), tuple(lines), hints)


def _back(brush: Brush) -> KeyHint:
    return KeyHint(brush.t("Esc"), brush.t("back"), "escape")
