"""``koikoi replay`` on a terminal, and where there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from koikoi.record import dumps
from tests.tui.replays import DAMAGED, MOVES, RUNNING, WHOLE
from tests.tui.screen import colour_codes
from tests.tui.terminal_program import (
    MODULE,
    PATIENCE,
    RIGHT,
    Terminals,
    environment,
    restored,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record of a whole match."""
    path = tmp_path / "match.koikoi.jsonl"
    path.write_text(dumps(WHOLE), encoding="utf-8")
    return path


def test_a_record_is_looked_through_on_a_terminal(terminals: Terminals, file: Path) -> None:
    program = terminals.start("replay", str(file))
    program.shows(f"0/{len(MOVES)}", "next", "rounds")
    program.press_to(RIGHT, f"1/{len(MOVES)}")
    program.read_quiet()
    assert program.read_quiet() == 0
    program.press_until("q", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    restored(program)


def test_the_options_of_the_screen_may_stand_on_both_sides(
    terminals: Terminals, file: Path
) -> None:
    before = ("--ascii", "--no-color", "--no-mouse", "replay", str(file))
    for options in (before, (*before[3:], *before[:3])):
        program = terminals.start(*options, size=(60, 20))
        program.shows(f"0/{len(MOVES)}")
        program.press_to(RIGHT, f"1/{len(MOVES)}")
        assert program.screen.text.isascii()
        assert not list(colour_codes(program.screen.colours))
        program.type("q")
        assert program.ends() == 0


def test_a_damaged_record_is_shown_as_far_as_it_goes_and_then_told(
    terminals: Terminals, file: Path
) -> None:
    file.write_text(dumps(DAMAGED), encoding="utf-8")
    program = terminals.start("replay", str(file))
    program.shows("next")
    program.press_to("\x1b[F", "damaged from here on")
    program.press_until("q", lambda: program.process.poll() is not None)
    assert program.ends() == 2
    assert b"does not lead to the position" in program.got


def test_what_is_no_record_is_one_sentence(terminals: Terminals, file: Path) -> None:
    file.write_text("{}\n", encoding="utf-8")
    program = terminals.start("replay", str(file))
    assert program.ends() == 2
    assert program.screen.rows[0] == "koikoi: This is not the record of a match of koi-koi."
    assert not any(program.screen.rows[1:])
    assert b"\x1b[?1049h" not in program.got


@pytest.mark.parametrize(
    ("options", "variables"),
    [(("--plain",), {}), (("--check",), {}), (("--json",), {}), ((), {"TERM": "dumb"})],
    ids=["plain", "check", "json", "dumb"],
)
def test_text_is_told_on_a_terminal_too(
    terminals: Terminals,
    file: Path,
    options: tuple[str, ...],
    variables: dict[str, str],
) -> None:
    program = terminals.start("replay", *options, str(file), variables=variables)
    assert program.ends() == 0
    assert b"\x1b" not in program.got
    said = b'"finished": true' if "--json" in options else b"actions were played again"
    assert said in program.got


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_text_is_told_where_there_is_no_terminal(
    tmp_path: Path, file: Path, options: tuple[str, ...]
) -> None:
    file.write_text(dumps(RUNNING), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, *MODULE, "replay", *options, str(file)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path / "home", {}),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.splitlines()[-1] == b"The match is not over."
