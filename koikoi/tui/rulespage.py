"""The rules on the screen: read page by page, section by section, by keys or mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from koikoi.text.options import rules_name
from koikoi.tui.page import Room
from koikoi.tui.rulewords import rules_sheet, sections
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.engine.rules import Rules
    from koikoi.tui.readings import Host


class RulesPage(SheetPage):
    """A long page with sections: left and right go from one to the other, space a page on.

    Args:
        room: Who shows it.
        build: Makes the sheet for a number of columns.
    """

    def __init__(self, room: Room, build: Callable[[int], Sheet]) -> None:
        super().__init__(room, build)

    def press(self, key: str, at: float) -> None:
        """Goes to a section or a page, or does what any page does."""
        if at < self.open_since or self._sheet is None:
            return
        if key == "space":
            super().press("pagedown", at)
        elif key in ("left", "right", "tab", "shift+tab"):
            self._turn(1 if key in ("right", "tab") else -1)
        else:
            super().press(key, at)

    def _turn(self, by: int) -> None:
        """Goes to the section after what is at the top, or to the one before."""
        assert self._sheet is not None
        starts = sections(self._sheet)
        later = [row for row in starts if row > self._top]
        earlier = [row for row in starts if row < self._top]
        if by > 0:
            # From the last one on it begins again, so that a mouse reaches all of them.
            self.go(0 if self._ends or not later else later[0])
        else:
            self.go(earlier[-1] if earlier else 0)


async def read_rules(host: Host, rules: Rules) -> None:
    """Shows rules that no match is played by."""

    def build(width: int) -> Sheet:
        brush = host.brush
        return rules_sheet(
            rules, brush, width, brush.t("Rules: {name}", name=rules_name(brush.text, rules))
        )

    await host.show(RulesPage(host, build))
