"""The page that asks what a new match is to be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from koikoi.table.setup import Setup
from koikoi.tui import menus
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


async def asked_setup(
    host: Host, two: menus.Two = menus.AT_THIS_SCREEN, *, people: bool = False
) -> Setup | None:
    """Asks; ``None`` where the page is left.

    Args:
        host: Who shows the page.
        two: How a match of two people is offered.
        people: Whether that is what is offered first.

    Raises:
        ValueError: The rules cannot be used.
    """
    wish = menus.wish_of(host.settings)
    if people:
        wish = replace(wish, level="")

    def alter(name: str, by: int) -> bool:
        nonlocal wish
        changed = menus.altered(wish, name, by)
        wish = wish if changed is None else changed
        return changed is not None

    page = SheetPage(
        host,
        lambda width: menus.setup_sheet(wish, host.brush, width, two),
        alter=alter,
        entered="start",
    )
    if await host.show(page) is None:
        return None
    setup = menus.setup_of(wish)
    host.prefer(menus.remembered(host.settings, wish))
    return setup
