"""The drawn program on a terminal: what it sends, what it takes, and how it leaves.

Nothing here asserts how long something takes, but for the one silence that is to be seen.
"""

from __future__ import annotations

import itertools
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from koikoi.engine.cards import Card
from koikoi.record.reader import load
from koikoi.record.replay import replay
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH
from tests.tui.terminal_program import (
    ESCAPE,
    LEAVE,
    MODULE,
    PATIENCE,
    PLAY,
    RIGHT,
    TURN,
    TerminalProgram,
    Terminals,
    advice,
    at_turn,
    environment,
    moves,
    restored,
)

NEED = f"need {MIN_WIDTH}×{MIN_HEIGHT}"
DROPPED = 5.0
"""Seconds in which a program whose terminal has gone has to end; it needs a fraction of one."""


def after(program: TerminalProgram) -> str:
    """What was sent once the terminal was as before."""
    tail = program.got[program.got.rindex(b"\x1b[?1049l") :].decode()
    return re.sub("\x1b\\[[0-?]*[@-~]", "", tail)


def continues(terminals: Terminals) -> None:
    """The record of the only match is whole, and the plain lines go on with it."""
    record = load(terminals.record)
    assert not record.torn
    assert not record.finished
    replay(record)
    plain = subprocess.run(
        [sys.executable, *MODULE, "play", "--plain", "--continue"],
        input=b"",
        capture_output=True,
        env=environment(terminals.home, {}),
        timeout=PATIENCE,
        check=False,
    )
    assert plain.returncode == 0
    assert plain.stderr == b""
    assert b"Which card do you play?" in plain.stdout
    assert b"The match is saved" in plain.stdout
    # Where it was the computer's turn, it has played.
    assert load(terminals.record).actions[: len(record.actions)] == record.actions


# Ends.


def test_save_and_leave_gives_the_terminal_back_and_says_how_to_go_on(terminals: Terminals) -> None:
    program = at_turn(terminals)
    program.type("q")
    program.shows(LEAVE, "Save and leave")
    program.press_until("l", lambda: program.process.poll() is not None)
    assert program.ends() == 0
    restored(program)
    assert "koikoi play --continue" in after(program)
    continues(terminals)


def test_ctrl_c_and_ctrl_q_ask_before_a_match_is_left(terminals: Terminals) -> None:
    program = at_turn(terminals)
    for key in ("\x03", "\x11", "q"):
        program.type(key)
        program.shows(LEAVE)
        program.press_until("g", lambda: LEAVE not in program.screen.text)
        moves(program)
    assert program.process.poll() is None


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
@pytest.mark.parametrize("where", ["turn", "dialog"])
def test_a_signal_ends_the_match_in_order(
    terminals: Terminals, number: signal.Signals, code: int, where: str
) -> None:
    program = at_turn(terminals)
    if where == "dialog":
        program.type("q")
        program.shows(LEAVE)
    program.process.send_signal(number)
    assert program.ends() == code
    restored(program)
    assert "koikoi play --continue" in after(program)
    continues(terminals)


@pytest.mark.parametrize("controlling", [True, False], ids=["hangs up", "end of input"])
def test_a_line_that_drops_ends_the_program_and_keeps_the_match(
    terminals: Terminals, controlling: bool
) -> None:
    program = terminals.start(*PLAY, controlling=controlling)
    program.shows(TURN)
    moves(program)
    program.hang_up()
    program.ends(DROPPED)
    continues(terminals)


BROKEN = """
import sys
from koikoi.engine.cards import Card
from koikoi.tui.tablepage import TablePage
from koikoi.cli.main import main

press, original = TablePage.press, TablePage.{method}
broken = False

def pressed(page, key, at):
    global broken
    broken = broken or key == "z"
    press(page, key, at)

def breaks(page, *given, **named):
    if broken:
        secret = [str(Card(n)) for n in range(48) if page._look(1).hand >> n & 1]
        raise RuntimeError("hand: " + " ".join(secret))
    return original(page, *given, **named)

TablePage.press = pressed
TablePage.{method} = breaks
sys.exit(main(sys.argv[1:]))
"""
"""Once z is pressed, one method of the table fails, with the other hand in its hands."""


@pytest.mark.parametrize("method", ["frame", "_obey", "hear", "ask"])
def test_a_defect_gives_the_terminal_back_and_tells_no_card(
    terminals: Terminals, method: str
) -> None:
    program = terminals.start(*PLAY, python=("-c", BROKEN.format(method=method)))
    program.shows(TURN)
    moves(program)
    program.type("z")
    # Moving, playing, taking and answering reach every method of the table sooner or later.
    keys = itertools.cycle((RIGHT, "1", "1", "a", "\r", "s"))
    while not program.wait_until(lambda: program.process.poll() is not None, 0.2):
        program.type(next(keys))
    assert program.ends() == 1
    restored(program)
    assert "something in the game broke (RuntimeError)" in after(program)
    assert "The match is saved" in after(program)
    log = (terminals.home / "crash.log").read_text(encoding="utf-8")
    assert log.endswith("RuntimeError\n")
    for told in (after(program), log):
        assert "hand:" not in told
        assert "secret" not in told
        assert not any(re.search(rf"\b{card}\b", told) for card in map(str, map(Card, range(48))))
    continues(terminals)


# Sizes.


@pytest.mark.parametrize("dialog", [False, True], ids=["match", "dialog"])
def test_the_screen_follows_the_terminals_size(terminals: Terminals, dialog: bool) -> None:
    program = at_turn(terminals, size=(160, 48))
    if dialog:
        program.type("q")
        program.shows(LEAVE)
    for size in ((80, 24), (60, 20), (80, 24), (40, 10), (80, 24), (160, 48)):
        program.resize(*size)
        if size[0] < MIN_WIDTH or size[1] < MIN_HEIGHT:
            program.shows(NEED)
            continue
        program.shows(*(["Save and leave"] if dialog else [TURN, "Stock"]))
        assert NEED not in program.screen.text
        program.read_quiet(0.2)
        rows = program.screen.rows
        assert rows[0].strip()
        assert rows[-1].strip()
    if dialog:
        program.press_until("g", lambda: LEAVE not in program.screen.text)
    moves(program)


# Whatever is typed.

HOSTILE = {
    "broken UTF-8": b"\xff\xfe\xc3\x28\xe2\x82\xf0\x9f\x80" * 50,
    "unfinished sequences": b"\x1b[\x1b[1;\x1b]\x1bP\x1b[<0;" * 200,
    "a flood of escapes": b"\x1b" * 3000,
    "long parameters": b"\x1b[" + b"9" * 5000 + b"u\x1b[" + b"1;" * 3000 + b"R",
    "a long paste": b"\x1b[200~" + b"q1l\r" * 62_500 + b"\x1b[201~",
    "an unfinished paste": b"\x1b[200~" + b"11" * 500 + b"\x1b[201~",
    "mice far away": b"".join(
        b"\x1b[<%d;%d;%d%c" % (button, x, y, end)
        for button in (0, 3, 64, 35, 999)
        for x in (0, 1, 999999999999)
        for y in (0, 1, 999999999999)
        for end in (77, 109)
    ),
    "negative mice": b"\x1b[<0;-5;-5M\x1b[<0;-5;-5m" * 20,
    "unasked answers": b"\x1b[?2026;2$y\x1b[?2048;0$y\x1b[1;3R\x1b[?1;2c\x1b]11;rgb:0/0/0\x07",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_is_typed_the_program_lives_and_the_next_key_works(
    terminals: Terminals, name: str
) -> None:
    program = at_turn(terminals)
    program.type(HOSTILE[name])
    program.read_quiet(0.3)
    if LEAVE in program.screen.text or not advice(program):
        program.press_until(ESCAPE, lambda: advice(program))
    moves(program)
    assert load(terminals.record).actions == ()
    program.type("q")
    program.shows(LEAVE)


def test_keys_typed_before_the_match_answer_nothing(terminals: Terminals) -> None:
    # With signs that were chosen the terminal is asked nothing, and no key is dropped by asking.
    program = terminals.start(*PLAY, "--glyphs", "full", typed=b"1122334455\r\r11")
    program.shows(TURN)
    moves(program)
    assert load(terminals.record).actions == ()


def test_keys_typed_while_the_table_moves_answer_nothing(terminals: Terminals) -> None:
    program = terminals.start(*PLAY, variables={})
    program.shows("skip")
    program.type("11" * 5 + "\r\r11")
    program.shows(TURN)
    moves(program)
    assert load(terminals.record).actions == ()


def test_a_key_pressed_twice_at_the_turn_plays(terminals: Terminals) -> None:
    program = at_turn(terminals)
    program.press_until("1", lambda: load(terminals.record).actions, 0.5)


# Where no table can be drawn.


@pytest.mark.parametrize("term", ["dumb", "", "unknown", None])
@pytest.mark.parametrize("arguments", [(), ("play",)], ids=["koikoi", "play"])
def test_a_dumb_terminal_is_told_so_in_one_sentence(
    terminals: Terminals, term: str | None, arguments: tuple[str, ...]
) -> None:
    program = terminals.start(*arguments, variables={"TERM": term})
    assert program.ends() == 2
    assert b"\x1b" not in program.got
    said = " ".join(program.got.decode().split())
    assert said.startswith("koikoi: ")
    assert said.count(".") == 1
    assert "koikoi play --plain" in said
    assert terminals.records == []


@pytest.mark.parametrize("arguments", [(), ("play",)], ids=["koikoi", "play"])
def test_without_a_terminal_the_plain_lines_are_named(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [sys.executable, *MODULE, *arguments],
        input=b"",
        capture_output=True,
        env=environment(tmp_path / "home", {}),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"\x1b" not in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert b"koikoi play --plain" in done.stderr
    assert not (tmp_path / "home" / "matches").exists()
