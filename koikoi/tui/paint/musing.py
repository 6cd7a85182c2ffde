"""What a player thinks, as lines of the panel: every choice with what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from koikoi.tui.brush import Brush
from koikoi.tui.frame import aligned, cut, padded
from koikoi.tui.paint.advice import Advice
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import UiState

if TYPE_CHECKING:
    from koikoi.table.thoughts import Weighed


def lines(ui: UiState, width: int, room: int, brush: Brush) -> list[Advice]:
    """The thought of a player: a title, its choices, the best first, and why.

    There are none where nothing is known of what the choices are worth.

    Args:
        ui: Who thinks what.
        width: Columns of a line.
        room: How many lines there is room for.
        brush: Signs and language.
    """
    musing = ui.musing
    assert musing is not None  # who asks has looked
    weighed = _kept(musing.thought.weighed, room - 1)
    if not weighed:
        return []
    points = _column(
        brush.p("heading, 4 columns", "pts"), [f"{one.points:+.1f}" for one in weighed]
    )
    wins = _column(brush.p("heading, 4 columns", "win"), [_percent(one) for one in weighed])
    head, *figures = (one + other for one, other in zip(points, wins, strict=True))
    name = brush.glyphs.words(ui.names[musing.seat]).upper()
    told = [_title(name, head, width, brush)]
    told += [
        _line(one, one.said, figure, width, brush)
        for one, figure in zip(weighed, figures, strict=True)
    ]
    told += [Advice(reason, Tone.MUTE) for reason in musing.thought.reasons]
    return told[:room]


def brief_lines(ui: UiState, width: int, room: int, brush: Brush) -> list[Advice]:
    """The same in a panel of a few columns: names in brief, and the chance to win."""
    musing = ui.musing
    assert musing is not None  # who asks has looked
    weighed = _kept(musing.thought.weighed, room - 1)
    if not weighed:
        return []
    head, *wins = _column(brush.p("heading, 4 columns", "win"), [_percent(one) for one in weighed])
    name = brush.glyphs.words(ui.tags[musing.seat]).upper()
    told = [_title(name, head, width, brush)]
    told += [
        _line(one, one.brief, win, width, brush) for one, win in zip(weighed, wins, strict=True)
    ]
    return told[:room]


def _column(title: str, figures: list[str]) -> list[str]:
    """A title and the figures below it, after at least one blank."""
    width = max(map(cell_len, (title, *figures))) + 1
    return [aligned(one, width) for one in (title, *figures)]


def _title(name: str, figures: str, width: int, brush: Brush) -> Advice:
    return Advice(_between(name, figures, width, brush), Tone.ACCENT, bold=True)


def _kept(weighed: tuple[Weighed, ...], room: int) -> tuple[Weighed, ...]:
    """As many as there is room for, the one that is taken among them."""
    if len(weighed) <= max(room, 0):
        return weighed
    if room < 1:
        return ()
    place = next((place for place, one in enumerate(weighed) if one.taken), 0)
    return weighed[:room] if place < room else (*weighed[: room - 1], weighed[place])


def _line(one: Weighed, said: str, figures: str, width: int, brush: Brush) -> Advice:
    sign = brush.glyphs.pointer if one.taken else " "
    line = _between(f"{sign}{brush.glyphs.words(said)}", figures, width, brush)
    return Advice(line, Tone.GOOD if one.taken else Tone.TEXT, bold=one.taken)


def _between(left: str, right: str, width: int, brush: Brush) -> str:
    """Words at the left and figures at the right of a line."""
    room = width - cell_len(right)
    return padded(cut(left, room, brush.glyphs.dots), room) + right


def _percent(one: Weighed) -> str:
    return f"{round(100 * one.chance)}%"
