"""Ended by a signal in every phase, on a real terminal: the same question is there again."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from koikoi.engine.state import Phase
from koikoi.engine.view import view
from koikoi.record.reader import load
from koikoi.record.replay import final_state, replay
from koikoi.table.setup import CONTINUE, new_table
from koikoi.text.catalogue import load as catalogue
from tests.table.sitting import play_out
from tests.tui.terminal_program import Terminals, restored
from tests.tui.test_going_on import COURSES

ASKED = {
    Phase.PLAY: "Your turn",
    Phase.CHOOSE_PLAYED: " takes:",
    Phase.CHOOSE_DRAWN: "Drawn ",
    Phase.DECIDE: "stop, take",
    Phase.ROUND_OVER: "End of the round",
}
CURTAIN = "press Enter to see your hand"
HANGS = 20.0
"""Seconds within which a program ends that was asked to, unless it hangs."""
SIGNALS = {signal.SIGTERM: 143, signal.SIGHUP: 129}

PLACES = [
    ("computer", Phase.PLAY, signal.SIGHUP),
    ("computer", Phase.CHOOSE_PLAYED, signal.SIGTERM),
    ("computer", Phase.CHOOSE_DRAWN, signal.SIGHUP),
    ("computer", Phase.DECIDE, signal.SIGTERM),
    ("computer", Phase.ROUND_OVER, signal.SIGHUP),
    ("two people", Phase.DECIDE, signal.SIGTERM),
]


@pytest.fixture
def courses(home: Path, terminals: Terminals) -> Terminals:
    """Terminals in the home in which this process plays matches, too."""
    assert home == terminals.home
    return terminals


def left_at(terminals: Terminals, kind: str, phase: Phase, seat: int = 0) -> Path:
    """A match that broke off where a seat was to answer something."""
    assert play_out(new_table(COURSES[kind], catalogue(), CONTINUE))
    path = terminals.record
    lines = path.read_bytes().splitlines(keepends=True)
    ply = next(
        ply
        for ply, step in enumerate(replay(load(path)))
        if step.state.phase is phase and step.state.to_act in (seat, None)
    )
    path.write_bytes(b"".join(lines[: ply + 2]))
    return path


@pytest.mark.parametrize(("kind", "phase", "number"), PLACES)
def test_after_a_signal_continue_asks_the_same_again(
    kind: str, phase: Phase, number: signal.Signals, courses: Terminals
) -> None:
    path = left_at(courses, kind, phase)
    data = path.read_bytes()
    for ending in (number, signal.SIGKILL):
        program = courses.start("play", "--continue")
        if kind == "two people":
            program.shows(CURTAIN)
            program.press_to("\r", ASKED[phase])
        program.shows(ASKED[phase])
        program.process.send_signal(ending)
        code = program.ends()
        if ending is number:
            assert code == SIGNALS[number]
            restored(program)
        assert path.read_bytes() == data


THINKS = """
import sys, threading
from koikoi.ai.baseline import GreedyAgent
from koikoi.cli.main import main

GreedyAgent.choose = lambda *given: threading.Event().wait(600)
sys.exit(main(sys.argv[1:]))
"""
"""The computer never comes to an end of its thoughts."""


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_the_computers_turn_and_it_is_its_turn_again(
    number: signal.Signals, courses: Terminals
) -> None:
    path = left_at(courses, "computer", Phase.PLAY, seat=1)
    data = path.read_bytes()
    program = courses.start("play", "--continue", python=("-c", THINKS))
    program.shows("Computer is thinking")
    program.process.send_signal(number)
    assert program.ends() == SIGNALS[number]
    assert path.read_bytes() == data
    program = courses.start("play", "--continue")
    program.wait_until(lambda: path.read_bytes() != data)
    assert path.read_bytes().startswith(data)


SIGNALLED = """\
import os, signal, sys, threading
from koikoi.ai.baseline import GreedyAgent
from koikoi.cli.main import main

def choose(*given):
    open(os.environ["KOIKOI_HOME"] + "/go").close()
    signal.pthread_kill(threading.get_ident(), signal.SIGHUP)
    threading.Event().wait(600)

GreedyAgent.choose = choose
sys.exit(main(sys.argv[1:]))
"""
"""The system gives the signal to a thread that is not the one of the loop, which sleeps."""


def test_a_signal_that_comes_to_another_thread_wakes_the_loop(courses: Terminals) -> None:
    path = left_at(courses, "computer", Phase.PLAY, seat=1)
    data = path.read_bytes()
    go = courses.home / "go"
    os.mkfifo(go)
    program = courses.start("play", "--continue", python=("-c", SIGNALLED))
    program.shows("Computer is thinking")
    program.read_quiet()
    go.open("w").close()
    assert program.ends(HANGS) == SIGNALS[signal.SIGHUP]
    assert path.read_bytes() == data


def stock_of(path: Path) -> str:
    """What a table says of the stock."""
    return f"Stock: {view(final_state(load(path)), None).stock_size} cards"


def test_two_terminals_on_one_match_the_second_watches(courses: Terminals) -> None:
    path = left_at(courses, "computer", Phase.PLAY)
    first = courses.start("play", "--continue")
    first.shows(ASKED[Phase.PLAY])
    second = courses.start("play", "--continue")
    second.shows("is being played elsewhere", "Watch it", "New game")
    second.press_to("w", "Esc leave")
    third = courses.start("watch")
    third.shows("Esc leave")
    stock = stock_of(path)
    second.shows(stock)
    first.press_until("1", lambda: stock_of(path) != stock, 0.5)
    assert second.wait_until(lambda: stock_of(path) in second.screen.text)
    assert third.wait_until(lambda: stock_of(path) in third.screen.text)
    assert second.process.poll() is None
    third.press_until("q", lambda: third.process.poll() is not None)
    assert third.ends() == 0
    restored(third)
    assert first.process.poll() is None


def test_a_watcher_of_a_match_at_rest_sends_nothing(courses: Terminals) -> None:
    left_at(courses, "computer", Phase.PLAY)
    first = courses.start("play", "--continue")
    first.shows(ASKED[Phase.PLAY])
    watcher = courses.start("watch")
    watcher.shows("Esc leave", "is thinking")
    watcher.read_quiet(0.5)
    assert watcher.read_quiet() == 0
