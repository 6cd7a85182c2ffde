"""What can be done with a match that is over: look through it, let the coach rate it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from koikoi.engine.actions import Seat
from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.table.daily import result_lines
from koikoi.table.setup import Table
from koikoi.table.trouble import trouble
from koikoi.text.catalogue import Text

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


def passed_on(table: Table, text: Text) -> tuple[str, ...]:
    """The line with the result of a match of the daily deal, nothing for others."""
    return result_lines(table.saver.path, text)


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


async def show_coach(
    host: Host,
    path: Path,
    seat: Seat,
    labels: tuple[str, str],
    say: Callable[[str], object],
) -> None:
    """Lets the coach rate a match, and shows what it says until it is left.

    Args:
        host: Who shows it.
        path: The match's record.
        seat: Whose mistakes are told first.
        labels: What the seats are called.
        say: Is told why nothing can be shown.
    """
    from koikoi.tui.coachpage import coach
    from koikoi.tui.replaypage import show_replay

    try:
        record = await asyncio.to_thread(load, path)
    except (RecordError, OSError) as error:
        say(trouble(error, host.brush.text))
        return
    await coach(host, record, seat, labels, lambda ply: show_replay(host, record, ply))
