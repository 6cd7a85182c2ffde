"""What is read over the table, and the options: pages that answer nothing of the match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card, Mask, cards_of
from koikoi.engine.state import field_cards
from koikoi.engine.view import PlayerView
from koikoi.store.settings import Motion, Settings
from koikoi.table.advisers import Advisers
from koikoi.tui import cardwords, menus, words
from koikoi.tui.cardpage import CardPage
from koikoi.tui.page import Page, Room
from koikoi.tui.seating import Seating
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.tablepage import TablePage

if TYPE_CHECKING:
    from koikoi.engine.rules import Rules
    from koikoi.store.history import History

Opener: TypeAlias = Callable[[Path], Awaitable[None]]
"""Opens something of a match by its record, and returns when it is closed."""


class Host(Room, Protocol):
    """The program that shows pages and knows what the player prefers."""

    settings: Settings
    """What the player prefers."""
    advisers: Advisers
    """Who thinks for the player."""

    async def show(self, page: Page) -> str | None:
        """Shows a page over all others until it ends; returns what it ended with."""

    def prefer(self, settings: Settings) -> None:
        """Takes other settings, at once and for good."""

    def failed(self, error: Exception) -> None:
        """Ends the program because something in it is broken."""

    @property
    def motion(self) -> Motion:
        """How much moves; never ``auto``."""


class Subject(NamedTuple):
    """What pages over a table are about.

    Attributes:
        seen: What the table shows.
        side: Whose side is at the bottom.
        seating: Tells who sits where.
        story: Tells what has happened, in full sentences.
        chosen: The card that is asked about first.
        others: Cards that lie open beside those of the view.
        looked: Told which card was looked at last.
    """

    seen: PlayerView
    side: Seat
    seating: Callable[[], Seating]
    story: Callable[[], Sequence[str]]
    chosen: Card | None = None
    others: Mask = 0
    looked: Callable[[Card], object] = lambda _: None


class Readings:
    """Opens pages by the command that asks for them.

    Args:
        host: Who shows them.
        open_replay: Shows a past match again, by its record.
        open_coach: Tells what could have been played better in it.
        history: Opens the history that is shown; ``None`` for that of this machine's player.
    """

    def __init__(
        self,
        host: Host,
        open_replay: Opener | None = None,
        open_coach: Opener | None = None,
        history: Callable[[], History] | None = None,
    ) -> None:
        self._host = host
        self._history = history
        self._openers = open_replay, open_coach

    def open(self, command: str, table: TablePage | None) -> Coroutine[Any, Any, None] | None:
        """The course of a page until it is closed; ``None`` where the command opens none here."""
        if command == "options":
            return self._options()
        if command == "help":
            return self._help(None if table is None else table.seen.rules)
        if command == "history" and table is None:
            from koikoi.tui.pastpage import PastCourse

            return PastCourse(self._host, *self._openers, history=self._history).run()
        if table is None:
            return None
        choice = table.choice
        chosen = choice.focused if command == "inspect" else None
        subject = Subject(
            table.seen,
            table.side,
            lambda: table.seating,
            lambda: table.story,
            chosen,
            looked=choice.look_at,
        )
        return self.about(command, subject)

    def about(self, command: str, subject: Subject) -> Coroutine[Any, Any, None] | None:
        """The same for what is about a table, wherever it stands."""
        if command == "inspect":
            return self._card(subject)
        host, seen, side, seating = self._host, subject.seen, subject.side, subject.seating
        # Everything is asked for anew for each picture: the language may be another one.
        builds: dict[str, Callable[[int], Sheet]] = {
            "yaku": lambda width: words.yaku_sheet(seen, side, seating().tags, host.brush, width),
            "captures": lambda width: cardwords.captures_sheet(
                seen, side, seating().names, host.brush, width
            ),
            "log": lambda width: words.log_sheet(subject.story(), host.brush, width),
        }
        if command == "rules":
            return self._rules(seen.rules)
        build = builds.get(command)
        return None if build is None else self._read(build, at_end=command == "log")

    async def _read(self, build: Callable[[int], Sheet], *, at_end: bool = False) -> None:
        await self._host.show(SheetPage(self._host, build, at_end=at_end))

    async def _help(self, rules: Rules | None) -> None:
        """Shows the help, and on wish the rules: of the match, or of what a new one would be."""
        from koikoi.tui.rulespage import read_named

        while await self._host.show(self._help_page()) is not None:
            if rules is not None:
                await self._rules(rules)
            else:
                await read_named(self._host, self._host.settings.rules)

    def _help_page(self) -> SheetPage:
        page = SheetPage(
            self._host,
            lambda width: words.help_sheet(self._host.brush, width),
            other=lambda key: page.close(key) if key == "r" else None,
        )
        return page

    async def _rules(self, rules: Rules) -> None:
        from koikoi.tui.rulespage import RulesPage
        from koikoi.tui.rulewords import rules_sheet

        await self._host.show(
            RulesPage(self._host, lambda width: rules_sheet(rules, self._host.brush, width))
        )

    async def _card(self, subject: Subject) -> None:
        """Shows a card, and on wish the others of the hands and of the field."""
        seen, side, chosen = subject.seen, subject.side, subject.chosen
        cards = [*cards_of(seen.hand), *cards_of(subject.others), *field_cards(seen.slots)]
        if seen.in_play is not None:
            cards.insert(0, seen.in_play)
        if not cards:
            return
        page = CardPage(
            self._host,
            cards,
            cards.index(chosen) if chosen in cards else 0,
            lambda card, width: cardwords.card_sheet(seen, side, card, self._host.brush, width),
        )
        await self._host.show(page)
        subject.looked(page.card)

    async def _options(self) -> None:
        """Shows the options; each takes effect at once."""

        def alter(name: str, by: int) -> bool:
            changed = menus.change_option(self._host.settings, name, by)
            if changed is not None:
                self._host.prefer(changed)
            return changed is not None

        def build(width: int) -> Sheet:
            return menus.options_sheet(self._host.settings, self._host.brush, width)

        await self._host.show(SheetPage(self._host, build, alter=alter))
