"""Shells complete the commands: what they offer for a line, asked of the shells themselves."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from koikoi.cli.completion import parsers_of
from koikoi.cli.parser import build_parser
from koikoi.cli.parser_shell import SHELLS
from koikoi.engine.presets import PRESET_NAMES
from koikoi.text.catalogue import available, load
from tests.cli.conftest import CommandLine

PATIENCE: Final = 60

Ask = Callable[[str], set[str]]
"""Gets the beginning of a line, and returns what the shell offers for its last word."""


def ask_bash(script: Path, line: str) -> set[str]:
    words = line.split(" ")
    told = "\n".join(
        [
            f"source {script}",
            "compopt() { :; }",  # it is for a completion that goes on
            f"COMP_WORDS=({' '.join(word or repr('') for word in words)})",
            f"COMP_CWORD={len(words) - 1}",
            "_shtab_koikoi",
            'printf "%s\\n" "${COMPREPLY[@]}"',
        ]
    )
    return answer_of(["bash", "--norc", "-c", told], script.parent)


def ask_fish(script: Path, line: str) -> set[str]:
    told = f"source {script}; complete -C '{line}'"
    offered = answer_of(["fish", "--no-config", "-c", told], script.parent)
    return {one.partition("\t")[0] for one in offered}


def answer_of(command: list[str], folder: Path) -> set[str]:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=PATIENCE,
        env={**os.environ, "HOME": str(folder)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.splitlines()) - {""}


SHELLS_THAT_ANSWER: Final = {"bash": ask_bash, "fish": ask_fish}


@pytest.fixture(params=SHELLS_THAT_ANSWER)
def ask(request: pytest.FixtureRequest, cli: CommandLine, tmp_path: Path) -> Ask:
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("mine.toml", "match.koikoi.jsonl"):
        (folder / name).touch()
    (folder / "below").mkdir()
    script = folder / f".script.{shell}"
    script.write_text(cli("completion", shell).out, encoding="utf-8")
    return lambda line: SHELLS_THAT_ANSWER[shell](script, line)


def test_commands(ask: Ask) -> None:
    assert ask("koikoi ") == set(parsers_of(build_parser(load())))
    assert ask("koikoi unf") == {"unfinished"}


def test_options_of_a_command(ask: Ask) -> None:
    assert {"--plain", "--rules", "--level", "--continue"} <= ask("koikoi play --")
    assert ask("koikoi rules --to") == {"--toml"}
    assert ask("koikoi --vers") == {"--version"}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("koikoi play --level ", {"1", "2", "3", "4", "5"}),
        ("koikoi play --level 3 --first ", {"you", "opponent", "draw", "random"}),
        ("koikoi demo ", {"1", "2", "3", "4", "5"}),
        ("koikoi bench c", {"coach", "chances"}),
        ("koikoi duel 5 gr", {"greedy"}),
        ("koikoi yaku 12", {"12L", "12P1", "12P2", "12P3"}),
        ("koikoi host --mode ", {"open", "password", "keys"}),
        ("koikoi completion ", set(SHELLS)),
        ("koikoi play --rules ni", {"nintendo"}),
        ("koikoi play --lang ", set(available())),
        ("koikoi rules w", {"wikipedia"}),
    ],
)
def test_words_that_are_at_hand(ask: Ask, line: str, offered: set[str]) -> None:
    assert ask(line) == offered


@pytest.mark.parametrize("line", ["koikoi play --rules ", "koikoi rules "])
def test_rules_are_presets_and_files(ask: Ask, line: str) -> None:
    assert {*PRESET_NAMES, "mine.toml"} <= ask(line)


@pytest.mark.parametrize(
    "line", ["koikoi replay mat", "koikoi play --continue mat", "koikoi import a.zip mat"]
)
def test_files(ask: Ask, line: str) -> None:
    assert ask(line) == {"match.koikoi.jsonl"}


def test_folders(ask: Ask) -> None:
    assert {one.rstrip("/") for one in ask("koikoi host --folder ")} == {"below"}


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("koikoi unf", "unfinished"),
        ("koikoi play --rules ni", "nintendo"),
        ("koikoi duel 5 gr", "greedy"),
        ("koikoi replay mat", "match.koikoi.jsonl"),
        ("koikoi rules mi", "mine.toml"),
    ],
)
def test_zsh_completes_a_word(cli: CommandLine, tmp_path: Path, typed: str, completed: str) -> None:
    for name in ("mine.toml", "match.koikoi.jsonl"):
        (tmp_path / name).touch()
    (tmp_path / "functions").mkdir()
    script = tmp_path / "functions" / "_koikoi"
    script.write_text(cli("completion", "zsh").out, encoding="utf-8")
    ours, theirs = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        start_new_session=True,
        env={**os.environ, "HOME": str(tmp_path), "TERM": "dumb", "ZDOTDIR": str(tmp_path)},
    )
    os.close(theirs)
    try:
        os.write(ours, b"unsetopt zle_bracketed_paste; fpath=(functions $fpath); ")
        os.write(ours, b"autoload -Uz compinit; compinit -D -u; echo REA''DY\n")
        read_until(ours, "READY")
        os.write(ours, f"{typed}\t".encode())
        read_until(ours, completed)
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)


def read_until(descriptor: int, wanted: str) -> None:
    seen = ""
    while wanted not in seen:
        ready, _, _ = select.select([descriptor], [], [], PATIENCE)
        assert ready, f"{wanted!r} never came: {seen!r}"
        seen += os.read(descriptor, 4096).decode("utf-8", "replace")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_the_same_each_time(cli: CommandLine, shell: str) -> None:
    first = cli("completion", shell)
    assert first.code == 0
    assert first.out == cli("completion", shell).out


def test_every_argument_that_names_a_file_completes_files() -> None:
    """Also those of commands that come later: the table of words is only for what is none."""
    from koikoi.cli import completion

    parser = build_parser(load())
    completion.script(parser, "fish", load())
    for name, one in parsers_of(parser).items():
        for action in one._actions:
            if "FILE" in str(action.metavar) or "FOLDER" in str(action.metavar):
                assert hasattr(action, "complete"), f"koikoi {name} {action.dest}"


def test_an_unknown_shell_is_refused(cli: CommandLine) -> None:
    assert "choose from" in cli("completion", "tcsh").refusal
