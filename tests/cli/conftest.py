"""The command line as a person meets it: arguments and input in, exit code and two texts out."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import koikoi.cli.play_plain
import koikoi.record.writer
from koikoi.cli.lines import Lines
from koikoi.cli.main import main
from tests.cli.person import Answer, Asked, Paper, Person

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")


@dataclass
class Result:
    """What a command did.

    Attributes:
        code: The exit code.
        out: Standard output.
        err: Standard error.
        asked: The questions of a match.
    """

    code: int
    out: str
    err: str
    asked: list[Asked] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON document."""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document

    @property
    def refusal(self) -> str:
        """The one sentence of a command that was refused, and that did nothing else."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.startswith("koikoi: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith(".\n")
        return self.err.removeprefix("koikoi: ").strip()


class CommandLine:
    """Runs commands in this process and checks what holds for all of them.

    Args:
        home: The folder for ``KOIKOI_HOME``.
    """

    def __init__(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.home = home
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def at(self, name: str) -> CommandLine:
        """The command line with another home, beside this one."""
        return CommandLine(self.home.with_name(name), self._monkeypatch, self._capsys)

    @property
    def matches(self) -> Path:
        return self.home / "matches"

    @property
    def records(self) -> list[Path]:
        return sorted(self.matches.glob("*.koikoi.jsonl"))

    @property
    def record(self) -> Path:
        """The only match that is saved."""
        (path,) = self.records
        return path

    def __call__(self, *arguments: str, stdin: str | bytes = b"") -> Result:
        file = self.home.with_name("typed")
        file.write_bytes(stdin.encode() if isinstance(stdin, str) else stdin)
        with file.open(encoding="utf-8") as stream, self._monkeypatch.context() as patch:
            patch.setenv("KOIKOI_HOME", str(self.home))
            patch.setattr(sys, "stdin", stream)
            code = main(arguments)
        captured = self._capsys.readouterr()
        return _checked(Result(code, captured.out, captured.err))

    def play(self, answer: Answer, *arguments: str, encoding: str = "utf-8") -> Result:
        """``koikoi play --plain`` with a person who answers what is asked.

        A new match is played by the quick computer ``greedy`` where no level is named: what a level
        plays changes with the network's weights, and no test depends on these.
        """
        if not {"--level", "--continue"}.intersection(arguments):
            arguments = ("--level", "greedy", *arguments)
        return self.at_table(answer, "play", "--plain", *arguments, encoding=encoding)

    def at_table(self, answer: Answer, *arguments: str, encoding: str = "utf-8") -> Result:
        """A command that plays by plain lines, with a person who answers what is asked."""
        paper = Paper(encoding)
        person = Person(answer, paper)

        def lines(_descriptor: int, _encoding: str) -> Lines:
            return person

        with Path(os.devnull).open() as nothing, self._monkeypatch.context() as patch:
            patch.setenv("KOIKOI_HOME", str(self.home))
            patch.setattr(koikoi.cli.play_plain, "InputLines", lines)
            patch.setattr(sys, "stdin", nothing)
            patch.setattr(sys, "stdout", paper)
            code = main(arguments)
        error = self._capsys.readouterr().err
        return _checked(Result(code, paper.printed().decode(encoding), error, person.asked))


def _checked(result: Result) -> Result:
    """What holds for every command: no control characters; a complaint where, and only where,
    something is refused, and in sentences.
    """
    assert not CONTROL.search(result.out)
    assert not CONTROL.search(result.err)
    assert bool(result.err) == (result.code == 2)
    assert all(line.startswith("koikoi: ") for line in result.err.splitlines())
    assert "Traceback" not in result.err
    return result


@pytest.fixture
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandLine:
    # Bringing every action to the disk is what takes the time of a match.
    monkeypatch.setattr(koikoi.record.writer, "_sync", lambda _: None)
    return CommandLine(tmp_path / "home", monkeypatch, capsys)
