"""``koikoi rules --edit`` on a terminal."""

from __future__ import annotations

from pathlib import Path

from koikoi.engine.presets import load_rules, preset, rules_to_toml
from tests.tui.screen import colour_codes
from tests.tui.terminal_program import STILL, Terminals, restored

DOWN = "\x1b[B"
RIGHT = "\x1b[C"


def test_a_file_is_edited_in_its_place_and_the_terminal_given_back(
    terminals: Terminals, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(rules_to_toml(preset("nintendo")), encoding="utf-8")
    program = terminals.start("rules", "--edit", str(file), variables=STILL)
    program.shows("Name of the rules", "all keys")
    program.read_quiet()
    assert program.read_quiet() == 0  # idle sends nothing
    program.type(DOWN)
    program.type(DOWN)
    program.shows("Five Lights (Gokō), “goko” in the file")
    program.type(RIGHT)
    program.shows("11 points", "+ Five Lights (Gokō) is worth 11 points", "not saved")
    program.press_to("s", "Save where?")
    program.press_to("f", "The rules are saved in")
    program.press_until("q", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    restored(program)
    assert load_rules(file).goko == 11


def test_it_is_in_ascii_and_without_colours_in_the_smallest_window(terminals: Terminals) -> None:
    program = terminals.start(
        "rules", "--edit", "--ascii", "--no-color", size=(60, 20), variables=STILL
    )
    program.shows("There are no rules of your own yet.", "Koi-Koi Japan")
    program.press_to("\r", "all keys")
    program.press_until(DOWN, lambda: '"goko" in the file' in program.screen.text)
    program.type(RIGHT)
    program.shows("+ Five Lights (Goko) is worth 11 points")
    assert program.screen.text.isascii()
    assert not list(colour_codes(program.screen.colours))
    program.press_to("q", "Leave the editor?")
    program.press_to("d", "New rules, from a preset")
    program.press_until("q", lambda: program.process.poll() is not None)
    assert program.ends() == 0
