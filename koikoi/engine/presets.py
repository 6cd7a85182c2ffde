"""The rulesets that come with the game, and rules files of the player's own.

This is the only module of the engine that reads files. The parser for them is imported when one
is read, so that a command that plays no game does not pay for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from koikoi.engine.rules import OPTIONS, Option, Rules, RuleValue

PRESET_NAMES: Final[tuple[str, ...]] = (
    "standard",
    "nintendo",
    "wikipedia",
    "koikoi-japan",
    "fuda-wiki",
    "yakuza",
)
"""The names of the presets, as the tables of ``presets.toml`` have them."""

DEFAULT_PRESET: Final = "standard"

MAX_FILE_SIZE: Final = 64 * 1024
"""The greatest size of a rules file in bytes; a complete one has about two thousand."""


class UnknownPreset(ValueError):
    """No preset has this name.

    Attributes:
        name: The name that was asked for.
        allowed: The names that there are.
    """

    def __init__(self, name: str, allowed: tuple[str, ...] = PRESET_NAMES) -> None:
        super().__init__(name, allowed)
        self.name: Final = name
        self.allowed: Final = allowed

    def __str__(self) -> str:
        return f"no preset is called {self.name!r} (allowed: {', '.join(self.allowed)})"


class RulesFileFault(StrEnum):
    """Why a file cannot be read as TOML; what ``detail`` holds is said at each code."""

    TOO_LARGE = "too_large"
    """It is larger than ``MAX_FILE_SIZE``."""
    NOT_UTF8 = "not_utf8"
    """It is not UTF-8 text; the number of the first wrong byte, from 0."""
    NOT_TOML = "not_toml"
    """It is not TOML; what the parser says, in English, with line and column where known."""


class RulesFileError(ValueError):
    """A file that cannot be read as TOML, whatever rules it was meant to hold.

    Attributes:
        path: The file.
        code: What is wrong with it.
        detail: As said at the code.
    """

    def __init__(self, path: Path, code: RulesFileFault, detail: str = "") -> None:
        super().__init__(path, code, detail)
        self.path: Final = path
        self.code: Final = code
        self.detail: Final = detail

    def __str__(self) -> str:
        return f"{self.path}: {self.code} {self.detail}".strip()


def preset(name: str = DEFAULT_PRESET) -> Rules:
    """The ruleset with this name; the same object every time.

    Args:
        name: One of ``PRESET_NAMES``.

    Raises:
        UnknownPreset: There is no such preset.
    """
    if name not in PRESET_NAMES:
        raise UnknownPreset(name)
    return _presets()[name]


@cache
def _presets() -> dict[str, Rules]:
    import tomllib

    # A plain path instead of importlib.resources, which takes longer to import than the rest of
    # the engine; the package is always installed as files.
    text = Path(__file__).with_name("presets.toml").read_text(encoding="utf-8")
    return {name: Rules.from_mapping(table) for name, table in tomllib.loads(text).items()}


def load_rules(path: str | os.PathLike[str]) -> Rules:
    """Reads a rules file of the player's own: TOML with every option at the top level.

    Args:
        path: The file.

    Raises:
        OSError: The file cannot be opened or read.
        RulesFileError: The file is too large, not UTF-8 or not TOML.
        RulesError: Keys are missing or unknown, or values are not allowed.
    """
    import tomllib

    file_path = Path(path)
    with file_path.open("rb") as file:
        # Asking for one byte too many shows the size, also of what has none, such as a pipe.
        data = file.read(MAX_FILE_SIZE + 1)
    if len(data) > MAX_FILE_SIZE:
        raise RulesFileError(file_path, RulesFileFault.TOO_LARGE)
    try:
        # Some editors put a byte order mark in front, which TOML does not know.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesFileError(file_path, RulesFileFault.NOT_UTF8, str(error.start)) from error
    try:
        values = tomllib.loads(text)
    except ValueError as error:  # Also Python's own refusal of integers with too many digits.
        raise RulesFileError(file_path, RulesFileFault.NOT_TOML, str(error)) from error
    except RecursionError as error:
        raise RulesFileError(file_path, RulesFileFault.NOT_TOML, "nested too deeply") from error
    return Rules.from_mapping(values)


def resolve_rules(name_or_path: str) -> Rules:
    """The rules that a player names on the command line or in the settings.

    Args:
        name_or_path: A preset's name, or else a rules file: what has a path separator, ends in
            ``.toml`` or exists as a file.

    Raises:
        UnknownPreset: It is neither a preset nor looks like a file.
        OSError: The file cannot be opened or read.
        RulesFileError: The file is too large, not UTF-8 or not TOML.
        RulesError: Keys are missing or unknown, or values are not allowed.
    """
    if name_or_path in PRESET_NAMES:
        return preset(name_or_path)
    separators = {os.sep, os.altsep or os.sep}
    is_path = name_or_path.endswith(".toml") or not separators.isdisjoint(name_or_path)
    if is_path or Path(name_or_path).is_file():
        return load_rules(name_or_path)
    raise UnknownPreset(name_or_path)


def rules_to_toml(rules: Rules, names: Mapping[str, str] | None = None) -> str:
    """A complete rules file with these rules, each option under a comment with what is allowed.

    Args:
        rules: The rules.
        names: What each option is about, by its key, for the comments.
    """
    lines = ["# Rules for Koi-Koi. Above each option: the values that it may have.", ""]
    names = names or {}
    values = rules.to_mapping()
    for option in OPTIONS:
        about = f"{names[option.key]}: " if option.key in names else ""
        comment = f"# {about}{_allowed_comment(option)}"
        lines += [comment, f"{option.key} = {_toml(values[option.key])}"]
    return "\n".join(lines) + "\n"


def _allowed_comment(option: Option) -> str:
    return f"{option.allowed} characters" if option.type == "text" else option.allowed


def _toml(value: RuleValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    # Checked texts are printable, so that these two are all that needs an escape.
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
