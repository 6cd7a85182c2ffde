"""Rules of the player's own: TOML files in the folder ``rules`` beside the settings.

The name of a file, without ``.toml``, is the name that rules are played by. What lies in the folder
under a name that rules cannot have is no rules of the player's own, and is left alone.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from koikoi.engine.presets import (
    PRESET_NAMES,
    UnknownPreset,
    load_rules,
    preset,
    resolve_rules,
    rules_to_toml,
)
from koikoi.engine.rules import OPTION_BY_KEY, Rules
from koikoi.store.drafts import drafted, dropped, placed
from koikoi.store.matches import REMOVED
from koikoi.store.places import config_dir, made

FOLDER: Final = "rules"
SUFFIX: Final = ".toml"

_OWN: Final = "own rules"
"""What rules of a file are called that can have neither their name nor the file's."""

LONGEST: Final = OPTION_BY_KEY["name"].high
"""Characters of a name."""

_MOST_BYTES: Final = 200
"""File systems take 255 for a name; a draft of the file has a longer one."""
_NO_SIGNS: Final = frozenset('/\\:*?"<>|')
"""Signs that names of files cannot have on every system."""
_DEVICES: Final = frozenset(
    ["con", "prn", "aux", "nul"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)]
)
"""Names that Windows keeps for devices, whatever follows them after a dot."""


class NameFault(StrEnum):
    """Why rules cannot have a name."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    SIGN = "sign"
    """It has a sign that names of files cannot have, or one that cannot be printed."""
    DEVICE = "device"
    """Windows has a device of this name."""
    EDGE = "edge"
    """It begins with a dot, a dash or a blank, or ends with a dot or a blank."""
    PRESET = "preset"
    """A preset has it."""
    FILE = "file"
    """It ends as names of rules files do, and would be taken for a path."""


class BadName(ValueError):
    """Rules cannot have this name.

    Attributes:
        name: The name.
        fault: Why.
    """

    def __init__(self, name: str, fault: NameFault) -> None:
        super().__init__(name, fault)
        self.name: Final = name
        self.fault: Final = fault


def rules_folder() -> Path:
    """Where rules of the player's own are, whether there are any or not."""
    return config_dir() / FOLDER


def name_fault(name: str) -> NameFault | None:
    """Why rules of the player's own cannot have a name; ``None`` where they can."""
    if not name.strip():
        return NameFault.EMPTY
    if len(name) > LONGEST or len(name.encode("utf-8", "replace")) > _MOST_BYTES:
        return NameFault.TOO_LONG
    if not name.isprintable() or _NO_SIGNS.intersection(name):
        return NameFault.SIGN
    if name.casefold().partition(".")[0].rstrip() in _DEVICES:
        return NameFault.DEVICE
    if name != name.strip() or name[0] in ".-" or name.endswith("."):
        return NameFault.EDGE
    if name.casefold() in PRESET_NAMES:
        return NameFault.PRESET
    return NameFault.FILE if name.casefold().endswith(SUFFIX) else None


def own_path(name: str) -> Path:
    """The file of rules of the player's own, whether there is one or not.

    Raises:
        BadName: They cannot have this name.
    """
    if fault := name_fault(name):
        raise BadName(name, fault)
    return rules_folder() / f"{name}{SUFFIX}"


def own_names() -> tuple[str, ...]:
    """The names of all rules of the player's own, whether they can be used or not.

    Where the folder cannot be read, there are none.
    """
    found = []
    with suppress(OSError):
        for path in rules_folder().iterdir():
            name = path.name.removesuffix(SUFFIX)
            if name != path.name and name_fault(name) is None and path.is_file():
                found.append(name)
    return tuple(sorted(found, key=lambda name: (name.casefold(), name)))


def is_own(name: str) -> bool:
    """Whether there are rules of the player's own of this name."""
    return name_fault(name) is None and own_path(name).is_file()


def named_rules(name: str) -> Rules:
    """The rules of a name: a preset's, those of the player's own, or those of a file.

    Those of the player's own have the name that they are asked for by, whatever their file says; a
    file whose rules have the name of a preset and differ from it gives them its own name.

    Raises:
        UnknownPreset: There are no such rules, and it does not look like a file.
        OSError: The file cannot be opened or read.
        RulesFileError: The file is too large, not UTF-8 or not TOML.
        RulesError: Keys are missing or unknown, or values are not allowed.
    """
    if name not in PRESET_NAMES and is_own(name):
        return replace(load_rules(own_path(name)), name=name)
    try:
        rules = resolve_rules(name)
    except UnknownPreset as error:
        raise UnknownPreset(name, (*PRESET_NAMES, *own_names())) from error
    if rules.name in PRESET_NAMES and rules != preset(rules.name):
        # They would be counted and shown as the preset's.
        stem = Path(name).stem
        return replace(rules, name=_OWN if name_fault(stem) else stem)
    return rules


def save_rules(path: Path, rules: Rules, about: dict[str, str], *, over: bool = False) -> None:
    """Writes a rules file; whoever reads meanwhile finds the old one or the new, never a part.

    Args:
        path: The file; a folder that is missing is made.
        rules: The rules.
        about: What each option is about, for the comments.
        over: Whether a file that is there already is written over; where it is a link, what it
            leads to.

    Raises:
        FileExistsError: There is such a file, and it is to stay.
        OSError: It cannot be written; everything is as it was.
    """
    if over:
        path = Path(os.path.realpath(path))
    elif os.path.lexists(path):
        raise FileExistsError(path)
    draft = drafted(_folder_of(path), path.name, rules_to_toml(rules, about))
    if not over:
        placed(draft, path)
        return
    try:
        draft.replace(path)
    except BaseException:
        dropped(draft)
        raise


def _folder_of(path: Path) -> Path:
    """The folder of a file, made where it is missing.

    Raises:
        OSError: It cannot be made; where a file has its name, that is no ``FileExistsError``.
    """
    try:
        return made(path.parent)
    except FileExistsError as error:
        code = errno.ENOTDIR
        raise NotADirectoryError(code, os.strerror(code), str(path.parent)) from error


def rename_rules(name: str, renamed: Rules, about: dict[str, str]) -> None:
    """Keeps rules of the player's own under the name that they have now.

    Args:
        name: The name that they were kept under.
        renamed: The rules with their new name.
        about: What each option is about, for the comments.

    Raises:
        FileExistsError: There are rules of the new name.
        OSError: They cannot be written; they are as they were.
    """
    old, new = own_path(name), own_path(renamed.name)
    if new.exists() and new.samefile(old):
        old.rename(new)  # a disk that does not tell capitals from small letters
        save_rules(new, renamed, about, over=True)
        return
    save_rules(new, renamed, about)
    old.unlink()


def remove_rules(name: str) -> Path:
    """Moves rules of the player's own into the folder ``removed`` beside them.

    Returns:
        Their new path.

    Raises:
        OSError: They cannot be moved.
    """
    folder = made(rules_folder() / REMOVED)
    count, path = 1, folder / f"{name}{SUFFIX}"
    while os.path.lexists(path):
        count += 1
        path = folder / f"{name}.{count}{SUFFIX}"
    return own_path(name).rename(path)
