"""The page that asks what a new match is to be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from koikoi.store.ownrules import own_names
from koikoi.table.setup import Setup
from koikoi.tui import menus
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class SetupPage(SheetPage):
    """Asks; it ends with ``start``, with a key that opens something else, or with ``None``.

    Args:
        host: Who shows the page.
        wish: What the match is to be at first.
        two: How a match of two people is offered.
        own: Whether the player's own rules are offered.
    """

    def __init__(self, host: Host, wish: menus.Wish, two: menus.Two, *, own: bool) -> None:
        def build(width: int) -> Sheet:
            return menus.setup_sheet(self.wish, host.brush, width, two, own=own)

        super().__init__(host, build, alter=self._change, other=self._other_key, entered="start")
        self.wish = wish
        self._own = own

    def _change(self, name: str, by: int) -> bool:
        names = own_names() if self._own and name == "rules" else ()
        changed = menus.altered(self.wish, name, by, names)
        self.wish = self.wish if changed is None else changed
        return changed is not None

    def _other_key(self, key: str) -> None:
        if key in menus.SETUP_PAGES and (self._own or key != menus.OWN_KEY):
            self.close(key)


async def asked_setup(
    host: Host,
    two: menus.Two = menus.AT_THIS_SCREEN,
    *,
    people: bool = False,
    own: bool = False,
) -> Setup | None:
    """Asks; ``None`` where the page is left.

    Args:
        host: Who shows the page.
        two: How a match of two people is offered.
        people: Whether that is what is offered first.
        own: Whether the player's own rules are offered, to play by and to make.

    Raises:
        ValueError: The rules cannot be used.
    """
    wish = menus.wish_of(host.settings)
    if people:
        wish = replace(wish, level="")
    chosen = ""
    while True:
        page = SetupPage(host, wish, two, own=own)
        page.choose(chosen)
        answer = await host.show(page)
        wish, chosen = page.wish, page.chosen
        if answer is None:
            return None
        if answer == "start":
            break
        wish = await _opened(answer, host, wish, own=own)
    setup = menus.setup_of(wish)
    host.prefer(menus.remembered(host.settings, wish))
    return setup


async def _opened(key: str, host: Host, wish: menus.Wish, *, own: bool) -> menus.Wish:
    """Opens what a key asks for; returns the wish with rules that were made there."""
    if key == menus.OWN_KEY:
        from koikoi.tui.ownrulespage import own_rules

        made = await own_rules(host)
        return replace(wish, rules=made) if made else wish
    if key == menus.BESIDE_KEY:
        from koikoi.tui.comparepage import side_by_side

        await side_by_side(host, own=own)
    else:
        from koikoi.tui.rulespage import read_named

        await read_named(host, wish.rules)
    return wish
