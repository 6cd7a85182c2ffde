"""The player's settings: what they may be, the file they are in, and files that are not right."""

from __future__ import annotations

import errno
import math
import os
import stat
import string
import tomllib
from dataclasses import asdict, fields, replace
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.rules import Option
from koikoi.store.places import HOME_VARIABLE
from koikoi.store.settings import (
    MAX_FILE_SIZE,
    SETTING_BY_KEY,
    SETTINGS,
    Settings,
    SettingsFault,
    load_settings,
    save_settings,
    settings_path,
    to_toml,
)

OTHER: dict[str, Any] = {
    "language": "ja",
    "theme": "light",
    "glyphs": "safe",
    "colours": "none",
    "cards": "text",
    "blocks": "half",
    "kanji": False,
    "motion": "calm",
    "pace": "slow",
    "quick_play": True,
    "what_if": False,
    "hints": False,
    "level": "greedy",
    "rules": 'rules/"mine" \\ ōü.toml',
    "first": "opponent",
    "rounds": 12,
    "welcomed": True,
    "first_round": "capture",
    "koikoi_or_stop": "sk",
}
"""An allowed value for each setting that is not its default."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def file(home: Path) -> Path:
    """The settings' file, which is not there; its folder is."""
    home.mkdir(0o700)
    return home / "settings.toml"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# What they may be --------------------------------------------------------------------------------


def test_every_field_has_one_entry_in_the_table_and_in_its_order() -> None:
    assert [field.name for field in fields(Settings)] == [setting.key for setting in SETTINGS]
    assert list(SETTING_BY_KEY) == list(OTHER)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_the_table_says_the_same_as_the_type(setting: Option) -> None:
    hint = get_type_hints(Settings)[setting.key]
    kind = {bool: "boolean", int: "integer", str: "text"}.get(hint, "choice")
    assert setting.type == kind
    assert setting.choices == get_args(hint)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_defaults_are_allowed_and_others_too(setting: Option) -> None:
    assert setting.allows(getattr(Settings(), setting.key))
    assert OTHER[setting.key] != getattr(Settings(), setting.key)
    assert setting.allows(OTHER[setting.key])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("theme", "Dark"),
        ("theme", 1),
        ("theme", ["dark"]),
        ("glyphs", ""),
        ("quick_play", 1),
        ("quick_play", "true"),
        ("rounds", -1),
        ("rounds", 13),
        ("rounds", 3.0),
        ("rounds", True),
        ("rounds", "3"),
        ("level", 2),
        ("level", ""),
        ("level", "x" * 61),
        ("level", "two\nlines"),
        ("rules", "\x1b[2J"),
        ("rules", "x" * 1001),
    ],
)
def test_a_wrong_value_costs_that_value_only(key: str, value: object, file: Path) -> None:
    file.write_text(to_toml({**OTHER, key: value}))
    default = getattr(Settings(), key)
    settings, problems = load_settings()
    assert settings == replace(Settings(**OTHER), **{key: default})
    (problem,) = problems
    assert problem.code is SettingsFault.WRONG_VALUE
    assert (problem.path, problem.key, problem.value) == (file, key, value)
    assert problem.allowed == SETTING_BY_KEY[key].allowed
    with pytest.raises(ValueError, match=f"{key} is .*; allowed: "):
        replace(Settings(), **{key: value})  # type: ignore[arg-type]


def test_what_is_allowed_is_told_without_words() -> None:
    assert SETTING_BY_KEY["theme"].allowed == "dark, light"
    assert SETTING_BY_KEY["rounds"].allowed == "0-12"
    assert SETTING_BY_KEY["what_if"].allowed == "true, false"


# The file ----------------------------------------------------------------------------------------


def test_without_a_file_every_setting_has_its_default(home: Path) -> None:
    assert load_settings() == (Settings(), ())
    assert not home.exists(), "reading makes nothing"


def test_what_is_saved_is_loaded_again(home: Path) -> None:
    settings = Settings(**OTHER)
    assert save_settings(settings) is None
    assert load_settings() == (settings, ())
    assert settings_path() == home / "settings.toml"
    assert names(home) == ["settings.toml"]


def test_the_file_and_its_folder_are_for_their_owner_only(home: Path) -> None:
    save_settings(Settings())
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE(settings_path().stat().st_mode) == 0o600


def test_a_file_that_somebody_wrote_by_hand_may_hold_a_part(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf# mine\r\ntheme = 'light'\r\n")
    assert load_settings() == (Settings(theme="light"), ())


def test_keys_that_are_no_settings_are_told_and_kept(file: Path) -> None:
    others = 'themes = "x"\nwhen = 2026-01-02T03:04:05Z\n[window]\nsize = [80, 24.5]\n"a b" = {}\n'
    file.write_text(f'theme = "light"\n{others}')
    settings, problems = load_settings()
    assert settings == Settings(theme="light")
    assert [(problem.code, problem.key) for problem in problems] == [
        (SettingsFault.UNKNOWN_KEY, key) for key in ("themes", "when", "window")
    ]
    assert save_settings(replace(settings, theme="dark")) is None
    assert tomllib.loads(file.read_text()) == {**asdict(Settings()), **tomllib.loads(others)}


def test_a_link_stays_a_link_and_what_it_leads_to_is_written(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "koikoi.toml"
    file.symlink_to(kept)
    assert load_settings() == (Settings(), ())
    save_settings(Settings(theme="light"))
    assert file.is_symlink()
    assert 'theme = "light"' in kept.read_text()
    assert load_settings() == (Settings(theme="light"), ())


# Files that are not right ------------------------------------------------------------------------

BAD_FILES = [
    (b"theme = dark\n", SettingsFault.NOT_TOML),
    (b"theme = 'dark'\ntheme = 'light'\n", SettingsFault.NOT_TOML),
    (b"theme = '\xff'\n", SettingsFault.NOT_TOML),
    (b"a = " + b"9" * 5000, SettingsFault.NOT_TOML),
    (b"a = " + b"[" * 30000 + b"]" * 30000, SettingsFault.NOT_TOML),
    (b"#" * (MAX_FILE_SIZE + 1), SettingsFault.TOO_LARGE),
]


@pytest.mark.parametrize(("data", "code"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_file_that_is_not_toml_stays_until_settings_are_saved_and_is_kept_then(
    data: bytes, code: SettingsFault, file: Path
) -> None:
    file.write_bytes(data)
    settings, problems = load_settings()
    assert settings == Settings()
    assert [(problem.code, problem.key) for problem in problems] == [(code, "")]
    assert file.read_bytes() == data
    aside = save_settings(Settings(theme="light"))
    assert aside == file.with_name("settings.toml.bad")
    assert aside.read_bytes() == data
    assert load_settings() == (Settings(theme="light"), ())


def test_a_second_bad_file_does_not_take_the_place_of_the_first(file: Path) -> None:
    for text in ("first!", "second!"):
        file.write_text(text)
        save_settings(Settings())
    kept = [path.read_text() for path in sorted(file.parent.glob("*.bad"))]
    assert sorted(kept) == ["first!", "second!"]


def test_what_is_no_file_is_not_opened(file: Path) -> None:
    os.mkfifo(file)  # Opening it would wait for ever.
    settings, (problem,) = load_settings()
    assert (settings, problem.code) == (Settings(), SettingsFault.NOT_A_FILE)
    assert save_settings(Settings()) == file.with_name("settings.toml.bad")


def test_a_folder_in_the_place_of_the_file_is_kept(file: Path) -> None:
    file.mkdir()
    (file / "precious").write_text("x")
    assert load_settings()[1][0].code is SettingsFault.NOT_A_FILE
    aside = save_settings(Settings())
    assert aside is not None
    assert names(aside) == ["precious"]


def test_a_file_that_the_system_refuses_gives_the_defaults(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('theme = "light"\n')

    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refused)
        settings, (problem,) = load_settings()
    assert settings == Settings()
    assert (problem.code, problem.detail) == (SettingsFault.UNREADABLE, "Permission denied")


def test_a_link_in_a_circle_gives_the_defaults(file: Path) -> None:
    file.symlink_to(file)
    assert load_settings()[1][0].code is SettingsFault.UNREADABLE


@pytest.mark.parametrize(
    ("place", "before"),
    [
        ("drafts._sync", None),
        ("drafts._sync", b'theme = "light"\n'),
        ("drafts._sync", b"not TOML"),
        ("matches.set_aside", b"not TOML"),
    ],
)
def test_a_failing_disk_leaves_the_old_file_and_nothing_else(
    place: str, before: bytes | None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if before is not None:
        file.write_bytes(before)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"koikoi.store.{place}", full)
    with pytest.raises(OSError, match="No space left"):
        save_settings(Settings())
    assert names(file.parent) == ([] if before is None else ["settings.toml"])
    assert before is None or file.read_bytes() == before


def test_a_last_step_that_fails_leaves_the_old_file_and_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('theme = "light"\n')

    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refused)
        with pytest.raises(PermissionError):
            save_settings(Settings())
    assert names(file.parent) == ["settings.toml"]
    assert load_settings()[0] == Settings(theme="light")


def test_a_folder_that_cannot_be_made_is_told(home: Path) -> None:
    home.write_text("no folder")
    assert load_settings()[1][0].code is SettingsFault.UNREADABLE
    with pytest.raises(OSError, match=r"exists|directory"):
        save_settings(Settings())


# Writing TOML ------------------------------------------------------------------------------------

MINUTES = st.integers(-23 * 60, 23 * 60).map(lambda count: timezone(timedelta(minutes=count)))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = TEXTS | st.text(string.ascii_letters, min_size=1)
SCALARS = (
    st.booleans()
    | st.integers(-(1 << 63))
    | st.floats(allow_nan=False)
    | TEXTS
    | st.datetimes(timezones=st.none() | MINUTES).map(lambda value: value.replace(fold=0))
    | st.dates()
    | st.times().map(lambda value: value.replace(fold=0))
)
VALUES = st.recursive(
    SCALARS,
    lambda values: st.lists(values, max_size=4) | st.dictionaries(KEYS, values, max_size=4),
    max_leaves=12,
)


@given(values=st.dictionaries(KEYS, VALUES, max_size=6))
def test_whatever_is_written_is_read_again(values: dict[str, Any]) -> None:
    written = to_toml(values)
    assert repr(tomllib.loads(written)) == repr(values)
    assert written.count("\n") == len(values)


@given(
    values=st.fixed_dictionaries(
        {},
        optional={
            setting.key: {
                "choice": st.sampled_from(setting.choices or ("",)),
                "boolean": st.booleans(),
                "integer": st.integers(setting.low, setting.high),
                "text": TEXTS.filter(setting.allows),
            }[setting.type]
            for setting in SETTINGS
        },
    )
)
def test_all_settings_survive_their_file(values: dict[str, Any]) -> None:
    settings = Settings(**values)
    assert Settings(**tomllib.loads(to_toml(asdict(settings)))) == settings


def test_numbers_too_long_for_decimals_and_what_is_no_number_are_written() -> None:
    huge = tomllib.loads("a = 0x" + "f" * 5000)
    assert tomllib.loads(to_toml(huge)) == huge
    assert math.isnan(tomllib.loads(to_toml({"a": math.nan}))["a"])


def test_a_datetime_is_written_with_its_time() -> None:
    values = {"a": datetime(2026, 1, 2, 3, 4), "b": date(2026, 1, 2), "c": time(3, 4)}
    assert to_toml(values) == "a = 2026-01-02T03:04:00\nb = 2026-01-02\nc = 03:04:00\n"


def test_what_toml_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        to_toml({"a": None})
