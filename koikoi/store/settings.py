"""What the player prefers, in ``settings.toml`` in the folder for configuration.

``SETTINGS`` describes every setting for whoever lists, reads or writes them. The file is the
player's: what we do not know in it is kept, and one that cannot be read is set aside before another
takes its place. Saving writes the whole file, so that comments in it are lost.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, time
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.presets import DEFAULT_PRESET
from koikoi.engine.rules import Option
from koikoi.store.drafts import drafted, dropped
from koikoi.store.places import config_dir, made

Theme: TypeAlias = Literal["dark", "light"]
Glyphs: TypeAlias = Literal["auto", "full", "safe", "ascii"]
Colours: TypeAlias = Literal["auto", "truecolor", "256", "16", "none"]
Cards: TypeAlias = Literal["auto", "text"]
Blocks: TypeAlias = Literal["auto", "quarter", "half"]
Motion: TypeAlias = Literal["auto", "full", "calm", "none"]
Pace: TypeAlias = Literal["quick", "normal", "slow"]
First: TypeAlias = Literal["rules", "you", "opponent"]

FILE_NAME: Final = "settings.toml"

MAX_FILE_SIZE: Final = 64 * 1024
"""The greatest size of the file in bytes; ours has a few hundred."""

_TOO_DEEP: Final = "nested too deeply"

_HEADING: Final = "# What koikoi was told in its options. Saving them writes this file again.\n\n"


def _choice(key: str, words: object) -> Option:
    return Option(key, "choice", choices=get_args(words))


SETTINGS: Final[tuple[Option, ...]] = (
    Option("language", "text", 2, 20),
    _choice("theme", Theme),
    _choice("glyphs", Glyphs),
    _choice("colours", Colours),
    _choice("cards", Cards),
    _choice("blocks", Blocks),
    Option("kanji", "boolean"),
    _choice("motion", Motion),
    _choice("pace", Pace),
    Option("quick_play", "boolean"),
    Option("what_if", "boolean"),
    Option("hints", "boolean"),
    Option("level", "text", 1, 60),
    Option("rules", "text", 1, 1000),
    _choice("first", First),
    Option("rounds", "integer", 0, MAX_ROUNDS),
    Option("welcomed", "boolean"),
    Option("first_round", "text", 0, 40),
    Option("koikoi_or_stop", "text", 0, 40),
)
"""One entry for each field of :class:`Settings`, in the same order."""

SETTING_BY_KEY: Final[Mapping[str, Option]] = {setting.key: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the player prefers; always complete, every value allowed.

    Attributes:
        language: A language of :func:`koikoi.text.catalogue.available`; ``auto`` is the one that
            the environment asks for. One that there is not is passed over.
        theme: The colours of the table.
        glyphs: Which signs are drawn; ``auto`` is what the terminal seems to have.
        colours: How many colours; ``auto`` is what the terminal has, ``none`` is none.
        cards: ``auto`` draws cards as pictures where there are colours and signs for it, ``text``
            writes what they are.
        blocks: What pictures are drawn with: four parts of a cell, or two; ``auto`` is what the
            signs of the terminal have.
        kanji: Whether the largest cards name their plant in kanji.
        motion: Whether cards slide: ``calm`` lets them only flash, ``none`` changes the table at
            once; ``auto`` is calm over SSH and full elsewhere.
        pace: How long the table rests after the computer's move.
        quick_play: The first press plays a card; otherwise it picks it up and the second plays.
        what_if: Show what the card under the pointer would do.
        hints: Whether a key asks the strongest player what it would do.
        level: The computer player of the last match, a level or an agent's name.
        rules: The rules of the last match, a preset's name or the path of a rules file.
        first: Who deals first; ``rules`` is as the rules say.
        rounds: How many rounds a match has; 0 is as the rules say.
        welcomed: Whether the lessons have been offered to somebody new.
        first_round: The step at which the lesson of the first round was left; empty for none.
        koikoi_or_stop: What was answered in the lesson of koi-koi decisions so far, a letter each.

    Raises:
        ValueError: A value is not allowed.
    """

    language: str = "auto"
    theme: Theme = "dark"
    glyphs: Glyphs = "auto"
    colours: Colours = "auto"
    cards: Cards = "auto"
    blocks: Blocks = "auto"
    kanji: bool = True
    motion: Motion = "auto"
    pace: Pace = "normal"
    quick_play: bool = False
    what_if: bool = True
    hints: bool = True
    level: str = "2"
    rules: str = DEFAULT_PRESET
    first: First = "rules"
    rounds: int = 0
    welcomed: bool = False
    first_round: str = ""
    koikoi_or_stop: str = ""

    def __post_init__(self) -> None:
        for setting in SETTINGS:
            value = getattr(self, setting.key)
            if not setting.allows(value):
                raise ValueError(f"{setting.key} is {value!r}; allowed: {setting.allowed}")


class SettingsFault(StrEnum):
    """What is wrong with the file or with one of its keys."""

    UNREADABLE = "unreadable"
    """The system refuses to read it; the reason."""
    NOT_A_FILE = "not_a_file"
    """There is a folder, a pipe or the like of its name."""
    TOO_LARGE = "too_large"
    """It is larger than ``MAX_FILE_SIZE``."""
    NOT_TOML = "not_toml"
    """It is not UTF-8 text in TOML; what the parser says, in English."""
    UNKNOWN_KEY = "unknown_key"
    """There is no such setting; it is kept when the settings are saved."""
    WRONG_VALUE = "wrong_value"
    """The setting may not have this value, and has its default."""


class SettingsProblem(NamedTuple):
    """One thing that is wrong with the settings' file.

    Attributes:
        code: What is wrong.
        path: The file.
        key: The key in question, empty where it is the whole file; as the file has it.
        value: The value found there; ``None`` where it is the whole file.
        allowed: The permitted values without words of any language, for a wrong value.
        detail: As said at the code.
    """

    code: SettingsFault
    path: Path
    key: str = ""
    value: object = None
    allowed: str = ""
    detail: str = ""


class _BadFile(Exception):
    """The file cannot be read as TOML."""

    def __init__(self, code: SettingsFault, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code: Final = code
        self.detail: Final = detail


def settings_path() -> Path:
    """Where the settings are, whether there are any or not."""
    return config_dir() / FILE_NAME


def load_settings() -> tuple[Settings, tuple[SettingsProblem, ...]]:
    """The player's settings, and what is wrong with their file; changes nothing.

    Where there is no file, every setting has its default. The same holds where it cannot be read
    or is not TOML: such a file stays where it is, for the player to mend, until settings are saved.
    A single wrong value costs that value only.
    """
    path = settings_path()
    try:
        values = _read(path)
    except _BadFile as bad:
        return Settings(), (SettingsProblem(bad.code, path, detail=bad.detail),)
    problems = []
    for key, value in values.items():
        setting = SETTING_BY_KEY.get(key)
        if setting is None:
            problems.append(SettingsProblem(SettingsFault.UNKNOWN_KEY, path, key, value))
        elif not setting.allows(value):
            wrong = SettingsFault.WRONG_VALUE
            problems.append(SettingsProblem(wrong, path, key, value, setting.allowed))
    return _allowed(values), tuple(problems)


def written_settings(settings: Settings) -> str:
    """Settings as the text in TOML that :func:`read_settings` reads."""
    return to_toml(asdict(settings))


def read_settings(written: str) -> Settings:
    """Settings of such a text; what is missing, unknown or wrong in it has its default."""
    import tomllib

    try:
        return _allowed(tomllib.loads(written))
    except (ValueError, RecursionError):
        return Settings()


def _allowed(values: Mapping[str, Any]) -> Settings:
    """The settings among some values that may have them."""
    known = {key: values[key] for key in values if key in SETTING_BY_KEY}
    return Settings(**{key: one for key, one in known.items() if SETTING_BY_KEY[key].allows(one)})


def save_settings(settings: Settings) -> Path | None:
    """Writes the settings; whoever reads meanwhile finds the old ones or the new, never a part.

    Keys of the old file that are no settings are kept, whatever they hold. An old file that cannot
    be read is set aside as ``settings.toml.bad`` first. Where the file is a link, what it leads to
    is written.

    Args:
        settings: The settings.

    Returns:
        Where the old file was set aside, ``None`` where that was not necessary.

    Raises:
        OSError: They cannot be written; the old file is as it was. (Only where it had to be set
            aside, and the last step fails after that, it has its new name.)
    """
    # Every command reads settings, and few write them: what records are made of can wait.
    from koikoi.store.matches import set_aside

    path = Path(os.path.realpath(settings_path()))
    folder = made(path.parent)
    others, bad = "", False
    try:
        others = _others(path)
    except _BadFile:
        bad = True
    draft = drafted(folder, FILE_NAME, _HEADING + to_toml(asdict(settings)) + others)
    try:
        aside = set_aside(path) if bad else None
        draft.replace(path)
    except BaseException:
        dropped(draft)
        raise
    return aside


def _others(path: Path) -> str:
    """What the file holds that is no setting, as TOML.

    Raises:
        _BadFile: It cannot be read as TOML.
    """
    values = _read(path)
    try:
        return to_toml({key: values[key] for key in values if key not in SETTING_BY_KEY})
    except RecursionError as error:
        raise _BadFile(SettingsFault.NOT_TOML, _TOO_DEEP) from error


def _read(path: Path) -> dict[str, Any]:
    """The keys and values of the file; empty where there is none.

    Raises:
        _BadFile: It cannot be read as TOML.
    """
    import tomllib

    try:
        # Opening a pipe of that name would wait for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise _BadFile(SettingsFault.NOT_A_FILE)
        with path.open("rb") as file:
            data = file.read(MAX_FILE_SIZE + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise _BadFile(SettingsFault.UNREADABLE, error.strerror or str(error)) from error
    if len(data) > MAX_FILE_SIZE:
        raise _BadFile(SettingsFault.TOO_LARGE)
    try:
        # Some editors put a byte order mark in front, which TOML does not know.
        return tomllib.loads(data.decode("utf-8-sig"))
    except ValueError as error:  # Also bytes that are no UTF-8, and numbers with too many digits.
        raise _BadFile(SettingsFault.NOT_TOML, str(error)) from error
    except RecursionError as error:
        raise _BadFile(SettingsFault.NOT_TOML, _TOO_DEEP) from error


# Writing TOML, for whatever tomllib can have read -------------------------------------------------

_SHORT_ESCAPES: Final = {
    *(("\\", "\\\\"), ('"', '\\"'), ("\b", "\\b"), ("\t", "\\t")),
    *(("\n", "\\n"), ("\f", "\\f"), ("\r", "\\r")),
}
_ESCAPES: Final = str.maketrans(
    {chr(code): f"\\u{code:04X}" for code in (*range(0x20), 0x7F)} | dict(_SHORT_ESCAPES)
)
_BARE: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")


def to_toml(values: Mapping[str, object]) -> str:
    """A TOML document with these keys at the top level, one a line; tables are written inline.

    ``tomllib.loads`` gives the same values again.

    Args:
        values: Values of the types that tomllib makes.

    Raises:
        TypeError: A value of another type.
    """
    return "".join(f"{line}\n" for line in _pairs(values))


def _pairs(values: Mapping[str, object]) -> Iterator[str]:
    for key, value in values.items():
        bare = key and _BARE.issuperset(key)
        yield f"{key if bare else _toml(key)} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, int):
        # Python refuses to write decimals of thousands of digits, and reads hexadecimal ones.
        return hex(value) if value >= 1 << 63 else str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, date | time):  # A datetime is a date.
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(_pairs(value))}}}"
    raise TypeError(f"TOML has no {type(value).__name__}")
