"""What can be done with a match that is over: look through it, let the coach rate it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from koikoi.engine.actions import Seat
from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.record.record import PERSON
from koikoi.table.daily import result_lines
from koikoi.table.hints import hints_said
from koikoi.table.setup import HUMAN, Table
from koikoi.table.trouble import trouble
from koikoi.text.catalogue import Text

if TYPE_CHECKING:
    from koikoi.tui.readings import Host, Opener


def passed_on(table: Table, text: Text) -> tuple[str, ...]:
    """What belongs to the result of a match: that of the daily deal, or the hints shown in it."""
    hints = table.saver.hints[HUMAN] if table.computer is not None else 0
    return result_lines(table.saver.path, text) or hints_said(text, hints)


def course_of(
    command: str,
    host: Host,
    path: Path,
    seat: Seat,
    labels: tuple[str, str],
    say: Callable[[str], object],
) -> Coroutine[Any, Any, None]:
    """The course of what a command asks for.

    Args:
        command: ``replay`` or ``coach``.
        host: Who shows it.
        path: The match's record.
        seat: Whose side is told first.
        labels: What the seats are called.
        say: Is told why nothing can be shown.
    """
    if command == "coach":
        return show_coach(host, path, seat, labels, say)
    from koikoi.tui.replaypage import show_saved

    return show_saved(host, path, say)


def openers(host: Host) -> tuple[Opener, Opener]:
    """What shows a past match again, and what lets the coach rate it; each takes the record."""

    async def replay(path: Path) -> None:
        from koikoi.tui.replaypage import show_saved

        said: list[str] = []
        await show_saved(host, path, said.append)
        await _tell(host, said)

    async def coach(path: Path) -> None:
        said: list[str] = []
        await show_coach(host, path, None, None, said.append)
        await _tell(host, said)

    return replay, coach


async def _tell(host: Host, said: list[str]) -> None:
    """Shows why something could not be shown."""
    from koikoi.tui.coachwords import trouble_sheet
    from koikoi.tui.sheetpage import SheetPage

    for sentence in said:
        await host.show(SheetPage(host, partial(trouble_sheet, sentence, host.brush)))


async def show_coach(
    host: Host,
    path: Path,
    seat: Seat | None,
    labels: tuple[str, str] | None,
    say: Callable[[str], object],
) -> None:
    """Lets the coach rate a match, and shows what it says until it is left.

    Args:
        host: Who shows it.
        path: The match's record.
        seat: Whose mistakes are told first; ``None`` for those of the person at the match.
        labels: What the seats are called; ``None`` for what the record calls them.
        say: Is told why nothing can be shown.
    """
    from koikoi.tui.coachpage import coach
    from koikoi.tui.replaypage import show_replay

    try:
        record = await asyncio.to_thread(load, path)
    except (RecordError, OSError) as error:
        say(trouble(error, host.brush.text))
        return
    first, second = record.header.players
    if labels is None:
        you = host.brush.text.t("You")
        alone = first.agent == PERSON != second.agent
        labels = (you if alone else first.name, second.name)
    await coach(host, record, seat or 0, labels, lambda ply: show_replay(host, record, ply))
