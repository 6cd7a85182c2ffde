"""What the drawn program sends to terminals that can show more or less, and how much of it."""

from __future__ import annotations

import pytest

from tests.tui.screen import colour_codes
from tests.tui.terminal_program import (
    ESCAPE,
    LEAVE,
    LEFT,
    PATIENCE,
    PLAY,
    RIGHT,
    STILL,
    TURN,
    TerminalProgram,
    Terminals,
    advice,
    at_turn,
    moves,
    restored,
)

# What is drawn with.


def tour(terminals: Terminals, *options: str, **variables: str | None) -> TerminalProgram:
    """Title, setup, a match with a card played, help, the quit dialog, and out by the title."""
    # The title's matches have secret seeds: under these rules no deal alone wins a round.
    settings = 'welcomed = true\nlevel = "greedy"\nrules = "koikoi-japan"\nfirst = "you"\n'
    (terminals.home / "settings.toml").write_text(settings, encoding="utf-8")
    program = terminals.start(*options, variables={**STILL, **variables})
    program.shows("New game", "Learn")
    program.press_to("n", "First dealer")
    program.press_until("n", lambda: TURN in program.screen.text)
    for _ in range(3):
        program.type(RIGHT)
        program.read_quiet(0.1)
    program.press_to("i", "The others of its month")
    program.press_until(ESCAPE, lambda: advice(program))
    program.type("?")
    program.shows("this page")
    program.press_until(ESCAPE, lambda: "this page" not in program.screen.text)
    program.type("11")
    program.read_quiet(0.2)
    program.type("q")
    program.shows(LEAVE)
    program.press_to("l", "The match is saved")
    program.press_until("q", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    restored(program)
    return program


CP437 = frozenset(
    # The code page has signs at the places of the controls, which no decoder gives.
    bytes([*range(32, 127), *range(128, 255)]).decode("cp437") + "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"
)


@pytest.mark.parametrize(
    ("options", "variables"),
    [((), {"NO_COLOR": "1"}), (("--no-color",), {}), ((), {"TERM": "vt100"})],
    ids=["NO_COLOR", "--no-color", "vt100"],
)
def test_without_colours_no_colour_is_sent(
    terminals: Terminals, options: tuple[str, ...], variables: dict[str, str]
) -> None:
    program = tour(terminals, *options, **variables)
    assert list(colour_codes(program.screen.colours)) == []
    assert any(program.screen.colours)  # the focus is told apart by other attributes


@pytest.mark.parametrize(
    ("options", "variables"),
    [(("--ascii",), {}), ((), {"LANG": "C"}), (("--glyphs", "ascii"), {"TERM": "linux"})],
    ids=["--ascii", "LANG=C", "--glyphs"],
)
def test_ascii_is_all_that_is_drawn(
    terminals: Terminals, options: tuple[str, ...], variables: dict[str, str]
) -> None:
    program = tour(terminals, *options, **variables)
    start = program.got.index(b"\x1b[?1049h")
    assert {byte for byte in program.got[start:] if byte >= 0x7F} == set()


def test_the_linux_console_gets_16_colours_and_the_signs_of_its_code_page(
    terminals: Terminals,
) -> None:
    screen = tour(terminals, TERM="linux").screen
    codes = set(colour_codes(screen.colours))
    assert codes
    assert {code for code in codes if len(code) > 1} == set()
    assert set(screen.drawn) - CP437 == set()


def test_a_terminal_of_256_colours_is_sent_no_others(terminals: Terminals) -> None:
    codes = set(colour_codes(tour(terminals, COLORTERM=None).screen.colours))
    assert {code[0] for code in codes if len(code) == 3} == {38, 48}
    assert {code for code in codes if len(code) == 2} == set()


def test_all_colours_are_sent_where_the_terminal_has_them(terminals: Terminals) -> None:
    codes = set(colour_codes(tour(terminals).screen.colours))
    assert {(38, 2), (48, 2)} <= codes


# How much is sent.


def test_nothing_is_sent_while_nothing_changes(terminals: Terminals) -> None:
    program = terminals.start(*PLAY, variables={})  # with everything that moves
    program.shows(TURN)
    moves(program)
    program.read_quiet(0.3)
    assert program.read_quiet() == 0
    program.type("q")
    program.shows(LEAVE)
    program.read_quiet(0.3)
    assert program.read_quiet() == 0


def test_moving_the_focus_sends_at_most_2_kb(terminals: Terminals) -> None:
    program = at_turn(terminals)
    for key in (RIGHT, RIGHT, RIGHT, LEFT, LEFT, "\x1b[A", RIGHT, "\x1b[B"):
        before = program.screen.text
        program.type(key)
        size = program.read(PATIENCE) + program.read_quiet(0.1)
        assert program.screen.text != before
        assert size <= 2000, key
