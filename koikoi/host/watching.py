"""Somebody who watches a table: at their own size and pace, both hands hidden."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.host.feed import Feed
from koikoi.host.seat import names_at
from koikoi.host.tables import HostedTable
from koikoi.tui.seating import Seating, tags_of
from koikoi.tui.tableside import Tableside
from koikoi.tui.visit import VisitPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

_ENDS: Final = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class Watching:
    """Shows a table to somebody who does not play there.

    Args:
        host: Who shows pages.
        side: What lies over the table.
        table: The table.
    """

    def __init__(self, host: Host, side: Tableside, table: HostedTable) -> None:
        self._host, self._side, self._table = host, side, table
        self._over = asyncio.Event()
        self._feed = Feed(table.view(None), side.pace, lambda: host.motion)
        feed = self._feed
        self._page = VisitPage(host, self._seated(), feed.look, feed.pace, feed.motion)
        self._page.seated = self._seated

    def _seated(self) -> Seating:
        text = self._host.brush.text
        names = names_at(self._table, text)
        return Seating(names, tags_of(names, text), None)

    async def watch(self) -> None:
        """Shows it until its match is over or rests, or whoever watches has seen enough."""
        table, page = self._table, self._page
        self._side.visit(page, page.leave)
        table.subscribe(self._feed, None)
        table.watched_by(1)
        shown = asyncio.ensure_future(self._host.show(page))
        following = asyncio.ensure_future(self._follow())
        ends: list[asyncio.Future[Any]] = [
            shown,
            asyncio.ensure_future(self._over.wait()),
            asyncio.ensure_future(table.rested.wait()),
        ]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.unsubscribe(self._feed)
            table.watched_by(-1)
            page.leave()
            ending = [following, *ends[1:]]
            for one in ending:
                one.cancel()
            await asyncio.wait([*ending, shown])
            await self._side.rise()

    async def _follow(self) -> None:
        try:
            await self._feed.follow(self._page, self._shown, resumed=True)
        except Exception as error:
            self._host.failed(error)

    async def _shown(self, seen: PlayerView) -> None:
        """Shows the result of a round until it has been read, or play goes on."""
        if seen.phase not in _ENDS:
            return
        over = seen.phase is Phase.MATCH_OVER
        reading = asyncio.ensure_future(self._side.result(seen))
        both: list[asyncio.Future[Any]] = [reading]
        if not over:
            both.append(asyncio.ensure_future(self._feed.more()))
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._page.on_leave()
            for one in both:
                one.cancel()
            await asyncio.wait(both)
        if over:
            self._over.set()
