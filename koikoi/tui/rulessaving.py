"""Saves rules of the player's own: asks for a name, writes over nothing unasked, loses nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from koikoi.engine.presets import PRESET_NAMES
from koikoi.store import ownrules
from koikoi.store.ownrules import LONGEST, name_fault
from koikoi.table.rulesdraft import Draft
from koikoi.table.saver import reason
from koikoi.text.options import option_names, preset_name
from koikoi.text.own_rules import name_problem
from koikoi.text.problems import shown
from koikoi.tui.asking import Answer, asked
from koikoi.tui.entry import EntryPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

_WIDEST: Final = 300


class Saved(NamedTuple):
    """What came of saving.

    Attributes:
        draft: The rules, on the disk or as they were.
        said: What is to be said; empty where the player thought better of it.
        under: The name or the path that they are saved under; empty where they are not.
    """

    draft: Draft
    said: str = ""
    under: str = ""


async def save(host: Host, draft: Draft, file: Path | None = None) -> Saved:
    """Saves rules that have nothing wrong with them but perhaps their name.

    Args:
        host: Who shows pages.
        draft: The rules.
        file: The file that they came from, where they are not the player's own by a name.
    """
    text = host.brush.text
    if file is not None and not draft.name:
        answers = (
            Answer("name", "n", text.t("As rules of your own, under a name")),
            Answer("file", "f", text.t("In the file that they came from")),
        )
        said = text.t(
            "These rules came from {path}. Rules of your own are offered wherever a match begins.",
            path=shown(file, _WIDEST),
        )
        answer = await asked(host, text.t("Save where?"), said, answers)
        if answer is None:
            return Saved(draft)
        if answer == "file":
            return await _written(host, draft, file, over=True)
    return await _named(host, draft)


async def _named(host: Host, draft: Draft) -> Saved:
    """Saves under a name that is asked for until it can be had."""
    text = host.brush.text
    name, trouble = draft.name or _free_name(host, draft), ""
    while True:
        typed = await asked_name(host, text.t("Name of the rules"), name, trouble)
        if typed is None:
            return Saved(draft)
        name, trouble = typed, ""
        if fault := name_fault(name):
            trouble = name_problem(text, fault, LONGEST)
            continue
        path, renamed = ownrules.own_path(name), draft.put("name", name)
        if not path.exists():
            return await _written(host, renamed, path, name=name)
        answers = (
            Answer("other", "n", text.t("Take another name")),
            Answer("over", "w", text.t("Write over them")),
        )
        answer = await asked(host, text.t("Write over them?"), taken(host, name), answers)
        if answer is None:
            return Saved(draft)
        if answer == "over":
            return await _written(host, renamed, path, name=name, over=True)


def taken(host: Host, name: str) -> str:
    """That a name is taken."""
    return host.brush.text.t("There are rules called “{name}” already.", name=name)


def _free_name(host: Host, draft: Draft) -> str:
    """A name that no rules have yet, near to what the rules are called."""
    text = host.brush.text
    stem = str(draft.values["name"]).strip()
    if name_fault(stem) is not None:
        base = draft.base.name
        stem = text.t("my {rules}", rules=preset_name(text, base))
        if base not in PRESET_NAMES or name_fault(stem) is not None:
            stem = "1"
    name, count = stem, 1
    while ownrules.is_own(name):
        count += 1
        name = f"{stem} {count}"
    return name


async def asked_name(host: Host, title: str, name: str, trouble: str = "") -> str | None:
    """Asks for a name of rules; ``trouble`` is why the last one cannot be had."""
    text = host.brush.text

    def note() -> str:
        told = text.t(
            "By this name they are offered wherever a match begins, and koikoi play --rules plays"
            " them. Their file is in {path}.",
            path=shown(ownrules.rules_folder(), _WIDEST),
        )
        return text.sentences((trouble, told)) if trouble else told

    page = EntryPage(host, title, note, name, longest=LONGEST, signs=True)
    return await host.show(page)


async def _written(
    host: Host, draft: Draft, path: Path, *, over: bool = False, name: str = ""
) -> Saved:
    """Writes the rules in a thread; whatever the disk says, they stay as they are being made."""
    text, rules = host.brush.text, draft.legible
    try:
        await asyncio.to_thread(ownrules.save_rules, path, rules, option_names(text), over=over)
    except FileExistsError:
        return Saved(draft, taken(host, name))
    except OSError as error:
        return Saved(draft, cannot_be_saved(host, error))
    said = text.t("The rules are saved in {path}.", path=shown(path, _WIDEST))
    return Saved(draft.kept_as(name), said, name or str(path))


def cannot_be_saved(host: Host, error: OSError) -> str:
    """Why the disk does not take them."""
    why = reason(error).rstrip(".")
    return host.brush.text.t("The rules cannot be saved: {reason}.", reason=why)
