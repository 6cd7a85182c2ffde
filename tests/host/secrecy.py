"""What may reach whom at the tables of a house."""

from __future__ import annotations

from typing import Any

import pytest

from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.events import Event, RoundDealt, RoundEnded
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.host.feed import Feed


class Kept:
    """Keeps all that feeds are given: screens show nothing else.

    Attributes:
        views: Every view, by the seat of the feed that was given it.
        events: Every event, likewise, with the view after it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views: dict[Seat | None, list[PlayerView]] = {0: [], 1: [], None: []}
        self.events: dict[Seat | None, list[tuple[Event, PlayerView]]] = {0: [], 1: [], None: []}
        real, hear, kept = Feed.__init__, Feed.hear, self

        def made(feed: Feed, seen: PlayerView, *args: Any) -> None:
            real(feed, seen, *args)
            kept.views[seen.seat].append(seen)
            kept.events[seen.seat] += [(event, seen) for event in seen.history]

        async def heard(feed: Feed, events: tuple[Event, ...], seen: PlayerView) -> None:
            kept.views[feed.seen.seat].append(seen)
            kept.events[feed.seen.seat] += [(event, seen) for event in events]
            await hear(feed, events, seen)

        monkeypatch.setattr(Feed, "__init__", made)
        monkeypatch.setattr(Feed, "hear", heard)

    def check(self) -> None:
        """No feed was ever given what its seat may not know."""
        for seat, views in self.views.items():
            assert views
            assert {seen.seat for seen in views} == {seat}
            assert all(seen.seed is None or seen.phase is Phase.MATCH_OVER for seen in views)
            if seat is None:
                assert not any(seen.hand for seen in views)
        for seat, events in self.events.items():
            dealt = [(event, seen) for event, seen in events if isinstance(event, RoundDealt)]
            assert dealt
            for event, seen in dealt:
                for other in SEATS:
                    assert other == seat or event.hands[other] is None, seen.phase
            ends = [seen for event, seen in events if isinstance(event, RoundEnded)]
            assert all(seen.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER) for seen in ends)
