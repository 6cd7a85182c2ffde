"""``koikoi demo`` on a terminal."""

from __future__ import annotations

from pathlib import Path

from tests.tui.screen import colour_codes
from tests.tui.terminal_program import STILL, Terminals, restored


def test_a_demonstration_rests_between_moves_and_any_key_ends_it(
    terminals: Terminals, tmp_path: Path
) -> None:
    program = terminals.start("demo", "5", "--seed", "spring", "--pace", "slow", variables=STILL)
    program.shows("Hōō 1", "Hōō 2", "any key ends it", "wants")
    program.press_until(" ", lambda: "Space go on" in program.screen.text)
    program.read_quiet()
    assert program.read_quiet() == 0
    program.press_until("x", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    restored(program)
    assert not (tmp_path / "home" / "matches").exists()


def test_it_plays_in_ascii_and_without_colours_in_the_smallest_window(
    terminals: Terminals,
) -> None:
    program = terminals.start(
        "demo", "greedy", "random", "--ascii", "--no-color", size=(60, 20), variables=STILL
    )
    program.shows("any key ends it", "wants")
    assert program.screen.text.isascii()
    assert not list(colour_codes(program.screen.colours))
    program.press_until("q", lambda: program.process.poll() is not None)
    assert program.ends() == 0
