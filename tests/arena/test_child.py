"""A process at the other end of three pipes, without the protocol."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from time import monotonic

import pytest

from koikoi.arena.child import Child, excerpt, held_back
from koikoi.arena.effort import AgentFault, Fault
from tests.arena.zoo import PATIENCE


def python(source: str) -> Iterator[Child]:
    child = Child([sys.executable, "-I", "-S", "-c", f"import os, signal, sys\n{source}"])
    try:
        yield child
    finally:
        child.end()


def line_of(child: Child) -> bytes:
    return child.next_line(monotonic() + PATIENCE)


def fault_of(child: Child, deadline: float | None = None) -> AgentFault:
    with pytest.raises(AgentFault) as caught:
        child.next_line(monotonic() + PATIENCE if deadline is None else deadline)
    return caught.value


def test_lines_come_one_by_one_and_those_before_the_end_count() -> None:
    for child in python("os.write(1, b'a\\nb\\r\\n\\nc\\nno line'); sys.exit(7)"):
        assert [line_of(child) for _ in range(4)] == [b"a", b"b\r", b"", b"c"]
        fault = fault_of(child)
        assert (fault.fault, fault.error) == (Fault.CRASHED, "exit 7")
        assert child.ended


def test_a_line_that_is_there_is_in_time_whatever_the_clock_says() -> None:
    for child in python("os.write(1, b'a\\nb\\n'); signal.pause()"):
        assert line_of(child) == b"a"
        assert child.next_line(0.0) == b"b"
        assert fault_of(child, 0.0).fault is Fault.LATE
        assert not child.ended


def test_an_answer_to_a_question_that_was_not_read_does_not_count() -> None:
    for child in python("os.write(1, b'a\\nb\\n'); signal.pause()"):
        assert line_of(child) == b"a"
        # More than a pipe holds.
        child.send("x" * 1_000_000)
        assert fault_of(child, 0.0).fault is Fault.LATE


def test_a_long_question_is_written_while_its_answer_is_waited_for() -> None:
    source = "line = sys.stdin.readline(); print(len(line), flush=True); signal.pause()"
    for child in python(source):
        child.send("x" * 999_999 + "\n")
        assert line_of(child) == b"1000000"


def test_a_flood_instead_of_reading_ends_the_process() -> None:
    for child in python("while True: os.write(1, b'a\\n' * 9999)"):
        child.send("x" * 1_000_000)
        assert fault_of(child).fault is Fault.GARBAGE
        assert child.ended


def test_of_standard_error_the_end_is_kept() -> None:
    source = "os.write(2, b'x' * 300_000 + b'\\nlast\\n \\n'); print(1, flush=True); signal.pause()"
    for child in python(source):
        assert line_of(child) == b"1"
        assert len(child._error_output) <= 4096
        fault_of(child, 0.0)
        assert child.last_words == "last"


def test_a_signal_waits_until_a_process_is_started_and_is_not_kept_from_it() -> None:
    reached = []

    def start() -> None:
        with held_back():
            signal.raise_signal(signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with held_back():
        source = "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, flush=True)"
        child = Child([sys.executable, "-c", f"import signal\n{source}"])
    assert line_of(child) == b"True"
    child.end()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b"", ""),
        (b" a\r", "a"),
        (b"\xff\xe8\x8a\xb1", "\N{REPLACEMENT CHARACTER}花"),
        (b"x" * 200, "x" * 120 + "…"),
    ],
)
def test_of_a_line_the_beginning_is_shown(line: bytes, shown: str) -> None:
    assert excerpt(line) == shown
