"""The README is true: its Python runs, its commands exist and run, its tables are complete."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from collections.abc import Iterator
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
COMMANDS = sorted(set(re.findall(r"`(koikoi [^`]+)`", TEXT)))
DOCUMENTS = re.findall(r"^\| `(koikoi [^`]+ --json)` \| (`.+) \|$", TEXT, re.MULTILINE)
"""Commands that write a document, and what is said of its keys."""

RECORD = str(ROOT / "tests/record/golden/v1-resigned.koikoi.jsonl")
_MEANT = {"NAME": "standard", "FILE": RECORD}


def words_of(command: str) -> list[str]:
    """The arguments of a command, with something in place of what it leaves open."""
    words = shlex.split(command.split(">")[0])[1:]
    return [_MEANT.get(word, word) for word in words]


def parts() -> Iterator[tuple[str, str]]:
    """The level-2 headings and what stands below each."""
    pieces = re.split(r"^## (.+)$", TEXT, flags=re.MULTILINE)[1:]
    return zip(pieces[::2], pieces[1::2], strict=True)


def anchor(heading: str) -> str:
    """What a link to a heading is called, as code forges make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_python_examples_run() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_the_package_docstring_runs() -> None:
    results = doctest.testmod(koikoi)
    assert results.attempted == 3
    assert results.failed == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_understood(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    if command == "koikoi --version":
        assert main(words_of(command)) == 0
        assert capsys.readouterr().out == f"koikoi {koikoi.__version__}\n"
        return
    arguments = build_parser(load()).parse_args(words_of(command))
    assert arguments.module.startswith("koikoi.cli.")


@pytest.mark.parametrize(
    "command",
    [
        c
        for c in COMMANDS
        if re.match(r"koikoi (yaku|rules(?! --edit)|deal|stats|verify|completion|man)", c)
    ],
)
def test_every_command_that_only_tells_runs(
    command: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path))
    assert main(words_of(command)) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(("command", "said"), DOCUMENTS)
def test_every_document_has_the_keys_that_are_told(
    command: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path))
    assert main(words_of(command)) == 0
    keys = list(json.loads(capsys.readouterr().out))
    told = re.findall(r"`(\w+)`", said)
    assert set(told) <= set(keys)
    assert said.endswith(" and more") or len(told) == len(keys)


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


def test_each_of_four_readers_has_a_part_that_the_contents_name() -> None:
    contents = dict(parts())["Contents"]
    for part in ("Play", "Host a meetup", "Research", "Contribute", "Reference"):
        assert f"- **[{part}](#{anchor(part)})**, for " in contents
        for heading in re.findall(r"^### (.+)$", dict(parts())[part], re.MULTILINE):
            assert f"(#{anchor(heading)})" in contents, heading


def test_links_lead_to_headings_and_files() -> None:
    anchors = {anchor(heading) for heading in re.findall(r"^##+ (.+)$", TEXT, re.MULTILINE)}
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert len(links) > 40
    for link in links:
        if link.startswith("#"):
            assert link[1:] in anchors
        else:
            assert (ROOT / link).is_file(), link


def test_a_picture_of_the_table_stands_before_the_first_part() -> None:
    assert "](assets/pictures/table-" in TEXT.partition("\n## ")[0]


def test_the_version_is_the_newest_of_the_changelog() -> None:
    changes = TEXT.partition("### Changelog")[2]
    newest = re.search(r"^\*\*([\d.]+)\*\*", changes, re.MULTILINE)
    assert newest is not None
    assert newest[1] == koikoi.__version__
    assert f"| the program | {koikoi.__version__} |" in TEXT


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
