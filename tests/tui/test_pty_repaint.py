"""The drawn program on a terminal: pictures are sent once, also while colours and sizes change."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Final

import pytest

from koikoi.tui.terminal import Colours
from tests.tui.screen import colour_codes
from tests.tui.terminal_program import (
    ESCAPE,
    RIGHT,
    TerminalProgram,
    Terminals,
    advice,
    at_turn,
    restored,
)
from tests.tui.test_repaint import wrong


def times_drawn(program: TerminalProgram, said: str, since: int = 0) -> int:
    """How often words that stand once on a picture were sent."""
    return bytes(program.got[since:]).count(said.encode())


def test_the_first_picture_is_sent_once(terminals: Terminals) -> None:
    program = terminals.start()
    program.shows("Learn", "Quit", "; rules")
    program.read_quiet(0.3)
    assert times_drawn(program, "; rules") == 1


def test_a_picture_of_another_size_is_sent_once(terminals: Terminals) -> None:
    program = at_turn(terminals)
    for size in ((100, 30), (80, 24)):
        since = len(program.got)
        program.resize(*size)
        program.shows("Your turn", "Round 1/")
        program.read_quiet(0.3)
        assert times_drawn(program, "Round 1/", since) == 1


WORDS: Final = {
    Colours.TRUECOLOR: " all ",
    Colours.EXTENDED: " 256 ",
    Colours.BASIC: " 16 ",
    Colours.NONE: " none ",
}
"""What the page of options calls them, in the order in which right goes through them."""


MOST_STEPS: Final = 100
"""Far more than there are entries, and values of one, even where a key is pressed twice."""


def to_colours(program: TerminalProgram, colours: Colours) -> None:
    """Goes to the entry of the colours, and on to this number of them."""
    program.press_to("o", "Options")

    def entry() -> str:
        return next((row for row in program.screen.rows if " Colours " in row), "")

    def step(key: str) -> None:
        before = program.screen.text
        program.press_until(key, lambda: program.screen.text != before, 0.5)
        program.read_quiet(0.1)  # the picture may come in pieces

    def steps(key: str, there: Callable[[], bool]) -> None:
        for _ in range(MOST_STEPS):
            if there():
                return
            step(key)
        raise AssertionError(program.screen.text)

    steps("\x1b[B", lambda: "▸" in entry())
    steps(RIGHT, lambda: WORDS[colours] in entry().partition("Colours")[2] + " ")
    program.read_quiet(0.2)


def tour(program: TerminalProgram, size: tuple[int, int]) -> list[str]:
    """The table painted whole, differences, a page, and another size; returns what was chosen."""
    since = len(program.screen.colours)
    program.press_until(ESCAPE, lambda: bool(advice(program)))
    program.type(RIGHT)
    program.read_quiet(0.2)
    program.press_to("i", "The others of its month")
    program.press_until(ESCAPE, lambda: bool(advice(program)))
    program.resize(*size)
    program.shows("Your turn", "Round 1/")
    program.read_quiet(0.2)
    return program.screen.colours[since:]


@pytest.mark.parametrize(
    "colours",
    [Colours.EXTENDED, Colours.BASIC, Colours.NONE],
)
def test_colours_that_change_while_the_program_runs_change_what_is_sent(
    terminals: Terminals, colours: Colours
) -> None:
    program = at_turn(terminals)
    assert wrong(program.screen.colours, Colours.TRUECOLOR) == set()
    to_colours(program, colours)
    sent = tour(program, (100, 30))
    assert wrong(sent, colours) == set()
    assert any(colour_codes(sent)) == (colours is not Colours.NONE)
    assert any(sent), "what is chosen is told apart somehow"
    to_colours(program, Colours.TRUECOLOR)
    sent = tour(program, (80, 24))
    assert wrong(sent, Colours.TRUECOLOR) == set()
    assert {(38, 2), (48, 2)} == set(colour_codes(sent))


def test_a_terminal_of_256_colours_is_sent_no_others_after_a_resize(terminals: Terminals) -> None:
    variables = {"TEXTUAL_ANIMATIONS": "none", "COLORTERM": None}
    program = at_turn(terminals, variables=variables)
    assert wrong(tour(program, (100, 30)), Colours.EXTENDED) == set()


# A terminal of which nothing is known any more.


@pytest.mark.parametrize("away", [(60, 20), (101, 30), (40, 10)])
def test_a_size_that_comes_and_goes_at_once_leaves_a_whole_picture(
    terminals: Terminals, away: tuple[int, int]
) -> None:
    program = at_turn(terminals)
    program.resize(100, 30)
    program.shows("Your turn")
    program.read_quiet(0.2)
    whole = program.screen.text
    program.resize(*away)
    program.resize(100, 30)
    assert program.wait_until(lambda: program.screen.text == whole), program.screen.text


def test_ctrl_l_paints_the_screen_anew(terminals: Terminals) -> None:
    program = at_turn(terminals)
    whole = program.screen.text
    program.screen.resize(80, 24)  # as if something else had cleared it
    assert program.screen.text != whole
    program.type("\x0c")
    assert program.wait_until(lambda: program.screen.text == whole), program.screen.text


def test_a_stop_that_nobody_asked_us_for_leaves_an_orderly_program(terminals: Terminals) -> None:
    program = at_turn(terminals)
    for number in (signal.SIGCONT, signal.SIGSTOP, signal.SIGCONT):
        program.process.send_signal(number)
        program.read_quiet(0.2)
    program.press_to("q", "Leave the match?")
    program.press_until("l", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    restored(program)


def test_the_size_is_not_asked_for_in_the_input(terminals: Terminals) -> None:
    """Where a terminal reports sizes in the input, the library takes clicks for pixels."""
    program = at_turn(terminals)
    assert b"?2048" not in program.got


def test_a_terminal_that_nobody_reads_does_not_hold_a_signal_up(terminals: Terminals) -> None:
    program = at_turn(terminals, variables={})
    for width in (200, 199) * 20:
        program._sized(width, 60)
        program.process.send_signal(signal.SIGWINCH)
    program.process.send_signal(signal.SIGTERM)
    # Nobody reads; the program ends by force after its patience at the latest.
    assert program.process.wait(timeout=15) in (143, -signal.SIGTERM)
