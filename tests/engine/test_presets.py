"""The rulesets that come with the game, and rules files of the player's own."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine import presets
from koikoi.engine.presets import (
    DEFAULT_PRESET,
    MAX_FILE_SIZE,
    PRESET_NAMES,
    RulesFileError,
    RulesFileFault,
    UnknownPreset,
    load_rules,
    preset,
    resolve_rules,
    rules_to_toml,
)
from koikoi.engine.rules import OPTIONS, Option, ProblemCode, Rules, RulesError

NAMES = ("standard", "nintendo", "wikipedia", "koikoi-japan", "fuda-wiki", "yakuza")

# One row an option, one column a preset in the order of NAMES.
EXPECTED: dict[str, tuple[int | str, ...]] = {
    "goko": (10, 10, 15, 10, 15, 10),
    "shiko": (8, 8, 8, 8, 8, 8),
    "ame_shiko": (7, 7, 7, 7, 7, 7),
    "sanko": (5, 5, 6, 5, 6, 6),
    "hanami": (5, 5, 5, 1, 5, 5),
    "hanami_called": (5, 5, 5, 3, 5, 5),
    "tsukimi": (5, 5, 5, 1, 5, 5),
    "tsukimi_called": (5, 5, 5, 3, 5, 5),
    "viewing": ("always",) * 6,
    "rain_spoils_viewing": ("no",) * 6,
    "inoshikacho": (5,) * 6,
    "akatan": (5,) * 6,
    "aotan": (5,) * 6,
    "extra_card": (True, True, False, False, False, False),
    "chofuku": (10,) * 6,
    "chofuku_mode": ("replaces", "replaces", "replaces", "adds", "replaces", "replaces"),
    "tane": (1,) * 6,
    "tan": (1,) * 6,
    "kasu": (1,) * 6,
    "family": ("add", "void", "add", "add", "best", "add"),
    "sake_cup": ("animal", "both", "both", "both", "both", "animal"),
    "tsukifuda": (0, 0, 4, 0, 4, 4),
    "teshi": ("points", "points", "points", "redeal", "points", "points"),
    "teshi_points": (6,) * 6,
    "kuttsuki": ("points", "points", "points", "off", "points", "points"),
    "kuttsuki_points": (6,) * 6,
    "both_dealt": ("dealer", "nobody", "dealer", "dealer", "nobody", "dealer"),
    "field_four": ("redeal",) * 6,
    "field_pairs": ("redeal", "keep", "redeal", "keep", "redeal", "keep"),
    "field_three": ("keep",) * 6,
    "double_from": (8, 7, 7, 0, 7, 7),
    "call_bonus": (
        "opponent_called",
        "opponent_called",
        "opponent_called",
        "own_calls",
        "opponent_called",
        "opponent_called",
    ),
    "bonus_stacking": ("multiply",) * 6,
    "call_limit": ("none", "per_round", "none", "none", "none", "none"),
    "call_limit_count": (0, 1, 0, 0, 0, 0),
    "exhausted_points": (1, 0, 1, 1, 0, 0),
    "exhausted_dealer": ("stays", "switches", "stays", "stays", "stays", "stays"),
    "next_dealer": ("winner",) * 6,
    "first_dealer": ("draw", "draw", "draw", "random", "draw", "draw"),
    "rounds": (12, 12, 12, 8, 12, 12),
    "starting_points": (0, 0, 0, 30, 0, 0),
    "lightning_wild": (False,) * 6,
}

PRESETS_FILE = Path(presets.__file__).with_name("presets.toml")


def written(folder: Path, data: str | bytes) -> Path:
    path = folder / "own.toml"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_there_are_six_presets_and_standard_is_the_default() -> None:
    assert PRESET_NAMES == NAMES
    assert DEFAULT_PRESET == "standard"
    assert preset() is preset("standard")


@pytest.mark.parametrize("key", EXPECTED)
def test_every_preset_has_the_value_of_the_rules(key: str) -> None:
    values = tuple(preset(name).to_mapping()[key] for name in NAMES)
    assert values == EXPECTED[key]


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_is_complete_and_says_who_it_is(name: str) -> None:
    rules = preset(name)
    assert list(rules.to_mapping()) == ["name", "source", *EXPECTED]
    assert rules.name == name
    assert rules.source


def test_the_presets_file_writes_every_key_of_every_preset_in_order() -> None:
    tables = tomllib.loads(PRESETS_FILE.read_text(encoding="utf-8"))
    assert tuple(tables) == NAMES
    for table in tables.values():
        assert list(table) == [option.key for option in OPTIONS]


@pytest.mark.parametrize("name", ["", "Standard", "nintendo ", "kansas"])
def test_an_unknown_preset_is_named_with_what_is_allowed(name: str) -> None:
    with pytest.raises(UnknownPreset) as caught:
        preset(name)
    assert caught.value.name == name
    assert caught.value.allowed == NAMES
    assert repr(name) in str(caught.value)
    assert all(allowed in str(caught.value) for allowed in NAMES)


def test_preset_names_need_no_parser() -> None:
    code = "import sys, koikoi.engine.presets; print('tomllib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_written_as_a_file_loads_as_the_same_rules(name: str, tmp_path: Path) -> None:
    assert load_rules(written(tmp_path, rules_to_toml(preset(name)))) == preset(name)


def test_a_written_file_tells_above_every_option_what_is_allowed() -> None:
    lines = rules_to_toml(preset()).splitlines()
    above = {
        line.partition(" = ")[0]: lines[i - 1] for i, line in enumerate(lines) if " = " in line
    }
    assert list(above) == [option.key for option in OPTIONS]
    assert above["name"] == "# 1-60 characters"
    assert above["goko"] == "# 0-50"
    assert above["rounds"] == "# 1-12"
    assert above["extra_card"] == "# true, false"
    assert above["family"] == "# add, void, best"


@pytest.mark.parametrize(
    "text",
    [
        'say "koi-koi"',
        '"""',
        "C:\\new\\table",
        "\\",
        '\\"',
        "花見で一杯 🎴",
        "# no comment",
        "it's [table] = {1}",
    ],
)
def test_texts_survive_a_rules_file(text: str, tmp_path: Path) -> None:
    rules = dataclasses.replace(preset(), name=text, source=text)
    loaded = load_rules(written(tmp_path, rules_to_toml(rules)))
    assert (loaded.name, loaded.source) == (text, text)


def values_of(option: Option) -> st.SearchStrategy[object]:
    if option.type == "text":
        printable = st.characters(codec="utf-8").filter(str.isprintable)
        texts = st.text(printable, min_size=option.low, max_size=option.high)
        return texts.filter(lambda text: not option.low or text.strip())
    if option.type == "integer":
        return st.integers(option.low, option.high)
    return st.booleans() if option.type == "boolean" else st.sampled_from(option.choices)


def with_matching_call_limit(values: dict[str, object]) -> dict[str, object]:
    if values["call_limit"] == "none":
        return {**values, "call_limit_count": 0}
    return {**values, "call_limit_count": values["call_limit_count"] or 1}


ANY_RULES = (
    st.fixed_dictionaries({option.key: values_of(option) for option in OPTIONS})
    .map(with_matching_call_limit)
    .map(Rules.from_mapping)
)


@given(ANY_RULES)
def test_any_rules_survive_a_mapping_and_a_rules_file(rules: Rules) -> None:
    assert Rules.from_mapping(rules.to_mapping()) == rules
    assert Rules.from_mapping(tomllib.loads(rules_to_toml(rules))) == rules


def test_a_rules_file_reports_all_its_problems_at_once(tmp_path: Path) -> None:
    text = rules_to_toml(preset()).replace("\ngoko = 10", "\ngokko = 10").replace(" = 12", " = 99")
    with pytest.raises(RulesError) as caught:
        load_rules(written(tmp_path, text))
    assert [(p.code, p.key, p.suggestion) for p in caught.value.problems] == [
        (ProblemCode.MISSING_KEY, "goko", ""),
        (ProblemCode.OUT_OF_RANGE, "rounds", ""),
        (ProblemCode.UNKNOWN_KEY, "gokko", "goko"),
    ]


def test_a_rules_file_with_a_table_is_told_apart_from_one_without(tmp_path: Path) -> None:
    path = written(tmp_path, "[mine]\n" + rules_to_toml(preset()))
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    assert [p.key for p in caught.value.problems] == [*preset().to_mapping(), "mine"]


def test_a_rules_file_may_have_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    data = "\ufeff" + rules_to_toml(preset("yakuza")).replace("\n", "\r\n")
    assert load_rules(written(tmp_path, data)) == preset("yakuza")


@pytest.mark.parametrize(
    ("data", "code", "detail"),
    [
        (b"goko = ", RulesFileFault.NOT_TOML, "Invalid value"),
        (b"goko = 1\ngoko = 2\n", RulesFileFault.NOT_TOML, "Cannot overwrite a value"),
        (b'name = "\xff"', RulesFileFault.NOT_UTF8, "8"),
        (b"\x00", RulesFileFault.NOT_TOML, "Invalid statement"),
        (b"goko = " + b"9" * 5000, RulesFileFault.NOT_TOML, "Exceeds the limit"),
        (b"goko = " + b"[" * 60_000, RulesFileFault.NOT_TOML, "nested too deeply"),
        (b"#" * (MAX_FILE_SIZE + 1), RulesFileFault.TOO_LARGE, ""),
    ],
    ids=["syntax", "double key", "encoding", "zero byte", "digits", "nesting", "size"],
)
def test_a_file_that_is_no_toml_is_named_with_the_reason(
    data: bytes, code: RulesFileFault, detail: str, tmp_path: Path
) -> None:
    path = written(tmp_path, data)
    with pytest.raises(RulesFileError) as caught:
        load_rules(path)
    assert caught.value.path == path
    assert caught.value.code is code
    assert caught.value.detail.startswith(detail)
    assert str(caught.value) == f"{path}: {code} {caught.value.detail}".strip()


def test_a_syntax_error_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(RulesFileError, match="line 2"):
        load_rules(written(tmp_path, "goko = 1\nshiko 2\n"))


def test_a_file_of_exactly_the_greatest_size_is_read(tmp_path: Path) -> None:
    text = rules_to_toml(preset())
    padded = text + "#" * (MAX_FILE_SIZE - len(text.encode()))
    assert load_rules(written(tmp_path, padded)) == preset()


def test_a_missing_file_stays_an_operating_system_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_rules(tmp_path / "nowhere.toml")
    with pytest.raises(IsADirectoryError):
        load_rules(tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_name_resolves_to_the_preset(name: str) -> None:
    assert resolve_rules(name) is preset(name)


def test_a_preset_name_wins_over_a_file_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nintendo").write_text(rules_to_toml(preset("yakuza")), encoding="utf-8")
    assert resolve_rules("nintendo") == preset("nintendo")
    assert resolve_rules("./nintendo") == preset("yakuza")


def test_the_path_of_a_file_resolves_to_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = dataclasses.replace(preset(), name="own", rounds=3)
    path = written(tmp_path, rules_to_toml(own))
    monkeypatch.chdir(tmp_path)
    path.with_name("ownrules").write_bytes(path.read_bytes())
    assert resolve_rules(str(path)) == own
    assert resolve_rules("own.toml") == own
    assert resolve_rules("ownrules") == own


@pytest.mark.parametrize("missing", ["missing.toml", "folder/missing"])
def test_what_looks_like_a_file_is_missed_as_a_file(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError):
        resolve_rules(missing)


def test_what_is_neither_preset_nor_file_is_an_unknown_preset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name in ("nintndo", "folder", ""):
        with pytest.raises(UnknownPreset) as caught:
            resolve_rules(name)
        assert caught.value.name == name


def test_errors_about_files_and_presets_travel_between_processes() -> None:
    unknown = pickle.loads(pickle.dumps(UnknownPreset("x")))
    assert (unknown.name, unknown.allowed) == ("x", NAMES)
    broken = pickle.loads(pickle.dumps(RulesFileError(Path("p"), RulesFileFault.NOT_TOML, "why")))
    assert (broken.path, broken.detail) == (Path("p"), "why")
