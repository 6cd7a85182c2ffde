"""Watching a table of the house: what everybody may see of it, at the watcher's own pace.

A watcher never holds up a table: events wait in line until they are shown, and where too many do
the table is shown as it is now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from koikoi.engine.actions import Seat
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.host.feed import Feed
from koikoi.match.session import Listener
from koikoi.tui import words
from koikoi.tui.demopage import LEAVES
from koikoi.tui.seating import Seating, tags_of
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.uistate import Does, KeyHint, UiState
from koikoi.tui.visit import VisitPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

_ENDS: Final = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class LiveTable(Protocol):
    """A table at which a match is played: a session with names."""

    @property
    def names(self) -> tuple[str, str]:
        """What both seats are called; already clean."""

    def view(self, seat: Seat | None) -> PlayerView:
        """The match as a seat (``None``: a watcher) may know it now."""

    def subscribe(self, listener: Listener, seat: Seat | None) -> None:
        """Adds a listener."""

    def unsubscribe(self, listener: Listener) -> None:
        """Takes a listener away."""


class Onlooker:
    """Shows a table to nobody in particular.

    Args:
        host: Who shows pages.
        table: The table.
        pace: How much longer or shorter everything is held.
        result: Seconds for which the result of a round is shown.
        leave: Ends everything, where whoever is at the keyboard wants to.
    """

    def __init__(
        self,
        host: Host,
        table: LiveTable,
        pace: Callable[[], float],
        result: float,
        leave: Callable[[], None],
    ) -> None:
        self._host = host
        self._table = table
        self._leave = leave
        self._result = result
        names = table.names
        self._feed = feed = Feed(
            table.view(None),
            lambda: 0.0 if host.motion == "none" else pace(),
            lambda: host.motion,
        )
        self._page = _LookedAt(
            host,
            Seating(names, tags_of(names, host.brush.text), None),
            feed.look,
            feed.pace,
            feed.motion,
        )

    # What is shown.

    async def watch(self) -> None:
        """Shows the table until its match is over, or until it is cancelled or left."""
        page = self._page
        self._table.subscribe(self._feed, None)
        shown = asyncio.ensure_future(self._host.show(page))
        following = asyncio.ensure_future(self._follow())
        try:
            await asyncio.wait([shown, following], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.unsubscribe(self._feed)
            following.cancel()
            left = page.result.done()
            page.close()
            await asyncio.wait([shown, following])
        if left:
            self._leave()
        elif not following.cancelled():
            following.result()

    async def _follow(self) -> None:
        await self._feed.follow(self._page, self._looked, resumed=True)

    async def _looked(self, seen: PlayerView) -> None:
        """Shows results, unless the table has gone on meanwhile."""
        if seen.phase in _ENDS and not self._feed.behind:
            await self._told(seen)

    async def _told(self, seen: PlayerView) -> None:
        """Shows the result of a round, or of the match, for a while."""
        table, host = self._page, self._host
        ends = [event for event in table.ended if isinstance(event, words.End)]

        def build(width: int) -> Sheet:
            names = table.seating.names
            sheet = words.result_sheet(seen, ends, table.narrator, 0, names, host.brush, width)
            hint = KeyHint(host.brush.text.t("q"), host.brush.text.t("leave"), "q")
            return replace(sheet, hints=(hint,))

        page = SheetPage(host, build)
        shown = asyncio.ensure_future(host.show(page))
        try:
            await asyncio.wait([shown], timeout=self._result)
            if page.result.done():
                table.leave()
        finally:
            page.close()


class _LookedAt(VisitPage):
    """The table on a screen that is only looked at: no key does anything but leaving."""

    def ui(self) -> UiState:
        """What is shown beside the view."""
        text = self.room.brush.text
        return super().ui()._replace(hints=(KeyHint(text.t("q"), text.t("leave"), "leave"),))

    def press(self, key: str, at: float) -> None:
        """Takes a key."""
        if key in LEAVES and at >= self.open_since:
            self.leave()

    def click(self, target: object, at: float) -> None:
        """Takes a click on the hint."""
        if target == Does("leave"):
            self.press("q", at)
