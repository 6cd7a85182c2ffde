"""Sets of rules side by side on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koikoi.engine.presets import PRESET_NAMES, RulesFileError, preset
from koikoi.engine.rules import Rules, RulesError
from koikoi.store.ownrules import named_rules, own_names
from koikoi.tui.comparewords import WIDEST, Beside, beside_sheet
from koikoi.tui.page import Room
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class ComparePage(SheetPage):
    """Shows as many sets of rules as have room; the others come by keys.

    Args:
        room: Who shows it.
        rules: The sets of rules, two or more.
    """

    widest = WIDEST

    def __init__(self, room: Room, rules: tuple[Rules, ...]) -> None:
        super().__init__(room, lambda width: beside_sheet(self.beside_each, self.room.brush, width))
        self.beside_each = Beside(rules)

    def press(self, key: str, at: float) -> None:
        """Shows others or other options, or does what any page does."""
        if at < self.open_since:
            return
        looked = self.beside_each
        if key in ("left", "right"):
            self._look(looked.turned(1 if key == "right" else -1))
        elif key in ("tab", "shift+tab"):
            self._look(looked.led())
        elif key == "a":
            self._look(looked._replace(whole=not looked.whole))
        elif key == "space":
            super().press("pagedown", at)
        else:
            super().press(key, at)

    def _look(self, looked: Beside) -> None:
        self.beside_each = looked
        self.room.repaint(self)


def all_rules(*, own: bool) -> tuple[Rules, ...]:
    """All presets, and the rules of the player's own that can be used.

    Args:
        own: Whether the player's own are there as well.
    """
    found = [preset(name) for name in PRESET_NAMES]
    for name in own_names() if own else ():
        try:
            found.append(named_rules(name))
        except (RulesError, RulesFileError, OSError):
            continue  # the page of the player's own rules says why
    return tuple(found)


async def side_by_side(host: Host, *, own: bool = True) -> None:
    """Shows all presets, and the player's own rules, side by side."""
    await host.show(ComparePage(host, all_rules(own=own)))
