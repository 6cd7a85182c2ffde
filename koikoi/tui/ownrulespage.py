"""Rules of the player's own: the list of them; to make, change, rename and remove them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from koikoi.engine.presets import PRESET_NAMES, RulesFileError, UnknownPreset, preset
from koikoi.engine.rules import Rules, RulesError
from koikoi.store import ownrules
from koikoi.store.matches import REMOVED
from koikoi.store.ownrules import LONGEST, name_fault
from koikoi.table.rulesdraft import Draft, differing, draft_of, nearest
from koikoi.table.saver import reason
from koikoi.text.options import option_names, preset_name
from koikoi.text.own_rules import difference, name_problem
from koikoi.text.problems import rules_trouble, shown
from koikoi.tui.asking import Answer, asked
from koikoi.tui.brush import Brush
from koikoi.tui.editing import Editing
from koikoi.tui.frame import cut
from koikoi.tui.page import Room
from koikoi.tui.rulessaving import asked_name, cannot_be_saved, taken
from koikoi.tui.sheet import BLANK, Item, Line, Sheet, Span, choosing_hints, column, prose
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

_WIDEST: Final = 300
_NAME: Final = 19
"""Columns of a name; what is to be known of the rules stands behind them."""
_SIGN: Final = 3
"""Columns before an entry."""
_NEW: Final = "new"
_OWN: Final = "own"


class ListPage(SheetPage):
    """The list; it ends with the chosen entry, or with what is to be done with it."""

    def __init__(self, room: Room, build: Callable[[int], Sheet]) -> None:
        super().__init__(room, build, other=self._other_key)

    def _other_key(self, key: str) -> None:
        wanted = {"d": "remove", "delete": "remove", "n": "rename"}.get(key)
        if wanted is not None and self.chosen.startswith(_OWN):
            self.close(wanted)


class OwnRules:
    """Leads through the rules of the player's own.

    Args:
        host: Who shows pages.

    Attributes:
        saved: The name that rules were saved under last, empty for none.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._told: tuple[str, ...] = ()
        self._own: dict[str, Rules | None] = {}
        self.saved = ""

    async def run(self) -> str:
        """Shows them until they are left; returns the name that rules were saved under last."""
        chosen = ""
        while True:
            self._own = await asyncio.to_thread(_read_all)
            page = ListPage(self._host, self._sheet)
            page.choose(chosen)
            wanted = await self._host.show(page)
            if wanted is None:
                return self.saved
            self._told, chosen = (), page.chosen
            kind, _, name = chosen.partition(" ")
            if kind == _NEW:
                await self._edit(draft_of(preset(name)))
            elif wanted == "remove":
                await self._remove(name)
            elif (rules := self._read(name)) is not None:
                if wanted == "rename":
                    await self._rename(name, rules)
                else:
                    await self._edit(draft_of(rules, name))

    def _sheet(self, width: int) -> Sheet:
        return own_rules_sheet(self._own, self._told, self._host.brush, width)

    def _read(self, name: str) -> Rules | None:
        """The rules of a name; where they cannot be used, that is told."""
        try:
            return ownrules.named_rules(name)
        except (RulesError, RulesFileError, UnknownPreset, OSError) as error:
            self._told = rules_trouble(self._host.brush.text, error)
            return None

    async def _edit(self, draft: Draft) -> None:
        self.saved = await Editing(self._host, draft).run() or self.saved

    async def _rename(self, name: str, rules: Rules) -> None:
        text = self._host.brush.text
        title = text.t("Another name for the rules “{name}”", name=name)
        other = await asked_name(self._host, title, name)
        if other is None or other == name:
            return
        if fault := name_fault(other):
            self._told = (name_problem(text, fault, LONGEST),)
            return
        renamed = Rules.from_mapping({**rules.to_mapping(), "name": other})
        try:
            await asyncio.to_thread(ownrules.rename_rules, name, renamed, option_names(text))
        except FileExistsError:
            self._told = (taken(self._host, other),)
        except OSError as error:
            self._told = (cannot_be_saved(self._host, error),)

    async def _remove(self, name: str) -> None:
        text = self._host.brush.text
        said = text.t(
            "The rules “{name}” would no longer be offered; their file would be kept in the folder"
            " {folder}.",
            name=name,
            folder=shown(ownrules.rules_folder() / REMOVED, _WIDEST),
        )
        answers = (
            Answer("keep", "k", text.t("Keep them")),
            Answer("remove", "r", text.t("Remove them")),
        )
        if await asked(self._host, text.t("Remove the rules?"), said, answers) != "remove":
            return
        try:
            kept = await asyncio.to_thread(ownrules.remove_rules, name)
        except OSError as error:
            why = reason(error).rstrip(".")
            self._told = (text.t("The rules cannot be removed: {reason}.", reason=why),)
        else:
            self._told = (text.t("The rules are kept in {path}.", path=shown(kept, _WIDEST)),)


def _read_all() -> dict[str, Rules | None]:
    """All rules of the player's own by their names; ``None`` for what cannot be used."""
    found: dict[str, Rules | None] = {}
    for name in ownrules.own_names():
        try:
            found[name] = ownrules.named_rules(name)
        except (ValueError, OSError):
            found[name] = None
    return found


def own_rules_sheet(
    own: Mapping[str, Rules | None], told: tuple[str, ...], brush: Brush, width: int
) -> Sheet:
    """The list of rules of the player's own, and the presets that others can be made from.

    Args:
        own: The player's own by their names, ``None`` where they cannot be used.
        told: What is to be said first.
        brush: Inks, signs, language.
        width: Columns of a line.
    """
    text, words = brush.text, brush.glyphs.words
    lines: list[Line | Item] = []
    for said in told:
        lines += prose(words(said), width, Tone.WARN)
    if told:
        lines.append(BLANK)
    for name, rules in own.items():
        lines.append(_item(f"{_OWN} {name}", words(name), _about(rules, brush), width))
    if not own:
        lines += prose(brush.t("There are no rules of your own yet."), width, Tone.MUTE)
    lines += [BLANK, (Span(brush.t("New rules, from a preset"), Tone.ACCENT, bold=True),)]
    lines += [
        _item(f"{_NEW} {name}", words(preset_name(text, name)), "", width) for name in PRESET_NAMES
    ]
    hints = choosing_hints(brush, text.t("back"))
    does = (
        KeyHint(text.t("n"), text.t("rename"), "n"),
        KeyHint(text.t("d"), text.t("remove"), "d"),
    )
    keys = (*hints[:2], *(does if own else ()), hints[2])
    return Sheet(brush.t("Rules of your own"), tuple(lines), keys)


def _about(rules: Rules | None, brush: Brush) -> str:
    text = brush.text
    if rules is None:
        return brush.t("cannot be used; Enter tells why")
    base = nearest(rules)
    count = len(differing(base, rules))
    return brush.glyphs.words(difference(text, count, preset_name(text, base.name)))


def _item(name: str, said: str, about: str, width: int) -> Item:
    """An entry; what is to be known of it stands behind the name where both have room."""
    label = column(said, _NAME) if cell_len(said) < _NAME else f"{said}  "
    if not about or cell_len(label) + cell_len(about) > width - _SIGN:
        label, about = cut(said, max(width - _SIGN, 1)), ""
    return Item(name, (Span(label), Span(about, Tone.MUTE)))


async def own_rules(host: Host) -> str:
    """Shows the rules of the player's own; returns the name that some were saved under last."""
    return await OwnRules(host).run()
