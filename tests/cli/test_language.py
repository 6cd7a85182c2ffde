"""Every line that a person reads is a message: in a made-up language nothing else is left."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import koikoi.text.catalogue
from koikoi.cli.main import main
from koikoi.cli.parser_notes import all_notes
from koikoi.engine.presets import PRESET_NAMES
from koikoi.text.catalogue import available
from tests.text.pseudo import is_one_message, pseudo_text

COMMANDS = [
    "yaku 3L 8L 9A 1L 12L",
    "yaku 2P1",
    "yaku --rules nintendo --opponent-calls 1 6A 7A 10A 2A 8A",
    "rules",
    "rules koikoi-japan",
    "deal --seed spring --round 1",
    "deal --seed spring --round 0",
    "doctor",
]

MISTAKES = [
    "yaku 1X",
    "yaku 1L 1L",
    "yaku --month 13 1L",
    "yaku --field 1L 1L",
    "rules nonsense",
    "deal --seed spring --round 13",
    "replay missing.koikoi.jsonl",
    "verify pyproject.toml",
    "play",
    "play --plain --level 9",
    "play --plain --rounds 0",
    "play --plain --continue",
    "play --plain --continue --rounds 3",
    "yaku --month x 1L",
    "duel greedy nobody",
    "duel greedy random --matches 0",
    "play --plain --hot-seat",
    "play --hot-seat --level 2",
]


HELPED = [
    *("play", "daily", "unfinished", "watch", "demo", "yaku", "rules", "deal", "replay", "verify"),
    *("duel", "bot", "doctor", "bench", "stats", "export", "import", "host", "train", "review"),
    *("learn", "completion", "man"),
]


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text, _ = pseudo_text()
    monkeypatch.setattr(koikoi.text.catalogue, "load", lambda _lang: text)
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_line_of_a_command_is_a_message(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert [line for line in lines if line and not is_one_message(line.strip())] == []


@pytest.mark.parametrize("name", ["", *HELPED])
def test_every_word_of_help_is_a_message(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    said = re.sub(r"⟦≈: koikoi [^⟧]*⟧", "", capsys.readouterr().out)  # the example
    # What is typed is the same in every language: options, what they choose from, commands.
    options = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
    assert options.search(said)
    chosen = {word for row in re.findall(r"\{([a-z,-]+)\}", said) for word in row.split(",")}
    # So are the names of variables and files.
    for notes in all_notes(pseudo_text()[0]):
        for term, _ in notes.rows:
            said = said.replace(f"  {term}", "")
    words = re.findall(r"[A-Za-z][A-Za-z-]+", options.sub(" ", said))
    assert set(words) - chosen - {"koikoi", *HELPED, *PRESET_NAMES, *available()} == set()


@pytest.mark.parametrize("command", MISTAKES)
def test_every_mistake_is_answered_with_a_message(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 2
    said = capsys.readouterr().err.removeprefix("koikoi: ").strip()
    assert is_one_message(said), said


def test_every_line_of_a_match_its_replay_and_its_proof_is_a_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ["?", "t", "yaku", "log", "rules", "nonsense", "13P1", "12L", "resign", "n"]
    answers = tmp_path / "answers"
    answers.write_text("\n".join([*asked, *["1"] * 300]), encoding="utf-8")
    with answers.open(encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        match = ("--level", "greedy", "--seed", "language", "--rounds", "4")
        assert main(["play", "--plain", *match]) == 0
    (record,) = (tmp_path / "home" / "matches").iterdir()
    assert main(["replay", str(record)]) == 0
    assert main(["verify", str(record)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 200
    assert [line for line in lines if line and not is_one_message(line)] == []
