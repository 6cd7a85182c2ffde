"""``koikoi bot`` at a terminal: what a person can type first."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper

import pytest

from koikoi.arena.protocol import hello_line, welcome_line
from koikoi.cli.main import main
from koikoi.engine.presets import preset
from tests.cli.conftest import CommandLine


class Keyboard(TextIOWrapper):
    """A terminal at which a person has typed something."""

    def __init__(self, typed: str = "") -> None:
        super().__init__(BytesIO(typed.encode()))

    def isatty(self) -> bool:
        return True


def test_at_a_keyboard_a_hello_can_be_copied_that_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Keyboard())
    assert main(["bot", "greedy"]) == 0
    told = capsys.readouterr()
    sentence, hello = told.err.splitlines()
    assert sentence.endswith("A match begins with hello; this one can be pasted:")
    assert told.out == ""
    monkeypatch.setattr(sys, "stdin", Keyboard(f"{hello}\n"))
    assert main(["bot", "greedy"]) == 0
    assert capsys.readouterr().out == welcome_line()


def test_a_program_that_asks_is_told_nothing_beside_the_answers(cli: CommandLine) -> None:
    asked = hello_line(preset("standard"), 0, "chance", 5.0)
    answered = cli("bot", "greedy", stdin=asked)
    assert (answered.out, answered.err) == (welcome_line(), "")
