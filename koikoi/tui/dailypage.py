"""The page of the daily deal: what it is, how far one is with it, and the way to its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koikoi.table import daily
from koikoi.table.setup import Table
from koikoi.text.catalogue import N_, Text
from koikoi.text.daily import Standing, about, result_line
from koikoi.tui.brush import Brush
from koikoi.tui.sheet import BLANK, Item, Line, Sheet, Span, choosing_hints, prose
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.theme import Tone

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

PLAY: Final = "play"
"""The item that leads to the table."""

_WORDS: Final = {
    Standing.OPEN: N_("Start"),
    Standing.BEGUN: N_("Go on with it"),
    Standing.DONE: N_("Play it again, as a repeat"),
}


def daily_sheet(known: daily.Attempts, result: str, brush: Brush, width: int) -> Sheet:
    """The page of a date's deal.

    Args:
        known: What has been played of it.
        result: The line of the result that counts, empty before.
        brush: Inks, signs, language.
        width: Columns of a line.
    """
    words = brush.glyphs.words
    title = brush.t("Daily deal of {date}", date=known.day.isoformat())
    again = known.standing is Standing.DONE and known.next is not None
    word = N_("Go on with the repeat") if again else _WORDS[known.standing]
    lines: list[Line | Item] = [Item(PLAY, (Span(brush.t(word), bold=True),), ("d",)), BLANK]
    if result:
        lines += prose(words(result), width, Tone.ACCENT, bold=True)
        command = f"koikoi daily --date {known.day.isoformat()} --result"
        said = brush.t("{command} prints this line.", command=command)
        lines += [*prose(said, width, Tone.MUTE), BLANK]
    for said in about(brush.text, daily.rules(), daily.rival(brush.text)):
        lines += prose(words(said), width, Tone.MUTE)
    return Sheet(title, tuple(lines), choosing_hints(brush, brush.text.t("back")))


async def wants_daily(host: Host, known: daily.Attempts, text: Text) -> bool:
    """Shows the page; returns whether a match of that deal is to be played.

    Raises:
        RecordError: The record of the match that counts does not replay.
    """
    result = known.result()
    line = "" if result is None else result_line(text, result)
    page = SheetPage(host, lambda width: daily_sheet(known, line, host.brush, width))
    return await host.show(page) is not None


async def asked_daily(host: Host, text: Text) -> Table | None:
    """The match of today's deal, ready to be played; ``None`` where it is not to be played now.

    Args:
        host: Who shows what it is.
        text: The language.

    Raises:
        RecordError, UnknownAgent, OSError: It cannot be set up or taken up.
    """
    known = daily.attempts(daily.today())
    if not await wants_daily(host, known, text):
        return None
    return daily.daily_table(known.day, text, daily.play_command(known.day))
