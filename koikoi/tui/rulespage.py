"""The rules on the screen: read page by page, section by section, by keys or mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from koikoi.engine.presets import RulesFileError, UnknownPreset
from koikoi.engine.rules import RulesError
from koikoi.store.ownrules import named_rules
from koikoi.text.options import rules_name
from koikoi.text.problems import rules_trouble
from koikoi.tui.brush import Brush
from koikoi.tui.page import Room
from koikoi.tui.rulewords import rules_sheet, sections
from koikoi.tui.sheet import Sheet, prose, reading_hints
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


async def read_named(host: Host, name: str) -> None:
    """Shows the rules of a name, or why they cannot be used."""
    try:
        rules = named_rules(name)
    except (UnknownPreset, RulesFileError, RulesError, OSError) as error:
        told = rules_trouble(host.brush.text, error)
        await host.show(SheetPage(host, lambda width: _trouble_sheet(told, host.brush, width)))
    else:
        await read_rules(host, rules)


def _trouble_sheet(told: tuple[str, ...], brush: Brush, width: int) -> Sheet:
    lines = [line for said in told for line in prose(brush.glyphs.words(said), width, indent=2)]
    return Sheet(brush.t("These rules cannot be used"), tuple(lines), reading_hints(brush))
