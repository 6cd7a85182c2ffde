"""The README is true: its Python runs, its commands exist and run, its tables are complete."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import koikoi
from koikoi.cli.main import main
from koikoi.cli.parser import build_parser
from koikoi.engine.presets import PRESET_NAMES
from koikoi.text.catalogue import load
from tests.store.pasts import a_match, put

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
COMMANDS = sorted(
    {command for command in re.findall(r"`(koikoi [^`]+)`", TEXT) if "FILE" not in command}
)


def test_the_python_examples_run() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_the_package_docstring_runs() -> None:
    results = doctest.testmod(koikoi)
    assert results.attempted == 3
    assert results.failed == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_understood(command: str) -> None:
    words = shlex.split(command.split(">")[0])[1:]
    words = ["standard" if word == "NAME" else word for word in words]
    arguments = build_parser(load()).parse_args(words)
    assert arguments.module.startswith("koikoi.cli.")


@pytest.mark.parametrize(
    "command", [c for c in COMMANDS if re.match(r"koikoi (yaku|rules|deal|stats)", c)]
)
def test_every_command_that_only_tells_runs(
    command: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path))
    words = shlex.split(command.split(">")[0])[1:]
    assert main(["standard" if word == "NAME" else word for word in words]) == 0
    assert capsys.readouterr().out


def test_matches_go_to_another_machine_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = ["koikoi export matches.zip", "koikoi import matches.zip"]
    assert set(commands) < set(COMMANDS)
    put(tmp_path / "one" / "matches", a_match("one"))
    monkeypatch.chdir(tmp_path)
    for command, home in zip(commands, ("one", "two"), strict=True):
        monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / home))
        assert main(command.split()[1:]) == 0
    assert "1 match is taken." in capsys.readouterr().out
    (tmp_path / "two" / "history.sqlite3").unlink()
    assert main(["stats"]) == 0
    assert capsys.readouterr().out.startswith("1 match against the computer:")


def test_every_preset_is_listed() -> None:
    for name in PRESET_NAMES:
        assert f"| `{name}` |" in TEXT


def test_every_command_is_listed() -> None:
    usage = build_parser(load()).format_help()
    for command in re.findall(r"^    (\w+) ", usage, re.MULTILINE):
        assert f"| `koikoi {command}" in TEXT


def test_every_name_of_the_public_api_can_be_imported() -> None:
    for name in koikoi.__all__:
        assert getattr(koikoi, name) is not None
    assert set(koikoi.__all__) == {"__version__", *koikoi._HOME_OF}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        koikoi.nothing  # noqa: B018


def test_the_ci_script_finds_the_test_command() -> None:
    found = re.search(r"<!-- test-command -->\n```sh\n(.+)\n```", TEXT)
    assert found is not None
    assert "pytest" in found[1]
