"""A question on a page of its own, with a few answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from koikoi.tui.brush import Brush
from koikoi.tui.sheet import BLANK, Item, Line, Sheet, Span, choosing_hints, prose
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class Answer(NamedTuple):
    """An answer to a question.

    Attributes:
        name: What it means.
        key: The key that gives it.
        said: How it reads.
    """

    name: str
    key: str
    said: str


def asked_sheet(
    title_said: str, said: str, answers: Sequence[Answer], brush: Brush, width: int
) -> Sheet:
    """A question with its answers."""
    words = brush.glyphs.words
    items = [
        Item(one.name, (Span(f"{one.key}  {words(one.said)}"),), (one.key,)) for one in answers
    ]
    lines: list[Line | Item] = [*prose(words(said), width), BLANK, *items]
    return Sheet(words(title_said), tuple(lines), choosing_hints(brush, brush.text.t("back")))


async def asked(host: Host, title_said: str, said: str, answers: Sequence[Answer]) -> str | None:
    """Asks; returns the name of the answer, ``None`` where there is none."""
    return await host.show(
        SheetPage(host, lambda width: asked_sheet(title_said, said, answers, host.brush, width))
    )
