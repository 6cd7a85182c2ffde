"""The lessons on a terminal: how somebody new comes to them, and the command."""

from __future__ import annotations

from pathlib import Path

from koikoi.store.matches import SUFFIX
from tests.tui.terminal_program import Terminals, restored

HELLO = "New to flower cards?"


def test_somebody_new_is_greeted_until_they_have_begun(tmp_path: Path) -> None:
    with Terminals(tmp_path / "home") as terminals:
        program = terminals.start()
        program.shows(HELLO, "▸ Learn", "Quit")
        program.press_until("q", lambda: program.process.poll() is not None)
        assert program.ends() == 0
        program = terminals.start()
        program.shows(HELLO, "▸ Learn", "Quit")
        program.press_to("o", "Theme")
        program.press_to("\x1b", "New game")
        program.press_until("q", lambda: program.process.poll() is not None)
        assert program.ends() == 0
        program = terminals.start()
        program.shows("▸ New game", "; rules", "Quit")
        assert HELLO not in program.screen.text


def test_whoever_has_played_is_not_new(tmp_path: Path) -> None:
    matches = tmp_path / "home" / "matches"
    matches.mkdir(parents=True)
    (matches / f"one{SUFFIX}").write_text("", encoding="utf-8")
    with Terminals(tmp_path / "home") as terminals:
        program = terminals.start()
        program.shows("▸ New game", "Quit")
        assert HELLO not in program.screen.text


def test_the_command_teaches_and_ends_with_the_lesson(terminals: Terminals) -> None:
    program = terminals.start("learn", "first")
    program.shows("Twelve months")
    program.press_to("\r", "Four kinds")
    program.press_to("q", "Leave the lesson?")
    program.press_until("l", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    restored(program)
    program = terminals.start("learn")
    program.shows("First round", "Begun; it goes on where you left it.", "Koi-koi or stop")
    program.press_until("\x1b", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    assert terminals.records == []
